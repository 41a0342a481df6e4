//! Tournaments give the same bytes however they are run, and lose nothing when they are stopped.

mod common;

use common::{assert_done, assert_same_files, folder, ludarium, run, text};
use std::fs;
use std::path::Path;
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
    assert_same_files(&FILES, one, other);
}

/// The manifest as it is while a run goes on.
fn without_hashes(folder: &Path) -> String {
    let text = fs::read(folder.join("manifest.json")).unwrap();
    let mut manifest: serde_json::Value = serde_json::from_slice(&text).unwrap();
    manifest["files"] = serde_json::json!({});
    manifest.to_string()
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
        let manifest = without_hashes(&whole);
        fs::write(cut.join("manifest.json"), manifest).unwrap();
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

/// What a run comes to that gets Ctrl-C once it has written some matches to `folder`: it could not be done.
#[cfg(unix)]
fn interrupted(args: &[String], folder: &Path) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
    let child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while fs::metadata(folder.join("matches.csv")).map_or(0, |file| file.len()) < 500 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    output
}

/// Ctrl-C leaves whole rows, tables of what is done, and a message that says how to go on.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_valid_prefix() {
    let within = TempDir::new().unwrap();
    let (whole, stopped) = (folder(&within, "whole"), folder(&within, "stopped"));
    let args = |folder: &Path| {
        let mut args: Vec<String> = SMALL.map(String::from).to_vec();
        args[5] = "3000".to_string();
        args.extend(["--threads", "1", "--out", text(folder)].map(String::from));
        args
    };
    let output = interrupted(&args(&stopped), &stopped);
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

