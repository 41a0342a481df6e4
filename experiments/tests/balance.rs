//! Measurements of balance: what they say is what the matches say, and they give the same bytes
//! however they are run.

mod common;

use common::{assert_done, assert_same_files, folder, ludarium, run, text};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;

/// Every file that must be the same to the byte.
const FILES: [&str; 4] = ["manifest.json", "balance.csv", "differences.csv", "sums.json"];

fn measure(folder: &Path, args: &[&str]) {
    assert_done(&run(&[&["balance"], args, &["--out", text(folder)]].concat()));
}

/// A CSV file: a row is a map from column to field.
fn rows(folder: &Path, file: &str) -> Vec<HashMap<String, String>> {
    csv::Reader::from_path(folder.join(file))
        .unwrap()
        .deserialize()
        .collect::<Result<_, _>>()
        .unwrap()
}

/// The value of a column for a cell, metric and side (empty where there is none).
fn value(rows: &[HashMap<String, String>], key: [&str; 3], column: &str) -> f64 {
    let fits = |row: &&HashMap<String, String>| {
        [row["cell"].as_str(), &row["metric"], &row["side"]] == key
    };
    let row = rows.iter().find(fits).unwrap_or_else(|| panic!("no row {key:?}"));
    row[column].parse().unwrap_or_else(|_| panic!("{key:?}: {column} is `{}`", row[column]))
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    for args in [
        &["hokusai-sugoroku", "--vary", "goal-rule=bounce,passing", "--groups", "3000"][..],
        &["o-an-quan", "--vary", "quan-non=0,5", "--agents", "random,greedy", "--groups", "300"],
    ] {
        let within = TempDir::new().unwrap();
        let [one, two, five, seeded] = ["1", "2", "5", "s"].map(|name| folder(&within, name));
        for (folder, threads) in [(&one, "1"), (&two, "2"), (&five, "5")] {
            measure(folder, &[args, &["--threads", threads]].concat());
        }
        assert_same_files(&FILES, &one, &two);
        assert_same_files(&FILES, &one, &five);
        measure(&seeded, &[args, &["--seed", "2"]].concat());
        let file = |folder: &Path| fs::read(folder.join("balance.csv")).unwrap();
        assert_ne!(file(&one), file(&seeded));
    }
}

/// The command in the manifest, and a preset that says the same, measure the same again.
#[test]
fn commands_and_presets_run_it_again() {
    let within = TempDir::new().unwrap();
    let [one, again, preset] = ["one", "again", "preset"].map(|name| folder(&within, name));
    let args = [
        "hokusai-sugoroku",
        "--rule",
        "nagatsuta=47",
        "--vary",
        "players=2,4",
        "--vary",
        "goal-rule=printed,bounce",
        "--vary",
        "first-player=2,1",
        "--groups",
        "500",
        "--seed",
        "9",
    ];
    measure(&one, &args);
    let manifest: Value =
        serde_json::from_slice(&fs::read(one.join("manifest.json")).unwrap()).unwrap();
    let command: Vec<&str> = manifest["command"].as_str().unwrap().split(' ').skip(2).collect();
    measure(&again, &command);
    assert_same_files(&FILES, &one, &again);
    let file = within.path().join("preset.toml");
    let toml = "game = \"hokusai-sugoroku\"\ngroups = 500\nseed = 8\n[rules]\nnagatsuta = 47\n\
                [vary]\nplayers = [2, 4]\ngoal-rule = [\"printed\", \"bounce\"]\nfirst-player = [2, 1]\n";
    fs::write(&file, toml).unwrap();
    // What the command line says goes before the preset.
    measure(&preset, &["--preset", text(&file), "--seed", "9"]);
    assert_same_files(&FILES, &one, &preset);
}

