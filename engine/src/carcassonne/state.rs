//! The position and its turns.

use super::features::{Features, SegmentId};
use super::moves::{Action, Cell, Draw, Segment};
use super::rules::{Farmers, Rules, TurnActions};
use super::spots::{Spot, Spots};
use super::tiles::{
    CLOISTERS, Edge, FACES, FITS, FORKED, KIND_COUNT, KINDS, MOST_SEGMENTS, SHAPES, START, Shape,
    TILES, edge_at, face,
};
use crate::game::{Game, Scores, Seat, Turn};
use crate::notation::NotationError;
use crate::options::{self, OptionError};
use crate::random::Random;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

/// The most players.
pub(super) const MOST_PLAYERS: usize = 5;
/// The most meeples on the board.
const MOST_MEEPLES: usize = 8 * MOST_PLAYERS;

/// A tile on the board.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    pub(super) cell: Cell,
    /// Kind and rotation, see [`face`].
    pub(super) face: u8,
    /// The first of its segments; the others follow.
    pub(super) first: SegmentId,
}

impl Tile {
    #[inline]
    pub(super) fn kind(self) -> u8 {
        self.face / 4
    }

    #[inline]
    pub(super) fn rotation(self) -> u8 {
        self.face % 4
    }

    #[inline]
    pub(super) fn shape(self) -> &'static Shape {
        &SHAPES[usize::from(self.kind())]
    }
}

/// A tile on the board, as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedTile {
    /// Where it lies.
    pub cell: Cell,
    /// Its kind, an index into [`KINDS`].
    pub kind: usize,
    /// Quarter turns clockwise, 0 to 3.
    pub rotation: u8,
    /// The segment on which a meeple stands, and the meeple's seat.
    pub meeple: Option<(Segment, Seat)>,
}

/// A meeple on the board.
#[derive(Clone, Copy)]
pub(super) struct Meeple {
    pub(super) seat: u8,
    /// The index of its tile.
    pub(super) tile: u8,
    /// The number of its segment on the tile.
    pub(super) segment: u8,
}

/// A cloister on the board.
#[derive(Clone, Copy)]
pub(super) struct Cloister {
    cell: Cell,
    pub(super) segment: SegmentId,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// A draw.
    Draw,
    /// A tile of this kind is placed.
    Tile(u8),
    /// The meeple decision for the tile of this index, which was just placed.
    Meeple(u8),
    /// Nothing.
    Over,
}

/// A position of Carcassonne.
#[derive(Clone)]
pub struct Carcassonne {
    pub(super) spots: Spots,
    /// In the order of placing, the start tile first.
    tiles: [Tile; TILES],
    tile_count: u8,
    pub(super) features: Features,
    meeples: [Meeple; MOST_MEEPLES],
    meeple_count: u8,
    cloisters: [Cloister; CLOISTERS],
    cloister_count: u8,
    /// The tiles with several cities or several roads.
    forked: [u8; FORKED],
    forked_count: u8,
    /// How many tiles of each kind are in the bag.
    pub(super) bag: [u8; KIND_COUNT],
    pub(super) bag_count: u8,
    pub(super) supplies: [u8; MOST_PLAYERS],
    pub(super) points: [i32; MOST_PLAYERS],
    pub(super) phase: Phase,
    /// The seat whose turn it is; 0 when the game is over.
    pub(super) mover: u8,
    pub(super) players: u8,
    pub(super) rules: Rules,
}

// About 3.2 KiB, as the module says: searches copy positions all the time.
const _: () = assert!(size_of::<Carcassonne>() < 3300);

impl Carcassonne {
    /// The tiles on the board, the start tile first, else in no particular order.
    pub fn board(&self) -> impl Iterator<Item = PlacedTile> {
        (0..).zip(self.tiles()).map(|(index, tile)| PlacedTile {
            cell: tile.cell,
            kind: usize::from(tile.kind()),
            rotation: tile.rotation(),
            meeple: self
                .meeple_on(index)
                .map(|meeple| (tile.shape().name(meeple.segment), Seat(meeple.seat))),
        })
    }

    /// The kind of the tile in hand, an index into [`KINDS`]; none if no tile is to be placed.
    pub fn hand(&self) -> Option<usize> {
        match self.phase {
            Phase::Tile(kind) => Some(usize::from(kind)),
            _ => None,
        }
    }

    /// How many tiles of each of the [`KINDS`] are in the bag.
    pub fn bag(&self) -> &[u8; KIND_COUNT] {
        &self.bag
    }

    /// The number of tiles in the bag.
    pub fn tiles_left(&self) -> u32 {
        u32::from(self.bag_count)
    }

