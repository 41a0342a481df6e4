//! `ludarium balance`: what rules do to a game.

use super::preset::{Open, Preset, naming_preset};
use super::{Answer, SEED, default_agents, default_opening_plies, nobody_decides, stop_flag};
use crate::arena::Plies;
use crate::arena::runner::{MOST_AHEAD, pool, run_in_order};
use crate::cli::{BalanceArgs, GameArgs, SetupArgs};
use crate::exact::{self, ExactFigure};
use crate::grid::{self, Grid, GridDesign, Tallies, read_varied};
use crate::output::balance as tables;
use crate::output::folder::{self, Lock};
use crate::output::manifest::{Manifest, Program, Run, write_json};
use crate::output::progress::bar;
use crate::registry::{GameId, WithGame, with_game};
use crate::stats::balance::Figure;
use crate::stats::coverage::{Coverage, Verdict};
use anyhow::{Context, bail, ensure};
use ludarium_agents::spec::parse_list;
use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::options;
use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Groups where nothing else is said: half a width of 0.01 for a share near 1/2.
const GROUPS: u64 = 10_000;
/// Runs of a calibration may be begun so far ahead of what is counted.
const MOST_RUNS_AHEAD: u64 = 1000;
/// How often the sums are saved during a run.
const SAVE_EVERY: Duration = Duration::from_secs(10);

pub(super) fn run(mut args: BalanceArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    if let Some(path) = &args.setup.preset {
        let preset = Preset::read(path, &["vary", "calibrate"])?;
        let BalanceArgs { setup, vary, agents, groups, calibrate, run } = &mut args;
        preset.fill(Open { setup, run, agents, groups }, vary);
        *calibrate = calibrate.or(preset.calibrate.map(NonZeroU64::get));
    }
    let game = match (&args.run.resume, args.setup.game) {
        (Some(folder), given) => {
            let game: GameId = Manifest::<GridDesign>::read(folder)?.design.game.parse()?;
            let fits = given.is_none_or(|given| given == game);
            ensure!(fits, "--resume: the measurement in {} is of {game}", folder.display());
            game
        }
        (None, Some(game)) => game,
        (None, None) => bail!("which game? `ludarium games` lists them"),
    };
    with_game(game, Measure { args: &args, game, out })
}

struct Measure<'a> {
    args: &'a BalanceArgs,
    game: GameId,
    out: &'a mut dyn Write,
}

impl WithGame for Measure<'_> {
    type Output = anyhow::Result<Answer>;

    fn run<G: Evaluate>(self) -> anyhow::Result<Answer> {
        let Measure { args, game, out } = self;
        // Whatever can fail does so before anything is written.
        let pool = pool(args.run.threads.threads)?;
        let stop = stop_flag()?;
        let measurement = match &args.run.resume {
            Some(folder) => Measurement::<G>::resume(folder)?,
            None => {
                let design = naming_preset(&args.setup, design::<G>(args, game))?;
                if !G::HAS_CHANCE && design.opening_plies == Plies::NONE {
                    eprintln!(
                        "without chance and opening plies, agents without randomness play one match \
                         over and over: their intervals mean nothing"
                    );
                }
                nobody_decides::<G>(design.agents.len());
                if let Some(runs) = design.calibrate {
                    return Calibration::<G>::new(design, runs, game)?
                        .play(args, &pool, &stop, out);
                }
                Measurement::<G>::new(design, args)?
            }
        };
        measurement.play(&pool, &stop, out)
    }
}

/// What the arguments ask for.
fn design<G: Evaluate>(args: &BalanceArgs, game: GameId) -> anyhow::Result<GridDesign> {
    let SetupArgs { players, rules: pairs, .. } = &args.setup;
    let game_args = GameArgs { game, players: *players, rules: pairs.clone() };
    let rules = game_args.rules::<G>()?;
    let (varied_players, vary) = read_varied::<G>(&args.vary, pairs, *players)?;
    let players = match varied_players.is_empty() {
        true => vec![game_args.players_of::<G>(&rules)],
        false => varied_players,
    };
    let agents: Vec<AgentSpec> = match &args.agents {
        Some(list) => parse_list(list).context("--agents")?,
        // Where nobody decides anything all agents are the same.
        None if !G::HAS_DECISIONS => parse_list("random").context("--agents")?,
        None => default_agents::<G>()?,
    };
    Ok(GridDesign {
        game: game.to_string(),
        game_version: G::VERSION,
        players,
        rules: options::difference(&rules),
        vary,
        agents: agents.iter().map(ToString::to_string).collect(),
        groups: args.groups.unwrap_or(GROUPS),
        opening_plies: args.run.opening_plies.unwrap_or(default_opening_plies::<G>()),
        seed: args.run.seed.unwrap_or(SEED),
        calibrate: args.calibrate,
    })
}

