//! What the tests of all games share.

#![allow(dead_code, reason = "every game uses its own part of this")]

use ludarium_engine::laws::{Checked, Plan, check};
use ludarium_engine::{Game, Random, Turn, event};
use proptest::prelude::*;
use proptest::sample::Index;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// The sorted texts of all events that may come next.
pub(crate) fn legal<G: Game>(game: &G) -> Vec<String> {
    event::legal_texts(game).expect("outcomes are listed")
}

/// Applies an event, which must be possible.
pub(crate) fn play<G: Game>(game: &mut G, event: &str) {
    event::apply_text(game, event).unwrap_or_else(|error| panic!("{error}"));
}

/// The lines of a data file without comments.
pub(crate) fn lines(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| !line.starts_with('#'))
}

/// Replays all examples of a file, numbered from 1 behind `letter` and apart by empty lines; `example`
/// returns how many events and facts one has. Returns the numbers of examples, events and facts.
pub(crate) fn examples(
    file: &str,
    letter: &str,
    example: impl Fn(&str) -> (usize, usize),
) -> (usize, usize, usize) {
    let text = lines(file).collect::<Vec<_>>().join("\n");
    let examples: Vec<&str> = text.trim().split("\n\n").collect();
    let (mut events, mut facts) = (0, 0);
    for (number, text) in (1..).zip(&examples) {
        assert!(text.starts_with(&format!("{letter}{number}. ")), "{text}");
        let found = example(text);
        (events, facts) = (events + found.0, facts + found.1);
    }
    (examples.len(), events, facts)
}

/// How often something happened in random games.
pub(crate) type Seen = BTreeMap<String, u32>;

/// Panics if something did not happen so often.
pub(crate) fn assert_seen(seen: &Seen, expected: &[(&str, u32)]) {
    for &(what, times) in expected {
        let found = seen.get(what).copied().unwrap_or(0);
        assert!(found >= times, "{what} happened {found} times, not {times}: {seen:#?}");
    }
}

/// The golden records of a data file.
pub(crate) fn records(file: &str) -> Vec<Value> {
    file.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

/// A list of a record.
pub(crate) fn list<T: DeserializeOwned>(record: &Value, field: &str) -> Vec<T> {
    let list = record[field].clone();
    serde_json::from_value(list).unwrap_or_else(|error| panic!("{field}: {error}"))
}

/// The position after this many random events, or at the end of the game.
pub(crate) fn played<G: Game>(mut game: G, events: u32, random: &mut Random) -> G {
    for _ in 0..events {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.apply_chance(&game.sample_chance(random)),
            Turn::Player(_) => game.apply(game.random_action(random, &mut Vec::new())),
        }
    }
    game
}

/// A fault in a text: its kind, and the two places that it is about.
pub(crate) type Fault = (u8, Index, Index);

/// Up to two faults, of eight kinds.
pub(crate) fn faults() -> impl Strategy<Value = Vec<Fault>> {
    prop::collection::vec((0..8_u8, any::<Index>(), any::<Index>()), 1..=2)
}

/// `text` with faults, and sometimes with another character somewhere.
pub(crate) fn faulty(
    mut text: String,
    faults: &[Fault],
    with_fault: impl Fn(&str, u8, &Index, &Index) -> String,
    character: Option<(Index, char)>,
) -> String {
    for (fault, one, other) in faults {
        text = with_fault(&text, *fault, one, other);
    }
    if let Some((place, character)) = character {
        let place = place.index(text.len());
        text.replace_range(place..=place, character.encode_utf8(&mut [0; 4]));
    }
    text
}

/// Asserts that `text` is refused, or is a position as it is written, from which a game goes on to an
/// end that can be read in turn.
pub(crate) fn is_refused_or_means_what_it_says<G: Game>(
    rules: G::Rules,
    players: u8,
    text: &str,
    random: &mut Random,
) {
    if let Ok(read) = G::parse(rules, players, text) {
        assert_eq!(read.to_string(), text);
        let over = played(read, u32::MAX, random);
        assert_eq!(over.turn(), Turn::Over, "{over}");
        assert_eq!(G::parse(rules, players, &over.to_string()), Ok(over));
    }
}

/// One requirement of an invariant, with what to say if it does not hold.
pub(crate) fn require(holds: bool, detail: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(detail()) }
}

/// Holds random games from `start` against the laws and the game's own `invariant`: as many whole
/// games and comparisons of draws as are asked for.
pub(crate) fn obeys<G: Game>(
    start: &G,
    (games, draw_tests): (u32, u32),
    invariant: fn(&G) -> Result<(), String>,
) -> Checked {
    let rules = start.rules();
    let plan = Plan { games, draw_tests, ..Plan::default() };
    let checked = check(start, plan, invariant)
        .unwrap_or_else(|violation| panic!("under {rules:?}: {violation}"));
    assert_eq!((checked.finished, checked.draw_tests), (games, draw_tests), "under {rules:?}");
    checked
}

/// A mean with its standard error, and how far rounding may have moved it.
pub(crate) struct Mean {
    pub(crate) value: f64,
    pub(crate) error: f64,
    rounding: f64,
}

impl Mean {
    /// As printed: `19.12 ± 0.06`; nothing for any other text.
    pub(crate) fn printed(text: &str) -> Option<Mean> {
        let (value, error) = text.trim().split_once(" ± ")?;
        let digits = value.split_once('.').expect("a decimal fraction").1.len();
        Some(Mean {
            value: value.parse().expect("a mean"),
            error: error.parse().expect("a standard error"),
            rounding: 0.5 * 0.1_f64.powi(digits as i32),
        })
    }

    /// Standard errors by which two means lie apart, the better for the rounding.
    pub(crate) fn distance(&self, other: &Mean) -> f64 {
        let difference = (self.value - other.value).abs();
        let rounding = self.rounding + other.rounding;
        (difference - rounding).max(0.0) / self.error.hypot(other.error).max(f64::MIN_POSITIVE)
    }
}

/// The sum and the sum of squares of a quantity over games.
#[derive(Clone, Default)]
pub(crate) struct Sum {
    games: f64,
    values: f64,
    squares: f64,
}

impl Sum {
    pub(crate) fn add(&mut self, value: f64) {
        self.games += 1.0;
        self.values += value;
        self.squares += value * value;
    }

    pub(crate) fn mean(&self) -> Mean {
        let value = self.values / self.games;
        let variance = (self.squares / self.games - value * value).max(0.0);
        Mean { value, error: (variance / self.games).sqrt(), rounding: 0.0 }
    }
}
