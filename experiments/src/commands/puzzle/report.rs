//! What `verify` says of puzzles.

use super::super::verify::Lines;
use super::Answer;
use crate::cli::VerifyPuzzleArgs;
use crate::puzzle::Checked;
use anyhow::bail;
use serde_json::json;
use std::io::Write;

/// Counts puzzles that were checked, and reports each that is wrong.
#[derive(Default)]
pub(super) struct Report {
    puzzles: u64,
    wrong: u64,
    in_part: u64,
}

impl Report {
    /// Checks every line of the file or of standard input. What is no text is no puzzle.
    pub(super) fn check_lines(
        &mut self,
        args: &VerifyPuzzleArgs,
        out: &mut dyn Write,
        mut check: impl FnMut(&str) -> Result<Checked, String>,
    ) -> anyhow::Result<()> {
        let mut lines = Lines::open(args.file.as_deref())?;
        while let Some(text) = lines.next()? {
            let text = text.map_err(|error| format!("not a puzzle: {error}"));
            let checked = text.and_then(&mut check);
            self.add(&lines.place(), checked, args.json, out)?;
        }
        Ok(())
    }

    /// Adds a puzzle: how much of it was checked, or what is wrong with it.
    pub(super) fn add(
        &mut self,
        place: &str,
        checked: Result<Checked, String>,
        json: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        self.puzzles += 1;
        self.wrong += u64::from(checked.is_err());
        self.in_part += u64::from(checked == Ok(Checked::InPart));
        if json {
            let complete = checked.as_ref().ok().map(|&checked| checked == Checked::All);
            let json = json!({
                "place": place,
                "right": checked.is_ok(),
                "complete": complete,
                "problem": checked.err(),
            });
            writeln!(out, "{json}")?;
        } else if let Err(error) = checked {
            writeln!(out, "{place}: {error}")?;
        }
        Ok(())
    }

    /// Sums up.
    pub(super) fn finish(
        self,
        args: &VerifyPuzzleArgs,
        out: &mut dyn Write,
    ) -> anyhow::Result<Answer> {
        let Report { puzzles, wrong, in_part } = self;
        if puzzles == 0 {
            bail!("there is no puzzle to check");
        }
        let answer = if wrong == 0 { Answer::Yes } else { Answer::No };
        if args.json {
            return Ok(answer);
        }
        write!(out, "{puzzles} puzzle{}, {wrong} wrong", if puzzles == 1 { "" } else { "s" })?;
        match (in_part, args.thorough) {
            (0, _) => {}
            (_, false) => write!(out, "; {in_part} with claims that only --thorough checks")?,
            (_, true) => write!(out, "; {in_part} with claims that could not be checked")?,
        }
        writeln!(out)?;
        Ok(answer)
    }
}
