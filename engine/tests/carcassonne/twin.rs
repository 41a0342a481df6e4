//! A slow twin of the engine: the rules text to the letter, on a map from cells to tiles, every
//! feature found anew by flood fill whenever it is asked for, with nothing of the engine but the
//! rule options and the text of positions.

use crate::{any_start, legal, play, position, read, rules, start};
use ludarium_engine::carcassonne::{
    Carcassonne, Farmers, FieldScoring, Rules, SmallCity, TurnActions,
};
use ludarium_engine::{Game, Random, Seat, Turn};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The tiles of the rules text, a row a kind.
const TILES: &str = include_str!("../data/carcassonne/tiles.csv");

static KINDS: LazyLock<Vec<Kind>> =
    LazyLock::new(|| TILES.lines().skip(1).map(Kind::read).collect());

/// The kinds' names, in the order of the rows.
const NAMES: &str = "ABCDEFGHIJKLMNOPQRSTUVWX";

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    City,
    Road,
    Cloister,
    Field,
}

struct Segment {
    name: String,
    sort: Sort,
    /// The sides of a city or road, the half-edges of a field, while the tile is not turned.
    reaches: Vec<usize>,
    /// The city segments that a field touches.
    touches: Vec<usize>,
}

struct Kind {
    count: u32,
    edges: Vec<char>,
    rotations: usize,
    shield: bool,
    /// In the order c0 c1 r0 r1 r2 r3 m f0 f1 f2 f3, so cities have their digits as indices.
    segments: Vec<Segment>,
}

impl Kind {
    fn read(row: &str) -> Kind {
        let columns: Vec<&str> = row.split(',').collect();
        let [_, count, edges, rotations, cities, roads, cloister, shield, fields, touches] =
            columns[..]
        else {
            panic!("{row} has {} columns", columns.len());
        };
        let sides = |list: &str| {
            list.chars().map(|side| "NESW".find(side).expect("a side")).collect::<Vec<_>>()
        };
        let digits = |list: &str| {
            list.chars()
                .filter_map(|digit| digit.to_digit(10))
                .map(|digit| digit as usize)
                .collect()
        };
        let mut segments = Vec::new();
        let mut add = |name, sort, reaches, touches| {
            segments.push(Segment { name, sort, reaches, touches });
        };
        for (number, list) in lists(cities) {
            add(format!("c{number}"), Sort::City, sides(list), Vec::new());
        }
        for (number, list) in lists(roads) {
            add(format!("r{number}"), Sort::Road, sides(list), Vec::new());
        }
        if cloister == "1" {
            add("m".to_string(), Sort::Cloister, Vec::new(), Vec::new());
        }
        for ((number, list), (_, cities)) in lists(fields).zip(lists(touches)) {
            add(format!("f{number}"), Sort::Field, digits(list), digits(cities));
        }
        Kind {
            count: count.parse().expect("a number"),
            edges: edges.chars().collect(),
            rotations: rotations.parse().expect("a number"),
            shield: shield == "1",
            segments,
        }
    }
}

/// The numbered lists of a column.
fn lists(column: &str) -> impl Iterator<Item = (usize, &str)> {
    column.split('|').filter(|list| !list.is_empty()).enumerate()
}

type Cell = (i32, i32);

/// The cell on the other side of a side.
fn beyond((x, y): Cell, side: usize) -> Cell {
    let (east, north) = [(0, 1), (1, 0), (0, -1), (-1, 0)][side];
    (x + east, y + north)
}

fn around((x, y): Cell) -> [Cell; 8] {
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        .map(|(east, north)| (x + east, y + north))
}

#[derive(Clone)]
struct Tile {
    kind: usize,
    rotation: usize,
    /// The segment on which it stands, and whose it is.
    meeple: Option<(usize, usize)>,
}

impl Tile {
    fn kind(&self) -> &'static Kind {
        &KINDS[self.kind]
    }

    fn edge(&self, side: usize) -> char {
        self.kind().edges[(side + 4 - self.rotation) % 4]
    }

    /// Where a segment reaches on the tile as it lies.
    fn reaches(&self, segment: usize) -> Vec<usize> {
        let Segment { sort, reaches, .. } = &self.kind().segments[segment];
        match sort {
            Sort::Field => reaches.iter().map(|half| (half + 2 * self.rotation) % 8).collect(),
            _ => reaches.iter().map(|side| (side + self.rotation) % 4).collect(),
        }
    }
}

/// A segment of a tile on the board.
type Part = (Cell, usize);

/// All segments of a feature.
type Feature = BTreeSet<Part>;

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Draw,
    /// This kind is in hand.
    Hand(usize),
    /// The tile on this cell waits for a meeple.
    Placed(Cell),
    Over,
}

#[derive(Clone)]
struct Twin {
    rules: Rules,
    /// In the order of the text: by x, then by y.
    board: BTreeMap<Cell, Tile>,
    seat: usize,
    phase: Phase,
    scores: Vec<i32>,
    supplies: Vec<u32>,
    bag: Vec<u32>,
    removed: Vec<u32>,
}

impl Twin {
    fn start(rules: Rules, players: u8) -> Twin {
        let players = usize::from(players);
        let kind = NAMES.find('D').expect("a kind");
        let mut bag: Vec<u32> = KINDS.iter().map(|kind| kind.count).collect();
        bag[kind] -= 1;
        Twin {
            rules,
            board: BTreeMap::from([((0, 0), Tile { kind, rotation: 0, meeple: None })]),
            seat: 0,
            phase: Phase::Draw,
            scores: vec![0; players],
            supplies: vec![rules.meeples.into(); players],
            bag,
            removed: vec![0; KINDS.len()],
        }
    }

