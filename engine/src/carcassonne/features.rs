//! Roads, cities, cloisters and fields as they grow: segments joined in a disjoint-set forest
//! (Tarjan, *Efficiency of a good but not linear set union algorithm*, JACM 1975; union by size).
//!
//! All that is counted of a feature stands in one word at its root, so that joining two features is
//! one addition:
//!
//! | bits | |
//! |---|---|
//! | 0 to 19 | meeples, four bits a seat |
//! | 20 to 26 | what is still open: the sides of a city or road without a tile behind them, the empty cells around a cloister, and one for each segment of a field, which so is never complete |
//! | 27 to 30 | shields |
//!
//! No sum leaves its bits: a seat has at most 8 meeples, and all tiles together have 79 city sides,
//! 94 road sides, 126 field segments and 10 shields.

use super::tiles::{MOST_SEGMENTS, Shape};

/// One open side or cell in a feature's word.
pub(super) const OPEN: u32 = 1 << 20;
/// One shield in a feature's word.
pub(super) const SHIELD: u32 = 1 << 27;
const OPEN_BITS: u32 = SHIELD - OPEN;
const MEEPLE_BITS: u32 = OPEN - 1;
/// Bits of a seat's meeples.
const SEAT_BITS: u32 = 4;

/// The number of a segment on the board, in the order in which tiles were placed.
pub(super) type SegmentId = u8;

/// All features on the board. The tiles have 243 segments, so the arrays of 256 need no bounds
/// checks.
#[derive(Clone)]
pub(super) struct Features {
    /// A segment nearer to the root of the feature, at the root itself.
    parents: [SegmentId; 256],
    /// At a root, the number of segments.
    sizes: [u8; 256],
    /// At a root, what is counted of the feature.
    words: [u32; 256],
    /// The number of segments on the board.
    count: u8,
}

impl Features {
    /// An empty board.
    pub(super) const EMPTY: Features =
        Features { parents: [0; 256], sizes: [0; 256], words: [0; 256], count: 0 };

    /// Puts the segments of a tile on the board, each a feature of its own; returns the first.
    #[inline]
    pub(super) fn add(&mut self, shape: &Shape) -> SegmentId {
        let first = self.count;
        let from = usize::from(first);
        // Whole rows of eight, of which the next tile writes over what is too much.
        let row = from..from + MOST_SEGMENTS;
        self.words[row.clone()].copy_from_slice(&shape.words);
        self.sizes[row.clone()].fill(1);
        for (parent, id) in self.parents[row].iter_mut().zip(first..) {
            *parent = id;
        }
        self.count += shape.segments;
        first
    }

    /// The root of the feature that a segment belongs to.
    #[inline]
    pub(super) fn root(&self, segment: SegmentId) -> SegmentId {
        let mut segment = segment;
        loop {
            let parent = self.parents[usize::from(segment)];
            if parent == segment {
                return segment;
            }
            segment = parent;
        }
    }

    /// Joins the features of two segments; returns the root.
    #[inline]
    pub(super) fn join(&mut self, one: SegmentId, other: SegmentId) -> SegmentId {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return one;
        }
        let smaller = self.sizes[usize::from(one)] < self.sizes[usize::from(other)];
        let (root, joined) = if smaller { (other, one) } else { (one, other) };
        self.parents[usize::from(joined)] = root;
        self.sizes[usize::from(root)] += self.sizes[usize::from(joined)];
        self.words[usize::from(root)] += self.words[usize::from(joined)];
        root
    }

    /// Takes `count` open sides or cells off a root.
    #[inline]
    pub(super) fn close(&mut self, root: SegmentId, count: u32) {
        self.words[usize::from(root)] -= count * OPEN;
    }

    /// The number of segments of a root's feature.
    #[inline]
    pub(super) fn segments(&self, root: SegmentId) -> u32 {
        u32::from(self.sizes[usize::from(root)])
    }

    /// What is still open at a root.
    #[inline]
    pub(super) fn open(&self, root: SegmentId) -> u32 {
        (self.words[usize::from(root)] & OPEN_BITS) / OPEN
    }

    /// The shields of a root's feature.
    #[inline]
    pub(super) fn shields(&self, root: SegmentId) -> u32 {
        self.words[usize::from(root)] / SHIELD
    }

    /// The meeples in a root's feature.
    #[inline]
    pub(super) fn meeples(&self, root: SegmentId) -> Meeples {
        Meeples(self.words[usize::from(root)] & MEEPLE_BITS)
    }

    /// Puts a meeple of `seat` into a root's feature.
    #[inline]
    pub(super) fn enter(&mut self, root: SegmentId, seat: u8) {
        self.words[usize::from(root)] += 1 << (SEAT_BITS * u32::from(seat));
    }

    /// Takes all meeples out of a root's feature.
    #[inline]
    pub(super) fn clear(&mut self, root: SegmentId) {
        self.words[usize::from(root)] &= !MEEPLE_BITS;
    }
}

/// How many meeples of each seat there are.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Meeples(u32);

impl Meeples {
    /// Whether there are none.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both together.
    pub(super) fn and(self, others: Meeples) -> Meeples {
        Meeples(self.0 + others.0)
    }

    /// The seats with most of them, as bits; none if there are no meeples.
    pub(super) fn leaders(self) -> u8 {
        let (mut most, mut leaders) = (1, 0);
        for seat in 0..5 {
            let count = self.0 >> (SEAT_BITS * seat) & 15;
            if count > most {
                (most, leaders) = (count, 0);
            }
            leaders |= u8::from(count == most) << seat;
        }
        leaders
    }
}
