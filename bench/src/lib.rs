//! Nothing but a place for `benches/`: cargo wants a package to have a target of its own.
//!
//! Run with `cargo bench -p ludarium-bench`. Every benchmark asserts what it computes, so that a
//! fast wrong answer fails.
