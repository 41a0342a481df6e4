//! Agents as text: `mcts:iterations=2000,exploration=0.7`, and the one list of them.
//!
//! Agents that look at positions weigh them by the game's weights ([`Evaluate::Weights`]). Each weight
//! that is to differ from its default is a setting `weights.NAME=VALUE`; `weights=FILE` reads them from
//! a TOML file of lines `NAME = VALUE`, which stands for naming them all: what is printed names them.

use crate::agent::Agent;
use crate::evaluate::Evaluate;
use ludarium_engine::notation::shown;
use ludarium_engine::options;
use ludarium_engine::{OptionError, OptionInfo, Options};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::path::Path;
use std::str::FromStr;

/// A kind of agent, described by its settings.
pub trait Family: Options {
    /// The name before the colon.
    const NAME: &'static str;
    /// What it does, in one sentence without the full stop.
    const MEANING: &'static str;

    /// A spec with a budget small enough for any game, for signatures of behaviour.
    const QUICK: &'static str;
    /// Whether it looks at positions by the game's evaluation, so that weights can be set.
    const EVALUATES: bool;

    /// The setting that is written without its name, if one is: `level:7`.
    const UNNAMED: Option<&'static str> = None;

    /// Whether it does so with these settings.
    fn evaluates(&self) -> bool {
        Self::EVALUATES
    }

    /// A new agent for one seat of a match that begins with `start`.
    ///
    /// # Errors
    ///
    /// [`SpecError::Unsuitable`] where it cannot play the game `G`, or not as `start` has it.
    fn build<G: Evaluate>(
        &self,
        start: &G,
        weights: G::Weights,
    ) -> Result<Box<dyn Agent<G>>, SpecError>;
}

/// Why a text is no agent, or why the agent cannot play a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No agent has this name.
    #[error("unknown agent `{given}`{}; the agents are {}",
        options::hint(nearest),
        FAMILIES.map(|family| family.name).join(", "))]
    Unknown {
        /// The name that was given.
        given: String,
        /// The most similar name, if one is similar.
        nearest: Option<String>,
    },
    /// A setting is wrong.
    #[error("agent `{agent}`: {error}")]
    Setting {
        /// The agent's name.
        agent: &'static str,
        /// What is wrong.
        error: OptionError,
    },
    /// A weight is wrong, or the agent has none.
    #[error("agent `{agent}`: {reason}")]
    Weight {
        /// The agent's name.
        agent: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The agent cannot play the game.
    #[error("agent `{agent}` cannot play {game}: {reason}")]
    Unsuitable {
        /// The agent's name.
        agent: &'static str,
        /// The game's id.
        game: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// Several agents where one is expected.
    #[error("`{0}` names several agents, where one is expected")]
    Several(String),
    /// One of several agents is wrong, or there is a `+` in something else.
    #[error("{error} (in `{entrant}`, where `+` stands between the agents of a side)")]
    OfSeveral {
        /// The whole text.
        entrant: String,
        /// What is wrong.
        error: Box<SpecError>,
    },
    /// The entrant has too many or too few agents.
    #[error(
        "`{entrant}` names {agents} agents for a side, but a side of {game} takes one{}",
        if *seats == 1 { String::new() } else { format!(", or {seats}: one for each seat") }
    )]
    Seats {
        /// The entrant.
        entrant: String,
        /// Its agents.
        agents: usize,
        /// The game's id.
        game: &'static str,
        /// Seats of a side.
        seats: usize,
    },
}

/// A kind of agent, as listed for people.
#[derive(Clone, Copy, Debug)]
pub struct FamilyInfo {
    /// The name before the colon.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// A spec with a small budget.
    pub quick: &'static str,
    /// Its settings.
    pub settings: &'static [OptionInfo],
    /// Whether the game's weights can be set for it.
    pub evaluates: bool,
    /// The setting that is written without its name, if one is.
    pub unnamed: Option<&'static str>,
}

