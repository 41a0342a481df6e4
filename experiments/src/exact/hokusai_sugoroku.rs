//! Hokusai's sugoroku solved as an absorbing Markov chain (J. G. Kemeny and J. L. Snell, *Finite Markov
//! Chains*, 1960): no simulation.
//!
//! Tokens do not act on one another and every seat has one own turn a round. So one token's chain, over
//! its square and the skip that it may owe, says everything: with f(t) the probability that it comes
//! home on own turn t and S(t) that it is still on the route after it, the seat in place i of N (from
//! 0) wins on turn t with probability f(t) S(t)^i S(t-1)^(N-1-i), the squares of the others being
//! distributed as after t turns (before it in the order of play) and t - 1 turns (behind it). Where
//! play goes on until one is left, arrivals are ordered by own turn and place.
//!
//! Sums over t are cut where S(t) < 1e-40. S falls by a constant factor below 0.87 a turn, so what is
//! left out is far below rounding, which comes to some 1e-12 in the figures of six seats. The joint
//! chain of two tokens is cut at 1e-20.

use super::ExactFigure;
use crate::stats::balance::{Metric, QUANTILES};
use ludarium_engine::hokusai_sugoroku::tables::{HOME, STAYS, is_stay, landing};
use ludarium_engine::hokusai_sugoroku::{HokusaiSugoroku, Rules};
use ludarium_engine::{Game, OptionError};

/// Where sums over turns are cut: what is still on the route.
const NEGLIGIBLE: f64 = 1e-40;
/// Where sums over the joint chain of two tokens are cut, and a seat's win is not looked into.
const NEGLIGIBLE_JOINTLY: f64 = 1e-20;
/// Steps after which the tail's ratio no longer changes.
const STEPS_TO_TAIL: usize = 3000;

/// Squares by number; index 0 is not used.
const SQUARES: usize = HOME as usize;

/// Where a token that is on the route may be: its square and whether it owes a skip. The number of
/// such places.
const NODES: usize = 2 * SQUARES;

fn node(square: u8, owes_skip: bool) -> usize {
    usize::from(square) + if owes_skip { SQUARES } else { 0 }
}

fn square_of(node: usize) -> usize {
    node % SQUARES
}

/// What becomes of a token in one own turn: for each node the nodes and how many pips of six lead to
/// them; [`HOME_NODE`] is home.
struct Chain {
    steps: Vec<Vec<(usize, f64)>>,
}

const HOME_NODE: usize = NODES;

impl Chain {
    fn new(rules: &Rules) -> Self {
        let mut steps = vec![Vec::new(); NODES];
        for square in 1..HOME {
            steps[node(square, true)] = vec![(node(square, false), 1.0)];
            steps[node(square, false)] = (1..=6)
                .map(|pips| match landing(rules, square, pips) {
                    HOME => (HOME_NODE, 1.0 / 6.0),
                    to => (node(to, rules.stays.is_yes() && is_stay(to)), 1.0 / 6.0),
                })
                .collect();
        }
        Chain { steps }
    }

    /// The distribution after one more own turn, and the probability of coming home in it.
    fn step(&self, places: &[f64; NODES]) -> ([f64; NODES], f64) {
        let (mut next, mut home) = ([0.0; NODES], 0.0);
        for (steps, &p) in self.steps.iter().zip(places).filter(|&(_, &p)| p > 0.0) {
            for &(to, share) in steps {
                match next.get_mut(to) {
                    Some(place) => *place += share * p,
                    None => home += share * p,
                }
            }
        }
        (next, home)
    }

    fn start() -> [f64; NODES] {
        let mut places = [0.0; NODES];
        places[node(1, false)] = 1.0;
        places
    }
}

