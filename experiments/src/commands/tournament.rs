//! `ludarium tournament`: who is stronger, and by how much.

use super::preset::{Open, Preset, naming_preset};
use super::{Answer, SEED, default_agents, default_opening_plies, nobody_decides, stop_flag};
use crate::arena::runner::{MOST_AHEAD, pool, run_in_order};
use crate::arena::{Arena, Format, Outcome, Pairing, Schedule, Seating};
use crate::cli::{GameArgs, TournamentArgs};
use crate::output::csv::{self, Rows};
use crate::output::folder::{self, Lock};
use crate::output::manifest::{Design, MANIFEST, Manifest, Program, Run};
use crate::output::progress::bar;
use crate::output::table;
use crate::registry::{GameId, WithGame, with_game};
use crate::stats::Tally;
use anyhow::{Context, bail, ensure};
use ludarium_agents::spec::parse_list;
use ludarium_agents::{AgentSpec, Entrant, Evaluate};
use ludarium_engine::options;
use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Matches spread over a tournament that are kept to be played again when it is resumed.
const SAMPLES: u64 = 10;
/// Groups where nothing else is said: a multiple of (k - 1)! for every number k of sides.
const GROUPS: u64 = 720;

pub(super) fn run(mut args: TournamentArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    if let Some(path) = &args.setup.preset {
        let preset = Preset::read(path, &["schedule"])?;
        let schedule = preset.schedule.as_ref().map(|schedule| schedule.parse());
        let schedule = schedule.transpose();
        let schedule = schedule.with_context(|| format!("--preset: {}", path.display()))?;
        let TournamentArgs { setup, agents, groups, run, .. } = &mut args;
        preset.fill(Open { setup, run, agents, groups }, &mut Vec::new());
        args.schedule = args.schedule.or(schedule);
    }
    let game = match (&args.run.resume, args.setup.game) {
        (Some(folder), given) => {
            let game: GameId = Manifest::<Design>::read(folder)?.design.game.parse()?;
            let fits = given.is_none_or(|given| given == game);
            ensure!(fits, "--resume: the tournament in {} is of {game}", folder.display());
            game
        }
        (None, Some(game)) => game,
        (None, None) => bail!("which game? `ludarium games` lists them"),
    };
    with_game(game, Play { args: &args, game, out })
}

struct Play<'a> {
    args: &'a TournamentArgs,
    game: GameId,
    out: &'a mut dyn Write,
}

impl WithGame for Play<'_> {
    type Output = anyhow::Result<Answer>;

    fn run<G: Evaluate>(self) -> anyhow::Result<Answer> {
        let Play { args, game, out } = self;
        // Whatever can fail does so before anything is written.
        let pool = pool(args.run.threads.threads)?;
        let stop = stop_flag()?;
        let tournament = match &args.run.resume {
            Some(folder) => Tournament::<G>::resume(folder)?,
            None => {
                let design = naming_preset(&args.setup, design::<G>(args, game))?;
                nobody_decides::<G>(design.agents.len());
                Tournament::<G>::new(design, args)?
            }
        };
        tournament.play(&pool, &stop, out)
    }
}

/// What the arguments ask for.
fn design<G: Evaluate>(args: &TournamentArgs, game: GameId) -> anyhow::Result<Design> {
    let game_args = GameArgs { game, players: args.setup.players, rules: args.setup.rules.clone() };
    let start: G = game_args.start()?;
    let agents = match &args.agents {
        Some(list) => strings(&parse_list::<Entrant>(list).context("--agents")?),
        None => strings(&default_agents::<G>()?),
    };
    Ok(Design {
        game: game.to_string(),
        game_version: G::VERSION,
        players: start.players(),
        rules: options::difference(start.rules()),
        agents,
        schedule: args.schedule.unwrap_or(Format::RoundRobin),
        groups: args.groups.unwrap_or(GROUPS),
        opening_plies: args.run.opening_plies.unwrap_or(default_opening_plies::<G>()),
        seed: args.run.seed.unwrap_or(SEED),
    })
}

/// The command that plays `design` again.
fn command(design: &Design) -> String {
    let mut command = format!("ludarium tournament {} --players {}", design.game, design.players);
    for (name, value) in &design.rules {
        let pair = options::to_text(&[(name.clone(), value.clone())].into_iter().collect());
        command += &format!(" --rule {pair}");
    }
    command
        + &format!(
            " --agents {} --schedule {} --groups {} --opening-plies {} --seed {}",
            design.agents.join(","),
            design.schedule,
            design.groups,
            design.opening_plies,
            design.seed
        )
}

