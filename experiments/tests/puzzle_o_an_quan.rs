//! Puzzles of Ô Ăn Quan: the records and figures of the rules text, plain minimax beside the search, and
//! what checking finds.

use ludarium_engine::event::apply_text;
use ludarium_engine::o_an_quan::{Action, OAnQuan, Rules};
use ludarium_engine::{Game, Turn};
use ludarium_experiments::puzzle::o_an_quan::{
    BestTwo, Date, DateError, Depth, Line, NoPuzzle, Puzzle, Wrong, best_two, check, check_line,
    generate, lines, solve,
};
use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

/// The records of the rules text.
const RECORDS: [&str; 4] = [
    r#"{"game":"o-an-quan","kind":"puzzle","date":"2026-01-01","depth":3,"moves":["A1+","B2-","A2-","B3+","A1+","B2+","A4+","B3+"],"position":"6Q,2,0,0,2,4/6Q,0,3,0,3,0 A 14:0/10:0 0 8 -","solution":"A1-","value":22,"second":14}"#,
    r#"{"game":"o-an-quan","kind":"puzzle","date":"2026-01-02","depth":3,"moves":["A1-","B4-","A2+","B3+","A3+","B4+","A4+"],"position":"3,3,0,3,0,1/11Q,1,0,0,2,0 B 23:1/3:0 0 7 -","solution":"B4-","value":-12,"second":-24}"#,
    r#"{"game":"o-an-quan","kind":"puzzle","date":"2026-01-03","depth":3,"moves":["A2+","B5+","A2+","B3-","A3+","B2+","A5-","B4-","A5+","B5-","A5+"],"position":"7Q,0,0,0,0,0/3,0,2,0,2,1 B 22:0/13:1 1 11 -","solution":"B2+","value":21,"second":11}"#,
    r#"{"game":"o-an-quan","kind":"puzzle","date":"2026-12-31","depth":3,"moves":["A2+","B4-","A4-","B1-","A2-","B2-"],"position":"4Q,0,0,3,2,9/4Q,2,0,10,1,0 A 15:0/0:0 1 6 -","solution":"A3+","value":26,"second":17}"#,
];

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn depth(turns: u32) -> Depth {
    turns.try_into().unwrap()
}

fn days(first: &str) -> impl Iterator<Item = Date> {
    std::iter::successors(Some(date(first)), |date| date.tomorrow())
}

#[test]
fn records_of_the_rules_text() {
    for record in RECORDS {
        let puzzle = Puzzle::read(record).unwrap();
        assert_eq!(generate(puzzle.date.unwrap(), Depth::DAILY), puzzle);
        assert_eq!(serde_json::to_string(&puzzle).unwrap(), record);
        assert_eq!(check_line(record), Ok(()));
    }
}

/// Over the 366 days from 2025-01-01, as the rules text tells them.
#[test]
fn figures_of_the_rules_text() {
    const DAYS: usize = 366;
    let (mut tested, mut most, mut leads, mut positions) = (0, 0, 0, HashSet::new());
    for date in days("2025-01-01").take(DAYS) {
        let tried = 1 + lines(date)
            .position(|line| solve(&line.position, Depth::DAILY).is_ok())
            .expect("there is no last line");
        tested += tried;
        most = most.max(tried);
        let puzzle = generate(date, Depth::DAILY);
        leads += puzzle.value - puzzle.second;
        positions.insert(puzzle.position);
    }
    let mean = |sum: f64| format!("{:.1}", sum / DAYS as f64);
    assert_eq!(mean(tested as f64), "11.7");
    assert_eq!(most, 76);
    assert_eq!(mean(f64::from(leads)), "12.2");
    assert_eq!(positions.len(), 360);
}

/// The guaranteed margin of `player` by the words of the rules text.
fn literally(game: &OAnQuan, player: usize, turns: u32) -> i32 {
    let Turn::Player(mover) = game.turn() else { return margin(game, player) };
    if turns == 0 {
        return margin(game, player);
    }
    let values = actions(game).into_iter().map(|it| literally(&after(game, it), player, turns - 1));
    if mover.index() == player { values.max().unwrap() } else { values.min().unwrap() }
}