/// One token by itself: its own turns from the start to home.
#[derive(Clone, Debug)]
pub struct Token {
    /// P(home on own turn t), by t from 0.
    pub home: Vec<f64>,
    /// P(still on the route after own turn t), by t from 0.
    pub on_route: Vec<f64>,
    /// The distribution over squares (by number) after own turn t, of a token still on the route.
    squares: Vec<[f64; SQUARES]>,
    /// Mean number of own turns.
    pub turns: f64,
    /// Their standard deviation.
    pub turns_sd: f64,
    /// Mean number of throws.
    pub throws: f64,
    /// Mean number of skipped turns.
    pub skips: f64,
    /// Mean number of times that it comes to rest on each of [`STAYS`].
    pub stops: [f64; 6],
    /// P(T > t + 1) / P(T > t) for large t; 0 where the turns are bounded.
    pub tail_ratio: f64,
}

impl Token {
    /// The least number of own turns that a share of the tokens does not exceed.
    pub fn quantile(&self, share: f64) -> usize {
        let within = |&left: &f64| 1.0 - left >= share;
        self.on_route.iter().position(within).unwrap_or(self.on_route.len())
    }

    /// The greatest number of own turns that is possible, where there is one.
    pub fn most(&self) -> Option<usize> {
        (self.tail_ratio == 0.0).then_some(self.home.len() - 1)
    }

    /// The least number of own turns that is possible.
    pub fn least(&self) -> usize {
        self.home.iter().position(|&p| p > 0.0).unwrap_or(0)
    }
}

/// Solves one token's chain.
pub fn token(rules: &Rules) -> Token {
    let chain = Chain::new(rules);
    let squares_of = |places: &[f64; NODES]| {
        let mut squares = [0.0; SQUARES];
        places.iter().enumerate().for_each(|(node, p)| squares[square_of(node)] += p);
        squares
    };
    let mut places = Chain::start();
    let mut token = Token {
        home: vec![0.0],
        on_route: vec![1.0],
        squares: vec![squares_of(&places)],
        turns: 0.0,
        turns_sd: 0.0,
        throws: 0.0,
        skips: 0.0,
        stops: [0.0; 6],
        tail_ratio: 0.0,
    };
    let mut left = 1.0;
    while left > NEGLIGIBLE {
        for (node, &p) in places.iter().enumerate() {
            *if node < SQUARES { &mut token.throws } else { &mut token.skips } += p;
        }
        // Without stays no skip tells of a stop: they are counted on the way.
        for (stops, stay) in token.stops.iter_mut().zip(STAYS) {
            for square in 1..HOME {
                let p = places[node(square, false)];
                let pips = (1..=6).filter(|&pips| landing(rules, square, pips) == stay).count();
                *stops += p * pips as f64 / 6.0;
            }
        }
        let (next, home) = chain.step(&places);
        places = next;
        left = places.iter().sum();
        token.home.push(home);
        token.on_route.push(left);
        token.squares.push(squares_of(&places));
    }
    token.turns = token.on_route.iter().sum();
    let squares = token.home.iter().enumerate().map(|(t, p)| (t as f64 - token.turns).powi(2) * p);
    token.turns_sd = squares.sum::<f64>().sqrt();
    token.tail_ratio = tail_ratio(&chain);
    token
}

/// The factor by which what is on the route shrinks in one turn, once it no longer changes.
fn tail_ratio(chain: &Chain) -> f64 {
    let (mut places, mut ratio) = (Chain::start(), 0.0);
    for _ in 0..STEPS_TO_TAIL {
        places = chain.step(&places).0;
        ratio = places.iter().sum();
        if ratio == 0.0 {
            break;
        }
        places.iter_mut().for_each(|p| *p /= ratio);
    }
    ratio
}

/// What one seat gets.
#[derive(Clone, Debug, Default)]
pub struct SeatFigures {
    /// The probability of each rank, from rank 1 on.
    pub ranks: Vec<f64>,
    /// The probability that nobody is ranked below.
    pub last: f64,
    /// The probability of sharing the rank.
    pub shares: f64,
    /// The mean rank.
    pub expected_rank: f64,
    /// The mean score.
    pub expected_score: f64,
}

