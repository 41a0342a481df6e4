//! Averages of random play against those of an independent implementation, printed in the rules
//! text: an error in the rules that no single example shows would shift them.

use crate::common::{Mean, Sum};
use crate::{lines, rules, start};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::{Game, Random, Turn};

const AVERAGES: &str = include_str!("../data/amidakuji-bridge/random-play.txt");

/// Random games of the default rules, and of each option and the puzzle: enough that our own error
/// is the smaller one.
const GAMES: [u64; 2] = [12_000, 4000];

/// What the tables count.
#[derive(Clone, Copy)]
enum Row {
    WinsOf0,
    WinsOf1,
    Actions,
    /// In the puzzle the walks.
    Rounds,
    Pushed,
    Settings,
    Laying,
    Setting,
    Moving,
    SettingAgain,
    Relocating,
    /// Coins won in the puzzle.
    Coins,
    Capped,
    LayingPassed,
}

const ROWS: usize = Row::LayingPassed as usize + 1;

const OF_DUEL: [Row; 11] = [
    Row::WinsOf0,
    Row::WinsOf1,
    Row::Actions,
    Row::Rounds,
    Row::Pushed,
    Row::Settings,
    Row::Laying,
    Row::Setting,
    Row::Moving,
    Row::SettingAgain,
    Row::Relocating,
];

const OF_OPTIONS: [Row; 3] = [Row::WinsOf0, Row::Rounds, Row::Actions];

const OF_PUZZLE: [Row; 6] =
    [Row::WinsOf0, Row::Coins, Row::Rounds, Row::Actions, Row::Laying, Row::Relocating];

/// The phases whose numbers of actions are counted, by the first letter of their actions.
const PHASES: [(char, Row); 5] = [
    ('L', Row::Laying),
    ('S', Row::Setting),
    ('M', Row::Moving),
    ('E', Row::SettingAgain),
    ('R', Row::Relocating),
];

/// Sums over games, and the greatest value of one game or decision.
struct Counts {
    rows: [(Sum, f64); ROWS],
}

impl Counts {
    fn add(&mut self, row: Row, value: impl Into<f64>) {
        let (value, (sum, most)) = (value.into(), &mut self.rows[row as usize]);
        sum.add(value);
        *most = most.max(value);
    }

    fn mean(&self, row: Row) -> Mean {
        self.rows[row as usize].0.mean()
    }

    fn most(&self, row: Row) -> f64 {
        self.rows[row as usize].1
    }

    fn of(options: &str, games: u64, stream: u8) -> Counts {
        let mut counts = Counts { rows: std::array::from_fn(|_| Default::default()) };
        let (start, mut random) = (start(rules(options)), Random::new(2026));
        for number in 0..games {
            random.set_stream(number, stream);
            counts.play(start.clone(), &mut random);
        }
        counts
    }

    fn play(&mut self, mut game: AmidakujiBridge, random: &mut Random) {
        let mut buffer = Vec::new();
        let (mut actions, mut pushed, mut passed) = (0, 0, false);
        // Decisions of each phase and what they add up to.
        let mut phases = [(0_u32, 0_u32); PHASES.len()];
        while game.turn() != Turn::Over {
            let choices = game.count_actions(&mut buffer) as u32;
            let action = game.random_action(random, &mut buffer);
            let text = action.to_string();
            game.apply(action);
            actions += 1;
            pushed += u32::from(text == "P:push");
            passed |= text == "L:pass";
            for (&(letter, row), (decisions, sum)) in PHASES.iter().zip(&mut phases) {
                if text.starts_with(letter) {
                    *decisions += 1;
                    *sum += choices;
                    let most = &mut self.rows[row as usize].1;
                    *most = most.max(f64::from(choices));
                }
            }
        }
        for (&(letter, row), &(decisions, sum)) in PHASES.iter().zip(&phases) {
            if decisions > 0 {
                self.add(row, f64::from(sum) / f64::from(decisions));
            }
            if letter == 'E' {
                self.add(Row::Settings, decisions);
            }
        }
        let text = game.to_string();
        let rounds: u32 =
            text.split(' ').nth(2).and_then(|text| text.parse().ok()).expect("rounds");
        self.add(Row::Actions, actions);
        self.add(Row::Rounds, rounds);
        self.add(Row::Pushed, pushed);
        self.add(Row::Capped, u8::from(game.capped()));
        self.add(Row::LayingPassed, u8::from(passed));
        if game.players() == 1 {
            let coins = game.scores()[0];
            self.add(Row::Coins, coins);
            // Nobody wins with fewer coins than walks.
            self.add(Row::WinsOf0, u8::from(u32::try_from(coins) == Ok(rounds)));
        } else {
            for (seat, row) in [Row::WinsOf0, Row::WinsOf1].into_iter().enumerate() {
                let is_alone = game.ranks()[1 - seat] == 2;
                self.add(row, u8::from(is_alone));
            }
        }
    }