/// A tournament about to be played, or to go on.
struct Tournament<G: Evaluate> {
    start: G,
    entrants: Vec<Entrant>,
    schedule: Schedule,
    tally: Tally,
    manifest: Manifest<Design>,
    folder: PathBuf,
    matches: File,
    seats: File,
    /// Held while the folder is written to.
    _lock: Lock,
}

impl<G: Evaluate> Tournament<G> {
    /// A new one, with its folder and the beginnings of its files.
    fn new(design: Design, args: &TournamentArgs) -> anyhow::Result<Self> {
        let (start, entrants, schedule) = parts::<G>(&design)?;
        let (folder, lock) = folder::begin(args.run.out.as_deref(), args.run.force)?;
        let manifest = Manifest {
            command: command(&design),
            program: Program::this(),
            resumed_by: Vec::new(),
            design,
            matches: schedule.matches(),
            matches_done: 0,
            files: BTreeMap::new(),
        };
        let [mut matches, mut seats] =
            open_rows(OpenOptions::new().create(true).append(true), &folder)?;
        for (file, header) in [&mut matches, &mut seats].into_iter().zip(csv::headers()) {
            file.set_len(0)
                .and_then(|()| file.write_all(header.as_bytes()))
                .with_context(|| format!("cannot write to {}", folder.display()))?;
        }
        manifest.write(&folder)?;
        let tally = Tally::new(&schedule, entrants.len(), start.sides());
        Ok(Tournament {
            start,
            entrants,
            schedule,
            tally,
            manifest,
            folder,
            matches,
            seats,
            _lock: lock,
        })
    }

    /// The one in `folder`, with what is already played.
    fn resume(folder: &Path) -> anyhow::Result<Self> {
        // Locked before anything is read: what is read stays as it is.
        let lock = folder::lock(folder)?;
        let [matches, seats] = open_rows(OpenOptions::new().append(true), folder)?;
        let mut manifest = Manifest::<Design>::read(folder)?;
        manifest.check_version::<G>(folder)?;
        let (start, entrants, schedule) = parts::<G>(&manifest.design)
            .with_context(|| folder.join(MANIFEST).display().to_string())?;
        let command = command(&manifest.design);
        manifest.check_design(folder, &command, Some(schedule.matches()))?;
        manifest.check_files(folder, &[csv::MATCHES, csv::SEATS])?;
        let mut tally = Tally::new(&schedule, entrants.len(), start.sides());
        let (mut samples, mut last) = (Vec::new(), None);
        let seating = Seating::new(&start);
        let played = csv::read_played(
            folder,
            seating.sides(),
            &schedule,
            |scores, ranks| start.payoffs_of(scores, ranks),
            |number, pairing, outcome| {
                tally.push(pairing, outcome);
                if number.is_multiple_of(schedule.matches().div_ceil(SAMPLES)) {
                    samples.push((number, *outcome));
                }
                last = Some((number, *outcome));
            },
        )?;
        samples.extend(last);
        check_replay(&manifest.design, &start, &entrants, &schedule, &samples)?;
        manifest.go_on();
        manifest.matches_done = played.matches;
        // From now on the files change. What an interruption cut off is played again.
        manifest.files.clear();
        manifest.write(folder)?;
        for (file, bytes) in [(&matches, played.match_bytes), (&seats, played.seat_bytes)] {
            file.set_len(bytes)
                .with_context(|| format!("cannot cut a file in {}", folder.display()))?;
        }
        Ok(Tournament {
            start,
            entrants,
            schedule,
            tally,
            manifest,
            folder: folder.to_path_buf(),
            matches,
            seats,
            _lock: lock,
        })
    }

