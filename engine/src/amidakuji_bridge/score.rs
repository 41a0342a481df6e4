//! Scores and ranks.

use super::state::AmidakujiBridge;
use crate::game::{Game, PerSide, Ranks, Scores, Seat};

/// Tokens across; coins where they win, and in the puzzle.
pub(super) fn scores(game: &AmidakujiBridge) -> Scores {
    let coins = game.rules.is_puzzle() || game.rules.coins_win();
    PerSide::from_fn(game.sides(), |side| {
        let seat = Seat(side as u8);
        i32::from(if coins { game.coins_won(seat) } else { game.arrived(seat) })
    })
}

/// By tokens across, then coins where there are any to be won; the other way round where coins win. A
/// seat that has brought enough tokens across is ahead of one that has not, so this is also the rule
/// for a win.
pub(super) fn ranks(game: &AmidakujiBridge) -> Ranks {
    let key = |side: usize| {
        let seat = Seat(side as u8);
        let tokens = i32::from(game.arrived(seat));
        let coins = if game.rules.has_coins_to_win() { i32::from(game.coins_won(seat)) } else { 0 };
        // Neither is ever above 12.
        if game.rules.coins_win() { 16 * coins + tokens } else { 16 * tokens + coins }
    };
    Ranks::by_score(&PerSide::from_fn(game.sides(), key))
}
