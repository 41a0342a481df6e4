//! Golden records, the worked examples of the rules text, and cases that these leave out, replayed
//! event by event.

use crate::common::{examples, list, records};
use crate::{legal, play, players, position, rules, start};
use ludarium_engine::amidakuji_bridge::{Action, AmidakujiBridge, Place, Point, Rules};
use ludarium_engine::{Game, Seat, Turn, event, options};
use serde_json::Value;

/// Games with the position before and after every event, and what was legal before it.
const RECORDS: &str = include_str!("../data/amidakuji-bridge/records.jsonl");
/// Games with the final scores and ranks only.
const SCORES: &str = include_str!("../data/amidakuji-bridge/scores.jsonl");
const EXAMPLES: &str = include_str!("../data/amidakuji-bridge/examples.txt");
const CASES: &str = include_str!("../data/amidakuji-bridge/cases.txt");

fn start_of(record: &Value) -> AmidakujiBridge {
    let read: Rules = options::from_map(record["rules"].as_object().expect("a map of options"))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(record["players"], players(read));
    start(read)
}

/// A list as positions have it.
fn comma_list(items: impl Iterator<Item = String>) -> String {
    let list = items.collect::<Vec<_>>().join(",");
    if list.is_empty() { "-".to_string() } else { list }
}

/// What the methods of a position say is what its text says.
fn check_methods(game: &AmidakujiBridge) {
    let text = game.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    assert_eq!(fields.len(), 13, "{text}");
    let turn = match fields[1] {
        "-" => Turn::Over,
        seat => Turn::Player(Seat(seat.parse().expect("a seat"))),
    };
    assert_eq!((game.turn(), fields[0] == "X"), (turn, turn == Turn::Over), "{text}");
    assert_eq!((game.phase().letter(), game.round().to_string()), (fields[0], fields[2].into()));
    for action in legal(game) {
        assert_eq!(action.split_once(':').map(|parts| parts.0), Some(fields[0]), "{text}");
    }
    let hands =
        [0, 1].map(|seat| game.hand(Seat(seat))).map(|hand| format!("{}.{}", hand.0, hand.1));
    assert_eq!(hands.join("/"), fields[3], "{text}");
    let bridges: Vec<_> = game.bridges().collect();
    let listed = comma_list(bridges.iter().map(|(place, seat)| format!("{seat}{place}")));
    assert_eq!(listed, fields[4].replace('+', ""), "{text}");
    for seat in [0, 1] {
        let standing = game
            .tokens(Seat(seat))
            .map(|(point, next, moved)| format!("{point}{next}{}", if moved { "!" } else { "" }));
        let field = fields[5 + usize::from(seat)];
        let is_waiting = |token: &&str| token.starts_with('*');
        let (waiting, others): (Vec<&str>, Vec<&str>) = field.split(',').partition(is_waiting);
        let others = others.into_iter().filter(|&token| token != "-");
        assert_eq!(comma_list(standing), comma_list(others.map(str::to_string)), "{text}");
        assert_eq!(game.waiting(Seat(seat)), waiting.len(), "{text}");
        let arrived = fields[7].split('/').nth(seat.into()).expect("two sides").replace('-', "");
        assert_eq!(usize::from(game.arrived(Seat(seat))), arrived.len(), "{text}");
    }
    let rules = game.rules();
    let points = (0..rules.columns)
        .flat_map(|column| (0..=rules.rows + 1).map(move |row| Point { column, row }));
    for point in points.clone() {
        let ends_here =
            |bridge: &&(Place, Seat)| bridge.0.left_end() == point || bridge.0.right_end() == point;
        assert_eq!(game.bridge_at(point), bridges.iter().find(ends_here).copied(), "{text}");
    }
    let ends = points.filter(|point| point.row == 0 || point.row == rules.rows + 1);
    let lying = ends.map(|end| (end, game.coins_at(end))).filter(|(_, coins)| *coins > 0);
    assert_eq!(comma_list(lying.map(|(end, coins)| format!("{end}:{coins}"))), fields[10]);
    let named = [Seat(0), Seat(1)]
        .into_iter()
        .filter_map(|seat| Some(game.start_point(seat, game.named(seat)?).to_string()));
    assert_eq!(comma_list(named), fields[11], "{text}");
    let won = [0, 1].map(|seat| game.coins_won(Seat(seat)).to_string()).join(".");
    assert_eq!(won, fields[12].split_once('.').expect("three numbers").1, "{text}");
    if let (Turn::Player(seat), "S" | "E", false) = (turn, fields[0], rules.is_puzzle()) {
        let open = game.open_columns(seat).map(|column| game.start_point(seat, column));
        let open: Vec<String> = open.map(|point| format!("{}:{point}", fields[0])).collect();
        assert_eq!(open, legal(game), "{text}");
    }
}

/// A position is read back, and what its methods say is what its text says.
fn check_position(game: &AmidakujiBridge) {
    let text = game.to_string();
    let read = position(*game.rules(), &text);
    assert_eq!((&read, read.to_string()), (game, text.clone()));
    assert_eq!(legal(&read), legal(game), "{text}");
    check_methods(game);
}

