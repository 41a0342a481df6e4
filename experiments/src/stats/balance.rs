//! Balance of rules: what the seats get, how long a game lasts, how it goes.
//!
//! The unit is the match: each is a group of its own, on its own luck, the same in all cells of a
//! grid. So two cells are compared by the differences within each group (common random numbers). All
//! accumulators are exact and can be merged in any order.

use super::mean::t_quantile;
use super::multiple::holm;
use super::proportion::{clopper_pearson, wilson};
use super::sums::{Exact, as_text};
use super::{Estimate, Histogram, Interval, Z, sums::Sums};
use crate::arena::{CourseSummary, Outcome};
use ludarium_engine::MAX_SIDES;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};
use std::fmt::{self, Display};

/// What is measured. The name that it prints is the one in files and tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Share of matches in which the side is first alone.
    Win,
    /// The side's share of the first place: 1 alone, 1/t shared by t, else 0.
    FirstShare,
    /// Share of matches with this rank, shared or not.
    Rank(u8),
    /// Share of matches in which nobody is ranked below the side.
    Last,
    /// Share of matches in which the side shares its rank.
    Shares,
    /// The side's mean rank, from 1; ranks are 1, 1, 3.
    ExpectedRank,
    /// The side's mean score, in points of the game.
    ExpectedScore,
    /// First share of the side that acts first, less the share that it would have of an even game.
    FirstMoverAdvantage,
    /// 1 less the greatest difference between two sides' shares of wins; 1 is even. Biased down:
    /// chance alone makes sides differ, see [`Metric::BalanceIfEven`].
    Balance,
    /// What [`Metric::Balance`] would be on average if all sides were equal, by chance alone.
    BalanceIfEven,
    /// Share of matches in which the first place is shared.
    Draw,
    /// Share of matches that a limit on the length stopped.
    Capped,
    /// Points of the best side above those of the second best.
    ScoreMargin,
    /// Points of the best side above those of the worst.
    ScoreRange,
    /// Events of a match: actions, forced ones included, and chance.
    ExpectedEvents,
    /// Standard deviation of the events of a match.
    SdEvents,
    /// The number of events that so many per cent of the matches do not exceed.
    EventsQuantile(u8),
    /// How often the lead by score changed hands.
    LeadChanges,
    /// Positions before an event in which the winner had fewer points than the best; where the first
    /// place is shared, the mean over those who share it.
    WinnerBehind,
    /// Decisions that agents were asked for.
    Decisions,
    /// Legal actions a ply, averaged over the plies of a match.
    Branching,
}

impl Metric {
    /// Whether it is a mean over matches, so that its estimate is unbiased.
    pub fn is_mean(self) -> bool {
        !matches!(
            self,
            Metric::Balance | Metric::BalanceIfEven | Metric::SdEvents | Metric::EventsQuantile(_)
        )
    }
}

impl Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::Rank(rank) => return write!(f, "rank-{rank}"),
            Metric::EventsQuantile(percent) => return write!(f, "events-q{percent:02}"),
            Metric::Win => "win",
            Metric::FirstShare => "first-share",
            Metric::Last => "last",
            Metric::Shares => "shares",
            Metric::ExpectedRank => "expected-rank",
            Metric::ExpectedScore => "expected-score",
            Metric::FirstMoverAdvantage => "first-mover-advantage",
            Metric::Balance => "balance",
            Metric::BalanceIfEven => "balance-if-even",
            Metric::Draw => "draw",
            Metric::Capped => "capped",
            Metric::ScoreMargin => "score-margin",
            Metric::ScoreRange => "score-range",
            Metric::ExpectedEvents => "expected-events",
            Metric::SdEvents => "sd-events",
            Metric::LeadChanges => "lead-changes",
            Metric::WinnerBehind => "winner-behind",
            Metric::Decisions => "decisions",
            Metric::Branching => "branching",
        })
    }
}

