//! The transposition table: buckets of four entries, a cache line each.

use crate::bound::Bound;
use ludarium_engine::o_an_quan::DuelMove;

#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) value: i32,
    /// Plies searched below the position; 0 marks an empty entry.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether no line was left before the end of the game, so that deeper is the same.
    pub(super) is_final: bool,
    /// The best turn, of the board as it is hashed.
    pub(super) best: DuelMove,
}

const _: () = assert!(size_of::<Entry>() == 16, "four entries fill a cache line");

const EMPTY: Entry =
    Entry { key: 0, value: 0, depth: 0, bound: Bound::Exact, is_final: false, best: 0 };

type Bucket = [Entry; 4];

/// In a full bucket the entry of the least depth makes room. The table grows with what is put in, so that
/// a short search need not clear much memory.
///
/// Different boards with equal 64-bit keys are taken for one another: a search that looks a million boards
/// up in the largest table expects some 10^-6 such errors.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    largest: usize,
    /// Entries that are not empty.
    used: usize,
}

impl Table {
    /// Buckets at the beginning: 16 KiB.
    const SMALLEST: usize = 1 << 8;

    /// An empty table that grows up to `largest` buckets of 64 bytes, a power of two.
    pub(super) fn new(largest: usize) -> Self {
        Table { buckets: vec![[EMPTY; 4]; Self::SMALLEST], largest, used: 0 }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.place(key)];
        bucket.iter().find(|entry| entry.key == key && entry.depth > 0).copied()
    }

    #[inline]
    pub(super) fn put(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        let bucket = &mut self.buckets[place];
        let mut chosen = 0;
        for (n, old) in bucket.iter().enumerate() {
            if old.depth == 0 || old.key == entry.key {
                chosen = n;
                break;
            }
            if old.depth < bucket[chosen].depth {
                chosen = n;
            }
        }
        self.used += usize::from(bucket[chosen].depth == 0);
        bucket[chosen] = entry;
        // Half full.
        if self.used > 2 * self.buckets.len() && self.buckets.len() < self.largest {
            self.grow();
        }
    }

    /// Moves all entries to a table four times as large, or the largest.
    fn grow(&mut self) {
        let larger = (4 * self.buckets.len()).min(self.largest);
        let buckets = std::mem::replace(&mut self.buckets, vec![[EMPTY; 4]; larger]);
        self.used = 0;
        for entry in buckets.into_iter().flatten().filter(|entry| entry.depth > 0) {
            self.put(entry);
        }
    }
}
