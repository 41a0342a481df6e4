//! What the tests of the agents share: positions to ask about, and a match loop.

#![allow(dead_code, reason = "every test file uses its own part of this")]

pub(crate) mod flat;
pub(crate) mod uct;

use ludarium_agents::evaluate::squashed;
use ludarium_agents::{Agent, AgentSpec, Evaluate};
use ludarium_engine::o_an_quan::{OAnQuan, Rules};
use ludarium_engine::{Game, PerSide, Random, Turn, event, options};

/// The start of Ô Ăn Quan under rules such as `direction=lift`, separated by blanks.
pub(crate) fn start(players: u8, rules: &str) -> OAnQuan {
    let rules: Rules = options::from_pairs(rules.split_whitespace()).unwrap();
    OAnQuan::new(rules, players).unwrap()
}

pub(crate) fn legal<G: Game>(game: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

pub(crate) fn after<G: Game>(game: &G, action: G::Action) -> G {
    let mut next = game.clone();
    next.apply(action);
    next
}

/// All positions of a random game in which a seat decides, from `start` on.
pub(crate) fn decisions_of_a_game<G: Game>(start: &G, seed: u64) -> Vec<G> {
    let mut random = Random::new(seed);
    let mut game = start.clone();
    let mut decisions = Vec::new();
    loop {
        match game.turn() {
            Turn::Player(_) => {
                decisions.push(game.clone());
                let action = game.random_action(&mut random, &mut Vec::new());
                game.apply(action);
            }
            Turn::Chance => {
                let event = game.sample_chance(&mut random);
                game.apply_chance(&event);
            }
            Turn::Over => return decisions,
        }
    }
}

/// Decisions from anywhere in random games, one a game.
pub(crate) fn positions<G: Game>(start: &G, count: u64) -> impl Iterator<Item = G> {
    (0..count).map(move |seed| {
        let decisions = decisions_of_a_game(start, seed);
        let chosen = Random::with_stream(seed, 0, 1).below(decisions.len() as u32);
        decisions[chosen as usize].clone()
    })
}

/// Decisions at most `plies` before the end of random games, one a game.
pub(crate) fn endings<G: Game>(start: &G, plies: usize, count: u64) -> impl Iterator<Item = G> {
    (0..count).map(move |seed| {
        let decisions = decisions_of_a_game(start, seed);
        decisions[decisions.len().saturating_sub(plies)].clone()
    })
}

/// What the end of a game is worth to a side.
pub(crate) type Payoff<G> = fn(&G, usize) -> f64;

pub(crate) fn by_rank<G: Evaluate>(game: &G, side: usize) -> f64 {
    game.payoffs()[side]
}

pub(crate) fn by_margin<G: Evaluate>(game: &G, side: usize) -> f64 {
    let scores = game.scores();
    let others = (0..scores.len()).filter(|&other| other != side).map(|other| scores[other]);
    f64::from(squashed((scores[side] - others.max().unwrap()) as f32, G::MARGIN))
}

/// The payoff that settings ask for.
pub(crate) fn payoff_of<G: Evaluate>(text: &str) -> Payoff<G> {
    if text.contains("payoff=margin") { by_margin } else { by_rank }
}

/// The least and the most that `side` can get from here on whatever anybody does, on average over what
/// chance does.
pub(crate) fn bounds<G: Evaluate>(game: &G, side: usize, payoff: Payoff<G>) -> [f64; 2] {
    match game.turn() {
        Turn::Over => [payoff(game, side); 2],
        Turn::Player(_) => {
            let all = legal(game).into_iter().map(|a| bounds(&after(game, a), side, payoff));
            all.fold([1.0, 0.0], |[least, most], next| [least.min(next[0]), most.max(next[1])])
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            assert!(game.chance_outcomes(&mut outcomes));
            let all: u32 = outcomes.iter().map(|outcome| outcome.1).sum();
            outcomes.into_iter().fold([0.0, 0.0], |[least, most], (event, weight)| {
                let mut next = game.clone();
                next.apply_chance(&event);
                let next = bounds(&next, side, payoff);
                let share = f64::from(weight) / f64::from(all);
                [least + share * next[0], most + share * next[1]]
            })
        }
    }
}

/// For each action of a seat that sees `view`, and knows that one of `all` positions is the true one, each
/// as likely as the others: the least and the most that it can get on average, whatever others do and
/// however they come to do it. If it is the last to choose, both are what it gets.
pub(crate) fn expected<G: Evaluate>(
    view: &G,
    all: &[G],
    payoff: Payoff<G>,
) -> Vec<(G::Action, [f64; 2])> {
    let Turn::Player(seat) = view.turn() else { panic!("nobody is to act in {view}") };
    let mean = |action| {
        let of_all = all.iter().map(|game| bounds(&after(game, action), view.side(seat), payoff));
        let sum = of_all.fold([0.0, 0.0], |sum, next| [sum[0] + next[0], sum[1] + next[1]]);
        sum.map(|sum| sum / all.len() as f64)
    };
    legal(view).into_iter().map(|action| (action, mean(action))).collect()
}

/// The agent `spec` for a match that begins with `start`.
pub(crate) fn agent<G: Evaluate>(spec: &str, start: &G) -> Box<dyn Agent<G>> {
    spec.parse::<AgentSpec>().unwrap().build(start).unwrap()
}

/// Plays `start` to its end, one agent a seat, each seeing only its view; returns the actions and
/// the payoffs. Every agent has its own random numbers, and chance has its own.
pub(crate) fn play<G: Evaluate>(
    start: &G,
    specs: &[&str],
    seed: u64,
) -> (Vec<G::Action>, PerSide<f64>) {
    let mut agents: Vec<Box<dyn Agent<G>>> = specs.iter().map(|spec| agent(spec, start)).collect();
    let mut random: Vec<Random> =
        (1..).take(specs.len()).map(|role| Random::with_stream(seed, 0, role)).collect();
    let mut chance = Random::with_stream(seed, 0, 0);
    let mut game = start.clone();
    let mut actions = Vec::new();
    loop {
        match game.turn() {
            Turn::Player(seat) => {
                let legal = legal(&game);
                let action = if let [forced] = legal[..] {
                    forced
                } else {
                    let mut view = game.clone();
                    view.hide_from(seat);
                    let random = &mut random[seat.index()];
                    agents[seat.index()].choose(&view, &legal, random).unwrap()
                };
                assert!(event::is_legal(&game, action), "{} plays {action}", specs[seat.index()]);
                game.apply(action);
                actions.push(action);
            }
            Turn::Chance => {
                let event = game.sample_chance(&mut chance);
                game.apply_chance(&event);
            }
            Turn::Over => return (actions, game.payoffs()),
        }
    }
}

/// Mean payoff of `one` against `other` over pairs of matches with both seats of the same opening,
/// four random plies of two-player Ô Ăn Quan.
pub(crate) fn duel(one: &str, other: &str, pairs: u64) -> f64 {
    let mut total = 0.0;
    for seed in 0..pairs {
        let mut random = Random::with_stream(seed, 0, 9);
        let mut opening = start(2, "");
        for _ in 0..4 {
            let action = opening.random_action(&mut random, &mut Vec::new());
            opening.apply(action);
        }
        total += play(&opening, &[one, other], seed).1[0];
        total += play(&opening, &[other, one], seed).1[1];
    }
    total / (2 * pairs) as f64
}
