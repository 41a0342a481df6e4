//! How many matches were different from one another, in bounded memory.

use rustc_hash::FxHashSet;

/// Counts distinct fingerprints exactly up to [`Distinct::LIMIT`], and then stops looking.
#[derive(Clone, Debug, Default)]
pub struct Distinct {
    seen: FxHashSet<u64>,
}

impl Distinct {
    /// The largest exact count: about 20 MB of fingerprints.
    pub const LIMIT: usize = 1 << 20;

    /// Takes note of a match.
    pub fn push(&mut self, fingerprint: u64) {
        if self.seen.len() < Self::LIMIT {
            self.seen.insert(fingerprint);
        }
    }

    /// The number of distinct matches; [`Distinct::LIMIT`] stands for that many or more.
    pub fn count(&self) -> usize {
        self.seen.len()
    }

    /// Whether there may be more than the count says.
    pub fn is_full(&self) -> bool {
        self.seen.len() >= Self::LIMIT
    }
}