/// What a run would go on from must be what that run wrote: otherwise it is refused, and nothing is
/// changed.
#[test]
fn what_does_not_belong_together_is_refused() {
    let within = TempDir::new().unwrap();
    let out = folder(&within, "out");
    play(&out, &[]);
    let read = |file: &str| fs::read_to_string(out.join(file)).unwrap();
    let (matches, seats) = (read("matches.csv"), read("seats.csv"));
    let (hashed, manifest) = (read("manifest.json"), without_hashes(&out));
    let row_of_match_3 = matches.lines().nth(4).unwrap();
    let one_more = matches.clone() + &row_of_match_3.replacen("3,", "240,", 1) + "\n";
    let altered = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    // With more groups in the manifest and its command, the rows would still fit.
    let seeded = altered(&altered(&manifest, "\"seed\":7", "\"seed\":8"), "--seed 7", "--seed 8");
    let other_agents = altered(
        &altered(&manifest, "\"greedy\"", "\"mcts:iterations=3,exploration=0.5\""),
        "random,greedy",
        "random,mcts:iterations=3,exploration=0.5",
    );
    let row_of_match_0 = matches.lines().nth(1).unwrap();
    let forged = row_of_match_0.rsplit_once(',').unwrap().0.to_string() + ",0000000000000001";
    let row = "this is not how the row of match 3 is written";
    for (file, bad, expected) in [
        ("matches.csv", altered(&matches, "match,group", "match,gruppe"), "the header is not"),
        ("matches.csv", altered(&matches, "\n3,", "\n4,"), row),
        ("matches.csv", altered(&matches, "\n3,0", "\n3,1"), row),
        ("matches.csv", altered(&matches, "\n5,0,2,1,", "\n5,0,2,1,x"), "column 5 is no number"),
        ("matches.csv", matches.replace('\n', "\r\n"), "the header is not"),
        ("matches.csv", altered(&matches, row_of_match_3, &format!("{row_of_match_3}\r")), row),
        (
            "matches.csv",
            altered(&matches, row_of_match_0, &forged),
            "match 0 comes out differently",
        ),
        ("matches.csv", one_more, "more matches than planned"),
        ("seats.csv", altered(&seats, "\n3,0,0,", "\n3,0,1,"), row),
        ("seats.csv", altered(&seats, "\n3,1,1,1,", "\n3,1,1,3,"), row),
        ("seats.csv", altered(&seats, ",2,0.000000", ",2,0.100000"), "is written"),
        ("seats.csv", altered(&seats, ",1,1.000000", ",200,1.000000"), "is written"),
        ("manifest.json", seeded, "comes out differently"),
        ("manifest.json", other_agents, "comes out differently"),
        ("manifest.json", altered(&manifest, "\"seed\":7", "\"seed\":8"), "contradicts itself"),
        (
            "manifest.json",
            altered(&manifest, "\"matches\":240", "\"matches\":24"),
            "contradicts itself",
        ),
        (
            "manifest.json",
            altered(&manifest, "\"groups\":40", "\"groups\":4"),
            "contradicts itself",
        ),
        (
            "manifest.json",
            altered(&manifest, "game-version\":1", "game-version\":9"),
            "it cannot go on",
        ),
        ("manifest.json", altered(&manifest, "\"seed\"", "\"sead\""), "unknown field `sead`"),
        (
            "manifest.json",
            altered(&manifest, "\"program\"", "\"more\":1,\"program\""),
            "unknown field",
        ),
        ("manifest.json", altered(&hashed, "\"blake3\": \"", "\"blake3\": \"0"), "was changed"),
    ] {
        fs::write(out.join("matches.csv"), &matches).unwrap();
        fs::write(out.join("seats.csv"), &seats).unwrap();
        fs::write(out.join("manifest.json"), &manifest).unwrap();
        fs::write(out.join(file), &bad).unwrap();
        let output = run(&["tournament", "--resume", text(&out)]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{expected}: {message}");
        assert!(message.contains(expected), "{expected}: {message}");
        assert_eq!(fs::read_to_string(out.join(file)).unwrap(), bad, "refused, but changed");
    }
}

/// Matches that are done are on disk although a longer one is still under way.
#[cfg(unix)]
#[test]
fn a_long_match_does_not_hold_back_what_is_done() {
    let within = TempDir::new().unwrap();
    let out = folder(&within, "out");
    let mut child = ludarium(&["tournament", "o-an-quan", "--groups", "3", "--threads", "2"])
        .args(["--agents", "random,mcts:iterations=1000,mcts:iterations=1000000"])
        .args(["--out", text(&out)])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The first two matches are quick, the next ones take many seconds.
    let seats = || fs::read_to_string(out.join("seats.csv")).unwrap_or_default();
    for _ in 0..1000 {
        if seats().lines().count() >= 5 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let rows = seats().lines().count();
    assert!((5..=13).contains(&rows), "{rows} rows");
}

/// While one process writes, another is refused.
#[test]
fn two_processes_do_not_write_to_one_folder() {
    let within = TempDir::new().unwrap();
    let out = folder(&within, "out");
    play(&out, &[]);
    let held = fs::File::create(out.join("lock")).unwrap();
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

/// One entrant against the others: the same bytes on any number of threads, cut off and gone on with, or
/// run from a preset; the others have no row together.
#[test]
fn gauntlets_and_presets_give_the_same_bytes() {
    let within = TempDir::new().unwrap();
    let [one, two, again, preset] = ["one", "two", "again", "preset"].map(|n| folder(&within, n));
    let agents = "greedy,random,flat:playouts=40,minimax:weights.side-dan=0,depth=2";
    let args = ["tournament", "o-an-quan", "--agents", agents, "--schedule", "gauntlet"];
    let args = [&args[..], &["--rule", "quan-non=0", "--groups", "20", "--seed", "7"]].concat();
    assert_done(&run(&[&args[..], &["--out", text(&one), "--threads", "1"]].concat()));
    let output = run(&[&args[..], &["--out", text(&two), "--threads", "3"]].concat());
    assert_done(&output);
    assert_same(&one, &two);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("seed 7, gauntlet of entrant 1: 120 matches in 20 groups"),
        "{printed}"
    );

    let pairs = fs::read_to_string(one.join("pairs.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(pairs.as_bytes());
    let met: Vec<[String; 3]> = rows
        .records()
        .map(|row| row.unwrap())
        .map(|row| [0, 2, 4].map(|column| row[column].to_string()))
        .collect();
    assert_eq!(met, [["1", "2", "40"], ["1", "3", "40"], ["1", "4", "40"]]);
    let standings = fs::read_to_string(one.join("standings.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(standings.as_bytes());
    let matches: Vec<String> = rows.records().map(|row| row.unwrap()[2].to_string()).collect();
    assert_eq!(matches, ["120", "40", "40", "40"]);

    // Gone on with.
    for file in ["matches.csv", "seats.csv"] {
        let path = two.join(file);
        let bytes = fs::metadata(&path).unwrap().len();
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(bytes / 3).unwrap();
    }
    fs::write(two.join("manifest.json"), without_hashes(&two)).unwrap();
    resume(&two, "2");
    assert_same(&one, &two);

    // By the command in the manifest.
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(one.join("manifest.json")).unwrap()).unwrap();
    let command: Vec<&str> = manifest["command"].as_str().unwrap().split(' ').skip(1).collect();
    assert_done(&run(&[&command[..], &["--out", text(&again)]].concat()));
    assert_same(&one, &again);

    // By a preset, which the command line overrides option by option.
    let file = within.path().join("preset.toml");
    let toml = "game = \"o-an-quan\"\nplayers = 2\ngroups = 3\nseed = 7\nopening-plies = 4\n\
                schedule = \"gauntlet\"\nagents = [\"greedy\", \"random\", \"flat:playouts=40\", \
                \"minimax:weights.side-dan=0,depth=2\"]\n[rules]\nquan-non = 9\n";
    fs::write(&file, toml).unwrap();
    let more = ["--groups", "20", "--rule", "quan-non=0", "--out", text(&preset)];
    assert_done(&run(&[&["tournament", "--preset", text(&file)][..], &more].concat()));
    assert_same(&one, &preset);
}

/// What a ladder has beside the files of a tournament.
const LADDER_FILES: [&str; 5] =
    ["openings.csv", "ratings.csv", "gaps.csv", "fit.csv", "side-terms.csv"];
/// A small ladder whose openings are judged.
const LADDER: [&str; 10] = [
    "ladder",
    "o-an-quan",
    "--agents",
    "random,greedy,minimax:depth=2,minimax:depth=3",
    "--groups",
    "20",
    "--judge",
    "minimax:depth=3",
    "--seed",
    "7",
];

fn assert_same_ladder(one: &Path, other: &Path) {
    assert_same(one, other);
    assert_same_files(&LADDER_FILES, one, other);
}

/// What is printed, but for the folder.
fn printed(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().filter(|line| !line.starts_with("Results: ")).collect::<Vec<_>>().join("\n")
}

/// A ladder gives the same bytes on any number of threads, cut off and gone on with, by the command in its
/// manifest, or from a preset.
#[test]
fn ladders_give_the_same_bytes() {
    let within = TempDir::new().unwrap();
    let [one, two, again, preset] = ["one", "two", "again", "preset"].map(|n| folder(&within, n));
    let whole = run(&[&LADDER[..], &["--out", text(&one), "--threads", "1"]].concat());
    assert_done(&whole);
    let parallel = run(&[&LADDER[..], &["--out", text(&two), "--threads", "3"]].concat());
    assert_same_ladder(&one, &two);
    assert_eq!(printed(&whole), printed(&parallel));

    // Gone on with, with the openings that were drawn.
    for file in ["matches.csv", "seats.csv"] {
        let path = two.join(file);
        let bytes = fs::metadata(&path).unwrap().len();
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(bytes / 3).unwrap();
    }
    fs::write(two.join("manifest.json"), without_hashes(&two)).unwrap();
    let resumed = run(&["ladder", "--resume", text(&two), "--threads", "2"]);
    assert_same_ladder(&one, &two);
    assert_eq!(printed(&whole), printed(&resumed));

    // Other openings are noticed, whether there is a hash or not.
    let openings = fs::read_to_string(one.join("openings.csv")).unwrap();
    assert_eq!(openings.lines().count(), 21);
    let row = |group: usize| openings.lines().nth(group + 1).unwrap();
    let opening = |group: usize| row(group).split_once(',').unwrap().1;
    let exchanged = openings.replacen(opening(19), opening(0), 1);
    assert_ne!(exchanged, openings);
    fs::write(two.join("openings.csv"), &exchanged).unwrap();
    for (manifest, expected) in [
        (fs::read_to_string(one.join("manifest.json")).unwrap(), "was changed"),
        (without_hashes(&one), "comes out differently now"),
    ] {
        fs::write(two.join("manifest.json"), manifest).unwrap();
        let output = run(&["ladder", "--resume", text(&two)]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected), "{message}");
    }

    // By the command in the manifest.
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(one.join("manifest.json")).unwrap()).unwrap();
    let command: Vec<&str> = manifest["command"].as_str().unwrap().split(' ').skip(1).collect();
    assert_done(&run(&[&command[..], &["--out", text(&again)]].concat()));
    assert_same_ladder(&one, &again);

    // By a preset.
    let file = within.path().join("preset.toml");
    let toml = "game = \"o-an-quan\"\ngroups = 20\nseed = 7\nopening-plies = \"2..6\"\n\
                balanced = 2\njudge = \"minimax:depth=3\"\n\
                agents = [\"random\", \"greedy\", \"minimax:depth=2\", \"minimax:depth=3\"]\n";
    fs::write(&file, toml).unwrap();
    assert_done(&run(&["ladder", "--preset", text(&file), "--out", text(&preset)]));
    assert_same_ladder(&one, &preset);
}

/// With three players nothing is judged, and the ratings are those of three sides.
#[test]
fn ladders_of_three_players_give_the_same_bytes() {
    let within = TempDir::new().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder(&within, name));
    let play = |folder: &Path, threads: &str| {
        let ladder = ["ladder", "o-an-quan", "--players", "3", "--groups", "20"];
        let agents = ["--agents", "random,greedy,minimax:depth=1,minimax:depth=2"];
        let output =
            run(&[&ladder[..], &agents, &["--out", text(folder), "--threads", threads]].concat());
        assert_done(&output);
        output
    };
    assert_eq!(printed(&play(&one, "1")), printed(&play(&two, "2")));
    assert_same(&one, &two);
    assert_same_files(&LADDER_FILES[1..], &one, &two);
    assert!(!one.join("openings.csv").exists());
    let rows = |file: &str| fs::read_to_string(one.join(file)).unwrap().lines().count() - 1;
    assert_eq!((rows("ratings.csv"), rows("gaps.csv"), rows("side-terms.csv")), (4, 3, 3));
}

/// Ctrl-C in the middle of a ladder: what is printed is of its complete groups.
#[cfg(unix)]
#[test]
fn a_stopped_ladder_goes_on() {
    let within = TempDir::new().unwrap();
    let [whole, stopped] = ["whole", "stopped"].map(|name| folder(&within, name));
    let args = |folder: &Path| {
        let mut args: Vec<String> = LADDER.map(String::from).to_vec();
        args[3] = "greedy,mcts:iterations=100,mcts:iterations=200".to_string();
        args[5] = "150".to_string();
        args.extend(["--threads", "1", "--out", text(folder)].map(String::from));
        args
    };
    let output = interrupted(&args(&stopped), &stopped);
    let message = String::from_utf8_lossy(&output.stderr);
    let resume_command = format!("ludarium ladder --resume {}", stopped.display());
    assert!(message.contains("stopped after") && message.contains(&resume_command), "{message}");
    assert!(printed(&output).contains("gaps=2"), "{}", printed(&output));
    assert_done(&run(&["ladder", "--resume", text(&stopped)]));
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
    assert_done(&command.args(args(&whole)).output().unwrap());
    assert_same_ladder(&whole, &stopped);
}

#[test]
fn presets_that_say_something_else_are_refused() {
    let within = TempDir::new().unwrap();
    let file = within.path().join("preset.toml");
    for (toml, expected) in [
        ("groups = 0", "is not as expected"),
        ("grops = 5", "has the unknown key `grops`, did you mean `groups`?; the keys are game, "),
        ("calibrate = 5", "has the unknown key `calibrate`"),
        ("schedule = \"gantlet\"", "unknown schedule `gantlet`, did you mean `gauntlet`?"),
        ("game = \"o-an-quna\"", "unknown game `o-an-quna`, did you mean `o-an-quan`?"),
        ("agents = \"random\"", "is not as expected"),
        ("agents = []", "has an empty list of agents"),
        ("agents = [\"greedy,random\"]", "unknown agent `greedy,random`"),
        ("agents = [\"mcts\", \"iterations=5\"]", "unknown agent `iterations=5`"),
        ("[rules]\n\"quan-non=0\" = 1", "no rule option has the name `quan-non=0`"),
        ("groups 5", "is not as expected"),
    ] {
        fs::write(&file, toml).unwrap();
        let output = run(&["tournament", "--preset", text(&file)]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{toml}: {message}");
        assert!(message.starts_with("error: --preset: "), "{toml}: {message}");
        assert!(message.contains(expected), "{toml}: {message}");
    }
    // What it leaves open still has to be said.
    fs::write(&file, "groups = 5").unwrap();
    let output = run(&["tournament", "--preset", text(&file)]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("which game?"), "{message}");
}