/// How an interval was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Wilson's interval for a proportion.
    Wilson,
    /// Clopper and Pearson's interval for a proportion.
    ClopperPearson,
    /// Student's t over matches.
    StudentT,
    /// Student's t over the differences within groups.
    PairedT,
    /// The delta method.
    Delta,
    /// Order statistics.
    OrderStatistics,
    /// The normal interval of the difference between the two extreme sides, extended to 1 where a
    /// chi-squared test does not tell the sides apart. It is too narrow (down to some 84 %) where
    /// several sides tie for the most or the fewest wins without all being equal.
    ExtremeSides,
    /// No interval: a calculated figure.
    None,
}

impl Method {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Method::Wilson => "wilson",
            Method::ClopperPearson => "clopper-pearson",
            Method::StudentT => "student-t",
            Method::PairedT => "paired-t",
            Method::Delta => "delta",
            Method::OrderStatistics => "order-statistics",
            Method::ExtremeSides => "extreme-sides",
            Method::None => "",
        }
    }
}

/// A figure of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// What.
    pub metric: Metric,
    /// Whose, where it is one side's.
    pub side: Option<usize>,
    /// Matches that say something about it.
    pub matches: u64,
    /// The value, with its 95 % interval.
    pub estimate: Estimate,
    /// How the interval was made.
    pub method: Method,
    /// Probability of a value at least so far from an even game's, if the game were even; where that
    /// is a question.
    pub p: Option<f64>,
}

/// The quantiles of the length that are estimated, in per cent.
pub const QUANTILES: [u8; 5] = [1, 25, 50, 75, 99];

/// The metrics that are means over matches, with their sides, in a fixed order.
fn means(sides: usize) -> Vec<(Metric, Option<usize>)> {
    let of_a_side = [
        Metric::Win,
        Metric::FirstShare,
        Metric::Last,
        Metric::Shares,
        Metric::ExpectedRank,
        Metric::ExpectedScore,
    ];
    let of_a_match = [
        Metric::FirstMoverAdvantage,
        Metric::Draw,
        Metric::Capped,
        Metric::ScoreMargin,
        Metric::ScoreRange,
        Metric::ExpectedEvents,
        Metric::LeadChanges,
        Metric::WinnerBehind,
        Metric::Decisions,
        Metric::Branching,
    ];
    let ranks = (1..=sides as u8).map(Metric::Rank);
    let for_sides = of_a_side.into_iter().chain(ranks);
    let with_sides = for_sides.flat_map(|metric| (0..sides).map(move |side| (metric, Some(side))));
    with_sides.chain(of_a_match.map(|metric| (metric, None))).collect()
}

/// One match, as the metrics see it.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    /// A value for each of the means; none where the match says nothing.
    values: Vec<Option<Exact>>,
    /// The sole winner; the number of sides where there is none.
    winner: usize,
    events: u32,
}

/// What the means are made from.
struct Facts<'a> {
    outcome: &'a Outcome,
    course: &'a CourseSummary,
    first_side: usize,
    /// Sides of each rank.
    of_rank: [u8; MAX_SIDES + 1],
    last_rank: u8,
    /// Scores of the best, the second best and the worst side.
    best: i32,
    second: i32,
    worst: i32,
}

