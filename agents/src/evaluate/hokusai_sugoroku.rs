//! Hokusai's sugoroku: the square reached. Nobody decides anything, so nothing hangs on it.
//!
//! A side has the number of its square.

use super::Evaluate;
use ludarium_engine::hokusai_sugoroku::HokusaiSugoroku;
use ludarium_engine::{Game, OptionInfo, Options, PerSide};
use serde::{Deserialize, Serialize};

/// There is nothing to weigh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {}

impl Options for Weights {
    const TABLE: &'static [OptionInfo] = &[];
}

impl Evaluate for HokusaiSugoroku {
    type Weights = Weights;

    const MARGIN: f32 = 10.0;

    #[inline]
    fn evaluate(&self, _: &Weights) -> PerSide<f32> {
        let squares = self.scores();
        PerSide::from_fn(self.sides(), |seat| squares[seat] as f32)
    }
}
