//! What the reader of actions refuses, and what it must take.

use crate::reading::{bases, variant};
use crate::{position, rules, start};
use ludarium_engine::amidakuji_bridge::Action;
use ludarium_engine::event::{self, EventError};
use proptest::prelude::*;

/// The texts of all actions on the largest board, also those that no board has room for.
fn all_action_texts() -> Vec<String> {
    let columns = 'a'..='h';
    let point = |column: char, row: u8| format!("{column}{row}");
    let mut places = Vec::new();
    for left in 'a'..='g' {
        let right = char::from(left as u8 + 1);
        for (row, other) in (1..=16_u8).flat_map(|row| (1..=16).map(move |other| (row, other))) {
            if row.abs_diff(other) <= 3 {
                places.push(format!("{}-{}", point(left, row), point(right, other)));
            }
        }
    }
    let mut texts: Vec<String> =
        ["L:pass", "P:push", "P:keep", "R:pass"].map(str::to_string).to_vec();
    texts.extend(places.iter().map(|place| format!("L:{place}")));
    for (column, row) in columns.flat_map(|column| (0..=17).map(move |row| (column, row))) {
        let point = point(column, row);
        if row == 0 || row > 2 {
            texts.extend(["G", "S", "E"].map(|phase| format!("{phase}:{point}")));
        }
        texts.push(format!("M:{point}r"));
        if (1..=16).contains(&row) {
            texts.push(format!("M:{point}x"));
        }
    }
    for (number, from) in places.iter().enumerate().step_by(7) {
        // Any place to any other; a few of them.
        let to = (1..20).map(|step| &places[(number + 31 * step) % places.len()]);
        texts.extend(to.map(|to| format!("R:{from}>{to}")));
    }
    texts
}

#[test]
fn action_texts() {
    let texts = all_action_texts();
    let mut actions: Vec<Action> = Vec::new();
    for text in &texts {
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(action.to_string(), *text);
        actions.push(action);
    }
    // No two texts are the same action.
    actions.sort_unstable();
    actions.dedup();
    assert_eq!((actions.len(), size_of::<Action>() <= 8), (texts.len(), true));
}

/// What is no action in any position.
const NO_ACTIONS: &[&str] = &[
    "",
    " ",
    "-",
    "L",
    ":",
    "L:",
    "L:-",
    "L:b3",
    "L:b3-",
    "L:-c4",
    "L:b-c",
    "L:3-4",
    "L:b3c4",
    "L:b3-c4-d5",
    "L:b3-c4,b5-c5",
    "L:b3-c4 ",
    " L:b3-c4",
    "L: b3-c4",
    "L :b3-c4",
    "L:b3 - c4",
    "L:b3-c4\n",
    "L:b3-c4+",
    "L:0b3-c4",
    "L:b3-c4r",
    "l:b3-c4",
    "L:B3-c4",
    "L:b3-C4",
    "L:b03-c4",
    "L:b3-c04",
    "L:b+3-c4",
    "L:b3--c4",
    "L:b3\u{2013}c4",
    "L:b3>c4",
    "L:b3/c4",
    "L;b3-c4",
    "L.b3-c4",
    "Lb3-c4",
    "b3-c4",
    "L::b3-c4",
    "LL:b3-c4",
    "L:b３-c4",
    "L:é3-c4",
    "L:b3-c99999999999999999999",
    "L:pass ",
    " L:pass",
    "L:Pass",
    "L:PASS",
    "L:passs",
    "L:pas",
    "L:pass:",
    "l:pass",
    "pass",
    "L:keep",
    "L:push",
    "G:pass",
    "S:pass",
    "M:pass",
    "P:pass",
    "E:pass",
    "X:pass",
    "G:",
    "G:c",
    "G:0",
    "G:0c",
    "G:c0r",
    "G:C0",
    "G:c00",
    "G:c0,d0",
    "G:c0 ",
    "S:",
    "S:c0r",
    "S:c0!",
    "S:c-0",
    "S:*",
    "S:b3-c4",
    "S:c012",
    "E:",
    "E:c0r",
    "E:*",
    "E:-",
    "E:c0x",
    "M:",
    "M:b4",
    "M:b",
    "M:x",
    "M:bx",
    "M:4x",
    "M:b4X",
    "M:b4!",
    "M:b4x!",
    "M:b4xx",
    "M:b4rx",
    "M:b4y",
    "M:b04x",
    "M:b4x ",
    "M:*",
    "M:*!",
    "M:0b4x",
    "M:b4é",
    "P:",
    "P",
    "P:Push",
    "P:PUSH",
    "P:push!",
    "P:pushed",
    "P:kept",
    "P:-",
    "P:push keep",
    "push",
    "keep",
    "R:",
    "R:>",
    "R:b3-c4",
    "R:b3-c4>",
    "R:>b3-c4",
    "R:b3-c4>c4",
    "R:b3-c4>pass",
    "R:pass>b3-c4",
    "R:b3-c4<b3-c5",
    "R:b3-c4-b3-c5",
    "R:b3-c4->b3-c5",
    "R:b3-c4 > b3-c5",
    "R:b3-c4>>b3-c5",
    "R:b3-c4>b3-c5>b3-c4",
    "R:b3-c4+>b3-c5",
    "R:0b3-c4>b3-c5",
    "R:b3-c4>0b3-c5",
    "R:b3-c4>b03-c5",
    "R:keep",
    "X:",
    "X:-",
    "X",
    "T:c0",
    "g:c0",
    "null",
    "0",
    "\u{feff}L:pass",
];

