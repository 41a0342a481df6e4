//! `ludarium solve o-an-quan`: the value of the start, or of a position, proved from both sides.

use super::Answer;
use crate::cli::SolveArgs;
use crate::exact::o_an_quan::{Outcome, Proved, Prover};
use crate::output::table::{rules_text, thousands};
use crate::record::Record;
use anyhow::{Context, ensure};
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::{Game, options};
use serde_json::json;
use std::io::Write;

/// Plies where nothing else is said: some seconds from the start.
const DEPTH: u32 = 17;

pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    ensure!(
        args.from_start || args.position.is_some(),
        "solve o-an-quan takes --from-start, or a position with --position"
    );
    ensure!(!args.csv, "--csv: a single value is printed as text or with --json");
    let game: OAnQuan = args.game.position(args.position.as_deref())?;
    let mut prover = Prover::new(&game).with_context(
        || "only games of two players with direction=turn that are not over can be solved",
    )?;
    let rules = rules_text(&options::difference(game.rules()));
    if !args.json {
        writeln!(out, "{}, 2 players, {rules}, {game}\n", OAnQuan::NAME)?;
        writeln!(out, "The margin at the end of the player to move, when both play for it:\n")?;
        writeln!(out, "plies  at least  at most           boards")?;
    }
    for _ in 0..args.depth.unwrap_or(DEPTH) {
        prover.deepen();
        let proved = prover.proved();
        if !args.json {
            let side =
                |margin: Option<i32>| margin.map_or("-".to_string(), |margin| margin.to_string());
            let (least, most) = (side(proved.at_least), side(proved.at_most));
            let nodes = thousands(proved.nodes);
            writeln!(out, "{:>5}  {least:>8}  {most:>7}  {nodes:>15}", proved.depth)?;
            out.flush()?;
        }
        if proved.exact().is_some() {
            break;
        }
    }
    let proved = prover.proved();
    let line = proved.exact().map(|_| prover.best_line());
    let record = line.as_ref().and_then(|line| Record::of_actions(&game, line));
    // A record begins at the start.
    let record = record.filter(|_| args.position.is_none());
    if args.json {
        let json = json!({
            "game": OAnQuan::ID,
            "version": OAnQuan::VERSION,
            "rules": options::difference(game.rules()),
            "position": game.to_string(),
            "at-least": proved.at_least,
            "at-most": proved.at_most,
            "exact": proved.exact().is_some(),
            "outcome": outcome_word(proved.outcome()),
            "depth": proved.depth,
            "nodes": proved.nodes,
            "line": line.map(|line| line.iter().map(ToString::to_string).collect::<Vec<_>>()),
            "record": record,
        });
        writeln!(out, "{json}")?;
        return Ok(Answer::Yes);
    }
    writeln!(out, "\n{}", sentence(proved))?;
    if let Some(line) = line {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        writeln!(out, "A line of best play: {}", line.join(" "))?;
    }
    if let Some(record) = record {
        writeln!(out, "{}", serde_json::to_string(&record)?)?;
    }
    Ok(Answer::Yes)
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::NoLoss => "no-loss",
        Outcome::Draw => "draw",
        Outcome::NoWin => "no-win",
        Outcome::Loss => "loss",
        Outcome::Open => "open",
    }
}

fn sentence(proved: &Proved) -> String {
    let outcome = match proved.outcome() {
        Outcome::Win => "the player to move wins by force",
        Outcome::NoLoss => "the player to move can avoid a loss",
        Outcome::Draw => "neither player can force a win",
        Outcome::NoWin => "the other player can avoid a loss",
        Outcome::Loss => "the other player wins by force",
        Outcome::Open => "who wins is not known; --depth looks further",
    };
    let Proved { at_least, at_most, depth, .. } = proved;
    match (proved.exact(), at_least, at_most) {
        (Some(value), ..) => format!("Exactly {value}, proved with {depth} plies: {outcome}."),
        (None, None, None) => format!("Nothing is proved with {depth} plies."),
        (None, Some(least), None) => {
            format!("At least {least}, proved with {depth} plies: {outcome}.")
        }
        (None, None, Some(most)) => {
            format!("At most {most}, proved with {depth} plies: {outcome}.")
        }
        (None, Some(least), Some(most)) => {
            format!("From {least} to {most}, proved with {depth} plies: {outcome}.")
        }
    }
}
