//! `ludarium tournament`: who is stronger, and by how much.

use super::preset::{Open, Preset, naming_preset, text};
use super::{Answer, SEED, default_agents, default_opening_plies, nobody_decides, stop_flag};
use crate::arena::runner::{MOST_AHEAD, pool, run_in_order};
use crate::arena::{
    Arena, Balance, DrawnOpening, Format, Opening, Outcome, Pairing, Schedule, Seating,
};
use crate::cli::{BalancedArgs, GameArgs, LadderArgs, MostMargin, TournamentArgs};
use crate::output::csv::{self, Rows};
use crate::output::folder::{self, Lock};
use crate::output::ladder::{Gap, Ladder};
use crate::output::manifest::{Balanced, Design, MANIFEST, Manifest, Program, Run};
use crate::output::openings;
use crate::output::progress::bar;
use crate::output::table::{self, Played};
use crate::registry::{GameId, WithGame, with_game};
use crate::stats::{Ranking, Tally};
use anyhow::{Context, bail, ensure};
use ludarium_agents::spec::parse_list;
use ludarium_agents::{AgentSpec, Entrant, Evaluate, level};
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

/// Groups of a ladder.
const LADDER_GROUPS: u64 = 200;
/// Opening plies of a ladder where the game has no chance of its own.
const LADDER_PLIES: &str = "2..6";
/// The greatest margin of an opening of a ladder.
const LADDER_MARGIN: f64 = 2.0;
/// Who judges openings: the first that can play the game.
const JUDGES: [&str; 2] = ["alphabeta:nodes=400000", "minimax:depth=10"];
/// The agents that tell the worth of a position as a margin in points.
const JUDGES_IN_POINTS: [&str; 2] = ["alphabeta", "minimax"];

/// `ludarium ladder` is a tournament of this schedule, with defaults of its own.
pub(super) fn run_ladder(args: LadderArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let LadderArgs { setup, agents, groups, balanced, gap, check, run } = args;
    let schedule = Some(Format::Ladder);
    let args = TournamentArgs { setup, agents, schedule, balanced, groups, run };
    run_judged(args, Judgement { gap, check }, out)
}

/// What is asked of a ladder.
#[derive(Clone, Copy, Default)]
struct Judgement {
    /// How far apart neighbours shall be.
    gap: Gap,
    /// Whether the answer is no otherwise.
    check: bool,
}

pub(super) fn run(args: TournamentArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    run_judged(args, Judgement::default(), out)
}

fn run_judged(
    mut args: TournamentArgs,
    judgement: Judgement,
    out: &mut dyn Write,
) -> anyhow::Result<Answer> {
    if let Some(path) = &args.setup.preset {
        let preset = Preset::read(path, &["schedule", "balanced", "judge"])?;
        let in_file = || format!("--preset: {}", path.display());
        let schedule = preset.schedule.as_ref().map(|schedule| schedule.parse());
        let schedule = schedule.transpose().with_context(in_file)?;
        let balanced = preset.balanced.as_ref().map(|value| text(value).parse());
        let balanced = balanced.transpose().map_err(anyhow::Error::msg).with_context(in_file)?;
        let TournamentArgs { setup, agents, groups, run, .. } = &mut args;
        preset.fill(Open { setup, run, agents, groups }, &mut Vec::new());
        args.schedule = args.schedule.or(schedule);
        args.balanced.balanced = args.balanced.balanced.or(balanced);
        args.balanced.judge = args.balanced.judge.or(preset.judge);
    }
    let game = match (&args.run.resume, args.setup.game) {
        (Some(folder), given) => {
            let design = Manifest::<Design>::read(folder)?.design;
            let (game, schedule): (GameId, Format) = (design.game.parse()?, design.schedule);
            let place = folder.display();
            let fits = given.is_none_or(|given| given == game);
            ensure!(fits, "--resume: the tournament in {place} is of {game}");
            let fits = args.schedule.is_none_or(|given| given == schedule);
            ensure!(fits, "--resume: the tournament in {place} is a {schedule}");
            game
        }
        (None, Some(game)) => game,
        (None, None) => bail!("which game? `ludarium games` lists them"),
    };
    with_game(game, Play { args: &args, game, judgement, out })
}

struct Play<'a> {
    args: &'a TournamentArgs,
    game: GameId,
    judgement: Judgement,
    out: &'a mut dyn Write,
}

