//! Golden records, the worked examples and the tricks of the rules text, and cases of the rule
//! options, replayed event by event.

use crate::common::{examples, list, records};
use crate::{legal, position, rules, start};
use ludarium_engine::event::{Event, is_legal, legal_texts};
use ludarium_engine::unsun_karuta::{Card, Phase, Rules, Settled, UnsunKaruta};
use ludarium_engine::{Game, Seat, Turn, options};
use serde_json::Value;
use std::collections::VecDeque;

/// Games with the position before and after every event, and what was legal before it.
const RECORDS: &str = include_str!("../data/unsun-karuta/records.jsonl");
/// Games with the final scores and ranks only.
const SCORES: &str = include_str!("../data/unsun-karuta/scores.jsonl");
const EXAMPLES: &str = include_str!("../data/unsun-karuta/examples.txt");
const TRICKS: &str = include_str!("../data/unsun-karuta/tricks.txt");
const CASES: &str = include_str!("../data/unsun-karuta/cases.txt");

fn start_of(record: &Value) -> UnsunKaruta {
    let read: Rules = options::from_map(record["rules"].as_object().expect("a map of options"))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(record["players"], 8);
    start(read)
}

/// Applies an event, which must be possible; returns the tricks that it settled. What they moved is
/// what the scores say.
fn follow(game: &mut UnsunKaruta, text: &str) -> Vec<Settled> {
    let event: Event<UnsunKaruta> = Event::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let settled: Vec<Settled> = match &event {
        Event::Action(action) => {
            assert!(is_legal(game, *action), "{text} in {game}");
            game.settled_by(*action).collect()
        }
        Event::Chance(_) => Vec::new(),
    };
    let mut points = game.scores().to_vec();
    for trick in &settled {
        let winner = game.side(trick.winner);
        points[winner] += 1 + i32::from(trick.transfer);
        points[1 - winner] -= i32::from(trick.transfer);
    }
    let before = *game;
    event.apply_to(game).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.scores().to_vec(), points, "{text} in {before}");
    settled
}

/// What the methods of a position say is what its text says.
fn check_methods(game: &UnsunKaruta) {
    let text = game.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let shown = |value: Option<String>| value.unwrap_or_else(|| "-".to_string());
    assert_eq!(fields.len(), 12, "{text}");
    assert_eq!(game.deal_number().to_string(), fields[0], "{text}");
    assert_eq!(game.dealer().to_string(), fields[1], "{text}");
    let (phase, seat) = match (game.phase(), game.turn()) {
        (Phase::Deal, Turn::Chance) => ("C", None),
        (Phase::Declaration, Turn::Player(seat)) => ("D", Some(seat)),
        (Phase::Discard, Turn::Player(seat)) => ("X", Some(seat)),
        (Phase::Play, Turn::Player(seat)) => ("P", Some(seat)),
        (Phase::Over, Turn::Over) => ("E", None),
        (phase, turn) => panic!("{phase:?} and {turn:?} in {text}"),
    };
    assert_eq!((phase, shown(seat.map(|seat| seat.to_string()))), (fields[2], fields[3].into()));
    let scores = game.scores();
    assert_eq!(format!("{}:{}", scores[0], scores[1]), fields[4], "{text}");
    assert_eq!(shown(game.turned().map(|card| card.to_string())), fields[5], "{text}");
    assert_eq!(game.trump(), game.turned().map(Card::suit), "{text}");
    let taker = game.taker().map(|taker| match taker.has_declared {
        true => format!("{}d", taker.seat),
        false => format!("{}p", taker.seat),
    });
    assert_eq!(shown(taker), fields[6], "{text}");
}

/// What a seat sees of the position in `text`.
fn seen(text: &str, face_down: bool, seat: usize) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_string).collect();
    if fields[9] == "-" {
        return text.to_string();
    }
    let turned = fields[5].clone();
    let own = |number: usize| number == seat;
    let hidden = |(number, hand): (usize, &str)| match own(number) {
        true => hand.to_string(),
        false => format!("?{}", hand.len() / 2),
    };
    fields[9] = fields[9].split('/').enumerate().map(hidden).collect::<Vec<_>>().join("/");
    if fields[10] == "-" && fields[11] == "-" {
        fields[8] = "????".to_string();
        if fields[7] != "-" && !fields[6].starts_with(&seat.to_string()) {
            fields[7] = "??".to_string();
        }
    }
    let is_trump = |card: &str| card == "pD" || card[..1] == turned[..1];
    if let Some((leader, cards)) = fields[11].split_once(':') {
        let first: usize = leader.parse().expect("a seat");
        let plain = !is_trump(&cards[..2]);
        let card = |place: usize| {
            let card = &cards[2 * place..2 * place + 2];
            let turned_down = face_down && plain && is_trump(card) && !own((first + place) % 8);
            if turned_down { "##" } else { card }
        };
        let cards: String = (0..cards.len() / 2).map(card).collect();
        fields[11] = format!("{leader}:{cards}");
    }
    fields.join(" ")
}

