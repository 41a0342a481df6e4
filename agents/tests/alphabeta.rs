//! `alphabeta` against a naive twin on full positions: the same search without pruning, table, ordering and
//! the packed board.

mod common;

use common::{after, endings, legal, positions, start};
use ludarium_agents::o_an_quan::{Found, Horizon, Limits, POINT, Search, evaluate};
use ludarium_agents::softmax::{SLACK, softmax};
use ludarium_agents::{Agent, AgentSpec};
use ludarium_engine::o_an_quan::{Duel, OAnQuan};
use ludarium_engine::{Game, Random, Turn};

const BUCKETS: usize = 1 << 12;
/// More than any value.
const ALL: i32 = 1 << 30;

/// The margin of the player `side`, in points.
fn margin(game: &OAnQuan, side: usize) -> i32 {
    let scores = game.scores();
    scores[side] - scores[1 - side]
}

/// The margin of `side` after `depth` more plies, as the evaluation sees it, in units of value.
fn naive(game: &OAnQuan, depth: u32, side: usize) -> i32 {
    let so_far = margin(game, side) * POINT;
    let Turn::Player(seat) = game.turn() else { return so_far };
    let sign = if game.side(seat) == side { 1 } else { -1 };
    if depth == 0 {
        let board = Duel::new(game).expect("a board of two players");
        return so_far + sign * evaluate(&board);
    }
    let values = legal(game).into_iter().map(|action| naive(&after(game, action), depth - 1, side));
    if sign == 1 { values.max() } else { values.min() }.expect("a seat to act has an action")
}

fn search(game: &OAnQuan, depth: u32, slack: i32) -> Found {
    let limits = Limits { depth, nodes: u64::MAX };
    let mut search = Search::new(game, Horizon::Evaluated, BUCKETS).expect("two players");
    search.find(game, limits, slack).expect("a game that is not over")
}

fn seat(game: &OAnQuan) -> u8 {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    seat.0
}

const RULES: [&str; 6] = [
    "",
    "quan-non=0",
    "quiet-limit=3",
    "turn-limit=12",
    "quan-cell-dan=owner end=cells quan-value=7",
    "empty-quan-gap=no quanless-cells=closed start-dan=2 quiet-limit=5",
];

/// The value of every action is the twin's; without slack that of the best.
#[test]
fn values_are_those_of_plain_minimax() {
    let mut compared = 0;
    for rules in RULES {
        for (number, game) in positions(&start(2, rules), 60).enumerate() {
            let depth = [1, 2, 3, 4][number % 4];
            let side = usize::from(seat(&game));
            let before = margin(&game, side) * POINT;
            let found = search(&game, depth, ALL);
            for valued in &found.turns {
                let next = after(&game, Duel::action(valued.turn, side as u8));
                assert!(valued.is_exact);
                assert_eq!(
                    valued.value + before,
                    naive(&next, depth - 1, side),
                    "turn {} to depth {depth} in {game} under {rules}",
                    valued.turn
                );
                compared += 1;
            }
            let best = search(&game, depth, 0).turns[0];
            assert_eq!(best.value, found.turns[0].value, "depth {depth} in {game} under {rules}");
        }
    }
    assert!(compared > 1500, "{compared} values");
}

/// Where the game ends within sight, the value is exact, and the bounds from both sides meet in it.
#[test]
fn endings_are_solved() {
    let mut solved = 0;
    for rules in
        ["turn-limit=9", "quiet-limit=2 turn-limit=14 quan-non=0", "quan-non=0 start-dan=2"]
    {
        for game in endings(&start(2, rules), 5, 40) {
            let side = usize::from(seat(&game));
            let exact = naive(&game, 8, side) / POINT - margin(&game, side);
            let found = search(&game, 8, 0);
            if !found.is_final {
                continue;
            }
            assert_eq!(found.turns[0].value, exact * POINT, "{game} under {rules}");
            let reaches = |horizon, points| {
                let mut search = Search::new(&game, horizon, BUCKETS).expect("two players");
                search.reaches(&game, points, 8).expect("a game that is not over")
            };
            assert!(reaches(Horizon::Worst, exact) && !reaches(Horizon::Best, exact + 1), "{game}");
            solved += 1;
        }
    }
    assert!(solved > 40, "{solved} endings");
}

