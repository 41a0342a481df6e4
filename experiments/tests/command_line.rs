//! Snapshots of the command line: `tests/cmd/*.trycmd` hold commands and what they print.
//!
//! `TRYCMD=overwrite cargo test --release --test command_line` writes what is printed now.

use std::process::Command;
use tempfile::TempDir;

#[test]
fn snapshots() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

/// What the README shows is what its commands print.
#[test]
fn the_readme_is_true() {
    let readme = include_str!("../../README.md");
    let folder = TempDir::new().unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
        let output = command.args(args).current_dir(folder.path()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let tournament = run(&["tournament", "o-an-quan"]);
    let (tables, _) = tournament.split_once("\nPayoff: ").unwrap();
    assert!(readme.contains(tables), "the README does not show\n{tables}");
    let agents = "minimax:depth=1,minimax:depth=2,minimax:depth=3,minimax:depth=4";
    let judge = ["--judge", "minimax:depth=6"];
    let ladder = run(&[&["ladder", "o-an-quan", "--agents", agents][..], &judge].concat());
    let (tables, _) = ladder.split_once("\nElo: ").unwrap();
    assert!(readme.contains(tables), "the README does not show\n{tables}");
    let position = run(&["show", "o-an-quan", "--action", "A3+"]);
    let (board, _) = position.split_once("\n\n").unwrap();
    assert!(readme.contains(board), "the README does not show\n{board}");
    let position = run(&["show", "carcassonne", "--action", "*F 0,1,1 c0 *A 1,0,1 m *J"]);
    let (board, _) = position.split_once("\n▒").unwrap();
    assert!(readme.contains(board), "the README does not show\n{board}");
    let deal = "*107754421177644311076543210065532200755422107654321t7664331r0665332r0765432";
    let events = "pass pass pass pass pass declare xi6 g3 gD p2 o6 g7 o4 gR g4 i1 i8 o2 iU";
    let view = run(&["show", "unsun-karuta", "--seat", "7", "--action", deal, "--action", events]);
    let (table, _) = view.split_once("\n\nPosition").unwrap();
    assert!(readme.contains(table), "the README does not show\n{table}");
    assert!(readme.contains(deal) && readme.contains(events), "the README shows another view");
    let (_, command) = readme.split_once("ludarium show amidakuji-bridge --position \\\n").unwrap();
    let ladder = command.split('\'').nth(1).unwrap();
    let position = run(&["show", "amidakuji-bridge", "--position", ladder]);
    let (picture, _) = position.split_once("\n\nPosition").unwrap();
    assert!(readme.contains(picture), "the README does not show\n{picture}");
    let vary = ["--vary", "goal-rule=printed,bounce,passing", "--vary", "players=2,3"];
    let balance = run(&[&["balance", "hokusai-sugoroku"][..], &vary].concat());
    let (_, differences) = balance.split_once("\nDifference").unwrap();
    let (differences, _) = differences.split_once("\n\n").unwrap();
    assert!(readme.contains(differences), "the README does not show\n{differences}");
    let difficulty = ["puzzle", "amidakuji-bridge", "generate", "--difficulty", "6", "--seed", "7"];
    let board = ["--rule", "columns=3", "--rule", "rows=4", "--rule", "bridges=2"];
    let rest = ["--rule", "long=0", "--rule", "relocations=1"];
    let puzzle = run(&[&difficulty[..], &board, &rest].concat());
    assert!(readme.contains(&puzzle), "the README does not show\n{puzzle}");
    let puzzle = run(&["puzzle", "o-an-quan", "--date", "2026-01-01", "--text"]);
    assert!(readme.contains(&puzzle), "the README does not show\n{puzzle}");
}
