//! The board of two players in 16 bytes, for searches and tables.

use super::moves::{Action, Direction};
use super::rules::{DirectionChoice, End, QuanCellDan, QuanlessCells, Rules};
use super::state::OAnQuan;
use super::tables::CELLS_EACH;
use crate::game::{Game, Turn};

/// The board of a game for two, seen by the player to move: who needs millions of positions a second
/// takes this instead of [`OAnQuan`].
///
/// The player to move has the cells 0 to 5, the quan cell being 0, the other the cells 6 to 11. There
/// are no stores, counters and names of players: [`Duel::play`] tells what a turn gains, and what the
/// future of a game can bring depends on nothing else but the limits on its length, which are up to the
/// caller. A board holds at most [`Duel::MOST_DAN`] dân, far more than play ever reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duel {
    /// Of the player to move, then of the other: the six cells of each, a byte a cell from the lowest on.
    /// A quan counts as [`Duel::QUAN`] dân.
    halves: [u64; 2],
}

/// The bytes of the dân cells of a half.
const SIDE: u64 = 0xFFFF_FFFF_FF00;
/// One dân in each cell of a half.
const EACH: u64 = 0x0101_0101_0101;
/// Cells of the ring.
const RING: usize = 2 * CELLS_EACH;

/// A turn of the player to move: `2 * (k - 1)` for sowing its cell k clockwise, one more for the other
/// direction. Ascending in the order of [`Game::legal_actions`].
pub type DuelMove = u8;

/// What the rules say of a [`Duel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelRules {
    quan_value: i32,
    quan_non: u8,
    empty_quan_gap: bool,
    quanless_cells_open: bool,
    ends_with_cells: bool,
    owner_gets_quan_cell: bool,
}

impl DuelRules {
    /// The rules as far as a [`Duel`] needs them; `None` with `direction=lift`, where turns are made of
    /// several actions.
    pub fn new(rules: &Rules) -> Option<Self> {
        (rules.direction == DirectionChoice::Turn).then(|| DuelRules {
            quan_value: i32::from(rules.quan_value),
            quan_non: rules.quan_non,
            empty_quan_gap: rules.empty_quan_gap.is_yes(),
            quanless_cells_open: rules.quanless_cells == QuanlessCells::Open,
            ends_with_cells: rules.end == End::Cells,
            owner_gets_quan_cell: rules.quan_cell_dan == QuanCellDan::Owner,
        })
    }

    /// Whether boards that are [mirrored](Duel::mirrored) are worth the same.
    pub fn are_symmetric(&self) -> bool {
        !self.owner_gets_quan_cell
    }
}

/// What a turn leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The board for the other player, who has refilled if need be; of no meaning when the game is over.
    pub next: Duel,
    /// Points by which the margin of the player who moved has grown, over that of the other: captures, the
    /// other's refill, and the settlement when the game is over.
    pub gain: i32,
    /// Whether something was captured.
    pub captured: bool,
    /// Whether the game is over, all limits on its length aside.
    pub over: bool,
}

impl Duel {
    /// Marks a quan in the byte of its cell: the highest bit.
    pub const QUAN: u8 = 0x80;

    /// The most dân on a board.
    pub const MOST_DAN: u32 = 127;

    /// The board of a game; `None` unless it is a game for two that is not over, with `direction=turn` and
    /// no more dân than a board holds.
    pub fn new(game: &OAnQuan) -> Option<Self> {
        let fits = game.players() == 2
            && game.turn() != Turn::Over
            && game.rules().direction == DirectionChoice::Turn
            && game.cells.iter().map(|&dan| u32::from(dan)).sum::<u32>() <= Self::MOST_DAN;
        if !fits {
            return None;
        }
        let half = |player: usize| {
            let first = CELLS_EACH * player;
            let byte = |k: usize| {
                game.dan(first + k) as u8
                    | if k == 0 && game.has_quan(player) { Self::QUAN } else { 0 }
            };
            (0..CELLS_EACH).fold(0, |half, k| half | u64::from(byte(k)) << (8 * k))
        };
        let mover = usize::from(game.mover);
        Some(Duel { halves: [half(mover), half(1 - mover)] })
    }

