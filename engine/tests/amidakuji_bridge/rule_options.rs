//! What the rule options may be, which go together, and what the start of a game shows of them.

use crate::clauses::broken;
use crate::reading::{bases, variant};
use crate::{legal, position, rules, start};
use ludarium_engine::amidakuji_bridge::{AmidakujiBridge, Rules};
use ludarium_engine::{Game, options};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// Options of both modes with values to draw from, `` for none named.
pub(crate) const OPTIONS: &[(&str, &[&str])] = &[
    ("rows", &["", "2", "3", "5", "5", "16"]),
    ("bridges", &["", "0", "1", "2", "3", "9"]),
    ("long", &["", "0", "1", "2"]),
    ("long-span", &["", "2", "3"]),
    ("crossing", &["", "no", "yes"]),
    ("relocations", &["", "0", "1", "4"]),
    ("relocate", &["", "", "may", "must"]),
    ("same-bridge", &["", "", "no", "yes"]),
];
pub(crate) const DUEL_OPTIONS: &[(&str, &[&str])] = &[
    ("columns", &["", "4", "4", "5", "6", "8"]),
    ("start-order", &["", "second", "first"]),
    ("round-start", &["", "same", "alternate"]),
    ("steps", &["", "1", "2", "9"]),
    ("goal", &["", "", "1", "2"]),
    ("knock-wait", &["", "no", "yes"]),
    ("push", &["", "opponent", "any", "any", "off"]),
    ("push-choice", &["", "may", "must"]),
    ("max-rounds", &["", "1", "2", "5", "60"]),
    ("coins", &["", "none", "start", "gap", "trap"]),
    ("coin-goal", &["", "across", "most"]),
];
pub(crate) const PUZZLE_OPTIONS: &[(&str, &[&str])] =
    &[("columns", &["", "2", "3", "3", "4", "8"]), ("puzzle-walk", &["", "bounce", "free"])];

/// Any rule options, as text.
pub(crate) fn any_options() -> impl Strategy<Value = String> {
    let picks = prop::collection::vec(any::<Index>(), OPTIONS.len() + DUEL_OPTIONS.len());
    (prop::bool::weighted(0.3), picks).prop_map(|(is_puzzle, picks)| {
        let own = if is_puzzle { PUZZLE_OPTIONS } else { DUEL_OPTIONS };
        let mut pairs = vec![if is_puzzle { "mode=puzzle" } else { "mode=duel" }.to_string()];
        for ((name, values), pick) in OPTIONS.iter().chain(own).zip(&picks) {
            let value = pick.get(values);
            if !value.is_empty() {
                pairs.push(format!("{name}={value}"));
            }
        }
        pairs.join(" ")
    })
}

#[test]
fn the_number_of_players_follows_from_the_mode() {
    assert_eq!(AmidakujiBridge::PLAYERS, 1..=2);
    for [_, options, text] in bases() {
        let rules = rules(options);
        let number = if options.starts_with("mode=puzzle") { 1 } else { 2 };
        assert_eq!(AmidakujiBridge::players_for(&rules), number..=number, "{options}");
        for players in [0, 1, 2, 3, 4, 255] {
            let is_right = players == number;
            assert_eq!(AmidakujiBridge::new(rules, players).is_ok(), is_right, "{players}");
            let read = AmidakujiBridge::parse(rules, players, text);
            assert_eq!(read.is_ok(), is_right, "{players} in {text}");
        }
        let game = position(rules, text);
        assert_eq!((game.players(), game.sides()), (number, number.into()), "{text}");
        assert_eq!((game.scores().len(), game.ranks().len()), (number.into(), number.into()));
    }
}

