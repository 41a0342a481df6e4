//! Amidakuji-bashi, the ghost-leg bridge game, for two players, and its puzzle for one.
//!
//! # The rules in short
//!
//! The board has five or six columns of eleven nodes. In turn the players lay eight or nine bridges
//! each between nodes of neighbouring columns: level, or rising or falling by a row, or by two for the
//! long one; no two bridges end in one node or cross. Then each sets two tokens on end points of the
//! own side. A token runs along its column to the next bridge, crosses it, and runs on in the same
//! sense, as one does on the ghost leg (the ladder lottery); a move is three such steps, and every
//! active token moves once a round. A token that comes to a point where an enemy stands knocks it off,
//! back to a start point. Whoever holds both ends of an enemy bridge may push it off the board. Between
//! rounds each player may relocate two own bridges. Two tokens across win; of three variants with
//! coins, two can also be played for the coins.
//!
//! In the puzzle one player lays all bridges and walks from end to end, relocating two bridges between
//! walks; every end point but the first has a coin, and no point may be visited twice.
//!
//! Every rule can be varied, see [`Rules`]. Actions are `L:b3-c4` (lay), `G:c0` (name a gap or trap),
//! `S:c0` (set), `M:b4x` (move), `P:push`, `E:c0` (set a waiting token) and `R:b3-c4>b3-c5` (relocate);
//! see [`Action`].
//!
//! # Where things are
//!
//! [`Rules`] in `rules.rs`; which bridges lie where and what is free besides in `ladder.rs`; points,
//! places and actions in `moves.rs`; the position, its phases and walking in `state.rs`; scores and
//! ranks in `score.rs`; text in `notation.rs`; the picture for people in `diagram.rs`.
//!
//! # State
//!
//! A column of up to 16 nodes is a set of 16 bits, and eight columns are one register. The bridges of
//! each of the five slopes are a set of left nodes; whose they are and which have been relocated in
//! this part are two more such sets. So the free places of a slope come from a few shifts over the
//! whole board: nodes taken, right nodes taken, places that cross a bridge of another slope. A token is
//! a small number that sorts as positions list tokens. A random bridge to lay or to relocate is not
//! chosen from a list: places are drawn until one is free, which is as uniform, and several times
//! quicker than making the list.
//!
//! # Choices where the rules text leaves one
//!
//! - Scores and ranks before the end are those of breaking off: tokens across, or coins where they win.
//! - `max-rounds` ends the game with nobody across enough; only then is a game [`crate::Game::capped`].
//!   The puzzle has no cap.
//! - With `relocations=0` the puzzle walks back at once, and loses; with `puzzle-walk=free` the player
//!   chooses a point between the walks.
//! - The phases P and E of a position name the seat whose turn is being finished, which must have a
//!   token with `!`; a waiting one counts, as it has moved too.
//! - A position's round may be any up to `max-rounds`, also where so few moves would hardly lead there.

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
