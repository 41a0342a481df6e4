//! `mcts` against exact values: with enough iterations the choice is a best one and the values are those
//! of perfect play, and with proofs both are exact. Perfect play is searched out by plain recursion.

mod common;

use common::uct::settings;
use common::{Payoff, after, by_rank, decisions_of_a_game, endings, legal, payoff_of, start};
use ludarium_agents::mcts::Mcts;
use ludarium_agents::{Agent, Evaluate};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::{Game, PerSide, Random, Turn, options};
use std::collections::HashMap;

fn mover<G: Game>(game: &G) -> usize {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    game.side(seat)
}

/// What `side` gets that wants the most, where all others want it to get the least: the value of a game
/// of one or two sides, and what a paranoid player of more expects.
struct Exact<G> {
    payoff: Payoff<G>,
    side: usize,
    /// Values of positions in which a seat decides that can be met again.
    known: HashMap<G, f64>,
}

impl<G: Evaluate> Exact<G> {
    fn new(payoff: Payoff<G>, side: usize) -> Self {
        Exact { payoff, side, known: HashMap::new() }
    }

    fn value(&mut self, game: &G) -> f64 {
        if let Some(&value) = self.known.get(game) {
            return value;
        }
        let value = match game.turn() {
            Turn::Over => return (self.payoff)(game, self.side),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                assert!(game.chance_outcomes(&mut outcomes));
                let all: u32 = outcomes.iter().map(|outcome| outcome.1).sum();
                let weighted = outcomes.into_iter().map(|(event, weight)| {
                    let mut next = game.clone();
                    next.apply_chance(&event);
                    f64::from(weight) * self.value(&next)
                });
                weighted.sum::<f64>() / f64::from(all)
            }
            Turn::Player(seat) => {
                let own = game.side(seat) == self.side;
                let values = self.of_actions(game).into_iter().map(|(_, value)| value);
                if own { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
            }
        };
        if !G::HAS_CHANCE {
            self.known.insert(game.clone(), value);
        }
        value
    }

    fn of_actions(&mut self, game: &G) -> Vec<(G::Action, f64)> {
        let value = |action| (action, self.value(&after(game, action)));
        legal(game).into_iter().map(value).collect()
    }
}

fn best<A>(values: &[(A, f64)]) -> f64 {
    values.iter().map(|&(_, value)| value).fold(0.0, f64::max)
}

/// Whether the values of actions lie farther apart than that.
fn differ<A>(values: &[(A, f64)], by: f64) -> bool {
    values.iter().any(|&(_, value)| value < best(values) - by)
}

/// Searches `game`, of one or two sides or by a paranoid player, and holds what comes of it against the
/// `exact` values of the actions: the choice and the value of the position may be wrong by so much.
fn assert_near<G: Evaluate>(
    game: &G,
    exact: &[(G::Action, f64)],
    text: &str,
    (choice, value): (f64, f64),
) {
    let mut searcher = Mcts::new(settings(text));
    let action = searcher.search(game, &mut Random::new(7));
    let found = exact.iter().find(|(other, _)| *other == action).expect("a legal action").1;
    let best = best(exact);
    assert!(best - found <= choice, "{text}: {action} in {game}: {exact:?}");
    let report = searcher.report();
    let reported = f64::from(report.values.expect("a search has values")[mover(game)]);
    assert!((reported - best).abs() <= value, "{text}: {reported} for {best} in {game}");
}

fn small_endings(players: u8, count: u64) -> impl Iterator<Item = OAnQuan> {
    let endings: Vec<_> = endings(&start(players, "turn-limit=14"), 4, count).collect();
    // Others ended early.
    endings.into_iter().filter(|game| game.turns() >= 10)
}

/// Every way of searching that knows the ends of the game comes to the same in the end.
#[test]
fn small_endings_are_solved() {
    let mut decisive = 0;
    for (game, number) in small_endings(2, 60).zip(0_usize..) {
        for payoff in ["", "payoff=margin"] {
            let values = Exact::new(payoff_of(payoff), mover(&game)).of_actions(&game);
            decisive += u32::from(differ(&values, 0.0));
            let ways = [
                "",
                "final=max",
                "final=secure",
                "opponents=paranoid",
                "playout=greedy",
                "cutoff=50",
                "bias=1",
                "urgency=0.5",
                "rave=100",
                "reuse=yes",
                "bias=1 urgency=0.5 rave=100 playout=greedy final=secure",
            ];
            let text = format!("iterations=20000 {payoff} {}", ways[number % ways.len()]);
            // Two actions that differ by less are told apart late.
            let choice = if payoff.is_empty() { 0.0 } else { 0.03 };
            assert_near(&game, &values, &text, (choice, 0.05));
        }
    }
    assert!(decisive >= 20, "the choice matters in only {decisive} endings");
}

