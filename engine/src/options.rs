//! Named options with values, defaults and meanings: the rules of a game, the settings of an agent.
//!
//! An [`Options`] type is a plain serde struct (kebab-case field names) with a table that says what
//! each option may be. From the table come the reading of `key=value` pairs and of JSON maps, every
//! error message, and the listing that `ludarium games` prints; from serde come the values.

use crate::game::Game;
use crate::notation::{number, shown};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use std::fmt::{Debug, Display};

/// A set of named options. Fields are kebab-case in text; a field absent from the input keeps its
/// default.
pub trait Options:
    Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// What each option is called, may be, and means, in the order of printing.
    const TABLE: &'static [OptionInfo];

    /// The options in their one canonical form, once all that was named is in. For options whose
    /// default depends on others: an `Option` field says whether it was named, and a value that says
    /// no more than the default may be dropped here, or a missing one filled in.
    fn completed(self) -> Self {
        self
    }

    /// Refuses combinations of values that are each allowed. All values are inside their ranges.
    ///
    /// # Errors
    ///
    /// [`OptionError::Conflict`] with a sentence that names the options.
    fn check_together(&self) -> Result<(), OptionError> {
        Ok(())
    }
}

/// One option: its name, its values and what it changes.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name as written in `key=value`.
    pub name: &'static str,
    /// The values that are allowed.
    pub values: Values,
    /// What it changes, in one sentence without the full stop.
    pub meaning: &'static str,
}

/// The values that an option may have.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Whole numbers from the first to the second, both included.
    Integer(i64, i64),
    /// Real numbers from the first to the second, both included.
    Real(f64, f64),
    /// One of these words.
    Words(&'static [&'static str]),
}

impl Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Values::Integer(least, most) => write!(f, "a whole number from {least} to {most}"),
            Values::Real(least, most) => write!(f, "a number from {least} to {most}"),
            Values::Words(words) => write!(f, "{}", words.join(" or ")),
        }
    }
}

impl Values {
    /// The JSON value of `text`, or `None` where it is none of these values.
    pub fn read(self, text: &str) -> Option<Value> {
        match self {
            Values::Integer(least, most) => number("", text, least..=most).ok().map(Value::from),
            Values::Real(least, most) => {
                let number: f64 = text.parse().ok()?;
                (least..=most).contains(&number).then(|| Value::from(number))
            }
            Values::Words(words) => words.contains(&text).then(|| Value::from(text)),
        }
    }

    /// Whether a JSON number or a string is of this kind; digits in a string stand for a number.
    fn read_json(self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Values::Integer(..) | Values::Real(..), Value::Number(number)) => {
                self.read(&number.to_string())
            }
            (_, Value::String(text)) => self.read(text),
            _ => None,
        }
    }
}

/// What is wrong with an option or with several together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option `{given}`{}; the options are {known}", hint(nearest))]
    Unknown {
        /// The name that was given.
        given: String,
        /// The most similar name, if one is similar.
        nearest: Option<String>,
        /// All names.
        known: String,
    },
    /// The value is not among those allowed.
    #[error("option `{option}` cannot be `{given}`: it takes {expected}")]
    Value {
        /// The option.
        option: String,
        /// The value that was given.
        given: String,
        /// What is allowed.
        expected: String,
    },
    /// The text is no `key=value` pair.
    #[error("`{0}` is no option=value pair")]
    NotAPair(String),
    /// The same option was given twice.
    #[error("option `{0}` is given twice")]
    Twice(String),
    /// The number of players is not possible.
    #[error("{game} is for {}, not {given}", players_text(*least, *most))]
    Players {
        /// The game's id.
        game: &'static str,
        /// The number that was given.
        given: u8,
        /// The least number allowed.
        least: u8,
        /// The greatest number allowed.
        most: u8,
    },
    /// Values that are each allowed do not go together.
    #[error("{0}")]
    Conflict(String),
}

/// A number of players, or a range of numbers, in words.
pub fn players_text(least: u8, most: u8) -> String {
    match (least, most) {
        (1, 1) => "1 player".to_string(),
        _ if least == most => format!("{least} players"),
        _ => format!("{least} to {most} players"),
    }
}

/// What an error about an unknown name says of the [`nearest`] one; nothing where there is none.
pub fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |name| format!(", did you mean `{name}`?"))
}

