//! `greedy`: the action after which the position looks best at once.
//!
//! Where something is hidden, a game may judge its actions by the view ([`Evaluate::judge`]). If it
//! does not, all actions are tried on one and the same determinization: only a full position can be
//! played on.

use crate::agent::{Agent, AgentError};
use crate::evaluate::{Evaluate, worth_after};
use crate::spec::{Family, SpecError};
use ludarium_engine::{OptionInfo, Options, Random, Turn};
use serde::{Deserialize, Serialize};

/// Room for equally good actions, set aside from the start: few games have more.
const ROOM: usize = 1024;

/// Nothing to set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {}

impl Options for Settings {
    const TABLE: &'static [OptionInfo] = &[];
}

impl Family for Settings {
    const NAME: &'static str = "greedy";
    const QUICK: &'static str = "greedy";
    const EVALUATES: bool = true;
    const MEANING: &'static str =
        "the action that the game's evaluation finds best for the own side at once, ties at random";

    fn build<G: Evaluate>(
        &self,
        _: &G,
        weights: G::Weights,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        Ok(Box::new(Greedy::<G> { weights, best: Vec::with_capacity(ROOM) }))
    }
}

struct Greedy<G: Evaluate> {
    weights: G::Weights,
    /// The best actions so far, kept for their memory.
    best: Vec<G::Action>,
}

impl<G: Evaluate> Agent<G> for Greedy<G> {
    fn choose(
        &mut self,
        view: &G,
        legal: &[G::Action],
        random: &mut Random,
    ) -> Result<G::Action, AgentError> {
        let Turn::Player(seat) = view.turn() else {
            return Err(AgentError("asked to choose when it is no seat's turn".to_string()));
        };
        let side = view.side(seat);
        let (weights, best) = (&self.weights, &mut self.best);
        // Where nothing is hidden, hiding and filling in leave the position as it is.
        let mut view = view.clone();
        view.hide_from(seat);
        match view.judge(weights) {
            Some(judge) => keep_best(best, legal, judge),
            None => {
                let mut position = view.clone();
                position.determinize(seat, random);
                keep_best_position(best, legal, &position, weights, side);
            }
        }
        Ok(random.pick(best))
    }
}

/// Leaves in `best` the `legal` actions of which `judge` thinks most.
pub(crate) fn keep_best<A: Copy>(best: &mut Vec<A>, legal: &[A], judge: impl Fn(A) -> f32) {
    let mut best_worth = f32::NEG_INFINITY;
    for &action in legal {
        let worth = judge(action);
        if worth > best_worth {
            best_worth = worth;
            best.clear();
        }
        if worth == best_worth {
            best.push(action);
        }
    }
}

/// Leaves in `best` the `legal` actions after which `game` is worth most to `side`.
pub(crate) fn keep_best_position<G: Evaluate>(
    best: &mut Vec<G::Action>,
    legal: &[G::Action],
    game: &G,
    weights: &G::Weights,
    side: usize,
) {
    keep_best(best, legal, |action| worth_after(game, action, weights, side));
}
