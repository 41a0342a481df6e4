//! A slow twin of the engine: section 3 of the rules text to the letter, on bridges that are two
//! points each and tokens that look for the next end by trying all bridges, with nothing of the
//! engine at all: it is given the options as text.

#[path = "crafted.rs"]
mod crafted;

use crate::common::{Seen, assert_seen};
use crate::{legal, play, position, require, rules, start};
use crafted::{Choice, crafted};
use ludarium_engine::amidakuji_bridge::{self, AmidakujiBridge, Rules};
use ludarium_engine::options::{Options, Values};
use ludarium_engine::{Game, Random, Seat, Turn};
use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) use crafted::any_options;

/// The options, the modes that have them, and their values, the default of the duel first.
pub(crate) const OPTIONS: [(&str, &str, &str); 21] = [
    ("mode", "duel puzzle", "duel puzzle"),
    ("columns", "duel puzzle", "5 2 3 4 6 7 8"),
    ("rows", "duel puzzle", "11 2 3 4 5 6 7 8 9 10 12 13 14 15 16"),
    ("bridges", "duel puzzle", "7 0 1 2 3 4 5 6 8 9"),
    ("long", "duel puzzle", "1 0 2"),
    ("long-span", "duel puzzle", "2 3"),
    ("crossing", "duel puzzle", "no yes"),
    ("start-order", "duel", "second first"),
    ("round-start", "duel", "same alternate"),
    ("steps", "duel", "3 1 2 4 5 6 7 8 9"),
    ("goal", "duel", "2 1"),
    ("knock-wait", "duel", "no yes"),
    ("push", "duel", "opponent any off"),
    ("push-choice", "duel", "may must"),
    ("relocations", "duel puzzle", "2 0 1 3 4"),
    ("relocate", "duel puzzle", "may must"),
    ("same-bridge", "duel puzzle", "no yes"),
    ("max-rounds", "duel", "50 1 2 3 10000"),
    ("coins", "duel", "none start gap trap"),
    ("coin-goal", "duel", "across most"),
    ("puzzle-walk", "puzzle", "bounce free"),
];

/// Column and row, row 0 and the row after the last being the end points.
pub(crate) type Point = (usize, usize);

/// Two ends in neighbouring columns, the left one first.
type Place = (Point, Point);

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Normal,
    Long,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bridge {
    pub(crate) owner: usize,
    pub(crate) place: Place,
    pub(crate) relocated: bool,
}

impl Bridge {
    /// The other end, seen from one of them.
    fn across(&self, from: Point) -> Option<Point> {
        let (left, right) = self.place;
        if from == left {
            Some(right)
        } else if from == right {
            Some(left)
        } else {
            None
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Token {
    /// Nowhere when it waits to be set.
    pub(crate) at: Option<Point>,
    /// The arrow: whether its next step is to cross.
    pub(crate) crosses: bool,
    pub(crate) moved: bool,
}

#[derive(Clone)]
pub(crate) struct Twin {
    options: Rc<BTreeMap<String, String>>,
    /// As positions write it.
    pub(crate) phase: char,
    /// Nobody when the game is over.
    pub(crate) seat: Option<usize>,
    /// In the puzzle the walks made.
    pub(crate) round: usize,
    /// Normal and long bridges of each seat.
    pub(crate) hands: [[usize; 2]; 2],
    pub(crate) bridges: Vec<Bridge>,
    /// The active tokens of each seat, in no order.
    pub(crate) tokens: [Vec<Token>; 2],
    /// Columns of the arrived tokens of each seat.
    pub(crate) arrived: [Vec<usize>; 2],
    /// Relocation turns made in this part.
    pub(crate) turns: usize,
    /// Whose turn is being finished in phases P and E.
    pub(crate) finishing: Option<usize>,
    pub(crate) coins: BTreeMap<Point, usize>,
    /// Columns of the gaps or traps.
    pub(crate) chosen: [Option<usize>; 2],
    pub(crate) supply: usize,
    pub(crate) won: [usize; 2],
    /// What was rare about the last action.
    log: Vec<String>,
}

pub(crate) fn point_text((column, row): Point) -> String {
    format!("{}{row}", char::from(b'a' + column as u8))
}

fn place_text((left, right): Place) -> String {
    format!("{}-{}", point_text(left), point_text(right))
}

pub(crate) fn read_point(text: &str) -> Point {
    let (column, row) = text.split_at(1);
    (usize::from(column.as_bytes()[0] - b'a'), row.parse().expect("a row"))
}

pub(crate) fn read_place(text: &str) -> Place {
    let (left, right) = text.split_once('-').expect("two ends");
    (read_point(left), read_point(right))
}

fn token_text(token: &Token) -> String {
    let flag = if token.crosses { 'x' } else { 'r' };
    token.at.map_or("*".to_string(), |at| format!("{}{flag}", point_text(at)))
}

fn read_token(text: &str) -> Token {
    let (text, moved) = text.strip_suffix('!').map_or((text, false), |text| (text, true));
    let crosses = text.ends_with('x');
    let at = (text != "*").then(|| read_point(&text[..text.len() - 1]));
    Token { at, crosses, moved }
}

fn moved_text(token: &Token) -> &'static str {
    if token.moved { "a moved" } else { "an unmoved" }
}

/// The parts of a list, none for a dash.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|&item| item != "-")
}

/// A list, a dash for an empty one.
fn joined(items: Vec<String>) -> String {
    if items.is_empty() { "-".to_string() } else { items.join(",") }
}

impl Twin {
    pub(crate) fn start(options: &str) -> Twin {
        let mut all: BTreeMap<String, String> = OPTIONS
            .iter()
            .map(|(name, _, values)| (name.to_string(), values.split(' ').next().unwrap().into()))
            .collect();
        let mut given: BTreeMap<&str, &str> = BTreeMap::new();
        for pair in options.split_whitespace().filter(|&word| word != "default") {
            let (name, value) = pair.split_once('=').expect("a pair");
            given.insert(name, value);
        }
        // The defaults that depend on other options.
        let columns: usize = given.get("columns").map_or(5, |text| text.parse().expect("columns"));
        all.insert("bridges".into(), if columns >= 6 { "8" } else { "7" }.into());
        if given.get("mode") == Some(&"puzzle") {
            all.insert("relocate".into(), "must".into());
        }
        for (name, value) in given {
            all.insert(name.into(), value.into()).expect("an option");
        }

        let mut twin = Twin {
            options: Rc::new(all),
            phase: 'L',
            seat: Some(0),
            round: 0,
            hands: [[0; 2]; 2],
            bridges: Vec::new(),
            tokens: [Vec::new(), Vec::new()],
            arrived: [Vec::new(), Vec::new()],
            turns: 0,
            finishing: None,
            coins: BTreeMap::new(),
            chosen: [None, None],
            supply: 0,
            won: [0, 0],
            log: Vec::new(),
        };
        let hand = ["bridges", "long"].map(|name| twin.number(name));
        if twin.is_puzzle() {
            twin.hands[0] = hand.map(|bridges| 2 * bridges);
            twin.coins = twin.end_points().into_iter().map(|point| (point, 1)).collect();
        } else {
            twin.hands = [hand; 2];
            twin.supply = if twin.is("coins", "start") { 12 } else { 0 };
        }
        twin.go_on_laying(1);
        twin
    }