/// A whole game.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The figures of the seats, in the order of the seats.
    pub seats: Vec<SeatFigures>,
    /// The seat that acts first.
    pub first_seat: usize,
    /// Mean number of events.
    pub expected_events: f64,
    /// Their standard deviation.
    pub sd_events: f64,
    /// The probability of each number of events; none where play goes on until one is left.
    pub events: Option<Vec<f64>>,
    /// Mean number of own turns of the seat whose arrival ends the game.
    pub expected_rounds: f64,
    /// Mean of the best score less the second best.
    pub score_margin: f64,
    /// Mean of the best score less the worst.
    pub score_range: f64,
    /// For two players: how often the lead changes hands, and in how many positions before an event
    /// the winner stands behind.
    pub course: Option<Course>,
}

/// The course of a game of two.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Mean number of changes of the sole leader by square.
    pub lead_changes: f64,
    /// Mean number of positions before an event in which the later winner stands strictly lower.
    pub winner_behind: f64,
}

/// Solves the game of `players` under `rules`.
///
/// # Errors
///
/// As [`HokusaiSugoroku::new`].
pub fn solve(rules: &Rules, players: u8) -> Result<Solution, OptionError> {
    HokusaiSugoroku::new(*rules, players)?;
    let (token, count) = (token(rules), usize::from(players));
    let mut solution = match rules.rank_all.is_yes() && count > 2 {
        true => until_one_is_left(&token, count),
        // With two players one is left when the first comes home.
        false => until_the_first(&token, count),
    };
    if count == 2 {
        solution.course = Some(course(&Chain::new(rules)));
    }
    // What was found for places in the order of play goes to the seats.
    solution.first_seat = usize::from(rules.first_player) - 1;
    solution.seats.rotate_right(solution.first_seat);
    Ok(solution)
}

impl Solution {
    fn new(players: usize) -> Self {
        let seat = SeatFigures { ranks: vec![0.0; players], ..SeatFigures::default() };
        Solution {
            seats: vec![seat; players],
            first_seat: 0,
            expected_events: 0.0,
            sd_events: 0.0,
            events: None,
            expected_rounds: 0.0,
            score_margin: 0.0,
            score_range: 0.0,
            course: None,
        }
    }

    fn finish_ranks(&mut self) {
        for seat in &mut self.seats {
            let ranks = (1..).zip(&seat.ranks);
            seat.expected_rank = ranks.map(|(rank, p)| f64::from(rank) * p).sum();
        }
    }

    /// The least number of events that a share of the games does not exceed, if their distribution is
    /// known.
    pub fn events_quantile(&self, share: f64) -> Option<usize> {
        let mut within = 0.0;
        self.events.as_ref()?.iter().position(|p| {
            within += p;
            within >= share
        })
    }

