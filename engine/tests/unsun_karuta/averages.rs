//! Averages of random play against those of an independent implementation, printed in the rules
//! text, and exact probabilities of a random deal: an error in the rules that no single example
//! shows would shift them.

use crate::common::{Mean, Sum};
use crate::{lines, rules, start};
use ludarium_engine::unsun_karuta::{Action, Card, Combination, Phase, Rank, Suit, UnsunKaruta};
use ludarium_engine::{Game, Random, Turn};

const AVERAGES: &str = include_str!("../data/unsun-karuta/random-play.txt");

/// Random matches of the default rules, and of each option: enough that our own error is the smaller
/// one.
const MATCHES: [u64; 2] = [16_000, 4000];

/// A quantity over matches: how often it was counted, and what it came to. Samples of one match are
/// not independent, so its error is that of a ratio of sums over matches.
#[derive(Clone, Default)]
struct Quantity {
    matches: Vec<(f64, f64)>,
    samples: Sum,
    count: f64,
    sum: f64,
}

impl Quantity {
    fn add(&mut self, value: f64) {
        self.samples.add(value);
        self.count += 1.0;
        self.sum += value;
    }

    fn end_match(&mut self) {
        self.matches.push((std::mem::take(&mut self.count), std::mem::take(&mut self.sum)));
    }

    fn mean(&self) -> Mean {
        let mut mean = self.samples.mean();
        let samples: f64 = self.matches.iter().map(|&(count, _)| count).sum();
        let residual = |&(count, sum): &(f64, f64)| (sum - mean.value * count).powi(2);
        mean.error = self.matches.iter().map(residual).sum::<f64>().sqrt() / samples;
        mean
    }
}

/// Everything that the tables count, in the order of their rows.
#[derive(Clone, Copy)]
enum Row {
    Team0,
    Dealer,
    Taker,
    Declarer,
    DealerPassed,
    Negative,
    RobaiHeld,
    Declared,
    RobaiTurned,
    LoneSun,
    HasMeri,
    Meris,
    Combinations,
    CombinationsOfNinth,
    CombinationsOfDeal,
    SunUn,
    UnSota,
    SotaRobai,
    RobaiRei,
    TwoOne,
    EightNine,
    Transfer,
    Team0OfMatch,
    Margin,
    Drawn,
    Actions,
    ActionsNotDeclaring,
    Declaring,
    Discarding,
    Leading,
    FollowingBeforeMonchi,
    FollowingMeri,
    FollowingMonchi,
}

const ROWS: usize = Row::FollowingMonchi as usize + 1;

/// The rows whose columns the table of options has, in its order.
const OF_OPTIONS: [Row; 7] = [
    Row::Taker,
    Row::Dealer,
    Row::CombinationsOfDeal,
    Row::Meris,
    Row::FollowingMonchi,
    Row::Negative,
    Row::Drawn,
];

const PAIRS: [(Combination, Row); 6] = [
    (Combination::SunUn, Row::SunUn),
    (Combination::UnSota, Row::UnSota),
    (Combination::SotaRobai, Row::SotaRobai),
    (Combination::RobaiRei, Row::RobaiRei),
    (Combination::TwoOne, Row::TwoOne),
    (Combination::EightNine, Row::EightNine),
];

fn is_trump(card: Card, suit: Suit) -> bool {
    card.suit() == suit || (card.suit() == Suit::Pao && card.rank() == Rank::Robai)
}

/// The cards of each hand in a position's text.
fn hands(game: &UnsunKaruta) -> Vec<Vec<Card>> {
    let text = game.to_string();
    let hands = text.split(' ').nth(9).expect("hands").split('/');
    let cards = |hand: &str| {
        (0..hand.len())
            .step_by(2)
            .map(|from| hand[from..from + 2].parse().expect("a card"))
            .collect()
    };
    hands.map(cards).collect()
}

#[derive(Clone)]
struct Counts {
    rows: Vec<Quantity>,
}

