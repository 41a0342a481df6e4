//! Agents in a game with chance, teams and hidden cards.

mod common;
#[path = "../../engine/tests/toy/mod.rs"]
mod toy;

use common::flat;
use common::uct::{Twin, assert_same_as_twin, determinized};
use common::{agent, decisions_of_a_game, legal, play};
use ludarium_agents::AgentSpec;
use ludarium_agents::evaluate::Evaluate;
use ludarium_agents::mcts::{Hidden, Settings};
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Random, Turn};
use serde::{Deserialize, Serialize};
use toy::TwoTricks;

/// The evaluation of Two Tricks has nothing to weigh: it is the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(unreachable_pub, reason = "it is the associated type of a public trait")]
pub struct NoWeights {}

impl Options for NoWeights {
    const TABLE: &'static [OptionInfo] = &[];
}

impl Evaluate for TwoTricks {
    type Weights = NoWeights;

    const MARGIN: f32 = 2.0;

    fn evaluate(&self, _: &NoWeights) -> PerSide<f32> {
        let scores = self.scores();
        PerSide::from_fn(scores.len(), |side| scores[side] as f32)
    }
}

fn start() -> TwoTricks {
    TwoTricks::new(toy::Rules::default(), 4).unwrap()
}

/// Decisions with a choice, each with the view of the seat to act.
fn choices(games: u64) -> impl Iterator<Item = (TwoTricks, TwoTricks)> {
    let decisions = (0..games).flat_map(|seed| decisions_of_a_game(&start(), seed));
    decisions.filter(|game| legal(game).len() > 1).map(|game| {
        let Turn::Player(seat) = game.turn() else { unreachable!("decisions are a seat's") };
        let mut view = game;
        view.hide_from(seat);
        (game, view)
    })
}

#[test]
fn minimax_refuses_a_game_with_chance_or_hidden_information() {
    let refusal = "minimax:depth=2".parse::<AgentSpec>().unwrap().build(&start()).err();
    assert_eq!(
        refusal.unwrap().to_string(),
        "agent `minimax` cannot play two-tricks: \
         it searches only games without chance and hidden information"
    );
}

/// The match loop gives each agent its view only, and holds every action against the rules.
#[test]
fn all_others_play_whole_matches_on_their_views() {
    let specs =
        ["mcts:iterations=20,hidden=pimc", "greedy", "flat:playouts=20", "mcts:iterations=300"];
    for first in 0..specs.len() {
        let mut seats = specs;
        seats.rotate_left(first);
        for seed in 0..25 {
            let (actions, _) = play(&start(), &seats, seed);
            assert!(actions.len() <= 10, "{actions:?}");
        }
    }
}

/// Whatever is dealt to the others, the choice is the same, even for a searcher that was handed the
/// full position: it forgets what its seat cannot see.
#[test]
fn hidden_cards_have_no_part_in_a_choice() {
    let mut swapped = 0;
    for (game, view) in choices(12) {
        let other = determinized(&view, &mut Random::new(8));
        swapped += u32::from(other != game);
        for spec in
            ["greedy", "flat:playouts=60", "mcts:iterations=200", "mcts:iterations=200,hidden=pimc"]
        {
            let choice = |game: &TwoTricks| {
                let mut agent = agent(spec, game);
                let action = agent.choose(game, &legal(game), &mut Random::new(3)).unwrap();
                (action, agent.report())
            };
            assert_eq!(choice(&game), choice(&view), "{spec} in {game}");
            assert_eq!(choice(&other), choice(&view), "{spec} in {game} and {other}");
        }
    }
    assert!(swapped > 20, "only {swapped} positions where something could be seen");
}

/// The test above can fail: a search that plays on the full position has other values in many.
#[test]
fn peeking_would_show() {
    let settings = Settings { iterations: 200, ..Settings::default() };
    let differing = choices(12).filter(|(game, view)| {
        let other = determinized(view, &mut Random::new(8));
        let values =
            |full: TwoTricks| Twin::search(view, settings, &mut Random::new(3), |_| full).1;
        values(*game) != values(other)
    });
    assert!(differing.count() > 20);
}

/// With other cards in every iteration, the tree merges what is legal in each; so does the twin.
#[test]
fn statistics_are_those_of_naive_uct() {
    for (seed, (_, view)) in (0..).zip(choices(12)) {
        for (iterations, exploration) in [(1, 0.5), (30, 0.5), (600, 0.9)] {
            assert_same_as_twin(
                &view,
                Settings { iterations, exploration, ..Settings::default() },
                seed,
            );
        }
    }
}

/// Each tree of a vote is a search of one determinization; the iterations need not divide evenly.
#[test]
fn votes_are_those_of_naive_uct() {
    for (seed, (_, view)) in (0..).zip(choices(12)) {
        for (iterations, count) in [(1, 1), (40, 7), (600, 20)] {
            let settings = Settings {
                iterations,
                hidden: Some(Hidden::Pimc),
                determinizations: Some(count),
                ..Settings::default()
            };
            assert_same_as_twin(&view, settings, seed);
        }
    }
}

/// All actions of a round are played on the same determinization.
#[test]
fn flat_choices_are_those_of_the_twin() {
    for (seed, (_, view)) in (0..).zip(choices(12)) {
        for playouts in [1, 7, 200] {
            flat::assert_same_as_twin(&view, playouts, seed);
        }
    }
}

/// Both seats of a team play by the same spec, and the teams change places. The game is mostly luck:
/// some 60 % is all there is to win, and the standard error is about 1 %.
#[test]
fn mcts_beats_random() {
    let (search, random) = ("mcts:iterations=100", "random");
    let matches = 1000;
    let mut total = 0.0;
    for seed in 0..matches {
        total += play(&start(), &[search, random, search, random], seed).1[0];
        total += play(&start(), &[random, search, random, search], seed).1[1];
    }
    let share = total / (2 * matches) as f64;
    assert!(share > 0.55, "{share}");
}