/// The most similar of `names` to `given`, if one is similar enough to be meant.
pub fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let similarity = |name: &str| strsim::jaro_winkler(&given.to_lowercase(), name);
    names
        .into_iter()
        .map(|name| (similarity(name), name))
        .filter(|&(similarity, _)| similarity > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name.to_string())
}

fn info<O: Options>(name: &str) -> Result<&'static OptionInfo, OptionError> {
    O::TABLE.iter().find(|info| info.name == name).ok_or_else(|| OptionError::Unknown {
        given: shown(name),
        nearest: nearest(name, O::TABLE.iter().map(|info| info.name)),
        known: if O::TABLE.is_empty() {
            "none".to_string()
        } else {
            O::TABLE.iter().map(|info| info.name).collect::<Vec<_>>().join(", ")
        },
    })
}

fn wrong_value(info: &OptionInfo, given: impl Display) -> OptionError {
    OptionError::Value {
        option: info.name.to_string(),
        given: shown(&given.to_string()),
        expected: info.values.to_string(),
    }
}

fn build<O: Options>(map: Map<String, Value>) -> Result<O, OptionError> {
    let options: O = serde_json::from_value(Value::Object(map))
        .map_err(|error| OptionError::Conflict(error.to_string()))?;
    options.check_together()?;
    Ok(options.completed())
}

/// Options from texts of the form `name=value`; all others keep their defaults.
///
/// # Errors
///
/// An [`OptionError`] that names the option and what it allows.
pub fn from_pairs<'a, O: Options>(
    pairs: impl IntoIterator<Item = &'a str>,
) -> Result<O, OptionError> {
    let mut map = Map::new();
    for pair in pairs {
        let (name, text) =
            pair.split_once('=').ok_or_else(|| OptionError::NotAPair(shown(pair)))?;
        let info = info::<O>(name)?;
        let value = info.values.read(text).ok_or_else(|| wrong_value(info, text))?;
        if map.insert(name.to_string(), value).is_some() {
            return Err(OptionError::Twice(name.to_string()));
        }
    }
    build(map)
}

/// Options from a JSON map. Numbers may also be written as strings of digits; booleans are refused.
///
/// # Errors
///
/// An [`OptionError`] that names the option and what it allows.
pub fn from_map<O: Options>(map: &Map<String, Value>) -> Result<O, OptionError> {
    let mut read = Map::new();
    for (name, value) in map {
        let info = info::<O>(name)?;
        let value = info.values.read_json(value).ok_or_else(|| wrong_value(info, value))?;
        read.insert(name.clone(), value);
    }
    build(read)
}

/// All options that have a value, in the order of the table.
pub fn to_map<O: Options>(options: &O) -> Map<String, Value> {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(options) else {
        unreachable!("options are a struct of numbers and words")
    };
    O::TABLE
        .iter()
        .filter_map(|info| Some((info.name.to_string(), shortest(fields.remove(info.name)?))))
        .filter(|(_, value)| !value.is_null())
        .collect()
}

/// The options that differ from the defaults, in the order of the table.
pub fn difference<O: Options>(options: &O) -> Map<String, Value> {
    let defaults = to_map(&O::default());
    to_map(options).into_iter().filter(|(name, value)| defaults.get(name) != Some(value)).collect()
}

/// Whether every value is inside its range and all go together.
///
/// # Errors
///
/// As [`from_map`].
pub fn check<O: Options>(options: &O) -> Result<(), OptionError> {
    from_map::<O>(&to_map(options)).map(|_| ())
}

/// Whether the game `G` is for this number of players under `rules`.
///
/// # Errors
///
/// [`OptionError::Players`].
pub fn check_players<G: Game>(rules: &G::Rules, players: u8) -> Result<(), OptionError> {
    let range = G::players_for(rules);
    if range.contains(&players) {
        return Ok(());
    }
    let (least, most) = range.into_inner();
    Err(OptionError::Players { game: G::ID, given: players, least, most })
}

/// A map of options as text: `name=value,name=value`, empty for an empty map.
pub fn to_text(map: &Map<String, Value>) -> String {
    let pair = |(name, value): (&String, &Value)| format!("{name}={}", value_text(value));
    map.iter().map(pair).collect::<Vec<_>>().join(",")
}

/// The value of an option as it is written behind its name.
pub fn value_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// Whole real numbers print as integers, so that `exploration=1` reads back as it was written.
fn shortest(value: Value) -> Value {
    match value.as_f64() {
        Some(real) if value.is_f64() && real == real.trunc() && real.abs() < 1e15 => {
            Value::Number(Number::from(real as i64))
        }
        _ => value,
    }
}

