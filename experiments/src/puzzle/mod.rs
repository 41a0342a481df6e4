//! Puzzles: positions of a game for one player, from which there is a way to win.
//!
//! What a puzzle is, how its difficulty is measured, how one is made, written and checked is the same
//! for every game and stands here; what only a game knows is its [`PuzzleGame`]. Ô Ăn Quan, a game for two,
//! has puzzles of another kind, the best turn of a position: they stand by themselves in [`o_an_quan`].

pub mod amidakuji_bridge;
mod check;
mod difficulty;
mod figures;
mod generate;
mod line;
pub mod o_an_quan;

pub use check::{Checked, Wrong, check};
pub use difficulty::{Chance, Difficulty, Range, estimate};
pub use figures::Figures;
pub use generate::{Generator, Made, NotFound};
pub use line::{PuzzleLine, write_text};

use crate::registry::GameId;
use ludarium_engine::{Game, OptionError, Random};

/// A game with puzzles.
pub trait PuzzleGame: Game {
    /// What the length of a solution counts, in the plural. Actions that do not count are free.
    const LENGTH: &'static str;

    /// What is kept from one puzzle to the next to save time. Answers do not depend on it.
    type Memory: Default + Send;

    /// The rules of the puzzle, from pairs `option=value`.
    ///
    /// # Errors
    ///
    /// As [`ludarium_engine::options::from_pairs`], or if the pairs ask for a game that is no puzzle.
    fn puzzle_rules(pairs: &[String]) -> Result<Self::Rules, OptionError>;

    /// Whether the game under these rules is a puzzle.
    ///
    /// # Errors
    ///
    /// [`OptionError::Conflict`] if not.
    fn check_puzzle_rules(rules: &Self::Rules) -> Result<(), OptionError>;

    /// A random position such as puzzles are chosen from; `None` where what was drawn is none.
    fn draw_puzzle(rules: &Self::Rules, random: &mut Random) -> Option<Self>;

    /// Whether the game is over and won.
    fn is_won(&self) -> bool;

    /// What an action adds to the length of a solution.
    fn length_of(action: Self::Action) -> u32;

    /// Looks for a shortest solution, in at most about `nodes` positions where the puzzle is too large
    /// to be solved completely.
    fn solve(&self, memory: &mut Self::Memory, nodes: u64) -> Answer<Self::Action>;
}

/// What is known of a puzzle after an attempt to solve it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<A> {
    /// Whether there is a solution, and a short one.
    pub solution: Solution<A>,
    /// All about the puzzle, where it could be solved completely.
    pub figures: Option<Figures>,
}

/// Whether a puzzle has a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution<A> {
    /// It has.
    Found {
        /// Actions that win.
        actions: Vec<A>,
        /// Their length.
        length: u32,
        /// What is proved of all solutions: none is shorter. Equal to `length` where this one is
        /// proved to be a shortest.
        least: u32,
    },
    /// It is proved that it has none.
    None,
    /// The nodes did not suffice.
    Unknown,
}

/// What is said of a game that has no puzzles.
pub fn no_puzzles(game: GameId) -> String {
    format!("{game} has no puzzles; {} and {} have some", GameId::OAnQuan, GameId::AmidakujiBridge)
}
