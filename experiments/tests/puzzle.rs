//! Puzzles: the figures of the rules text, a slow literal twin of the solver, generated puzzles, and the
//! commands.

use ludarium_engine::amidakuji_bridge::{AmidakujiBridge, Phase, Rules};
use ludarium_engine::event::apply_text;
use ludarium_engine::{Game, Random, Turn, options};
use ludarium_experiments::puzzle::{
    Chance, Checked, PuzzleGame, PuzzleLine, Range, Solution, check, estimate,
};
use std::collections::HashMap;
use std::io::Write;
use std::process::{Command, Stdio};

type Memory = <AmidakujiBridge as PuzzleGame>::Memory;

fn rules(text: &str) -> Rules {
    options::from_pairs(std::iter::once("mode=puzzle").chain(text.split_whitespace())).unwrap()
}

/// Rules, a position, and its figures in the rules text: winning lines, fewest relocations, chance.
const FIGURES: [(&str, &str, u128, Option<u32>, f64); 5] = [
    (
        "columns=3 rows=4 bridges=1 long=1 relocations=1",
        "R 0 1 0.0/0.0 0a2-b1,0a4-b2,0b3-c2 b5r - -/- 0 - a0:1,a5:1,b0:1,c5:1 - 0.1.0",
        117,
        Some(4),
        42_677.0 / 2_332_800.0,
    ),
    (
        "columns=3 rows=4 bridges=1 long=1 relocations=1",
        "R 0 1 0.0/0.0 0a1-b3,0a2-b4,0b1-c1,0b2-c3 b0r - -/- 0 - a0:1,a5:1,c0:1,c5:1 - 0.1.0",
        0,
        None,
        0.0,
    ),
    (
        "columns=4 rows=2 bridges=1 long=0 relocations=1",
        "R 0 1 0.0/0.0 0a2-b1,0c1-d2 d0r - -/- 0 - a0:1,a3:1,b0:1,b3:1,c0:1,d3:1 - 0.1.0",
        3269,
        Some(6),
        809_878_219.0 / 203_233_536_000.0,
    ),
    (
        "columns=3 rows=3 bridges=1 long=0 relocate=may",
        "R 0 1 0.0/0.0 0a2-b3,0b2-c1 b0r - -/- 0 - a0:1,a4:1,b4:1,c0:1 - 0.1.0",
        5_919_862,
        Some(4),
        f64::NAN,
    ),
    (
        "columns=3 rows=3 bridges=1 long=0 relocations=1",
        "R 0 1 0.0/0.0 0a1-b1,0b2-c3 c4r - -/- 0 - a4:1,b0:1,b4:1,c0:1 - 0.1.0",
        1200,
        Some(4),
        1_091_235_527_153.0 / 26_703_951_898_624.0,
    ),
];

#[test]
fn figures_of_the_rules_text() {
    let mut memory = Memory::default();
    for (text, position, lines, fewest, chance) in FIGURES {
        let position = AmidakujiBridge::parse(rules(text), 1, position).unwrap();
        let answer = position.solve(&mut memory, 1);
        let figures = answer.figures.unwrap();
        assert_eq!(figures.lines, lines, "{position}");
        assert_eq!(figures.least(), fewest, "{position}");
        match chance.is_nan() {
            true => assert_eq!(format!("{:.7}", figures.chance), "0.0526197"),
            false => assert!((figures.chance - chance).abs() <= 1e-15 * chance, "{position}"),
        }
        match answer.solution {
            Solution::Found { actions, length, least } => {
                assert_eq!((Some(length), Some(least)), (fewest, fewest));
                assert!(wins(
                    &position,
                    &actions.iter().map(ToString::to_string).collect::<Vec<_>>()
                ));
            }
            Solution::None => assert_eq!(fewest, None),
            Solution::Unknown => panic!("{position}"),
        }
    }
}

fn wins(position: &AmidakujiBridge, actions: &[String]) -> bool {
    let mut game = position.clone();
    actions.iter().for_each(|action| apply_text(&mut game, action).unwrap());
    game.is_won()
}

/// Lines, fewest relocations and chance, straight from the rules engine; `None` where that takes too
/// many positions.
type Known = (u128, Option<u32>, f64);

