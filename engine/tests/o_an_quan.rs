//! Ô Ăn Quan against its rules text: worked examples, golden records, exact counts, averages of
//! random play, what a reader refuses, the laws of all games, and a slow twin that sows stone by
//! stone. One module a kind of evidence; the figures are in `data/o-an-quan/`.

mod common;

#[path = "o_an_quan/averages.rs"]
mod averages;
#[path = "o_an_quan/counts.rs"]
mod counts;
#[path = "o_an_quan/duel.rs"]
mod duel;
#[path = "o_an_quan/laws.rs"]
mod laws;
#[path = "o_an_quan/picture.rs"]
mod picture;
#[path = "o_an_quan/reading.rs"]
mod reading;
#[path = "o_an_quan/replays.rs"]
mod replays;
#[path = "o_an_quan/symmetry.rs"]
mod symmetry;
#[path = "o_an_quan/twin.rs"]
mod twin;

use common::{legal, lines, require};
use ludarium_engine::o_an_quan::{
    DirectionChoice, End, OAnQuan, QuanCellDan, QuanlessCells, Rules,
};
use ludarium_engine::{Game, NotationError, YesNo, options};
use proptest::prelude::*;

/// Rule options as the data files write them: `default`, or `option=value` pairs between spaces.
fn rules(text: &str) -> Rules {
    options::from_pairs(text.split_whitespace().filter(|&word| word != "default"))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(rules: Rules, players: u8) -> OAnQuan {
    OAnQuan::new(rules, players).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads a position for as many players as its board has groups.
fn read(rules: Rules, text: &str) -> Result<OAnQuan, NotationError> {
    let board = text.split(' ').next().unwrap_or_default();
    let groups = board.split('/').count().clamp(2, 4) as u8;
    OAnQuan::parse(rules, groups, text)
}

fn position(rules: Rules, text: &str) -> OAnQuan {
    read(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Any rule options. Limits are short in half of all draws, so that caps happen.
fn any_rules() -> impl Strategy<Value = Rules> {
    let words = (
        prop_oneof![Just(DirectionChoice::Turn), Just(DirectionChoice::Lift)],
        prop_oneof![Just(YesNo::Yes), Just(YesNo::No)],
        // The two do not go together, so their three good combinations are drawn as one.
        prop_oneof![
            Just((End::Quans, QuanlessCells::Open)),
            Just((End::Quans, QuanlessCells::Closed)),
            Just((End::Cells, QuanlessCells::Open)),
        ],
        prop_oneof![Just(QuanCellDan::Dead), Just(QuanCellDan::Owner)],
    );
    let numbers = (
        0..=50_u8,
        1..=10_u8,
        prop_oneof![0..=10_u8, 0..=50_u8],
        prop_oneof![1..=10_u16, 1..=1000_u16],
        prop_oneof![1..=30_u16, 1..=2000_u16],
    );
    (numbers, words).prop_map(|(numbers, words)| {
        let (quan_value, start_dan, quan_non, quiet_limit, turn_limit) = numbers;
        let (direction, empty_quan_gap, (end, quanless_cells), quan_cell_dan) = words;
        Rules {
            quan_value,
            start_dan,
            quan_non,
            direction,
            empty_quan_gap,
            quanless_cells,
            end,
            quan_cell_dan,
            quiet_limit,
            turn_limit,
        }
    })
}
