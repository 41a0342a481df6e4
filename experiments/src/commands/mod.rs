//! The commands, one file each. A command reads its arguments, does its work through
//! [`crate::registry::with_game`], and writes data to the output it is given.

pub mod balance;
pub mod games;
pub mod perft;
pub mod playouts;
mod preset;
pub mod puzzle;
pub mod record;
pub mod show;
pub mod signature;
pub mod solve;
pub mod tournament;
pub mod verify;

use crate::arena::Plies;
use crate::cli::{Command, GameArgs};
use anyhow::Context;
use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::{Game, NotationError, options};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a command that could be carried out came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done, or yes.
    Yes,
    /// The answer is no: something does not match.
    No,
}

/// Carries out a command, writing data to `out`.
///
/// # Errors
///
/// Whatever kept it from being carried out.
pub fn run(command: Command, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match command {
        Command::Games(args) => games::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Record(args) => record::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Playouts(args) => playouts::run(&args, out),
        Command::Tournament(args) => tournament::run(args, out),
        Command::Ladder(args) => tournament::run_ladder(args, out),
        Command::Balance(args) => balance::run(args, out),
        Command::Puzzle(args) => puzzle::run(&args, out),
        Command::Solve(args) => solve::run(&args, out),
        Command::Signature(args) => signature::run(&args, out),
    }
}

impl GameArgs {
    fn rules<G: Game>(&self) -> anyhow::Result<G::Rules> {
        options::from_pairs(self.rules.iter().map(String::as_str)).context("--rule")
    }

    fn players_of<G: Game>(&self, rules: &G::Rules) -> u8 {
        self.players.unwrap_or(*G::players_for(rules).start())
    }

    fn start<G: Game>(&self) -> anyhow::Result<G> {
        let rules = self.rules::<G>()?;
        Ok(G::new(rules, self.players_of::<G>(&rules))?)
    }

    /// The position in `text`, or the start. Without `--players` the text says how many there are.
    fn position<G: Game>(&self, text: Option<&str>) -> anyhow::Result<G> {
        let Some(text) = text else { return self.start() };
        let rules = self.rules::<G>()?;
        let asked = self.players_of::<G>(&rules);
        options::check_players::<G>(&rules, asked)?;
        let position = match G::parse(rules, asked, text) {
            Err(NotationError::Players { found, .. }) if self.players.is_none() => {
                G::parse(rules, found, text)
            }
            parsed => parsed,
        };
        position.context("--position")
    }
}

/// The agents where none are named, as far as they can play the game.
const DEFAULT_AGENTS: [&str; 5] =
    ["random", "greedy", "minimax:depth=4", "mcts:iterations=50", "mcts:iterations=200"];
/// The master seed where none is given.
const SEED: u64 = 1;
/// Random plies before the agents play, where the game has no chance of its own.
const OPENING_PLIES: Plies = Plies::exactly(4);

/// Agents of different strength that can play the game `G`.
fn default_agents<G: Evaluate>() -> anyhow::Result<Vec<AgentSpec>> {
    let start: G = usual_start()?;
    let specs = DEFAULT_AGENTS.iter().map(|spec| spec.parse());
    let specs: Vec<AgentSpec> = specs.collect::<Result<_, _>>()?;
    Ok(specs.into_iter().filter(|spec| spec.build(&start).is_ok()).collect())
}

/// The start under the default rules, for the least number of players.
fn usual_start<G: Game>() -> anyhow::Result<G> {
    let rules = G::Rules::default();
    Ok(G::new(rules, *G::players_for(&rules).start())?)
}

/// Without chance, agents without randomness would play one match over and over.
fn default_opening_plies<G: Game>() -> Plies {
    if G::HAS_CHANCE { Plies::NONE } else { OPENING_PLIES }
}

/// Says so where several agents are compared in a game that asks them nothing.
fn nobody_decides<G: Game>(agents: usize) {
    if !G::HAS_DECISIONS && agents > 1 {
        eprintln!("nobody decides anything in {}: all agents are the same", G::ID);
    }
}

/// A flag that is set when the user asks to stop (Ctrl-C). A second time ends the program at once;
/// what is written by then stays whole.
fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("stopping after what is under way; once more stops at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(flag)
}
