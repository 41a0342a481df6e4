//! How fast the searches are, from the start of Ô Ăn Quan for two.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ludarium_agents::{Agent, mcts, minimax};
use ludarium_engine::o_an_quan::{OAnQuan, Rules};
use ludarium_engine::{Game, Random};
use std::hint::black_box;
use std::time::Duration;

fn start() -> OAnQuan {
    OAnQuan::new(Rules::default(), 2).unwrap()
}

/// Nodes and value are pinned: another number is another search, which may be meant.
fn minimax_depths(criterion: &mut Criterion) {
    let game = start();
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let mut group = criterion.benchmark_group("minimax");
    for (depth, nodes, value) in [(8, 61_534, 3.75), (12, 706_627, 6.0)] {
        let settings = minimax::Settings { depth: Some(depth), ..minimax::Settings::default() };
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("depth {depth}, nodes"), |bencher| {
            bencher.iter_batched_ref(
                || minimax::Minimax::new(settings),
                |searcher| {
                    let found = searcher.search(black_box(&game), &legal).1;
                    assert_eq!((found, searcher.report().nodes), (value, nodes));
                },
                BatchSize::PerIteration,
            );
        });
    }
}

fn mcts_iterations(criterion: &mut Criterion) {
    let game = start();
    let settings = mcts::Settings { iterations: 10_000, ..mcts::Settings::default() };
    let mut searcher = mcts::Mcts::new(settings);
    let mut group = criterion.benchmark_group("mcts");
    group.throughput(Throughput::Elements(10_000));
    group.bench_function("10000 iterations", |bencher| {
        bencher.iter(|| {
            let action = searcher.search(black_box(&game), &mut Random::new(1));
            assert_eq!(action.to_string(), "A2-");
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = minimax_depths, mcts_iterations
}
criterion_main!(benches);