impl Counts {
    fn add(&mut self, row: Row, value: impl Into<f64>) {
        self.rows[row as usize].add(value.into());
    }

    /// Plays a match, every action equally likely.
    fn play(&mut self, mut game: UnsunKaruta, random: &mut Random) {
        while game.turn() != Turn::Over {
            let (before, dealer) = (game.scores(), game.dealer().index());
            let (taker, declared) = self.play_deal(&mut game, random);
            let points = |team: usize| f64::from(game.scores()[team] - before[team]);
            self.add(Row::Team0, points(0));
            self.add(Row::Dealer, points(dealer % 2));
            self.add(Row::Taker, points(taker % 2));
            let row = if declared { Row::Declarer } else { Row::DealerPassed };
            self.add(row, points(taker % 2));
            self.add(Row::Negative, u8::from(points(0) < 0.0 || points(1) < 0.0));
            self.add(Row::Declared, u8::from(declared));
        }
        let scores = game.scores();
        self.add(Row::Team0OfMatch, scores[0]);
        self.add(Row::Margin, (scores[0] - scores[1]).abs());
        self.add(Row::Drawn, u8::from(scores[0] == scores[1]));
        self.rows.iter_mut().for_each(Quantity::end_match);
    }

    /// Plays a deal and returns who took and whether by declaring.
    fn play_deal(&mut self, game: &mut UnsunKaruta, random: &mut Random) -> (usize, bool) {
        game.apply_chance(&game.sample_chance(random));
        let suit = game.trump().expect("a trump suit");
        let is_robai = |card: Card| card.suit() == suit && card.rank() == Rank::Robai;
        let turned = game.turned().expect("a turned card");
        self.add(Row::RobaiHeld, u8::from(hands(game).into_iter().flatten().any(is_robai)));
        self.add(Row::RobaiTurned, u8::from(is_robai(turned)));
        let mut buffer = Vec::new();
        let (mut meris, mut plays, mut combinations) = (0_u32, 0, Vec::new());
        let mut led: Option<Card> = None;
        let mut taker = (0, false);
        while let Turn::Player(_) = game.turn() {
            let row = match (game.phase(), led) {
                (Phase::Declaration, _) => Row::Declaring,
                (Phase::Discard, _) => Row::Discarding,
                (_, None) => Row::Leading,
                (_, Some(led)) if is_trump(led, suit) => Row::FollowingMeri,
                (_, Some(_)) if meris == 0 => Row::FollowingBeforeMonchi,
                (_, Some(_)) => Row::FollowingMonchi,
            };
            let actions = game.count_actions(&mut buffer) as u32;
            self.add(row, actions);
            self.add(Row::Actions, actions);
            if game.phase() != Phase::Declaration {
                self.add(Row::ActionsNotDeclaring, actions);
            }
            let action = game.random_action(random, &mut buffer);
            for settled in game.settled_by(action) {
                let is_combined = u8::from(settled.combination.is_some());
                self.add(Row::Combinations, is_combined);
                if settled.trick == 9 {
                    self.add(Row::CombinationsOfNinth, is_combined);
                } else {
                    meris += u32::from(settled.is_meri);
                }
                if let Some(combination) = settled.combination {
                    self.add(Row::Transfer, settled.transfer);
                    combinations.push(combination);
                }
            }
            game.apply(action);
            match action {
                Action::Play(card) => {
                    plays += 1;
                    led = if plays % 8 == 0 { None } else { led.or(Some(card)) };
                }
                Action::Discard(_) => {
                    let by = game.taker().expect("a taker");
                    taker = (by.seat.index(), by.has_declared);
                    let lone_suns = hands(game).into_iter().filter(|hand| has_lone_sun(hand, suit));
                    self.add(Row::LoneSun, u8::from(lone_suns.count() > 0));
                }
                Action::Declare | Action::Pass => {}
            }
        }
        self.add(Row::HasMeri, u8::from(meris > 0));
        self.add(Row::Meris, meris);
        self.add(Row::CombinationsOfDeal, combinations.len() as u32);
        for (pair, row) in PAIRS {
            let times = combinations.iter().filter(|&&combination| combination == pair).count();
            self.add(row, times as u32);
        }
        taker
    }
}

