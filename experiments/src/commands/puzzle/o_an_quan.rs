//! `ludarium puzzle o-an-quan`: the puzzles of days.

use super::super::stop_flag;
use super::report::Report;
use super::{Answer, MOST_AHEAD};
use crate::arena::runner::{pool, run_in_order};
use crate::cli::{DaysArgs, PuzzleAction, PuzzleArgs, VerifyPuzzleArgs};
use crate::puzzle::Checked;
use crate::puzzle::o_an_quan::{Date, check_line, generate};
use anyhow::{bail, ensure};
use std::io::Write;
use std::iter::successors;

pub(super) fn run(args: &PuzzleArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let days = args.days.range();
    match (&args.action, days) {
        (None, Some((from, to))) => make(from, to, &args.days, out),
        (Some(PuzzleAction::Verify(verify_args)), None) => verify(verify_args, out),
        (Some(PuzzleAction::Verify(_)), Some(_)) => {
            bail!("verify checks puzzles that are there; --date and --from make some")
        }
        _ => bail!(
            "puzzle {} takes --date DATE, --from DATE --to DATE, or verify; a puzzle comes with its \
             solution",
            args.game
        ),
    }
}

/// Prints the puzzle of each day.
fn make(from: Date, to: Date, args: &DaysArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    ensure!(from <= to, "--from {from} is after --to {to}");
    let dates: Vec<Date> =
        successors(Some(from), |date| date.tomorrow()).take_while(|&date| date <= to).collect();
    let count = dates.len() as u64;
    let stop = stop_flag()?;
    let done = run_in_order(
        0..count,
        &pool(args.threads)?,
        &stop,
        MOST_AHEAD,
        || (),
        |(), number, text: &mut Vec<u8>| {
            let puzzle = generate(dates[number as usize], args.depth);
            if !args.text {
                return puzzle.write_json(text);
            }
            if number > 0 {
                writeln!(text)?;
            }
            puzzle.write_text(text, args.solution)
        },
        |text| out.write_all(&text).map_err(anyhow::Error::from),
    )?;
    if done < count {
        // What was made stays, and comes before what is said of the rest.
        out.flush()?;
        bail!("stopped after {done} of {count} puzzles");
    }
    Ok(Answer::Yes)
}

fn verify(args: &VerifyPuzzleArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    ensure!(
        args.position.is_none() && !args.thorough,
        "--position and --thorough are for puzzles of one player; here verify takes lines with all moves \
         from the start, and always checks all that they say"
    );
    let mut report = Report::default();
    report.check_lines(args, out, |line| match check_line(line) {
        Ok(()) => Ok(Checked::All),
        Err(wrong) => Err(wrong.to_string()),
    })?;
    report.finish(args, out)
}
