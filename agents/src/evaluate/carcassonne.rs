//! Carcassonne: points made, what the board would score now, and meeples in the supply.

use super::Evaluate;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Seat, Values};
use serde::{Deserialize, Serialize};

/// What the evaluation weighs, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Weights {
    /// A meeple in the supply.
    pub meeple: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { meeple: 1.0 }
    }
}

impl Options for Weights {
    const TABLE: &'static [OptionInfo] = &[OptionInfo {
        name: "meeple",
        values: Values::Real(-10.0, 10.0),
        meaning: "points for a meeple in the supply",
    }];
}

impl Evaluate for Carcassonne {
    type Weights = Weights;

    fn evaluate(&self, weights: &Weights) -> PerSide<f32> {
        let (points, to_come) = (self.scores(), self.final_points());
        PerSide::from_fn(self.sides(), |side| {
            let supply = self.supply(Seat(side as u8)) as f32;
            (points[side] + to_come[side]) as f32 + weights.meeple as f32 * supply
        })
    }
}
