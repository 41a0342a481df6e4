//! Ô Ăn Quan: points in the store, and a share of the dân on the own side.
//!
//! A side has `points + side-dan × d`, d being the number of dân in its own dân cells.

use super::Evaluate;
use crate::agent::Agent;
use crate::level::Ladder;
use crate::o_an_quan::{Player, Settings};
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Values};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// What the evaluation weighs, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Weights {
    /// A dân in one of the own dân cells: it comes home if the game ends, and is capital for
    /// later turns until then.
    pub side_dan: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { side_dan: 0.75 }
    }
}

impl Options for Weights {
    const TABLE: &'static [OptionInfo] = &[OptionInfo {
        name: "side-dan",
        values: Values::Real(-10.0, 10.0),
        meaning: "points for a dân in one of the own dân cells",
    }];
}

impl Evaluate for OAnQuan {
    type Weights = Weights;

    const MARGIN: f32 = 15.0;

    fn ladders() -> &'static [Ladder] {
        static LADDERS: LazyLock<Vec<Ladder>> =
            LazyLock::new(|| Ladder::read(include_str!("../levels/o-an-quan.toml")));
        &LADDERS
    }

    fn alphabeta(&self, settings: &Settings) -> Option<Box<dyn Agent<Self>>> {
        Some(Box::new(Player::new(self, settings)?))
    }

    #[inline]
    fn evaluate(&self, weights: &Weights) -> PerSide<f32> {
        let points = self.scores();
        let side_dan = weights.side_dan as f32;
        PerSide::from_fn(self.sides(), |player| {
            points[player] as f32 + side_dan * f32::from(self.side_dan(player))
        })
    }
}
