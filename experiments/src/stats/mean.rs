//! Means and their intervals.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// An interval that holds the true value with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval from `half` below `centre` to `half` above it.
    pub fn around(centre: f64, half: f64) -> Interval {
        Interval { low: centre - half, high: centre + half }
    }

    /// The interval of `function` of the quantity, for an increasing function.
    pub fn map(self, function: impl Fn(f64) -> f64) -> Interval {
        Interval { low: function(self.low), high: function(self.high) }
    }
}

/// A value with its interval, where there are enough units for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The interval; `None` with fewer than two units, or with equal units that say nothing of
    /// their spread.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// The estimate of an increasing `function` of the quantity.
    pub fn map(self, function: impl Fn(f64) -> f64) -> Estimate {
        Estimate {
            value: function(self.value),
            interval: self.interval.map(|interval| interval.map(function)),
        }
    }
}

/// Mean and variance of independent units, in one pass (B. P. Welford, *Note on a method for
/// calculating corrected sums of squares and products*, Technometrics 4, 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u64,
    mean: f64,
    /// Sum of squared deviations from the mean.
    squares: f64,
}

impl Mean {
    /// Adds a unit.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// The number of units.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; NaN without units.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { f64::NAN } else { self.mean }
    }

    /// The sample variance (n - 1); NaN with fewer than two units.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { f64::NAN } else { self.squares / (self.count - 1) as f64 }
    }

    /// The standard error of the mean; NaN with fewer than two units.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.count as f64).sqrt()
    }

    /// The mean with Student's t interval. Units that are all equal say nothing of how far the mean
    /// may be off: then there is no interval.
    pub fn estimate(&self) -> Estimate {
        let interval = (self.count >= 2 && !self.is_constant()).then(|| {
            Interval::around(self.mean, t_quantile(self.count - 1) * self.standard_error())
        });
        Estimate { value: self.mean(), interval }
    }

    /// The mean of values that lie from 0 to 1: Student's t interval, cut at 0 and 1. Where all
    /// units are equal, Wilson's interval for as many units stands in; it is at least as wide as it
    /// need be, since no values from 0 to 1 vary more than yes and no.
    pub fn estimate_of_share(&self) -> Estimate {
        let mut estimate = self.estimate();
        if self.count >= 2 && self.is_constant() {
            estimate.interval = Some(super::proportion::wilson(self.mean, self.count));
        }
        estimate.interval = estimate.interval.map(|interval| interval.map(|x| x.clamp(0.0, 1.0)));
        estimate
    }

    /// Whether all units are equal, but for rounding.
    fn is_constant(&self) -> bool {
        let rounding = f64::EPSILON * self.mean.abs().max(1.0);
        self.squares <= rounding * rounding * self.count as f64
    }
}

/// The 97.5 % quantile of Student's t distribution.
pub(super) fn t_quantile(freedom: u64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom as f64).map_or(f64::NAN, |t| t.inverse_cdf(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> Mean {
        let mut mean = Mean::default();
        values.iter().for_each(|&value| mean.push(value));
        mean
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    /// Ten margins of duplicate deals, worked in the text on methods: t interval.
    #[test]
    fn duplicate_margins() {
        let margins = of(&[3.0, -1.0, 4.0, 0.0, 2.0, 5.0, -2.0, 1.0, 3.0, 0.0]);
        let interval = margins.estimate().interval.unwrap();
        assert!(close(margins.mean(), 1.5) && close(margins.standard_error(), 0.718_795_3));
        assert!(close(interval.low, -0.126_028) && close(interval.high, 3.126_028), "{interval:?}");
    }

    /// Twelve pair means, worked in the text on methods.
    #[test]
    fn pair_means() {
        let pairs = of(&[1.0, 0.5, 0.5, 1.0, 0.0, 0.5, 0.5, 1.0, 0.5, 0.0, 0.5, 0.75]);
        let interval = pairs.estimate_of_share().interval.unwrap();
        assert!(close(pairs.mean(), 0.5625) && close(pairs.standard_error(), 0.097_918_9));
        assert!(close(interval.low, 0.346_982) && close(interval.high, 0.778_018), "{interval:?}");
    }

    #[test]
    fn few_or_equal_units_are_not_called_certain() {
        assert_eq!(of(&[0.7]).estimate().interval, None);
        assert_eq!(of(&[53.0; 20]).estimate().interval, None);
        assert!(of(&[]).mean().is_nan());
        let all_won = of(&[1.0; 10]).estimate_of_share();
        assert_eq!(all_won.value, 1.0);
        let interval = all_won.interval.unwrap();
        assert!(close(interval.low, 0.722_467_2) && close(interval.high, 1.0), "{interval:?}");
        let all_even = of(&[0.5; 100]).estimate_of_share().interval.unwrap();
        assert!(all_even.low < 0.41 && all_even.high > 0.59);
    }
}
