//! Tournaments give the same bytes however they are run, and lose nothing when they are stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Every file that must be the same to the byte.
const FILES: [&str; 6] =
    ["manifest.json", "matches.csv", "seats.csv", "standings.csv", "pairs.csv", "sides.csv"];
/// A small tournament of a few hundred milliseconds.
const SMALL: [&str; 8] = [
    "tournament",
    "o-an-quan",
    "--agents",
    "random,greedy,mcts:iterations=30",
    "--groups",
    "40",
    "--seed",
    "7",
];

fn ludarium(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    ludarium(args).output().unwrap()
}

fn assert_done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn play(folder: &Path, more: &[&str]) -> Output {
    let out = ["--out", text(folder)];
    let output = run(&[&SMALL[..], &out, more].concat());
    assert_done(&output);
    output
}

fn resume(folder: &Path, threads: &str) {
    assert_done(&run(&["tournament", "--resume", text(folder), "--threads", threads]));
}

fn assert_same(one: &Path, other: &Path) {
    for file in FILES {
        let (a, b) = (fs::read(one.join(file)).unwrap(), fs::read(other.join(file)).unwrap());
        assert!(a == b, "{file} differs in {} and {}", one.display(), other.display());
    }
}

fn folder(within: &TempDir, name: &str) -> PathBuf {
    within.path().join(name)
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let within = TempDir::new().unwrap();
    let [one, two, three, seeded] = ["1", "2", "3", "s"].map(|name| folder(&within, name));
    let first = play(&one, &["--threads", "1"]);
    let second = play(&two, &["--threads", "2"]);
    play(&three, &["--threads", "3"]);
    assert_same(&one, &two);
    assert_same(&one, &three);
    let table = |output: Output| {
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines()
            .filter(|line| !line.starts_with("Results:"))
            .map(String::from)
            .collect::<Vec<_>>()
    };
    assert_eq!(table(first), table(second));
    let other_seed = [&SMALL[..6], &["--seed", "8", "--out", text(&seeded)]].concat();
    assert_done(&run(&other_seed));
    assert_ne!(
        fs::read(one.join("matches.csv")).unwrap(),
        fs::read(seeded.join("matches.csv")).unwrap()
    );
}

/// The command in the manifest plays the same again.
#[test]
fn the_manifest_says_how_to_run_it_again() {
    let within = TempDir::new().unwrap();
    let (one, again) = (folder(&within, "one"), folder(&within, "again"));
    play(&one, &["--players", "3", "--rule", "quan-non=0", "--rule", "direction=lift"]);
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(one.join("manifest.json")).unwrap()).unwrap();
    let command = manifest["command"].as_str().unwrap();
    let mut args: Vec<&str> = command.split(' ').skip(1).collect();
    args.extend(["--out", text(&again)]);
    assert_done(&run(&args));
    assert_same(&one, &again);
    let hash = manifest["files"]["seats.csv"]["blake3"].as_str().unwrap();
    let seats = fs::read(one.join("seats.csv")).unwrap();
    assert_eq!(hash, blake3::hash(&seats).to_hex().as_str());
}

/// Files cut off at any byte, as a crash or a full disk leaves them, are mended to the same bytes.
#[test]
fn cut_off_files_are_mended() {
    let within = TempDir::new().unwrap();
    let whole = folder(&within, "whole");
    play(&whole, &[]);
    let [match_bytes, seat_bytes] =
        ["matches.csv", "seats.csv"].map(|file| fs::metadata(whole.join(file)).unwrap().len());
    for (number, (matches, seats)) in [
        (match_bytes, seat_bytes - 1),
        (match_bytes - 1, seat_bytes),
        (match_bytes / 2, seat_bytes / 3),
        (match_bytes / 3 + 1, seat_bytes / 2 + 1),
        (match_bytes / 5, seat_bytes),
        (70, seat_bytes / 7),
    ]
    .into_iter()
    .enumerate()
    {
        let cut = folder(&within, &number.to_string());
        fs::create_dir(&cut).unwrap();
        for file in FILES {
            fs::copy(whole.join(file), cut.join(file)).unwrap();
        }
        for (file, bytes) in [("matches.csv", matches), ("seats.csv", seats)] {
            fs::OpenOptions::new()
                .write(true)
                .open(cut.join(file))
                .unwrap()
                .set_len(bytes)
                .unwrap();
        }
        resume(&cut, if number % 2 == 0 { "1" } else { "2" });
        assert_same(&whole, &cut);
    }
}

/// Killed without warning at many moments, and gone on with, it ends with the same bytes.
#[test]
fn killed_runs_go_on() {
    let within = TempDir::new().unwrap();
    let (whole, killed) = (folder(&within, "whole"), folder(&within, "killed"));
    let long = |folder: &Path| {
        let mut args = SMALL.to_vec();
        args[5] = "150";
        let out = ["--out", text(folder), "--threads", "1"];
        ludarium(&[&args[..], &out].concat())
    };
    assert_done(&long(&whole).output().unwrap());
    let mut command = long(&killed);
    let mut kills = 0;
    loop {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 + 15 * kills));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        // Killed before the manifest was there, nothing is to be gone on with.
        command = if killed.join("manifest.json").exists() {
            ludarium(&["tournament", "--resume", text(&killed), "--threads", "1"])
        } else {
            fs::remove_dir_all(&killed).ok();
            long(&killed)
        };
    }
    assert!(kills > 0, "it was over before it could be killed");
    assert_same(&whole, &killed);
}

