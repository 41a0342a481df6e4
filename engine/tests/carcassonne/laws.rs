//! The laws of all games, for every number of players and every value of every option, with
//! conservation and the bounds of the rules text as the game's own; the lengths of games, and what
//! the last event adds to the scores.

use crate::common::obeys;
use crate::{any_start, legal, play, require, rules, start};
use ludarium_engine::carcassonne::{Carcassonne, Farmers, Rules, TurnActions};
use ludarium_engine::options::{Options, Values};
use ludarium_engine::{Game, Random, Seat, Turn};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Options together, where one could spoil what another promises.
const COMBINATIONS: &[&str] = &[
    "turn-actions=combined meeples=1 farmers=off field-scoring=per-city",
    "turn-actions=combined meeples=8 field-scoring=once-per-player small-city=half",
    "farmers=off field-scoring=per-city small-city=half",
    "meeples=8 field-scoring=once-per-player small-city=half",
    "meeples=8 field-scoring=per-city",
];

/// The numbers of tiles of each kind in the box, as positions write them.
const BOX: &str = "241452132333232313218941";

/// Each option at each of its values.
fn single_options() -> Vec<String> {
    let mut options = Vec::new();
    for info in Rules::TABLE {
        let values: Vec<String> = match info.values {
            Values::Words(words) => words.iter().map(ToString::to_string).collect(),
            Values::Integer(least, most) => (least..=most).map(|value| value.to_string()).collect(),
            Values::Real(..) => unreachable!("this game has no real options"),
        };
        options.extend(values.iter().map(|value| format!("{}={value}", info.name)));
    }
    assert_eq!(options.len(), 2 + 2 + 3 + 2 + 8);
    options
}

/// A tile of a position's text.
struct Tile<'a> {
    cell: (i32, i32),
    kind: &'a str,
    /// The segment on which a meeple stands, and its seat.
    meeple: Option<(&'a str, usize)>,
}

/// A position's text, taken apart.
struct Fields<'a> {
    tiles: Vec<Tile<'a>>,
    seat: &'a str,
    phase: &'a str,
    scores: Vec<i32>,
    supplies: Vec<i32>,
    bag: Vec<u32>,
    removed: Vec<u32>,
}

impl Fields<'_> {
    fn of(text: &str) -> Fields<'_> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, seat, phase, scores, supplies, bag, removed] = fields[..] else {
            panic!("{text} has {} fields", fields.len());
        };
        let number = |text: &str| text.parse::<i32>().expect("a number");
        let numbers = |text: &str| text.split(',').map(number).collect();
        let tile = |text| {
            let parts: Vec<&str> = str::split(text, ',').collect();
            let meeple = parts.get(4).map(|&segment| (segment, number(parts[5]) as usize));
            Tile { cell: (number(parts[0]), number(parts[1])), kind: parts[2], meeple }
        };
        Fields {
            tiles: board.split('/').map(tile).collect(),
            seat,
            phase,
            scores: numbers(scores),
            supplies: numbers(supplies),
            bag: digits(bag),
            removed: digits(removed),
        }
    }

    fn left(&self) -> u32 {
        self.bag.iter().sum()
    }
}

fn digits(text: &str) -> Vec<u32> {
    text.chars().map(|digit| digit.to_digit(10).expect("a digit")).collect()
}

/// Tiles and meeples neither appear nor get lost.
fn conserves(game: &Carcassonne, fields: &Fields<'_>) -> Result<(), String> {
    for (number, name) in (0..).zip('A'..='X') {
        let name = name.to_string();
        let on_board = fields.tiles.iter().filter(|tile| tile.kind == name).count() as u32;
        let in_hand = u32::from(fields.phase == name);
        let elsewhere = fields.bag[number] + fields.removed[number];
        require(on_board + in_hand + elsewhere == digits(BOX)[number], || {
            format!("{on_board} + {in_hand} + {elsewhere} tiles of kind {name}")
        })?;
    }
    for (seat, supply) in fields.supplies.iter().enumerate() {
        let is_own = |tile: &&Tile<'_>| tile.meeple.is_some_and(|(_, owner)| owner == seat);
        let on_board = fields.tiles.iter().filter(is_own).count() as i32;
        require(on_board + supply == i32::from(game.rules().meeples), || {
            format!("{on_board} + {supply} meeples of seat {seat}")
        })?;
    }
    Ok(())
}

