//! Properties of random games under random rules: text reads back, and with two players and
//! `quan-cell-dan=dead` a game seen in the mirror is a game.

use crate::{any_rules, legal, position, start};
use ludarium_engine::o_an_quan::{Action, Direction, OAnQuan, QuanCellDan, Rules};
use ludarium_engine::{Game, Random, Turn, options};
use proptest::prelude::*;

/// The board in the mirror: cell k of each side becomes 6 - k, and the quan cells change places
/// with all that lies in them. The players stay where they are, so stores and mover stay too.
fn mirrored(game: &OAnQuan) -> OAnQuan {
    let text = game.to_string();
    let (board, rest) = text.split_once(' ').expect("fields");
    let groups: Vec<Vec<&str>> = board.split('/').map(|group| group.split(',').collect()).collect();
    let group = |player: usize| {
        let side = groups[player][1..].iter().rev().copied();
        std::iter::once(groups[1 - player][0]).chain(side).collect::<Vec<_>>().join(",")
    };
    let (rest, _) = rest.rsplit_once(' ').expect("fields");
    let relay = game.pending_relay().map_or("-".to_string(), |cell| {
        let lift = Action { cell: cell as u8, direction: Direction::Clockwise };
        // The name of the cell without the sign of the direction.
        mirrored_action(lift).to_string()[..2].to_string()
    });
    position(*game.rules(), &format!("{}/{} {rest} {relay}", group(0), group(1)))
}

fn mirrored_action(action: Action) -> Action {
    let (player, k) = (action.cell / 6, action.cell % 6);
    let direction = match action.direction {
        Direction::Clockwise => Direction::Counterclockwise,
        Direction::Counterclockwise => Direction::Clockwise,
    };
    Action { cell: 6 * player + 6 - k, direction }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..Default::default() })]

    #[test]
    fn games_and_rules_read_back(rules in any_rules(), players in 2..=4_u8, seed: u64) {
        let differing = options::difference(&rules);
        prop_assert_eq!(options::from_map::<Rules>(&differing), Ok(rules));
        let random = &mut Random::new(seed);
        let mut game = start(rules, players);
        loop {
            prop_assert_eq!(OAnQuan::parse(rules, players, &game.to_string()), Ok(game));
            if game.turn() == Turn::Over {
                break;
            }
            let action = game.random_action(random, &mut Vec::new());
            prop_assert_eq!(action.to_string().parse(), Ok(action));
            game.apply(action);
        }
    }

    #[test]
    fn the_mirror_shows_a_game(rules in any_rules(), seed: u64) {
        let rules = Rules { quan_cell_dan: QuanCellDan::Dead, ..rules };
        let random = &mut Random::new(seed);
        let mut game = start(rules, 2);
        let mut image = game;
        prop_assert_eq!(mirrored(&game), image, "the start is its own image");
        while game.turn() != Turn::Over {
            let action = game.random_action(random, &mut Vec::new());
            game.apply(action);
            image.apply(mirrored_action(action));
            prop_assert_eq!(image, mirrored(&game), "after {} under {:?}", action, rules);
            prop_assert_eq!(mirrored(&image), game);
            prop_assert_eq!(legal(&image).len(), legal(&game).len());
            prop_assert_eq!(image.scores(), game.scores());
        }
    }
}

/// Where dân in a quan cell belong to somebody, exchanging the quan cells is no symmetry.
#[test]
fn the_mirror_breaks_where_quan_cells_have_owners() {
    let rules = Rules { quan_cell_dan: QuanCellDan::Owner, ..Rules::default() };
    let mut game = position(rules, "3,3,0,1,0,0/8Q,0,4,1,0,2 A 12:1/16:0 0 30 -");
    let mut image = mirrored(&game);
    let last: Action = "A3+".parse().expect("an action");
    game.apply(last);
    image.apply(mirrored_action(last));
    assert_eq!((&*game.scores(), &*image.scores()), (&[51, 19][..], &[48, 22][..]));
}
