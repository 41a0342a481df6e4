//! `ludarium puzzle`: making, solving and checking puzzles.

use super::verify::Lines;
use super::{Answer, stop_flag};
use crate::arena::runner::{pool, run_in_order};
use crate::arena::seed::aim_at_puzzle_playouts;
use crate::cli::{GenerateArgs, PuzzleAction, PuzzleArgs, SolvePuzzleArgs, VerifyPuzzleArgs};
use crate::output::table::rules_text;
use crate::puzzle::{
    Chance, Checked, Generator, PuzzleGame, PuzzleLine, Range, Solution, check, estimate,
    no_puzzles, write_text,
};
use crate::registry::GameId;
use anyhow::{Context, bail};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::{Random, options};
use std::io::Write;

/// Puzzles are made slowly: not many are held.
const MOST_AHEAD: u64 = 64;

pub(super) fn run(args: &PuzzleArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match args.game {
        GameId::AmidakujiBridge => run_for::<AmidakujiBridge>(&args.action, out),
        other => bail!(no_puzzles(other)),
    }
}

fn run_for<G: PuzzleGame>(action: &PuzzleAction, out: &mut dyn Write) -> anyhow::Result<Answer> {
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
    let mut random = Random::new(args.seed.seed);
    let (mut solved, mut impossible, mut unknown) = (0_u64, 0_u64, 0_u64);
    let mut solve_one = |line: &PuzzleLine, out: &mut dyn Write| -> anyhow::Result<()> {
        let position: G = line.position()?;
        let answer = position.solve(&mut memory, args.effort.nodes);
        aim_at_puzzle_playouts(&mut random, solved + impossible + unknown);
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
    let (mut puzzles, mut wrong, mut in_part) = (0_u64, 0_u64, 0_u64);
    let mut check_one = |line: anyhow::Result<PuzzleLine>, place: &str, out: &mut dyn Write| {
        puzzles += 1;
        let thorough = args.thorough.then_some((&mut memory, args.nodes));
        let checked = line
            .map_err(|error| format!("{error:#}"))
            .and_then(|line| check::<G>(&line, thorough).map_err(|error| error.to_string()));
        match checked {
            Ok(Checked::All) => {}
            Ok(Checked::InPart) => in_part += 1,
            Err(error) => {
                wrong += 1;
                writeln!(out, "{place}: {error}")?;
            }
        }
        Ok::<_, anyhow::Error>(())
    };
    match (&args.position, &args.solution) {
        (Some(position), Some(solution)) => {
            let mut line = given::<G>(&args.rules, position)?;
            line.solution = Some(solution.split_whitespace().map(str::to_string).collect());
            check_one(Ok(line), "--solution", out)?;
        }
        _ => {
            let mut lines = Lines::open(args.file.as_deref())?;
            while let Some(text) = lines.next()? {
                let line = text.context("not a puzzle").and_then(PuzzleLine::read);
                check_one(line, &lines.place(), out)?;
            }
        }
    }
    write!(out, "{puzzles} puzzles, {wrong} wrong")?;
    match (in_part, args.thorough) {
        (0, _) => {}
        (_, false) => write!(out, "; {in_part} with claims that only --thorough checks")?,
        (_, true) => write!(out, "; {in_part} with claims that could not be checked")?,
    }
    writeln!(out)?;
    Ok(if wrong == 0 { Answer::Yes } else { Answer::No })
}
