//! The end of the game, settling and points.

use super::rules::{End, QuanCellDan};
use super::state::OAnQuan;
use super::tables::CELLS_EACH;

impl OAnQuan {
    /// Whether the game is at its proper end: all quans captured, or all quan cells empty.
    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.quans == 0
            && (self.rules.end == End::Quans
                || self.cells.iter().step_by(CELLS_EACH).all(|&dan| dan == 0))
    }

    /// Whether a limit on the length of the game is reached.
    #[inline]
    pub(super) fn is_capped_out(&self) -> bool {
        self.quiet >= self.rules.quiet_limit || self.turns >= self.rules.turn_limit
    }

    /// Brings the dân on each side home, and with `quan-cell-dan=owner` those in its quan cell.
    pub(super) fn settle(&mut self) {
        for player in 0..usize::from(self.players) {
            let first = CELLS_EACH * player;
            let quan_cell_stays = self.rules.quan_cell_dan == QuanCellDan::Dead;
            let settled = &mut self.cells[first + usize::from(quan_cell_stays)..first + CELLS_EACH];
            self.store_dan[player] += settled.iter().map(|&dan| i32::from(dan)).sum::<i32>();
            settled.fill(0);
        }
    }

    /// Points in the store of `player`: dân, and quans at their value.
    #[inline]
    pub(super) fn points(&self, player: usize) -> i32 {
        let quans = i32::from(self.store_quans[player]) * i32::from(self.rules.quan_value);
        self.store_dan[player] + quans
    }
}
