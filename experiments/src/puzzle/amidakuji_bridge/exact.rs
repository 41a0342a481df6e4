//! Puzzles solved completely.
//!
//! Between two walks only the ladder changes, and it changes the same way wherever the token stands and
//! whatever coins lie. So what parts make of ladders is worked out once for a whole [`Graph`], and the
//! figures follow by dynamic programming over the end points visited, most first: for every situation
//! a list with the figures over each ladder.

use super::graph::{Graph, end_number, ends, marks};
use crate::puzzle::{Figures, PuzzleGame};
use ludarium_engine::Game;
use ludarium_engine::amidakuji_bridge::{Action, AmidakujiBridge, Phase, Point, Rules};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most figures that are kept: situations times ladders.
const MOST_FIGURES: usize = 2_000_000;
/// The most steps of the dynamic programming: situations times pairs of ladders.
const MOST_STEPS: usize = 500_000_000;
/// The most positions before the first walk, or between choosing a start and walking.
const MOST_POSITIONS: usize = 200_000;
/// The most graphs that are kept.
const MOST_GRAPHS: usize = 16;

/// What matters before a part besides the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Situation {
    /// The end point where the next walk begins; none where the player will choose.
    at: Option<u8>,
    /// The set of end points visited.
    visited: u16,
}

impl Situation {
    fn of(position: &AmidakujiBridge, token: Point) -> Situation {
        let rules = position.rules();
        let has_coin = |end: u8| {
            let row = if end < 8 { 0 } else { rules.rows + 1 };
            position.coins_at(Point { column: end % 8, row }) > 0
        };
        let visited = ends(rules).filter(|&end| !has_coin(end));
        Situation {
            at: (!rules.walks_freely()).then(|| end_number(token)),
            visited: visited.fold(0, |set, end| set | 1 << end),
        }
    }

    /// After a walk to a new end point.
    fn after(self, end: u8) -> Situation {
        Situation { at: self.at.map(|_| end), visited: self.visited | 1 << end }
    }

    /// Where the next walk may begin.
    fn starts(self) -> impl Iterator<Item = u8> {
        let starts = self.at.map_or(self.visited, |end| 1 << end);
        (0..16).filter(move |end| starts & 1 << end != 0)
    }

    /// The situations after the next walk, if it wins a coin.
    fn successors(self, rules: &Rules) -> impl Iterator<Item = Situation> {
        let reachable = match self.at {
            // A walk ends on the other side.
            Some(end) if end < 8 => 0xFF00,
            Some(_) => 0x00FF,
            None => 0xFFFF,
        };
        let new = reachable & !self.visited;
        ends(rules).filter(move |end| new & 1 << end != 0).map(move |end| self.after(end))
    }

    /// Whether all is won.
    fn is_won(self, rules: &Rules) -> bool {
        self.visited.count_ones() == 2 * u32::from(rules.columns)
    }
}

/// A graph, and the figures before a part for the situations met so far, ladder by ladder.
struct Solved {
    graph: Graph,
    figures: FxHashMap<Situation, Box<[Figures]>>,
}

impl Solved {
    /// Makes sure that the figures of all situations after `situation` are known. Returns whether they
    /// can be.
    fn prepare(&mut self, situation: Situation, rules: &Rules) -> bool {
        let ladders = self.graph.len();
        let most = (MOST_FIGURES / ladders).min(MOST_STEPS / self.graph.parts_len().max(1));
        let mut found: Vec<Situation> = Vec::new();
        let mut seen: FxHashSet<Situation> = FxHashSet::default();
        let mut next = 0;
        let mut last = situation;
        loop {
            for successor in last.successors(rules) {
                if !successor.is_won(rules) && seen.insert(successor) {
                    found.push(successor);
                }
            }
            if found.len() > most {
                return false;
            }
            let Some(&situation) = found.get(next) else { break };
            last = situation;
            next += 1;
        }
        if (self.figures.len() + found.len()) * ladders > 2 * MOST_FIGURES {
            self.figures.clear();
        }
        found.retain(|situation| !self.figures.contains_key(situation));
        found.sort_by_key(|situation| std::cmp::Reverse(situation.visited.count_ones()));
        for situation in found {
            let walked: Vec<Figures> =
                (0..ladders as u32).map(|ladder| self.walked(situation, ladder, rules)).collect();
            let before = |ladder| {
                let mut figures = Figures::LOST;
                for part in self.graph.parts(ladder) {
                    let next = &walked[part.ladder as usize];
                    figures.add(part.chance, part.lines, part.relocations, next);
                }
                figures
            };
            let figures = (0..ladders as u32).map(before).collect();
            self.figures.insert(situation, figures);
        }
        true
    }