impl WithGame for Play<'_> {
    type Output = anyhow::Result<Answer>;

    fn run<G: Evaluate>(self) -> anyhow::Result<Answer> {
        let Play { args, game, judgement, out } = self;
        // Whatever can fail does so before anything is written.
        let pool = pool(args.run.threads.threads)?;
        let stop = stop_flag()?;
        let tournament = match &args.run.resume {
            Some(folder) => Tournament::<G>::resume(folder)?,
            None => {
                let design = naming_preset(&args.setup, design::<G>(args, game))?;
                nobody_decides::<G>(design.agents.len());
                Tournament::<G>::new(design, args, &pool, &stop)?
            }
        };
        tournament.play(&pool, &stop, judgement, out)
    }
}

/// What the arguments ask for.
fn design<G: Evaluate>(args: &TournamentArgs, game: GameId) -> anyhow::Result<Design> {
    let game_args = GameArgs { game, players: args.setup.players, rules: args.setup.rules.clone() };
    let start: G = game_args.start()?;
    let agents = match &args.agents {
        Some(list) => strings(&parse_list::<Entrant>(list).context("--agents")?),
        None if args.schedule == Some(Format::Ladder) => levels::<G>(&start)?,
        None => strings(&default_agents::<G>()?),
    };
    let schedule = args.schedule.unwrap_or(Format::RoundRobin);
    let is_ladder = schedule == Format::Ladder;
    let default_plies = match is_ladder && !G::HAS_CHANCE {
        true => LADDER_PLIES.parse()?,
        false => default_opening_plies::<G>(),
    };
    Ok(Design {
        game: game.to_string(),
        game_version: G::VERSION,
        players: start.players(),
        rules: options::difference(start.rules()),
        agents,
        schedule,
        groups: args.groups.unwrap_or(if is_ladder { LADDER_GROUPS } else { GROUPS }),
        opening_plies: args.run.opening_plies.unwrap_or(default_plies),
        balanced: balanced::<G>(&args.balanced, &start, is_ladder)?,
        seed: args.run.seed.unwrap_or(SEED),
    })
}

/// What the levels of a game stand for, so that what was measured is known when they change.
fn levels<G: Evaluate>(start: &G) -> anyhow::Result<Vec<String>> {
    let levels = (1..=level::Settings::MOST).map(|level| level::Settings { level }.agent(start));
    let levels: Vec<AgentSpec> = levels
        .collect::<Result<_, _>>()
        .context("--agents: without them the levels of the game are measured")?;
    Ok(strings(&levels))
}

/// Which openings are taken.
fn balanced<G: Evaluate>(
    args: &BalancedArgs,
    start: &G,
    is_ladder: bool,
) -> anyhow::Result<Option<Balanced>> {
    let is_possible = start.sides() == 2 && !G::HAS_CHANCE && !G::HAS_HIDDEN_INFORMATION;
    let most = match args.balanced {
        Some(MostMargin::Any) => None,
        Some(MostMargin::Points(most)) => Some(most),
        None => (is_ladder && is_possible).then_some(LADDER_MARGIN),
    };
    let Some(most) = most else {
        ensure!(args.judge.is_none(), "--judge: without --balanced there is nothing to judge");
        return Ok(None);
    };
    ensure!(
        is_possible,
        "--balanced: only in games of two sides without chance and hidden information can openings be \
         judged"
    );
    let judge: AgentSpec = match &args.judge {
        Some(judge) => judge.parse().context("--judge")?,
        None => {
            let judges: Vec<AgentSpec> =
                JUDGES.iter().map(|judge| judge.parse()).collect::<Result<_, _>>()?;
            let able = judges.into_iter().find(|judge| judge.build(start).is_ok());
            able.with_context(|| format!("--judge: no default judge can play {}", G::ID))?
        }
    };
    ensure!(
        JUDGES_IN_POINTS.contains(&judge.name()),
        "--judge: `{}` does not judge by points, but {} do",
        judge.name(),
        JUDGES_IN_POINTS.join(" and ")
    );
    judge.build(start).context("--judge")?;
    Ok(Some(Balanced { most, judge: judge.to_string() }))
}

/// The command that plays `design` again.
fn command(design: &Design) -> String {
    let mut command = format!("ludarium tournament {} --players {}", design.game, design.players);
    for (name, value) in &design.rules {
        let pair = options::to_text(&[(name.clone(), value.clone())].into_iter().collect());
        command += &format!(" --rule {pair}");
    }
    let balanced = design.balanced.as_ref().map_or(String::new(), |balanced| {
        format!(" --balanced {} --judge {}", balanced.most, balanced.judge)
    });
    command
        + &format!(
            " --agents {} --schedule {} --groups {} --opening-plies {} --seed {}",
            design.agents.join(","),
            design.schedule,
            design.groups,
            design.opening_plies,
            design.seed
        )
        + &balanced
}

