//! Shares of a whole.

use super::{Interval, Z};
use statrs::distribution::{Beta, ContinuousCDF};

/// Wilson's score interval for a share of `n` independent units (E. B. Wilson, *Probable inference,
/// the law of succession, and statistical inference*, JASA 22, 1927).
pub fn wilson(share: f64, n: u64) -> Interval {
    let n = n as f64;
    let scale = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    // Without rounding the ends are 0 and 1 where nothing or everything was seen.
    Interval {
        low: if share == 0.0 { 0.0 } else { centre - half },
        high: if share == 1.0 { 1.0 } else { centre + half },
    }
}

/// The interval of Clopper and Pearson for `hits` of `n` independent units, which holds the true share
/// with at least 95 % whatever it is: for rare things (C. J. Clopper and E. S. Pearson, *The use of
/// confidence or fiducial limits illustrated in the case of the binomial*, Biometrika 26, 1934).
pub fn clopper_pearson(hits: u64, n: u64) -> Interval {
    let misses = n - hits;
    let quantile = |a: u64, b: u64, p| {
        Beta::new(a as f64, b as f64).map_or(f64::NAN, |beta| beta.inverse_cdf(p))
    };
    Interval {
        low: if hits == 0 { 0.0 } else { quantile(hits, misses + 1, 0.025) },
        high: if misses == 0 { 1.0 } else { quantile(hits + 1, misses, 0.975) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table in the text on methods.
    #[test]
    fn worked_numbers() {
        for (x, n, low, high) in [
            (0, 10, 0.0, 0.277_533),
            (7, 10, 0.396_778, 0.892_209),
            (25, 200, 0.086_120, 0.178_014),
            (510, 1000, 0.479_037, 0.540_886),
            (5100, 10_000, 0.500_200, 0.519_792),
            (2800, 10_000, 0.271_286, 0.288_883),
        ] {
            let interval = wilson(f64::from(x) / f64::from(n), u64::from(n as u32));
            assert!((interval.low - low).abs() < 1e-6, "{x}/{n}: {interval:?}");
            assert!((interval.high - high).abs() < 1e-6, "{x}/{n}: {interval:?}");
        }
    }

    /// The table in the text on methods.
    #[test]
    fn clopper_pearson_worked_numbers() {
        for (x, n, low, high) in [
            (0, 10, 0.0, 0.308_497),
            (7, 10, 0.347_547, 0.933_260),
            (25, 200, 0.082_552, 0.178_974),
            (510, 1000, 0.478_526, 0.541_415),
            (5100, 10_000, 0.500_150, 0.519_844),
            (10, 10, 0.691_503, 1.0),
        ] {
            let interval = clopper_pearson(x, n);
            assert!((interval.low - low).abs() < 1e-6, "{x}/{n}: {interval:?}");
            assert!((interval.high - high).abs() < 1e-6, "{x}/{n}: {interval:?}");
        }
    }
}
