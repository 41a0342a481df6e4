//! The laws of all games, for every number of players and every rule option, with conservation and
//! the bounds of the rules text as the game's own.

use crate::common::obeys;
use crate::{legal, require, rules, start};
use ludarium_engine::o_an_quan::{
    DirectionChoice, End, OAnQuan, QuanCellDan, QuanlessCells, Rules,
};
use ludarium_engine::options::{OptionInfo, Options, Values};
use ludarium_engine::{Game, Turn};

/// Options together, where one could spoil what another promises.
const COMBINATIONS: &[&str] = &[
    "direction=lift end=cells",
    "direction=lift quan-non=0 start-dan=10",
    "direction=lift empty-quan-gap=no quan-cell-dan=owner quanless-cells=closed",
    "end=cells quan-cell-dan=owner quan-non=0",
    "end=cells empty-quan-gap=no quan-non=50 turn-limit=60",
    "quiet-limit=1 turn-limit=1 start-dan=1 quan-value=0",
    "quiet-limit=1000 turn-limit=2000 start-dan=1 quan-non=50",
    "quiet-limit=1000 turn-limit=2000 start-dan=10 quan-non=50 direction=lift",
];

/// Each option at each word, or at its least, its greatest and some values between.
fn single_options() -> Vec<String> {
    let values = |info: &OptionInfo| match info.values {
        Values::Integer(least, most) => {
            let (low, middle) = (least + (most - least) / 10, (least + most) / 2);
            [least, least + 1, low, middle, most].map(|value| value.to_string()).to_vec()
        }
        Values::Words(words) => words.iter().map(ToString::to_string).collect(),
        Values::Real(..) => unreachable!("this game has no real options"),
    };
    Rules::TABLE
        .iter()
        .flat_map(|info| values(info).into_iter().map(|value| format!("{}={value}", info.name)))
        .collect()
}

/// Conservation, and the bounds of section 8 of the rules text.
fn invariant(game: &OAnQuan) -> Result<(), String> {
    let players = usize::from(game.players());
    let rules = game.rules();
    let side = |player: usize| (6 * player + 1..6 * player + 6).map(|cell| game.dan(cell));

    let on_board: i32 = (0..game.ring()).map(|cell| i32::from(game.dan(cell))).sum();
    let in_stores: i32 = (0..players).map(|player| game.store_dan(player)).sum();
    let dan = 5 * players as i32 * i32::from(rules.start_dan);
    require(on_board + in_stores == dan, || format!("{on_board} + {in_stores} dân, not {dan}"))?;
    let quans_on_board = (0..players).filter(|&player| game.has_quan(player)).count();
    let quans_in_stores: usize =
        (0..players).map(|player| usize::from(game.store_quans(player))).sum();
    require(quans_on_board + quans_in_stores == players, || {
        format!("{quans_on_board} + {quans_in_stores} quans, not {players}")
    })?;

    // Every turn refills at most once, and only a refill takes dân out of a store.
    let refilled = 5 * i32::from(game.turns());
    require(on_board <= dan + refilled, || format!("{on_board} dân on the board"))?;
    for player in 0..players {
        let store = game.store_dan(player);
        require((-refilled..=dan + refilled).contains(&store), || format!("a store of {store}"))?;
    }
    require(game.turns() <= rules.turn_limit, || format!("{} turns", game.turns()))?;
    require(game.quiet_turns() <= game.turns().min(rules.quiet_limit), || {
        format!("{} quiet turns of {}", game.quiet_turns(), game.turns())
    })?;

    let actions = legal(game).len();
    match game.turn() {
        Turn::Chance => Err("chance has a turn".to_string()),
        Turn::Player(seat) if game.pending_relay().is_none() => {
            require(actions.is_multiple_of(2) && (2..=10).contains(&actions), || {
                format!("{actions} actions")
            })?;
            require(side(seat.index()).any(|dan| dan > 0), || "the mover's side is empty".into())
        }
        Turn::Player(_) => {
            require(actions == 2, || format!("{actions} actions in a relay"))?;
            require(rules.direction == DirectionChoice::Lift, || "a relay of its own".into())
        }
        Turn::Over => {
            let unsettled = (0..players).flat_map(side).any(|dan| dan > 0);
            require(!unsettled, || "dân are left on a side".into())?;
            let in_quan_cells: i32 = (0..players).map(|cell| i32::from(game.dan(6 * cell))).sum();
            let dead = in_quan_cells + quans_on_board as i32 * i32::from(rules.quan_value);
            let all = dan + players as i32 * i32::from(rules.quan_value);
            let scored: i32 = game.scores().iter().sum();
            require(scored + dead == all, || format!("{scored} scored and {dead} dead of {all}"))?;
            let owned = rules.quan_cell_dan == QuanCellDan::Owner;
            require(!owned || in_quan_cells == 0, || "dân are left in a quan cell".into())
        }
    }
}

fn obeys_the_laws(players: u8) {
    let checked = obeys(&start(rules("default"), players), (60, 30), invariant);
    assert!(checked.positions > 60 * 15, "{checked:?}");

    let mut positions = 0;
    for options in single_options().iter().map(String::as_str).chain(COMBINATIONS.iter().copied()) {
        let checked = obeys(&start(rules(options), players), (6, 2), invariant);
        // The start and the end at least, even where the first turn is the last.
        assert!(checked.positions >= 12, "{options}: {checked:?}");
        positions += checked.positions;
    }
    assert!(positions > 5000, "{positions} positions");
}

#[test]
fn two_players_obey_the_laws() {
    obeys_the_laws(2);
}

#[test]
fn three_players_obey_the_laws() {
    obeys_the_laws(3);
}

#[test]
fn four_players_obey_the_laws() {
    obeys_the_laws(4);
}

#[test]
fn impossible_rules_and_numbers_of_players_are_refused() {
    let message = |players, change: fn(&mut Rules)| {
        let mut rules = rules("default");
        change(&mut rules);
        OAnQuan::new(rules, players).unwrap_err().to_string()
    };
    assert_eq!(message(1, |_| ()), "o-an-quan is for 2 to 4 players, not 1");
    assert_eq!(message(5, |_| ()), "o-an-quan is for 2 to 4 players, not 5");
    assert!(message(2, |rules| rules.start_dan = 11).contains("option `start-dan` cannot be `11`"));
    assert!(message(2, |rules| rules.quiet_limit = 0).contains("from 1 to 1000"));
    let closed = message(2, |rules| {
        rules.end = End::Cells;
        rules.quanless_cells = QuanlessCells::Closed;
    });
    assert!(closed.contains("end=cells needs quanless-cells=open"), "{closed}");
}
