//! Shares of a whole.

use super::{Interval, Z};

/// Wilson's score interval for a share of `n` independent units (E. B. Wilson, *Probable inference,
/// the law of succession, and statistical inference*, JASA 22, 1927).
pub fn wilson(share: f64, n: u64) -> Interval {
    let n = n as f64;
    let scale = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { low: centre - half, high: centre + half }
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
}
