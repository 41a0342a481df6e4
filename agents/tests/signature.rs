//! Behaviour signatures: a change here is a change of how an agent plays. If that was meant, put
//! the new numbers in; if the commit was only to make something faster or clearer, it did more.

mod common;

use common::{play, start};

/// FNV-1a over the actions of a few games on 2, 3 and 4 players, all seats played by `spec`.
fn signature(spec: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (players, rules) in [(2, ""), (2, "direction=lift"), (3, ""), (4, "")] {
        for seed in 0..3 {
            let seats = vec![spec; usize::from(players)];
            for action in play(&start(players, rules), &seats, seed).0 {
                for byte in action.to_string().bytes().chain([b' ']) {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                }
            }
        }
    }
    hash
}

#[test]
fn agents_play_as_they_did() {
    let found =
        ["greedy", "minimax:depth=4", "minimax:nodes=500", "mcts:iterations=50,exploration=0.5"]
            .map(|spec| format!("{spec} {:016x}", signature(spec)));
    assert_eq!(found, EXPECTED);
}

const EXPECTED: [&str; 4] = [
    "greedy 529b2ef78132b53d",
    "minimax:depth=4 8f415b577b47df17",
    "minimax:nodes=500 f513479604017367",
    "mcts:iterations=50,exploration=0.5 f0a2ae256048ac14",
];
