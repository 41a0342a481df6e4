//! What the reader refuses, and near misses that it must take.

use crate::{legal, position, read, rules, start};
use ludarium_engine::hokusai_sugoroku::{HokusaiSugoroku, OwnTurn, Rules};
use ludarium_engine::{Game, event};

/// Rule options, positions that are refused under them, and what the message says. In the order of
/// the rules text.
const REFUSED: &[(&str, &[&str], &str)] = &[
    // Not in the form: other than four fields,
    (
        "default",
        &[
            "",
            "1,1",
            "1,1|--|1",
            "1,1|--|1|-|",
            "1,1|--|1|-|-",
            "1,1||--|1|-",
            "|1,1|--|1|-",
            "1,1 -- 1 -",
            "1,1/--/1/-",
        ],
        "four fields",
    ),
    // or than two to six seats,
    (
        "default",
        &["1|-|1|-", "|-|1|-", "1,1,1,1,1,1,1|-------|1|-", "H|-|0|1"],
        "two to six squares",
    ),
    // a square other than 1 to 52 and H,
    (
        "default",
        &[
            "0,1|--|1|-",
            "53,1|--|1|-",
            "54,1|--|1|-",
            "136,1|s-|1|-",
            "256,1|--|1|-",
            "257,1|--|1|-",
            "01,1|--|1|-",
            "052,1|--|1|-",
            "+1,1|--|1|-",
            "-1,1|--|1|-",
            "1.0,1|--|1|-",
            " 1,1|--|1|-",
            "1 ,1|--|1|-",
            ",1|--|1|-",
            "h,1|--|0|1",
            "HH,1|--|0|1",
            "H1,1|--|0|1",
            "١,1|--|1|-",
        ],
        "square of player 1",
    ),
    ("default", &["1,1,|---|1|-", "1,1,0|---|1|-", "1,1,x|---|1|-"], "square of player 3"),
    ("default", &["1,1\n|--|1|-", "1,1;1|--|1|-"], "square of player 2"),
    // a skip field of another length or with other characters,
    (
        "default",
        &[
            "8,1||1|-",
            "8,1|-|1|-",
            "8,1|s|1|-",
            "8,1|s--|1|-",
            "8,1|S-|1|-",
            "8,1|s |1|-",
            "8,1|s,-|1|-",
            "8,1|0-|1|-",
            "8,1|é|1|-",
        ],
        "skips: ",
    ),
    // a turn other than 0 to N.
    (
        "default",
        &[
            "1,1|--|3|-",
            "1,1|--|-1|-",
            "1,1|--|+1|-",
            "1,1|--|01|-",
            "1,1|--||-",
            "1,1|--|-|-",
            "1,1|--|A|-",
            "1,1|--|1 |-",
            "1,1|--|257|-",
            "H,1|--|00|1",
        ],
        "turn: ",
    ),
    ("default", &["1,1,1,1,1,1|------|7|-"], "from 0 to 6"),
    // A skip on what is no stay, or without stays.
    ("default", &["1,1|s-|1|-", "1,1|-s|1|-"], "on square 1, which is no stay"),
    (
        "default",
        &["7,1|s-|1|-", "9,1|s-|1|-", "45,1|s-|1|-", "48,1|s-|1|-", "50,1|s-|1|-", "52,8|ss|1|-"],
        "player 1 owes a skip on square",
    ),
    ("default", &["20,19,31|ss-|1|-"], "player 2 owes a skip on square 19"),
    ("default", &["H,1|s-|0|1"], "player 1 owes a skip home"),
    ("stays=no", &["8,1|s-|1|-", "49,1|s-|2|-", "8,1|s-|0|-"], "although stays=no"),
    ("stays=no", &["49,H|s-|0|2", "1,8|-s|1|-"], "although stays=no"),
    // Home names other seats than those on H, or one of them twice.
    (
        "default",
        &[
            "H,1|--|0|-",
            "H,1|--|0|2",
            "H,1|--|0|",
            "H,1|--|0|1-",
            "H,1|--|0|-1",
            "H,1|--|0|11",
            "H,1|--|0|12",
            "H,1|--|0|0",
            "H,1|--|0|3",
            "H,1|--|0|9",
            "H,1|--|0|/",
            "H,1|--|0|:",
            "H,1|--|0|H",
            "H,1|--|0|01",
            "H,1|--|0|é",
            "1,1|--|1|1",
            "1,1|--|1|",
            "1,1|--|1|0",
            "1,1|--|1|--",
        ],
        "home: ",
    ),
    (
        "rank-all=yes",
        &[
            "H,H,1,1|----|3|1",
            "H,H,1,1|----|3|2",
            "H,H,1,1|----|3|11",
            "H,H,1,1|----|3|13",
            "H,H,1,1|----|3|123",
            "H,H,1,1|----|3|1,2",
            "H,H,1,1|----|3|-",
            "H,H,H,1|----|0|122",
        ],
        "home: ",
    ),
    // The seat to act is home.
    ("rank-all=yes", &["H,1,1|---|1|1"], "turn of player 1, who is home"),
    ("rank-all=yes", &["1,H,H,1|----|3|32"], "turn of player 3, who is home"),
    // Over against the rules,
    ("default", &["H,1|--|2|1", "H,1|--|1|1"], "although the game is over"),
    ("default", &["1,1,1,1,1,H|------|5|6"], "although the game is over"),
    ("rank-all=yes", &["H,1|--|2|1", "H,H,1|---|3|12"], "although the game is over"),
    ("rank-all=yes", &["H,H,H,8|---s|4|321"], "although the game is over"),
    // not over against the rules,
    ("default", &["1,1|--|0|-", "52,8|-s|0|-"], "the game is not over"),
    ("rank-all=yes", &["1,1|--|0|-", "H,1,1|---|0|1", "H,H,1,1|----|0|21"], "is not over"),
    // and more at home than ended the game.
    ("default", &["H,H|--|0|12", "H,H,1|---|0|12", "H,H,1|---|3|12"], "2 are home, but 1 ended"),
    ("rank-all=yes", &["H,H|--|0|12"], "2 are home, but 1 ended"),
    ("rank-all=yes", &["H,H,H|---|0|123"], "3 are home, but 2 ended"),
    ("rank-all=yes", &["H,H,H,H,H,H|------|0|123456"], "6 are home, but 5 ended"),
];

