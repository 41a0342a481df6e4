//! The tiles: what is printed on each kind, and the tables that play derives from it.
//!
//! Sides are numbered 0 to 3 for N, E, S, W; half-edges 0 to 7 clockwise from the west half of the
//! north side, so that side s has the half-edges 2s and 2s + 1. A rotation turns a tile by quarter
//! turns clockwise.

use super::features::{OPEN, SHIELD};
use super::moves::Segment;

/// What a side of a tile shows; tiles meet where the two sides show the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Edge {
    /// A city.
    City = 1,
    /// A road between two halves of field.
    Road = 2,
    /// Field.
    Field = 3,
}

/// A field segment of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The half-edges that it reaches.
    pub half_edges: &'static [u8],
    /// The numbers of the tile's city segments that it touches.
    pub cities: &'static [u8],
}

/// One of the 24 kinds of tiles, as it lies with rotation 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its letter, A to X.
    pub letter: char,
    /// How many are in the box, the start tile included.
    pub count: u8,
    /// What its sides show.
    pub edges: [Edge; 4],
    /// The number of rotations that look different; only those are used.
    pub rotations: u8,
    /// For each city segment the sides that it reaches.
    pub cities: &'static [&'static [u8]],
    /// For each road segment the sides that it reaches.
    pub roads: &'static [&'static [u8]],
    /// Whether there is a cloister.
    pub cloister: bool,
    /// Whether the city has a shield.
    pub shield: bool,
    /// The field segments.
    pub fields: &'static [Field],
}

impl Kind {
    const fn new(letter: char, count: u8, edges: &[u8; 4], rotations: u8) -> Kind {
        let mut read = [Edge::Field; 4];
        let mut side = 0;
        while side < 4 {
            read[side] = match edges[side] {
                b'C' => Edge::City,
                b'R' => Edge::Road,
                _ => Edge::Field,
            };
            side += 1;
        }
        Kind {
            letter,
            count,
            edges: read,
            rotations,
            cities: &[],
            roads: &[],
            cloister: false,
            shield: false,
            fields: &[],
        }
    }

    const fn cities(self, cities: &'static [&'static [u8]]) -> Kind {
        Kind { cities, ..self }
    }

    const fn roads(self, roads: &'static [&'static [u8]]) -> Kind {
        Kind { roads, ..self }
    }

    const fn cloister(self) -> Kind {
        Kind { cloister: true, ..self }
    }

    const fn shield(self) -> Kind {
        Kind { shield: true, ..self }
    }

    const fn fields(self, fields: &'static [Field]) -> Kind {
        Kind { fields, ..self }
    }
}

const fn field(half_edges: &'static [u8], cities: &'static [u8]) -> Field {
    Field { half_edges, cities }
}

const N: u8 = 0;
const E: u8 = 1;
const S: u8 = 2;
const W: u8 = 3;

/// The number of kinds.
pub const KIND_COUNT: usize = 24;

