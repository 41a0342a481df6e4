//! The Amidakuji bridge game.

mod diagram;
mod ladder;
mod moves;
mod notation;
mod rules;
mod score;
mod state;

pub use moves::{Action, Next, Place, Point};
pub use rules::{CoinGoal, Coins, MayMust, Mode, Push, PuzzleWalk, RoundStart, Rules, StartOrder};
pub use state::{AmidakujiBridge, Phase};