fn literally(game: &AmidakujiBridge, known: &mut HashMap<AmidakujiBridge, Known>) -> Option<Known> {
    if game.turn() == Turn::Over {
        return Some(if game.is_won() { (1, Some(0), 1.0) } else { (0, None, 0.0) });
    }
    if let Some(figures) = known.get(game) {
        return Some(*figures);
    }
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let (mut lines, mut fewest, mut chance) = (0, None, 0.0);
    for &action in &actions {
        let mut next = game.clone();
        next.apply(action);
        let (more, rest, wins) = literally(&next, known)?;
        lines += more;
        let rest = rest.map(|rest| rest + AmidakujiBridge::length_of(action));
        fewest = [fewest, rest].into_iter().flatten().min();
        chance += wins / actions.len() as f64;
    }
    (known.len() < 100_000).then(|| {
        known.insert(game.clone(), (lines, fewest, chance));
        (lines, fewest, chance)
    })
}

/// Random small boards under random options, from every phase.
#[test]
fn the_solver_agrees_with_a_literal_twin() {
    let mut random = Random::new(2024);
    let mut memory = Memory::default();
    let boards = [
        "columns=2 rows=2 bridges=1 long=0",
        "columns=2 rows=3 bridges=1 long=0",
        "columns=2 rows=4 bridges=1 long=1",
        "columns=2 rows=4 bridges=0 long=1 long-span=3",
        "columns=3 rows=2 bridges=1 long=0",
        "columns=3 rows=3 bridges=1 long=0",
        "columns=3 rows=3 bridges=1 long=1",
        "columns=3 rows=4 bridges=2 long=0",
        "columns=4 rows=2 bridges=1 long=0",
    ];
    let (mut phases, mut solvable, mut compared) = (Vec::new(), 0, 0);
    for _ in 0..400 {
        let mut text = random.pick(&boards).to_string();
        for values in [
            &["relocations=0", "relocations=1", "relocations=2", "relocations=3", "relocations=4"]
                [..],
            &["relocate=may", "relocate=must"],
            &["same-bridge=no", "same-bridge=yes"],
            &["crossing=no", "crossing=yes"],
            &["puzzle-walk=bounce", "puzzle-walk=free"],
        ] {
            text += " ";
            text += random.pick(values);
        }
        let mut position = AmidakujiBridge::new(rules(&text), 1).unwrap();
        for _ in 0..random.below(9) {
            if position.turn() != Turn::Over {
                let action = position.random_action(&mut random, &mut Vec::new());
                position.apply(action);
            }
        }
        let Some((lines, fewest, chance)) = literally(&position, &mut HashMap::new()) else {
            continue;
        };
        let answer = position.solve(&mut memory, 1);
        let figures = answer.figures.unwrap_or_else(|| panic!("{text}: {position}"));
        assert_eq!(figures.lines, lines, "{text}: {position}");
        assert_eq!(figures.least(), fewest, "{text}: {position}");
        assert!((figures.chance - chance).abs() <= 1e-12 * chance, "{text}: {position}");
        let line = PuzzleLine::new(&position, &answer, Chance::Exact(figures.chance));
        let checked = check::<AmidakujiBridge>(&line, Some((&mut memory, 1)));
        assert_eq!(checked.unwrap(), Checked::All, "{text}: {position}");
        phases.push(position.phase());
        solvable += u32::from(fewest.is_some());
        compared += 1;
    }
    for phase in [Phase::Lay, Phase::Set, Phase::Relocate, Phase::Over] {
        assert!(phases.contains(&phase), "{phase:?} never came up");
    }
    assert!(compared > 250 && solvable > 60, "{compared} compared, {solvable} solvable");
}

/// Exact chances against playouts, together: a chi-squared test at the 0.9999 quantile.
#[test]
fn exact_chances_agree_with_playouts() {
    const PLAYOUTS: u64 = 20_000;
    let mut random = Random::new(7);
    let mut memory = Memory::default();
    let (mut chi_squared, mut puzzles) = (0.0, 0);
    while puzzles < 20 {
        let text = random.pick(&[
            "columns=3 rows=4 bridges=1 long=1 relocations=1",
            "columns=3 rows=4 bridges=2 long=0",
            "columns=3 rows=3 bridges=1 long=0 puzzle-walk=free",
        ]);
        let position = AmidakujiBridge::draw_puzzle(&rules(text), &mut random);
        let Some(position) = position else { continue };
        let chance = position.solve(&mut memory, 1).figures.unwrap().chance;
        let Chance::Playouts { wins, playouts } =
            estimate(&position, PLAYOUTS, Range::ALL, &mut random)
        else {
            panic!("an estimate is no exact chance")
        };
        assert_eq!(playouts, PLAYOUTS);
        if chance < 0.001 {
            assert!(chance > 0.0 || wins == 0);
            continue;
        }
        let deviation = wins as f64 - chance * PLAYOUTS as f64;
        chi_squared += deviation * deviation / (PLAYOUTS as f64 * chance * (1.0 - chance));
        puzzles += 1;
    }
    assert!(chi_squared < 52.4, "chi-squared {chi_squared} with 20 degrees of freedom");
}