impl FamilyInfo {
    const fn of<F: Family>() -> Self {
        FamilyInfo {
            name: F::NAME,
            meaning: F::MEANING,
            quick: F::QUICK,
            settings: F::TABLE,
            evaluates: F::EVALUATES,
            unnamed: F::UNNAMED,
        }
    }
}

macro_rules! agents {
    ($($variant:ident: $settings:ty),* $(,)?) => {
        /// A kind of agent with its settings.
        #[derive(Clone, Debug, PartialEq)]
        enum Kind {
            $($variant($settings),)*
        }

        impl Kind {
            fn family(&self) -> FamilyInfo {
                match self {
                    $(Kind::$variant(_) => FamilyInfo::of::<$settings>(),)*
                }
            }

            fn evaluates(&self) -> bool {
                match self {
                    $(Kind::$variant(settings) => settings.evaluates(),)*
                }
            }

            fn build<G: Evaluate>(
                &self,
                start: &G,
                weights: G::Weights,
            ) -> Result<Box<dyn Agent<G>>, SpecError> {
                match self {
                    $(Kind::$variant(settings) => settings.build(start, weights),)*
                }
            }

            fn settings(&self) -> Map<String, Value> {
                match self {
                    $(Kind::$variant(settings) => options::to_map(settings),)*
                }
            }

            fn from_pairs(family: &FamilyInfo, pairs: &[&str]) -> Result<Self, SpecError> {
                let pairs = pairs.iter().copied();
                $(
                    if family.name == <$settings>::NAME {
                        let settings = options::from_pairs::<$settings>(pairs)
                            .map_err(|error| SpecError::Setting { agent: family.name, error })?;
                        return Ok(Kind::$variant(settings));
                    }
                )*
                unreachable!("a family of the list")
            }
        }

        /// All kinds of agents, in the order of listing.
        const FAMILIES: [FamilyInfo; [$(stringify!($variant)),*].len()] =
            [$(FamilyInfo::of::<$settings>()),*];
    };
}

// The list: a new agent is a module of this crate and a line here.
agents! {
    Random: crate::random::Settings,
    Greedy: crate::greedy::Settings,
    Flat: crate::flat::Settings,
    Minimax: crate::minimax::Settings,
    Expectimax: crate::expectimax::Settings,
    Mcts: crate::mcts::Settings,
    AlphaBeta: crate::o_an_quan::Settings,
    Level: crate::level::Settings,
}

/// An agent with all its settings. Printing and parsing are inverse; what is printed names every
/// setting, so that it means the same when a default changes. (Settings that change the kind of the
/// search are named where they differ from what they are without being named, and weights where they
/// were named: the game has them, not the agent.)
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    kind: Kind,
    /// The weights that are named.
    weights: BTreeMap<String, f64>,
}

/// What comes before the name of a weight.
const WEIGHT: &str = "weights.";
/// The setting that reads weights from a file.
const WEIGHTS_FILE: &str = "weights=";

impl AgentSpec {
    /// All kinds of agents, in the order of listing.
    pub fn families() -> impl Iterator<Item = FamilyInfo> {
        FAMILIES.into_iter()
    }

