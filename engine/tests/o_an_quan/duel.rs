//! The board in 16 bytes against the full position: the same turns, gains and boards.

use crate::twin::crafted;
use crate::{any_rules, start};
use ludarium_engine::o_an_quan::{DirectionChoice, Duel, DuelRules, OAnQuan, Rules};
use ludarium_engine::{Game, Random, Turn};
use proptest::prelude::*;

/// Plays a random game on both boards; returns the number of turns compared.
fn compare(mut game: OAnQuan, random: &mut Random) -> u32 {
    let rules = DuelRules::new(game.rules()).expect("one action a turn");
    let mut compared = 0;
    while let Turn::Player(seat) = game.turn() {
        let Some(duel) = Duel::new(&game) else { break };
        let actions: Vec<_> = duel.moves().map(|turn| Duel::action(turn, seat.0)).collect();
        let mut listed = Vec::new();
        game.legal_actions(&mut listed);
        assert_eq!(actions, listed, "{game}");
        let chosen = game.random_action(random, &mut Vec::new());
        for action in actions {
            let mut next = game;
            next.apply(action);
            let margin = |game: &OAnQuan| {
                let points = game.scores();
                points[usize::from(seat.0)] - points[usize::from(1 - seat.0)]
            };
            if next.turn() != Turn::Over && Duel::new(&next).is_none() {
                // No room for the refill.
                continue;
            }
            let turn = Duel::move_of(action);
            let played = duel.play(&rules, turn);
            let place = || format!("{action} in {game}");
            assert_eq!(played.captured, next.quiet_turns() == 0, "{}", place());
            // A limit is up to the caller.
            let over = next.turn() == Turn::Over;
            let limits = game.rules();
            let is_stopped = over
                && !played.over
                && (next.turns() == limits.turn_limit || next.quiet_turns() == limits.quiet_limit);
            assert_eq!(played.over || is_stopped, over, "{}", place());
            let settled = if is_stopped { -played.next.settlement(&rules) } else { 0 };
            let gain = played.gain + settled;
            assert_eq!(gain, margin(&next) - margin(&game), "{}", place());
            if next.turn() != Turn::Over {
                assert_eq!(Some(played.next), Duel::new(&next), "{}", place());
                assert_eq!(
                    played.next.all_dan(),
                    (0..12).map(|cell| u32::from(next.dan(cell))).sum::<u32>()
                );
            }
            if rules.are_symmetric() {
                let image = duel.mirrored();
                assert_eq!(image.mirrored(), duel);
                let other = image.play(&rules, 9 - turn);
                assert_eq!(
                    (other.gain, other.captured, other.over),
                    (played.gain, played.captured, played.over)
                );
                assert_eq!(other.next.mirrored(), played.next);
            }
            compared += 1;
        }
        game.apply(chosen);
    }
    compared
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn the_boards_agree(rules in any_rules(), seed: u64) {
        let rules = Rules { direction: DirectionChoice::Turn, ..rules };
        let random = &mut Random::new(seed);
        prop_assert!(compare(start(rules, 2), random) > 0);
        compare(crafted(rules, 2, random), random);
    }
}

/// The default rules get games of their own, which random options hardly ever are.
#[test]
fn the_boards_agree_under_default_rules() {
    let compared: u32 = (0..2000)
        .map(|number| {
            let random = &mut Random::with_stream(8, number, 2);
            compare(start(Rules::default(), 2), random)
                + compare(crafted(Rules::default(), 2, random), random)
        })
        .sum();
    assert!(compared > 250_000, "{compared} turns");
}

/// Cells make the board that a game has; who has nothing on the own side has refilled.
#[test]
fn boards_are_made_of_cells() {
    let rules = Rules::default();
    let game = start(rules, 2);
    let cells = [0, 5, 5, 5, 5, 5, 0, 5, 5, 5, 5, 5];
    assert_eq!(Some(Duel::from_cells(cells, [true, true]).0), Duel::new(&game));
    let (refilled, paid) = Duel::from_cells([3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0], [false, true]);
    assert!(paid);
    let cells: Vec<u8> = (0..12).map(|cell| refilled.dan(cell)).collect();
    assert_eq!(cells, [3, 1, 1, 1, 1, 1, 0, 0, 2, 0, 0, 0]);
    assert_eq!([refilled.has_quan(0), refilled.has_quan(1)], [false, true]);
}

/// What this board cannot hold it refuses.
#[test]
fn other_games_have_no_such_board() {
    let lift = Rules { direction: DirectionChoice::Lift, ..Rules::default() };
    assert_eq!(DuelRules::new(&lift), None);
    for game in [start(lift, 2), start(Rules::default(), 3)] {
        assert_eq!(Duel::new(&game), None);
    }
    let full = |dan: u32| {
        let text = format!("{dan}Q,1,0,0,0,0/0Q,0,0,0,0,0 A {}:0/0:0 0 0 -", 49 - dan as i32);
        OAnQuan::parse(Rules::default(), 2, &text).expect("a position")
    };
    assert!(Duel::new(&full(Duel::MOST_DAN - 1)).is_some());
    assert_eq!(Duel::new(&full(Duel::MOST_DAN)), None);
}
