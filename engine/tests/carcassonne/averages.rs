//! Averages of random play against those of an independent implementation, printed in the rules
//! text, and exact probabilities of the first turn: an error in the rules that no single example
//! shows would shift them.

use crate::common::{Mean, Sum};
use crate::{lines, rules, start};
use ludarium_engine::carcassonne::{Action, Carcassonne, TurnActions};
use ludarium_engine::{Game, Random, Turn};

const AVERAGES: &str = include_str!("../data/carcassonne/random-play.txt");

/// Random games of each row: enough that our own error is the smaller one.
const GAMES: u64 = 4000;

/// What is counted in a game.
#[derive(Default)]
struct Counts {
    events: u32,
    removed: u32,
    /// The numbers of tile, meeple and combined actions of each decision.
    actions: [Vec<usize>; 3],
}

/// Plays one game. Every action is equally likely; or in so many of ten meeple decisions a meeple is
/// put if one may be, every way equally likely, and none in the others.
fn play(game: &mut Carcassonne, meeples: Option<u32>, random: &mut Random) -> Counts {
    let (mut counts, mut buffer) = (Counts::default(), Vec::new());
    let mut tile_is_placed = true;
    while game.turn() != Turn::Over {
        counts.events += 1;
        if game.turn() == Turn::Chance {
            let draw = game.sample_chance(random);
            game.apply_chance(&draw);
            tile_is_placed = false;
            counts.removed += u32::from(!matches!(game.turn(), Turn::Player(_)));
            continue;
        }
        let column = match game.rules().turn_actions {
            TurnActions::Combined => 2,
            TurnActions::Split => usize::from(tile_is_placed),
        };
        counts.actions[column].push(game.count_actions(&mut buffer));
        if let (Some(of_ten), 1) = (meeples, column) {
            let put = random.below(10) < of_ten;
            game.legal_actions(&mut buffer);
            if buffer.len() > 1 {
                buffer.retain(|action| (action.to_string() != "-") == put);
            }
            game.apply(random.pick(&buffer));
            buffer.clear();
        } else {
            if meeples.is_some() {
                counts.actions[2].push(count_combined(game));
            }
            game.apply(game.random_action(random, &mut buffer));
        }
        tile_is_placed = true;
    }
    counts
}

/// The actions that the tile and the meeple decision have together.
fn count_combined(game: &Carcassonne) -> usize {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let meeple_actions = |&action: &Action| {
        let mut placed = game.clone();
        placed.apply(action);
        placed.count_actions(&mut Vec::new())
    };
    actions.iter().map(meeple_actions).sum()
}

/// The columns of tile, meeple and combined actions a decision.
const ACTIONS: std::ops::Range<usize> = 3..6;

/// The columns of a row, in the order of the file, from games of our own; not a number where none of
/// them has anything to count.
fn measure(start: &Carcassonne, meeples: Option<u32>, stream: u8) -> Vec<Vec<Mean>> {
    let players = usize::from(start.players());
    let [mut score, mut best, mut lead, mut events, mut removed]: [Sum; 5] = Default::default();
    let mut actions: [Sum; 3] = Default::default();
    let [mut scores, mut wins] = [(); 2].map(|()| vec![Sum::default(); players]);
    let mut random = Random::new(2026);
    for number in 0..GAMES {
        random.set_stream(number, stream);
        let mut game = start.clone();
        let counts = play(&mut game, meeples, &mut random);
        events.add(f64::from(counts.events));
        removed.add(f64::from(u8::from(counts.removed > 0)));
        for (sum, decisions) in actions.iter_mut().zip(&counts.actions) {
            if !decisions.is_empty() {
                sum.add(decisions.iter().sum::<usize>() as f64 / decisions.len() as f64);
            }
        }
        let mut points = game.scores().to_vec();
        score.add(f64::from(points.iter().sum::<i32>()) / players as f64);
        let winners = game.ranks().iter().filter(|&&rank| rank == 1).count();
        for (seat, (&points, &rank)) in points.iter().zip(&*game.ranks()).enumerate() {
            scores[seat].add(f64::from(points));
            wins[seat].add(if rank == 1 { 1.0 / winners as f64 } else { 0.0 });
        }
        points.sort_unstable();
        best.add(f64::from(points[players - 1]));
        lead.add(f64::from(points[players - 1] - points[players - 2]));
    }
    let [tile, meeple, combined] = actions;
    let mut columns: Vec<Vec<Mean>> = [score, best, lead, tile, meeple, combined, events, removed]
        .iter()
        .map(|sum| vec![sum.mean()])
        .collect();
    columns.extend([scores, wins].map(|sums| sums.iter().map(Sum::mean).collect()));
    columns
}

/// The row's start position and how often meeples are put.
fn row_start(name: &str, play: &str) -> (Carcassonne, Option<u32>) {
    let (players, options) = name.split_once(' ').expect("players and options");
    let meeples = play.strip_prefix("0.").map(|digit| digit.parse().expect("a digit"));
    (start(rules(options), players.parse().expect("a number of players")), meeples)
}