/// A tournament about to be played, or to go on.
struct Tournament<G: Evaluate> {
    start: G,
    entrants: Vec<Entrant>,
    schedule: Schedule,
    opening: Opening,
    tally: Tally,
    /// All matches of a ladder, whose ratings are fitted at the end.
    rankings: Vec<Ranking>,
    manifest: Manifest<Design>,
    folder: PathBuf,
    matches: File,
    seats: File,
    /// Held while the folder is written to.
    _lock: Lock,
}

impl<G: Evaluate> Tournament<G> {
    /// A new one, with its folder and the beginnings of its files.
    fn new(
        design: Design,
        args: &TournamentArgs,
        pool: &ThreadPool,
        stop: &AtomicBool,
    ) -> anyhow::Result<Self> {
        let (start, entrants, schedule) = parts::<G>(&design)?;
        let opening = match design.balance()? {
            Some(balance) => Opening::Drawn(draw(&balance, &design, &start, pool, stop)?.into()),
            None => design.opening_plies.into(),
        };
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
        if let Opening::Drawn(openings) = &opening {
            let contents = openings::contents(&start, openings)?;
            folder::write_whole(&folder.join(csv::OPENINGS), &contents)?;
        }
        manifest.write(&folder)?;
        let tally = Tally::new(&schedule, entrants.len(), start.sides());
        Ok(Tournament {
            start,
            entrants,
            schedule,
            opening,
            tally,
            rankings: Vec::new(),
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
        manifest.check_files(folder, &read_back(&manifest.design))?;
        let opening = match &manifest.design.balanced {
            Some(_) => Opening::Drawn(openings::read(folder, &start, schedule.groups())?.into()),
            None => manifest.design.opening_plies.into(),
        };
        let mut tally = Tally::new(&schedule, entrants.len(), start.sides());
        let (mut samples, mut last) = (Vec::new(), None);
        let mut rankings = Vec::new();
        let is_ladder = manifest.design.schedule == Format::Ladder;
        let seating = Seating::new(&start);
        let played = csv::read_played(
            folder,
            seating.sides(),
            &schedule,
            |scores, ranks| start.payoffs_of(scores, ranks),
            |number, pairing, outcome| {
                tally.push(pairing, outcome);
                rankings.extend(is_ladder.then(|| ranking(pairing, outcome)));
                if number.is_multiple_of(schedule.matches().div_ceil(SAMPLES)) {
                    samples.push((number, *outcome));
                }
                last = Some((number, *outcome));
            },
        )?;
        samples.extend(last);
        let mut arena = Arena::new(&start, manifest.design.seed, opening.clone());
        check_replay(&mut arena, &seating, &entrants, &schedule, &samples)?;
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
            opening,
            tally,
            rankings,
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
        judgement: Judgement,
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
        let (rankings, is_ladder) = (&mut self.rankings, design.schedule == Format::Ladder);
        let opening = &self.opening;
        let result: anyhow::Result<u64> = run_in_order(
            before..self.manifest.matches,
            pool,
            stop,
            MOST_AHEAD,
            || Arena::new(start, design.seed, opening.clone()),
            |arena, number, block| play_match(arena, &seating, entrants, schedule, number, block),
            |block: Block| {
                matches.write_all(&block.rows.matches).context("cannot write matches.csv")?;
                seats.write_all(&block.rows.seats).context("cannot write seats.csv")?;
                for (pairing, outcome) in &block.played {
                    tally.push(pairing, outcome);
                    rankings.extend(is_ladder.then(|| ranking(pairing, outcome)));
                }
                progress.set_position(tally.matches());
                Ok(())
            },
        );
        progress.finish_and_clear();
        self.manifest.matches_done = self.tally.matches();
        let folder = self.folder.display().to_string();
        let command = if is_ladder { "ladder" } else { "tournament" };
        let go_on = format!("go on with `ludarium {command} --resume {folder}`");
        result.with_context(|| {
            format!("after {} matches, which are in {folder}; {go_on}", self.tally.matches())
        })?;
        let played = self.tally.matches() - before;
        let ladder = self.ladder();
        self.finish(ladder.as_ref(), Run::since(began, pool.current_num_threads(), played))?;
        let (done, all) = (self.manifest.matches_done, self.manifest.matches);
        if self.tally.matches() > 0 {
            let played = Played {
                game: G::NAME,
                design: &self.manifest.design,
                refused: self.opening.refused(),
                standings: &self.tally.standings(),
            };
            let text = match &ladder {
                Some(ladder) => ladder.text(&played, judgement.gap),
                None => table::tournament(&played),
            };
            write!(out, "{text}")?;
            writeln!(out, "Results: {folder}")?;
            if let Some(ladder) = &ladder {
                writeln!(out, "{}", ladder.summary(judgement.gap))?;
            }
        }
        if done < all {
            out.flush()?;
            bail!("stopped after {done} of {all} matches, which are in {folder}; {go_on}");
        }
        let is_ok = ladder.is_none_or(|ladder| ladder.is_ok(judgement.gap));
        Ok(if judgement.check && !is_ok { Answer::No } else { Answer::Yes })
    }

    /// What a ladder comes to, from its complete groups; none before the first, or of another schedule.
    fn ladder(&self) -> Option<Ladder> {
        let complete =
            self.rankings.len() - self.rankings.len() % self.schedule.group_size() as usize;
        Ladder::of(self.entrants.len(), &self.rankings[..complete])
    }

    /// Writes the tables, and the manifest last of all.
    fn finish(&mut self, ladder: Option<&Ladder>, run: Run) -> anyhow::Result<()> {
        let agents = &self.manifest.design.agents;
        let of_ladder = ladder.map(|ladder| ladder.tables(self.start.sides(), agents));
        for (name, contents) in of_ladder.transpose()?.unwrap_or_default() {
            folder::write_whole(&self.folder.join(name), &contents)?;
            self.manifest.hash_files(&self.folder, &[name])?;
        }
        for (name, contents) in csv::tables(&self.tally.standings(), &self.manifest.design.agents)?
        {
            folder::write_whole(&self.folder.join(name), &contents)?;
        }
        run.write(&self.folder)?;
        let mut names = read_back(&self.manifest.design);
        names.extend([csv::STANDINGS, csv::PAIRS, csv::SIDES]);
        self.manifest.hash_files(&self.folder, &names)?;
        self.manifest.write(&self.folder)
    }
}

/// The files that are read to go on with a tournament.
fn read_back(design: &Design) -> Vec<&'static str> {
    let openings = design.balanced.as_ref().map(|_| csv::OPENINGS);
    [csv::MATCHES, csv::SEATS].into_iter().chain(openings).collect()
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
    arena: &mut Arena<G>,
    seating: &Seating,
    entrants: &[Entrant],
    schedule: &Schedule,
    samples: &[(u64, Outcome)],
) -> anyhow::Result<()> {
    let began = Instant::now();
    for (number, outcome) in samples.iter().rev() {
        let mut block = Block::default();
        play_match(arena, seating, entrants, schedule, *number, &mut block)?;
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
    if format == Format::Ladder {
        ensure!(sides > 1, "a ladder tells who wins against whom, but here everyone plays alone");
        ensure!(
            entrants.len() > 1,
            "--agents: a ladder needs two agents or more, the weakest first"
        );
    }
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

/// Draws the openings of all groups. A judge may take longer over them than the matches take.
fn draw<G: Evaluate>(
    balance: &Balance,
    design: &Design,
    start: &G,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> anyhow::Result<Vec<DrawnOpening>> {
    let progress = bar("openings", design.groups, 0);
    let mut openings = Vec::new();
    let result: anyhow::Result<u64> = run_in_order(
        0..design.groups,
        pool,
        stop,
        MOST_AHEAD,
        || (),
        |(), group, block: &mut Vec<DrawnOpening>| {
            block.push(balance.draw(start, design.opening_plies, design.seed, group)?);
            Ok(())
        },
        |block| {
            openings.extend(block);
            progress.set_position(openings.len() as u64);
            Ok(())
        },
    );
    progress.finish_and_clear();
    let (drawn, groups) = (result?, design.groups);
    ensure!(drawn == groups, "stopped before the first match, after {drawn} of {groups} openings");
    Ok(openings)
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

fn ranking(pairing: &Pairing, outcome: &Outcome) -> Ranking {
    Ranking { group: pairing.group, entrants: pairing.entrants, ranks: outcome.ranks }
}

fn strings(specs: &[impl ToString]) -> Vec<String> {
    specs.iter().map(ToString::to_string).collect()
}