/// Killed, stopped and gone on with, it ends with the same bytes.
#[cfg(unix)]
#[test]
fn stopped_runs_go_on() {
    let within = TempDir::new().unwrap();
    let (whole, stopped) = (folder(&within, "whole"), folder(&within, "stopped"));
    let args = ["balance", "hokusai-sugoroku", "--vary", "stays=yes,no", "--groups", "400000"];
    assert_done(&run(&[&args[..], &["--out", text(&whole)]].concat()));
    let mut stops = 0;
    for (number, signal) in ["-KILL", "-INT", "-INT", "-KILL", "-INT"].into_iter().enumerate() {
        let mut command = match number {
            0 => ludarium(&[&args[..], &["--threads", "1", "--out", text(&stopped)]].concat()),
            _ => ludarium(&["balance", "--resume", text(&stopped), "--threads", "2"]),
        };
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(60));
        let id = child.id().to_string();
        let kill = std::process::Command::new("kill").args([signal, &id]).status();
        assert!(kill.unwrap().success());
        let status = child.wait().unwrap();
        if signal == "-INT" && status.code() == Some(2) {
            stops += 1;
            let balance = rows(&stopped, "balance.csv");
            let manifest: Value =
                serde_json::from_slice(&fs::read(stopped.join("manifest.json")).unwrap()).unwrap();
            let done = manifest["matches-done"].as_u64().unwrap();
            assert!(done > 0 && done < 800_000, "{done}");
            assert_eq!(value(&balance, ["0", "win", "0"], "matches"), (done / 2) as f64);
        }
    }
    assert!(stops > 0, "it was over before it could be stopped");
    assert_done(&run(&["balance", "--resume", text(&stopped)]));
    assert_same_files(&FILES, &whole, &stopped);
    assert!(!stopped.join("lock").exists());
    // Once more changes nothing.
    assert_done(&run(&["balance", "--resume", text(&stopped)]));
    assert_same_files(&FILES, &whole, &stopped);
}