fn has_lone_sun(hand: &[Card], suit: Suit) -> bool {
    let trumps: Vec<&Card> = hand.iter().filter(|&&card| is_trump(card, suit)).collect();
    trumps.len() == 1 && trumps[0].rank() == Rank::Sun
}

/// Everything that is counted in random matches of our own.
fn measure(start: UnsunKaruta, matches: u64, stream: u8) -> Vec<Mean> {
    let mut counts = Counts { rows: vec![Quantity::default(); ROWS] };
    let mut random = Random::new(2026);
    for number in 0..matches {
        random.set_stream(number, stream);
        counts.play(start, &mut random);
    }
    counts.rows.iter().map(Quantity::mean).collect()
}

/// How far a mean lies from the printed one of so many matches for each of ours. The printed errors
/// are a little small where samples of one match depend on each other.
fn distance(measured: &Mean, printed: &str, more: f64) -> f64 {
    let mut printed = Mean::printed(printed).expect("a mean");
    printed.error = printed.error.max(measured.error * more.sqrt());
    measured.distance(&printed)
}

/// Of some 80 means one lies more than four standard errors away by chance in one of two hundred
/// choices of the seed; the seed is fixed.
#[test]
fn random_play_has_the_averages_of_the_rules_text() {
    let table: Vec<Vec<&str>> = lines(AVERAGES).map(|line| line.split(" | ").collect()).collect();
    let (of_default, of_options) = table.split_at(ROWS);
    assert_eq!(of_options.len(), 7);
    let [many, few] = MATCHES;
    let mut distances = Vec::new();

    let measured = measure(start(rules("default")), many, 0);
    for (row, measured) in of_default.iter().zip(&measured) {
        assert_eq!(row.len(), 3, "{row:?}");
        let distance = distance(measured, row[1], many as f64 / 4000.0);
        distances.push((distance, row[0].to_string(), measured.value, row[1]));
    }
    for (stream, row) in (1..).zip(of_options) {
        assert_eq!(row.len(), 1 + OF_OPTIONS.len(), "{row:?}");
        let measured = measure(start(rules(row[0])), few, stream);
        let matches = if row[0] == "declare=off" { 2000.0 } else { 1000.0 };
        for (column, (quantity, printed)) in OF_OPTIONS.iter().zip(&row[1..]).enumerate() {
            let measured = &measured[*quantity as usize];
            let distance = distance(measured, printed, few as f64 / matches);
            distances.push((distance, format!("{} {column}", row[0]), measured.value, printed));
        }
    }
    assert_eq!(distances.len(), ROWS + 7 * 7);
    for (distance, what, value, printed) in &distances {
        assert!(
            *distance < 4.0,
            "{what}: {value} lies {distance:.1} standard errors from {printed}"
        );
    }
    // Agreement that is too good would mean that the test compares something with itself.
    let largest = distances.iter().map(|distance| distance.0).fold(0.0, f64::max);
    assert!(largest > 1.0, "the largest distance is {largest:.2}");
    println!("largest distance {largest:.2}");
}

/// The comparison must be able to fail: other rules lie far away.
#[test]
fn other_rules_have_other_averages() {
    let default = measure(start(rules("default")), 1000, 100);
    for (options, row, distance) in [
        ("declare=forced", Row::Declared, 20.0),
        ("monchi=off", Row::FollowingMonchi, 20.0),
        ("meri-combos=on", Row::CombinationsOfDeal, 20.0),
        ("lone-sun=off", Row::FollowingMeri, 4.0),
        ("meri-first=allowed", Row::Meris, 4.0),
        ("hidden-robai=all", Row::Transfer, 6.0),
    ] {
        let other = measure(start(rules(options)), 1000, 100);
        let found = default[row as usize].distance(&other[row as usize]);
        assert!(found > distance, "{options}: {found:.1}");
    }
}

