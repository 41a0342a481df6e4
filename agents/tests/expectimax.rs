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
use ludarium_engine::unsun_karuta::UnsunKaruta;
use ludarium_engine::{Game, PerSide, Seat, Turn, options};
use thicket::Thicket;
use toy::TwoTricks;

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
                // Chance after chance costs a ply.
                let depth = if next.turn() == Turn::Chance { depth - 1 } else { depth };
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
    for tree in 0..160 {
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
    assert!(searched > 2000, "{searched}");
}

#[test]
fn carcassonne_has_the_values_of_naive_expectimax() {
    for (rules, count) in [("", 16), ("turn-actions=combined", 8), ("farmers=off meeples=2", 16)] {
        for (seed, game) in (0..).zip(positions::<Carcassonne>(&start(2, rules), count)) {
            // A tile, a meeple and the other side's tile are too much for the twin on a large board.
            let wide = game.hand().is_some() && game.board().count() > 12;
            let depth = 1 + seed % 3;
            let depth = if wide { depth.min(2) } else { depth };
            let combined = rules.contains("combined");
            assert_same_as_naive(&game, if combined { depth.min(2) } else { depth }, &prunings());
        }
    }
}

/// With tiles left, up to three, whose turns the twin can search to the end.
#[test]
fn the_last_turns_of_carcassonne_are_searched_to_the_end() {
    let mut counts = [0; 4];
    let few_meeples = "farmers=off meeples=1";
    for (seed, rules) in (0..24).zip(["", few_meeples, "meeples=2"].into_iter().cycle()) {
        let decisions = decisions_of_a_game(&start::<Carcassonne>(2, rules), seed);
        let last = decisions.iter().filter(|game| game.tiles_left() <= 3);
        for game in last {
            let (left, tile) = (game.tiles_left() as usize, game.hand().is_some());
            let no_meeples = (0..2).all(|seat| game.supply(Seat(seat)) == 0);
            let small = match left {
                0 => true,
                1 => !tile || seed == 0,
                2 => !tile && no_meeples,
                _ => !tile && no_meeples,
            };
            if small && counts[left] < 10 {
                assert_same_as_naive(game, 12, &prunings()[1..]);
                // Two plies a tile, the one in hand or just placed among them.
                let report = search(Settings { depth: Some(99), ..Settings::default() }, game).2;
                assert!(report.depth <= 2 * left as u32 + 2, "{report:?} in {game}");
                counts[left] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

/// What `minimax` says of a position for two, as an expected payoff.
fn promised(value: f32, margin: f32) -> f64 {
    let of = |value| f64::from(squashed(value, margin));
    if value.abs() > WIN / 2.0 {
        let won = f64::from(u8::from(value > 0.0));
        won * 63.0 / 64.0 + of(value - WIN.copysign(value)) / 64.0
    } else {
        1.0 / 64.0 + of(value) * 62.0 / 64.0
    }
}

#[test]
fn without_chance_it_is_minimax() {
    for (rules, deepest) in [("", 5), ("direction=lift", 5), ("start-dan=1", 6)] {
        let start: OAnQuan = start(2, rules);
        let games = positions(&start, 150).chain(endings(&start, 4, 50));
        for (game, depth) in games.zip((1..=deepest).cycle()) {
            let to_depth = minimax::Settings { depth: Some(depth), ..minimax::Settings::default() };
            let of_minimax = minimax::Minimax::new(to_depth).search(&game, &legal(&game)).1;
            for pruning in &prunings()[1..3] {
                let settings = Settings { depth: Some(depth), ..*pruning };
                let (_, value, report) = search(settings, &game);
                assert_eq!(value, promised(of_minimax, OAnQuan::MARGIN), "{game}");
                let values = report.values.unwrap();
                assert!((values[0] + values[1] - 1.0).abs() < 1e-6, "{values:?}");
            }
            assert_same_as_naive(&game, depth, &prunings()[1..]);
        }
    }
}

#[test]
fn only_the_best_actions_are_followed_where_there_are_too_many() {
    let mut wide = 0;
    for (players, rules, depth, count) in [
        (2, "columns=4 rows=5 bridges=4", 3, 50),
        (2, "columns=4 rows=3 bridges=2 relocate=must", 4, 12),
        (1, "mode=puzzle columns=3 rows=4 bridges=2", 3, 20),
    ] {
        for game in positions::<AmidakujiBridge>(&start(players, rules), count) {
            assert_same_as_naive(&game, depth, &prunings());
            wide += u32::from(legal(&game).len() > AmidakujiBridge::WIDTH);
        }
    }
    assert!(wide > 12, "{wide} wide decisions");
}

#[test]
fn a_budget_of_nodes_is_kept_and_gives_the_same_every_time() {
    let games: Vec<Carcassonne> = positions(&start(2, ""), 8).collect();
    for pruning in prunings() {
        let mut keeping = Expectimax::new(Settings { nodes: Some(900), depth: None, ..pruning });
        for game in &games {
            let mut last_depth = 0;
            for limit in [1, 30, 300, 3000] {
                let settings = Settings { nodes: Some(limit), depth: None, ..pruning };
                let (action, value, report) = search(settings, game);
                let free = legal(game).len() as u64;
                assert!(report.nodes <= limit.max(free), "{report:?} of {limit} in {game}");
                assert!(report.depth >= last_depth, "{report:?} of {limit} in {game}");
                last_depth = report.depth;
                assert_eq!(search(settings, game), (action, value, report), "{game}");
            }
            // What was searched before has no part in it.
            let found = keeping.search(game, &legal(game));
            let fresh = search(Settings { nodes: Some(900), depth: None, ..pruning }, game);
            assert_eq!((found.0, found.1, keeping.report()), fresh, "{game}");
        }
    }
}

/// Where nearly everything is chance a ply is still a ply: no more than five actions, five outcomes and
/// five events after each of these.
#[test]
fn chance_after_chance_comes_to_an_end() {
    let mut most = 0;
    for tree in 0..100 {
        for game in decisions_of_a_game(&start::<Thicket>(2, &format!("chance=9 tree={tree}")), 0) {
            let settings =
                Settings { depth: Some(2), pruning: Pruning::None, ..Settings::default() };
            most = most.max(search(settings, &game).2.nodes);
        }
    }
    assert!((30..=5 + 5 * 5 + 5 * 5 * 5).contains(&most), "{most}");
}

/// Positions looked at in all, for no pruning, Star1, Star2 and Star2.5 with two probes and four.
fn nodes<G: Evaluate>(games: &[G], depth: u32) -> Vec<u64> {
    let of = |pruning: Settings| -> u64 {
        let settings = Settings { depth: Some(depth), ..pruning };
        games.iter().map(|game| search(settings, game).2.nodes).sum()
    };
    prunings().into_iter().map(of).collect()
}

#[test]
fn pruning_saves_nodes() {
    let games: Vec<Carcassonne> = positions(&start(2, ""), 10).collect();
    let nodes = nodes(&games, 3);
    assert!(nodes[1] < nodes[0], "{nodes:?}");
    for probing in &nodes[2..] {
        assert!(probing * 2 < nodes[1], "{nodes:?}");
    }
    let trees: Vec<Thicket> = (0..100)
        .map(|tree| start(2, &format!("tree={tree}")))
        .filter(|game: &Thicket| !legal(game).is_empty())
        .collect();
    let nodes = self::nodes(&trees, 5);
    // With five replies at most there is less to be saved by a look at one or two.
    assert!(nodes[1..].iter().all(|pruned| 2 * pruned < nodes[0]), "{nodes:?}");
}

fn refusal<G: Evaluate>(start: &G) -> String {
    let built = "expectimax:depth=2".parse::<AgentSpec>().unwrap().build(start);
    built.err().map_or_else(|| "none".to_string(), |error| error.to_string())
}

#[test]
fn games_that_it_cannot_search_are_refused() {
    let hidden = "it searches only games without hidden information";
    let sides = "it searches only games of one or two sides";
    let cannot = |game: &str, reason| format!("agent `expectimax` cannot play {game}: {reason}");
    assert_eq!(refusal(&start::<TwoTricks>(4, "")), cannot("two-tricks", hidden));
    assert_eq!(refusal(&start::<UnsunKaruta>(8, "")), cannot("unsun-karuta", hidden));
    assert_eq!(refusal(&start::<Carcassonne>(3, "")), cannot("carcassonne", sides));
    assert_eq!(refusal(&start::<OAnQuan>(4, "")), cannot("o-an-quan", sides));
    assert_eq!(refusal(&start::<Carcassonne>(2, "")), "none");
    assert_eq!(refusal(&start::<AmidakujiBridge>(1, "mode=puzzle")), "none");
    // Nobody is ever asked.
    assert_eq!(refusal(&start::<HokusaiSugoroku>(6, "")), "none");
}

#[test]
fn settings_are_printed_and_errors_say_what_is_allowed() {
    let parsed = |text: &str| {
        text.parse::<AgentSpec>().map_or_else(|error| error.to_string(), |spec| spec.to_string())
    };
    assert_eq!(parsed("expectimax"), "expectimax:depth=3,pruning=star2");
    assert_eq!(
        parsed("expectimax:nodes=500,pruning=star2.5"),
        "expectimax:nodes=500,pruning=star2.5,probes=2"
    );
    for text in ["expectimax:depth=2,pruning=none", "expectimax:depth=4,pruning=star2.5,probes=3"] {
        assert_eq!(parsed(text), text);
    }
    assert_eq!(
        parsed("expectimax:pruning=star3"),
        "agent `expectimax`: option `pruning` cannot be `star3`: \
         it takes none or star1 or star2 or star2.5"
    );
    assert_eq!(parsed("expectimax:probes=3"), "agent `expectimax`: probes needs pruning=star2.5");
}

#[test]
fn it_plays_whole_games() {
    let spec = "expectimax:nodes=100";
    for seed in 0..3 {
        play(&start::<Carcassonne>(2, ""), &[spec, "greedy"], seed);
        play(&start::<OAnQuan>(2, ""), &["random", spec], seed);
        let small = "columns=4 rows=3 bridges=2";
        play(&start::<AmidakujiBridge>(2, small), &[spec, "random"], seed);
        let puzzle = "mode=puzzle columns=3 rows=3 bridges=1";
        play(&start::<AmidakujiBridge>(1, puzzle), &[spec], seed);
        play(&start::<HokusaiSugoroku>(3, ""), &[spec; 3], seed);
        play(&start::<Thicket>(2, "chance=6 unlisted=3"), &[spec; 2], seed);
    }
}

/// It gets some 70 % of the payoff; twelve matches on these draws are enough to show that it is more
/// than half.
#[test]
fn it_beats_greedy_in_carcassonne() {
    let start = start::<Carcassonne>(2, "");
    let pair = |seed| {
        let (first, second) = (["expectimax", "greedy"], ["greedy", "expectimax"]);
        play(&start, &first, seed).1[0] + play(&start, &second, seed).1[1]
    };
    let share = (0..6).map(pair).sum::<f64>() / 12.0;
    assert!(share > 0.5, "{share}");
}

/// The tree for tests keeps the laws, whatever comes next in it.
#[test]
fn random_trees_are_games() {
    let mut turns = [0; 3];
    for tree in 0..100 {
        let start: Thicket = start(2, &format!("tree={tree}"));
        for game in decisions_of_a_game(&start, tree) {
            let again = Thicket::parse(*game.rules(), 2, &game.to_string()).unwrap();
            assert_eq!(again, game);
            for action in legal(&game) {
                turns[match after(&game, action).turn() {
                    Turn::Player(_) => 0,
                    Turn::Chance => 1,
                    Turn::Over => 2,
                }] += 1;
            }
        }
    }
    assert!(turns.iter().all(|&count| count > 50), "{turns:?}");
}

impl Evaluate for TwoTricks {
    type Weights = thicket::NoWeights;

    const MARGIN: f32 = 2.0;

    fn evaluate(&self, _: &thicket::NoWeights) -> PerSide<f32> {
        let scores = self.scores();
        PerSide::from_fn(scores.len(), |side| scores[side] as f32)
    }
}
