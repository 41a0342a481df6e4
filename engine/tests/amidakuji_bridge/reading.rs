//! What the reader of positions refuses, and near misses that it must take.

use crate::clauses::{CLAUSES, broken};
use crate::common::{faults, faulty, is_refused_or_means_what_it_says, played};
use crate::rule_options::{DUEL_OPTIONS, OPTIONS, PUZZLE_OPTIONS, any_options};
use crate::{legal, lines, play, players, position, rules, start};
use ludarium_engine::amidakuji_bridge::{AmidakujiBridge, Rules};
use ludarium_engine::{Game, Random, Turn};
use proptest::prelude::*;
use proptest::sample::Index;

const BASES: &str = include_str!("../data/amidakuji-bridge/bases.txt");
const REFUSED: &str = include_str!("../data/amidakuji-bridge/refused.txt");
const ACCEPTED: &str = include_str!("../data/amidakuji-bridge/accepted.txt");

/// Names, rule options and positions under them.
pub(crate) fn bases() -> Vec<[&'static str; 3]> {
    let row = |line: &'static str| line.split(" | ").collect::<Vec<_>>().try_into();
    lines(BASES).map(|line| row(line).unwrap_or_else(|_| panic!("3 columns in {line}"))).collect()
}

/// Rule options with some added or changed.
fn with_options(options: &str, added: &str) -> String {
    let name = |pair: &str| pair.split('=').next().map(str::to_string);
    let kept = options.split(' ').filter(|pair| {
        *pair != "default" && !added.split(' ').any(|added| name(added) == name(pair))
    });
    kept.chain([added]).collect::<Vec<_>>().join(" ")
}

/// A position with changes `before -> after`, several between ` & `.
fn edited(base: &str, edits: &str) -> String {
    let mut text = base.to_string();
    for edit in edits.split(" & ") {
        let (before, after) = edit.split_once(" -> ").expect("before -> after");
        assert_eq!(text.matches(before).count(), 1, "`{before}` in `{text}`");
        text = text.replacen(before, after, 1);
    }
    text
}

/// The rule options and the position that a data file writes as `name (options): before -> after & ...`.
pub(crate) fn variant(line: &str) -> (String, String) {
    let (head, edits) =
        line.split_once(": ").map_or((line, None), |(head, edits)| (head, Some(edits)));
    let (name, added) = match head.split_once(" (") {
        Some((name, added)) => (name, added.strip_suffix(')')),
        None => (head, None),
    };
    let found = bases().into_iter().find(|base| base[0] == name);
    let [_, options, text] = found.unwrap_or_else(|| panic!("no {name} in {line}"));
    (
        added.map_or(options.to_string(), |added| with_options(options, added)),
        edits.map_or(text.to_string(), |edits| edited(text, edits)),
    )
}

fn read(rules: Rules, text: &str) -> Option<AmidakujiBridge> {
    AmidakujiBridge::parse(rules, players(rules), text).ok()
}

/// The reader refuses what breaks a clause, and nothing else.
fn check_agreement(options: &str, rules: Rules, text: &str) {
    let broken = broken(options, text);
    match read(rules, text) {
        Some(game) => {
            assert!(broken.is_empty(), "`{text}` ({options}) was read, but: {}", broken.join(", "));
            assert_eq!(game.to_string(), text);
        }
        None => assert!(!broken.is_empty(), "`{text}` ({options}) was refused"),
    }
}

#[test]
fn the_bases_are_read() {
    for [_, options, text] in bases() {
        assert_eq!(position(rules(options), text).to_string(), text);
        assert_eq!(broken(options, text), [""; 0], "{text}");
    }
}

