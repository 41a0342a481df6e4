//! Playing and counting allocate nothing once their buffers have grown: a search that copies
//! millions of positions must not meet the allocator.

// A global allocator can only be written with unsafe code; this one hands every call on as it is.
#![allow(unsafe_code)]

use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::hokusai_sugoroku::HokusaiSugoroku;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::perft::Perft;
use ludarium_engine::{Game, Random, options, playout};
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

fn start<G: Game>(players: u8, rules: &[&str]) -> G {
    let rules = options::from_pairs(rules.iter().copied()).expect("rule options");
    G::new(rules, players).expect("a game")
}

/// The default game of each number of players, and one whose turns take several actions.
fn o_an_quan() -> [OAnQuan; 4] {
    [start(2, &[]), start(3, &[]), start(4, &[]), start(2, &["direction=lift"])]
}

/// The least and the most players, and games that go on after arrivals.
fn hokusai_sugoroku() -> [HokusaiSugoroku; 4] {
    let rank_all = &["rank-all=yes"];
    [start(2, &[]), start(6, &[]), start(2, rank_all), start(6, rank_all)]
}

/// The least and the most players, and turns of one action.
fn carcassonne() -> [Carcassonne; 3] {
    [start(2, &[]), start(5, &[]), start(2, &["turn-actions=combined"])]
}

#[test]
fn the_counter_counts() {
    let mut list = Vec::new();
    assert_eq!(allocations(|| list.push(black_box(1_u8))), 1, "a first allocation");
    assert_eq!(allocations(|| list.reserve(black_box(1000))), 1, "a larger block");
    assert_eq!(allocations(|| drop(black_box(list))), 0, "giving back is no allocation");
    // What would be counted if the work below allocated: a buffer that has not grown yet.
    let start = o_an_quan()[0];
    assert!(allocations(|| start.legal_actions(&mut black_box(Vec::new()))) > 0);
    assert!(allocations(|| assert!(Perft::default().count(&start, 4).is_some())) > 0);
}

/// Playouts from `start` allocate nothing after the first few.
fn play<G: Game>(start: &G) {
    let (mut buffer, mut random) = (Vec::new(), Random::new(1));
    let mut play = |games: u32| {
        (0..games).map(|_| playout(&mut start.clone(), &mut random, &mut buffer)).sum::<u32>()
    };
    play(10);
    let mut events = 0;
    assert_eq!(allocations(|| events = play(1000)), 0, "{start}");
    assert!(events > 10_000, "{events} events from {start}");
}

/// A second count from `start` allocates nothing.
fn count_sequences<G: Game>(start: &G) {
    let mut perft = Perft::default();
    let first = perft.count(start, 5);
    let mut second = None;
    assert_eq!(allocations(|| second = perft.count(start, 5)), 0, "{start}");
    assert!(first == second && first > Some(2000), "{first:?}, {second:?} from {start}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "debug builds list the legal actions at every step")]
fn playouts_do_not_allocate() {
    o_an_quan().iter().for_each(play);
    hokusai_sugoroku().iter().for_each(play);
    carcassonne().iter().for_each(play);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "debug builds list the legal actions at every step")]
fn perft_does_not_allocate() {
    o_an_quan().iter().for_each(count_sequences);
    hokusai_sugoroku().iter().for_each(count_sequences);
    carcassonne().iter().for_each(count_sequences);
}
