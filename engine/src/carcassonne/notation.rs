//! Positions as text, in the form that the module describes.

use super::moves::{Cell, Segment, kind_from_text};
use super::rules::{Farmers, Rules, TurnActions};
use super::state::{Carcassonne, MOST_PLAYERS, Phase, PlacedTile};
use super::tiles::{Class, FITS, KIND_COUNT, KINDS, SHAPES, START, TILES};
use crate::game::{Game, Turn};
use crate::notation::{NotationError, number, parts};
use std::fmt::{self, Display};

/// The most points of a seat that are read at the start of a game. No game comes near it.
const MOST_POINTS: i32 = 1_000_000_000;
/// More than a seat can score in a turn. So many more points are read for each turn that is over: every
/// position that follows from one that was read can be read.
const MOST_A_TURN: i32 = 400;

const START_CELL: Cell = Cell { x: 0, y: 0 };

impl Display for Carcassonne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board: Vec<PlacedTile> = self.board().collect();
        board.sort_unstable_by_key(|tile| tile.cell);
        let mut separator = "";
        for PlacedTile { cell, kind, rotation, meeple } in board {
            write!(f, "{separator}{cell},{},{rotation}", KINDS[kind].letter)?;
            if let Some((segment, seat)) = meeple {
                write!(f, ",{segment},{seat}")?;
            }
            separator = "/";
        }
        match self.turn() {
            Turn::Over => f.write_str(" - ")?,
            _ => write!(f, " {} ", self.mover)?,
        }
        match self.phase {
            Phase::Draw => f.write_str("-")?,
            Phase::Tile(kind) => write!(f, "{}", KINDS[usize::from(kind)].letter)?,
            Phase::Meeple(index) => write!(f, "@{}", self.tile(index).cell)?,
            Phase::Over => f.write_str("end")?,
        }
        let players = usize::from(self.players);
        write_list(f, " ", ",", &self.points[..players])?;
        write_list(f, " ", ",", &self.supplies[..players])?;
        write_list(f, " ", "", &self.bag)?;
        write_list(f, " ", "", &self.removed())
    }
}

fn write_list<T: Display>(
    f: &mut fmt::Formatter<'_>,
    before: &str,
    between: &str,
    list: &[T],
) -> fmt::Result {
    let mut separator = before;
    for entry in list {
        write!(f, "{separator}{entry}")?;
        separator = between;
    }
    Ok(())
}

impl Carcassonne {
    /// How many tiles of each kind are out of the game: those that are nowhere else.
    pub(super) fn removed(&self) -> [u8; KIND_COUNT] {
        let mut removed = KINDS.map(|kind| kind.count);
        for tile in self.tiles() {
            removed[usize::from(tile.kind())] -= 1;
        }
        if let Phase::Tile(kind) = self.phase {
            removed[usize::from(kind)] -= 1;
        }
        for (removed, in_bag) in removed.iter_mut().zip(self.bag) {
            *removed -= in_bag;
        }
        removed
    }
}

/// A tile of the board as it is written.
struct Written<'a> {
    text: &'a str,
    cell: Cell,
    kind: u8,
    rotation: u8,
    /// The number of a segment, and a seat.
    meeple: Option<(u8, u8)>,
}

/// What the third field says.
enum WrittenPhase {
    Draw,
    Tile(u8),
    Meeple(Cell),
    Over,
}

/// Reads a position, and refuses what the rules text lists.
pub(super) fn parse(rules: Rules, players: u8, text: &str) -> Result<Carcassonne, NotationError> {
    let [board, seat, phase, scores, supplies, bag, removed] = parts(
        "position",
        text,
        ' ',
        "seven fields separated by one blank each: board, seat, phase, scores, supplies, bag, \
         removed",
    )?;
    let phase = read_phase(phase)?;
    let bag = read_kinds("bag", bag)?;
    let in_bag: i32 = bag.iter().copied().map(i32::from).sum();
    let begun = matches!(phase, WrittenPhase::Tile(_) | WrittenPhase::Meeple(_));
    let turns = (TILES as i32 - 1 - in_bag - i32::from(begun)).max(0);
    let scores = read_seats("score", scores, MOST_POINTS + MOST_A_TURN * turns)?;
    let supplies = read_seats("supply", supplies, 8_u8)?;
    let found = scores.len() as u8;
    if supplies.len() != scores.len() {
        let expected = format!("one supply for each of {found} scores");
        return Err(NotationError::form("supply", join(&supplies), expected));
    }
    if found != players {
        return Err(NotationError::Players { found, expected: players });
    }
    let mut game = Carcassonne::new(rules, players)
        .map_err(|error| NotationError::impossible(error.to_string()))?;
    game.points[..scores.len()].copy_from_slice(&scores);
    game.bag = bag;
    game.bag_count = in_bag as u8;
    let removed = read_kinds("removed", removed)?;
    let board = read_board(players, board)?;
    check_kinds(&game, &board, &phase, &removed)?;
    check_meeples(&game, &board, &supplies)?;
    let just_placed = match phase {
        WrittenPhase::Meeple(cell) => Some(just_placed(&game, &board, cell)?),
        _ => None,
    };
    place_tiles(&mut game, &board, just_placed)?;
    for index in 0..game.tiles().len() as u8 {
        let cell = game.tile(index).cell;
        let written = board.iter().find(|tile| tile.cell == cell);
        if let Some((segment, seat)) = written.and_then(|tile| tile.meeple) {
            game.enter(seat, index, segment);
        }
    }
    check_complete(&game, just_placed)?;
    game.phase = finish_phase(&game, phase)?;
    game.mover = read_seat(&game, seat)?;
    Ok(game)
}

