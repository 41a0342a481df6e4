//! Carcassonne against its rules text: worked examples, golden records, exact counts, averages and
//! exact probabilities of random play, what a reader refuses, the table of tiles, the picture, the
//! laws of all games with the bounds of this one, and a slow twin that finds every feature anew by
//! flood fill. One module a kind of evidence; the figures are in `data/carcassonne/`.

mod common;

#[path = "carcassonne/averages.rs"]
mod averages;
#[path = "carcassonne/counts.rs"]
mod counts;
#[path = "carcassonne/laws.rs"]
mod laws;
#[path = "carcassonne/picture.rs"]
mod picture;
#[path = "carcassonne/reading.rs"]
mod reading;
#[path = "carcassonne/replays.rs"]
mod replays;
#[path = "carcassonne/tiles.rs"]
mod tiles;
#[path = "carcassonne/twin.rs"]
mod twin;

use common::{legal, lines, play, played, require};
use ludarium_engine::carcassonne::{
    Carcassonne, Farmers, FieldScoring, Rules, SmallCity, TurnActions,
};
use ludarium_engine::{Game, NotationError, options};
use proptest::prelude::*;

/// Rule options as the data files write them: `default`, or `option=value` pairs between spaces.
fn rules(text: &str) -> Rules {
    options::from_pairs(text.split_whitespace().filter(|&word| word != "default"))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(rules: Rules, players: u8) -> Carcassonne {
    Carcassonne::new(rules, players).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads a position for as many players as it has scores.
fn read(rules: Rules, text: &str) -> Result<Carcassonne, NotationError> {
    let scores = text.split(' ').nth(3).unwrap_or_default();
    let players = scores.split(',').count().clamp(2, 5) as u8;
    Carcassonne::parse(rules, players, text)
}

fn position(rules: Rules, text: &str) -> Carcassonne {
    read(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Any rule options for any number of players.
fn any_start() -> impl Strategy<Value = Carcassonne> {
    let turn_actions = prop_oneof![Just(TurnActions::Split), Just(TurnActions::Combined)];
    let farmers = prop_oneof![Just(Farmers::On), Just(Farmers::Off)];
    let field_scoring = prop_oneof![
        Just(FieldScoring::PerField),
        Just(FieldScoring::OncePerPlayer),
        Just(FieldScoring::PerCity),
    ];
    let small_city = prop_oneof![Just(SmallCity::Full), Just(SmallCity::Half)];
    let options = (turn_actions, farmers, field_scoring, small_city, 1..=8_u8);
    (options, 2..=5_u8).prop_map(
        |((turn_actions, farmers, field_scoring, small_city, meeples), players)| {
            start(Rules { turn_actions, farmers, field_scoring, small_city, meeples }, players)
        },
    )
}