fn margin(game: &OAnQuan, player: usize) -> i32 {
    let points = |player| game.store_dan(player) + 10 * i32::from(game.store_quans(player));
    points(player) - points(1 - player)
}

fn actions(game: &OAnQuan) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

fn after(game: &OAnQuan, action: Action) -> OAnQuan {
    let mut next = *game;
    next.apply(action);
    next
}

/// All actions with their values by the words of the rules text, the best first.
fn values(game: &OAnQuan, turns: u32) -> Vec<(i32, Action)> {
    let Turn::Player(mover) = game.turn() else { panic!("{game} is over") };
    let value = |action| literally(&after(game, action), mover.index(), turns - 1);
    let mut values: Vec<_> = actions(game).into_iter().map(|it| (value(it), it)).collect();
    values.sort_by_key(|&(value, _)| -value);
    values
}

fn assert_literal(game: &OAnQuan, turns: u32) {
    let BestTwo { action, value, second } = best_two(game, turns);
    let values = values(game, turns);
    assert_eq!((value, second), (values[0].0, values[1].0), "{game}, {turns} turns");
    assert!(values.contains(&(value, action)), "{action} in {game}, {turns} turns");
}

#[test]
fn the_search_agrees_with_plain_minimax() {
    for (date, most) in days("2027-02-20").take(30).zip([3, 4, 5].into_iter().cycle()) {
        for line in lines(date).take(8) {
            (1..=most).for_each(|turns| assert_literal(&line.position, turns));
        }
    }
    let deep = lines(date("2027-05-01")).find(|line| actions(&line.position).len() >= 8).unwrap();
    assert_literal(&deep.position, 7);
    // Settled early: by the last quan, by the limit of quiet turns, by the limit of all turns.
    for position in [
        "3,3,0,1,0,0/8Q,0,4,1,0,2 A 12:1/16:0 0 30 -",
        "2Q,0,0,1,0,0/2Q,0,0,1,0,0 A 22:0/22:0 57 90 -",
        "2Q,1,0,1,0,0/2Q,0,3,1,0,0 B 19:0/21:0 0 397 -",
        "2Q,1,0,0,1,0/3Q,0,0,0,0,1 A 41:0/1:0 1 24 -",
    ] {
        let position = OAnQuan::parse(Rules::default(), 2, position).unwrap();
        (1..=6).for_each(|turns| assert_literal(&position, turns));
    }
}

/// What is generated keeps the four conditions of the rules text, word by word.
#[test]
fn puzzles_are_puzzles() {
    for (turns, first, count) in
        [(3, "2028-02-27", 60), (5, "2026-03-01", 12), (7, "2026-03-01", 2)]
    {
        for date in days(first).take(count) {
            let puzzle = generate(date, depth(turns));
            assert_eq!(check(&puzzle), Ok(()), "{puzzle:?}");
            let mut game = OAnQuan::new(Rules::default(), 2).unwrap();
            puzzle.moves.iter().for_each(|action| apply_text(&mut game, action).unwrap());
            assert_eq!(game.to_string(), puzzle.position);
            let values = values(&game, turns);
            let [(value, solution), (second, _), ..] = values[..] else { panic!("{puzzle:?}") };
            assert!(values.len() >= 4 && value - second >= 5, "{puzzle:?}");
            let said = (puzzle.solution.as_str(), puzzle.value, puzzle.second);
            assert_eq!(said, (solution.to_string().as_str(), value, second));
            let Turn::Player(mover) = game.turn() else { panic!("{puzzle:?}") };
            let points = |action| after(&game, action).scores()[mover.index()];
            let most = actions(&game).into_iter().map(points).max().unwrap();
            assert!(most > points(solution), "{puzzle:?}");
        }
    }
}

