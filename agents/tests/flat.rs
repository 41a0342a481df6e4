//! `flat` against its naive twin, and against exact means of uniformly random play.

mod common;

use common::flat::assert_same_as_twin;
use common::{after, agent, endings, legal, positions, start};
use ludarium_agents::{AgentSpec, Evaluate, Report};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::hokusai_sugoroku::HokusaiSugoroku;
use ludarium_engine::unsun_karuta::UnsunKaruta;
use ludarium_engine::{Game, Random, Turn, options};

fn game<G: Game>(players: u8, rules: &str) -> G {
    G::new(options::from_pairs(rules.split_whitespace()).unwrap(), players).unwrap()
}

/// The side to act.
fn side<G: Game>(game: &G) -> usize {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    game.side(seat)
}

fn choice<G: Evaluate>(spec: &str, game: &G, seed: u64) -> (G::Action, Report) {
    let mut agent = agent(spec, game);
    (agent.choose(game, &legal(game), &mut Random::new(seed)).unwrap(), agent.report())
}

/// Fewer playouts than actions, as many, and numbers that they do not divide.
#[test]
fn choices_are_those_of_the_twin() {
    for (players, rules) in [(2, ""), (2, "direction=lift"), (3, "quiet-limit=3"), (4, "")] {
        let numbers = [1, 2, 10, 37, 300].into_iter().cycle();
        for (seed, (game, playouts)) in
            (0..).zip(positions(&start(players, rules), 20).zip(numbers))
        {
            assert_same_as_twin(&game, playouts, seed);
        }
    }
    for (seed, game) in (0..).zip(positions(&game::<Carcassonne>(3, ""), 8)) {
        assert_same_as_twin(&game, 100, seed);
    }
    for (seed, mut view) in (0..).zip(positions(&game::<UnsunKaruta>(8, "deals=2"), 12)) {
        let Turn::Player(seat) = view.turn() else { unreachable!("positions are decisions") };
        view.hide_from(seat);
        assert_same_as_twin(&view, 50, seed);
    }
    for rules in ["mode=puzzle", "coins=gap"] {
        let start: AmidakujiBridge = game(if rules == "mode=puzzle" { 1 } else { 2 }, rules);
        for (seed, game) in (0..).zip(positions(&start, 6)) {
            assert_same_as_twin(&game, 300, seed);
        }
    }
}

/// The mean payoffs of uniformly random play from `game` on, by brute force; `None` if that takes more
/// than so many positions.
fn exact<G: Evaluate>(game: &G, positions: &mut u32) -> Option<Vec<f64>> {
    *positions = positions.checked_sub(1)?;
    let next: Vec<G> = match game.turn() {
        Turn::Over => return Some(game.payoffs().to_vec()),
        Turn::Player(_) => legal(game).into_iter().map(|action| after(game, action)).collect(),
        Turn::Chance => panic!("{game}: only games without chance are small enough"),
    };
    let mut means = vec![0.0; game.sides()];
    for position in &next {
        for (mean, value) in means.iter_mut().zip(exact(position, positions)?) {
            *mean += value / next.len() as f64;
        }
    }
    Some(means)
}

/// With many playouts the action is the best of uniformly random play, but for what lies within chance,
/// and the means are the exact ones. Returns in how many endings the choice mattered, and in how many
/// of them a single action was certain to win.
fn assert_converges<G: Evaluate>(endings: impl Iterator<Item = G>) -> (u32, u32) {
    let (mut mattered, mut single) = (0, 0);
    for (seed, game) in (0..).zip(endings) {
        let side = side(&game);
        let mut positions = 100_000;
        let mean = |action| Some((action, exact(&after(&game, action), &mut positions)?));
        // Games that were over early by chance have no small endings.
        let Some(means) = legal(&game).into_iter().map(mean).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let greatest = means.iter().map(|(_, means)| means[side]).fold(0.0, f64::max);
        let least = means.iter().map(|(_, means)| means[side]).fold(1.0, f64::min);
        let each = 2000;
        let spec = format!("flat:playouts={}", each * means.len());
        let (action, report) = choice(&spec, &game, seed);
        let (_, exact) = means.iter().find(|(other, _)| *other == action).unwrap();
        // A payoff lies between 0 and 1: its standard deviation is at most a half.
        let within = 5.0 * 0.5 / (each as f64).sqrt();
        assert!(exact[side] >= greatest - within, "{action} in {game}: {means:?}");
        for (value, exact) in report.values.unwrap().iter().zip(exact) {
            assert!((f64::from(*value) - exact).abs() < within, "{value}, not {exact} in {game}");
        }
        mattered += u32::from(greatest - least > 2.0 * within);
        let wins = means.iter().filter(|(_, means)| means[side] > 1.0 - 1e-9).count();
        let next_best = means.iter().filter(|(_, means)| means[side] <= 1.0 - 1e-9);
        let next_best = next_best.map(|(_, means)| means[side]).fold(0.0, f64::max);
        if wins == 1 && next_best < 0.99 {
            single += 1;
            assert_eq!(exact[side], greatest, "{action} in {game}: {means:?}");
        }
    }
    (mattered, single)
}

