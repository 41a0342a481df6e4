//! Ô Ăn Quan, the Vietnamese mancala, for 2 to 4 players.
//!
//! # The rules in short
//!
//! Each player has five dân cells and a quan cell in a ring; a dân cell starts with 5 dân, a quan
//! cell with its quan. On a turn the player lifts an own dân cell and sows it one by one in a
//! chosen direction. If the next cell is a dân cell that is not empty, it is lifted too (a relay);
//! if it is a quan cell that is not empty, the turn ends; if it is empty, the cell behind it is
//! captured, and so on over further single empty cells. A quan can only be captured together with
//! at least 5 dân. A player without dân on the own side at the beginning of a turn refills it from
//! the store, on credit if need be. The game ends when all quans are captured.
//!
//! Every rule can be varied, see [`Rules`]. Actions are `A3+`: a cell and a direction.
//!
//! # Where things are
//!
//! [`Rules`] in `rules.rs`; the position and its turns in `state.rs`; actions in `moves.rs`; the
//! end, settling and scores in `score.rs`; text in `notation.rs`; the picture for people in
//! `diagram.rs`; ring geometry in `tables.rs`. The board of two players once more, in 16 bytes for searches
//! and tables that need it ([`Duel`]), in `duel.rs`; a change of a rule concerns both, and
//! `engine/tests/o_an_quan/duel.rs` holds them against each other.
//!
//! # State
//!
//! Cells are numbered clockwise, `6 * player + k` with the quan cell at k = 0, for at most 24 cells
//! of 16 bits. Quans are bits at their cells. A whole lap of sowing is one addition over all cells
//! at once: every cell whose distance from the lifted one is within the number of dân gets one (see
//! `tables.rs`). 16 bits are enough for a cell: play under the widest options puts at most 10 200 dân
//! on the board, and the parser refuses positions from which a cell could overflow.
//!
//! # Choices where the rules text leaves one
//!
//! - Scores before the end are the points in the stores; dân on the sides count at settling only.
//! - A position that only a reader can produce may hold any amount of dân that conservation allows,
//!   up to 65 535 on the board and a thousand million in a store (five more for each turn to come
//!   being counted in, so that every position that follows can be read too). No game comes near it.
//! - [`crate::Game::capped`] tells a cap from the proper end by the position alone. In one corner
//!   the position cannot tell: with `end=cells` and `quan-cell-dan=owner`, a game stopped by
//!   `turn-limit` right after a capture, all quans being gone, looks like one that ended by itself,
//!   and is called so.

mod diagram;
mod duel;
mod moves;
mod notation;
mod rules;
mod score;
mod state;
mod tables;

pub use duel::{Duel, DuelMove, DuelRules, Played};
pub use moves::{Action, Direction};
pub use rules::{DirectionChoice, End, QuanCellDan, QuanlessCells, Rules};
pub use state::OAnQuan;