/// What an initial position shows of the rules.
#[test]
fn initial_positions() {
    for (options, text) in [
        ("default", "L 0 0 7.1/7.1 - - - -/- 0 - - - 0.0.0"),
        ("columns=4", "L 0 0 7.1/7.1 - - - -/- 0 - - - 0.0.0"),
        ("columns=5", "L 0 0 7.1/7.1 - - - -/- 0 - - - 0.0.0"),
        ("columns=6", "L 0 0 8.1/8.1 - - - -/- 0 - - - 0.0.0"),
        ("columns=7", "L 0 0 8.1/8.1 - - - -/- 0 - - - 0.0.0"),
        ("columns=8", "L 0 0 8.1/8.1 - - - -/- 0 - - - 0.0.0"),
        ("columns=6 bridges=7", "L 0 0 7.1/7.1 - - - -/- 0 - - - 0.0.0"),
        ("bridges=8", "L 0 0 8.1/8.1 - - - -/- 0 - - - 0.0.0"),
        ("bridges=9 long=2", "L 0 0 9.2/9.2 - - - -/- 0 - - - 0.0.0"),
        ("bridges=0", "L 0 0 0.1/0.1 - - - -/- 0 - - - 0.0.0"),
        ("long=0", "L 0 0 7.0/7.0 - - - -/- 0 - - - 0.0.0"),
        ("start-order=first", "L 0 0 7.1/7.1 - - - -/- 0 - - - 0.0.0"),
        ("round-start=alternate", "L 0 0 7.1/7.1 - - - -/- 0 - - - 0.0.0"),
        ("coins=start", "L 0 0 7.1/7.1 - - - -/- 0 - - - 12.0.0"),
        ("coins=gap", "L 0 0 7.1/7.1 - - - -/- 0 - - - 0.0.0"),
        ("coins=trap", "L 0 0 7.1/7.1 - - - -/- 0 - - - 0.0.0"),
        // Nothing to lay.
        ("bridges=0 long=0", "S 1 0 0.0/0.0 - - - -/- 0 - - - 0.0.0"),
        ("bridges=0 long=0 start-order=first", "S 0 0 0.0/0.0 - - - -/- 0 - - - 0.0.0"),
        ("bridges=0 long=0 coins=start", "S 1 0 0.0/0.0 - - - -/- 0 - - - 12.0.0"),
        ("bridges=0 long=0 coins=gap", "G 1 0 0.0/0.0 - - - -/- 0 - - - 0.0.0"),
        ("bridges=0 long=0 coins=trap start-order=first", "G 0 0 0.0/0.0 - - - -/- 0 - - - 0.0.0"),
        // The puzzle: all bridges of both seats, all coins.
        (
            "mode=puzzle",
            "L 0 0 14.2/0.0 - - - -/- 0 - \
             a0:1,a12:1,b0:1,b12:1,c0:1,c12:1,d0:1,d12:1,e0:1,e12:1 - 0.0.0",
        ),
        (
            "mode=puzzle columns=6 rows=16",
            "L 0 0 16.2/0.0 - - - -/- 0 - \
             a0:1,a17:1,b0:1,b17:1,c0:1,c17:1,d0:1,d17:1,e0:1,e17:1,f0:1,f17:1 - 0.0.0",
        ),
        (
            "mode=puzzle columns=2 rows=2 bridges=9 long=2",
            "L 0 0 18.4/0.0 - - - -/- 0 - a0:1,a3:1,b0:1,b3:1 - 0.0.0",
        ),
        (
            "mode=puzzle columns=3 rows=2 long=0 bridges=0 puzzle-walk=free",
            "S 0 0 0.0/0.0 - - - -/- 0 - a0:1,a3:1,b0:1,b3:1,c0:1,c3:1 - 0.0.0",
        ),
    ] {
        let rules = rules(options);
        let game = start(rules);
        assert_eq!(game.to_string(), text, "{options}");
        assert_eq!(position(rules, text), game, "{options}");
        assert_eq!(broken(options, text), [""; 0], "{text}");
        assert!(!game.capped());
    }
}

/// Passing in phase R: a choice in the duel, the last resort in the puzzle.
#[test]
fn whether_one_may_pass_depends_on_the_mode() {
    for (line, expected) in [
        ("relocating", true),
        ("relocating (relocate=may)", true),
        ("relocating (relocate=must)", false),
        ("puzzle-relocating", false),
        ("puzzle-relocating (relocate=must)", false),
        ("puzzle-relocating (relocate=may)", true),
    ] {
        let (options, text) = match line.starts_with("puzzle") {
            true => variant(line),
            false => variant(&format!("{line}: a0r,b4r -> a0r,b0r")),
        };
        let actions = legal(&position(rules(&options), &text));
        assert_eq!(actions.contains(&"R:pass".to_string()), expected, "{line}");
        assert!(actions.len() > 1, "{line}");
    }
}