impl Facts<'_> {
    fn firsts(&self) -> u64 {
        self.of_rank[1].into()
    }

    fn first_share(&self, side: usize) -> Exact {
        match rank(self.outcome, side) {
            1 => Exact::ratio(1, self.firsts()),
            _ => Exact::default(),
        }
    }

    /// The value of a mean of `side`, if it is one side's, in this match.
    #[inline]
    fn value(&self, metric: Metric, side: Option<usize>) -> Option<Exact> {
        let (outcome, side) = (self.outcome, side.unwrap_or(0));
        let rank = rank(outcome, side);
        let yes = |yes: bool| Exact::whole(yes.into());
        Some(match metric {
            Metric::Win => yes(rank == 1 && self.firsts() == 1),
            Metric::FirstShare => self.first_share(side),
            Metric::Rank(asked) => yes(rank == asked),
            Metric::Last => yes(rank == self.last_rank),
            Metric::Shares => yes(self.of_rank[usize::from(rank)] > 1),
            Metric::ExpectedRank => Exact::whole(rank.into()),
            Metric::ExpectedScore => Exact::whole(outcome.scores[side].into()),
            Metric::FirstMoverAdvantage if outcome.ranks.len() == 1 => Exact::default(),
            Metric::FirstMoverAdvantage => {
                let even = Exact::ratio(1, outcome.ranks.len() as u64);
                self.first_share(self.first_side) - even
            }
            Metric::Draw => yes(self.firsts() > 1),
            Metric::Capped => yes(outcome.capped),
            Metric::ScoreMargin => Exact::whole((self.best - self.second).into()),
            Metric::ScoreRange => Exact::whole((self.best - self.worst).into()),
            Metric::ExpectedEvents => Exact::whole(outcome.events.into()),
            Metric::LeadChanges => Exact::whole(self.course.lead_changes.into()),
            Metric::WinnerBehind if self.firsts() == 0 => return None,
            Metric::WinnerBehind => {
                let winners = outcome.ranks.iter().zip(self.course.behind);
                let behind = winners.filter(|&(&rank, _)| rank == 1).map(|(_, n)| u64::from(n));
                Exact::ratio(behind.sum(), self.firsts())
            }
            Metric::Decisions => Exact::whole(outcome.decisions.into()),
            Metric::Branching if self.course.plies == 0 => return None,
            Metric::Branching => Exact::ratio(self.course.legal_actions, self.course.plies.into()),
            Metric::Balance
            | Metric::BalanceIfEven
            | Metric::SdEvents
            | Metric::EventsQuantile(_) => unreachable!("{metric} is no mean over matches"),
        })
    }
}

/// Accumulates the matches of one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellTally {
    sides: usize,
    means: Vec<Sums>,
    events: Histogram,
}

impl CellTally {
    /// An empty tally for a game of so many sides.
    pub fn new(sides: usize) -> Self {
        CellTally {
            sides,
            means: vec![Sums::default(); means(sides).len()],
            events: Histogram::default(),
        }
    }

    /// Adds everything that went into `other`.
    pub fn merge(&mut self, other: &CellTally) {
        for (mine, others) in self.means.iter_mut().zip(&other.means) {
            mine.merge(others);
        }
        self.events.merge(&other.events);
    }

    /// Adds a match.
    pub fn push(&mut self, observation: &Observation) {
        for (sums, value) in self.means.iter_mut().zip(&observation.values) {
            if let Some(value) = value {
                sums.push_exact(*value);
            }
        }
        self.events.push(observation.events);
    }

    /// Matches so far.
    pub fn matches(&self) -> u64 {
        self.events.count()
    }

    /// The number of sides.
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// Whether it can be the tally of so many matches.
    pub fn holds(&self, matches: u64) -> bool {
        self.matches() == matches && self.means.iter().all(|sums| sums.are_possible(matches))
    }

    /// Whether it has as many sums as `other`, and so is of a game with as many sides.
    pub fn has_shape_of(&self, other: &CellTally) -> bool {
        self.sides == other.sides && self.means.len() == other.means.len()
    }

    /// All figures; none without matches.
    pub fn figures(&self) -> Vec<Figure> {
        let matches = self.matches();
        if matches == 0 {
            return Vec::new();
        }
        let t = t_quantile((matches - 1).max(1));
        let mut figures = Vec::new();
        let shared = self.sums(Metric::Draw, None).mean() > 0.0;
        for ((metric, side), sums) in means(self.sides).into_iter().zip(&self.means) {
            if sums.count() == 0 {
                continue;
            }
            let figure = self.mean_figure(metric, side, sums, shared, t);
            figures.push(figure);
            if metric == Metric::FirstMoverAdvantage {
                figures.extend(self.balance_figures());
            }
            if metric == Metric::ExpectedEvents {
                figures.extend(self.length_figures());
            }
        }
        figures
    }

