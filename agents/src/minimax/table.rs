//! The transposition table.

use crate::bound::Bound;
use ludarium_engine::Game;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The key of a position, and of the side that has replied in a best-reply search.
///
/// The hash differs on 32-bit and big-endian platforms. Searches to a depth cannot notice it; with a
/// budget of nodes another hash means other collisions of places, and other nodes.
pub(super) fn key<G: Game>(game: &G, replier: Option<u8>) -> u64 {
    let mut hasher = FxHasher::default();
    game.hash(&mut hasher);
    if let Some(side) = replier {
        hasher.write_u8(side);
    }
    hasher.finish()
}

#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) value: f32,
    /// Plies searched below the position; 0 marks an empty entry.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The place of the best action among the legal ones.
    pub(super) best: u16,
}

const _: () = assert!(size_of::<Entry>() == 16, "four entries fill a cache line");

/// The transposition table: one entry a place, the last one written stays. It grows with what is put
/// in, so that a short search need not clear much memory.
///
/// Entries stay valid for the whole match, since an agent sits on one side. Different positions
/// with equal 64-bit keys are taken for one another: a search that looks a million positions up in
/// the largest table expects 10^-7 such errors, since a place fixes 21 bits of the key.
pub(super) struct Table {
    entries: Vec<Entry>,
    /// Places that are not empty.
    used: usize,
}

impl Table {
    /// From 64 KiB to 32 MiB.
    const SMALLEST: usize = 1 << 12;
    const LARGEST: usize = 1 << 21;
    const EMPTY: Entry = Entry { key: 0, value: 0.0, depth: 0, bound: Bound::Exact, best: 0 };

    pub(super) fn new() -> Self {
        Table { entries: vec![Self::EMPTY; Self::SMALLEST], used: 0 }
    }

    fn place(&self, key: u64) -> usize {
        // The hasher ends with its best bits lowest; the number of entries is a power of two.
        key as usize & (self.entries.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.place(key)];
        (entry.key == key && entry.depth > 0).then_some(entry)
    }

    pub(super) fn put(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        self.used += usize::from(self.entries[place].depth == 0);
        self.entries[place] = entry;
        if self.used > self.entries.len() / 4 && self.entries.len() < Self::LARGEST {
            self.grow();
        }
    }

    /// Moves all entries to a table four times as large, or the largest.
    fn grow(&mut self) {
        let larger = (4 * self.entries.len()).min(Self::LARGEST);
        let entries = std::mem::replace(&mut self.entries, vec![Self::EMPTY; larger]);
        for entry in entries.into_iter().filter(|entry| entry.depth > 0) {
            let place = self.place(entry.key);
            self.entries[place] = entry;
        }
    }
}
