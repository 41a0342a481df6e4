//! Exact sums, for averages that must not depend on the order of adding.

use serde::{Deserialize, Serialize};
use std::ops::Sub;

/// Sum and sum of squares of integers and of ratios (rounded down to 1 / 720720), exact in 128 bits, so
/// that sums can be merged in any order and give the same digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    count: u64,
    #[serde(with = "as_text")]
    sum: i128,
    #[serde(with = "as_text")]
    squares: i128,
}

/// Sums are kept in units of 1 / `SCALE`, the least common multiple of 1 to 16: shares of a place
/// are exact.
const SCALE: i64 = 720_720;

/// A value as it is summed: an integer, or a ratio rounded down to 1 / 720720.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact(i64);

impl Exact {
    /// An integer of at most 16 bits; a hundred million of them can be summed.
    pub fn whole(value: i64) -> Self {
        Exact(value * SCALE)
    }

    /// `numerator / denominator`, its value fitting 16 bits too.
    ///
    /// # Panics
    ///
    /// If the denominator is 0.
    pub fn ratio(numerator: u64, denominator: u64) -> Self {
        Exact((numerator * SCALE as u64 / denominator) as i64)
    }
}

impl Sub for Exact {
    type Output = Exact;

    fn sub(self, other: Exact) -> Exact {
        Exact(self.0 - other.0)
    }
}

impl Sums {
    /// Adds an integer, as [`Exact::whole`].
    pub fn push(&mut self, value: i64) {
        self.push_exact(Exact::whole(value));
    }

    /// Adds `numerator / denominator`, as [`Exact::ratio`].
    ///
    /// # Panics
    ///
    /// If the denominator is 0.
    pub fn push_ratio(&mut self, numerator: u64, denominator: u64) {
        self.push_exact(Exact::ratio(numerator, denominator));
    }

    /// Adds a value.
    #[inline]
    pub fn push_exact(&mut self, value: Exact) {
        self.count += 1;
        if value.0 != 0 {
            self.sum += i128::from(value.0);
            self.squares += i128::from(value.0) * i128::from(value.0);
        }
    }

    /// Adds everything that went into `other`.
    pub fn merge(&mut self, other: &Sums) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Whether these can be sums over at most `most` values.
    pub fn are_possible(&self, most: u64) -> bool {
        let bound = i128::from(self.count).checked_mul(self.squares);
        self.count <= most
            && bound.zip(self.sum.checked_mul(self.sum)).is_some_and(|(bound, sum)| sum <= bound)
    }

    /// How many values were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; NaN without values.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / SCALE as f64 / self.count as f64
    }

    /// The sample variance (n - 1); NaN with fewer than two values.
    pub fn variance(&self) -> f64 {
        let n = i128::from(self.count);
        let squared_deviations = (n * self.squares - self.sum * self.sum) as f64 / n as f64;
        squared_deviations / (n - 1) as f64 / (SCALE as f64 * SCALE as f64)
    }

    /// The standard error of the mean, from the sample variance; NaN with fewer than two values.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.count as f64).sqrt()
    }
}

/// Numbers of 128 bits as text, since JSON readers cut large numbers.
pub(super) mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<i128, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_agree_with_the_mean_of_one_pass() {
        let values = [3, -1, 4, 0, 2, 5, -2, 1, 3, 0];
        let (mut sums, mut mean) = (Sums::default(), crate::stats::Mean::default());
        for value in values {
            sums.push(value);
            mean.push(value as f64);
        }
        assert_eq!(sums.mean(), 1.5);
        assert!((sums.standard_error() - mean.standard_error()).abs() < 1e-12);
    }

    #[test]
    fn merging_is_adding() {
        let (mut all, mut left, mut right) = (Sums::default(), Sums::default(), Sums::default());
        for value in 0..100 {
            all.push_ratio(value, 7);
            if value % 3 == 0 { &mut left } else { &mut right }.push_ratio(value, 7);
        }
        right.merge(&left);
        assert_eq!(right, all);
        assert!((all.mean() - 49.5 / 7.0).abs() < 1e-12);
    }
}
