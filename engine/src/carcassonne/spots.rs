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
    /// The spot on `cell` without a tile beside it.
    #[inline]
    fn on(cell: Cell) -> Spot {
        // With the sign bit turned, negative coordinates come first.
        let byte = |coordinate: i8| u64::from(coordinate as u8 ^ 0x80);
        Spot((byte(cell.x) << 8 | byte(cell.y)) << CELL_SHIFT)
    }

    /// Where the cell comes among all cells, by x, then y.
    #[inline]
    fn place(self) -> u16 {
        (self.0 >> CELL_SHIFT) as u16
    }

    /// The cell.
    #[inline]
    pub(super) fn cell(self) -> Cell {
        let [x, y] = self.place().to_be_bytes().map(|byte| (byte ^ 0x80) as i8);
        Cell { x, y }
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
        let spot = Spot::on(Cell { x: 0, y: 0 });
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

    /// Where the spot on `cell` is in the list, if there is one.
    #[inline]
    pub(super) fn find(&self, cell: Cell) -> Option<usize> {
        let place = Spot::on(cell).place();
        let index = self.as_slice().partition_point(|spot| spot.place() < place);
        self.as_slice().get(index).filter(|spot| spot.place() == place).map(|_| index)
    }

    /// Puts `tile`, which shows `edges`, on the spot at `index`: the spot goes, and the empty cells
    /// around it become spots. Returns the spot that was there.
    #[inline]
    pub(super) fn fill(&mut self, index: usize, tile: u8, edges: Pattern) -> Spot {
        let spot = self.list[index];
        self.take_placements(spot);
        let border = |side: usize| {
            let beyond = Spot::on(spot.cell().beyond(side));
            let bordered = beyond.with((side + 2) % 4, tile, edge_at(edges, side));
            spot.tile(side).is_none().then_some(bordered)
        };
        // North and south of a cell are next to it in the list, so that what is new there takes its
        // place; east and west are not far.
        let south = border(2).filter(|&south| !self.merge(index.wrapping_sub(1), south));
        let north = border(0).filter(|&north| !self.merge(index + 1, north));
        match (south, north) {
            (None, None) => {
                self.list.copy_within(index + 1..self.count, index);
                self.count -= 1;
            }
            (Some(new), None) | (None, Some(new)) => {
                self.list[index] = new;
                self.add_placements(new);
            }
            (Some(south), Some(north)) => {
                self.list[index] = south;
                self.add_placements(south);
                self.insert(index + 1, north);
            }
        }
        if let Some(east) = border(1) {
            let later = &self.as_slice()[index..];
            let near = later.iter().take_while(|spot| spot.place() < east.place()).count();
            self.merge_or_insert(index + near, east);
        }
        if let Some(west) = border(3) {
            let before = &self.as_slice()[..index];
            let near = before.iter().rev().take_while(|spot| spot.place() >= west.place()).count();
            self.merge_or_insert(index - near, west);
        }
        spot
    }

    /// Adds what `border` says to the spot at `index`, if there is one and it is on the same cell.
    #[inline]
    fn merge(&mut self, index: usize, border: Spot) -> bool {
        match self.as_slice().get(index) {
            Some(&spot) if spot.place() == border.place() => {
                let merged = Spot(spot.0 | border.0);
                self.list[index] = merged;
                self.take_placements(spot);
                self.add_placements(merged);
                true
            }
            _ => false,
        }
    }

    #[inline]
    fn insert(&mut self, index: usize, new: Spot) {
        self.list.copy_within(index..self.count, index + 1);
        self.list[index] = new;
        self.count += 1;
        self.add_placements(new);
    }

    #[inline]
    fn merge_or_insert(&mut self, index: usize, border: Spot) {
        if !self.merge(index, border) {
            self.insert(index, border);
        }
    }

    /// Adds the placements on a spot.
    #[inline]
    fn add_placements(&mut self, spot: Spot) {
        let fits = &FIT_COUNTS[usize::from(spot.pattern())];
        for (placements, more) in self.placements.iter_mut().zip(fits) {
            *placements += more;
        }
    }

    /// Takes the placements on a spot off.
    #[inline]
    fn take_placements(&mut self, spot: Spot) {
        let fits = &FIT_COUNTS[usize::from(spot.pattern())];
        for (placements, less) in self.placements.iter_mut().zip(fits) {
            *placements -= less;
        }
    }
}
