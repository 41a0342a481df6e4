//! `--preset`: arguments of a command from a TOML file. The command line goes before it.

use crate::arena::Plies;
use crate::cli::{RunArgs, SetupArgs};
use crate::registry::GameId;
use anyhow::{Context, bail, ensure};
use ludarium_agents::Entrant;
use ludarium_engine::notation::shown;
use ludarium_engine::options::{hint, nearest};
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::num::NonZeroU64;
use std::path::Path;

/// The keys that every command takes.
const KEYS: [&str; 7] = ["game", "players", "rules", "agents", "groups", "opening-plies", "seed"];

/// The arguments in a file. What only one command takes is there for all, but refused by the others.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub(super) struct Preset {
    game: Option<String>,
    players: Option<u8>,
    rules: BTreeMap<String, toml::Value>,
    agents: Option<Vec<String>>,
    groups: Option<NonZeroU64>,
    opening_plies: Option<Plies>,
    seed: Option<u64>,
    /// Of a tournament.
    pub(super) schedule: Option<String>,
    /// Of a tournament or a ladder: points, or `off`.
    pub(super) balanced: Option<toml::Value>,
    /// Likewise.
    pub(super) judge: Option<String>,
    /// Of a measurement of balance.
    vary: toml::map::Map<String, toml::Value>,
    /// Likewise.
    pub(super) calibrate: Option<NonZeroU64>,
}

/// What a preset has for the rest of a command: see [`Preset::fill`].
pub(super) struct Open<'a> {
    pub(super) setup: &'a mut SetupArgs,
    pub(super) run: &'a mut RunArgs,
    pub(super) agents: &'a mut Option<String>,
    pub(super) groups: &'a mut Option<u64>,
}

impl Preset {
    /// Reads `path` for a command that takes `own` keys beside those of all commands.
    pub(super) fn read(path: &Path, own: &[&str]) -> anyhow::Result<Self> {
        let file = path.display();
        let text =
            fs::read_to_string(path).with_context(|| format!("--preset: cannot read {file}"))?;
        let expected = || format!("--preset: {file} is not as expected");
        let table: toml::Table = toml::from_str(&text).with_context(expected)?;
        let known = || KEYS.iter().chain(own).copied();
        for key in table.keys() {
            ensure!(
                known().any(|name| name == key),
                "--preset: {file} has the unknown key `{}`{}; the keys are {}",
                shown(key),
                hint(&nearest(key, known())),
                known().collect::<Vec<_>>().join(", ")
            );
        }
        let preset: Preset = toml::from_str(&text).with_context(expected)?;
        let in_file = || format!("--preset: {file}");
        if let Some(game) = &preset.game {
            game.parse::<GameId>().with_context(in_file)?;
        }
        if let Some(agents) = &preset.agents {
            ensure!(!agents.is_empty(), "--preset: {file} has an empty list of agents");
            for agent in agents {
                agent.parse::<Entrant>().with_context(in_file)?;
            }
        }
        if let Some(name) = preset.rules.keys().chain(preset.vary.keys()).find(|n| n.contains('='))
        {
            bail!("--preset: {file}: no rule option has the name `{}`", shown(name));
        }
        Ok(preset)
    }

    /// Fills in what the command line left open.
    pub(super) fn fill(&self, open: Open<'_>, vary: &mut Vec<String>) {
        let Open { setup, run, agents, groups } = open;
        let game = self.game.as_ref().and_then(|game| game.parse().ok());
        setup.game = setup.game.or(game);
        // What the command line fixes or varies is not the preset's to say.
        let names = |texts: &[String]| -> HashSet<String> {
            let name = |text: &String| text.split('=').next().unwrap_or_default().to_string();
            texts.iter().map(name).collect()
        };
        let mut given = names(&setup.rules);
        given.extend(names(vary));
        given.extend(setup.players.map(|_| "players".to_string()));
        if !given.contains("players") {
            setup.players = self.players;
        }
        let rules = self.rules.iter().filter(|(name, _)| !given.contains(*name));
        setup.rules.extend(rules.map(|(name, value)| format!("{name}={}", text(value))));
        let varied = self.vary.iter().filter(|(name, _)| !given.contains(*name));
        vary.extend(varied.map(|(name, values)| format!("{name}={}", list(values))));
        *agents = agents.take().or(self.agents.as_ref().map(|agents| agents.join(",")));
        *groups = groups.or(self.groups.map(NonZeroU64::get));
        run.opening_plies = run.opening_plies.or(self.opening_plies);
        run.seed = run.seed.or(self.seed);
    }
}

/// Adds to an error of what a command was told that some of it may stand in a preset.
pub(super) fn naming_preset<T>(setup: &SetupArgs, told: anyhow::Result<T>) -> anyhow::Result<T> {
    match &setup.preset {
        Some(file) => told.with_context(|| format!("with --preset {}", file.display())),
        None => told,
    }
}

/// A value as it is written on the command line.
pub(super) fn text(value: &toml::Value) -> String {
    match value {
        toml::Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

/// Values as they are written on the command line.
fn list(value: &toml::Value) -> String {
    match value {
        toml::Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(","),
        alone => text(alone),
    }
}