/// Asserts that a position is refused, because of these clauses and for one of these reasons.
fn check_refused(options: &str, text: &str, clauses: &str, reasons: &[&str]) {
    assert_eq!(broken(options, text).join(" + "), clauses, "`{text}` ({options})");
    let rules = rules(options);
    match AmidakujiBridge::parse(rules, players(rules), text) {
        Ok(game) => panic!("`{text}` ({options}) was read as {game:?}: {clauses}"),
        Err(error) => {
            let message = error.to_string();
            let is_said = reasons.iter().any(|reason| message.contains(reason));
            assert!(is_said, "`{text}` ({options}), {clauses}: {message}");
        }
    }
}

#[test]
fn refused_positions() {
    let (mut clauses, mut reasons) = ("", Vec::new());
    let (mut alone, mut refused) = (Vec::new(), 0);
    for line in lines(REFUSED).filter(|line| !line.is_empty()) {
        if let Some(heading) = line.strip_prefix("= ") {
            let mut parts = heading.split(" | ");
            clauses = parts.next().expect("clauses");
            reasons = parts.collect();
            alone.push(clauses);
        } else {
            let (options, text) = variant(line);
            check_refused(&options, &text, clauses, &reasons);
            refused += 1;
        }
    }
    // Other phases of a puzzle are none of those before the first walk and none of those after it,
    // and those after it have a token, which those before it have not.
    let never_alone = ["puzzle: phases L, S, R, X", "puzzle: before the first walk phase L or S"];
    for clause in CLAUSES {
        assert_eq!(alone.contains(clause), !never_alone.contains(clause), "{clause}");
    }
    assert_eq!(refused, 673);
}

/// As the data file has them, but with what cannot be seen there.
#[test]
fn refused_positions_with_blanks() {
    for (before, after, clause, reason) in [
        ("L 0 0", " L 0 0", "13 fields", "13 fields"),
        ("L 0 0", "L\t0 0", "13 fields", "13 fields"),
        ("L 0 0", "L\n0 0", "13 fields", "13 fields"),
        ("L 0 0", "L\u{a0}0 0", "13 fields", "13 fields"),
        ("- 0.0.0", "- 0.0.0 ", "13 fields", "13 fields"),
        ("- 0.0.0", "- 0.0.0\n", "the form of each field", "coins"),
        ("- 0.0.0", "- ", "the form of each field", "coins"),
        ("L 0 0", " 0 0", "the form of each field", "phase"),
        ("L 0 0", "L  0", "the form of each field", "seat"),
        ("L 0 0", "L 0 ", "the form of each field", "round"),
        ("6.1/6.1", "", "the form of each field", "hand"),
        ("1b2-c2,0b3-c4", "", "the form of each field", "place"),
        ("-/- 0 - - -", " 0 - - -", "the form of each field", "arrived"),
        ("-/- 0 - - -", "-/-  - - -", "the form of each field", "relocation"),
        ("-/- 0 - - -", "-/- 0  - -", "the form of each field", "seat"),
        ("-/- 0 - - -", "-/- 0 -  -", "the form of each field", "point"),
        ("-/- 0 - - -", "-/- 0 - - ", "the form of each field", "point"),
    ] {
        let (options, text) = variant("laying");
        assert_eq!(text.matches(before).count(), 1, "{before}");
        check_refused(&options, &text.replace(before, after), clause, &[reason]);
    }
}

#[test]
fn accepted_positions() {
    let mut random = Random::new(1);
    let mut accepted = 0;
    for line in lines(ACCEPTED) {
        let (options, text) = variant(line);
        assert_eq!(broken(&options, &text), [""; 0], "`{text}` ({options})");
        let rules = rules(&options);
        assert_eq!(position(rules, &text).to_string(), text);
        is_refused_or_means_what_it_says::<AmidakujiBridge>(
            rules,
            players(rules),
            &text,
            &mut random,
        );
        accepted += 1;
    }
    assert_eq!(accepted, 136);
}

