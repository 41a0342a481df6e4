//! `minimax` against its naive twin: the same search without pruning, table and ordering.

mod common;

use common::{after, decisions_of_a_game, endings, legal, positions, start};
use ludarium_agents::evaluate::{OAnQuanWeights, WIN, worth};
use ludarium_agents::minimax::{Minimax, Opponents, Settings};
use ludarium_agents::{Agent, Report};
use ludarium_engine::o_an_quan::{Action, OAnQuan};
use ludarium_engine::{Game, Seat, Turn};

/// The twin: what `game` is worth to `side` after `depth` more plies, `leaf` saying what a position
/// is worth as it stands.
fn naive_value(game: &OAnQuan, depth: u32, side: usize, leaf: Leaf) -> f32 {
    let seat = match game.turn() {
        Turn::Player(seat) if depth > 0 => seat,
        _ => return leaf(game, side),
    };
    let actions = legal(game).into_iter();
    let values = actions.map(|action| naive_value(&after(game, action), depth - 1, side, leaf));
    if game.side(seat) == side {
        values.fold(f32::NEG_INFINITY, f32::max)
    } else {
        values.fold(f32::INFINITY, f32::min)
    }
}

type Leaf = fn(&OAnQuan, usize) -> f32;

/// What the agents think of a position.
fn default_worth(game: &OAnQuan, side: usize) -> f32 {
    worth(game, &OAnQuanWeights::default(), side)
}

/// The twin's value of every action for the side to act, the best ones first.
fn naive_root(game: &OAnQuan, depth: u32, leaf: Leaf) -> Vec<(Action, f32)> {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    let value = |action| naive_value(&after(game, action), depth - 1, game.side(seat), leaf);
    let mut values: Vec<_> =
        legal(game).into_iter().map(|action| (action, value(action))).collect();
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    values
}

fn search(searcher: &mut Minimax<OAnQuan>, game: &OAnQuan) -> (Action, f32, Report) {
    let (action, value) = searcher.search(game, &legal(game));
    (action, value, searcher.report())
}

fn to_depth(depth: u32) -> Settings {
    Settings { depth: Some(depth), ..Settings::default() }
}

fn with_nodes(nodes: u64) -> Settings {
    Settings { nodes: Some(nodes), ..Settings::default() }
}

/// The value is the twin's, and the action one of those that have it.
fn assert_same_as_naive(game: &OAnQuan, depth: u32) {
    let (action, value, _) = search(&mut Minimax::new(to_depth(depth)), game);
    assert_best(&naive_root(game, depth, default_worth), action, value, game);
}

fn assert_best(naive: &[(Action, f32)], action: Action, value: f32, game: &OAnQuan) {
    assert_eq!(value, naive[0].1, "{action} in {game}: {naive:?}");
    assert!(naive.contains(&(action, value)), "{action} {value} in {game}: {naive:?}");
}

#[test]
fn value_and_action_are_those_of_naive_minimax() {
    for (players, rules, deepest) in [
        (2, "", 5),
        (2, "direction=lift", 5),
        (2, "quan-non=0", 5),
        (2, "quiet-limit=3", 5),
        (2, "turn-limit=12", 5),
        // Few dân: deep searches with many transpositions, which put the table to the test.
        (2, "start-dan=1", 7),
        (3, "start-dan=1 quan-non=0", 6),
        (3, "", 4),
        (3, "direction=lift", 5),
        (3, "quiet-limit=3", 4),
        (4, "", 4),
        (4, "quan-non=0 turn-limit=20", 4),
    ] {
        let start = start(players, rules);
        for (game, depth) in positions(&start, 1500).zip((1..=deepest).cycle()) {
            assert_same_as_naive(&game, depth);
        }
        for (game, depth) in endings(&start, 4, 100).zip((1..=deepest).cycle()) {
            assert_same_as_naive(&game, depth);
        }
    }
}

#[test]
fn a_table_kept_over_a_match_changes_nothing() {
    for (players, rules, depth) in [(2, "", 4), (2, "direction=lift", 5), (3, "", 3), (4, "", 3)] {
        for seed in 0..8 {
            let mut keeping = Minimax::new(to_depth(depth));
            for game in decisions_of_a_game(&start(players, rules), seed) {
                if game.turn() == Turn::Player(Seat(0)) {
                    let (action, value, _) = search(&mut Minimax::new(to_depth(depth)), &game);
                    let (kept_action, kept_value, _) = search(&mut keeping, &game);
                    assert_eq!((kept_action, kept_value), (action, value), "{game}");
                }
            }
        }
    }
}

