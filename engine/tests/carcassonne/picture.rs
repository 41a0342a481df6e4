//! The board as people see it.

use crate::{any_start, legal, play, position, rules, start};
use ludarium_engine::carcassonne::tiles::KINDS;
use ludarium_engine::carcassonne::{Carcassonne, PlacedTile};
use ludarium_engine::{Game, Random, Seat, Turn};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn assert_drawn(text: &str, expected: &[&str]) {
    let drawn = position(rules("default"), text).diagram();
    assert_eq!(drawn.lines().collect::<Vec<_>>(), expected, "\n{drawn}");
    assert!(drawn.ends_with('\n'));
}

#[test]
fn a_game_that_is_over() {
    assert_drawn(
        "0,-2,V,0,r0,0/0,-1,B,0,m,0/0,0,D,0/0,1,F,1,c0,0/1,-1,E,1,f0,1/1,0,U,1,r0,1 - end 19,10 \
         4,5 000000000000000000000000 231341132333232313217841",
        &[
            "     +.▒▒▒.+",
            "  1  ..0◆▒..",
            "     +.▒▒▒.+",
            "     +.▒▒▒.++.....+",
            "  0  ──────────1───",
            "     +.....++.....+",
            "     +.....++1....+",
            " -1  ...0........▒▒",
            "     +.....++.....+",
            "     +.....+",
            " -2  ───0...",
            "     +..│..+",
            "        0      1",
            "",
            LEGEND,
            "",
            "The game is over.",
            "",
            "  seat  points  supply",
            "     0      19       4",
            "     1      10       5",
            "",
            "Features with meeples (of seat), and what they scored:",
            "  r0 of 0,-2 (0)   road of 1 tile, 2 open sides: 1 to 0",
            "  m of 0,-1 (0)    cloister, 4 cells around it empty: 5 to 0",
            "  c0 of 0,1 (0)    city of 2 tiles and 1 shield, 1 open side: 3 to 0",
            "  f0 of 1,-1 (1)   field at 0 complete cities: 0 to 1",
            "  r0 of 1,0 (1)    road of 2 tiles, 2 open sides: 2 to 1",
            "",
            "Bag: empty",
            "Removed: A2 B3 C1 D3 E4 F1 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U7 V8 W4 X1, 66 in \
             all",
        ],
    );
}

const LEGEND: &str =
    "▒ city, ◆ shield, ─ road, o its end, M cloister, . field; 0 to 4: a meeple of that seat";

/// Below the legend.
fn words(game: &Carcassonne) -> String {
    let drawn = game.diagram();
    drawn.split_once(LEGEND).expect("a legend").1.trim_start().to_string()
}

#[test]
fn a_tile_in_hand_and_where_it_fits() {
    let mut game = start(rules("default"), 3);
    play(&mut game, "*O");
    let drawn = game.diagram();
    let board = "\n  1            *\n\n            +.▒▒▒.+\n  0     *   ───────   *\n            +.....+\n       \
                 -1      0      1\n\n";
    assert!(drawn.starts_with(board), "\n{drawn}");
    let expected = "Seat 0 places O on one of *, as it lies here (rotation 0) or turned clockwise:\n     \
                    +▒▒▒▒.+\n     ▒▒◆┌───\n     +..│..+\nSegments: c0 city N W, r0 road E S, f0 field \
                    NE SW, f1 field SE\n\n  seat  points  supply  if the game ended now\n>    0       0       \
                    7                      0\n     1 ";
    assert!(words(&game).starts_with(expected), "\n{drawn}");
}

/// Two seats share a city that the tile just placed has completed.
#[test]
fn a_feature_of_several_seats() {
    let mut game = start(rules("default"), 2);
    let events = "*U 1,0,1 - *U -1,0,1 - *E 1,1,3 c0 *E -1,1,1 c0 *R 0,1,2";
    events.split(' ').for_each(|event| play(&mut game, event));
    let words = words(&game);
    for expected in [
        "Seat 0 has placed R on 0,1 and may put a meeple there.\nSegments: c0 city E S W, f0 field \
         NW NE\n",
        ">    0       0       6                      8\n     1       0       6                      8\n",
        "  c0 of -1,1 (1), c0 of 1,1 (0) city of 4 tiles, complete: 8 to 0 and 1\n",
    ] {
        assert!(words.contains(expected), "{expected}\n{words}");
    }
}

