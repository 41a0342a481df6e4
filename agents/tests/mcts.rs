//! `mcts` against its naive twin, and what holds whatever is set.

mod common;

use common::uct::{
    Twin, assert_all_same, assert_same, assert_same_as_twin, mixed_settings, settings,
    single_settings,
};
use common::{endings, legal, play, positions, start};
use ludarium_agents::mcts::{Mcts, Settings};
use ludarium_agents::{Agent, Evaluate};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::{Game, Random, Seat, Turn, options};

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
        // Where hardly anything was tried, it counts what is proven to be lost.
        let last: Vec<OAnQuan> = endings(&start, 2, 60).collect();
        for (game, iterations) in last.iter().zip((1..=12).cycle()).filter(|_| players == 2) {
            let text = format!("iterations={iterations} solver=yes");
            assert_same_as_twin(game, settings(&text), iterations);
        }
        let late: Vec<OAnQuan> = endings(&start, 4, 20).collect();
        assert_all_same(&start, &late, 400, 30);
    }
}

/// Whatever is set: the same seed gives the same choice, and what one search left behind has no part in
/// the next.
#[test]
fn a_searcher_used_before_searches_as_a_new_one() {
    let (mut asked, mut differing) = (0, 0);
    for players in [2, 3] {
        let start = start(players, "");
        let games: Vec<OAnQuan> = positions(&start, 4).collect();
        let texts = single_settings(&start, 60).into_iter();
        let texts = texts.chain(mixed_settings(&start, 60, 3).take(30));
        for text in texts.filter(|text| !text.contains("reuse")) {
            let mut used = Mcts::new(settings(&text));
            let mut search = |game, seed| {
                let mut new = Mcts::new(settings(&text));
                let found = (used.search(game, &mut Random::new(seed)), used.report());
                let expected = (new.search(game, &mut Random::new(seed)), new.report());
                assert_eq!(found, expected, "{text} in {game}");
                found
            };
            for game in &games {
                asked += 1;
                differing += u32::from(search(game, 1) != search(game, 2));
            }
        }
    }
    assert!(3 * differing > 2 * asked, "only {differing} of {asked} depend on the seed");
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

/// Plays matches in which a searcher that keeps its tree and its twin decide for seat 0, others at
/// random, and returns how many decisions there were and how many began with something known. In every
/// other match somebody else decides for seat 0 now and then: what is known of the next decision then
/// hung on another choice, and is not kept.
fn keep_over_matches<G: Evaluate>(start: &G, settings: Settings, seeds: u64) -> (u32, u32) {
    let (mut decisions, mut known) = (0, 0);
    for seed in 0..seeds {
        let (mut searcher, mut twin) = (Mcts::new(settings), Twin::new(settings));
        let mut random = Random::new(seed);
        let mut game = start.clone();
        while let Turn::Player(seat) = game.turn() {
            let is_asked = seed % 2 == 0 || random.below(2) == 0;
            let action = if seat == Seat(0) && is_asked && legal(&game).len() > 1 {
                decisions += 1;
                known += u32::from(twin.knows(&game));
                assert_same(&mut searcher, &mut twin, &game, seed).action
            } else {
                game.random_action(&mut random, &mut Vec::new())
            };
            game.apply(action);
        }
    }
    (decisions, known)
}

/// The twin looks for the position in its last tree and cuts out what is below: the statistics that the
/// search goes on with are those of the subtree, with every setting.
#[test]
fn what_is_kept_is_what_the_twin_keeps() {
    let (mut decisions, mut known) = (0, 0);
    let mut add = |(more, more_known): (u32, u32)| {
        decisions += more;
        known += more_known;
    };
    for (players, rules) in [(2, ""), (2, "direction=lift"), (3, ""), (4, "turn-limit=20")] {
        let start = start(players, rules);
        add(keep_over_matches(&start, settings("iterations=200 reuse=yes"), 2));
        let mixed = mixed_settings(&start, 150, 5).filter(|text| text.contains("reuse=yes"));
        for text in mixed.take(12) {
            add(keep_over_matches(&start, settings(&text), 1));
        }
    }
    for rules in ["columns=4 rows=3 bridges=1", "mode=puzzle columns=3 rows=3 bridges=1"] {
        let rules = options::from_pairs(rules.split_whitespace()).unwrap();
        let players = *AmidakujiBridge::players_for(&rules).start();
        let start = AmidakujiBridge::new(rules, players).unwrap();
        for text in ["iterations=200 reuse=yes", "iterations=100 reuse=yes solver=yes urgency=0"] {
            add(keep_over_matches(&start, settings(text), 4));
        }
    }
    assert!(decisions > 300 && 2 * known > decisions, "{known} of {decisions} known");
}

/// Where the search meets a position that it does not know, it begins anew: another game, or the last
/// position again.
#[test]
fn nothing_is_kept_of_what_cannot_have_come() {
    let kept = settings("iterations=100 reuse=yes");
    let mut used = Mcts::new(kept);
    for (seed, game) in (0..).zip(positions(&start(2, ""), 20)) {
        for _ in 0..2 {
            let mut new = Mcts::new(kept);
            let action = used.search(&game, &mut Random::new(seed));
            assert_eq!(action, new.search(&game, &mut Random::new(seed)));
            assert_eq!(used.report(), new.report());
        }
    }
}

/// A match is played to its end by the rules, the same one for the same seed.
#[test]
fn matches_with_a_kept_tree_are_reproducible() {
    for (players, also) in [(2, ",solver=yes"), (3, ",rave=30"), (4, "")] {
        let spec = format!("mcts:iterations=60,reuse=yes{also}");
        let seats = vec![spec.as_str(); usize::from(players)];
        let match_of = |seed| play(&start(players, ""), &seats, seed);
        assert_eq!(match_of(1), match_of(1));
        assert_ne!(match_of(1), match_of(2));
    }
}