fn generate(args: &str) -> String {
    let mut all = vec!["generate", "--json"];
    all.extend(args.split_whitespace());
    let (code, out, error) = with_input(&all, "");
    assert_eq!(code, Some(0), "{error}");
    out
}

/// What is generated is as difficult as was asked, can be solved as it says, and depends neither on the
/// threads nor on how many there are.
#[test]
fn generated_puzzles_keep_what_they_promise() {
    let small = "--rule columns=3 --rule rows=4 --rule bridges=2 --rule long=0";
    let default = "--playouts 5000";
    let mut memory = Memory::default();
    for (args, count, range, exact) in [
        (small, 12, Range { low: 4.0, high: 6.0 }, true),
        (default, 4, Range { low: 9.0, high: 13.0 }, false),
    ] {
        let asked = format!("{args} --difficulty {}..{} --seed 3", range.low, range.high);
        let puzzles = generate(&format!("{asked} --count {count} --threads 1"));
        assert_eq!(puzzles, generate(&format!("{asked} --count {count} --threads 3")));
        let fewer = generate(&format!("{asked} --count 2"));
        assert!(puzzles.starts_with(&fewer));
        assert_ne!(fewer, generate(&format!("{asked} --count 2 --seed 4").replace("--seed 3", "")));
        assert_eq!(puzzles.lines().count(), count);
        for line in puzzles.lines().map(|line| PuzzleLine::read(line).unwrap()) {
            let position: AmidakujiBridge = line.position().unwrap();
            assert_eq!((position.phase(), position.round()), (Phase::Relocate, 1));
            assert!(wins(&position, line.solution.as_ref().unwrap()));
            assert_eq!(line.length, line.least, "a shortest solution");
            let difficulty = line.difficulty.as_ref().unwrap();
            assert!(range.holds(difficulty.bits.unwrap()), "{difficulty:?}");
            assert_eq!(difficulty.playouts.is_none(), exact);
            let checked = check::<AmidakujiBridge>(&line, Some((&mut memory, 100_000)));
            assert_eq!(checked.unwrap(), Checked::All);
        }
    }
}

