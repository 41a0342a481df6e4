//! Kalah(6,4): six houses a side, four seeds in each.
//!
//! A house is sown counter-clockwise through the own store, but not through the other's. If the last
//! seed falls into the own store, the player moves again. If it falls into an own house that was empty,
//! and the opposite house is not, both go into the own store. When a side has no seeds left the game
//! ends, and the other side takes what it has. One action is one sowing.

use crate::houses::{HOUSES, House, Houses, Plain, ROW, SEEDS, Written, at, each, sum};
use ludarium_agents::Evaluate;
use ludarium_engine::{
    Game, Never, NotationError, OptionError, PerSide, Random, Scores, Seat, Turn, options,
};
use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};
use std::hint::select_unpredictable;
use std::ops::RangeInclusive;

/// A position. The sides are kept as the player to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kalah {
    /// The mover's houses, and above them its store.
    own: u64,
    /// The same of the other side.
    other: u64,
    /// 0 when the game is over.
    mover: u8,
}

/// The bit at which a store begins.
const STORE: u32 = 8 * HOUSES as u32;

/// What sowing so many seeds from a house adds, and where it ends.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Sowing {
    own: u64,
    other: u64,
    /// The bit at which the last house begins, if it is an own one; else that of a byte always 0.
    last: u8,
    /// Whether it ends in the own store.
    again: bool,
}

/// Rows as long as a power of two, so that no index has to be checked.
static SOWINGS: [[Sowing; 64]; HOUSES] = sowings();

const fn sowings() -> [[Sowing; 64]; HOUSES] {
    let mut table =
        [[Sowing { own: 0, other: 0, last: STORE as u8 + 8, again: false }; 64]; HOUSES];
    let mut house = 0;
    while house < HOUSES {
        let mut seeds = 1;
        while seeds <= SEEDS as usize {
            let mut sowing = table[house][seeds - 1];
            let place = (house + seeds) % (2 * HOUSES + 1);
            if place <= HOUSES {
                sowing.own += 1 << (8 * place);
            } else {
                sowing.other += 1 << (8 * (place - HOUSES - 1));
            }
            sowing.again = place == HOUSES;
            sowing.last = if place < HOUSES { 8 * place as u8 } else { STORE as u8 + 8 };
            table[house][seeds] = sowing;
            seeds += 1;
        }
        house += 1;
    }
    table
}

impl Kalah {
    /// The start position.
    pub const START: Kalah = Kalah { own: each(4), other: each(4), mover: 0 };

    /// The seat to move; 0 when the game is over.
    #[inline]
    pub const fn mover(&self) -> u8 {
        self.mover
    }

    /// Whether the game is over.
    #[inline]
    pub const fn is_over(&self) -> bool {
        // At the end the rest is taken, so both rows are empty.
        self.own & ROW == 0
    }

    /// The houses that can be sown; none when the game is over.
    #[inline]
    pub const fn choices(&self) -> Houses {
        Houses::above(self.own, 0)
    }

    /// Seeds in the mover's store less those in the other's.
    #[inline]
    pub const fn lead(&self) -> i32 {
        (self.own >> STORE) as i32 - (self.other >> STORE) as i32
    }

    /// Two words that are equal for equal positions only.
    #[inline]
    pub const fn words(&self) -> [u64; 2] {
        [self.own, self.other | (self.mover as u64) << (STORE + 8)]
    }

    /// Sows one of the [`Kalah::choices`].
    #[inline]
    pub fn sow(&mut self, House(house): House) {
        let from = 8 * u32::from(house);
        let seeds = self.own >> from & 63;
        let Sowing { own, other, last, again } = SOWINGS[usize::from(house)][seeds as usize];
        let (mut own, mut other) = (self.own - (seeds << from) + own, self.other + other);

        let last = u32::from(last);
        let opposite = 40_u32.wrapping_sub(last) % 64;
        let there = other >> opposite & 0xFF;
        let captures = (own >> last & 0xFF == 1) & (there != 0);
        let taken = select_unpredictable(captures, there, 0);
        other -= taken << opposite;
        own = own - (u64::from(captures) << last) + ((taken + u64::from(captures)) << STORE);

        if own & ROW == 0 || other & ROW == 0 {
            return self.finish(own, other);
        }
        self.own = select_unpredictable(again, own, other);
        self.other = select_unpredictable(again, other, own);
        self.mover ^= u8::from(!again);
    }

