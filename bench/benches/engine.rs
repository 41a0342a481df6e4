//! How fast the rules are.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::hokusai_sugoroku::HokusaiSugoroku;
use ludarium_engine::o_an_quan::{OAnQuan, Rules};
use ludarium_engine::perft::Perft;
use ludarium_engine::unsun_karuta::UnsunKaruta;
use ludarium_engine::{Game, Random, Seat, options, playout};
use std::hint::black_box;
use std::time::Duration;

fn start(players: u8) -> OAnQuan {
    OAnQuan::new(Rules::default(), players).unwrap()
}

/// Plays 1000 random games; returns their events.
fn playouts<G: Game>(start: &G, buffer: &mut Vec<G::Action>) -> u64 {
    let mut random = Random::new(1);
    let mut events = 0;
    for _ in 0..1000 {
        let mut game = start.clone();
        events += u64::from(playout(&mut game, &mut random, buffer));
    }
    events
}

/// Benchmarks random games; each is a number of players, rule options, and the events of a thousand
/// games.
fn bench_playouts<G: Game>(criterion: &mut Criterion, games: &[(u8, &[&str], u64)]) {
    let mut group = criterion.benchmark_group(format!("{}/playouts", G::ID));
    for &(players, rules, events) in games {
        let pairs = rules.iter().copied();
        let start = G::new(options::from_pairs(pairs).unwrap(), players).unwrap();
        let mut buffer = Vec::new();
        group.throughput(Throughput::Elements(events));
        let under = rules.iter().map(|rule| format!(" {rule},")).collect::<String>();
        let name = format!("{players} players,{under} events");
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(playouts(black_box(&start), &mut buffer), events));
        });
    }
}

fn random_playouts(criterion: &mut Criterion) {
    bench_playouts::<OAnQuan>(criterion, &[(2, &[], 19_106), (3, &[], 33_437), (4, &[], 49_159)]);
    bench_playouts::<HokusaiSugoroku>(
        criterion,
        &[(2, &[], 36_622), (4, &[], 64_354), (6, &[], 91_338)],
    );
    bench_playouts::<Carcassonne>(
        criterion,
        &[(2, &[], 212_980), (5, &[], 212_964), (2, &["turn-actions=combined"], 141_989)],
    );
    bench_playouts::<AmidakujiBridge>(
        criterion,
        &[(2, &[], 76_637), (2, &["columns=6"], 70_188), (1, &["mode=puzzle"], 22_248)],
    );
    bench_playouts::<UnsunKaruta>(criterion, &[(8, &[], 579_266), (8, &["deals=1"], 72_523)]);
}

/// Uniform draws of all cards that a seat does not see.
fn determinizations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("unsun-karuta");
    let rules = options::from_pairs(["deals=1"]).unwrap();
    for (name, seat, text) in VIEWS {
        let position = UnsunKaruta::parse(rules, 8, text).unwrap();
        let mut random = Random::new(1);
        let mut draw = |mut position: UnsunKaruta| {
            position.determinize(Seat(seat), &mut random);
            position
        };
        assert_ne!(draw(position), position);
        group.bench_function(format!("determinization {name}"), |bencher| {
            bencher.iter(|| draw(black_box(position)));
        });
    }
    group.bench_function("deal", |bencher| {
        let start = UnsunKaruta::new(rules, 8).unwrap();
        let mut random = Random::new(1);
        bencher.iter(|| black_box(&start).sample_chance(&mut random));
    });
}