/// Where fields do not score one by one, no points are told for one.
#[test]
fn a_field_of_each_way_of_scoring() {
    for (options, expected) in [
        ("default", "field at 1 complete city: 3 to 0\n"),
        ("field-scoring=once-per-player", "field at 1 complete city\n"),
        ("field-scoring=per-city", "field at 1 complete city\n"),
    ] {
        let mut game = start(rules(options), 2);
        "*E 0,1,2 f0".split(' ').for_each(|event| play(&mut game, event));
        assert!(words(&game).contains(expected), "{options}\n{}", words(&game));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..Default::default() })]

    /// What the methods tell is what the text tells.
    #[test]
    fn methods_and_text_agree(start in any_start(), seed: u64) {
        let (mut game, mut random) = (start, Random::new(seed));
        while game.turn() != Turn::Over {
            let text = game.to_string();
            let fields: Vec<&str> = text.split(' ').collect();
            let mut tiles: Vec<PlacedTile> = game.board().collect();
            prop_assert_eq!(tiles[0].cell.to_string(), "0,0");
            tiles.sort_unstable_by_key(|tile| tile.cell);
            let written = tiles.iter().map(|tile| {
                let claim = tile.meeple.map(|(segment, seat)| format!(",{segment},{seat}"));
                let letter = KINDS[tile.kind].letter;
                format!("{},{letter},{}{}", tile.cell, tile.rotation, claim.unwrap_or_default())
            });
            prop_assert_eq!(written.collect::<Vec<_>>().join("/"), fields[0]);
            let hand = game.hand().map(|kind| KINDS[kind].letter.to_string());
            prop_assert_eq!(hand.as_deref(), Some(fields[2]).filter(|it| it.len() == 1 && *it != "-"));
            prop_assert_eq!(game.bag().map(|count| count.to_string()).concat(), fields[5]);
            prop_assert_eq!(game.tiles_left(), game.bag().iter().copied().map(u32::from).sum::<u32>());
            let supplies = (0..game.players()).map(|seat| game.supply(Seat(seat)).to_string());
            prop_assert_eq!(supplies.collect::<Vec<_>>().join(","), fields[4]);
            if game.turn() == Turn::Chance {
                let draw = game.sample_chance(&mut random);
                game.apply_chance(&draw);
            } else {
                let action = game.random_action(&mut random, &mut Vec::new());
                game.apply(action);
            }
        }
        prop_assert_eq!(game.hand(), None);
    }
}

/// The characters in which two pictures of the same board differ: before and after.
fn changed(before: &str, after: &str) -> Vec<(usize, char, char)> {
    // Above the legend; below it stands what has changed in words.
    let board = |text: &str| text.split("\n\n▒").next().expect("a board").to_string();
    let (before, after) = (board(before), board(after));
    let (mut one, mut other): (Vec<char>, Vec<char>) =
        (before.chars().collect(), after.chars().collect());
    // Blanks at the end of a line are not written.
    let length = one.len().max(other.len());
    one.resize(length, ' ');
    other.resize(length, ' ');
    let both = one.into_iter().zip(other).enumerate();
    both.filter(|(_, (one, other))| one != other)
        .map(|(at, (one, other))| (at, one, other))
        .collect()
}

/// Every kind in every rotation: the meeple on each of its segments stands on a character of what
/// it claims, and no two on the same.
#[test]
fn meeples_stand_where_they_belong() {
    let mut faces = BTreeSet::new();
    let mut drawn = 0;
    for kind in 'A'..='X' {
        let mut game = start(rules("farmers=on"), 2);
        // A board that has a city, a road and a field open to all sides.
        for event in ["*W", "1,0,0", "-", "*K", "2,0,1", "-"] {
            play(&mut game, event);
        }
        play(&mut game, &format!("*{kind}"));
        for tile in legal(&game) {
            let mut placed = game.clone();
            play(&mut placed, &tile);
            faces.insert((kind, tile.rsplit(',').next().expect("a rotation").to_string()));
            let mut places = BTreeSet::new();
            for claim in legal(&placed).iter().filter(|claim| *claim != "-") {
                let mut claimed = placed.clone();
                play(&mut claimed, claim);
                if !claimed.to_string().contains(&format!("{claim},0")) {
                    continue; // it has scored and come back
                }
                let [(place, before, '0')] = changed(&placed.diagram(), &claimed.diagram())[..]
                else {
                    panic!("{claim} in {placed}:\n{}{}", placed.diagram(), claimed.diagram());
                };
                let expected = match &claim[..1] {
                    "c" => "▒",
                    "r" => "─│┌┐└┘",
                    "m" => "M",
                    _ => ".",
                };
                assert!(expected.contains(before), "{claim} on {before}\n{}", claimed.diagram());
                assert!(places.insert(place), "{claim} in {placed}");
                drawn += 1;
            }
        }
    }
    assert!(faces.len() >= 70 && drawn > 400, "{} faces, {drawn} claims", faces.len());
}