    /// The name before the colon.
    pub fn name(&self) -> &'static str {
        self.kind.family().name
    }

    /// A new agent for one seat of a match that begins with `start`.
    ///
    /// # Errors
    ///
    /// [`SpecError::Unsuitable`] where it cannot play the game `G`, or not as `start` has it;
    /// [`SpecError::Weight`] where the game has no such weight, or not of this value.
    pub fn build<G: Evaluate>(&self, start: &G) -> Result<Box<dyn Agent<G>>, SpecError> {
        let pairs: Vec<String> =
            self.weights.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let pairs = pairs.iter().map(String::as_str);
        let weights = options::from_pairs::<G::Weights>(pairs).map_err(|error| {
            let reason = format!("weights of {}: {error}", G::ID);
            SpecError::Weight { agent: self.name(), reason }
        })?;
        self.kind.build(start, weights)
    }

    fn from_parts(name: &str, pairs: &[&str]) -> Result<Self, SpecError> {
        let Some(family) = FAMILIES.iter().find(|family| family.name == name) else {
            return Err(SpecError::Unknown {
                given: shown(name),
                nearest: options::nearest(name, FAMILIES.iter().map(|family| family.name)),
            });
        };
        let agent = family.name;
        let is_weight = |pair: &&str| pair.starts_with(WEIGHT) || pair.starts_with(WEIGHTS_FILE);
        let (of_weights, settings): (Vec<&str>, Vec<&str>) =
            pairs.iter().copied().partition(is_weight);
        let named = settings.iter().map(|pair| match family.unnamed {
            Some(name) if !pair.contains('=') => format!("{name}={pair}"),
            _ => pair.to_string(),
        });
        let named: Vec<String> = named.collect();
        let settings: Vec<&str> = named.iter().map(String::as_str).collect();
        let kind = Kind::from_pairs(family, &settings)
            .map_err(|error| if family.evaluates { with_weights(error) } else { error })?;
        if !of_weights.is_empty() && !kind.evaluates() {
            let so = if family.evaluates { "with these settings " } else { "" };
            let reason = format!("{so}it does not look at positions: it has no weights");
            return Err(SpecError::Weight { agent, reason });
        }
        let mut weights = BTreeMap::new();
        for pair in of_weights {
            let named = match pair.strip_prefix(WEIGHTS_FILE) {
                Some(file) => read_weights(Path::new(file)),
                None => weight(pair).map(|named| vec![named]),
            };
            for (name, value) in named.map_err(|reason| SpecError::Weight { agent, reason })? {
                if weights.contains_key(&name) {
                    let reason = format!("the weight `{name}` is given twice");
                    return Err(SpecError::Weight { agent, reason });
                }
                weights.insert(name, value);
            }
        }
        Ok(AgentSpec { kind, weights })
    }
}

/// Names the weights among the settings that there are.
fn with_weights(mut error: SpecError) -> SpecError {
    if let SpecError::Setting { error: OptionError::Unknown { known, .. }, .. } = &mut error {
        let settings = if known == "none" { String::new() } else { format!("{known}, ") };
        *known = format!("{settings}{WEIGHT}NAME, {}", WEIGHTS_FILE.trim_end_matches('='));
    }
    error
}

/// The weight of a setting `weights.NAME=VALUE`.
fn weight(pair: &str) -> Result<(String, f64), String> {
    let (name, text) = pair[WEIGHT.len()..]
        .split_once('=')
        .ok_or_else(|| format!("`{}` is not of the form {WEIGHT}NAME=NUMBER", shown(pair)))?;
    let value = text.parse().ok().and_then(finite);
    let value = value.ok_or_else(|| {
        format!(
            "the weight `{}` cannot be `{}`: it takes a finite number",
            shown(name),
            shown(text)
        )
    })?;
    Ok((name.to_string(), value))
}

/// The weights of a TOML file.
fn read_weights(path: &Path) -> Result<Vec<(String, f64)>, String> {
    let file = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("the weights in {file} cannot be read: {error}"))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        format!("{file} is not TOML in line {line}: {}", error.message())
    })?;
    let number = |(name, value): (String, toml::Value)| {
        if name.contains('=') {
            return Err(format!("{file}: no weight has the name `{}`", shown(&name)));
        }
        let number = value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
        let number = number.and_then(finite).ok_or_else(|| {
            let given = match value {
                toml::Value::Float(number) => number.to_string(),
                other => format!("of the type {}", other.type_str()),
            };
            let name = shown(&name);
            format!("{file}: the weight `{name}` has to be a finite number, but is {given}")
        })?;
        Ok((name, number))
    };
    table.into_iter().map(number).collect()
}

/// The number, if it is one, without the sign of a zero.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number + 0.0)
}

