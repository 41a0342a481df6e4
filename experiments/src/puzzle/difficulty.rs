//! How difficult a puzzle is: the chance that random play solves it.

use super::PuzzleGame;
use crate::stats::Interval;
use crate::stats::proportion::clopper_pearson;
use ludarium_engine::{Random, playout};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

/// The chance that uniformly random legal actions win, and how it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chance {
    /// Worked out.
    Exact(f64),
    /// Seen in random playouts.
    Playouts {
        /// Playouts that won.
        wins: u64,
        /// All playouts.
        playouts: u64,
    },
}

impl Chance {
    /// The chance, or its estimate.
    pub fn value(self) -> f64 {
        match self {
            Chance::Exact(chance) => chance,
            Chance::Playouts { wins, playouts } => wins as f64 / playouts as f64,
        }
    }

    /// The difficulty in bits: halving the chance adds one. Infinite where nothing wins, or no playout
    /// did.
    pub fn bits(self) -> f64 {
        bits(self.value())
    }

    /// The 95 % interval of the bits, by Clopper and Pearson; a point where the chance is exact.
    pub fn interval(self) -> Interval {
        match self {
            Chance::Exact(chance) => Interval { low: bits(chance), high: bits(chance) },
            Chance::Playouts { wins, playouts } => {
                let chances = clopper_pearson(wins, playouts);
                Interval { low: bits(chances.high), high: bits(chances.low) }
            }
        }
    }
}

fn bits(chance: f64) -> f64 {
    // Not -0 for a chance of 1.
    0.0 - libm::log2(chance)
}

/// Such as `6.3 bits (chance 0.0127, exact)` or `8.1 bits (7.8 to 8.4, 100000 playouts)`.
impl Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval();
        match *self {
            Chance::Exact(0.0) => write!(f, "none: nothing wins"),
            Chance::Exact(chance) => {
                write!(f, "{:.1} bits (chance {}, exact)", self.bits(), significant(chance))
            }
            Chance::Playouts { wins: 0, playouts } => {
                write!(f, "above {low:.1} bits (none of {playouts} playouts won)")
            }
            Chance::Playouts { playouts, .. } => {
                write!(f, "{:.1} bits ({low:.1} to {high:.1}, {playouts} playouts)", self.bits())
            }
        }
    }
}

/// A chance with three significant digits.
fn significant(chance: f64) -> String {
    let zeros = -libm::floor(libm::log10(chance)) as i32;
    match zeros {
        0..=5 => format!("{chance:.*}", (zeros + 2) as usize),
        _ => format!("{chance:.2e}"),
    }
}

/// A range of difficulties in bits: from the first on, below the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least bits inside.
    pub low: f64,
    /// The least bits above.
    pub high: f64,
}

impl Range {
    /// Everything that random play can solve or not.
    pub const ALL: Range = Range { low: 0.0, high: f64::INFINITY };

    /// Whether the bits lie inside. Infinitely many do so in [`Range::ALL`] only.
    pub fn holds(&self, bits: f64) -> bool {
        *self == Range::ALL || (self.low..self.high).contains(&bits)
    }

    /// Whether some of the interval lies inside.
    fn meets(&self, interval: Interval) -> bool {
        interval.low < self.high && interval.high >= self.low
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {} bits", self.low, self.high)
    }
}

impl FromStr for Range {
    type Err = &'static str;

    /// `LOW..HIGH`, or a number of bits that stands for the range from half a bit below to half a bit
    /// above.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "it takes bits, such as 8, or a range of them, such as 7.5..9";
        let number = |text: &str| {
            let number = text.parse::<f64>().ok();
            number.filter(|bits| (0.0..=1000.0).contains(bits)).ok_or(EXPECTED)
        };
        let (low, high) = match text.split_once("..") {
            Some((low, high)) => (number(low)?, number(high)?),
            None => (number(text)? - 0.5, number(text)? + 0.5),
        };
        if low < high { Ok(Range { low, high }) } else { Err(EXPECTED) }
    }
}

/// Estimates the chance from so many playouts. Where `range` is given and the first tenth of them shows
/// with 95 % confidence that the difficulty is outside, it is left at that.
pub fn estimate<G: PuzzleGame>(
    position: &G,
    playouts: u64,
    range: Range,
    random: &mut Random,
) -> Chance {
    let mut buffer = Vec::new();
    let mut wins = 0;
    let first = playouts.div_ceil(10);
    for number in 0..playouts {
        let mut game = position.clone();
        playout(&mut game, random, &mut buffer);
        wins += u64::from(game.is_won());
        let so_far = Chance::Playouts { wins, playouts: number + 1 };
        if number + 1 == first && !range.meets(so_far.interval()) {
            return so_far;
        }
    }
    Chance::Playouts { wins, playouts }
}

/// The difficulty as a puzzle's line says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Difficulty {
    /// Minus the binary logarithm of the chance; null where that is 0.
    pub bits: Option<f64>,
    /// The chance that uniformly random legal actions win, or its estimate.
    pub chance: f64,
    /// `exact` or `playouts`.
    pub method: Method,
    /// The lower end of the 95 % interval of the bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Its upper end; left out where no playout won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// Playouts that won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<u64>,
    /// All playouts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
}

/// How a difficulty is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Worked out.
    Exact,
    /// Estimated by random playouts.
    Playouts,
}

impl From<Chance> for Difficulty {
    fn from(chance: Chance) -> Self {
        let finite = |bits: f64| bits.is_finite().then_some(bits);
        let Interval { low, high } = chance.interval();
        let exact = Difficulty {
            bits: finite(chance.bits()),
            chance: chance.value(),
            method: Method::Exact,
            low: None,
            high: None,
            wins: None,
            playouts: None,
        };
        match chance {
            Chance::Exact(_) => exact,
            Chance::Playouts { wins, playouts } => Difficulty {
                method: Method::Playouts,
                low: finite(low),
                high: finite(high),
                wins: Some(wins),
                playouts: Some(playouts),
                ..exact
            },
        }
    }
}
