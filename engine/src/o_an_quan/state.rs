//! The position and its turns.

use super::moves::{Action, Direction};
use super::rules::{DirectionChoice, QuanlessCells, Rules};
use super::tables::{CELLS_EACH, MAX_CELLS, QUAN_CELLS, distances};
use crate::game::{Game, Never, Scores, Seat, Turn};
use crate::notation::NotationError;
use crate::options::{self, OptionError};
use crate::random::Random;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

/// A position of Ô Ăn Quan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OAnQuan {
    /// Dân in each cell; 0 beyond the ring.
    pub(super) cells: [u16; MAX_CELLS],
    /// A bit at each quan cell that still holds its quan.
    pub(super) quans: u32,
    /// Dân in each store; below zero is debt.
    pub(super) store_dan: [i32; 4],
    /// Quans in each store.
    pub(super) store_quans: [u8; 4],
    /// Turns without a capture in a row.
    pub(super) quiet: u16,
    /// Finished turns.
    pub(super) turns: u16,
    pub(super) players: u8,
    /// The player to move; 0 when the game is over.
    pub(super) mover: u8,
    /// The dân cell that must be lifted next in a turn begun, or [`NO_CELL`].
    pub(super) relay: u8,
    pub(super) over: bool,
    pub(super) rules: Rules,
}

/// In place of a pending relay's cell: no quan cell is ever lifted, so 0 is free.
pub(super) const NO_CELL: u8 = 0;

impl OAnQuan {
    /// Finished turns.
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// Finished turns since the last one with a capture.
    pub fn quiet_turns(&self) -> u16 {
        self.quiet
    }

    /// Dân in a cell, numbered clockwise as `6 * player + k`, the quan cell being k = 0.
    ///
    /// # Panics
    ///
    /// If the ring has no such cell.
    pub fn dan(&self, cell: usize) -> u16 {
        self.cells[..self.ring()][cell]
    }

    /// Whether the quan cell of `player` still holds its quan.
    pub fn has_quan(&self, player: usize) -> bool {
        self.quans >> (CELLS_EACH * player) & 1 == 1
    }

    /// Dân in the store of `player`; below zero is debt.
    ///
    /// # Panics
    ///
    /// If `player` is 4 or more.
    pub fn store_dan(&self, player: usize) -> i32 {
        self.store_dan[player]
    }

    /// Quans in the store of `player`.
    ///
    /// # Panics
    ///
    /// If `player` is 4 or more.
    pub fn store_quans(&self, player: usize) -> u8 {
        self.store_quans[player]
    }

    /// The dân cell that must be lifted next, in the middle of a turn under `direction=lift`.
    pub fn pending_relay(&self) -> Option<usize> {
        (self.relay != NO_CELL).then(|| usize::from(self.relay))
    }

    /// The number of cells of the ring: 12, 18 or 24.
    #[inline]
    pub fn ring(&self) -> usize {
        CELLS_EACH * usize::from(self.players)
    }

    /// Dân in the dân cells of `player`.
    ///
    /// # Panics
    ///
    /// If `player` is 4 or more.
    #[inline]
    pub fn side_dan(&self, player: usize) -> u16 {
        self.side_cells(player as u8).iter().sum()
    }

    /// The dân cells of `player`.
    #[inline]
    pub(super) fn side_cells(&self, player: u8) -> &[u16; 5] {
        let first = CELLS_EACH * usize::from(player) + 1;
        self.cells[first..].first_chunk().expect("a player's five dân cells are in the ring")
    }

    /// A bit for each dân cell of the player to move that can be lifted, bit 0 for its cell 1.
    #[inline]
    fn liftable(&self) -> u32 {
        let cells = self.side_cells(self.mover);
        (0..5).fold(0, |bits, k| bits | u32::from(cells[k] != 0) << k)
    }

    /// The cell `by` steps on from `cell`, `by` being at most one round.
    #[inline]
    fn step(&self, cell: usize, direction: Direction, by: usize) -> usize {
        let ring = self.ring();
        match direction {
            Direction::Clockwise => {
                let reached = cell + by;
                if reached >= ring { reached - ring } else { reached }
            }
            Direction::Counterclockwise => {
                if cell >= by {
                    cell - by
                } else {
                    cell + ring - by
                }
            }
        }
    }

    #[inline]
    fn is_quan_cell(cell: usize) -> bool {
        QUAN_CELLS >> cell & 1 == 1
    }