    fn read(rules: Rules, text: &str) -> Twin {
        let fields: Vec<&str> = text.split(' ').collect();
        let number = |text: &str| text.parse::<i32>().expect("a number");
        let digits = |text: &str| text.chars().filter_map(|digit| digit.to_digit(10)).collect();
        let tile = |text: &str| {
            let parts: Vec<&str> = text.split(',').collect();
            let kind = NAMES.find(parts[2]).expect("a kind");
            let meeple = parts.get(4).map(|name| {
                let names = KINDS[kind].segments.iter().position(|segment| segment.name == *name);
                (names.expect("a segment"), number(parts[5]) as usize)
            });
            let cell = (number(parts[0]), number(parts[1]));
            (cell, Tile { kind, rotation: number(parts[3]) as usize, meeple })
        };
        let phase = match fields[2] {
            "-" => Phase::Draw,
            "end" => Phase::Over,
            name => match name.strip_prefix('@').and_then(|cell| cell.split_once(',')) {
                Some((x, y)) => Phase::Placed((number(x), number(y))),
                None => Phase::Hand(NAMES.find(name).expect("a kind")),
            },
        };
        Twin {
            rules,
            board: fields[0].split('/').map(tile).collect(),
            seat: fields[1].parse().unwrap_or(0),
            phase,
            scores: fields[3].split(',').map(number).collect(),
            supplies: fields[4].split(',').map(|supply| number(supply) as u32).collect(),
            bag: digits(fields[5]),
            removed: digits(fields[6]),
        }
    }

