//! The one random generator of the whole toolkit, and the few draws made from it.
//!
//! Results must not change when a random-number crate does. So only raw 32-bit words are taken
//! from the crate ([`rand_chacha`], pinned exactly), and what turns words into dice, cards and
//! choices is written here and pinned by the test vectors at the end of this file.
//!
//! - Words: ChaCha with 8 rounds (D. J. Bernstein, *ChaCha, a variant of Salsa20*, 2008), key from
//!   the seed, stream number from unit and role.
//! - Key: the seed expanded to 32 bytes by [`SplitMix64`].
//! - Bounded integers: multiply-shift with rejection (D. Lemire, *Fast random integer generation
//!   in an interval*, ACM TOMACS 29, 2019).
//! - Several bounded integers at once, and dice, of which twenty throws come from one fraction: by repeated multiplication (D. Lemire and N.
//!   Brackett-Rozinsky, *Batched ranged random integer generation*, Software: Practice and Experience
//!   55, 2025).
//! - Shuffle: Fisher-Yates, from the end (Durstenfeld, CACM 7, 1964), as many places from one fraction
//!   as leave a rejection rare, in the same way as the dice.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::hint::select_unpredictable;

/// The generator: ChaCha8 under one seed, aimed at one of 2^64 independent streams.
///
/// Setting one up costs more than a short game, so a thread makes one and re-aims it with
/// [`Random::set_stream`].
#[derive(Clone, Debug)]
pub struct Random {
    words: ChaCha8Rng,
    /// The fraction of 2^64 from which the next throws of dice come.
    dice: u64,
    /// How many throws are left in it.
    dice_left: u8,
}

/// Throws that come from one fraction: as many as leave a rejection rare.
const DICE: u8 = 20;

/// Above what one fraction of a shuffle is cut into: one in 256 is rejected at most.
const BATCH: u64 = 1 << 56;

impl Random {
    /// The generator of `seed`, aimed at the stream of unit 0 and role 0.
    pub fn new(seed: u64) -> Self {
        let mut expand = SplitMix64::new(seed);
        let mut key = [0; 32];
        for bytes in key.chunks_exact_mut(8) {
            bytes.copy_from_slice(&expand.next_u64().to_le_bytes());
        }
        Random { words: ChaCha8Rng::from_seed(key), dice: 0, dice_left: 0 }
    }

    /// The generator of `seed`, aimed at the start of the stream of `unit` and `role`.
    pub fn with_stream(seed: u64, unit: u64, role: u8) -> Self {
        let mut random = Random::new(seed);
        random.set_stream(unit, role);
        random
    }

    /// Re-aims the generator at the start of the stream `unit << 8 | role` of the same seed.
    ///
    /// `unit` counts what is independent (a match, a group of matches; below 2^56) and `role` says
    /// what the words are for, so that nobody's draws can shift anybody else's.
    pub fn set_stream(&mut self, unit: u64, role: u8) {
        debug_assert!(unit < 1 << 56, "unit {unit} does not fit beside the role");
        // In this order the crate computes no block until the first word is asked for.
        self.words.set_word_pos(0);
        self.words.set_stream(unit << 8 | u64::from(role));
        self.dice_left = 0;
    }

