//! The board drawn for people.

use super::state::Carcassonne;

pub(super) fn draw(game: &Carcassonne) -> String {
    game.to_string()
}
