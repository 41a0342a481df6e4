//! The measuring chain against the truth: matches, means, intervals and comparisons of a game whose
//! every figure is known exactly. Runs the calibration that is committed with its results.
//! Other committed results are held to be those of their presets.

mod common;

use common::{assert_done, assert_same_files, folder, run, text};
use ludarium_agents::Entrant;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Where the project is.
fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

type Row = HashMap<String, String>;

fn rows(path: &Path) -> Vec<Row> {
    csv::Reader::from_path(path).unwrap().deserialize().collect::<Result<_, _>>().unwrap()
}

fn number(row: &Row, column: &str) -> Option<f64> {
    row[column].parse().ok()
}

/// For each goal rule and 2 to 6 players: no mean lies farther than 4.5 standard errors from its exact
/// value, and of a thousand 95 % intervals 92 to 98 % hold it.
#[test]
fn simulated_figures_and_their_intervals_agree_with_the_exact_ones() {
    let within = TempDir::new().unwrap();
    let out = folder(&within, "calibration");
    let preset = project().join("experiments/presets/hokusai-sugoroku-calibration.toml");
    assert_done(&run(&["balance", "--preset", text(&preset), "--out", text(&out)]));
    // The committed results are those of the preset.
    let committed = project().join("results/hokusai-sugoroku-calibration");
    assert_same_files(&["coverage.csv"], &out, &committed);
    let found = rows(&out.join("coverage.csv"));

    let (mut means, mut intervals, mut largest) = (0, HashMap::new(), 0.0_f64);
    for row in &found {
        if let Some(z) = number(row, "z") {
            assert!(z.abs() < 4.5, "{row:?}");
            largest = largest.max(z.abs());
            means += 1;
        }
        // What is the same in every run, such as no draws, has no standard error.
        let is_sure = row["z"].is_empty()
            && ["draw", "capped", "shares", "decisions"].contains(&row["metric"].as_str());
        if is_sure {
            continue;
        }
        let coverage = number(row, "coverage").unwrap();
        assert_eq!(row["intervals"], "1000", "{row:?}");
        // Intervals between order statistics of whole numbers hold the truth more often.
        let most = if row["method"] == "order-statistics" { 1.0 } else { 0.98 };
        assert!((0.92..=most).contains(&coverage), "{row:?}");
        *intervals.entry(row["method"].clone()).or_insert(0) += 1;
    }
    // Agreement that is too good would mean that the test compares something with itself.
    assert!(means == 690 && largest > 2.0, "{means} means, {largest}");
    for (method, least) in [
        ("wilson", 500),
        ("student-t", 150),
        ("delta", 15),
        ("extreme-sides", 15),
        ("order-statistics", 75),
    ] {
        assert!(intervals[method] >= least, "{method}: {intervals:?}");
    }
}

/// Differences between goal rules on the same dice, against the exact differences.
#[test]
fn compared_rules_differ_as_they_should() {
    let within = TempDir::new().unwrap();
    let out = folder(&within, "differences");
    let vary = ["--vary", "goal-rule=printed,bounce,passing", "--vary", "players=2,4"];
    let args = ["balance", "hokusai-sugoroku", "--groups", "100000", "--out", text(&out)];
    assert_done(&run(&[&args[..], &vary].concat()));
    let exact = |players: &str, goal: &str| -> HashMap<(String, String), f64> {
        let rule = format!("goal-rule={goal}");
        let args = ["solve", "hokusai-sugoroku", "--csv", "--players", players, "--rule", &rule];
        let output = run(&args);
        assert_done(&output);
        let rows: Vec<Row> = csv::Reader::from_reader(&output.stdout[..])
            .deserialize()
            .collect::<Result<_, _>>()
            .unwrap();
        let singles = rows.iter().filter(|row| row["number"].is_empty());
        singles
            .map(|row| {
                ((row["quantity"].clone(), row["seat"].clone()), number(row, "value").unwrap())
            })
            .collect()
    };
    let (mut compared, mut held) = (0, 0);
    for row in rows(&out.join("differences.csv")) {
        let key = (row["metric"].clone(), row["side"].clone());
        let base = exact(&row["players"], "printed");
        let (Some(base), Some(other)) =
            (base.get(&key), exact(&row["players"], &row["goal-rule"]).get(&key).copied())
        else {
            continue;
        };
        let Some((low, high)) = number(&row, "low").zip(number(&row, "high")) else { continue };
        let (difference, half) = (number(&row, "difference").unwrap(), (high - low) / 2.0);
        let truth = other - base;
        assert!((difference - truth).abs() < 4.5 / 1.96 * half, "{row:?}: exact {truth}");
        compared += 1;
        held += u32::from((low..=high).contains(&truth));
    }
    assert!(compared > 90 && held > compared * 85 / 100, "{held} of {compared}");
}

/// Where the project keeps a tournament's preset, its results are those of the preset, and finished.
#[test]
fn committed_results_are_of_their_presets() {
    let mut checked = 0;
    for entry in fs::read_dir(project().join("experiments/presets")).unwrap() {
        let path = entry.unwrap().path();
        let preset: toml::Table = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let folder = project().join("results").join(path.file_stem().unwrap());
        let manifest: serde_json::Value =
            serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
        let design = &manifest["design"];
        if design["schedule"].is_null() {
            // Of `balance`.
            continue;
        }
        let mut wanted = serde_json::to_value(&preset).unwrap();
        for agent in wanted["agents"].as_array_mut().unwrap() {
            let entrant: Entrant = agent.as_str().unwrap().parse().unwrap();
            *agent = entrant.to_string().into();
        }
        for (key, value) in wanted.as_object().unwrap() {
            assert_eq!(&design[key], value, "{key} of {}", path.display());
        }
        assert_eq!(manifest["matches-done"], manifest["matches"], "{}", path.display());
        for table in ["standings.csv", "pairs.csv", "sides.csv"] {
            let bytes = fs::read(folder.join(table)).unwrap();
            let hash = blake3::hash(&bytes).to_string();
            assert_eq!(manifest["files"][table]["blake3"], hash, "{table} of {}", path.display());
        }
        checked += 1;
    }
    assert!(checked > 0);
}