/// Sums and manifests that do not go together are refused.
#[test]
fn changed_files_are_not_gone_on_with() {
    let within = TempDir::new().unwrap();
    let one = folder(&within, "one");
    measure(&one, &["hokusai-sugoroku", "--groups", "100"]);
    let refusal = || {
        let output = run(&["balance", "--resume", text(&one)]);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let sums = fs::read_to_string(one.join("sums.json")).unwrap();
    fs::write(one.join("sums.json"), sums.replacen("\"groups\": 100", "\"groups\": 99", 1))
        .unwrap();
    assert!(refusal().contains("was changed"), "{}", refusal());
    let manifest = fs::read_to_string(one.join("manifest.json")).unwrap();
    let mut parsed: Value = serde_json::from_str(&manifest).unwrap();
    parsed["files"] = serde_json::json!({});
    fs::write(one.join("manifest.json"), parsed.to_string()).unwrap();
    assert!(refusal().contains("does not go with the manifest"), "{}", refusal());
    fs::write(one.join("manifest.json"), manifest.replacen("--seed 1", "--seed 2", 1)).unwrap();
    assert!(refusal().contains("contradicts itself"), "{}", refusal());
    let output = run(&["tournament", "--resume", text(&one)]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("is not the manifest of a tournament"), "{error}");
}

/// Tournaments and measurements keep out of each other's folders, and say whose a folder is.
#[test]
fn folders_belong_to_one_run() {
    let within = TempDir::new().unwrap();
    let one = folder(&within, "one");
    let long = ["balance", "hokusai-sugoroku", "--groups", "5000000", "--out", text(&one)];
    let mut child = ludarium(&long).stdout(Stdio::null()).spawn().unwrap();
    while !one.join("manifest.json").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let tournament = |more: &[&str]| {
        let args = ["tournament", "hokusai-sugoroku", "--groups", "2", "--out", text(&one)];
        let output = run(&[&args[..], more].concat());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let busy = tournament(&["--force"]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(busy.contains("another ludarium is writing to"), "{busy}");
    let refused = tournament(&[]);
    assert!(refused.contains("`ludarium balance --resume "), "{refused}");
    let args = ["tournament", "hokusai-sugoroku", "--groups", "2", "--out", text(&one), "--force"];
    assert_done(&run(&args));
    assert!(one.join("matches.csv").exists() && !one.join("sums.json").exists());
}

/// A preset is merged with the command line option by option.
#[test]
fn the_command_line_goes_before_the_preset() {
    let within = TempDir::new().unwrap();
    let (one, file) = (folder(&within, "one"), within.path().join("preset.toml"));
    let toml = "game = \"hokusai-sugoroku\"\ngroups = 50\nplayers = 4\n[rules]\nnagatsuta = 46\n\
                [vary]\nstays = [\"yes\", \"no\"]\n";
    fs::write(&file, toml).unwrap();
    let vary = ["--vary", "players=2,3", "--rule", "goal-rule=bounce", "--rule", "stays=no"];
    measure(&one, &[&["--preset", text(&file)][..], &vary].concat());
    let manifest: Value =
        serde_json::from_slice(&fs::read(one.join("manifest.json")).unwrap()).unwrap();
    let command = manifest["command"].as_str().unwrap();
    let expected = "ludarium balance hokusai-sugoroku --vary players=2,3 --rule goal-rule=bounce \
                    --rule nagatsuta=46 --rule stays=no --agents random --groups 50";
    assert!(command.starts_with(expected), "{command}");
    for wrong in ["groups = 0", "calibrate = 0", "grops = 5", "game = \"go\"", "vary = 3"] {
        fs::write(&file, wrong).unwrap();
        let output = run(&["balance", "--preset", text(&file)]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.starts_with("error: --preset: ") && output.status.code() == Some(2),
            "{error}"
        );
    }
}

/// What a match shows, from its record.
struct Played {
    scores: Vec<Vec<i64>>,
    final_scores: Vec<i64>,
    ranks: Vec<i64>,
    /// Legal actions at each ply.
    legal: Vec<f64>,
}

/// The matches that a cell plays, from `ludarium record`; the scores of a position are those of
/// `ludarium show`, or for the sugoroku the squares in its text.
fn matches(args: &[&str], matches: &str, scores: impl Fn(&str) -> Vec<i64>) -> Vec<Played> {
    let more = ["--matches", matches, "--positions", "--legal"];
    let output = run(&[&["record"], args, &more].concat());
    assert_done(&output);
    let text = String::from_utf8(output.stdout).unwrap();
    let played = |line: &str| {
        let record: Value = serde_json::from_str(line).unwrap();
        let integers = |value: &Value| -> Vec<i64> {
            value.as_array().unwrap().iter().map(|value| value.as_i64().unwrap()).collect()
        };
        let list = |field: &str| record[field].as_array().unwrap();
        let plies = list("moves").iter().zip(list("legal"));
        let plies = plies.filter(|(event, _)| !event.as_str().unwrap().starts_with('*'));
        Played {
            scores: list("positions").iter().map(|text| scores(text.as_str().unwrap())).collect(),
            final_scores: integers(&record["scores"]),
            ranks: integers(&record["ranks"]),
            legal: plies.map(|(_, legal)| legal.as_array().unwrap().len() as f64).collect(),
        }
    };
    text.lines().map(played).collect()
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.into_iter().collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// The sole leader by score, if there is one.
fn leader(scores: &[i64]) -> Option<usize> {
    let best = scores.iter().max().unwrap();
    let mut leaders = scores.iter().enumerate().filter(|(_, score)| *score == best);
    leaders.next().filter(|_| leaders.next().is_none()).map(|(side, _)| side)
}

/// Holds the figures of cell 0 in `folder` against those made from `played` in the plainest way.
fn compare(folder: &Path, played: &[Played], first_side: usize) {
    let rows = rows(folder, "balance.csv");
    let holds = |metric: &str, side: Option<usize>, expected: f64| {
        let side = side.map_or(String::new(), |side| side.to_string());
        let is = value(&rows, ["0", metric, &side], "value");
        assert!((is - expected).abs() < 3e-6, "{metric} {side}: {is}, not {expected}");
    };
    let share = |yes: &dyn Fn(&Played) -> bool| mean(played.iter().map(|one| f64::from(yes(one))));
    let firsts = |one: &Played| one.ranks.iter().filter(|&&rank| rank == 1).count();
    let sides = played[0].ranks.len();
    let first_share = |one: &Played, side: usize| {
        if one.ranks[side] == 1 { 1.0 / firsts(one) as f64 } else { 0.0 }
    };
    let mut wins = Vec::new();
    for side in 0..sides {
        let sharing =
            |one: &Played| one.ranks.iter().filter(|&&r| r == one.ranks[side]).count() > 1;
        let win = share(&|one| one.ranks[side] == 1 && firsts(one) == 1);
        wins.push(win);
        holds("win", Some(side), win);
        holds("first-share", Some(side), mean(played.iter().map(|one| first_share(one, side))));
        holds("last", Some(side), share(&|one| one.ranks.iter().max() == Some(&one.ranks[side])));
        holds("shares", Some(side), share(&sharing));
        holds("expected-rank", Some(side), mean(played.iter().map(|one| one.ranks[side] as f64)));
        let scores = played.iter().map(|one| one.final_scores[side] as f64);
        holds("expected-score", Some(side), mean(scores));
        for rank in 1..=sides {
            let name = format!("rank-{rank}");
            holds(&name, Some(side), share(&|one| one.ranks[side] == rank as i64));
        }
    }
    let spread =
        wins.iter().copied().fold(0.0, f64::max) - wins.iter().copied().fold(1.0, f64::min);
    holds("balance", None, 1.0 - spread);
    let advantage = mean(played.iter().map(|one| first_share(one, first_side)));
    holds("first-mover-advantage", None, advantage - 1.0 / sides as f64);
    holds("draw", None, share(&|one| firsts(one) > 1));
    let sorted = |one: &Played| {
        let mut scores = one.final_scores.clone();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores
    };
    let margin = |one: &Played| (sorted(one)[0] - sorted(one)[1]) as f64;
    holds("score-margin", None, mean(played.iter().map(margin)));
    let range = |one: &Played| (sorted(one)[0] - sorted(one)[sides - 1]) as f64;
    holds("score-range", None, mean(played.iter().map(range)));
    let lengths: Vec<f64> = played.iter().map(|one| one.scores.len() as f64 - 1.0).collect();
    let length = mean(lengths.iter().copied());
    holds("expected-events", None, length);
    let squares = lengths.iter().map(|events| (events - length).powi(2)).sum::<f64>();
    holds("sd-events", None, (squares / (lengths.len() - 1) as f64).sqrt());
    let mut ordered = lengths.clone();
    ordered.sort_by(f64::total_cmp);
    for percent in [1, 25, 50, 75, 99] {
        let rank = (lengths.len() * percent).div_ceil(100);
        holds(&format!("events-q{percent:02}"), None, ordered[rank - 1]);
    }
    let changes = |one: &Played| {
        let leaders: Vec<usize> = one.scores.iter().filter_map(|scores| leader(scores)).collect();
        leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64
    };
    holds("lead-changes", None, mean(played.iter().map(changes)));
    let behind = |one: &Played| {
        let before = &one.scores[..one.scores.len() - 1];
        let winners = (0..sides).filter(|&side| one.ranks[side] == 1);
        mean(winners.map(|winner| {
            before.iter().filter(|scores| Some(&scores[winner]) < scores.iter().max()).count()
                as f64
        }))
    };
    holds("winner-behind", None, mean(played.iter().map(behind)));
    if played[0].legal.is_empty() {
        assert!(!rows.iter().any(|row| row["metric"] == "branching"));
    } else {
        let branching = |one: &Played| mean(one.legal.iter().copied());
        holds("branching", None, mean(played.iter().map(branching)));
    }
}

/// The matches of a cell are those of `record` with the same seed; all figures follow from them.
#[test]
fn figures_are_those_of_the_records() {
    let within = TempDir::new().unwrap();
    let square = |text: &str| if text == "H" { 53 } else { text.parse().unwrap() };
    let squares = |position: &str| {
        position.split('|').next().unwrap().split(',').map(square).collect::<Vec<i64>>()
    };
    for (number, (args, first_side)) in [
        (&["hokusai-sugoroku", "--players", "4", "--seed", "3"][..], 0),
        (&["hokusai-sugoroku", "--players", "3", "--rule", "first-player=2"], 1),
        (&["hokusai-sugoroku", "--players", "3", "--rule", "rank-all=yes"], 0),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder(&within, &number.to_string());
        measure(&folder, &[args, &["--groups", "400"]].concat());
        compare(&folder, &matches(args, "400", squares), first_side);
    }
    // Points are in the stores until the end.
    let stores = |position: &str| {
        let store = |text: &str| {
            let (dan, quans) = text.split_once(':').unwrap();
            dan.parse::<i64>().unwrap() + 10 * quans.parse::<i64>().unwrap()
        };
        position.split(' ').nth(2).unwrap().split('/').map(store).collect::<Vec<i64>>()
    };
    let folder = folder(&within, "o-an-quan");
    let args = ["o-an-quan", "--players", "3", "--agents", "random", "--opening-plies", "2"];
    measure(&folder, &[&args[..], &["--groups", "300"]].concat());
    compare(&folder, &matches(&args, "300", stores), 0);
}

/// Differences are those of the values, cell by cell, and their intervals are those of the
/// differences within groups.
#[test]
fn differences_are_those_of_the_values() {
    let within = TempDir::new().unwrap();
    let one = folder(&within, "one");
    // The base rules are not among the values: their cells come first.
    let vary = ["--vary", "goal-rule=passing,bounce", "--vary", "players=2,3"];
    measure(&one, &[&["hokusai-sugoroku", "--groups", "2000"][..], &vary].concat());
    let (balance, differences) = (rows(&one, "balance.csv"), rows(&one, "differences.csv"));
    let cells = ["2 printed", "2 passing", "2 bounce", "3 printed", "3 passing", "3 bounce"];
    for (cell, name) in cells.iter().enumerate() {
        let row = balance.iter().find(|row| row["cell"] == cell.to_string()).unwrap();
        assert_eq!(format!("{} {}", row["players"], row["goal-rule"]), **name);
    }
    let mut compared = 0;
    for row in &differences {
        let base = if row["players"] == "2" { "0" } else { "3" };
        assert_eq!(row["base-cell"], base);
        let of = |cell: &str| value(&balance, [cell, &row["metric"], &row["side"]], "value");
        let difference: f64 = row["difference"].parse().unwrap();
        let expected = of(&row["cell"]) - of(base);
        assert!((difference - expected).abs() < 3e-6, "{row:?}, not {expected}");
        if let (Ok(low), Ok(high)) = (row["low"].parse::<f64>(), row["high"].parse::<f64>()) {
            assert!(low < difference && difference < high, "{row:?}");
            compared += 1;
            if row["metric"] == "balance" {
                // Biased by another amount in each cell: no claim is made.
                assert!(row["p"].is_empty());
                continue;
            }
            let (p, adjusted): (f64, f64) =
                (row["p"].parse().unwrap(), row["p-holm"].parse().unwrap());
            assert!(p <= adjusted && (p < 0.05) == (low > 0.0 || high < 0.0), "{row:?}");
        }
    }
    assert!(compared > 60, "{compared}");
    // The same dice make the comparison sharper than two runs of their own.
    let width = |rows: &[HashMap<String, String>], key: [&str; 3]| {
        value(rows, key, "high") - value(rows, key, "low")
    };
    let key = ["2", "first-mover-advantage", ""];
    assert!(2.5 * width(&differences, key) < 2.0_f64.sqrt() * width(&balance, key));
}
