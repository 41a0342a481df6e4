//! The table drawn for people.

use super::state::UnsunKaruta;

/// Draws the position, or what its view holds.
pub(super) fn draw(game: &UnsunKaruta) -> String {
    game.to_string() + "\n"
}
