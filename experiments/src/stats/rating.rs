//! Joint ratings of all entrants of an experiment, with what each side is worth.
//!
//! Plackett-Luce: an entrant i on side s has the strength exp(theta_i + eta_s); the first of a ranking is each
//! of those in it with a chance proportional to its strength, the second each of those left, and so on. For
//! two sides this is Bradley-Terry with a term for the side: the log-odds that i beats j are theta_i - theta_j +
//! eta_first - eta_second. A tie counts as the mean of the log-likelihoods of its orders: for two sides as half
//! a win each. Elo is 400 / ln 10 times theta.
//!
//! Fitted by Newton's method. R. Bradley and M. Terry, *Rank analysis of incomplete block designs*,
//! Biometrika 39 (1952); R. Plackett, *The analysis of permutations*, Applied Statistics 24 (1975);
//! D. Hunter, *MM algorithms for generalized Bradley-Terry models*, Annals of Statistics 32 (2004).
//!
//! Matches of a group share their luck, so standard errors are those of a sandwich with the group as the
//! cluster (K.-Y. Liang and S. Zeger, *Longitudinal data analysis using generalized linear models*,
//! Biometrika 73, 1986, with the factor G / (G - 1)) and intervals Student's t with G - 1 degrees of freedom.

use super::mean::t_quantile;
use super::{Estimate, Interval};
use ludarium_engine::{PerSide, Ranks};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Elo points of a unit of theta: 400 / ln 10.
pub const ELO: f64 = 173.717_792_761_248_85;

/// What is needed of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranking {
    /// The group, the unit of independence.
    pub group: u64,
    /// The entrant of each side.
    pub entrants: PerSide<usize>,
    /// The rank of each side, ties sharing one.
    pub ranks: Ranks,
}

/// Ratings fitted to matches. All differences are in Elo points.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Theta of each entrant with mean 0, then eta of each side with mean 0.
    parameters: Vec<f64>,
    entrants: usize,
    /// Of the parameters, by the model, with their sums fixed.
    model_covariance: Matrix,
    /// Of the parameters, from the groups.
    group_covariance: Matrix,
    /// Groups that were played.
    pub groups: u64,
    /// The logarithm of the likelihood of the rankings, with the virtual wins if there are any.
    pub log_likelihood: f64,
    /// Whether half a virtual win each way was added for each pair that met, spread over the sides, since there
    /// would be no finite ratings without: some entrants lost to none of some others, or a side won all. Then
    /// there are no intervals either: groups that all say the same tell nothing of how they vary.
    pub has_virtual_wins: bool,
    /// How well the ratings tell the results of each pair that met.
    pub pairs: Vec<PairFit>,
}

/// The results of a pair of entrants, and what the ratings say of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairFit {
    /// The first entrant, from 0.
    pub entrant: usize,
    /// The other.
    pub opponent: usize,
    /// Rankings in which the two met.
    pub meetings: u64,
    /// The share of them in which the first was ahead, ties counting half.
    pub observed: f64,
    /// What the ratings expect.
    pub expected: f64,
    /// The difference in standard errors over groups; `None` where all groups are equal.
    pub z: Option<f64>,
}

/// What differs between the entrants of a ranking: who, and on which side if that counts.
type Places = Vec<(usize, Option<usize>)>;

/// Equal rankings: the orders they stand for, and how often they came.
struct Pattern {
    places: Places,
    /// Orders of the places from the best on, all equally likely.
    orders: Vec<Vec<usize>>,
    count: f64,
}

/// Whether a side is worth something in itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// It may be.
    Differ,
    /// It is not: all terms of sides are 0.
    Alike,
}

