//! Kalah for the crate `minimax`.
//!
//! Its searches negate values from ply to ply, so after a sowing that gives another turn the other side
//! has to pass. Alpha-beta must not count that as a ply. It can be told to look a ply further wherever
//! there is a single move, which makes passes free; and as a real single move must not be free, it is
//! listed twice then, the second being answered by the table. A pass must not be found in the table,
//! since what was stored there for it is a ply shallower than it says.

use crate::rules::Rules;
use ludarium_bench::houses::House;
use minimax::{
    Evaluation, Game, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch,
    RolloutPolicy, Strategy, Winner,
};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy)]
pub(crate) struct Position<R> {
    game: R,
    /// Whose ply it is: not the mover's if it is a pass.
    side: u8,
}

impl<R: Rules> Position<R> {
    const START: Self = Position { game: R::START, side: 0 };

    fn is_pass(&self) -> bool {
        self.side != self.game.mover()
    }

    /// Seeds in the store of the side whose ply it is less those in the other's.
    fn lead(&self) -> i32 {
        if self.is_pass() { -self.game.lead() } else { self.game.lead() }
    }
}

/// The rules; `TWICE` if a single move is to be listed twice.
pub(crate) struct Plies<R, const TWICE: bool>(PhantomData<R>);

const PASS: u8 = 8;
/// Added to a single move to list it again.
const AGAIN: u8 = 16;

impl<R: Rules, const TWICE: bool> Game for Plies<R, TWICE> {
    type S = Position<R>;
    type M = u8;

    fn generate_moves(position: &Position<R>, moves: &mut Vec<u8>) -> Option<Winner> {
        if position.game.is_over() {
            return Self::get_winner(position);
        }
        if position.is_pass() {
            moves.push(PASS);
            return None;
        }
        moves.extend(position.game.moves().map(|house| house.0));
        if TWICE && moves.len() == 1 {
            moves.push(moves[0] | AGAIN);
        }
        None
    }

    fn apply(position: &mut Position<R>, house: u8) -> Option<Position<R>> {
        let mut next = Position { side: 1 - position.side, ..*position };
        if house != PASS {
            next.game.sow(House(house & !AGAIN));
        }
        Some(next)
    }

    fn get_winner(position: &Position<R>) -> Option<Winner> {
        if !position.game.is_over() {
            return None;
        }
        Some(match position.lead() {
            0 => Winner::Draw,
            1.. => Winner::PlayerToMove,
            _ => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(position: &Position<R>) -> u64 {
        if position.is_pass() {
            return never_found();
        }
        let [own, other] = position.game.words();
        let product =
            u128::from(own ^ 0x9E37_79B9_7F4A_7C15) * u128::from(other ^ 0xD1B5_4A32_D192_ED03);
        (product >> 64) as u64 ^ product as u64
    }

    fn null_move(_: &Position<R>) -> Option<u8> {
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

pub(crate) struct Lead<R>(PhantomData<R>);

impl<R: Rules> minimax::Evaluator for Lead<R> {
    type G = Plies<R, true>;

    fn evaluate(&self, position: &Position<R>) -> Evaluation {
        position.lead() as Evaluation
    }
}

/// Alpha-beta from the start.
pub(crate) fn alpha_beta<R: Rules>(depth: u8) -> IterativeSearch<Lead<R>> {
    let mut searcher = IterativeSearch::new(Lead(PhantomData), options());
    searcher.set_max_depth(depth);
    searcher.choose_move(&Position::<R>::START);
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

struct Playouts<R>(PhantomData<R>);

static PLAYOUTS: AtomicU64 = AtomicU64::new(0);

impl<R: Rules> RolloutPolicy for Playouts<R> {
    type G = Plies<R, false>;

    fn random_move(
        &self,
        _: &mut Position<R>,
        _: &mut Vec<u8>,
        _: &mut SmallRng,
    ) -> Result<u8, Winner> {
        unreachable!("whole playouts are made instead")
    }

    fn rollout(&self, _: &MCTSOptions, position: &Position<R>) -> i32 {
        // For the side that has just moved; proven results are the extremes.
        if let Some(winner) = Self::G::get_winner(position) {
            return match winner {
                Winner::PlayerJustMoved => i32::MAX,
                Winner::PlayerToMove => -i32::MAX,
                Winner::Draw => 0,
            };
        }
        let mut random = SmallRng::seed_from_u64(PLAYOUTS.fetch_add(1, Ordering::Relaxed));
        let payoff = i32::from(position.game.playout(&mut random)) - 1;
        if position.side == 0 { -payoff } else { payoff }
    }
}

/// The best move by a Monte-Carlo tree search from the start.
pub(crate) fn monte_carlo<R: Rules>(iterations: u32) -> House {
    let options = MCTSOptions::default().with_num_threads(1);
    let mut searcher =
        MonteCarloTreeSearch::new_with_policy(options, Box::new(Playouts::<R>(PhantomData)));
    searcher.set_max_rollouts(iterations);
    House(searcher.choose_move(&Position::<R>::START).expect("the start has moves"))
}
