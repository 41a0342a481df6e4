//! Exact sums, for averages that must not depend on the order of adding.

/// Sum and sum of squares of integers and of ratios (rounded down to 1 / 720720), exact in 128 bits, so
/// that sums can be merged in any order and give the same digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    count: u64,
    sum: i128,
    squares: i128,
}

/// Sums are kept in units of 1 / `SCALE`, the least common multiple of 1 to 16: shares of a place
/// are exact.
const SCALE: i64 = 720_720;

impl Sums {
    /// Adds an integer of at most 16 bits; a hundred million of them fit.
    pub fn push(&mut self, value: i64) {
        self.push_scaled(value * SCALE);
    }

    /// Adds `numerator / denominator`.
    ///
    /// Its value fits 16 bits too.
    ///
    /// # Panics
    ///
    /// If the denominator is 0.
    pub fn push_ratio(&mut self, numerator: u64, denominator: u64) {
        self.push_scaled((numerator * SCALE as u64 / denominator) as i64);
    }

    fn push_scaled(&mut self, value: i64) {
        self.count += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// Adds everything that went into `other`.
    pub fn merge(&mut self, other: &Sums) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many values were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; NaN without values.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / SCALE as f64 / self.count as f64
    }

    /// The standard error of the mean, from the sample variance; NaN with fewer than two values.
    pub fn standard_error(&self) -> f64 {
        let n = i128::from(self.count);
        let squared_deviations = (n * self.squares - self.sum * self.sum) as f64 / n as f64;
        let variance = squared_deviations / (n - 1) as f64 / (SCALE as f64 * SCALE as f64);
        (variance / n as f64).sqrt()
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
