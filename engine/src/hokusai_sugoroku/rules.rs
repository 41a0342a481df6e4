//! The rule options.

use crate::options::{OptionInfo, Options, Values, YesNo};
use serde::{Deserialize, Serialize};

/// Where pips left over after reaching home lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalRule {
    /// To the square that the print names for so many.
    Printed,
    /// Back from home by as many squares.
    Bounce,
    /// Nowhere: passing home is coming home.
    Passing,
}

/// The rule options of Hokusai's sugoroku. [`Rules::TABLE`](Options::TABLE) says what each changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Rules {
    /// Where a surplus leads.
    pub goal_rule: GoalRule,
    /// Whether play goes on until all but one are home.
    pub rank_all: YesNo,
    /// The square for a surplus of 5 under [`GoalRule::Printed`], 45 to 48.
    pub nagatsuta: u8,
    /// Whether the stays cost a turn.
    pub stays: YesNo,
    /// The player who acts first, from 1 to the number of players.
    pub first_player: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            goal_rule: GoalRule::Printed,
            rank_all: YesNo::No,
            nagatsuta: 45,
            stays: YesNo::Yes,
            first_player: 1,
        }
    }
}

impl Options for Rules {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "goal-rule",
            values: Values::Words(&["printed", "bounce", "passing"]),
            meaning: "where pips left over at home lead: to the printed square, back from home by as \
                      many, or nowhere: passing home is coming home",
        },
        OptionInfo {
            name: "rank-all",
            values: YesNo::VALUES,
            meaning: "whether play goes on until all but one are home, or ends with the first",
        },
        OptionInfo {
            name: "nagatsuta",
            values: Values::Integer(45, 48),
            meaning: "the square for five pips too many under goal-rule=printed",
        },
        OptionInfo {
            name: "stays",
            values: YesNo::VALUES,
            meaning: "whether a token that comes to rest on one of the six stays skips a turn",
        },
        OptionInfo {
            name: "first-player",
            values: Values::Integer(1, 6),
            meaning: "the player who acts first, numbered from 1 to the number of players",
        },
    ];
}