/// The kinds A to X.
pub const KINDS: [Kind; KIND_COUNT] = [
    Kind::new('A', 2, b"FFRF", 4)
        .roads(&[&[S]])
        .cloister()
        .fields(&[field(&[0, 1, 2, 3, 4, 5, 6, 7], &[])]),
    Kind::new('B', 4, b"FFFF", 1).cloister().fields(&[field(&[0, 1, 2, 3, 4, 5, 6, 7], &[])]),
    Kind::new('C', 1, b"CCCC", 1).cities(&[&[N, E, S, W]]).shield(),
    Kind::new('D', 4, b"CRFR", 4)
        .cities(&[&[N]])
        .roads(&[&[E, W]])
        .fields(&[field(&[2, 7], &[0]), field(&[3, 4, 5, 6], &[])]),
    Kind::new('E', 5, b"CFFF", 4).cities(&[&[N]]).fields(&[field(&[2, 3, 4, 5, 6, 7], &[0])]),
    Kind::new('F', 2, b"FCFC", 2)
        .cities(&[&[E, W]])
        .shield()
        .fields(&[field(&[0, 1], &[0]), field(&[4, 5], &[0])]),
    Kind::new('G', 1, b"FCFC", 2)
        .cities(&[&[E, W]])
        .fields(&[field(&[0, 1], &[0]), field(&[4, 5], &[0])]),
    Kind::new('H', 3, b"CFCF", 2).cities(&[&[N], &[S]]).fields(&[field(&[2, 3, 6, 7], &[0, 1])]),
    Kind::new('I', 2, b"CFFC", 4).cities(&[&[N], &[W]]).fields(&[field(&[2, 3, 4, 5], &[0, 1])]),
    Kind::new('J', 3, b"CRRF", 4)
        .cities(&[&[N]])
        .roads(&[&[E, S]])
        .fields(&[field(&[2, 5, 6, 7], &[0]), field(&[3, 4], &[])]),
    Kind::new('K', 3, b"CFRR", 4)
        .cities(&[&[N]])
        .roads(&[&[S, W]])
        .fields(&[field(&[2, 3, 4, 7], &[0]), field(&[5, 6], &[])]),
    Kind::new('L', 3, b"CRRR", 4).cities(&[&[N]]).roads(&[&[E], &[S], &[W]]).fields(&[
        field(&[2, 7], &[0]),
        field(&[3, 4], &[]),
        field(&[5, 6], &[]),
    ]),
    Kind::new('M', 2, b"CFFC", 4).cities(&[&[N, W]]).shield().fields(&[field(&[2, 3, 4, 5], &[0])]),
    Kind::new('N', 3, b"CFFC", 4).cities(&[&[N, W]]).fields(&[field(&[2, 3, 4, 5], &[0])]),
    Kind::new('O', 2, b"CRRC", 4)
        .cities(&[&[N, W]])
        .roads(&[&[E, S]])
        .shield()
        .fields(&[field(&[2, 5], &[0]), field(&[3, 4], &[])]),
    Kind::new('P', 3, b"CRRC", 4)
        .cities(&[&[N, W]])
        .roads(&[&[E, S]])
        .fields(&[field(&[2, 5], &[0]), field(&[3, 4], &[])]),
    Kind::new('Q', 1, b"CCFC", 4).cities(&[&[N, E, W]]).shield().fields(&[field(&[4, 5], &[0])]),
    Kind::new('R', 3, b"CCFC", 4).cities(&[&[N, E, W]]).fields(&[field(&[4, 5], &[0])]),
    Kind::new('S', 2, b"CCRC", 4)
        .cities(&[&[N, E, W]])
        .roads(&[&[S]])
        .shield()
        .fields(&[field(&[4], &[0]), field(&[5], &[0])]),
    Kind::new('T', 1, b"CCRC", 4)
        .cities(&[&[N, E, W]])
        .roads(&[&[S]])
        .fields(&[field(&[4], &[0]), field(&[5], &[0])]),
    Kind::new('U', 8, b"RFRF", 2)
        .roads(&[&[N, S]])
        .fields(&[field(&[1, 2, 3, 4], &[]), field(&[0, 5, 6, 7], &[])]),
    Kind::new('V', 9, b"FFRR", 4)
        .roads(&[&[S, W]])
        .fields(&[field(&[0, 1, 2, 3, 4, 7], &[]), field(&[5, 6], &[])]),
    Kind::new('W', 4, b"FRRR", 4).roads(&[&[E], &[S], &[W]]).fields(&[
        field(&[0, 1, 2, 7], &[]),
        field(&[3, 4], &[]),
        field(&[5, 6], &[]),
    ]),
    Kind::new('X', 1, b"RRRR", 1).roads(&[&[N], &[E], &[S], &[W]]).fields(&[
        field(&[0, 7], &[]),
        field(&[1, 2], &[]),
        field(&[3, 4], &[]),
        field(&[5, 6], &[]),
    ]),
];

/// The kind of the start tile.
pub(super) const START: u8 = 3;
/// The tiles in the box.
pub(super) const TILES: usize = 72;
/// The cloisters in the box.
pub(super) const CLOISTERS: usize = 6;
/// The tiles in the box with several cities or several roads: kinds H, I, L, W and X.
pub(super) const FORKED: usize = 13;
/// The most segments on one tile.
pub(super) const MOST_SEGMENTS: usize = 8;

