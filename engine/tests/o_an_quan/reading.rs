//! What the reader refuses, and near misses that it must take.

use crate::{legal, position, read, rules, start};
use ludarium_engine::o_an_quan::{Action, OAnQuan, Rules};
use ludarium_engine::{Game, event};

/// Rule options, positions that are refused under them, and what the message says. In the order of
/// the rules text.
const REFUSED: &[(&str, &[&str], &str)] = &[
    // Not in the form: fields,
    (
        "default",
        &[
            "",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 - -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5  A 0:0/0:0 0 0 -",
            " 0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 - ",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5\tA 0:0/0:0 0 0 -",
        ],
        "six fields",
    ),
    // groups of cells,
    (
        "default",
        &[
            "0Q,5,5,5,5,5 A 0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5/0Q,5,5,5,5,5/0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0 0 0 -",
        ],
        "two to four groups",
    ),
    (
        "default",
        &[
            "0Q,5,5,5,5/0Q,5,5,5,5,5 A 5:0/0:0 0 0 -",
            "0Q,5,5,5,5,5,0/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0Q,5,5,5,5,5/ A 0:0/25:1 0 0 -",
        ],
        "six numbers",
    ),
    // stores,
    (
        "default",
        &["0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0 0 0 -", "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0/0:0 0 0 -"],
        "2 stores",
    ),
    (
        "default",
        &["0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0/0:0 0 0 -", "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0:0/0:0 0 0 -"],
        "store of A",
    ),
    // a Q elsewhere than in a quan cell, or in another form,
    ("default", &["0Q,5Q,5,5,5,5/0,5,5,5,5,5 A 0:0/0:0 0 0 -"], "cell A1: `5Q`"),
    ("default", &["0Q,5,5,5,5,5/0,5,5,5,5,5Q A 0:0/0:0 0 0 -"], "cell B5: `5Q`"),
    (
        "default",
        &[
            "Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "Q0,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0QQ,5,5,5,5,5/0,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0 Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0",
        ],
        "",
    ),
    // numbers in another form,
    (
        "default",
        &[
            "0Q,05,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0Q,+5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0Q,-5,5,5,5,5/0Q,5,5,5,5,5 A 10:0/0:0 0 0 -",
            "0Q,5.0,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0Q,,5,5,5,5/0Q,5,5,5,5,5 A 5:0/0:0 0 0 -",
            "0Q,five,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0Q,٥,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            "0Q,70000,5,5,5,5/0Q,5,5,5,5,5 A -69995:0/0:0 0 0 -",
        ],
        "cell A1",
    ),
    ("default", &["00Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -"], "cell AQ: `00`"),
    (
        "default",
        &[
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/-0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/+0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0: 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:00 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:1/0:-1 0 0 -",
        ],
        "store of B",
    ),
    (
        "default",
        &[
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 -1 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 00 0 -",
        ],
        "quiet turns",
    ),
    (
        "default",
        &[
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 - -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 +3 -",
        ],
        "turns: `",
    ),
    // an unknown mover or cell.
    (
        "default",
        &[
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 C 0:0/0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 E 0:0/0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 a 0:0/0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 AB 0:0/0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 * 0:0/0:0 0 0 -",
        ],
        "mover",
    ),
    (
        "direction=lift",
        &[
            "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 B6",
            "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 B",
            "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 b3",
            "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 C1",
            "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 --",
            "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 B3+",
        ],
        "relay",
    ),
    // Conservation of dân,
    ("default", &["0Q,6,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -"], "51 dân"),
    ("default", &["0Q,4,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -"], "49 dân"),
    ("default", &["0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 1:0/0:0 0 0 -"], "51 dân"),
    ("default", &["0Q,5,5,5,5,5/0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0/-1:0 0 0 -"], "not 75"),
    ("start-dan=3", &["0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -"], "not 30"),
    // and of quans.
    ("default", &["0,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -"], "1 quans"),
    ("default", &["0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:1 0 0 -"], "3 quans"),
    ("default", &["0,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:2 0 0 -"], "3 quans"),
    ("default", &["0Q,5,5,5,5,5/0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:1/0:0/0:0 0 0 -"], "not 3"),
    // Counters against each other and against their limits.
    ("default", &["0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 3 2 -"], "3 quiet turns among 2"),
    ("default", &["0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 61 61 -"], "from 0 to 60"),
    ("quiet-limit=4", &["0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 5 9 -"], "from 0 to 4"),
    ("default", &["0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 0 401 -"], "from 0 to 400"),
    ("turn-limit=9", &["0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 0 10 -"], "from 0 to 9"),
    // A player to move although the game is over: by its end,
    ("default", &["0,5,5,5,5,5/0,5,5,5,5,5 A 0:1/0:1 0 9 -"], "although the game is over"),
    ("end=cells", &["0,5,5,5,5,5/0,5,5,5,5,5 B 0:2/0:0 0 9 -"], "although the game is over"),
    // by a cap,
    ("default", &["0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 60 60 -"], "although the game is over"),
    ("quiet-limit=4", &["0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 4 9 -"], "although the game is over"),
    ("default", &["0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 400 -"], "although the game is over"),
    // or nobody although nothing ended it.
    ("default", &["0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 59 399 -"], "the game is not over"),
    ("default", &["0,0,0,0,0,0/0Q,0,0,0,0,0 - 25:1/25:0 0 9 -"], "the game is not over"),
    ("end=cells", &["3,0,0,0,0,0/0,0,0,0,0,0 - 22:1/25:1 0 9 -"], "the game is not over"),
    // Over but not settled.
    ("default", &["0,0,0,1,0,0/0,0,0,0,0,0 - 24:1/25:1 0 9 -"], "sides are not settled"),
    ("default", &["0Q,0,0,0,0,0/0Q,0,0,0,0,1 - 24:0/25:0 60 60 -"], "sides are not settled"),
    (
        "quan-cell-dan=owner",
        &[
            "3,0,0,0,0,0/0,0,0,0,0,0 - 22:1/25:1 0 9 -",
            "0Q,0,0,0,0,0/1Q,0,0,0,0,0 - 25:0/24:0 60 60 -",
        ],
        "quan cells are not settled",
    ),
    // The mover's side is empty.
    (
        "default",
        &[
            "0Q,0,0,0,0,0/0Q,5,5,5,5,5 A 25:0/0:0 0 1 -",
            "0Q,5,5,5,5,5/0Q,0,0,0,0,0 B 25:0/0:0 0 1 -",
        ],
        "should have been refilled",
    ),
    // A pending relay under direction=turn, in a finished game, on a quan cell, on an empty cell.
    ("default", &["0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 B3"], "although direction=turn"),
    ("direction=lift", &["0,0,0,0,0,0/0,0,0,0,0,0 - 25:1/25:1 0 9 B3"], "relay is pending"),
    (
        "direction=lift",
        &[
            "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 BQ",
            "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 AQ",
        ],
        "is not a dân cell",
    ),
    ("direction=lift", &["0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 A3"], "A3 is empty"),
    // Our own limit, far above any game: more dân than the cells have bits for.
    (
        "default",
        &[
            "0Q,63535,1,0,0,0/0Q,0,0,0,0,0 A -63486:0/0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 1000000000:0/-1000000000:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A -999998001:0/999998001:0 0 0 -",
        ],
        "more dân than any game comes near",
    ),
];