/// What has the form of an action, but is none on any board.
const NOWHERE: &[&str] = &[
    "L:h3-i3",
    "L:b3-d3",
    "L:b3-b4",
    "L:c4-b3",
    "L:b0-c1",
    "L:b1-c0",
    "L:b16-c17",
    "L:b3-c7",
    "L:b3-c300",
    "G:i0",
    "G:a18",
    "S:z0",
    "S:c300",
    "E:i12",
    "M:i4x",
    "M:b18r",
    "M:b260x",
    "M:b0x",
    "R:b3-c4>b3-d4",
    "R:b3-c4>c4-b3",
    "R:b3-c4>b3-c4",
    "R:b3-c4>b0-c1",
    "R:h3-i3>a1-b1",
];

#[test]
fn refused_action_texts() {
    for text in NO_ACTIONS {
        let message = match text.parse::<Action>() {
            Ok(action) => panic!("`{text}` was read as {action:?}"),
            Err(error) => error.to_string(),
        };
        assert!(message.contains(" is not "), "`{text}`: {message}");
    }
    for text in NO_ACTIONS.iter().chain(NOWHERE).chain(&["*", "*1", "*pass", "*L:pass"]) {
        for [_, options, base] in bases() {
            let mut game = position(rules(options), base);
            let before = game.clone();
            assert!(event::apply_text(&mut game, text).is_err(), "{text} in {base}");
            assert_eq!(game, before, "{text}");
        }
    }
}

