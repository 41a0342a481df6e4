//! Agents that play many playouts allocate nothing once their buffers have grown.

mod common;
#[path = "../../engine/tests/counting/mod.rs"]
mod counting;

use common::{agent, decisions_of_a_game, legal};
use counting::allocations;
use ludarium_agents::Evaluate;
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::unsun_karuta::UnsunKaruta;
use ludarium_engine::{Game, Random, options};

fn start<G: Game>(players: u8, rules: &[&str]) -> G {
    G::new(options::from_pairs(rules.iter().copied()).unwrap(), players).unwrap()
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
    choose(flat, &start::<OAnQuan>(2, &[]));
    choose(flat, &start::<OAnQuan>(4, &["direction=lift"]));
    choose(flat, &start::<Carcassonne>(3, &[]));
    choose(flat, &start::<AmidakujiBridge>(2, &[]));
    choose(flat, &start::<AmidakujiBridge>(1, &["mode=puzzle"]));
    choose(flat, &start::<UnsunKaruta>(8, &["deals=1"]));
}