    fn write(&self) -> String {
        let tile = |(&(x, y), tile): (&Cell, &Tile)| {
            let meeple = tile
                .meeple
                .map(|(segment, seat)| format!(",{},{seat}", tile.kind().segments[segment].name));
            let name = &NAMES[tile.kind..=tile.kind];
            format!("{x},{y},{name},{}{}", tile.rotation, meeple.unwrap_or_default())
        };
        let seat = match self.phase {
            Phase::Over => "-".to_string(),
            _ => self.seat.to_string(),
        };
        let phase = match self.phase {
            Phase::Draw => "-".to_string(),
            Phase::Hand(kind) => NAMES[kind..=kind].to_string(),
            Phase::Placed((x, y)) => format!("@{x},{y}"),
            Phase::Over => "end".to_string(),
        };
        format!(
            "{} {seat} {phase} {} {} {} {}",
            join(self.board.iter().map(tile), "/"),
            join(&self.scores, ","),
            join(&self.supplies, ","),
            join(&self.bag, ""),
            join(&self.removed, ""),
        )
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Draw => Turn::Chance,
            Phase::Hand(_) | Phase::Placed(_) => Turn::Player(Seat(self.seat as u8)),
            Phase::Over => Turn::Over,
        }
    }

    fn segment(&self, (cell, segment): Part) -> &'static Segment {
        &self.board[&cell].kind().segments[segment]
    }

    /// The segments of neighbouring tiles that are joined to this one.
    fn joined_to(&self, (cell, segment): Part) -> Vec<Part> {
        let sort = self.segment((cell, segment)).sort;
        let mut parts = Vec::new();
        for reached in self.board[&cell].reaches(segment) {
            let (side, meets) = match sort {
                Sort::Field if reached % 2 == 0 => (reached / 2, (reached + 5) % 8),
                Sort::Field => (reached / 2, (reached + 3) % 8),
                _ => (reached, (reached + 2) % 4),
            };
            let beyond = beyond(cell, side);
            let Some(tile) = self.board.get(&beyond) else { continue };
            let others = 0..tile.kind().segments.len();
            let joined = others.filter(|&other| {
                self.segment((beyond, other)).sort == sort && tile.reaches(other).contains(&meets)
            });
            parts.extend(joined.map(|other| (beyond, other)));
        }
        parts
    }

    fn feature(&self, part: Part) -> Feature {
        let mut feature = BTreeSet::from([part]);
        let mut open = vec![part];
        while let Some(part) = open.pop() {
            for next in self.joined_to(part) {
                if feature.insert(next) {
                    open.push(next);
                }
            }
        }
        feature
    }

    fn is_complete(&self, feature: &Feature) -> bool {
        feature.iter().all(|&(cell, segment)| match self.segment((cell, segment)).sort {
            Sort::City | Sort::Road => {
                let mut sides = self.board[&cell].reaches(segment).into_iter();
                sides.all(|side| self.board.contains_key(&beyond(cell, side)))
            }
            Sort::Cloister => around(cell).iter().all(|cell| self.board.contains_key(cell)),
            Sort::Field => false,
        })
    }

    /// The seats of the meeples in a feature, each as often as it has one there.
    fn meeples(&self, feature: &Feature) -> Vec<usize> {
        let on = |&(cell, segment): &Part| {
            self.board[&cell].meeple.filter(|meeple| meeple.0 == segment).map(|meeple| meeple.1)
        };
        feature.iter().filter_map(on).collect()
    }

    /// All features that hold a meeple.
    fn held(&self) -> BTreeSet<Feature> {
        let part = |(&cell, tile): (&Cell, &Tile)| Some((cell, tile.meeple?.0));
        self.board.iter().filter_map(part).map(|part| self.feature(part)).collect()
    }

    fn is_field(&self, feature: &Feature) -> bool {
        feature.iter().all(|&part| self.segment(part).sort == Sort::Field)
    }

    /// The completed cities that a field touches.
    fn cities_at(&self, field: &Feature) -> BTreeSet<Feature> {
        let touched = |&(cell, segment): &Part| {
            self.segment((cell, segment)).touches.iter().map(move |&city| (cell, city))
        };
        let cities = field.iter().flat_map(touched).map(|city| self.feature(city));
        cities.filter(|city| self.is_complete(city)).collect()
    }

    /// The value of a road, city or cloister, complete or not.
    fn value(&self, feature: &Feature) -> i32 {
        let cells: BTreeSet<Cell> = feature.iter().map(|part| part.0).collect();
        let tiles = cells.len() as i32;
        let complete = self.is_complete(feature);
        let &part = feature.first().expect("a segment");
        match self.segment(part).sort {
            Sort::Road => tiles,
            Sort::City => {
                let shields = cells.iter().filter(|cell| self.board[cell].kind().shield).count();
                let half = tiles == 2 && self.rules.small_city == SmallCity::Half;
                (tiles + shields as i32) * if complete && !half { 2 } else { 1 }
            }
            Sort::Cloister => {
                let near = around(part.0);
                1 + near.iter().filter(|cell| self.board.contains_key(cell)).count() as i32
            }
            Sort::Field => panic!("fields are valued by their cities"),
        }
    }

    /// What the final scoring would give each seat now.
    fn final_points(&self) -> Vec<i32> {
        let mut points = vec![0; self.scores.len()];
        if self.phase == Phase::Over {
            return points;
        }
        let (fields, others): (Vec<Feature>, Vec<Feature>) =
            self.held().into_iter().partition(|feature| self.is_field(feature));
        for feature in others {
            for seat in most(&self.meeples(&feature)) {
                points[seat] += self.value(&feature);
            }
        }
        match self.rules.field_scoring {
            FieldScoring::PerField => {
                for field in fields {
                    for seat in most(&self.meeples(&field)) {
                        points[seat] += 3 * self.cities_at(&field).len() as i32;
                    }
                }
            }
            FieldScoring::OncePerPlayer => {
                let mut scored = vec![BTreeSet::new(); points.len()];
                for field in fields {
                    for seat in most(&self.meeples(&field)) {
                        scored[seat].extend(self.cities_at(&field));
                    }
                }
                for (points, cities) in points.iter_mut().zip(scored) {
                    *points += 3 * cities.len() as i32;
                }
            }
            FieldScoring::PerCity => {
                let mut farmers: BTreeMap<Feature, Vec<usize>> = BTreeMap::new();
                for field in fields {
                    for city in self.cities_at(&field) {
                        farmers.entry(city).or_default().extend(self.meeples(&field));
                    }
                }
                for seat in farmers.values().flat_map(|farmers| most(farmers)) {
                    points[seat] += 4;
                }
            }
        }
        points
    }

    fn fits(&self, cell: Cell, tile: &Tile) -> bool {
        (0..4).all(|side| {
            let neighbour = self.board.get(&beyond(cell, side));
            neighbour.is_none_or(|other| other.edge((side + 2) % 4) == tile.edge(side))
        })
    }

    /// All ways to place a kind.
    fn placements(&self, kind: usize) -> Vec<(Cell, usize)> {
        let near = |&cell: &Cell| (0..4).map(move |side| beyond(cell, side));
        let mut cells: BTreeSet<Cell> = self.board.keys().flat_map(near).collect();
        cells.retain(|cell| !self.board.contains_key(cell));
        let rotations = |cell| (0..KINDS[kind].rotations).map(move |rotation| (cell, rotation));
        let fits = |&(cell, rotation): &(Cell, usize)| {
            self.fits(cell, &Tile { kind, rotation, meeple: None })
        };
        cells.into_iter().flat_map(rotations).filter(fits).collect()
    }

    /// The names of the segments of a tile just placed on which a meeple may be put.
    fn free_segments(&self, cell: Cell) -> Vec<&'static str> {
        let segments = &self.board[&cell].kind().segments;
        let features: Vec<Feature> =
            (0..segments.len()).map(|segment| self.feature((cell, segment))).collect();
        let is_free = |&segment: &usize| {
            let feature = &features[segment];
            let allowed =
                segments[segment].sort != Sort::Field || self.rules.farmers == Farmers::On;
            allowed && !features[..segment].contains(feature) && self.meeples(feature).is_empty()
        };
        match self.supplies[self.seat] {
            0 => Vec::new(),
            _ => {
                let free = (0..segments.len()).filter(is_free);
                free.map(|segment| segments[segment].name.as_str()).collect()
            }
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut texts = Vec::new();
        match self.phase {
            Phase::Draw => {
                let kinds = (0..KINDS.len()).filter(|&kind| self.bag[kind] > 0);
                texts.extend(kinds.map(|kind| format!("*{}", &NAMES[kind..=kind])));
            }
            Phase::Hand(kind) => {
                for ((x, y), rotation) in self.placements(kind) {
                    let placement = format!("{x},{y},{rotation}");
                    if self.rules.turn_actions == TurnActions::Combined {
                        let mut placed = self.clone();
                        placed.board.insert((x, y), Tile { kind, rotation, meeple: None });
                        let free = placed.free_segments((x, y)).into_iter();
                        texts.extend(free.map(|segment| format!("{placement},{segment}")));
                    }
                    texts.push(placement);
                }
            }
            Phase::Placed(cell) => {
                texts.push("-".to_string());
                texts.extend(self.free_segments(cell).into_iter().map(str::to_string));
            }
            Phase::Over => {}
        }
        texts.sort();
        texts
    }

    fn play(&mut self, event: &str) {
        if let Some(name) = event.strip_prefix('*') {
            let kind = NAMES.find(name).expect("a kind");
            self.bag[kind] -= 1;
            if !self.placements(kind).is_empty() {
                self.phase = Phase::Hand(kind);
            } else {
                self.removed[kind] += 1;
                self.end_if_the_bag_is_empty();
            }
            return;
        }
        match self.phase {
            Phase::Hand(kind) => {
                let words: Vec<&str> = event.split(',').collect();
                let number = |word: &str| word.parse::<i32>().expect("a number");
                let cell = (number(words[0]), number(words[1]));
                let tile = Tile { kind, rotation: number(words[2]) as usize, meeple: None };
                self.board.insert(cell, tile);
                match self.rules.turn_actions {
                    TurnActions::Split => self.phase = Phase::Placed(cell),
                    TurnActions::Combined => self.finish_turn(cell, words.get(3).copied()),
                }
            }
            Phase::Placed(cell) => self.finish_turn(cell, Some(event).filter(|&name| name != "-")),
            Phase::Draw | Phase::Over => panic!("{event} is nobody's turn"),
        }
    }

    fn finish_turn(&mut self, cell: Cell, segment: Option<&str>) {
        if let Some(name) = segment {
            let tile = self.board.get_mut(&cell).expect("a tile");
            let segment = tile.kind().segments.iter().position(|segment| segment.name == name);
            tile.meeple = Some((segment.expect("a segment"), self.seat));
            self.supplies[self.seat] -= 1;
        }
        let mut complete = self.held();
        complete.retain(|feature| self.is_complete(feature));
        for feature in &complete {
            for seat in most(&self.meeples(feature)) {
                self.scores[seat] += self.value(feature);
            }
        }
        for (cell, segment) in complete.into_iter().flatten() {
            let tile = self.board.get_mut(&cell).expect("a tile");
            if let Some((_, seat)) = tile.meeple.take_if(|meeple| meeple.0 == segment) {
                self.supplies[seat] += 1;
            }
        }
        self.seat = (self.seat + 1) % self.scores.len();
        self.phase = Phase::Draw;
        self.end_if_the_bag_is_empty();
    }

    fn bag_is_empty(&self) -> bool {
        self.bag.iter().all(|&tiles| tiles == 0)
    }

    fn end_if_the_bag_is_empty(&mut self) {
        if self.bag_is_empty() {
            for (seat, points) in self.final_points().into_iter().enumerate() {
                self.scores[seat] += points;
            }
            self.phase = Phase::Over;
        }
    }

    fn ranks(&self) -> Vec<u8> {
        let better = |score: &i32| self.scores.iter().filter(|&other| other > score).count();
        self.scores.iter().map(|score| 1 + better(score) as u8).collect()
    }

    /// Whether all other tiles hang together by sides.
    fn hangs_together_without(&self, missing: Cell) -> bool {
        let (mut reached, mut open) = (BTreeSet::from([(0, 0), missing]), vec![(0, 0)]);
        while let Some(cell) = open.pop() {
            for near in (0..4).map(|side| beyond(cell, side)) {
                if self.board.contains_key(&near) && reached.insert(near) {
                    open.push(near);
                }
            }
        }
        reached.len() == self.board.len()
    }

    /// The segments of all features that would be incomplete without the tile on a cell.
    fn completed_by(&self, cell: Cell) -> BTreeSet<Part> {
        let parts = |cell: Cell| {
            let segments = self.board.get(&cell).map_or(0, |tile| tile.kind().segments.len());
            (0..segments).map(move |segment| (cell, segment))
        };
        let near = around(cell).into_iter().flat_map(parts);
        let cloisters = near.filter(|&part| self.segment(part).sort == Sort::Cloister);
        let features = parts(cell).chain(cloisters).map(|part| self.feature(part));
        features.filter(|feature| self.is_complete(feature)).flatten().collect()
    }

    /// Whether a reader accepts a meeple there.
    fn may_stand(&self, (cell, segment): Part) -> bool {
        let farmer = self.segment((cell, segment)).sort == Sort::Field;
        let complete = self.is_complete(&self.feature((cell, segment)));
        let has_to_be_scored = match self.phase {
            Phase::Placed(placed) => self.completed_by(placed).contains(&(cell, segment)),
            _ => false,
        };
        cell != (0, 0)
            && self.phase != Phase::Placed(cell)
            && (!farmer || self.rules.farmers == Farmers::On)
            && (!complete || has_to_be_scored)
    }

    /// Whether a reader accepts the position, as far as phase and meeples go.
    fn is_possible(&self) -> bool {
        let may_stand = |(&cell, tile): (&Cell, &Tile)| {
            tile.meeple.is_none_or(|(segment, _)| self.may_stand((cell, segment)))
        };
        let phase_is_possible = match self.phase {
            Phase::Draw => !self.bag_is_empty(),
            Phase::Hand(kind) => !self.placements(kind).is_empty(),
            Phase::Placed(cell) => {
                self.rules.turn_actions == TurnActions::Split
                    && cell != (0, 0)
                    && self.board.contains_key(&cell)
                    && self.hangs_together_without(cell)
            }
            Phase::Over => self.bag_is_empty(),
        };
        phase_is_possible && self.board.iter().all(may_stand)
    }
}

