//! The table of tiles against a list of its own, and against what must hold of any such table.

use ludarium_engine::carcassonne::tiles::{Edge, Field, KINDS, Kind};
use std::collections::BTreeSet;

/// The first line names the columns. Lists are separated by `|`; the last column gives for each
/// field the numbers of the city segments that it touches, or `-`.
const TILES: &str = include_str!("../data/carcassonne/tiles.csv");

fn edge_letter(edge: Edge) -> char {
    match edge {
        Edge::City => 'C',
        Edge::Road => 'R',
        Edge::Field => 'F',
    }
}

/// Segments by the sides that they reach.
fn by_sides(segments: &[&[u8]]) -> String {
    let names = |sides: &&[u8]| {
        sides.iter().map(|&side| ['N', 'E', 'S', 'W'][usize::from(side)]).collect::<String>()
    };
    segments.iter().map(names).collect::<Vec<_>>().join("|")
}

fn digits(numbers: &[u8]) -> String {
    numbers.iter().map(ToString::to_string).collect()
}

fn touched(field: &Field) -> String {
    if field.cities.is_empty() { "-".to_string() } else { digits(field.cities) }
}

/// A kind as a line of the list.
fn line(kind: &Kind) -> String {
    let fields =
        |text: fn(&Field) -> String| kind.fields.iter().map(text).collect::<Vec<_>>().join("|");
    let edges: String = kind.edges.iter().map(|&edge| edge_letter(edge)).collect();
    [
        kind.letter.to_string(),
        kind.count.to_string(),
        edges,
        kind.rotations.to_string(),
        by_sides(kind.cities),
        by_sides(kind.roads),
        u8::from(kind.cloister).to_string(),
        u8::from(kind.shield).to_string(),
        fields(|field| digits(field.half_edges)),
        fields(touched),
    ]
    .join(",")
}

#[test]
fn kinds_are_those_of_the_list() {
    let mut rows = TILES.lines();
    let columns = "kind,count,edges,rotations,cities,roads,cloister,shield,fields,field_cities";
    assert_eq!(rows.next(), Some(columns));
    for (kind, letter) in KINDS.iter().zip('A'..='X') {
        assert_eq!(kind.letter, letter);
        assert_eq!(Some(line(kind).as_str()), rows.next());
    }
    assert_eq!((rows.next(), KINDS.len()), (None, 24));
}

#[test]
fn the_box_holds_what_the_rules_text_says() {
    let sum = |number: fn(&Kind) -> usize| {
        KINDS.iter().map(|kind| usize::from(kind.count) * number(kind)).sum::<usize>()
    };
    assert_eq!(sum(|_| 1), 72);
    assert_eq!(sum(|kind| usize::from(kind.shield)), 10);
    let segments = [
        sum(|kind| kind.cities.len()),
        sum(|kind| kind.roads.len()),
        sum(|kind| usize::from(kind.cloister)),
        sum(|kind| kind.fields.len()),
    ];
    assert_eq!(segments, [49, 62, 6, 126]);
    let touches = sum(|kind| kind.fields.iter().map(|field| field.cities.len()).sum());
    assert_eq!(touches, 54, "pairs of a field segment and a city segment that it touches");
    let most = KINDS.iter().map(|kind| {
        kind.cities.len() + kind.roads.len() + usize::from(kind.cloister) + kind.fields.len()
    });
    assert_eq!(most.max(), Some(8));
}

