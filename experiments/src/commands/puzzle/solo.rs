//! `ludarium puzzle`: puzzles for one player.

use super::super::stop_flag;
use super::super::verify::Lines;
use super::report::Report;
use super::{Answer, MOST_AHEAD};
use crate::arena::runner::{pool, run_in_order};
use crate::arena::seed::aim_at_puzzle_playouts;
use crate::cli::{GenerateArgs, PuzzleAction, SolvePuzzleArgs, VerifyPuzzleArgs};
use crate::output::table::rules_text;
use crate::puzzle::{
    Chance, Checked, Generator, PuzzleGame, PuzzleLine, Range, Solution, check, estimate,
    write_text,
};
use anyhow::{Context, bail};
use ludarium_engine::{Random, options};
use std::io::Write;

pub(super) fn run<G: PuzzleGame>(
    action: &PuzzleAction,
    out: &mut dyn Write,
) -> anyhow::Result<Answer> {
    match action {
        PuzzleAction::Generate(args) => generate::<G>(args, out),
        PuzzleAction::Solve(args) => solve::<G>(args, out),
        PuzzleAction::Verify(args) => verify::<G>(args, out),
    }
}

fn generate<G: PuzzleGame>(args: &GenerateArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let rules = G::puzzle_rules(&args.rules).context("--rule")?;
    let stop = stop_flag()?;
    let generator = Generator {
        rules,
        range: args.difficulty.unwrap_or(Range::ALL),
        tries: args.tries,
        playouts: args.effort.playouts,
        nodes: args.effort.nodes,
        seed: args.seed.seed,
        stop: &stop,
    };
    let done = run_in_order(
        0..args.count,
        &pool(args.threads.threads)?,
        &stop,
        MOST_AHEAD,
        G::Memory::default,
        |memory, number, text: &mut Vec<u8>| {
            let (position, answer, chance) = generator.make::<G>(number, memory)?;
            if args.json {
                let mut line = PuzzleLine::new(&position, &answer, chance);
                (line.number, line.seed) = (Some(number), Some(generator.seed));
                return line.write_json(text);
            }
            let blank = if number == 0 { "" } else { "\n" };
            let rules = rules_text(&options::difference(&rules));
            writeln!(
                text,
                "{blank}{}, {rules}: puzzle {number} of seed {}\n",
                G::NAME,
                generator.seed
            )?;
            Ok(write_text(text, &position, &answer, chance)?)
        },
        |text| out.write_all(&text).map_err(anyhow::Error::from),
    );
    if !done.as_ref().is_ok_and(|&done| done == args.count) {
        // What was made stays, and comes before what is said of the rest.
        out.flush()?;
    }
    match done? {
        done if done < args.count => bail!("stopped after {done} of {} puzzles", args.count),
        _ => Ok(Answer::Yes),
    }
}

/// A puzzle given by options.
fn given<G: PuzzleGame>(rules: &[String], position: &str) -> anyhow::Result<PuzzleLine> {
    let rules = G::puzzle_rules(rules).context("--rule")?;
    let position = G::parse(rules, *G::players_for(&rules).start(), position);
    Ok(PuzzleLine::unsolved(&position.context("--position")?))
}

fn solve<G: PuzzleGame>(args: &SolvePuzzleArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut memory = G::Memory::default();
    let (mut solved, mut impossible, mut unknown) = (0_u64, 0_u64, 0_u64);
    let mut solve_one = |line: &PuzzleLine, out: &mut dyn Write| -> anyhow::Result<()> {
        let position: G = line.position()?;
        let answer = position.solve(&mut memory, args.effort.nodes);
        // A puzzle that was made is estimated on the stream on which it was made.
        let (seed, number) = match (line.seed, line.number) {
            (Some(seed), Some(number)) => (seed, number),
            _ => (args.seed.seed, solved + impossible + unknown),
        };
        let mut random = Random::new(seed);
        aim_at_puzzle_playouts(&mut random, number);
        let chance = match (&answer.figures, &answer.solution) {
            (Some(figures), _) => Chance::Exact(figures.chance),
            (None, Solution::None) => Chance::Exact(0.0),
            _ => estimate(&position, args.effort.playouts, Range::ALL, &mut random),
        };
        if args.json {
            let mut known = PuzzleLine::new(&position, &answer, chance);
            (known.number, known.seed) = (line.number, line.seed);
            known.write_json(out)?;
        } else {
            let is_first = solved + impossible + unknown == 0;
            writeln!(
                out,
                "{}{}, {}\n",
                if is_first { "" } else { "\n" },
                G::NAME,
                rules_text(&line.rules)
            )?;
            write_text(out, &position, &answer, chance)?;
        }
        match answer.solution {
            Solution::Found { .. } => solved += 1,
            Solution::None => impossible += 1,
            Solution::Unknown => unknown += 1,
        }
        Ok(())
    };
    match &args.position {
        Some(position) => solve_one(&given::<G>(&args.rules, position)?, out)?,
        None => {
            let mut lines = Lines::open(args.file.as_deref())?;
            while let Some(text) = lines.next()? {
                let line = text.context("not a puzzle").and_then(PuzzleLine::read);
                let done = line.and_then(|line| solve_one(&line, out));
                if let Err(error) = done {
                    out.flush()?;
                    return Err(error.context(lines.place()));
                }
            }
        }
    }
    if unknown > 0 {
        out.flush()?;
        let puzzles = solved + impossible + unknown;
        bail!(
            "{unknown} of {puzzles} puzzles neither solved nor proved impossible with {} nodes; \
             --nodes looks further",
            args.effort.nodes
        );
    }
    Ok(if impossible == 0 { Answer::Yes } else { Answer::No })
}

fn verify<G: PuzzleGame>(args: &VerifyPuzzleArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut memory = G::Memory::default();
    let mut check_one = |line: &PuzzleLine| -> Result<Checked, String> {
        let thorough = args.thorough.then_some((&mut memory, args.nodes));
        check::<G>(line, thorough).map_err(|error| error.to_string())
    };
    let mut report = Report::default();
    match (&args.position, &args.solution) {
        (Some(position), Some(solution)) => {
            let mut line = given::<G>(&args.rules, position)?;
            line.solution = Some(solution.split_whitespace().map(str::to_string).collect());
            report.add("--solution", check_one(&line), args.json, out)?;
        }
        _ => report.check_lines(args, out, |text| {
            check_one(&PuzzleLine::read(text).map_err(|error| format!("{error:#}"))?)
        })?,
    }
    report.finish(args, out)
}
