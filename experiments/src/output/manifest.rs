//! `manifest.json`: everything needed to run an experiment again, and what it came to.
//!
//! What may differ between two runs of the same experiment (machine, threads, time) is kept apart,
//! in `run.json`, so that the manifest is the same to the byte.

use super::folder::write_whole;
use crate::arena::{Balance, Format, Plies};
use anyhow::{Context, bail, ensure};
use ludarium_agents::{Entrant, SpecError};
use ludarium_engine::Game;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

/// The manifest's file name.
pub const MANIFEST: &str = "manifest.json";
/// The file name of what may differ between runs.
pub const RUN: &str = "run.json";

/// What an experiment is made of, as its manifest holds it.
pub trait Experiment: Serialize + DeserializeOwned {
    /// The command that runs it.
    const COMMAND: &'static str;
    /// What it is called in sentences, with its article.
    const WHAT: &'static str;

    /// The id of the game, and the version of its rules engine.
    fn game(&self) -> (&str, u32);
}

/// What a tournament is: with the program and the game's version it decides every byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Design {
    /// The game's id.
    pub game: String,
    /// The version of its rules engine.
    pub game_version: u32,
    /// Number of players.
    pub players: u8,
    /// Rule options that differ from the defaults.
    pub rules: Map<String, Value>,
    /// The entrants, as canonical specs (joined by `+` where each seat has its own), numbered from 1
    /// in the files.
    pub agents: Vec<String>,
    /// Who meets whom.
    pub schedule: Format,
    /// Groups of matches that share luck.
    pub groups: u64,
    /// Random plies before the agents play.
    pub opening_plies: Plies,
    /// Which openings are taken; all where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balanced: Option<Balanced>,
    /// The master seed.
    pub seed: u64,
}

/// Which openings are taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Balanced {
    /// The greatest margin that the judge may see.
    pub most: f64,
    /// The judge, as a canonical spec.
    pub judge: String,
}

impl Experiment for Design {
    const COMMAND: &'static str = "tournament";
    const WHAT: &'static str = "a tournament";

    fn game(&self) -> (&str, u32) {
        (&self.game, self.game_version)
    }
}

impl Design {
    /// The entrants.
    ///
    /// # Errors
    ///
    /// If a spec is none of this program's.
    pub fn entrants(&self) -> Result<Vec<Entrant>, SpecError> {
        self.agents.iter().map(|spec| spec.parse()).collect()
    }

    /// Which openings are taken; `None` for all.
    ///
    /// # Errors
    ///
    /// If the judge of openings is no spec of this program's.
    pub fn balance(&self) -> Result<Option<Balance>, SpecError> {
        let balance = |balanced: &Balanced| {
            Ok(Balance { judge: balanced.judge.parse()?, most: balanced.most })
        };
        self.balanced.as_ref().map(balance).transpose()
    }
}

/// The program that made a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Program {
    /// Its version.
    pub version: String,
    /// Its git commit, if it was built in a checkout.
    pub commit: Option<String>,
}

impl Program {
    /// This program.
    pub fn this() -> Self {
        Program {
            version: env!("CARGO_PKG_VERSION").to_string(),
            commit: option_env!("LUDARIUM_COMMIT").map(str::to_string),
        }
    }
}

/// A result file as it was when the run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct FileHash {
    /// Its length.
    pub bytes: u64,
    /// Its BLAKE3 hash.
    pub blake3: String,
}

impl FileHash {
    fn of(path: &Path) -> anyhow::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        fs::File::open(path)
            .and_then(|file| hasher.update_reader(file).map(|_| ()))
            .with_context(|| format!("cannot read {}", path.display()))?;
        Ok(FileHash { bytes: hasher.count(), blake3: hasher.finalize().to_hex().to_string() })
    }
}

/// The manifest of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Manifest<D> {
    /// The command that runs the same again.
    pub command: String,
    /// The program that began it.
    pub program: Program,
    /// Other programs that went on with it, in order; none where one program did it all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumed_by: Vec<Program>,
    /// What was to be played.
    pub design: D,
    /// Matches of the whole design.
    pub matches: u64,
    /// Matches that are in the files; fewer when the run was stopped.
    pub matches_done: u64,
    /// The result files; none while the run goes on.
    pub files: BTreeMap<String, FileHash>,
}

/// What kind of run left a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The command that made it.
    pub command: String,
    /// Whether the command can go on with it.
    pub can_go_on: bool,
}