    /// The meeples of `seat` that are not on the board.
    ///
    /// # Panics
    ///
    /// If there is no such seat.
    pub fn supply(&self, seat: Seat) -> u32 {
        u32::from(self.supplies[..usize::from(self.players)][seat.index()])
    }

    /// The actions of the meeple decision; none if it does not come next.
    #[inline]
    pub fn claims(&self) -> impl Iterator<Item = Action> {
        let tile = match self.phase {
            Phase::Meeple(index) => Some(self.tile(index)),
            _ => None,
        };
        tile.into_iter().flat_map(|tile| {
            let segments =
                bits(self.claimable(tile)).map(move |segment| Some(tile.shape().name(segment)));
            std::iter::once(None).chain(segments).map(Action::Meeple)
        })
    }

    /// The tiles on the board, in the order of placing.
    #[inline]
    pub(super) fn tiles(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.tile_count)]
    }

    #[inline]
    pub(super) fn tile(&self, index: u8) -> Tile {
        self.tiles[usize::from(index)]
    }

    /// The meeples on the board, in no particular order.
    #[inline]
    pub(super) fn meeples(&self) -> &[Meeple] {
        &self.meeples[..usize::from(self.meeple_count)]
    }

    /// The meeple on the tile of this index.
    pub(super) fn meeple_on(&self, index: u8) -> Option<Meeple> {
        self.meeples().iter().copied().find(|meeple| meeple.tile == index)
    }

    /// The segment that a meeple stands on.
    #[inline]
    pub(super) fn segment_of(&self, meeple: Meeple) -> SegmentId {
        self.tile(meeple.tile).first + meeple.segment
    }

    /// The cloister that came on the board after `index` others.
    #[inline]
    pub(super) fn cloister(&self, index: u8) -> Option<Cloister> {
        (index < self.cloister_count).then(|| self.cloisters[usize::from(index)])
    }

    /// The tiles with several cities or several roads.
    #[inline]
    pub(super) fn forked(&self) -> impl Iterator<Item = Tile> {
        self.forked[..usize::from(self.forked_count)].iter().map(|&index| self.tile(index))
    }

    /// Places a tile of `kind` on the spot at `index`, where it fits; returns the tile's index.
    #[inline]
    pub(super) fn place(&mut self, index: usize, kind: u8, rotation: u8) -> u8 {
        let (face, number) = (face(kind, rotation), self.tile_count);
        let spot = self.spots.fill(index, number, FACES[usize::from(face)].edges);
        let first = join_tile(&mut self.features, &self.tiles, spot, face);
        let tile = Tile { cell: spot.cell(), face, first };
        self.surround(tile);
        if tile.shape().forked {
            self.forked[usize::from(self.forked_count)] = number;
            self.forked_count += 1;
        }
        self.tiles[usize::from(number)] = tile;
        self.tile_count += 1;
        number
    }

    /// Counts the cells around cloisters: those that `tile` fills, and the tiles around its own.
    #[inline]
    fn surround(&mut self, tile: Tile) {
        for cloister in &self.cloisters[..usize::from(self.cloister_count)] {
            if cloister.cell.touches(tile.cell) {
                self.features.close(cloister.segment, 1);
            }
        }
        let Shape { cloister_from, fields_from, .. } = *tile.shape();
        if cloister_from < fields_from {
            let segment = tile.first + cloister_from;
            let around = self.tiles().iter().filter(|other| other.cell.touches(tile.cell)).count();
            self.features.close(segment, around as u32);
            self.cloisters[usize::from(self.cloister_count)] =
                Cloister { cell: tile.cell, segment };
            self.cloister_count += 1;
        }
    }

    /// Puts a meeple of `seat` on a segment of the tile at `index`.
    #[inline]
    pub(super) fn enter(&mut self, seat: u8, index: u8, segment: u8) {
        let meeple = Meeple { seat, tile: index, segment };
        let root = self.features.root(self.segment_of(meeple));
        self.features.enter(root, seat);
        self.supplies[usize::from(seat)] -= 1;
        self.meeples[usize::from(self.meeple_count)] = meeple;
        self.meeple_count += 1;
    }

    /// Gives all meeples in the feature of `root` back.
    pub(super) fn give_back(&mut self, root: SegmentId) {
        self.features.clear(root);
        let mut kept = 0;
        for index in 0..self.meeple_count {
            let meeple = self.meeples[usize::from(index)];
            if self.features.root(self.segment_of(meeple)) == root {
                self.supplies[usize::from(meeple.seat)] += 1;
            } else {
                self.meeples[kept] = meeple;
                kept += 1;
            }
        }
        self.meeple_count = kept as u8;
    }

    /// Whether the seat to act has a meeple to put down.
    #[inline]
    fn has_meeple(&self) -> bool {
        self.supplies[usize::from(self.mover)] > 0
    }

    /// The segments of a tile that may be claimed with a meeple, as bits: those of unoccupied
    /// features, the first of each feature. `features` already has the tile.
    #[inline]
    fn unoccupied(&self, features: &Features, first: SegmentId, shape: &Shape) -> u8 {
        let segments = match self.rules.farmers {
            Farmers::On => shape.segments,
            Farmers::Off => shape.fields_from,
        };
        let mut roots = [0; MOST_SEGMENTS];
        let mut unoccupied = 0;
        for segment in 0..usize::from(segments) {
            let root = features.root(first + segment as u8);
            roots[segment] = root;
            let free = features.meeples(root).is_empty() && !roots[..segment].contains(&root);
            unoccupied |= u8::from(free) << segment;
        }
        unoccupied
    }

    /// The segments of the tile just placed that the seat to act may claim, as bits.
    #[inline]
    fn claimable(&self, tile: Tile) -> u8 {
        if !self.has_meeple() {
            return 0;
        }
        self.unoccupied(&self.features, tile.first, tile.shape())
    }

    /// The segments that could be claimed after placing a tile of `kind` on `spot`, as bits.
    #[inline]
    fn claimable_after(&self, spot: Spot, kind: u8, rotation: u8) -> u8 {
        if !self.has_meeple() {
            return 0;
        }
        let mut features = self.features.clone();
        let first = join_tile(&mut features, &self.tiles, spot, face(kind, rotation));
        self.unoccupied(&features, first, &SHAPES[usize::from(kind)])
    }

    /// All placements of a tile of `kind`, sorted: a spot and a rotation each.
    #[inline]
    pub(super) fn placements(&self, kind: u8) -> impl Iterator<Item = (Spot, u8)> {
        let fits = &FITS[usize::from(kind)];
        self.spots.as_slice().iter().flat_map(|&spot| {
            bits(fits[usize::from(spot.pattern())].rotations())
                .map(move |rotation| (spot, rotation))
        })
    }

    /// A uniformly random placement of a tile of `kind`.
    #[inline]
    fn random_placement(&self, kind: u8, random: &mut Random) -> (Spot, u8) {
        let fits = &FITS[usize::from(kind)];
        let mut left = random.below(self.spots.placements(kind));
        for &spot in self.spots.as_slice() {
            let fits = fits[usize::from(spot.pattern())];
            if left < u32::from(fits.count()) {
                return (spot, nth_bit(fits.rotations(), left));
            }
            left -= u32::from(fits.count());
        }
        unreachable!("a number below the placements of all spots lies in one of them")
    }

    /// A uniformly random action that places a tile of `kind` and claims a segment of it or none.
    fn random_combined(&self, kind: u8, random: &mut Random) -> Action {
        let shape = &SHAPES[usize::from(kind)];
        // Every placement with every segment is as likely, and what is not allowed is drawn again.
        loop {
            let (spot, rotation) = self.random_placement(kind, random);
            let claim = random.below(u32::from(shape.segments) + 1) as u8;
            let Some(segment) = claim.checked_sub(1) else {
                return Action::Tile { cell: spot.cell(), rotation, claim: None };
            };
            if self.claimable_after(spot, kind, rotation) >> segment & 1 == 1 {
                let claim = Some(shape.name(segment));
                return Action::Tile { cell: spot.cell(), rotation, claim };
            }
        }
    }

    /// The claim is made, the turn scored and ended.
    #[inline]
    fn finish_turn(&mut self, index: u8, claim: Option<Segment>) {
        let tile = self.tile(index);
        if let Some(segment) = claim.and_then(|name| tile.shape().number(name)) {
            self.enter(self.mover, index, segment);
        }
        self.score_complete(tile);
        self.mover = if self.mover + 1 == self.players { 0 } else { self.mover + 1 };
        self.phase = Phase::Draw;
        self.end_without_tiles();
    }

    /// Ends the game if no tile is left to draw.
    #[inline]
    fn end_without_tiles(&mut self) {
        if self.bag_count == 0 {
            let last = self.final_points();
            for (points, more) in self.points.iter_mut().zip(last.iter()) {
                *points += more;
            }
            self.phase = Phase::Over;
            self.mover = 0;
        }
    }

    /// What makes two positions the same, however they came about.
    fn identity(&self) -> impl Eq + Hash + use<> {
        let mut tiles = [(Cell { x: 0, y: 0 }, 0, 0, 0); TILES];
        for (entry, tile) in tiles.iter_mut().zip(self.tiles()) {
            *entry = (tile.cell, tile.face, 0, 0);
        }
        for meeple in self.meeples() {
            let (_, _, segment, seat) = &mut tiles[usize::from(meeple.tile)];
            (*segment, *seat) = (meeple.segment + 1, meeple.seat);
        }
        tiles[..self.tiles().len()].sort_unstable();
        let phase = match self.phase {
            Phase::Draw => (0, 0, None),
            Phase::Tile(kind) => (1, kind, None),
            Phase::Meeple(tile) => (2, 0, Some(self.tile(tile).cell)),
            Phase::Over => (3, 0, None),
        };
        // The supplies follow from the meeples, all else from the tiles.
        (tiles, phase, self.mover, self.points, self.bag, self.players, self.rules)
    }
}

