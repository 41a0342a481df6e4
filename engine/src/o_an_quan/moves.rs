//! Actions: which cell is lifted and which way it is sown.

use super::notation::{cell_from_text, cell_text};
use crate::notation::NotationError;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The way of sowing, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// From A1 towards A5, to the owner's left; written `+`.
    Clockwise,
    /// From A5 towards A1, to the owner's right; written `-`.
    Counterclockwise,
}

impl Direction {
    /// Both directions, in the order in which actions are listed.
    pub const BOTH: [Direction; 2] = [Direction::Clockwise, Direction::Counterclockwise];
}

/// Lifting a dân cell and sowing it in a direction. Written `A3+`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// The cell lifted, `6 * player + k`, never a quan cell (k from 1 to 5).
    pub cell: u8,
    /// The way it is sown.
    pub direction: Direction,
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.direction {
            Direction::Clockwise => '+',
            Direction::Counterclockwise => '-',
        };
        write!(f, "{}{sign}", cell_text(usize::from(self.cell)))
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let malformed = || {
            NotationError::form(
                "action",
                text,
                "a dân cell and a direction such as A3+ or C1- (A to D, 1 to 5, + or -)",
            )
        };
        let (direction, cell) = if let Some(cell) = text.strip_suffix('+') {
            (Direction::Clockwise, cell)
        } else {
            (Direction::Counterclockwise, text.strip_suffix('-').ok_or_else(malformed)?)
        };
        let cell = cell_from_text(cell).filter(|cell| cell % 6 != 0).ok_or_else(malformed)?;
        Ok(Action { cell: cell as u8, direction })
    }
}