/// A measurement about to be made, or to go on.
struct Measurement<G: Evaluate> {
    grid: Grid<G>,
    tallies: Tallies,
    manifest: Manifest<GridDesign>,
    folder: PathBuf,
    /// Held while the folder is written to.
    _lock: Lock,
}

/// The manifest of a run that is about to begin.
fn new_manifest(design: GridDesign, cells: usize) -> anyhow::Result<Manifest<GridDesign>> {
    let groups = design.groups.checked_mul(design.calibrate.unwrap_or(1));
    let matches = groups.and_then(|groups| groups.checked_mul(cells as u64));
    let matches = matches.filter(|&matches| matches < 1 << 56);
    Ok(Manifest {
        command: grid::command(&design),
        program: Program::this(),
        resumed_by: Vec::new(),
        design,
        matches: matches.context("--groups: that is more matches than can be numbered")?,
        matches_done: 0,
        files: BTreeMap::new(),
    })
}

impl<G: Evaluate> Measurement<G> {
    fn new(design: GridDesign, args: &BalanceArgs) -> anyhow::Result<Self> {
        let grid = Grid::new(&design)?;
        let manifest = new_manifest(design, grid.names.len())?;
        let (folder, lock) = folder::begin(args.run.out.as_deref(), args.run.force)?;
        manifest.write(&folder)?;
        let tallies = grid.tallies();
        Ok(Measurement { grid, tallies, manifest, folder, _lock: lock })
    }

    fn resume(folder: &Path) -> anyhow::Result<Self> {
        let lock = folder::lock(folder)?;
        let mut manifest = Manifest::<GridDesign>::read(folder)?;
        manifest.check_version::<G>(folder)?;
        ensure!(
            manifest.design.calibrate.is_none(),
            "{} holds a calibration, which is not gone on with: run it again with --force",
            folder.display()
        );
        let grid = Grid::new(&manifest.design)?;
        let cells = grid.names.len() as u64;
        let matches = manifest.design.groups.checked_mul(cells);
        manifest.check_design(folder, &grid::command(&manifest.design), matches)?;
        manifest.check_files(folder, &[tables::SUMS])?;
        let path = folder.join(tables::SUMS);
        // A run that was killed early has no sums yet: it begins again.
        let tallies = if path.exists() {
            let text =
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let tallies: Tallies = serde_json::from_slice(&text)
                .with_context(|| format!("{} does not hold sums", path.display()))?;
            ensure!(
                tallies.fit(&grid) && tallies.groups <= manifest.design.groups,
                "{} does not go with the manifest beside it",
                path.display()
            );
            tallies
        } else {
            grid.tallies()
        };
        manifest.go_on();
        // From now on the files change.
        manifest.files.clear();
        manifest.write(folder)?;
        Ok(Measurement { grid, tallies, manifest, folder: folder.to_path_buf(), _lock: lock })
    }

