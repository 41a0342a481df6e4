//! The rule options.

use crate::options::{OptionInfo, Options, Values};
use serde::{Deserialize, Serialize};

/// Whether a turn is two decisions or one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnActions {
    /// The tile, then the meeple.
    Split,
    /// Both in one action.
    Combined,
}

/// Whether meeples may be put on fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Farmers {
    /// They may.
    On,
    /// They may not.
    Off,
}

/// How fields score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldScoring {
    /// Each field scores each complete city that it touches.
    PerField,
    /// As per field, but a seat scores each city once.
    OncePerPlayer,
    /// Each complete city is scored once, by most farmers in all fields that touch it.
    PerCity,
}

/// What a complete city of two tiles scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SmallCity {
    /// As much as any other.
    Full,
    /// Half as much.
    Half,
}

/// The rule options of Carcassonne. [`Rules::TABLE`](Options::TABLE) says what each changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Rules {
    /// Whether a turn is two decisions or one.
    pub turn_actions: TurnActions,
    /// Whether meeples may be put on fields.
    pub farmers: Farmers,
    /// How fields score.
    pub field_scoring: FieldScoring,
    /// What a complete city of two tiles scores.
    pub small_city: SmallCity,
    /// Meeples of each seat, 1 to 8.
    pub meeples: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            turn_actions: TurnActions::Split,
            farmers: Farmers::On,
            field_scoring: FieldScoring::PerField,
            small_city: SmallCity::Full,
            meeples: 7,
        }
    }
}

impl Options for Rules {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "turn-actions",
            values: Values::Words(&["split", "combined"]),
            meaning: "whether a turn is two decisions, the tile and then the meeple, or one action \
                      for both; the games are the same",
        },
        OptionInfo {
            name: "farmers",
            values: Values::Words(&["on", "off"]),
            meaning: "whether meeples may be put on fields",
        },
        OptionInfo {
            name: "field-scoring",
            values: Values::Words(&["per-field", "once-per-player", "per-city"]),
            meaning: "whether each field scores 3 for each complete city that it touches; the same, \
                      but a seat scores each city once; or each city scores 4 once, for most farmers \
                      in all fields that touch it",
        },
        OptionInfo {
            name: "small-city",
            values: Values::Words(&["full", "half"]),
            meaning: "whether a complete city of two tiles scores 2 points a tile like any other, \
                      or 1",
        },
        OptionInfo {
            name: "meeples",
            values: Values::Integer(1, 8),
            meaning: "meeples of each seat",
        },
    ];
}
