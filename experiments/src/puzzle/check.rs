//! Checking a solution, and what else is claimed of a puzzle.

use super::difficulty::Method;
use super::{PuzzleGame, PuzzleLine, Solution};
use ludarium_engine::Turn;
use ludarium_engine::event::Event;

/// How far a chance that was worked out may be from one that is read, relative to it.
const ROUNDING: f64 = 1e-9;

/// What is wrong with a puzzle's line.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// The puzzle cannot be read.
    #[error("{0:#}")]
    Puzzle(anyhow::Error),
    /// There is nothing to check.
    #[error("there is no solution, and it is not claimed that there is none")]
    NoSolution,
    /// An action cannot be played.
    #[error("action {number} `{action}`: {problem}")]
    Action {
        /// Its number, from 1.
        number: usize,
        /// Its text.
        action: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The actions do not win.
    #[error("after {actions} actions the puzzle is {state}: `{position}`")]
    NotWon {
        /// How many actions there are.
        actions: usize,
        /// What it is instead.
        state: &'static str,
        /// The position.
        position: String,
    },
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

/// How much of what a line claims was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// All of it, apart from estimates.
    All,
    /// Some claims would have to be worked out, or could not be.
    InPart,
}

/// Replays the solution of a puzzle and checks what is claimed of it. With `thorough`, a memory and a
/// number of nodes, it is solved anew and all that can be worked out is compared.
///
/// # Errors
///
/// The first thing that is [`Wrong`].
pub fn check<G: PuzzleGame>(
    line: &PuzzleLine,
    thorough: Option<(&mut G::Memory, u64)>,
) -> Result<Checked, Wrong> {
    let position: G = line.position().map_err(Wrong::Puzzle)?;
    match &line.solution {
        Some(solution) => {
            let length = replay(&position, solution)?;
            claim("the length", &length, line.length.as_ref())?;
            claim("whether it can be solved", &true, line.solvable.as_ref())?;
            if let Some(least) = line.least.filter(|&least| least > length) {
                return Err(wrong("the least length", &format!("{length} at most"), &least));
            }
        }
        None if line.solvable == Some(false) => {}
        None => return Err(Wrong::NoSolution),
    }
    check_difficulty(line)?;
    let exact_chance = line.difficulty.as_ref().filter(|said| said.method == Method::Exact);
    // One for each claim that only solving the puzzle can confirm.
    let mut open = usize::from(line.solution.is_none())
        + usize::from(line.least.is_some())
        + usize::from(line.lines.is_some())
        + usize::from(exact_chance.is_some());
    let Some((memory, nodes)) = thorough.filter(|_| open > 0) else {
        return Ok(if open == 0 { Checked::All } else { Checked::InPart });
    };
    let answer = position.solve(memory, nodes);
    match answer.solution {
        Solution::Found { length, least, .. } => {
            claim("whether it can be solved", &true, line.solvable.as_ref())?;
            if let Some(said) = line.least {
                if said > length {
                    return Err(wrong("the least length", &format!("{length} at most"), &said));
                }
                open -= usize::from(said <= least);
            }
        }
        Solution::None => open -= usize::from(line.solution.is_none()),
        Solution::Unknown => {}
    }
    if let Some(figures) = answer.figures {
        claim("the number of winning lines", &figures.lines_text(), line.lines.as_ref())?;
        open -= usize::from(line.lines.is_some());
        if let Some(said) = exact_chance {
            if (said.chance - figures.chance).abs() > ROUNDING * figures.chance {
                return Err(wrong("the chance", &figures.chance, &said.chance));
            }
            open -= 1;
        }
    }
    Ok(if open == 0 { Checked::All } else { Checked::InPart })
}

fn wrong(what: &'static str, is: &impl ToString, said: &impl ToString) -> Wrong {
    Wrong::Claim { what, is: is.to_string(), said: said.to_string() }
}

fn claim<T: PartialEq + ToString>(
    what: &'static str,
    is: &T,
    said: Option<&T>,
) -> Result<(), Wrong> {
    match said {
        Some(said) if said != is => Err(wrong(what, is, said)),
        _ => Ok(()),
    }
}

/// Plays the actions and returns their length.
fn replay<G: PuzzleGame>(position: &G, solution: &[String]) -> Result<u32, Wrong> {
    let (mut game, mut length) = (position.clone(), 0);
    for (number, text) in (1..).zip(solution) {
        let at = |problem: String| Wrong::Action { number, action: text.clone(), problem };
        let event = Event::<G>::parse(text).map_err(|error| at(error.to_string()))?;
        event.apply_to(&mut game).map_err(|error| at(error.to_string()))?;
        if let Event::Action(action) = event {
            length += G::length_of(action);
        }
    }
    if game.is_won() {
        return Ok(length);
    }
    let state = if game.turn() == Turn::Over { "lost" } else { "not over" };
    Err(Wrong::NotWon { actions: solution.len(), state, position: game.to_string() })
}

/// Whether two numbers differ by more than rounding, or one is none.
fn differ(one: f64, other: f64) -> bool {
    let distance = (one - other).abs();
    distance.is_nan() || distance > ROUNDING
}

/// Checks that the parts of a difficulty go together.
fn check_difficulty(line: &PuzzleLine) -> Result<(), Wrong> {
    let Some(said) = &line.difficulty else { return Ok(()) };
    if let (Some(wins), Some(playouts)) = (said.wins, said.playouts) {
        let chance = wins as f64 / playouts as f64;
        if differ(chance, said.chance) {
            return Err(wrong("the chance", &chance, &said.chance));
        }
    }
    if !(0.0..=1.0).contains(&said.chance) {
        return Err(wrong("the chance", &"from 0 to 1", &said.chance));
    }
    let wins = line.solution.is_some();
    if said.method == Method::Exact && wins != (said.chance > 0.0) {
        let is = if wins { "above 0" } else { "0" };
        return Err(wrong("the chance", &is, &said.chance));
    }
    let bits = 0.0 - libm::log2(said.chance);
    match said.bits {
        Some(bits_said) if differ(bits_said, bits) => {
            Err(wrong("the difficulty in bits", &bits, &bits_said))
        }
        _ => Ok(()),
    }
}
