//! Carcassonne: points made, what the board would score now, and meeples in the supply.
//!
//! A side has `points + final + (meeple + meeple-early × t / 71) × m`: final is what it would score if
//! the game ended now, t the number of tiles left in the bag of 71, and m its meeples in the supply.

use super::{Evaluate, worth};
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Seat, Turn, Values};
use serde::{Deserialize, Serialize};

/// Tiles in the bag at the start.
const BAG: f32 = 71.0;

/// What the evaluation weighs, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Weights {
    /// A meeple in the supply, however few tiles are left. It brings nothing by itself then; the
    /// weight keeps it from being spent for a single point.
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

    const MARGIN: f32 = 20.0;

    fn evaluate(&self, weights: &Weights) -> PerSide<f32> {
        let resolved = self.resolved(weights);
        let game = resolved.as_ref().unwrap_or(self);
        let (points, to_come) = (game.scores(), game.final_points());
        let left = game.tiles_left() as f32 / BAG;
        let meeple = weights.meeple as f32 + weights.meeple_early as f32 * left;
        PerSide::from_fn(game.sides(), |side| {
            let supply = game.supply(Seat(side as u8)) as f32;
            (points[side] + to_come[side]) as f32 + meeple * supply
        })
    }

    /// The meeple decision belongs to the tile: what is worth most comes of it, and on the last tile
    /// that is the end of the game.
    fn resolved(&self, weights: &Weights) -> Option<Self> {
        let Turn::Player(seat) = self.turn() else { return None };
        let claims = self.claims().map(|claim| {
            let mut next = self.clone();
            next.apply(claim);
            (worth(&next, weights, seat.index()), next)
        });
        claims.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, next)| next)
    }
}