fn join<T: ToString>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

/// The seats that are named most often.
fn most(seats: &[usize]) -> BTreeSet<usize> {
    let times = |seat: usize| seats.iter().filter(|&&other| other == seat).count();
    let greatest = seats.iter().map(|&seat| times(seat)).max();
    seats.iter().copied().filter(|&seat| Some(times(seat)) == greatest).collect()
}

/// Everything that can be seen of the two.
fn assert_equal(game: &Carcassonne, twin: &Twin, how: &str) {
    let found = (
        game.to_string(),
        game.turn(),
        legal(game),
        game.scores().to_vec(),
        game.ranks().to_vec(),
        game.final_points().to_vec(),
    );
    let expected = (
        twin.write(),
        twin.turn(),
        twin.legal(),
        twin.scores.clone(),
        twin.ranks(),
        twin.final_points(),
    );
    assert_eq!(found, expected, "{how} under {:?}", game.rules());
    let read = read(*game.rules(), &twin.write());
    assert_eq!(read.as_ref(), Ok(game), "{how} under {:?}", game.rules());
    if game.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        game.chance_outcomes(&mut outcomes);
        let weights: u32 = outcomes.iter().map(|outcome| outcome.1).sum();
        let tiles: u32 = twin.bag.iter().sum();
        for (draw, weight) in outcomes {
            let kind = NAMES.find(&draw.to_string()[1..]).expect("a kind");
            assert_eq!(weight * tiles, twin.bag[kind] * weights, "{draw} {how}");
        }
    }
}