#[test]
fn a_budget_of_nodes_is_kept_and_gives_the_same_every_time() {
    for game in positions(&start(2, ""), 30).chain(positions(&start(3, ""), 10)) {
        let mut last_depth = 0;
        for limit in [1, 9, 30, 100, 1000, 10_000] {
            let (action, value, report) = search(&mut Minimax::new(with_nodes(limit)), &game);
            let first_ply = legal(&game).len() as u64;
            assert!(report.nodes <= limit.max(first_ply), "{report:?} of {limit} in {game}");
            assert!(report.depth >= last_depth, "{report:?} of {limit} in {game}");
            last_depth = report.depth;
            let again = search(&mut Minimax::new(with_nodes(limit)), &game);
            assert_eq!((action, value, report), again, "{game}");
        }
    }
}

/// Where the depth is what ends the search, the budget has no part in it.
#[test]
fn a_budget_that_suffices_for_a_depth_gives_its_value() {
    for game in positions(&start(2, ""), 20) {
        let both = Settings { depth: Some(4), nodes: Some(1_000_000), ..Settings::default() };
        let (action, value, report) = search(&mut Minimax::new(both), &game);
        let (same_action, same_value, same_report) = search(&mut Minimax::new(to_depth(4)), &game);
        assert_eq!((action, value, report.depth), (same_action, same_value, same_report.depth));
    }
}

#[test]
fn a_huge_budget_solves_a_small_ending() {
    for players in [2, 3] {
        // No more than four turns are left before the limit.
        let small = |game: &OAnQuan| game.turns() >= 12;
        for game in endings(&start(players, "turn-limit=16"), 4, 60).filter(small) {
            let (action, value, _) = search(&mut Minimax::new(with_nodes(1 << 40)), &game);
            assert_best(&naive_root(&game, 99, default_worth), action, value, &game);
        }
    }
}

/// Two plies before the limit there is nothing to see at depth 3 that is not seen at depth 2.
#[test]
fn a_search_stops_when_it_has_seen_every_end() {
    let mut seen = 0;
    for game in endings(&start(2, "turn-limit=16"), 2, 40).filter(|game| game.turns() == 14) {
        let (_, _, report) = search(&mut Minimax::new(with_nodes(1 << 40)), &game);
        assert_eq!(report.depth, 2, "{game}");
        seen += 1;
    }
    assert!(seen > 10, "only {seen} games came that far");
}

fn two_players(position: &str) -> OAnQuan {
    OAnQuan::parse(*start(2, "").rules(), 2, position).unwrap()
}

/// The only action that wins at once, found at every depth.
#[test]
fn a_win_in_one_turn_is_found() {
    for (position, win, margin) in [
        ("6Q,3,0,1,2,2/2,0,13,0,3,4 B 6:0/8:1 1 5 -", "B5+", 35.0),
        ("2,0,2,0,1,1/7Q,3,1,0,1,0 A 20:0/12:1 3 20 -", "A5+", 20.0),
        ("2,1,1,1,1,1/4Q,0,2,0,2,0 A 17:0/18:1 0 22 -", "A1+", 14.0),
    ] {
        for depth in 1..=3 {
            let game = two_players(position);
            let (action, value, _) = search(&mut Minimax::new(to_depth(depth)), &game);
            assert_eq!((action.to_string().as_str(), value), (win, WIN + margin), "{position}");
        }
    }
}

/// The only action that wins by force on the own next turn, seen at depth 3 and not at depth 1.
#[test]
fn a_win_in_three_plies_is_found() {
    for (position, win, margin) in [
        ("0,1,0,0,0,0/10Q,1,1,1,1,1 B 21:1/13:0 0 21 -", "B1+", 5.0),
        ("8Q,2,2,0,12,2/5Q,0,0,0,0,0 A 19:0/0:0 1 6 -", "A4+", 10.0),
        ("12Q,0,0,3,0,0/7,0,2,0,1,1 B 9:0/15:1 5 23 -", "B2+", 37.0),
        ("0,0,0,1,0,0/14Q,1,0,1,1,0 B 8:0/24:1 1 21 -", "B1-", 2.0),
        ("11Q,0,1,1,0,1/4Q,0,0,1,0,0 A 20:0/11:0 0 18 -", "A5+", 2.0),
    ] {
        let game = two_players(position);
        let (action, value, _) = search(&mut Minimax::new(to_depth(1)), &game);
        assert!(value < WIN / 2.0, "{position}");
        assert_ne!(action.to_string(), win, "{position}");
        let (action, value, _) = search(&mut Minimax::new(to_depth(3)), &game);
        assert_eq!((action.to_string().as_str(), value), (win, WIN + margin), "{position}");
    }
}

