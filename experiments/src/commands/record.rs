//! `ludarium record`: playing matches for their records.

use super::{Answer, stop_flag};
use crate::arena::Arena;
use crate::arena::runner::{pool, run_in_order};
use crate::cli::RecordArgs;
use crate::record::Record;
use crate::registry::{WithGame, with_game};
use anyhow::{Context, bail};
use ludarium_agents::spec::parse_list;
use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::{Game, Seat};
use std::io::Write;

/// Records are large, and whoever reads them may be slow: not many are held.
const MOST_RECORDS_AHEAD: u64 = 1000;

pub(super) fn run(args: &RecordArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    with_game(args.game.game, Play { args, out })
}

struct Play<'a> {
    args: &'a RecordArgs,
    out: &'a mut dyn Write,
}

impl WithGame for Play<'_> {
    type Output = anyhow::Result<Answer>;

    fn run<G: Evaluate>(self) -> anyhow::Result<Answer> {
        let Play { args, out } = self;
        let start: G = args.game.start()?;
        let specs: Vec<AgentSpec> = parse_list(&args.agents).context("--agents")?;
        let seats = seat_agents(&specs, &start)?;
        for spec in &seats {
            spec.build::<G>().context("--agents")?;
        }
        let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
        let stop = stop_flag()?;
        let done = run_in_order(
            0..args.matches,
            &pool(args.threads.threads)?,
            &stop,
            MOST_RECORDS_AHEAD,
            || Arena::new(&start, args.seed.seed, args.opening_plies),
            |arena, number, lines: &mut Vec<u8>| {
                let (positions, legal) = (args.positions, args.legal);
                let mut record = Record::play(arena, &start, number, &seats, positions, legal)?;
                record.seats = Some(names.clone());
                record.number = Some(number);
                record.group = Some(number);
                record.seed = Some(args.seed.seed);
                serde_json::to_writer(&mut *lines, &record)?;
                lines.push(b'\n');
                Ok(())
            },
            |lines| out.write_all(&lines).map_err(anyhow::Error::from),
        )?;
        if done < args.matches {
            out.flush()?;
            bail!("stopped after {done} of {} matches", args.matches);
        }
        Ok(Answer::Yes)
    }
}

/// The agent of each seat: from one for all, one a side, or one a seat.
fn seat_agents<'a, G: Game>(
    specs: &'a [AgentSpec],
    game: &G,
) -> anyhow::Result<Vec<&'a AgentSpec>> {
    let seats = (0..game.players()).map(Seat);
    Ok(match specs.len() {
        1 => seats.map(|_| &specs[0]).collect(),
        n if n == seats.len() => specs.iter().collect(),
        n if n == game.sides() => seats.map(|seat| &specs[game.side(seat)]).collect(),
        n if game.sides() == seats.len() => {
            bail!("--agents: {n} agents, but 1 or {} are expected", seats.len())
        }
        n => bail!(
            "--agents: {n} agents, but 1, {} (one a side) or {} (one a seat) are expected",
            game.sides(),
            seats.len()
        ),
    })
}