/// Plays an event on both and compares them.
fn step(game: &mut Carcassonne, twin: &mut Twin, event: &str) {
    let before = twin.write();
    play(game, event);
    twin.play(event);
    assert_equal(game, twin, &format!("after {event} in {before}"));
}

#[derive(Clone, Copy, Debug)]
enum Draws {
    /// Each tile of the bag is as likely as any other.
    Tiles,
    /// Each kind in the bag is as likely as any other.
    Kinds,
    /// Kinds that fit nowhere come first, then those that leave fewest cities and roads open.
    Unplaceable,
}

#[derive(Clone, Copy, Debug)]
enum Places {
    Any,
    /// With most tiles around.
    Crowded,
    /// As far from the start tile as possible.
    Far,
    /// Where most meeples come to stand in one feature.
    Joining,
    /// Where fewest sides of cities and roads stay open, so that some kinds fit nowhere.
    Closing,
}

#[derive(Clone, Copy, Debug)]
enum Meeples {
    Any,
    /// One in ten turns.
    Seldom,
    /// Whenever it is possible.
    Always,
    /// On a field whenever it is possible.
    Fields,
    /// In a city whenever it is possible.
    Cities,
}

/// What a random game prefers: uniform play hardly ever comes to some boards and claims.
#[derive(Clone, Copy, Debug)]
struct Style {
    draws: Draws,
    places: Places,
    meeples: Meeples,
}

const UNIFORM: Style = Style { draws: Draws::Tiles, places: Places::Any, meeples: Meeples::Any };

impl Style {
    fn any(random: &mut Random) -> Style {
        use Meeples::{Always, Cities, Fields, Seldom};
        use Places::{Any, Closing, Crowded, Far, Joining};
        Style {
            draws: random.pick(&[Draws::Tiles, Draws::Kinds, Draws::Unplaceable]),
            places: random.pick(&[Any, Crowded, Far, Joining, Closing]),
            meeples: random.pick(&[Meeples::Any, Seldom, Always, Fields, Cities]),
        }
    }

    /// One of the events that may come next, mostly as the style has it.
    fn choose(self, twin: &Twin, random: &mut Random) -> String {
        let mut events = twin.legal();
        if twin.phase == Phase::Draw {
            let kind = |event: &String| NAMES.find(&event[1..]).expect("a kind");
            let fits = |event: &String| !twin.placements(kind(event)).is_empty();
            let fields = |event: &String| {
                KINDS[kind(event)].edges.iter().filter(|&&edge| edge == 'F').count()
            };
            match self.draws {
                Draws::Tiles => {
                    let kind = random.weighted(twin.bag.iter().copied());
                    events = vec![format!("*{}", &NAMES[kind..=kind])];
                }
                Draws::Kinds => {}
                Draws::Unplaceable => {
                    keep_best(&mut events, |event| (!fits(event), fields(event)));
                }
            }
        } else if random.below(8) > 0 {
            let passes = random.below(10) > 0;
            keep_best(&mut events, |event| self.worth_of_place(twin, event));
            keep_best(&mut events, |event| self.worth_of_meeple(passes, event));
        }
        events.swap_remove(random.below(events.len() as u32) as usize)
    }

    fn worth_of_place(self, twin: &Twin, event: &str) -> i32 {
        let Phase::Hand(kind) = twin.phase else { return 0 };
        let mut words = event.split(',').map_while(|word| word.parse::<i32>().ok());
        let mut number = || words.next().expect("a number");
        let (cell, rotation) = ((number(), number()), number() as usize);
        let placed = || {
            let mut placed = twin.clone();
            placed.board.insert(cell, Tile { kind, rotation, meeple: None });
            placed
        };
        match self.places {
            Places::Any => 0,
            Places::Crowded => {
                around(cell).iter().filter(|cell| twin.board.contains_key(cell)).count() as i32
            }
            Places::Far => cell.0.abs() + cell.1.abs(),
            Places::Joining => {
                let placed = placed();
                let features = (0..KINDS[kind].segments.len()).map(|segment| (cell, segment));
                let meeples = features.map(|part| placed.meeples(&placed.feature(part)).len());
                meeples.max().unwrap_or_default() as i32
            }
            Places::Closing => {
                let placed = placed();
                let open = |(&cell, tile): (&Cell, &Tile)| {
                    let sides = (0..4).filter(|&side| tile.edge(side) != 'F');
                    sides.filter(|&side| !placed.board.contains_key(&beyond(cell, side))).count()
                };
                -(placed.board.iter().map(open).sum::<usize>() as i32)
            }
        }
    }