    /// The board with these dân in its cells and quans in the two quan cells. The player to move refills
    /// if need be: whether it did is also returned.
    ///
    /// # Panics
    ///
    /// If there are more than [`Duel::MOST_DAN`] dân.
    pub fn from_cells(dan: [u8; 12], quans: [bool; 2]) -> (Self, bool) {
        let most = Self::MOST_DAN as usize - 5;
        assert!(dan.iter().map(|&dan| usize::from(dan)).sum::<usize>() <= most, "too many dân");
        let half = |player: usize| {
            let cells = &dan[CELLS_EACH * player..][..CELLS_EACH];
            let quan = if quans[player] { u64::from(Self::QUAN) } else { 0 };
            cells.iter().rev().fold(0, |half, &dan| half << 8 | u64::from(dan)) | quan
        };
        let mut duel = Duel { halves: [half(0), half(1)] };
        let refills = duel.is_stuck();
        if refills {
            duel.refill();
        }
        (duel, refills)
    }

    /// Dân in a cell: of the player to move from its quan cell 0 to 5, of the other from 6 to 11.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    #[inline]
    pub fn dan(&self, cell: usize) -> u8 {
        let byte = self.byte(cell);
        if cell.is_multiple_of(CELLS_EACH) { byte & !Self::QUAN } else { byte }
    }

    /// Whether the quan cell of the player to move (0) or of the other (1) holds its quan.
    #[inline]
    pub fn has_quan(&self, player: usize) -> bool {
        self.halves[player] as u8 & Self::QUAN != 0
    }

    /// Dân on the board.
    pub fn all_dan(&self) -> u32 {
        (0..RING).map(|cell| u32::from(self.dan(cell))).sum()
    }

    /// The cells of the player to move and of the other, a byte a cell from the lowest on, the quan cell
    /// first; a quan counts as [`Duel::QUAN`].
    #[inline]
    pub fn halves(&self) -> [u64; 2] {
        self.halves
    }

    /// Whether the player to move has no turn: only after a refill for which there was no room.
    #[inline]
    pub fn is_stuck(&self) -> bool {
        self.halves[0] & SIDE == 0
    }

    /// The turns of the player to move, ascending; at least two unless it [is stuck](Duel::is_stuck).
    #[inline]
    pub fn moves(&self) -> impl Iterator<Item = DuelMove> + use<> {
        let half = self.halves[0];
        let liftable = move |k: &u8| (half >> (8 * u32::from(*k))) as u8 != 0;
        (1..=5).filter(liftable).flat_map(|k| [2 * (k - 1), 2 * (k - 1) + 1])
    }

    /// The action of a turn, `player` being the one to move.
    pub fn action(turn: DuelMove, player: u8) -> Action {
        Action {
            cell: CELLS_EACH as u8 * player + 1 + turn / 2,
            direction: Direction::BOTH[usize::from(turn % 2)],
        }
    }

    /// The turn of an action.
    pub fn move_of(action: Action) -> DuelMove {
        2 * (action.cell % CELLS_EACH as u8 - 1) + action.direction as u8
    }

    /// The board as a mirror shows it: the quan cells change places, cell k becomes 6 - k. Turns `m` become
    /// `9 - m`.
    #[inline]
    pub fn mirrored(&self) -> Self {
        let [own, other] = self.halves;
        let side = |half: u64| (half.swap_bytes() >> 8) & SIDE;
        Duel { halves: [side(own) | other & 0xFF, side(other) | own & 0xFF] }
    }

    /// The points that the player to move has more than the other if the game stops here, by a limit on
    /// its length: dân on the sides go home. (A refill just made changes nothing in it: 5 were paid, and 5
    /// go home.)
    #[inline]
    pub fn settlement(&self, rules: &DuelRules) -> i32 {
        let home = |half: u64| {
            let side = sum_of_bytes(half & SIDE);
            side + if rules.owner_gets_quan_cell { i32::from(half as u8 & !Self::QUAN) } else { 0 }
        };
        home(self.halves[0]) - home(self.halves[1])
    }

    /// Plays a turn of the player to move.
    ///
    /// Precondition: it is one of [`Duel::moves`]. A refill for which the board has no room is left out.
    #[inline]
    pub fn play(mut self, rules: &DuelRules, turn: DuelMove) -> Played {
        let geometry = &GEOMETRY[usize::from(turn % 2)];
        let mut cell = usize::from(turn / 2) + 1;
        loop {
            let gap = self.sow(geometry, cell);
            let content = self.byte(gap);
            if content == 0 {
                let (gain, captured) = self.capture_chain(rules, geometry, gap);
                return self.end_turn(rules, gain, captured);
            }
            if gap.is_multiple_of(CELLS_EACH) {
                return self.end_turn(rules, 0, false);
            }
            cell = gap;
        }
    }

