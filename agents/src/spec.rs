//! Agents as text: `mcts:iterations=2000,exploration=0.7`, and the one list of them.

use crate::agent::Agent;
use crate::evaluate::Evaluate;
use ludarium_engine::options;
use ludarium_engine::{OptionError, OptionInfo, Options};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A kind of agent, described by its settings.
pub trait Family: Options {
    /// The name before the colon.
    const NAME: &'static str;
    /// What it does, in one sentence without the full stop.
    const MEANING: &'static str;

    /// A spec with a budget small enough for any game, for signatures of behaviour.
    const QUICK: &'static str;

    /// A new agent for one seat of one match.
    ///
    /// # Errors
    ///
    /// [`SpecError::Unsuitable`] where it cannot play the game `G`.
    fn build<G: Evaluate>(&self) -> Result<Box<dyn Agent<G>>, SpecError>;
}

/// Why a text is no agent, or why the agent cannot play a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No agent has this name.
    #[error("unknown agent `{given}`{}; the agents are {}",
        options::hint(nearest),
        AgentSpec::families().map(|family| family.name).join(", "))]
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
}

macro_rules! agents {
    ($($variant:ident: $settings:ty),* $(,)?) => {
        /// An agent with all its settings. Printing and parsing are inverse; what is printed names
        /// every setting, so that it means the same when a default changes.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AgentSpec {
            $(
                #[doc = concat!("The agent of [`", stringify!($settings), "`].")]
                $variant($settings),
            )*
        }

        impl AgentSpec {
            /// All kinds of agents, in the order of listing.
            pub fn families() -> [FamilyInfo; [$(stringify!($variant)),*].len()] {
                [$(FamilyInfo {
                    name: <$settings>::NAME,
                    meaning: <$settings>::MEANING,
                    quick: <$settings>::QUICK,
                    settings: <$settings>::TABLE,
                }),*]
            }

            /// The name before the colon.
            pub fn name(&self) -> &'static str {
                match self {
                    $(AgentSpec::$variant(_) => <$settings>::NAME,)*
                }
            }

            /// A new agent for one seat of one match.
            ///
            /// # Errors
            ///
            /// [`SpecError::Unsuitable`] where it cannot play the game `G`.
            pub fn build<G: Evaluate>(&self) -> Result<Box<dyn Agent<G>>, SpecError> {
                match self {
                    $(AgentSpec::$variant(settings) => settings.build(),)*
                }
            }

            fn settings_text(&self) -> String {
                match self {
                    $(AgentSpec::$variant(settings) => {
                        options::to_text(&options::to_map(settings))
                    })*
                }
            }

            fn from_parts(name: &str, pairs: &[&str]) -> Result<Self, SpecError> {
                $(
                    if name == <$settings>::NAME {
                        let settings = options::from_pairs::<$settings>(pairs.iter().copied())
                            .map_err(|error| SpecError::Setting { agent: <$settings>::NAME, error })?;
                        return Ok(AgentSpec::$variant(settings));
                    }
                )*
                let names = AgentSpec::families().map(|family| family.name);
                Err(SpecError::Unknown {
                    given: name.to_string(),
                    nearest: options::nearest(name, names),
                })
            }
        }
    };
}

// The list: a new agent is a module of this crate and a line here.
agents! {
    Random: crate::random::Settings,
    Greedy: crate::greedy::Settings,
    Minimax: crate::minimax::Settings,
    Mcts: crate::mcts::Settings,
}

impl Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings_text();
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
        self.agents.iter().try_for_each(|agent| agent.build::<G>().map(|_| ()))
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
        let agents = text.split('+').map(str::parse).collect::<Result<_, _>>()?;
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
             the agents are random, greedy, minimax, mcts"
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
        assert_eq!(parsed("mcts:"), "agent `mcts`: `` is no option=value pair");
        assert_eq!(
            parsed("random:depth=3"),
            "agent `random`: unknown option `depth`; the options are none"
        );
    }
}
