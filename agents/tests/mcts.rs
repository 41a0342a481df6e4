//! `mcts` against its naive twin: the same search by recursion, on a map from histories.

mod common;

use common::{after, endings, legal, positions, start};
use ludarium_agents::mcts::{Mcts, Settings};
use ludarium_agents::{Agent, payoffs};
use ludarium_engine::o_an_quan::{Action, OAnQuan};
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
struct Twin<G: Game> {
    exploration: f64,
    statistics: HashMap<History<G>, Statistics>,
}

impl<G: Game> Twin<G> {
    /// The most visited action and the mean payoffs.
    fn search(view: &G, settings: Settings, random: &mut Random) -> (G::Action, Vec<f32>) {
        let Turn::Player(seat) = view.turn() else { panic!("nobody is to act in {view}") };
        let mut twin = Twin { exploration: settings.exploration, statistics: HashMap::new() };
        let mut totals = vec![0.0; view.sides()];
        for _ in 0..settings.iterations {
            let mut game = view.clone();
            if G::HAS_HIDDEN_INFORMATION {
                game.determinize(seat, random);
            }
            let payoffs = twin.iterate(game, &mut Vec::new(), random);
            totals.iter_mut().zip(payoffs.iter()).for_each(|(total, payoff)| *total += payoff);
        }
        let means = totals.iter().map(|total| (total / f64::from(settings.iterations)) as f32);
        let mut actions = legal(view);
        // Stable: among equals the first stays first.
        actions.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|action| twin.statistics[&vec![(seat, action)]]);
            let mean =
                |s: Statistics| if s.visits == 0 { 0.0 } else { s.total / f64::from(s.visits) };
            b.visits.cmp(&a.visits).then(mean(b).total_cmp(&mean(a)))
        });
        (actions[0], means.collect())
    }

    fn iterate(
        &mut self,
        mut game: G,
        history: &mut History<G>,
        random: &mut Random,
    ) -> PerSide<f64> {
        let seat = match game.turn() {
            Turn::Over => return payoffs(&game.ranks()),
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
            payoffs(&next.ranks())
        };
        let known = self.statistics.get_mut(history).expect("entered above");
        known.visits += 1;
        known.total += payoffs[game.side(seat)];
        history.pop();
        payoffs
    }
}

fn settings(iterations: u32) -> Settings {
    Settings { iterations, ..Settings::default() }
}

/// The same action, the same mean payoffs, and the same random numbers used up.
fn assert_same_as_twin<G: Game>(view: &G, settings: Settings, seed: u64) {
    let mut searcher = Mcts::new(settings);
    let (mut random, mut twin_random) = (Random::new(seed), Random::new(seed));
    let action = searcher.search(view, &mut random);
    let (twin_action, twin_values) = Twin::search(view, settings, &mut twin_random);
    assert_eq!(action, twin_action, "{view}");
    assert_eq!(searcher.report().values.unwrap().to_vec(), twin_values, "{view}");
    assert_eq!(random.next_u64(), twin_random.next_u64(), "{view}");
}

#[test]
fn statistics_are_those_of_naive_uct() {
    for (players, rules) in
        [(2, ""), (2, "direction=lift"), (2, "turn-limit=12"), (3, "quiet-limit=3"), (4, "")]
    {
        let start = start(players, rules);
        let budgets = [1, 2, 9, 40, 300].into_iter().cycle();
        for (seed, (game, iterations)) in (0..).zip(positions(&start, 30).zip(budgets)) {
            assert_same_as_twin(&game, settings(iterations), seed);
        }
        for (seed, game) in (0..).zip(endings(&start, 4, 10)) {
            assert_same_as_twin(&game, Settings { iterations: 500, exploration: 1.3 }, seed);
        }
    }
}

/// The payoff of the side to act under best play of both; small endings of two players only.
fn exact_payoffs(game: &OAnQuan) -> Vec<(Action, f64)> {
    fn exact(game: &OAnQuan, side: usize) -> f64 {
        let Turn::Player(seat) = game.turn() else { return payoffs(&game.ranks())[side] };
        let values = legal(game).into_iter().map(|action| exact(&after(game, action), side));
        if game.side(seat) == side {
            values.fold(0.0, f64::max)
        } else {
            values.fold(1.0, f64::min)
        }
    }
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    let value = |action| exact(&after(game, action), game.side(seat));
    legal(game).into_iter().map(|action| (action, value(action))).collect()
}

#[test]
fn small_endings_are_solved() {
    let mut decisive = 0;
    for (seed, game) in (0..).zip(endings(&start(2, "turn-limit=14"), 4, 60)) {
        if game.turns() < 10 {
            continue; // ended early by chance: no small ending
        }
        let Turn::Player(seat) = game.turn() else { unreachable!("endings are decisions") };
        let exact = exact_payoffs(&game);
        let best = exact.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        decisive += u32::from(exact.iter().any(|&(_, value)| value < best));

        let mut searcher = Mcts::new(settings(20_000));
        let action = searcher.search(&game, &mut Random::new(seed));
        assert!(exact.contains(&(action, best)), "{action} in {game}: {exact:?}");
        let value = f64::from(searcher.report().values.unwrap()[seat.index()]);
        assert!((value - best).abs() < 0.05, "{value} for {best} in {game}");
    }
    assert!(decisive >= 10, "the choice matters in only {decisive} endings");
}

#[test]
fn the_same_seed_gives_the_same_choice_and_another_one_other_values() {
    let mut differing = 0;
    for game in positions(&start(3, ""), 10) {
        let search = |seed| {
            let mut searcher = Mcts::new(settings(200));
            (searcher.search(&game, &mut Random::new(seed)), searcher.report())
        };
        assert_eq!(search(1), search(1));
        differing += u32::from(search(1).1 != search(2).1);
    }
    assert!(differing >= 5, "only {differing} of 10 values depend on the seed");
}

/// What one search left in the arena has no part in the next.
#[test]
fn a_searcher_used_before_searches_as_a_new_one() {
    let mut used = Mcts::new(settings(150));
    for (seed, game) in (0..).zip(positions(&start(2, ""), 10)) {
        let mut new = Mcts::new(settings(150));
        let action = used.search(&game, &mut Random::new(seed));
        assert_eq!(action, new.search(&game, &mut Random::new(seed)));
        assert_eq!(used.report(), new.report());
    }
}

#[test]
fn reports_are_expected_payoffs() {
    for players in 2..=4 {
        for game in positions(&start(players, ""), 10) {
            let mut searcher = Mcts::new(settings(120));
            searcher.search(&game, &mut Random::new(1));
            let report = searcher.report();
            let values = report.values.unwrap();
            assert_eq!(report.nodes, 120);
            assert!((1..=120).contains(&report.depth));
            assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
            let mean = values.iter().sum::<f32>() / f32::from(players);
            assert!((mean - 0.5).abs() < 1e-6, "{values:?}");
        }
    }
}
