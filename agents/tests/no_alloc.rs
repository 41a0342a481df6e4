//! Once an agent has decided for the first time in a match, no further decision of it allocates,
//! whatever is set of its search: a tournament must not meet the allocator. (Two exceptions: where
//! something is hidden, a game may need memory to say what fits a view; and `minimax` sets up the list of
//! its root at every decision.)

// A global allocator can only be written with unsafe code; this one hands every call on as it is.
#![allow(unsafe_code)]

mod common;

use common::uct::{mixed_settings, single_settings};
use common::{agent, legal};
use ludarium_agents::{Agent, Evaluate};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::unsun_karuta::UnsunKaruta;
use ludarium_engine::{Game, Random, Turn, options};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    // One counter a thread, since the test harness allocates on threads of its own.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

// SAFETY: all memory comes from and goes back to the system allocator, with the caller's layout.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(block, layout, new_size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The allocations that `work` makes.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

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