/// Options that are whole numbers, with their least and greatest values.
const NUMBERS: &[(&str, u32, u32)] = &[
    ("rows", 2, 16),
    ("bridges", 0, 9),
    ("long", 0, 2),
    ("long-span", 2, 3),
    ("relocations", 0, 4),
];
const DUEL_NUMBERS: &[(&str, u32, u32)] =
    &[("columns", 4, 8), ("steps", 1, 9), ("goal", 1, 2), ("max-rounds", 1, 10_000)];
const PUZZLE_NUMBERS: &[(&str, u32, u32)] = &[("columns", 2, 8)];
/// Options that are words.
const WORDS: &[(&str, &[&str])] = &[
    ("crossing", &["no", "yes"]),
    ("relocate", &["may", "must"]),
    ("same-bridge", &["no", "yes"]),
];
const DUEL_WORDS: &[(&str, &[&str])] = &[
    ("start-order", &["second", "first"]),
    ("round-start", &["same", "alternate"]),
    ("knock-wait", &["no", "yes"]),
    ("push", &["opponent", "any", "off"]),
    ("push-choice", &["may", "must"]),
    ("coins", &["none", "start", "gap", "trap"]),
    ("coin-goal", &["across", "most"]),
];
const PUZZLE_WORDS: &[(&str, &[&str])] = &[("puzzle-walk", &["bounce", "free"])];

fn options_of(pairs: &[&str]) -> Option<Rules> {
    options::from_pairs(pairs.iter().copied().filter(|pair| !pair.is_empty())).ok()
}

#[test]
fn options_have_their_ranges() {
    let modes = [("", DUEL_NUMBERS), ("mode=duel", DUEL_NUMBERS), ("mode=puzzle", PUZZLE_NUMBERS)];
    for (mode, own) in modes {
        for &(name, least, most) in NUMBERS.iter().chain(own) {
            let with = |value: &str| options_of(&[mode, &format!("{name}={value}")]);
            for value in [least, most, least.midpoint(most)] {
                let rules = with(&value.to_string());
                let rules = rules.unwrap_or_else(|| panic!("{mode} {name}={value}"));
                assert_eq!(options::to_map(&rules)[name], value, "{mode} {name}={value}");
                start(rules);
                // Numbers of a record, and strings of digits.
                let mode = if mode == "mode=puzzle" { "puzzle" } else { "duel" };
                for value in [json!(value), json!(value.to_string())] {
                    let mut map = json!({ "mode": mode });
                    map[name] = value;
                    let map = map.as_object().expect("a map");
                    assert_eq!(options::from_map(map).ok(), Some(rules), "{map:?}");
                }
            }
            for value in
                ["", "-1", "+3", "03", "3.0", "x", "none", " 3", "٣", "99999999999999999999"]
            {
                assert_eq!(with(value), None, "{mode} {name}={value}");
            }
            for value in [
                i64::from(least) - 1,
                i64::from(most) + 1,
                256 + i64::from(least),
                65_536 + i64::from(least),
            ] {
                if !(i64::from(least)..=i64::from(most)).contains(&value) {
                    assert_eq!(with(&value.to_string()), None, "{mode} {name}={value}");
                }
            }
        }
    }
}

#[test]
fn options_have_their_words() {
    let modes = [("", DUEL_WORDS), ("mode=duel", DUEL_WORDS), ("mode=puzzle", PUZZLE_WORDS)];
    for (mode, own) in modes {
        for &(name, values) in WORDS.iter().chain(own) {
            let with = |value: &str| options_of(&[mode, &format!("{name}={value}")]);
            for value in values {
                let rules = with(value).unwrap_or_else(|| panic!("{mode} {name}={value}"));
                let kept = options::to_map(&rules).remove(name);
                assert!(kept.is_none_or(|kept| kept == *value), "{mode} {name}={value}");
                start(rules);
                assert_eq!(with(&value.to_uppercase()), None, "{mode} {name}={value}");
                assert_eq!(with(&format!("{value} ")), None, "{mode} {name}={value}");
            }
            for value in ["", "on", "true", "own", "1", "forced"] {
                assert_eq!(with(value), None, "{mode} {name}={value}");
            }
        }
    }
    for wrong in [
        "mode=",
        "mode=Duel",
        "mode=two",
        "mode=1",
        "mode",
        "modes=duel",
        "long_span=2",
        "players=2",
    ] {
        assert_eq!(options_of(&[wrong]), None, "{wrong}");
    }
    for wrong in [json!({"crossing": true}), json!({"columns": 5.5}), json!({"columns": null})] {
        assert!(options::from_map::<Rules>(wrong.as_object().expect("a map")).is_err(), "{wrong}");
    }
}