    fn worth_of_meeple(self, passes: bool, event: &str) -> usize {
        let segment = event.rsplit(',').next().filter(|word| word.starts_with(char::is_alphabetic));
        let is_on = |letter| segment.is_some_and(|name| name.starts_with(letter));
        usize::from(match self.meeples {
            Meeples::Any => false,
            Meeples::Seldom => segment.is_none() == passes,
            Meeples::Always => segment.is_some(),
            Meeples::Fields => is_on('f'),
            Meeples::Cities => is_on('c'),
        })
    }
}

fn keep_best<T: Ord + Copy>(events: &mut Vec<String>, worth: impl Fn(&String) -> T) {
    let best = events.iter().map(&worth).max();
    events.retain(|event| Some(worth(event)) == best);
}

/// A game that was played and compared.
struct Played {
    end: Twin,
    events: u32,
    /// Tiles that fit nowhere.
    removed: u32,
    /// Whether the last tile was one of them.
    last_removed: bool,
}

/// Plays a random game on both and compares them after every event, and on the way after another
/// event that might have happened.
fn compare(mut game: Carcassonne, mut twin: Twin, style: Style, random: &mut Random) -> Played {
    assert_equal(&game, &twin, "at the start");
    let (mut events, mut removed, mut last_removed) = (0, 0, false);
    while twin.phase != Phase::Over {
        let possible = twin.legal();
        let other = &possible[random.below(possible.len() as u32) as usize];
        step(&mut game.clone(), &mut twin.clone(), other);
        let event = style.choose(&twin, random);
        step(&mut game, &mut twin, &event);
        events += 1;
        last_removed = event.starts_with('*') && !matches!(twin.phase, Phase::Hand(_));
        removed += u32::from(last_removed);
    }
    Played { end: twin, events, removed, last_removed }
}

fn compare_from_the_start(rules: Rules, players: u8, style: Style, random: &mut Random) -> Played {
    compare(start(rules, players), Twin::start(rules, players), style, random)
}

/// A position that no game may reach: tiles placed in any style, the others in the bag or removed,
/// and meeples of any seats wherever a reader allows them, so that many share a feature.
fn crafted(rules: Rules, players: u8, random: &mut Random) -> Twin {
    let mut twin = Twin::start(rules, players);
    twin.supplies.fill(0);
    let style = Style::any(random);
    let most_events = random.pick(&[10, 40, 120, 230]);
    for _ in 0..random.below(most_events) {
        if twin.phase != Phase::Over {
            let event = style.choose(&twin, random);
            twin.play(&event);
        }
    }
    let mut completed = BTreeSet::new();
    if let Phase::Placed(_) = twin.phase {
        let mut cells: Vec<Cell> = twin.board.keys().copied().collect();
        cells.retain(|&cell| cell != (0, 0) && twin.hangs_together_without(cell));
        let completes = |cell: &Cell| !twin.completed_by(*cell).is_empty();
        let completing: Vec<Cell> = cells.iter().copied().filter(completes).collect();
        let cell = random.pick(if completing.is_empty() { &cells } else { &completing });
        completed = twin.completed_by(cell);
        twin.phase = Phase::Placed(cell);
    }
    let one_in = random.pick(&[1, 2, 20]);
    thin_out(&mut twin, |_| random.below(one_in) == 0);
    twin.supplies.fill(rules.meeples.into());
    for part in completed {
        put_meeple(&mut twin, part, random);
    }
    for _ in 0..random.below(160) {
        let cells: Vec<Cell> = twin.board.keys().copied().collect();
        let cell = random.pick(&cells);
        let segments = twin.board[&cell].kind().segments.len() as u32;
        put_meeple(&mut twin, (cell, random.below(segments) as usize), random);
    }
    twin.scores.fill_with(|| random.below(100) as i32);
    twin.seat = random.below(players.into()) as usize;
    twin
}

/// Removes the tiles of the bag that do not stay there, but for the last one.
fn thin_out(twin: &mut Twin, mut stays: impl FnMut(usize) -> bool) {
    for kind in 0..KINDS.len() {
        for _ in 0..twin.bag[kind] {
            if !stays(kind) && twin.bag.iter().sum::<u32>() > 1 {
                twin.bag[kind] -= 1;
                twin.removed[kind] += 1;
            }
        }
    }
}

/// Puts a meeple of any seat on a segment in one of two cases, if it may stand there.
fn put_meeple(twin: &mut Twin, (cell, segment): Part, random: &mut Random) {
    let seat = random.below(twin.supplies.len() as u32) as usize;
    if random.below(2) == 0
        && twin.supplies[seat] > 0
        && twin.board[&cell].meeple.is_none()
        && twin.may_stand((cell, segment))
    {
        twin.board.get_mut(&cell).expect("a tile").meeple = Some((segment, seat));
        twin.supplies[seat] -= 1;
    }
}

/// The start tile with its city and both ends of its road closed, and a bag of which most tiles
/// need an open city or road.
fn closed(rules: Rules, players: u8, random: &mut Random) -> Twin {
    let mut twin = Twin::start(rules, players);
    for (cell, name, rotation) in [((0, 1), 'E', 2), ((1, 0), 'A', 1), ((-1, 0), 'A', 3)] {
        let kind = NAMES.find(name).expect("a kind");
        twin.bag[kind] -= 1;
        twin.board.insert(cell, Tile { kind, rotation, meeple: None });
    }
    let one_in = random.pick(&[12, 60]);
    thin_out(&mut twin, |kind| {
        let has_field_side = KINDS[kind].edges.contains(&'F');
        random.below(if has_field_side { one_in } else { 2 }) == 0
    });
    twin
}

