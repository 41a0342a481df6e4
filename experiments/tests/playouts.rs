//! Averages of random playouts depend on the seed alone.

use std::process::Command;

fn playouts(threads: &str, more: &[&str]) -> String {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
    command.args(["playouts", "o-an-quan", "--matches", "20000", "--threads", threads]).args(more);
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// What is printed, without the two lines that hold times.
fn averages(threads: &str) -> String {
    let text = playouts(threads, &["--players", "4"]);
    text.lines().skip(3).collect::<Vec<_>>().join("\n")
}

const AVERAGES: &str = "\
average over matches                 mean   standard error
events                            48.4781           0.1330
plies                             48.4781           0.1330
legal actions a ply                6.2185           0.0050
capped share                       0.0000           0.0000
tied first share                   0.0177           0.0009
score of side 0                   36.8521           0.1439
score of side 1                   33.4407           0.1444
score of side 2                   32.7528           0.1444
score of side 3                   32.5356           0.1433
first share of side 0              0.2883           0.0032
first share of side 1              0.2437           0.0030
first share of side 2              0.2365           0.0030
first share of side 3              0.2314           0.0030";

#[test]
fn averages_are_those_of_the_seed() {
    assert_eq!(averages("1"), AVERAGES);
    assert_eq!(averages("2"), AVERAGES);
}

#[test]
fn json_holds_the_same() {
    let json = |threads| -> serde_json::Value {
        serde_json::from_str(&playouts(threads, &["--json"])).unwrap()
    };
    let (one, three) = (json("1"), json("3"));
    assert_eq!(one["averages"], three["averages"]);
    assert_eq!((&one["matches"], &one["events"]), (&three["matches"], &three["events"]));
    let events = one["averages"]["events"]["mean"].as_f64().unwrap();
    assert_eq!((events * 20_000.0).round(), one["events"].as_f64().unwrap());
    assert!(one["events-per-second"].as_f64().unwrap() > 0.0);
}
