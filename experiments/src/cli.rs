//! The command line's types, and nothing else.

use crate::arena::{Format, Plies};
use crate::output::ladder::Gap;
use crate::puzzle::Range;
use crate::puzzle::o_an_quan::{Date, Depth};
use crate::registry::GameId;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::str::FromStr;

/// Tournaments between game agents, their statistics, and the rules engines behind them.
///
/// Data goes to standard output; progress and messages go to standard error. Exit code 0: done;
/// 1: the answer is no; 2: it could not be done.
#[derive(Debug, Parser)]
#[command(name = "ludarium", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or the players, rule options and agents of one
    Games(GamesArgs),
    /// Show a position after events, for people or as JSON
    Show(ShowArgs),
    /// Count event sequences, the test of a rules engine
    Perft(PerftArgs),
    /// Play matches and print their records, one JSON object a line
    Record(RecordArgs),
    /// Replay records and compare all that follows from their moves
    Verify(VerifyArgs),
    /// Random playouts: throughput, and averages with standard errors
    Playouts(PlayoutsArgs),
    /// Play a tournament: who is stronger, and by how much
    Tournament(TournamentArgs),
    /// Measure how far apart the levels of a game are, or other agents in the order of their strength
    Ladder(LadderArgs),
    /// Measure what rules do to a game: seats, draws, length, course, over a grid of rule options
    Balance(BalanceArgs),
    /// Solve a game, or prove bounds of its value, without simulation
    Solve(SolveArgs),
    /// Make, solve and check puzzles
    Puzzle(PuzzleArgs),
    /// Hash the behaviour of a game's rules and agents, to see whether it changed
    Signature(SignatureArgs),
}

/// Which game, with how many players, under which rules.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// The game's id, as `ludarium games` lists it
    pub game: GameId,
    /// Number of players [default: what a given position says, else the least that the game allows]
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// A rule option other than the default; may be repeated
    #[arg(long = "rule", value_name = "OPTION=VALUE")]
    pub rules: Vec<String>,
}

/// How a run is seeded.
#[derive(Clone, Copy, Debug, Args)]
pub struct SeedArg {
    /// Master seed of all randomness
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// On how many threads a run goes.
#[derive(Clone, Copy, Debug, Args)]
pub struct ThreadsArg {
    /// Threads that play; 0 is one a core. Results do not depend on it
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = thread_count)]
    pub threads: usize,
}

fn at_least_one(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|&number| number > 0).ok_or("it takes a whole number, at least 1")
}

fn thread_count(text: &str) -> Result<usize, &'static str> {
    let count = text.parse().ok().filter(|&count| count <= MOST_THREADS);
    count.ok_or("it takes a whole number from 0 to 1024")
}

/// More than any machine that this is for has cores.
const MOST_THREADS: usize = 1024;

/// `ludarium games`
#[derive(Clone, Debug, Args)]
pub struct GamesArgs {
    /// Only this game, in full
    pub game: Option<GameId>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `ludarium show`
#[derive(Clone, Debug, Args)]
pub struct ShowArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Begin from this position instead of the start
    #[arg(long, allow_hyphen_values = true, value_name = "P")]
    pub position: Option<String>,
    /// Apply this action or chance event, or several between blanks; may be repeated
    #[arg(long = "action", value_name = "A", allow_hyphen_values = true)]
    pub actions: Vec<String>,
    /// Show only what this seat (from 0) can see
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<u8>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `ludarium perft`
#[derive(Clone, Debug, Args)]
pub struct PerftArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Length of the sequences
    #[arg(long, value_name = "D")]
    pub depth: u32,
    /// Count from this position instead of the start
    #[arg(long, allow_hyphen_values = true, value_name = "P")]
    pub position: Option<String>,
    /// Also print the count for each first event
    #[arg(long)]
    pub divide: bool,
    /// Count equal positions once: fast where few positions are reached in many ways; needs memory
    /// for the positions of one depth
    #[arg(long, conflicts_with = "divide")]
    pub merge: bool,
}

