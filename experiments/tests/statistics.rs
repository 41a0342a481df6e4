//! The intervals of a tournament hold what they promise.

use ludarium_agents::AgentSpec;
use ludarium_engine::Game;
use ludarium_engine::o_an_quan::{OAnQuan, Rules};
use ludarium_experiments::arena::{Arena, Format, Schedule};
use ludarium_experiments::stats::{Estimate, Standings, Tally};

/// Plays a tournament in memory.
fn tournament(entrants: &[&str], players: u8, groups: u64, seed: u64) -> Standings {
    let start = OAnQuan::new(Rules::default(), players).unwrap();
    let specs: Vec<AgentSpec> = entrants.iter().map(|spec| spec.parse().unwrap()).collect();
    let schedule = Schedule::new(Format::RoundRobin, specs.len(), start.sides(), groups).unwrap();
    let mut tally = Tally::new(&schedule, specs.len(), start.sides());
    let mut arena = Arena::new(&start, seed, 4);
    for number in 0..schedule.matches() {
        let pairing = schedule.pairing(number);
        let seated: Vec<&AgentSpec> = pairing.entrants.iter().map(|&one| &specs[one]).collect();
        let outcome = arena.play(number, pairing.group, &seated, |_, _| {}).unwrap();
        tally.push(&pairing, &outcome);
    }
    tally.standings()
}

fn holds(estimate: Estimate, truth: f64) -> bool {
    estimate.interval.is_some_and(|interval| (interval.low..=interval.high).contains(&truth))
}

/// Two equal agents have a payoff of exactly 1/2 each and an Elo difference of 0. Of 1,000
/// tournaments, 95 % of the intervals must hold it: 931 to 967 with 99 % probability.
#[test]
fn intervals_cover_what_they_promise() {
    let (mut payoffs, mut elos, mut runs) = (0, 0, 0);
    for seed in 0..1000 {
        let standings = tournament(&["random", "random"], 2, 40, seed);
        payoffs += u32::from(holds(standings.entrants[0].payoff, 0.5));
        elos += u32::from(holds(standings.duels[0].elo.unwrap(), 0.0));
        runs += 1;
    }
    assert_eq!(runs, 1000);
    assert!((931..=967).contains(&payoffs), "{payoffs} of 1000 intervals held the payoff");
    assert_eq!(elos, payoffs, "the Elo interval is the payoff's, transformed");
}

/// The score of a seat, against its mean over many more games; groups of all rotations are the
/// units, so the matches of a group may depend on one another.
#[test]
fn intervals_of_scores_cover_the_mean() {
    let truth = tournament(&["random", "random", "random"], 3, 40_000, 1_000_000).sides[0].score;
    let held = (0..1000)
        .filter(|&seed| {
            let standings = tournament(&["random", "random", "random"], 3, 40, seed);
            holds(standings.sides[0].score, truth.value)
        })
        .count();
    assert!((928..=970).contains(&held), "{held} of 1000 intervals held the mean score");
}

/// Nobody gains or loses by the schedule: payoffs add up, sides and entrants alike.
#[test]
fn payoffs_add_up() {
    for players in 2..=4 {
        let standings = tournament(&["random", "greedy", "random"], players, 30, 3);
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let of_sides: Vec<f64> = standings.sides.iter().map(|side| side.payoff.value).collect();
        let of_entrants: Vec<f64> = standings.entrants.iter().map(|one| one.payoff.value).collect();
        assert!((mean(&of_sides) - 0.5).abs() < 1e-12, "{of_sides:?}");
        assert!((mean(&of_entrants) - 0.5).abs() < 1e-12, "{of_entrants:?}");
    }
}

/// Agents without randomness from one start play one match over and over, and that is noticed.
#[test]
fn repeated_matches_are_counted_once() {
    let start = OAnQuan::new(Rules::default(), 2).unwrap();
    let spec: AgentSpec = "minimax:depth=2".parse().unwrap();
    let schedule = Schedule::new(Format::RoundRobin, 1, 2, 10).unwrap();
    let distinct = |opening_plies| {
        let mut tally = Tally::new(&schedule, 1, 2);
        let mut arena = Arena::new(&start, 1, opening_plies);
        for number in 0..20 {
            let pairing = schedule.pairing(number);
            let outcome = arena.play(number, pairing.group, &[&spec, &spec], |_, _| {}).unwrap();
            tally.push(&pairing, &outcome);
        }
        tally.standings().distinct
    };
    assert_eq!(distinct(0), 1);
    assert_eq!(distinct(4), 10, "both rotations of a group go the same way, groups differ");
}