/// A position, actions of the right form that are not possible there, and what the message says.
const IMPOSSIBLE: &[(&str, &[&str], &str)] = &[
    (
        "laying",
        &[
            // Other phases; nodes that bear a bridge; crossings; a span of three; off the board.
            "S:c0",
            "G:c0",
            "E:c0",
            "M:b3x",
            "P:keep",
            "R:pass",
            "R:b3-c4>b3-c5",
            "L:pass",
            "L:b3-c3",
            "L:a2-b2",
            "L:c4-d4",
            "L:b4-c3",
            "L:b1-c3",
            "L:b5-c8",
            "L:e1-f1",
            "L:b11-c12",
            "L:b12-c12",
        ],
        "seat 0 may play L:a1-b1",
    ),
    ("laying: 6.1/6.1 1b2-c2,0b3-c4 -> 7.0/7.1 -", &["L:a1-b3", "L:d9-e7"], "seat 0 may play"),
    ("laying: 6.1/6.1 1b2-c2,0b3-c4 -> 0.1/7.1 -", &["L:a1-b1", "L:d9-e8"], "seat 0 may play"),
    (
        "setting",
        &["S:c0", "S:c12", "S:b12", "S:a12", "S:a1", "S:f0", "E:a0", "G:a0"],
        "seat 0 may play S:a0 S:b0 S:d0 S:e0",
    ),
    (
        "moving",
        &["M:e12r", "M:b4x", "M:d0r", "M:c9r", "M:d9x", "P:push", "P:keep", "E:a12", "R:pass"],
        "seat 1 may play M:c9x",
    ),
    ("pushing", &["M:c4x", "R:pass", "E:a0", "R:b4-c4>b5-c5"], "seat 0 may play P:keep P:push"),
    ("pushing (push-choice=must)", &["P:keep"], "seat 0 may play P:push"),
    (
        "placing",
        &["E:a0", "E:b0", "S:a12", "M:c8x", "E:c8"],
        "seat 1 may play E:a12 E:b12 E:c12 E:d12 E:e12",
    ),
    ("knocked", &["E:e0", "E:a12", "S:a0"], "seat 0 may play E:a0 E:b0 E:c0 E:d0"),
    (
        "relocating",
        &["R:a4-b4>a5-b5", "R:b8-c7>b8-c8", "R:c2-d4>c2-d2", "R:e1-d1>e2-d2", "L:a1-b1", "P:keep"],
        "",
    ),
    (
        "relocating: 1b8-c7+,1c2-d4,1d6-e6 -> 1b8-c7 & d6x,e12r -> d12r,e12r",
        &["R:b8-c7>b8-c8", "R:a4-b4>a5-b5", "R:a4-b4>a4-b5"],
        "seat 0 may play R:pass",
    ),
    ("won", &["L:pass", "R:pass", "M:e0r", "P:keep", "E:a0"], "the game is over"),
    ("capped", &["R:pass", "M:b8x"], "the game is over"),
    ("second-gap", &["G:c12", "G:a12", "S:a0", "G:a4"], "seat 0 may play G:a0 G:b0 G:c0 G:d0 G:e0"),
    ("first-gap", &["G:a0", "S:a12"], "seat 1 may play G:a12 G:b12 G:c12 G:d12 G:e12"),
    ("traps-set", &["S:a0", "S:c12", "S:b12"], "seat 0 may play S:b0 S:c0 S:d0 S:e0"),
    (
        "puzzle-setting",
        &["S:a1", "S:d0", "G:a0", "S:a12"],
        "seat 0 may play S:a0 S:a4 S:b0 S:b4 S:c0 S:c4",
    ),
    ("puzzle-free", &["S:a4", "S:b0", "S:c0", "M:c4r"], "seat 0 may play S:a0 S:c4"),
    (
        "puzzle-relocating",
        &["R:a2-b3>a3-b3", "R:pass", "S:a0", "M:c0r"],
        "seat 0 may play R:a1-b1>a1-b2",
    ),
    ("puzzle-won", &["S:a0", "R:pass"], "the game is over"),
];

#[test]
fn impossible_actions_are_refused_and_leave_the_position_alone() {
    for &(line, texts, reason) in IMPOSSIBLE {
        let (options, base) = variant(line);
        let game = position(rules(&options), &base);
        for text in texts {
            let mut tried = game.clone();
            let error = event::apply_text(&mut tried, text).expect_err(text);
            let message = error.to_string();
            assert!(message.contains(reason), "`{text}` in {base}: {message}");
            assert_eq!((tried.to_string(), &tried), (base.clone(), &game), "after {text}");
        }
    }
    let mut game = start(rules("default"));
    let error = event::apply_text(&mut game, "L:pass").expect_err("there is room");
    assert!(matches!(error, EventError::Illegal { .. }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_is_refused_or_means_what_it_says(
        text in "([LGSMPER]:)?(\\PC|[a-h][0-9]|[rxpushkeep0-9 :,/!*+>-]){0,6}",
    ) {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }
}