    pub(crate) fn read(options: &str, text: &str) -> Twin {
        let fields: Vec<&str> = text.split(' ').collect();
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let seat = |text: &str| (text != "-").then(|| number(text));
        let pair = |text: &str| {
            let (one, other) = text.split_once('.').expect("two numbers");
            [number(one), number(other)]
        };
        let both = |text: &str| -> [String; 2] {
            let (one, other) = text.split_once('/').expect("two seats");
            [one.to_string(), other.to_string()]
        };
        let bridge = |text: &str| {
            let (place, relocated) = text.strip_suffix('+').map_or((text, false), |t| (t, true));
            let (owner, place) = place.split_at(1);
            Bridge { owner: number(owner), place: read_place(place), relocated }
        };
        let columns = |text: String| match text.as_str() {
            "-" => Vec::new(),
            letters => letters.bytes().map(|letter| usize::from(letter - b'a')).collect(),
        };
        let coin = |text: &str| {
            let (point, coins) = text.split_once(':').expect("coins");
            (read_point(point), number(coins))
        };
        let (supply, won) = fields[12].split_once('.').expect("coins");
        let mut twin = Twin {
            phase: fields[0].chars().next().expect("a phase"),
            seat: seat(fields[1]),
            round: number(fields[2]),
            hands: both(fields[3]).map(|hand| pair(&hand)),
            bridges: items(fields[4]).map(bridge).collect(),
            tokens: [5, 6].map(|field| items(fields[field]).map(read_token).collect()),
            arrived: both(fields[7]).map(columns),
            turns: number(fields[8]),
            finishing: seat(fields[9]),
            coins: items(fields[10]).map(coin).collect(),
            supply: number(supply),
            won: pair(won),
            ..Twin::start(options)
        };
        for point in items(fields[11]).map(read_point) {
            twin.chosen[usize::from(point.1 > 0)] = Some(point.0);
        }
        twin
    }

    pub(crate) fn write(&self) -> String {
        let digit = |seat: Option<usize>| seat.map_or("-".to_string(), |seat| seat.to_string());
        let [hand, other] = self.hands.map(|[normal, long]| format!("{normal}.{long}"));
        let mut bridges = self.bridges.clone();
        bridges.sort_by_key(|bridge| bridge.place);
        let bridges = bridges.iter().map(|bridge| {
            let mark = if bridge.relocated { "+" } else { "" };
            format!("{}{}{mark}", bridge.owner, place_text(bridge.place))
        });
        let [tokens, enemies] = [0, 1].map(|seat| {
            let mut tokens = self.tokens[seat].clone();
            tokens.sort_by_key(|token| (token.at.is_none(), token.at, token.crosses, token.moved));
            let text = |token: &Token| token_text(token) + if token.moved { "!" } else { "" };
            joined(tokens.iter().map(text).collect())
        });
        let [arrived, others] = [0, 1].map(|seat| {
            let mut columns = self.arrived[seat].clone();
            columns.sort_unstable();
            let letters = columns.iter().map(|&column| char::from(b'a' + column as u8));
            if columns.is_empty() { "-".to_string() } else { letters.collect::<String>() }
        });
        let coins =
            self.coins.iter().map(|(&point, coins)| format!("{}:{coins}", point_text(point)));
        let chosen = [0, 1].into_iter().filter_map(|seat| {
            self.chosen[seat].map(|column| point_text(self.start_point(seat, column)))
        });
        format!(
            "{} {} {} {hand}/{other} {} {tokens} {enemies} {arrived}/{others} {} {} {} {} {}.{}.{}",
            self.phase,
            digit(self.seat),
            self.round,
            joined(bridges.collect()),
            self.turns,
            digit(self.finishing),
            joined(coins.collect()),
            joined(chosen.collect()),
            self.supply,
            self.won[0],
            self.won[1],
        )
    }

    pub(crate) fn is(&self, option: &str, value: &str) -> bool {
        self.options[option] == value
    }

    pub(crate) fn number(&self, option: &str) -> usize {
        self.options[option].parse().expect("a number")
    }

    pub(crate) fn is_puzzle(&self) -> bool {
        self.is("mode", "puzzle")
    }

    pub(crate) fn columns(&self) -> usize {
        self.number("columns")
    }

    /// The row of the end points of seat 1.
    pub(crate) fn far_row(&self) -> usize {
        self.number("rows") + 1
    }

    pub(crate) fn start_point(&self, seat: usize, column: usize) -> Point {
        (column, if seat == 0 { 0 } else { self.far_row() })
    }

    pub(crate) fn end_points(&self) -> Vec<Point> {
        (0..self.columns()).flat_map(|column| [(column, 0), (column, self.far_row())]).collect()
    }

    /// The seat that chooses a gap or trap and sets a token first.
    pub(crate) fn first_setter(&self) -> usize {
        usize::from(self.is("start-order", "second"))
    }

    pub(crate) fn opener(&self, round: usize) -> usize {
        usize::from(self.is("round-start", "same") || round % 2 == 1)
    }

    /// Whether coins won decide anything.
    fn has_coins(&self) -> bool {
        self.is("coins", "start") || self.is("coins", "gap")
    }

    pub(crate) fn kind(&self, place: Place) -> Option<Kind> {
        kind(place, self.number("long-span"))
    }

    /// Everywhere that bridges fit.
    pub(crate) fn places(&self) -> Vec<(Kind, Place)> {
        let (rows, long_span) = (1..self.far_row(), self.number("long-span"));
        let mut places = Vec::new();
        for column in 0..self.columns() - 1 {
            for row in rows.clone() {
                for other in rows.clone() {
                    let place = ((column, row), (column + 1, other));
                    places.extend(kind(place, long_span).map(|kind| (kind, place)));
                }
            }
        }
        places
    }

    /// The places that are free beside these bridges.
    fn free_places(&self, bridges: &[Bridge]) -> Vec<(Kind, Place)> {
        let may_cross = self.is("crossing", "yes");
        let mut places = self.places();
        places.retain(|&(_, place)| {
            let (left, right) = place;
            bridges.iter().all(|bridge| {
                let touches = [left, right].iter().any(|&end| bridge.across(end).is_some());
                !touches && (may_cross || !crosses(place, bridge.place))
            })
        });
        places
    }

