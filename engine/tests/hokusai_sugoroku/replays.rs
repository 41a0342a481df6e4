//! Golden records and the worked examples of the rules text, replayed event by event.

use crate::common::list;
use crate::{legal, lines, play, position, rules, start};
use ludarium_engine::hokusai_sugoroku::{HokusaiSugoroku, Rules};
use ludarium_engine::{Game, Turn, options};
use serde_json::Value;

const RECORDS: &str = include_str!("../data/hokusai-sugoroku/records.jsonl");
const EXAMPLES: &str = include_str!("../data/hokusai-sugoroku/examples.txt");

/// Replays a record; returns the number of its events.
fn replay(record: &Value) -> usize {
    let read: Rules = options::from_map(record["rules"].as_object().expect("a map of options"))
        .unwrap_or_else(|error| panic!("{error}"));
    let players = record["players"].as_u64().expect("a number of players");
    let mut game = start(read, players as u8);
    let moves: Vec<String> = list(record, "moves");
    let positions: Vec<String> = list(record, "positions");
    let lists: Vec<Vec<String>> = list(record, "legal");
    assert_eq!((positions.len(), lists.len()), (moves.len() + 1, moves.len()));
    assert_eq!(game.to_string(), positions[0]);
    for ((event, list), after) in moves.iter().zip(&lists).zip(&positions[1..]) {
        assert_eq!(game.turn(), Turn::Chance, "{game}");
        assert_eq!(legal(&game), *list, "before {event} in {game}");
        play(&mut game, event);
        assert_eq!(game.to_string(), *after, "after {event}");
        assert_eq!(position(read, after), game, "after {event}");
    }
    assert_eq!(game.turn(), Turn::Over, "{game}");
    assert_eq!(legal(&game), [""; 0], "{game}");
    assert_eq!(game.scores().to_vec(), list::<i32>(record, "scores"), "{game}");
    assert_eq!(game.ranks().to_vec(), list::<u8>(record, "ranks"), "{game}");
    moves.len()
}

#[test]
fn golden_records() {
    let records: Vec<Value> =
        RECORDS.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect();
    assert_eq!(records.len(), 84);
    assert_eq!(records.iter().map(replay).sum::<usize>(), 5678);
}

/// Replays the games of one example; returns the number of its events.
fn example(text: &str) -> u32 {
    let mut options = rules("default");
    let mut playing: Option<HokusaiSugoroku> = None;
    let mut events = 0;
    for line in text.lines().skip(1) {
        if let Some(words) = line.strip_prefix("rules ") {
            (options, playing) = (rules(words), None);
        } else if let Some((event, after)) = line.split_once(" -> ") {
            let game = playing.as_mut().expect("a position before the event");
            play(game, event);
            assert_eq!(game.to_string(), after, "{event} in {text}");
            events += 1;
        } else if let Some(scores) = line.strip_prefix("scores ") {
            assert_eq!(listed(&playing.expect("a position").scores()), scores, "scores in {text}");
        } else if let Some(ranks) = line.strip_prefix("ranks ") {
            assert_eq!(listed(&playing.expect("a position").ranks()), ranks, "ranks in {text}");
        } else {
            playing = Some(position(options, line));
        }
    }
    events
}

fn listed<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn worked_examples() {
    let text = lines(EXAMPLES).collect::<Vec<_>>().join("\n");
    let examples: Vec<&str> = text.trim().split("\n\n").collect();
    assert_eq!(examples.len(), 20);
    let mut events = 0;
    for (number, text) in (1..).zip(&examples) {
        assert!(text.starts_with(&format!("{number}. ")), "{text}");
        events += example(text);
    }
    assert_eq!(events, 72);
    assert_eq!(text.matches("\nscores ").count() + text.matches("\nranks ").count(), 10);
}