    #[cold]
    fn finish(&mut self, own: u64, other: u64) {
        let [own, other] =
            [own, other].map(|side| ((side >> STORE) + u64::from(sum(side))) << STORE);
        (self.own, self.other) = if self.mover == 0 { (own, other) } else { (other, own) };
        self.mover = 0;
    }

    /// The sides by seat.
    #[inline]
    fn sides(&self) -> [u64; 2] {
        if self.mover == 0 { [self.own, self.other] } else { [self.other, self.own] }
    }
}

impl Hash for Kalah {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [own, other] = self.words();
        state.write_u64(own);
        state.write_u64(other);
    }
}

impl Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mover = (!self.is_over()).then_some(self.mover);
        let stores = self.sides().map(|side| (side >> STORE) as u8);
        Written { rows: self.sides(), stores, mover }.fmt(f)
    }
}

impl Game for Kalah {
    const ID: &'static str = "kalah";
    const NAME: &'static str = "Kalah(6,4)";
    const VERSION: u32 = 1;
    const PLAYERS: RangeInclusive<u8> = 2..=2;
    const HAS_CHANCE: bool = false;

    type Rules = Plain;
    type Action = House;
    type Chance = Never;

    fn new(rules: Plain, players: u8) -> Result<Self, OptionError> {
        options::check_players::<Self>(&rules, players)?;
        Ok(Kalah::START)
    }

    fn rules(&self) -> &Plain {
        &Plain {}
    }

    #[inline]
    fn players(&self) -> u8 {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(Seat(self.mover)) }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<House>) {
        actions.extend(self.choices());
    }

    #[inline]
    fn count_actions(&self, _: &mut Vec<House>) -> usize {
        self.choices().count() as usize
    }

    #[inline]
    fn random_action(&self, random: &mut Random, _: &mut Vec<House>) -> House {
        self.choices().random(random)
    }

    #[inline]
    fn apply(&mut self, house: House) {
        debug_assert!(at(self.own, usize::from(house.0)) > 0, "{house} in {self}");
        self.sow(house);
    }

    #[inline]
    fn scores(&self) -> Scores {
        let sides = self.sides();
        Scores::from_fn(2, |side| (sides[side] >> STORE) as i32)
    }

    fn parse(rules: Plain, players: u8, text: &str) -> Result<Self, NotationError> {
        options::check_players::<Self>(&rules, players)
            .map_err(|error| NotationError::impossible(error.to_string()))?;
        let Written { rows, stores, mover } = Written::read(text)?;
        if rows.contains(&0) != mover.is_none() || (mover.is_none() && rows != [0, 0]) {
            return Err(NotationError::impossible("the game is over when a side has no seeds"));
        }
        let side = |seat: usize| rows[seat] | u64::from(stores[seat]) << STORE;
        let mover = mover.unwrap_or(0);
        let (own, other) = (side(usize::from(mover)), side(usize::from(1 - mover)));
        Ok(Kalah { own, other, mover })
    }
}

impl Evaluate for Kalah {
    type Weights = Plain;

    const MARGIN: f32 = 10.0;

