//! Hokusai's Kamakura-Enoshima-Oyama sugoroku, a race by dice alone, for 2 to 6 players.
//!
//! # The rules in short
//!
//! Tokens travel over the squares 1 to 52 and come home to the first again, which counts as 53. On
//! its own turn a seat throws one die and moves on by as many squares. Six squares are stays: who
//! comes to rest there skips the next own turn. Home must be reached by exact count; a surplus sends
//! the token back to a printed square. The first one home wins and ends the game. Nobody decides
//! anything, tokens do not act on one another, and the only advantage is to throw first.
//!
//! Every rule can be varied, see [`Rules`]. Events are `*1` to `*6` and `*skip`.
//!
//! # Where things are
//!
//! [`Rules`] in `rules.rs`; the position and its turns in `state.rs`; the die and the skip in
//! `chance.rs`; squares, stays and where a throw leads in `tables.rs`; text in `notation.rs`; the
//! picture for people in `diagram.rs`.
//!
//! # State
//!
//! A byte a seat for its square and the skip that it owes, the order of arrival, and the seat to act.
//! What an own turn makes of a token, skips and stays included, is one look into a table of the rules
//! in force ([`tables`]); neither the draw nor the look branches on whether there is a skip, which a
//! processor could not guess.
//!
//! # Choices where the rules text leaves one
//!
//! - Every event is chance, also a skip, which is forced: nobody acts, so no seat ever has an action.
//! - Before the end, scores are the squares reached and ranks are what they would be if the game were
//!   broken off: arrivals first, then the squares.
//! - Each seat has luck of its own ([`crate::Game::chance_seat`]): a throw comes from that seat's
//!   stream, and a skip takes none. So a rule that costs one seat a turn shifts nobody's dice, and
//!   variants compared on the same luck differ by the rule alone.

mod chance;
mod diagram;
mod notation;
mod rules;
mod state;
pub mod tables;

pub use chance::OwnTurn;
pub use rules::{GoalRule, Rules};
pub use state::HokusaiSugoroku;