/// `ludarium record`
#[derive(Clone, Debug, Args)]
pub struct RecordArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Who plays: one agent for all seats, one a side, or one a seat. For a side also one agent for
    /// each of its seats in their order, joined by `+`
    #[arg(long, value_name = "A,...", default_value = "random")]
    pub agents: String,
    /// Number of matches
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub matches: u64,
    /// Random plies before the agents play
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub opening_plies: u32,
    /// Record the position after each event
    #[arg(long)]
    pub positions: bool,
    /// Record what was legal before each event
    #[arg(long)]
    pub legal: bool,
    /// The seed.
    #[command(flatten)]
    pub seed: SeedArg,
    /// The threads.
    #[command(flatten)]
    pub threads: ThreadsArg,
}

/// `ludarium verify`
#[derive(Clone, Debug, Args)]
pub struct VerifyArgs {
    /// A file of records, puzzles of o-an-quan among them; standard input if it is left out or `-`
    pub file: Option<PathBuf>,
}

/// `ludarium playouts`
#[derive(Clone, Debug, Args)]
pub struct PlayoutsArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Number of matches
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = at_least_one)]
    pub matches: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The seed.
    #[command(flatten)]
    pub seed: SeedArg,
    /// The threads.
    #[command(flatten)]
    pub threads: ThreadsArg,
}

/// What a tournament or a measurement is of.
#[derive(Clone, Debug, Args)]
pub struct SetupArgs {
    /// The game's id, as `ludarium games` lists it
    #[arg(required_unless_present_any = ["resume", "preset"])]
    pub game: Option<GameId>,
    /// Read what is not given here from this TOML file, option by option
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub preset: Option<PathBuf>,
    /// Number of players [default: the least the game allows]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub players: Option<u8>,
    /// A rule option other than the default; may be repeated
    #[arg(long = "rule", value_name = "OPTION=VALUE", conflicts_with = "resume")]
    pub rules: Vec<String>,
}

/// How a tournament or a measurement is run.
#[derive(Clone, Debug, Args)]
pub struct RunArgs {
    /// Random plies before the agents play, drawn from the luck of the group: a number or a range such as
    /// 2..6 [default: 4 in games without chance, else 0]
    #[arg(long, value_name = "N|LOW..HIGH", conflicts_with = "resume")]
    pub opening_plies: Option<Plies>,
    /// Master seed of all randomness [default: 1]
    #[arg(long, value_name = "S", conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// The folder for the results [default: the next free number under results/]
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub out: Option<PathBuf>,
    /// Overwrite the results in a folder that holds some
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
    /// Go on with the interrupted run in this folder, to the same bytes
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    /// The threads.
    #[command(flatten)]
    pub threads: ThreadsArg,
}

/// `ludarium tournament`
#[derive(Clone, Debug, Args)]
pub struct TournamentArgs {
    /// The game and its rules.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The entrants, separated by commas: one agent each for all seats of a side, or one for each of
    /// its seats in their order, joined by `+` [default: some of different strength]
    #[arg(long, value_name = "A,B,...", conflicts_with = "resume")]
    pub agents: Option<String>,
    /// Who meets whom: `round-robin`, everyone everyone; `gauntlet`, the first entrant each of the others;
    /// `ladder`, each the 1st, 2nd, 4th and 8th after it [default: round-robin]
    #[arg(long, value_name = "SCHEDULE", conflicts_with = "resume")]
    pub schedule: Option<Format>,
    /// Which openings are taken.
    #[command(flatten)]
    pub balanced: BalancedArgs,
    /// Groups: in each, every choice of entrants meets once in every rotation, on the same luck. With
    /// k sides a multiple of (k - 1)! seats everyone behind everyone equally often [default: 720]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = at_least_one)]
    pub groups: Option<u64>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Which openings are taken.
#[derive(Clone, Debug, Args)]
pub struct BalancedArgs {
    /// Draw openings again until the judge sees a margin of at most so many points; `off` takes all. For
    /// games of two sides without chance and hidden information [default: off; in a ladder 2, where the
    /// game allows it]
    #[arg(long, value_name = "POINTS", conflicts_with = "resume")]
    pub balanced: Option<MostMargin>,
    /// The agent that judges openings [default: the strongest search there is]
    #[arg(long, value_name = "AGENT", conflicts_with = "resume")]
    pub judge: Option<String>,
}

/// The greatest margin of an opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MostMargin {
    /// Any margin.
    Any,
    /// At most so many points.
    Points(f64),
}

impl FromStr for MostMargin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "off" {
            return Ok(MostMargin::Any);
        }
        let points = text.parse().ok().filter(|points: &f64| points.is_finite() && *points >= 0.0);
        points.map(MostMargin::Points).ok_or("it takes a number of points, or `off`")
    }
}