    /// The free places for the bridges in a hand.
    pub(crate) fn places_to_lay(&self, hand: [usize; 2]) -> Vec<Place> {
        let places = self.free_places(&self.bridges).into_iter();
        places.filter(|&(kind, _)| hand[kind as usize] > 0).map(|(_, place)| place).collect()
    }

    /// The bridges that a seat may relocate, each with where.
    fn relocations(&self, seat: usize) -> Vec<(Place, Place)> {
        let mut relocations = Vec::new();
        for (number, bridge) in self.bridges.iter().enumerate() {
            let (left, right) = bridge.place;
            let mut tokens = self.tokens.iter().flatten();
            let has_token = tokens.any(|token| token.at == Some(left) || token.at == Some(right));
            if bridge.owner != seat || bridge.relocated || has_token {
                continue;
            }
            let mut others = self.bridges.clone();
            others.remove(number);
            let kind = self.kind(bridge.place);
            for (other_kind, target) in self.free_places(&others) {
                if Some(other_kind) == kind && target != bridge.place {
                    relocations.push((bridge.place, target));
                }
            }
        }
        relocations
    }

    /// Where a seat may set a token.
    fn places_to_set(&self, seat: usize) -> Vec<Point> {
        let columns = 0..self.columns();
        let mut points: Vec<Point> = columns.map(|column| self.start_point(seat, column)).collect();
        points.retain(|&point| {
            let is_trap = self.is("coins", "trap") && self.chosen[seat] == Some(point.0);
            let has_own = self.tokens[seat].iter().any(|token| token.at == Some(point));
            !is_trap && !has_own && !self.arrived[1 - seat].contains(&point.0)
        });
        points
    }

    /// The bridge that the seat may push off now.
    fn bridge_to_push(&self, seat: usize) -> Option<Bridge> {
        let has_token = |end: Point| self.tokens[seat].iter().any(|token| token.at == Some(end));
        let mut bridges = self.bridges.iter().copied();
        let held = bridges.find(|bridge| has_token(bridge.place.0) && has_token(bridge.place.1))?;
        let may = match self.options["push"].as_str() {
            "off" => false,
            "opponent" => held.owner != seat,
            _ => true,
        };
        may.then_some(held)
    }

    pub(crate) fn legal(&self) -> Vec<String> {
        let Some(seat) = self.seat else { return Vec::new() };
        let prefixed = |points: Vec<Point>| -> Vec<String> {
            points
                .into_iter()
                .map(|point| format!("{}:{}", self.phase, point_text(point)))
                .collect()
        };
        let mut actions: Vec<String> = match self.phase {
            'L' => {
                let places = self.places_to_lay(self.hands[seat]);
                let laying = places.into_iter().map(|place| format!("L:{}", place_text(place)));
                let laying: Vec<String> = laying.collect();
                if laying.is_empty() { vec!["L:pass".into()] } else { laying }
            }
            'G' => prefixed((0..self.columns()).map(|c| self.start_point(seat, c)).collect()),
            'S' if self.is_puzzle() => {
                let mut points = self.end_points();
                points.retain(|point| self.round == 0 || !self.coins.contains_key(point));
                prefixed(points)
            }
            'S' | 'E' => prefixed(self.places_to_set(seat)),
            'M' => {
                let unmoved = self.tokens[seat].iter().filter(|token| !token.moved);
                unmoved.map(|token| format!("M:{}", token_text(token))).collect()
            }
            'P' if self.is("push-choice", "must") => vec!["P:push".into()],
            'P' => vec!["P:keep".into(), "P:push".into()],
            'R' => {
                let relocations = self.relocations(seat).into_iter();
                let mut actions: Vec<String> = relocations
                    .map(|(from, to)| format!("R:{}>{}", place_text(from), place_text(to)))
                    .collect();
                if self.is("relocate", "may") || actions.is_empty() {
                    actions.push("R:pass".into());
                }
                actions
            }
            phase => panic!("{phase} is no phase"),
        };
        actions.sort_unstable();
        actions.dedup();
        actions
    }

    pub(crate) fn play(&mut self, action: &str) {
        self.log.clear();
        let seat = self.seat.expect("a seat to act");
        let (_, what) = action.split_once(':').expect("an action");
        match self.phase {
            'L' => self.lay(seat, what),
            'G' => self.choose(seat, read_point(what)),
            'S' if self.is_puzzle() => self.begin_walking(read_point(what)),
            'S' => self.set_first(seat, read_point(what)),
            'M' => self.move_token(seat, what),
            'P' => self.push_or_keep(seat, what),
            'E' => self.set_waiting(seat, read_point(what)),
            'R' => self.relocate(seat, what),
            phase => panic!("{phase} is no phase"),
        }
    }

    fn note(&mut self, what: impl Into<String>) {
        self.log.push(what.into());
    }

    fn note_if(&mut self, holds: bool, what: &str) {
        if holds {
            self.note(what);
        }
    }

    fn lay(&mut self, seat: usize, what: &str) {
        if what == "pass" {
            self.note("bridges go back in the box");
            self.note_if(self.hands[seat][0] > 0, "normal bridges go back in the box");
            self.hands[seat] = [0, 0];
        } else {
            let place = read_place(what);
            let kind = self.kind(place).expect("a kind");
            self.hands[seat][kind as usize] -= 1;
            self.bridges.push(Bridge { owner: seat, place, relocated: false });
        }
        self.go_on_laying(seat);
    }

    /// After this seat has laid.
    fn go_on_laying(&mut self, seat: usize) {
        let next = [1 - seat, seat].into_iter().find(|&next| self.hands[next] != [0, 0]);
        self.note_if(next == Some(seat) && !self.is_puzzle(), "a seat lays twice in a row");
        if next.is_some() {
            self.seat = next;
        } else if self.is_puzzle() {
            (self.phase, self.seat) = ('S', Some(0));
        } else {
            let has_choice = self.is("coins", "gap") || self.is("coins", "trap");
            self.phase = if has_choice { 'G' } else { 'S' };
            self.seat = Some(self.first_setter());
        }
    }

    fn choose(&mut self, seat: usize, point: Point) {
        self.chosen[seat] = Some(point.0);
        self.seat = Some(1 - seat);
        if self.chosen[1 - seat].is_some() {
            if self.is("coins", "gap") {
                self.coins = self.end_points().into_iter().map(|point| (point, 1)).collect();
                for seat in 0..2 {
                    let gap = self.start_point(seat, self.chosen[seat].expect("a gap"));
                    self.coins.remove(&gap);
                }
            }
            self.phase = 'S';
        }
    }

