//! Notes the git commit that the program is built from, with `-dirty` where it was changed, for
//! manifests. Outside a checkout, or without git, there is none.

use std::process::Command;

fn main() {
    // Whatever the program is built from, and what git says of it.
    for source in ["build.rs", "src", "../engine/src", "../agents/src", "../Cargo.lock"] {
        println!("cargo:rerun-if-changed={source}");
    }
    if let Some(path) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={path}");
    }
    if let Some(commit) = git(&["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]) {
        println!("cargo:rustc-env=LUDARIUM_COMMIT={commit}");
    }
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|out| out.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}
