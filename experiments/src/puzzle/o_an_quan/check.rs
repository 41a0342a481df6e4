//! Checking a puzzle, and all that its line says.

use super::generate::start;
use super::{BestTwo, NoPuzzle, Puzzle, generate, solve};
use ludarium_engine::Game;
use ludarium_engine::event::apply_text;
use ludarium_engine::o_an_quan::OAnQuan;

/// What is wrong with a puzzle's line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The line is no puzzle of Ô Ăn Quan.
    #[error("not a puzzle: {0}")]
    Form(String),
    /// A move on the way to the position cannot be played.
    #[error("move {number} `{action}`: {problem}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// Its text.
        action: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The position is no puzzle.
    #[error("no puzzle: {0}")]
    NoPuzzle(#[from] NoPuzzle),
    /// Something is claimed that is not so.
    #[error("{what} is {is}, but the puzzle says {said}")]
    Claim {
        /// What.
        what: &'static str,
        /// What it is.
        is: String,
        /// What is said.
        said: String,
    },
}

/// Checks the puzzle in a line of JSON.
///
/// # Errors
///
/// As [`check`].
pub fn check_line(line: &str) -> Result<(), Wrong> {
    check(&Puzzle::read(line).map_err(|error| Wrong::Form(error.to_string()))?)
}

/// Plays the moves of a puzzle, solves the position, and compares all that is said; where there is a date,
/// makes its puzzle anew.
///
/// # Errors
///
/// The first thing that is [`Wrong`].
pub fn check(puzzle: &Puzzle) -> Result<(), Wrong> {
    for (what, is, said) in
        [("the game", OAnQuan::ID, &puzzle.game), ("the kind", Puzzle::KIND, &puzzle.kind)]
    {
        if said != is {
            return Err(Wrong::Form(format!("{what} is `{said}` instead of `{is}`")));
        }
    }
    let position = replay(&puzzle.moves)?;
    claim("the position", &position.to_string(), &puzzle.position)?;
    let BestTwo { action, value, second } = solve(&position, puzzle.depth)?;
    claim("the solution", &action.to_string(), &puzzle.solution)?;
    claim("the value", &value, &puzzle.value)?;
    claim("the second value", &second, &puzzle.second)?;
    if let Some(date) = puzzle.date {
        let moves = generate(date, puzzle.depth).moves;
        claim("the line of the date", &moves.join(" "), &puzzle.moves.join(" "))?;
    }
    Ok(())
}

/// Plays moves from the start.
fn replay(moves: &[String]) -> Result<OAnQuan, Wrong> {
    let mut position = start();
    for (number, text) in (1..).zip(moves) {
        apply_text(&mut position, text).map_err(|error| Wrong::Move {
            number,
            action: text.clone(),
            problem: error.to_string(),
        })?;
    }
    Ok(position)
}

fn claim<T: PartialEq + ToString>(what: &'static str, is: &T, said: &T) -> Result<(), Wrong> {
    match is == said {
        true => Ok(()),
        false => Err(Wrong::Claim { what, is: is.to_string(), said: said.to_string() }),
    }
}
