//! The ladder: which bridges lie where, and what may be laid besides, as sets of nodes.

use super::moves::{Place, Point};
use super::rules::Rules;

/// The most columns of a board.
pub(super) const MOST_COLUMNS: usize = 8;
/// Rows that a column takes in a set of nodes.
const LANE: u32 = 16;
/// Slopes that a bridge can have, from falling most to rising most.
pub(super) const SLOPES: usize = 5;

/// A set of nodes, or of places by their left nodes: node (column, row) is the bit
/// `16 * column + row - 1`.
pub(super) type Nodes = u128;

/// The bit of a node; no bit for an end point.
#[inline]
pub(super) fn node(column: u8, row: u8) -> Nodes {
    debug_assert!(row >= 1, "row 0 has no node");
    1 << (LANE * u32::from(column) + u32::from(row) - 1)
}

/// The column and row of the lowest node.
#[inline]
fn lowest(nodes: Nodes) -> (u8, u8) {
    let bit = nodes.trailing_zeros();
    ((bit / LANE) as u8, (bit % LANE) as u8 + 1)
}

/// Where bridges of one slope have their right ends, if these are their left ends.
#[inline]
fn right_of(left: Nodes, slope: i32) -> Nodes {
    left << (LANE as i32 + slope)
}

/// Where bridges of one slope have their left ends, if these are their right ends.
#[inline]
fn left_of(right: Nodes, slope: i32) -> Nodes {
    right >> (LANE as i32 + slope)
}

/// The slopes by their numbers: rows that a bridge rises from left to right.
#[inline]
const fn slopes(span: i32) -> [i32; SLOPES] {
    [-span, -1, 0, 1, span]
}

/// Which kind of bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Normal,
    Long,
}

/// The numbers of the slopes of each kind, and of both.
const NORMAL_SLOPES: [usize; 3] = [1, 2, 3];
const LONG_SLOPES: [usize; 2] = [0, 4];
pub(super) const ALL_SLOPES: [usize; SLOPES] = [0, 1, 2, 3, 4];

impl Kind {
    #[inline]
    pub(super) fn slopes(self) -> &'static [usize] {
        match self {
            Kind::Normal => &NORMAL_SLOPES,
            Kind::Long => &LONG_SLOPES,
        }
    }
}

/// Sets of places, one a slope, by their left nodes.
pub(super) type Places = [Nodes; SLOPES];

/// The bridges on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ladder {
    /// The left ends of the bridges of each slope.
    left: Places,
    /// The nodes that bear a bridge end.
    ends: Nodes,
    /// The left ends of the bridges of seat 1.
    second: Nodes,
    /// The left ends of the bridges that have been relocated in this part.
    marked: Nodes,
}

/// A bridge on the board, by the one node and slope that say where it lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bridge {
    pub(super) place: Place,
    pub(super) seat: u8,
    pub(super) marked: bool,
}

/// The geometry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    columns: u8,
    rows: u8,
    span: u8,
    crossing: bool,
}

impl Board {
    #[inline]
    pub(super) fn of(rules: &Rules) -> Board {
        Board {
            columns: rules.columns,
            rows: rules.rows,
            span: rules.long_span,
            crossing: rules.crossing.is_yes(),
        }
    }

    /// Whether the points are nodes of this board, and the slope is one of a bridge.
    #[inline]
    pub(super) fn has(&self, place: Place) -> bool {
        let rows = 1..=self.rows;
        place.column + 1 < self.columns
            && rows.contains(&place.left)
            && rows.contains(&place.right)
            && self.kind(place).is_some()
    }

    /// The kind of bridge that fits a place.
    #[inline]
    pub(super) fn kind(&self, place: Place) -> Option<Kind> {
        match place.left.abs_diff(place.right) {
            0 | 1 => Some(Kind::Normal),
            rise if rise == self.span => Some(Kind::Long),
            _ => None,
        }
    }

    /// The number of the slope of a place.
    #[inline]
    pub(super) fn slope(&self, place: Place) -> usize {
        match i32::from(place.right) - i32::from(place.left) {
            rise @ -1..=1 => (2 + rise) as usize,
            rise => {
                debug_assert_eq!(rise.unsigned_abs(), u32::from(self.span), "{place}");
                if rise > 0 { 4 } else { 0 }
            }
        }
    }

    #[inline]
    fn slopes(&self) -> [i32; SLOPES] {
        slopes(i32::from(self.span))
    }

    /// How many places there are with one slope, those included whose right end is off the board.
    #[inline]
    pub(super) fn left_nodes(&self) -> u32 {
        (u32::from(self.columns) - 1) * u32::from(self.rows)
    }

    /// The place with this slope at a left node, counted along the columns; `None` where its right end
    /// is off the board.
    #[inline]
    pub(super) fn place(&self, left_node: u32, slope: usize) -> Option<Place> {
        let rows = u32::from(self.rows);
        let (column, left) = ((left_node / rows) as u8, (left_node % rows) as u8 + 1);
        let right = (i32::from(left) + self.slopes()[slope]) as u8;
        (1..=self.rows).contains(&right).then_some(Place { column, left, right })
    }
}