impl Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut settings = self.kind.settings();
        for (name, value) in &self.weights {
            // Without an exponent, which could hold a `+`.
            settings.insert(format!("{WEIGHT}{name}"), Value::from(value.to_string()));
        }
        let mut settings = options::to_text(&settings);
        if let Some(name) = self.kind.family().unnamed {
            settings = settings.replacen(&format!("{name}="), "", 1);
        }
        let colon = if settings.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{settings}", self.name())
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text.contains('+') {
            return Err(SpecError::Several(text.to_string()));
        }
        match text.split_once(':') {
            None => AgentSpec::from_parts(text, &[]),
            Some((name, settings)) => {
                AgentSpec::from_parts(name, &settings.split(',').collect::<Vec<_>>())
            }
        }
    }
}

/// Who plays for a side: one agent on all its seats, or an agent for each of them, in the order of
/// the seats, written with `+` between them. Of one kind or the other; never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    agents: Vec<AgentSpec>,
}

impl Entrant {
    /// The agent of the seat that comes `place`-th in its side, from 0.
    ///
    /// # Panics
    ///
    /// If the side has more seats than the entrant has agents, unless that is one.
    pub fn agent(&self, place: usize) -> &AgentSpec {
        match &self.agents[..] {
            [agent] => agent,
            agents => &agents[place],
        }
    }

    /// The agent, if it is a single one.
    pub fn alone(&self) -> Option<&AgentSpec> {
        match &self.agents[..] {
            [agent] => Some(agent),
            _ => None,
        }
    }

    /// Whether this entrant can play for each side of `game`.
    ///
    /// # Errors
    ///
    /// [`SpecError::Unsuitable`] where an agent cannot play the game, [`SpecError::Seats`] where there
    /// are several agents, but not one for each seat of a side.
    pub fn check<G: Evaluate>(&self, game: &G) -> Result<(), SpecError> {
        let seats = usize::from(game.players()) / game.sides();
        let agents = self.agents.len();
        if agents != 1 && agents != seats {
            let entrant = self.to_string();
            return Err(SpecError::Seats { entrant, agents, game: G::ID, seats });
        }
        self.agents.iter().try_for_each(|agent| agent.build(game).map(|_| ()))
    }
}

impl Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, agent) in self.agents.iter().enumerate() {
            write!(f, "{}{agent}", if place == 0 { "" } else { "+" })?;
        }
        Ok(())
    }
}

impl FromStr for Entrant {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let agents = text.split('+').map(str::parse).collect::<Result<_, SpecError>>();
        let agents = agents.map_err(|error| match text.contains('+') {
            true => SpecError::OfSeveral { entrant: shown(text), error: Box::new(error) },
            false => error,
        })?;
        Ok(Entrant { agents })
    }
}

