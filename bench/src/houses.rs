//! What mancalas of two rows of six houses share: a row in one word, sets of houses, actions.
//!
//! A row is the low six bytes of a `u64`, the house that is sown from first being the lowest. At most
//! 48 seeds are in the game, so that sums of bytes never carry into the next one.

use ludarium_engine::{NotationError, OptionInfo, Options, Random, notation};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Houses of a row.
pub const HOUSES: usize = 6;
/// Seeds in the game.
pub const SEEDS: u8 = 48;
/// The bytes of the houses.
pub(crate) const ROW: u64 = each(0xFF);

/// A row with so much in each house.
pub(crate) const fn each(value: u8) -> u64 {
    value as u64 * 0x0000_0101_0101_0101
}

/// What is in a house.
#[inline]
pub(crate) const fn at(row: u64, house: usize) -> u8 {
    (row >> (8 * house)) as u8
}

/// Seeds in all houses of a row, other bytes left out.
#[inline]
pub(crate) const fn sum(row: u64) -> u8 {
    ((row & ROW).wrapping_mul(each(1)) >> 40) as u8
}

/// Sowing a house: an own house of the player to move, from 0. Written from `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(pub u8);

impl Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for House {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        notation::number("house", text, 1..=HOUSES as u8).map(|number| House(number - 1))
    }
}

/// A set of houses, and the iterator over it from the lowest: bit 7 of the byte of each house.
#[derive(Clone, Copy, Debug)]
pub struct Houses(u64);

impl Houses {
    /// The houses in which `row` has more than `empty` has; each below 128.
    #[inline]
    pub(crate) const fn above(row: u64, empty: u64) -> Self {
        Houses(((row & ROW) + (each(127) - empty)) & each(128))
    }

    /// The number of houses in it.
    #[inline]
    pub const fn count(self) -> u32 {
        (self.up_to_each() >> 40) as u8 as u32
    }

    /// In each house's byte how many of the set are there or lower.
    #[inline]
    const fn up_to_each(self) -> u64 {
        (self.0 >> 7).wrapping_mul(each(1))
    }

    /// The house that has `lower` lower ones in the set.
    ///
    /// Precondition: `lower` is below [`Houses::count`].
    #[inline]
    pub const fn nth_lowest(self, lower: u32) -> House {
        let reached = (self.up_to_each() & ROW) + each(127 - lower as u8);
        House((reached & each(128)).trailing_zeros() as u8 / 8)
    }

    /// One of them, all equally likely.
    ///
    /// Precondition: there is one.
    #[inline]
    pub fn random(self, random: &mut Random) -> House {
        self.nth_lowest(random.below(self.count()))
    }
}

impl Iterator for Houses {
    type Item = House;

    #[inline]
    fn next(&mut self) -> Option<House> {
        if self.0 == 0 {
            return None;
        }
        let house = House(self.0.trailing_zeros() as u8 / 8);
        self.0 &= self.0 - 1;
        Some(house)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Houses {}

/// No options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plain {}

impl Options for Plain {
    const TABLE: &'static [OptionInfo] = &[];
}

/// A position as text says it: `4,4,4,4,4,4/4,4,4,4,4,4 0/0 0`.
pub(crate) struct Written {
    /// By seat.
    pub(crate) rows: [u64; 2],
    /// What each seat has besides.
    pub(crate) stores: [u8; 2],
    /// The seat to move; none, written `-`, when the game is over.
    pub(crate) mover: Option<u8>,
}

impl Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, end) in self.rows.into_iter().zip(["/", " "]) {
            for house in 0..HOUSES {
                let end = if house + 1 < HOUSES { "," } else { end };
                write!(f, "{}{end}", at(row, house))?;
            }
        }
        write!(f, "{}/{} ", self.stores[0], self.stores[1])?;
        match self.mover {
            Some(mover) => write!(f, "{mover}"),
            None => f.write_str("-"),
        }
    }
}

impl Written {
    /// Reads a position in which all seeds are there.
    pub(crate) fn read(text: &str) -> Result<Self, NotationError> {
        let [rows, stores, mover] =
            notation::parts("position", text, ' ', "rows, stores and mover between spaces")?;
        let rows: [&str; 2] = notation::parts("rows", rows, '/', "two rows separated by `/`")?;
        let stores: [&str; 2] =
            notation::parts("stores", stores, '/', "two stores separated by `/`")?;
        let mut written = Written { rows: [0; 2], stores: [0; 2], mover: None };
        let mut all = 0;
        for seat in 0..2 {
            let houses: [&str; HOUSES] = notation::parts("row", rows[seat], ',', "six numbers")?;
            for (house, seeds) in houses.into_iter().enumerate() {
                let seeds = notation::number("house", seeds, 0..=u64::from(SEEDS))?;
                written.rows[seat] |= seeds << (8 * house);
                all += seeds;
            }
            written.stores[seat] = notation::number("store", stores[seat], 0..=SEEDS)?;
            all += u64::from(written.stores[seat]);
        }
        if mover != "-" {
            written.mover = Some(notation::number("mover", mover, 0..=1)?);
        }
        if all != u64::from(SEEDS) {
            return Err(NotationError::impossible(format!("{all} seeds, not {SEEDS}")));
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_count_list_and_choose_alike() {
        for set in 0..1_u64 << HOUSES {
            let row = (0..HOUSES).fold(0, |row, house| row | (set >> house & 1) << (8 * house));
            let listed: Vec<House> =
                (0..HOUSES as u8).filter(|house| set >> house & 1 == 1).map(House).collect();
            for seeds in [1, 2, 48] {
                // What is above the row does not count.
                let houses = Houses::above((row * seeds) | (0xFF << 48), 0);
                assert_eq!(houses.collect::<Vec<_>>(), listed);
                assert_eq!(houses.count() as usize, listed.len());
                for (lower, &house) in listed.iter().enumerate() {
                    assert_eq!(houses.nth_lowest(lower as u32), house);
                }
            }
            assert_eq!(sum((row * 8) | (0xFF << 48)), 8 * listed.len() as u8);
        }
    }
}