    /// The figures as `balance` names them.
    pub fn figures(&self) -> Vec<ExactFigure> {
        let mut figures = Vec::new();
        for (side, seat) in self.seats.iter().enumerate() {
            let ranks = (1..).zip(&seat.ranks).map(|(rank, &p)| (Metric::Rank(rank), p));
            let others = [
                // The first rank is never shared.
                (Metric::Win, seat.ranks[0]),
                (Metric::FirstShare, seat.ranks[0]),
                (Metric::Last, seat.last),
                (Metric::Shares, seat.shares),
                (Metric::ExpectedRank, seat.expected_rank),
                (Metric::ExpectedScore, seat.expected_score),
            ];
            let of_side = |(metric, value)| ExactFigure { metric, side: Some(side), value };
            figures.extend(others.into_iter().chain(ranks).map(of_side));
        }
        let wins = || self.seats.iter().map(|seat| seat.ranks[0]);
        let spread = wins().fold(0.0, f64::max) - wins().fold(1.0, f64::min);
        let even = 1.0 / self.seats.len() as f64;
        let advantage = self.seats[self.first_seat].ranks[0] - even;
        let mut of_game = vec![
            (Metric::FirstMoverAdvantage, advantage),
            (Metric::Balance, 1.0 - spread),
            (Metric::Draw, 0.0),
            (Metric::Capped, 0.0),
            (Metric::ScoreMargin, self.score_margin),
            (Metric::ScoreRange, self.score_range),
            (Metric::ExpectedEvents, self.expected_events),
            (Metric::SdEvents, self.sd_events),
            (Metric::Decisions, 0.0),
        ];
        of_game.extend(QUANTILES.into_iter().filter_map(|percent| {
            let events = self.events_quantile(f64::from(percent) / 100.0)?;
            Some((Metric::EventsQuantile(percent), events as f64))
        }));
        if let Some(course) = self.course {
            of_game.push((Metric::LeadChanges, course.lead_changes));
            of_game.push((Metric::WinnerBehind, course.winner_behind));
        }
        figures.extend(of_game.into_iter().map(|(metric, value)| ExactFigure {
            metric,
            side: None,
            value,
        }));
        figures
    }
}

/// The game that ends with the first arrival.
fn until_the_first(token: &Token, players: usize) -> Solution {
    let mut solution = Solution::new(players);
    let mut events = Vec::new();
    for t in 1..token.home.len() {
        let (after, before) = (&token.squares[t], &token.squares[t - 1]);
        let (home, left, left_before) = (token.home[t], token.on_route[t], token.on_route[t - 1]);
        for winner in 0..players {
            // Seats before the winner have had t turns, those behind it t - 1.
            let squares = |place: usize| if place < winner { after } else { before };
            let behind = players - 1 - winner;
            let p = home * left.powi(winner as i32) * left_before.powi(behind as i32);
            let length = players * (t - 1) + winner + 1;
            events.resize(events.len().max(length + 1), 0.0);
            events[length] += p;
            solution.expected_rounds += t as f64 * p;
            solution.seats[winner].ranks[0] += p;
            solution.seats[winner].expected_score += f64::from(HOME) * p;
            if p < NEGLIGIBLE_JOINTLY {
                continue;
            }
            for place in (0..players).filter(|&place| place != winner) {
                let others = (0..players).filter(|&other| other != winner && other != place);
                let others: Vec<&[f64; SQUARES]> = others.map(squares).collect();
                add_loser(&mut solution.seats[place], squares(place), &others, home);
            }
            let losers = (0..players).filter(|&place| place != winner).map(squares);
            let (best, worst) = expected_extremes(losers);
            solution.score_margin += home * best;
            solution.score_range += home * worst;
        }
    }
    solution.finish_ranks();
    let moment = |power: i32, centre: f64| -> f64 {
        let terms = events.iter().enumerate();
        terms.map(|(length, p)| (length as f64 - centre).powi(power) * p).sum()
    };
    solution.expected_events = moment(1, 0.0);
    solution.sd_events = moment(2, solution.expected_events).sqrt();
    solution.events = Some(events);
    solution
}

