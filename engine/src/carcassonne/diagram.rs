//! The board drawn for people.

use super::moves::Cell;
use super::state::{Carcassonne, Phase, Tile};
use super::tiles::{Edge, FACES, Face, KIND_COUNT, KINDS, SHAPES, Shape, edge_at, face};
use crate::game::{Game, Turn};
use std::fmt::Write as _;

/// Rows and columns of a tile.
const ROWS: usize = 3;
const COLUMNS: usize = 7;
/// Columns in front of the board, for y.
const MARGIN: usize = 5;

/// A tile as characters: the corners are marked, three characters of each side say what it shows,
/// and between a corner and a side stands the field or city that reaches there.
type Picture = [[char; COLUMNS]; ROWS];

/// A row and a column in a picture.
type Place = (usize, usize);

/// Where the middle of each side is drawn, N, E, S, W.
const SIDES: [Place; 4] = [(0, 3), (1, 5), (2, 3), (1, 1)];
/// Where the corner field of each half-edge is drawn.
const CORNERS: [Place; 8] = [(0, 1), (0, 5), (0, 5), (2, 5), (2, 5), (2, 1), (2, 1), (0, 1)];
const MIDDLE: Place = (1, 3);
const CITY: char = '▒';
const SHIELD: char = '◆';

/// The tiles with their features and meeples, the cells where the tile in hand fits, and below them
/// the seats, the bag and what comes next.
pub(super) fn draw(game: &Carcassonne) -> String {
    let mut text = board(game);
    text.push_str(
        "\n▒ city, ◆ shield, ─ road, o its end, M cloister, blank field, 0 to 4 a meeple of that seat\n",
    );
    if let Phase::Tile(kind) = game.phase {
        let _ = writeln!(text, "\n{} in hand, * where it fits:", letter(kind));
        for row in picture(face(kind, 0)) {
            let row: String = row.iter().collect();
            let _ = writeln!(text, "{:MARGIN$}{}", "", row.trim_end());
        }
    }
    text.push('\n');
    for seat in 0..game.players {
        let mark = if game.turn() != Turn::Over && game.mover == seat { '>' } else { ' ' };
        let _ = writeln!(
            text,
            "{mark} seat {seat} {:>4} points, supply {}{}",
            game.points[usize::from(seat)],
            game.supplies[usize::from(seat)],
            on_the_board(game, seat)
        );
    }
    let _ = writeln!(text, "{}", next(game));
    let _ = writeln!(text, "Bag: {}", kinds(&game.bag));
    if game.removed() != [0; KIND_COUNT] {
        let _ = writeln!(text, "Removed: {}", kinds(&game.removed()));
    }
    text
}

fn letter(kind: u8) -> char {
    KINDS[usize::from(kind)].letter
}

/// Where a seat's meeples are, and the points that they would bring if the game ended now.
fn on_the_board(game: &Carcassonne, seat: u8) -> String {
    let mut places: Vec<String> = game
        .meeples()
        .iter()
        .filter(|meeple| meeple.seat == seat)
        .map(|meeple| {
            let tile = game.tile(meeple.tile);
            format!("{} of {}", tile.shape().name(meeple.segment), tile.cell)
        })
        .collect();
    places.sort_unstable();
    if places.is_empty() {
        return String::new();
    }
    let worth = game.final_points()[usize::from(seat)];
    let worth = format!(" ({worth} points if the game ended now)");
    let now = if game.turn() == Turn::Over { "" } else { &worth };
    format!(", on the board {}{now}", places.join("; "))
}

fn next(game: &Carcassonne) -> String {
    match game.phase {
        Phase::Draw => "A tile is drawn next.".to_string(),
        Phase::Tile(kind) => format!("Seat {} places {}.", game.mover, letter(kind)),
        Phase::Meeple(index) => {
            format!("Seat {} has placed {}; the meeple comes.", game.mover, game.tile(index).cell)
        }
        Phase::Over => "The game is over.".to_string(),
    }
}

/// Letters and numbers of the kinds that there are.
fn kinds(counts: &[u8; KIND_COUNT]) -> String {
    let there = (0..).zip(counts).filter(|&(_, &count)| count > 0);
    let texts: Vec<String> =
        there.map(|(kind, count)| format!("{}{count}", letter(kind))).collect();
    let total: u8 = counts.iter().sum();
    if texts.is_empty() {
        "empty".to_string()
    } else {
        format!("{}, {total} in all", texts.join(" "))
    }
}

/// The board with coordinates, north above.
fn board(game: &Carcassonne) -> String {
    let fits = fitting_cells(game);
    let cells = || game.tiles().iter().map(|tile| tile.cell).chain(fits.iter().copied());
    let span = |coordinate: fn(Cell) -> i8| {
        cells().map(coordinate).fold((0, 0), |(least, most), it| (it.min(least), it.max(most)))
    };
    let ((west, east), (south, north)) = (span(|cell| cell.x), span(|cell| cell.y));
    let mut text = String::new();
    for y in (south..=north).rev() {
        let mut rows = [const { String::new() }; ROWS];
        for x in west..=east {
            let cell = Cell { x, y };
            let tile = (0..).zip(game.tiles()).find(|(_, tile)| tile.cell == cell);
            let picture = match tile {
                Some((index, &tile)) => with_meeple(game, index, tile),
                None if fits.contains(&cell) => {
                    let mut blank = [[' '; COLUMNS]; ROWS];
                    put(&mut blank, MIDDLE, '*');
                    blank
                }
                None => [[' '; COLUMNS]; ROWS],
            };
            for (row, characters) in rows.iter_mut().zip(picture) {
                row.extend(characters);
            }
        }
        for (row, label) in rows.iter().zip(["", &y.to_string(), ""]) {
            let _ = writeln!(text, "{}", format!("{label:>3}  {row}").trim_end());
        }
    }
    let numbers: String = (west..=east).map(|x| format!("{x:^COLUMNS$}")).collect();
    let _ = writeln!(text, "{}", format!("{:MARGIN$}{numbers}", "").trim_end());
    text
}

