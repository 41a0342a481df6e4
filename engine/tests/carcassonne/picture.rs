//! The board as people see it.

use crate::{legal, play, position, rules, start};
use ludarium_engine::Game;
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
            "     · ▒▒▒ ·",
            "  1    0◆▒",
            "     · ▒▒▒ ·",
            "     · ▒▒▒ ··     ·",
            "  0  ──────────1───",
            "     ·     ··     ·",
            "     ·     ··1    ·",
            " -1     0        ▒▒",
            "     ·     ··     ·",
            "     ·     ·",
            " -2  ───0",
            "     ·  │  ·",
            "        0      1",
            "",
            "▒ city, ◆ shield, ─ road, o its end, M cloister, blank field, 0 to 4 a meeple of that seat",
            "",
            "  seat 0   19 points, supply 4, on the board c0 of 0,1; m of 0,-1; r0 of 0,-2",
            "  seat 1   10 points, supply 5, on the board f0 of 1,-1; r0 of 1,0",
            "The game is over.",
            "Bag: empty",
            "Removed: A2 B3 C1 D3 E4 F1 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U7 V8 W4 X1, 66 in \
             all",
        ],
    );
}

#[test]
fn a_tile_in_hand_and_where_it_fits() {
    let mut game = start(rules("default"), 3);
    play(&mut game, "*O");
    let drawn = game.diagram();
    let lines: Vec<&str> = drawn.lines().collect();
    let expected = [
        "",
        "  1            *",
        "",
        "            · ▒▒▒ ·",
        "  0     *   ───────   *",
        "            ·     ·",
        "       -1      0      1",
    ];
    assert_eq!(lines[..7], expected, "\n{drawn}");
    assert_eq!(lines[10], "O in hand, * where it fits:");
    assert_eq!(lines[11..14], ["     ·▒▒▒▒ ·", "     ▒▒◆┌───", "     ·  │  ·"], "\n{drawn}");
    assert_eq!(lines[15], "> seat 0    0 points, supply 7");
    assert_eq!(lines[18], "Seat 0 places O.");
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
                    _ => " ",
                };
                assert!(expected.contains(before), "{claim} on {before}\n{}", claimed.diagram());
                assert!(places.insert(place), "{claim} in {placed}");
                drawn += 1;
            }
        }
    }
    assert!(faces.len() >= 70 && drawn > 400, "{} faces, {drawn} claims", faces.len());
}