    /// Lifts a cell and sows it; returns the cell after the last dân.
    #[inline]
    fn sow(&mut self, geometry: &Geometry, cell: usize) -> usize {
        let mut left = usize::from(self.byte(cell));
        self.halves[cell / CELLS_EACH] &= !(0xFF << SHIFT[cell]);
        while left >= RING {
            left -= RING;
            self.halves.iter_mut().for_each(|half| *half += EACH);
        }
        let Sowing { sown, next } = &geometry.sowings[cell][left];
        self.halves[0] += sown[0];
        self.halves[1] += sown[1];
        usize::from(*next)
    }

    #[inline]
    fn capture_chain(
        &mut self,
        rules: &DuelRules,
        geometry: &Geometry,
        mut gap: usize,
    ) -> (i32, bool) {
        let (mut gain, mut captured) = (0, false);
        while self.byte(gap) == 0 && (rules.empty_quan_gap || !gap.is_multiple_of(CELLS_EACH)) {
            let target = usize::from(geometry.after[gap]);
            let content = self.byte(target);
            let dan =
                if target.is_multiple_of(CELLS_EACH) { content & !Self::QUAN } else { content };
            let capturable = if dan != content {
                dan >= rules.quan_non
            } else {
                dan > 0 && (rules.quanless_cells_open || !target.is_multiple_of(CELLS_EACH))
            };
            if !capturable {
                break;
            }
            gain += i32::from(dan) + if dan != content { rules.quan_value } else { 0 };
            captured = true;
            self.halves[target / CELLS_EACH] &= !(0xFF << SHIFT[target]);
            gap = usize::from(geometry.after[target]);
        }
        (gain, captured)
    }

    #[inline]
    fn end_turn(mut self, rules: &DuelRules, mut gain: i32, captured: bool) -> Played {
        let [own, other] = self.halves;
        let quan_cells = own as u8 | other as u8;
        let over = quan_cells & Self::QUAN == 0 && (!rules.ends_with_cells || quan_cells == 0);
        if over {
            gain += self.settlement(rules);
        }
        self.halves = [other, own];
        if !over && other & SIDE == 0 && self.all_dan() + 5 <= Self::MOST_DAN {
            self.refill();
            gain += 5;
        }
        Played { next: self, gain, captured, over }
    }

    #[inline]
    fn refill(&mut self) {
        self.halves[0] += EACH & SIDE;
    }

    /// The dân of a cell, and its quan.
    #[inline]
    fn byte(&self, cell: usize) -> u8 {
        (self.halves[cell / CELLS_EACH] >> SHIFT[cell]) as u8
    }
}

/// The sum of the bytes of a half, below 256.
#[inline]
fn sum_of_bytes(half: u64) -> i32 {
    (half.wrapping_mul(0x0101_0101_0101_0101) >> 56) as i32
}

/// How far the byte of a cell is shifted in its half.
const SHIFT: [u32; RING] = {
    let mut shift = [0; RING];
    let mut cell = 0;
    while cell < RING {
        shift[cell] = 8 * (cell % CELLS_EACH) as u32;
        cell += 1;
    }
    shift
};

/// What sowing some dân from a cell does.
#[derive(Clone, Copy)]
struct Sowing {
    /// What each half gains.
    sown: [u64; 2],
    /// The cell after the last dân.
    next: u8,
}

/// The ring in one direction.
struct Geometry {
    /// The cell after each.
    after: [u8; RING],
    /// By the cell lifted and the dân left after whole rounds.
    sowings: [[Sowing; RING]; RING],
}

/// By direction.
static GEOMETRY: [Geometry; 2] = [geometry(1), geometry(RING - 1)];

const fn geometry(step: usize) -> Geometry {
    let mut after = [0; RING];
    let mut sowings = [[Sowing { sown: [0; 2], next: 0 }; RING]; RING];
    let mut start = 0;
    while start < RING {
        after[start] = ((start + step) % RING) as u8;
        let mut sown = [0; 2];
        let mut dan = 0;
        let mut cell = start;
        while dan < RING {
            cell = (cell + step) % RING;
            sowings[start][dan] = Sowing { sown, next: cell as u8 };
            sown[cell / CELLS_EACH] += 1 << SHIFT[cell];
            dan += 1;
        }
        start += 1;
    }
    Geometry { after, sowings }
}
