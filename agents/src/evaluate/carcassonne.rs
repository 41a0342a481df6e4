//! Carcassonne: points made, what the board would score now, and meeples in the supply.

use super::{Evaluate, margin};
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Seat, Turn, Values};
use serde::{Deserialize, Serialize};

/// Tiles in the bag at the start.
const BAG: f32 = 71.0;

/// What the evaluation weighs, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Weights {
    /// A meeple in the supply at the end of the game, where it is worth nothing: so that none is
    /// spent for a point.
    pub meeple: f64,
    /// What a meeple in the supply is worth beyond that while the whole bag is to come; less in
    /// proportion to the tiles that are left, as there is less for it to do.
    pub meeple_early: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { meeple: 1.0, meeple_early: 2.0 }
    }
}

impl Options for Weights {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "meeple",
            values: Values::Real(-10.0, 10.0),
            meaning: "points for a meeple in the supply, however few tiles are left",
        },
        OptionInfo {
            name: "meeple-early",
            values: Values::Real(-10.0, 10.0),
            meaning: "more points for it at the start, falling to none with the tiles in the bag",
        },
    ];
}

impl Evaluate for Carcassonne {
    type Weights = Weights;

    /// A position whose meeple decision is open is worth what the best claim makes of it.
    fn evaluate(&self, weights: &Weights) -> PerSide<f32> {
        let Turn::Player(seat) = self.turn() else { return settled(self, weights) };
        let worth = |values: &PerSide<f32>| margin(values, seat.index());
        let after = self.claims().map(|claim| {
            let mut next = self.clone();
            next.apply(claim);
            settled(&next, weights)
        });
        after
            .max_by(|one, other| worth(one).total_cmp(&worth(other)))
            .unwrap_or_else(|| settled(self, weights))
    }
}

/// The evaluation of a position as it stands.
fn settled(game: &Carcassonne, weights: &Weights) -> PerSide<f32> {
    let (points, to_come) = (game.scores(), game.final_points());
    let left = game.tiles_left() as f32 / BAG;
    let meeple = weights.meeple as f32 + weights.meeple_early as f32 * left;
    PerSide::from_fn(game.sides(), |side| {
        let supply = game.supply(Seat(side as u8)) as f32;
        (points[side] + to_come[side]) as f32 + meeple * supply
    })
}
