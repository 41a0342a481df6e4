//! The squares of the print against a list of their own.

use ludarium_engine::hokusai_sugoroku::tables::{HOME, NAMES, STAYS, is_stay};

/// The numbers, the names where one is established, and whether the square is a stay.
const SQUARES: &str = include_str!("../data/hokusai-sugoroku/squares.csv");

#[test]
fn names_and_stays_are_those_of_the_print() {
    let mut rows = SQUARES.lines();
    assert_eq!(rows.next(), Some("number,name,stay"));
    let mut stays = Vec::new();
    let mut number = 0;
    for row in rows {
        number += 1;
        let (given, rest) = row.split_once(',').expect("a number");
        let (name, stay) = rest.rsplit_once(',').expect("a name");
        assert_eq!(given, number.to_string());
        assert_eq!(NAMES[usize::from(number) - 1], name.trim_matches('"'), "square {number}");
        assert!(["yes", "no"].contains(&stay), "{row}");
        assert_eq!(is_stay(number), stay == "yes", "square {number}");
        if stay == "yes" {
            stays.push(number);
        }
    }
    assert_eq!((number, NAMES.len()), (52, 52));
    assert_eq!(stays, STAYS);
    assert_eq!(HOME, number + 1);
    assert!(!is_stay(0) && !is_stay(HOME));
}
