//! Events: cells, segments, the actions of a seat and the draw of a tile.

use super::tiles::KINDS;
use crate::notation::{NotationError, number};
use std::fmt::{self, Display};
use std::str::FromStr;

/// The greatest distance from the start tile along an axis.
pub(super) const FARTHEST: i8 = 71;

/// A cell of the plane; x grows to the east, y to the north. The start tile lies on 0,0 and all 72
/// tiles hang together, so both are from -71 to 71.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// West to east.
    pub x: i8,
    /// South to north.
    pub y: i8,
}

impl Cell {
    /// The next cell beyond side 0 to 3: N, E, S, W.
    #[inline]
    pub(super) fn beyond(self, side: usize) -> Cell {
        let Cell { x, y } = self;
        match side {
            0 => Cell { x, y: y + 1 },
            1 => Cell { x: x + 1, y },
            2 => Cell { x, y: y - 1 },
            _ => Cell { x: x - 1, y },
        }
    }

    /// Whether two different cells touch by a side or a corner.
    #[inline]
    pub(super) fn touches(self, other: Cell) -> bool {
        let near = |one: i8, other: i8| (i32::from(one) - i32::from(other)).unsigned_abs() <= 1;
        near(self.x, other.x) & near(self.y, other.y)
    }

    /// The cell with these coordinates, which stand in `whole`.
    pub(super) fn read(whole: &str, x: &str, y: &str) -> Result<Cell, NotationError> {
        let read = |name: &str, text: &str| {
            number(&format!("{name} of {whole}"), text, -FARTHEST..=FARTHEST)
        };
        Ok(Cell { x: read("x", x)?, y: read("y", y)? })
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The name of a segment of a tile: `c0`, `c1` for cities, `r0` to `r3` for roads, `m` for the
/// cloister, `f0` to `f3` for fields, in this order. The names turn with the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Segment(pub(super) u8);

/// The names in order.
const NAMES: [&str; 11] = ["c0", "c1", "r0", "r1", "r2", "r3", "m", "f0", "f1", "f2", "f3"];

/// What a text that is no name should have been.
const SEGMENTS: &str = "one of c0, c1, r0 to r3, m and f0 to f3";

impl Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[usize::from(self.0)])
    }
}

impl FromStr for Segment {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let index = NAMES.iter().position(|&name| name == text);
        index
            .map(|index| Segment(index as u8))
            .ok_or_else(|| NotationError::form("segment", text, SEGMENTS))
    }
}

/// An action of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The meeple decision: pass, written `-`, or claim a segment of the tile just placed, written
    /// `c0`.
    Meeple(Option<Segment>),
    /// The tile in hand is placed, written `1,0,3`; under `turn-actions=combined` with the segment
    /// that is claimed, if any, written `1,0,3,c0`.
    Tile {
        /// Where.
        cell: Cell,
        /// Quarter turns clockwise, 0 to 3.
        rotation: u8,
        /// What is claimed in the same action.
        claim: Option<Segment>,
    },
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Meeple(None) => f.write_str("-"),
            Action::Meeple(Some(segment)) => segment.fmt(f),
            Action::Tile { cell, rotation, claim } => {
                write!(f, "{cell},{rotation}")?;
                claim.map_or(Ok(()), |segment| write!(f, ",{segment}"))
            }
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let parts: Vec<&str> = text.split(',').collect();
        let (x, y, rotation, claim) = match parts[..] {
            ["-"] => return Ok(Action::Meeple(None)),
            [x, y, rotation] => (x, y, rotation, None),
            [x, y, rotation, segment] => (x, y, rotation, Some(segment)),
            _ => {
                return text.parse().map(|segment| Action::Meeple(Some(segment))).map_err(|_| {
                    NotationError::form(
                        "action",
                        text,
                        "a cell and a rotation such as 1,-2,3, with a segment such as r0 behind \
                         them, a segment alone, or `-`",
                    )
                });
            }
        };
        let named = |segment: &str| {
            let malformed =
                |_| NotationError::form(format!("segment of {text}"), segment, SEGMENTS);
            segment.parse().map_err(malformed)
        };
        let claim = claim.map(named).transpose()?;
        Ok(Action::Tile {
            cell: Cell::read(text, x, y)?,
            rotation: number(&format!("rotation of {text}"), rotation, 0..=3)?,
            claim,
        })
    }
}

/// A tile is drawn. Written `*K` with the letter of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Draw {
    /// The index of the kind in [`KINDS`].
    pub(super) kind: u8,
}

impl Draw {
    /// The letter of the kind, A to X.
    pub fn letter(self) -> char {
        KINDS[usize::from(self.kind)].letter
    }
}

impl Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.letter())
    }
}

impl FromStr for Draw {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let kind = text.strip_prefix('*').and_then(kind_from_text);
        kind.map(|kind| Draw { kind })
            .ok_or_else(|| NotationError::form("event", text, "a draw *A to *X"))
    }
}

/// The index of the kind with this letter.
pub(super) fn kind_from_text(text: &str) -> Option<u8> {
    match *text.as_bytes() {
        [letter @ b'A'..=b'X'] => Some(letter - b'A'),
        _ => None,
    }
}