/// What every seat sees.
fn check_views(game: &UnsunKaruta, face_down: bool) {
    let text = game.to_string();
    for seat in 0..8 {
        let mut view = *game;
        view.hide_from(Seat(seat));
        assert_eq!(view.to_string(), seen(&text, face_down, seat.into()), "seat {seat} in {text}");
    }
}

/// A position is read back, and what the seat to act may do follows from what it sees.
fn check_position(game: &UnsunKaruta) {
    let text = game.to_string();
    assert_eq!(position(*game.rules(), &text), *game);
    check_methods(game);
    if let Turn::Player(seat) = game.turn() {
        let mut view = *game;
        view.hide_from(seat);
        assert_eq!(legal(&view), legal(game), "{text}");
    }
}

fn check_result(game: &UnsunKaruta, record: &Value) {
    assert_eq!(game.turn(), Turn::Over, "{game}");
    assert_eq!(legal(game), [""; 0], "{game}");
    assert_eq!(game.scores().to_vec(), list::<i32>(record, "scores"), "{game}");
    assert_eq!(game.ranks().to_vec(), list::<u8>(record, "ranks"), "{game}");
}

/// Replays a record with positions; returns the numbers of its events and tricks.
fn replay(record: &Value) -> (usize, usize) {
    let mut game = start_of(record);
    let moves: Vec<String> = list(record, "moves");
    let positions: Vec<String> = list(record, "positions");
    // What is legal before a deal is too much to list.
    let lists: Vec<Option<Vec<String>>> = list(record, "legal");
    assert_eq!((positions.len(), lists.len()), (moves.len() + 1, moves.len()));
    assert_eq!(game.to_string(), positions[0]);
    check_position(&game);
    let face_down = record["rules"]["face-down"] != "off";
    check_views(&game, face_down);
    let mut tricks = 0;
    for ((event, list), after) in moves.iter().zip(&lists).zip(&positions[1..]) {
        assert_eq!(game.turn() == Turn::Chance, event.starts_with('*'), "{event} in {game}");
        assert_eq!(legal_texts(&game), *list, "before {event} in {game}");
        tricks += follow(&mut game, event).len();
        assert_eq!(game.to_string(), *after, "after {event}");
        check_position(&game);
        check_views(&game, face_down);
    }
    check_result(&game, record);
    (moves.len(), tricks)
}

#[test]
fn golden_records() {
    let records = records(RECORDS);
    let played: Vec<(usize, usize)> = records.iter().map(replay).collect();
    let events: usize = played.iter().map(|played| played.0).sum();
    let tricks: usize = played.iter().map(|played| played.1).sum();
    let deals: u64 =
        records.iter().map(|record| record["rules"]["deals"].as_u64().unwrap_or(8)).sum();
    assert_eq!((records.len(), events, deals, tricks), (79, 6725, 93, 9 * 93));
}

/// What was legal on the way is what the checked edge refuses otherwise.
#[test]
fn golden_scores() {
    let records = records(SCORES);
    let mut events = 0;
    for record in &records {
        let mut game = start_of(record);
        let moves: Vec<String> = list(record, "moves");
        for event in &moves {
            follow(&mut game, event);
        }
        check_result(&game, record);
        check_position(&game);
        events += moves.len();
    }
    assert_eq!((records.len(), events), (110, 63718));
}

/// A settled trick, as the data files write it.
fn written(trick: &Settled) -> String {
    let combination = trick.combination.map_or("-".to_string(), |found| found.to_string());
    let meri = if trick.is_meri { " meri" } else { "" };
    let Settled { trick, winner, transfer, .. } = trick;
    format!("trick {trick} winner {winner} combo {combination} transfer {transfer}{meri}")
}

/// The legal actions in a position, under options changed by these pairs.
fn legal_under(options: &str, pairs: &str, game: &UnsunKaruta) -> String {
    let changed = pairs.split('=').next().expect("an option");
    let kept = options.split(' ').filter(|pair| pair.split('=').next() != Some(changed));
    let options = kept.chain([pairs]).collect::<Vec<_>>().join(" ");
    legal(&position(rules(&options), &game.to_string())).join(" ")
}

