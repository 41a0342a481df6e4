//! Perft: the numbers of action sequences from the start.

use crate::{any_rules, lines, rules, start};
use ludarium_engine::perft::{divide, level, perft, perft_merged};
use ludarium_engine::{Game, Random, Turn};
use proptest::prelude::*;

const COUNTS: &str = include_str!("../data/o-an-quan/perft.txt");

#[test]
fn perft_of_every_row_and_column() {
    let rows: Vec<&str> = lines(COUNTS).collect();
    assert_eq!(rows.len(), 16);
    for row in rows {
        let mut fields = row.split(' ');
        let players = fields.next().expect("players").parse().expect("a number of players");
        let start = start(rules(fields.next().expect("rules")), players);
        let counts: Vec<u64> = fields.map(|field| field.parse().expect("a count")).collect();
        assert!(counts.len() >= 6, "{row}");
        for (depth, &count) in (1..).zip(&counts) {
            assert_eq!(perft(&start, depth), Some(count), "depth {depth} of {row}");
        }
        let parts = divide(&start, 5).expect("there is no chance");
        assert_eq!(parts.len() as u64, counts[0], "{row}");
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), counts[4], "{row}");
    }
}

#[test]
fn nothing_to_do_is_one_sequence_and_a_finished_game_has_no_other() {
    let start = start(rules("turn-limit=1"), 2);
    assert_eq!(perft(&start, 0), Some(1));
    assert_eq!(divide(&start, 0).map(|parts| parts.len()), Some(0));
    assert_eq!([1, 2].map(|depth| perft(&start, depth)), [Some(10), Some(0)]);
    let parts = divide(&start, 2).expect("there is no chance");
    assert!(parts.len() == 10 && parts.iter().all(|part| part.1 == 0));
}

/// Different turns may leave the same board.
#[test]
fn equal_positions_are_merged() {
    let start = start(rules("default"), 2);
    let level = level(&start, 4).expect("there is no chance");
    let sequences = perft(&start, 4).map(u128::from);
    assert_eq!(Some(level.values().sum()), sequences);
    assert!(Some(level.len() as u128) < sequences, "{} positions", level.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn merging_changes_no_count(
        rules in any_rules(), players in 2..=4_u8, events in 0..60, depth in 0..=4_u32, seed: u64,
    ) {
        let (mut game, mut random) = (start(rules, players), Random::new(seed));
        for _ in 0..events {
            if game.turn() == Turn::Over {
                break;
            }
            game.apply(game.random_action(&mut random, &mut Vec::new()));
        }
        let walked = perft(&game, depth).expect("there is no chance");
        prop_assert_eq!(perft_merged(&game, depth), Ok(walked.into()));
    }
}
