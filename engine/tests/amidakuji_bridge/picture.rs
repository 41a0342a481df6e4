//! The ladder as people see it.

use crate::{position, rules};
use ludarium_engine::Game;

fn assert_drawn(options: &str, text: &str, expected: &[&str]) {
    let drawn = position(rules(options), text).diagram();
    assert_eq!(drawn.lines().collect::<Vec<_>>(), expected, "\n{drawn}");
    assert!(drawn.ends_with('\n'));
}

/// Bridges of seat 0 with single lines, of seat 1 with double ones; own tokens on one node, tokens at
/// an end point, arrived ones.
#[test]
fn seat_0_sits_below() {
    assert_drawn(
        "rows=5",
        "M 1 3 0.0/0.0 1a2-b3,0a4-b4,0c1-d3,0c5-d4,1d5-e5 b4r,b4x! c5x,e6r! a/a 0 - - - 0.0.0",
        &[
            "Round 3: seat 1 to move. Seat 0: 1 across. Seat 1: 1 across.",
            "",
            " 6  0✓        ○         ○         ○         1↓!",
            "    │         │         │         │         │",
            " 5  ┼         ┼         1→─       ╞═════════╡",
            "    │         │         │    ╲    │         │",
            " 4  ├─────────0↑ 0←!    ┼       ──┤         ┼",
            "    │         │         │         │         │",
            " 3  ┼       ══╡         ┼       ──┤         ┼",
            "    │    ╱    │         │       ╱ │         │",
            " 2  ╞══       ┼         ┼    ╱    ┼         ┼",
            "    │         │         │  ╱      │         │",
            " 1  ┼         ┼         ├──       ┼         ┼",
            "    │         │         │         │         │",
            " 0  1✓        ○         ○         ○         ○",
            "    a         b         c         d         e",
        ],
    );
}

#[test]
fn bridges_that_cross_are_told_apart() {
    assert_drawn(
        "columns=4 rows=4 bridges=1 long-span=3 crossing=yes",
        "R 1 2 0.0/0.0 0a1-b4,0a4-b3,1b1-c1,1c4-d1+ a0r,b4r c1x,c1x -/- 2 - - - 0.0.0",
        &[
            "After round 2: seat 1 to relocate a bridge or pass. Seat 0: 0 across. Seat 1: 0 across.",
            "",
            " 5  ○         ○         ○         ○",
            "    │         │         │         │",
            " 4  ├──     ──0↑        ╞══       ┼",
            "    │    ╲  ╱ │         │ ╲       │",
            " 3  ┼      ╱──┤         ┼  ╲      ┼",
            "    │    ╱    │         │    ╲    │",
            " 2  ┼  ╱      ┼         ┼      ╲  ┼",
            "    │ ╱       │         │       ╲ │",
            " 1  ├──       ╞═════════1← 1←   ══╡",
            "    │         │         │         │",
            " 0  0↑        ○         ○         ○",
            "    a         b         c         d",
        ],
    );
    assert_drawn(
        "columns=4 rows=2 crossing=yes",
        "L 1 0 6.1/6.1 0a1-b2,1a2-b1 - - -/- 0 - - - 0.0.0",
        &[
            "Laying: seat 1 to lay a bridge. Seat 0: 6 normal and 1 long bridges in hand. \
             Seat 1: 6 normal and 1 long bridges in hand.",
            "",
            " 3  ○         ○         ○         ○",
            "    │         │         │         │",
            " 2  ╞══     ──┤         ┼         ┼",
            "    │    ╳    │         │         │",
            " 1  ├──     ══╡         ┼         ┼",
            "    │         │         │         │",
            " 0  ○         ○         ○         ○",
            "    a         b         c         d",
        ],
    );
}