/// The puzzles of the rules text, whose values are bare margins after three turns. In the first one
/// the opponent can end the game and lose by less, which `minimax` knows it will not do.
#[test]
fn puzzles_are_solved() {
    let margin: Leaf = |game, side| (game.scores()[side] - game.scores()[1 - side]) as f32;
    for (position, solution, best, second) in [
        ("6Q,2,0,0,2,4/6Q,0,3,0,3,0 A 14:0/10:0 0 8 -", "A1-", 22.0, 14.0),
        ("3,3,0,3,0,1/11Q,1,0,0,2,0 B 23:1/3:0 0 7 -", "B4-", -12.0, -24.0),
        ("7Q,0,0,0,0,0/3,0,2,0,2,1 B 22:0/13:1 1 11 -", "B2+", 21.0, 11.0),
        ("4Q,0,0,3,2,9/4Q,2,0,10,1,0 A 15:0/0:0 1 6 -", "A3+", 26.0, 17.0),
    ] {
        let game = two_players(position);
        let naive = naive_root(&game, 3, margin);
        assert_eq!(naive[0].0.to_string(), solution, "{position}");
        assert_eq!((naive[0].1, naive[1].1), (best, second), "{position}");
        let (action, _, _) = search(&mut Minimax::new(to_depth(3)), &game);
        assert_eq!(action.to_string() == solution, best != 22.0, "{action} in {position}");
    }
}

