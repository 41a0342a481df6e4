//! Kalah for the crate `mcts`: by our rules code, and by rules as they are written plainly for it.

use ludarium_bench::houses::{HOUSES, House, Houses};
use ludarium_bench::kalah::Kalah;
use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngCore, SeedableRng};
use std::marker::PhantomData;

/// Kalah(6,4) as this crate can search it.
pub(crate) trait Board:
    GameState<Player = u8, Move = House> + Send + Sync + 'static
{
    const START: Self;

    fn count(moves: &Self::MoveList) -> usize;

    /// Plays on at random; twice the payoff of the first player.
    fn playout(&self, random: &mut SmallRng) -> i8;
}

/// Our rules.
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
    const START: Self = Shared(Kalah::START);

    fn count(moves: &Houses) -> usize {
        moves.len()
    }

    fn playout(&self, random: &mut SmallRng) -> i8 {
        playout(self.0, random)
    }
}

/// Plays on at random by our rules; twice the payoff of the first player.
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

/// Rules written plainly: the houses and the store of each player as bytes, in the order of sowing, and
/// a list of the moves.
#[derive(Clone)]
pub(crate) struct Plain {
    pits: [u8; 2 * (HOUSES + 1)],
    mover: u8,
}

/// The pit of the first player's store; the other's comes last.
const STORES: [usize; 2] = [HOUSES, 2 * HOUSES + 1];

impl Plain {
    fn first_pit(player: u8) -> usize {
        usize::from(player) * (HOUSES + 1)
    }

    fn row(&mut self, player: u8) -> &mut [u8] {
        let first = Self::first_pit(player);
        &mut self.pits[first..first + HOUSES]
    }

    fn is_over(&self) -> bool {
        self.pits[..HOUSES].iter().all(|&seeds| seeds == 0)
            && self.pits[HOUSES + 1..2 * HOUSES + 1].iter().all(|&seeds| seeds == 0)
    }
}

impl GameState for Plain {
    type Move = House;
    type Player = u8;
    type MoveList = Vec<House>;

    fn current_player(&self) -> u8 {
        self.mover
    }

    fn available_moves(&self) -> Vec<House> {
        let first = Self::first_pit(self.mover);
        (0..HOUSES as u8)
            .map(House)
            .filter(|house| self.pits[first + usize::from(house.0)] > 0)
            .collect()
    }

    fn make_move(&mut self, house: &House) {
        let player = self.mover;
        let (own, others) = (STORES[usize::from(player)], STORES[usize::from(1 - player)]);
        let mut pit = Self::first_pit(player) + usize::from(house.0);
        let seeds = std::mem::take(&mut self.pits[pit]);
        for _ in 0..seeds {
            pit = (pit + 1) % self.pits.len();
            if pit == others {
                pit = (pit + 1) % self.pits.len();
            }
            self.pits[pit] += 1;
        }
        let is_own_house = (Self::first_pit(player)..own).contains(&pit);
        let opposite = (2 * HOUSES).wrapping_sub(pit);
        if is_own_house && self.pits[pit] == 1 && self.pits[opposite] > 0 {
            let taken = 1 + std::mem::take(&mut self.pits[opposite]);
            self.pits[pit] = 0;
            self.pits[own] += taken;
        }
        if pit != own {
            self.mover = 1 - player;
        }
        if [0, 1].iter().any(|&player| self.row(player).iter().all(|&seeds| seeds == 0)) {
            for player in [0, 1] {
                let rest: u8 = self.row(player).iter().sum();
                self.row(player).fill(0);
                self.pits[STORES[usize::from(player)]] += rest;
            }
        }
    }
}

impl Board for Plain {
    const START: Self = Plain { pits: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], mover: 0 };

    fn count(moves: &Vec<House>) -> usize {
        moves.len()
    }

    fn playout(&self, random: &mut SmallRng) -> i8 {
        let mut game = self.clone();
        while !game.is_over() {
            let moves = game.available_moves();
            game.make_move(moves.choose(random).expect("the game is not over"));
        }
        let [first, second] = STORES.map(|store| game.pits[store]);
        match first.cmp(&second) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        }
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
        let payoff =
            handle.map_or(1, |mut handle| position.playout(&mut handle.thread_data().extra_data.0));
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

/// The two ways of writing the rules are held against one another.
pub(crate) fn assert_same_rules() {
    let mut random = SmallRng::seed_from_u64(1);
    for _ in 0..1000 {
        let (mut plain, mut shared) = (Plain::START, Shared::START);
        while !shared.0.is_over() {
            let moves = plain.available_moves();
            assert!(moves.iter().copied().eq(shared.available_moves()));
            assert_eq!(plain.mover, shared.current_player());
            let house = moves.choose(&mut random).expect("the game is not over");
            plain.make_move(house);
            shared.make_move(house);
        }
        let lead = i32::from(plain.pits[STORES[0]]) - i32::from(plain.pits[STORES[1]]);
        assert!(plain.is_over() && lead == shared.0.lead());
    }
}