fn join<T: Display>(list: &[T]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// A number a seat, from 0 to `most`; `name` is what it is.
fn read_seats<T>(name: &str, text: &str, most: T) -> Result<Vec<T>, NotationError>
where
    T: std::str::FromStr + PartialOrd + ToString + From<bool> + Copy,
{
    let texts: Vec<&str> = text.split(',').collect();
    if !(2..=MOST_PLAYERS).contains(&texts.len()) {
        let expected = format!("two to five numbers separated by `,`, the {name} of each seat");
        return Err(NotationError::form(name, text, expected));
    }
    let read =
        |(seat, text)| number(&format!("{name} of seat {seat}"), text, T::from(false)..=most);
    texts.into_iter().enumerate().map(read).collect()
}

/// A digit a kind.
fn read_kinds(place: &str, text: &str) -> Result<[u8; KIND_COUNT], NotationError> {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect();
    match digits.try_into() {
        Ok(kinds) if text.len() == KIND_COUNT => Ok(kinds),
        _ => Err(NotationError::form(place, text, "24 digits, one for each of the kinds A to X")),
    }
}

fn read_phase(text: &str) -> Result<WrittenPhase, NotationError> {
    let malformed = || {
        let expected = "`-` before a draw, the letter of the tile in hand, `@x,y` before the \
                        meeple decision for the tile there (both numbers from -71 to 71), or `end`";
        NotationError::form("phase", text, expected)
    };
    if let Some(cell) = text.strip_prefix('@') {
        let (x, y) = cell.split_once(',').ok_or_else(malformed)?;
        return Cell::read(text, x, y).map(WrittenPhase::Meeple).map_err(|_| malformed());
    }
    match text {
        "-" => Ok(WrittenPhase::Draw),
        "end" => Ok(WrittenPhase::Over),
        letter => kind_from_text(letter).map(WrittenPhase::Tile).ok_or_else(malformed),
    }
}

fn read_board(players: u8, text: &str) -> Result<Vec<Written<'_>>, NotationError> {
    let board = text
        .split('/')
        .map(|text| read_tile(players, text))
        .collect::<Result<Vec<Written<'_>>, _>>()?;
    if let Some(pair) = board.windows(2).find(|pair| pair[0].cell >= pair[1].cell) {
        return Err(NotationError::impossible(format!(
            "tiles are sorted by x, then y, one a cell, but {} comes behind {}",
            pair[1].text, pair[0].text
        )));
    }
    match board.iter().find(|tile| tile.cell == START_CELL) {
        Some(tile) if (tile.kind, tile.rotation, tile.meeple) == (START, 0, None) => Ok(board),
        Some(tile) => Err(NotationError::impossible(format!(
            "the start tile 0,0,D,0 lies on 0,0 without a meeple, not {}",
            tile.text
        ))),
        None => Err(NotationError::impossible("the start tile 0,0,D,0 is missing")),
    }
}

