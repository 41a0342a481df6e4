//! `ludarium perft`: counting event sequences.

use super::Answer;
use crate::cli::PerftArgs;
use crate::registry::{WithGame, with_game};
use anyhow::Context;
use ludarium_agents::Evaluate;
use ludarium_engine::perft::{divide, perft, perft_merged};
use std::io::Write;

pub(super) fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    with_game(args.game.game, Count { args, out })
}

struct Count<'a> {
    args: &'a PerftArgs,
    out: &'a mut dyn Write,
}

impl WithGame for Count<'_> {
    type Output = anyhow::Result<Answer>;

    fn run<G: Evaluate>(self) -> anyhow::Result<Answer> {
        let Count { args, out } = self;
        let game: G = args.game.position(args.position.as_deref())?;
        let too_many = "a chance event on the way has too many outcomes to list; begin with a \
                        --position after it";
        let nodes: u128 = if args.merge {
            perft_merged(&game, args.depth)?
        } else if args.divide && args.depth > 0 {
            let mut counts: Vec<(String, u64)> = divide(&game, args.depth)
                .context(too_many)?
                .into_iter()
                .map(|(event, count)| (event.to_string(), count))
                .collect();
            counts.sort_unstable();
            for (event, count) in &counts {
                writeln!(out, "{event} {count}")?;
            }
            counts.iter().map(|&(_, count)| u128::from(count)).sum()
        } else {
            perft(&game, args.depth).context(too_many)?.into()
        };
        writeln!(out, "nodes {nodes}")?;
        Ok(Answer::Yes)
    }
}