/// One step from a refused position to the right side of the line.
const ACCEPTED: &[(&str, &[&str])] = &[
    (
        "default",
        &[
            // Debts, of any size that conservation allows.
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A -7:0/7:0 0 0 -",
            "0Q,63535,0,0,0,0/0Q,0,0,0,0,0 A -63485:0/0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A -999997950:0/999997950:0 0 0 -",
            // The mover against the turn counter, and a counter without a capture so far.
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 B 0:0/0:0 0 0 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 2 2 -",
            // One short of each limit, and finished games at each limit or at both.
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 59 399 -",
            "0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 60 60 -",
            "0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 0 400 -",
            "0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 60 400 -",
            "0,0,0,0,0,0/0,0,0,0,0,0 - 25:1/25:1 60 400 -",
            // Over with dead pieces in the quan cells.
            "3,0,0,0,0,0/4,0,0,0,0,0 - 20:2/23:0 0 9 -",
            "3Q,0,0,0,0,0/4,0,0,0,0,0 - 20:1/23:0 60 99 -",
            // Only the mover's side must hold something.
            "0Q,0,0,1,0,0/0Q,0,0,0,0,0 A 25:0/24:0 0 1 -",
            // All quans in one store.
            "0Q,5,5,5,5,5/0,5,5,5,5,5/0,5,5,5,5,5 C 0:0/0:2/0:0 0 1 -",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5/0Q,5,5,5,5,5/0Q,5,5,5,5,5 D 0:0/0:0/0:0/0:0 0 1 -",
        ],
    ),
    ("start-dan=3", &["0Q,3,3,3,3,3/0Q,3,3,3,3,3 A 0:0/0:0 0 0 -"]),
    ("quiet-limit=4", &["0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 4 9 -"]),
    ("turn-limit=9", &["0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 0 9 -"]),
    (
        "end=cells",
        &[
            // All quans are captured, but one quan cell holds a dân.
            "1,4,5,5,5,5/0,5,5,5,5,5 A 0:1/0:1 0 9 -",
            "0,0,0,0,0,0/0,0,0,0,0,0 - 25:1/25:1 0 9 -",
        ],
    ),
    (
        "quan-cell-dan=owner",
        // A quan that was never captured stays where it is.
        &["0Q,0,0,0,0,0/0Q,0,0,0,0,0 - 25:0/25:0 60 60 -"],
    ),
    (
        "direction=lift",
        &[
            "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 B3",
            "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -",
            // In a relay the mover's own side may be empty.
            "0Q,0,0,0,0,0/1Q,6,6,0,6,6 A 25:0/0:0 0 9 B2",
        ],
    ),
];