fn read_tile(players: u8, text: &str) -> Result<Written<'_>, NotationError> {
    let parts: Vec<&str> = text.split(',').collect();
    let (x, y, kind, rotation, meeple) = match parts[..] {
        [x, y, kind, rotation] => (x, y, kind, rotation, None),
        [x, y, kind, rotation, segment, seat] => (x, y, kind, rotation, Some((segment, seat))),
        _ => {
            let expected = "a tile x,y,KIND,ROTATION, with ,SEGMENT,SEAT behind it for a meeple";
            return Err(NotationError::form("board", text, expected));
        }
    };
    let place = |what: &str| format!("{what} of tile {text}");
    let cell = Cell::read(&format!("tile {text}"), x, y)?;
    let kind = kind_from_text(kind)
        .ok_or_else(|| NotationError::form(place("kind"), kind, "a letter from A to X"))?;
    let rotations = KINDS[usize::from(kind)].rotations;
    let rotation = number("", rotation, 0..=rotations - 1).map_err(|_| {
        let all: Vec<u8> = (0..rotations).collect();
        let expected = format!("a rotation that looks different: {}", join(&all));
        NotationError::form(place("rotation"), rotation, expected)
    })?;
    let meeple = match meeple {
        None => None,
        Some((segment, seat)) => {
            let name = segment.parse::<Segment>().ok();
            let number_of = name.and_then(|name| SHAPES[usize::from(kind)].number(name));
            let segment = number_of.ok_or_else(|| {
                let shape = &SHAPES[usize::from(kind)];
                let names: Vec<Segment> = (0..shape.segments).map(|it| shape.name(it)).collect();
                let expected = format!("a segment of this kind: {}", join(&names));
                NotationError::form(place("segment"), segment, expected)
            })?;
            Some((segment, number(&place("seat"), seat, 0..=players - 1)?))
        }
    };
    Ok(Written { text, cell, kind, rotation, meeple })
}