/// Puts a tile's segments into `features` and joins them with those beside `spot`; returns the
/// first.
#[inline]
fn join_tile(features: &mut Features, tiles: &[Tile; TILES], spot: Spot, number: u8) -> SegmentId {
    const CITY: u8 = Edge::City as u8;
    const ROAD: u8 = Edge::Road as u8;
    let face = &FACES[usize::from(number)];
    let first = features.add(&SHAPES[usize::from(number / 4)]);
    for side in 0..4 {
        let Some(tile) = spot.tile(side) else { continue };
        let other = tiles[usize::from(tile)];
        let (its_face, its_side) = (&FACES[usize::from(other.face)], (side + 2) % 4);
        let edge = edge_at(face.edges, side);
        if edge == CITY || edge == ROAD {
            let (own, its) = (face.lines[side], its_face.lines[its_side]);
            let root = features.join(first + own, other.first + its);
            features.close(root, 2);
        }
        if edge != CITY {
            let (own, its) = (face.fields[2 * side], its_face.fields[2 * its_side + 1]);
            features.join(first + own, other.first + its);
        }
        // On a side without a road both halves are one segment.
        if edge == ROAD {
            let (own, its) = (face.fields[2 * side + 1], its_face.fields[2 * its_side]);
            features.join(first + own, other.first + its);
        }
    }
    first
}

