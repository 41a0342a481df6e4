//! Agents in the Amidakuji bridge game: what its evaluation says, searches over decisions that are too
//! wide to be followed in full, and the puzzle for one.

mod common;

use common::uct::{self, Twin, assert_all_same, assert_same};
use common::{after, agent, decisions_of_a_game, legal, play, positions};
use ludarium_agents::Evaluate;
use ludarium_agents::evaluate::{AmidakujiBridgeWeights, WIN, worth};
use ludarium_agents::mcts;
use ludarium_agents::minimax::{Minimax, Settings};
use ludarium_engine::amidakuji_bridge::{Action, AmidakujiBridge, Phase, Rules};
use ludarium_engine::{Game, Random, Turn, options};

fn rules(text: &str) -> Rules {
    options::from_pairs(text.split_whitespace()).unwrap()
}

fn start(text: &str) -> AmidakujiBridge {
    let rules = rules(text);
    AmidakujiBridge::new(rules, *AmidakujiBridge::players_for(&rules).start()).unwrap()
}

fn position(text: &str) -> AmidakujiBridge {
    AmidakujiBridge::parse(Rules::default(), 2, text).unwrap()
}

fn values(game: &AmidakujiBridge, weights: &AmidakujiBridgeWeights) -> [f32; 2] {
    let values = game.evaluate(weights);
    [values[0], values[1]]
}

#[test]
fn evaluation_counts_steps_threats_and_bridges_held() {
    let steps =
        AmidakujiBridgeWeights { arrived: 10.0, leader: 0.0, threat: 0.0, held: 0.0, coin: 0.0 };
    let with = |change: fn(&mut AmidakujiBridgeWeights)| {
        let mut weights = steps;
        change(&mut weights);
        weights
    };
    // Seat 0 needs 4 steps and 1, seat 1 needs 3 and 1. The token on e12 can be knocked off before it
    // moves again, and would need 3 steps from a12. That on e0 moves before the one that could knock it.
    let game = position("M 0 2 0.0/0.0 0a7-b5,1b8-c8,1c2-d2 a7x,e0r d12r,e12r! -/- 0 - - - 0.0.0");
    assert_eq!(values(&game, &steps), [-5.0, -4.0]);
    assert_eq!(values(&game, &with(|weights| weights.threat = 1.0)), [-5.0, -6.0]);
    assert_eq!(values(&game, &with(|weights| weights.leader = 1.0)), [-6.0, -5.0]);
    assert_eq!(worth(&game, &steps, 1), 1.0);
    // Each stands on a bridge of the other; seat 0 has b4, c4, c9, d9, d12 and d0, d2, c2, c4, b4, b7,
    // a7, a12 before it, seat 1 has c9, d9, d2, c2, c0 and e0.
    let game =
        position("M 0 3 0.0/0.0 0a7-b7,1b4-c4,0c2-d2,0c9-d9 b4x!,d0r c9x,e12r! -/- 0 - - - 0.0.0");
    assert_eq!(values(&game, &steps), [-4.0 - 7.0, -4.0 - 1.0]);
    let held = with(|weights| weights.held = 1.0);
    assert_eq!(values(&game, &held), [-10.0, -4.0]);
    // One across, and the third waits for the best start that is open: e0, a step from its goal.
    let game = position("E 0 2 0.0/0.0 0a4-b4,0b8-c8,1c2-d4 b4r,*! d12r,e12r! a/- 0 0 - - 0.0.0");
    // b4, b8, c8, c12 lie before the other.
    assert_eq!(values(&game, &steps)[0], 10.0 - 3.0 - 1.0);
    // A token that crossing bridges keep in a circle is far from anything.
    let circle = "M 1 9 0.0/0.0 0a4-b5,1a5-b4 c0r!,e0r a4x,d12r -/- 0 - - - 0.0.0";
    let game = AmidakujiBridge::parse(rules("crossing=yes"), 2, circle).unwrap();
    assert_eq!(values(&game, &steps), [-2.0, -101.0]);
}

