//! What alpha-beta searches keep of a value.

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// It is the value.
    Exact,
    /// The value is no less.
    AtLeast,
    /// The value is no greater.
    AtMost,
}

impl Bound {
    /// What a search within a window says that has found `value`.
    pub(crate) fn of<V: PartialOrd>(value: V, alpha: V, beta: V) -> Self {
        if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }
}
