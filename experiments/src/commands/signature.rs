//! `ludarium signature`: hashes of behaviour.
//!
//! A line for the rules, over random games with every number of players and every rule option at
//! values other than its default, and a line for each agent with a small budget, over matches with
//! itself for the numbers of players that it plays. The last line hashes them all. A change for speed or clarity leaves every line as it was;
//! a line that changes tells what behaves differently.

use super::{Answer, usual_start};
use crate::arena::Arena;
use crate::cli::SignatureArgs;
use crate::record::Record;
use crate::registry::{GameId, WithGame, with_game};
use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::{Game, OptionInfo, Options, Values, options};
use std::io::Write;

/// Random games of each set of rules and number of players.
const RULES_MATCHES: u64 = 50;
/// Matches of each agent and number of players.
const AGENT_MATCHES: u64 = 2;
/// Random plies before agents play, so that agents without randomness play different matches.
const OPENING_PLIES: u32 = 4;

pub(super) fn run(args: &SignatureArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut all = blake3::Hasher::new();
    for game in args.game.map_or(GameId::ALL.to_vec(), |game| vec![game]) {
        with_game(game, Sign { out: &mut *out, all: &mut all })?;
    }
    writeln!(out, "signature {}", short(&all))?;
    Ok(Answer::Yes)
}

fn short(hasher: &blake3::Hasher) -> String {
    hasher.finalize().to_hex()[..16].to_string()
}

struct Sign<'a> {
    out: &'a mut dyn Write,
    all: &'a mut blake3::Hasher,
}

impl WithGame for Sign<'_> {
    type Output = anyhow::Result<()>;

    fn run<G: Evaluate>(mut self) -> anyhow::Result<()> {
        let random: AgentSpec = "random".parse()?;
        let usual: G = usual_start()?;
        let mut hasher = blake3::Hasher::new();
        for rules in varied_rules::<G>() {
            for players in G::players_for(&rules) {
                if let Ok(start) = G::new(rules, players) {
                    add_matches(&mut hasher, &start, &random, RULES_MATCHES)?;
                }
            }
        }
        self.line::<G>("rules", &hasher)?;
        for family in AgentSpec::families() {
            let spec: AgentSpec = family.quick.parse()?;
            if spec.build(&usual).is_err() {
                continue;
            }
            let mut hasher = blake3::Hasher::new();
            for players in G::players_for(&G::Rules::default()) {
                if let Ok(start) = G::new(G::Rules::default(), players)
                    && spec.build(&start).is_ok()
                {
                    add_matches(&mut hasher, &start, &spec, AGENT_MATCHES)?;
                }
            }
            self.line::<G>(&spec.to_string(), &hasher)?;
        }
        Ok(())
    }
}

impl Sign<'_> {
    fn line<G: Game>(&mut self, what: &str, hasher: &blake3::Hasher) -> anyhow::Result<()> {
        let line = format!("{} {what} {}\n", G::ID, short(hasher));
        self.all.update(line.as_bytes());
        self.out.write_all(line.as_bytes())?;
        Ok(())
    }
}

/// The default rules, and for each option the rules that differ in it alone: every other word, or
/// the least and the greatest number.
fn varied_rules<G: Game>() -> Vec<G::Rules> {
    let values = |option: &OptionInfo| -> Vec<String> {
        match option.values {
            Values::Words(words) => words.iter().map(ToString::to_string).collect(),
            Values::Integer(least, most) => vec![least.to_string(), most.to_string()],
            Values::Real(least, most) => vec![least.to_string(), most.to_string()],
        }
    };
    let mut all = vec![G::Rules::default()];
    for option in G::Rules::TABLE {
        for value in values(option) {
            let pair = format!("{}={value}", option.name);
            // Values that need another option beside them are left to the engine's tests.
            if let Ok(rules) = options::from_pairs::<G::Rules>([pair.as_str()])
                && rules != G::Rules::default()
            {
                all.push(rules);
            }
        }
    }
    all
}

/// Adds the records of matches of `spec` with itself, positions included.
fn add_matches<G: Evaluate>(
    hasher: &mut blake3::Hasher,
    start: &G,
    spec: &AgentSpec,
    matches: u64,
) -> anyhow::Result<()> {
    let specs = vec![spec; usize::from(start.players())];
    let mut arena = Arena::new(start, 1, OPENING_PLIES);
    for number in 0..matches {
        let record = Record::play(&mut arena, start, number, &specs, true, false)?;
        hasher.update(&serde_json::to_vec(&record)?);
    }
    Ok(())
}
