//! What the tests of all games share.

#![allow(dead_code, reason = "every game uses its own part of this")]

use ludarium_engine::laws::{Checked, Plan, check};
use ludarium_engine::{Game, event};

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