/// Replays the positions of one example; returns the numbers of its events and of its facts, tricks
/// being such.
fn example(text: &str) -> (usize, usize) {
    let mut options = "default";
    let mut playing: Option<UnsunKaruta> = None;
    let mut settled = VecDeque::new();
    let (mut events, mut facts) = (0, 0);
    for line in text.lines().skip(1) {
        let (name, rest) = line.split_once(' ').expect("two words and more");
        assert!(name == "trick" || settled.is_empty(), "{settled:?} before {line} in {text}");
        match name {
            "row" => continue,
            "rules" => {
                (options, playing) = (rest, None);
                continue;
            }
            _ => {}
        }
        let Some(game) = &mut playing else {
            let read = position(rules(options), line);
            assert_eq!(read.to_string(), line);
            check_methods(&read);
            playing = Some(read);
            continue;
        };
        facts += 1;
        match name {
            "legal" => assert_eq!(legal(game).join(" "), rest, "{game} in {text}"),
            "with" => {
                let (pair, expected) = rest.split_once(" legal ").expect("with option legal");
                assert_eq!(legal_under(options, pair, game), expected, "{line} in {text}");
            }
            "observation" => {
                let (seat, expected) = rest.split_once(' ').expect("a seat and what it sees");
                let mut view = *game;
                view.hide_from(Seat(seat.parse().expect("a seat")));
                assert_eq!(view.to_string(), expected, "{line} in {text}");
            }
            "trick" => assert_eq!(settled.pop_front().as_deref(), Some(line), "in {text}"),
            _ => {
                let (stretch, after) = line.split_once(" -> ").expect("events -> position");
                facts -= 1;
                for event in stretch.split(' ') {
                    settled.extend(follow(game, event).iter().map(written));
                    events += 1;
                }
                assert_eq!(game.to_string(), after, "{stretch} in {text}");
                check_position(game);
            }
        }
    }
    assert!(settled.is_empty(), "{settled:?} at the end of {text}");
    (events, facts)
}

#[test]
fn worked_examples() {
    assert_eq!(examples(EXAMPLES, "E", example), (24, 26, 47));
}

#[test]
fn cases_without_a_worked_example() {
    assert_eq!(examples(CASES, "", example), (43, 682, 167));
}

/// That the position of a trick is the row of the table: trump suit, who declared, the cards where
/// they should be, and what they come to.
fn check_row(text: &str) {
    let all: Vec<&str> = text.lines().collect();
    let row = all[1].strip_prefix("row ").expect("a row");
    let columns: Vec<&str> = row.split(" | ").collect();
    let [trick, remarks, result] = columns[..] else { panic!("three columns in {row}") };
    let words: Vec<&str> = trick.split(' ').collect();
    let (trump, leader, cards) = (words[0], words[1], &words[2..]);
    let leader: usize = leader.parse().expect("a seat");
    let fields: Vec<&str> = all[3].split(' ').collect();
    let plays: Vec<&str> = all[4].split(" -> ").next().expect("plays").split(' ').collect();
    assert_eq!(fields[5], format!("{trump}4"), "{text}");
    assert_eq!(fields[6].ends_with('p'), remarks.contains("undeclared"), "{text}");
    if let Some(rest) = remarks.strip_prefix("ninth, dealer ") {
        // The cards that are left when the eight plays are made.
        assert_eq!(fields[1], &rest[..1], "{text}");
        for (seat, hand) in fields[9].split('/').enumerate() {
            let card = cards[(seat + 8 - leader) % 8];
            assert!(hand.contains(card) && !plays.contains(&card), "{card} of {seat} in {text}");
        }
    } else {
        assert_eq!((fields[3], &plays[..]), (words[1], cards), "{text}");
    }
    let last = all.last().expect("a trick").replace(" meri", "");
    let expected: Vec<&str> = result.split(' ').collect();
    let [winner, combination, transfer] = expected[..] else { panic!("three words in {result}") };
    let end = format!("winner {winner} combo {combination} transfer {transfer}");
    assert!(last.ends_with(&end), "{text}");
    assert!(last.starts_with("trick 9") == remarks.contains("ninth"), "{text}");
}

#[test]
fn tricks_of_the_table() {
    let trick = |text: &str| {
        check_row(text);
        example(text)
    };
    // One trick each, and for seven ninth tricks the eighth as well.
    assert_eq!(examples(TRICKS, "T", trick), (38, 8 * 38, 38 + 7));
}
