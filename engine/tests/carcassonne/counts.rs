//! Perft: the numbers of event sequences from the start and from later positions.

use crate::{any_start, legal, lines, play, played, position, rules, start};
use ludarium_engine::Random;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::perft::{divide, level, perft, perft_merged};
use proptest::prelude::*;

const COUNTS: &str = include_str!("../data/carcassonne/perft.txt");
const LATER: &str = include_str!("../data/carcassonne/later.txt");
const FIRST_TURN: &str = include_str!("../data/carcassonne/first-turn.txt");

/// Levels of this many sequences and fewer are also held in memory to merge equal positions.
const MERGED: u64 = 20_000;

/// Checks the numbers of sequences of 1, 2, 3, ... events.
fn check_counts(game: &Carcassonne, counts: &str) {
    let mut before = 1;
    for (depth, count) in (1..).zip(counts.split(' ')) {
        let count = count.parse().expect("a count");
        assert_eq!(perft(game, depth), Some(count), "depth {depth} of {game}");
        if before <= MERGED {
            assert_eq!(perft_merged(game, depth), Ok(count.into()), "depth {depth} of {game}");
        }
        before = count;
    }
}

#[test]
fn perft_of_every_row_and_column() {
    let rows: Vec<&str> = lines(COUNTS).collect();
    assert_eq!(rows.len(), 12);
    for row in rows {
        let mut fields = row.splitn(3, ' ');
        let players = fields.next().expect("players").parse().expect("a number of players");
        let start = start(rules(fields.next().expect("rules")), players);
        check_counts(&start, fields.next().expect("counts"));
    }
}

#[test]
fn perft_of_later_positions() {
    let rows: Vec<&str> = lines(LATER).collect();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let (text, counts) = row.split_once(" -> ").expect("position -> counts");
        let game = position(rules("default"), text);
        assert_eq!(game.to_string(), text);
        check_counts(&game, counts);
    }
}

/// One line of the divisions for every kind that is drawn: the tile actions of the first turn, and
/// the sequences of tile and meeple, which are the actions under `combined`.
#[test]
fn the_first_turn_by_kind() {
    let parts = |options, depth| {
        let parts = divide(&start(rules(options), 2), depth).expect("outcomes are listed");
        parts.into_iter().map(|(event, count)| (event.to_string(), count)).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<&str>> = lines(FIRST_TURN).map(|row| row.split(' ').collect()).collect();
    let column = |column: usize| {
        let part = |row: &Vec<&str>| {
            (format!("*{}", row[0]), row[column].parse::<u64>().expect("a count"))
        };
        rows.iter().map(part).collect::<Vec<_>>()
    };
    let (tiles, sequences) = (column(1), column(2));
    let sum = |parts: &[(String, u64)]| parts.iter().map(|part| part.1).sum::<u64>();
    assert_eq!((rows.len(), sum(&tiles), sum(&sequences)), (24, 102, 484));
    assert_eq!(parts("default", 2), tiles);
    assert_eq!(parts("default", 3), sequences);
    assert_eq!(parts("turn-actions=combined", 2), sequences);
    assert_eq!(parts("farmers=off", 2), tiles);
}

/// A position with two tiles left in the bag, straight roads both.
const TWO_LEFT: &str = "0,0,D,0 0 - 0,0 7,7 000000000000000000002000 241352132333232313216941";

#[test]
fn a_finished_game_goes_on_nowhere() {
    let game = position(rules("default"), TWO_LEFT);
    check_counts(&game, "1 3 12 12 60 213 0");
    let over = position(
        rules("default"),
        "0,0,D,0 - end 0,0 7,7 000000000000000000000000 \
                                           241352132333232313218941",
    );
    assert_eq!([0, 1].map(|depth| perft(&over, depth)), [Some(1), Some(0)]);
    assert_eq!(divide(&over, 1).map(|parts| parts.len()), Some(0));
}

/// The same tiles in another order are the same position, if nobody claims any of them: on the east
/// and west, on the east and south, or on the west and south of the start tile.
#[test]
fn equal_positions_are_merged() {
    let game = position(rules("default"), TWO_LEFT);
    let level = level(&game, 6).expect("outcomes are listed");
    assert_eq!((level.len(), level.values().sum::<u128>()), (210, 213));
    assert_eq!(level.values().filter(|&&sequences| sequences == 2).count(), 3);
    let after = |events: [&str; 6]| {
        let mut game = game.clone();
        events.iter().for_each(|event| play(&mut game, event));
        game
    };
    let east_first = after(["*U", "1,0,1", "-", "*U", "-1,0,1", "-"]);
    let west_first = after(["*U", "-1,0,1", "-", "*U", "1,0,1", "-"]);
    assert_eq!((&east_first, level[&east_first]), (&west_first, 2));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn merging_changes_no_count(
        start in any_start(), events in 0..213_u32, depth in 0..=3_u32, seed: u64,
    ) {
        let game = played(start, events, &mut Random::new(seed));
        let walked = perft(&game, depth).expect("outcomes are listed");
        prop_assert_eq!(perft_merged(&game, depth), Ok(walked.into()));
        prop_assert_eq!(perft(&game, 1), Some(legal(&game).len() as u64));
    }
}
