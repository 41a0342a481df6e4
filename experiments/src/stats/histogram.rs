//! Counts of small whole numbers: everything about their distribution.

use super::{Estimate, Interval, Z};
use serde::{Deserialize, Serialize};

/// How often each whole number occurred. Exact, so that histograms can be merged in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Adds a number.
    pub fn push(&mut self, value: u32) {
        let index = value as usize;
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
    }

    /// Adds everything that went into `other`.
    pub fn merge(&mut self, other: &Histogram) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (mine, others) in self.counts.iter_mut().zip(&other.counts) {
            *mine += others;
        }
    }

    /// How many numbers were added.
    pub fn count(&self) -> u64 {
        // Counts from a file may be anything.
        self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    fn mean_of(&self, function: impl Fn(f64) -> f64) -> f64 {
        let sum = |sum: f64, (value, &count): (usize, &u64)| {
            if count == 0 { sum } else { sum + count as f64 * function(value as f64) }
        };
        self.counts.iter().enumerate().fold(0.0, sum) / self.count() as f64
    }

    /// The mean; NaN without numbers.
    pub fn mean(&self) -> f64 {
        self.mean_of(|value| value)
    }

    /// The mean of the `power`-th power of the distance from the mean; NaN without numbers.
    pub fn central_moment(&self, power: i32) -> f64 {
        let mean = self.mean();
        self.mean_of(|value| (value - mean).powi(power))
    }

    /// The standard deviation, and its interval by the delta method on its logarithm: its variance is
    /// (m4 / m2^2 - 1) / 4n with the central moments m2 and m4 (H. Cramér, *Mathematical Methods of
    /// Statistics*, 1946, 27.4). None where all numbers are equal.
    pub fn standard_deviation(&self) -> Estimate {
        let n = self.count() as f64;
        let (m2, m4) = (self.central_moment(2), self.central_moment(4));
        let value = (m2 * n / (n - 1.0)).sqrt();
        let half = Z * ((m4 / (m2 * m2) - 1.0) / (4.0 * n)).sqrt();
        let interval = (n >= 2.0 && m2 > 0.0)
            .then(|| Interval { low: value * (-half).exp(), high: value * half.exp() });
        Estimate { value, interval }
    }

    /// The least number that a share of at least `share` (from 0 to 1) does not exceed, and the
    /// interval between order statistics: ranks n q ± z sqrt(n q (1 - q)) (W. J. Conover, *Practical
    /// Nonparametric Statistics*, 3.2). Of whole numbers it holds the truth more often than it says.
    /// No interval where there are too few numbers for one of its ends.
    ///
    /// # Panics
    ///
    /// Without numbers.
    pub fn quantile(&self, share: f64) -> Estimate {
        let n = self.count() as f64;
        let half = Z * (n * share * (1.0 - share)).sqrt();
        let (low, high) = ((n * share - half).floor(), (n * share + half).ceil());
        let interval = (low >= 1.0 && high <= n)
            .then(|| Interval { low: self.at_rank(low as u64), high: self.at_rank(high as u64) });
        let rank = ((n * share).ceil() as u64).clamp(1, self.count());
        Estimate { value: self.at_rank(rank), interval }
    }

    /// The number of this rank, from 1 for the least.
    fn at_rank(&self, rank: u64) -> f64 {
        let mut below = 0;
        let found = self.counts.iter().position(|count| {
            below += count;
            below >= rank
        });
        found.expect("a rank is from 1 to the count") as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[u32]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().for_each(|&value| histogram.push(value));
        histogram
    }

    #[test]
    fn moments_and_quantiles() {
        let few = of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((few.count(), few.mean(), few.central_moment(2)), (8, 5.0, 4.0));
        assert!((few.standard_deviation().value - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(few.quantile(0.5).value, 4.0);
        assert_eq!(few.quantile(0.99), Estimate { value: 9.0, interval: None });
        let many = of(&(1..=1000).collect::<Vec<_>>());
        // 500 ± 30.99, outwards.
        let median =
            Estimate { value: 500.0, interval: Some(Interval { low: 469.0, high: 531.0 }) };
        assert_eq!(many.quantile(0.5), median);
        assert_eq!(of(&[3; 9]).standard_deviation(), Estimate { value: 0.0, interval: None });
    }

    #[test]
    fn merging_is_adding() {
        let mut left = of(&[1, 5]);
        left.merge(&of(&[9, 5]));
        left.merge(&of(&[0]));
        assert_eq!(left, of(&[0, 1, 5, 5, 9]));
    }
}
