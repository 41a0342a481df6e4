//! Agents in a game with chance, teams and hidden cards.

mod common;
#[path = "../../engine/tests/toy/mod.rs"]
mod toy;

use common::flat;
use common::uct::{
    Twin, assert_all_same, assert_same_as_twin, assert_within, determinized, mixed_settings,
    settings, single_settings,
};
use common::{agent, decisions_of_a_game, expected, legal, payoff_of, play};
use ludarium_agents::AgentSpec;
use ludarium_agents::evaluate::Evaluate;
use ludarium_engine::{Event, Game, OptionInfo, Options, PerSide, Random, Turn};
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

    /// Between the tricks, for the sake of the searches that stop there.
    fn is_settled(&self) -> bool {
        let scores = self.scores();
        self.turn() == Turn::Chance && scores[0] + scores[1] > 0
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
/// full position: it forgets what its seat cannot see, however it searches.
#[test]
fn hidden_cards_have_no_part_in_a_choice() {
    let start = start();
    let searches = single_settings(&start, 60).into_iter();
    let searches = searches.chain(mixed_settings(&start, 60, 1).take(40));
    let mut specs: Vec<String> =
        searches.map(|text| format!("mcts:{}", text.trim().replace(' ', ","))).collect();
    specs.extend(["greedy", "random", "flat:playouts=60"].map(ToString::to_string));
    let mut swapped = 0;
    for (game, view) in choices(12) {
        let other = determinized(&view, &mut Random::new(8));
        swapped += u32::from(other != game);
        for spec in &specs {
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
    let differing = choices(12).filter(|(game, view)| {
        let other = determinized(view, &mut Random::new(8));
        let values = |full: TwoTricks| {
            let mut twin = Twin::new(settings("iterations=200"));
            twin.search_on(view, &mut Random::new(3), |_| full).values
        };
        values(*game) != values(other)
    });
    assert!(differing.count() > 20);
}

/// With other cards in every iteration, the tree merges what is legal in each; so does the twin. The
/// iterations of a vote need not divide evenly.
#[test]
fn searches_are_those_of_the_twin() {
    let views: Vec<TwoTricks> = choices(30).map(|(_, view)| view).collect();
    for iterations in [1, 30, 300] {
        assert_all_same(&start(), &views, iterations, 40);
    }
    assert_eq!(settings("iterations=1 hidden=pimc").determinizations, Some(1));
    // Few votes are often equal.
    for (seed, view) in (0..).zip(&views) {
        for text in
            ["iterations=1", "iterations=2", "iterations=4", "iterations=6 determinizations=2"]
        {
            assert_same_as_twin(view, settings(&format!("hidden=pimc {text}")), seed);
        }
    }
}

/// The events of a random game, each with the position before it.
fn course(seed: u64) -> Vec<(TwoTricks, Event<TwoTricks>)> {
    let (mut game, mut random) = (start(), Random::new(seed));
    let mut events = Vec::new();
    while game.turn() != Turn::Over {
        let before = game;
        let event = match game.turn() {
            Turn::Chance => Event::Chance(game.sample_chance(&mut random)),
            _ => Event::Action(game.random_action(&mut random, &mut Vec::new())),
        };
        event.apply_to(&mut game).unwrap();
        events.push((before, event));
    }
    events
}

/// All positions that the seat to act cannot tell apart after these events: the same play from any deal
/// from which it is legal and looks the same.
fn consistent(events: &[(TwoTricks, Event<TwoTricks>)], view: &TwoTricks) -> Vec<TwoTricks> {
    let Turn::Player(seat) = view.turn() else { unreachable!("decisions are a seat's") };
    let mut deals = Vec::new();
    assert!(start().chance_outcomes(&mut deals));
    let replayed = |(deal, _): (_, u32)| {
        let mut game = start();
        game.apply_chance(&deal);
        let played = events[1..].iter().try_for_each(|(_, event)| event.apply_to(&mut game));
        let mut seen = game;
        seen.hide_from(seat);
        (played.is_ok() && seen == *view).then_some(game)
    };
    deals.into_iter().filter_map(replayed).collect()
}

/// At every decision of the second trick and at the last one of the first: what is chosen is best by the
/// mean over all deals that fit, wherever that does not hang on what others do later.
#[test]
fn choices_are_best_by_the_mean_over_all_deals() {
    let (mut exact, mut decisive) = (0, 0);
    for seed in 0..60 {
        let events = course(seed);
        for (number, (game, _)) in events.iter().enumerate() {
            let Turn::Player(seat) = game.turn() else { continue };
            if legal(game).len() < 2 || number < 5 {
                continue;
            }
            let mut view = *game;
            view.hide_from(seat);
            let deals = consistent(&events[..number], &view);
            assert!(deals.contains(game));
            for payoff in ["", "payoff=margin"] {
                let expected = expected(&view, &deals, payoff_of(payoff));
                let of_most = expected.iter().map(|e| e.1[0]).fold(0.0, f64::max);
                exact += u32::from(expected.iter().all(|e| e.1[0] == e.1[1]));
                decisive += u32::from(expected.iter().any(|e| e.1[1] < of_most - 0.05));
                for also in ["", "final=max", "rave=50", "urgency=0.3 bias=1", "playout=greedy"] {
                    let text = format!("iterations=4000 {payoff} {also}");
                    assert_within(&view, &expected, &text, 0.04);
                }
            }
        }
    }
    assert!(exact > 40 && decisive > 30, "{exact} exact, {decisive} decisive");
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