#[test]
fn nothing_and_far_too_much_is_refused() {
    let refused = |rules, text: &str| assert!(read(rules, text).is_none(), "{text:.200}");
    let long = |part: &str| part.repeat(20_000);
    for text in ["", " ", "-", "L", "L 0 0", "L:pass", "*", "\u{feff}", "            "] {
        refused(rules("default"), text);
        refused(rules("mode=puzzle"), text);
    }
    let list = "0a1-b1,".repeat(20_000);
    for text in [long(" "), long("a0r,"), long("- "), long("/"), long("é"), long("1"), list] {
        for [_, options, base] in bases() {
            let rules = rules(options);
            refused(rules, &format!("{base}{text}"));
            refused(rules, &format!("{text}{base}"));
            for field in 0..13 {
                let mut fields: Vec<&str> = base.split(' ').collect();
                fields[field] = &text;
                refused(rules, &fields.join(" "));
            }
        }
    }
}

/// Every text that is cut short or has one character more, one less, or another one.
#[test]
fn every_slip_of_one_character_is_refused_or_meant() {
    for [_, options, base] in bases() {
        let rules = rules(options);
        assert!(base.is_ascii());
        for place in 0..base.len() {
            let (before, after) = base.split_at(place);
            check_agreement(options, rules, before);
            check_agreement(options, rules, &after[1..]);
            check_agreement(options, rules, &format!("{before}{}", &after[1..]));
            for character in CHARACTERS {
                check_agreement(options, rules, &format!("{before}{character}{after}"));
                check_agreement(options, rules, &format!("{before}{character}{}", &after[1..]));
            }
        }
    }
}

/// Every field in place of the same field of another base.
#[test]
fn every_exchanged_field_is_refused_or_meant() {
    let fields: Vec<Vec<&str>> = bases().iter().map(|base| base[2].split(' ').collect()).collect();
    for [_, options, base] in bases() {
        let rules = rules(options);
        for field in 0..13 {
            for other in 0..=field {
                for from in &fields {
                    let mut changed: Vec<&str> = base.split(' ').collect();
                    changed[field] = from[field];
                    changed[other] = from[other];
                    check_agreement(options, rules, &changed.join(" "));
                }
            }
        }
    }
}

/// Every base under one option more or another value of one.
#[test]
fn every_base_under_other_rules_is_refused_or_meant() {
    for [_, options, base] in bases() {
        let is_puzzle = options.starts_with("mode=puzzle");
        let own = if is_puzzle { PUZZLE_OPTIONS } else { DUEL_OPTIONS };
        for (name, values) in OPTIONS.iter().chain(own) {
            for value in values.iter().filter(|value| !value.is_empty()) {
                let changed = with_options(options, &format!("{name}={value}"));
                check_agreement(&changed, rules(&changed), base);
            }
        }
    }
}

