//! Elo differences from mean payoffs of two sides, by the logistic model: a difference of d points
//! means an expected payoff of 1 / (1 + 10^(-d/400)).

use super::{Estimate, Interval};

/// The Elo difference that gives the expected payoff `payoff`; infinite for 0 and 1.
pub fn difference(payoff: f64) -> f64 {
    -400.0 * (1.0 / payoff - 1.0).log10()
}

/// The expected payoff of the side that is `difference` points stronger.
pub fn expected_payoff(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// The Elo difference of an estimated payoff over `matches` matches: the interval's ends are
/// transformed, so it is not symmetric. If all matches were won or all lost, half a win and half a
/// loss are added for the value.
pub fn of_payoff(payoff: Estimate, matches: u64) -> Estimate {
    let n = matches as f64;
    let decided = payoff.value <= 0.0 || payoff.value >= 1.0;
    let value = if decided { (payoff.value * n + 0.5) / (n + 1.0) } else { payoff.value };
    let ends = |interval: Interval| interval.map(difference);
    Estimate { value: difference(value), interval: payoff.interval.map(ends) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    /// The tables of the text on methods.
    #[test]
    fn worked_numbers() {
        for (d, e) in [
            (5.0, 0.507_195),
            (10.0, 0.514_387),
            (35.0, 0.550_199),
            (50.0, 0.571_463),
            (100.0, 0.640_065),
            (200.0, 0.759_747),
            (400.0, 0.909_091),
        ] {
            assert!((expected_payoff(d) - e).abs() < 1e-6);
            assert!(close(difference(expected_payoff(d)), d));
        }
        for (s, d) in [(0.51, 6.9496), (0.54, 27.8544), (0.6, 70.4365), (0.75, 190.8485)] {
            assert!(close(difference(s), d));
        }
    }

    /// Wins, draws, losses as single matches, and the normal interval of the table.
    #[test]
    fn intervals_transform_their_ends() {
        for (wins, draws, losses, elo, low, high) in [
            (60.0, 0.0, 40.0, 70.4365, 2.7669, 143.9092),
            (100.0, 200.0, 80.0, 18.3030, -5.6863, 42.4682),
            (450.0, 200.0, 350.0, 34.8601, 15.6143, 54.3217),
        ] {
            let n: f64 = wins + draws + losses;
            let s = (wins + draws / 2.0) / n;
            let squares: f64 =
                wins * (1.0 - s).powi(2) + draws * (0.5 - s).powi(2) + losses * s.powi(2);
            let half = Z * (squares / n / n).sqrt();
            let interval = Some(Interval { low: s - half, high: s + half });
            let estimate = of_payoff(Estimate { value: s, interval }, n as u64);
            let interval = estimate.interval.unwrap();
            assert!(close(estimate.value, elo), "{estimate:?}");
            assert!(close(interval.low, low) && close(interval.high, high), "{estimate:?}");
        }
    }

    /// Pentanomial counts: the unit is the pair, with payoffs 0, 1/4, 1/2, 3/4 and 1.
    #[test]
    fn pairs_are_the_unit() {
        for (counts, elo, low, high) in [
            ([3, 12, 40, 25, 4], 31.1039, -0.9776, 63.7248),
            ([39, 2226, 31451, 2412, 40], 0.9030, 0.2405, 1.5655),
        ] {
            let mut mean = crate::stats::Mean::default();
            for (quarter, count) in counts.into_iter().enumerate() {
                (0..count).for_each(|_| mean.push(quarter as f64 / 4.0));
            }
            // The table uses the population variance and the normal quantile.
            let n = mean.count() as f64;
            let half = Z * (mean.variance() * (n - 1.0) / n / n).sqrt();
            let interval = Some(Interval { low: mean.mean() - half, high: mean.mean() + half });
            let estimate = of_payoff(Estimate { value: mean.mean(), interval }, 2 * mean.count());
            let interval = estimate.interval.unwrap();
            assert!(close(estimate.value, elo), "{estimate:?}");
            assert!(close(interval.low, low) && close(interval.high, high), "{estimate:?}");
        }
    }

    #[test]
    fn all_won_is_not_infinite() {
        let sure = |value| Estimate { value, interval: None };
        assert!(close(of_payoff(sure(1.0), 10).value, 528.8877));
        assert!(close(of_payoff(sure(0.0), 5).value, -416.5571));
    }
}