impl Ratings {
    /// Fits ratings of `entrants` entrants to `matches` between sides of a game. `None` where there is nothing
    /// to fit: no match, or a single side.
    pub fn fit(entrants: usize, sides: Sides, matches: &[Ranking]) -> Option<Self> {
        let count = matches.first()?.entrants.len();
        if count < 2 {
            return None;
        }
        let model = Model { entrants, sides: if sides == Sides::Differ { count } else { 0 } };
        let mut counts: BTreeMap<(Vec<usize>, Vec<u8>), f64> = BTreeMap::new();
        for found in matches {
            *counts.entry((found.entrants.to_vec(), found.ranks.to_vec())).or_default() += 1.0;
        }
        let mut patterns: Vec<Pattern> = counts
            .into_iter()
            .map(|((entrants, ranks), count)| model.pattern(&entrants, &ranks, count))
            .collect();
        let finite = if is_connected(entrants, matches) { model.maximise(&patterns) } else { None };
        let has_virtual_wins = finite.is_none();
        let (parameters, log_likelihood, information) = finite.or_else(|| {
            patterns.extend(model.virtual_wins(matches));
            model.maximise(&patterns)
        })?;
        let gauge = model.gauge();
        // The inverse with the directions that no match tells of, less these: the pseudo-inverse.
        let model_covariance = information.plus(&gauge).inverse()?.plus(&gauge.times_number(-1.0));
        let mut by_group: HashMap<u64, Vec<f64>> = HashMap::new();
        for found in matches {
            let pattern = model.pattern(&found.entrants, &found.ranks, 1.0);
            let score = by_group.entry(found.group).or_insert_with(|| vec![0.0; model.size()]);
            model.add(&pattern, &parameters, score, &mut 0.0, &mut Matrix::zero(model.size()));
        }
        let mut scores: Vec<(u64, Vec<f64>)> = by_group.into_iter().collect();
        scores.sort_by_key(|&(group, _)| group);
        let groups = scores.len() as u64;
        let mut spread = Matrix::zero(model.size());
        for (_, score) in &scores {
            spread.add_product(score, score, groups as f64 / (groups as f64 - 1.0));
        }
        let group_covariance = model_covariance.times(&spread).times(&model_covariance);
        let pairs = model.pairs(&parameters, matches);
        Some(Ratings {
            parameters,
            entrants,
            model_covariance,
            group_covariance,
            groups,
            log_likelihood,
            has_virtual_wins,
            pairs,
        })
    }

    /// Ratings of entrants of games of two sides where each group has a term of its own for the side: `None`
    /// with another number of sides, or where nothing tells of them.
    ///
    /// Two matches of a pair in a group, the sides exchanged, are told apart by that term alone where each won
    /// one; where one won both, the odds are exp(2 (theta_i - theta_j)) whatever the term is. So the pairs of
    /// matches with a single winner are rated, and theta is half of what they say: the conditional likelihood
    /// (G. Chamberlain, *Analysis of covariance with qualitative data*, Review of Economic Studies 47, 1980).
    /// A win and a draw count half as much as two wins.
    ///
    /// A single term for the side ([`Ratings::fit`]) asks what a random group would come to, and is nearer to
    /// 0 the more groups are decided by their luck.
    pub fn fit_within_groups(entrants: usize, matches: &[Ranking]) -> Option<Self> {
        // Of each pair in each group: half points of the first by side.
        let mut doubles: BTreeMap<(u64, usize, usize), [Option<i32>; 2]> = BTreeMap::new();
        for found in matches {
            let ([one, other], [rank, other_rank]) = (&found.entrants[..], &found.ranks[..]) else {
                return None;
            };
            let half_points = 1 + other_rank.cmp(rank) as i32;
            let (pair, side, half_points) = match one < other {
                true => ((*one, *other), 0, half_points),
                false => ((*other, *one), 1, 2 - half_points),
            };
            doubles.entry((found.group, pair.0, pair.1)).or_default()[side] = Some(half_points);
        }
        let mut decided = Vec::new();
        for ((group, one, other), half_points) in doubles {
            let [Some(first), Some(second)] = half_points else { continue };
            let ahead = first + second - 2;
            let ranks = if ahead > 0 { [1, 2] } else { [2, 1] };
            let won = Ranking {
                group,
                entrants: PerSide::from_fn(2, |side| [one, other][side]),
                ranks: Ranks::from_fn(2, |side| ranks[side]),
            };
            decided.extend((0..ahead.abs()).map(|_| won));
        }
        let ratings = Ratings::fit(entrants, Sides::Alike, &decided)?;
        Some(Ratings {
            parameters: ratings.parameters.iter().map(|theta| theta / 2.0).collect(),
            model_covariance: ratings.model_covariance.times_number(0.25),
            group_covariance: ratings.group_covariance.times_number(0.25),
            ..ratings
        })
    }

    /// The rating of an entrant, the mean of all being 0.
    pub fn elo(&self, entrant: usize) -> f64 {
        ELO * self.parameters[entrant]
    }

    /// By how much an entrant is rated above another; without an interval for a single group, or with virtual
    /// wins.
    pub fn difference(&self, entrant: usize, other: usize) -> Estimate {
        self.estimate(entrant, other)
    }