/// Positions and the seat whose view is filled in: the taker's at the opening lead, and one after six
/// tricks with a Meri, when most have failed to follow some suit.
const VIEWS: [(&str, u8, &str); 2] = [
    (
        "at the opening lead",
        0,
        "1 0 P 0 0:0 pR 0p k3 p9oS p1pRi9k2k4k5kSoBg2/pSi1i4iSo2o4o6gRgU/p4iTiUkDo5o8oRoUg7/\
         p6pBi5i7iRo7g1g6g9/pTi2i8iDiBk7kTo3g5/p8i3i6k8kBo9g3g8gT/p2p5p7kRkUo1oDg4gD/\
         p3pDpUk1k6k9oTgBgS - -",
    ),
    (
        "after six tricks",
        4,
        "1 0 P 4 1:5 p3 0p oT p4k3 i6iSg4/iDk2gS/i4kBg1/pDi5kR/g3g9gT/i1k8kS/k7g2gD/i2iRg6 \
         0:o4gUkUg7g5pUi9i7,5:oBo7iUgBk5k1pTkD,3:p9p7pRkTg8p3pBp1,5:o8o5o6o1oSo9k9iT,\
         1:o3p8p6i3i8gRpSp2,7:o2oRoUoDk4p5k6iB -",
    ),
];

/// What the dice of a thousand games of two cost by themselves.
fn dice(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hokusai-sugoroku");
    group.throughput(Throughput::Elements(DICE));
    group.bench_function("dice alone", |bencher| {
        bencher.iter(|| {
            let mut random = Random::new(1);
            let pips: u64 = (0..DICE).map(|_| u64::from(random.die_if(true))).sum();
            assert_eq!(pips, 115_498);
        });
    });
}

/// Some 33 throws a game.
const DICE: u64 = 33_000;

fn perft_5(criterion: &mut Criterion) {
    let start = start(2);
    let mut perft = Perft::default();
    let mut group = criterion.benchmark_group("o-an-quan");
    group.throughput(Throughput::Elements(39_080));
    group.bench_function("perft 5, sequences", |bencher| {
        bencher.iter(|| assert_eq!(perft.count(black_box(&start), 5), Some(39_080)));
    });
}

fn single_operations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("o-an-quan");
    let start = start(2);
    let mut actions = Vec::new();
    group.bench_function("legal actions", |bencher| {
        bencher.iter(|| {
            actions.clear();
            black_box(&start).legal_actions(&mut actions);
            assert_eq!(actions.len(), 10);
        });
    });
    group.bench_function("copy", |bencher| {
        bencher.iter(|| black_box(*black_box(&start)));
    });

    // A turn of many laps, which is what playing costs.
    let long = OAnQuan::parse(*start.rules(), 2, LONG_TURN.0).unwrap();
    let action = LONG_TURN.1.parse().unwrap();
    let expected = OAnQuan::parse(*start.rules(), 2, LONG_TURN.2).unwrap();
    group.bench_function("a long turn", |bencher| {
        bencher.iter(|| {
            let mut game = *black_box(&long);
            game.apply(black_box(action));
            assert_eq!(game, expected);
        });
    });
}

/// Position, action and position after it: 26 laps.
const LONG_TURN: (&str, &str, &str) = (
    "0,4,3,10,0,2/4Q,1,11,0,10,0 B 0:0/5:1 1 5 -",
    "B1-",
    "9,3,1,3,0,3/14Q,5,2,0,3,2 A 0:0/5:1 2 6 -",
);

/// A position in the middle of a game of three: 41 tiles and 11 meeples on the board.
const MIDDLE: &str = "\
    -5,0,C,0,c0,2/-4,-2,W,2,r2,1/-4,-1,W,0/-4,0,H,1/-4,1,U,1/-4,2,U,1,f1,1/-3,0,H,1/\
    -2,-2,O,0,c0,1/-2,-1,T,2/-2,0,L,3/-2,1,V,3/-2,2,N,0/-1,-3,V,2/-1,-2,W,0/-1,-1,N,0/\
    -1,0,D,2,f0,0/-1,1,V,1/-1,3,U,0/0,-3,P,2/0,-2,L,0/0,-1,E,2/0,0,D,0/0,1,H,0,f0,2/0,2,K,2/\
    0,3,A,0,m,1/1,-3,P,3,r0,1/1,-2,W,0,f2,0/1,-1,B,0,m,2/1,0,D,0/1,2,U,1/1,3,E,0/1,4,P,2,f0,0/\
    1,5,O,1/1,6,M,3/2,-1,U,0,r0,0/2,2,V,0,f1,0/2,6,U,0,f0,0/3,-1,R,1/3,0,I,3/3,1,J,3/\
    4,0,B,0 1 - 0,4,0 1,2,4 120132101221110012202501 000000000000000000000000";

