//! `alphabeta`: Ô Ăn Quan for two, as well as it can be played.
//!
//! [`Search`] sees the board in 16 bytes ([`Duel`]). `evaluation.rs` has the opinion about boards at its
//! horizon, `table.rs` the transposition table.

mod evaluation;
mod search;
mod table;

pub use evaluation::{POINT, evaluate};
pub use search::{Found, Horizon, Limits, Search, Valued};

use crate::agent::{Agent, AgentError, Report};
use crate::evaluate::Evaluate;
use crate::softmax::{SLACK, TEMPERATURE, softmax};
use crate::spec::{Family, SpecError};
use ludarium_engine::o_an_quan::{Action, Duel, OAnQuan};
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Random, Turn, Values};
use serde::{Deserialize, Serialize};

/// How far to search, and how to choose. Without a limit of the search the nodes are
/// [`Settings::DEFAULT_NODES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Greatest number of boards looked at for one decision, the first ply being free.
    pub nodes: Option<u64>,
    /// The temperature of a [`softmax`] over the values of actions, in points; `None` for the best action.
    pub temperature: Option<f64>,
}

impl Settings {
    /// Nodes of a plain `alphabeta`.
    pub const DEFAULT_NODES: u64 = 1_000_000;
}

impl Options for Settings {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "depth",
            values: Values::Integer(1, Search::MOST_PLIES as i64),
            meaning: "greatest depth in plies",
        },
        OptionInfo {
            name: "nodes",
            values: Values::Integer(1, 1_000_000_000_000),
            meaning: "greatest number of boards looked at for one decision (1000000 where depth is not \
                      given either)",
        },
        TEMPERATURE,
    ];

    fn completed(self) -> Self {
        let given = self.depth.is_some() || self.nodes.is_some();
        if given { self } else { Settings { nodes: Some(Self::DEFAULT_NODES), ..self } }
    }
}

impl Family for Settings {
    const NAME: &'static str = "alphabeta";
    const QUICK: &'static str = "alphabeta:nodes=2000";
    const EVALUATES: bool = false;
    const MEANING: &'static str =
        "the strongest search, for Ô Ăn Quan with two players and direction=turn";

    fn build<G: Evaluate>(&self, start: &G, _: G::Weights) -> Result<Box<dyn Agent<G>>, SpecError> {
        start.alphabeta(self).ok_or(SpecError::Unsuitable {
            agent: Self::NAME,
            game: G::ID,
            reason: "it plays o-an-quan alone, with two players and direction=turn",
        })
    }
}

/// The agent `alphabeta`.
pub(crate) struct Player {
    search: Search,
    limits: Limits,
    temperature: Option<f64>,
    report: Report,
}

impl Player {
    /// An agent for a match that begins with `start`; `None` for games that have no [`Duel`].
    pub(crate) fn new(start: &OAnQuan, settings: &Settings) -> Option<Self> {
        let settings = settings.completed();
        let limits = Limits {
            depth: settings.depth.unwrap_or(Search::MOST_PLIES as u32),
            nodes: settings.nodes.unwrap_or(u64::MAX),
        };
        Some(Player {
            search: Search::new(start, Horizon::Evaluated, Search::PLAYERS_TABLE)?,
            limits,
            temperature: settings.temperature,
            report: Report::default(),
        })
    }
}

impl Agent<OAnQuan> for Player {
    fn choose(
        &mut self,
        view: &OAnQuan,
        _: &[Action],
        random: &mut Random,
    ) -> Result<Action, AgentError> {
        let too_full =
            || AgentError(format!("alphabeta searches boards of up to {} dân", Duel::MOST_DAN));
        let Turn::Player(seat) = view.turn() else { return Err(too_full()) };
        let slack =
            self.temperature.map_or(0.0, |temperature| SLACK * temperature * f64::from(POINT));
        let found = self.search.find(view, self.limits, slack as i32).ok_or_else(too_full)?;
        let points = |value: i32| f64::from(value) / f64::from(POINT);
        let place = self.temperature.map_or(0, |temperature| {
            let values: Vec<f64> = found.turns.iter().map(|valued| points(valued.value)).collect();
            softmax(&values, temperature, random)
        });
        let scores = view.scores();
        let side = view.side(seat);
        let margin = f64::from(scores[side] - scores[1 - side]) + points(found.turns[place].value);
        self.report = Report {
            nodes: found.nodes,
            depth: found.depth,
            values: Some(PerSide::from_fn(2, |of| {
                if of == side { margin as f32 } else { -margin as f32 }
            })),
        };
        Ok(Duel::action(found.turns[place].turn, seat.0))
    }

    fn report(&self) -> Report {
        self.report.clone()
    }
}
