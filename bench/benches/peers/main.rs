//! How fast this toolkit is beside other libraries, all on one thread and in one run:
//!
//! - random games of Oware against the crate `board-game`;
//! - Monte-Carlo tree search on Kalah against the crates `mcts` and `minimax`;
//! - alpha-beta search on Kalah against the crate `minimax`;
//! - Monte-Carlo tree search on Ô Ăn Quan, against a number.
//!
//! `mcts` and `minimax` play Kalah by rules written plainly for them, as their users do. "Our rules" means
//! that the peer plays by our code, so that only the searches differ; where playouts take most of the time
//! no search can be much faster than another then. The peers draw from the fastest generator of the crate
//! `rand`, we from our own. Ours and the peer's turns alternate, each on a fresh tree or table, and medians
//! are compared: of processor time, which other programs on the machine disturb less. Every result is
//! checked.
//!
//! With `-- --require` the run fails where a ratio is below the required one. Without `--bench`, as
//! under `cargo test`, everything is run once and small.

mod mcts_peer;
mod minimax_peer;
mod oware_peer;
mod rules;

use cpu_time::ProcessTime;
use ludarium_agents::{Agent, mcts, minimax};
use ludarium_bench::houses::House;
use ludarium_bench::kalah::Kalah;
use ludarium_bench::oware::Oware;
use ludarium_engine::o_an_quan::{OAnQuan, Rules};
use ludarium_engine::{Game, Random, playout};
use std::hint::black_box;
use std::process::ExitCode;

/// How much is done.
#[derive(Clone, Copy)]
struct Scale {
    repetitions: usize,
    games: u32,
    iterations: u32,
    depth: u8,
}

const WHOLE: Scale = Scale { repetitions: 15, games: 100_000, iterations: 20_000, depth: 12 };
const SMALL: Scale = Scale { repetitions: 1, games: 2000, iterations: 2000, depth: 8 };

/// Of both searches on Kalah, for payoffs from 0 to 1: half of what the usual formula has.
const EXPLORATION: f64 = 0.5;

/// One comparison.
struct Row {
    what: &'static str,
    unit: &'static str,
    ours: f64,
    peer: Option<(&'static str, f64)>,
    /// What ours must be at least: so many times the peer, or so much where there is none.
    required: Option<f64>,
    /// Less is better.
    is_time: bool,
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        let (_, peer) = self.peer?;
        Some(if self.is_time { peer / self.ours } else { self.ours / peer })
    }

    fn is_met(&self) -> bool {
        self.required.is_none_or(|required| self.ratio().unwrap_or(self.ours) >= required)
    }

    fn print(&self) {
        let number = |value: f64| match self.is_time {
            true => format!("{value:.2}"),
            false => format!("{value:.0}"),
        };
        let or_dash = |text: Option<String>| text.unwrap_or("-".to_string());
        let met =
            if self.required.is_none() { "" } else { ["NO", "yes"][usize::from(self.is_met())] };
        println!(
            "{:<34} {:<12} {:>12} {:<18} {:>12} {:>7} {:>9} {met}",
            self.what,
            self.unit,
            number(self.ours),
            self.peer.map_or("-", |peer| peer.0),
            or_dash(self.peer.map(|peer| number(peer.1))),
            or_dash(self.ratio().map(|ratio| format!("{ratio:.2}"))),
            or_dash(self.required.map(|required| required.to_string())),
        );
    }
}