fn compare_crafted(rules: Rules, players: u8, style: Style, random: &mut Random) -> Played {
    let twin = crafted(rules, players, random);
    let game = position(rules, &twin.write());
    assert_eq!(game.players(), players);
    compare(game, twin, style, random)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    #[test]
    fn twins_agree_from_the_start(start in any_start(), seed: u64) {
        let random = &mut Random::new(seed);
        let style = Style::any(random);
        let twin = Twin::start(*start.rules(), start.players());
        prop_assert!(compare(start, twin, style, random).events > 71);
    }

    #[test]
    fn twins_agree_on_crafted_positions(start in any_start(), seed: u64) {
        let random = &mut Random::new(seed);
        let style = Style::any(random);
        compare_crafted(*start.rules(), start.players(), style, random);
    }
}

/// The default rules get games of their own, which random options hardly ever are.
#[test]
fn twins_agree_under_default_rules() {
    let mut events = 0;
    for players in 2..=5 {
        for number in 0..6 {
            let random = &mut Random::with_stream(7, number, players);
            for meeples in [Meeples::Any, Meeples::Seldom] {
                let style = Style { meeples, ..UNIFORM };
                events += compare_from_the_start(Rules::default(), players, style, random).events;
            }
            for _ in 0..5 {
                events += compare_crafted(Rules::default(), players, UNIFORM, random).events;
            }
        }
    }
    assert!(events > 12_000, "{events} events");
}

/// Boards without holes, and boards that run away in one direction.
#[test]
fn twins_agree_on_dense_and_on_sparse_boards() {
    for (number, options) in (0..).zip(["default", "turn-actions=combined", "meeples=8"]) {
        for players in 2..=5 {
            let random = &mut Random::with_stream(8, number, players);
            let mut end = |places| {
                let style = Style { places, ..UNIFORM };
                compare_from_the_start(rules(options), players, style, random).end.board
            };
            let dense = end(Places::Crowded);
            let is_surrounded =
                |&&cell: &&Cell| around(cell).iter().all(|cell| dense.contains_key(cell));
            let surrounded = dense.keys().filter(is_surrounded).count();
            assert!(surrounded > 20, "{surrounded} tiles are surrounded");
            let sparse = end(Places::Far);
            let reach = sparse.keys().map(|(x, y)| x.abs() + y.abs()).max();
            assert!(reach > Some(25), "{reach:?} cells from the start tile");
        }
    }
}

/// Few meeples, which run out; many, which are put down every turn and meet in one feature; and
/// claims of one sort.
#[test]
fn twins_agree_on_few_and_on_many_meeples() {
    let mut most_joined = 0;
    for (number, scoring) in (0..).zip(["per-field", "once-per-player", "per-city"]) {
        for players in 2..=5 {
            let random = &mut Random::with_stream(9, number, players);
            let mut end = |meeples: u8, style| {
                let rules = Rules { meeples, ..rules(&format!("field-scoring={scoring}")) };
                compare_from_the_start(rules, players, style, random).end
            };
            end(1, Style { meeples: Meeples::Seldom, ..UNIFORM });
            let out = end(1, Style { meeples: Meeples::Always, ..UNIFORM });
            assert!(out.supplies.contains(&0), "supplies {:?}", out.supplies);
            for meeples in [Meeples::Always, Meeples::Fields, Meeples::Cities] {
                let joined = end(8, Style { places: Places::Joining, meeples, ..UNIFORM });
                let meeples = joined.held().into_iter().map(|held| joined.meeples(&held).len());
                most_joined = meeples.max().unwrap_or_default().max(most_joined);
            }
        }
    }
    assert!(most_joined > 4, "{most_joined} meeples in a feature at most");
}

/// Tiles that are removed one after the other, the last one of the bag among them.
#[test]
fn twins_agree_where_tiles_fit_nowhere() {
    let (mut removed, mut last_removed) = (0, 0);
    for (number, options) in (0..).zip(["default", "turn-actions=combined"]) {
        for players in 2..=5 {
            let random = &mut Random::with_stream(10, number, players);
            for draws in [Draws::Tiles, Draws::Unplaceable].repeat(40) {
                let style = Style { draws, places: Places::Closing, ..Style::any(random) };
                let twin = closed(rules(options), players, random);
                let game = position(rules(options), &twin.write());
                let played = compare(game, twin, style, random);
                removed += played.removed;
                last_removed += u32::from(played.last_removed);
            }
        }
    }
    assert!(removed > 500, "{removed} tiles are removed");
    assert!(last_removed > 20, "in {last_removed} games the last tile is removed");
}

/// What a reader accepts and refuses: crafted positions with each meeple that they lack, and in each
/// phase in which they are not.
#[test]
fn twins_agree_on_what_is_possible() {
    let (mut accepted, mut refused) = ([0, 0], [0, 0]);
    let (mut shared, mut completed) = (0, 0);
    for (number, options) in (0..).zip(["meeples=8", "farmers=off", "turn-actions=combined"]) {
        for players in 2..=5 {
            let random = &mut Random::with_stream(11, number, players);
            for _ in 0..10 {
                let twin = crafted(rules(options), players, random);
                assert!(twin.is_possible(), "{}", twin.write());
                let held = twin.held();
                shared += usize::from(held.iter().any(|feature| twin.meeples(feature).len() > 1));
                completed += usize::from(held.iter().any(|feature| twin.is_complete(feature)));
                for (sort, variants) in
                    [with_one_more_meeple(&twin), in_other_phases(&twin)].iter().enumerate()
                {
                    for variant in variants {
                        let (text, expected) = (variant.write(), variant.is_possible());
                        let read = read(variant.rules, &text);
                        assert_eq!(read.is_ok(), expected, "{text} under {options}: {read:?}");
                        if expected { accepted[sort] += 1 } else { refused[sort] += 1 }
                    }
                }
            }
        }
    }
    assert!(accepted.iter().chain(&refused).all(|&count| count > 500));
    assert!(shared > 40, "{shared} positions with several meeples in a feature");
    assert!(completed > 5, "{completed} positions with a feature that has to be scored");
}

