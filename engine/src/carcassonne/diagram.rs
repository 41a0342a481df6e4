//! The board drawn for people.

use super::features::SegmentId;
use super::moves::Cell;
use super::rules::FieldScoring;
use super::state::{Carcassonne, Meeple, Phase, Tile, bits};
use super::tiles::{Class, Edge, FACES, Face, KIND_COUNT, KINDS, SHAPES, Shape, edge_at, face};
use crate::game::{Game, Turn};
use std::collections::BTreeSet;
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
const FIELD: char = '.';

/// The tiles with their features and meeples, the cells where the tile in hand fits, and below them
/// what comes next, the seats, the features with meeples, and the bag.
pub(super) fn draw(game: &Carcassonne) -> String {
    let mut text = board(game);
    text.push_str(
        "\n▒ city, ◆ shield, ─ road, o its end, M cloister, . field; 0 to 4: a meeple of that seat\n\n",
    );
    text.push_str(&next(game));
    text.push_str(&seats(game));
    let features = features(game);
    if !features.is_empty() {
        let when = if is_over(game) { "scored" } else { "would score now" };
        let _ = writeln!(text, "\nFeatures with meeples (of seat), and what they {when}:");
        features.iter().for_each(|line| text.push_str(line));
    }
    let _ = writeln!(text, "\nBag: {}", kinds(&game.bag));
    if game.removed() != [0; KIND_COUNT] {
        let _ = writeln!(text, "Removed: {}", kinds(&game.removed()));
    }
    text
}

fn is_over(game: &Carcassonne) -> bool {
    game.turn() == Turn::Over
}

fn letter(kind: u8) -> char {
    KINDS[usize::from(kind)].letter
}

/// What comes next; a tile in hand is drawn, and the segments that can be named are described.
fn next(game: &Carcassonne) -> String {
    match game.phase {
        Phase::Draw => format!("A tile is drawn for seat {}.\n\n", game.mover),
        Phase::Tile(kind) => {
            let face = face(kind, 0);
            let rows = picture(face).map(|row| {
                let row: String = row.iter().collect();
                format!("{:MARGIN$}{}\n", "", row.trim_end())
            });
            format!(
                "Seat {} places {} on one of *, as it lies here (rotation 0) or turned clockwise:\n{}\
                 Segments: {}\n\n",
                game.mover,
                letter(kind),
                rows.concat(),
                segments(face)
            )
        }
        Phase::Meeple(index) => {
            let tile = game.tile(index);
            format!(
                "Seat {} has placed {} on {} and may put a meeple there.\nSegments: {}\n\n",
                game.mover,
                letter(tile.kind()),
                tile.cell,
                segments(tile.face)
            )
        }
        Phase::Over => "The game is over.\n\n".to_string(),
    }
}

/// The segments of a tile, each by its name and where it is.
fn segments(number: u8) -> String {
    let (face, shape) = (&FACES[usize::from(number)], &SHAPES[usize::from(number / 4)]);
    let described = (0..shape.segments).map(|segment| {
        let sides = || sides_of(segment, face).into_iter().map(|side| ["N", "E", "S", "W"][side]);
        let (what, places) = match shape.class(segment) {
            Class::City => ("city", sides().collect()),
            Class::Road => ("road", sides().collect()),
            Class::Cloister => ("cloister", Vec::new()),
            Class::Field => ("field", corners_of(segment, face)),
        };
        [&[&*shape.name(segment).to_string(), what], &*places].concat().join(" ")
    });
    described.collect::<Vec<_>>().join(", ")
}

/// The corners of a tile that a field segment reaches.
fn corners_of(field: u8, face: &Face) -> Vec<&'static str> {
    let corners = [("NW", [7, 0]), ("NE", [1, 2]), ("SE", [3, 4]), ("SW", [5, 6])];
    let reached = corners.into_iter().filter(|(_, half_edges)| {
        half_edges.iter().any(|&half_edge| field_at(half_edge, face) == Some(field))
    });
    reached.map(|(name, _)| name).collect()
}