    /// What a side is worth, the mean of all being 0; with [`Sides::Alike`] there is none.
    pub fn side(&self, side: usize) -> f64 {
        ELO * self.parameters[self.entrants + side]
    }

    /// How much more a side is worth than another.
    pub fn side_difference(&self, side: usize, other: usize) -> Estimate {
        self.estimate(self.entrants + side, self.entrants + other)
    }

    /// The standard error of the difference between two entrants, over groups; `None` where there is no
    /// interval.
    pub fn standard_error(&self, entrant: usize, other: usize) -> Option<f64> {
        let variance = self.group_covariance.variance_of_difference(entrant, other);
        (self.groups > 1 && !self.has_virtual_wins).then(|| ELO * variance.sqrt())
    }

    /// The standard error of an entrant's rating by the model, as if all matches were independent.
    pub fn model_standard_error(&self, entrant: usize) -> f64 {
        ELO * self.model_covariance.get(entrant, entrant).sqrt()
    }

    /// The standard error of the difference between two entrants by the model.
    pub fn model_standard_error_of_difference(&self, entrant: usize, other: usize) -> f64 {
        ELO * self.model_covariance.variance_of_difference(entrant, other).sqrt()
    }

    fn estimate(&self, one: usize, other: usize) -> Estimate {
        let value = ELO * (self.parameters[one] - self.parameters[other]);
        let error = self.standard_error(one, other).filter(|error| *error > 0.0);
        let interval =
            error.map(|error| Interval::around(value, t_quantile(self.groups - 1) * error));
        Estimate { value, interval }
    }

    /// How badly the ratings tell the results of all pairs at once; `None` where there are no more pairs than
    /// gaps, which can always be told.
    pub fn misfit(&self) -> Option<Misfit> {
        let squares: Vec<f64> =
            self.pairs.iter().filter_map(|pair| Some(pair.z?.powi(2))).collect();
        let freedom = squares.len().saturating_sub(self.entrants - 1);
        (freedom > 0).then(|| Misfit { squares: squares.iter().sum(), freedom })
    }
}

/// How badly ratings tell the results of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misfit {
    /// The sum of the squares of [`PairFit::z`].
    pub squares: f64,
    /// What it is about where the ratings tell all there is: pairs less gaps between entrants.
    pub freedom: usize,
}

struct Model {
    entrants: usize,
    /// Sides that have a term.
    sides: usize,
}

impl Model {
    fn size(&self) -> usize {
        self.entrants + self.sides
    }

    fn pattern(&self, entrants: &[usize], ranks: &[u8], count: f64) -> Pattern {
        let side = |side| (self.sides > 0).then_some(side);
        let places =
            entrants.iter().enumerate().map(|(at, &entrant)| (entrant, side(at))).collect();
        Pattern { places, orders: orders(ranks), count }
    }

    /// The parameters of a place.
    fn terms(&self, (entrant, side): (usize, Option<usize>)) -> impl Iterator<Item = usize> {
        let first = self.entrants;
        std::iter::once(entrant).chain(side.map(|side| first + side))
    }

    /// Adds what a pattern gives to the gradient, the log-likelihood and the information.
    fn add(
        &self,
        pattern: &Pattern,
        parameters: &[f64],
        gradient: &mut [f64],
        log_likelihood: &mut f64,
        information: &mut Matrix,
    ) {
        let strength = |place: usize| -> f64 {
            self.terms(pattern.places[place]).map(|term| parameters[term]).sum::<f64>().exp()
        };
        let weight = pattern.count / pattern.orders.len() as f64;
        for order in &pattern.orders {
            for first in 0..order.len() - 1 {
                let left = &order[first..];
                let sum: f64 = left.iter().map(|&place| strength(place)).sum();
                *log_likelihood += weight * (strength(order[first]) / sum).ln();
                let mut mean = vec![0.0; self.size()];
                for &place in left {
                    let share = strength(place) / sum;
                    let mut row = vec![0.0; self.size()];
                    for term in self.terms(pattern.places[place]) {
                        mean[term] += share;
                        row[term] += 1.0;
                    }
                    information.add_product(&row, &row, weight * share);
                }
                information.add_product(&mean, &mean, -weight);
                self.terms(pattern.places[order[first]]).for_each(|term| gradient[term] += weight);
                gradient.iter_mut().zip(&mean).for_each(|(slope, mean)| *slope -= weight * mean);
            }
        }
    }

