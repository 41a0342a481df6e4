//! `mcts` against its naive twin and against exact solutions.

mod common;

use common::uct::{assert_all_same, assert_same_as_twin, settings};
use common::{after, endings, legal, positions, start};
use ludarium_agents::mcts::Mcts;
use ludarium_agents::{Agent, payoffs};
use ludarium_engine::o_an_quan::{Action, OAnQuan};
use ludarium_engine::{Game, Random, Turn};

#[test]
fn searches_are_those_of_the_twin() {
    for (players, rules) in
        [(2, ""), (2, "direction=lift"), (2, "turn-limit=12"), (3, "quiet-limit=3"), (4, "")]
    {
        let start = start(players, rules);
        for (seed, (game, iterations)) in (0..).zip(positions(&start, 10).zip([1, 9, 300])) {
            assert_same_as_twin(&game, settings(&format!("iterations={iterations}")), seed);
        }
        let anywhere: Vec<OAnQuan> = positions(&start, 20).collect();
        assert_all_same(&start, &anywhere, 60, 20);
        let late: Vec<OAnQuan> = endings(&start, 4, 20).collect();
        assert_all_same(&start, &late, 400, 30);
    }
}

/// The payoff of the side to act under best play of both; small endings of two players only.
fn exact_payoffs(game: &OAnQuan) -> Vec<(Action, f64)> {
    fn exact(game: &OAnQuan, side: usize) -> f64 {
        let Turn::Player(seat) = game.turn() else { return payoffs(&game.ranks())[side] };
        let values = legal(game).into_iter().map(|action| exact(&after(game, action), side));
        if game.side(seat) == side {
            values.fold(0.0, f64::max)
        } else {
            values.fold(1.0, f64::min)
        }
    }
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    let value = |action| exact(&after(game, action), game.side(seat));
    legal(game).into_iter().map(|action| (action, value(action))).collect()
}

#[test]
fn small_endings_are_solved() {
    let mut decisive = 0;
    for (seed, game) in (0..).zip(endings(&start(2, "turn-limit=14"), 4, 60)) {
        if game.turns() < 10 {
            continue; // ended early by chance: no small ending
        }
        let Turn::Player(seat) = game.turn() else { unreachable!("endings are decisions") };
        let exact = exact_payoffs(&game);
        let best = exact.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        decisive += u32::from(exact.iter().any(|&(_, value)| value < best));

        let mut searcher = Mcts::new(settings("iterations=20000"));
        let action = searcher.search(&game, &mut Random::new(seed));
        assert!(exact.contains(&(action, best)), "{action} in {game}: {exact:?}");
        let value = f64::from(searcher.report().values.unwrap()[seat.index()]);
        assert!((value - best).abs() < 0.05, "{value} for {best} in {game}");
    }
    assert!(decisive >= 10, "the choice matters in only {decisive} endings");
}

#[test]
fn the_same_seed_gives_the_same_choice_and_another_one_other_values() {
    let mut differing = 0;
    for game in positions(&start(3, ""), 10) {
        let search = |seed| {
            let mut searcher = Mcts::new(settings("iterations=200"));
            (searcher.search(&game, &mut Random::new(seed)), searcher.report())
        };
        assert_eq!(search(1), search(1));
        differing += u32::from(search(1).1 != search(2).1);
    }
    assert!(differing >= 5, "only {differing} of 10 values depend on the seed");
}

/// What one search left in the arena has no part in the next.
#[test]
fn a_searcher_used_before_searches_as_a_new_one() {
    let mut used = Mcts::new(settings("iterations=150"));
    for (seed, game) in (0..).zip(positions(&start(2, ""), 10)) {
        let mut new = Mcts::new(settings("iterations=150"));
        let action = used.search(&game, &mut Random::new(seed));
        assert_eq!(action, new.search(&game, &mut Random::new(seed)));
        assert_eq!(used.report(), new.report());
    }
}

#[test]
fn reports_are_expected_payoffs() {
    for players in 2..=4 {
        for game in positions(&start(players, ""), 10) {
            let mut searcher = Mcts::new(settings("iterations=120"));
            searcher.search(&game, &mut Random::new(1));
            let report = searcher.report();
            let values = report.values.unwrap();
            assert_eq!(report.nodes, 120);
            assert!((1..=120).contains(&report.depth));
            assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
            let mean = values.iter().sum::<f32>() / f32::from(players);
            assert!((mean - 0.5).abs() < 1e-6, "{values:?}");
        }
    }
}
