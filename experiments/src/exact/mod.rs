//! Exact figures of games that can be solved: what simulations are held against.

pub mod hokusai_sugoroku;
pub mod o_an_quan;

use crate::registry::GameId;
use crate::stats::balance::Metric;
use anyhow::bail;
use ludarium_engine::options;
use serde_json::{Map, Value};

/// An exact figure that `balance` estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactFigure {
    /// What.
    pub metric: Metric,
    /// Whose, where it is one side's.
    pub side: Option<usize>,
    /// Its value.
    pub value: f64,
}

/// The exact figures of `game` under `rules` (those that differ from the defaults), whoever plays.
///
/// # Errors
///
/// If the game has no exact solver, or not for these rules or players.
pub fn figures(
    game: GameId,
    rules: &Map<String, Value>,
    players: u8,
) -> anyhow::Result<Vec<ExactFigure>> {
    match game {
        GameId::HokusaiSugoroku => {
            let rules = options::from_map(rules)?;
            Ok(hokusai_sugoroku::solve(&rules, players)?.figures())
        }
        GameId::OAnQuan | GameId::Carcassonne | GameId::UnsunKaruta | GameId::AmidakujiBridge => {
            bail!("{game} has no exact figures; {} has some", GameId::HokusaiSugoroku)
        }
    }
}

/// What is said of a game that has no exact solver.
pub fn no_solver(game: GameId) -> String {
    format!(
        "{game} has no exact solver; {} and {} have one",
        GameId::HokusaiSugoroku,
        GameId::OAnQuan
    )
}
