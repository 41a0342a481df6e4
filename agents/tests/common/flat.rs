//! The naive twin of `flat`: every playout by itself, kept by action.

use super::uct::determinized;
use super::{after, agent, by_rank, legal, payoff_of};
use ludarium_agents::Evaluate;
use ludarium_engine::{PerSide, Random, Turn, playout};
use std::collections::BTreeMap;

/// The choice of the twin, and the mean payoffs after it. It draws the same random numbers in the same
/// order.
fn twin<G: Evaluate>(
    view: &G,
    playouts: usize,
    payoffs: impl Fn(&G) -> PerSide<f64>,
    random: &mut Random,
) -> (G::Action, Vec<f32>) {
    let actions = legal(view);
    let mut outcomes: BTreeMap<G::Action, Vec<PerSide<f64>>> = BTreeMap::new();
    let mut position = None;
    for number in 0..playouts.max(actions.len()) {
        let action = actions[number % actions.len()];
        if action == actions[0] {
            position = Some(determinized(view, random));
        }
        let mut next = after(position.as_ref().unwrap(), action);
        playout(&mut next, random, &mut Vec::new());
        outcomes.entry(action).or_default().push(payoffs(&next));
    }
    let mean = |action, side: usize| {
        let of_action: &Vec<PerSide<f64>> = &outcomes[&action];
        of_action.iter().map(|payoffs| payoffs[side]).sum::<f64>() / of_action.len() as f64
    };
    let Turn::Player(seat) = view.turn() else { panic!("nobody is to act") };
    let own = |action| mean(action, view.side(seat));
    let best = actions.iter().map(|&action| own(action)).fold(0.0, f64::max);
    let best: Vec<_> = actions.into_iter().filter(|&action| own(action) == best).collect();
    let chosen = random.pick(&best);
    (chosen, (0..view.sides()).map(|side| mean(chosen, side) as f32).collect())
}

/// The same action, the same mean payoffs, and the same random numbers used up, for both payoffs.
pub(crate) fn assert_same_as_twin<G: Evaluate>(view: &G, playouts: usize, seed: u64) {
    for payoff in ["payoff=rank", "payoff=margin"] {
        let mut agent = agent(&format!("flat:playouts={playouts},{payoff}"), view);
        let (mut random, mut twin_random) = (Random::new(seed), Random::new(seed));
        let action = agent.choose(view, &legal(view), &mut random).unwrap();
        // A single side has no margin.
        let of_side = if view.sides() == 1 { by_rank } else { payoff_of(payoff) };
        let payoffs = |game: &G| PerSide::from_fn(game.sides(), |side| of_side(game, side));
        let (twin_action, twin_values) = twin(view, playouts, payoffs, &mut twin_random);
        assert_eq!(action, twin_action, "{view}");
        let report = agent.report();
        assert_eq!(report.values.unwrap().to_vec(), twin_values, "{view}");
        assert_eq!(report.nodes, playouts.max(legal(view).len()) as u64);
        assert_eq!(random.next_u64(), twin_random.next_u64(), "{view}");
    }
}
