//! The ladders that relocations make of one another, and where the ways over them lead.

use ludarium_engine::amidakuji_bridge::{Action, AmidakujiBridge, Next, Place, Point, Rules};
use ludarium_engine::{Game, Seat};
use rustc_hash::FxHashMap;

/// The most ladders of a graph.
const MOST_LADDERS: usize = 20_000;
/// The most single relocations between them.
const MOST_TURNS: usize = 1_000_000;
/// The most pairs of ladders that a whole part leads between.
const MOST_PARTS: usize = 2_000_000;
/// The most steps in working these out.
const MOST_STEPS: usize = 20_000_000;
/// The most relocations from the first ladder: with more, the graph would be too large anyway.
const MOST_FIRST_TURNS: usize = 100;

/// Numbers of the end points, side by side: a set of them fits 16 bits.
pub(super) const END_POINTS: usize = 16;

/// The number of an end point.
pub(super) fn end_number(point: Point) -> u8 {
    if point.row == 0 { point.column } else { 8 + point.column }
}

/// The end point of a number.
fn end_point(number: u8, rules: &Rules) -> Point {
    Point { column: number % 8, row: if number < 8 { 0 } else { rules.rows + 1 } }
}

/// The numbers of all end points.
pub(super) fn ends(rules: &Rules) -> impl Iterator<Item = u8> + use<> {
    let columns = rules.columns;
    (0..columns).chain((0..columns).map(|column| 8 + column))
}

/// The bridges that have been relocated in a part, sorted: never more than three matter, since the
/// fourth relocation ends the part.
pub(super) type Marks = [Option<Place>; 3];

/// A relocation.
struct Turn {
    from: Place,
    to: Place,
    ladder: u32,
}

/// What a part can come to.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    /// With which probability, if all is random.
    pub(super) chance: f64,
    /// By how many sequences of actions.
    pub(super) lines: u64,
    /// The ladder.
    pub(super) ladder: u32,
    /// The fewest relocations that lead there.
    pub(super) relocations: u16,
}

struct Ladder {
    /// For each end point the one at the other end of its way.
    far: [u8; END_POINTS],
    turns: Box<[Turn]>,
    parts: Box<[Reached]>,
}

/// Ladders that relocations make of one another.
pub(super) struct Graph {
    rules: Rules,
    index: FxHashMap<Box<[Place]>, u32>,
    ladders: Vec<Ladder>,
}

impl Graph {
    /// Whether the graph around the ladder in `position` may be small enough, at a first look.
    ///
    /// Precondition: it is in phase R.
    pub(super) fn may_be_small(position: &AmidakujiBridge) -> bool {
        let unmarked = position.with_bridges(&bridges(position));
        unmarked.count_actions(&mut Vec::new()) <= MOST_FIRST_TURNS
    }

    /// All ladders that relocations make of the one in `position`; `None` if they are too many.
    ///
    /// Precondition: it is in phase R.
    pub(super) fn around(position: &AmidakujiBridge) -> Option<Graph> {
        let rules = *position.rules();
        let mut graph = Graph { rules, index: FxHashMap::default(), ladders: Vec::new() };
        let mut found: Vec<Box<[Place]>> = vec![bridges(position)];
        graph.index.insert(found[0].clone(), 0);
        let (mut turns, mut actions) = (0, Vec::new());
        while graph.ladders.len() < found.len() {
            let ladder = found[graph.ladders.len()].clone();
            let example = position.with_bridges(&ladder);
            actions.clear();
            example.legal_actions(&mut actions);
            turns += actions.len();
            if turns > MOST_TURNS || found.len() > MOST_LADDERS {
                return None;
            }
            let mut list = Vec::new();
            for action in &actions {
                let Action::Relocate(from, to) = *action else { continue };
                let mut next = ladder.clone();
                next.iter_mut().filter(|place| **place == from).for_each(|place| *place = to);
                next.sort_unstable();
                let number = *graph.index.entry(next).or_insert_with_key(|next| {
                    found.push(next.clone());
                    found.len() as u32 - 1
                });
                list.push(Turn { from, to, ladder: number });
            }
            let mut far = [0; END_POINTS];
            for end in ends(&rules) {
                let start = end_point(end, &rules);
                far[usize::from(end)] = end_number(other_end(&example, start));
            }
            let turns = list.into_boxed_slice();
            graph.ladders.push(Ladder { far, turns, parts: Box::default() });
        }
        let (mut parts, mut steps) = (0, 0);
        for number in 0..graph.ladders.len() as u32 {
            let part = graph.part(number, Marks::default(), 0, &mut steps);
            parts += part.len();
            if parts > MOST_PARTS || steps > MOST_STEPS {
                return None;
            }
            graph.ladders[number as usize].parts = part.into_boxed_slice();
        }
        Some(graph)
    }

