//! What every agent promises, and the two simple ones in full.

mod common;

use common::{after, agent, legal, play, positions, start};
use ludarium_agents::Evaluate;
use ludarium_agents::evaluate::worth;
use ludarium_engine::o_an_quan::{Action, OAnQuan};
use ludarium_engine::{Random, Turn};

/// The actions after which the position is worth most to the side to act.
fn naive_best<G: Evaluate>(game: &G) -> Vec<G::Action> {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    let value = |action| worth(&after(game, action), &G::Weights::default(), game.side(seat));
    let best = legal(game).into_iter().map(value).fold(f32::NEG_INFINITY, f32::max);
    legal(game).into_iter().filter(|&action| value(action) == best).collect()
}

/// Holds the choices of an agent in `game` against a uniform choice from `expected`.
fn assert_uniform(spec: &str, game: &OAnQuan, expected: &[Action]) {
    let draws_each = 1000;
    let mut agent = agent(spec, game);
    let mut random = Random::new(5);
    let mut counts = vec![0_u32; expected.len()];
    for _ in 0..draws_each * expected.len() {
        let action = agent.choose(game, &legal(game), &mut random).unwrap();
        let place = expected.iter().position(|&other| other == action);
        counts[place.unwrap_or_else(|| panic!("{action} in {game}"))] += 1;
    }
    let expected_count = draws_each as f64;
    let chi_squared: f64 =
        counts.iter().map(|&n| (f64::from(n) - expected_count).powi(2) / expected_count).sum();
    // Mean and variance of chi-squared are the degrees of freedom and twice that.
    let freedom = (expected.len() - 1) as f64;
    let limit = freedom + 4.0 * (2.0 * freedom).sqrt();
    assert!(chi_squared < limit, "chi-squared {chi_squared} of {counts:?} in {game}");
}

#[test]
fn random_is_uniform() {
    for game in positions(&start(2, ""), 5) {
        assert_uniform("random", &game, &legal(&game));
    }
}

#[test]
fn greedy_takes_a_naive_best_action() {
    for (players, rules) in [(2, ""), (2, "direction=lift"), (3, ""), (4, "quiet-limit=3")] {
        for game in positions(&start(players, rules), 100) {
            let action =
                agent("greedy", &game).choose(&game, &legal(&game), &mut Random::new(1)).unwrap();
            assert!(naive_best(&game).contains(&action), "{action} in {game}");
        }
    }
}

#[test]
fn greedy_spreads_ties_uniformly() {
    let mut ties = 0;
    for game in positions(&start(2, ""), 30) {
        let best = naive_best(&game);
        if best.len() > 1 {
            assert_uniform("greedy", &game, &best);
            ties += 1;
        }
    }
    assert!(ties >= 5, "only {ties} positions with ties");
}

/// The match loop holds every action against the rules.
#[test]
fn every_agent_plays_whole_games_with_any_number_of_players() {
    let specs = [
        "random",
        "greedy",
        "flat:playouts=30",
        "minimax:depth=2",
        "minimax:nodes=60",
        "mcts:iterations=20",
        "minimax",
    ];
    for players in 2..=4 {
        for rules in ["", "direction=lift"] {
            for first in 0..specs.len() {
                let mut seats = specs;
                seats.rotate_left(first);
                let start = start(players, rules);
                let (actions, _) = play(&start, &seats[..usize::from(players)], first as u64);
                assert!(actions.len() >= 4, "{seats:?} play {} actions", actions.len());
            }
        }
    }
}

/// The same agents and seed, the same match; another seed, another match.
#[test]
fn matches_are_reproducible() {
    let specs = ["mcts:iterations=30", "greedy", "random"];
    let match_of = |seed| play(&start(3, ""), &specs, seed);
    assert_eq!(match_of(1), match_of(1));
    assert_ne!(match_of(1), match_of(2));
}
