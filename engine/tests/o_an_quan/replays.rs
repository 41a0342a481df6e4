//! Golden records and the worked examples of the rules text, replayed event by event.

use crate::common::list;
use crate::{legal, lines, position, rules, start};
use ludarium_engine::o_an_quan::{OAnQuan, Rules};
use ludarium_engine::{Game, Turn, event, options};
use serde_json::Value;

const RECORDS: &str = include_str!("../data/o-an-quan/records.jsonl");
const EXAMPLES: &str = include_str!("../data/o-an-quan/examples.txt");
const OPENING_TURNS: &str = include_str!("../data/o-an-quan/opening-turns.txt");

fn play(game: &mut OAnQuan, action: &str) {
    event::apply_text(game, action).unwrap_or_else(|error| panic!("{error}"));
}

fn replay(record: &Value) {
    let read: Rules = options::from_map(record["rules"].as_object().expect("a map of options"))
        .unwrap_or_else(|error| panic!("{error}"));
    let players = record["players"].as_u64().expect("a number of players");
    let mut game = start(read, players as u8);
    let moves: Vec<String> = list(record, "moves");
    let positions: Vec<String> = list(record, "positions");
    let lists: Vec<Vec<String>> = list(record, "legal");
    assert_eq!((positions.len(), lists.len()), (moves.len() + 1, moves.len()));
    assert_eq!(game.to_string(), positions[0]);
    for ((action, list), after) in moves.iter().zip(&lists).zip(&positions[1..]) {
        assert_eq!(legal(&game), *list, "before {action} in {game}");
        play(&mut game, action);
        assert_eq!(game.to_string(), *after, "after {action}");
    }
    assert_eq!(game.turn(), Turn::Over, "{game}");
    assert_eq!(game.scores().to_vec(), list::<i32>(record, "scores"), "{game}");
    assert_eq!(game.ranks().to_vec(), list::<u8>(record, "ranks"), "{game}");
}

#[test]
fn golden_records() {
    let records: Vec<Value> =
        RECORDS.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect();
    assert_eq!(records.len(), 116);
    records.iter().for_each(replay);
}

/// Replays one example; the returned game stands after its last action.
fn example(text: &str) -> OAnQuan {
    let mut lines = text.lines().skip(1).peekable();
    let options = lines.next_if(|line| line.starts_with("rules ")).unwrap_or("rules");
    let mut game = position(rules(&options["rules".len()..]), lines.next().expect("a position"));
    for line in lines {
        if let Some(scores) = line.strip_prefix("scores ") {
            assert_eq!(listed(&game.scores()), scores, "scores in {text}");
        } else if let Some(ranks) = line.strip_prefix("ranks ") {
            assert_eq!(listed(&game.ranks()), ranks, "ranks in {text}");
        } else {
            let (action, after) = line.split_once(" -> ").expect("action -> position");
            play(&mut game, action);
            assert_eq!(game.to_string(), after, "{action} in {text}");
        }
    }
    game
}

fn listed<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn worked_examples() {
    let text = lines(EXAMPLES).collect::<Vec<_>>().join("\n");
    let examples: Vec<&str> = text.trim().split("\n\n").collect();
    assert_eq!(examples.len(), 33);
    for (number, text) in (1..).zip(&examples) {
        assert!(text.starts_with(&format!("{number}. ")), "{text}");
        let over = example(text).turn() == Turn::Over;
        assert_eq!(over, text.contains("\nscores "), "{text} gives the result of a finished game");
    }
}

#[test]
fn the_ten_opening_turns() {
    let start = start(Rules::default(), 2);
    let turns: Vec<_> =
        lines(OPENING_TURNS).map(|line| line.split_once(" -> ").expect("a turn")).collect();
    assert_eq!(legal(&start), turns.iter().map(|turn| turn.0).collect::<Vec<_>>());
    for (action, after) in turns {
        let mut game = start;
        play(&mut game, action);
        assert_eq!(game.to_string(), after, "after {action}");
    }
}
