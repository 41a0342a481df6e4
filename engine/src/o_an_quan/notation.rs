//! Positions and cells as text.

use super::rules::{DirectionChoice, QuanCellDan, Rules};
use super::state::{NO_CELL, OAnQuan};
use super::tables::CELLS_EACH;
use crate::game::Game;
use crate::notation::{NotationError, number, parts};
use std::fmt::{self, Display};

/// The most dân in a store, of either sign, that a position read from text may come to.
const MOST_IN_STORE: i64 = 1_000_000_000;

/// The letters of the players.
pub(super) const LETTERS: [char; 4] = ['A', 'B', 'C', 'D'];

/// A cell's name: its player's letter and `Q`, or `1` to `5`.
pub(super) fn cell_text(cell: usize) -> String {
    let kind = match cell % CELLS_EACH {
        0 => 'Q',
        k => char::from(b'0' + k as u8),
    };
    format!("{}{kind}", LETTERS[cell / CELLS_EACH])
}

/// The cell of a name, in the largest ring.
pub(super) fn cell_from_text(text: &str) -> Option<usize> {
    (0..LETTERS.len() * CELLS_EACH).find(|&cell| cell_text(cell) == text)
}

impl Display for OAnQuan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in 0..usize::from(self.players) {
            let separator = if player == 0 { "" } else { "/" };
            let quan = if self.has_quan(player) { "Q" } else { "" };
            let [q, a, b, c, d, e] = std::array::from_fn(|k| self.cells[CELLS_EACH * player + k]);
            write!(f, "{separator}{q}{quan},{a},{b},{c},{d},{e}")?;
        }
        let mover = if self.over { '-' } else { LETTERS[usize::from(self.mover)] };
        write!(f, " {mover} ")?;
        for player in 0..usize::from(self.players) {
            let separator = if player == 0 { "" } else { "/" };
            write!(f, "{separator}{}:{}", self.store_dan[player], self.store_quans[player])?;
        }
        write!(f, " {} {} ", self.quiet, self.turns)?;
        match self.pending_relay() {
            Some(cell) => f.write_str(&cell_text(cell)),
            None => f.write_str("-"),
        }
    }
}

/// Reads a position, and refuses what the rules text lists.
pub(super) fn parse(rules: Rules, players: u8, text: &str) -> Result<OAnQuan, NotationError> {
    let [board, mover, stores, quiet, turns, relay] = parts(
        "position",
        text,
        ' ',
        "six fields separated by single spaces: board, mover, stores, quiet turns, turns, relay",
    )?;
    let groups: Vec<&str> = board.split('/').collect();
    let found = u8::try_from(groups.len()).unwrap_or(u8::MAX);
    if !OAnQuan::PLAYERS.contains(&found) {
        return Err(NotationError::form("board", board, "two to four groups separated by `/`"));
    }
    if found != players {
        return Err(NotationError::Players { found, expected: players });
    }
    let mut game = OAnQuan::new(rules, players)
        .map_err(|error| NotationError::impossible(error.to_string()))?;
    read_board(&mut game, &groups)?;
    read_stores(&mut game, stores)?;
    game.quiet = number("quiet turns", quiet, 0..=rules.quiet_limit)?;
    game.turns = number("turns", turns, 0..=rules.turn_limit)?;
    read_mover(&mut game, mover)?;
    read_relay(&mut game, relay)?;
    check(&game)?;
    Ok(game)
}

fn read_board(game: &mut OAnQuan, groups: &[&str]) -> Result<(), NotationError> {
    game.quans = 0;
    for (player, group) in groups.iter().enumerate() {
        let place = format!("cells of {}", LETTERS[player]);
        let dan: [&str; CELLS_EACH] = parts(&place, group, ',', "six numbers separated by `,`")?;
        for (k, text) in dan.into_iter().enumerate() {
            let cell = CELLS_EACH * player + k;
            let without_quan = if k == 0 { text.strip_suffix('Q') } else { None };
            game.quans |= u32::from(without_quan.is_some()) << cell;
            let place = format!("cell {}", cell_text(cell));
            game.cells[cell] = number(&place, without_quan.unwrap_or(text), 0..=u16::MAX)?;
        }
    }
    Ok(())
}

