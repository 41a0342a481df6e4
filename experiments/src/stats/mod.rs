//! Statistics: pure functions on values, and accumulators that are fed in match order.
//!
//! The unit of every interval is the **group** of matches that share luck, never the match. All
//! intervals are two-sided and for 95 %.

pub mod balance;
pub mod coverage;
pub mod distinct;
pub mod elo;
pub mod histogram;
pub mod mean;
pub mod multiple;
pub mod proportion;
pub mod rating;
pub mod sums;
pub mod tally;

pub use distinct::Distinct;
pub use histogram::Histogram;
pub use mean::{Estimate, Interval, Mean};
pub use rating::{Misfit, PairFit, Ranking, Ratings, Sides};
pub use tally::{Duel, Results, Standing, Standings, Tally};

/// The 97.5 % quantile of the standard normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;
