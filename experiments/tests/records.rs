//! Records through the command line: what is recorded verifies, and what was tampered with does not.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Records made by independent reference programs.
const GOLDEN: &str = "../engine/tests/data/o-an-quan/records.jsonl";

fn ludarium(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn verify(input: &str) -> (Option<i32>, String) {
    let output = ludarium(&["verify"], input);
    (output.status.code(), stdout(&output))
}

#[test]
fn golden_records_verify() {
    let output = ludarium(&["verify", GOLDEN], "");
    assert_eq!(stdout(&output), "116 records, 0 mismatches\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn recorded_matches_verify_and_do_not_depend_on_threads() {
    for more in [
        &["--players", "2", "--agents", "greedy,mcts:iterations=20"][..],
        &["--players", "3", "--rule", "direction=lift", "--rule", "quan-non=0"],
        &["--players", "4", "--agents", "random,greedy,minimax:depth=2,random"],
    ] {
        let args = |threads: &'static str| {
            let base = ["record", "o-an-quan", "--matches", "40", "--positions", "--legal"];
            [&base[..], &["--threads", threads], more].concat()
        };
        let records = stdout(&ludarium(&args("1"), ""));
        assert_eq!(records, stdout(&ludarium(&args("2"), "")));
        assert_eq!(verify(&records), (Some(0), "40 records, 0 mismatches\n".to_string()));
    }
}

/// Each way of breaking a record is found, and named with its line and event.
#[test]
fn broken_records_are_refused() {
    let args = ["record", "o-an-quan", "--positions", "--legal", "--seed", "3"];
    let good = stdout(&ludarium(&args, ""));
    assert_eq!(verify(&good).0, Some(0));
    let record: serde_json::Value = serde_json::from_str(&good).unwrap();
    let broken = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut copy = record.clone();
        change(&mut copy);
        verify(&format!("{good}{copy}\n"))
    };
    let pop = |value: &mut serde_json::Value| {
        value.as_array_mut().unwrap().pop();
    };
    type Change<'a> = &'a dyn Fn(&mut serde_json::Value);
    let cases: [(Change<'_>, &str); 14] = [
        (&|r| r["version"] = 99.into(), "version: this is version 1 of the rules of o-an-quan"),
        (&|r| r["seats"] = serde_json::json!(["random"]), "seats: 1 entries instead of 2"),
        (&|r| r["moves"][2] = "A1x".into(), "event 3 `A1x`: action: `A1x` is not a dân cell"),
        (&|r| r["moves"][1] = "A1+".into(), "event 2 `A1+`: `A1+` is not legal in"),
        (&|r| r["moves"][0] = "*3".into(), "this game has no chance events"),
        (&|r| r["positions"][3] = "x".into(), "the record says `x`"),
        (&|r| r["legal"][2][0] = "A9+".into(), "event 3"),
        (&|r| r["scores"][0] = 99.into(), "the scores are"),
        (&|r| r["ranks"] = serde_json::json!([1, 1]), "the ranks are"),
        (&|r| r["game"] = "go".into(), "unknown game `go`"),
        (&|r| r["rules"]["quan-non"] = true.into(), "option `quan-non` cannot be `true`"),
        (&|r| r["players"] = 5.into(), "o-an-quan is for 2 to 4 players, not 5"),
        (&|r| pop(&mut r["positions"]), "positions: "),
        (
            &|r| {
                pop(&mut r["moves"]);
                pop(&mut r["positions"]);
                pop(&mut r["legal"]);
            },
            "the game is not over",
        ),
    ];
    for (change, expected) in cases {
        let (code, output) = broken(change);
        assert_eq!(code, Some(1), "{expected}: {output}");
        assert!(output.contains("line 2: ") && output.contains(expected), "{expected}: {output}");
        assert!(output.ends_with("2 records, 1 mismatches\n"), "{output}");
    }
}

#[test]
fn what_is_no_record_is_a_mismatch_and_blank_lines_are_nothing() {
    let (code, output) = verify("\n{\"game\":\n\nnull\n");
    assert_eq!(code, Some(1));
    assert!(output.ends_with("2 records, 2 mismatches\n"), "{output}");
    assert!(output.contains("line 2: not a record"), "{output}");
    assert_eq!(verify(""), (Some(0), "0 records, 0 mismatches\n".to_string()));
}

/// Fields that are not known are for other programs.
#[test]
fn unknown_fields_are_ignored() {
    let good = stdout(&ludarium(&["record", "o-an-quan"], ""));
    let extended = good.replacen('{', "{\"comment\":[1,2],", 1);
    assert_eq!(verify(&extended).0, Some(0));
}
