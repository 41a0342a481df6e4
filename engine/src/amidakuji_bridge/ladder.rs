//! The ladder: which bridges lie where, and what may be laid besides, as sets of nodes.

use super::moves::{Place, Point};
use super::rules::Rules;
use arrayvec::ArrayVec;

/// The most columns of a board.
pub(super) const MOST_COLUMNS: usize = 8;
/// The most bridges on a board: all of both colours.
pub(super) const MOST_BRIDGES: usize = 2 * (9 + 2);
/// Slopes that a bridge can have, from falling most to rising most.
pub(super) const SLOPES: usize = 5;

/// A set of rows of one column: row r is the bit r - 1.
pub(super) type Rows = u16;

/// A set of nodes, or of places by their left nodes: rows by column. Small enough for one register, so
/// that what is the same for all columns is done for all at once.
pub(super) type Nodes = [Rows; MOST_COLUMNS];

pub(super) const NO_NODES: Nodes = [0; MOST_COLUMNS];

/// A row as a set.
#[inline]
pub(super) fn bit(row: u8) -> Rows {
    debug_assert!((1..=16).contains(&row), "row {row} has no node");
    1 << (row - 1)
}

/// Left rows, from right rows, of bridges with this slope.
#[inline]
fn left_of(right: Rows, slope: i32) -> Rows {
    if slope >= 0 { right >> slope } else { right << -slope }
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

/// The free places on a board.
pub(super) struct Free {
    pub(super) places: Places,
    /// Those that cross a bridge, whether their nodes are free or not.
    crossing: Places,
}

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

/// A bridge on the board: where, whose, and whether it has been relocated in this part.
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

    /// The rows of a column.
    #[inline]
    fn all_rows(&self) -> Rows {
        ((1_u32 << self.rows) - 1) as Rows
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

    /// Columns and rows of the nodes at which a left end can lie.
    #[inline]
    pub(super) fn left_nodes(&self) -> [u32; 2] {
        [u32::from(self.columns) - 1, u32::from(self.rows)]
    }

    /// The place with this slope at a left node, its column and row counted from 0; `None` where its
    /// right end is off the board.
    #[inline]
    pub(super) fn place(&self, column: u32, row: u32, slope: usize) -> Option<Place> {
        let left = row as u8 + 1;
        let right = (i32::from(left) + self.slopes()[slope]) as u8;
        let fits = (1..=self.rows).contains(&right);
        fits.then_some(Place { column: column as u8, left, right })
    }
}

impl Ladder {
    pub(super) const EMPTY: Ladder =
        Ladder { left: [NO_NODES; SLOPES], ends: NO_NODES, second: NO_NODES, marked: NO_NODES };

    /// Lays a bridge.
    ///
    /// Precondition: both nodes are free.
    #[inline]
    pub(super) fn lay(&mut self, board: &Board, place: Place, seat: u8) {
        let (column, left, right) = place.ends();
        debug_assert!(!self.bears_one_of(place), "{place} is taken");
        self.left[board.slope(place)][column] |= left;
        self.ends[column] |= left;
        self.ends[column + 1] |= right;
        if seat == 1 {
            self.second[column] |= left;
        }
    }

    /// Takes a bridge from the board, and its mark with it.
    ///
    /// Precondition: it lies there.
    #[inline]
    pub(super) fn lift(&mut self, board: &Board, place: Place) {
        let (column, left, right) = place.ends();
        let slope = &mut self.left[board.slope(place)][column];
        debug_assert!(*slope & left != 0, "no bridge at {place}");
        *slope &= !left;
        self.ends[column] &= !left;
        self.ends[column + 1] &= !right;
        self.second[column] &= !left;
        self.marked[column] &= !left;
    }

    /// Marks a bridge as relocated in this part.
    #[inline]
    pub(super) fn mark(&mut self, place: Place) {
        let (column, left, _) = place.ends();
        self.marked[column] |= left;
    }

    /// Takes all marks away.
    #[inline]
    pub(super) fn clear_marks(&mut self) {
        self.marked = NO_NODES;
    }

    /// Whether a bridge is marked.
    #[inline]
    pub(super) fn is_marked(&self) -> bool {
        self.marked != NO_NODES
    }

    /// Whether this node bears a bridge end.
    #[inline]
    pub(super) fn bears(&self, point: Point) -> bool {
        self.ends[usize::from(point.column)] & bit(point.row) != 0
    }

    /// Whether an end of this place bears a bridge end.
    #[inline]
    fn bears_one_of(&self, place: Place) -> bool {
        let (column, left, right) = place.ends();
        self.ends[column] & left | self.ends[column + 1] & right != 0
    }

    /// The bridges, by column, left row and right row.
    pub(super) fn bridges(&self, board: &Board) -> ArrayVec<Bridge, MOST_BRIDGES> {
        let mut bridges = ArrayVec::new();
        each_place(&self.left, board, |place| {
            let (column, left, _) = place.ends();
            bridges.push(Bridge {
                place,
                seat: u8::from(self.second[column] & left != 0),
                marked: self.marked[column] & left != 0,
            });
        });
        bridges
    }

    /// The other end of the bridge that ends at a node.
    ///
    /// Precondition: one does.
    #[inline]
    pub(super) fn across(&self, board: &Board, at: Point) -> Point {
        debug_assert!(self.bears(at), "no bridge ends at {at}");
        let (column, here) = (usize::from(at.column), bit(at.row));
        let mut across = at;
        for (left, slope) in self.left.iter().zip(board.slopes()) {
            let (to_the_right, to_the_left) =
                (i32::from(at.row) + slope, i32::from(at.row) - slope);
            if left[column] & here != 0 {
                across = Point { column: at.column + 1, row: to_the_right as u8 };
            } else if column > 0 && left[column - 1] & left_of(here, slope) != 0 {
                across = Point { column: at.column - 1, row: to_the_left as u8 };
            }
        }
        across
    }

    /// The bridge between two nodes of neighbouring columns, the left one first, and whose it is.
    #[inline]
    pub(super) fn between(&self, board: &Board, from: Point, to: Point) -> Option<(Place, u8)> {
        let place = Place { column: from.column, left: from.row, right: to.row };
        if to.column != from.column + 1 || !board.has(place) {
            return None;
        }
        let (column, left, _) = place.ends();
        let lies = self.left[board.slope(place)][column] & left != 0;
        lies.then(|| (place, u8::from(self.second[column] & left != 0)))
    }

    /// The row of the next node that bears a bridge end, beyond `row` in a column; `None` if there is
    /// none up to the end point.
    #[inline]
    pub(super) fn next_end(&self, column: u8, row: u8, upwards: bool) -> Option<u8> {
        let ends = u32::from(self.ends[usize::from(column)]);
        if upwards {
            let above = ends >> row;
            (above != 0).then(|| row + 1 + above.trailing_zeros() as u8)
        } else {
            let below = ends & ((1 << (row - 1)) - 1);
            (below != 0).then(|| 1 + below.ilog2() as u8)
        }
    }

    /// The free places of each slope, of both kinds.
    #[inline]
    pub(super) fn free(&self, board: &Board) -> Free {
        // With the span known, all shifts are constants.
        match board.span {
            2 => self.free_with::<2>(board),
            _ => self.free_with::<3>(board),
        }
    }

    #[inline]
    fn free_with<const SPAN: i32>(&self, board: &Board) -> Free {
        let slopes = const { slopes(SPAN) };
        let mut gaps = NO_NODES;
        gaps[..usize::from(board.columns) - 1].fill(board.all_rows());
        let mut ends_beside = NO_NODES;
        ends_beside[..MOST_COLUMNS - 1].copy_from_slice(&self.ends[1..]);
        let mut free = Free { places: [NO_NODES; SLOPES], crossing: [NO_NODES; SLOPES] };
        for (number, slope) in slopes.into_iter().enumerate() {
            if !board.crossing {
                for (left, other) in self.left.iter().zip(slopes) {
                    for (crossing, &left) in free.crossing[number].iter_mut().zip(left) {
                        *crossing |= crossed(left, other - slope);
                    }
                }
            }
            for column in 0..MOST_COLUMNS {
                let taken = self.ends[column]
                    | left_of(ends_beside[column], slope)
                    | free.crossing[number][column];
                // Left rows whose right row is on the board too.
                free.places[number][column] =
                    gaps[column] & left_of(board.all_rows(), slope) & !taken;
            }
        }
        free
    }

    /// The free places once the bridge at `lifted` is lifted, but for its own, `free` being those
    /// before. Only what has an end in its columns can have changed.
    #[inline]
    pub(super) fn free_without(&self, board: &Board, free: &Free, lifted: Place) -> Places {
        match board.span {
            2 => self.free_without_with::<2>(board, free, lifted),
            _ => self.free_without_with::<3>(board, free, lifted),
        }
    }

    #[inline]
    fn free_without_with<const SPAN: i32>(
        &self,
        board: &Board,
        free: &Free,
        lifted: Place,
    ) -> Places {
        let slopes = const { slopes(SPAN) };
        let rows = board.all_rows();
        let (column, left, right) = lifted.ends();
        let mut others = self.left.map(|set| set[column]);
        others[board.slope(lifted)] &= !left;
        let (left_ends, right_ends) = (self.ends[column] & !left, self.ends[column + 1] & !right);
        let mut places = free.places;
        for (number, slope) in slopes.into_iter().enumerate() {
            let mut taken = left_ends | left_of(right_ends, slope);
            if !board.crossing {
                for (other, other_slope) in others.into_iter().zip(slopes) {
                    taken |= crossed(other, other_slope - slope);
                }
            }
            places[number][column] = rows & left_of(rows, slope) & !taken;
            if column > 0 {
                let taken = self.ends[column - 1] | free.crossing[number][column - 1];
                places[number][column - 1] |= rows & left_of(left, slope) & !taken;
            }
            if column + 2 < usize::from(board.columns) {
                let taken =
                    left_of(self.ends[column + 2], slope) | free.crossing[number][column + 1];
                places[number][column + 1] |= right & left_of(rows, slope) & !taken;
            }
        }
        places[board.slope(lifted)][column] &= !left;
        places
    }

    /// Whether a place is free once the bridge at `lifted` is lifted. Quicker than [`Ladder::free`] for
    /// a single place.
    #[inline]
    pub(super) fn is_free(&self, board: &Board, place: Place, lifted: Option<Place>) -> bool {
        let is_free = |end: Point| {
            let is_lifted =
                |lifted: Place| (end == lifted.left_end()) | (end == lifted.right_end());
            !self.bears(end) | lifted.is_some_and(is_lifted)
        };
        // Without a branch between them, which a processor would often guess wrong.
        (is_free(place.left_end()) & is_free(place.right_end()))
            && (board.crossing || !self.crosses(board, place, lifted))
    }

    /// Whether a bridge at this place would cross another, the one at `lifted` apart.
    #[inline]
    fn crosses(&self, board: &Board, place: Place, lifted: Option<Place>) -> bool {
        let (column, left, _) = place.ends();
        let rise = i32::from(place.right) - i32::from(place.left);
        let ignored = lifted.filter(|lifted| lifted.column == place.column);
        let regarded = !ignored.map_or(0, |lifted| bit(lifted.left));
        let crossed_by =
            |(set, slope): (&Nodes, i32)| crossed(set[column] & regarded, slope - rise) & left != 0;
        self.left.iter().zip(board.slopes()).any(crossed_by)
    }

    /// The left ends of the bridges of `seat` that can be relocated now: not yet in this part, and
    /// with none of the `occupied` nodes at an end; by slope.
    #[inline]
    pub(super) fn movable(&self, board: &Board, seat: u8, occupied: &Nodes) -> Places {
        let mut movable = self.left;
        for (set, slope) in movable.iter_mut().zip(board.slopes()) {
            for column in 0..MOST_COLUMNS - 1 {
                let own = if seat == 1 { self.second[column] } else { !self.second[column] };
                let held = occupied[column] | left_of(occupied[column + 1], slope);
                set[column] &= own & !self.marked[column] & !held;
            }
        }
        movable
    }

    /// Why a bridge cannot lie at this place beside the others, if it cannot.
    pub(super) fn refuses(&self, board: &Board, place: Place) -> Option<String> {
        if self.bears_one_of(place) {
            Some(format!("an end of bridge {place} lies where another bridge ends"))
        } else if !board.crossing && self.crosses(board, place, None) {
            Some(format!("bridge {place} crosses another"))
        } else {
            None
        }
    }
}

/// The left rows from which a place crosses one of the bridges with these left ends, where the bridges
/// rise by `k` rows more than the place does: place (r1, r2) and bridge (s1, s2) cross when r1 lies
/// strictly between s1 and s1 + k.
#[inline]
fn crossed(left: Rows, k: i32) -> Rows {
    let mut crossed = 0;
    for distance in 1..k.abs() {
        crossed |= if k > 0 { left << distance } else { left >> distance };
    }
    crossed
}

/// Visits the places in these sets, by column, left row and right row.
#[inline]
pub(super) fn each_place(sets: &Places, board: &Board, mut visit: impl FnMut(Place)) {
    let slopes = board.slopes();
    for column in 0..MOST_COLUMNS - 1 {
        let mut rest = sets.iter().fold(0, |all, set| all | set[column]);
        while rest != 0 {
            let left = rest.trailing_zeros() as u8 + 1;
            rest &= rest - 1;
            for (set, slope) in sets.iter().zip(slopes) {
                if set[column] & bit(left) != 0 {
                    let right = (i32::from(left) + slope) as u8;
                    visit(Place { column: column as u8, left, right });
                }
            }
        }
    }
}

/// Visits the places of one kind in no order that means anything, quicker than in order.
#[inline]
pub(super) fn each_of_kind(sets: &Places, board: &Board, kind: Kind, mut visit: impl FnMut(Place)) {
    let slopes = board.slopes();
    for &slope in kind.slopes() {
        for column in 0..board.columns - 1 {
            let mut rest = sets[slope][usize::from(column)];
            while rest != 0 {
                let left = rest.trailing_zeros() as u8 + 1;
                rest &= rest - 1;
                visit(Place { column, left, right: (i32::from(left) + slopes[slope]) as u8 });
            }
        }
    }
}

/// The places with these slopes.
#[inline]
pub(super) fn only(mut sets: Places, slopes: &[usize]) -> Places {
    for (slope, set) in sets.iter_mut().enumerate() {
        if !slopes.contains(&slope) {
            *set = NO_NODES;
        }
    }
    sets
}

/// How many places there are with these slopes.
#[inline]
pub(super) fn count(sets: &Places, slopes: &[usize]) -> usize {
    let rows = slopes.iter().flat_map(|&slope| sets[slope]);
    rows.map(|rows| rows.count_ones() as usize).sum()
}
