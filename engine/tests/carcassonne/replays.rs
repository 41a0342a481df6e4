//! Golden records and the worked examples of the rules text, replayed event by event.

use crate::common::{examples, list, records};
use crate::{legal, play, position, rules, start};
use ludarium_engine::carcassonne::{Carcassonne, Rules};
use ludarium_engine::{Game, Turn, options};
use serde_json::Value;

/// Games with the position before and after every event, and what was legal before it.
const RECORDS: &str = include_str!("../data/carcassonne/records.jsonl");
/// Games with the final scores and ranks only.
const SCORES: &str = include_str!("../data/carcassonne/scores.jsonl");
const EXAMPLES: &str = include_str!("../data/carcassonne/examples.txt");
const CASES: &str = include_str!("../data/carcassonne/cases.txt");
const STRAIGHT: &str = include_str!("../data/carcassonne/straight.txt");

fn start_of(record: &Value) -> Carcassonne {
    let read: Rules = options::from_map(record["rules"].as_object().expect("a map of options"))
        .unwrap_or_else(|error| panic!("{error}"));
    let players = record["players"].as_u64().expect("a number of players");
    start(read, players as u8)
}

fn check_result(game: &Carcassonne, record: &Value) {
    assert_eq!(game.turn(), Turn::Over, "{game}");
    assert_eq!(legal(game), [""; 0], "{game}");
    assert_eq!(game.scores().to_vec(), list::<i32>(record, "scores"), "{game}");
    assert_eq!(game.ranks().to_vec(), list::<u8>(record, "ranks"), "{game}");
}

/// Replays a record with positions; returns the number of its events.
fn replay(record: &Value) -> usize {
    let mut game = start_of(record);
    let read = *game.rules();
    let moves: Vec<String> = list(record, "moves");
    let positions: Vec<String> = list(record, "positions");
    let lists: Vec<Vec<String>> = list(record, "legal");
    assert_eq!((positions.len(), lists.len()), (moves.len() + 1, moves.len()));
    assert_eq!(game.to_string(), positions[0]);
    assert_eq!(position(read, &positions[0]), game);
    for ((event, list), after) in moves.iter().zip(&lists).zip(&positions[1..]) {
        assert_eq!(game.turn() == Turn::Chance, event.starts_with('*'), "{event} in {game}");
        assert_eq!(legal(&game), *list, "before {event} in {game}");
        play(&mut game, event);
        assert_eq!(game.to_string(), *after, "after {event}");
        assert_eq!(position(read, after), game, "after {event}");
    }
    check_result(&game, record);
    moves.len()
}

#[test]
fn golden_records() {
    let records = records(RECORDS);
    assert_eq!(records.len(), 10);
    assert_eq!(records.iter().map(replay).sum::<usize>(), 2059);
}

/// What was legal on the way is what the checked edge refuses otherwise.
#[test]
fn golden_scores() {
    let records = records(SCORES);
    assert_eq!(records.len(), 172);
    let mut events = 0;
    for record in &records {
        let mut game = start_of(record);
        let moves: Vec<String> = list(record, "moves");
        moves.iter().for_each(|event| play(&mut game, event));
        check_result(&game, record);
        assert_eq!(position(*game.rules(), &game.to_string()), game);
        events += moves.len();
    }
    assert_eq!(events, 35496);
}

/// A fact about a position, as the data files write it.
fn fact(game: &Carcassonne, name: &str) -> String {
    match name {
        "legal" => legal(game).join(" "),
        "draws" => {
            let mut outcomes = Vec::new();
            assert!(game.chance_outcomes(&mut outcomes), "outcomes are listed");
            let draw = |(outcome, weight): &(_, u32)| format!("{outcome}:{weight}");
            outcomes.iter().map(draw).collect::<Vec<_>>().join(" ")
        }
        "scores" => listed(&game.scores()),
        "ranks" => listed(&game.ranks()),
        _ => unreachable!("no fact is called {name}"),
    }
}

fn listed<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Replays the games of one example; returns the numbers of its events and of its facts.
fn example(text: &str) -> (usize, usize) {
    let mut options = rules("default");
    let mut playing = None;
    let (mut events, mut facts) = (0, 0);
    for line in text.lines().skip(1) {
        match line.split_once(' ').expect("two words and more") {
            ("rules", words) => (options, playing) = (rules(words), None),
            (name @ ("legal" | "draws" | "scores" | "ranks"), expected) => {
                let game = playing.as_ref().expect("a position before the fact");
                assert_eq!(fact(game, name), expected, "{name} of {game} in {text}");
                facts += 1;
            }
            _ => {
                let Some((stretch, after)) = line.split_once(" -> ") else {
                    playing = Some(position(options, line));
                    continue;
                };
                let game = playing.as_mut().expect("a position before the events");
                for event in stretch.split(' ') {
                    play(game, event);
                    events += 1;
                }
                assert_eq!(game.to_string(), after, "{stretch} in {text}");
                assert_eq!(position(options, after), *game, "{stretch} in {text}");
            }
        }
    }
    (events, facts)
}

#[test]
fn worked_examples() {
    assert_eq!(examples(EXAMPLES, "", example), (17, 139, 26));
}

#[test]
fn cases_without_a_worked_example() {
    assert_eq!(examples(CASES, "", example), (9, 29, 21));
}

/// Nothing ends at the edge of a board: neighbours are counted, places found and positions read
/// however far the tiles go.
#[test]
fn rows_of_all_tiles() {
    assert_eq!(examples(STRAIGHT, "", example), (4, 4 * 213, 12));
}
