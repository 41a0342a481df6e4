//! Running the program in tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A command line of the program, without input.
pub(crate) fn ludarium(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
    command.args(args).stdin(Stdio::null());
    command
}

/// What it comes to.
pub(crate) fn run(args: &[&str]) -> Output {
    ludarium(args).output().unwrap()
}

/// Makes sure that it succeeded.
pub(crate) fn assert_done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A folder of a test.
pub(crate) fn folder(within: &TempDir, name: &str) -> PathBuf {
    within.path().join(name)
}

/// Makes sure that these files are the same to the byte in two folders.
pub(crate) fn assert_same_files(files: &[&str], one: &Path, other: &Path) {
    for file in files {
        let (a, b) =
            (std::fs::read(one.join(file)).unwrap(), std::fs::read(other.join(file)).unwrap());
        assert!(a == b, "{file} differs in {} and {}", one.display(), other.display());
    }
}
