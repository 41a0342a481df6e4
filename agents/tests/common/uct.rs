//! The naive twin of `mcts`: the same search by recursion, on a map from histories.

use super::{after, legal};
use ludarium_agents::mcts::{Mcts, Settings};
use ludarium_agents::{Agent, Evaluate};
use ludarium_engine::{Game, PerSide, Random, Seat, Turn, playout};
use std::collections::HashMap;

/// Who did what since the root, chance left out.
type History<G> = Vec<(Seat, <G as Game>::Action)>;

#[derive(Clone, Copy, Default)]
struct Statistics {
    visits: u32,
    available: u32,
    total: f64,
}

/// The twin. It draws the same random numbers in the same order.
pub(crate) struct Twin<G: Game> {
    exploration: f64,
    statistics: HashMap<History<G>, Statistics>,
}

impl<G: Evaluate> Twin<G> {
    /// The most visited action and the mean payoffs, `position` giving what each iteration plays on.
    pub(crate) fn search(
        view: &G,
        settings: Settings,
        random: &mut Random,
        position: impl Fn(&mut Random) -> G,
    ) -> (G::Action, Vec<f32>) {
        let (actions, totals) = Self::grow(view, settings, random, position);
        let mean = |total: &f64| (total / f64::from(settings.iterations)) as f32;
        (actions[0].0, totals.iter().map(mean).collect())
    }

    /// The vote of `count` determinizations, searched one after the other, and the mean payoffs.
    pub(crate) fn vote(
        view: &G,
        settings: Settings,
        count: u32,
        random: &mut Random,
    ) -> (G::Action, Vec<f32>) {
        let mut totals = vec![0.0; view.sides()];
        let mut votes = HashMap::new();
        for number in 0..count {
            let open = determinized(view, random);
            let more = number < settings.iterations % count;
            let iterations = settings.iterations / count + u32::from(more);
            let settings = Settings { iterations, ..settings };
            let (actions, payoffs) = Self::grow(view, settings, random, |_| open.clone());
            totals.iter_mut().zip(payoffs).for_each(|(total, payoff)| *total += payoff);
            for (place, (action, visits)) in actions.into_iter().enumerate() {
                let entry = votes.entry(action).or_insert((0, 0));
                *entry = (entry.0 + u32::from(place == 0), entry.1 + visits);
            }
        }
        let mut actions = legal(view);
        actions.sort_by_key(|action| std::cmp::Reverse(votes[action]));
        let mean = |total: &f64| (total / f64::from(settings.iterations)) as f32;
        (actions[0], totals.iter().map(mean).collect())
    }

    /// The legal actions, best first, with their visits, and the sums of the payoffs.
    fn grow(
        view: &G,
        settings: Settings,
        random: &mut Random,
        position: impl Fn(&mut Random) -> G,
    ) -> (Vec<(G::Action, u32)>, Vec<f64>) {
        let Turn::Player(seat) = view.turn() else { panic!("nobody is to act in {view}") };
        let mut twin = Twin { exploration: settings.exploration, statistics: HashMap::new() };
        let mut totals = vec![0.0; view.sides()];
        for _ in 0..settings.iterations {
            let payoffs = twin.iterate(position(random), &mut Vec::new(), random);
            totals.iter_mut().zip(payoffs.iter()).for_each(|(total, payoff)| *total += payoff);
        }
        let known = |action| twin.statistics[&vec![(seat, action)]];
        let mut actions = legal(view);
        // Stable: among equals the first stays first.
        actions.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(known);
            let mean =
                |s: Statistics| if s.visits == 0 { 0.0 } else { s.total / f64::from(s.visits) };
            b.visits.cmp(&a.visits).then(mean(b).total_cmp(&mean(a)))
        });
        (actions.into_iter().map(|action| (action, known(action).visits)).collect(), totals)
    }

    fn iterate(
        &mut self,
        mut game: G,
        history: &mut History<G>,
        random: &mut Random,
    ) -> PerSide<f64> {
        let seat = match game.turn() {
            Turn::Over => return game.payoffs(),
            Turn::Chance => {
                let event = game.sample_chance(random);
                game.apply_chance(&event);
                return self.iterate(game, history, random);
            }
            Turn::Player(seat) => seat,
        };
        let mut untried = Vec::new();
        let mut best = None;
        for action in legal(&game) {
            history.push((seat, action));
            let known = self.statistics.entry(history.clone()).or_default();
            history.pop();
            known.available += 1;
            if known.visits == 0 {
                untried.push(action);
                continue;
            }
            let (visits, available) = (f64::from(known.visits), f64::from(known.available));
            let bound =
                known.total / visits + self.exploration * (libm::log(available) / visits).sqrt();
            if best.is_none_or(|(_, best_bound)| bound > best_bound) {
                best = Some((action, bound));
            }
        }
        let action = match best {
            Some((action, _)) if untried.is_empty() => action,
            _ => random.pick(&untried),
        };
        let mut next = after(&game, action);
        history.push((seat, action));
        let payoffs = if untried.is_empty() {
            self.iterate(next, history, random)
        } else {
            playout(&mut next, random, &mut Vec::new());
            next.payoffs()
        };
        let known = self.statistics.get_mut(history).expect("entered above");
        known.visits += 1;
        known.total += payoffs[game.side(seat)];
        history.pop();
        payoffs
    }
}

/// A full position that fits the view.
pub(crate) fn determinized<G: Game>(view: &G, random: &mut Random) -> G {
    let Turn::Player(seat) = view.turn() else { panic!("nobody is to act in {view}") };
    let mut position = view.clone();
    if G::HAS_HIDDEN_INFORMATION {
        position.determinize(seat, random);
    }
    position
}

/// The same action, the same mean payoffs, and the same random numbers used up.
pub(crate) fn assert_same_as_twin<G: Evaluate>(view: &G, settings: Settings, seed: u64) {
    let mut searcher = Mcts::new(settings);
    let (mut random, mut twin_random) = (Random::new(seed), Random::new(seed));
    let action = searcher.search(view, &mut random);
    let (twin_action, twin_values) = match settings.determinizations {
        None => Twin::search(view, settings, &mut twin_random, |random| determinized(view, random)),
        Some(count) => Twin::vote(view, settings, count, &mut twin_random),
    };
    assert_eq!(action, twin_action, "{view}");
    assert_eq!(searcher.report().values.unwrap().to_vec(), twin_values, "{view}");
    assert_eq!(random.next_u64(), twin_random.next_u64(), "{view}");
}