/// The agents or entrants of a comma-separated list. Settings are separated by commas too: a part of
/// the form `name=value` belongs to the agent before it.
///
/// # Errors
///
/// The [`SpecError`] of the first wrong spec.
pub fn parse_list<T: FromStr<Err = SpecError>>(text: &str) -> Result<Vec<T>, SpecError> {
    let mut specs: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim) {
        let is_setting = part.contains('=') && !part.split('=').next().unwrap_or("").contains(':');
        match specs.last_mut() {
            Some(spec) if is_setting => {
                let last = spec.rsplit('+').next().unwrap_or(spec);
                spec.push(if last.contains(':') { ',' } else { ':' });
                spec.push_str(part);
            }
            _ => specs.push(part.to_string()),
        }
    }
    specs.iter().map(|spec| spec.parse()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> String {
        text.parse::<AgentSpec>().map_or_else(|error| error.to_string(), |spec| spec.to_string())
    }

    #[test]
    fn printing_names_every_setting_and_reads_back() {
        for text in ["random", "greedy", "minimax:depth=6", "minimax:nodes=5000"] {
            assert_eq!(parsed(text), text);
        }
        assert_eq!(parsed("minimax"), "minimax:depth=6");
        assert_eq!(parsed("mcts:exploration=1"), "mcts:iterations=1000,exploration=1");
        assert_eq!(parsed(&parsed("mcts")), parsed("mcts"));
        assert_eq!(parsed("mcts:hidden=isuct"), parsed("mcts"));
        assert_eq!(parsed("alphabeta"), "alphabeta:nodes=1000000");
        assert_eq!(parsed("level:7"), "level:7");
        assert_eq!(parsed("level:level=7"), "level:7");
        let pimc = "mcts:iterations=1000,exploration=0.5,hidden=pimc,determinizations=20";
        assert_eq!(parsed("mcts:hidden=pimc"), pimc);
        assert_eq!(parsed(pimc), pimc);
    }

    #[test]
    fn lists_keep_settings_with_their_agent() {
        let list = |text: &str| -> Vec<String> {
            let entrants = parse_list::<Entrant>(text).unwrap();
            entrants.iter().map(ToString::to_string).collect()
        };
        assert_eq!(list("random,random"), ["random", "random"]);
        assert_eq!(
            list("mcts:iterations=20,exploration=0.5, minimax:depth=2,greedy"),
            ["mcts:iterations=20,exploration=0.5", "minimax:depth=2", "greedy"]
        );
        assert_eq!(
            list("mcts:iterations=20,exploration=2+random+greedy,random+mcts,iterations=9"),
            [
                "mcts:iterations=20,exploration=2+random+greedy",
                "random+mcts:iterations=9,exploration=0.5"
            ]
        );
        for wrong in ["random,,greedy", "random+", "+", "random++greedy", "random+,greedy"] {
            assert!(parse_list::<Entrant>(wrong).is_err(), "{wrong}");
        }
        assert!(parse_list::<AgentSpec>("random+greedy").is_err());
    }

    #[test]
    fn errors_say_what_is_allowed() {
        assert_eq!(
            parsed("gredy"),
            "unknown agent `gredy`, did you mean `greedy`?; \
             the agents are random, greedy, flat, minimax, expectimax, mcts, alphabeta, level"
        );
        assert_eq!(
            parsed("mcts:iterations=0"),
            "agent `mcts`: option `iterations` cannot be `0`: \
             it takes a whole number from 1 to 1000000000"
        );
        assert_eq!(
            parsed("mcts:determinizations=5"),
            "agent `mcts`: determinizations needs hidden=pimc"
        );
        assert_eq!(
            parsed("mcts:iterations=9,hidden=pimc,determinizations=10"),
            "agent `mcts`: determinizations=10 needs as many iterations, not 9"
        );
        let of_two = "mcts:iterations=+5".parse::<Entrant>().unwrap_err().to_string();
        assert_eq!(
            of_two,
            "agent `mcts`: option `iterations` cannot be ``: it takes a whole number from 1 to \
             1000000000 (in `mcts:iterations=+5`, where `+` stands between the agents of a side)"
        );
        assert_eq!(
            parsed("mcts:weights.x=1"),
            "agent `mcts`: with these settings it does not look at positions: it has no weights"
        );
        let evaluating = "mcts:iterations=5,exploration=1,cutoff=4,weights.x=1";
        assert_eq!(parsed(evaluating), evaluating);
        assert_eq!(parsed("mcts:"), "agent `mcts`: `` is no option=value pair");
        for (level, error) in [
            ("level", "level needs a number from 1 to 12, as in level:7"),
            ("level:13", "option `level` cannot be `13`: it takes a whole number from 1 to 12"),
            ("level:", "option `level` cannot be ``: it takes a whole number from 1 to 12"),
            ("level:3,4", "option `level` is given twice"),
        ] {
            assert_eq!(parsed(level), format!("agent `level`: {error}"));
        }
        assert_eq!(
            parsed("random:depth=3"),
            "agent `random`: unknown option `depth`; the options are none"
        );
    }
}
