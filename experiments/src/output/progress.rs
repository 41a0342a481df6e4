//! The progress bar: on standard error, only on a terminal, only on what takes a while.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar over `length` units of `what`, `done` of them being done already, with rate and time left.
/// Hidden where standard error is no terminal.
pub fn bar(what: &str, length: u64, done: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template =
        format!("{{bar:32}} {{human_pos}} of {{human_len}} {what}, {{per_sec}}, {{eta}} left");
    let style =
        ProgressStyle::with_template(&template).expect("the template names only fields that exist");
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(8))
        .with_style(style)
        .with_position(done)
}
