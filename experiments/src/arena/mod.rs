//! Playing matches: one match and its course, the streams of luck, the schedule, who sits where, and
//! the parallel runner.

pub mod course;
pub mod match_;
pub mod opening;
pub mod runner;
pub mod schedule;
pub mod seating;
pub mod seed;

pub use course::{Course, CourseSummary};
pub use match_::{Arena, MatchError, Outcome};
pub use opening::{Balance, DrawnOpening, Opening, OpeningError, Plies};
pub use schedule::{Format, Pairing, Schedule};
pub use seating::Seating;