/// The cells where the tile in hand may be placed, in any rotation.
fn fitting_cells(game: &Carcassonne) -> Vec<Cell> {
    match game.phase {
        Phase::Tile(kind) => game.placements(kind).map(|(spot, _)| spot.cell()).collect(),
        _ => Vec::new(),
    }
}

fn with_meeple(game: &Carcassonne, index: u8, tile: Tile) -> Picture {
    let mut picture = picture(tile.face);
    if let Some(meeple) = game.meeple_on(index) {
        let place = place_of(meeple.segment, tile.shape(), &FACES[usize::from(tile.face)]);
        put(&mut picture, place, char::from(b'0' + meeple.seat));
    }
    picture
}

/// The sides that a city or road segment reaches.
fn sides_of(line: u8, face: &Face) -> Vec<usize> {
    let is_line = |side: usize| edge_at(face.edges, side) != Edge::Field as u8;
    (0..4).filter(|&side| is_line(side) && face.lines[side] == line).collect()
}

/// Where the meeple on a segment is drawn.
fn place_of(segment: u8, shape: &Shape, face: &Face) -> Place {
    if segment >= shape.fields_from {
        let reaches = |half_edge: usize| {
            edge_at(face.edges, half_edge / 2) != Edge::City as u8
                && face.fields[half_edge] == segment
        };
        return (0..8).find(|&half_edge| reaches(half_edge)).map_or(MIDDLE, |it| CORNERS[it]);
    }
    if segment >= shape.cloister_from {
        return MIDDLE;
    }
    let sides = sides_of(segment, face);
    let is_city = segment < shape.roads_from;
    match (&sides[..], inside(&sides)) {
        ([side], _) => SIDES[*side],
        (_, [first, _, ..]) if is_city => *first,
        // The one place inside may have the shield.
        _ if is_city => SIDES[if sides.contains(&0) { 0 } else { 2 }],
        _ => MIDDLE,
    }
}

/// What a city with these sides covers away from the edges of its tile.
fn inside(sides: &[usize]) -> &'static [Place] {
    match sides {
        [_] => &[],
        [0, 1] | [1, 2] => &[(1, 4)],
        [2, 3] | [0, 3] => &[(1, 2)],
        _ => &[(1, 2), MIDDLE, (1, 4)],
    }
}

fn picture(number: u8) -> Picture {
    let (face, shape) = (&FACES[usize::from(number)], &SHAPES[usize::from(number / 4)]);
    let mut picture = [[' '; COLUMNS]; ROWS];
    for (row, column) in [(0, 0), (0, COLUMNS - 1), (ROWS - 1, 0), (ROWS - 1, COLUMNS - 1)] {
        picture[row][column] = '·';
    }
    for road in shape.roads_from..shape.cloister_from {
        draw_road(&mut picture, &sides_of(road, face));
    }
    // Over the ends of roads at a city.
    for city in 0..shape.roads_from {
        draw_city(&mut picture, &sides_of(city, face), KINDS[usize::from(number / 4)].shield);
    }
    if shape.cloister_from < shape.fields_from {
        put(&mut picture, MIDDLE, 'M');
    }
    picture
}

fn put(picture: &mut Picture, (row, column): Place, character: char) {
    picture[row][column] = character;
}

fn draw_road(picture: &mut Picture, sides: &[usize]) {
    for &side in sides {
        match side {
            1 => (4..COLUMNS).for_each(|column| put(picture, (1, column), '─')),
            3 => (0..3).for_each(|column| put(picture, (1, column), '─')),
            _ => put(picture, SIDES[side], '│'),
        }
    }
    let middle = match sides {
        [1, 3] => '─',
        [0, 2] => '│',
        [0, 1] => '└',
        [1, 2] => '┌',
        [2, 3] => '┐',
        [0, 3] => '┘',
        _ => 'o',
    };
    put(picture, MIDDLE, middle);
}

fn draw_city(picture: &mut Picture, sides: &[usize], shield: bool) {
    for &side in sides {
        match side {
            1 => (5..COLUMNS).for_each(|column| put(picture, (1, column), CITY)),
            3 => (0..2).for_each(|column| put(picture, (1, column), CITY)),
            _ => (2..5).for_each(|column| put(picture, (SIDES[side].0, column), CITY)),
        }
        if sides.contains(&((side + 1) % 4)) {
            put(picture, CORNERS[2 * side + 1], CITY);
        }
    }
    for &place in inside(sides) {
        put(picture, place, CITY);
    }
    if shield && let Some(&place) = inside(sides).get(inside(sides).len() / 2) {
        put(picture, place, SHIELD);
    }
}