/// The numbers of the bits that are set.
#[inline]
pub(super) fn bits(mut set: u8) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// The number of the bit that is set after `before` others.
#[inline]
fn nth_bit(mut set: u8, before: u32) -> u8 {
    for _ in 0..before {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}

impl PartialEq for Carcassonne {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Carcassonne {}

impl Hash for Carcassonne {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl std::fmt::Debug for Carcassonne {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Carcassonne({self}; {:?})", self.rules)
    }
}

impl Game for Carcassonne {
    const ID: &'static str = "carcassonne";
    const NAME: &'static str = "Carcassonne";
    const VERSION: u32 = 1;
    const PLAYERS: RangeInclusive<u8> = 2..=5;
    const HAS_CHANCE: bool = true;

    type Rules = Rules;
    type Action = Action;
    type Chance = Draw;

    fn new(rules: Rules, players: u8) -> Result<Self, OptionError> {
        options::check(&rules)?;
        options::check_players::<Self>(&rules, players)?;
        let mut bag = KINDS.map(|kind| kind.count);
        bag[usize::from(START)] -= 1;
        let mut supplies = [0; MOST_PLAYERS];
        supplies[..usize::from(players)].fill(rules.meeples);
        let mut game = Carcassonne {
            spots: Spots::new(),
            tiles: [Tile { cell: Cell { x: 0, y: 0 }, face: 0, first: 0 }; TILES],
            tile_count: 0,
            features: Features::EMPTY,
            meeples: [Meeple { seat: 0, tile: 0, segment: 0 }; MOST_MEEPLES],
            meeple_count: 0,
            cloisters: [Cloister { cell: Cell { x: 0, y: 0 }, segment: 0 }; CLOISTERS],
            cloister_count: 0,
            forked: [0; FORKED],
            forked_count: 0,
            bag,
            bag_count: TILES as u8 - 1,
            supplies,
            points: [0; MOST_PLAYERS],
            phase: Phase::Draw,
            mover: 0,
            players,
            rules,
        };
        game.place(0, START, 0);
        Ok(game)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn players(&self) -> u8 {
        self.players
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Draw => Turn::Chance,
            Phase::Tile(_) | Phase::Meeple(_) => Turn::Player(Seat(self.mover)),
            Phase::Over => Turn::Over,
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        match self.phase {
            Phase::Tile(kind) => {
                for (spot, rotation) in self.placements(kind) {
                    let action = |claim| Action::Tile { cell: spot.cell(), rotation, claim };
                    actions.push(action(None));
                    if self.rules.turn_actions == TurnActions::Combined {
                        let shape = &SHAPES[usize::from(kind)];
                        let claimable = bits(self.claimable_after(spot, kind, rotation));
                        actions.extend(claimable.map(|segment| action(Some(shape.name(segment)))));
                    }
                }
            }
            Phase::Meeple(_) => actions.extend(self.claims()),
            Phase::Draw | Phase::Over => {}
        }
    }

    #[inline]
    fn count_actions(&self, _: &mut Vec<Action>) -> usize {
        match (self.phase, self.rules.turn_actions) {
            (Phase::Tile(kind), TurnActions::Split) => self.spots.placements(kind) as usize,
            (Phase::Tile(kind), TurnActions::Combined) => self
                .placements(kind)
                .map(|(spot, rotation)| self.claimable_after(spot, kind, rotation))
                .map(|claimable| 1 + claimable.count_ones() as usize)
                .sum(),
            (Phase::Meeple(index), _) => 1 + self.claimable(self.tile(index)).count_ones() as usize,
            (Phase::Draw | Phase::Over, _) => 0,
        }
    }

    #[inline]
    fn random_action(&self, random: &mut Random, _: &mut Vec<Action>) -> Action {
        match (self.phase, self.rules.turn_actions) {
            (Phase::Tile(kind), TurnActions::Split) => {
                let (spot, rotation) = self.random_placement(kind, random);
                Action::Tile { cell: spot.cell(), rotation, claim: None }
            }
            (Phase::Tile(kind), TurnActions::Combined) => self.random_combined(kind, random),
            (Phase::Meeple(index), _) => {
                let tile = self.tile(index);
                let claimable = self.claimable(tile);
                if claimable == 0 {
                    return Action::Meeple(None);
                }
                let choice = random.below(1 + claimable.count_ones());
                let segment = choice.checked_sub(1).map(|before| nth_bit(claimable, before));
                Action::Meeple(segment.map(|segment| tile.shape().name(segment)))
            }
            (Phase::Draw | Phase::Over, _) => unreachable!("no seat's turn"),
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(crate::event::is_legal(self, action), "{action} in {self}");
        match (self.phase, action) {
            (Phase::Tile(kind), Action::Tile { cell, rotation, claim }) => {
                let spot = self.spots.find(cell).expect("a legal action is on a spot");
                let index = self.place(spot, kind, rotation);
                match self.rules.turn_actions {
                    TurnActions::Split => self.phase = Phase::Meeple(index),
                    TurnActions::Combined => self.finish_turn(index, claim),
                }
            }
            (Phase::Meeple(index), Action::Meeple(claim)) => self.finish_turn(index, claim),
            _ => unreachable!("{action} in {self}"),
        }
    }

    #[inline]
    fn sample_chance(&self, random: &mut Random) -> Draw {
        let mut left = random.below(u32::from(self.bag_count));
        for (kind, &count) in (0..).zip(&self.bag) {
            if left < u32::from(count) {
                return Draw { kind };
            }
            left -= u32::from(count);
        }
        unreachable!("a number below the tiles in the bag lies in one of the kinds")
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Draw, u32)>) -> bool {
        let kinds = (0..).zip(&self.bag).filter(|&(_, &count)| count > 0);
        outcomes.extend(kinds.map(|(kind, &count)| (Draw { kind }, u32::from(count))));
        true
    }

    #[inline]
    fn is_possible(&self, event: &Draw) -> bool {
        self.bag[usize::from(event.kind)] > 0
    }

    #[inline]
    fn apply_chance(&mut self, event: &Draw) {
        debug_assert!(self.phase == Phase::Draw && self.is_possible(event), "{event} in {self}");
        self.bag[usize::from(event.kind)] -= 1;
        self.bag_count -= 1;
        if self.spots.placements(event.kind) > 0 {
            self.phase = Phase::Tile(event.kind);
        } else {
            self.end_without_tiles();
        }
    }

    #[inline]
    fn scores(&self) -> Scores {
        Scores::from_fn(self.sides(), |seat| self.points[seat])
    }

    fn parse(rules: Rules, players: u8, text: &str) -> Result<Self, NotationError> {
        super::notation::parse(rules, players, text)
    }

    fn diagram(&self) -> String {
        super::diagram::draw(self)
    }
}