/// Ctrl-C leaves whole rows, tables of what is done, and a message that says how to go on.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_valid_prefix() {
    let within = TempDir::new().unwrap();
    let (whole, stopped) = (folder(&within, "whole"), folder(&within, "stopped"));
    let args = |folder: &Path| {
        let mut args: Vec<String> = SMALL.map(String::from).to_vec();
        args[5] = "600".to_string();
        args.extend(["--out".to_string(), text(folder).to_string()]);
        args
    };
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
    let child = command.args(args(&stopped)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    while fs::metadata(stopped.join("matches.csv")).map_or(0, |file| file.len()) < 500 {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    let resume_command = format!("ludarium tournament --resume {}", stopped.display());
    assert!(message.contains("stopped after") && message.contains(&resume_command), "{message}");
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("mcts:iterations=30"), "{table}");
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(stopped.join("manifest.json")).unwrap()).unwrap();
    let done = manifest["matches-done"].as_u64().unwrap();
    let lines = |file: &str| fs::read_to_string(stopped.join(file)).unwrap().lines().count() as u64;
    assert_eq!((lines("matches.csv"), lines("seats.csv")), (done + 1, 2 * done + 1));
    assert!(done < manifest["matches"].as_u64().unwrap());
    resume(&stopped, "2");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
    assert_done(&command.args(args(&whole)).output().unwrap());
    assert_same(&whole, &stopped);
}

#[test]
fn a_folder_with_something_in_it_is_refused_unless_forced() {
    let within = TempDir::new().unwrap();
    let out = folder(&within, "out");
    play(&out, &[]);
    let before = fs::read(out.join("matches.csv")).unwrap();
    let refused = run(&[&SMALL[..6], &["--seed", "9", "--out", text(&out)]].concat());
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("--force") && message.contains("--resume"), "{message}");
    assert_eq!(fs::read(out.join("matches.csv")).unwrap(), before);
    let forced = [&SMALL[..6], &["--seed", "9", "--force", "--out", text(&out)]].concat();
    assert_done(&run(&forced));
    assert_ne!(fs::read(out.join("matches.csv")).unwrap(), before);
}

/// Without a folder given, each run makes the next numbered one.
#[test]
fn runs_are_numbered() {
    let within = TempDir::new().unwrap();
    for expected in ["results/0001", "results/0002"] {
        let output = ludarium(&SMALL).current_dir(within.path()).output().unwrap();
        assert_done(&output);
        let table = String::from_utf8(output.stdout).unwrap();
        assert!(table.contains(&format!("Results: {expected}")), "{table}");
        assert!(within.path().join(expected).join("standings.csv").exists());
    }
}

/// The results of a resumed run are checked against the manifest, not taken on trust.
#[test]
fn foreign_files_are_refused() {
    let within = TempDir::new().unwrap();
    let out = folder(&within, "out");
    play(&out, &[]);
    let matches = out.join("matches.csv");
    let good = fs::read_to_string(&matches).unwrap();
    for (bad, expected) in [
        (good.replace("match,group", "match,gruppe"), "the header is not"),
        (good.replacen("\n3,", "\n4,", 1), "not the match that comes here"),
        (good.replacen("\n3,0", "\n3,x", 1), "column 2 is not as written"),
    ] {
        fs::write(&matches, &bad).unwrap();
        let output = run(&["tournament", "--resume", text(&out)]);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected) && message.contains("matches.csv"), "{message}");
        assert_eq!(fs::read_to_string(&matches).unwrap(), bad, "refused, but changed");
    }
    // The manifest of another tournament: with other entrants the rows do not fit, with another
    // seed the last match comes out differently.
    fs::write(&matches, &good).unwrap();
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    for (bad, expected) in [
        (manifest.replacen("\"greedy\",", "", 1), "not the match that comes here"),
        (manifest.replacen("\"greedy\"", "\"mcts:iterations=3\"", 1), "comes out differently"),
        (manifest.replacen("\"seed\": 7", "\"seed\": 8", 1), "comes out differently"),
        (manifest.replacen("\"game-version\": ", "\"game-version\": 9", 1), "it cannot go on"),
        (manifest.replacen("\"seed\"", "\"sead\"", 1), "unknown field `sead`"),
    ] {
        assert_ne!(bad, manifest);
        fs::write(out.join("manifest.json"), bad).unwrap();
        let output = run(&["tournament", "--resume", text(&out)]);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected), "{message}");
        assert_eq!(fs::read_to_string(&matches).unwrap(), good, "refused, but changed");
    }
}

/// While one process writes, another is refused.
#[test]
fn two_processes_do_not_write_to_one_folder() {
    let within = TempDir::new().unwrap();
    let out = folder(&within, "out");
    play(&out, &[]);
    let held = fs::OpenOptions::new().append(true).open(out.join("matches.csv")).unwrap();
    held.lock().unwrap();
    for args in [
        &["tournament", "--resume", text(&out)][..],
        &[&SMALL[..], &["--force", "--out", text(&out)]].concat(),
    ] {
        let before = fs::read(out.join("matches.csv")).unwrap();
        let output = run(args);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("another ludarium is writing"), "{message}");
        assert_eq!(fs::read(out.join("matches.csv")).unwrap(), before);
    }
    held.unlock().unwrap();
    resume(&out, "1");
}