#[test]
fn positions_that_are_no_puzzle_are_told_apart() {
    let no_puzzle = |line: &Line| {
        let any = BestTwo { action: line.actions[0], value: 0, second: 0 };
        match check(&Puzzle::new(line, Depth::DAILY, &any, None)) {
            Err(Wrong::NoPuzzle(reason)) => Some(reason),
            _ => None,
        }
    };
    let (mut few, mut no_lead, mut greedy) = (0, 0, 0);
    for line in lines(date("2026-06-01")).take(300) {
        match no_puzzle(&line) {
            Some(NoPuzzle::FewActions(count)) => {
                assert_eq!(actions(&line.position).len(), count);
                few += 1;
            }
            Some(NoPuzzle::NoLead { value, second, .. }) => {
                assert!((0..5).contains(&(value - second)));
                no_lead += 1;
            }
            Some(NoPuzzle::Greedy { action, .. }) => {
                let values = values(&line.position, 3);
                assert!(values[0].1 == action && values[0].0 - values[1].0 >= 5);
                greedy += 1;
            }
            Some(NoPuzzle::Over) => panic!("{} is not over", line.position),
            None => assert!(solve(&line.position, Depth::DAILY).is_ok()),
        }
    }
    assert!(few > 5 && no_lead > 50 && greedy > 50, "{few}, {no_lead}, {greedy}");

    let mut line = lines(date("2026-06-01")).next().unwrap();
    while let Some(&action) = actions(&line.position).last() {
        line.position.apply(action);
        line.actions.push(action);
    }
    assert_eq!(no_puzzle(&line), Some(NoPuzzle::Over));
}

#[test]
fn only_days_of_the_calendar_are_dates() {
    for text in ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "2026-04-30"] {
        assert_eq!(date(text).to_string(), text);
    }
    for (text, month, days) in [("2026-02-29", 2, 28), ("2026-04-31", 4, 30), ("2026-01-00", 1, 31)]
    {
        assert_eq!(text.parse::<Date>(), Err(DateError::Day { year: 2026, month, days }));
    }
    assert!(matches!("1900-02-29".parse::<Date>(), Err(DateError::Day { days: 28, .. })));
    assert_eq!("2026-13-01".parse::<Date>(), Err(DateError::Month(13)));
    for text in [
        "",
        "2026",
        "2026-1-1",
        "2026-01-1",
        "02026-01-01",
        "2026-01-01-",
        "+026-01-01",
        "2026/01/01",
        "0000-01-01",
        " 2026-01-01",
        "2026-01-\u{660}1",
    ] {
        assert_eq!(text.parse::<Date>(), Err(DateError::Form), "`{text}`");
    }
    assert_eq!(date("2026-01-01").number(), 20_260_101);
    assert_eq!(date("9999-12-31").tomorrow(), None);
    let dates: Vec<Date> = days("1999-12-31").take(367 + 365).collect();
    assert!(dates.is_sorted() && dates.contains(&date("2000-02-29")));
    assert_eq!(dates.last(), Some(&date("2001-12-31")));
}

/// The exit code and the output of `ludarium`, which reads `input`.
fn ludarium(args: &[&str], input: &str) -> (Option<i32>, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludarium"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_range_is_one_day_a_line_for_any_number_of_threads() {
    for depth in ["3", "5", "7"] {
        let range = ["puzzle", "o-an-quan", "--from", "2027-12-20", "--to", "2028-03-10"];
        let of_threads = |threads| {
            ludarium(&[&range[..], &["--depth", depth, "--threads", threads]].concat(), "")
        };
        let (code, out) = of_threads("1");
        assert_eq!(code, Some(0));
        assert_eq!(of_threads("3"), (Some(0), out.clone()));
        let dates = out.lines().map(|line| Puzzle::read(line).unwrap().date.unwrap());
        assert!(dates.eq(days("2027-12-20").take(82)));
        let verified = ludarium(&["puzzle", "o-an-quan", "verify"], &out);
        assert_eq!(verified, (Some(0), "82 puzzles, 0 wrong\n".to_string()));
    }
}

