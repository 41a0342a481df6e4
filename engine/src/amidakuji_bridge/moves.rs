//! Points, places and actions, and how they are written.

use super::ladder::{MOST_COLUMNS, Rows, bit};
use crate::notation::{NotationError, number};
use std::fmt::{self, Display};
use std::str::FromStr;

/// The highest row of any board: the far end points of the tallest.
const MOST_ROW: u8 = 17;

/// A node or an end point: where a token can be. Written `b4`: the column's letter, and the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The column, from 0 at the left.
    pub column: u8,
    /// The row: 0 for the end point of seat 0's side, one more than the rows of the board for the
    /// other's.
    pub row: u8,
}

/// Where a bridge can lie: between a node and one of the next column. Written `b3-c4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The column of the left end.
    pub column: u8,
    /// The row of the left end.
    pub left: u8,
    /// The row of the right end, in the next column.
    pub right: u8,
}

impl Place {
    /// The point of the left end.
    #[inline]
    pub fn left_end(self) -> Point {
        Point { column: self.column, row: self.left }
    }

    /// The point of the right end.
    #[inline]
    pub fn right_end(self) -> Point {
        Point { column: self.column + 1, row: self.right }
    }

    /// The column of the left end, and the rows of both ends as sets.
    #[inline]
    pub(super) fn ends(self) -> (usize, Rows, Rows) {
        (usize::from(self.column), bit(self.left), bit(self.right))
    }
}

/// What a token's next step is: which way its arrow shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Next {
    /// To run along its column, in the direction of its seat. Written `r`.
    Run,
    /// To cross the bridge on which it stands. Written `x`.
    Cross,
}

/// What a seat decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// To lay a bridge from the hand. Written `L:b3-c4`.
    Lay(Place),
    /// To put the bridges left in the hand back in the box. Written `L:pass`.
    PassLaying,
    /// To name the gap or the trap. Written `G:c0`.
    Name(Point),
    /// To set a token before the first round, or to begin a walk of the puzzle. Written `S:c0`.
    Set(Point),
    /// To move the token that stands so. Written `M:b4x`.
    Move(Point, Next),
    /// To push a bridge off. Written `P:push`.
    Push,
    /// To leave it. Written `P:keep`.
    Keep,
    /// To set a waiting token. Written `E:c0`.
    Enter(Point),
    /// To relocate a bridge. Written `R:b3-c4>b3-c5`.
    Relocate(Place, Place),
    /// To relocate none. Written `R:pass`.
    PassRelocating,
}

/// The letter of a column.
pub(super) fn letter(column: u8) -> char {
    char::from(b'a' + column)
}

impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.column), self.row)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.left_end(), self.right_end())
    }
}

impl Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Next::Run => "r",
            Next::Cross => "x",
        })
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Lay(place) => write!(f, "L:{place}"),
            Action::PassLaying => f.write_str("L:pass"),
            Action::Name(point) => write!(f, "G:{point}"),
            Action::Set(point) => write!(f, "S:{point}"),
            Action::Move(point, next) => write!(f, "M:{point}{next}"),
            Action::Push => f.write_str("P:push"),
            Action::Keep => f.write_str("P:keep"),
            Action::Enter(point) => write!(f, "E:{point}"),
            Action::Relocate(from, to) => write!(f, "R:{from}>{to}"),
            Action::PassRelocating => f.write_str("R:pass"),
        }
    }
}

impl FromStr for Point {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let form = || NotationError::form("point", text, "a column a to h and a row such as b4");
        let (letter, row) = text.split_at_checked(1).ok_or_else(form)?;
        let column = letter.as_bytes()[0].wrapping_sub(b'a');
        if usize::from(column) >= MOST_COLUMNS {
            return Err(form());
        }
        Ok(Point { column, row: number("row", row, 0..=MOST_ROW).map_err(|_| form())? })
    }
}

impl FromStr for Place {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let form = || {
            let expected = "two nodes of neighbouring columns, the left one first, such as b3-c4";
            NotationError::form("place", text, expected)
        };
        let (left, right) = text.split_once('-').ok_or_else(form)?;
        let (left, right): (Point, Point) = (left.parse()?, right.parse()?);
        let rows = 1..MOST_ROW;
        let fits = right.column == left.column + 1
            && rows.contains(&left.row)
            && rows.contains(&right.row);
        match fits {
            true => Ok(Place { column: left.column, left: left.row, right: right.row }),
            false => Err(form()),
        }
    }
}

/// A point and what comes next there, such as `b4x`.
pub(super) fn token_from_text(text: &str) -> Option<(Point, Next)> {
    let (point, next) = match text.strip_suffix('x') {
        Some(point) => (point, Next::Cross),
        None => (text.strip_suffix('r')?, Next::Run),
    };
    Some((point.parse().ok()?, next))
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let malformed = || {
            let expected = "an action such as L:b3-c4, L:pass, G:c0, S:c0, M:b4x, P:push, P:keep, \
                            E:c0, R:b3-c4>b3-c5 or R:pass";
            NotationError::form("action", text, expected)
        };
        let (phase, what) = text.split_once(':').ok_or_else(malformed)?;
        Ok(match (phase, what) {
            ("L", "pass") => Action::PassLaying,
            ("L", place) => Action::Lay(place.parse()?),
            ("G", point) => Action::Name(point.parse()?),
            ("S", point) => Action::Set(point.parse()?),
            ("M", token) => {
                let (point, next) = token_from_text(token).ok_or_else(malformed)?;
                Action::Move(point, next)
            }
            ("P", "push") => Action::Push,
            ("P", "keep") => Action::Keep,
            ("E", point) => Action::Enter(point.parse()?),
            ("R", "pass") => Action::PassRelocating,
            ("R", places) => {
                let (from, to) = places.split_once('>').ok_or_else(malformed)?;
                Action::Relocate(from.parse()?, to.parse()?)
            }
            _ => return Err(malformed()),
        })
    }
}