/// The bounds of section 8 of the rules text.
fn is_bounded(game: &Carcassonne, fields: &Fields<'_>) -> Result<(), String> {
    let xs = || fields.tiles.iter().map(|tile| tile.cell.0);
    let ys = || fields.tiles.iter().map(|tile| tile.cell.1);
    let width = 1 + xs().max().unwrap_or(0) - xs().min().unwrap_or(0);
    let height = 1 + ys().max().unwrap_or(0) - ys().min().unwrap_or(0);
    require(width + height <= 73, || format!("{width} x {height} cells"))?;
    require(xs().zip(ys()).all(|(x, y)| x.abs() + y.abs() <= 71), || "too far".into())?;
    for (&score, &rest) in fields.scores.iter().zip(&*game.final_points()) {
        require(score >= 0 && rest >= 0 && score + rest <= 396, || format!("{score} + {rest}"))?;
    }
    let over = game.turn() == Turn::Over;
    require(!over || game.final_points().iter().all(|&points| points == 0), || {
        format!("{:?} after the end", game.final_points())
    })?;
    require(!game.capped(), || "there is no cap".into())
}

/// Whose turn it is, and how many events of which form may come next.
fn goes_on(game: &Carcassonne, fields: &Fields<'_>) -> Result<(), String> {
    let events = legal(game);
    let spots = 2 * fields.tiles.len() + 2;
    let is_split = game.rules().turn_actions == TurnActions::Split;
    let (turn, most) = match fields.phase {
        "-" => (Turn::Chance, fields.bag.iter().filter(|&&tiles| tiles > 0).count()),
        "end" => (Turn::Over, 0),
        phase => {
            let seat = fields.seat.parse().map_err(|_| format!("no seat in phase {phase}"))?;
            let most = match (phase.starts_with('@'), is_split) {
                (true, true) => 9,
                (true, false) => 0,
                (false, true) => (3 * spots).min(432),
                (false, false) => (24 * spots).min(3456),
            };
            (Turn::Player(Seat(seat)), most)
        }
    };
    require(game.turn() == turn, || format!("{:?}", game.turn()))?;
    require(events.len() <= most, || format!("{} events, not {most}", events.len()))?;
    require(turn == Turn::Over || !events.is_empty(), || "no event".into())?;
    require(turn != Turn::Chance || events.len() == most, || format!("{events:?}"))?;
    require((turn == Turn::Over) == (fields.phase == "end"), || fields.phase.into())?;
    require((turn == Turn::Over) == (fields.seat == "-"), || fields.seat.into())?;
    let ended_in_time = match turn {
        Turn::Chance => fields.left() > 0,
        Turn::Player(_) => true,
        Turn::Over => fields.left() == 0,
    };
    require(ended_in_time, || format!("{} tiles in the bag", fields.left()))?;
    if turn == Turn::Chance {
        require(game.chance_seat().is_none(), || "the bag is everybody's".into())?;
    }

    let supply = match turn {
        Turn::Player(seat) => fields.supplies[seat.index()],
        _ => 0,
    };
    let meeple = |event: &String| {
        event.rsplit(',').next().is_some_and(|word| word.starts_with(|c: char| c.is_lowercase()))
    };
    let puts_meeple = events.iter().any(meeple);
    require(supply > 0 || !puts_meeple, || "a meeple from an empty supply".into())?;
    let placement = |event: &String| event.splitn(4, ',').take(3).collect::<Vec<_>>().join(",");
    let placements: BTreeSet<String> = events.iter().map(placement).collect();
    let passes = events.iter().filter(|event| !meeple(event)).count();
    let decisions = if fields.phase.starts_with('@') { 1 } else { placements.len() };
    require(passes == decisions, || format!("{passes} ways without a meeple of {decisions}"))?;

    let on_fields = events.iter().any(|event| meeple(event) && event.contains('f'))
        || fields.tiles.iter().any(|tile| tile.meeple.is_some_and(|(on, _)| on.starts_with('f')));
    require(!on_fields || game.rules().farmers == Farmers::On, || "a farmer".into())
}

