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

#[test]
fn searching_deeper_and_longer_is_better() {
    let share = duel("minimax:depth=5", "minimax:depth=2", 150);
    assert!(share > 0.55, "{share}");
    let share = duel("mcts:iterations=400", "mcts:iterations=40", 100);
    assert!(share > 0.60, "{share}");
}