    fn set_first(&mut self, seat: usize, point: Point) {
        self.tokens[seat].push(Token { at: None, crosses: false, moved: false });
        self.set(seat, self.tokens[seat].len() - 1, point);
        self.seat = Some(1 - seat);
        if self.tokens.iter().flatten().count() == 4 {
            self.start_round(1);
        }
    }

    /// Sets a token on a start point, with a coin.
    fn set(&mut self, seat: usize, token: usize, point: Point) {
        self.tokens[seat][token].at = Some(point);
        self.tokens[seat][token].crosses = false;
        if self.is("coins", "start") {
            if self.supply > 0 {
                self.supply -= 1;
                *self.coins.entry(point).or_default() += 1;
            } else {
                self.note("the supply of coins is empty");
            }
        }
    }

    fn start_round(&mut self, round: usize) {
        self.bridges.iter_mut().for_each(|bridge| bridge.relocated = false);
        self.turns = 0;
        self.round = round;
        (self.phase, self.seat) = ('M', Some(self.opener(round)));
    }

    /// The next bridge end on the way, or the point where the column ends.
    fn run(&self, (column, row): Point, upwards: bool) -> Point {
        let ends = self.bridges.iter().flat_map(|bridge| [bridge.place.0, bridge.place.1]);
        let rows = ends.filter(|end| end.0 == column).map(|end| end.1);
        let next = if upwards {
            rows.filter(|&other| other > row).min().unwrap_or(self.far_row())
        } else {
            rows.filter(|&other| other < row).max().unwrap_or(0)
        };
        (column, next)
    }

    fn cross(&self, from: Point) -> Point {
        let mut ends = self.bridges.iter().filter_map(|bridge| bridge.across(from));
        ends.next().expect("a bridge at the token")
    }

    fn move_token(&mut self, seat: usize, what: &str) {
        let is_meant = |token: &Token| !token.moved && token_text(token) == what;
        let token = self.tokens[seat].iter().position(is_meant).expect("a token");
        let equal = self.tokens[seat].iter().filter(|&token| is_meant(token)).count();
        self.note_if(equal == 2, "equal tokens have one action");
        self.tokens[seat][token].moved = true;
        let steps = self.number("steps");
        let mut visited = Vec::new();
        for step in 1..=steps {
            let Token { at, crosses, .. } = self.tokens[seat][token];
            let from = at.expect("a place");
            visited.push(from);
            let to = if crosses { self.cross(from) } else { self.run(from, seat == 0) };
            self.note_if(crosses && (to.1 < from.1) == (seat == 0) && to.1 != from.1, "back");
            self.note_if(visited.contains(&to), "a closed loop");
            self.tokens[seat][token].crosses = !crosses;
            let knocks = self.log.iter().filter(|what| what.contains("is knocked")).count();
            if !self.come_to(seat, token, to, "a move") {
                self.note_if(step < steps, "steps are lost");
                break;
            }
            let now = self.log.iter().filter(|what| what.contains("is knocked")).count();
            self.note_if(now > knocks && step < steps, "a knock in passing");
            self.note_if(now > knocks && step == steps, "a knock at the end");
        }
        self.after_slides_or_steps(seat);
    }

    /// Brings a token to a point; whether it stays on the board.
    fn come_to(&mut self, seat: usize, token: usize, to: Point, how: &str) -> bool {
        let waits = self.is("knock-wait", "yes");
        let own_gap = self.chosen[1 - seat].map(|column| self.start_point(1 - seat, column));
        let mut knocked = 0;
        for enemy in 0..self.tokens[1 - seat].len() {
            if self.tokens[1 - seat][enemy].at != Some(to) {
                continue;
            }
            let on_node = (1..self.far_row()).contains(&to.1);
            let place = if on_node { "a node" } else { "a start point" };
            let whose = moved_text(&self.tokens[1 - seat][enemy]);
            self.note(format!("{whose} token is knocked on {place} by {how}"));
            self.note_if(own_gap == Some(to), "a token on its own gap is knocked");
            let enemy = &mut self.tokens[1 - seat][enemy];
            (enemy.at, enemy.crosses) = (None, false);
            let loses_move = waits && !enemy.moved;
            enemy.moved |= waits;
            self.note_if(loses_move, "a knocked token loses its move");
            knocked += 1;
        }
        self.note_if(knocked == 2, "two are knocked on one node");
        let mut own = self.tokens[seat].iter().enumerate();
        let has_own = own.any(|(other, own)| other != token && own.at == Some(to));
        self.note_if(has_own, "own tokens meet");

        if to.1 != self.start_point(1 - seat, 0).1 {
            self.tokens[seat][token].at = Some(to);
            return true;
        }
        if self.chosen[1 - seat] == Some(to.0) {
            let whose = moved_text(&self.tokens[seat][token]);
            self.note(format!("{whose} token comes to a {} by {how}", self.options["coins"]));
            let token = &mut self.tokens[seat][token];
            (token.at, token.crosses) = (None, false);
        } else {
            self.arrive(seat, token, to, how);
        }
        false
    }

    fn arrive(&mut self, seat: usize, token: usize, to: Point, how: &str) {
        let whose = moved_text(&self.tokens[seat][token]);
        self.note(format!("{whose} token arrives by {how}"));
        self.note_if(self.arrived[seat].contains(&to.0), "both arrive at one point");
        let coins = self.coins.remove(&to).unwrap_or(0);
        self.note_if(coins > 1, "several coins are won");
        self.note_if(coins == 0 && self.has_coins(), "no coin is won");
        self.won[seat] += coins;
        self.tokens[seat].remove(token);
        self.arrived[seat].push(to.0);
        if self.arrived[seat].len() < self.number("goal") {
            self.tokens[seat].push(Token { at: None, crosses: false, moved: true });
        }
    }

    fn after_slides_or_steps(&mut self, seat: usize) {
        if self.arrived[seat].len() >= self.number("goal") {
            self.note(format!("{} across", self.arrived[seat].len()));
            let waiting = self.tokens.iter().flatten().any(|token| token.at.is_none());
            self.note_if(waiting, "over while a token waits");
            (self.phase, self.seat, self.finishing) = ('X', None, None);
        } else if self.bridge_to_push(seat).is_some() {
            (self.phase, self.seat, self.finishing) = ('P', Some(seat), Some(seat));
        } else {
            self.go_on_setting(seat);
        }
    }

