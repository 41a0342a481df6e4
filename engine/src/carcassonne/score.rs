//! Values of features, and who scores them.

use super::features::{Meeples, SegmentId};
use super::rules::{FieldScoring, SmallCity};
use super::state::{Carcassonne, MOST_PLAYERS, Meeple, Tile, bits};
use super::tiles::{Class, TILES};
use crate::game::{Game, Scores};

/// Adds `value` to the points of each of `seats`, which are bits.
fn award(points: &mut [i32; MOST_PLAYERS], seats: u8, value: i32) {
    for seat in bits(seats) {
        points[usize::from(seat)] += value;
    }
}

impl Carcassonne {
    /// What the final scoring would add to each seat's points if the game ended here: every feature
    /// with a meeple is scored as it stands, those that are complete and not yet scored for the tile
    /// just placed as complete ones. 0 when the game is over, since it has been added then.
    pub fn final_points(&self) -> Scores {
        let mut points = [0; MOST_PLAYERS];
        if self.turn() != crate::Turn::Over {
            self.score_unfinished(&mut points);
            self.score_fields(&mut points);
        }
        Scores::from_fn(self.sides(), |seat| points[seat])
    }

    /// Scores the complete roads and cities of `tile`, just placed, and all complete cloisters, and
    /// gives their meeples back.
    #[inline]
    pub(super) fn score_complete(&mut self, tile: Tile) {
        let shape = tile.shape();
        for segment in 0..shape.cloister_from {
            self.score_if_complete(tile.first + segment, shape.class(segment));
        }
        let mut index = 0;
        while let Some(cloister) = self.cloister(index) {
            self.score_if_complete(cloister.segment, Class::Cloister);
            index += 1;
        }
    }

    #[inline]
    fn score_if_complete(&mut self, segment: SegmentId, class: Class) {
        let root = self.features.root(segment);
        let meeples = self.features.meeples(root);
        if self.features.open(root) == 0 && !meeples.is_empty() {
            let value = self.value(root, class);
            award(&mut self.points, meeples.leaders(), value);
            self.give_back(root);
        }
    }

    /// The value of a road, city or cloister as it stands; a field has none by itself.
    pub(super) fn value(&self, root: SegmentId, class: Class) -> i32 {
        let open = self.features.open(root);
        let value = match class {
            Class::Field => 0,
            Class::Cloister => 9 - open,
            Class::Road => self.tiles_of(root),
            Class::City => {
                let (tiles, shields) = (self.tiles_of(root), self.features.shields(root));
                let small = tiles == 2 && self.rules.small_city == SmallCity::Half;
                if open == 0 && !small { 2 * (tiles + shields) } else { tiles + shields }
            }
        };
        value as i32
    }

    /// The number of tiles of a road or city: its segments, less those by which it comes back to a
    /// tile.
    pub(super) fn tiles_of(&self, root: SegmentId) -> u32 {
        let mut tiles = self.features.segments(root);
        for tile in self.forked() {
            let lines = (0..tile.shape().cloister_from).map(|segment| tile.first + segment);
            let own = lines.filter(|&segment| self.features.root(segment) == root).count() as u32;
            tiles -= own.saturating_sub(1);
        }
        tiles
    }

    /// What a meeple stands on.
    pub(super) fn class_of(&self, meeple: Meeple) -> Class {
        self.tile(meeple.tile).shape().class(meeple.segment)
    }

    /// Adds the values of all roads, cities and cloisters that hold meeples.
    fn score_unfinished(&self, points: &mut [i32; MOST_PLAYERS]) {
        let mut seen = [false; 256];
        for &meeple in self.meeples() {
            let class = self.class_of(meeple);
            if class == Class::Field {
                continue;
            }
            let root = self.features.root(self.segment_of(meeple));
            if !std::mem::replace(&mut seen[usize::from(root)], true) {
                let leaders = self.features.meeples(root).leaders();
                award(points, leaders, self.value(root, class));
            }
        }
    }

    /// Every place where a field with meeples touches a complete city: the city and the field.
    pub(super) fn touches(&self) -> impl Iterator<Item = (SegmentId, SegmentId)> {
        let places = self.tiles().iter().flat_map(|tile| {
            let shape = tile.shape();
            let touches = &shape.touches[..usize::from(shape.touch_count)];
            touches.iter().map(|&(field, city)| {
                (self.features.root(tile.first + city), self.features.root(tile.first + field))
            })
        });
        places.filter(|&(city, field)| {
            self.features.open(city) == 0 && !self.features.meeples(field).is_empty()
        })
    }

    /// Adds what fields score for complete cities.
    fn score_fields(&self, points: &mut [i32; MOST_PLAYERS]) {
        let mut touches = [(0, 0); 2 * TILES];
        let mut count = 0;
        for (slot, touch) in touches.iter_mut().zip(self.touches()) {
            *slot = touch;
            count += 1;
        }
        let touches = &mut touches[..count];
        touches.sort_unstable();
        for of_city in touches.chunk_by(|one, other| one.0 == other.0) {
            let (mut seats, mut farmers) = (0, Meeples::default());
            for field in of_city.chunk_by(|one, other| one == other) {
                let meeples = self.features.meeples(field[0].1);
                seats |= meeples.leaders();
                farmers = farmers.and(meeples);
                if self.rules.field_scoring == FieldScoring::PerField {
                    award(points, meeples.leaders(), 3);
                }
            }
            match self.rules.field_scoring {
                FieldScoring::PerField => {}
                FieldScoring::OncePerPlayer => award(points, seats, 3),
                FieldScoring::PerCity => award(points, farmers.leaders(), 4),
            }
        }
    }
}