/// What the segments of a kind are, whatever its rotation. They are numbered in the order of their
/// names: cities, roads, cloister, fields.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// How many there are.
    pub(super) segments: u8,
    /// Cities are the segments below this number,
    pub(super) roads_from: u8,
    /// roads from there to this one,
    pub(super) cloister_from: u8,
    /// and fields from here on; a cloister is between.
    pub(super) fields_from: u8,
    /// Whether there are several cities or several roads, which may be joined elsewhere.
    pub(super) forked: bool,
    /// What each segment adds to the word of its feature, see `features.rs`.
    pub(super) words: [u32; MOST_SEGMENTS],
    /// Field segments and the city segments that they touch.
    pub(super) touches: [(u8, u8); 2],
    pub(super) touch_count: u8,
}

/// What a segment belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    City,
    Road,
    Cloister,
    Field,
}

impl Shape {
    /// What the segment with this number belongs to.
    #[inline]
    pub(super) fn class(&self, number: u8) -> Class {
        if number < self.roads_from {
            Class::City
        } else if number < self.cloister_from {
            Class::Road
        } else if number < self.fields_from {
            Class::Cloister
        } else {
            Class::Field
        }
    }

    /// The number of the segment with this name, if the kind has it.
    pub(super) fn number(&self, segment: Segment) -> Option<u8> {
        let (from, to, index) = match segment.0 {
            index @ 0..2 => (0, self.roads_from, index),
            index @ 2..6 => (self.roads_from, self.cloister_from, index - 2),
            6 => (self.cloister_from, self.fields_from, 0),
            index => (self.fields_from, self.segments, index - 7),
        };
        (index < to - from).then_some(from + index)
    }

    /// The name of the segment with this number.
    pub(super) fn name(&self, number: u8) -> Segment {
        Segment(match self.class(number) {
            Class::City => number,
            Class::Road => 2 + number - self.roads_from,
            Class::Cloister => 6,
            Class::Field => 7 + number - self.fields_from,
        })
    }
}

/// Which segments a kind shows on which side, for one rotation.
#[derive(Clone, Copy)]
pub(super) struct Face {
    /// What the sides show.
    pub(super) edges: Pattern,
    /// The city or road segment on each side; meaningless on a field side.
    pub(super) lines: [u8; 4],
    /// The field segment on each half-edge; meaningless on a city side.
    pub(super) fields: [u8; 8],
}

/// What is known of the four sides of a cell or tile: two bits a side from side 0 up, 0 where
/// nothing is known, else the [`Edge`].
pub(super) type Pattern = u8;

/// The part of a pattern for one side.
pub(super) const fn edge_at(pattern: Pattern, side: usize) -> u8 {
    pattern >> (2 * side) & 3
}

/// The number of the face of a kind in a rotation.
#[inline]
pub(super) const fn face(kind: u8, rotation: u8) -> u8 {
    4 * kind + rotation
}

/// The rotations of a kind that fit a cell: as bits in the lower half, their number in the upper.
#[derive(Clone, Copy)]
pub(super) struct Fits(u8);

impl Fits {
    /// The rotations, as bits.
    #[inline]
    pub(super) const fn rotations(self) -> u8 {
        self.0 & 15
    }

    /// How many there are.
    #[inline]
    pub(super) const fn count(self) -> u8 {
        self.0 >> 4
    }
}

pub(super) static SHAPES: [Shape; KIND_COUNT] = shapes();
/// By the number of the face.
pub(super) static FACES: [Face; 4 * KIND_COUNT] = faces();
/// For a kind and what is known of a cell, the rotations that fit there.
pub(super) static FITS: [[Fits; 256]; KIND_COUNT] = fits();
/// For what is known of a cell, the number of rotations of each kind that fit there.
pub(super) static FIT_COUNTS: [[u16; KIND_COUNT]; 256] = fit_counts();

