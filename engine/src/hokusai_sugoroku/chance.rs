//! The events: one an own turn.

use crate::notation::NotationError;
use std::fmt::{self, Display};
use std::str::FromStr;

/// What happens in one own turn of a seat: a throw of the die, or the turn that a stay costs. Written
/// `*1` to `*6` and `*skip`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnTurn {
    /// What the die shows; 0 for a skip, so that applying an event needs no branch.
    pub(super) pips: u8,
}

impl OwnTurn {
    /// The turn that a stay costs.
    pub const SKIP: OwnTurn = OwnTurn { pips: 0 };
    /// What a seat that owes no skip may throw.
    pub const THROWS: [OwnTurn; 6] = [
        OwnTurn { pips: 1 },
        OwnTurn { pips: 2 },
        OwnTurn { pips: 3 },
        OwnTurn { pips: 4 },
        OwnTurn { pips: 5 },
        OwnTurn { pips: 6 },
    ];

    /// What the die shows, 1 to 6; none for a skip.
    pub fn pips(self) -> Option<u8> {
        (self != OwnTurn::SKIP).then_some(self.pips)
    }
}

impl Display for OwnTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pips() {
            Some(pips) => write!(f, "*{pips}"),
            None => f.write_str("*skip"),
        }
    }
}

impl FromStr for OwnTurn {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut events = OwnTurn::THROWS.into_iter().chain([OwnTurn::SKIP]);
        events
            .find(|event| event.to_string() == text)
            .ok_or_else(|| NotationError::form("event", text, "a throw *1 to *6, or *skip"))
    }
}
