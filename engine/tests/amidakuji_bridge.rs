//! The Amidakuji bridge game against its rules text: worked examples, golden records, exact counts,
//! averages of random play, what the readers of positions, actions and options refuse, pictures, the
//! symmetries of the board, the laws of all games with the bounds of this one, and a slow twin that walks
//! from point to point. One module a kind of evidence; the figures are in `data/amidakuji-bridge/`.

mod common;

#[path = "amidakuji_bridge/actions.rs"]
mod actions;
#[path = "amidakuji_bridge/averages.rs"]
mod averages;
#[path = "amidakuji_bridge/clauses.rs"]
mod clauses;
#[path = "amidakuji_bridge/counts.rs"]
mod counts;
#[path = "amidakuji_bridge/laws.rs"]
mod laws;
#[path = "amidakuji_bridge/picture.rs"]
mod picture;
#[path = "amidakuji_bridge/reading.rs"]
mod reading;
#[path = "amidakuji_bridge/replays.rs"]
mod replays;
#[path = "amidakuji_bridge/rule_options.rs"]
mod rule_options;
#[path = "amidakuji_bridge/symmetry.rs"]
mod symmetry;
#[path = "amidakuji_bridge/twin.rs"]
mod twin;

use common::{legal, lines, play, require};
use ludarium_engine::amidakuji_bridge::{AmidakujiBridge, Rules};
use ludarium_engine::{Game, options};

/// Rule options as the data files write them: `default`, or `option=value` pairs between spaces.
fn rules(text: &str) -> Rules {
    options::from_pairs(text.split_whitespace().filter(|&word| word != "default"))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// One for the puzzle, two for the duel.
fn players(rules: Rules) -> u8 {
    *AmidakujiBridge::players_for(&rules).start()
}

fn start(rules: Rules) -> AmidakujiBridge {
    AmidakujiBridge::new(rules, players(rules)).unwrap_or_else(|error| panic!("{error}"))
}

fn position(rules: Rules, text: &str) -> AmidakujiBridge {
    AmidakujiBridge::parse(rules, players(rules), text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}
