//! The events: one an own turn.

use crate::notation::NotationError;
use std::fmt::{self, Display};
use std::str::FromStr;

/// What happens in one own turn of a seat. Written `*1` to `*6` and `*skip`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OwnTurn {
    /// The die shows so many pips, 1 to 6.
    Die(u8),
    /// The turn that a stay costs.
    Skip,
}

impl OwnTurn {
    /// What a seat that owes no skip may throw.
    pub const THROWS: [OwnTurn; 6] = [
        OwnTurn::Die(1),
        OwnTurn::Die(2),
        OwnTurn::Die(3),
        OwnTurn::Die(4),
        OwnTurn::Die(5),
        OwnTurn::Die(6),
    ];
}

impl Display for OwnTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OwnTurn::Die(pips) => write!(f, "*{pips}"),
            OwnTurn::Skip => f.write_str("*skip"),
        }
    }
}

impl FromStr for OwnTurn {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut events = OwnTurn::THROWS.into_iter().chain([OwnTurn::Skip]);
        events
            .find(|event| event.to_string() == text)
            .ok_or_else(|| NotationError::form("event", text, "a throw *1 to *6, or *skip"))
    }
}
