//! Playing matches: one match, the streams of luck, the schedule, and the parallel runner.

pub mod match_;
pub mod runner;
pub mod schedule;
pub mod seed;

pub use match_::{Arena, MatchError, Outcome};
pub use schedule::{Pairing, Schedule};