    fn push_or_keep(&mut self, seat: usize, what: &str) {
        if what == "keep" {
            self.note("a bridge is kept");
            self.go_on_setting(seat);
            return;
        }
        let held = self.bridge_to_push(seat).expect("a bridge to push");
        self.note("a push");
        self.note_if(held.owner == seat, "an own bridge is pushed");
        self.bridges.retain(|bridge| bridge.place != held.place);
        for from in [held.place.0, held.place.1] {
            let token = self.tokens[seat].iter().position(|token| token.at == Some(from));
            let token = token.expect("a token at the end");
            self.tokens[seat][token].crosses = true;
            self.come_to(seat, token, self.run(from, seat == 0), "a slide");
        }
        let arrivals = self.log.iter().filter(|what| what.ends_with("arrives by a slide")).count();
        self.note_if(arrivals == 2, "both slides arrive");
        let again = self.arrived[seat].len() < self.number("goal");
        self.note_if(again && self.bridge_to_push(seat).is_some(), "a push leads to a push");
        self.after_slides_or_steps(seat);
    }

    /// Phase E for as long as tokens wait, then the next turn.
    fn go_on_setting(&mut self, mover: usize) {
        let waits = |seat: &usize| self.tokens[*seat].iter().any(|token| token.at.is_none());
        if let Some(seat) = [mover, 1 - mover].into_iter().find(waits) {
            (self.phase, self.seat, self.finishing) = ('E', Some(seat), Some(mover));
            return;
        }
        self.finishing = None;
        let has_move = |seat: &usize| self.tokens[*seat].iter().any(|token| !token.moved);
        if let Some(seat) = [1 - mover, mover].into_iter().find(has_move) {
            self.note_if(seat == mover, "a seat moves twice in a row");
            (self.phase, self.seat) = ('M', Some(seat));
            return;
        }
        self.tokens.iter_mut().flatten().for_each(|token| token.moved = false);
        if self.round == self.number("max-rounds") {
            (self.phase, self.seat) = ('X', None);
            self.note("the cap");
            self.note_if(self.ranks() == [1, 1], "the cap, drawn");
            let equal = self.arrived[0].len() == self.arrived[1].len();
            self.note_if(equal && self.ranks() != [1, 1], "the cap, coins decide");
            self.note_if(!equal, "the cap, tokens across decide");
        } else if self.number("relocations") == 0 {
            self.start_round(self.round + 1);
        } else {
            (self.phase, self.seat, self.turns) = ('R', Some(self.opener(self.round)), 0);
        }
    }

    fn set_waiting(&mut self, seat: usize, point: Point) {
        let waiting = |token: &&Token| token.at.is_none();
        let waits = self.tokens[seat].iter().filter(waiting).count();
        let unmoved = self.tokens[seat].iter().filter(waiting).filter(|token| !token.moved).count();
        self.note_if(waits == 2 && unmoved == 1, "an unmoved token is set before a moved one");
        let first = |token: &Token| token.at.is_none() && (unmoved == 0 || !token.moved);
        let token = self.tokens[seat].iter().position(first).expect("a waiting token");
        self.set(seat, token, point);
        self.go_on_setting(self.finishing.expect("whose turn it is"));
    }

    fn relocate(&mut self, seat: usize, what: &str) {
        if what == "pass" {
            let forced = self.relocations(seat).is_empty();
            self.note(if forced { "nothing to relocate" } else { "a pass by choice" });
        } else {
            let (from, to) = what.split_once('>').expect("two places");
            let (from, to) = (read_place(from), read_place(to));
            self.note_if(from.0 == to.0 || from.1 == to.1, "an end stays when relocated");
            let marks = self.is("same-bridge", "no");
            let bridge = self.bridges.iter_mut().find(|bridge| bridge.place == from);
            let bridge = bridge.expect("a bridge");
            bridge.place = to;
            bridge.relocated = marks;
            let long = self.kind(to) == Some(Kind::Long);
            self.note_if(long, "a long bridge is relocated");
        }
        self.turns += 1;
        let relocations = self.number("relocations");
        if self.is_puzzle() {
            if self.turns == relocations {
                self.walk_again();
            }
        } else if self.turns == 2 * relocations {
            self.start_round(self.round + 1);
        } else {
            self.seat = Some(1 - seat);
        }
    }

    /// The player's choice of where to begin.
    fn begin_walking(&mut self, from: Point) {
        // Later points have lost their coin already.
        self.coins.remove(&from);
        self.tokens[0] = vec![Token { at: Some(from), crosses: false, moved: false }];
        self.walk();
    }

    /// The walk after a relocation part, or the choice of where it begins.
    fn walk_again(&mut self) {
        self.turns = 0;
        self.bridges.iter_mut().for_each(|bridge| bridge.relocated = false);
        if self.is("puzzle-walk", "free") {
            self.tokens[0].clear();
            (self.phase, self.seat) = ('S', Some(0));
        } else {
            self.walk();
        }
    }

    /// Where a walk from this end point comes out.
    pub(crate) fn far_end(&self, from: Point) -> Point {
        let upwards = from.1 == 0;
        let mut at = self.run(from, upwards);
        while (1..self.far_row()).contains(&at.1) {
            at = self.run(self.cross(at), upwards);
        }
        at
    }

    /// The points of a token's way to its goal, over the ladder as it is. A closed loop has no end;
    /// then each state of it is passed once, and some may be passed again.
    fn way(&self, token: &Token, upwards: bool) -> Vec<Point> {
        let most = 2 * self.columns() * self.number("rows") + 3;
        let (mut at, mut crosses) = (token.at.expect("a place"), token.crosses);
        let goal = if upwards { self.far_row() } else { 0 };
        let mut way = Vec::new();
        while way.len() < most && at.1 != goal {
            at = if crosses { self.cross(at) } else { self.run(at, upwards) };
            crosses = !crosses;
            way.push(at);
        }
        way
    }

    fn walk(&mut self) {
        let from = self.tokens[0][0].at.expect("a token");
        let to = self.far_end(from);
        self.note(if from.1 == 0 { "a walk up" } else { "a walk down" });
        self.tokens[0][0].at = Some(to);
        self.round += 1;
        if self.coins.remove(&to).is_none() {
            self.note("lost");
            (self.phase, self.seat) = ('X', None);
            return;
        }
        self.won[0] += 1;
        if self.won[0] == 2 * self.columns() - 1 {
            self.note("won");
            (self.phase, self.seat) = ('X', None);
        } else if self.number("relocations") == 0 {
            self.walk_again();
        } else {
            (self.phase, self.seat, self.turns) = ('R', Some(0), 0);
        }
    }

    fn scores(&self) -> Vec<i32> {
        if self.is_puzzle() {
            return vec![self.won[0] as i32];
        }
        let by_coins = self.is("coin-goal", "most") && self.has_coins();
        let score = |seat: usize| if by_coins { self.won[seat] } else { self.arrived[seat].len() };
        vec![score(0) as i32, score(1) as i32]
    }