/// `ludarium ladder`
#[derive(Clone, Debug, Args)]
pub struct LadderArgs {
    /// The game and its rules.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The agents from the weakest to the strongest, separated by commas [default: all levels of the game]
    #[arg(long, value_name = "A,B,...", conflicts_with = "resume")]
    pub agents: Option<String>,
    /// Groups: in each, all pairs of the ladder meet on every side of the same opening [default: 200]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = at_least_one)]
    pub groups: Option<u64>,
    /// Which openings are taken.
    #[command(flatten)]
    pub balanced: BalancedArgs,
    /// How far apart neighbours shall be, in Elo
    #[arg(long, value_name = "LOW..HIGH", default_value = "80..160")]
    pub gap: Gap,
    /// Answer no (exit code 1) unless every gap is as it shall be
    #[arg(long)]
    pub check: bool,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludarium balance`
#[derive(Clone, Debug, Args)]
pub struct BalanceArgs {
    /// The game and the rules that are the same in all cells.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Values of a rule option, or of `players`, to compare: every choice of them is a cell. The
    /// defaults, to which the others are compared, are added where they are left out. May be repeated
    #[arg(long, value_name = "OPTION=VALUE,...", conflicts_with = "resume")]
    pub vary: Vec<String>,
    /// The agents, separated by commas; each plays all seats by itself [default: some of different
    /// strength, one where nobody decides anything]
    #[arg(long, value_name = "A,B,...", conflicts_with = "resume")]
    pub agents: Option<String>,
    /// Groups: matches of each cell. A group is played on the same luck in all cells [default: 10000]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = at_least_one)]
    pub groups: Option<u64>,
    /// Play so many runs, with the seeds from --seed on, and count how many intervals hold the exact
    /// values; for games that have a solver. Cannot be resumed
    #[arg(long, value_name = "RUNS", conflicts_with = "resume", value_parser = at_least_one)]
    pub calibrate: Option<u64>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludarium solve`
#[derive(Clone, Debug, Args)]
pub struct SolveArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Of o-an-quan: prove the value of the start, from both sides
    #[arg(long, conflicts_with = "position")]
    pub from_start: bool,
    /// Of o-an-quan: prove the value of this position
    #[arg(long, allow_hyphen_values = true, value_name = "P")]
    pub position: Option<String>,
    /// Of o-an-quan: plies searched, if the value is not exact before [default: 17]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print CSV, one row a figure
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// `ludarium puzzle`
#[derive(Clone, Debug, Args)]
pub struct PuzzleArgs {
    /// The game's id, as `ludarium games` lists it
    pub game: GameId,
    /// Of which days.
    #[command(flatten)]
    pub days: DaysArgs,
    /// What to do with puzzles.
    #[command(subcommand)]
    pub action: Option<PuzzleAction>,
}

/// The puzzles of days.
#[derive(Clone, Debug, Args)]
pub struct DaysArgs {
    /// Of o-an-quan: print the puzzle of this day, YYYY-MM-DD, as JSON
    #[arg(long, value_name = "DATE", group = "day", conflicts_with = "to")]
    pub date: Option<Date>,
    /// Of o-an-quan: print the puzzles of all days from this one on, one a line
    #[arg(long, value_name = "DATE", group = "day", requires = "to")]
    pub from: Option<Date>,
    /// The last of these days
    #[arg(long, value_name = "DATE", requires = "from")]
    pub to: Option<Date>,
    /// How many turns ahead the puzzles look: 3, 5, 7 or 9
    #[arg(long, value_name = "TURNS", default_value_t = Depth::DAILY, requires = "day")]
    pub depth: Depth,
    /// Draw the puzzles for people, without the solution
    #[arg(long, requires = "day")]
    pub text: bool,
    /// Tell the solution as well
    #[arg(long, requires = "text")]
    pub solution: bool,
    /// Threads that make the puzzles; 0 is one a core. Results do not depend on it
    #[arg(
        long,
        value_name = "T",
        default_value_t = 0,
        value_parser = thread_count,
        requires = "day"
    )]
    pub threads: usize,
}

impl DaysArgs {
    /// The first and the last day, if days are asked for.
    pub fn range(&self) -> Option<(Date, Date)> {
        self.date.map(|date| (date, date)).or(self.from.zip(self.to))
    }
}