/// One step from a refused position to the right side of the line.
const ACCEPTED: &[(&str, &[&str])] = &[
    (
        "default",
        &[
            "1,1|--|1|-",
            "1,1|--|2|-",
            "52,1|--|1|-",
            "1,1,1,1,1,1|------|6|-",
            // Each stay, with and without a skip that is owed, and whoever acts.
            "8,20|ss|1|-",
            "31,38|ss|2|-",
            "44,49|s-|1|-",
            "44,49|-s|1|-",
            "8,8|--|2|-",
            // Squares that cannot be reached in equally many turns, and squares below a throw.
            "52,1,1|---|1|-",
            "2,1|--|1|-",
            "1,52|--|1|-",
            // Over, whoever came home, with skips that are owed.
            "H,1|--|0|1",
            "1,H|--|0|2",
            "8,8,8,8,8,H|sssss-|0|6",
        ],
    ),
    ("stays=no", &["8,49|--|1|-", "H,49|--|0|1"]),
    (
        "rank-all=yes",
        &[
            "H,1|--|0|1",
            "H,1,1|---|2|1",
            "H,1,1|---|3|1",
            "H,H,1|---|0|12",
            "H,H,1|---|0|21",
            "H,H,1,1|----|3|12",
            "H,H,1,1|----|4|21",
            "H,H,H,H,H,8|-----s|0|54321",
        ],
    ),
    // Any player may act, whoever was the first.
    ("first-player=2", &["1,1|--|1|-", "1,1|--|2|-"]),
    // What the other goal rules never lead to is read as well.
    ("goal-rule=passing", &["49,45|s-|1|-"]),
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

/// Every square with and without a skip: 52 squares, and a skip on six of them.
#[test]
fn every_square_is_read_and_a_skip_only_on_stays() {
    let read = |options, square: u8, skip: &str| {
        let text = format!("1,{square}|-{skip}|1|-");
        match read(rules(options), &text) {
            Ok(game) => {
                assert_eq!(game.to_string(), text);
                true
            }
            Err(_) => false,
        }
    };
    let squares = |options, skip| (0..=255).filter(|&square| read(options, square, skip)).collect();
    let all: Vec<u8> = (1..=52).collect();
    for options in ["default", "stays=no"] {
        let free: Vec<u8> = squares(options, "-");
        assert_eq!(free, all, "{options}");
    }
    let skips: [Vec<u8>; 2] = ["default", "stays=no"].map(|options| squares(options, "s"));
    assert_eq!(skips, [vec![8, 20, 31, 38, 44, 49], vec![]]);
}

#[test]
fn the_number_of_players_must_be_the_one_asked_for() {
    for players in [2, 4, 6] {
        let error = HokusaiSugoroku::parse(Rules::default(), players, "1,1,1|---|1|-").unwrap_err();
        let expected = format!("the position is for 3 players, but {players} were asked for");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn the_first_player_must_be_one_of_the_players() {
    for players in 2..=6 {
        for first in 1..=6 {
            let rules = rules(&format!("first-player={first}"));
            let position = start(Rules::default(), players).to_string();
            let new = HokusaiSugoroku::new(rules, players);
            let parsed = HokusaiSugoroku::parse(rules, players, &position);
            if first <= players {
                let turn = format!("|{first}|-");
                assert!(new.is_ok_and(|game| game.to_string().ends_with(&turn)));
                assert!(parsed.is_ok_and(|game| game.to_string() == position));
                continue;
            }
            let reason =
                format!("first-player={first} needs {first} players or more, not {players}");
            assert_eq!(new.unwrap_err().to_string(), reason);
            assert_eq!(parsed.unwrap_err().to_string(), format!("impossible position: {reason}"));
        }
    }
}

#[test]
fn impossible_rules_and_numbers_of_players_are_refused() {
    let message = |players, change: fn(&mut Rules)| {
        let mut rules = rules("default");
        change(&mut rules);
        HokusaiSugoroku::new(rules, players).unwrap_err().to_string()
    };
    assert_eq!(message(1, |_| ()), "hokusai-sugoroku is for 2 to 6 players, not 1");
    assert_eq!(message(7, |_| ()), "hokusai-sugoroku is for 2 to 6 players, not 7");
    for change in [(|rules| rules.nagatsuta = 44) as fn(&mut Rules), |rules| rules.nagatsuta = 49] {
        assert!(message(2, change).contains("a whole number from 45 to 48"));
    }
    for change in
        [(|rules| rules.first_player = 0) as fn(&mut Rules), |rules| rules.first_player = 7]
    {
        assert!(message(6, change).contains("a whole number from 1 to 6"));
    }
}

#[test]
fn refused_event_texts() {
    for text in [
        "*", "*0", "*7", "*10", "*-1", "*+1", "*01", "*1 ", "* 1", "*1\n", "**1", "*1*", "*1.0",
        "*six", "*Skip", "*SKIP", "*skip ", "*skipp", "*ski", "*s", "*١",
    ] {
        let message = text.parse::<OwnTurn>().unwrap_err().to_string();
        let shown = text.replace('\n', "\\n");
        assert_eq!(message, format!("event: `{shown}` is not a throw *1 to *6, or *skip"));
        let mut game = start(Rules::default(), 2);
        let edge = event::apply_text(&mut game, text).unwrap_err().to_string();
        assert_eq!((edge, game), (message, start(Rules::default(), 2)));
    }
    for text in ["*1", "*2", "*3", "*4", "*5", "*6", "*skip"] {
        assert_eq!(text.parse::<OwnTurn>().map(|event| event.to_string()), Ok(text.to_string()));
    }
}

#[test]
fn impossible_events_are_refused_and_leave_the_position_alone() {
    for (before, text, reason) in [
        (
            "8,1|s-|1|-",
            "*1",
            "`*1` is not legal in `8,1|s-|1|-`, where a chance event comes next: *skip",
        ),
        ("8,1|s-|2|-", "*skip", "a chance event comes next: *1 *2 *3 *4 *5 *6"),
        ("8,1|--|1|-", "*skip", "is not legal"),
        ("1,8|-s|1|-", "*skip", "is not legal"),
        ("1,1|--|1|-", "", "nobody decides anything in this game"),
        ("1,1|--|1|-", "1", "nobody decides anything in this game"),
        ("8,1|s-|1|-", "skip", "nobody decides anything in this game"),
        ("H,1|--|0|1", "*1", "the game is over"),
        ("H,8|-s|0|1", "*skip", "the game is over"),
        ("8,H|s-|0|2", "*skip", "the game is over"),
    ] {
        let mut game = position(rules("default"), before);
        let message = event::apply_text(&mut game, text).unwrap_err().to_string();
        assert!(message.contains(reason), "`{text}` in {before}: {message}");
        assert_eq!(game.to_string(), before);
        assert!(!legal(&game).iter().any(|legal| legal == text), "{text} in {before}");
    }
}

/// A throw or a skip, never both.
#[test]
fn only_what_the_token_owes_is_possible() {
    let game = start(Rules::default(), 2);
    assert!(OwnTurn::THROWS.iter().all(|throw| game.is_possible(throw)));
    assert!(!game.is_possible(&OwnTurn::SKIP));
    let skip = position(rules("default"), "8,1|s-|1|-");
    assert!(!OwnTurn::THROWS.iter().any(|throw| skip.is_possible(throw)));
    assert!(skip.is_possible(&OwnTurn::SKIP));
    assert_eq!(OwnTurn::THROWS.map(OwnTurn::pips), [1, 2, 3, 4, 5, 6].map(Some));
    assert_eq!(OwnTurn::SKIP.pips(), None);
}
