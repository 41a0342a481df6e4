//! `ludarium solve`: what is exact, without simulation.

mod hokusai_sugoroku;
mod o_an_quan;

use super::Answer;
use crate::cli::SolveArgs;
use crate::exact::no_solver;
use crate::registry::GameId;
use anyhow::{bail, ensure};
use std::io::Write;

pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = args.game.game;
    let of_o_an_quan = args.from_start || args.position.is_some() || args.depth.is_some();
    ensure!(
        game == GameId::OAnQuan || !of_o_an_quan,
        "--from-start, --position and --depth are for {}",
        GameId::OAnQuan
    );
    match game {
        GameId::HokusaiSugoroku => hokusai_sugoroku::run(args, out),
        GameId::OAnQuan => o_an_quan::run(args, out),
        other => bail!(no_solver(other)),
    }
}