impl Ladder {
    pub(super) const EMPTY: Ladder = Ladder { left: [0; SLOPES], ends: 0, second: 0, marked: 0 };

    /// Lays a bridge.
    ///
    /// Precondition: both nodes are free.
    #[inline]
    pub(super) fn lay(&mut self, board: &Board, place: Place, seat: u8) {
        let (left, right) = place.nodes();
        debug_assert_eq!(self.ends & (left | right), 0, "{place} is taken");
        self.left[board.slope(place)] |= left;
        self.ends |= left | right;
        if seat == 1 {
            self.second |= left;
        }
    }

    /// Takes a bridge from the board, and its mark with it.
    ///
    /// Precondition: it lies there.
    #[inline]
    pub(super) fn lift(&mut self, board: &Board, place: Place) {
        let (left, right) = place.nodes();
        debug_assert!(self.left[board.slope(place)] & left != 0, "no bridge at {place}");
        self.left[board.slope(place)] &= !left;
        self.ends &= !(left | right);
        self.second &= !left;
        self.marked &= !left;
    }

    /// Marks a bridge as relocated in this part.
    #[inline]
    pub(super) fn mark(&mut self, place: Place) {
        self.marked |= place.nodes().0;
    }

    /// Takes all marks away.
    #[inline]
    pub(super) fn clear_marks(&mut self) {
        self.marked = 0;
    }

    /// Whether this node bears a bridge end.
    #[inline]
    pub(super) fn bears(&self, column: u8, row: u8) -> bool {
        self.ends & node(column, row) != 0
    }

    /// Whether no bridge is marked.
    #[inline]
    pub(super) fn is_unmarked(&self) -> bool {
        self.marked == 0
    }

    /// The seat whose bridge has its left end here.
    #[inline]
    fn seat_at(&self, left: Nodes) -> u8 {
        u8::from(self.second & left != 0)
    }

