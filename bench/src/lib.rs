//! Games that only benchmarks play: the ones that other libraries play too, so that the benchmark
//! `peers` can compare. They are games like those of [`ludarium_engine`], with an evaluation for the
//! searches, but no rule options and nothing for people.
//!
//! Run with `cargo bench -p ludarium-bench`. Every benchmark asserts what it computes, so that a
//! fast wrong answer fails.

pub mod houses;
pub mod kalah;
pub mod oware;
