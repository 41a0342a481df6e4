//! Node counts: the numbers of event sequences from the start, and of those that end the game.

use crate::{any_start, lines, position, rules, start};
use ludarium_engine::hokusai_sugoroku::HokusaiSugoroku;
use ludarium_engine::perft::{Uncountable, divide, level, perft, perft_merged};
use ludarium_engine::{Game, Random, Turn};
use proptest::prelude::*;

const COUNTS: &str = include_str!("../data/hokusai-sugoroku/counts.txt");

/// Sequences of this many and fewer are also walked one by one.
const WALKED: u128 = 40_000_000;

/// The sequences of exactly `depth` events whose last one ends the game.
fn ending(start: &HokusaiSugoroku, depth: u32) -> u128 {
    let level = level(start, depth).unwrap_or_else(|error| panic!("{error}"));
    let over = level.iter().filter(|(position, _)| position.turn() == Turn::Over);
    over.map(|(_, sequences)| sequences).sum()
}

#[test]
fn node_counts_of_every_row() {
    let rows: Vec<&str> = lines(COUNTS).collect();
    assert_eq!(rows.len(), 34);
    let mut walked = 0;
    for row in rows {
        let fields: Vec<&str> = row.split(' ').collect();
        let start = start(rules(fields[1]), fields[0].parse().expect("a number of players"));
        let depth = fields[2].parse().expect("a depth");
        let sequences: u128 = fields[3].parse().expect("a count");
        assert_eq!(perft_merged(&start, depth), Ok(sequences), "{row}");
        if fields[4] != "-" {
            assert_eq!(ending(&start, depth).to_string(), fields[4], "ending in {row}");
        }
        if sequences <= WALKED {
            assert_eq!(perft(&start, depth).map(u128::from), Some(sequences), "{row}");
            walked += 1;
        }
    }
    assert_eq!(walked, 23);
}

/// The games that end are a small part of the rows above; here they are all of it.
#[test]
fn a_finished_game_goes_on_nowhere() {
    let last = position(rules("goal-rule=passing"), "52,52|--|1|-");
    assert_eq!(perft(&last, 0), Some(1));
    assert_eq!([1, 2].map(|depth| perft(&last, depth)), [Some(6), Some(0)]);
    assert_eq!([0, 1, 2].map(|depth| perft_merged(&last, depth)), [Ok(1), Ok(6), Ok(0)]);
    assert_eq!([0, 1, 2].map(|depth| ending(&last, depth)), [0, 6, 0]);
    let over = position(rules("default"), "H,52|--|0|1");
    assert_eq!([0, 1].map(|depth| perft_merged(&over, depth)), [Ok(1), Ok(0)]);
    assert_eq!(divide(&over, 1).map(|parts| parts.len()), Some(0));
}

#[test]
fn a_skip_is_one_sequence() {
    let skip = position(rules("default"), "8,30|s-|1|-");
    assert_eq!([1, 2].map(|depth| perft(&skip, depth)), [Some(1), Some(6)]);
    let parts = divide(&skip, 3).expect("outcomes are listed");
    let parts: Vec<_> = parts.iter().map(|(event, count)| (event.to_string(), *count)).collect();
    assert_eq!(parts, [("*skip".to_string(), 36)]);
}

/// Two throws of one seat add up to eleven sums, one of the other has six squares.
#[test]
fn equal_positions_are_merged() {
    let level = level(&start(rules("default"), 2), 3).expect("outcomes are listed");
    assert_eq!(level.len(), 66);
    assert_eq!(level[&position(rules("default"), "7,2|--|2|-")], 5);
    assert_eq!(level.get(&position(rules("default"), "2,2|--|2|-")), None);
}

#[test]
fn a_count_beyond_128_bits_is_an_error() {
    let start = start(rules("default"), 2);
    let depth = (1..100).find(|&depth| perft_merged(&start, depth).is_err()).expect("a limit");
    assert!((45..60).contains(&depth), "{depth} events");
    assert_eq!(perft_merged(&start, depth), Err(Uncountable::Sequences));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn merging_changes_no_count(
        start in any_start(), events in 0..150_u32, depth in 0..=5_u32, seed: u64,
    ) {
        let (mut game, mut random) = (start, Random::new(seed));
        for _ in 0..events {
            if game.turn() == Turn::Over {
                break;
            }
            let event = game.sample_chance(&mut random);
            game.apply_chance(&event);
        }
        let merged = perft_merged(&game, depth);
        prop_assert_eq!(merged, Ok(perft(&game, depth).expect("outcomes are listed").into()));
        let level = level(&game, depth).expect("outcomes are listed");
        prop_assert_eq!(merged, Ok(level.values().sum()));
    }
}