    /// The bridges, by column, left row and right row.
    pub(super) fn bridges(&self, board: &Board) -> impl Iterator<Item = Bridge> + use<> {
        let (ladder, slopes) = (*self, board.slopes());
        let mut rest = ladder.left.iter().fold(0, |all, left| all | left);
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let (column, left) = lowest(rest);
            let bit = node(column, left);
            rest &= !bit;
            let slope = ladder.left.iter().position(|set| set & bit != 0)?;
            let right = (i32::from(left) + slopes[slope]) as u8;
            Some(Bridge {
                place: Place { column, left, right },
                seat: ladder.seat_at(bit),
                marked: ladder.marked & bit != 0,
            })
        })
    }

    /// The other end of the bridge that ends at a node.
    ///
    /// Precondition: one does.
    #[inline]
    pub(super) fn across(&self, board: &Board, column: u8, row: u8) -> Point {
        let bit = node(column, row);
        let mut rise = 0;
        let mut to_the_right = false;
        for (left, slope) in self.left.iter().zip(board.slopes()) {
            if left & bit != 0 {
                rise = slope;
                to_the_right = true;
            }
            if right_of(*left, slope) & bit != 0 {
                rise = -slope;
            }
        }
        debug_assert!(self.ends & bit != 0, "no bridge ends there");
        let column = if to_the_right { column + 1 } else { column.wrapping_sub(1) };
        Point { column, row: (i32::from(row) + rise) as u8 }
    }

    /// The bridge between two nodes of neighbouring columns, the left one first, and whose it is.
    #[inline]
    pub(super) fn between(&self, board: &Board, from: Point, to: Point) -> Option<(Place, u8)> {
        let place = Place { column: from.column, left: from.row, right: to.row };
        if to.column != from.column + 1 || !board.has(place) {
            return None;
        }
        let (left, _) = place.nodes();
        let lies = self.left[board.slope(place)] & left != 0;
        lies.then(|| (place, self.seat_at(left)))
    }

    /// The row of the next node that bears a bridge end, from `row` on in a column; `None` if there
    /// is none up to the end point.
    #[inline]
    pub(super) fn next_end(&self, column: u8, row: u8, upwards: bool) -> Option<u8> {
        let ends = (self.ends >> (LANE * u32::from(column))) as u16;
        if upwards {
            let above = u32::from(ends) >> row;
            (above != 0).then(|| row + 1 + above.trailing_zeros() as u8)
        } else {
            let below = u32::from(ends) & ((1 << (row - 1)) - 1);
            (below != 0).then(|| 1 + below.ilog2() as u8)
        }
    }

    /// The free places of each slope, of both kinds.
    #[inline]
    pub(super) fn free(&self, board: &Board) -> Places {
        // With the span known, all shifts are constants.
        match board.span {
            2 => self.free_with::<2>(board),
            _ => self.free_with::<3>(board),
        }
    }

    #[inline]
    fn free_with<const SPAN: i32>(&self, board: &Board) -> Places {
        let slopes = const { slopes(SPAN) };
        let gaps = 0x0001_0001_0001_0001_0001_0001_0001_0001_u128
            & !(Nodes::MAX << (LANE * (u32::from(board.columns) - 1)));
        let rows = (1_u32 << board.rows) - 1;
        let mut free = [0; SLOPES];
        for (free, slope) in free.iter_mut().zip(slopes) {
            // Left rows from which the right row is on the board too.
            let fitting = if slope >= 0 { rows >> slope } else { rows & (rows << -slope) };
            let mut taken = self.ends | left_of(self.ends, slope);
            if !board.crossing {
                for (left, other) in self.left.iter().zip(slopes) {
                    taken |= crossed(*left, other - slope);
                }
            }
            *free = gaps * Nodes::from(fitting) & !taken;
        }
        free
    }

    /// Whether a place is free once the bridge with the left end `lifted` and these `ends` is lifted.
    /// Quicker than [`Ladder::free`] for a single place.
    #[inline]
    pub(super) fn is_free(
        &self,
        board: &Board,
        place: Place,
        (lifted, ends): (Nodes, Nodes),
    ) -> bool {
        let (left, right) = place.nodes();
        self.ends & !ends & (left | right) == 0
            && (board.crossing || !self.crosses(board, place, lifted))
    }

    /// Whether a bridge at this place would cross another, one with the left end `lifted` apart.
    #[inline]
    fn crosses(&self, board: &Board, place: Place, lifted: Nodes) -> bool {
        let rise = i32::from(place.right) - i32::from(place.left);
        let lane = LANE * u32::from(place.column);
        let mut crosses = false;
        for (set, slope) in self.left.iter().zip(board.slopes()) {
            // Ten rows of room below the first, for the windows that begin there.
            let set = (((set & !lifted) >> lane) as u16 as u32) << 10;
            // As in `crossed`, seen from the place: left ends strictly between these two rows.
            let (one, other) = (i32::from(place.left), i32::from(place.left) - (slope - rise));
            let (low, high) = (one.min(other) + 1, one.max(other));
            let window = (1_u32 << (high + 9)).wrapping_sub(1 << (low + 9));
            crosses |= high > low && set & window != 0;
        }
        crosses
    }

    /// The left ends of the bridges of `seat` that can be relocated now: not yet in this part, and
    /// with none of the `occupied` nodes at an end; by slope.
    #[inline]
    pub(super) fn movable(&self, board: &Board, seat: u8, occupied: Nodes) -> Places {
        let own = if seat == 1 { self.second } else { !self.second };
        let mut movable = self.left;
        for (set, slope) in movable.iter_mut().zip(board.slopes()) {
            *set &= own & !self.marked & !occupied & !left_of(occupied, slope);
        }
        movable
    }

    /// Whether no node bears two bridge ends, and (unless crossing is allowed) no bridges cross, when
    /// this one is laid as well.
    pub(super) fn refuses(&self, board: &Board, place: Place) -> Option<String> {
        let (left, right) = place.nodes();
        if self.ends & (left | right) != 0 {
            Some(format!("an end of bridge {place} lies where another bridge ends"))
        } else if !board.crossing && self.crosses(board, place, 0) {
            Some(format!("bridge {place} crosses another"))
        } else {
            None
        }
    }
}

/// The left nodes from which a place crosses one of the bridges with these left ends, where the
/// bridges rise by `k` rows more than the place does.
///
/// Place (r1, r2) and bridge (s1, s2) cross when r1 lies strictly between s1 and s1 + k. What is shifted
/// out of a column lands in rows of the next where no place of this slope begins: upwards, r1 is at most
/// 16 + |rise| - 1 where the place falls by |rise| rows, so the next column is entered in rows below
/// 1 + |rise| only, from which such a place would fall off the board; downwards likewise.
#[inline]
fn crossed(left: Nodes, k: i32) -> Nodes {
    let mut crossed = 0;
    for distance in 1..k.abs() {
        crossed |= if k > 0 { left << distance } else { left >> distance };
    }
    crossed
}

/// The places of these slopes, by column, left row and right row.
#[inline]
pub(super) fn each_place(
    places: &Places,
    board: &Board,
    kind: &[usize],
    mut visit: impl FnMut(Place),
) {
    let slopes = board.slopes();
    let mut rest = kind.iter().fold(0, |all, &slope| all | places[slope]);
    while rest != 0 {
        let (column, left) = lowest(rest);
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        for &slope in kind {
            if places[slope] & bit != 0 {
                visit(Place { column, left, right: (i32::from(left) + slopes[slope]) as u8 });
            }
        }
    }
}

/// How many places there are of these slopes.
#[inline]
pub(super) fn count(places: &Places, kind: &[usize]) -> usize {
    kind.iter().map(|&slope| places[slope].count_ones() as usize).sum()
}