/// With proofs the value is exact, whatever guides the search, and it stops when it knows it. The way to
/// the proof is short where much is tried; else the search may stay with a proven action that looks best
/// while others are open, and most of all where few values are 0 or 1.
#[test]
fn small_endings_are_proven() {
    let mut decisive = 0;
    for payoff in ["", "payoff=margin"] {
        for (also, least) in [
            ("exploration=5", 40),
            ("exploration=5 rave=30", 40),
            ("exploration=5 urgency=10 bias=1", 40),
            ("exploration=5 reuse=yes playout=greedy", 40),
            ("exploration=5 cutoff=2 opponents=paranoid", 40),
            ("", if payoff.is_empty() { 39 } else { 0 }),
        ] {
            let mut proven = 0;
            for game in small_endings(2, 60) {
                let values = Exact::new(payoff_of(payoff), mover(&game)).of_actions(&game);
                decisive += u32::from(differ(&values, 0.0));
                let mut searcher =
                    Mcts::new(settings(&format!("iterations=15000 solver=yes {payoff} {also}")));
                let action = searcher.search(&game, &mut Random::new(7));
                let report = searcher.report();
                if report.nodes == 15_000 {
                    continue;
                }
                proven += 1;
                // Where the other side chose, the value is passed up as 1 - value, rounded.
                let is = |value: f64, other: f64| (value - other).abs() < 1e-6;
                assert!(values.iter().any(|&(of, value)| of == action && is(value, best(&values))));
                let reported = report.values.unwrap();
                assert!(is(reported[mover(&game)].into(), best(&values)), "{reported:?} in {game}");
                assert!(is((reported[0] + reported[1]).into(), 1.0), "{reported:?} in {game}");
            }
            assert!(proven >= least, "{payoff} {also}: {proven} proofs");
        }
    }
    assert!(decisive >= 200, "the choice matters in only {decisive} endings");
}

/// The least and the most that each side may get if each wants the most for itself. What a side does that
/// gets the same from several actions is open, and what the others get from that.
fn max_n<G: Evaluate>(game: &G) -> PerSide<(f64, f64)> {
    if game.turn() == Turn::Over {
        let payoffs = game.payoffs();
        return PerSide::from_fn(payoffs.len(), |side| (payoffs[side], payoffs[side]));
    }
    let side = mover(game);
    let all: Vec<_> = legal(game).into_iter().map(|action| max_n(&after(game, action))).collect();
    let sure = all.iter().map(|payoffs| payoffs[side].0).fold(0.0, f64::max);
    let possible: Vec<_> = all.iter().filter(|payoffs| payoffs[side].1 >= sure).collect();
    PerSide::from_fn(game.sides(), |of| {
        let least = possible.iter().map(|payoffs| payoffs[of].0).fold(1.0, f64::min);
        let most = possible.iter().map(|payoffs| payoffs[of].1).fold(0.0, f64::max);
        (if of == side { sure } else { least }, most)
    })
}

#[test]
fn each_side_plays_for_itself() {
    let (mut exact, mut decisive) = (0, 0);
    for game in small_endings(3, 80) {
        let (bounds, side) = (max_n(&game), mover(&game));
        let of_action = |action| max_n(&after(&game, action))[side];
        exact += u32::from(bounds[side].0 == bounds[side].1);
        decisive += u32::from(legal(&game).into_iter().any(|a| of_action(a).1 < bounds[side].0));
        for also in ["", "final=max"] {
            let mut searcher = Mcts::new(settings(&format!("iterations=20000 {also}")));
            let action = searcher.search(&game, &mut Random::new(7));
            assert!(of_action(action).1 >= bounds[side].0, "{also}: {action} in {game}");
            let found = searcher.report().values.unwrap();
            for (&found, &(least, most)) in found.iter().zip(&*bounds) {
                let found = f64::from(found);
                assert!(
                    found > least - 0.05 && found < most + 0.05,
                    "{found} {bounds:?} in {game}"
                );
            }
        }
    }
    assert!(exact >= 30 && decisive >= 15, "{exact} exact, {decisive} decisive");
}