/// Adds to the figures of a seat that is on one of `squares` when another comes home, which happens
/// with probability `home` apart from where the others are.
fn add_loser(
    seat: &mut SeatFigures,
    squares: &[f64; SQUARES],
    others: &[&[f64; SQUARES]],
    home: f64,
) {
    // For each other: the probabilities of standing below the square in question.
    let mut below = vec![0.0; others.len()];
    let all: Vec<f64> = others.iter().map(|other| other.iter().sum()).collect();
    for square in 1..SQUARES {
        // counts[a][e] is the probability that a others are above and e on the same square.
        let mut counts = [[0.0; 6]; 6];
        counts[0][0] = home * squares[square];
        for (index, other) in others.iter().enumerate() {
            let equal = other[square];
            let above = all[index] - below[index] - equal;
            for a in (0..=index + 1).rev() {
                for e in (0..=index + 1 - a).rev() {
                    let mut sum = counts[a][e] * below[index];
                    if a > 0 {
                        sum += counts[a - 1][e] * above;
                    }
                    if e > 0 {
                        sum += counts[a][e - 1] * equal;
                    }
                    counts[a][e] = sum;
                }
            }
            below[index] += equal;
        }
        for (above, row) in counts.iter().enumerate().take(others.len() + 1) {
            for (equal, &p) in row.iter().enumerate().take(others.len() + 1 - above) {
                seat.ranks[1 + above] += p;
                seat.expected_score += square as f64 * p;
                if equal > 0 {
                    seat.shares += p;
                }
                if above + equal == others.len() {
                    seat.last += p;
                }
            }
        }
    }
}

/// The expected distances from home of the highest and the lowest of tokens on these squares, times
/// the probability that all are on the route.
fn expected_extremes<'a>(tokens: impl Iterator<Item = &'a [f64; SQUARES]>) -> (f64, f64) {
    let (mut none_above, mut none_below) = ([1.0; SQUARES], [1.0; SQUARES]);
    for squares in tokens {
        let all: f64 = squares.iter().sum();
        let mut within = 0.0;
        for square in 0..SQUARES {
            none_below[square] *= all - within;
            within += squares[square];
            none_above[square] *= within;
        }
    }
    let last = SQUARES - 1;
    let (mut best, mut worst) = (0.0, 0.0);
    for square in 1..SQUARES {
        let distance = (SQUARES - square) as f64;
        best += distance * (none_above[square] - none_above[square - 1]);
        let higher = if square == last { 0.0 } else { none_below[square + 1] };
        worst += distance * (none_below[square] - higher);
    }
    (best, worst)
}

/// The probability that something happens, and the first two moments of a number where it does.
#[derive(Clone, Copy)]
struct Moments([f64; 3]);

impl Moments {
    /// Of a number that is `value` with probability `p`.
    fn sure(value: f64, p: f64) -> Self {
        Moments([p, value * p, value * value * p])
    }

    /// Of the sum of two independent numbers, where both happen.
    fn and(self, other: Moments) -> Self {
        let (Moments([p, a, aa]), Moments([q, b, bb])) = (self, other);
        Moments([p * q, a * q + b * p, aa * q + 2.0 * a * b + bb * p])
    }
}

/// The game that ends when one is left.
fn until_one_is_left(token: &Token, players: usize) -> Solution {
    let mut solution = Solution::new(players);
    let turns = token.home.len();
    // Moments of the own turns of a token that is home by turn t.
    let mut arrived = vec![Moments([0.0; 3])];
    for t in 1..turns {
        let (Moments(before), Moments(now)) =
            (arrived[t - 1], Moments::sure(t as f64, token.home[t]));
        arrived.push(Moments(std::array::from_fn(|power| before[power] + now[power])));
    }
    let mut events = [0.0; 3];
    for t in 1..turns {
        for place in 0..players {
            // Who comes home on turn t is behind those that came before.
            let mut earlier = vec![token.home[t]];
            for other in (0..players).filter(|&other| other != place) {
                let left = token.on_route[if other < place { t } else { t - 1 }];
                let mut next = vec![0.0; earlier.len() + 1];
                for (count, p) in earlier.iter().enumerate() {
                    next[count] += p * left;
                    next[count + 1] += p * (1.0 - left);
                }
                earlier = next;
            }
            for (rank, p) in solution.seats[place].ranks.iter_mut().zip(earlier) {
                *rank += p;
            }
            // Its arrival ends the game, and another is left.
            for last in (0..players).filter(|&last| last != place) {
                let had = if last < place { t } else { t - 1 };
                let squares = &token.squares[had];
                let mut others = Moments::sure(t as f64, token.home[t])
                    .and(Moments::sure(had as f64, token.on_route[had]));
                let mut all_home = token.home[t];
                for other in (0..players).filter(|&other| other != place && other != last) {
                    let by = arrived[if other < place { t } else { t - 1 }];
                    others = others.and(by);
                    all_home *= by.0[0];
                }
                let Moments(moments) = others;
                events.iter_mut().zip(moments).for_each(|(sum, moment)| *sum += moment);
                solution.expected_rounds += t as f64 * moments[0];
                let seat = &mut solution.seats[last];
                seat.last += moments[0];
                for (square, p) in squares.iter().enumerate() {
                    seat.expected_score += square as f64 * p * all_home;
                    solution.score_range += (SQUARES - square) as f64 * p * all_home;
                }
            }
        }
    }
    for seat in &mut solution.seats {
        seat.expected_score += f64::from(HOME) * (1.0 - seat.last);
    }
    solution.finish_ranks();
    solution.expected_events = events[1];
    solution.sd_events = (events[2] - events[1] * events[1]).sqrt();
    solution
}

