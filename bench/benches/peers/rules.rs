//! Kalah(6,4) for the peers: by our rules code, and by rules written plainly, as their users do.

use ludarium_bench::houses::{HOUSES, House};
use ludarium_bench::kalah::Kalah;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngCore, SeedableRng};

/// The rules.
pub(crate) trait Rules: Copy + Send + Sync + 'static {
    const START: Self;

    fn mover(&self) -> u8;

    fn is_over(&self) -> bool;

    /// Seeds in the mover's store less those in the other's.
    fn lead(&self) -> i32;

    fn moves(&self) -> impl Iterator<Item = House>;

    fn sow(&mut self, house: House);

    /// Two words that are equal for equal positions only.
    fn words(&self) -> [u64; 2];

    /// Plays on at random; twice the payoff of the first player.
    fn playout(self, random: &mut SmallRng) -> i8;
}

impl Rules for Kalah {
    const START: Self = Kalah::START;

    fn mover(&self) -> u8 {
        self.mover()
    }

    fn is_over(&self) -> bool {
        self.is_over()
    }

    fn lead(&self) -> i32 {
        self.lead()
    }

    fn moves(&self) -> impl Iterator<Item = House> {
        self.choices()
    }

    fn sow(&mut self, house: House) {
        self.sow(house);
    }

    fn words(&self) -> [u64; 2] {
        self.words()
    }

    fn playout(mut self, random: &mut SmallRng) -> i8 {
        while !self.is_over() {
            let choices = self.choices();
            self.sow(choices.nth_lowest(below(random, choices.count())));
        }
        payoff(&self)
    }
}

/// As the crate `rand` does it, but for a bias that is below 10^-8.
fn below(random: &mut SmallRng, bound: u32) -> u32 {
    ((u64::from(random.next_u32()) * u64::from(bound)) >> 32) as u32
}

/// Twice the payoff of the first player at the end.
fn payoff(end: &impl Rules) -> i8 {
    let lead = end.lead().signum() as i8;
    1 + if end.mover() == 0 { lead } else { -lead }
}

/// Rules written plainly: the houses and the store of each player as bytes, in the order of sowing.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    pits: [u8; 2 * (HOUSES + 1)],
    mover: u8,
}

/// The pit of the first player's store; the other's comes last.
const STORES: [usize; 2] = [HOUSES, 2 * HOUSES + 1];

impl Plain {
    fn first_pit(player: u8) -> usize {
        usize::from(player) * (HOUSES + 1)
    }

    fn row(&mut self, player: u8) -> &mut [u8] {
        let first = Self::first_pit(player);
        &mut self.pits[first..first + HOUSES]
    }
}

impl Rules for Plain {
    const START: Self = Plain { pits: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], mover: 0 };

    fn mover(&self) -> u8 {
        self.mover
    }

    fn is_over(&self) -> bool {
        self.pits[..HOUSES].iter().all(|&seeds| seeds == 0)
            && self.pits[HOUSES + 1..2 * HOUSES + 1].iter().all(|&seeds| seeds == 0)
    }

    fn lead(&self) -> i32 {
        let store = |player| i32::from(self.pits[STORES[usize::from(player)]]);
        store(self.mover) - store(1 - self.mover)
    }

    fn moves(&self) -> impl Iterator<Item = House> {
        let first = Self::first_pit(self.mover);
        (0..HOUSES as u8)
            .map(House)
            .filter(move |house| self.pits[first + usize::from(house.0)] > 0)
    }

    fn sow(&mut self, house: House) {
        let player = self.mover;
        let (own, others) = (STORES[usize::from(player)], STORES[usize::from(1 - player)]);
        let mut pit = Self::first_pit(player) + usize::from(house.0);
        let seeds = std::mem::take(&mut self.pits[pit]);
        for _ in 0..seeds {
            pit = (pit + 1) % self.pits.len();
            if pit == others {
                pit = (pit + 1) % self.pits.len();
            }
            self.pits[pit] += 1;
        }
        let is_own_house = (Self::first_pit(player)..own).contains(&pit);
        let opposite = (2 * HOUSES).wrapping_sub(pit);
        if is_own_house && self.pits[pit] == 1 && self.pits[opposite] > 0 {
            let taken = 1 + std::mem::take(&mut self.pits[opposite]);
            self.pits[pit] = 0;
            self.pits[own] += taken;
        }
        if pit != own {
            self.mover = 1 - player;
        }
        if [0, 1].iter().any(|&player| self.row(player).iter().all(|&seeds| seeds == 0)) {
            for player in [0, 1] {
                let rest: u8 = self.row(player).iter().sum();
                self.row(player).fill(0);
                self.pits[STORES[usize::from(player)]] += rest;
            }
        }
    }

    fn words(&self) -> [u64; 2] {
        let mut bytes = [0; 16];
        bytes[..self.pits.len()].copy_from_slice(&self.pits);
        bytes[self.pits.len()] = self.mover;
        let word =
            |half: usize| u64::from_le_bytes(std::array::from_fn(|place| bytes[8 * half + place]));
        [word(0), word(1)]
    }

    fn playout(mut self, random: &mut SmallRng) -> i8 {
        while !self.is_over() {
            let moves: Vec<House> = self.moves().collect();
            self.sow(*moves.choose(random).expect("the game is not over"));
        }
        payoff(&self)
    }
}

/// The two ways of writing the rules are held against one another.
pub(crate) fn assert_same() {
    let mut random = SmallRng::seed_from_u64(1);
    for _ in 0..1000 {
        let (mut plain, mut shared) = (<Plain as Rules>::START, Kalah::START);
        while !shared.is_over() {
            let moves: Vec<House> = plain.moves().collect();
            assert!(moves.iter().copied().eq(shared.moves()));
            assert_eq!((plain.mover, plain.lead()), (shared.mover(), shared.lead()));
            let house = *moves.choose(&mut random).expect("the game is not over");
            plain.sow(house);
            shared.sow(house);
        }
        assert!(plain.is_over() && payoff(&plain) == payoff(&shared));
    }
}
