//! The rule options.

use crate::options::{OptionError, OptionInfo, Options, Values, YesNo};
use serde::{Deserialize, Serialize};

/// When the direction of sowing is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DirectionChoice {
    /// Once a turn, kept in relays.
    Turn,
    /// At every lift: a relay is an action of its own.
    Lift,
}

/// Whether a quan cell without its quan can be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuanlessCells {
    /// With one dân or more.
    Open,
    /// Never.
    Closed,
}

/// What ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// All quans are captured.
    Quans,
    /// All quan cells are completely empty.
    Cells,
}

/// Who gets the dân that lie in quan cells at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuanCellDan {
    /// Nobody.
    Dead,
    /// The player whose cell it is.
    Owner,
}

/// The rule options of Ô Ăn Quan. [`Rules::TABLE`](Options::TABLE) says what each changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Rules {
    /// Points for a captured quan, 0 to 50.
    pub quan_value: u8,
    /// Dân in each dân cell at the start, 1 to 10.
    pub start_dan: u8,
    /// Least number of dân beside a quan for it to be capturable, 0 to 50.
    pub quan_non: u8,
    /// When the direction is chosen.
    pub direction: DirectionChoice,
    /// Whether an empty quan cell counts as the empty cell before a capture.
    pub empty_quan_gap: YesNo,
    /// Whether a quan cell without its quan can be captured.
    pub quanless_cells: QuanlessCells,
    /// What ends the game.
    pub end: End,
    /// Who gets the dân in quan cells at the end.
    pub quan_cell_dan: QuanCellDan,
    /// Turns without a capture in a row that end the game, 1 to 1000.
    pub quiet_limit: u16,
    /// Turns that end the game, 1 to 2000.
    pub turn_limit: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            quan_value: 10,
            start_dan: 5,
            quan_non: 5,
            direction: DirectionChoice::Turn,
            empty_quan_gap: YesNo::Yes,
            quanless_cells: QuanlessCells::Open,
            end: End::Quans,
            quan_cell_dan: QuanCellDan::Dead,
            quiet_limit: 60,
            turn_limit: 400,
        }
    }
}

impl Options for Rules {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "quan-value",
            values: Values::Integer(0, 50),
            meaning: "points for a captured quan",
        },
        OptionInfo {
            name: "start-dan",
            values: Values::Integer(1, 10),
            meaning: "dân in each dân cell at the start",
        },
        OptionInfo {
            name: "quan-non",
            values: Values::Integer(0, 50),
            meaning: "least number of dân beside a quan for it to be capturable; 0 is the classical \
                      rule: always",
        },
        OptionInfo {
            name: "direction",
            values: Values::Words(&["turn", "lift"]),
            meaning: "whether the direction is chosen once a turn or at every lift, a relay being \
                      an action of its own",
        },
        OptionInfo {
            name: "empty-quan-gap",
            values: YesNo::VALUES,
            meaning: "whether an empty quan cell counts as the empty cell before a capture; if \
                      not, the turn ends there",
        },
        OptionInfo {
            name: "quanless-cells",
            values: Values::Words(&["open", "closed"]),
            meaning: "whether a quan cell without its quan can be captured",
        },
        OptionInfo {
            name: "end",
            values: Values::Words(&["quans", "cells"]),
            meaning: "whether the game ends when all quans are captured or when all quan cells are \
                      completely empty",
        },
        OptionInfo {
            name: "quan-cell-dan",
            values: Values::Words(&["dead", "owner"]),
            meaning: "who gets the dân that lie in quan cells at the end: nobody or the owner of \
                      the cell",
        },
        OptionInfo {
            name: "quiet-limit",
            values: Values::Integer(1, 1000),
            meaning: "turns without a capture in a row that end the game",
        },
        OptionInfo {
            name: "turn-limit",
            values: Values::Integer(1, 2000),
            meaning: "turns that end the game",
        },
    ];

    fn check_together(&self) -> Result<(), OptionError> {
        if self.end == End::Cells && self.quanless_cells == QuanlessCells::Closed {
            return Err(OptionError::Conflict(
                "end=cells needs quanless-cells=open: closed quan cells could never become empty"
                    .to_string(),
            ));
        }
        Ok(())
    }
}
