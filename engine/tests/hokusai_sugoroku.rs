//! Hokusai's sugoroku against its rules text: worked examples, golden records, exact counts, what
//! a reader refuses, the squares of the print, the laws of all games with the bounds of this one,
//! and a slow twin that moves token by token. One module a kind of evidence; the figures are in
//! `data/hokusai-sugoroku/`.

mod common;

#[path = "hokusai_sugoroku/counts.rs"]
mod counts;
#[path = "hokusai_sugoroku/laws.rs"]
mod laws;
#[path = "hokusai_sugoroku/picture.rs"]
mod picture;
#[path = "hokusai_sugoroku/reading.rs"]
mod reading;
#[path = "hokusai_sugoroku/replays.rs"]
mod replays;
#[path = "hokusai_sugoroku/squares.rs"]
mod squares;
#[path = "hokusai_sugoroku/twin.rs"]
mod twin;

use common::{legal, lines, play, require};
use ludarium_engine::hokusai_sugoroku::{GoalRule, HokusaiSugoroku, Rules};
use ludarium_engine::{Game, NotationError, YesNo, options};
use proptest::prelude::*;

/// Rule options as the data files write them: `default`, or `option=value` pairs between spaces.
fn rules(text: &str) -> Rules {
    options::from_pairs(text.split_whitespace().filter(|&word| word != "default"))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(rules: Rules, players: u8) -> HokusaiSugoroku {
    HokusaiSugoroku::new(rules, players).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads a position for as many players as it has squares.
fn read(rules: Rules, text: &str) -> Result<HokusaiSugoroku, NotationError> {
    let squares = text.split('|').next().unwrap_or_default();
    let players = squares.split(',').count().clamp(2, 6) as u8;
    HokusaiSugoroku::parse(rules, players, text)
}

fn position(rules: Rules, text: &str) -> HokusaiSugoroku {
    read(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Any rule options for any number of players.
fn any_start() -> impl Strategy<Value = HokusaiSugoroku> {
    let yes_no = || prop_oneof![Just(YesNo::Yes), Just(YesNo::No)];
    let goal_rule =
        prop_oneof![Just(GoalRule::Printed), Just(GoalRule::Bounce), Just(GoalRule::Passing)];
    let players = (2..=6_u8).prop_flat_map(|players| (Just(players), 1..=players));
    (players, goal_rule, yes_no(), 45..=48_u8, yes_no()).prop_map(
        |((players, first_player), goal_rule, rank_all, nagatsuta, stays)| {
            start(Rules { goal_rule, rank_all, nagatsuta, stays, first_player }, players)
        },
    )
}