/// So many ways to choose, as a number that may be large.
fn choose(of: u32, count: u32) -> f64 {
    (0..count).map(|taken| f64::from(of - taken) / f64::from(count - taken)).product()
}

/// The probability that a hand of nine of the 74 cards that are not turned up has so many of so many.
fn hypergeometric(of: u32, count: u32) -> f64 {
    choose(of, count) * choose(74 - of, 9 - count) / choose(74, 9)
}

/// What is said of trumps that are not Pao and of Pao, together: of the 74 cards 15 and 14 are trumps.
fn over_all(of: impl Fn(u32) -> f64) -> f64 {
    0.8 * of(15) + 0.2 * of(14)
}

/// The probability of a dealt hand whose only trump is the Sun, which is not turned up.
fn lone_sun(trumps: u32) -> f64 {
    14.0 / 15.0 * choose(74 - trumps, 8) / choose(74, 9)
}

/// The exact figures of the rules text as it prints them.
#[test]
fn exact_probabilities_are_those_of_the_rules_text() {
    let mean = |trumps: u32| f64::from(9 * trumps) / 74.0;
    let none = |trumps| hypergeometric(trumps, 0);
    let held = 14.0 / 15.0 * 72.0 / 74.0;
    // With `declare=off` the dealer takes: its only trump is the Sun if that is turned up.
    let lone_suns = 7.0 * over_all(lone_sun) + over_all(none) / 15.0;
    for (found, printed) in [
        (held, "0.908108"),
        (1.0 - held, "0.091892"),
        (held / 2.0, "0.454054"),
        (mean(15), "1.824324"),
        (mean(14), "1.702703"),
        (over_all(mean), "1.800000"),
        (over_all(none), "0.117704"),
        (none(15), "0.113692"),
        (none(14), "0.133755"),
        (over_all(lone_sun), "0.019302"),
        (lone_suns, "0.142960"),
        (9.0 - over_all(mean), "7.200000"),
        (1e8 * hypergeometric(15, 9), "4.5284"),
        (1e8 * hypergeometric(14, 9), "1.8114"),
        (1e6 * hypergeometric(15, 8), "3.4351"),
        (1e6 * hypergeometric(14, 8), "1.6302"),
    ] {
        let digits = printed.split_once('.').expect("a decimal fraction").1.len();
        assert_eq!(format!("{found:.digits$}"), printed);
    }
}

/// A share or mean of random deals against the exact one.
fn assert_near(what: &str, sum: &Sum, exact: f64) {
    let measured = sum.mean();
    let distance = (measured.value - exact).abs() / measured.error;
    assert!(distance < 4.0, "{what}: {} is {distance:.1} from {exact}", measured.value);
}

