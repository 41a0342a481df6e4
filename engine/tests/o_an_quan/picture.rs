//! The board as people see it.

use crate::{position, rules};
use ludarium_engine::Game;

fn assert_drawn(options: &str, text: &str, expected: &[&str]) {
    let drawn = position(rules(options), text).diagram();
    assert_eq!(drawn.lines().collect::<Vec<_>>(), expected, "\n{drawn}");
    assert!(drawn.ends_with('\n'));
}

#[test]
fn two_players_sit_opposite_each_other() {
    assert_drawn(
        "default",
        "12Q,1,2,13,4,0/8,0,4,1,11,2 A -10:0/2:1 7 30 -",
        &[
            "       B1   B2   B3   B4   B5",
            "     .----+----+----+----+----.",
            "  BQ |  0 |  4 |  1 | 11 |  2 | AQ",
            "   8 |----+----+----+----+----| 12Q",
            "     |  0 |  4 | 13 |  2 |  1 |",
            "     '----+----+----+----+----'",
            "       A5   A4   A3   A2   A1",
            "",
            "> A  -10 points: -10 dân, 0 quan",
            "  B   12 points: 2 dân, 1 quan",
            "Turns played: 30, without a capture: 7.",
        ],
    );
}

#[test]
fn three_players_are_listed_clockwise() {
    assert_drawn(
        "default",
        "0Q,5,5,5,5,5/10Q,15,5,5,5,5/0,5,5,5,5,5 B 0:1/-20:0/0:0 0 0 -",
        &[
            "      Q    1    2    3    4    5",
            "A     0Q   5    5    5    5    5",
            "B    10Q  15    5    5    5    5",
            "C     0    5    5    5    5    5",
            "Clockwise: each row from left to right, then the next.",
            "",
            "  A   10 points: 0 dân, 1 quan",
            "> B  -20 points: -20 dân, 0 quan",
            "  C    0 points: 0 dân, 0 quan",
            "Turns played: 0, without a capture: 0.",
        ],
    );
}

#[test]
fn the_last_line_tells_of_a_relay_and_of_the_end() {
    let last_line = |options, text| {
        let drawn = position(rules(options), text).diagram();
        drawn.lines().last().map(String::from)
    };
    assert_eq!(
        last_line("direction=lift", "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 B3").as_deref(),
        Some("Turns played: 0; the relay goes on from B3.")
    );
    assert_eq!(
        last_line("default", "3,0,0,0,0,0/0,0,0,0,0,0 - 28:2/19:0 0 31 -").as_deref(),
        Some("Over after 31 turns.")
    );
}
