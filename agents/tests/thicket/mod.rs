//! Thicket: a random game tree for one to three players, for tests only. What comes next, how many
//! actions or outcomes there are, what they weigh and what everybody scores follows from a hash of what
//! happened so far, so that decisions of all seats, chance and ends come in every order.
//!
//! A position is printed as its events: `.` for none, then numbers, chance events with `*` before them.

#![allow(unreachable_pub, reason = "its types belong to a public trait")]

use ludarium_agents::Evaluate;
use ludarium_engine::notation::NotationError;
use ludarium_engine::options::{OptionError, OptionInfo, Options, Values, check};
use ludarium_engine::{Game, PerSide, Random, Scores, Seat, Turn, event};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The rule options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Rules {
    /// Which tree.
    pub tree: u32,
    /// Of ten turns before the end, how many are chance's.
    pub chance: u32,
    /// Of ten turns of chance, how many have outcomes that are not listed.
    pub unlisted: u32,
    /// By how much points change at once, at most.
    pub step: i32,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { tree: 0, chance: 4, unlisted: 0, step: 6 }
    }
}

impl Options for Rules {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo { name: "tree", values: Values::Integer(0, 1 << 31), meaning: "which tree" },
        OptionInfo { name: "chance", values: Values::Integer(0, 10), meaning: "turns of chance" },
        OptionInfo { name: "unlisted", values: Values::Integer(0, 10), meaning: "of those" },
        OptionInfo { name: "step", values: Values::Integer(0, 1000), meaning: "points at once" },
    ];
}

/// Events before every game is over.
const LONGEST: usize = 9;
/// The most actions and outcomes.
const WIDEST: u32 = 5;

/// An action or an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u8);

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Step {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = text.parse().map_err(|_| NotationError::form("step", text, "a number"))?;
        Ok(Step(number))
    }
}

/// A chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gust(Step);

impl Display for Gust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.0)
    }
}

impl FromStr for Gust {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.trim_start_matches('*').parse().map(Gust)
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Thicket {
    rules: Rules,
    players: u8,
    path: Vec<(bool, u8)>,
    /// Of the tree and the path.
    hash: u64,
    points: [i32; 3],
}

/// A permutation of 64-bit numbers without a pattern.
fn mixed(number: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    (1..=3).fold(number, |number, round| {
        let number = (number ^ number >> 29).wrapping_add(round).wrapping_mul(ODD);
        number ^ number >> 32
    })
}

impl Thicket {
    /// A number below `below` that follows from what happened, another one for each `question`.
    fn number(&self, question: u64, below: u32) -> u32 {
        ((mixed(self.hash ^ question) >> 32) % u64::from(below)) as u32
    }

    fn go(&mut self, by_chance: bool, step: Step) {
        self.path.push((by_chance, step.0));
        self.hash = mixed(self.hash ^ u64::from(step.0) << 32);
        for seat in 0..usize::from(self.players) {
            let steps = self.rules.step;
            self.points[seat] += self.number(10 + seat as u64, 2 * steps as u32 + 1) as i32 - steps;
        }
    }
}

impl Display for Thicket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step =
            |&(by_chance, step): &(bool, u8)| format!("{}{step}", if by_chance { "*" } else { "" });
        let steps: Vec<String> = self.path.iter().map(step).collect();
        f.write_str(if steps.is_empty() { "." } else { "" })?;
        f.write_str(&steps.join(" "))
    }
}

impl fmt::Debug for Thicket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thicket({self}; {:?})", self.rules)
    }
}

impl Game for Thicket {
    const ID: &'static str = "thicket";
    const NAME: &'static str = "Thicket";
    const VERSION: u32 = 1;
    const PLAYERS: RangeInclusive<u8> = 1..=3;
    const HAS_CHANCE: bool = true;

    type Rules = Rules;
    type Action = Step;
    type Chance = Gust;

    fn new(rules: Rules, players: u8) -> Result<Self, OptionError> {
        check(&rules)?;
        Ok(Thicket {
            rules,
            players,
            path: Vec::new(),
            hash: mixed(rules.tree.into()),
            points: [0; 3],
        })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn turn(&self) -> Turn {
        if self.path.len() >= LONGEST || self.number(1, 12) == 0 && self.path.len() > 1 {
            Turn::Over
        } else if self.number(2, 10) < self.rules.chance && !self.path.is_empty() {
            Turn::Chance
        } else {
            Turn::Player(Seat(self.number(3, u32::from(self.players)) as u8))
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Step>) {
        if let Turn::Player(_) = self.turn() {
            actions.extend((0..=self.number(4, WIDEST) as u8).map(Step));
        }
    }

    fn apply(&mut self, action: Step) {
        self.go(false, action);
    }

    fn sample_chance(&self, random: &mut Random) -> Gust {
        Gust(Step(random.below(self.number(4, WIDEST) + 1) as u8))
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Gust, u32)>) -> bool {
        if self.number(5, 10) < self.rules.unlisted {
            return false;
        }
        let weight = |step: u8| 1 + self.number(20 + u64::from(step), 7);
        let steps = 0..=self.number(4, WIDEST) as u8;
        outcomes.extend(steps.map(|step| (Gust(Step(step)), weight(step))));
        true
    }

    fn apply_chance(&mut self, event: &Gust) {
        self.go(true, event.0);
    }

    fn scores(&self) -> Scores {
        Scores::from_fn(self.sides(), |side| self.points[side])
    }

    fn parse(rules: Rules, players: u8, text: &str) -> Result<Self, NotationError> {
        let mut game = Thicket::new(rules, players).expect("rules that were checked");
        for text in text.split(' ').filter(|text| *text != ".") {
            let wrong = |_| NotationError::form("step", text, "a possible one");
            event::apply_text(&mut game, text).map_err(wrong)?;
        }
        Ok(game)
    }
}

/// Nothing to weigh: it is the points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NoWeights {}

impl Options for NoWeights {
    const TABLE: &'static [OptionInfo] = &[];
}

impl Evaluate for Thicket {
    type Weights = NoWeights;

    const MARGIN: f32 = 8.0;

    fn evaluate(&self, _: &NoWeights) -> PerSide<f32> {
        PerSide::from_fn(self.sides(), |side| self.points[side] as f32)
    }
}
