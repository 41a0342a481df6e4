//! Puzzles of Ô Ăn Quan for two players: positions with one turn that is best by far, and not the greedy
//! one. Every day has its own.
//!
//! # Definitions
//!
//! The **margin** of a player is its points less the other's, dân and quans in the stores. A position's
//! **guaranteed margin** at depth k is the margin of the player to move after k more turns, or at the end
//! of the game if that comes first, when this player makes it as large and the other as small as possible.
//! The **value** of an action at depth k is the guaranteed margin that it leaves at depth k - 1. These are
//! exact integers; nothing is estimated.
//!
//! A position that is not over is a **puzzle** of depth k if it has at least [`LEAST_ACTIONS`] actions, one
//! of them, the solution, is worth at least [`LEAST_LEAD`] points more than every other, and another gains
//! more points at once than the solution. So whoever looks one turn ahead gets it wrong.
//!
//! The format of a [`Puzzle`] as JSON, and how a date makes one ([`generate`](fn@generate)), are shared with
//! other programs: they are part of the rules text.

mod check;
mod date;
mod generate;
mod record;
mod search;

pub use check::{Wrong, check, check_line};
pub use date::{Date, DateError};
pub use generate::{Line, generate, lines};
pub use record::Puzzle;
pub use search::{BestTwo, best_two};

use ludarium_engine::o_an_quan::{Action, OAnQuan};
use ludarium_engine::{Game, Turn};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

/// The fewest actions that a puzzle lets choose from.
pub const LEAST_ACTIONS: usize = 4;

/// How much more than any other action the solution is worth at least, in points.
pub const LEAST_LEAD: i32 = 5;

/// How many turns ahead a puzzle looks: an odd number from 3 to 9, so that its solver has the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Depth(u32);

/// A number is no depth of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a depth is an odd number from 3 to 9")]
pub struct NoDepth;

impl Depth {
    /// The depth of daily puzzles: solver, opponent, solver.
    pub const DAILY: Depth = Depth(3);

    /// The number of turns.
    pub fn turns(self) -> u32 {
        self.0
    }
}

impl TryFrom<u32> for Depth {
    type Error = NoDepth;

    fn try_from(turns: u32) -> Result<Self, NoDepth> {
        let is_depth = (3..=9).contains(&turns) && turns % 2 == 1;
        is_depth.then_some(Depth(turns)).ok_or(NoDepth)
    }
}

impl From<Depth> for u32 {
    fn from(depth: Depth) -> Self {
        depth.0
    }
}

impl Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl FromStr for Depth {
    type Err = NoDepth;

    fn from_str(text: &str) -> Result<Self, NoDepth> {
        text.parse::<u32>().map_err(|_| NoDepth)?.try_into()
    }
}

/// Why a position is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPuzzle {
    /// There is nothing to play.
    #[error("the game is over")]
    Over,
    /// There is little to choose from.
    #[error("{0} actions are legal, and a puzzle has at least {LEAST_ACTIONS}")]
    FewActions(usize),
    /// The best action is hardly better than another, or no better.
    #[error(
        "the best action {action} is worth {value}, another {second}: a solution leads by at least \
         {LEAST_LEAD}"
    )]
    NoLead {
        /// A best action.
        action: Action,
        /// Its value.
        value: i32,
        /// The greatest value of the others.
        second: i32,
    },
    /// The best action also gains the most.
    #[error(
        "the best action {action} is greedy: no other gains more than its {gain} points at once"
    )]
    Greedy {
        /// The best action.
        action: Action,
        /// The points that it gains at once.
        gain: i32,
    },
}

/// Solves a position of two players.
///
/// # Errors
///
/// The first reason for which it is [no puzzle](NoPuzzle) of this depth.
pub fn solve(position: &OAnQuan, depth: Depth) -> Result<BestTwo, NoPuzzle> {
    if position.turn() == Turn::Over {
        return Err(NoPuzzle::Over);
    }
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    if actions.len() < LEAST_ACTIONS {
        return Err(NoPuzzle::FewActions(actions.len()));
    }
    let best = best_two(position, depth.turns());
    let BestTwo { action, value, second } = best;
    if value - second < LEAST_LEAD {
        return Err(NoPuzzle::NoLead { action, value, second });
    }
    let own = gain(position, action);
    if actions.iter().all(|&other| gain(position, other) <= own) {
        return Err(NoPuzzle::Greedy { action, gain: own });
    }
    Ok(best)
}

/// The margin of a player in a game for two.
fn margin(position: &OAnQuan, player: usize) -> i32 {
    let points = position.scores();
    points[player] - points[1 - player]
}

/// The points that an action gains at once for the player to move.
///
/// Precondition: it is legal.
fn gain(position: &OAnQuan, action: Action) -> i32 {
    let Turn::Player(mover) = position.turn() else { unreachable!("{position} is over") };
    let mut next = *position;
    next.apply(action);
    next.scores()[mover.index()] - position.scores()[mover.index()]
}