    /// The next raw word, uniform on all 32-bit values.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        self.words.next_u32()
    }

    /// The next two raw words as one number, the first word below the second.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.words.next_u64()
    }

    /// A uniform integer in `0..bound`. Takes one word, rarely more.
    ///
    /// # Panics
    ///
    /// In debug builds if `bound` is 0; in release builds 0 is returned then.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "no integer is below 0");
        let product = u64::from(self.next_u32()) * u64::from(bound);
        // Low parts below 2^32 mod bound belong to the surplus that would favour some values.
        if (product as u32) < bound {
            self.without_surplus(product, bound)
        } else {
            (product >> 32) as u32
        }
    }

    /// The rare end of [`Random::below`], apart so that its common path is short.
    #[cold]
    fn without_surplus(&mut self, mut product: u64, bound: u32) -> u32 {
        let surplus = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
        while (product as u32) < surplus {
            product = u64::from(self.next_u32()) * u64::from(bound);
        }
        (product >> 32) as u32
    }

    /// Uniform integers in `0..bounds[i]`, independent of each other. Takes one word for all, rarely more.
    ///
    /// # Panics
    ///
    /// In debug builds if a bound is 0, or the product of the bounds is above `u32::MAX`.
    #[inline]
    pub fn each_below<const N: usize>(&mut self, bounds: [u32; N]) -> [u32; N] {
        let outcomes: u32 = bounds.iter().product();
        debug_assert!(outcomes > 0, "no integer is below 0");
        let mut word = self.next_u32();
        // As in `below`, for the last of the fractions that the multiplications leave.
        while word.wrapping_mul(outcomes) < outcomes
            && word.wrapping_mul(outcomes)
                < outcomes.wrapping_neg().checked_rem(outcomes).unwrap_or(0)
        {
            word = self.next_u32();
        }
        bounds.map(|bound| {
            let product = u64::from(word) * u64::from(bound);
            word = product as u32;
            (product >> 32) as u32
        })
    }

    /// A throw of a die with six faces, 1 to 6, if it is `wanted`; 0 if not, and then nothing is used
    /// up. Without a branch on `wanted`: for games in which a processor would often guess wrong.
    ///
    /// Twenty throws come from two words, which belong to the dice whatever else is drawn between them.
    #[inline]
    pub fn die_if(&mut self, wanted: bool) -> u8 {
        if self.dice_left == 0 && wanted {
            self.take_dice();
        }
        self.dice_left -= u8::from(wanted);
        // A throw multiplies the fraction by six: the whole part is the throw, the rest goes on.
        let product = u128::from(self.dice) * 6;
        self.dice = select_unpredictable(wanted, product as u64, self.dice);
        select_unpredictable(wanted, 1 + (product >> 64) as u8, 0)
    }

    /// A new fraction for [`DICE`] throws.
    #[cold]
    fn take_dice(&mut self) {
        self.dice_left = DICE;
        self.dice = self.fraction(6_u64.pow(u32::from(DICE)));
    }

    /// A uniform element of `items`.
    ///
    /// # Panics
    ///
    /// If `items` is empty.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }

    /// Puts `items` in a uniformly random order. Takes two words for about nine of 75 items, and for
    /// more of the last ones.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let mut left = items.len() as u64;
        while left > 1 {
            // The numbers of places to choose from, one after the other, and their product.
            let (mut outcomes, mut after) = (left, left - 1);
            while after > 1
                && let Some(more) = outcomes.checked_mul(after)
                && more < BATCH
            {
                (outcomes, after) = (more, after - 1);
            }
            let mut fraction = self.fraction(outcomes);
            for places in (after + 1..=left).rev() {
                let product = u128::from(fraction) * u128::from(places);
                items.swap(places as usize - 1, (product >> 64) as usize);
                fraction = product as u64;
            }
            left = after;
        }
    }

    /// A fraction of 2^64 that can be cut into `outcomes` equal parts: repeated multiplication by
    /// factors of `outcomes` gives integers below them, all independent.
    #[inline]
    fn fraction(&mut self, outcomes: u64) -> u64 {
        loop {
            let fraction = self.next_u64();
            // As in `below`; the division is needed only if the low part is below the divisor.
            let low = fraction.wrapping_mul(outcomes);
            if low >= outcomes || low >= outcomes.wrapping_neg() % outcomes {
                return fraction;
            }
        }
    }

    /// A uniform index into `weights`, each with probability proportional to its weight.
    ///
    /// # Panics
    ///
    /// If the weights add up to 0 or to more than `u32::MAX`.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let mut left = self.below(weights.clone().sum());
        for (index, weight) in weights.enumerate() {
            if left < weight {
                return index;
            }
            left -= weight;
        }
        unreachable!("a number below the sum of the weights lies in one of them")
    }
}