    /// Plays what is left, writes the files and prints the tables.
    fn play(
        mut self,
        pool: &ThreadPool,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<Answer> {
        let began = Instant::now();
        let before = self.manifest.matches_done;
        if before == self.manifest.matches {
            eprintln!("all matches are played already");
        }
        let progress = bar("matches", self.manifest.matches, before);
        let (start, entrants, schedule) = (&self.start, &self.entrants, &self.schedule);
        let seating = Seating::new(start);
        let design = &self.manifest.design;
        let (matches, seats, tally) = (&mut self.matches, &mut self.seats, &mut self.tally);
        let result: anyhow::Result<u64> = run_in_order(
            before..self.manifest.matches,
            pool,
            stop,
            MOST_AHEAD,
            || Arena::new(start, design.seed, design.opening_plies),
            |arena, number, block| play_match(arena, &seating, entrants, schedule, number, block),
            |block: Block| {
                matches.write_all(&block.rows.matches).context("cannot write matches.csv")?;
                seats.write_all(&block.rows.seats).context("cannot write seats.csv")?;
                for (pairing, outcome) in &block.played {
                    tally.push(pairing, outcome);
                }
                progress.set_position(tally.matches());
                Ok(())
            },
        );
        progress.finish_and_clear();
        self.manifest.matches_done = self.tally.matches();
        let folder = self.folder.display().to_string();
        let go_on = format!("go on with `ludarium tournament --resume {folder}`");
        result.with_context(|| {
            format!("after {} matches, which are in {folder}; {go_on}", self.tally.matches())
        })?;
        let played = self.tally.matches() - before;
        self.finish(Run::since(began, pool.current_num_threads(), played))?;
        let (done, all) = (self.manifest.matches_done, self.manifest.matches);
        if self.tally.matches() > 0 {
            let standings = self.tally.standings();
            write!(out, "{}", table::tournament(&standings, &self.manifest.design, G::NAME))?;
            writeln!(out, "Results: {folder}")?;
        }
        if done < all {
            out.flush()?;
            bail!("stopped after {done} of {all} matches, which are in {folder}; {go_on}");
        }
        Ok(Answer::Yes)
    }

    /// Writes the tables, and the manifest last of all.
    fn finish(&mut self, run: Run) -> anyhow::Result<()> {
        for (name, contents) in csv::tables(&self.tally.standings(), &self.manifest.design.agents)?
        {
            folder::write_whole(&self.folder.join(name), &contents)?;
        }
        run.write(&self.folder)?;
        let names = [csv::MATCHES, csv::SEATS, csv::STANDINGS, csv::PAIRS, csv::SIDES];
        self.manifest.hash_files(&self.folder, &names)?;
        self.manifest.write(&self.folder)
    }
}

/// The two files that grow during a tournament.
fn open_rows(options: &OpenOptions, folder: &Path) -> anyhow::Result<[File; 2]> {
    let open = |name| {
        let path = folder.join(name);
        options.open(&path).with_context(|| format!("cannot open {}", path.display()))
    };
    Ok([open(csv::MATCHES)?, open(csv::SEATS)?])
}

/// Plays some matches of an interrupted tournament again, the last one and as many of the others as a
/// second allows: if one comes out differently, what would follow would not go with what is there.
fn check_replay<G: Evaluate>(
    design: &Design,
    start: &G,
    entrants: &[Entrant],
    schedule: &Schedule,
    samples: &[(u64, Outcome)],
) -> anyhow::Result<()> {
    let began = Instant::now();
    let mut arena = Arena::new(start, design.seed, design.opening_plies);
    let seating = Seating::new(start);
    for (number, outcome) in samples.iter().rev() {
        let mut block = Block::default();
        play_match(&mut arena, &seating, entrants, schedule, *number, &mut block)?;
        ensure!(
            block.played[0].1 == *outcome,
            "match {number} comes out differently now: its manifest or its files were changed, or \
             the program was"
        );
        if began.elapsed().as_secs() >= 1 {
            break;
        }
    }
    Ok(())
}

/// The start position, the entrants and the schedule of a design.
fn parts<G: Evaluate>(design: &Design) -> anyhow::Result<(G, Vec<Entrant>, Schedule)> {
    let start = G::new(options::from_map(&design.rules)?, design.players)?;
    let entrants = design.entrants()?;
    ensure!(!entrants.is_empty(), "--agents: a tournament needs an agent");
    for entrant in &entrants {
        entrant.check(&start).context("--agents")?;
    }
    let (format, sides) = (design.schedule, start.sides());
    ensure!(
        sides > 1 || format != Format::Gauntlet,
        "--schedule: in a gauntlet one meets the others, but here everyone plays alone"
    );
    let schedule = Schedule::new(format, entrants.len(), sides, design.groups);
    let schedule = schedule.with_context(|| {
        format!(
            "{} groups of {} agents on {} sides are more matches than can be numbered: take fewer \
             --groups or --agents",
            design.groups,
            entrants.len(),
            sides
        )
    })?;
    Ok((start, entrants, schedule))
}

/// Matches played one after the other on one thread, and their rows.
#[derive(Default)]
struct Block {
    played: Vec<(Pairing, Outcome)>,
    rows: Rows,
}

/// Plays match `number` and adds it to `block`.
fn play_match<G: Evaluate>(
    arena: &mut Arena<G>,
    seating: &Seating,
    entrants: &[Entrant],
    schedule: &Schedule,
    number: u64,
    block: &mut Block,
) -> anyhow::Result<()> {
    let pairing = schedule.pairing(number);
    let agents: Vec<&AgentSpec> =
        seating.agents(|side| &entrants[pairing.entrants[side]]).collect();
    let outcome = arena.play(number, pairing.group, &agents, |_, _| {})?;
    block.rows.push(seating.sides(), number, &pairing, &outcome);
    block.played.push((pairing, outcome));
    Ok(())
}

fn strings(specs: &[impl ToString]) -> Vec<String> {
    specs.iter().map(ToString::to_string).collect()
}