fn carcassonne_operations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("carcassonne");
    let middle = Carcassonne::parse(Default::default(), 3, MIDDLE).unwrap();
    group.bench_function("copy", |bencher| {
        let mut copy = middle.clone();
        bencher.iter(|| black_box(&mut copy).clone_from(black_box(&middle)));
        assert_eq!(copy, middle);
    });
    group.bench_function("points if the game ended now", |bencher| {
        bencher.iter(|| assert_eq!(*black_box(&middle).final_points(), [7, 14, 16]));
    });
    for (rules, count) in [("turn-actions=split", 31), ("turn-actions=combined", 99)] {
        let rules = options::from_pairs([rules]).unwrap();
        let mut game = Carcassonne::parse(rules, 3, MIDDLE).unwrap();
        game.apply_chance(&"*V".parse().unwrap());
        let mut actions = Vec::new();
        group.bench_function(format!("{count} legal actions"), |bencher| {
            bencher.iter(|| {
                actions.clear();
                black_box(&game).legal_actions(&mut actions);
                assert_eq!(actions.len(), count);
            });
        });
    }
}

/// A round's relocations on six columns.
const RELOCATING: &str = "\
    R 1 2 0.0/0.0 1a1-b3,0a6-b7,0a9-b8,1b4-c5,0b6-c7,0b9-c9,1b11-c10,0c3-d3,0c4-d6,0c11-d10,0d1-e1,\
    0d4-e5,1d7-e7,1d9-e9,1d11-e10,1e2-f3,1e3-f4,1e8-f9 e5r,e8r a12r,b6r -/- 0 - - - 0.0.0";

fn amidakuji_bridge_operations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("amidakuji-bridge");
    let rules = options::from_pairs(["columns=6"]).unwrap();
    let relocating = AmidakujiBridge::parse(rules, 2, RELOCATING).unwrap();
    let mut actions = Vec::new();
    group.bench_function("168 legal actions", |bencher| {
        bencher.iter(|| {
            actions.clear();
            black_box(&relocating).legal_actions(&mut actions);
            assert_eq!(actions.len(), 168);
        });
    });
    let mut random = Random::new(1);
    group.bench_function("random relocation", |bencher| {
        bencher.iter(|| black_box(&relocating).random_action(&mut random, &mut actions));
    });
    let moving = AmidakujiBridge::parse(Default::default(), 2, MOVING.0).unwrap();
    let action = MOVING.1.parse().unwrap();
    let expected = AmidakujiBridge::parse(Default::default(), 2, MOVING.2).unwrap();
    group.bench_function("a move that knocks", |bencher| {
        bencher.iter(|| {
            let mut game = black_box(&moving).clone();
            game.apply(black_box(action));
            assert_eq!(game, expected);
        });
    });
}

/// Position, action and position after it.
const MOVING: (&str, &str, &str) = (
    "M 1 2 0.0/0.0 0a4-b5,0b2-c2,1b7-c8 b7x,e0r c12r,d12r -/- 0 - - - 0.0.0",
    "M:c12r",
    "E 0 2 0.0/0.0 0a4-b5,0b2-c2,1b7-c8 e0r,* b5x!,d12r -/- 0 1 - - 0.0.0",
);

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = random_playouts, determinizations, dice, perft_5, single_operations, carcassonne_operations,
        amidakuji_bridge_operations
}
criterion_main!(benches);