/// What to do with puzzles.
#[derive(Clone, Debug, Subcommand)]
pub enum PuzzleAction {
    /// Of amidakuji-bridge: make puzzles with a solution and a measured difficulty
    Generate(GenerateArgs),
    /// Of amidakuji-bridge: find a shortest solution, or prove that there is none
    Solve(SolvePuzzleArgs),
    /// Check puzzles and their solutions
    Verify(VerifyPuzzleArgs),
}

/// How much work goes into a puzzle that is too large to be solved completely.
#[derive(Clone, Copy, Debug, Args)]
pub struct EffortArgs {
    /// Positions that a search for a solution looks at
    #[arg(long, value_name = "N", default_value_t = PUZZLE_NODES, value_parser = at_least_one)]
    pub nodes: u64,
    /// Random playouts that estimate a difficulty
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = at_least_one)]
    pub playouts: u64,
}

/// Positions that a search for a solution looks at, if not told otherwise.
const PUZZLE_NODES: u64 = 2_000_000;

/// `ludarium puzzle generate`
#[derive(Clone, Debug, Args)]
pub struct GenerateArgs {
    /// A rule option other than the default; may be repeated
    #[arg(long = "rule", value_name = "OPTION=VALUE")]
    pub rules: Vec<String>,
    /// How difficult they shall be, in bits: random play wins one time in 2^bits. A number stands for
    /// the range from half a bit below to half a bit above; LOW..HIGH excludes HIGH [default: any]
    #[arg(long, value_name = "BITS|LOW..HIGH", allow_hyphen_values = true)]
    pub difficulty: Option<Range>,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub count: u64,
    /// Positions drawn for each puzzle before giving up
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least_one)]
    pub tries: u64,
    /// Print puzzles as JSON, one a line
    #[arg(long)]
    pub json: bool,
    /// How much work goes into each.
    #[command(flatten)]
    pub effort: EffortArgs,
    /// The seed.
    #[command(flatten)]
    pub seed: SeedArg,
    /// The threads.
    #[command(flatten)]
    pub threads: ThreadsArg,
}

/// `ludarium puzzle solve`
#[derive(Clone, Debug, Args)]
pub struct SolvePuzzleArgs {
    /// A file of puzzles, one JSON object a line; standard input if it is left out or `-`
    pub file: Option<PathBuf>,
    /// Solve this position instead
    #[arg(long, allow_hyphen_values = true, value_name = "P", conflicts_with = "file")]
    pub position: Option<String>,
    /// A rule option other than the default, for a position; may be repeated
    #[arg(long = "rule", value_name = "OPTION=VALUE", requires = "position")]
    pub rules: Vec<String>,
    /// Print puzzles as JSON, one a line
    #[arg(long)]
    pub json: bool,
    /// How much work goes into each.
    #[command(flatten)]
    pub effort: EffortArgs,
    /// The seed.
    #[command(flatten)]
    pub seed: SeedArg,
}

/// `ludarium puzzle verify`
#[derive(Clone, Debug, Args)]
pub struct VerifyPuzzleArgs {
    /// A file of puzzles with solutions, one JSON object a line; standard input if it is left out or `-`
    pub file: Option<PathBuf>,
    /// Of amidakuji-bridge: check a solution of this position instead
    #[arg(
        long,
        allow_hyphen_values = true,
        value_name = "P",
        conflicts_with = "file",
        requires = "solution"
    )]
    pub position: Option<String>,
    /// The solution: actions between blanks
    #[arg(long, allow_hyphen_values = true, value_name = "ACTIONS", requires = "position")]
    pub solution: Option<String>,
    /// A rule option other than the default, for a position; may be repeated
    #[arg(long = "rule", value_name = "OPTION=VALUE", requires = "position")]
    pub rules: Vec<String>,
    /// Print what was found as JSON, one puzzle a line
    #[arg(long)]
    pub json: bool,
    /// Of amidakuji-bridge: solve each puzzle anew, and compare all that can be worked out. Of o-an-quan
    /// that is always done
    #[arg(long)]
    pub thorough: bool,
    /// Positions that a search for a solution looks at
    #[arg(long, value_name = "N", default_value_t = PUZZLE_NODES, value_parser = at_least_one)]
    pub nodes: u64,
}

/// `ludarium signature`
#[derive(Clone, Debug, Args)]
pub struct SignatureArgs {
    /// The game's id [default: all games]
    pub game: Option<GameId>,
}