#[test]
fn refused_positions() {
    for &(options, texts, reason) in REFUSED {
        for text in texts {
            match read(rules(options), text) {
                Ok(game) => panic!("`{text}` was read as {game:?}"),
                Err(error) => {
                    let message = error.to_string();
                    assert!(message.contains(reason), "`{text}`: {message}");
                }
            }
        }
    }
}

#[test]
fn accepted_positions() {
    for &(options, texts) in ACCEPTED {
        for text in texts {
            assert_eq!(position(rules(options), text).to_string(), *text);
        }
    }
}

#[test]
fn the_number_of_players_must_be_the_one_asked_for() {
    let text = "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -";
    let error = OAnQuan::parse(Rules::default(), 3, text).unwrap_err();
    assert_eq!(error.to_string(), "the position is for 2 players, but 3 were asked for");
}

#[test]
fn refused_action_texts() {
    for text in [
        "",
        "+",
        "A",
        "A3",
        "3+",
        "AQ+",
        "A0+",
        "A6+",
        "E1+",
        "a3+",
        "A3++",
        "A3+-",
        "A3*",
        "+A3",
        " A3+",
        "A3+ ",
        "A 3+",
        "A33+",
        "AA3+",
        "A3\u{2212}",
        "Ă3+",
        "A3+\n",
    ] {
        let message = text.parse::<Action>().unwrap_err().to_string();
        let shown = text.replace('\n', "\\n");
        assert!(message.contains(&format!("`{shown}` is not a dân cell and a direction")));
    }
    for letter in ["A", "B", "C", "D"] {
        for k in 1..=5 {
            for sign in ["+", "-"] {
                let text = format!("{letter}{k}{sign}");
                assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text));
            }
        }
    }
}

#[test]
fn illegal_actions_are_refused_and_leave_the_position_alone() {
    let mut game = start(Rules::default(), 2);
    event::apply_text(&mut game, "A3+").expect("legal");
    let before = game;
    // Another player's cell, an empty cell, a player that is not there, a chance event.
    for (text, reason) in [
        ("A1+", "seat 1 may play B1+ B1- B2+ B2- B4+ B4- B5+ B5-"),
        ("B3+", "`B3+` is not legal in `1Q,6,6,0,0,6/1Q,6,6,0,6,6 B 6:0/0:0 0 1 -`"),
        ("C1+", "is not legal"),
        ("*1", "this game has no chance events"),
    ] {
        let message = event::apply_text(&mut game, text).unwrap_err().to_string();
        assert!(message.contains(reason), "{message}");
        assert_eq!(game, before);
    }
}

#[test]
fn a_relay_has_one_cell_and_a_finished_game_has_no_action() {
    let relay = position(rules("direction=lift"), "0Q,5,5,0,6,6/1Q,6,6,5,5,5 A 0:0/0:0 0 0 B3");
    assert_eq!(legal(&relay), ["B3+", "B3-"]);
    let over = position(rules("default"), "0,0,0,0,0,0/0,0,0,0,0,0 - 25:1/25:1 0 9 -");
    assert_eq!(legal(&over), [""; 0]);
    let error = event::apply_text(&mut over.clone(), "A1+").unwrap_err();
    assert!(error.to_string().contains("the game is over"), "{error}");
}
