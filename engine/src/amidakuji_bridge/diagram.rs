//! The position drawn for people.

use super::state::AmidakujiBridge;

pub(super) fn draw(game: &AmidakujiBridge) -> String {
    game.to_string()
}
