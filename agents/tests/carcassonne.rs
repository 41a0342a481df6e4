//! Agents in Carcassonne: through draws, with two decisions a turn, and with what its evaluation says.

mod common;

use common::uct::{assert_all_same, assert_same_as_twin, settings};
use common::{after, agent, decisions_of_a_game, endings, legal, play, positions};
use ludarium_agents::evaluate::{CarcassonneWeights, WIN, worth};
use ludarium_agents::mcts::Mcts;
use ludarium_agents::{Agent, AgentSpec, Evaluate, payoffs};
use ludarium_engine::carcassonne::{Carcassonne, Rules};
use ludarium_engine::{Game, Random, Seat, Turn, event, options};

fn start(players: u8, rules: &str) -> Carcassonne {
    let rules: Rules = options::from_pairs(rules.split_whitespace()).unwrap();
    Carcassonne::new(rules, players).unwrap()
}

fn position(text: &str) -> Carcassonne {
    Carcassonne::parse(Rules::default(), 2, text).unwrap()
}

fn mover(game: &Carcassonne) -> usize {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    seat.index()
}

/// The tile in hand, the cloister and the meeples of the worked example of final scoring.
const LAST_TILE: &str = "0,-1,B,0,m,0/0,0,D,0/0,1,F,1,c0,0/1,-1,E,1,f0,1/1,0,U,1,r0,1 0 V 10,8 5,5 \
     000000000000000000000000 231341132333232313217841";

#[test]
fn evaluation_is_points_now_and_meeples() {
    let weights = CarcassonneWeights { meeple: 1.0, meeple_early: 2.0 };
    // Nothing to score; seven meeples at three points each.
    assert_eq!(start(2, "").evaluate(&weights).to_vec(), [21.0, 21.0]);
    assert_eq!(start(5, "meeples=1").evaluate(&weights).to_vec(), [3.0; 5]);

    // Before a draw: 10 points, 3 for the city, 4 for the cloister and 5 meeples against 8 points, 2
    // for the road and 5 meeples; one tile of 71 is left.
    let game = position(
        &LAST_TILE
            .replace(" V ", " - ")
            .replace("000000000000000000000000", "000000000000000000000100"),
    );
    let meeple = 1.0 + 2.0 / 71.0;
    assert_eq!(game.evaluate(&weights).to_vec(), [17.0 + 5.0 * meeple, 10.0 + 5.0 * meeple]);

    // The last tile is placed: the best claim is its road, which then scores.
    let placed = after(&position(LAST_TILE), "0,-2,0".parse().unwrap());
    assert_eq!(placed.evaluate(&weights).to_vec(), [19.0 + 4.0, 10.0 + 5.0]);
    assert_eq!(worth(&placed, &weights, 0), 9.0 + WIN);
    let over = after(&placed, "r0".parse().unwrap());
    assert_eq!((over.turn(), worth(&over, &weights, 0)), (Turn::Over, 9.0 + WIN));
}

/// The best turn there is, by the evaluation after its second decision.
fn best_turn(game: &Carcassonne) -> f32 {
    let seat = mover(game);
    let weights = CarcassonneWeights::default();
    let placed = legal(game).into_iter().map(|tile| after(game, tile));
    placed
        .flat_map(|placed| legal(&placed).into_iter().map(move |claim| after(&placed, claim)))
        .map(|turned| worth(&turned, &weights, seat))
        .fold(f32::NEG_INFINITY, f32::max)
}

/// Placing for the sake of the claim to come: two greedy decisions are a greedy turn.
#[test]
fn greedy_takes_the_best_turn() {
    let mut turns = 0;
    for players in 2..=5 {
        let tiles = |game: &Carcassonne| game.claims().next().is_none();
        for game in decisions_of_a_game(&start(players, ""), 3).into_iter().filter(tiles) {
            let mut turned = game.clone();
            for _ in 0..2 {
                let legal = legal(&turned);
                let random = &mut Random::new(1);
                let action = agent("greedy", &turned).choose(&turned, &legal, random).unwrap();
                turned.apply(action);
            }
            let found = worth(&turned, &CarcassonneWeights::default(), mover(&game));
            assert_eq!(found, best_turn(&game), "{turned} from {game}");
            turns += 1;
        }
    }
    assert!(turns > 260, "{turns} turns");
}

#[test]
fn searches_are_those_of_the_twin() {
    for (players, rules) in [(2, ""), (3, "farmers=off"), (2, "turn-actions=combined")] {
        let start = start(players, rules);
        for (seed, (game, iterations)) in (0..).zip(positions(&start, 3).zip([1, 2, 100])) {
            assert_same_as_twin(&game, settings(&format!("iterations={iterations}")), seed);
        }
        let late: Vec<Carcassonne> = endings(&start, 12, 12).collect();
        assert_all_same(&start, &late, 40, 25);
        let last: Vec<Carcassonne> = endings(&start, 5, 12).collect();
        assert_all_same(&start, &last, 200, 25);
    }
    let start = start(5, "");
    let anywhere: Vec<Carcassonne> = positions(&start, 8).collect();
    assert_all_same(&start, &anywhere, 20, 5);
}