    fn sums(&self, metric: Metric, side: Option<usize>) -> &Sums {
        let place = means(self.sides).iter().position(|&mean| mean == (metric, side));
        &self.means[place.expect("the metric is a mean")]
    }

    fn mean_figure(
        &self,
        metric: Metric,
        side: Option<usize>,
        sums: &Sums,
        shared: bool,
        t: f64,
    ) -> Figure {
        let (value, matches) = (sums.mean(), sums.count());
        let even = 1.0 / self.sides as f64;
        let mut p = None;
        let (interval, method) = match metric {
            Metric::Win | Metric::Rank(_) | Metric::Last | Metric::Shares | Metric::Draw => {
                (Some(wilson(value, matches)), Method::Wilson)
            }
            Metric::Capped => {
                let hits = (value * matches as f64).round() as u64;
                (Some(clopper_pearson(hits, matches)), Method::ClopperPearson)
            }
            // A share of the first place that nobody shared is a plain proportion.
            Metric::FirstShare if !shared => (Some(wilson(value, matches)), Method::Wilson),
            Metric::FirstMoverAdvantage if !shared => {
                p = Some(two_sided(value / (even * (1.0 - even) / matches as f64).sqrt()));
                let interval = wilson(value + even, matches).map(|share| share - even);
                (Some(interval), Method::Wilson)
            }
            _ => {
                let error = sums.standard_error();
                if metric == Metric::FirstMoverAdvantage {
                    p = p_of_t(value / error, matches);
                }
                // Equal values say nothing of how far the mean may be off.
                let interval = (error > 0.0).then(|| Interval::around(value, t * error));
                (interval, Method::StudentT)
            }
        };
        Figure { metric, side, matches, estimate: Estimate { value, interval }, method, p }
    }

    /// Sole wins of each side.
    fn wins(&self) -> Vec<f64> {
        let wins = |side| {
            let sums = self.sums(Metric::Win, Some(side));
            (sums.mean() * sums.count() as f64).round()
        };
        (0..self.sides).map(wins).collect()
    }

    /// The sides with the most and the fewest wins: two different ones, where there are two.
    fn extremes(&self) -> (usize, usize) {
        let wins = self.wins();
        let by_wins = |&a: &usize, &b: &usize| wins[a].total_cmp(&wins[b]);
        // Of equal ones the last that comes is taken as the most, the first as the fewest.
        let sides = || (0..self.sides).rev();
        (sides().max_by(by_wins).unwrap_or(0), sides().min_by(by_wins).unwrap_or(0))
    }

    fn balance_figures(&self) -> Vec<Figure> {
        let (wins, matches) = (self.wins(), self.matches());
        let (n, sides) = (matches as f64, self.sides as f64);
        let all: f64 = wins.iter().sum();
        let figure = |metric, value, interval, method, p| Figure {
            metric,
            side: None,
            matches,
            estimate: Estimate { value, interval },
            method,
            p,
        };
        if self.sides < 2 {
            return Vec::new();
        }
        let (most, fewest) = self.extremes();
        let (high, low) = (wins[most] / n, wins[fewest] / n);
        let spread = high - low;
        let half = Z * ((high + low - spread * spread) / n).sqrt();
        let squares: f64 = wins.iter().map(|wins| (wins - all / sides).powi(2)).sum();
        let p = (all > 0.0).then(|| chi_squared_tail(squares / (all / sides), sides - 1.0));
        let told_apart = p.is_some_and(|p| p < 0.05);
        let interval = p.map(|_| Interval {
            low: (1.0 - spread - half).max(0.0),
            high: if told_apart { (1.0 - spread + half).min(1.0) } else { 1.0 },
        });
        let if_even = 1.0 - EXPECTED_RANGE[self.sides - 2] * (all / sides / n / n).sqrt();
        vec![
            figure(Metric::Balance, 1.0 - spread, interval, Method::ExtremeSides, p),
            figure(Metric::BalanceIfEven, if_even, None, Method::None, None),
        ]
    }

