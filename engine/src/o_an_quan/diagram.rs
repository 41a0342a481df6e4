//! The board drawn for people.

use super::notation::LETTERS;
use super::state::OAnQuan;
use super::tables::CELLS_EACH;
use std::fmt::Write as _;

/// Two players sit opposite each other as on the real board; three and four are listed side by
/// side, clockwise.
pub(super) fn draw(game: &OAnQuan) -> String {
    let mut text = if game.players == 2 { two_rows(game) } else { one_row_each(game) };
    for (player, letter) in players(game) {
        let to_move = !game.over && usize::from(game.mover) == player;
        let _ = writeln!(
            text,
            "{} {}  {} points: {} dân, {} quan",
            if to_move { '>' } else { ' ' },
            letter,
            game.points(player),
            game.store_dan[player],
            game.store_quans[player],
        );
    }
    let _ = match (game.over, game.pending_relay()) {
        (true, _) => writeln!(text, "Over after {} turns.", game.turns),
        (false, None) => {
            writeln!(text, "{} turns played, {} without a capture.", game.turns, game.quiet)
        }
        (false, Some(cell)) => writeln!(
            text,
            "{} turns played; the relay goes on from {}.",
            game.turns,
            super::notation::cell_text(cell)
        ),
    };
    text
}

fn players(game: &OAnQuan) -> impl Iterator<Item = (usize, char)> {
    LETTERS.into_iter().enumerate().take(usize::from(game.players))
}

fn quan_cell(game: &OAnQuan, player: usize) -> String {
    let quan = if game.has_quan(player) { "Q" } else { "" };
    format!("{quan}{}", game.dan(CELLS_EACH * player))
}

fn two_rows(game: &OAnQuan) -> String {
    let row = |cells: [usize; 5]| cells.map(|cell| format!("{:>3}", game.dan(cell))).join(" |");
    let top = row([7, 8, 9, 10, 11]);
    let bottom = row([5, 4, 3, 2, 1]);
    let (left, right) = (quan_cell(game, 1), quan_cell(game, 0));
    format!(
        "\
         \u{20}         B1   B2   B3   B4   B5\n\
         \u{20}      .----+----+----+----+----.\n\
         \u{20}BQ    |{top} |    AQ\n\
         {left:>4}   |----+----+----+----+----|  {right:>4}\n\
         \u{20}      |{bottom} |\n\
         \u{20}      '----+----+----+----+----'\n\
         \u{20}         A5   A4   A3   A2   A1\n"
    )
}

fn one_row_each(game: &OAnQuan) -> String {
    let mut text = String::from("       Q    1    2    3    4    5\n");
    for (player, letter) in players(game) {
        let _ = write!(text, "{letter}   {:>4}", quan_cell(game, player));
        for k in 1..CELLS_EACH {
            let _ = write!(text, " {:>4}", game.dan(CELLS_EACH * player + k));
        }
        text.push('\n');
    }
    text.push_str("Clockwise: each row from left to right, then the next.\n");
    text
}