#[test]
fn coins_gaps_and_traps_lie_beside_the_end_points() {
    assert_drawn(
        "rows=2 coins=start",
        "E 0 3 0.0/0.0 0a2-b2 d0r,*! b3r!,* c/a 0 0 a3:1,b0:2,b3:4,d0:1 - 0.2.2",
        &[
            "Round 3: seat 0 to set a waiting token. Seat 0: 1 across, 1 waiting, 2 coins won. \
             Seat 1: 1 across, 1 waiting, 2 coins won.",
            "",
            " 3  1¢        1↓! 4¢    0✓        ○         ○",
            "    │         │         │         │         │",
            " 2  ├─────────┤         ┼         ┼         ┼",
            "    │         │         │         │         │",
            " 1  ┼         ┼         ┼         ┼         ┼",
            "    │         │         │         │         │",
            " 0  1✓        2¢        ○         0↑ 1¢     ○",
            "    a         b         c         d         e",
        ],
    );
    let traps = position(
        rules("rows=2 coins=trap"),
        "P 1 3 0.0/0.0 0a2-b2 d0r,*! a2r!,b2x -/a 0 1 - b0,c3 0.0.0",
    );
    let traps = traps.diagram();
    let lines: Vec<&str> = traps.lines().collect();
    assert_eq!(lines[2], " 3  ○         ○         trap      ○         ○");
    assert_eq!(lines[4], " 2  1↓!───────1←        ┼         ┼         ┼");
    assert_eq!(lines[8], " 0  1✓        trap      ○         0↑        ○");
    let gaps =
        "X - 3 0.0/0.0 0a1-b2 e0r c3r,e3r! bb/d 0 - a3:1,b0:1,c0:1,d3:1,e0:1,e3:1 a0,c3 0.1.1";
    let gaps = position(rules("rows=2 coins=gap"), gaps).diagram();
    assert_eq!(gaps.lines().nth(2), Some(" 3  1¢        0✓ 0✓     1↓ gap    1¢        1↓! 1¢"));
}

#[test]
fn the_first_line_tells_what_is_decided() {
    let first_line = |options, text| {
        let drawn = position(rules(options), text).diagram();
        drawn.lines().next().map(String::from)
    };
    let small = "mode=puzzle columns=3 rows=3 bridges=1 long=0 puzzle-walk=free";
    for (options, text, expected) in [
        (
            "coins=gap",
            "G 1 0 0.0/0.0 - - - -/- 0 - - - 0.0.0",
            "Gaps: seat 1 to choose one. Seat 0: 0 coins won. Seat 1: 0 coins won.",
        ),
        ("coins=trap", "G 0 0 0.0/0.0 - - - -/- 0 - - c12 0.0.0", "Traps: seat 0 to set one."),
        (
            "default",
            "S 1 0 0.0/0.0 - - - -/- 0 - - - 0.0.0",
            "Before round 1: seat 1 to set a token.",
        ),
        (
            "default",
            "X - 9 0.0/0.0 - *! c12r,e12r bd/- 0 - - - 0.0.0",
            "Over after round 9. Seat 0: 2 across, 1 waiting. Seat 1: 0 across.",
        ),
        (
            small,
            "S 0 0 0.0/0.0 - - - -/- 0 - a0:1,a4:1,b0:1,b4:1,c0:1,c4:1 - 0.0.0",
            "To choose where the first walk begins. 0 of 5 coins won.",
        ),
        (
            small,
            "S 0 2 0.0/0.0 - - - -/- 0 - a4:1,b0:1,b4:1 - 0.2.0",
            "After walk 2: to choose where the next begins. 2 of 5 coins won.",
        ),
        (
            small,
            "X - 3 0.0/0.0 - c4r - -/- 0 - a4:1,b0:1,b4:1 - 0.2.0",
            "Over after walk 3. 2 of 5 coins won.",
        ),
    ] {
        assert_eq!(first_line(options, text).as_deref(), Some(expected), "{text}");
    }
}

/// The puzzle's token shows which way it goes next: back from the side where it stands.
#[test]
fn the_walker_of_the_puzzle_turns_at_the_end() {
    let options = "mode=puzzle columns=3 rows=2 bridges=1 long=0";
    assert_drawn(
        options,
        "R 0 2 0.0/0.0 0a1-b2,0b1-c1+ c0r - -/- 1 - a3:1,b0:1,b3:1 - 0.2.0",
        &[
            "After walk 2: to relocate a bridge. 2 of 5 coins won.",
            "",
            " 3  1¢        1¢        ○",
            "    │         │         │",
            " 2  ┼       ──┤         ┼",
            "    │    ╱    │         │",
            " 1  ├──       ├─────────┤",
            "    │         │         │",
            " 0  ○         1¢        0↑",
            "    a         b         c",
        ],
    );
    let above = "R 0 2 0.0/0.0 0a1-b2,0b1-c1 c3r - -/- 0 - a3:1,b0:1,b3:1 - 0.2.0";
    let above = position(rules(options), above).diagram();
    assert_eq!(above.lines().nth(2), Some(" 3  1¢        1¢        0↓"));
}