    /// The figures after a part that leaves this ladder, with the walk to come.
    ///
    /// Precondition: those of the situations after the walk are known.
    fn walked(&self, situation: Situation, ladder: u32, rules: &Rules) -> Figures {
        let mut figures = Figures::LOST;
        let starts = situation.starts().count() as f64;
        for start in situation.starts() {
            let end = self.graph.far(ladder, start);
            if situation.visited & 1 << end != 0 {
                continue;
            }
            let after = situation.after(end);
            let next = match after.is_won(rules) {
                true => Figures::WON,
                false => self.figures[&after][ladder as usize],
            };
            figures.add(1.0 / starts, 1, 0, &next);
        }
        figures
    }
}

/// What is known of puzzles that can be solved completely.
#[derive(Default)]
pub struct Exact {
    solved: Vec<Solved>,
    /// Figures of positions in which no bridges are relocated.
    others: FxHashMap<AmidakujiBridge, Figures>,
}

impl Exact {
    /// The figures of a position and a shortest way to win from there, unless there is too much to be
    /// worked out; whether there is does not depend on what was solved before.
    pub(super) fn solve(
        &mut self,
        position: &AmidakujiBridge,
    ) -> Option<(Figures, Option<Vec<Action>>)> {
        self.others.clear();
        let figures = self.figures(position)?;
        let shortest = match figures.least() {
            Some(least) => Some(self.shortest(position, least)?),
            None => None,
        };
        Some((figures, shortest))
    }

    fn figures(&mut self, position: &AmidakujiBridge) -> Option<Figures> {
        match position.phase() {
            Phase::Over if position.is_won() => Some(Figures::WON),
            Phase::Over => Some(Figures::LOST),
            Phase::Relocate => self.relocating(position),
            _ => self.choosing(position),
        }
    }

    fn choosing(&mut self, position: &AmidakujiBridge) -> Option<Figures> {
        if let Some(figures) = self.others.get(position) {
            return Some(*figures);
        }
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let mut figures = Figures::LOST;
        for &action in &actions {
            let mut next = position.clone();
            next.apply(action);
            figures.add(1.0 / actions.len() as f64, 1, 0, &self.figures(&next)?);
        }
        if self.others.len() >= MOST_POSITIONS {
            return None;
        }
        self.others.insert(position.clone(), figures);
        Some(figures)
    }

    fn relocating(&mut self, position: &AmidakujiBridge) -> Option<Figures> {
        let rules = position.rules();
        let (token, ..) = position.tokens(ludarium_engine::Seat(0)).next()?;
        let situation = Situation::of(position, token);
        let (place, ladder) = self.place_of(position)?;
        let solved = &mut self.solved[place];
        if !solved.prepare(situation, rules) {
            return None;
        }
        let (turns, marks) = (position.relocation_turns(), marks(position));
        let rest: Vec<_>;
        let parts = if turns == 0 {
            solved.graph.parts(ladder)
        } else {
            rest = solved.graph.part(ladder, marks, turns, &mut 0);
            &rest
        };
        let mut figures = Figures::LOST;
        for part in parts {
            let next = solved.walked(situation, part.ladder, rules);
            figures.add(part.chance, part.lines, part.relocations, &next);
        }
        Some(figures)
    }

    /// The graph in which the ladder of a position is, and its number there.
    fn place_of(&mut self, position: &AmidakujiBridge) -> Option<(usize, u32)> {
        if !Graph::may_be_small(position) {
            return None;
        }
        let found = |(place, solved): (usize, &Solved)| Some((place, solved.graph.find(position)?));
        if let Some(found) = self.solved.iter().enumerate().find_map(found) {
            return Some(found);
        }
        let graph = Graph::around(position)?;
        if self.solved.len() == MOST_GRAPHS {
            self.solved.clear();
        }
        let ladder = graph.find(position)?;
        self.solved.push(Solved { graph, figures: FxHashMap::default() });
        Some((self.solved.len() - 1, ladder))
    }

    /// A way to win of this length.
    fn shortest(&mut self, position: &AmidakujiBridge, length: u32) -> Option<Vec<Action>> {
        let (mut now, mut left) = (position.clone(), length);
        let (mut line, mut actions) = (Vec::new(), Vec::new());
        while now.phase() != Phase::Over {
            actions.clear();
            now.legal_actions(&mut actions);
            let step = actions.iter().find_map(|&action| {
                let mut next = now.clone();
                next.apply(action);
                let rest = self.figures(&next)?.least()?;
                (rest + AmidakujiBridge::length_of(action) == left).then_some((action, next, rest))
            });
            let (action, next, rest) = step?;
            line.push(action);
            (now, left) = (next, rest);
        }
        Some(line)
    }
}
