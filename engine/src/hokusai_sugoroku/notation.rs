//! Positions as text: `squares|skips|turn|home`.

use super::rules::Rules;
use super::state::HokusaiSugoroku;
use super::tables::{HOME, SKIP, is_stay};
use crate::game::{Game, Seat, Turn};
use crate::notation::{NotationError, number, parts};
use std::fmt::{self, Display};

impl Display for HokusaiSugoroku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = || (0..self.players).map(Seat);
        for seat in seats() {
            let separator = if seat == Seat(0) { "" } else { "," };
            match self.square(seat) {
                HOME => write!(f, "{separator}H")?,
                square => write!(f, "{separator}{square}")?,
            }
        }
        f.write_str("|")?;
        for seat in seats() {
            f.write_str(if self.owes_skip(seat) { "s" } else { "-" })?;
        }
        let turn = if self.turn() == Turn::Over { 0 } else { self.mover + 1 };
        write!(f, "|{turn}|")?;
        if self.home == 0 {
            return f.write_str("-");
        }
        self.arrivals().try_for_each(|seat| write!(f, "{}", seat.0 + 1))
    }
}

/// Reads a position, and refuses what the rules text lists.
pub(super) fn parse(
    rules: Rules,
    players: u8,
    text: &str,
) -> Result<HokusaiSugoroku, NotationError> {
    let [squares, skips, turn, home] =
        parts("position", text, '|', "four fields separated by `|`: squares, skips, turn, home")?;
    let squares: Vec<&str> = squares.split(',').collect();
    let found = u8::try_from(squares.len()).unwrap_or(u8::MAX);
    if !HokusaiSugoroku::PLAYERS.contains(&found) {
        let expected = "two to six squares separated by `,`";
        return Err(NotationError::form("squares", squares.join(","), expected));
    }
    if found != players {
        return Err(NotationError::Players { found, expected: players });
    }
    let mut game = HokusaiSugoroku::new(rules, players)
        .map_err(|error| NotationError::impossible(error.to_string()))?;
    for (seat, text) in squares.into_iter().enumerate() {
        game.tokens[seat] = read_square(seat, text)?;
    }
    read_skips(&mut game, skips)?;
    read_home(&mut game, home)?;
    read_turn(&mut game, turn)?;
    Ok(game)
}

fn read_square(seat: usize, text: &str) -> Result<u8, NotationError> {
    if text == "H" {
        return Ok(HOME);
    }
    let place = format!("square of player {}", seat + 1);
    number(&place, text, 1..=HOME - 1)
        .map_err(|_| NotationError::form(place, text, "a number from 1 to 52, or H for home"))
}

fn read_skips(game: &mut HokusaiSugoroku, text: &str) -> Result<(), NotationError> {
    let players = usize::from(game.players);
    if text.len() != players || !text.bytes().all(|byte| matches!(byte, b's' | b'-')) {
        let expected = format!("`s` or `-` for each of {players} players");
        return Err(NotationError::form("skips", text, expected));
    }
    for (seat, _) in text.bytes().enumerate().filter(|&(_, byte)| byte == b's') {
        let square = game.tokens[seat];
        let place = if square == HOME { "home".to_string() } else { format!("on square {square}") };
        if !game.rules.stays.is_yes() {
            let reason = format!("player {} owes a skip although stays=no", seat + 1);
            return Err(NotationError::impossible(reason));
        }
        if !is_stay(square) {
            let reason = format!("player {} owes a skip {place}, which is no stay", seat + 1);
            return Err(NotationError::impossible(reason));
        }
        game.tokens[seat] |= SKIP;
    }
    Ok(())
}

fn read_home(game: &mut HokusaiSugoroku, text: &str) -> Result<(), NotationError> {
    let at_home = game.tokens.iter().filter(|&&token| token == HOME).count();
    let end = HokusaiSugoroku::arrivals_to_end(&game.rules, game.players);
    let Some(to_come) = end.checked_sub(at_home as u8) else {
        let reason = format!("{at_home} are home, but {end} ended the game");
        return Err(NotationError::impossible(reason));
    };
    let digits = if text == "-" { "" } else { text };
    let malformed = || {
        let expected = match at_home {
            0 => "`-`, since nobody is on H",
            _ => "the digits of exactly the players on H in the order of arrival",
        };
        NotationError::form("home", text, expected)
    };
    if digits.len() != at_home || text.is_empty() {
        return Err(malformed());
    }
    for digit in digits.bytes() {
        let seat = digit.checked_sub(b'1').ok_or_else(malformed)?;
        let is_home = game.tokens.get(usize::from(seat)) == Some(&HOME);
        if !is_home || game.arrivals().any(|before| before == Seat(seat)) {
            return Err(malformed());
        }
        game.arrivals[usize::from(game.home)] = seat;
        game.home += 1;
    }
    game.to_come = to_come;
    Ok(())
}

fn read_turn(game: &mut HokusaiSugoroku, text: &str) -> Result<(), NotationError> {
    let turn: u8 = number("turn", text, 0..=game.players)?;
    let over = game.turn() == Turn::Over;
    game.mover = match turn.checked_sub(1) {
        Some(_) if over => {
            let reason = format!("it is the turn of player {turn} although the game is over");
            return Err(NotationError::impossible(reason));
        }
        None if !over => {
            return Err(NotationError::impossible("it is nobody's turn, but the game is not over"));
        }
        Some(seat) if game.tokens[usize::from(seat)] == HOME => {
            let reason = format!("it is the turn of player {turn}, who is home");
            return Err(NotationError::impossible(reason));
        }
        turn => turn.unwrap_or(0),
    };
    Ok(())
}