/// Every tile of the box is in one place.
fn check_kinds(
    game: &Carcassonne,
    board: &[Written<'_>],
    phase: &WrittenPhase,
    removed: &[u8; KIND_COUNT],
) -> Result<(), NotationError> {
    for (kind, info) in KINDS.iter().enumerate() {
        let on_board = board.iter().filter(|tile| usize::from(tile.kind) == kind).count();
        let in_hand = matches!(*phase, WrittenPhase::Tile(hand) if usize::from(hand) == kind);
        let (in_bag, removed) = (game.bag[kind], removed[kind]);
        let found = on_board + usize::from(in_hand) + usize::from(in_bag) + usize::from(removed);
        if found != usize::from(info.count) {
            return Err(NotationError::impossible(format!(
                "of kind {} there are {on_board} on the board, {} in hand, {in_bag} in the bag and \
                 {removed} removed, but {} in the box",
                info.letter,
                u8::from(in_hand),
                info.count
            )));
        }
    }
    Ok(())
}

/// Every meeple is on the board or in its supply, and where the rules allow it.
fn check_meeples(
    game: &Carcassonne,
    board: &[Written<'_>],
    supplies: &[u8],
) -> Result<(), NotationError> {
    let meeples = || board.iter().filter_map(|tile| Some((tile, tile.meeple?)));
    for (seat, &supply) in supplies.iter().enumerate() {
        let on_board = meeples().filter(|(_, (_, owner))| usize::from(*owner) == seat).count();
        if on_board + usize::from(supply) != usize::from(game.rules.meeples) {
            return Err(NotationError::impossible(format!(
                "seat {seat} has {on_board} meeples on the board and {supply} in the supply, but \
                 {} in all",
                game.rules.meeples
            )));
        }
    }
    let is_field = |kind: u8, segment| SHAPES[usize::from(kind)].class(segment) == Class::Field;
    let mut farmers = meeples().filter(|(tile, (segment, _))| is_field(tile.kind, *segment));
    match farmers.next() {
        Some((tile, _)) if game.rules.farmers == Farmers::Off => {
            let reason = format!("a meeple on a field with farmers=off: {}", tile.text);
            Err(NotationError::impossible(reason))
        }
        _ => Ok(()),
    }
}

/// The cell of the tile just placed, if it can have been.
fn just_placed(
    game: &Carcassonne,
    board: &[Written<'_>],
    cell: Cell,
) -> Result<Cell, NotationError> {
    let reason = match board.iter().find(|tile| tile.cell == cell) {
        _ if game.rules.turn_actions == TurnActions::Combined => {
            "with turn-actions=combined there is no meeple decision".to_string()
        }
        None => format!("no tile lies on {cell}, where one was just placed"),
        Some(_) if cell == START_CELL => "the start tile cannot have been just placed".to_string(),
        Some(tile) if tile.meeple.is_some() => {
            format!("the tile just placed has a meeple before the meeple decision: {}", tile.text)
        }
        Some(_) => return Ok(cell),
    };
    Err(NotationError::impossible(reason))
}

/// Places all tiles but the start tile, each beside others, the one just placed last.
fn place_tiles(
    game: &mut Carcassonne,
    board: &[Written<'_>],
    just_placed: Option<Cell>,
) -> Result<(), NotationError> {
    let is_last = |tile: &&Written<'_>| Some(tile.cell) == just_placed;
    let (last, mut waiting): (Vec<_>, Vec<_>) =
        board.iter().filter(|tile| tile.cell != START_CELL).partition(is_last);
    while !waiting.is_empty() {
        let mut apart = Vec::new();
        for &tile in &waiting {
            if !place_tile(game, tile)? {
                apart.push(tile);
            }
        }
        if apart.len() == waiting.len() {
            let without = if last.is_empty() { "" } else { " without the tile just placed" };
            return Err(NotationError::impossible(format!(
                "tile {} does not hang together by sides with the start tile{without}",
                apart[0].text
            )));
        }
        waiting = apart;
    }
    for tile in last {
        if !place_tile(game, tile)? {
            let reason = format!("tile {} has no tile beside it", tile.text);
            return Err(NotationError::impossible(reason));
        }
    }
    Ok(())
}

/// Places a tile if there is one beside it; says whether there is.
fn place_tile(game: &mut Carcassonne, tile: &Written<'_>) -> Result<bool, NotationError> {
    let Some(index) = game.spots.find(tile.cell) else { return Ok(false) };
    let pattern = game.spots.as_slice()[index].pattern();
    if FITS[usize::from(tile.kind)][usize::from(pattern)].rotations() >> tile.rotation & 1 == 0 {
        let reason = format!("the edges of tile {} do not match those beside it", tile.text);
        return Err(NotationError::impossible(reason));
    }
    game.place(index, tile.kind, tile.rotation);
    Ok(true)
}

/// No meeple stands in a complete feature, unless the tile just placed has completed it.
fn check_complete(game: &Carcassonne, just_placed: Option<Cell>) -> Result<(), NotationError> {
    // It is the last tile.
    let placed = just_placed.and_then(|_| game.tiles().last());
    for &meeple in game.meeples() {
        let (tile, root) = (game.tile(meeple.tile), game.features.root(game.segment_of(meeple)));
        if game.features.open(root) > 0 {
            continue;
        }
        let just_completed = placed.is_some_and(|placed| {
            let mut lines = (0..placed.shape().cloister_from).map(|line| placed.first + line);
            if meeple.segment < tile.shape().cloister_from {
                lines.any(|line| game.features.root(line) == root)
            } else {
                tile.cell.touches(placed.cell)
            }
        });
        if !just_completed {
            return Err(NotationError::impossible(format!(
                "seat {} has a meeple on {} of tile {}, in a complete feature",
                meeple.seat,
                tile.shape().name(meeple.segment),
                tile.cell
            )));
        }
    }
    Ok(())
}

/// The phase, if bag and board agree with it.
fn finish_phase(game: &Carcassonne, phase: WrittenPhase) -> Result<Phase, NotationError> {
    let reason = match phase {
        WrittenPhase::Draw if game.bag_count == 0 => {
            "a draw comes next, but the bag is empty".to_string()
        }
        WrittenPhase::Over if game.bag_count > 0 => {
            "the game is over, but the bag is not empty".to_string()
        }
        WrittenPhase::Tile(kind) if game.spots.placements(kind) == 0 => {
            let letter = KINDS[usize::from(kind)].letter;
            format!("the tile in hand, {letter}, fits nowhere")
        }
        WrittenPhase::Draw => return Ok(Phase::Draw),
        WrittenPhase::Over => return Ok(Phase::Over),
        WrittenPhase::Tile(kind) => return Ok(Phase::Tile(kind)),
        WrittenPhase::Meeple(_) => return Ok(Phase::Meeple(game.tiles().len() as u8 - 1)),
    };
    Err(NotationError::impossible(reason))
}

/// Whose turn it is: nobody's exactly when the game is over.
fn read_seat(game: &Carcassonne, text: &str) -> Result<u8, NotationError> {
    let most = game.players - 1;
    match (text, game.turn()) {
        ("-", Turn::Over) => Ok(0),
        ("-", _) => Err(NotationError::impossible("it is nobody's turn, but the game is not over")),
        (_, turn) => {
            let seat = number("seat", text, 0..=most).map_err(|_| {
                let expected = format!("a seat from 0 to {most}, or `-` when the game is over");
                NotationError::form("seat", text, expected)
            })?;
            if turn == Turn::Over {
                let reason = format!("it is the turn of seat {seat} although the game is over");
                return Err(NotationError::impossible(reason));
            }
            Ok(seat)
        }
    }
}