/// The segments on the border of a tile clockwise: first half, middle and second half of the sides
/// N, E, S, W. Every point belongs to one segment, and to one that fits the edge.
fn border(kind: &Kind) -> [String; 12] {
    let mut points = [const { None }; 12];
    let mut reach = |point: usize, name: &str| {
        let before = points[point].replace(name.to_string());
        assert_eq!(before, None, "point {point} of {} belongs to {name} only", kind.letter);
    };
    for (index, sides) in kind.cities.iter().enumerate() {
        for side in sides.iter().copied().map(usize::from) {
            (3 * side..3 * side + 3).for_each(|point| reach(point, &format!("c{index}")));
        }
    }
    for (index, sides) in kind.roads.iter().enumerate() {
        sides.iter().for_each(|&side| reach(3 * usize::from(side) + 1, &format!("r{index}")));
    }
    for (index, field) in kind.fields.iter().enumerate() {
        for half in field.half_edges.iter().copied().map(usize::from) {
            reach(3 * (half / 2) + 2 * (half % 2), &format!("f{index}"));
        }
    }
    for (side, &edge) in kind.edges.iter().enumerate() {
        if edge == Edge::Field {
            // Between two halves of one field nothing else comes to the border.
            assert_eq!(points[3 * side], points[3 * side + 2], "side {side} of {}", kind.letter);
            points[3 * side + 1] = points[3 * side].clone();
        }
    }
    let points = points.map(|point| point.expect("every point belongs to a segment"));
    for (side, &edge) in kind.edges.iter().enumerate() {
        let middle = points[3 * side + 1].to_uppercase();
        assert!(middle.starts_with(edge_letter(edge)), "side {side} of {}", kind.letter);
    }
    points
}

/// A road parts the fields on its two sides, but for one that ends at a cloister in a field.
#[test]
fn a_road_parts_two_fields() {
    for kind in &KINDS {
        let border = border(kind);
        for (side, &edge) in kind.edges.iter().enumerate() {
            if edge == Edge::Road {
                let is_one_field = border[3 * side] == border[3 * side + 2];
                assert_eq!(is_one_field, kind.cloister, "side {side} of {}", kind.letter);
            }
        }
    }
}

/// Two segments that each come to the border in two places do not cross.
#[test]
fn segments_do_not_cross() {
    for kind in &KINDS {
        let at = border(kind);
        for b in 1..at.len() {
            for c in b + 1..at.len() {
                let crosses = |a: usize, d: usize| at[a] == at[c] && at[b] == at[d];
                let crossing = (0..b).any(|a| (c + 1..at.len()).any(|d| crosses(a, d)));
                assert!(!crossing || at[b] == at[c], "{} and {} of {}", at[b], at[c], kind.letter);
            }
        }
    }
}

/// A field touches a city where they come together at a corner of the tile, and nowhere else.
#[test]
fn fields_touch_the_cities_beside_them() {
    for kind in &KINDS {
        let border = border(kind);
        let mut beside = BTreeSet::new();
        for corner in 0..4 {
            let (before, behind) = (&border[3 * corner + 2], &border[(3 * corner + 3) % 12]);
            for (field, city) in [(before, behind), (behind, before)] {
                if field.starts_with('f') && city.starts_with('c') {
                    beside.insert((field.clone(), city.clone()));
                }
            }
        }
        let listed = (0..).zip(kind.fields).flat_map(|(index, field)| {
            field.cities.iter().map(move |city| (format!("f{index}"), format!("c{city}")))
        });
        assert_eq!(listed.collect::<BTreeSet<_>>(), beside, "{}", kind.letter);
    }
}

/// The border of a turned tile, with the segments named anew in the order in which they come.
fn turned(kind: &Kind, rotation: usize) -> Vec<(char, usize)> {
    let mut border = border(kind);
    border.rotate_right(3 * rotation);
    let first = |name: &String| border.iter().position(|other| other == name);
    let sort = |name: &String| name.chars().next().expect("a name");
    border.iter().map(|name| (sort(name), first(name).expect("it is there"))).collect()
}

#[test]
fn rotations_are_those_that_look_different() {
    for kind in &KINDS {
        let looks: Vec<_> = (0..4).map(|rotation| turned(kind, rotation)).collect();
        let rotations = usize::from(kind.rotations);
        let different: BTreeSet<_> = looks.iter().collect();
        assert_eq!(different.len(), rotations, "{}", kind.letter);
        let first: BTreeSet<_> = looks[..rotations].iter().collect();
        assert_eq!(first, different, "the first {rotations} of {} are all", kind.letter);
    }
}
