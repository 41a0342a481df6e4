//! Snapshots of the command line: `tests/cmd/*.trycmd` hold commands and what they print.
//!
//! `TRYCMD=overwrite cargo test --test command_line` writes what is printed now.

#[test]
fn snapshots() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