const fn shapes() -> [Shape; KIND_COUNT] {
    let mut shapes = [Shape {
        segments: 0,
        roads_from: 0,
        cloister_from: 0,
        fields_from: 0,
        forked: false,
        words: [0; MOST_SEGMENTS],
        touches: [(0, 0); 2],
        touch_count: 0,
    }; KIND_COUNT];
    let mut k = 0;
    while k < KIND_COUNT {
        let (kind, shape) = (&KINDS[k], &mut shapes[k]);
        shape.roads_from = kind.cities.len() as u8;
        shape.cloister_from = shape.roads_from + kind.roads.len() as u8;
        shape.fields_from = shape.cloister_from + kind.cloister as u8;
        shape.segments = shape.fields_from + kind.fields.len() as u8;
        shape.forked = kind.cities.len() > 1 || kind.roads.len() > 1;
        let mut i = 0;
        while i < shape.segments as usize {
            shape.words[i] = if i < shape.roads_from as usize {
                kind.cities[i].len() as u32 * OPEN + kind.shield as u32 * SHIELD
            } else if i < shape.cloister_from as usize {
                kind.roads[i - shape.roads_from as usize].len() as u32 * OPEN
            } else if i < shape.fields_from as usize {
                8 * OPEN
            } else {
                // Nothing closes a field.
                OPEN
            };
            i += 1;
        }
        let mut f = 0;
        while f < kind.fields.len() {
            let mut c = 0;
            while c < kind.fields[f].cities.len() {
                let touch = (shape.fields_from + f as u8, kind.fields[f].cities[c]);
                shape.touches[shape.touch_count as usize] = touch;
                shape.touch_count += 1;
                c += 1;
            }
            f += 1;
        }
        k += 1;
    }
    shapes
}

const fn faces() -> [Face; 4 * KIND_COUNT] {
    let shapes = shapes();
    let mut faces = [Face { edges: 0, lines: [0; 4], fields: [0; 8] }; 4 * KIND_COUNT];
    let mut number = 0;
    while number < faces.len() {
        let (kind, shape) = (&KINDS[number / 4], &shapes[number / 4]);
        let (face, rotation) = (&mut faces[number], number % 4);
        let mut side = 0;
        while side < 4 {
            face.edges |= (kind.edges[side] as u8) << (2 * ((side + rotation) % 4));
            side += 1;
        }
        let mut line = 0;
        while line < shape.cloister_from as usize {
            let sides = if line < kind.cities.len() {
                kind.cities[line]
            } else {
                kind.roads[line - kind.cities.len()]
            };
            let mut i = 0;
            while i < sides.len() {
                face.lines[(sides[i] as usize + rotation) % 4] = line as u8;
                i += 1;
            }
            line += 1;
        }
        let mut field = 0;
        while field < kind.fields.len() {
            let half_edges = kind.fields[field].half_edges;
            let mut i = 0;
            while i < half_edges.len() {
                face.fields[(half_edges[i] as usize + 2 * rotation) % 8] =
                    shape.fields_from + field as u8;
                i += 1;
            }
            field += 1;
        }
        number += 1;
    }
    faces
}

const fn fits() -> [[Fits; 256]; KIND_COUNT] {
    let faces = faces();
    let mut fits = [[Fits(0); 256]; KIND_COUNT];
    let mut k = 0;
    while k < KIND_COUNT {
        let mut pattern = 0;
        while pattern < 256 {
            let mut rotation = 0;
            while rotation < KINDS[k].rotations {
                let edges = faces[face(k as u8, rotation) as usize].edges;
                let mut matches = true;
                let mut side = 0;
                while side < 4 {
                    let known = edge_at(pattern as u8, side);
                    matches &= known == 0 || known == edge_at(edges, side);
                    side += 1;
                }
                fits[k][pattern].0 += (matches as u8) << rotation | (matches as u8) << 4;
                rotation += 1;
            }
            pattern += 1;
        }
        k += 1;
    }
    fits
}

const fn fit_counts() -> [[u16; KIND_COUNT]; 256] {
    let fits = fits();
    let mut counts = [[0; KIND_COUNT]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let mut k = 0;
        while k < KIND_COUNT {
            counts[pattern][k] = fits[k][pattern].count() as u16;
            k += 1;
        }
        pattern += 1;
    }
    counts
}