fn invariant(game: &Carcassonne) -> Result<(), String> {
    let text = game.to_string();
    let fields = Fields::of(&text);
    require(fields.scores == game.scores().to_vec(), || "not the scores".into())?;
    require(fields.scores.len() == usize::from(game.players()), || "not the players".into())?;
    conserves(game, &fields)?;
    is_bounded(game, &fields)?;
    goes_on(game, &fields)
}

fn obeys_the_laws(players: u8) {
    let checked = obeys(&start(rules("default"), players), (12, 6), invariant);
    assert!(checked.positions > 12 * 200, "{checked:?}");

    let options = single_options();
    for options in options.iter().map(String::as_str).chain(COMBINATIONS.iter().copied()) {
        let checked = obeys(&start(rules(options), players), (2, 1), invariant);
        assert!(checked.positions > 2 * 130, "{options}: {checked:?}");
    }
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
fn five_players_obey_the_laws() {
    obeys_the_laws(5);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    /// The bag says when a game ends, and every tile that is not removed makes one turn of the next
    /// seat; nobody ever loses a point.
    #[test]
    fn games_have_their_length(start in any_start(), seed: u64) {
        let (mut game, random, mut buffer) = (start.clone(), &mut Random::new(seed), Vec::new());
        let (mut draws, mut placed, mut actions) = (0, 0, 0);
        let is_split = start.rules().turn_actions == TurnActions::Split;
        let actions_a_tile = if is_split { 2 } else { 1 };
        while game.turn() != Turn::Over {
            let before = game.scores();
            if game.turn() == Turn::Chance {
                let draw = game.sample_chance(random);
                game.apply_chance(&draw);
                draws += 1;
                if let Turn::Player(seat) = game.turn() {
                    prop_assert_eq!(seat.0, (placed % u32::from(start.players())) as u8);
                    placed += 1;
                }
            } else {
                let action = game.random_action(random, &mut buffer);
                game.apply(action);
                actions += 1;
            }
            for (before, after) in before.iter().zip(&*game.scores()) {
                prop_assert!(before <= after, "{:?} before {}", before, game);
            }
        }
        let text = game.to_string();
        let removed: u32 = Fields::of(&text).removed.iter().sum();
        prop_assert_eq!((draws, placed), (71, 71 - removed));
        prop_assert_eq!(actions, actions_a_tile * placed);
    }

    /// What the final scoring would add is what it adds after a pass or a tile that is removed.
    #[test]
    fn final_points_come_at_the_end(start in any_start(), seed: u64) {
        let (mut game, random, mut buffer) = (start, &mut Random::new(seed), Vec::new());
        while game.turn() != Turn::Over {
            let final_points = game.final_points();
            let expected: Vec<i32> =
                game.scores().iter().zip(&*final_points).map(|(made, rest)| made + rest).collect();
            let mut next = game.clone();
            if game.turn() == Turn::Chance {
                let draw = game.sample_chance(random);
                game.apply_chance(&draw);
                next = game.clone();
            } else {
                if legal(&game).contains(&"-".to_string()) {
                    play(&mut next, "-");
                }
                let action = game.random_action(random, &mut buffer);
                game.apply(action);
            }
            if next.turn() == Turn::Over {
                prop_assert_eq!(next.scores().to_vec(), expected, "in {}", next);
            }
        }
    }
}

#[test]
fn impossible_rules_and_numbers_of_players_are_refused() {
    let message = |players, meeples| {
        let rules = Rules { meeples, ..Rules::default() };
        Carcassonne::new(rules, players).unwrap_err().to_string()
    };
    assert_eq!(message(1, 7), "carcassonne is for 2 to 5 players, not 1");
    assert_eq!(message(6, 7), "carcassonne is for 2 to 5 players, not 6");
    assert!(message(2, 0).contains("option `meeples` cannot be `0`"));
    assert!(message(2, 9).contains("a whole number from 1 to 8"));
}
