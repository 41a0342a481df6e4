//! What turns are worth, by alpha-beta without an evaluation.

use super::margin;
use ludarium_engine::o_an_quan::{Action, OAnQuan};
use ludarium_engine::{Game, Turn};
use std::mem;

/// Beyond all margins, and still one when its sign is changed.
const INFINITE: i32 = i32::MAX;

/// The best turn, and what the others are worth at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestTwo {
    /// An action of the greatest value.
    pub action: Action,
    /// Its value, in points of margin.
    pub value: i32,
    /// The greatest value of the other actions: equal to `value` where several are best.
    pub second: i32,
}

/// The two greatest values of the actions of the player to move, `turns` turns being played in all.
///
/// Preconditions: the game is for two and not over; there is at least one turn to play.
pub fn best_two(game: &OAnQuan, turns: u32) -> BestTwo {
    let Turn::Player(mover) = game.turn() else { unreachable!("{game} is over") };
    let (player, mut search) = (mover.index(), Search::default());
    search.expand(game, player);
    let mut best: Option<BestTwo> = None;
    for Reached { action, position, .. } in mem::take(&mut search.stack) {
        // What is not above the second value changes nothing.
        let least = best.map_or(-INFINITE, |best| best.second);
        let value = -search.margin(&position, 1 - player, turns - 1, -INFINITE, -least);
        best = Some(match best {
            None => BestTwo { action, value, second: -INFINITE },
            Some(best) if value > best.value => BestTwo { action, value, second: best.value },
            Some(best) => BestTwo { second: best.second.max(value), ..best },
        });
    }
    best.expect("a player to move has legal actions")
}

/// Where an action leads.
#[derive(Clone, Copy)]
struct Reached {
    action: Action,
    /// The margin of the player who moved.
    margin: i32,
    position: OAnQuan,
}

#[derive(Default)]
struct Search {
    /// What can still be tried at the positions on the way, one position's after the other's.
    stack: Vec<Reached>,
    actions: Vec<Action>,
}

impl Search {
    /// The guaranteed margin of `player`, whose turn it is unless the game is over; where it is not between
    /// `alpha` and `beta`, a bound on the same side of them.
    fn margin(
        &mut self,
        game: &OAnQuan,
        player: usize,
        turns: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if turns == 0 || game.turn() == Turn::Over {
            return margin(game, player);
        }
        let base = self.stack.len();
        self.expand(game, player);
        let mut best = -INFINITE;
        for index in base..self.stack.len() {
            let next = self.stack[index].position;
            let value = -self.margin(&next, 1 - player, turns - 1, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.stack.truncate(base);
        best
    }

    /// Puts what the actions of `player` lead to on the stack, the greatest margin first: good guesses make
    /// bounds tight early.
    fn expand(&mut self, game: &OAnQuan, player: usize) {
        let base = self.stack.len();
        game.legal_actions(&mut self.actions);
        for action in self.actions.drain(..) {
            let mut position = *game;
            position.apply(action);
            self.stack.push(Reached { action, margin: margin(&position, player), position });
        }
        // Stable, so that the order is the same everywhere.
        self.stack[base..].sort_by_key(|reached| -reached.margin);
    }
}