/// A text in which something was exchanged, moved or replaced, often in the form of a position.
fn with_fault(text: &str, fault: u8, one: &Index, other: &Index) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_string).collect();
    let field = one.index(fields.len());
    // The items of a list, which is empty as `-`.
    let items = |field: &str| match field {
        "-" => Vec::new(),
        list => list.split(',').map(str::to_string).collect::<Vec<_>>(),
    };
    let list = |items: Vec<String>| if items.is_empty() { "-".into() } else { items.join(",") };
    // Bridges, tokens, coins, gaps.
    let from = *one.get(&[4, 5, 5, 6, 6, 10, 11]);
    match fault {
        // An item goes,
        0 => {
            let mut kept = items(&fields[from]);
            if !kept.is_empty() {
                kept.remove(other.index(kept.len()));
            }
            fields[from] = list(kept);
        }
        // comes twice or waits, in order or not,
        1 => {
            let mut more = items(&fields[from]);
            match more.len() {
                0 => more.push("*".to_string()),
                count => more.insert(other.index(count), more[other.index(count)].clone()),
            }
            fields[from] = list(more);
        }
        // or has another flag or mark.
        2 => {
            let mut changed = items(&fields[from]);
            if !changed.is_empty() {
                let item = other.index(changed.len());
                let mark = if from == 4 { '+' } else { '!' };
                changed[item] = match changed[item].strip_suffix(mark) {
                    Some(without) => without.to_string(),
                    None => format!("{}{mark}", changed[item]),
                };
            }
            fields[from] = list(changed);
        }
        // Two fields are exchanged, or one is empty,
        3 => fields.swap(field, other.index(13)),
        4 => fields[field] = "-".to_string(),
        // the phase, the seat to act or the seat that finishes its turn is another,
        5 => match one.index(3) {
            0 => fields[0] = other.get(&["L", "G", "S", "M", "P", "E", "R", "X"]).to_string(),
            1 => fields[1] = other.get(&["0", "1", "-"]).to_string(),
            _ => fields[9] = other.get(&["0", "1", "-"]).to_string(),
        },
        // somebody arrives, or nobody has,
        6 => fields[7] = other.get(&["-/-", "a/-", "-/b", "ab/-", "-/cc", "a/a"]).to_string(),
        // a digit or a letter is another one.
        _ => {
            let mut text: Vec<char> = text.chars().collect();
            let is_digit = one.index(3) > 0;
            let places: Vec<usize> = (0..text.len())
                .filter(|&place| match is_digit {
                    true => text[place].is_ascii_digit(),
                    false => ('a'..='h').contains(&text[place]),
                })
                .collect();
            if !places.is_empty() {
                let characters: Vec<char> =
                    if is_digit { ('0'..='9').collect() } else { ('a'..='h').collect() };
                text[*one.get(&places)] = *other.get(&characters);
            }
            return text.into_iter().collect();
        }
    }
    fields.join(" ")
}

/// What any character of a text may be replaced by.
const CHARACTERS: &[char] = &[
    '0', '1', '2', '9', '-', ':', ',', '/', '.', ' ', 'a', 'c', 'e', 'x', 'r', '*', '!', '+', 'M',
    'X', '\u{e9}',
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    /// After every event of a game.
    #[test]
    fn what_is_printed_is_read_back(options in any_options(), seed: u64) {
        let rules = rules(&options);
        let (mut game, mut random) = (start(rules), Random::new(seed));
        for _ in 0..300 {
            let text = game.to_string();
            prop_assert!(broken(&options, &text).is_empty(), "{} ({})", text, options);
            let read = position(rules, &text);
            prop_assert_eq!(&read, &game);
            prop_assert_eq!((read.to_string(), legal(&read)), (text, legal(&game)));
            if game.turn() == Turn::Over {
                break;
            }
            let action = game.random_action(&mut random, &mut Vec::new()).to_string();
            play(&mut game, &action);
        }
    }

    /// A text with faults is refused for a clause that it breaks, or the position is as it is written
    /// and a game can go on.
    #[test]
    fn a_text_with_faults_is_refused_or_means_what_it_says(
        options in any_options(),
        events in 0..80_u32,
        faults in faults(),
        character in prop::option::weighted(0.1, any::<(Index, Index)>()),
        seed: u64,
    ) {
        let rules = rules(&options);
        let mut random = Random::new(seed);
        let game = played(start(rules), events, &mut random);
        let character = character.map(|(place, character)| (place, *character.get(CHARACTERS)));
        let text = faulty(game.to_string(), &faults, with_fault, character);
        check_agreement(&options, rules, &text);
        is_refused_or_means_what_it_says::<AmidakujiBridge>(rules, players(rules), &text, &mut random);
    }

    /// A position of a game under other rules.
    #[test]
    fn a_position_under_other_rules_is_refused_or_means_what_it_says(
        options in any_options(), others in any_options(), events in 0..80_u32, seed: u64,
    ) {
        let game = played(start(rules(&options)), events, &mut Random::new(seed));
        check_agreement(&others, rules(&others), &game.to_string());
    }

    #[test]
    fn any_text_is_refused(text in "(\\PC|[LGSMPERX]:|[a-h][0-9]|[0-9 .,/!*+-]){0,60}") {
        prop_assert!(read(rules("default"), &text).is_none());
    }
}