/// Of some 70 means one lies more than four standard errors away by chance in one of two hundred
/// choices of the seed; the seed is fixed.
#[test]
fn random_play_has_the_averages_of_the_rules_text() {
    let rows: Vec<&str> = lines(AVERAGES).collect();
    assert_eq!(rows.len(), 10);
    let (mut largest, mut compared): (f64, u32) = (0.0, 0);
    for (stream, row) in (0..).zip(rows) {
        let fields: Vec<&str> = row.split(" | ").collect();
        let (start, meeples) = row_start(fields[0], fields[1]);
        let games: f64 = fields[2].parse().expect("a number of games");
        let measured = measure(&start, meeples, stream);
        assert_eq!(fields.len(), 3 + measured.len(), "columns of {row}");
        for (column, (printed, measured)) in fields[3..].iter().zip(&measured).enumerate() {
            let printed: Vec<Mean> = printed.split(", ").filter_map(Mean::printed).collect();
            assert!(printed.is_empty() || printed.len() == measured.len(), "{column} of {row}");
            for (seat, (mut printed, measured)) in printed.into_iter().zip(measured).enumerate() {
                if ACTIONS.contains(&column) {
                    // The printed error is known to be too small; ours is of means of games.
                    printed.error = measured.error * (GAMES as f64 / games).sqrt();
                }
                let distance = measured.distance(&printed);
                assert!(
                    distance < 4.0,
                    "column {column}, place {seat}: {} ± {} lies {distance:.1} standard errors \
                     from {row}",
                    measured.value,
                    measured.error
                );
                largest = largest.max(distance);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 68);
    // Agreement that is too good would mean that the test compares something with itself.
    assert!(largest > 1.0, "the largest distance is {largest:.2}");
}

/// The comparison must be able to fail: other rules lie far away.
#[test]
fn other_rules_have_other_averages() {
    let score =
        |options| measure(&start(rules(options), 2), None, 100).swap_remove(0).swap_remove(0);
    let default = score("default");
    for (options, distance) in [("farmers=off", 20.0), ("turn-actions=combined", 4.0)] {
        assert!(default.distance(&score(options)) > distance, "{options}");
    }
}

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fraction {
    above: u128,
    below: u128,
}

impl Fraction {
    fn new(above: u128, below: u128) -> Fraction {
        let (mut divisor, mut rest) = (below, above);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Fraction { above: above / divisor, below: below / divisor }
    }

    fn plus(self, other: Fraction) -> Fraction {
        let above = self.above * other.below + other.above * self.below;
        Fraction::new(above, self.below * other.below)
    }

    fn times(self, above: u128, below: u128) -> Fraction {
        Fraction::new(self.above * above, self.below * below)
    }
}

/// The exact mean of what `value` says of the positions after so many random events.
fn mean(game: &Carcassonne, events: u32, value: &dyn Fn(&Carcassonne) -> u32) -> Fraction {
    let Some(events) = events.checked_sub(1) else {
        return Fraction::new(value(game).into(), 1);
    };
    let mut nexts = Vec::new();
    if game.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        assert!(game.chance_outcomes(&mut outcomes));
        for (draw, weight) in outcomes {
            let mut next = game.clone();
            next.apply_chance(&draw);
            nexts.push((next, weight));
        }
    } else {
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        for action in actions {
            let mut next = game.clone();
            next.apply(action);
            nexts.push((next, 1));
        }
    }
    let weights: u32 = nexts.iter().map(|next| next.1).sum();
    nexts.iter().fold(Fraction::new(0, 1), |sum, (next, weight)| {
        sum.plus(mean(next, events, value).times((*weight).into(), weights.into()))
    })
}

/// The exact figures of the rules text, by enumeration.
#[test]
fn exact_probabilities_of_the_first_turn() {
    let actions = |game: &Carcassonne| game.count_actions(&mut Vec::new()) as u32;
    let points = |game: &Carcassonne| game.scores()[0] as u32;
    let meeple_on_board = |game: &Carcassonne| u32::from(game.to_string().contains(" 6,7 "));
    // The draw that follows another draw.
    let is_removed = |game: &Carcassonne| u32::from(game.turn() == Turn::Chance);
    let start = start(rules("default"), 2);
    assert_eq!(mean(&start, 1, &actions), Fraction { above: 319, below: 71 });
    assert_eq!(mean(&start, 1, &is_removed), Fraction { above: 0, below: 1 });
    assert_eq!(mean(&start, 2, &actions), Fraction { above: 310, below: 71 });
    assert_eq!(mean(&start, 3, &points), Fraction { above: 586, below: 7455 });
    assert_eq!(mean(&start, 3, &meeple_on_board), Fraction { above: 18683, below: 25560 });
    assert_eq!(mean(&start, 4, &is_removed), Fraction { above: 433, below: 139160 });
}
