//! Kalah for the crate `mcts`: by our rules code, and by rules as they are written plainly for it.

use crate::rules::{Plain, Rules};
use ludarium_bench::houses::{House, Houses};
use ludarium_bench::kalah::Kalah;
use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::marker::PhantomData;

/// Kalah(6,4) as this crate can search it.
pub(crate) trait Board:
    GameState<Player = u8, Move = House> + Send + Sync + 'static
{
    type Rules: Rules;

    const START: Self;

    fn rules(&self) -> &Self::Rules;

    fn count(moves: &Self::MoveList) -> usize;
}

/// By our rules.
#[derive(Clone)]
pub(crate) struct Shared(Kalah);

impl GameState for Shared {
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

impl Board for Shared {
    type Rules = Kalah;

    const START: Self = Shared(Kalah::START);

    fn rules(&self) -> &Kalah {
        &self.0
    }

    fn count(moves: &Houses) -> usize {
        moves.len()
    }
}

impl GameState for Plain {
    type Move = House;
    type Player = u8;
    type MoveList = Vec<House>;

    fn current_player(&self) -> u8 {
        self.mover()
    }

    fn available_moves(&self) -> Vec<House> {
        self.moves().collect()
    }

    fn make_move(&mut self, house: &House) {
        self.sow(*house);
    }
}

impl Board for Plain {
    type Rules = Plain;

    const START: Self = <Plain as Rules>::START;

    fn rules(&self) -> &Plain {
        self
    }

    fn count(moves: &Vec<House>) -> usize {
        moves.len()
    }
}

pub(crate) struct Playouts;

impl<B: Board> Evaluator<Search<B>> for Playouts {
    /// Twice the payoff of the first player.
    type StateEvaluation = i8;

    fn evaluate_new_state(
        &self,
        position: &B,
        moves: &B::MoveList,
        handle: Option<SearchHandle<'_, Search<B>>>,
    ) -> (Vec<()>, i8) {
        // The root alone has no handle.
        let payoff = handle.map_or(1, |mut handle| {
            position.rules().playout(&mut handle.thread_data().extra_data.0)
        });
        (vec![(); B::count(moves)], payoff)
    }

    fn evaluate_existing_state(&self, _: &B, payoff: &i8, _: SearchHandle<'_, Search<B>>) -> i8 {
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

pub(crate) struct Search<B>(PhantomData<B>);

impl<B: Board> MCTS for Search<B> {
    type State = B;
    type Eval = Playouts;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Generator;
}

/// A search from the start. `exploration` is meant for payoffs from 0 to 1.
pub(crate) fn search<B: Board>(iterations: u32, exploration: f64) -> MCTSManager<Search<B>> {
    // Payoffs are twice as large here, and the policy doubles the constant itself.
    let policy = UCTPolicy::new(exploration);
    let mut searcher = MCTSManager::new(B::START, Search(PhantomData), Playouts, policy, ());
    searcher.playout_n(iterations.into());
    searcher
}

/// The best move, its mover's mean payoff over all iterations, and the number of these.
pub(crate) fn result<B: Board>(searcher: &MCTSManager<Search<B>>) -> (House, f64, u64) {
    let (mut payoffs, mut visits) = (0, 0);
    for info in searcher.tree().root_node().moves() {
        payoffs += info.sum_rewards();
        visits += info.visits();
    }
    let best = searcher.best_move().expect("the start has moves");
    (best, payoffs as f64 / (2 * visits) as f64, visits)
}
