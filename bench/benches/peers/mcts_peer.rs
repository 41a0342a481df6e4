//! Kalah for the crate `mcts`.

use ludarium_bench::houses::{House, Houses};
use ludarium_bench::kalah::Kalah;
use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
use rand::rngs::SmallRng;
use rand::{RngCore, SeedableRng};

/// Plays on at random; twice the payoff of the first player.
pub(crate) fn playout(mut game: Kalah, random: &mut SmallRng) -> i8 {
    while !game.is_over() {
        let choices = game.choices();
        game.sow(choices.nth_lowest(below(random, choices.count())));
    }
    1 + game.lead().signum() as i8
}

/// As the crate `rand` does it, but for a bias that is below 10^-8.
fn below(random: &mut SmallRng, bound: u32) -> u32 {
    ((u64::from(random.next_u32()) * u64::from(bound)) >> 32) as u32
}

#[derive(Clone)]
pub(crate) struct Position(Kalah);

impl GameState for Position {
    type Move = House;
    type Player = u8;
    type MoveList = Houses;

    fn current_player(&self) -> u8 {
        self.0.mover()
    }

    fn available_moves(&self) -> Houses {
        self.0.choices()
    }

    fn make_move(&mut self, house: &House) {
        self.0.sow(*house);
    }
}

pub(crate) struct Playouts;

impl Evaluator<Search> for Playouts {
    /// Twice the payoff of the first player.
    type StateEvaluation = i8;

    fn evaluate_new_state(
        &self,
        position: &Position,
        moves: &Houses,
        handle: Option<SearchHandle<'_, Search>>,
    ) -> (Vec<()>, i8) {
        // The root alone has no handle.
        let payoff = handle
            .map_or(1, |mut handle| playout(position.0, &mut handle.thread_data().extra_data.0));
        (vec![(); moves.len()], payoff)
    }

    fn evaluate_existing_state(
        &self,
        _: &Position,
        payoff: &i8,
        _: SearchHandle<'_, Search>,
    ) -> i8 {
        *payoff
    }

    fn interpret_evaluation_for_player(&self, payoff: &i8, player: &u8) -> i64 {
        i64::from(if *player == 0 { *payoff } else { 2 - payoff })
    }
}

pub(crate) struct Generator(SmallRng);

impl Default for Generator {
    fn default() -> Self {
        Generator(SmallRng::seed_from_u64(1))
    }
}

pub(crate) struct Search;

impl MCTS for Search {
    type State = Position;
    type Eval = Playouts;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Generator;
}

/// A search from the start. `exploration` is meant for payoffs from 0 to 1.
pub(crate) fn search(iterations: u32, exploration: f64) -> MCTSManager<Search> {
    // Payoffs are twice as large here, and the policy doubles the constant itself.
    let policy = UCTPolicy::new(exploration);
    let mut searcher = MCTSManager::new(Position(Kalah::START), Search, Playouts, policy, ());
    searcher.playout_n(iterations.into());
    searcher
}

/// The best move, its mover's mean payoff over all iterations, and the number of these.
pub(crate) fn result(searcher: &MCTSManager<Search>) -> (House, f64, u64) {
    let (mut payoffs, mut visits) = (0, 0);
    for info in searcher.tree().root_node().moves() {
        payoffs += info.sum_rewards();
        visits += info.visits();
    }
    let best = searcher.best_move().expect("the start has moves");
    (best, payoffs as f64 / (2 * visits) as f64, visits)
}