/// A move, before it is made, goes as far as its steps reach on the way that lies ahead.
fn check_way(game: &AmidakujiBridge, action: &str, after: &str) {
    let (Turn::Player(seat), Ok(Action::Move(from, next))) = (game.turn(), action.parse()) else {
        return;
    };
    let steps = game.rules().steps.unwrap_or(3);
    let way: Vec<Point> = game.way(seat, from, next).collect();
    let comes_to = way.iter().take(steps.into()).next_back().expect("one step at least");
    let tokens = after.split(' ').nth(5 + seat.index()).expect("tokens");
    let is_there = tokens.split(',').any(|token| {
        token
            .strip_prefix(&comes_to.to_string())
            .is_some_and(|flags| ["r!", "x!", "r", "x"].contains(&flags))
    });
    let goal_row = if seat.0 == 0 { game.rules().rows + 1 } else { 0 };
    assert_eq!(is_there, comes_to.row != goal_row, "{action} in {game}");
    // Without crossing bridges every way ends at the other side.
    let ends = way.last().is_some_and(|point| point.row == goal_row);
    assert!(ends || game.rules().crossing.is_yes(), "{action} in {game}");
}

fn check_result(game: &AmidakujiBridge, record: &Value) {
    assert_eq!(game.turn(), Turn::Over, "{game}");
    assert_eq!(legal(game), [""; 0], "{game}");
    assert_eq!(game.scores().to_vec(), list::<i32>(record, "scores"), "{game}");
    assert_eq!(game.ranks().to_vec(), list::<u8>(record, "ranks"), "{game}");
    // Only the cap ends a duel in which nobody has brought enough tokens across.
    let text = game.to_string();
    let arrived = text.split(' ').nth(7).expect("arrived tokens").split('/');
    let most = arrived.map(|letters| letters.replace('-', "").len()).max();
    let goal = record["rules"]["goal"].as_u64().unwrap_or(2) as usize;
    assert_eq!(game.capped(), players(*game.rules()) == 2 && most < Some(goal), "{game}");
}

/// Replays a record with positions; returns the number of its events.
fn replay(record: &Value) -> usize {
    let mut game = start_of(record);
    let moves: Vec<String> = list(record, "moves");
    let positions: Vec<String> = list(record, "positions");
    let lists: Vec<Vec<String>> = list(record, "legal");
    assert_eq!((positions.len(), lists.len()), (moves.len() + 1, moves.len()));
    assert_eq!(game.to_string(), positions[0]);
    check_position(&game);
    for ((action, list), after) in moves.iter().zip(&lists).zip(&positions[1..]) {
        assert_eq!(legal(&game), *list, "before {action} in {game}");
        assert!(!game.capped(), "{game}");
        check_way(&game, action, after);
        play(&mut game, action);
        assert_eq!(game.to_string(), *after, "after {action}");
        check_position(&game);
    }
    check_result(&game, record);
    moves.len()
}

#[test]
fn golden_records() {
    let records = records(RECORDS);
    assert_eq!(records.len(), 48);
    assert_eq!(records.iter().map(replay).sum::<usize>(), 2369);
}

/// What was legal on the way is what the checked edge refuses otherwise.
#[test]
fn golden_scores() {
    let records = records(SCORES);
    assert_eq!(records.len(), 196);
    let mut events = 0;
    for record in &records {
        let mut game = start_of(record);
        let moves: Vec<String> = list(record, "moves");
        for action in &moves {
            play(&mut game, action);
            assert_eq!(position(*game.rules(), &game.to_string()), game, "after {action}");
        }
        check_result(&game, record);
        events += moves.len();
    }
    assert_eq!(events, 15022);
}

fn listed<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Asserts a fact about a position, as the data files write it.
fn check_fact(game: &AmidakujiBridge, name: &str, expected: &str, example: &str) {
    let fact = match name {
        "legal" => legal(game).join(" "),
        "scores" => listed(&game.scores()),
        "ranks" => listed(&game.ranks()),
        "capped" => if game.capped() { "yes" } else { "no" }.to_string(),
        "not-legal" => {
            let mut tried = game.clone();
            let error = event::apply_text(&mut tried, expected).expect_err(expected);
            assert!(matches!(error, event::EventError::Illegal { .. }), "{error} in {example}");
            assert_eq!(tried, *game, "{expected} in {example}");
            return;
        }
        _ => unreachable!("no fact is called {name}"),
    };
    assert_eq!(fact, expected, "{name} of {game} in {example}");
}

/// Replays the positions of one example; returns the numbers of its events and of its facts.
fn example(text: &str) -> (usize, usize) {
    let mut options = rules("default");
    let mut playing: Option<AmidakujiBridge> = None;
    let (mut events, mut facts) = (0, 0);
    let mut lines = text.lines().skip(1).peekable();
    while let Some(line) = lines.next() {
        match line.split_once(' ').expect("two words and more") {
            ("rules", words) => (options, playing) = (rules(words), None),
            (name @ ("legal" | "not-legal" | "scores" | "ranks" | "capped"), expected) => {
                let game = playing.as_ref().expect("a position before the fact");
                check_fact(game, name, expected, text);
                facts += 1;
            }
            _ => {
                let Some((action, after)) = line.split_once(" -> ") else {
                    let read = position(options, line);
                    assert_eq!(read.to_string(), line, "in {text}");
                    check_position(&read);
                    playing = Some(read);
                    continue;
                };
                let game = playing.as_mut().expect("a position before the action");
                check_way(game, action, after);
                play(game, action);
                assert_eq!(game.to_string(), after, "{action} in {text}");
                check_position(game);
                let is_result = lines.peek().is_some_and(|next| next.starts_with("scores "));
                assert_eq!(game.turn() == Turn::Over, is_result, "{after} in {text}");
                events += 1;
            }
        }
    }
    (events, facts)
}

#[test]
fn worked_examples() {
    assert_eq!(examples(EXAMPLES, "", example), (34, 83, 40));
}

#[test]
fn cases_without_a_worked_example() {
    assert_eq!(examples(CASES, "", example), (42, 122, 112));
}
