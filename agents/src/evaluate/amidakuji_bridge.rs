//! The Amidakuji bridge game: the score so far.

use super::Evaluate;
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::{Game, OptionInfo, Options, PerSide};
use serde::{Deserialize, Serialize};

/// There is nothing to weigh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {}

impl Options for Weights {
    const TABLE: &'static [OptionInfo] = &[];
}

impl Evaluate for AmidakujiBridge {
    type Weights = Weights;

    fn evaluate(&self, _: &Weights) -> PerSide<f32> {
        let scores = self.scores();
        PerSide::from_fn(self.sides(), |side| scores[side] as f32)
    }
}