/// What is proved with a near horizon holds with a far one: bounds from both sides close in on each other.
#[test]
fn bounds_never_cross() {
    for rules in ["", "quan-non=0", "start-dan=1"] {
        for game in positions(&start(2, rules), 12) {
            let proved = |horizon, depth| {
                let mut search = Search::new(&game, horizon, BUCKETS).expect("two players");
                (-60..=60)
                    .filter(|&points| search.reaches(&game, points, depth) == Some(true))
                    .count()
            };
            let bounds = [2, 4, 6]
                .map(|depth| [Horizon::Worst, Horizon::Best].map(|horizon| proved(horizon, depth)));
            for [[least, most], [later_least, later_most]] in
                [[bounds[0], bounds[1]], [bounds[1], bounds[2]]]
            {
                assert!(
                    least <= later_least && later_least <= later_most && later_most <= most,
                    "{bounds:?} in {game}"
                );
            }
        }
    }
}

/// No more boards are looked at than the nodes allow, and equal nodes give equal results.
#[test]
fn the_budget_holds_and_decides_alone() {
    for game in positions(&start(2, ""), 40) {
        for nodes in [1, 30, 1000, 20_000] {
            let run = || {
                let mut search =
                    Search::new(&game, Horizon::Evaluated, BUCKETS).expect("two players");
                search.find(&game, Limits { depth: 99, nodes }, 0).expect("a game that is not over")
            };
            let (found, again) = (run(), run());
            assert_eq!((&found.turns, found.nodes), (&again.turns, again.nodes));
            let first_ply = legal(&game).len() as u64;
            assert!(found.nodes <= nodes.max(first_ply) + 11, "{} of {nodes}", found.nodes);
            assert!(found.depth >= 1);
        }
    }
}

/// With slack every action is exact that is less than so much worse; the others are bounded from above.
#[test]
fn slack_says_what_is_exact() {
    let slack = 4 * POINT;
    let mut bounded = 0;
    for game in positions(&start(2, ""), 40) {
        let (some, all) = (search(&game, 4, slack), search(&game, 4, ALL));
        let best = all.turns[0].value;
        for valued in &some.turns {
            let exact =
                all.turns.iter().find(|other| other.turn == valued.turn).expect("the same turns");
            if exact.value > best - slack {
                assert!(valued.is_exact);
                assert_eq!(valued.value, exact.value, "{game}");
            } else {
                assert!(exact.value <= valued.value && valued.value <= best - slack, "{game}");
                bounded += usize::from(!valued.is_exact);
            }
        }
    }
    assert!(bounded > 40, "{bounded} bounds");
}

/// Chances fall by the exponential of what is missing, and what is missing too much has none.
#[test]
fn softmax_draws_by_value() {
    let values = [5.0, 3.0, 5.0 - 2.0 * SLACK, 4.0, 5.0 - 2.0 * SLACK + 0.001];
    let random = &mut Random::new(3);
    let mut drawn = [0_u32; 5];
    let draws = 200_000;
    for _ in 0..draws {
        drawn[softmax(&values, 2.0, random)] += 1;
    }
    assert_eq!(drawn[2], 0);
    let weights = [0.0, -1.0, f64::NEG_INFINITY, -0.5, -SLACK].map(f64::exp);
    let sum: f64 = weights.iter().sum();
    for (drawn, weight) in drawn.iter().zip(weights) {
        let expected = f64::from(draws) * weight / sum;
        assert!(
            (f64::from(*drawn) - expected).abs() <= 4.0 * expected.sqrt(),
            "{drawn}, not {expected}"
        );
    }
}

/// With next to no temperature the best action is played, with much of it others too.
#[test]
fn temperature_chooses_among_values() {
    // Not the start, which is its own image in the mirror: there every value comes twice.
    let game = after(&start(2, ""), "A1-".parse().expect("an action"));
    let chosen = |spec: &str, seed| {
        let spec: AgentSpec = spec.parse().expect("a spec");
        let mut agent: Box<dyn Agent<OAnQuan>> = spec.build(&game).expect("two players");
        agent.choose(&game, &legal(&game), &mut Random::new(seed)).expect("an action")
    };
    let best = chosen("alphabeta:depth=3", 0);
    let mut others = 0;
    for seed in 0..50 {
        assert_eq!(chosen("alphabeta:depth=3,temperature=0.01", seed), best);
        others += usize::from(chosen("alphabeta:depth=3,temperature=10", seed) != best);
    }
    assert!(others > 20, "{others} of 50");
}

/// Where it cannot play, it says so.
#[test]
fn other_games_are_refused() {
    let spec: AgentSpec = "alphabeta".parse().expect("a spec");
    assert_eq!(spec.to_string(), "alphabeta:nodes=1000000");
    for game in [start(3, ""), start(2, "direction=lift")] {
        let error = spec.build(&game).err().expect("refused").to_string();
        let reason = "it plays o-an-quan alone, with two players and direction=turn";
        assert_eq!(error, format!("agent `alphabeta` cannot play o-an-quan: {reason}"));
    }
}