    #[inline]
    fn evaluate(&self, _: &Plain) -> PerSide<f32> {
        let sides = self.sides();
        PerSide::from_fn(2, |side| (sides[side] >> STORE) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_engine::laws;
    use ludarium_engine::perft::perft;

    /// The rules word for word: places 0 to 5 are houses of seat 0, 6 its store, 7 to 12 and 13 those
    /// of seat 1.
    #[derive(Clone, PartialEq, Debug)]
    struct Twin {
        places: [u8; 14],
        mover: usize,
    }

    impl Twin {
        fn row(&self, seat: usize) -> &[u8] {
            &self.places[7 * seat..7 * seat + 6]
        }

        fn is_over(&self) -> bool {
            (0..2).any(|seat| self.row(seat).iter().all(|&seeds| seeds == 0))
        }

        fn legal(&self) -> Vec<usize> {
            let legal = |house: &usize| !self.is_over() && self.row(self.mover)[*house] > 0;
            (0..6).filter(legal).collect()
        }

        fn sow(&mut self, house: usize) {
            let (store, others) = (7 * self.mover + 6, 7 * (1 - self.mover) + 6);
            let mut place = 7 * self.mover + house;
            let seeds = std::mem::take(&mut self.places[place]);
            for _ in 0..seeds {
                place = (place + 1) % 14;
                if place == others {
                    place = (place + 1) % 14;
                }
                self.places[place] += 1;
            }
            let is_own = place != store && place / 7 == self.mover;
            if is_own && self.places[place] == 1 && self.places[12 - place] > 0 {
                self.places[store] += 1 + self.places[12 - place];
                (self.places[place], self.places[12 - place]) = (0, 0);
            }
            if place != store {
                self.mover = 1 - self.mover;
            }
            if self.is_over() {
                for seat in 0..2 {
                    let rest: u8 = self.row(seat).iter().sum();
                    self.places[7 * seat..7 * seat + 6].fill(0);
                    self.places[7 * seat + 6] += rest;
                }
            }
        }

        fn perft(&self, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            let after = |house| {
                let mut next = self.clone();
                next.sow(house);
                next.perft(depth - 1)
            };
            self.legal().into_iter().map(after).sum()
        }
    }

    const TWIN: Twin = Twin { places: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], mover: 0 };

    fn twin_of(game: &Kalah) -> Twin {
        let mut places = [0; 14];
        for (seat, side) in game.sides().into_iter().enumerate() {
            (0..7).for_each(|k| places[7 * seat + k] = at(side, k));
        }
        Twin { places, mover: usize::from(game.mover) }
    }

    #[test]
    fn laws_hold() {
        let plan = laws::Plan { games: 300, ..laws::Plan::default() };
        let checked = laws::check(&Kalah::START, plan, |game| {
            let seeds: i32 = game.sides().map(|side| i32::from(sum(side))).iter().sum();
            let all = seeds + game.scores().iter().sum::<i32>();
            if all == i32::from(SEEDS) { Ok(()) } else { Err(format!("{all} seeds")) }
        });
        assert_eq!(checked.unwrap().finished, 300);
    }

    #[test]
    fn sequences_are_as_many_as_the_twin_counts() {
        for depth in 0..10 {
            assert_eq!(perft(&Kalah::START, depth), Some(TWIN.perft(depth)), "depth {depth}");
        }
        assert_eq!(perft(&Kalah::START, 9), Some(2_763_490));
    }

    #[test]
    fn random_games_go_as_the_twin_says() {
        let mut random = Random::new(1);
        let mut buffer = Vec::new();
        let [mut agains, mut captures, mut laps] = [0; 3];
        for _ in 0..20_000 {
            let (mut game, mut twin) = (Kalah::START, TWIN);
            while !game.is_over() {
                let legal: Vec<usize> = game.choices().map(|house| usize::from(house.0)).collect();
                assert_eq!(legal, twin.legal(), "{game}");
                let (before, house) = (game, game.random_action(&mut random, &mut buffer));
                laps += u32::from(at(game.own, usize::from(house.0)) >= 13);
                game.apply(house);
                twin.sow(usize::from(house.0));
                if game.is_over() {
                    twin.mover = 0;
                } else {
                    agains += u32::from(game.mover == before.mover);
                    let gain = game.scores()[usize::from(before.mover)]
                        - before.scores()[usize::from(before.mover)];
                    captures += u32::from(gain > 1);
                }
                assert_eq!(twin_of(&game), twin, "{house} in {before}");
            }
            assert!(twin.is_over());
        }
        assert!(agains > 10_000 && captures > 10_000 && laps > 100, "{agains} {captures} {laps}");
    }
}
