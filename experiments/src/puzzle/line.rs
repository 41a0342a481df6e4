//! A puzzle as a line of JSON and as text.

use super::difficulty::{Chance, Difficulty};
use super::{Answer, PuzzleGame, Solution};
use anyhow::Context;
use ludarium_engine::options;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io::Write;

/// A puzzle, and what is known or claimed of it. Only the game, its rules and the position must be
/// there. Fields that are not known here are ignored when reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PuzzleLine {
    /// The game's id.
    pub game: String,
    /// The version of the game's rules engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Rule options that differ from the game's defaults.
    #[serde(default)]
    pub rules: Map<String, Value>,
    /// The position.
    pub position: String,
    /// Whether it can be solved; left out where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solvable: Option<bool>,
    /// Actions that win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<String>>,
    /// The length of the solution, in what [`PuzzleGame::LENGTH`] counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// No solution is shorter than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// The number of action sequences that win, in digits, since it may be large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<String>,
    /// How difficult it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// The puzzle's number, where it was made.
    #[serde(rename = "puzzle", default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The master seed, where it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl PuzzleLine {
    /// A position of which nothing else is known.
    pub fn unsolved<G: PuzzleGame>(position: &G) -> Self {
        PuzzleLine {
            game: G::ID.to_string(),
            version: Some(G::VERSION),
            rules: options::difference(position.rules()),
            position: position.to_string(),
            solvable: None,
            solution: None,
            length: None,
            least: None,
            lines: None,
            difficulty: None,
            number: None,
            seed: None,
        }
    }

    /// What is known of a position.
    pub fn new<G: PuzzleGame>(position: &G, answer: &Answer<G::Action>, chance: Chance) -> Self {
        let mut line = PuzzleLine {
            lines: answer.figures.map(|figures| figures.lines_text()),
            difficulty: Some(chance.into()),
            ..PuzzleLine::unsolved(position)
        };
        match &answer.solution {
            Solution::Found { actions, length, least } => {
                line.solvable = Some(true);
                line.solution = Some(actions.iter().map(ToString::to_string).collect());
                (line.length, line.least) = (Some(*length), Some(*least));
            }
            Solution::None => line.solvable = Some(false),
            Solution::Unknown => {}
        }
        line
    }

    /// Reads a line of JSON.
    ///
    /// # Errors
    ///
    /// If it is no puzzle.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        // A puzzle is an object, though a list of its values in order would be read as well.
        let object: Map<String, Value> = serde_json::from_str(text).context("not a puzzle")?;
        serde_json::from_value(Value::Object(object)).context("not a puzzle")
    }

    /// The position.
    ///
    /// # Errors
    ///
    /// If it is of another game or version, under rules that are no puzzle, or no position.
    pub fn position<G: PuzzleGame>(&self) -> anyhow::Result<G> {
        anyhow::ensure!(self.game == G::ID, "a puzzle of {}, not of {}", self.game, G::ID);
        anyhow::ensure!(
            self.version.is_none_or(|version| version == G::VERSION),
            "version: this is version {} of the rules of {}",
            G::VERSION,
            G::ID
        );
        let rules = options::from_map(&self.rules).context("rules")?;
        G::check_puzzle_rules(&rules).context("rules")?;
        G::parse(rules, *G::players_for(&rules).start(), &self.position).context("position")
    }

    /// Writes the line.
    ///
    /// # Errors
    ///
    /// As writing to `out`.
    pub fn write_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        Ok(writeln!(out)?)
    }
}

/// Writes a puzzle for people.
///
/// # Errors
///
/// As writing to `out`.
pub fn write_text<G: PuzzleGame>(
    out: &mut dyn Write,
    position: &G,
    answer: &Answer<G::Action>,
    chance: Chance,
) -> std::io::Result<()> {
    writeln!(out, "{}\n", position.diagram().trim_end())?;
    writeln!(out, "Position: {position}")?;
    match &answer.solution {
        Solution::Found { actions, length, least } => {
            let actions: Vec<String> = actions.iter().map(ToString::to_string).collect();
            writeln!(out, "Solution: {}", actions.join(" "))?;
            match least == length {
                true => writeln!(out, "Fewest {}: {length}, proved", G::LENGTH)?,
                false => writeln!(out, "Fewest {}: {least} to {length}", G::LENGTH)?,
            }
        }
        Solution::None => writeln!(out, "Solution: none, proved")?,
        Solution::Unknown => {
            writeln!(out, "Solution: not found; whether there is one is not known")?;
        }
    }
    if let Some(figures) = &answer.figures {
        writeln!(out, "Winning lines: {}", figures.lines_text())?;
    }
    writeln!(out, "Difficulty: {chance}")
}
