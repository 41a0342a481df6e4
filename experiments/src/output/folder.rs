//! The folder that a run writes to: a new one, or one that the user allowed.

use super::FILES;
use super::manifest;
use anyhow::{Context, bail};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Where numbered folders are made.
pub const RESULTS: &str = "results";

/// Makes the next free numbered folder under `results/`.
///
/// # Errors
///
/// If it cannot be made.
fn next_free() -> anyhow::Result<PathBuf> {
    let results = Path::new(RESULTS);
    fs::create_dir_all(results).context("cannot make the folder results")?;
    let taken = fs::read_dir(results)
        .context("cannot read the folder results")?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .max()
        .unwrap_or(0);
    // Another run may take the same number at the same moment: then the next one is tried.
    for number in taken.saturating_add(1)..=u32::MAX {
        let folder = results.join(format!("{number:04}"));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot make {}", folder.display()));
            }
        }
    }
    bail!("no number is free under results")
}

/// Makes `folder`, or takes it as it is if it is empty or `force` is set.
///
/// # Errors
///
/// If it holds anything and `force` is not set, or cannot be made or read.
fn make(folder: &Path, force: bool) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    if entries.next().is_none() || force {
        return Ok(());
    }
    let resume =
        manifest::kind(folder).filter(|kind| kind.can_go_on).map_or(String::new(), |kind| {
            format!(", go on with `ludarium {} --resume {}`", kind.command, folder.display())
        });
    bail!(
        "the folder {} already holds something: give another --out{resume}, or overwrite its \
         results with --force",
        folder.display()
    )
}

/// Takes the folder of a new run, `given` or the next free one: made, locked, and emptied of what
/// another run left.
///
/// # Errors
///
/// If it holds anything and `force` is not set, another process has it, or it cannot be made.
pub fn begin(given: Option<&Path>, force: bool) -> anyhow::Result<(PathBuf, Lock)> {
    let folder = match given {
        None => next_free()?,
        Some(folder) => {
            make(folder, force)?;
            folder.to_path_buf()
        }
    };
    let lock = lock(&folder)?;
    clear(&folder)?;
    Ok((folder, lock))
}

/// The file that is locked while a run writes to its folder.
const LOCK: &str = "lock";

/// A folder that no other process writes to, as long as this value lives.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If it stays, nobody is kept out by it: only its being locked counts.
        fs::remove_file(&self.path).ok();
    }
}

/// Locks `folder` for this process.
///
/// # Errors
///
/// If it cannot be, or another process has it.
pub fn lock(folder: &Path) -> anyhow::Result<Lock> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let file = file.with_context(|| format!("cannot open {}", path.display()))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("another ludarium is writing to {}: wait for it, or stop it", folder.display())
        }
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Lock { path, _file: file }),
    }
}

/// Removes what other runs left in `folder`, their manifest first: it does not go with a run that
/// begins there, should that one be stopped.
///
/// # Errors
///
/// If a file cannot be removed.
fn clear(folder: &Path) -> anyhow::Result<()> {
    FILES.iter().try_for_each(|name| remove(&folder.join(name)))
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// Writes a file so that it is either there whole or as it was before.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_whole(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let beside = path.with_extension("new");
    fs::write(&beside, contents)
        .and_then(|()| fs::rename(&beside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