    fn ranks(&self) -> Vec<u8> {
        if self.is_puzzle() {
            return vec![1];
        }
        // Who is across has more tokens across than the other.
        let worth = |seat: usize| {
            let (across, coins) = (self.arrived[seat].len(), self.won[seat]);
            let coins = if self.has_coins() { coins } else { 0 };
            if self.is("coin-goal", "most") { (coins, across) } else { (across, coins) }
        };
        match worth(0).cmp(&worth(1)) {
            std::cmp::Ordering::Less => vec![2, 1],
            std::cmp::Ordering::Equal => vec![1, 1],
            std::cmp::Ordering::Greater => vec![1, 2],
        }
    }

    fn capped(&self) -> bool {
        let across = self.arrived.iter().map(Vec::len).max().unwrap_or(0);
        self.phase == 'X' && !self.is_puzzle() && across < self.number("goal")
    }

    fn turn(&self) -> Turn {
        self.seat.map_or(Turn::Over, |seat| Turn::Player(Seat(seat as u8)))
    }
}

/// The slope shows the kind; a bridge of another slope does not exist.
fn kind((left, right): Place, long_span: usize) -> Option<Kind> {
    match left.1.abs_diff(right.1) {
        0 | 1 => Some(Kind::Normal),
        span if span == long_span => Some(Kind::Long),
        _ => None,
    }
}

fn crosses((left, right): Place, (other_left, other_right): Place) -> bool {
    let below = |one: Point, other: Point| one.1 as i32 - other.1 as i32;
    left.0 == other_left.0 && below(left, other_left) * below(right, other_right) < 0
}

/// Everything that can be seen of the game, as text, a line a fact.
fn facts_of_game(game: &AmidakujiBridge) -> Vec<String> {
    vec![
        game.to_string(),
        format!("{:?} {:?} {}", game.turn(), legal(game), game.count_actions(&mut Vec::new())),
        format!("{:?} {:?} {}", game.scores().to_vec(), game.ranks().to_vec(), game.capped()),
    ]
}

/// The same of the twin.
fn facts_of_twin(twin: &Twin) -> Vec<String> {
    let legal = twin.legal();
    vec![
        twin.write(),
        format!("{:?} {legal:?} {}", twin.turn(), legal.len()),
        format!("{:?} {:?} {}", twin.scores(), twin.ranks(), twin.capped()),
    ]
}

/// What the game says of its parts, a line a fact.
fn parts_of_game(game: &AmidakujiBridge) -> Vec<String> {
    let columns = game.rules().columns;
    let rows = 0..game.rules().rows + 2;
    let points = || {
        (0..columns)
            .flat_map(|column| rows.clone().map(move |row| amidakuji_bridge::Point { column, row }))
    };
    let bridges = game.bridges().map(|(place, seat)| format!("{seat}{place}"));
    let at = points().filter_map(|point| {
        let (place, seat) = game.bridge_at(point)?;
        Some(format!("{point} {seat}{place}"))
    });
    let coins = (0..columns).flat_map(|column| {
        let ends = [Seat(0), Seat(1)].map(|side| game.start_point(side, column));
        ends.map(|point| (point, game.coins_at(point))).into_iter().filter(|&(_, coins)| coins > 0)
    });
    let mut parts = vec![
        format!("{} {} {}", game.phase().letter(), game.round(), joined(bridges.collect())),
        format!("bridges at {}", joined(at.collect())),
        format!(
            "coins {}",
            joined(coins.map(|(point, coins)| format!("{point}:{coins}")).collect())
        ),
    ];
    for seat in (0..game.players()).map(Seat) {
        let tokens = game.tokens(seat).map(|(at, next, moved)| {
            let direction = if game.players() == 1 { Seat(u8::from(at.row > 0)) } else { seat };
            let way = game.way(direction, at, next).map(|point| point.to_string());
            format!("{at}{next}{} {}", if moved { "!" } else { "" }, joined(way.collect()))
        });
        let (normal, long) = game.hand(seat);
        parts.push(format!("{seat} {normal}.{long} {}", joined(tokens.collect())));
        // In the puzzle a walk begins at either side; there are no columns to be open.
        let open = game.open_columns(seat).filter(|_| game.players() == 2);
        let open = open.map(|column| game.start_point(seat, column).to_string());
        parts.push(format!(
            "{} wait, {} across, {} won, {:?} chosen, open {}",
            game.waiting(seat),
            game.arrived(seat),
            game.coins_won(seat),
            game.named(seat),
            joined(open.collect()),
        ));
    }
    parts
}

/// The same of the twin.
fn parts_of_twin(twin: &Twin) -> Vec<String> {
    let mut bridges = twin.bridges.clone();
    bridges.sort_by_key(|bridge| bridge.place);
    let name = |bridge: &Bridge| format!("{}{}", bridge.owner, place_text(bridge.place));
    let points =
        (0..twin.columns()).flat_map(|column| (0..=twin.far_row()).map(move |row| (column, row)));
    let at = points.filter_map(|point| {
        let bridge = bridges.iter().find(|bridge| bridge.across(point).is_some())?;
        Some(format!("{} {}", point_text(point), name(bridge)))
    });
    let coins = twin.coins.iter().map(|(&point, coins)| format!("{}:{coins}", point_text(point)));
    let mut parts = vec![
        format!("{} {} {}", twin.phase, twin.round, joined(bridges.iter().map(name).collect())),
        format!("bridges at {}", joined(at.collect())),
        format!("coins {}", joined(coins.collect())),
    ];
    for seat in 0..if twin.is_puzzle() { 1 } else { 2 } {
        let mut tokens = twin.tokens[seat].clone();
        tokens.retain(|token| token.at.is_some());
        tokens.sort_by_key(|token| (token.at, token.crosses, token.moved));
        let standing = tokens.iter().map(|token| {
            let upwards =
                if twin.is_puzzle() { token.at.is_some_and(|at| at.1 == 0) } else { seat == 0 };
            let way = twin.way(token, upwards).into_iter().map(point_text);
            let mark = if token.moved { "!" } else { "" };
            format!("{}{mark} {}", token_text(token), joined(way.collect()))
        });
        let [normal, long] = twin.hands[seat];
        parts.push(format!("{seat} {normal}.{long} {}", joined(standing.collect())));
        let open = twin.places_to_set(seat).into_iter().filter(|_| !twin.is_puzzle());
        let open = open.map(point_text);
        parts.push(format!(
            "{} wait, {} across, {} won, {:?} chosen, open {}",
            twin.tokens[seat].len() - tokens.len(),
            twin.arrived[seat].len(),
            twin.won[seat],
            twin.chosen[seat],
            joined(open.collect()),
        ));
    }
    parts
}

/// The first fact in which the two differ; and the text must read back as the game.
fn agree(game: &AmidakujiBridge, twin: &Twin, how: &str) -> Result<(), String> {
    let found = facts_of_game(game).into_iter().chain(parts_of_game(game));
    let expected = facts_of_twin(twin).into_iter().chain(parts_of_twin(twin));
    for (found, expected) in found.zip(expected) {
        require(found == expected, || {
            format!("{how} found\n{found}\nexpected\n{expected}\nunder {:?}", game.rules())
        })?;
    }
    let read = AmidakujiBridge::parse(*game.rules(), game.players(), &twin.write());
    require(read.as_ref() == Ok(game), || {
        format!("{how} read\n{read:?}\nexpected\n{game:?}\nunder {:?}", game.rules())
    })
}

/// Plays a game on both and compares them after every event; notes what happened.
fn compare(
    mut game: AmidakujiBridge,
    mut twin: Twin,
    choice: Choice,
    random: &mut Random,
    seen: &mut Seen,
) -> Result<(), String> {
    agree(&game, &twin, "at first")?;
    while twin.phase != 'X' {
        let (action, before) = (choice.choose(&twin, random), twin.write());
        play(&mut game, &action);
        twin.play(&action);
        for what in &twin.log {
            *seen.entry(what.clone()).or_default() += 1;
        }
        agree(&game, &twin, &format!("after {action} in {before}"))?;
    }
    *seen.entry("game".into()).or_default() += 1;
    Ok(())
}

/// Compares games from the start and from crafted positions in turn, half of them uniform.
fn games_agree(options: &str, games: u64, seed: u64, seen: &mut Seen) {
    for number in 0..games {
        let random = &mut Random::with_stream(seed, number, 0);
        if number % 2 == 1 {
            crafted_game_agrees(options, number % 4 == 1, random, seen);
            continue;
        }
        let choice = if number % 4 == 0 { Choice::Uniform } else { Choice::Eager };
        compare(start(rules(options)), Twin::start(options), choice, random, seen)
            .unwrap_or_else(|difference| panic!("{options}: {difference}"));
    }
}

fn crafted_game_agrees(options: &str, is_uniform: bool, random: &mut Random, seen: &mut Seen) {
    let twin = crafted(options, random);
    let game = position(rules(options), &twin.write());
    let choice = if is_uniform { Choice::Uniform } else { Choice::Eager };
    compare(game, twin, choice, random, seen)
        .unwrap_or_else(|difference| panic!("{options}: {difference}"));
}

/// Options together that meet in one rule.
const COMBINATIONS: [&str; 24] = [
    "goal=1 push=any",
    "goal=1 coins=start coin-goal=most push-choice=must",
    "coins=gap push=any push-choice=must",
    "coins=trap push=any push-choice=must",
    "coins=gap knock-wait=yes push=any",
    "coins=trap knock-wait=yes push=any",
    "coins=start coin-goal=most max-rounds=2",
    "coins=start coin-goal=across max-rounds=2",
    "coins=gap coin-goal=most max-rounds=3",
    "coins=gap coin-goal=across max-rounds=3",
    "coins=trap coin-goal=most max-rounds=3",
    "coin-goal=most max-rounds=2",
    "relocations=0 max-rounds=4 steps=1",
    "relocations=1 round-start=alternate max-rounds=3",
    "relocate=must same-bridge=yes bridges=1 long=0",
    "relocate=must columns=4 rows=2 bridges=3",
    "crossing=yes steps=9 rows=4 columns=4 bridges=4",
    "crossing=yes long=2 long-span=3 rows=5",
    "columns=8 rows=16 bridges=9 long=2",
    "columns=8 rows=2 bridges=9 long=2 long-span=3",
    "columns=4 rows=2 bridges=9 long=0",
    "bridges=0 long=0 coins=trap",
    "bridges=0 long=2 push=any steps=2",
    "start-order=first round-start=alternate coins=gap",
];

const PUZZLES: [&str; 10] = [
    "columns=2 rows=2 bridges=1 long=0",
    "columns=2 rows=3 bridges=1 long=0 puzzle-walk=free",
    "columns=3 rows=3 bridges=1 long=0 relocations=1",
    "columns=3 rows=4 bridges=1 long=1 relocations=1 relocate=may puzzle-walk=free",
    "columns=3 rows=16 bridges=0 long=2 long-span=3 same-bridge=yes",
    "columns=4 rows=2 bridges=9 long=2 crossing=yes relocations=3",
    "columns=2 rows=16 bridges=9 long=2 relocations=0",
    "columns=3 relocations=0 puzzle-walk=free",
    "columns=8 rows=16 bridges=9 long=2 relocations=4",
    "bridges=0 long=0 relocations=1",
];

/// Boards on which tokens are always near to each other and to their goals.
const CROWDED: [&str; 12] = [
    "columns=4 rows=3 bridges=2 long=0 coins=gap push=any",
    "columns=4 rows=3 bridges=2 long=0 coins=gap push-choice=must knock-wait=yes",
    "columns=4 rows=3 bridges=2 long=0 coins=trap push=any",
    "columns=4 rows=3 bridges=2 long=0 coins=trap push-choice=must knock-wait=yes",
    "columns=4 rows=4 bridges=3 coins=start push=any push-choice=must",
    "columns=5 rows=4 bridges=3 coins=start coin-goal=most push=any goal=1",
    "columns=5 rows=4 bridges=4 push=any crossing=yes knock-wait=yes",
    "columns=4 rows=6 bridges=5 push=any steps=2",
    "columns=4 rows=5 bridges=4 coins=start max-rounds=1",
    "columns=4 rows=5 bridges=4 coins=gap max-rounds=1",
    "columns=4 rows=5 bridges=4 coins=start coin-goal=most max-rounds=1 push=any",
    "columns=4 rows=5 bridges=4 coins=gap coin-goal=most max-rounds=1 knock-wait=yes",
];

/// The default rules get games of their own, which random options hardly ever are.
#[test]
fn twins_agree_under_default_rules() {
    let mut seen = Seen::new();
    for (seed, options) in [(1, "default"), (2, "columns=6"), (3, "mode=puzzle")] {
        games_agree(options, 100, seed, &mut seen);
    }
    assert_seen(
        &seen,
        &[
            ("a bridge is kept", 10),
            ("a knock at the end", 80),
            ("a knock in passing", 150),
            ("a moved token is knocked on a node by a move", 100),
            ("an unmoved token is knocked on a node by a move", 120),
            ("a moved token is knocked on a start point by a move", 8),
            ("an unmoved token is knocked on a start point by a move", 8),
            ("a push", 25),
            ("a push leads to a push", 3),
            ("a seat moves twice in a row", 10),
            ("an unmoved token is set before a moved one", 3),
            ("both arrive at one point", 15),
            ("own tokens meet", 100),
            ("equal tokens have one action", 4),
            ("a walk down", 60),
            ("won", 1),
        ],
    );
}

#[test]
fn twins_agree_under_every_value_of_every_option() {
    let mut seen = Seen::new();
    for (seed, (name, modes, values)) in (100..).zip(OPTIONS) {
        for mode in modes.split(' ') {
            for value in values.split(' ') {
                let pair = if name == "mode" { String::new() } else { format!("{name}={value}") };
                if mode == "duel" && ["columns=2", "columns=3"].contains(&pair.as_str()) {
                    continue;
                }
                games_agree(&format!("mode={mode} {pair}"), 8, seed, &mut seen);
            }
        }
    }
    assert_seen(
        &seen,
        &[
            ("game", 1000),
            ("a long bridge is relocated", 500),
            ("bridges go back in the box", 40),
            ("the cap", 8),
            ("the cap, tokens across decide", 1),
            ("2 across", 300),
        ],
    );
}

#[test]
fn twins_agree_under_options_together() {
    let mut seen = Seen::new();
    for (seed, options) in (200..).zip(COMBINATIONS) {
        games_agree(options, 40, seed, &mut seen);
    }
    for (seed, options) in (300..).zip(PUZZLES) {
        games_agree(&format!("mode=puzzle {options}"), 40, seed, &mut seen);
    }
    assert_seen(
        &seen,
        &[
            ("a closed loop", 7),
            ("a seat moves twice in a row", 60),
            ("an own bridge is pushed", 30),
            ("normal bridges go back in the box", 130),
            ("nothing to relocate", 350),
            ("no coin is won", 40),
            ("won", 10),
            ("lost", 180),
        ],
    );
}

/// What is rare in whole games.
#[test]
fn twins_agree_where_tokens_crowd() {
    let mut seen = Seen::new();
    for (seed, options) in (400..).zip(CROWDED) {
        for number in 0..600 {
            let random = &mut Random::with_stream(seed, number, 0);
            crafted_game_agrees(options, number % 4 == 0, random, &mut seen);
        }
    }
    assert_seen(
        &seen,
        &[
            ("1 across", 280),
            ("2 across", 2500),
            ("3 across", 50),
            ("a bridge is kept", 80),
            ("a knocked token loses its move", 900),
            ("a moved token arrives by a slide", 230),
            ("a moved token comes to a gap by a move", 500),
            ("a moved token comes to a gap by a slide", 10),
            ("a moved token comes to a trap by a move", 350),
            ("a moved token comes to a trap by a slide", 12),
            ("a moved token is knocked on a node by a slide", 30),
            ("a moved token is knocked on a start point by a slide", 45),
            ("a push leads to a push", 90),
            ("a token on its own gap is knocked", 200),
            ("an own bridge is pushed", 150),
            ("an unmoved token arrives by a slide", 70),
            ("an unmoved token comes to a gap by a slide", 1),
            ("an unmoved token comes to a trap by a slide", 3),
            ("an unmoved token is knocked on a node by a slide", 25),
            ("an unmoved token is knocked on a start point by a slide", 35),
            ("an unmoved token is set before a moved one", 130),
            ("both slides arrive", 100),
            ("equal tokens have one action", 120),
            ("over while a token waits", 1000),
            ("several coins are won", 200),
            ("the cap, coins decide", 60),
            ("the cap, drawn", 300),
            ("the cap, tokens across decide", 350),
            ("the supply of coins is empty", 200),
            ("two are knocked on one node", 200),
        ],
    );
}

#[test]
fn twins_agree_under_any_options() {
    let mut seen = Seen::new();
    for number in 0..600 {
        let random = &mut Random::with_stream(4, number, 1);
        games_agree(&any_options(random), 4, 1000 + number, &mut seen);
    }
    assert_seen(
        &seen,
        &[
            ("a seat lays twice in a row", 1),
            ("a closed loop", 2),
            ("back", 4000),
            ("both slides arrive", 30),
            ("two are knocked on one node", 70),
            ("won", 15),
        ],
    );
}

/// The options of the rules text, and their defaults.
#[test]
fn twins_have_the_options_of_the_engine() {
    assert_eq!(Rules::TABLE.len(), OPTIONS.len());
    for (info, (name, _, values)) in Rules::TABLE.iter().zip(OPTIONS) {
        assert_eq!(info.name, name);
        let is_one = |value: &str| info.values.read(value).is_some();
        assert!(values.split(' ').all(is_one), "{name} is one of {values}");
        match info.values {
            Values::Words(words) => assert_eq!(words.len(), values.split(' ').count(), "{name}"),
            Values::Integer(least, most) => {
                assert!(!is_one(&(least - 1).to_string()) && !is_one(&(most + 1).to_string()));
                let numbers: Vec<i64> = values.split(' ').map(|n| n.parse().unwrap()).collect();
                assert!(numbers.contains(&least) && numbers.contains(&most), "{name}");
            }
            Values::Real(..) => panic!("{name} is no number"),
        }
    }
}

/// A comparison that sees too little would pass as well.
#[test]
fn other_rules_tell_the_twins_apart() {
    for (name, modes, values) in OPTIONS {
        let (default, others) = values.split_once(' ').expect("a default and others");
        // Where the option has something to say.
        let board = match name {
            "mode" | "columns" | "rows" | "bridges" => "",
            "steps" | "long" => "columns=4 rows=6",
            "coin-goal" => "columns=4 rows=4 bridges=2 coins=start max-rounds=2",
            _ => "columns=4 rows=4 bridges=3",
        };
        for mode in modes.split(' ').filter(|_| name != "mode") {
            for value in others.split(' ') {
                let is_narrow = name == "columns" && mode == "duel" && ["2", "3"].contains(&value);
                // No game comes to the greatest cap or to the default one.
                if is_narrow || value == "10000" {
                    continue;
                }
                let under = |value: &str| match name {
                    "coin-goal" => format!("{board} {name}={value}"),
                    _ => {
                        let others =
                            board.split_whitespace().filter(|pair| !pair.starts_with(name));
                        let others = others.collect::<Vec<_>>().join(" ");
                        format!("mode={mode} {others} {name}={value}")
                    }
                };
                // What a mistake about this option would look like, from either side.
                for (one, other) in [(default, value), (value, default)] {
                    let differs = |number| {
                        let random = &mut Random::with_stream(5, number, 0);
                        let choice = if number % 2 == 0 { Choice::Uniform } else { Choice::Eager };
                        let (game, twin) = (start(rules(&under(one))), Twin::start(&under(other)));
                        compare(game, twin, choice, random, &mut Seen::new()).is_err()
                    };
                    assert!((0..300).any(differs), "{name}={one} passes for {other}, {mode}");
                }
            }
        }
    }
}