    #[inline]
    fn holds_quan(&self, cell: usize) -> bool {
        self.quans >> cell & 1 == 1
    }

    #[inline]
    fn is_empty(&self, cell: usize) -> bool {
        self.cells[cell] == 0 && !self.holds_quan(cell)
    }

    /// Lifts `cell` and sows it; returns the cell of the last dân.
    #[inline]
    fn sow(&mut self, cell: usize, direction: Direction) -> usize {
        let ring = self.ring() as u16;
        let mut left = self.cells[cell];
        self.cells[cell] = 0;
        while left >= ring {
            left -= ring;
            self.cells[..usize::from(ring)].iter_mut().for_each(|dan| *dan += 1);
        }
        let within = left as i16;
        for (dan, distance) in self.cells.iter_mut().zip(distances(self.players, direction, cell)) {
            *dan += u16::from(*distance <= within);
        }
        self.step(cell, direction, usize::from(left))
    }

    /// One lap, and what follows from it up to the next decision.
    #[inline]
    fn lift(&mut self, action: Action) {
        let direction = action.direction;
        let mut cell = usize::from(action.cell);
        loop {
            let last = self.sow(cell, direction);
            let next = self.step(last, direction, 1);
            if self.is_empty(next) {
                let captured = self.capture_chain(next, direction);
                return self.end_turn(captured);
            }
            if Self::is_quan_cell(next) {
                return self.end_turn(false);
            }
            if self.rules.direction == DirectionChoice::Lift {
                self.relay = next as u8;
                return;
            }
            cell = next;
        }
    }

    /// Captures over single empty cells, beginning with the empty cell `gap`; returns whether
    /// anything was captured.
    #[inline]
    fn capture_chain(&mut self, mut gap: usize, direction: Direction) -> bool {
        let mut captured = false;
        while self.is_gap(gap) {
            let target = self.step(gap, direction, 1);
            if !self.is_capturable(target) {
                break;
            }
            self.capture(target);
            captured = true;
            gap = self.step(target, direction, 1);
        }
        captured
    }

    /// Whether `cell` counts as the empty cell before a capture.
    #[inline]
    fn is_gap(&self, cell: usize) -> bool {
        self.is_empty(cell) && (!Self::is_quan_cell(cell) || self.rules.empty_quan_gap.is_yes())
    }

    #[inline]
    fn is_capturable(&self, cell: usize) -> bool {
        let dan = self.cells[cell];
        if self.holds_quan(cell) {
            dan >= u16::from(self.rules.quan_non)
        } else if Self::is_quan_cell(cell) {
            dan > 0 && self.rules.quanless_cells == QuanlessCells::Open
        } else {
            dan > 0
        }
    }

    #[inline]
    fn capture(&mut self, cell: usize) {
        let player = usize::from(self.mover);
        self.store_dan[player] += i32::from(self.cells[cell]);
        self.store_quans[player] += u8::from(self.holds_quan(cell));
        self.cells[cell] = 0;
        self.quans &= !(1 << cell);
    }

    #[inline]
    fn end_turn(&mut self, captured: bool) {
        self.relay = NO_CELL;
        self.turns += 1;
        self.quiet = if captured { 0 } else { self.quiet + 1 };
        if self.has_ended() || self.is_capped_out() {
            self.over = true;
            self.mover = 0;
            self.settle();
        } else {
            self.mover = if self.mover + 1 == self.players { 0 } else { self.mover + 1 };
            if self.liftable() == 0 {
                self.refill();
            }
        }
    }

    /// Takes 5 dân from the mover's store, on credit if need be, and puts one in each own cell.
    #[inline]
    fn refill(&mut self) {
        let first = CELLS_EACH * usize::from(self.mover) + 1;
        self.cells[first..first + 5].fill(1);
        self.store_dan[usize::from(self.mover)] -= 5;
    }
}

/// The rules and the number of players do not change within a game, so they are left out.
impl Hash for OAnQuan {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells.hash(state);
        self.store_dan.hash(state);
        u32::from_le_bytes(self.store_quans).hash(state);
        // Cells take 5 bits, players 2, the bits of quans 19, counters 11 each: nothing overlaps.
        let turn = u64::from(self.over) | u64::from(self.relay) << 1 | u64::from(self.mover) << 6;
        let counters = u64::from(self.turns) << 32 | u64::from(self.quiet) << 48;
        (turn | u64::from(self.quans) << 8 | counters).hash(state);
    }
}