/// The kind of the run in `folder`, if there is one that says so.
pub fn kind(folder: &Path) -> Option<Kind> {
    let manifest: Value = serde_json::from_slice(&fs::read(folder.join(MANIFEST)).ok()?).ok()?;
    let mut words = manifest["command"].as_str()?.split(' ').skip(1);
    Some(Kind {
        command: words.next()?.to_string(),
        can_go_on: !words.any(|word| word == "--calibrate"),
    })
}

impl<D: Experiment> Manifest<D> {
    /// Reads the manifest in `folder`.
    ///
    /// # Errors
    ///
    /// If there is none or it is not one of this program's.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(MANIFEST);
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if let Some(other) = kind(folder).filter(|kind| kind.command != D::COMMAND) {
            bail!(
                "{} is not the manifest of {}: `ludarium {}` made it",
                path.display(),
                D::WHAT,
                other.command
            );
        }
        serde_json::from_slice(&text)
            .with_context(|| format!("{} is not the manifest of {}", path.display(), D::WHAT))
    }

    /// Makes sure that the manifest in `folder` is of one piece: `command` and `matches` are what its
    /// design comes to.
    ///
    /// # Errors
    ///
    /// If it says otherwise.
    pub fn check_design(
        &self,
        folder: &Path,
        command: &str,
        matches: Option<u64>,
    ) -> anyhow::Result<()> {
        ensure!(
            self.command == command && matches == Some(self.matches),
            "the manifest in {} contradicts itself: its command, design and number of matches do not \
             belong together",
            folder.display()
        );
        Ok(())
    }

    /// Makes sure that the rules of `G` are those that the run in `folder` began with.
    ///
    /// # Errors
    ///
    /// If they are of another game or version.
    pub fn check_version<G: Game>(&self, folder: &Path) -> anyhow::Result<()> {
        let (game, version) = self.design.game();
        ensure!(
            (game, version) == (G::ID, G::VERSION),
            "{} was made by version {version} of the rules of {game}, this is version {}: it cannot go \
             on",
            folder.display(),
            G::VERSION
        );
        Ok(())
    }

    /// Notes that this program goes on with the run, where another one was last at it.
    pub fn go_on(&mut self) {
        let this = Program::this();
        if *self.resumed_by.last().unwrap_or(&self.program) != this {
            let what = D::WHAT.trim_start_matches("a ");
            eprintln!("another build of the program began this {what}; the manifest says so");
            self.resumed_by.push(this);
        }
    }

    /// Writes it to `folder`.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        write_json(&folder.join(MANIFEST), self)
    }

    /// Takes note of the result files in `folder`.
    ///
    /// # Errors
    ///
    /// If one cannot be read.
    pub fn hash_files(&mut self, folder: &Path, names: &[&str]) -> anyhow::Result<()> {
        for name in names {
            self.files.insert((*name).to_string(), FileHash::of(&folder.join(name))?);
        }
        Ok(())
    }

    /// Makes sure that those of these files that it took note of are as they were.
    ///
    /// # Errors
    ///
    /// If one cannot be read or has changed.
    pub fn check_files(&self, folder: &Path, names: &[&str]) -> anyhow::Result<()> {
        for (name, hash) in names.iter().filter_map(|name| Some((name, self.files.get(*name)?))) {
            let path = folder.join(name);
            ensure!(
                FileHash::of(&path)? == *hash,
                "{} was changed: its hash is not the one in {MANIFEST}",
                path.display()
            );
        }
        Ok(())
    }
}

/// What may differ between two runs of the same experiment.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Run {
    /// Operating system and processor family.
    pub host: String,
    /// Processors that the program may use.
    pub cores: usize,
    /// Threads that played.
    pub threads: usize,
    /// Seconds from the start of this run to its end.
    pub wall_seconds: f64,
    /// Matches played in this run, not before an interruption.
    pub matches_played: u64,
}

impl Run {
    /// A run that began at `began` and has just ended.
    pub fn since(began: Instant, threads: usize, matches_played: u64) -> Self {
        Run {
            host: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            threads,
            wall_seconds: began.elapsed().as_secs_f64(),
            matches_played,
        }
    }

    /// Writes it to `folder`.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        write_json(&folder.join(RUN), self)
    }
}

/// Writes a value as JSON, whole or not at all.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_json(path: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    write_whole(path, text.as_bytes())
}
