//! How fast matches are run: what a match costs beyond the playing itself.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludarium_agents::AgentSpec;
use ludarium_engine::Game;
use ludarium_engine::hokusai_sugoroku::HokusaiSugoroku;
use ludarium_engine::o_an_quan::{OAnQuan, Rules};
use ludarium_experiments::arena::{Arena, Format, Plies, Schedule};
use ludarium_experiments::grid::{Grid, GridDesign, read_varied};
use ludarium_experiments::output::csv::Rows;
use ludarium_experiments::stats::Tally;
use std::hint::black_box;
use std::time::Duration;

const GROUPS: u64 = 500;

/// Random against random on one thread: streams, agents, matches, rows and statistics.
fn random_matches(criterion: &mut Criterion) {
    let start = OAnQuan::new(Rules::default(), 2).unwrap();
    let random: AgentSpec = "random".parse().unwrap();
    let schedule = Schedule::new(Format::RoundRobin, 2, 2, GROUPS).unwrap();
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
            assert_eq!(tally.standings().entrants[0].results.wins, 487);
        });
    });
}

/// A small grid on one thread: matches of every cell, all figures, and differences within groups.
fn balance(criterion: &mut Criterion) {
    let vary = ["goal-rule=printed,passing".to_string(), "players=2,6".to_string()];
    let (players, vary) = read_varied::<HokusaiSugoroku>(&vary, &[], None).unwrap();
    let design = GridDesign {
        game: HokusaiSugoroku::ID.to_string(),
        game_version: HokusaiSugoroku::VERSION,
        players,
        rules: Default::default(),
        vary,
        agents: vec!["random".to_string()],
        groups: GROUPS,
        opening_plies: Plies::NONE,
        seed: 1,
        calibrate: None,
    };
    let grid = Grid::<HokusaiSugoroku>::new(&design).unwrap();
    let mut group = criterion.benchmark_group("matches");
    group.throughput(Throughput::Elements(4 * GROUPS));
    group.bench_function("balance of the sugoroku", |bencher| {
        bencher.iter(|| {
            let (mut table, mut tallies) = (grid.table(0), grid.tallies());
            for number in 0..GROUPS {
                table.play(black_box(number), &mut tallies).unwrap();
            }
            let wins = tallies.cells[3].figures()[0];
            assert_eq!((wins.matches, wins.estimate.value), (GROUPS, 0.218));
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = random_matches, balance
}
criterion_main!(benches);
