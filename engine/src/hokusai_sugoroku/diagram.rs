//! The route drawn for people.

use super::state::HokusaiSugoroku;
use super::tables::{HOME, NAMES, is_stay};
use crate::game::{Game, Seat, Turn};
use std::fmt::Write as _;

/// Squares of one line of the route.
const LINE: u8 = 11;

/// The squares in lines of eleven, the stays in brackets, the players below their squares; and under
/// it a line a player.
pub(super) fn draw(game: &HokusaiSugoroku) -> String {
    let mut text = String::new();
    let seats = || (0..game.players()).map(Seat);
    for first in (1..=HOME).step_by(usize::from(LINE)) {
        let squares = first..=HOME.min(first + LINE - 1);
        let (mut numbers, mut players) = (String::new(), String::new());
        for square in squares {
            let number = match square {
                HOME => "home".to_string(),
                stay if is_stay(stay) => format!("[{stay}]"),
                other => format!("{other} "),
            };
            let here = seats().filter(|&seat| game.square(seat) == square);
            let here: String = here.map(|seat| (seat.0 + 1).to_string()).collect();
            let here = if here.is_empty() { here } else { format!("p{here}") };
            let _ = write!(numbers, "{number:>7}");
            let _ = write!(players, "{here:>6} ");
        }
        let _ = writeln!(text, "{}\n{}", numbers.trim_end(), players.trim_end());
    }
    text.push_str("\n[8]: a stay; p12: players 1 and 2; >: acts next\n\n");
    for seat in seats() {
        let to_act = game.turn() != Turn::Over && game.chance_seat() == Some(seat);
        let place = match game.square(seat) {
            HOME => {
                let place = game.arrivals().position(|home| home == seat);
                format!("home, number {}", place.map_or(0, |place| place + 1))
            }
            square => match NAMES[usize::from(square) - 1] {
                "" => format!("on square {square}"),
                name => format!("on square {square}, {name}"),
            },
        };
        let skip = if game.owes_skip(seat) { ", skips the next turn" } else { "" };
        let mark = if to_act { '>' } else { ' ' };
        let _ = writeln!(text, "{mark} player {}: {place}{skip}", seat.0 + 1);
    }
    text
}