/// The expected payoff of `side` when both sides of two maximize their own.
fn exact(game: &Carcassonne, side: usize) -> f64 {
    match game.turn() {
        Turn::Over => payoffs(&game.ranks())[side],
        Turn::Chance => {
            let mut outcomes = Vec::new();
            assert!(game.chance_outcomes(&mut outcomes));
            let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
            let value = |(draw, weight)| {
                let mut next = game.clone();
                next.apply_chance(&draw);
                f64::from(weight) * exact(&next, side)
            };
            outcomes.into_iter().map(value).sum::<f64>() / f64::from(total)
        }
        Turn::Player(Seat(seat)) => {
            let values = legal(game).into_iter().map(|action| exact(&after(game, action), side));
            if usize::from(seat) == side {
                values.fold(0.0, f64::max)
            } else {
                values.fold(1.0, f64::min)
            }
        }
    }
}

/// With at most one tile to draw a turn can be searched through.
#[test]
fn mcts_solves_the_last_turns() {
    let mut decisive = 0;
    for seed in 0..60 {
        let decisions = decisions_of_a_game(&start(2, "meeples=8"), seed);
        let last = decisions.iter().rposition(|game| game.tiles_left() == u32::from(seed % 4 == 0));
        let Some(game) = last.and_then(|last| decisions.get(last.saturating_sub(1))) else {
            continue;
        };
        let side = mover(game);
        let values =
            legal(game).into_iter().map(|action| (action, exact(&after(game, action), side)));
        let values: Vec<_> = values.collect();
        let best = values.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        if values.iter().all(|&(_, value)| value > best - 0.2) {
            continue; // hardly anything hangs on the choice
        }
        decisive += 1;
        let mut searcher = Mcts::new(settings("iterations=20000"));
        let action = searcher.search(game, &mut Random::new(seed));
        let found = values.iter().find(|(other, _)| *other == action).expect("a legal action").1;
        assert!(found > best - 0.05, "{action} in {game}: {values:?}");
        let value = f64::from(searcher.report().values.unwrap()[side]);
        assert!((value - best).abs() < 0.08, "{value} for {best} in {game}");
    }
    assert!(decisive >= 5, "the choice matters in only {decisive} endings");
}

/// Mean payoff of `one` against `other`, each pair of matches on the same draws.
fn duel(one: &str, other: &str, pairs: u64) -> f64 {
    let share = |seed| {
        let (as_first, as_second) =
            (play(&start(2, ""), &[one, other], seed), play(&start(2, ""), &[other, one], seed));
        as_first.1[0] + as_second.1[1]
    };
    (0..pairs).map(share).sum::<f64>() / (2 * pairs) as f64
}

/// The limits lie many standard errors below what is measured.
#[test]
fn who_knows_more_wins_more() {
    for (one, other, pairs, least) in [
        ("greedy", "random", 50, 0.97),
        ("mcts:iterations=100", "random", 10, 0.80),
        ("mcts:iterations=200", "mcts:iterations=10", 12, 0.70),
    ] {
        let share = duel(one, other, pairs);
        assert!(share > least, "{one} against {other}: {share}");
    }
}

#[test]
fn every_agent_plays_whole_games_with_any_number_of_players() {
    let specs = ["random", "greedy", "mcts:iterations=20"];
    for (players, rules) in [(2, "turn-actions=combined"), (3, ""), (4, "farmers=off"), (5, "")] {
        let seats: Vec<&str> = specs.into_iter().cycle().take(usize::from(players)).collect();
        let (actions, payoffs) = play(&start(players, rules), &seats, 1);
        assert!(actions.len() >= 69, "{} actions", actions.len());
        assert!(payoffs[1] > payoffs[0], "greedy before random: {payoffs:?}");
    }
}

/// Draws make a tree of chance, which minimax does not search.
#[test]
fn minimax_refuses() {
    let refusal = "minimax:depth=2".parse::<AgentSpec>().unwrap().build(&start(2, "")).err();
    assert!(refusal.is_some_and(|error| error.to_string().contains("without chance")));
}

/// A meeple that scores and comes back at once is better than one that stays for as much.
#[test]
fn greedy_completes_a_city() {
    let mut game = start(2, "");
    event::apply_text(&mut game, "*E").unwrap();
    let choose = |game: &Carcassonne| {
        agent("greedy", game).choose(game, &legal(game), &mut Random::new(1)).unwrap()
    };
    let tile = choose(&game);
    assert_eq!(tile.to_string(), "0,1,2");
    assert_eq!(choose(&after(&game, tile)).to_string(), "c0");
}
