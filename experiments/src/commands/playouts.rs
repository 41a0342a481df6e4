//! `ludarium playouts`: random play, how fast and how it comes out.

use super::{Answer, stop_flag};
use crate::arena::runner::{MOST_AHEAD, pool, run_in_order};
use crate::arena::seed::aim_at_luck;
use crate::cli::PlayoutsArgs;
use crate::output::progress::bar;
use crate::output::table::{players, thousands};
use crate::registry::{WithGame, with_game};
use crate::stats::sums::Sums;
use anyhow::bail;
use ludarium_agents::Evaluate;
use ludarium_engine::{Game, MAX_SIDES, Random, Turn, options};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Instant;

pub(super) fn run(args: &PlayoutsArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    with_game(args.game.game, Measure { args, out })
}

/// What is averaged over matches.
#[derive(Clone, Copy, Default)]
struct Averages {
    events: Sums,
    plies: Sums,
    /// Legal actions a ply, averaged over the plies of a match.
    branching: Sums,
    capped: Sums,
    tied_first: Sums,
    scores: [Sums; MAX_SIDES],
    first_shares: [Sums; MAX_SIDES],
}

impl Averages {
    fn merge(&mut self, other: &Averages) {
        for (mine, others) in self.all_mut().zip(other.all()) {
            mine.merge(others);
        }
    }

    fn all(&self) -> impl Iterator<Item = &Sums> {
        let single = [&self.events, &self.plies, &self.branching, &self.capped, &self.tied_first];
        single.into_iter().chain(&self.scores).chain(&self.first_shares)
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Sums> {
        let single = [
            &mut self.events,
            &mut self.plies,
            &mut self.branching,
            &mut self.capped,
            &mut self.tied_first,
        ];
        single.into_iter().chain(&mut self.scores).chain(&mut self.first_shares)
    }

    /// Adds one random match.
    fn play<G: Game>(&mut self, start: &G, random: &mut Random, buffer: &mut Vec<G::Action>) {
        let mut game = start.clone();
        let (mut events, mut plies, mut choices) = (0_u32, 0_u32, 0_u64);
        loop {
            match game.turn() {
                Turn::Player(_) => {
                    choices += game.count_actions(buffer) as u64;
                    plies += 1;
                    let action = game.random_action(random, buffer);
                    game.apply(action);
                }
                Turn::Chance => {
                    let event = game.sample_chance(random);
                    game.apply_chance(&event);
                }
                Turn::Over => break,
            }
            events += 1;
        }
        let (scores, ranks) = (game.scores(), game.ranks());
        let firsts = ranks.iter().filter(|&&rank| rank == 1).count() as u64;
        self.events.push(events.into());
        self.plies.push(plies.into());
        if plies > 0 {
            self.branching.push_ratio(choices, plies.into());
        }
        self.capped.push(game.capped().into());
        self.tied_first.push((firsts > 1).into());
        for side in 0..game.sides() {
            self.scores[side].push(scores[side].into());
            self.first_shares[side].push_ratio((ranks[side] == 1).into(), firsts);
        }
    }
}

struct Measure<'a> {
    args: &'a PlayoutsArgs,
    out: &'a mut dyn Write,
}

impl WithGame for Measure<'_> {
    type Output = anyhow::Result<Answer>;

    fn run<G: Evaluate>(self) -> anyhow::Result<Answer> {
        let Measure { args, out } = self;
        let start: G = args.game.start()?;
        let pool = pool(args.threads.threads)?;
        let stop = stop_flag()?;
        let progress = bar("matches", args.matches, 0);
        let mut averages = Averages::default();
        let began = Instant::now();
        let done = run_in_order(
            0..args.matches,
            &pool,
            &stop,
            MOST_AHEAD,
            || (Random::new(args.seed.seed), Vec::new()),
            |(random, buffer), number, block: &mut Averages| {
                aim_at_luck(random, number);
                block.play(&start, random, buffer);
                Ok::<_, anyhow::Error>(())
            },
            |block| {
                averages.merge(&block);
                progress.set_position(averages.events.count());
                Ok(())
            },
        )?;
        let seconds = began.elapsed().as_secs_f64();
        progress.finish_and_clear();
        if done == 0 {
            bail!("no match was played");
        }
        let threads = pool.current_num_threads();
        let report = Report { start: &start, averages: &averages, seconds, threads, matches: done };
        if args.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&report.json())?)?;
        } else {
            report.print(out)?;
        }
        if done < args.matches {
            out.flush()?;
            bail!("stopped after {done} of {} matches", args.matches);
        }
        Ok(Answer::Yes)
    }
}

struct Report<'a, G> {
    start: &'a G,
    averages: &'a Averages,
    seconds: f64,
    threads: usize,
    matches: u64,
}

impl<G: Game> Report<'_, G> {
    /// Name and sums of every average, in the order of printing.
    fn rows(&self) -> Vec<(String, &Sums)> {
        let averages = self.averages;
        let mut rows = vec![
            ("events".to_string(), &averages.events),
            ("plies".to_string(), &averages.plies),
            ("legal actions a ply".to_string(), &averages.branching),
            ("capped share".to_string(), &averages.capped),
            ("tied first share".to_string(), &averages.tied_first),
        ];
        for side in 0..self.start.sides() {
            rows.push((format!("score of side {side}"), &averages.scores[side]));
        }
        for side in 0..self.start.sides() {
            rows.push((format!("first share of side {side}"), &averages.first_shares[side]));
        }
        rows.retain(|(_, sums)| sums.count() > 0);
        rows
    }

    fn events(&self) -> f64 {
        self.averages.events.mean() * self.matches as f64
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(
            out,
            "{}, {}: {} random matches in {:.3} s on {} thread{}",
            G::NAME,
            players(self.start.players()),
            thousands(self.matches),
            self.seconds,
            self.threads,
            if self.threads == 1 { "" } else { "s" }
        )?;
        writeln!(
            out,
            "{} matches a second, {} events a second\n",
            thousands((self.matches as f64 / self.seconds) as u64),
            thousands((self.events() / self.seconds) as u64)
        )?;
        writeln!(out, "{:<28} {:>12}   standard error", "average over matches", "mean")?;
        for (name, sums) in self.rows() {
            let error = match sums.standard_error() {
                unknown if unknown.is_nan() => "unknown".to_string(),
                error => format!("{error:.4}"),
            };
            writeln!(out, "{name:<28} {:>12.4}   {error:>14}", sums.mean())?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let averages: serde_json::Map<String, Value> = self
            .rows()
            .into_iter()
            .map(|(name, sums)| {
                let value = json!({"mean": sums.mean(), "standard-error": sums.standard_error()});
                (name.replace(' ', "-"), value)
            })
            .collect();
        json!({
            "game": G::ID,
            "players": self.start.players(),
            "rules": options::difference(self.start.rules()),
            "matches": self.matches,
            "events": self.events().round() as u64,
            "threads": self.threads,
            "seconds": self.seconds,
            "matches-per-second": self.matches as f64 / self.seconds,
            "events-per-second": self.events() / self.seconds,
            "averages": averages,
        })
    }
}