fn read_stores(game: &mut OAnQuan, text: &str) -> Result<(), NotationError> {
    let stores: Vec<&str> = text.split('/').collect();
    if stores.len() != usize::from(game.players) {
        let expected = format!("{} stores separated by `/`", game.players);
        return Err(NotationError::form("stores", text, expected));
    }
    for (player, store) in stores.into_iter().enumerate() {
        let place = format!("store of {}", LETTERS[player]);
        let [dan, quans] = parts(&place, store, ':', "dân and quans separated by `:`")?;
        game.store_dan[player] = number(&place, dan, i32::MIN..=i32::MAX)?;
        game.store_quans[player] = number(&place, quans, 0..=game.players)?;
    }
    Ok(())
}

fn read_mover(game: &mut OAnQuan, text: &str) -> Result<(), NotationError> {
    let letters = &LETTERS[..usize::from(game.players)];
    game.over = text == "-";
    if !game.over {
        let mover = letters.iter().position(|letter| letter.to_string() == text);
        game.mover = mover.ok_or_else(|| {
            let letters = letters.iter().map(char::to_string).collect::<Vec<_>>().join(", ");
            NotationError::form("mover", text, format!("one of {letters}, or - when it is over"))
        })? as u8;
    }
    Ok(())
}

fn read_relay(game: &mut OAnQuan, text: &str) -> Result<(), NotationError> {
    game.relay = match text {
        "-" => NO_CELL,
        _ => cell_from_text(text)
            .filter(|&cell| cell < game.ring() && cell % CELLS_EACH != 0)
            .ok_or_else(|| NotationError::form("relay", text, "a dân cell such as B3, or -"))?
            as u8,
    };
    Ok(())
}

/// What the rules demand of a position beyond its form.
fn check(game: &OAnQuan) -> Result<(), NotationError> {
    let refuse = |reason: String| Err(NotationError::Impossible(reason));
    let on_board: i64 = game.cells.iter().map(|&dan| i64::from(dan)).sum();
    let stores = &game.store_dan[..usize::from(game.players)];
    let dan = on_board + stores.iter().map(|&dan| i64::from(dan)).sum::<i64>();
    let dan_expected = 5 * i64::from(game.players) * i64::from(game.rules.start_dan);
    if dan != dan_expected {
        return refuse(format!("{dan} dân on the board and in the stores, not {dan_expected}"));
    }
    // Each turn to come may bring five dân out of a store onto the board. With these in the count
    // play cannot leave the bounds: every position that follows from this one can be read as well.
    let to_come = 5 * i64::from(game.rules.turn_limit - game.turns);
    let fits = |&dan: &i32| {
        i64::from(dan) + on_board + to_come <= MOST_IN_STORE
            && i64::from(dan) - to_come >= -MOST_IN_STORE
    };
    if on_board + to_come > i64::from(u16::MAX) || !stores.iter().all(fits) {
        return refuse("more dân than any game comes near".to_string());
    }
    let quans =
        game.quans.count_ones() + game.store_quans.iter().copied().map(u32::from).sum::<u32>();
    if quans != u32::from(game.players) {
        return refuse(format!(
            "{quans} quans on the board and in the stores, not {}",
            game.players
        ));
    }
    if game.quiet > game.turns {
        return refuse(format!("{} quiet turns among {} turns", game.quiet, game.turns));
    }
    let must_be_over = game.has_ended() || game.is_capped_out();
    if game.over {
        check_over(game, must_be_over)
    } else if must_be_over {
        refuse("a player is to move although the game is over".to_string())
    } else if let Some(cell) = game.pending_relay() {
        if game.rules.direction == DirectionChoice::Turn {
            refuse("a relay is pending although direction=turn".to_string())
        } else if game.cells[cell] == 0 {
            refuse(format!("the relay cell {} is empty", cell_text(cell)))
        } else {
            Ok(())
        }
    } else if game.side_cells(game.mover).iter().all(|&dan| dan == 0) {
        refuse("the side of the player to move is empty, it should have been refilled".to_string())
    } else {
        Ok(())
    }
}

fn check_over(game: &OAnQuan, must_be_over: bool) -> Result<(), NotationError> {
    let refuse = |reason: &str| Err(NotationError::impossible(reason));
    if !must_be_over {
        return refuse("nobody is to move although the game is not over");
    }
    if game.relay != NO_CELL {
        return refuse("a relay is pending although the game is over");
    }
    if (0..game.players).any(|player| game.side_cells(player).iter().any(|&dan| dan != 0)) {
        return refuse("the game is over but the sides are not settled");
    }
    let quan_cells_settle = game.rules.quan_cell_dan == QuanCellDan::Owner;
    if quan_cells_settle && game.cells.iter().any(|&dan| dan != 0) {
        return refuse("the game is over but the quan cells are not settled");
    }
    Ok(())
}