/// Whatever its value, also the one that changes nothing.
#[test]
fn options_of_the_other_mode_are_refused() {
    let number = |&(name, least, most): &(&str, u32, u32)| {
        [least, most].map(|value| (name.to_string(), value.to_string())).to_vec()
    };
    let words = |&(name, values): &(&str, &[&str])| {
        values.iter().map(|value| (name.to_string(), value.to_string())).collect::<Vec<_>>()
    };
    // Without the columns, which both modes have.
    let duel = DUEL_NUMBERS[1..].iter().flat_map(number).chain(DUEL_WORDS.iter().flat_map(words));
    let duel = duel.chain(
        [("steps", "3"), ("max-rounds", "50")].map(|(name, value)| (name.into(), value.into())),
    );
    let puzzle = PUZZLE_WORDS.iter().flat_map(words);
    let mut refused = 0;
    let modes = duel.map(|pair| ("puzzle", pair)).chain(puzzle.map(|pair| ("duel", pair)));
    for (mode, (name, value)) in modes {
        let (pair, named) = (format!("{name}={value}"), format!("mode={mode}"));
        assert_eq!(options_of(&[&named, &pair]), None, "{named} {pair}");
        assert_eq!(options_of(&[&pair, &named]), None, "{named} {pair}");
        if mode == "duel" {
            assert_eq!(options_of(&[&pair]), None, "{pair}");
        }
        let mut map = json!({ "mode": mode });
        map[&name] = value.parse().map_or_else(|_| json!(value), |number: u32| json!(number));
        assert!(options::from_map::<Rules>(map.as_object().expect("a map")).is_err(), "{map}");
        refused += 1;
    }
    assert_eq!(refused, 3 * 2 + 2 + 17 + 2);
    for columns in 2..=8 {
        let pair = format!("columns={columns}");
        assert_eq!(options_of(&[&pair]).is_some(), columns >= 4, "{pair}");
        assert_eq!(options_of(&["mode=duel", &pair]).is_some(), columns >= 4, "{pair}");
        assert!(options_of(&["mode=puzzle", &pair]).is_some(), "{pair}");
    }
}

#[test]
fn what_says_no_more_than_a_default_changes_nothing() {
    for (same, other) in [
        ("default", "mode=duel"),
        ("default", "columns=5 rows=11 bridges=7 long=1 long-span=2 crossing=no relocations=2"),
        ("default", "relocate=may same-bridge=no start-order=second round-start=same steps=3"),
        ("default", "goal=2 knock-wait=no push=opponent push-choice=may max-rounds=50"),
        ("default", "coins=none coin-goal=across"),
        ("columns=6", "columns=6 bridges=8"),
        ("columns=8", "bridges=8 columns=8"),
        ("columns=4", "columns=4 bridges=7"),
        ("mode=puzzle", "mode=puzzle relocate=must puzzle-walk=bounce columns=5 bridges=7"),
        ("mode=puzzle columns=7", "bridges=8 columns=7 mode=puzzle"),
    ] {
        assert_eq!(rules(same), rules(other), "{same}: {other}");
    }
    for (one, other) in [
        ("default", "bridges=8"),
        ("columns=6", "columns=6 bridges=7"),
        ("default", "relocate=must"),
        ("mode=puzzle", "mode=puzzle relocate=may"),
        ("default", "mode=puzzle"),
    ] {
        assert_ne!(rules(one), rules(other), "{one}: {other}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    /// Options that print read back as the same rules.
    #[test]
    fn options_are_read_back(options in any_options()) {
        let rules = rules(&options);
        prop_assert_eq!(options::from_map(&options::to_map(&rules)), Ok(rules));
        let named: Vec<String> = options::to_map(&rules)
            .iter()
            .map(|(name, value): (_, &Value)| format!("{name}={}", options::value_text(value)))
            .collect();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        prop_assert_eq!(options_of(&named), Some(rules));
        prop_assert_eq!(options::from_map(&options::difference(&rules)), Ok(rules));
    }
}
