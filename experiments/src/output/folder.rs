//! The folder that a run writes to: a new one, or one that the user allowed.

use super::manifest::MANIFEST;
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
pub fn next_free() -> anyhow::Result<PathBuf> {
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

/// Makes `folder`, or takes it as it is if it is empty or `force` is set. `command` is what could go on
/// with the results in it, if anything.
///
/// # Errors
///
/// If it holds anything and `force` is not set, or cannot be made or read.
pub fn make(folder: &Path, force: bool, command: Option<&str>) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    if entries.next().is_none() || force {
        return Ok(());
    }
    let resume = if let Some(command) = command.filter(|_| folder.join(MANIFEST).exists()) {
        format!(", go on with `ludarium {command} --resume {}`", folder.display())
    } else {
        String::new()
    };
    bail!(
        "the folder {} already holds something: give another --out{resume}, or overwrite its \
         results with --force",
        folder.display()
    )
}

/// Opens a file of `folder` for this process alone.
///
/// # Errors
///
/// If it cannot be opened, or another process has it.
pub fn open_locked(options: &OpenOptions, folder: &Path, name: &str) -> anyhow::Result<File> {
    let path = folder.join(name);
    let file = options.open(&path).with_context(|| format!("cannot open {}", path.display()))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("another ludarium is writing to {}: wait for it, or stop it", folder.display())
        }
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Removes a file, if it is there.
///
/// # Errors
///
/// If it is there and cannot be removed.
pub fn remove(path: &Path) -> anyhow::Result<()> {
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
