//! Errors that look human: the better a choice looks, the likelier it is made.

use ludarium_engine::{OptionInfo, Random, Values};

/// How much worse than the best, in temperatures, an action may look and still be chosen: an e^2-th (14 %) as
/// often. What looks worse is never done, however many such actions there are.
pub const SLACK: f64 = 2.0;

/// The setting of a search that chooses so.
pub(crate) const TEMPERATURE: OptionInfo = OptionInfo {
    name: "temperature",
    values: Values::Real(0.01, 100.0),
    meaning: "points by which an action may look worse and still be chosen, e times less often; never more than \
              twice as many. Not given: always the best",
};

/// Draws a place of `values` by a softmax: with a chance proportional to exp(value / temperature), among those
/// less than [`SLACK`] temperatures worse than the best. Temperature and values have one unit.
///
/// R. Luce, *Individual choice behavior* (1959), with the exponential form of J. Bridle (1990).
///
/// # Panics
///
/// If there are no values.
pub fn softmax(values: &[f64], temperature: f64, random: &mut Random) -> usize {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // In 2^24ths, so that few values cannot overflow their sum.
    let weight = |value: f64| {
        let behind = (best - value) / temperature;
        if behind < SLACK { (libm::exp(-behind) * f64::from(1 << 24)) as u32 } else { 0 }
    };
    random.weighted(values.iter().map(|&value| weight(value)))
}
