//! What a board is worth without searching on.
//!
//! The sum over the cells of a weight by what lies in the cell. The weights were fitted by least squares
//! (ridge 20) to 61,510 boards of 20,000 games, in which a search to depth 10 with a plain evaluation (0.75
//! points a dân on the own side) chose three turns in four and chance the fourth; the target was that
//! search's value of the board. They explain a quarter of its variance, where the dân on the sides alone
//! explain a twentieth: what counts in this game is what can be captured, and that is for the search.

use ludarium_engine::o_an_quan::Duel;

/// Value units of a point.
pub const POINT: i32 = 64;

/// Weights for contents from 0 to 12 dân, in 64ths of a point; more dân weigh as 12. By the mirror, cells
/// that are as far from the quan cells weigh the same.
const WEIGHTS: [[i16; 13]; 8] = [
    // Own cells 1 and 5.
    [-151, -105, 47, 204, 38, 216, 5, -18, -64, 46, -76, 250, 34],
    // Own cells 2 and 4.
    [-226, -75, 232, 151, 166, 81, 144, -69, -104, -58, -45, -16, 246],
    // Own cell 3.
    [-153, 368, -59, 192, 169, 96, -110, 99, -363, -123, -105, 9, 192],
    // The other's cells 1 and 5.
    [283, 184, -24, -98, -135, -81, -45, 85, 179, 257, -55, -54, -68],
    // The other's cells 2 and 4.
    [139, 38, -91, -136, -82, -89, -11, 24, 186, 204, 249, 53, -58],
    // The other's cell 3.
    [121, -161, -62, -131, -116, 3, 48, 112, 208, 253, 82, -19, -125],
    // A quan cell with its quan.
    [0, 224, -43, -106, -70, 9, 33, 34, 41, 45, 24, 63, 79],
    // A quan cell without it.
    [91, 33, 32, 33, 0, -47, 8, -59, -3, -4, 38, -52, 24],
];

/// Rows of [`WEIGHTS`].
const OTHER: usize = 3;
const WITH_QUAN: usize = 6;
const WITHOUT_QUAN: usize = 7;

/// The weight of every cell by its byte in [`Duel::halves`], up to [`Self::MOST`] dân.
struct Weights {
    cells: [[i16; Self::MOST + 1]; 12],
    quan_cell_with_quan: [i16; Self::MOST + 1],
}

impl Weights {
    const MOST: usize = 15;
}

static BY_CELL: Weights = {
    let mut weights = Weights {
        cells: [[0; Weights::MOST + 1]; 12],
        quan_cell_with_quan: [0; Weights::MOST + 1],
    };
    let mut dan = 0;
    while dan <= Weights::MOST {
        let column = if dan < 12 { dan } else { 12 };
        weights.quan_cell_with_quan[dan] = WEIGHTS[WITH_QUAN][column];
        let mut cell = 0;
        while cell < 12 {
            let row = match cell % 6 {
                0 => WITHOUT_QUAN,
                1 | 5 => OTHER * (cell / 6),
                2 | 4 => OTHER * (cell / 6) + 1,
                _ => OTHER * (cell / 6) + 2,
            };
            weights.cells[cell][dan] = WEIGHTS[row][column];
            cell += 1;
        }
        dan += 1;
    }
    weights
};

/// What the player to move can expect to gain on the other in the rest of the game, in [`POINT`]s.
#[inline]
pub fn evaluate(board: &Duel) -> i32 {
    let mut value = 0;
    for (player, mut half) in board.halves().into_iter().enumerate() {
        let quan_cell = half as u8;
        let weights = if quan_cell & Duel::QUAN != 0 {
            &BY_CELL.quan_cell_with_quan
        } else {
            &BY_CELL.cells[0]
        };
        value += i32::from(weights[usize::from(quan_cell & !Duel::QUAN).min(Weights::MOST)]);
        for weights in &BY_CELL.cells[6 * player + 1..6 * player + 6] {
            half >>= 8;
            value += i32::from(weights[usize::from(half as u8).min(Weights::MOST)]);
        }
    }
    value
}
