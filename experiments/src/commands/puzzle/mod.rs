//! `ludarium puzzle`: making, solving and checking puzzles.

mod o_an_quan;
mod report;
mod solo;

use super::Answer;
use crate::cli::PuzzleArgs;
use crate::puzzle::no_puzzles;
use crate::registry::GameId;
use anyhow::{bail, ensure};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use std::io::Write;

/// Puzzles are made slowly: not many are held.
const MOST_AHEAD: u64 = 64;

pub(super) fn run(args: &PuzzleArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match args.game {
        GameId::AmidakujiBridge => {
            ensure!(args.days.range().is_none(), "--date and --from are for {}", GameId::OAnQuan);
            match &args.action {
                Some(action) => solo::run::<AmidakujiBridge>(action, out),
                None => bail!("puzzle {} takes generate, solve or verify", args.game),
            }
        }
        GameId::OAnQuan => o_an_quan::run(args, out),
        other => bail!(no_puzzles(other)),
    }
}
