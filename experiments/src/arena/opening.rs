//! How matches begin before the agents play.

use super::seed::aim_at_opening;
use ludarium_agents::{AgentSpec, Evaluate, SpecError};
use ludarium_engine::{Game, Random, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;

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
#[derive(Clone, Debug)]
pub enum Opening {
    /// With random plies.
    Random(Plies),
    /// With the opening that was drawn for their group.
    Drawn(Arc<[DrawnOpening]>),
}

impl Opening {
    /// The share of all openings drawn that were refused; none where all are taken.
    pub fn refused(&self) -> Option<f64> {
        let Opening::Drawn(openings) = self else { return None };
        let refused: u64 = openings.iter().map(|opening| u64::from(opening.refused)).sum();
        Some(refused as f64 / (refused + openings.len() as u64) as f64)
    }
}

impl<P: Into<Plies>> From<P> for Opening {
    fn from(plies: P) -> Self {
        Opening::Random(plies.into())
    }
}

/// The opening of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnOpening {
    /// The places of its actions among the legal ones.
    pub choices: Vec<usize>,
    /// How many were drawn before it and refused.
    pub refused: u32,
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

/// Why a group has no opening.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OpeningError {
    /// The judge cannot play this game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The judge failed.
    #[error("the judge of openings, `{judge}`, failed in `{position}`: {reason}")]
    Failed {
        /// The judge.
        judge: String,
        /// The position it was asked in.
        position: String,
        /// What it said.
        reason: String,
    },
    /// None was found that leaves the match open.
    #[error(
        "group {group}: after each of {draws} openings the match was over, forced, or decided by more than \
         {most} points"
    )]
    Unbalanced {
        /// The group.
        group: u64,
        /// The greatest margin wanted.
        most: f64,
        /// Openings drawn.
        draws: u32,
    },
}

impl Balance {
    /// Openings that are drawn for a group before giving up.
    const MOST_DRAWS: u32 = 10_000;

    /// Draws the opening of `group` under `seed`, of a game without chance: random plies from `start`, drawn
    /// again until there is something to choose and the judge sees no greater margin than wanted. The seed and
    /// the group decide everything.
    ///
    /// # Errors
    ///
    /// [`OpeningError`] where the judge cannot play the game or fails, or no such opening is found.
    pub fn draw<G: Evaluate>(
        &self,
        start: &G,
        plies: Plies,
        seed: u64,
        group: u64,
    ) -> Result<DrawnOpening, OpeningError> {
        let mut random = Random::new(seed);
        aim_at_opening(&mut random, group);
        for refused in 0..Self::MOST_DRAWS {
            let count = plies.draw(&mut random);
            let Some((game, choices)) = draw_plies(start, count, &mut random) else { continue };
            if self.margin(&game, &mut random)?.is_some_and(|margin| margin.abs() <= self.most) {
                return Ok(DrawnOpening { choices, refused });
            }
        }
        Err(OpeningError::Unbalanced { group, most: self.most, draws: Self::MOST_DRAWS })
    }

    /// The margin that the judge sees for the side to act; none where there is nothing to choose.
    fn margin<G: Evaluate>(
        &self,
        game: &G,
        random: &mut Random,
    ) -> Result<Option<f64>, OpeningError> {
        let Turn::Player(seat) = game.turn() else { return Ok(None) };
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        if legal.len() < 2 {
            return Ok(None);
        }
        let failed = |reason: String| {
            let (judge, position) = (self.judge.to_string(), game.to_string());
            OpeningError::Failed { judge, position, reason }
        };
        let mut judge = self.judge.build(game)?;
        judge.choose(game, &legal, random).map_err(|error| failed(error.to_string()))?;
        let values = judge.report().values;
        let values = values.ok_or_else(|| failed("it gives positions no value".to_string()))?;
        Ok(Some(f64::from(values[game.side(seat)])))
    }
}

/// So many random plies from `start`: the position after them, and the places of the actions among the legal
/// ones. `None` where the game is over before.
fn draw_plies<G: Game>(start: &G, plies: u32, random: &mut Random) -> Option<(G, Vec<usize>)> {
    let (mut game, mut legal, mut choices) = (start.clone(), Vec::new(), Vec::new());
    for _ in 0..plies {
        legal.clear();
        game.legal_actions(&mut legal);
        let chosen = random.below(legal.len() as u32) as usize;
        game.apply(legal[chosen]);
        choices.push(chosen);
        if game.turn() == Turn::Over {
            return None;
        }
    }
    Some((game, choices))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_engine::o_an_quan::{OAnQuan, Rules};

    /// An opening is within the margin, as long as it may be, always the same, and costs the draws it says.
    #[test]
    fn openings_are_balanced() {
        let start = OAnQuan::new(Rules::default(), 2).unwrap();
        let plies: Plies = "2..4".parse().unwrap();
        let balance = |most| Balance { judge: "minimax:depth=4".parse().unwrap(), most };
        let mut lengths = Vec::new();
        for group in 0..30 {
            let drawn = balance(2.0).draw(&start, plies, 5, group).unwrap();
            assert_eq!(balance(2.0).draw(&start, plies, 5, group).unwrap(), drawn);
            let mut game = start;
            for &choice in &drawn.choices {
                let mut legal = Vec::new();
                game.legal_actions(&mut legal);
                game.apply(legal[choice]);
            }
            let margin = balance(2.0).margin(&game, &mut Random::new(1)).unwrap().unwrap();
            assert!(margin.abs() <= 2.0, "group {group}: {margin}");
            lengths.push(drawn.choices.len());
            // Whoever takes everything takes the first.
            let first = balance(1000.0).draw(&start, plies, 5, group).unwrap();
            assert_eq!(first.refused, 0);
            assert_eq!(first == drawn, drawn.refused == 0, "group {group}");
        }
        lengths.sort_unstable();
        lengths.dedup();
        assert_eq!(lengths, [2, 3, 4]);
    }

    #[test]
    fn refused_openings_are_counted() {
        let drawn = |refused| DrawnOpening { choices: Vec::new(), refused };
        let opening = Opening::Drawn([drawn(0), drawn(5), drawn(1)].into());
        assert_eq!(opening.refused(), Some(6.0 / 9.0));
        assert_eq!(Opening::from(4).refused(), None);
    }

    #[test]
    fn without_a_balanced_opening_there_is_an_error() {
        let start = OAnQuan::new(Rules::default(), 2).unwrap();
        let drawn = |judge: &str, most| {
            let balance = Balance { judge: judge.parse().unwrap(), most };
            balance.draw(&start, Plies::exactly(2), 1, 7).map_err(|error| error.to_string())
        };
        let unbalanced = "group 7: after each of 10000 openings the match was over, forced, or decided by \
                          more than -1 points";
        assert_eq!(drawn("minimax:depth=1", -1.0).unwrap_err(), unbalanced);
        let failed = drawn("random", 2.0).unwrap_err();
        assert!(failed.ends_with("it gives positions no value"), "{failed}");
    }

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