    fn length_figures(&self) -> Vec<Figure> {
        let figure = |metric, estimate, method| Figure {
            metric,
            side: None,
            matches: self.matches(),
            estimate,
            method,
            p: None,
        };
        let sd = figure(Metric::SdEvents, self.events.standard_deviation(), Method::Delta);
        let quantiles = QUANTILES.map(|percent| {
            let estimate = self.events.quantile(f64::from(percent) / 100.0);
            figure(Metric::EventsQuantile(percent), estimate, Method::OrderStatistics)
        });
        [sd].into_iter().chain(quantiles).collect()
    }
}

/// The expected range of 2 to 6 standard normal numbers (L. H. C. Tippett, *On the extreme individuals
/// and the range of samples taken from a normal population*, Biometrika 17, 1925).
const EXPECTED_RANGE: [f64; MAX_SIDES - 1] =
    [std::f64::consts::FRAC_2_SQRT_PI, 1.692_57, 2.058_75, 2.325_93, 2.534_41];

/// The probability of a standard normal number at least as far from 0.
fn two_sided(z: f64) -> f64 {
    Normal::standard().sf(z.abs()) * 2.0
}

/// The same of Student's t for `matches` units; none where it is not known.
fn p_of_t(t: f64, matches: u64) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, matches.saturating_sub(1) as f64).ok()?;
    t.is_finite().then(|| student.sf(t.abs()) * 2.0)
}

/// The probability that chi-squared is at least `statistic`.
fn chi_squared_tail(statistic: f64, freedom: f64) -> f64 {
    ChiSquared::new(freedom).map_or(f64::NAN, |chi_squared| chi_squared.sf(statistic))
}

/// The rank of a side. Who plays alone and does not win comes behind the game.
fn rank(outcome: &Outcome, side: usize) -> u8 {
    match outcome.payoffs[..] {
        [payoff] => 1 + u8::from(payoff < 1.0),
        _ => outcome.ranks[side],
    }
}

/// Puts what a match shows into `observation`. `first_side` is the side that acts first.
pub fn observe(
    observation: &mut Observation,
    outcome: &Outcome,
    course: &CourseSummary,
    first_side: usize,
    means: &MeanList,
) {
    let ranks = &outcome.ranks;
    let mut facts = Facts {
        outcome,
        course,
        first_side,
        of_rank: [0; MAX_SIDES + 1],
        last_rank: ranks.iter().copied().max().unwrap_or(1),
        best: i32::MIN,
        second: i32::MIN,
        worst: i32::MAX,
    };
    for (side, &score) in outcome.scores.iter().enumerate() {
        facts.of_rank[usize::from(rank(outcome, side))] += 1;
        facts.second = facts.second.max(score.min(facts.best));
        facts.best = facts.best.max(score);
        facts.worst = facts.worst.min(score);
    }
    if ranks.len() == 1 {
        facts.second = facts.best;
    }
    let winner =
        (0..ranks.len()).position(|side| rank(outcome, side) == 1).filter(|_| facts.firsts() == 1);
    observation.winner = winner.unwrap_or(ranks.len());
    observation.events = outcome.events;
    observation.values.clear();
    let values = means.0.iter().map(|&(metric, side)| facts.value(metric, side));
    observation.values.extend(values);
}

/// The list of means for a number of sides, made once.
#[derive(Clone, Debug)]
pub struct MeanList(Vec<(Metric, Option<usize>)>);

impl MeanList {
    /// The list for a game of so many sides.
    pub fn new(sides: usize) -> Self {
        MeanList(means(sides))
    }
}

/// Accumulates the differences between one cell and another, group by group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairTally {
    sides: usize,
    differences: Vec<Sums>,
    /// Groups by the base cell's winner (row) and the other's, the last of each being none.
    winners: Vec<u64>,
    /// Sums over groups of the products b v, b² v, b v², b² v² of the base cell's events b and the
    /// other's v.
    #[serde(with = "four_as_text")]
    products: [i128; 4],
}

