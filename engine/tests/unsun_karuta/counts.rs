//! Perft: the numbers of action sequences after fixed deals and from positions late in a deal.

use crate::{legal, lines, play, position, rules, start};
use ludarium_engine::perft::{divide, perft, perft_merged};
use ludarium_engine::unsun_karuta::{Deal, UnsunKaruta};
use ludarium_engine::{Game, Turn};

const COUNTS: &str = include_str!("../data/unsun-karuta/perft.txt");

/// Levels of this many sequences and fewer are also held in memory to merge equal positions.
const MERGED: u64 = 3_000;

/// The lines of the data file that begin with this word, without it.
fn rows(word: &str) -> Vec<&'static str> {
    lines(COUNTS).filter_map(|line| line.strip_prefix(word)?.strip_prefix(' ')).collect()
}

/// What follows this name in the rows of this word.
fn named(word: &str, name: &str) -> &'static str {
    let found = rows(word).into_iter().find_map(|row| row.strip_prefix(name)?.strip_prefix(' '));
    found.unwrap_or_else(|| panic!("no {word} {name}"))
}

/// Place n of the pack is card (stride x n) mod 75. Three cards a seat from the dealer's left, three
/// times over, in one go; then the turned card and the side cards.
fn stride_deal(stride: usize, dealer: usize) -> String {
    let mut owners = [' '; 75];
    for place in 0..75 {
        owners[stride * place % 75] = match place {
            0..72 => char::from(b"01234567"[(dealer + 1 + place / 3) % 8]),
            72 => 't',
            _ => 'r',
        };
    }
    format!("*{}", owners.iter().collect::<String>())
}

#[test]
fn the_fixed_deals_follow_from_their_strides() {
    let rows = rows("stride");
    assert_eq!(rows.len(), 6);
    for row in rows {
        let (stride, deal) = row.split_once(' ').expect("a stride and a deal");
        assert_eq!(stride_deal(stride.parse().expect("a stride"), 0), deal);
        assert_eq!(deal.parse::<Deal>().map(|deal| deal.to_string()).as_deref(), Ok(deal));
    }
}

fn check_count(game: &UnsunKaruta, depth: u32, count: u64) {
    assert_eq!(perft(game, depth), Some(count), "depth {depth} of {game}");
    if count <= MERGED {
        assert_eq!(perft_merged(game, depth), Ok(count.into()), "depth {depth} of {game}");
    }
}

/// The position after the fixed deal of this stride.
fn dealt(options: &str, stride: &str) -> UnsunKaruta {
    let mut game = start(rules(options));
    play(&mut game, named("stride", stride));
    assert_eq!(game.turn(), Turn::Player(ludarium_engine::Seat(1)));
    game
}

#[test]
fn perft_of_every_column_and_option() {
    let rows = rows("count");
    let mut counted = 0;
    for row in &rows {
        let mut fields = row.splitn(3, ' ');
        let stride = fields.next().expect("a stride");
        let game = dealt(fields.next().expect("rules"), stride);
        for (depth, count) in (1..).zip(fields.next().expect("counts").split(' ')) {
            check_count(&game, depth, count.parse().expect("a count"));
            counted += 1;
        }
    }
    assert_eq!((rows.len(), counted), (15, 13 + 13 + 10 + 13 + 12 + 12 + 9 * 9));
}

/// The check by hand of the rules text: seat 6 declares and has 6 discards and 5 leads, or it passes
/// and the dealer has 9 and 8; then everybody has nine cards and nobody need follow.
#[test]
fn a_count_by_hand() {
    let game = dealt("default", "8");
    check_count(&game, 13, 30 * 9_u64.pow(5) + 72 * 9_u64.pow(3));
    check_count(&game, 15, 30 * 9_u64.pow(7) + 72 * 9_u64.pow(5));
    let parts = |game: &UnsunKaruta, depth| {
        let parts = divide(game, depth).expect("actions are listed");
        parts.into_iter().map(|(event, count)| (event.to_string(), count)).collect::<Vec<_>>()
    };
    assert_eq!(parts(&game, 13), [("pass".to_string(), 1_823_958)]);
    let mut holder = game;
    (1..=5).for_each(|_| play(&mut holder, "pass"));
    let expected = [("declare", 30 * 9_u64.pow(5)), ("pass", 72 * 9_u64.pow(3))];
    let mut found = parts(&holder, 8);
    found.sort();
    assert_eq!(found, expected.map(|(event, count)| (event.to_string(), count)));
}

/// The deal is no part of the counts: its outcomes are too many to list.
#[test]
fn nothing_is_counted_across_a_deal() {
    let game = start(rules("default"));
    assert_eq!(perft(&game, 0), Some(1));
    assert_eq!(perft(&game, 1), None);
    assert!(perft_merged(&game, 1).is_err() && divide(&game, 1).is_none());
    assert!(!game.chance_outcomes(&mut Vec::new()));
}

#[test]
fn perft_of_late_positions() {
    let rows = rows("from");
    let mut counted = 0;
    for row in &rows {
        let mut fields = row.splitn(3, ' ');
        let text = named("late", fields.next().expect("a position"));
        let option = fields.next().expect("an option");
        let options = if option == "default" { "" } else { option };
        let game = position(rules(&format!("deals=1 {options}")), text);
        assert_eq!(game.to_string(), text);
        for count in fields.next().expect("counts").split(' ') {
            let (length, count) = count.split_once(':').expect("length:number");
            let (length, count) =
                (length.parse().expect("a length"), count.parse().expect("a count"));
            check_count(&game, length, count);
            counted += 1;
        }
    }
    assert_eq!((rows.len(), counted), (9, 5 + 3 + 5 + 3 + 5 + 5 + 4 + 6 + 5));
}

/// With two cards each before the eighth trick, or three before the seventh, the match ends after 8
/// or 16 plays on every path; where a deal is to come it does not go on either.
#[test]
fn a_finished_match_goes_on_nowhere() {
    for (name, length) in [("M1", 16), ("M2", 16), ("M3", 16), ("M4", 8)] {
        let game = position(rules("deals=1"), named("late", name));
        assert_eq!(perft(&game, length + 1), Some(0), "{name}");
        let mut played = game;
        for _ in 0..length {
            let first = legal(&played)[0].clone();
            play(&mut played, &first);
        }
        assert_eq!(played.turn(), Turn::Over);
        assert_eq!([0, 1].map(|depth| perft(&played, depth)), [Some(1), Some(0)]);
        assert_eq!(divide(&played, 1).map(|parts| parts.len()), Some(0));
        let two_deals = position(rules("deals=2"), named("late", name));
        assert_eq!(perft(&two_deals, length), perft(&game, length), "{name}");
        assert_eq!(perft(&two_deals, length + 1), None, "{name}");
    }
}
