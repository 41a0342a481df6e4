//! How matches begin before the agents play.

use super::MatchError;
use ludarium_agents::AgentSpec;
use ludarium_agents::Evaluate;
use ludarium_engine::{Random, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::{self, Display};
use std::str::FromStr;

/// How many random plies: one number, or from a lowest to a highest, each equally likely. Written `4` or
/// `2..6`, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Value", try_from = "Value")]
pub struct Plies {
    low: u32,
    high: u32,
}

/// The text is no number of plies.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no number of plies such as 4, and no range such as 2..6")]
pub struct WrongPlies(String);

impl Plies {
    /// None at all.
    pub const NONE: Plies = Plies { low: 0, high: 0 };

    /// So many.
    pub const fn exactly(plies: u32) -> Self {
        Plies { low: plies, high: plies }
    }

    /// The lowest number.
    pub fn low(self) -> u32 {
        self.low
    }

    /// One of the numbers. A single one costs no draw.
    pub(super) fn draw(self, random: &mut Random) -> u32 {
        if self.low == self.high {
            return self.low;
        }
        self.low + random.below(self.high - self.low + 1)
    }
}

impl From<u32> for Plies {
    fn from(plies: u32) -> Self {
        Plies::exactly(plies)
    }
}

impl Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plies { low, high } if low == high => write!(f, "{low}"),
            Plies { low, high } => write!(f, "{low}..{high}"),
        }
    }
}

impl FromStr for Plies {
    type Err = WrongPlies;

    fn from_str(text: &str) -> Result<Self, WrongPlies> {
        let wrong = || WrongPlies(text.to_string());
        let number = |text: &str| text.parse::<u32>().ok().filter(|&plies| plies < u32::MAX);
        match text.split_once("..") {
            None => number(text).map(Plies::exactly),
            Some((low, high)) => number(low)
                .zip(number(high))
                .filter(|(low, high)| low <= high)
                .map(|(low, high)| Plies { low, high }),
        }
        .ok_or_else(wrong)
    }
}

/// A number where it is one, so that files written before there were ranges read as ever.
impl From<Plies> for Value {
    fn from(plies: Plies) -> Value {
        if plies.low == plies.high {
            Value::from(plies.low)
        } else {
            Value::from(plies.to_string())
        }
    }
}

impl TryFrom<Value> for Plies {
    type Error = WrongPlies;

    fn try_from(value: Value) -> Result<Self, WrongPlies> {
        value.as_str().map_or_else(|| value.to_string().parse(), str::parse)
    }
}

/// How matches begin.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Random plies.
    pub plies: Plies,
    /// Which openings are taken; `None` for all.
    pub balance: Option<Balance>,
}

/// Openings that leave the match open: they are drawn again until a judge sees no more than a small margin.
/// Among strong players an opening that favours one side decides the match, and tells nothing of the players.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// The agent whose [value](ludarium_agents::Report::values) for the side to act is the margin.
    pub judge: AgentSpec,
    /// The most that it may be, in the units of the judge: points.
    pub most: f64,
}

impl Balance {
    /// The margin that the judge sees for the side to act.
    pub(super) fn judge_margin<G: Evaluate>(
        &self,
        game: &G,
        random: &mut Random,
    ) -> Result<f64, MatchError> {
        let no_value = || MatchError::NoValue(self.judge.to_string());
        let Turn::Player(seat) = game.turn() else { return Err(no_value()) };
        let mut judge = self.judge.build(game)?;
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        judge.choose(game, &legal, random).map_err(|_| no_value())?;
        let values = judge.report().values.ok_or_else(no_value)?;
        Ok(f64::from(values[game.side(seat)]))
    }
}

impl<P: Into<Plies>> From<P> for Opening {
    fn from(plies: P) -> Self {
        Opening { plies: plies.into(), balance: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_read_back() {
        for (text, json) in [("0", "0"), ("4", "4"), ("2..6", "\"2..6\"")] {
            let plies: Plies = text.parse().unwrap();
            assert_eq!(plies.to_string(), text);
            assert_eq!(serde_json::to_string(&plies).unwrap(), json);
            assert_eq!(serde_json::from_str::<Plies>(json).unwrap(), plies);
        }
        assert_eq!("3..3".parse(), Ok(Plies::exactly(3)));
        for wrong in ["", "x", "-1", "6..2", "2..", "..2", "2...6", "1.5", "4294967295"] {
            assert_eq!(wrong.parse::<Plies>(), Err(WrongPlies(wrong.to_string())));
        }
    }
}
