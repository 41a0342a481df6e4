//! How fast matches are run: what a match costs beyond the playing itself.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludarium_agents::AgentSpec;
use ludarium_engine::Game;
use ludarium_engine::o_an_quan::{OAnQuan, Rules};
use ludarium_experiments::arena::{Arena, Schedule};
use ludarium_experiments::output::csv::Rows;
use ludarium_experiments::stats::Tally;
use std::hint::black_box;
use std::time::Duration;

const GROUPS: u64 = 500;

/// Random against random on one thread: streams, agents, matches, rows and statistics.
fn random_matches(criterion: &mut Criterion) {
    let start = OAnQuan::new(Rules::default(), 2).unwrap();
    let random: AgentSpec = "random".parse().unwrap();
    let schedule = Schedule::round_robin(2, 2, GROUPS).unwrap();
    let mut arena = Arena::new(&start, 1, 4);
    let mut group = criterion.benchmark_group("matches");
    group.throughput(Throughput::Elements(2 * GROUPS));
    group.bench_function("random, with rows and statistics", |bencher| {
        bencher.iter(|| {
            let (mut rows, mut tally) = (Rows::default(), Tally::new(&schedule, 2, 2));
            for number in 0..2 * GROUPS {
                let pairing = schedule.pairing(black_box(number));
                let seated = [&random, &random];
                let outcome = arena.play(number, pairing.group, &seated, |_, _| {}).unwrap();
                rows.push(&[0, 1], number, &pairing, &outcome);
                tally.push(&pairing, &outcome);
            }
            assert_eq!(rows.seats.iter().filter(|&&byte| byte == b'\n').count(), 2000);
            assert_eq!(tally.standings().entrants[0].results.wins, 478);
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = random_matches
}
criterion_main!(benches);