#[test]
fn the_others_play_against_a_paranoid() {
    let mut differing = 0;
    // Three players who have to do it together take long to find out: they are given two turns.
    let of_four: Vec<_> = endings(&start(4, "turn-limit=14"), 3, 40).collect();
    let of_four = of_four.into_iter().filter(|game| game.turns() >= 11);
    for game in small_endings(3, 50).chain(of_four) {
        let side = mover(&game);
        for payoff in ["", "payoff=margin"] {
            let values = Exact::new(payoff_of(payoff), side).of_actions(&game);
            let text = format!("iterations=20000 exploration=1 opponents=paranoid {payoff}");
            assert_near(&game, &values, &text, (0.04, 0.1));
            let bounds = max_n(&game)[side];
            differing += u32::from(payoff.is_empty() && bounds.0 > best(&values));
        }
    }
    assert!(differing >= 5, "{differing} endings in which max^n says otherwise");
}

/// Turns of a game with few meeples, three tiles from the end, the first of them in hand, that are not
/// too wide to be searched through.
fn last_tiles(tiles: u32, most: usize) -> impl Iterator<Item = Carcassonne> {
    let rules = options::from_pairs(["meeples=1", "farmers=off"]).unwrap();
    let start = Carcassonne::new(rules, 2).unwrap();
    let turns = (0..).filter_map(move |seed| {
        let decisions = decisions_of_a_game(&start, seed);
        decisions.into_iter().find(|game| game.tiles_left() + 1 == tiles)
    });
    turns.filter(move |game| {
        let kinds = game.bag().iter().filter(|&&left| left > 0).count();
        legal(game).len().pow(tiles) * kinds.pow(tiles - 1) < most
    })
}

/// Draws with nodes of their own are as exact as the game. On a tree of decisions alone a placement stands
/// for all tiles that are placed like this: later turns are played by their mean, a little worse than they
/// could be, and what is chosen now may be a little worse too.
#[test]
fn the_last_tiles_of_carcassonne_are_solved() {
    // With three tiles the mean is still far from the value when the choice is long made.
    for (tiles, most, count, outcome, open) in
        [(2, 5000, 6, (0.01, 0.05), (0.02, 0.07)), (3, 40_000, 2, (0.02, 0.2), (0.03, 0.2))]
    {
        for payoff in ["", "payoff=margin"] {
            let mut decisive = 0;
            for game in last_tiles(tiles, most) {
                let values = Exact::new(payoff_of(payoff), mover(&game)).of_actions(&game);
                if !differ(&values, 0.05) {
                    continue;
                }
                for (chance, near) in [("outcome", outcome), ("open", open)] {
                    let text = format!("iterations=40000 chance={chance} {payoff}");
                    assert_near(&game, &values, &text, near);
                }
                decisive += 1;
                if decisive == count {
                    break;
                }
            }
        }
    }
}

fn amidakuji(rules: &str) -> AmidakujiBridge {
    let rules = options::from_pairs(rules.split_whitespace()).unwrap();
    AmidakujiBridge::new(rules, *AmidakujiBridge::players_for(&rules).start()).unwrap()
}

/// The race of two and the puzzle of one, as soon as a random game can be searched through.
#[test]
fn small_ladders_are_proven() {
    let mut decisive = 0;
    for (rules, plies, count) in [
        ("columns=4 rows=2 bridges=0 long=0 max-rounds=3", 12, 3),
        ("columns=4 rows=2 bridges=1 long=0 max-rounds=2 relocations=1", 9, 30),
        ("columns=4 rows=3 bridges=1 long=0 max-rounds=2 relocations=1", 8, 30),
        ("mode=puzzle columns=3 rows=2 bridges=1 long=0 relocations=1", 8, 20),
        ("mode=puzzle columns=3 rows=3 bridges=1 long=0 relocations=1", 6, 5),
    ] {
        for game in endings(&amidakuji(rules), plies, count).filter(|game| legal(game).len() > 1) {
            let mut exact = Exact::new(by_rank, mover(&game));
            let values = exact.of_actions(&game);
            decisive += u32::from(differ(&values, 0.0));
            let mut searcher = Mcts::new(settings("iterations=200000 solver=yes exploration=1.5"));
            let action = searcher.search(&game, &mut Random::new(7));
            let report = searcher.report();
            assert!(report.nodes < 200_000, "no proof for {game}");
            let reported = f64::from(report.values.unwrap()[mover(&game)]);
            // Shares of the coins are no round numbers.
            assert!((reported - best(&values)).abs() < 1e-6, "{reported} in {game}");
            let found = values.iter().find(|(other, _)| *other == action).unwrap().1;
            assert_eq!(found, best(&values), "{action} in {game}");
        }
    }
    assert!(decisive >= 5, "the choice matters in only {decisive} endings");
}
