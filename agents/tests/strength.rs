//! Agents that know more win more. The limits lie many standard errors below what is measured, so
//! that they fail when an agent breaks and not when one changes a little.

mod common;

use common::duel;

#[test]
fn greedy_beats_random() {
    let share = duel("greedy", "random", 300);
    assert!(share > 0.80, "{share}");
}

#[test]
fn minimax_beats_greedy() {
    let share = duel("minimax:depth=4", "greedy", 200);
    assert!(share > 0.70, "{share}");
}

#[test]
fn mcts_beats_random() {
    let share = duel("mcts:iterations=500", "random", 100);
    assert!(share > 0.85, "{share}");
}

/// Random playouts tell much of an action, and with the same number of them a tree tells more.
/// Measured: 98 % and 74 %.
#[test]
fn flat_beats_random_and_mcts_beats_flat() {
    let share = duel("flat:playouts=300", "random", 60);
    assert!(share > 0.85, "{share}");
    let share = duel("mcts:iterations=500", "flat:playouts=500", 80);
    assert!(share > 0.55, "{share}");
}

#[test]
fn searching_deeper_and_longer_is_better() {
    let share = duel("minimax:depth=5", "minimax:depth=2", 150);
    assert!(share > 0.55, "{share}");
    let share = duel("mcts:iterations=400", "mcts:iterations=40", 100);
    assert!(share > 0.60, "{share}");
}
