//! Playing and counting allocate nothing once their buffers have grown: a search that copies
//! millions of positions must not meet the allocator.

mod counting;

use counting::allocations;
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::hokusai_sugoroku::HokusaiSugoroku;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::perft::Perft;
use ludarium_engine::unsun_karuta::{Phase, UnsunKaruta};
use ludarium_engine::{Game, Random, Seat, Turn, options, playout};
use std::hint::black_box;

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

/// Both boards, a crowded one on which most draws are in vain, coins, and the puzzle.
fn amidakuji_bridge() -> [AmidakujiBridge; 5] {
    let crowded = &["columns=4", "rows=6", "bridges=9", "long=2", "relocate=must"];
    let puzzle = &["mode=puzzle"];
    [
        start(2, &[]),
        start(2, &["columns=6", "coins=gap"]),
        start(2, &["coins=start"]),
        start(2, crowded),
        start(1, puzzle),
    ]
}

/// Small boards, whose sequences can be counted, of both modes.
fn small_ladders() -> [AmidakujiBridge; 2] {
    let duel = &["columns=4", "rows=3", "bridges=1", "long=0"];
    let puzzle = &["mode=puzzle", "columns=3", "rows=3", "bridges=1", "long=0", "relocations=1"];
    [start(2, duel), start(1, puzzle)]
}

/// Whole matches, and deals in which most seats know what they must follow.
fn unsun_karuta() -> [UnsunKaruta; 2] {
    [start(8, &[]), start(8, &["deals=1", "meri-first=allowed"])]
}

/// A taker to lead, in a position with over 2000 sequences of five actions.
fn opening_lead() -> UnsunKaruta {
    let position = "1 0 P 0 2:0 o4 2d iT iSo3 i2i5iDk8kSg2g8/pSi4k5kDo2g9gR/p1p3k6o4o9oDgD/\
        pRi1i7i8iRk3oS/p4k9kUg1g4g7gT/p5p7pBkTkBg3gS/i9iBo5o7oRg5gB/pTi3iUk1k2k4g6 \
        2:i6k7p9p2p8gUp6pU,2:o6kRoTpDo8o1oUoB -";
    let rules = options::from_pairs(["deals=1"]).expect("rule options");
    UnsunKaruta::parse(rules, 8, position).expect("a position")
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
    unsun_karuta().iter().for_each(play);
    amidakuji_bridge().iter().for_each(play);
}

/// What all seats may hold is drawn without allocating as long as little is known of them: up to the
/// second trick in any deal, and wherever nobody has failed to follow.
#[test]
#[cfg_attr(debug_assertions, ignore = "debug builds list the legal actions at every step")]
fn early_determinizations_do_not_allocate() {
    let (mut buffer, mut random) = (Vec::new(), Random::new(2));
    for start in unsun_karuta() {
        for _ in 0..50 {
            let mut game = start;
            while game.turn() == Turn::Chance || game.finished_tricks() == 0 {
                match game.turn() {
                    Turn::Chance => game.apply_chance(&game.sample_chance(&mut random)),
                    _ => game.apply(game.random_action(&mut random, &mut buffer)),
                }
                let mut filled = 0;
                let draw = || {
                    for seat in (0..8).map(Seat) {
                        let mut position = game;
                        position.determinize(seat, &mut random);
                        filled += u32::from(position.phase() != Phase::Deal);
                    }
                };
                assert_eq!(allocations(draw), 0, "{game}");
                assert_eq!(filled, 8);
            }
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "debug builds list the legal actions at every step")]
fn perft_does_not_allocate() {
    o_an_quan().iter().for_each(count_sequences);
    hokusai_sugoroku().iter().for_each(count_sequences);
    carcassonne().iter().for_each(count_sequences);
    count_sequences(&opening_lead());
    small_ladders().iter().for_each(count_sequences);
}