fn with_one_more_meeple(twin: &Twin) -> Vec<Twin> {
    let Some(seat) = twin.supplies.iter().position(|&supply| supply > 0) else { return Vec::new() };
    let free = twin.board.iter().filter(|(_, tile)| tile.meeple.is_none());
    let parts = free.flat_map(|(&cell, tile)| {
        (0..tile.kind().segments.len()).map(move |segment| (cell, segment))
    });
    let variant = |(cell, segment)| {
        let mut variant = twin.clone();
        variant.supplies[seat] -= 1;
        variant.board.get_mut(&cell).expect("a tile").meeple = Some((segment, seat));
        variant
    };
    parts.map(variant).collect()
}

fn in_other_phases(twin: &Twin) -> Vec<Twin> {
    let mut bag = twin.bag.clone();
    if let Phase::Hand(kind) = twin.phase {
        bag[kind] += 1;
    }
    let hands = (0..KINDS.len()).filter(|&kind| bag[kind] > 0).map(Phase::Hand);
    let meeple_decisions = twin.board.keys().map(|&cell| Phase::Placed(cell));
    let phases = [Phase::Draw, Phase::Over].into_iter().chain(hands).chain(meeple_decisions);
    let variant = |phase| {
        let mut variant = Twin { phase, bag: bag.clone(), ..twin.clone() };
        if let Phase::Hand(kind) = phase {
            variant.bag[kind] -= 1;
        }
        variant
    };
    phases.map(variant).collect()
}

/// All 71 tiles heading east with their rotations, each matching the one before and the first one
/// the last, so that the line may begin anywhere.
const LINE: &str = "\
    D0 V1 E2 M1 C0 O3 U1 W0 V0 U0 V2 L1 P0 J1 O0 W1 J0 K0 V2 K0 F1 B0 N2 P3 L2 V1 H0 M1 I3 N2 D3 \
    E0 A0 R1 N0 Q1 R0 P3 U1 U1 U1 V1 K2 S1 E3 E2 B0 U0 H0 B0 E1 S0 R2 T3 X0 V0 F1 V2 L0 J2 H0 D1 \
    G0 I3 B0 A3 W1 V3 U1 W0 U1";

/// No board reaches farther than all tiles in one line, in each of the four directions.
#[test]
fn all_tiles_in_one_line() {
    let line: Vec<(usize, usize)> = LINE
        .split_whitespace()
        .map(|tile| (NAMES.find(&tile[..1]).expect("a kind"), tile[1..].parse().expect("a digit")))
        .collect();
    assert_eq!(line.len(), 71);
    let random = &mut Random::new(11);
    for options in ["default", "turn-actions=combined meeples=8"] {
        for side in 0..4 {
            let turns = (side + 3) % 4;
            let mut game = start(rules(options), 2);
            let mut twin = Twin::start(rules(options), 2);
            let turned = |&(kind, rotation): &(usize, usize)| {
                let rotation = (rotation + turns) % KINDS[kind].rotations;
                Tile { kind, rotation, meeple: None }
            };
            let first =
                (0..71).find(|&first| twin.fits(beyond((0, 0), side), &turned(&line[first])));
            let first = first.expect("a tile that fits");
            let mut cell = (0, 0);
            for tile in line[first..].iter().chain(&line[..first]).map(turned) {
                cell = beyond(cell, side);
                step(&mut game, &mut twin, &format!("*{}", &NAMES[tile.kind..=tile.kind]));
                let placement = format!("{},{},{}", cell.0, cell.1, tile.rotation);
                while matches!(twin.phase, Phase::Hand(_) | Phase::Placed(_)) {
                    let mut events = twin.legal();
                    if let Phase::Hand(_) = twin.phase {
                        events.retain(|event| event.starts_with(&placement));
                    }
                    let event = &events[random.below(events.len() as u32) as usize];
                    step(&mut game, &mut twin, event);
                }
            }
            assert_eq!(game.turn(), Turn::Over);
            assert_eq!(cell, [(0, 71), (71, 0), (0, -71), (-71, 0)][side]);
            assert_eq!(twin.board.len(), 72);
        }
    }
}

/// A comparison that sees too little would pass as well.
#[test]
fn other_rules_tell_the_twins_apart() {
    let hand = "0,0,D,0 0 E 0,0 7,7 241342132333232313218941 000000000000000000000000";
    let two_fields = "0,0,D,0/0,1,E,2,f0,0/1,0,U,1 0 @1,0 0,0 6,7 \
        000000000000000000000000 241342132333232313217941";
    for (options, other, text, event) in [
        ("default", "turn-actions=combined", hand, "0,1,2"),
        ("turn-actions=combined", "farmers=off", hand, "0,1,2"),
        ("default", "farmers=off", hand, "0,1,2"),
        ("turn-actions=combined", "turn-actions=combined small-city=half", hand, "0,1,2,c0"),
        ("default", "field-scoring=once-per-player", two_fields, "f1"),
        ("default", "field-scoring=per-city", two_fields, "f1"),
        ("field-scoring=per-city", "field-scoring=once-per-player", two_fields, "f1"),
    ] {
        let agree = |twin_rules: &str| {
            let mut game = position(rules(options), text);
            let mut twin = Twin::read(rules(twin_rules), text);
            std::panic::catch_unwind(move || step(&mut game, &mut twin, event)).is_ok()
        };
        assert!(agree(options), "{event} in {text} under {options}");
        assert!(!agree(other), "{event} in {text} under {options} and {other}");
    }
}
