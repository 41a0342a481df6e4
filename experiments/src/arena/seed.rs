//! Who draws from which stream of the generator.
//!
//! A stream is named by a unit and a role (see [`Random::set_stream`]). Luck belongs to the *group*:
//! all matches of a group, whoever sits where, meet the same openings, dice, tiles and deals; the
//! dice that one seat throws come from a stream of that seat, and openings from one of their own, so
//! that a rule that changes what there is to choose from shifts no draw. Each agent has a stream of
//! its own in each match. So no agent can shift another's luck or the game's.

use ludarium_engine::{MAX_SEATS, Random, Seat};

/// The role of luck that all share: chance events.
const LUCK: u8 = 0;
/// The role of the agent on seat 0; the others follow.
const FIRST_SEAT: u8 = 1;
/// The role of the luck of seat 0 (see [`ludarium_engine::Game::chance_seat`]); the others follow.
const FIRST_SEAT_LUCK: u8 = FIRST_SEAT + MAX_SEATS as u8;
/// The role of the plies before the agents play.
const OPENING: u8 = FIRST_SEAT_LUCK + MAX_SEATS as u8;

/// The role of the positions from which a puzzle is chosen; the unit is the puzzle's number.
const PUZZLE: u8 = OPENING + 1;
/// The role of the playouts that estimate how difficult a puzzle is.
const PUZZLE_PLAYOUTS: u8 = PUZZLE + 1;

/// Aims `random` at the luck of a group.
pub fn aim_at_luck(random: &mut Random, group: u64) {
    random.set_stream(group, LUCK);
}

/// Aims `random` at the opening plies of a group.
pub fn aim_at_opening(random: &mut Random, group: u64) {
    random.set_stream(group, OPENING);
}

/// Aims `random` at the luck of a group that belongs to one seat.
pub fn aim_at_luck_of_seat(random: &mut Random, group: u64, seat: Seat) {
    random.set_stream(group, FIRST_SEAT_LUCK + seat.0);
}

/// Aims `random` at the stream of a seat in a match.
pub fn aim_at_seat(random: &mut Random, match_number: u64, seat: Seat) {
    random.set_stream(match_number, FIRST_SEAT + seat.0);
}

/// Aims `random` at the positions from which a puzzle is chosen.
pub fn aim_at_puzzle(random: &mut Random, puzzle: u64) {
    random.set_stream(puzzle, PUZZLE);
}

/// Aims `random` at the playouts that estimate how difficult a puzzle is.
pub fn aim_at_puzzle_playouts(random: &mut Random, puzzle: u64) {
    random.set_stream(puzzle, PUZZLE_PLAYOUTS);
}
