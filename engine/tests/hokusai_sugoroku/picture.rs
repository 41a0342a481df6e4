//! The route as people see it.

use crate::{position, rules};
use ludarium_engine::Game;

fn drawn(options: &str, text: &str) -> String {
    position(rules(options), text).diagram()
}

#[test]
fn the_route_in_lines_of_eleven_and_a_line_a_player() {
    let drawn = drawn("rank-all=yes", "H,8,50,8|-s--|3|1");
    let expected = [
        "     1      2      3      4      5      6      7     [8]     9     10     11",
        "                                                    p24",
        "    12     13     14     15     16     17     18     19    [20]    21     22",
        "",
        "    23     24     25     26     27     28     29     30    [31]    32     33",
        "",
        "    34     35     36     37    [38]    39     40     41     42     43    [44]",
        "",
        "    45     46     47     48    [49]    50     51     52    home",
        "                                       p3                   p1",
        "",
        "[8]: a stay; p12: players 1 and 2; >: acts next",
        "",
        "  player 1: home, number 1",
        "  player 2: on square 8, Hodogaya, skips the next turn",
        "> player 3: on square 50, Futago",
        "  player 4: on square 8, Hodogaya",
    ];
    assert_eq!(drawn.lines().collect::<Vec<_>>(), expected, "\n{drawn}");
    assert!(drawn.ends_with('\n'));
}

#[test]
fn the_lines_of_players_tell_of_the_order_of_arrival_and_of_the_end() {
    let drawn = drawn("rank-all=yes", "H,7,H|---|0|31");
    let expected =
        ["  player 1: home, number 2", "  player 2: on square 7", "  player 3: home, number 1"];
    let players: Vec<_> = drawn.lines().filter(|line| line.contains("player ")).collect();
    assert_eq!(players, expected, "\n{drawn}");
}
