//! The board drawn for people.

use super::notation::{LETTERS, cell_text};
use super::state::OAnQuan;
use super::tables::CELLS_EACH;
use std::fmt::Write as _;

/// Two players sit opposite each other as on the real board, A below; three and four are listed one
/// under the other, clockwise.
pub(super) fn draw(game: &OAnQuan) -> String {
    let mut text = if game.players == 2 { two_rows(game) } else { one_row_each(game) };
    text.push('\n');
    for (player, letter) in players(game) {
        let to_move = !game.over && usize::from(game.mover) == player;
        let _ = writeln!(
            text,
            "{} {letter} {:>4} points: {} dân, {} quan",
            if to_move { '>' } else { ' ' },
            game.points(player),
            game.store_dan[player],
            game.store_quans[player],
        );
    }
    let _ = match (game.over, game.pending_relay()) {
        (true, _) => writeln!(text, "Over after {} turns.", game.turns),
        (false, None) => {
            writeln!(text, "Turns played: {}, without a capture: {}.", game.turns, game.quiet)
        }
        (false, Some(cell)) => writeln!(
            text,
            "Turns played: {}; the relay goes on from {}.",
            game.turns,
            cell_text(cell)
        ),
    };
    text
}

fn players(game: &OAnQuan) -> impl Iterator<Item = (usize, char)> {
    LETTERS.into_iter().enumerate().take(usize::from(game.players))
}

/// What lies in a quan cell, written as in positions.
fn quan_cell(game: &OAnQuan, player: usize) -> String {
    let quan = if game.has_quan(player) { "Q" } else { "" };
    format!("{}{quan}", game.dan(CELLS_EACH * player))
}

fn two_rows(game: &OAnQuan) -> String {
    let names = |cells: [usize; 5]| cells.map(|cell| format!("{:>3} ", cell_text(cell))).join(" ");
    let dan = |cells: [usize; 5]| cells.map(|cell| format!("{:>3} ", game.dan(cell))).join("|");
    // As they lie from left to right, seen by A.
    let (top, bottom) = ([7, 8, 9, 10, 11], [5, 4, 3, 2, 1]);
    let rows = [
        ("", format!(" {} ", names(top)), ""),
        ("", ".----+----+----+----+----.".to_string(), ""),
        ("BQ", format!("|{}|", dan(top)), "AQ"),
        (&quan_cell(game, 1), "|----+----+----+----+----|".to_string(), &quan_cell(game, 0)),
        ("", format!("|{}|", dan(bottom)), ""),
        ("", "'----+----+----+----+----'".to_string(), ""),
        ("", format!(" {} ", names(bottom)), ""),
    ];
    let mut text = String::new();
    for (left, middle, right) in rows {
        text.push_str(format!("{left:>4} {middle} {right}").trim_end());
        text.push('\n');
    }
    text
}

fn one_row_each(game: &OAnQuan) -> String {
    let mut text = String::from("      Q    1    2    3    4    5\n");
    for (player, letter) in players(game) {
        // The quan's Q stands beside the column, so that numbers stay below each other.
        let quan = if game.has_quan(player) { 'Q' } else { ' ' };
        let _ = write!(text, "{letter}  {:>4}{quan}", game.dan(CELLS_EACH * player));
        for (k, width) in (1..CELLS_EACH).zip([4, 5, 5, 5, 5]) {
            let _ = write!(text, "{:>width$}", game.dan(CELLS_EACH * player + k));
        }
        text.push('\n');
    }
    text.push_str("Clockwise: each row from left to right, then the next.\n");
    text
}