/// Random deals have the exact probabilities: those of the rules text, and each card and each two
/// cards lie where the numbers of cards say.
#[test]
fn deals_are_random() {
    const DEALS: u32 = 60_000;
    let start = start(rules("default"));
    let mut random = Random::new(7);
    let [mut pao, mut robai_turned, mut robai_held]: [Sum; 3] = Default::default();
    let [mut trumps_other, mut trumps_pao, mut none, mut lone]: [Sum; 4] = Default::default();
    let mut places = vec![[0_u32; 10]; 75];
    let mut together = vec![[0_u32; 75]; 75];
    for _ in 0..DEALS {
        let text = start.sample_chance(&mut random).to_string();
        let at: Vec<usize> =
            text[1..].chars().map(|place| "01234567tr".find(place).expect("a place")).collect();
        let turned = at.iter().position(|&place| place == 8).expect("a turned card");
        let suit = turned / 15;
        let robai = at[15 * suit + 9];
        pao.add(f64::from(u8::from(suit == 0)));
        robai_turned.add(f64::from(u8::from(robai == 8)));
        robai_held.add(f64::from(u8::from(robai < 8)));
        // Seats share a deal, so one of them is looked at, each in its turn.
        let seat = random.below(8) as usize;
        let is_trump = |card: usize| card / 15 == suit || card == 9;
        let hand = || (0..75).filter(|&card| at[card] == seat);
        let trumps: Vec<usize> = hand().filter(|&card| is_trump(card)).collect();
        let trumps_of_nine = if suit == 0 { &mut trumps_pao } else { &mut trumps_other };
        trumps_of_nine.add(trumps.len() as f64);
        none.add(f64::from(u8::from(trumps.is_empty())));
        lone.add(f64::from(u8::from(trumps == [15 * suit + 14])));
        for one in 0..75 {
            places[one][at[one]] += 1;
            for other in 0..one {
                together[one][other] += u32::from(at[one] == at[other] && at[one] < 8);
            }
        }
    }
    assert_near("Pao is trumps", &pao, 0.2);
    assert_near("a Robai is turned up", &robai_turned, 1.0 / 15.0);
    assert_near("a seat has the Robai", &robai_held, 168.0 / 185.0);
    assert_near("trumps of nine", &trumps_other, 9.0 * 15.0 / 74.0);
    assert_near("trumps of nine, Pao", &trumps_pao, 9.0 * 14.0 / 74.0);
    assert_near("no trump", &none, over_all(|trumps| hypergeometric(trumps, 0)));
    assert_near("a lone Sun", &lone, over_all(lone_sun));

    // Binomial counts; of 75 x 10 + 2775 one lies five standard errors away in 500 choices of the seed.
    let assert_binomial = |what: String, count: u32, probability: f64| {
        let mean = f64::from(DEALS) * probability;
        let distance = (f64::from(count) - mean).abs() / (mean * (1.0 - probability)).sqrt();
        assert!(distance < 5.0, "{what}: {count} times, not {mean}");
    };
    for (card, (places, together)) in places.iter().zip(&together).enumerate() {
        for (place, (&count, cards)) in
            places.iter().zip([9, 9, 9, 9, 9, 9, 9, 9, 1, 2]).enumerate()
        {
            assert_binomial(format!("card {card} at {place}"), count, f64::from(cards) / 75.0);
        }
        for (other, &count) in together[..card].iter().enumerate() {
            assert_binomial(format!("{card} with {other}"), count, 72.0 * 8.0 / (75.0 * 74.0));
        }
    }
}

/// The dealer takes every time: how many discards it has, and who may keep a lone Sun.
#[test]
fn the_opening_has_its_exact_probabilities() {
    let (start, mut random) = (start(rules("declare=off")), Random::new(8));
    let [mut discards, mut lone_suns, mut declared]: [Sum; 3] = Default::default();
    let mut buffer = Vec::new();
    for _ in 0..60_000 {
        let mut game = start;
        game.apply_chance(&game.sample_chance(&mut random));
        let suit = game.trump().expect("a trump suit");
        while game.phase() == Phase::Declaration {
            game.apply(Action::Pass);
        }
        discards.add(game.count_actions(&mut buffer) as f64);
        game.apply(game.random_action(&mut random, &mut buffer));
        let lone = hands(&game).iter().any(|hand| has_lone_sun(hand, suit));
        lone_suns.add(f64::from(u8::from(lone)));

        let mut game = crate::start(rules("default"));
        game.apply_chance(&game.sample_chance(&mut random));
        while game.phase() == Phase::Declaration {
            game.apply(game.random_action(&mut random, &mut buffer));
        }
        declared.add(f64::from(u8::from(game.taker().expect("a taker").has_declared)));
    }
    assert_near("discards", &discards, 7.2);
    let none = over_all(|trumps| hypergeometric(trumps, 0));
    assert_near("a lone Sun", &lone_suns, 7.0 * over_all(lone_sun) + none / 15.0);
    assert_near("declarations", &declared, 84.0 / 185.0);
}
