//! `level`: opponents of even steps in strength, for people to play against.
//!
//! What the levels of a game are stands in a file of the folder `levels/`: lists of agents by number of
//! players, from the beginner to the strongest. Their budgets are depths and nodes, so that a level is the same
//! on every machine; below the depth of a good player they err as a softmax over searched values does
//! ([`crate::softmax`]).

use crate::agent::Agent;
use crate::evaluate::Evaluate;
use crate::spec::{AgentSpec, Family, SpecError};
use ludarium_engine::{OptionError, OptionInfo, Options, Values};
use serde::{Deserialize, Serialize};

/// Which level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// From 1, the beginner, to [`Settings::MOST`], the strongest. 0 where it was not given, which is
    /// refused.
    pub level: u32,
}

impl Settings {
    /// The strongest level.
    pub const MOST: u32 = 12;
}

impl Options for Settings {
    const TABLE: &'static [OptionInfo] = &[OptionInfo {
        name: "level",
        values: Values::Integer(1, Self::MOST as i64),
        meaning: "how strong, from the beginner to the strongest; written level:7",
    }];

    fn check_together(&self) -> Result<(), OptionError> {
        if self.level == 0 {
            let expected = format!("a number from 1 to {}, as in level:7", Self::MOST);
            return Err(OptionError::Conflict(format!("level needs {expected}")));
        }
        Ok(())
    }
}

impl Family for Settings {
    const NAME: &'static str = "level";
    const QUICK: &'static str = "level:5";
    const EVALUATES: bool = false;
    const MEANING: &'static str = "opponents of even steps in strength, in games that have levels";
    const UNNAMED: Option<&'static str> = Some("level");

    fn build<G: Evaluate>(&self, start: &G, _: G::Weights) -> Result<Box<dyn Agent<G>>, SpecError> {
        self.agent(start)?.build(start)
    }
}

impl Settings {
    /// The agent that the level stands for in a match that begins with `start`.
    ///
    /// # Errors
    ///
    /// [`SpecError::Unsuitable`] where the game has no levels.
    pub fn agent<G: Evaluate>(&self, start: &G) -> Result<AgentSpec, SpecError> {
        let none =
            SpecError::Unsuitable { agent: Self::NAME, game: G::ID, reason: "it has no levels" };
        let level = self.level as usize - 1;
        let agents = G::ladders()
            .iter()
            .filter(|ladder| ladder.players.contains(&start.players()))
            .map(|ladder| &ladder.agents[level]);
        agents.into_iter().find(|agent| agent.build(start).is_ok()).cloned().ok_or(none)
    }
}

/// A list of levels.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// For how many players.
    pub players: Vec<u8>,
    /// The agents, from level 1 on.
    pub agents: Vec<AgentSpec>,
}

impl Ladder {
    /// The ladders in a file of the folder `levels/`.
    ///
    /// # Panics
    ///
    /// If it is no list of ladders, which a test excludes for the files that come with the games.
    pub(crate) fn read(text: &str) -> Vec<Self> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[expect(dead_code, reason = "for readers of the file")]
            version: u32,
            ladder: Vec<Entry>,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Entry {
            players: Vec<u8>,
            agents: Vec<String>,
        }
        let file: File = toml::from_str(text).expect("a list of ladders");
        let ladder = |entry: Entry| Ladder {
            players: entry.players,
            agents: entry.agents.iter().map(|agent| agent.parse().expect("an agent")).collect(),
        };
        file.ladder.into_iter().map(ladder).collect()
    }
}