/// Seconds of processor time that `work` takes. What it returns is checked and dropped when the clock stands.
fn seconds<T>(work: impl FnOnce() -> T, check: impl FnOnce(T)) -> f64 {
    let start = ProcessTime::now();
    let result = black_box(work());
    let seconds = start.elapsed().as_secs_f64();
    check(result);
    seconds
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// Median seconds of two things that take turns, each after one turn that does not count.
fn alternate(
    repetitions: usize,
    mut ours: impl FnMut() -> f64,
    mut peer: impl FnMut() -> f64,
) -> (f64, f64) {
    ours();
    peer();
    let (ours, peer) = (0..repetitions).map(|_| (ours(), peer())).unzip();
    (median(ours), median(peer))
}

fn oware_playouts(scale: Scale) -> Row {
    let mut random = Random::new(1);
    let mut buffer = Vec::new();
    let mut peer_random = oware_peer::generator();
    let mut totals = [oware_peer::Totals::default(); 2];
    let [total, peer_total] = &mut totals;
    let (ours, peer) = alternate(
        scale.repetitions,
        || {
            let play = || {
                let mut totals = oware_peer::Totals::default();
                for _ in 0..scale.games {
                    let mut game = black_box(Oware::START);
                    let plies = playout(&mut game, &mut random, &mut buffer);
                    let scores = game.scores();
                    totals.add(plies, scores[0], scores[1]);
                }
                totals
            };
            seconds(play, |totals| *total += totals)
        },
        || {
            seconds(
                || oware_peer::play(scale.games, &mut peer_random),
                |totals| *peer_total += totals,
            )
        },
    );
    totals[0].must_be_like(&totals[1]);
    Row {
        what: "Oware, random games",
        unit: "games/s",
        ours: f64::from(scale.games) / ours,
        peer: Some(("board-game", f64::from(scale.games) / peer)),
        required: Some(3.0),
        is_time: false,
    }
}

/// What a search of Kalah from the start must come near to: the first player is a little better off, and
/// the first two houses are not for the first move.
fn must_be_good(best: House, payoff: f64, iterations: u32) {
    assert!((0.45..0.65).contains(&payoff), "{payoff}");
    assert!(best.0 >= 2 || iterations < WHOLE.iterations, "{best}");
}

/// One search of Kalah from the start by ours.
fn our_search(iterations: u32, exploration: f64, random: &mut Random) -> f64 {
    let search = || {
        let settings = mcts::Settings { iterations, exploration, ..mcts::Settings::default() };
        let mut searcher = mcts::Mcts::<Kalah>::new(settings);
        let best = searcher.search(black_box(&Kalah::START), random);
        (searcher, best)
    };
    seconds(search, |(searcher, best)| {
        let report = Agent::report(&searcher);
        let value = f64::from(report.values.expect("a search has values")[0]);
        must_be_good(best, value, iterations);
        assert_eq!(report.nodes, u64::from(iterations));
    })
}

fn kalah_mcts(scale: Scale) -> [Row; 3] {
    rules::assert_same();
    let mut random = Random::new(1);
    let iterations = scale.iterations;
    let mut row = |name, exploration, required, peer: &mut dyn FnMut() -> f64| {
        let ours = || our_search(iterations, exploration, &mut random);
        let (ours, peer) = alternate(scale.repetitions, ours, peer);
        Row {
            what: "Kalah(6,4), MCTS from the start",
            unit: "iterations/s",
            ours: f64::from(iterations) / ours,
            peer: Some((name, f64::from(iterations) / peer)),
            required,
            is_time: false,
        }
    };
    fn by_mcts<B: mcts_peer::Board>(iterations: u32) -> f64 {
        seconds(
            || mcts_peer::search::<B>(iterations, EXPLORATION),
            |searcher| {
                let (best, value, visits) = mcts_peer::result(&searcher);
                must_be_good(best, value, iterations);
                assert_eq!(visits, u64::from(iterations));
            },
        )
    }
    let plain = row("mcts", EXPLORATION, Some(1.5), &mut || by_mcts::<rules::Plain>(iterations));
    let shared =
        row("mcts, our rules", EXPLORATION, None, &mut || by_mcts::<mcts_peer::Shared>(iterations));
    let with_minimax = row("minimax, our rules", minimax_peer::exploration(), None, &mut || {
        seconds(
            || minimax_peer::monte_carlo::<Kalah>(iterations),
            |best| must_be_good(best, 0.5, iterations),
        )
    });
    [plain, shared, with_minimax]
}

fn kalah_alpha_beta<R: rules::Rules>(
    scale: Scale,
    name: &'static str,
    required: Option<f64>,
) -> Row {
    let mut legal = Vec::new();
    Kalah::START.legal_actions(&mut legal);
    let expected = match scale.depth {
        12 => EXPECTED_12,
        _ => EXPECTED_8,
    };
    let ours = || {
        let settings =
            minimax::Settings { depth: Some(scale.depth.into()), ..minimax::Settings::default() };
        let search = || {
            let mut searcher = minimax::Minimax::new(settings);
            let found = searcher.search(black_box(&Kalah::START), &legal);
            (searcher, found)
        };
        seconds(search, |(_, (_, value))| assert_eq!(value, f32::from(expected)))
    };
    let peer = || {
        let search = || minimax_peer::alpha_beta::<R>(black_box(scale.depth));
        seconds(search, |searcher| assert_eq!(searcher.root_value(), expected))
    };
    let (ours, peer) = alternate(scale.repetitions, ours, peer);
    Row {
        what: "Kalah(6,4), alpha-beta to depth",
        unit: if scale.depth == 12 { "12, ms" } else { "8, ms" },
        ours: 1e3 * ours,
        peer: Some((name, 1e3 * peer)),
        required,
        is_time: true,
    }
}

/// Values of the start for the first player after so many plies.
const EXPECTED_8: i16 = 4;
const EXPECTED_12: i16 = 6;

fn o_an_quan_mcts(scale: Scale) -> Row {
    let start = OAnQuan::new(Rules::default(), 2).expect("the default rules are for two");
    let mut random = Random::new(1);
    let mut search = || {
        let search = || {
            let settings =
                mcts::Settings { iterations: scale.iterations, ..mcts::Settings::default() };
            let mut searcher = mcts::Mcts::new(settings);
            let best = searcher.search(black_box(&start), &mut random);
            (searcher, best)
        };
        seconds(search, |(searcher, _)| {
            let report = Agent::report(&searcher);
            let value = report.values.expect("a search has values")[0];
            assert!((0.5..0.8).contains(&value), "{value}");
            assert_eq!(report.nodes, u64::from(scale.iterations));
        })
    };
    search();
    let ours = median((0..scale.repetitions).map(|_| search()).collect());
    Row {
        what: "Ô Ăn Quan, MCTS from the start",
        unit: "iterations/s",
        ours: f64::from(scale.iterations) / ours,
        peer: None,
        required: Some(500_000.0),
        is_time: false,
    }
}

fn main() -> ExitCode {
    let is_given = |name: &str| std::env::args().any(|argument| argument == name);
    let scale = if is_given("--bench") { WHOLE } else { SMALL };
    let mut rows = vec![oware_playouts(scale)];
    rows.extend(kalah_mcts(scale));
    rows.push(kalah_alpha_beta::<rules::Plain>(scale, "minimax", Some(2.0)));
    rows.push(kalah_alpha_beta::<Kalah>(scale, "minimax, our rules", None));
    rows.push(o_an_quan_mcts(scale));
    println!(
        "{:<34} {:<12} {:>12} {:<18} {:>12} {:>7} {:>9}",
        "what", "unit", "ours", "peer", "peer's", "ratio", "required"
    );
    rows.iter().for_each(Row::print);
    let fails = is_given("--require") && !rows.iter().all(Row::is_met);
    ExitCode::from(u8::from(fails))
}