/// The course of a game of two, by the joint chain of both tokens. In the order of play.
fn course(chain: &Chain) -> Course {
    let winning = winning(chain);
    // joint[leader][a][b]: the token to act is on a, the other on b; the last sole leader was nobody
    // (0), the one to act (1) or the other (2).
    let mut joint = vec![vec![[0.0; NODES]; NODES]; 3];
    let start = node(1, false);
    joint[0][start][start] = 1.0;
    let (mut lead_changes, mut winner_behind, mut left) = (0.0, 0.0, 1.0_f64);
    while left > NEGLIGIBLE_JOINTLY {
        let mut next = vec![vec![[0.0; NODES]; NODES]; 3];
        left = 0.0;
        for (leader, by_leader) in joint.iter().enumerate() {
            for (a, row) in by_leader.iter().enumerate() {
                for (b, &p) in row.iter().enumerate().filter(|&(_, &p)| p > 0.0) {
                    winner_behind += p * match square_of(a).cmp(&square_of(b)) {
                        std::cmp::Ordering::Less => winning[a][b],
                        std::cmp::Ordering::Equal => 0.0,
                        std::cmp::Ordering::Greater => 1.0 - winning[a][b],
                    };
                    for &(to, share) in &chain.steps[a] {
                        let p = p * share;
                        let now = match to {
                            HOME_NODE => 1,
                            _ => match square_of(to).cmp(&square_of(b)) {
                                std::cmp::Ordering::Greater => 1,
                                std::cmp::Ordering::Equal => leader,
                                std::cmp::Ordering::Less => 2,
                            },
                        };
                        if leader != 0 && now != leader {
                            lead_changes += p;
                        }
                        if to != HOME_NODE {
                            // The other one acts next.
                            next[[0, 2, 1][now]][b][to] += p;
                            left += p;
                        }
                    }
                }
            }
        }
        joint = next;
    }
    Course { lead_changes, winner_behind }
}

/// The probability that the token to act, on a, comes home before the other, on b: by iteration until
/// nothing changes any more.
fn winning(chain: &Chain) -> Vec<[f64; NODES]> {
    let mut winning = vec![[0.0; NODES]; NODES];
    loop {
        let mut change = 0.0_f64;
        let mut next = winning.clone();
        for a in (0..NODES).filter(|&a| !chain.steps[a].is_empty()) {
            for b in (0..NODES).filter(|&b| !chain.steps[b].is_empty()) {
                let value = |&(to, share): &(usize, f64)| match to {
                    HOME_NODE => share,
                    _ => share * (1.0 - winning[b][to]),
                };
                next[a][b] = chain.steps[a].iter().map(value).sum();
                change = change.max((next[a][b] - winning[a][b]).abs());
            }
        }
        winning = next;
        if change < 1e-15 {
            return winning;
        }
    }
}
