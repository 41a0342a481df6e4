//! `expectimax` against its naive twin: the same values without pruning, ordering and windows.

mod common;
mod thicket;
#[path = "../../engine/tests/toy/mod.rs"]
mod toy;

use common::{after, decisions_of_a_game, endings, legal, play, positions};
use ludarium_agents::evaluate::{WIN, prospect, squashed};
use ludarium_agents::expectimax::{Expectimax, Pruning, Settings};
use ludarium_agents::{Agent, AgentSpec, Evaluate, Report, minimax};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::hokusai_sugoroku::HokusaiSugoroku;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::{Game, Turn, options};
use thicket::Thicket;

fn start<G: Game>(players: u8, rules: &str) -> G {
    G::new(options::from_pairs(rules.split_whitespace()).unwrap(), players).unwrap()
}

/// The twin: what `game` promises `side` after `depth` more plies.
fn naive<G: Evaluate>(game: &G, depth: u32, side: usize) -> f64 {
    let as_it_stands = || prospect(game, &G::Weights::default(), side);
    match game.turn() {
        Turn::Over => as_it_stands(),
        _ if depth == 0 => as_it_stands(),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            if !game.chance_outcomes(&mut outcomes) {
                return as_it_stands();
            }
            let (mut sum, mut total) = (0.0, 0.0);
            for (outcome, weight) in outcomes {
                let mut next = game.clone();
                next.apply_chance(&outcome);
                sum += f64::from(weight) * naive(&next, depth, side);
                total += f64::from(weight);
            }
            sum / total
        }
        Turn::Player(_) => {
            let values = naive_values(game, depth, side).into_iter().map(|(_, value)| value);
            if is_own(game, side) {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.fold(f64::INFINITY, f64::min)
            }
        }
    }
}

fn is_own<G: Game>(game: &G, side: usize) -> bool {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    game.side(seat) == side
}

/// The value of each action that is followed, which are the ones that are best at once.
fn naive_values<G: Evaluate>(game: &G, depth: u32, side: usize) -> Vec<(G::Action, f64)> {
    let mut all: Vec<(G::Action, f64)> = legal(game)
        .into_iter()
        .map(|action| (action, prospect(&after(game, action), &G::Weights::default(), side)))
        .collect();
    if depth > 1 && all.len() > G::WIDTH {
        let own = is_own(game, side);
        all.sort_by(|a, b| if own { b.1.total_cmp(&a.1) } else { a.1.total_cmp(&b.1) });
        let last = all[G::WIDTH - 1].1;
        let tied: Vec<_> = all.iter().copied().filter(|(_, value)| *value == last).collect();
        let better = all.iter().position(|(_, value)| *value == last).unwrap();
        let left = G::WIDTH - better;
        all.truncate(better);
        all.extend((0..left).map(|place| tied[place * tied.len() / left]));
    }
    for (action, value) in &mut all {
        if depth > 1 {
            *value = naive(&after(game, *action), depth - 1, side);
        }
    }
    all
}

fn mover<G: Game>(game: &G) -> usize {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    game.side(seat)
}

/// Every way of pruning.
fn prunings() -> Vec<Settings> {
    let of = |pruning, probes| Settings { pruning, probes, ..Settings::default() };
    vec![
        of(Pruning::None, None),
        of(Pruning::Star1, None),
        of(Pruning::Star2, None),
        of(Pruning::Star25, Some(2)),
        of(Pruning::Star25, Some(4)),
    ]
}

fn search<G: Evaluate>(settings: Settings, game: &G) -> (G::Action, f64, Report) {
    let mut searcher = Expectimax::new(settings);
    let (action, value) = searcher.search(game, &legal(game));
    (action, value, searcher.report())
}

/// The value is the twin's, and the action one of those that have it, whatever is pruned. The order of
/// sums may differ, so the last bits may too.
fn assert_same_as_naive<G: Evaluate>(game: &G, depth: u32, prunings: &[Settings]) {
    const ROUNDING: f64 = 1e-12;
    let values = naive_values(game, depth, mover(game));
    let best = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    for &pruning in prunings {
        let (action, value, report) = search(Settings { depth: Some(depth), ..pruning }, game);
        assert!((value - best).abs() < ROUNDING, "{pruning:?}: {value} for {best} in {game:?}");
        let of_action = values.iter().find(|(other, _)| *other == action).expect("followed").1;
        assert!((of_action - best).abs() < ROUNDING, "{pruning:?}: {action} in {game:?}");
        let reported = report.values.expect("a search has values")[mover(game)];
        assert_eq!(reported, value as f32);
        assert!(report.depth <= depth);
    }
}

#[test]
fn random_trees_have_the_values_of_naive_expectimax() {
    let mut searched = 0;
    for tree in 0..400 {
        for (players, rules) in [
            (2, ""),
            (2, "step=40"),
            (2, "step=1 chance=7"),
            (2, "chance=0"),
            (2, "unlisted=3"),
            (1, "chance=5"),
        ] {
            let start: Thicket = start(players, &format!("{rules} tree={tree}"));
            let deepest = if tree % 20 == 0 { 9 } else { 5 };
            for (depth, game) in (1..=deepest).zip(decisions_of_a_game(&start, tree)) {
                assert_same_as_naive(&game, deepest + 1 - depth, &prunings());
                searched += 1;
            }
        }
    }
    assert!(searched > 5000, "{searched}");
}

#[test]
fn carcassonne_has_the_values_of_naive_expectimax() {
    for (rules, count) in [("", 12), ("turn-actions=combined", 6), ("farmers=off meeples=2", 12)] {
        for (game, depth) in
            positions::<Carcassonne>(&start(2, rules), count).zip([1, 2, 2].into_iter().cycle())
        {
            let depth = if rules.contains("combined") { depth } else { depth + 1 };
            // Where tiles are placed two plies more than chance are too much for the twin.
            let wide = game.hand().is_some() && game.board().count() > 15;
            assert_same_as_naive(&game, if wide { 2.min(depth) } else { depth }, &prunings()[1..]);
        }
    }
    let early = decisions_of_a_game(&start::<Carcassonne>(2, ""), 5);
    for game in early.iter().filter(|game| game.hand().is_some()).take(3) {
        assert_same_as_naive(game, 3, &prunings());
    }
}

#[test]
fn the_last_turns_of_carcassonne_are_searched_to_the_end() {
    let mut counts = [0; 4];
    for (seed, rules) in (0..40).zip(["", "farmers=off meeples=1", "meeples=2"].into_iter().cycle())
    {
        let decisions = decisions_of_a_game(&start::<Carcassonne>(2, rules), seed);
        for game in decisions {
            let (left, tile) = (game.tiles_left() as usize, game.hand().is_some());
            let few = match (left, rules) {
                (0, _) => true,
                (1, _) => !tile || seed < 4,
                (2, _) => !tile && seed < 6,
                (3, "farmers=off meeples=1") => {
                    !tile
                        && game.supply(ludarium_engine::Seat(0))
                            + game.supply(ludarium_engine::Seat(1))
                            == 0
                }
                _ => false,
            };
            if few {
                assert_same_as_naive(&game, 12, &prunings()[1..]);
                let report = search(Settings { depth: Some(99), ..Settings::default() }, &game).2;
                assert!(report.depth <= 2 * left as u32 + 2, "{report:?} in {game}");
                counts[left] += 1;
            }
        }
    }
    println!("{counts:?}");
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}