    /// The parameters of the greatest likelihood, its logarithm, and the information there. `None` where it
    /// has no maximum: then the parameters run away until the information is no longer seen.
    fn maximise(&self, patterns: &[Pattern]) -> Option<(Vec<f64>, f64, Matrix)> {
        /// More than any fit takes: steps shrink quadratically.
        const MOST_STEPS: usize = 200;
        /// A longer step is cut: far from the maximum the quadratic is a poor guide.
        const LONGEST: f64 = 2.0;
        let mut parameters = vec![0.0; self.size()];
        for _ in 0..MOST_STEPS {
            let mut gradient = vec![0.0; self.size()];
            let (mut log_likelihood, mut information) = (0.0, Matrix::zero(self.size()));
            for pattern in patterns {
                self.add(
                    pattern,
                    &parameters,
                    &mut gradient,
                    &mut log_likelihood,
                    &mut information,
                );
            }
            let step = information.plus(&self.gauge()).inverse()?.times_vector(&gradient);
            let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
            if longest < 1e-12 {
                return Some((parameters, log_likelihood, information));
            }
            let cut = (LONGEST / longest).min(1.0);
            parameters.iter_mut().zip(&step).for_each(|(value, step)| *value += cut * step);
        }
        None
    }

    /// The projection on what no match tells of: a common shift of all entrants, or of all sides.
    fn gauge(&self) -> Matrix {
        let mut gauge = Matrix::zero(self.size());
        for (first, count) in [(0, self.entrants), (self.entrants, self.sides)] {
            if count == 0 {
                continue;
            }
            let mut row = vec![0.0; self.size()];
            row[first..first + count].fill(1.0);
            gauge.add_product(&row, &row, 1.0 / count as f64);
        }
        gauge
    }

    /// Half a win each way for each pair that met, in equal parts from each of both on every choice of sides.
    fn virtual_wins(&self, matches: &[Ranking]) -> Vec<Pattern> {
        let mut met = BTreeSet::new();
        for found in matches {
            for &one in found.entrants.iter() {
                met.extend(
                    found.entrants.iter().filter(|&&other| one < other).map(|&other| (one, other)),
                );
            }
        }
        let apart = (0..self.sides).flat_map(|a| (0..self.sides).map(move |b| (a, b)));
        let mut seatings: Vec<(Option<usize>, Option<usize>)> =
            apart.filter(|(a, b)| a != b).map(|(a, b)| (Some(a), Some(b))).collect();
        if self.sides == 0 {
            seatings.push((None, None));
        }
        let count = 1.0 / seatings.len() as f64;
        let orders = [vec![0, 1], vec![1, 0]];
        let pattern = |(one, other), (a, b)| {
            let places = vec![(one, a), (other, b)];
            Pattern { places, orders: orders.to_vec(), count }
        };
        let of_pair = |pair| seatings.iter().map(move |&seating| pattern(pair, seating));
        met.into_iter().flat_map(of_pair).collect()
    }

    /// How well the parameters tell the results of each pair.
    fn pairs(&self, parameters: &[f64], matches: &[Ranking]) -> Vec<PairFit> {
        #[derive(Default)]
        struct Sums {
            meetings: u64,
            observed: f64,
            expected: f64,
            /// Observed less expected, by group.
            residuals: HashMap<u64, f64>,
        }
        let mut sums: BTreeMap<(usize, usize), Sums> = BTreeMap::new();
        for found in matches {
            let sides = found.entrants.len();
            let strength = |side: usize| -> f64 {
                let place = (found.entrants[side], (self.sides > 0).then_some(side));
                self.terms(place).map(|term| parameters[term]).sum::<f64>().exp()
            };
            for (one, other) in (0..sides).flat_map(|one| (0..sides).map(move |other| (one, other)))
            {
                if found.entrants[one] >= found.entrants[other] {
                    continue;
                }
                let observed = match found.ranks[one].cmp(&found.ranks[other]) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                let expected = strength(one) / (strength(one) + strength(other));
                let sums = sums.entry((found.entrants[one], found.entrants[other])).or_default();
                sums.meetings += 1;
                sums.observed += observed;
                sums.expected += expected;
                *sums.residuals.entry(found.group).or_default() += observed - expected;
            }
        }
        let fit = |((entrant, opponent), sums): ((usize, usize), Sums)| {
            let groups = sums.residuals.len() as f64;
            let mut residuals: Vec<(u64, f64)> = sums.residuals.into_iter().collect();
            residuals.sort_by_key(|&(group, _)| group);
            let sum: f64 = residuals.iter().map(|(_, residual)| residual).sum();
            let squares: f64 =
                residuals.iter().map(|(_, residual)| (residual - sum / groups).powi(2)).sum();
            let error = (groups / (groups - 1.0) * squares).sqrt();
            let meetings = sums.meetings as f64;
            PairFit {
                entrant,
                opponent,
                meetings: sums.meetings,
                observed: sums.observed / meetings,
                expected: sums.expected / meetings,
                z: (error > 1e-9).then(|| sum / error),
            }
        };
        sums.into_iter().map(fit).collect()
    }
}