impl Game for OAnQuan {
    const ID: &'static str = "o-an-quan";
    const NAME: &'static str = "Ô Ăn Quan";
    const VERSION: u32 = 1;
    const PLAYERS: RangeInclusive<u8> = 2..=4;
    const HAS_CHANCE: bool = false;

    type Rules = Rules;
    type Action = Action;
    type Chance = Never;

    fn new(rules: Rules, players: u8) -> Result<Self, OptionError> {
        options::check(&rules)?;
        options::check_players::<Self>(&rules, players)?;
        let mut game = OAnQuan {
            cells: [0; MAX_CELLS],
            quans: QUAN_CELLS & ((1 << (CELLS_EACH * usize::from(players))) - 1),
            store_dan: [0; 4],
            store_quans: [0; 4],
            quiet: 0,
            turns: 0,
            players,
            mover: 0,
            relay: NO_CELL,
            over: false,
            rules,
        };
        for cell in (0..game.ring()).filter(|&cell| !Self::is_quan_cell(cell)) {
            game.cells[cell] = u16::from(rules.start_dan);
        }
        Ok(game)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn players(&self) -> u8 {
        self.players
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.over { Turn::Over } else { Turn::Player(Seat(self.mover)) }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<Action>) {
        if self.over {
            return;
        }
        if self.relay != NO_CELL {
            actions.extend(Direction::BOTH.map(|direction| Action { cell: self.relay, direction }));
            return;
        }
        let first = CELLS_EACH as u8 * self.mover + 1;
        for (cell, &dan) in (first..).zip(self.side_cells(self.mover)) {
            if dan != 0 {
                actions.extend(Direction::BOTH.map(|direction| Action { cell, direction }));
            }
        }
    }

    #[inline]
    fn count_actions(&self, _: &mut Vec<Action>) -> usize {
        if self.over {
            0
        } else if self.relay != NO_CELL {
            2
        } else {
            2 * self.liftable().count_ones() as usize
        }
    }

    #[inline]
    fn random_action(&self, random: &mut Random, _: &mut Vec<Action>) -> Action {
        if self.relay != NO_CELL {
            let direction = Direction::BOTH[random.below(2) as usize];
            return Action { cell: self.relay, direction };
        }
        let mut liftable = self.liftable();
        let chosen = random.below(2 * liftable.count_ones());
        for _ in 0..chosen / 2 {
            liftable &= liftable - 1;
        }
        let cell = CELLS_EACH as u32 * u32::from(self.mover) + 1 + liftable.trailing_zeros();
        Action { cell: cell as u8, direction: Direction::BOTH[(chosen % 2) as usize] }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(crate::event::is_legal(self, action), "{action} in {self}");
        self.lift(action);
    }

    #[inline]
    fn scores(&self) -> Scores {
        Scores::from_fn(self.sides(), |player| self.points(player))
    }

    fn capped(&self) -> bool {
        self.over && !self.has_ended()
    }

    fn parse(rules: Rules, players: u8, text: &str) -> Result<Self, NotationError> {
        super::notation::parse(rules, players, text)
    }

    fn diagram(&self) -> String {
        super::diagram::draw(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::DefaultHasher;

    /// Searches take equal hashes for equal positions: no two small fields may share a bit.
    #[test]
    fn every_field_counts_in_the_hash() {
        let start = OAnQuan::new(Rules::default(), 4).unwrap();
        let quan_cells = (0..4).map(|player| 1_u32 << (CELLS_EACH * player));
        let some_quans = (0..16_u32).map(|chosen| {
            quan_cells
                .clone()
                .enumerate()
                .filter(|(n, _)| chosen >> n & 1 == 1)
                .map(|(_, q)| q)
                .sum()
        });
        let mut hashes = HashSet::new();
        let mut positions = 0;
        for quans in some_quans {
            for (turns, quiet) in [(0, 0), (1, 0), (1, 1), (64, 2), (65, 64), (2000, 1000)] {
                for mover in 0..4 {
                    for relay in [NO_CELL, 1, 5, 7, 23] {
                        for over in [false, true] {
                            let position =
                                OAnQuan { quans, turns, quiet, mover, relay, over, ..start };
                            let mut hasher = DefaultHasher::new();
                            position.hash(&mut hasher);
                            hashes.insert(hasher.finish());
                            positions += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(hashes.len(), positions);
    }
}
