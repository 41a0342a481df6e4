//! The empty cells beside tiles, where the next tile may go.

use super::moves::Cell;
use super::tiles::{FIT_COUNTS, KIND_COUNT, Pattern, TILES, edge_at};

/// As many empty cells as 72 tiles in a line have beside them: n tiles that hang together have at
/// most 2n + 2.
const MOST_SPOTS: usize = 2 * TILES + 2;

/// An empty cell with at least one tile beside it, in one word: the cell in the highest 16 bits, so
/// that spots sort by x, then y; below them for each side the tile there, one byte a side; in the
/// lowest byte what the tiles there show towards the cell.
#[derive(Clone, Copy)]
pub(super) struct Spot(u64);

/// Where the cell begins in a spot's word.
const CELL_SHIFT: u32 = 48;
/// Where the tile at side 0 is.
const TILE_SHIFT: u32 = 8;

impl Spot {
    fn word(cell: Cell) -> u64 {
        let place = |coordinate: i8| u64::from((coordinate as u8) ^ 0x80);
        (place(cell.x) << 8 | place(cell.y)) << CELL_SHIFT
    }

    /// The cell.
    #[inline]
    pub(super) fn cell(self) -> Cell {
        let coordinate = |shift: u32| ((self.0 >> shift) as u8 ^ 0x80) as i8;
        Cell { x: coordinate(CELL_SHIFT + 8), y: coordinate(CELL_SHIFT) }
    }

    /// What the tiles beside the cell show towards it.
    #[inline]
    pub(super) fn pattern(self) -> Pattern {
        self.0 as Pattern
    }

    /// The tile beside a side of the cell, if there is one.
    #[inline]
    pub(super) fn tile(self, side: usize) -> Option<u8> {
        ((self.0 >> (TILE_SHIFT + 8 * side as u32)) as u8).checked_sub(1)
    }

    /// The same cell with a tile that shows `edge` at `side`.
    #[inline]
    fn with(self, side: usize, tile: u8, edge: u8) -> Spot {
        let tile = (u64::from(tile) + 1) << (TILE_SHIFT + 8 * side as u32);
        Spot(self.0 | tile | u64::from(edge) << (2 * side))
    }
}

/// All spots of a board, and how many placements each kind has on them.
#[derive(Clone)]
pub(super) struct Spots {
    /// Sorted.
    list: [Spot; MOST_SPOTS],
    count: usize,
    /// For each kind the number of its placements, a spot and a rotation each.
    placements: [u16; KIND_COUNT],
}

impl Spots {
    /// No board: a single spot on 0,0 without a tile beside it.
    pub(super) fn new() -> Spots {
        let spot = Spot(Spot::word(Cell { x: 0, y: 0 }));
        let mut list = [Spot(0); MOST_SPOTS];
        list[0] = spot;
        Spots { list, count: 1, placements: FIT_COUNTS[usize::from(spot.pattern())] }
    }

    /// The spots, sorted by x, then y.
    #[inline]
    pub(super) fn as_slice(&self) -> &[Spot] {
        &self.list[..self.count]
    }

    /// The number of placements of a tile of `kind`.
    #[inline]
    pub(super) fn placements(&self, kind: u8) -> u32 {
        u32::from(self.placements[usize::from(kind)])
    }

    /// Where the spot on `cell` is in the list, or where it would be.
    #[inline]
    pub(super) fn find(&self, cell: Cell) -> Result<usize, usize> {
        let word = Spot::word(cell);
        let index = self.as_slice().partition_point(|spot| spot.0 < word);
        match self.as_slice().get(index) {
            Some(spot) if spot.cell() == cell => Ok(index),
            _ => Err(index),
        }
    }

    /// Puts `tile`, which shows `edges`, on the spot at `index`: the spot goes, and the empty cells
    /// around it become spots. Returns the spot that was there.
    #[inline]
    pub(super) fn fill(&mut self, index: usize, tile: u8, edges: Pattern) -> Spot {
        let spot = self.list[index];
        self.list.copy_within(index + 1..self.count, index);
        self.count -= 1;
        self.uncount(spot);
        for side in 0..4 {
            if spot.tile(side).is_none() {
                self.border(spot.cell().beyond(side), (side + 2) % 4, tile, edge_at(edges, side));
            }
        }
        spot
    }

    /// Notes that `tile` shows `edge` at a side of an empty cell.
    #[inline]
    fn border(&mut self, cell: Cell, side: usize, tile: u8, edge: u8) {
        let spot = match self.find(cell) {
            Ok(index) => {
                self.uncount(self.list[index]);
                self.list[index] = self.list[index].with(side, tile, edge);
                self.list[index]
            }
            Err(index) => {
                self.list.copy_within(index..self.count, index + 1);
                self.count += 1;
                self.list[index] = Spot(Spot::word(cell)).with(side, tile, edge);
                self.list[index]
            }
        };
        let fits = &FIT_COUNTS[usize::from(spot.pattern())];
        for (placements, more) in self.placements.iter_mut().zip(fits) {
            *placements += more;
        }
    }

    #[inline]
    fn uncount(&mut self, spot: Spot) {
        let fits = &FIT_COUNTS[usize::from(spot.pattern())];
        for (placements, less) in self.placements.iter_mut().zip(fits) {
            *placements -= less;
        }
    }
}
