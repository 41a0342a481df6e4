//! A puzzle as a line of JSON and as text.

use super::{BestTwo, Date, Depth, Line};
use anyhow::Context;
use ludarium_engine::Game;
use ludarium_engine::o_an_quan::{OAnQuan, Rules};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io::Write;

/// A puzzle and its solution. Fields that are not known here are ignored when reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The game's id.
    pub game: String,
    /// Always [`Puzzle::KIND`]: tells puzzles from other records.
    pub kind: String,
    /// The date that the puzzle was made from, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The depth at which actions are valued.
    pub depth: Depth,
    /// The actions that lead from the start to the position.
    pub moves: Vec<String>,
    /// The position.
    pub position: String,
    /// The one best action.
    pub solution: String,
    /// Its value, in points.
    pub value: i32,
    /// The greatest value of the other actions, in points.
    pub second: i32,
}

impl Puzzle {
    /// What [`Puzzle::kind`] says.
    pub const KIND: &'static str = "puzzle";

    /// The puzzle at the end of a line, with its solution.
    pub fn new(line: &Line, depth: Depth, solved: &BestTwo, date: Option<Date>) -> Self {
        Puzzle {
            game: OAnQuan::ID.to_string(),
            kind: Self::KIND.to_string(),
            date,
            depth,
            moves: line.actions.iter().map(ToString::to_string).collect(),
            position: line.position.to_string(),
            solution: solved.action.to_string(),
            value: solved.value,
            second: solved.second,
        }
    }
    /// Reads a line of JSON.
    ///
    /// # Errors
    ///
    /// If it is no puzzle.
    pub fn read(text: &str) -> serde_json::Result<Self> {
        // A puzzle is an object, though a list of its values in order would be read as well.
        let object: Map<String, Value> = serde_json::from_str(text)?;
        serde_json::from_value(Value::Object(object))
    }

    /// Writes the line of JSON.
    ///
    /// # Errors
    ///
    /// As writing to `out`.
    pub fn write_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        Ok(writeln!(out)?)
    }

    /// Writes the puzzle for people, with or without its solution.
    ///
    /// # Errors
    ///
    /// If the position is none, or as writing to `out`.
    pub fn write_text(&self, out: &mut dyn Write, with_solution: bool) -> anyhow::Result<()> {
        let position = OAnQuan::parse(Rules::default(), 2, &self.position).context("position")?;
        let Puzzle { depth, solution, value, second, .. } = self;
        match self.date {
            Some(date) => writeln!(out, "{}, puzzle of {date}, depth {depth}\n", OAnQuan::NAME)?,
            None => writeln!(out, "{}, puzzle of depth {depth}\n", OAnQuan::NAME)?,
        }
        writeln!(out, "{}\n", position.diagram().trim_end())?;
        writeln!(out, "Position: {position}")?;
        writeln!(
            out,
            "Which action guarantees the player to move the greatest margin in points after {depth} turns?"
        )?;
        if with_solution {
            writeln!(
                out,
                "Solution: {solution}, a margin of {value}; any other guarantees {second} at most"
            )?;
        }
        Ok(())
    }
}
