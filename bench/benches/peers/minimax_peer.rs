//! Kalah for the crate `minimax`.
//!
//! Its searches negate values from ply to ply, so after a sowing that gives another turn the other side
//! has to pass. Alpha-beta must not count that as a ply. It can be told to look a ply further wherever
//! there is a single move, which makes passes free; and as a real single move must not be free, it is
//! listed twice then, the second being answered by the table. A pass must not be found in the table,
//! since what was stored there for it is a ply shallower than it says.

use crate::mcts_peer;
use ludarium_bench::houses::House;
use ludarium_bench::kalah::Kalah;
use minimax::{
    Evaluation, Game, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch,
    RolloutPolicy, Strategy, Winner,
};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy)]
pub(crate) struct Position {
    game: Kalah,
    /// Whose ply it is: not the mover's if it is a pass.
    side: u8,
}

impl Position {
    const START: Position = Position { game: Kalah::START, side: 0 };

    fn is_pass(&self) -> bool {
        self.side != self.game.mover()
    }
}

/// The rules; `TWICE` if a single move is to be listed twice.
pub(crate) struct Plies<const TWICE: bool>;

const PASS: u8 = 8;
/// Added to a single move to list it again.
const AGAIN: u8 = 16;

impl<const TWICE: bool> Game for Plies<TWICE> {
    type S = Position;
    type M = u8;

    fn generate_moves(position: &Position, moves: &mut Vec<u8>) -> Option<Winner> {
        if position.game.is_over() {
            return Self::get_winner(position);
        }
        if position.is_pass() {
            moves.push(PASS);
            return None;
        }
        moves.extend(position.game.choices().map(|house| house.0));
        if TWICE && moves.len() == 1 {
            moves.push(moves[0] | AGAIN);
        }
        None
    }

    fn apply(position: &mut Position, house: u8) -> Option<Position> {
        let mut next = Position { side: 1 - position.side, ..*position };
        if house != PASS {
            next.game.sow(House(house & !AGAIN));
        }
        Some(next)
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        if !position.game.is_over() {
            return None;
        }
        // Of the first player, as always at the end.
        let lead = position.game.lead();
        Some(match if position.side == 0 { lead } else { -lead } {
            0 => Winner::Draw,
            1.. => Winner::PlayerToMove,
            _ => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(position: &Position) -> u64 {
        if position.is_pass() {
            return never_found();
        }
        let [own, other] = position.game.words();
        let product =
            u128::from(own ^ 0x9E37_79B9_7F4A_7C15) * u128::from(other ^ 0xD1B5_4A32_D192_ED03);
        (product >> 64) as u64 ^ product as u64
    }

    fn null_move(_: &Position) -> Option<u8> {
        Some(PASS)
    }

    fn table_index(house: u8) -> u16 {
        (house & !AGAIN).into()
    }

    fn max_table_index() -> u16 {
        PASS.into()
    }
}

thread_local! {
    static PASSES: Cell<u32> = const { Cell::new(0) };
}

/// A hash that is another one each time, and always of the table's first entry.
fn never_found() -> u64 {
    PASSES.set(PASSES.get().wrapping_add(1));
    u64::from(PASSES.get()) << 32
}

pub(crate) struct Lead;

impl minimax::Evaluator for Lead {
    type G = Plies<true>;

    fn evaluate(&self, position: &Position) -> Evaluation {
        let lead = position.game.lead() as Evaluation;
        if position.is_pass() { -lead } else { lead }
    }
}

/// Alpha-beta from the start.
pub(crate) fn alpha_beta(depth: u8) -> IterativeSearch<Lead> {
    let mut searcher = IterativeSearch::new(Lead, options());
    searcher.set_max_depth(depth);
    searcher.choose_move(&Position::START);
    searcher
}

/// The fastest of its options for this search; larger tables are slower.
fn options() -> IterativeOptions {
    IterativeOptions::new()
        .with_singular_extension()
        .with_mtdf()
        .with_double_step_increment()
        .with_countermove_history()
}

/// What the crate's formula comes to for payoffs from 0 to 1 and a natural logarithm; it cannot be set.
pub(crate) fn exploration() -> f64 {
    (2.0 / std::f64::consts::LN_2).sqrt()
}

struct Playouts;

static PLAYOUTS: AtomicU64 = AtomicU64::new(0);

impl RolloutPolicy for Playouts {
    type G = Plies<false>;

    fn random_move(
        &self,
        _: &mut Position,
        _: &mut Vec<u8>,
        _: &mut SmallRng,
    ) -> Result<u8, Winner> {
        unreachable!("whole playouts are made instead")
    }

    fn rollout(&self, _: &MCTSOptions, position: &Position) -> i32 {
        // For the side that has just moved; proven results are the extremes.
        if let Some(winner) = Self::G::get_winner(position) {
            return match winner {
                Winner::PlayerJustMoved => i32::MAX,
                Winner::PlayerToMove => -i32::MAX,
                Winner::Draw => 0,
            };
        }
        let mut random = SmallRng::seed_from_u64(PLAYOUTS.fetch_add(1, Ordering::Relaxed));
        let payoff = i32::from(mcts_peer::playout(position.game, &mut random)) - 1;
        if position.side == 0 { -payoff } else { payoff }
    }
}

/// The best move by a Monte-Carlo tree search from the start.
pub(crate) fn monte_carlo(iterations: u32) -> House {
    let options = MCTSOptions::default().with_num_threads(1);
    let mut searcher = MonteCarloTreeSearch::new_with_policy(options, Box::new(Playouts));
    searcher.set_max_rollouts(iterations);
    House(searcher.choose_move(&Position::START).expect("the start has moves"))
}
