//! Perft: counting event sequences, the standard test of a move generator.

use crate::event::Event;
use crate::game::{Game, Turn};
use std::collections::HashMap;

/// The number of event sequences of exactly `depth` events from `game`. A chance event counts once
/// for every outcome, whatever its weight; sequences that end the game earlier do not count.
///
/// Returns `None` where a chance event on the way has too many outcomes to list.
pub fn perft<G: Game>(game: &G, depth: u32) -> Option<u64> {
    Perft::default().count(game, depth)
}

/// [`perft`] split by the first event, in the order in which the game lists the events. Empty for
/// depth 0 or when the game is over.
pub fn divide<G: Game>(game: &G, depth: u32) -> Option<Vec<(Event<G>, u64)>> {
    let mut perft = Perft::default();
    let mut counts = Vec::new();
    let Some(depth_after) = depth.checked_sub(1) else { return Some(counts) };
    match game.turn() {
        Turn::Over => {}
        Turn::Player(_) => {
            let mut actions = Vec::new();
            game.legal_actions(&mut actions);
            for action in actions {
                let mut next = game.clone();
                next.apply(action);
                counts.push((Event::Action(action), perft.count(&next, depth_after)?));
            }
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            if !game.chance_outcomes(&mut outcomes) {
                return None;
            }
            for (outcome, _) in outcomes {
                let mut next = game.clone();
                next.apply_chance(&outcome);
                counts.push((Event::Chance(outcome), perft.count(&next, depth_after)?));
            }
        }
    }
    Some(counts)
}

/// Why [`perft_merged`] has no number to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncountable {
    /// Nothing lists the outcomes of some chance event.
    #[error("a chance event on the way has too many outcomes to list")]
    Outcomes,
    /// The number does not fit into 128 bits.
    #[error("there are more sequences than 128 bits can count")]
    Sequences,
}

/// As [`perft`], level by level with equal positions counted once: for depths at which sequences
/// are too many to walk but meet in few positions, as in a race. Needs memory for the positions of
/// one level, and where hardly any are equal it is slower than [`perft`].
///
/// # Errors
///
/// [`Uncountable`].
pub fn perft_merged<G: Game>(game: &G, depth: u32) -> Result<u128, Uncountable> {
    let Some(depth_before) = depth.checked_sub(1) else { return Ok(1) };
    let mut perft = Perft::default();
    level(game, depth_before)?.iter().try_fold(0_u128, |nodes, (position, &sequences)| {
        let events = perft.count(position, 1).ok_or(Uncountable::Outcomes)?;
        let all = sequences.checked_mul(events.into());
        all.and_then(|all| nodes.checked_add(all)).ok_or(Uncountable::Sequences)
    })
}

/// The positions after exactly `depth` events from `game`, each with the number of sequences that
/// lead to it; finished games of that length are among them, shorter ones are not.
///
/// # Errors
///
/// [`Uncountable`].
pub fn level<G: Game>(game: &G, depth: u32) -> Result<HashMap<G, u128>, Uncountable> {
    let mut level = HashMap::from([(game.clone(), 1)]);
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for _ in 0..depth {
        let mut next_level = HashMap::new();
        let mut reach = |next: G, sequences: u128| {
            let sum: &mut u128 = next_level.entry(next).or_default();
            *sum = sum.checked_add(sequences).ok_or(Uncountable::Sequences)?;
            Ok(())
        };
        for (position, sequences) in level {
            match position.turn() {
                Turn::Over => {}
                Turn::Player(_) => {
                    position.legal_actions(&mut actions);
                    for action in actions.drain(..) {
                        let mut next = position.clone();
                        next.apply(action);
                        reach(next, sequences)?;
                    }
                }
                Turn::Chance => {
                    if !position.chance_outcomes(&mut outcomes) {
                        return Err(Uncountable::Outcomes);
                    }
                    for (outcome, _) in outcomes.drain(..) {
                        let mut next = position.clone();
                        next.apply_chance(&outcome);
                        reach(next, sequences)?;
                    }
                }
            }
        }
        level = next_level;
    }
    Ok(level)
}

/// The buffers of a count, kept between calls: after a first count of the same depth nothing is
/// allocated any more.
pub struct Perft<G: Game> {
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u32)>,
}

impl<G: Game> Default for Perft<G> {
    fn default() -> Self {
        Perft { actions: Vec::new(), outcomes: Vec::new() }
    }
}

impl<G: Game> Perft<G> {
    /// As [`perft`], with the buffers of `self`.
    pub fn count(&mut self, game: &G, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        match game.turn() {
            Turn::Over => Some(0),
            Turn::Player(_) if depth == 1 => Some(game.count_actions(&mut self.actions) as u64),
            Turn::Player(_) => {
                // The lists of all depths share one buffer, each on top of the one before.
                let first = self.actions.len();
                game.legal_actions(&mut self.actions);
                let nodes = (first..self.actions.len()).try_fold(0, |nodes, index| {
                    let mut next = game.clone();
                    next.apply(self.actions[index]);
                    Some(nodes + self.count(&next, depth - 1)?)
                });
                self.actions.truncate(first);
                nodes
            }
            Turn::Chance => {
                let first = self.outcomes.len();
                if !game.chance_outcomes(&mut self.outcomes) {
                    return None;
                }
                let mut outcomes = first..self.outcomes.len();
                let nodes = if depth == 1 {
                    Some(outcomes.len() as u64)
                } else {
                    outcomes.try_fold(0, |nodes, index| {
                        let mut next = game.clone();
                        next.apply_chance(&self.outcomes[index].0);
                        Some(nodes + self.count(&next, depth - 1)?)
                    })
                };
                self.outcomes.truncate(first);
                nodes
            }
        }
    }
}