/// Alpha-beta without a table: the twin where naive minimax is too slow.
fn without_table(game: &OAnQuan, depth: u32, side: usize, mut alpha: f32, mut beta: f32) -> f32 {
    let seat = match game.turn() {
        Turn::Player(seat) if depth > 0 => seat,
        _ => return default_worth(game, side),
    };
    let maximising = game.side(seat) == side;
    for action in legal(game) {
        let value = without_table(&after(game, action), depth - 1, side, alpha, beta);
        if maximising {
            alpha = alpha.max(value);
        } else {
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    if maximising { alpha } else { beta }
}

/// In deep searches the bounds of the table count: a position is met again in another window.
#[test]
fn deep_values_are_those_without_a_table() {
    for game in positions(&start(2, "start-dan=1"), 60) {
        let Turn::Player(seat) = game.turn() else { unreachable!("a decision is a seat's") };
        let (_, value, _) = search(&mut Minimax::new(to_depth(11)), &game);
        let expected = without_table(&game, 11, game.side(seat), f32::NEG_INFINITY, f32::INFINITY);
        assert_eq!(value, expected, "{game}");
    }
}

/// What a twin says of a position, as a function of it, the depth and the searching side.
type Twin = fn(&OAnQuan, u32, usize) -> f32;

fn paranoid_twin(game: &OAnQuan, depth: u32, side: usize) -> f32 {
    naive_value(game, depth, side, default_worth)
}

/// Every side takes what is worth most to itself, the first of equals.
fn max_n_twin(game: &OAnQuan, depth: u32, side: usize) -> f32 {
    fn values(game: &OAnQuan, depth: u32) -> Vec<f32> {
        let seat = match game.turn() {
            Turn::Player(seat) if depth > 0 => seat.index(),
            _ => return (0..game.sides()).map(|of| default_worth(game, of)).collect(),
        };
        let all = legal(game).into_iter().map(|action| values(&after(game, action), depth - 1));
        all.reduce(|best, next| if next[seat] > best[seat] { next } else { best }).unwrap()
    }
    values(game, depth)[side]
}

/// Of the other sides one chooses until the searching side acts again, the others do as `greedy` does.
fn best_reply_twin(game: &OAnQuan, depth: u32, side: usize) -> f32 {
    fn value(game: &OAnQuan, depth: u32, side: usize, replier: Option<usize>) -> f32 {
        let seat = match game.turn() {
            Turn::Player(seat) if depth > 0 => seat.index(),
            _ => return default_worth(game, side),
        };
        let actions = legal(game);
        if seat == side {
            let values = actions.iter().map(|&a| value(&after(game, a), depth - 1, side, None));
            return values.fold(f32::NEG_INFINITY, f32::max);
        }
        let own_worth = |&action: &Action| default_worth(&after(game, action), seat);
        let best = actions.iter().map(own_worth).fold(f32::NEG_INFINITY, f32::max);
        let usual = *actions.iter().find(|action| own_worth(action) == best).unwrap();
        let mut least = value(&after(game, usual), depth - 1, side, replier);
        if replier.is_none_or(|replier| replier == seat) {
            for &action in actions.iter().filter(|&&action| action != usual) {
                least = least.min(value(&after(game, action), depth - 1, side, Some(seat)));
            }
        }
        least
    }
    value(game, depth, side, None)
}

const TWINS: [(Opponents, Twin); 3] = [
    (Opponents::Paranoid, paranoid_twin),
    (Opponents::MaxN, max_n_twin),
    (Opponents::BestReply, best_reply_twin),
];

fn against(opponents: Opponents, limits: Settings) -> Minimax<OAnQuan> {
    Minimax::new(Settings { opponents: Some(opponents), ..limits })
}

/// The twin's value of each action for the side to act.
fn values_of_twin(game: &OAnQuan, depth: u32, twin: Twin) -> Vec<(Action, f32)> {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    let value = |action| twin(&after(game, action), depth - 1, game.side(seat));
    legal(game).into_iter().map(|action| (action, value(action))).collect()
}

/// Each kind of search against its twin, also where no more than two sides are left to tell them apart.
#[test]
fn values_of_all_actions_are_those_of_the_twins() {
    for (opponents, twin) in TWINS {
        for (players, rules, deepest) in [
            (2, "", 4),
            (2, "direction=lift", 5),
            (3, "", 4),
            (3, "start-dan=1 quan-non=0", 6),
            (3, "direction=lift", 6),
            (3, "turn-limit=12", 5),
            (4, "", 4),
            (4, "start-dan=2", 6),
            (4, "direction=lift quiet-limit=3", 5),
        ] {
            let start = start(players, rules);
            let all = positions(&start, 60).chain(endings(&start, 5, 30));
            for (game, depth) in all.zip((1..=deepest).cycle()) {
                let twins = values_of_twin(&game, depth, twin);
                let mut searcher = against(opponents, to_depth(depth));
                let found = searcher.values(&game, &legal(&game), f32::INFINITY);
                let found: Vec<_> = found.iter().map(|of| (of.action, of.value)).collect();
                assert_eq!(found, twins, "{opponents:?} to {depth} in {game}");
                let (action, value) = searcher.search(&game, &legal(&game));
                let best = twins.iter().map(|of| of.1).fold(f32::NEG_INFINITY, f32::max);
                assert_eq!(value, best, "{opponents:?} to {depth} in {game}");
                assert!(twins.contains(&(action, value)), "{opponents:?} to {depth} in {game}");
            }
        }
    }
}

/// Within the slack values are exact, beyond they are bounds, and none is missing.
#[test]
fn a_slack_says_which_values_are_exact() {
    let (mut exact, mut bounds) = (0, 0);
    for (opponents, twin) in TWINS {
        for players in 2..=4 {
            for (game, slack) in
                positions(&start(players, ""), 60).zip([0.0, 0.5, 3.0].iter().cycle())
            {
                let twins = values_of_twin(&game, 3, twin);
                let best = twins.iter().map(|of| of.1).fold(f32::NEG_INFINITY, f32::max);
                let found = against(opponents, to_depth(3)).values(&game, &legal(&game), *slack);
                assert_eq!(found.len(), twins.len(), "{game}");
                for (of, (action, value)) in found.iter().zip(twins) {
                    assert_eq!(of.action, action, "{game}");
                    if of.is_exact {
                        assert_eq!(of.value, value, "{opponents:?} {action} {slack} in {game}");
                        exact += 1;
                    } else {
                        assert!(value <= of.value, "{opponents:?} {action} {slack} in {game}");
                        assert!(
                            of.value <= best - slack,
                            "{opponents:?} {action} {slack} in {game}"
                        );
                        bounds += 1;
                    }
                }
            }
        }
    }
    assert!(exact > 500 && bounds > 500, "{exact} exact, {bounds} bounds");
}

/// Where the nodes run out, the values are those of the last depth that was completed.
#[test]
fn values_within_a_budget_are_of_the_depth_reported() {
    for (opponents, twin) in TWINS {
        for game in positions(&start(3, ""), 30) {
            for limit in [1, 100, 1000] {
                let mut searcher = against(opponents, with_nodes(limit));
                let found = searcher.values(&game, &legal(&game), f32::INFINITY);
                let depth = searcher.report().depth;
                let found: Vec<_> = found.iter().map(|of| (of.action, of.value)).collect();
                assert_eq!(found, values_of_twin(&game, depth, twin), "{opponents:?} in {game}");
                assert!(searcher.report().nodes <= limit.max(10), "{opponents:?} in {game}");
            }
        }
    }
}