/// All orders of the places that go with their ranks.
fn orders(ranks: &[u8]) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in ranks {
        let longer = |order: Vec<usize>| {
            let left: Vec<usize> =
                (0..ranks.len()).filter(|place| !order.contains(place)).collect();
            let best = left.iter().map(|&place| ranks[place]).min();
            let next = left.into_iter().filter(move |&place| Some(ranks[place]) == best);
            next.map(move |place| [&order[..], &[place]].concat()).collect::<Vec<_>>()
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}

/// Whether everybody has been ahead of, or level with, everybody else over a chain of rankings.
fn is_connected(entrants: usize, matches: &[Ranking]) -> bool {
    let mut ahead = vec![vec![false; entrants]; entrants];
    for found in matches {
        for (one, &entrant) in found.entrants.iter().enumerate() {
            for (other, &opponent) in found.entrants.iter().enumerate() {
                ahead[entrant][opponent] |= found.ranks[one] <= found.ranks[other];
            }
        }
    }
    for between in 0..entrants {
        for one in 0..entrants {
            for other in 0..entrants {
                ahead[one][other] |= ahead[one][between] && ahead[between][other];
            }
        }
    }
    ahead.iter().flatten().all(|&ahead| ahead)
}

/// A square matrix of a few rows.
#[derive(Clone, Debug, PartialEq)]
struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    fn zero(size: usize) -> Self {
        Matrix { size, values: vec![0.0; size * size] }
    }

    fn get(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// The variance of the difference of two quantities of which this is the covariance.
    fn variance_of_difference(&self, one: usize, other: usize) -> f64 {
        self.get(one, one) + self.get(other, other) - 2.0 * self.get(one, other)
    }

    /// Adds `factor` times the product of a column and a row.
    fn add_product(&mut self, column: &[f64], row: &[f64], factor: f64) {
        for (i, x) in column.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            for (j, y) in row.iter().enumerate() {
                self.values[i * self.size + j] += factor * x * y;
            }
        }
    }

    fn plus(&self, other: &Matrix) -> Matrix {
        let values = self.values.iter().zip(&other.values).map(|(x, y)| x + y).collect();
        Matrix { size: self.size, values }
    }

    fn times_number(&self, factor: f64) -> Matrix {
        Matrix { size: self.size, values: self.values.iter().map(|x| factor * x).collect() }
    }

    fn times_vector(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(vector).map(|(x, y)| x * y).sum();
        self.values.chunks(self.size).map(row).collect()
    }

    fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for i in 0..self.size {
            for j in 0..self.size {
                product.values[i * self.size + j] =
                    (0..self.size).map(|k| self.get(i, k) * other.get(k, j)).sum();
            }
        }
        product
    }

    /// The inverse, by elimination with the largest pivot; `None` where there is none.
    fn inverse(&self) -> Option<Matrix> {
        let size = self.size;
        let mut left: Vec<Vec<f64>> = self.values.chunks(size).map(<[f64]>::to_vec).collect();
        let mut right: Vec<Vec<f64>> = (0..size)
            .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
            .collect();
        for column in 0..size {
            let pivot = (column..size)
                .max_by(|&a, &b| left[a][column].abs().total_cmp(&left[b][column].abs()))?;
            left.swap(column, pivot);
            right.swap(column, pivot);
            let scale = left[column][column];
            if scale.abs() < 1e-12 {
                return None;
            }
            for values in [&mut left[column], &mut right[column]] {
                values.iter_mut().for_each(|value| *value /= scale);
            }
            for row in (0..size).filter(|&row| row != column) {
                let factor = left[row][column];
                for side in [&mut left, &mut right] {
                    let pivot = side[column].clone();
                    side[row]
                        .iter_mut()
                        .zip(pivot)
                        .for_each(|(value, pivot)| *value -= factor * pivot);
                }
            }
        }
        Some(Matrix { size, values: right.concat() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Mean;
    use ludarium_engine::Random;
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
    }

    fn ranking(group: u64, entrants: &[usize], ranks: &[u8]) -> Ranking {
        Ranking {
            group,
            entrants: PerSide::from_fn(entrants.len(), |side| entrants[side]),
            ranks: Ranks::from_fn(ranks.len(), |side| ranks[side]),
        }
    }

    /// Each pair won so often by the row's entrant, which is on side 0.
    fn wins(table: [[u64; 3]; 3]) -> Vec<Ranking> {
        let mut matches = Vec::new();
        for (winner, row) in table.into_iter().enumerate() {
            for (loser, count) in row.into_iter().enumerate() {
                matches.extend((0..count).map(|n| ranking(n, &[winner, loser], &[1, 2])));
            }
        }
        matches
    }

    /// The worked numbers of Bradley-Terry.
    #[test]
    fn bradley_terry() {
        let matches = wins([[0, 7, 9], [3, 0, 6], [1, 4, 0]]);
        let ratings = Ratings::fit(3, Sides::Alike, &matches).unwrap();
        for (entrant, (elo, error)) in
            [(163.921125, 65.5275), (-27.822763, 57.0230), (-136.098363, 62.2163)]
                .into_iter()
                .enumerate()
        {
            close(ratings.elo(entrant), elo);
            close(ratings.model_standard_error(entrant), error);
        }
        assert!((ratings.log_likelihood + 16.324990).abs() < 1e-6);
        close(ratings.model_standard_error_of_difference(0, 1), 105.9249);
        close(ratings.model_standard_error_of_difference(0, 2), 114.3583);
        assert!(!ratings.has_virtual_wins);
    }

    /// Half a virtual win each way, where somebody won all.
    #[test]
    fn virtual_wins_keep_ratings_finite() {
        let mut matches = wins([[0, 7, 9], [3, 0, 6], [1, 4, 0]]);
        let with_virtual = {
            let model = Model { entrants: 3, sides: 0 };
            let mut patterns: Vec<Pattern> = matches
                .iter()
                .map(|found| model.pattern(&found.entrants, &found.ranks, 1.0))
                .collect();
            patterns.extend(model.virtual_wins(&matches));
            model.maximise(&patterns).unwrap().0
        };
        for (theta, elo) in with_virtual.into_iter().zip([144.116642, -24.297495, -119.819147]) {
            close(ELO * theta, elo);
        }
        matches.retain(|found| found.entrants[0] == 0 || found.entrants[1] != 0);
        let ratings = Ratings::fit(3, Sides::Alike, &matches).unwrap();
        assert!(ratings.has_virtual_wins && ratings.difference(0, 2).value.is_finite());
        assert_eq!(ratings.difference(0, 2).interval, None);
    }

    /// Everybody won against everybody, but always from side 0.
    #[test]
    fn a_side_that_wins_all_is_worth_something_finite() {
        let matches = wins([[0, 3, 3], [3, 0, 3], [3, 3, 0]]);
        let ratings = Ratings::fit(3, Sides::Differ, &matches).unwrap();
        assert!(ratings.has_virtual_wins);
        close(ratings.difference(0, 1).value, 0.0);
        // Of six matches of a pair all are won, and a virtual one is shared.
        close(ratings.side_difference(0, 1).value, 400.0 * 13_f64.log10());
        assert!(!Ratings::fit(3, Sides::Alike, &matches).unwrap().has_virtual_wins);
    }

    #[test]
    fn a_single_group_has_no_error() {
        let mut matches = wins([[0, 2, 0], [1, 0, 0], [0, 0, 0]]);
        matches.iter_mut().for_each(|found| found.group = 0);
        let ratings = Ratings::fit(2, Sides::Alike, &matches).unwrap();
        close(ratings.difference(0, 1).value, 400.0 * 2_f64.log10());
        assert_eq!(ratings.difference(0, 1).interval, None);
        assert_eq!((ratings.standard_error(0, 1), ratings.misfit()), (None, None));
    }

    /// The worked numbers with an advantage of the first side.
    #[test]
    fn sides() {
        let first = [[0, 9, 8], [6, 0, 7], [4, 5, 0]];
        let second = [[0, 3, 4], [6, 0, 5], [8, 7, 0]];
        let mut matches = wins(first);
        for (one, row) in second.into_iter().enumerate() {
            for (other, count) in row.into_iter().enumerate() {
                matches.extend((0..count).map(|n| ranking(n, &[one, other], &[2, 1])));
            }
        }
        let ratings = Ratings::fit(3, Sides::Differ, &matches).unwrap();
        for (entrant, elo) in [70.4690, -10.0750, -60.3941].into_iter().enumerate() {
            close(ratings.elo(entrant), elo);
        }
        close(ratings.side_difference(0, 1).value, 31.1101);
        assert!((ratings.log_likelihood + 47.208436).abs() < 1e-6);
        let alike = Ratings::fit(3, Sides::Alike, &matches).unwrap();
        let ratio = 2.0 * (ratings.log_likelihood - alike.log_likelihood);
        close(ratio, 0.536397);
        let beyond = ChiSquared::new(1.0).unwrap().sf(ratio);
        assert!((beyond - 0.463930).abs() < 1e-6, "{beyond}");
    }

    /// The worked numbers of Plackett-Luce.
    #[test]
    fn plackett_luce() {
        let orders = ["0123", "0213", "1032", "0132", "2013", "3021", "1203"];
        let matches: Vec<Ranking> = (0..)
            .zip(orders)
            .map(|(group, order)| {
                let entrants: Vec<usize> =
                    order.chars().map(|digit| digit.to_digit(10).unwrap() as usize).collect();
                ranking(group, &entrants, &[1, 2, 3, 4])
            })
            .collect();
        let ratings = Ratings::fit(4, Sides::Alike, &matches).unwrap();
        let known =
            [(163.8140, 78.9265), (38.9910, 74.6980), (-43.6010, 75.8514), (-159.2041, 85.0924)];
        for (entrant, (elo, error)) in known.into_iter().enumerate() {
            close(ratings.elo(entrant), elo);
            close(ratings.model_standard_error(entrant), error);
        }
        assert!((ratings.log_likelihood + 18.878795).abs() < 1e-6);
        close(ratings.model_standard_error_of_difference(0, 3), 138.5453);
    }

    /// The worked chances of orders, the strengths being 4, 3, 2 and 1.
    #[test]
    fn chances_of_orders() {
        let model = Model { entrants: 4, sides: 0 };
        let theta = [4_f64, 3.0, 2.0, 1.0].map(f64::ln);
        let chance = |ranks: &[u8]| {
            let pattern = model.pattern(&[0, 1, 2, 3], ranks, 1.0);
            let (mut log_likelihood, mut information) = (0.0, Matrix::zero(4));
            let gradient = &mut [0.0; 4];
            model.add(&pattern, &theta, gradient, &mut log_likelihood, &mut information);
            log_likelihood.exp()
        };
        assert!((chance(&[1, 2, 3, 4]) - 0.133333).abs() < 1e-6);
        assert!((chance(&[1, 3, 2, 4]) - 0.1).abs() < 1e-6);
        let both = (chance(&[1, 2, 3, 4]) * chance(&[1, 3, 2, 4])).sqrt();
        assert!((chance(&[1, 2, 2, 4]) - both).abs() < 1e-12);
    }

    /// With two sides the odds of a pair are those of its wins.
    #[test]
    fn two_sides_are_bradley_terry() {
        let ratings =
            Ratings::fit(2, Sides::Alike, &wins([[0, 3, 0], [1, 0, 0], [0, 0, 0]])).unwrap();
        close(ratings.difference(0, 1).value, 190.8485);
    }

    #[test]
    fn ties_stand_for_all_their_orders() {
        assert_eq!(orders(&[1, 2]), [[0, 1]]);
        assert_eq!(orders(&[1, 1]), [[0, 1], [1, 0]]);
        assert_eq!(orders(&[3, 1, 1]), [[1, 2, 0], [2, 1, 0]]);
        assert_eq!(orders(&[1, 1, 1, 1]).len(), 24);
        // Two draws are a win each.
        let drawn = [ranking(0, &[0, 1], &[1, 1]), ranking(1, &[0, 1], &[1, 1])];
        let won = [ranking(0, &[0, 1], &[1, 2]), ranking(1, &[0, 1], &[2, 1])];
        let more = wins([[0, 4, 0], [2, 0, 0], [0, 0, 0]]);
        let elo = |matches: &[Ranking]| {
            let all = [matches, &more].concat();
            Ratings::fit(2, Sides::Alike, &all).unwrap().difference(0, 1).value
        };
        close(elo(&drawn), elo(&won));
    }

    /// Entrants with known ratings play openings that favour one side by far: the intervals of the gaps hold
    /// what the fit tends to about as often as they say, and within groups what is true of each opening. The
    /// misfit is about its degrees of freedom.
    #[test]
    fn intervals_of_gaps_cover() {
        let theta: [f64; 4] = [0.0, 0.5, 1.1, 1.5];
        let random = &mut Random::new(5);
        let mut uniform = || f64::from(random.next_u32()) / f64::from(u32::MAX);
        let tended = expected_gaps(&theta);
        let (mut held, mut held_within, mut asked) = (0, 0, 0);
        let mut misfits = Mean::default();
        for _ in 0..1000 {
            let mut matches = Vec::new();
            for group in 0..60 {
                // Half of the openings are even, the others are nearly decided.
                let favour = [0.0, 0.0, -3.0, 3.0][(uniform() * 3.999) as usize];
                for (one, other) in [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3)] {
                    for (first, second) in [(one, other), (other, one)] {
                        let odds: f64 = (theta[first] - theta[second] + favour).exp();
                        let is_won = uniform() < odds / (1.0 + odds);
                        let ranks = if is_won { [1, 2] } else { [2, 1] };
                        matches.push(ranking(group, &[first, second], &ranks));
                    }
                }
            }
            let ratings = Ratings::fit(4, Sides::Differ, &matches).unwrap();
            let within = Ratings::fit_within_groups(4, &matches).unwrap();
            let misfit = ratings.misfit().unwrap();
            assert_eq!(misfit.freedom, 2);
            misfits.push(misfit.squares);
            for (gap, tended) in tended.iter().enumerate() {
                let holds = |ratings: &Ratings, value: f64| {
                    let interval = ratings.difference(gap + 1, gap).interval.unwrap();
                    usize::from((interval.low..=interval.high).contains(&value))
                };
                held += holds(&ratings, *tended);
                held_within += holds(&within, ELO * (theta[gap + 1] - theta[gap]));
                asked += 1;
            }
        }
        for held in [held, held_within] {
            let share = f64::from(held as u32) / f64::from(asked);
            assert!((0.935..0.975).contains(&share), "{held} of {asked}");
        }
        assert!((1.7..2.3).contains(&misfits.mean()), "{misfits:?}");
    }

    /// Entrant 0 won both matches of three openings and lost both of one; of a fifth it won one and drew one,
    /// and four say nothing.
    #[test]
    fn within_groups_those_who_win_from_both_sides_count() {
        let mut matches = Vec::new();
        let doubles = [(2, 2), (2, 2), (2, 2), (0, 0), (2, 1), (2, 0), (0, 2), (1, 1), (2, 0)];
        for (group, (first, second)) in (0..).zip(doubles) {
            for (entrants, half_points) in [([0, 1], first), ([1, 0], 2 - second)] {
                let ranks = [[2, 1], [1, 1], [1, 2]][half_points];
                matches.push(ranking(group, &entrants, &ranks));
            }
        }
        let ratings = Ratings::fit_within_groups(2, &matches).unwrap();
        close(ratings.difference(0, 1).value, 200.0 * 3.5_f64.log10());
        assert_eq!(ratings.groups, 5);
        // A match without its other is left out, and other numbers of sides have no pairs.
        matches.push(ranking(9, &[0, 1], &[2, 1]));
        assert_eq!(Ratings::fit_within_groups(2, &matches), Some(ratings));
        assert_eq!(Ratings::fit_within_groups(3, &[ranking(0, &[0, 1, 2], &[1, 2, 3])]), None);
    }

    /// What the fit tends to with ever more groups: the ratings that solve the mean of its equations.
    fn expected_gaps(theta: &[f64; 4]) -> Vec<f64> {
        let model = Model { entrants: 4, sides: 2 };
        let mut patterns = Vec::new();
        for (one, other) in [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3)] {
            for (first, second) in [(one, other), (other, one)] {
                let odds = |favour: f64| (theta[first] - theta[second] + favour).exp();
                let share = |favour| odds(favour) / (1.0 + odds(favour));
                let win = (2.0 * share(0.0) + share(-3.0) + share(3.0)) / 4.0;
                patterns.push(model.pattern(&[first, second], &[1, 2], win));
                patterns.push(model.pattern(&[first, second], &[2, 1], 1.0 - win));
            }
        }
        let (parameters, ..) = model.maximise(&patterns).unwrap();
        (0..3).map(|gap| ELO * (parameters[gap + 1] - parameters[gap])).collect()
    }
}