/// The field segment at a half-edge; none on a city side.
fn field_at(half_edge: usize, face: &Face) -> Option<u8> {
    let is_city = edge_at(face.edges, half_edge / 2) == Edge::City as u8;
    (!is_city).then(|| face.fields[half_edge])
}

/// A line a seat: points, supply, and what the points would be if the game ended now.
fn seats(game: &Carcassonne) -> String {
    let ended = if is_over(game) { "" } else { "  if the game ended now" };
    let mut text = format!("  seat  points  supply{ended}\n");
    let last = game.final_points();
    for seat in 0..usize::from(game.players) {
        let mark = if !is_over(game) && usize::from(game.mover) == seat { '>' } else { ' ' };
        let points = game.points[seat];
        let _ = write!(text, "{mark} {seat:>4}  {points:>6}  {:>6}", game.supplies[seat]);
        let _ = match is_over(game) {
            true => writeln!(text),
            false => writeln!(text, "  {:>21}", points + last[seat]),
        };
    }
    text
}

/// A line a feature that holds meeples: whose and where, what it is, and its points by themselves.
fn features(game: &Carcassonne) -> Vec<String> {
    let mut meeples = game.meeples().to_vec();
    meeples.sort_unstable_by_key(|meeple| game.tile(meeple.tile).cell);
    let root = |meeple: &Meeple| game.features.root(game.segment_of(*meeple));
    let mut lines = Vec::new();
    for (index, first) in meeples.iter().enumerate() {
        let same = |other: &&Meeple| root(other) == root(first);
        if meeples[..index].iter().any(|other| same(&other)) {
            continue;
        }
        let together = meeples.iter().filter(same).map(|meeple| {
            let tile = game.tile(meeple.tile);
            format!("{} of {} ({})", tile.shape().name(meeple.segment), tile.cell, meeple.seat)
        });
        let together = together.collect::<Vec<_>>().join(", ");
        let (what, value) = describe(game, *first, root(first));
        let leaders: Vec<String> = bits(game.features.meeples(root(first)).leaders())
            .map(|seat| seat.to_string())
            .collect();
        let points = value.map(|value| format!(": {value} to {}", leaders.join(" and ")));
        lines.push(format!("  {together:<16} {what}{}\n", points.unwrap_or_default()));
    }
    lines
}

/// What a feature is, and its value; none for a field where fields do not score one by one.
fn describe(game: &Carcassonne, meeple: Meeple, root: SegmentId) -> (String, Option<i32>) {
    let count = |number: u32, one: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {one}s"),
    };
    let tiles = || count(game.tiles_of(root), "tile");
    let open = |one: &str, state: &str| match game.features.open(root) {
        0 => "complete".to_string(),
        open => format!("{}{state}", count(open, one)),
    };
    let class = game.class_of(meeple);
    let what = match (class, game.features.shields(root)) {
        (Class::City, 0) => format!("city of {}, {}", tiles(), open("open side", "")),
        (Class::City, shields) => {
            let shields = count(shields, "shield");
            format!("city of {} and {shields}, {}", tiles(), open("open side", ""))
        }
        (Class::Road, _) => format!("road of {}, {}", tiles(), open("open side", "")),
        (Class::Cloister, _) => format!("cloister, {}", open("cell", " around it empty")),
        (Class::Field, _) => {
            let touches = game.touches().filter(|&(_, field)| field == root);
            let cities: BTreeSet<SegmentId> = touches.map(|(city, _)| city).collect();
            let number = cities.len();
            let what = if number == 1 { "city" } else { "cities" };
            let per_field = game.rules.field_scoring == FieldScoring::PerField;
            let value = per_field.then_some(3 * number as i32);
            return (format!("field at {number} complete {what}"), value);
        }
    };
    (what, Some(game.value(root, class)))
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
        let reached = (0..8).find(|&half_edge| field_at(half_edge, face) == Some(segment));
        return reached.map_or(MIDDLE, |half_edge| CORNERS[half_edge]);
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
    let mut picture = [[FIELD; COLUMNS]; ROWS];
    for (row, column) in [(0, 0), (0, COLUMNS - 1), (ROWS - 1, 0), (ROWS - 1, COLUMNS - 1)] {
        picture[row][column] = '+';
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
