//! Unsun Karuta (Hachinin Meri) against its rules text: worked examples, golden records, exact counts,
//! averages and exact probabilities of random play, what a reader refuses, what a seat sees and can
//! conclude, the laws of all games with the bounds of this one, and a slow twin that goes by the tables
//! of the text. One module a kind of evidence; the figures are in `data/unsun-karuta/`.

mod common;

#[path = "unsun_karuta/averages.rs"]
mod averages;
#[path = "unsun_karuta/beliefs.rs"]
mod beliefs;
#[path = "unsun_karuta/counts.rs"]
mod counts;
#[path = "unsun_karuta/laws.rs"]
mod laws;
#[path = "unsun_karuta/reading.rs"]
mod reading;
#[path = "unsun_karuta/replays.rs"]
mod replays;
#[path = "unsun_karuta/twin.rs"]
mod twin;

use common::{legal, lines, play, require};
use ludarium_engine::unsun_karuta::{Rules, UnsunKaruta};
use ludarium_engine::{Game, options};

/// Rule options as the data files write them: `default`, or `option=value` pairs between spaces.
fn rules(text: &str) -> Rules {
    options::from_pairs(text.split_whitespace().filter(|&word| word != "default"))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(rules: Rules) -> UnsunKaruta {
    UnsunKaruta::new(rules, 8).unwrap_or_else(|error| panic!("{error}"))
}

fn position(rules: Rules, text: &str) -> UnsunKaruta {
    UnsunKaruta::parse(rules, 8, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
