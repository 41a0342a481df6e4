//! Perft, and what can be counted of small puzzles: winning lines, fewest relocations, chances.

use crate::{lines, position, rules, start};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::perft::{divide, perft, perft_merged};
use ludarium_engine::{Game, Turn};
use std::collections::HashMap;

const COUNTS: &str = include_str!("../data/amidakuji-bridge/perft.txt");
const PUZZLES: &str = include_str!("../data/amidakuji-bridge/puzzles.txt");

/// Levels of this many sequences and fewer are also held in memory to merge equal positions.
const MERGED: u64 = 100_000;

/// The columns of a data file: a line each.
fn rows<const N: usize>(file: &'static str) -> Vec<[&'static str; N]> {
    let row = |line: &'static str| line.split(" | ").collect::<Vec<_>>().try_into();
    lines(file).map(|line| row(line).unwrap_or_else(|_| panic!("{N} columns in {line}"))).collect()
}

#[test]
fn perft_of_every_row_and_column() {
    let rows = rows(COUNTS);
    let mut counted = 0;
    for [options, text, counts] in &rows {
        let rules = rules(options);
        let game = if *text == "start" { start(rules) } else { position(rules, text) };
        let counts: Vec<u64> =
            counts.split(' ').map(|count| count.parse().expect("a count")).collect();
        for (depth, &count) in (1..).zip(&counts) {
            assert_eq!(perft(&game, depth), Some(count), "depth {depth} of {game} ({options})");
            if count <= MERGED {
                assert_eq!(perft_merged(&game, depth), Ok(count.into()), "depth {depth} of {game}");
            }
            counted += 1;
        }
        let parts = divide(&game, 2).expect("there is no chance");
        assert_eq!(parts.len() as u64, counts[0], "{game}");
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), counts[1], "{game}");
    }
    assert_eq!((rows.len(), counted), (17, 60));
}

#[test]
fn nothing_to_do_is_one_sequence_and_a_finished_game_has_no_other() {
    let over = position(rules("default"), "X - 5 0.0/0.0 1b5-c5 e0r c12r,d12r! bb/a 0 - - - 0.0.0");
    assert_eq!([0, 1, 2].map(|depth| perft(&over, depth)), [Some(1), Some(0), Some(0)]);
    assert_eq!(divide(&over, 1).map(|parts| parts.len()), Some(0));
}

/// What can be counted from a position of a puzzle.
#[derive(Clone, Copy)]
struct Solved {
    /// Action sequences to the win.
    lines: u128,
    /// The fewest relocations of one, passes not counted.
    fewest: Option<u32>,
    /// The chance that uniformly random actions win.
    chance: f64,
}

fn solve(
    game: &AmidakujiBridge,
    coins: i32,
    known: &mut HashMap<AmidakujiBridge, Solved>,
) -> Solved {
    if let Some(solved) = known.get(game) {
        return *solved;
    }
    let is_won = game.turn() == Turn::Over && game.scores()[0] == coins;
    let mut solved = match is_won {
        true => Solved { lines: 1, fewest: Some(0), chance: 1.0 },
        false => Solved { lines: 0, fewest: None, chance: 0.0 },
    };
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    for action in &actions {
        let mut next = game.clone();
        next.apply(*action);
        let after = solve(&next, coins, known);
        let text = action.to_string();
        let relocated = u32::from(text.starts_with("R:") && text != "R:pass");
        let fewest = after.fewest.map(|fewest| fewest + relocated);
        solved.lines += after.lines;
        solved.fewest = solved.fewest.into_iter().chain(fewest).min();
        solved.chance += after.chance / actions.len() as f64;
    }
    known.insert(game.clone(), solved);
    solved
}

/// `0.0526197`, or a fraction; and how far a computed chance may be off.
fn chance(text: &str) -> (f64, f64) {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    match text.split_once('/') {
        Some((numerator, denominator)) => (number(numerator) / number(denominator), 1e-15),
        None => (number(text), 0.5e-7),
    }
}

#[test]
fn puzzles_that_can_be_solved_completely() {
    let rows = rows(PUZZLES);
    for [options, text, lines, fewest, expected] in &rows {
        let game = position(rules(&format!("mode=puzzle {options}")), text);
        let columns: i32 = options["columns=".len()..][..1].parse().expect("columns");
        let solved = solve(&game, 2 * columns - 1, &mut HashMap::new());
        assert_eq!(solved.lines.to_string(), *lines, "{text}");
        assert_eq!(solved.fewest.map_or("none".to_string(), |n| n.to_string()), *fewest, "{text}");
        let (expected, error) = chance(expected);
        assert!((solved.chance - expected).abs() <= error, "{} in {text}", solved.chance);
    }
    assert_eq!(rows.len(), 5);
}