#[test]
fn the_puzzle_is_worth_its_coins() {
    let one = start("mode=puzzle columns=3 rows=3 bridges=1 long=0 relocations=1");
    let read = |text: &str| AmidakujiBridge::parse(*one.rules(), 1, text).unwrap();
    let weights = AmidakujiBridgeWeights::default();
    let lost = read("X - 3 0.0/0.0 0a1-b2,0a2-b3 c4r - -/- 0 - a4:1,b0:1,b4:1 - 0.2.0");
    assert_eq!(lost.payoffs().to_vec(), [0.2]);
    assert!(worth(&lost, &weights, 0) < worth(&one, &weights, 0));
    let won = read("X - 5 0.0/0.0 0a1-b1,0b2-c3 b4r - -/- 0 - - - 0.5.0");
    assert_eq!((won.payoffs().to_vec(), worth(&won, &weights, 0)), (vec![1.0], 5.0 + WIN));
    // As the ladder is, the next walk leads back to where the first began.
    let back = read("R 0 1 0.0/0.0 0a1-b1,0b2-c3 c4r - -/- 0 - a4:1,b0:1,b4:1,c0:1 - 0.1.0");
    assert_eq!(back.evaluate(&weights).to_vec(), [1.0]);
    let on = read("R 0 1 0.0/0.0 0a1-b1,0b2-c3 b0r - -/- 0 - a0:1,a4:1,b4:1,c4:1 - 0.1.0");
    assert_eq!(on.evaluate(&weights).to_vec(), [1.5]);
}

/// Plain minimax over the followed actions: those that are worth most at once to whoever acts, an even
/// spread of those that tie for the last place.
fn naive(game: &AmidakujiBridge, depth: u32, side: usize) -> f32 {
    let weights = AmidakujiBridgeWeights::default();
    let Turn::Player(seat) = game.turn() else { return worth(game, &weights, side) };
    if depth == 0 {
        return worth(game, &weights, side);
    }
    let maximising = seat.index() == side;
    let best = |values: &mut dyn Iterator<Item = f32>| {
        if maximising {
            values.fold(f32::NEG_INFINITY, f32::max)
        } else {
            values.fold(f32::INFINITY, f32::min)
        }
    };
    let mut next: Vec<AmidakujiBridge> =
        legal(game).into_iter().map(|action| after(game, action)).collect();
    if depth > 1 {
        next = followed(next, |next| {
            let worth = worth(next, &weights, side);
            if maximising { worth } else { -worth }
        });
    }
    best(&mut next.iter().map(|next| naive(next, depth - 1, side)))
}

fn followed<T: Clone>(all: Vec<T>, worth: impl Fn(&T) -> f32) -> Vec<T> {
    const WIDTH: usize = AmidakujiBridge::WIDTH;
    if all.len() <= WIDTH {
        return all;
    }
    let mut sorted: Vec<(f32, T)> = all.into_iter().map(|next| (worth(&next), next)).collect();
    sorted.sort_by(|one, other| other.0.total_cmp(&one.0));
    let last = sorted[WIDTH - 1].0;
    let better: Vec<T> = sorted.iter().filter(|next| next.0 > last).map(|x| x.1.clone()).collect();
    let tied: Vec<T> = sorted.iter().filter(|next| next.0 == last).map(|x| x.1.clone()).collect();
    let left = WIDTH - better.len();
    let spread = (0..left).map(|place| tied[place * tied.len() / left].clone());
    better.into_iter().chain(spread).collect()
}

#[test]
fn minimax_follows_the_best_actions_only() {
    let mut wide = 0;
    for (text, depth, count) in [
        ("columns=4 rows=5 bridges=4", 3, 100),
        ("columns=4 rows=3 bridges=2 relocate=must", 4, 30),
        ("", 3, 30),
        ("mode=puzzle columns=3 rows=4 bridges=2", 3, 20),
    ] {
        for game in positions(&start(text), count) {
            let Turn::Player(seat) = game.turn() else { unreachable!() };
            let settings = Settings { depth: Some(depth), ..Settings::default() };
            let actions = legal(&game);
            let (action, value) = Minimax::new(settings).search(&game, &actions);
            // The root is such a position too.
            assert_eq!(value, naive(&game, depth, seat.index()), "{text}: {game}");
            assert_eq!(naive(&after(&game, action), depth - 1, seat.index()), value, "{game}");
            wide += u32::from(actions.len() > AmidakujiBridge::WIDTH);
        }
    }
    assert!(wide > 40, "{wide} wide decisions");
}

