//! The geometry of the ring.

use super::moves::Direction;

/// Cells of one player: the quan cell and five dân cells.
pub(super) const CELLS_EACH: usize = 6;
/// Cells of the largest ring, that of four players.
pub(super) const MAX_CELLS: usize = 4 * CELLS_EACH;
/// A bit at each quan cell.
pub(super) const QUAN_CELLS: u32 = 1 | 1 << 6 | 1 << 12 | 1 << 18;

/// For each cell of the largest ring, how many dân must be sown until one falls in it. Places
/// beyond a smaller ring are further than any dân goes.
pub(super) type Distances = [i16; MAX_CELLS];

/// Beyond the ring: more than any number of dân left after whole rounds.
const UNREACHED: i16 = i16::MAX;

/// The distances of all cells from `start`, in `direction`, on the ring of `players`. The start
/// itself is reached last, after a whole round.
#[inline]
pub(super) fn distances(players: u8, direction: Direction, start: usize) -> &'static Distances {
    &DISTANCES[usize::from(players) - 2][direction as usize][start]
}

static DISTANCES: [[[Distances; MAX_CELLS]; 2]; 3] = {
    let mut table = [[[[UNREACHED; MAX_CELLS]; MAX_CELLS]; 2]; 3];
    let mut players = 2;
    while players <= 4 {
        let ring = players * CELLS_EACH;
        let mut start = 0;
        while start < ring {
            let mut distance = 1;
            while distance <= ring {
                let clockwise = (start + distance) % ring;
                let counter = (start + ring - distance) % ring;
                table[players - 2][Direction::Clockwise as usize][start][clockwise] =
                    distance as i16;
                table[players - 2][Direction::Counterclockwise as usize][start][counter] =
                    distance as i16;
                distance += 1;
            }
            start += 1;
        }
        players += 1;
    }
    table
};