/// The answer to a yes-or-no option. Booleans are written as these words everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum YesNo {
    /// It holds.
    Yes,
    /// It does not hold.
    No,
}

impl YesNo {
    /// The values for an option's table.
    pub const VALUES: Values = Values::Words(&["yes", "no"]);

    /// Whether the answer is yes.
    #[inline]
    pub fn is_yes(self) -> bool {
        self == YesNo::Yes
    }
}

/// The position of a switch: whether a rule is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnOff {
    /// It is in force.
    On,
    /// It is not.
    Off,
}

impl OnOff {
    /// The values for an option's table.
    pub const VALUES: Values = Values::Words(&["on", "off"]);

    /// Whether it is in force.
    #[inline]
    pub fn is_on(self) -> bool {
        self == OnOff::On
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
    struct Sample {
        stake: u8,
        open_hand: YesNo,
        weight: f64,
        limit: Option<u32>,
    }

    impl Default for Sample {
        fn default() -> Self {
            Sample { stake: 3, open_hand: YesNo::No, weight: 0.5, limit: None }
        }
    }

    impl Options for Sample {
        const TABLE: &'static [OptionInfo] = &[
            OptionInfo { name: "stake", values: Values::Integer(1, 9), meaning: "points a round" },
            OptionInfo { name: "open-hand", values: YesNo::VALUES, meaning: "cards lie open" },
            OptionInfo { name: "weight", values: Values::Real(0.0, 2.0), meaning: "a factor" },
            OptionInfo { name: "limit", values: Values::Integer(1, 99), meaning: "a cap" },
        ];

        fn check_together(&self) -> Result<(), OptionError> {
            if self.stake == 9 && self.open_hand.is_yes() {
                return Err(OptionError::Conflict("stake=9 needs open-hand=no".into()));
            }
            Ok(())
        }
    }

    #[test]
    fn pairs_and_maps_agree() {
        let pairs: Sample =
            from_pairs(["stake=4", "open-hand=yes", "weight=2", "limit=7"]).unwrap();
        let map = json!({"stake": "4", "open-hand": "yes", "weight": 2, "limit": 7});
        assert_eq!(from_map::<Sample>(map.as_object().unwrap()).unwrap(), pairs);
        assert_eq!(to_text(&to_map(&pairs)), "stake=4,open-hand=yes,weight=2,limit=7");
        assert_eq!(from_map::<Sample>(&to_map(&pairs)).unwrap(), pairs);
    }

    #[test]
    fn difference_holds_only_what_was_changed() {
        let options: Sample = from_pairs(["open-hand=no", "stake=5"]).unwrap();
        assert_eq!(Value::Object(difference(&options)), json!({"stake": 5}));
        assert!(difference(&Sample::default()).is_empty());
    }

    #[test]
    fn errors_name_the_option_and_the_remedy() {
        let error =
            |pairs: &[&str]| from_pairs::<Sample>(pairs.iter().copied()).unwrap_err().to_string();
        assert_eq!(
            error(&["open-hnad=yes"]),
            "unknown option `open-hnad`, did you mean `open-hand`?; \
             the options are stake, open-hand, weight, limit"
        );
        assert_eq!(
            error(&["stake=10"]),
            "option `stake` cannot be `10`: it takes a whole number from 1 to 9"
        );
        assert_eq!(
            error(&["weight=nan"]),
            "option `weight` cannot be `nan`: it takes a number from 0 to 2"
        );
        assert_eq!(error(&["stake"]), "`stake` is no option=value pair");
        assert_eq!(error(&["stake=2", "stake=2"]), "option `stake` is given twice");
        assert_eq!(error(&["stake=9", "open-hand=yes"]), "stake=9 needs open-hand=no");
    }

    #[test]
    fn json_of_another_kind_is_refused() {
        for wrong in [
            json!({"stake": true}),
            json!({"stake": 3.5}),
            json!({"stake": null}),
            json!({"open-hand": true}),
            json!({"open-hand": 1}),
            json!({"stake": 0}),
            json!({"other": 1}),
            json!({"stake": "+3"}),
            json!({"stake": "03"}),
        ] {
            assert!(from_map::<Sample>(wrong.as_object().unwrap()).is_err(), "{wrong}");
        }
    }
}