#[test]
fn mcts_is_its_twin() {
    for (rules, iterations) in [
        ("columns=4 rows=3 bridges=2", 100),
        ("columns=4 rows=4 bridges=2 max-rounds=3", 60),
        ("mode=puzzle columns=3 rows=3 bridges=1", 200),
        ("mode=puzzle columns=3 rows=4 bridges=2 relocations=1", 60),
    ] {
        let start = start(rules);
        let views: Vec<AmidakujiBridge> = positions(&start, 12).collect();
        assert_all_same(&start, &views, iterations, 25);
    }
}

/// Where two hundred and more actions are possible, a tree that is given them all at once has room for
/// a few steps down only; what is then tried one by one fills some to the last place.
#[test]
fn a_full_tree_grows_no_more_and_is_its_twins() {
    let mut full = 0;
    for (seed, also) in (0..).zip(["", "bias=1", "rave=9", "solver=yes reuse=yes", "bias=0.2"]) {
        let decisions = decisions_of_a_game(&start("columns=8"), seed);
        for game in decisions.iter().filter(|game| legal(*game).len() > 190).take(5) {
            for iterations in 8..=14 {
                let settings = format!("iterations={iterations} urgency=-2 exploration=0 cutoff=0");
                let settings = uct::settings(&format!("{settings} {also}"));
                let (mut searcher, mut twin) = (mcts::Mcts::new(settings), Twin::new(settings));
                assert_same(&mut searcher, &mut twin, game, 1);
                full += u32::from(twin.is_full());
            }
        }
    }
    assert!(full >= 4, "{full} full trees");
}

/// Two steps from the goal, knocking on the way, and pushing off a bridge to be across with both.
#[test]
fn agents_win_where_one_action_does() {
    for (text, wins) in [
        ("M 0 5 0.0/0.0 1b5-c5 b5r,e0r c12r,d12r! b/a 0 - - - 0.0.0", &["M:b5r", "M:e0r"][..]),
        ("P 0 3 0.0/0.0 1b4-c4,0c2-d2 b4x!,c4x! a12r,e12r! d/- 0 0 - - 0.0.0", &["P:push"]),
    ] {
        let game = position(text);
        for spec in ["greedy", "minimax:depth=2", "mcts:iterations=100"] {
            let action =
                agent(spec, &game).choose(&game, &legal(&game), &mut Random::new(1)).unwrap();
            assert!(wins.contains(&action.to_string().as_str()), "{spec} plays {action} in {text}");
        }
    }
}

/// Mean payoff of `one` against `other` over pairs of matches with both seats.
fn duel(one: &str, other: &str, pairs: u64) -> f64 {
    let total: f64 = (0..pairs)
        .map(|seed| {
            let first = play(&start(""), &[one, other], 2 * seed).1[0];
            first + play(&start(""), &[other, one], 2 * seed + 1).1[1]
        })
        .sum();
    total / (2 * pairs) as f64
}

/// As in `strength.rs`, with limits many standard errors below what is measured.
#[test]
fn agents_that_know_more_win_more() {
    let share = duel("greedy", "random", 60);
    assert!(share > 0.88, "greedy against random: {share}");
    let share = duel("minimax:depth=3", "greedy", 20);
    assert!(share > 0.5, "minimax against greedy: {share}");
    let share = duel("mcts:iterations=500", "greedy", 6);
    assert!(share > 0.5, "mcts against greedy: {share}");
}

#[test]
fn greedy_solves_the_puzzle_and_random_does_not() {
    let start = start("mode=puzzle");
    let wins = |spec: &str| (0..40).filter(|&seed| play(&start, &[spec], seed).1[0] == 1.0).count();
    assert!(wins("greedy") >= 36);
    assert!(wins("random") <= 4);
}

#[test]
fn every_agent_plays_every_phase() {
    let mut phases = Vec::new();
    for text in ["coins=gap", "coins=trap relocate=must", "mode=puzzle puzzle-walk=free"] {
        let specs = ["random", "greedy", "minimax:nodes=500", "mcts:iterations=20"];
        for (number, spec) in (0..).zip(specs) {
            let start = start(text);
            let seats = vec![spec; usize::from(start.players())];
            let mut game = start.clone();
            for action in play(&start, &seats, number).0 {
                phases.push(game.phase());
                assert!(!matches!(action, Action::PassLaying), "{text}");
                game.apply(action);
            }
            assert_eq!(game.turn(), Turn::Over);
        }
    }
    for phase in [Phase::Lay, Phase::Name, Phase::Set, Phase::Move, Phase::Enter, Phase::Relocate] {
        assert!(phases.contains(&phase), "{phase:?}");
    }
}