    /// How many ladders there are.
    pub(super) fn len(&self) -> usize {
        self.ladders.len()
    }

    /// How many pairs of ladders a part leads between.
    pub(super) fn parts_len(&self) -> usize {
        self.ladders.iter().map(|ladder| ladder.parts.len()).sum()
    }

    /// The number of the ladder in `position`, if it is one of these.
    pub(super) fn find(&self, position: &AmidakujiBridge) -> Option<u32> {
        let same_rules = self.rules == *position.rules();
        same_rules.then(|| self.index.get(&bridges(position)).copied()).flatten()
    }

    /// The end point at the other end of the way from an end point over a ladder.
    pub(super) fn far(&self, ladder: u32, end: u8) -> u8 {
        self.ladders[ladder as usize].far[usize::from(end)]
    }

    /// What a whole part makes of a ladder.
    pub(super) fn parts(&self, ladder: u32) -> &[Reached] {
        &self.ladders[ladder as usize].parts
    }

    /// What the rest of a part makes of a ladder, after so many turns and with bridges marked. Adds to
    /// `steps` how much work it was.
    pub(super) fn part(
        &self,
        ladder: u32,
        marks: Marks,
        turns_made: u8,
        steps: &mut usize,
    ) -> Vec<Reached> {
        let start = Reached { chance: 1.0, lines: 1, ladder, relocations: 0 };
        let mut level = vec![(marks, start)];
        for turn in turns_made..self.rules.relocations {
            let is_last = turn + 1 == self.rules.relocations;
            let mut next = Merged::default();
            for (marks, reached) in &level {
                let is_free = |turn: &&Turn| !marks.contains(&Some(turn.from));
                let turns = &self.ladders[reached.ladder as usize].turns;
                let relocations = turns.iter().filter(is_free).count();
                let passes = self.rules.may_pass() || relocations == 0;
                let chance = reached.chance / (relocations + usize::from(passes)) as f64;
                *steps += relocations + 1;
                if passes {
                    let marks = if is_last { Marks::default() } else { *marks };
                    next.add(marks, Reached { chance, ..*reached });
                }
                for turn in turns.iter().filter(is_free) {
                    let marks = match is_last || self.rules.same_bridge.is_yes() {
                        true => Marks::default(),
                        false => marked(*marks, turn.to),
                    };
                    let (ladder, relocations) = (turn.ladder, reached.relocations + 1);
                    next.add(marks, Reached { chance, ladder, relocations, ..*reached });
                }
            }
            level = next.list;
            if *steps > MOST_STEPS {
                break;
            }
        }
        level.into_iter().map(|(_, reached)| reached).collect()
    }
}

/// What a level of a part can come to, equal states put together, in the order in which they were
/// first seen.
#[derive(Default)]
struct Merged {
    index: FxHashMap<(u32, Marks), usize>,
    list: Vec<(Marks, Reached)>,
}

impl Merged {
    fn add(&mut self, marks: Marks, reached: Reached) {
        let index = *self.index.entry((reached.ladder, marks)).or_insert(self.list.len());
        if index == self.list.len() {
            return self.list.push((marks, reached));
        }
        let (_, there) = &mut self.list[index];
        there.chance += reached.chance;
        there.lines += reached.lines;
        there.relocations = there.relocations.min(reached.relocations);
    }
}

/// The marks with one more. The last relocation of a part leaves none, so there is room.
fn marked(mut marks: Marks, place: Place) -> Marks {
    if let Some(slot) = marks.iter_mut().find(|mark| mark.is_none()) {
        *slot = Some(place);
    }
    marks.sort_unstable_by_key(|mark| std::cmp::Reverse(*mark));
    marks
}

/// The marks of a position.
pub(super) fn marks(position: &AmidakujiBridge) -> Marks {
    position.relocated().fold(Marks::default(), marked)
}

/// The bridges of a position, sorted.
fn bridges(position: &AmidakujiBridge) -> Box<[Place]> {
    position.bridges().map(|(place, _)| place).collect()
}

/// The end point at the other end of the way from an end point.
pub(super) fn other_end(position: &AmidakujiBridge, start: Point) -> Point {
    let seat = Seat(u8::from(start.row != 0));
    position.way(seat, start, Next::Run).last().unwrap_or(start)
}