/// The exit code and the output of a command that reads `input`.
fn with_input(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
    command.args(["puzzle", "amidakuji-bridge"]).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // What is read no further is no failure here.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Each puzzle that is wrong is named with its line and with what is wrong.
#[test]
fn wrong_puzzles_are_found() {
    let puzzle = generate("--rule columns=3 --rule rows=3 --rule bridges=1 --rule long=0 --seed 2");
    let puzzle = puzzle.trim_end();
    let line = PuzzleLine::read(puzzle).unwrap();
    let solution = line.solution.clone().unwrap();
    let changed = |change: &dyn Fn(&mut PuzzleLine)| {
        let mut line = line.clone();
        change(&mut line);
        serde_json::to_string(&line).unwrap()
    };
    let cut = changed(&|line| {
        line.solution.as_mut().unwrap().pop();
    });
    let twice = changed(&|line| line.solution.as_mut().unwrap().push("R:pass".to_string()));
    let illegal = changed(&|line| line.solution.as_mut().unwrap()[1] = "R:a1-b1>a1-b1".to_string());
    let cases = [
        (puzzle.to_string(), None),
        (cut, Some("the puzzle is not over")),
        (twice, Some("the game is over")),
        (illegal, Some("action 2 `R:a1-b1>a1-b1`")),
        (changed(&|line| line.length = Some(3)), Some("the length is")),
        (changed(&|line| line.least = Some(99)), Some("the least length is")),
        (changed(&|line| line.solvable = Some(false)), Some("whether it can be solved is true")),
        (changed(&|line| line.solution = None), Some("there is no solution")),
        (changed(&|line| line.version = Some(0)), Some("version")),
        (changed(&|line| line.game = "o-an-quan".to_string()), Some("a puzzle of o-an-quan")),
        (changed(&|line| line.position.push('x')), Some("position")),
        (changed(&|line| line.rules.clear()), Some("a puzzle needs mode=puzzle")),
        (changed(&|line| line.difficulty.as_mut().unwrap().bits = Some(1.0)), Some("in bits is")),
        (changed(&|line| line.difficulty.as_mut().unwrap().chance = 2.0), Some("from 0 to 1")),
        ("[1]".to_string(), Some("not a puzzle")),
        ("{".to_string(), Some("not a puzzle")),
    ];
    let input: Vec<&str> = cases.iter().map(|(line, _)| line.as_str()).collect();
    let (code, out, _) = with_input(&["verify"], &input.join("\n"));
    assert_eq!(code, Some(1), "{out}");
    let mut reports = out.lines();
    for (number, (_, expected)) in (1..).zip(&cases) {
        let Some(expected) = expected else { continue };
        let report = reports.next().unwrap();
        let place = format!("standard input, line {number}: ");
        assert!(report.starts_with(&place) && report.contains(expected), "{report}\n{expected}");
    }
    let wrong = cases.len() - 1;
    let summary = format!("{} puzzles, {wrong} wrong; 1 with claims", cases.len());
    assert!(reports.next().unwrap().starts_with(&summary), "{out}");

    // These can only be found by solving again.
    for (wrong, expected) in [
        (changed(&|line| line.lines = Some("12".to_string())), "the number of winning lines is"),
        (
            changed(&|line| {
                line.difficulty.as_mut().unwrap().chance = 0.5;
                line.difficulty.as_mut().unwrap().bits = Some(1.0);
            }),
            "the chance is",
        ),
        (
            changed(&|line| {
                *line = PuzzleLine { solvable: Some(false), solution: None, ..line.clone() };
                (line.difficulty, line.lines, line.length, line.least) = (None, None, None, None);
            }),
            "whether it can be solved is true",
        ),
    ] {
        let (code, out, _) = with_input(&["verify"], &wrong);
        assert_eq!(code, Some(0), "{out}");
        let (code, out, _) = with_input(&["verify", "--thorough"], &wrong);
        assert!(code == Some(1) && out.contains(expected), "{out}");
    }
    let (code, out, _) = with_input(&["verify", "--thorough"], puzzle);
    assert_eq!((code, out.as_str()), (Some(0), "1 puzzles, 0 wrong\n"));
    assert_eq!(solution.len(), 8);
}

/// Solving reads what generating prints, keeps what is known of a puzzle, says no with exit code 1 and
/// that it does not know with 2, and keeps the output before a line that is wrong.
#[test]
fn solving_answers_in_three_ways() {
    let puzzles = generate("--rule columns=3 --rule rows=4 --rule bridges=1 --count 3");
    let (code, out, _) = with_input(&["solve", "--json"], &puzzles);
    assert_eq!((code, out.as_str()), (Some(0), puzzles.as_str()));

    let (text, position, ..) = FIGURES[1];
    let position = AmidakujiBridge::parse(rules(text), 1, position).unwrap();
    let impossible = serde_json::to_string(&PuzzleLine::unsolved(&position)).unwrap();
    let (code, out, _) = with_input(&["solve", "-"], &format!("{puzzles}\n{impossible}\n"));
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("Solution: none, proved"), "{out}");

    let large = generate("--playouts 100");
    let args = ["solve", "--json", "--nodes", "2", "--playouts", "100"];
    let (code, out, error) = with_input(&args, &format!("{puzzles}{large}{impossible}"));
    assert_eq!(code, Some(2), "{out}");
    assert_eq!(out.lines().count(), 5);
    assert!(error.contains("1 of 5 puzzles neither solved nor proved impossible"), "{error}");

    let (code, out, error) = with_input(&["solve", "--json"], &format!("{puzzles}\n\n{{}}\n"));
    assert_eq!((code, out.as_str()), (Some(2), puzzles.as_str()));
    assert!(error.contains("standard input, line 6: not a puzzle: missing field"), "{error}");
}
