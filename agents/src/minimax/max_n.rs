//! Max^n: every side maximises its own value.

use super::{Minimax, OutOfNodes, Task};
use crate::evaluate::{Evaluate, worth};
use ludarium_engine::{PerSide, Turn};

impl<G: Evaluate> Minimax<G> {
    /// The values of `game` for all sides after `depth` more plies. Of actions of the same value to the side
    /// that acts it takes the first.
    ///
    /// Nothing is pruned: that needs bounds on the values and on their sum (R. Korf, *Multi-player
    /// alpha-beta pruning*, Artificial Intelligence 48, 1991), and margins have none.
    pub(super) fn max_n(
        &mut self,
        game: &G,
        depth: u32,
        task: &mut Task,
    ) -> Result<PerSide<f32>, OutOfNodes> {
        let seat = match game.turn() {
            Turn::Player(seat) if depth > 0 => seat,
            turn => {
                task.reached_horizon |= turn != Turn::Over;
                return Ok(PerSide::from_fn(game.sides(), |of| worth(game, &self.weights, of)));
            }
        };
        let side = game.side(seat);
        let first = self.actions.len();
        game.legal_actions(&mut self.actions);
        task.spend(self.actions.len() - first)?;
        let mut best: Option<PerSide<f32>> = None;
        for place in first..self.actions.len() {
            let mut next = game.clone();
            next.apply(self.actions[place]);
            let values = self.max_n(&next, depth - 1, task)?;
            if best.is_none_or(|best| values[side] > best[side]) {
                best = Some(values);
            }
        }
        self.actions.truncate(first);
        Ok(best.expect("a seat to act has a legal action"))
    }
}
