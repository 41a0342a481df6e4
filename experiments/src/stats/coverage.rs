//! How often intervals hold the exact value, and whether values lie about it.

use super::Mean;
use super::balance::{Figure, Method};
use crate::exact::ExactFigure;

/// Values farther from the exact one, in standard errors, are no chance: among a thousand figures it
/// happens less than once in a hundred times.
const LARGEST_Z: f64 = 4.5;
/// The coverage that intervals for 95 % must have.
const COVERAGE: std::ops::RangeInclusive<f64> = 0.92..=0.98;

/// One figure over many runs.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The cell.
    pub cell: usize,
    /// The figure and its exact value.
    pub exact: ExactFigure,
    /// How the intervals were made.
    pub method: Method,
    /// The values of the runs.
    pub values: Mean,
    /// Runs that had an interval.
    pub intervals: u64,
    /// Runs whose interval held the exact value.
    pub held: u64,
}

/// With fewer runs chance alone may bring the coverage out of its bounds: it is not judged.
pub const ENOUGH_RUNS: u64 = 1000;

/// What is to be said of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should be, as far as can be told.
    Good,
    /// Far from the exact value, or an interval that holds it too often or too rarely.
    Bad,
    /// The same in every run: nothing to estimate.
    Sure,
    /// A quantile of whole numbers: its interval holds the truth more often than it says.
    Discrete,
}

impl Coverage {
    /// Before the first run.
    pub fn new(cell: usize, exact: ExactFigure) -> Self {
        let values = Mean::default();
        Coverage { cell, exact, method: Method::None, values, intervals: 0, held: 0 }
    }

    /// Adds a run; none where it says nothing of the figure.
    pub fn push(&mut self, figure: Option<Figure>) {
        let Some(figure) = figure else { return };
        self.method = figure.method;
        self.values.push(figure.estimate.value);
        if let Some(interval) = figure.estimate.interval {
            self.intervals += 1;
            self.held += u64::from((interval.low..=interval.high).contains(&self.exact.value));
        }
    }

    /// The share of intervals that held the exact value; NaN without intervals.
    pub fn share(&self) -> f64 {
        self.held as f64 / self.intervals as f64
    }

    /// By how many standard errors the mean over the runs is off, for figures whose estimate is
    /// unbiased; none where all runs agree.
    pub fn z(&self) -> Option<f64> {
        let error = self.values.standard_error();
        let known = self.exact.metric.is_mean() && error > 1e-12;
        known.then(|| (self.values.mean() - self.exact.value) / error)
    }

    /// Whether the figure is as it should be.
    pub fn verdict(&self) -> Verdict {
        if self.values.variance() < 1e-18 {
            return Verdict::Sure;
        }
        let is_off = self.z().is_some_and(|z| z.abs() > LARGEST_Z);
        match self.method {
            _ if is_off => Verdict::Bad,
            Method::OrderStatistics => Verdict::Discrete,
            _ if self.intervals < ENOUGH_RUNS => Verdict::Good,
            _ if COVERAGE.contains(&self.share()) => Verdict::Good,
            _ => Verdict::Bad,
        }
    }
}
