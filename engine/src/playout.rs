//! A uniformly random playout: the loop that simulations and measurements share.

use crate::game::{Game, Turn};
use crate::random::Random;

/// Plays `game` to its end by uniformly random actions and true chance; returns the number of
/// events. `buffer` is scratch space, left as it was: with a buffer that has been used before,
/// nothing is allocated.
pub fn playout<G: Game>(game: &mut G, random: &mut Random, buffer: &mut Vec<G::Action>) -> u32 {
    let mut events = 0;
    loop {
        match game.turn() {
            Turn::Player(_) => {
                let action = game.random_action(random, buffer);
                game.apply(action);
            }
            Turn::Chance => {
                let event = game.sample_chance(random);
                game.apply_chance(&event);
            }
            Turn::Over => return events,
        }
        events += 1;
    }
}
