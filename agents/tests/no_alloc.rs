//! Once an agent has decided for the first time in a match, no further decision of it allocates,
//! whatever is set of its search: a tournament must not meet the allocator. (Two exceptions: where
//! something is hidden, a game may need memory to say what fits a view; and `minimax` sets up the list of
//! its root at every decision.)

mod common;
#[path = "../../engine/tests/counting/mod.rs"]
mod counting;

use common::uct::{mixed_settings, single_settings};
use common::{agent, decisions_of_a_game, legal};
use counting::allocations;
use ludarium_agents::{Agent, Evaluate};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::unsun_karuta::UnsunKaruta;
use ludarium_engine::{Game, Random, Turn, options};
use std::hint::black_box;

fn start<G: Game>(rules: &[&str], players: u8) -> G {
    G::new(options::from_pairs(rules.iter().copied()).unwrap(), players).unwrap()
}

#[test]
fn the_counter_counts() {
    let mut list = Vec::new();
    assert_eq!(allocations(|| list.push(black_box(1_u8))), 1);
    assert_eq!(allocations(|| drop(black_box(list))), 0);
    // A first decision needs memory.
    let start: OAnQuan = start(&[], 2);
    let mut agent = agent("mcts:iterations=10", &start);
    let legal = legal(&start);
    assert!(allocations(|| drop(agent.choose(&start, &legal, &mut Random::new(1)))) > 0);
}

/// Whether drawing what `view` hides, as a search does, needs memory.
fn drawing_allocates<G: Game>(view: &G, draws: u32, random: &mut Random) -> bool {
    let Turn::Player(seat) = view.turn() else { unreachable!("decisions are a seat's") };
    let work = || {
        let mut draw = view.determinizer(seat);
        (0..draws).for_each(|_| drop(black_box(draw(random))));
    };
    allocations(work) > 0
}

/// Plays matches, all seats by agents like this; returns the number of decisions that were held against
/// the law: those after the first of each seat, unless the game needs memory to draw positions.
fn assert_no_allocation<G: Evaluate>(start: &G, spec: &str, draws: u32, seeds: u64) -> u32 {
    let mut held = 0;
    for seed in 0..seeds {
        let mut agents: Vec<(Box<dyn Agent<G>>, bool)> =
            (0..start.players()).map(|_| (agent(spec, start), false)).collect();
        let mut random = Random::new(seed);
        let mut game = start.clone();
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let event = game.sample_chance(&mut random);
                    game.apply_chance(&event);
                }
                Turn::Player(seat) => {
                    let legal = legal(&game);
                    if legal.len() == 1 {
                        game.apply(legal[0]);
                        continue;
                    }
                    let mut view = game.clone();
                    view.hide_from(seat);
                    let (agent, began) = &mut agents[seat.index()];
                    let mut action = legal[0];
                    let found = allocations(|| {
                        action = agent.choose(&view, &legal, &mut random).unwrap();
                        black_box(agent.report());
                    });
                    let excused = G::HAS_HIDDEN_INFORMATION
                        && drawing_allocates(&view, draws, &mut random.clone());
                    if *began && !excused {
                        assert_eq!(found, 0, "{spec} in {game}");
                        held += 1;
                    }
                    *began = true;
                    game.apply(action);
                }
            }
        }
    }
    held
}

fn specs<G: Evaluate>(start: &G, iterations: u32) -> Vec<String> {
    let searches = single_settings(start, iterations).into_iter();
    let searches = searches.chain(mixed_settings(start, iterations, 2).take(12));
    let mut specs: Vec<String> =
        searches.map(|text| format!("mcts:{}", text.trim().replace(' ', ","))).collect();
    specs.push("greedy".to_string());
    specs
}

/// For every setting that suits `start`; a search allocates no sooner for being longer.
fn hold<G: Evaluate>(start: &G, iterations: u32, seeds: u64) {
    for spec in specs(start, iterations) {
        let held = assert_no_allocation(start, &spec, iterations, seeds);
        assert!(held >= 8, "{spec}: only {held} decisions from {start}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "debug builds list the legal actions at every step")]
fn decisions_do_not_allocate() {
    hold::<OAnQuan>(&start(&[], 2), 100, 3);
    hold::<OAnQuan>(&start(&[], 3), 30, 2);
    hold::<Carcassonne>(&start(&[], 2), 5, 1);
    hold::<AmidakujiBridge>(&start(&[], 2), 8, 1);
    hold::<AmidakujiBridge>(&start(&["mode=puzzle"], 1), 10, 1);
    hold::<UnsunKaruta>(&start(&["deals=2"], 8), 10, 1);
}

/// Decisions of a game from `start` allocate nothing the second time that they are asked for.
fn choose<G: Evaluate>(spec: &str, start: &G) {
    let mut decisions = decisions_of_a_game(start, 1);
    decisions.retain(|game| legal(game).len() > 1);
    if G::HAS_HIDDEN_INFORMATION {
        // Once much is known of the hidden cards, drawing them allocates.
        decisions.truncate(8);
    }
    let decisions: Vec<_> = decisions.iter().step_by(decisions.len().div_ceil(15)).collect();
    assert!(decisions.len() > 2, "{} decisions from {start}", decisions.len());
    let mut agent = agent(spec, start);
    for is_first in [true, false] {
        let mut random = Random::new(1);
        for game in &decisions {
            let legal = legal(*game);
            let work = || assert!(agent.choose(game, &legal, &mut random).is_ok());
            let count = allocations(work);
            assert!(is_first || count == 0, "{spec} allocates {count} times in {game}");
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "debug builds list the legal actions at every step")]
fn flat_choices_do_not_allocate() {
    let flat = "flat:playouts=500,payoff=margin";
    choose(flat, &start::<OAnQuan>(&[], 2));
    choose(flat, &start::<OAnQuan>(&["direction=lift"], 4));
    choose(flat, &start::<Carcassonne>(&[], 3));
    choose(flat, &start::<AmidakujiBridge>(&[], 2));
    choose(flat, &start::<AmidakujiBridge>(&["mode=puzzle"], 1));
    choose(flat, &start::<UnsunKaruta>(&["deals=1"], 8));
}
