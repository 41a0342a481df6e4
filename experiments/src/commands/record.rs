//! `ludarium record`: playing matches for their records.

use super::{Answer, stop_flag};
use crate::arena::runner::{pool, run_in_order};
use crate::arena::{Arena, Seating};
use crate::cli::RecordArgs;
use crate::record::Record;
use crate::registry::{WithGame, with_game};
use anyhow::{Context, bail};
use ludarium_agents::spec::parse_list;
use ludarium_agents::{AgentSpec, Entrant, Evaluate};
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
        let entrants: Vec<Entrant> = parse_list(&args.agents).context("--agents")?;
        let seats = seat_agents(&entrants, &start)?;
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

/// The agent of each seat: from one entrant for all sides, one a side, or one agent a seat.
fn seat_agents<'a, G: Evaluate>(
    entrants: &'a [Entrant],
    game: &G,
) -> anyhow::Result<Vec<&'a AgentSpec>> {
    let (sides, seats) = (game.sides(), usize::from(game.players()));
    for entrant in entrants {
        entrant.check(game).context("--agents")?;
    }
    Ok(match entrants.len() {
        1 => Seating::new(game).agents(|_| &entrants[0]).collect(),
        n if n == sides => Seating::new(game).agents(|side| &entrants[side]).collect(),
        n if n == seats => entrants
            .iter()
            .map(|entrant| {
                entrant.alone().with_context(|| format!("--agents: `{entrant}` on one seat"))
            })
            .collect::<Result<_, _>>()?,
        n if sides == seats => bail!("--agents: {n} agents, but 1 or {seats} are expected"),
        n => bail!(
            "--agents: {n} agents, but 1, {sides} (one a side) or {seats} (one a seat) are expected"
        ),
    })
}