/// Each puzzle that is wrong is named with its line and with what is wrong, alone and among records.
#[test]
fn wrong_puzzles_are_found() {
    let good = Puzzle::read(RECORDS[1]).unwrap();
    let changed = |change: &dyn Fn(&mut Puzzle)| {
        let mut puzzle = good.clone();
        change(&mut puzzle);
        serde_json::to_string(&puzzle).unwrap()
    };
    let said =
        |what: &str, is: &str, said: &str| format!("{what} is {is}, but the puzzle says {said}");
    let cases = [
        (changed(&|puzzle| puzzle.date = None), None),
        (RECORDS[1].replace("}", r#","rating":"level:4"}"#), None),
        (changed(&|puzzle| puzzle.value = -11), Some(said("the value", "-12", "-11"))),
        (changed(&|puzzle| puzzle.second = -23), Some(said("the second value", "-24", "-23"))),
        (
            changed(&|puzzle| puzzle.solution = "B1+".to_string()),
            Some(said("the solution", "B4-", "B1+")),
        ),
        (
            changed(&|puzzle| puzzle.position = puzzle.position.replace("23:1", "33:0")),
            Some("the position is 3,3,0,3,0,1/11Q,1,0,0,2,0 B 23:1/3:0 0 7 -, but".to_string()),
        ),
        (
            changed(&|puzzle| puzzle.moves[2] = "B1+".to_string()),
            Some("move 3 `B1+`: `B1+` is not legal in".to_string()),
        ),
        (
            changed(&|puzzle| puzzle.moves[6] = "A4".to_string()),
            Some("move 7 `A4`: action: `A4` is not".to_string()),
        ),
        (changed(&|puzzle| puzzle.moves.truncate(6)), Some("the position is".to_string())),
        (
            changed(&|puzzle| {
                puzzle.moves.clear();
                puzzle.position = "0Q,5,5,5,5,5/0Q,5,5,5,5,5 A 0:0/0:0 0 0 -".to_string();
            }),
            Some("no puzzle: the best action".to_string()),
        ),
        (
            changed(&|puzzle| puzzle.date = Some(date("2026-01-03"))),
            Some("the line of the date is A2+ B5+ A2+".to_string()),
        ),
        (
            RECORDS[1].replace("01-02", "02-30"),
            Some("not a puzzle: 2026-02 has the days 01 to 28".to_string()),
        ),
        (
            RECORDS[1].replace(r#""depth":3"#, r#""depth":4"#),
            Some("not a puzzle: a depth is an odd number from 3 to 9".to_string()),
        ),
        (
            changed(&|puzzle| puzzle.game = "carcassonne".to_string()),
            Some("not a puzzle: the game is `carcassonne` instead of `o-an-quan`".to_string()),
        ),
        (
            RECORDS[1].replace(r#","second":-24"#, ""),
            Some("not a puzzle: missing field `second`".to_string()),
        ),
    ];
    let input: String = cases.iter().map(|(line, _)| format!("{line}\n")).collect();
    let wrong = cases.iter().filter(|(_, expected)| expected.is_some()).count();
    for (args, summary) in [
        (&["puzzle", "o-an-quan", "verify"][..], format!("{} puzzles, {wrong} wrong", cases.len())),
        (&["verify"], format!("{} records, {wrong} mismatches", cases.len())),
    ] {
        let (code, out) = ludarium(args, &input);
        assert_eq!(code, Some(1), "{out}");
        let mut reports = out.lines();
        for (number, (_, expected)) in (1..).zip(&cases) {
            let Some(expected) = expected else { continue };
            let report = reports.next().unwrap();
            let place = format!("standard input, line {number}: ");
            let problem = report.strip_prefix(&place).unwrap_or_else(|| panic!("{report}"));
            assert!(problem.starts_with(expected), "{report}\n{expected}");
        }
        assert!(reports.eq([summary.as_str()]), "{out}");
    }

    // What is no puzzle at all.
    let (_, record) = ludarium(&["record", "o-an-quan"], "");
    for (line, expected) in [
        (record.as_str(), "not a puzzle: missing field `kind`"),
        (
            &changed(&|puzzle| puzzle.kind = "riddle".to_string()),
            "not a puzzle: the kind is `riddle`",
        ),
        ("[1]\n", "not a puzzle: invalid type: sequence"),
    ] {
        let (code, out) = ludarium(&["puzzle", "o-an-quan", "verify"], line);
        assert!(code == Some(1) && out.contains(expected), "{out}");
    }
    let mixed = format!("{record}{}\n", RECORDS[0]);
    assert_eq!(ludarium(&["verify"], &mixed), (Some(0), "2 records, 0 mismatches\n".to_string()));
}
