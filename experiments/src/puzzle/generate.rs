//! Making puzzles.

use super::difficulty::{Chance, Range, estimate};
use super::{Answer, PuzzleGame, Solution};
use crate::arena::seed::{aim_at_puzzle, aim_at_puzzle_playouts};
use ludarium_engine::Random;
use std::fmt::{self, Display};
use std::sync::atomic::{AtomicBool, Ordering};

/// What puzzles are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Generator<'a, R> {
    /// The rules.
    pub rules: R,
    /// How difficult they shall be.
    pub range: Range,
    /// How many positions are drawn for a puzzle at most.
    pub tries: u64,
    /// Playouts for a difficulty that cannot be worked out.
    pub playouts: u64,
    /// About how many positions a search for a solution looks at.
    pub nodes: u64,
    /// The master seed.
    pub seed: u64,
    /// Set to give up early.
    pub stop: &'a AtomicBool,
}

/// A puzzle that was made: a position, its solution, and its difficulty.
pub type Made<G> = (G, Answer<<G as ludarium_engine::Game>::Action>, Chance);

/// No puzzle such as was wanted came up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct NotFound {
    number: u64,
    range: Range,
    tries: u64,
    unknown: u64,
    stopped: bool,
    /// The difficulties of the solvable ones, in bits.
    seen: Vec<f64>,
}

impl Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotFound { number, range, tries, .. } = self;
        if self.stopped {
            return write!(f, "puzzle {number}: stopped");
        }
        match *range == Range::ALL {
            true => write!(f, "puzzle {number}: none among {tries} drawn; ")?,
            false => write!(f, "puzzle {number}: none of {range} among {tries} drawn; ")?,
        }
        let least = self.seen.iter().copied().reduce(f64::min);
        let most = self.seen.iter().copied().reduce(f64::max);
        match (self.seen.len(), least, most) {
            (solvable, Some(least), Some(most)) if most.is_finite() => {
                write!(f, "{solvable} can be solved, with {least:.1} to {most:.1} bits")?;
            }
            (solvable, Some(least), _) => {
                write!(f, "{solvable} can be solved, with {least:.1} bits or more")?;
            }
            _ => write!(f, "none can be solved")?,
        }
        if self.unknown > 0 {
            write!(f, ", of {} it is not known (--nodes looks further)", self.unknown)?;
        }
        write!(f, "; --tries draws more")
    }
}

impl<R> Generator<'_, R> {
    /// Makes puzzle `number`. It depends on what is wanted, the seed and the number, and on nothing
    /// else.
    ///
    /// # Errors
    ///
    /// [`NotFound`] where no position drawn was a puzzle of this difficulty.
    pub fn make<G: PuzzleGame<Rules = R>>(
        &self,
        number: u64,
        memory: &mut G::Memory,
    ) -> Result<Made<G>, NotFound> {
        let mut draws = Random::new(self.seed);
        let mut playouts = draws.clone();
        aim_at_puzzle(&mut draws, number);
        aim_at_puzzle_playouts(&mut playouts, number);
        let (range, tries) = (self.range, self.tries);
        let mut not_found =
            NotFound { number, range, tries, unknown: 0, stopped: false, seen: Vec::new() };
        for _ in 0..tries {
            if self.stop.load(Ordering::Relaxed) {
                not_found.stopped = true;
                break;
            }
            let Some(position) = G::draw_puzzle(&self.rules, &mut draws) else { continue };
            let answer = position.solve(memory, self.nodes);
            match answer.solution {
                Solution::Found { .. } => {}
                Solution::None => continue,
                Solution::Unknown => {
                    not_found.unknown += 1;
                    continue;
                }
            }
            let chance = match answer.figures {
                Some(figures) => Chance::Exact(figures.chance),
                None => estimate(&position, self.playouts, range, &mut playouts),
            };
            if range.holds(chance.bits()) {
                return Ok((position, answer, chance));
            }
            not_found.seen.push(chance.bits());
        }
        Err(not_found)
    }
}