/// Four numbers of 128 bits as texts.
mod four_as_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Text(#[serde(with = "super::as_text")] i128);

    pub(super) fn serialize<S: Serializer>(
        four: &[i128; 4],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        four.map(Text).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[i128; 4], D::Error> {
        <[Text; 4]>::deserialize(deserializer).map(|four| four.map(|text| text.0))
    }
}

/// How a figure of a cell differs from that of its base cell.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// What.
    pub metric: Metric,
    /// Whose, where it is one side's.
    pub side: Option<usize>,
    /// Groups in which both cells say something about it.
    pub groups: u64,
    /// The cell's value less the base cell's, with its 95 % interval.
    pub estimate: Estimate,
    /// How the interval was made.
    pub method: Method,
    /// Probability of a difference at least so large, if there were none. None where all groups differ
    /// by the same, and for [`Metric::Balance`], whose bias differs from cell to cell.
    pub p: Option<f64>,
}

impl PairTally {
    /// An empty tally for games of so many sides.
    pub fn new(sides: usize) -> Self {
        PairTally {
            sides,
            differences: vec![Sums::default(); means(sides).len()],
            winners: vec![0; (sides + 1) * (sides + 1)],
            products: [0; 4],
        }
    }

    /// Adds everything that went into `other`.
    pub fn merge(&mut self, other: &PairTally) {
        for (mine, others) in self.differences.iter_mut().zip(&other.differences) {
            mine.merge(others);
        }
        for (mine, others) in self.winners.iter_mut().zip(&other.winners) {
            *mine += others;
        }
        for (mine, others) in self.products.iter_mut().zip(&other.products) {
            *mine += others;
        }
    }

    /// Adds a group.
    pub fn push(&mut self, base: &Observation, other: &Observation) {
        let pairs = base.values.iter().zip(&other.values);
        for (sums, (base, other)) in self.differences.iter_mut().zip(pairs) {
            if let (Some(base), Some(other)) = (base, other) {
                sums.push_exact(*other - *base);
            }
        }
        self.winners[base.winner * (self.sides + 1) + other.winner] += 1;
        let (b, v) = (i128::from(base.events), i128::from(other.events));
        let products = [b * v, b * b * v, b * v * v, b * b * v * v];
        for (sum, product) in self.products.iter_mut().zip(products) {
            *sum += product;
        }
    }

    /// Whether it can be the tally of so many groups.
    pub fn holds(&self, groups: u64) -> bool {
        let winners = self.winners.iter().fold(0, |sum: u64, &count| sum.saturating_add(count));
        winners == groups && self.differences.iter().all(|sums| sums.are_possible(groups))
    }

    /// Whether it has as many sums as `other`, and so is of a game with as many sides.
    pub fn has_shape_of(&self, other: &PairTally) -> bool {
        self.sides == other.sides
            && self.differences.len() == other.differences.len()
            && self.winners.len() == other.winners.len()
    }

    /// The differences between the cell of `other` and that of `base`, whose groups these are.
    pub fn differences(&self, base: &CellTally, other: &CellTally) -> Vec<Difference> {
        let groups = base.matches();
        if groups < 2 {
            return Vec::new();
        }
        let t = t_quantile(groups - 1);
        let mut differences = Vec::new();
        for ((metric, side), sums) in means(self.sides).into_iter().zip(&self.differences) {
            if sums.count() < 2 {
                continue;
            }
            let (value, error) = (sums.mean(), sums.standard_error());
            let interval = (error > 0.0).then(|| Interval::around(value, t * error));
            differences.push(Difference {
                metric,
                side,
                groups: sums.count(),
                estimate: Estimate { value, interval },
                method: Method::PairedT,
                p: p_of_t(value / error, sums.count()),
            });
            if metric == Metric::FirstMoverAdvantage && self.sides > 1 {
                differences.push(self.balance_difference(base, other));
            }
            if metric == Metric::ExpectedEvents {
                differences.push(self.sd_difference(base, other));
            }
        }
        differences
    }