/// SplitMix64: a 64-bit counter with a strong mixing function (Steele, Lea and Flood, *Fast
/// splittable pseudorandom number generators*, OOPSLA 2014). Used to expand seeds.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The sequence that starts from `seed`.
    pub fn new(seed: u64) -> Self {
        SplitMix64 { state: seed }
    }

    /// The next number of the sequence.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector of the rules text on puzzles, and the first output of seed 0 that is published
    /// with the algorithm.
    #[test]
    fn splitmix_gives_its_published_numbers() {
        let mut numbers = SplitMix64::new(20_260_101);
        assert_eq!(numbers.next_u64(), 17_486_582_413_981_831_226);
        assert_eq!(numbers.next_u64(), 3_190_848_937_081_373_894);
        assert_eq!(numbers.next_u64(), 13_905_571_665_034_498_228);
        assert_eq!(SplitMix64::new(0).next_u64(), 0xE220_A839_7B1D_CDAF);
    }

    /// First keystream block of ChaCha8 with a zero key and nonce, from the eSTREAM-style vectors
    /// of draft-strombergson-chacha-test-vectors.
    #[test]
    fn words_are_chacha8() {
        let mut words = ChaCha8Rng::from_seed([0; 32]);
        assert_eq!(words.next_u32(), u32::from_le_bytes([0x3e, 0x00, 0xef, 0x2f]));
        assert_eq!(words.next_u32(), u32::from_le_bytes([0x89, 0x5f, 0x40, 0xd6]));
    }

    /// The same numbers come from a separate implementation of ChaCha8 and of the draws.
    #[test]
    fn draws_are_pinned() {
        let mut random = Random::with_stream(42, 7, 3);
        let words: Vec<u32> = (0..4).map(|_| random.next_u32()).collect();
        let dice: Vec<u32> = (0..12).map(|_| random.below(6)).collect();
        let mut cards: Vec<u8> = (0..10).collect();
        random.shuffle(&mut cards);
        let weighted: Vec<usize> = (0..6).map(|_| random.weighted([1, 0, 3].into_iter())).collect();
        assert_eq!(words, [2_671_268_561, 618_669_642, 662_936_547, 3_382_149_781]);
        assert_eq!(dice, [5, 3, 3, 3, 0, 5, 5, 2, 4, 1, 2, 5]);
        assert_eq!(cards, [8, 2, 5, 4, 7, 0, 9, 3, 1, 6]);
        assert_eq!(weighted, [2, 2, 0, 2, 2, 2]);
    }

    /// A whole pack takes several fractions; the order comes from the same separate implementation.
    #[test]
    fn a_pack_is_shuffled_as_pinned() {
        let mut cards: Vec<u8> = (0..75).collect();
        Random::with_stream(1, 2, 3).shuffle(&mut cards);
        assert_eq!(cards[..10], [67, 40, 61, 18, 69, 34, 15, 24, 66, 64]);
        assert_eq!(cards[65..], [3, 35, 32, 22, 52, 58, 14, 23, 20, 65]);
    }

    /// Chi-squared over all orders of five, and over the places of one card of a pack; the limits are
    /// the 0.9999 quantiles.
    #[test]
    fn shuffles_are_uniform() {
        let mut random = Random::new(12);
        let mut orders = std::collections::BTreeMap::new();
        let mut places = [0_u32; 75];
        for _ in 0..60_000 {
            let mut five = [0, 1, 2, 3, 4];
            random.shuffle(&mut five);
            *orders.entry(five).or_insert(0_u32) += 1;
            let mut pack: [u8; 75] = std::array::from_fn(|place| place as u8);
            random.shuffle(&mut pack);
            places[pack.iter().position(|&card| card == 40).unwrap()] += 1;
        }
        let chi_squared = |counts: &[u32]| -> f64 {
            let expected = 60_000.0 / counts.len() as f64;
            counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum()
        };
        let orders: Vec<u32> = orders.into_values().collect();
        assert_eq!(orders.len(), 120);
        assert!(chi_squared(&orders) < 184.0, "chi-squared {}", chi_squared(&orders));
        assert!(chi_squared(&places) < 125.0, "chi-squared {}", chi_squared(&places));
    }

    /// The throws are the digits to base six of the fraction that two words make, as big integers give
    /// them; the next fraction is made when they are used up, and other draws do not touch it.
    #[test]
    fn dice_are_the_digits_of_a_fraction() {
        let mut random = Random::with_stream(42, 7, 3);
        let mut words = random.clone();
        let mut throws = Vec::new();
        for number in 0..60 {
            assert_eq!(random.die_if(false), 0);
            throws.push(random.die_if(true));
            // One word between the second and the third fraction is somebody else's.
            if number == 39 {
                random.next_u32();
            }
        }
        let mut expected = Vec::new();
        for fraction in 0..3 {
            if fraction == 2 {
                words.next_u32();
            }
            // floor(x * 6^20 / 2^64) has the throws as its digits, the first one being the highest.
            let x = u128::from(words.next_u64());
            let digits = (x * 6_u128.pow(20)) >> 64;
            expected.extend((0..20).rev().map(|place| 1 + (digits / 6_u128.pow(place) % 6) as u8));
        }
        assert_eq!(throws, expected);
        assert_eq!(throws[..10], [1, 6, 2, 1, 5, 1, 4, 3, 5, 2]);
    }

    /// They are the digits of a fraction to mixed bases, and a bound that leaves much over is uniform too.
    #[test]
    fn integers_from_one_word_are_its_digits() {
        let mut random = Random::with_stream(42, 7, 3);
        let mut words = random.clone();
        for _ in 0..1000 {
            let x = u64::from(words.next_u32());
            let digits = (x * (7 * 11 * 3)) >> 32;
            let expected = [digits / 33, digits / 3 % 11, digits % 3].map(|digit| digit as u32);
            assert_eq!(random.each_below([7, 11, 3]), expected);
        }
        let mut counts = [0_u32; 3];
        for _ in 0..60_000 {
            let [high, low] = random.each_below([3, 1 << 30]);
            assert!(low < 1 << 30);
            counts[high as usize] += 1;
        }
        // A quarter of all words is rejected here. The limit is four standard deviations.
        assert!(counts.iter().all(|count| count.abs_diff(20_000) < 462), "{counts:?}");
    }

    /// Chi-squared over pairs of throws in a row; the limit is the 0.9999 quantile.
    #[test]
    fn dice_are_uniform_and_independent() {
        let mut random = Random::new(11);
        let mut counts = [0_u32; 36];
        let pairs = 90_000;
        for _ in 0..pairs {
            let (first, second) = (random.die_if(true), random.die_if(true));
            counts[usize::from(6 * (first - 1) + second - 1)] += 1;
        }
        let expected = f64::from(pairs) / 36.0;
        let chi_squared: f64 =
            counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        assert!(chi_squared < 73.4, "chi-squared {chi_squared}");
    }

    #[test]
    fn streams_start_afresh_and_differ() {
        let mut random = Random::new(1);
        let mut first_words = |unit, role| {
            random.set_stream(unit, role);
            (random.die_if(true), random.next_u32(), random.next_u64())
        };
        let first = first_words(5, 1);
        assert_ne!(first, first_words(5, 2));
        assert_ne!(first, first_words(6, 1));
        assert_eq!(first, first_words(5, 1));
        assert_ne!(Random::new(1).next_u64(), Random::new(2).next_u64());
    }

    /// Chi-squared over bounds that do not divide 2^32; the limits are the 0.9999 quantiles.
    #[test]
    fn bounded_integers_are_uniform() {
        for (bound, limit) in [(3, 18.5), (6, 25.8), (10, 33.8)] {
            let mut random = Random::with_stream(3, u64::from(bound), 0);
            let mut counts = vec![0_u32; bound as usize];
            let draws = 60_000;
            for _ in 0..draws {
                counts[random.below(bound) as usize] += 1;
            }
            let expected = f64::from(draws) / f64::from(bound);
            let chi_squared: f64 =
                counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
            assert!(chi_squared < limit, "bound {bound}: chi-squared {chi_squared}");
        }
    }

    /// With a bound just above 2^31 nearly half of all words are rejected: the path is exercised.
    #[test]
    fn rejection_keeps_values_in_range() {
        let bound = (1 << 31) + 1;
        let mut random = Random::new(9);
        let high = (0..4000).filter(|_| random.below(bound) >= bound / 2).count();
        assert!((1800..2200).contains(&high), "{high} of 4000 in the upper half");
    }
}