    /// Asserts that the mean of `row` agrees with the printed one, and that many more games come
    /// near to its greatest value at least; returns the distance of the means.
    fn agree(&self, row: Row, printed: &str, name: &str) -> f64 {
        let (mean, most) = match printed.split_once(" (max ") {
            Some((mean, most)) => (mean, Some(most.trim_end_matches(')'))),
            None => (printed, None),
        };
        let (printed, measured) = (Mean::printed(mean).expect("a mean"), self.mean(row));
        let distance = measured.distance(&printed);
        assert!(
            distance < 4.0,
            "{name}: {} ± {} lies {distance:.1} standard errors from {mean}",
            measured.value,
            measured.error
        );
        if let Some(most) = most.map(|most| most.parse::<f64>().expect("a number")) {
            assert!(self.most(row) >= 0.9 * most, "{name}: never more than {}", self.most(row));
        }
        distance
    }
}

/// Of some 55 means one lies more than four standard errors away by chance in one of three hundred
/// choices of the seed; the seed is fixed.
#[test]
fn random_play_has_the_averages_of_the_rules_text() {
    let mut rows = lines(AVERAGES).map(|line| line.split(" | ").collect::<Vec<_>>());
    let mut distances = Vec::new();
    let columns = ["columns=5", "columns=6"];
    let counts: Vec<Counts> =
        (0..).zip(columns).map(|(stream, options)| Counts::of(options, GAMES[0], stream)).collect();
    for row in OF_DUEL {
        let fields = rows.next().expect("a row");
        assert_eq!(fields.len(), 1 + counts.len());
        for ((counts, printed), columns) in counts.iter().zip(&fields[1..]).zip(columns) {
            let name = format!("{} of {columns}", fields[0]);
            distances.push(counts.agree(row, printed, &name));
        }
    }
    for stream in 10..19 {
        let fields = rows.next().expect("a row");
        let counts = Counts::of(fields[0], GAMES[1], stream);
        assert_eq!(fields.len(), 1 + OF_OPTIONS.len());
        for (row, printed) in OF_OPTIONS.into_iter().zip(&fields[1..]) {
            distances.push(counts.agree(row, printed, fields[0]));
        }
        assert!(counts.mean(Row::Capped).value == 0.0, "{}: a cap", fields[0]);
    }
    let counts = Counts::of("mode=puzzle", GAMES[1], 20);
    for row in OF_PUZZLE {
        let fields = rows.next().expect("a row");
        distances.push(counts.agree(row, fields[1], fields[0]));
    }
    assert!(rows.next().is_none());
    assert_eq!(distances.len(), 2 * 11 + 9 * 3 + 6);
    // Agreement that is too good would mean that the test compares something with itself.
    let largest = distances.into_iter().fold(0.0, f64::max);
    assert!(largest > 1.0, "the largest distance is {largest:.2}");
}

/// What section 8 says of one decision and of a whole game, with what random play comes to.
#[test]
fn random_play_keeps_the_bounds_of_the_rules_text() {
    for (options, most_laying, columns, relocating, actions) in
        [("columns=5", 196, 5, 941, 1434), ("columns=6", 245, 6, 1331, 1438)]
    {
        let counts = Counts::of(options, GAMES[1], 30);
        let exact = [
            (Row::Laying, most_laying),
            (Row::Setting, columns),
            (Row::SettingAgain, columns),
            (Row::Moving, 2),
        ];
        for (row, most) in exact {
            assert_eq!(counts.most(row), f64::from(most), "of {options}");
        }
        assert!(counts.most(Row::Relocating) <= f64::from(relocating));
        assert!(counts.most(Row::Actions) <= f64::from(actions));
        // Each seat sets on as many points as there are and on one fewer.
        assert_eq!(counts.mean(Row::Setting).value, f64::from(columns) - 0.5);
        assert_eq!(counts.mean(Row::Capped).value, 0.0);
        // None of 600 games; so it is rare.
        assert!(counts.mean(Row::LayingPassed).value < 0.005);
        let wins = [Row::WinsOf0, Row::WinsOf1].map(|row| counts.mean(row).value);
        assert!((wins[0] + wins[1] - 1.0).abs() < 1e-9, "somebody wins");
    }
    let counts = Counts::of("mode=puzzle columns=6", GAMES[1], 31);
    assert_eq!(counts.most(Row::Laying), 245.0);
    assert!(counts.most(Row::Relocating) <= 2661.0 && counts.most(Row::Rounds) <= 11.0);
}

/// The comparison must be able to fail: other rules lie far away.
#[test]
fn other_rules_have_other_averages() {
    let mean = |options, row| Counts::of(options, GAMES[1], 40).mean(row);
    for (options, row) in [
        ("coins=trap", Row::Rounds),
        ("coins=gap", Row::Rounds),
        ("crossing=yes", Row::Laying),
        ("push=any", Row::Pushed),
        ("relocate=must", Row::Relocating),
    ] {
        let (default, other) = (mean("default", row), mean(options, row));
        assert!(default.distance(&other) > 4.5, "{options}: {}", default.distance(&other));
    }
}