    /// Balance is one less the wins of one side less those of another: which ones is taken as known
    /// (the delta method), so that each group says by how much the two cells differ.
    fn balance_difference(&self, base: &CellTally, other: &CellTally) -> Difference {
        let spread_of = |(most, fewest): (usize, usize), winner: usize| {
            f64::from(u8::from(winner == most)) - f64::from(u8::from(winner == fewest))
        };
        let (base_extremes, other_extremes) = (base.extremes(), other.extremes());
        let groups = base.matches() as f64;
        let (mut sum, mut squares) = (0.0, 0.0);
        for (place, &count) in self.winners.iter().enumerate() {
            let (base_winner, winner) = (place / (self.sides + 1), place % (self.sides + 1));
            let difference =
                spread_of(base_extremes, base_winner) - spread_of(other_extremes, winner);
            sum += difference * count as f64;
            squares += difference * difference * count as f64;
        }
        let value = sum / groups;
        let error = ((squares / groups - value * value).max(0.0) / (groups - 1.0)).sqrt();
        Difference { p: None, ..by_delta(Metric::Balance, base.matches(), value, error) }
    }

    /// The delta method again: a group says ((x - mean)² - variance) / 2 sd of each cell.
    fn sd_difference(&self, base: &CellTally, other: &CellTally) -> Difference {
        let groups = base.matches() as f64;
        let [bv, bbv, bvv, bbvv] = self.products.map(|sum| sum as f64 / groups);
        let (a, c) = (base.events.mean(), other.events.mean());
        let (var_a, var_c) = (base.events.central_moment(2), other.events.central_moment(2));
        let own = |events: &Histogram, variance: f64| {
            (events.central_moment(4) - variance * variance) / (4.0 * variance)
        };
        // The mean of (b - a)² (v - c)², multiplied out.
        let (bb, vv) = (var_a + a * a, var_c + c * c);
        let joint =
            bbvv - 2.0 * c * bbv - 2.0 * a * bvv + 4.0 * a * c * bv + c * c * bb + a * a * vv
                - 3.0 * a * a * c * c;
        let common = (joint - var_a * var_c) / (4.0 * (var_a * var_c).sqrt());
        let all = own(&base.events, var_a) + own(&other.events, var_c);
        // What is left by rounding is no variance.
        let variance = Some(all - 2.0 * common).filter(|&variance| variance > 1e-9 * all);
        let sd = |tally: &CellTally| tally.events.standard_deviation().value;
        let error = (variance.unwrap_or(0.0) / groups).sqrt();
        by_delta(Metric::SdEvents, base.matches(), sd(other) - sd(base), error)
    }
}

fn by_delta(metric: Metric, groups: u64, value: f64, error: f64) -> Difference {
    let spreads = error > 0.0;
    Difference {
        metric,
        side: None,
        groups,
        estimate: Estimate { value, interval: spreads.then(|| Interval::around(value, Z * error)) },
        method: Method::Delta,
        p: spreads.then(|| two_sided(value / error)),
    }
}

/// Holm's adjustment of the p-values of each metric over all cells and sides. `claims` gives a metric
/// and its p-value, where there is one.
pub fn adjust(claims: &[(Metric, Option<f64>)]) -> Vec<Option<f64>> {
    let family = |metric: Metric| match metric {
        // The ranks of a side are one question.
        Metric::Rank(_) => Metric::Rank(0),
        other => other,
    };
    let mut adjusted = vec![None; claims.len()];
    let mut families: Vec<Metric> = Vec::new();
    for &(metric, _) in claims {
        if !families.contains(&family(metric)) {
            families.push(family(metric));
        }
    }
    for one in families {
        let members = claims.iter().enumerate().filter(|(_, claim)| family(claim.0) == one);
        let (places, p_values): (Vec<usize>, Vec<f64>) =
            members.filter_map(|(place, claim)| Some((place, claim.1?))).unzip();
        for (place, p) in places.into_iter().zip(holm(&p_values)) {
            adjusted[place] = Some(p);
        }
    }
    adjusted
}