    /// Plays what is left, writes the files and prints the tables.
    fn play(
        mut self,
        pool: &ThreadPool,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<Answer> {
        let began = Instant::now();
        let (before, all) = (self.tallies.groups, self.manifest.design.groups);
        if before == all {
            eprintln!("all groups are played already");
        }
        let progress = bar("groups", all, before);
        let (grid, tallies, folder) = (&self.grid, &mut self.tallies, &self.folder);
        let mut saved = Instant::now();
        let result: anyhow::Result<u64> = run_in_order(
            before..all,
            pool,
            stop,
            MOST_AHEAD,
            || grid.table(0),
            |table, group, block: &mut Tallies| Ok(table.play(group, block)?),
            |block| {
                tallies.merge(&block);
                progress.set_position(tallies.groups);
                if saved.elapsed() >= SAVE_EVERY {
                    write_json(&folder.join(tables::SUMS), tallies)?;
                    saved = Instant::now();
                }
                Ok(())
            },
        );
        progress.finish_and_clear();
        let done = self.tallies.groups;
        let folder = self.folder.display().to_string();
        let go_on = format!("go on with `ludarium balance --resume {folder}`");
        self.finish(began, pool.current_num_threads(), done - before)?;
        result.with_context(|| format!("after {done} groups, which are in {folder}; {go_on}"))?;
        if done > 0 {
            let design = &self.manifest.design;
            write!(out, "{}", tables::terminal(&self.tallies, design, &self.grid.names, G::NAME))?;
            writeln!(out, "Results: {folder}")?;
        }
        if done < all {
            out.flush()?;
            bail!("stopped after {done} of {all} groups, which are in {folder}; {go_on}");
        }
        Ok(Answer::Yes)
    }

    /// Writes the tables, and the manifest last of all.
    fn finish(&mut self, began: Instant, threads: usize, groups: u64) -> anyhow::Result<()> {
        let cells = self.grid.names.len() as u64;
        write_json(&self.folder.join(tables::SUMS), &self.tallies)?;
        let design = &self.manifest.design;
        for (name, contents) in tables::files(&self.tallies, design, &self.grid.names)? {
            folder::write_whole(&self.folder.join(name), &contents)?;
        }
        Run::since(began, threads, groups * cells).write(&self.folder)?;
        self.manifest.matches_done = self.tallies.groups * cells;
        let names = [tables::BALANCE, tables::DIFFERENCES, tables::SUMS];
        self.manifest.hash_files(&self.folder, &names)?;
        self.manifest.write(&self.folder)
    }
}

/// What a run says of each exact figure.
type Estimates = Vec<Option<Figure>>;

/// Many runs of a grid, held against exact values.
struct Calibration<G: Evaluate> {
    grid: Grid<G>,
    manifest: Manifest<GridDesign>,
    runs: u64,
    /// The exact figures of each cell.
    exact: Vec<Vec<ExactFigure>>,
}

impl<G: Evaluate> Calibration<G> {
    fn new(design: GridDesign, runs: u64, game: GameId) -> anyhow::Result<Self> {
        let grid = Grid::<G>::new(&design)?;
        let exact = grid.games().map(|(rules, players)| exact::figures(game, &rules, players));
        let exact = exact.collect::<anyhow::Result<_>>().context("--calibrate")?;
        let manifest = new_manifest(design, grid.names.len())?;
        Ok(Calibration { grid, manifest, runs, exact })
    }

    /// Plays a run; for every exact figure what was estimated, in order. None after a stop.
    fn play_run(&self, run: u64, stop: &AtomicBool) -> anyhow::Result<Option<Estimates>> {
        let (mut table, mut tallies) = (self.grid.table(run), self.grid.tallies());
        for group in 0..self.manifest.design.groups {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            table.play(group, &mut tallies)?;
        }
        let mut estimates = Vec::new();
        for (tally, exact) in tallies.cells.iter().zip(&self.exact) {
            let figures = tally.figures();
            estimates.extend(exact.iter().map(|exact| {
                let of =
                    |figure: &&Figure| (figure.metric, figure.side) == (exact.metric, exact.side);
                figures.iter().find(of).copied()
            }));
        }
        Ok(Some(estimates))
    }

    fn play(
        mut self,
        args: &BalanceArgs,
        pool: &ThreadPool,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<Answer> {
        let (folder, _lock) = folder::begin(args.run.out.as_deref(), args.run.force)?;
        self.manifest.write(&folder)?;
        let began = Instant::now();
        let progress = bar("runs", self.runs, 0);
        let exact = self.exact.iter().enumerate();
        let mut coverage: Vec<Coverage> = exact
            .flat_map(|(cell, exact)| exact.iter().map(move |&exact| Coverage::new(cell, exact)))
            .collect();
        let (this, mut played) = (&self, 0);
        run_in_order(
            0..self.runs,
            pool,
            stop,
            MOST_RUNS_AHEAD,
            || (),
            |(), run, block: &mut Vec<Estimates>| {
                block.extend(this.play_run(run, stop)?);
                Ok(())
            },
            |block| {
                played += block.len() as u64;
                for run in block {
                    for (coverage, figure) in coverage.iter_mut().zip(run) {
                        coverage.push(figure);
                    }
                    progress.inc(1);
                }
                anyhow::Ok(())
            },
        )?;
        progress.finish_and_clear();
        if played < self.runs {
            bail!(
                "stopped after {played} of {} runs: a calibration is not gone on with, and nothing of it \
                 is in {}",
                self.runs,
                folder.display()
            );
        }
        let design = &self.manifest.design;
        let contents = tables::coverage_file(&coverage, design, &self.grid.names)?;
        folder::write_whole(&folder.join(tables::COVERAGE), &contents)?;
        Run::since(began, pool.current_num_threads(), self.manifest.matches).write(&folder)?;
        self.manifest.matches_done = self.manifest.matches;
        self.manifest.hash_files(&folder, &[tables::COVERAGE])?;
        self.manifest.write(&folder)?;
        write!(out, "{}", tables::calibration(&coverage, &self.manifest.design, G::NAME))?;
        writeln!(out, "Results: {}", folder.display())?;
        let good = coverage.iter().all(|one| one.verdict() != Verdict::Bad);
        Ok(if good { Answer::Yes } else { Answer::No })
    }
}