#[test]
fn many_playouts_give_the_exact_means() {
    let (mattered, single) = assert_converges(endings(&start(2, "turn-limit=14"), 4, 60));
    assert!(mattered >= 10 && single >= 5, "{mattered} endings of two players, {single} wins");
    let (mattered, _) = assert_converges(endings(&start(3, "turn-limit=12"), 3, 30));
    assert!(mattered >= 5, "{mattered} endings of three players");
    let small = "columns=4 rows=3 bridges=1 long=0 relocations=1 max-rounds=4";
    let (mattered, single) = assert_converges(endings(&game::<AmidakujiBridge>(2, small), 3, 150));
    assert!(mattered >= 10 && single >= 5, "{mattered} endings on ladders, {single} wins");
    let puzzle = "mode=puzzle columns=3 rows=3 bridges=1 long=0 relocations=1";
    let (mattered, _) = assert_converges(endings(&game::<AmidakujiBridge>(1, puzzle), 3, 20));
    assert!(mattered >= 5, "{mattered} endings of puzzles");
}

#[test]
fn the_same_seed_gives_the_same_choice_and_another_one_other_values() {
    let mut differing = 0;
    for game in positions(&start(3, ""), 10) {
        let (one, again, other) = (1, 1, 2);
        let [one, again, other] = [one, again, other].map(|seed| choice("flat", &game, seed));
        assert_eq!(one, again);
        differing += u32::from(one.1 != other.1);
    }
    assert!(differing >= 5, "only {differing} of 10 values depend on the seed");
}

/// What one decision left has no part in the next.
#[test]
fn an_agent_used_before_chooses_as_a_new_one() {
    let mut used = agent("flat:playouts=90", &start(2, ""));
    for (seed, game) in (0..).zip(positions(&start(2, ""), 10)) {
        let action = used.choose(&game, &legal(&game), &mut Random::new(seed)).unwrap();
        assert_eq!((action, used.report()), choice("flat:playouts=90", &game, seed));
    }
}

/// Each of some actions with the same mean comes up.
#[test]
fn ties_are_broken_at_random() {
    // While the first bridges are laid a single playout each tells little: many come out alike.
    let game: AmidakujiBridge = game(2, "");
    let chosen: std::collections::BTreeSet<_> =
        (0..20).map(|seed| choice("flat:playouts=1", &game, seed).0).collect();
    assert!(chosen.len() > 15, "{chosen:?}");
}

/// Winning by much is more with `payoff=margin`, and no more than winning without it.
#[test]
fn margins_change_choices() {
    let differs = |game: &_| {
        let action = |payoff: &str| choice(&format!("flat:playouts=6000{payoff}"), game, 1).0;
        action("") != action(",payoff=margin")
    };
    let differing = positions(&start(2, ""), 20).filter(differs).count();
    assert!(differing >= 3, "{differing}");
}

/// Nobody asks it in a game without decisions, but it can be named there.
#[test]
fn it_is_built_for_every_game() {
    let flat: AgentSpec = "flat".parse().unwrap();
    assert_eq!(flat.to_string(), "flat:playouts=1000");
    assert!(flat.build(&game::<HokusaiSugoroku>(3, "")).is_ok());
    let usual: AgentSpec = "flat:payoff=rank,playouts=1000".parse().unwrap();
    assert_eq!(usual, flat);
    let margin = "flat:playouts=1000,payoff=margin";
    assert_eq!(margin.parse::<AgentSpec>().unwrap().to_string(), margin);
}
