//! The position and its turns.

use super::chance::OwnTurn;
use super::rules::Rules;
use super::tables::{HOME, SKIP, TURNS, table};
use crate::game::{Game, Never, Ranks, Scores, Seat, Turn};
use crate::notation::NotationError;
use crate::options::{self, OptionError};
use crate::random::Random;
use std::ops::RangeInclusive;

/// The most players.
pub(super) const MOST: usize = 6;

/// A position of Hokusai's sugoroku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HokusaiSugoroku {
    /// The square of each seat, [`HOME`] for home, with [`SKIP`] where it owes one; 0 beyond the
    /// players.
    pub(super) tokens: [u8; 8],
    /// The seats that are home, in the order of arrival; 0 beyond.
    pub(super) arrivals: [u8; MOST],
    /// How many are home.
    pub(super) home: u8,
    /// How many arrivals the game still lasts.
    pub(super) to_come: u8,
    /// The seat to act; 0 when the game is over.
    pub(super) mover: u8,
    pub(super) players: u8,
    /// Which of the [`TURNS`] the rules ask for.
    table: u8,
    pub(super) rules: Rules,
}

impl HokusaiSugoroku {
    /// The square that the token of `seat` stands on, 1 to 52, or [`HOME`].
    ///
    /// # Panics
    ///
    /// If there is no such seat.
    #[inline]
    pub fn square(&self, seat: Seat) -> u8 {
        self.tokens[..usize::from(self.players)][seat.index()] & !SKIP
    }

    /// Whether `seat` skips its next own turn.
    ///
    /// # Panics
    ///
    /// If there is no such seat.
    #[inline]
    pub fn owes_skip(&self, seat: Seat) -> bool {
        self.tokens[..usize::from(self.players)][seat.index()] & SKIP != 0
    }

    /// The seats that are home, in the order of arrival.
    #[inline]
    pub fn arrivals(&self) -> impl ExactSizeIterator<Item = Seat> {
        self.arrivals[..usize::from(self.home)].iter().copied().map(Seat)
    }

    /// How many arrivals end the game.
    pub(super) fn arrivals_to_end(rules: &Rules, players: u8) -> u8 {
        if rules.rank_all.is_yes() { players - 1 } else { 1 }
    }

    /// The token of the seat to act.
    #[inline]
    fn token(&self) -> u8 {
        self.tokens[usize::from(self.mover) % self.tokens.len()]
    }

    /// The next seat that is on the route.
    #[inline]
    fn pass_on(&mut self) {
        loop {
            let next = self.mover + 1;
            self.mover = if next == self.players { 0 } else { next };
            if self.home == 0 || self.token() != HOME {
                return;
            }
        }
    }

    /// Takes note of an arrival of the seat to act.
    fn arrive(&mut self) {
        self.arrivals[usize::from(self.home)] = self.mover;
        self.home += 1;
        self.to_come -= 1;
        if self.to_come == 0 {
            self.mover = 0;
        } else {
            self.pass_on();
        }
    }
}

impl Game for HokusaiSugoroku {
    const ID: &'static str = "hokusai-sugoroku";
    const NAME: &'static str = "Hokusai's Kamakura-Enoshima-Oyama sugoroku";
    const VERSION: u32 = 1;
    const PLAYERS: RangeInclusive<u8> = 2..=6;
    const HAS_CHANCE: bool = true;
    const HAS_DECISIONS: bool = false;

    type Rules = Rules;
    type Action = Never;
    type Chance = OwnTurn;

    fn new(rules: Rules, players: u8) -> Result<Self, OptionError> {
        options::check(&rules)?;
        options::check_players::<Self>(&rules, players)?;
        let first = rules.first_player;
        if first > players {
            return Err(OptionError::Conflict(format!(
                "first-player={first} needs {first} players or more, not {players}"
            )));
        }
        let mut tokens = [0; 8];
        tokens[..usize::from(players)].fill(1);
        Ok(HokusaiSugoroku {
            tokens,
            arrivals: [0; MOST],
            home: 0,
            to_come: Self::arrivals_to_end(&rules, players),
            mover: first - 1,
            players,
            table: table(&rules),
            rules,
        })
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
        if self.to_come == 0 { Turn::Over } else { Turn::Chance }
    }

    fn legal_actions(&self, _: &mut Vec<Never>) {}

    fn apply(&mut self, action: Never) {
        match action {}
    }

    #[inline]
    fn chance_seat(&self) -> Option<Seat> {
        Some(Seat(self.mover))
    }

    #[inline]
    fn sample_chance(&self, random: &mut Random) -> OwnTurn {
        OwnTurn { pips: random.die_if(self.token() & SKIP == 0) }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(OwnTurn, u32)>) -> bool {
        if self.token() & SKIP != 0 {
            outcomes.push((OwnTurn::SKIP, 1));
        } else {
            outcomes.extend(OwnTurn::THROWS.map(|throw| (throw, 1)));
        }
        true
    }

    #[inline]
    fn is_possible(&self, event: &OwnTurn) -> bool {
        (self.token() & SKIP != 0) == (*event == OwnTurn::SKIP)
    }

    #[inline]
    fn apply_chance(&mut self, event: &OwnTurn) {
        debug_assert!(self.is_possible(event), "{event} in {self}");
        let token = &mut self.tokens[usize::from(self.mover) % 8];
        *token =
            TURNS[usize::from(self.table % 16)][usize::from(*token)][usize::from(event.pips % 8)];
        if *token == HOME {
            self.arrive();
        } else {
            self.pass_on();
        }
    }

    #[inline]
    fn scores(&self) -> Scores {
        Scores::from_fn(self.sides(), |seat| i32::from(self.tokens[seat] & !SKIP))
    }

    /// By arrival, then by square; a skip that is owed does not count.
    fn ranks(&self) -> Ranks {
        let scores = self.scores();
        let mut ranks = Ranks::by_score(&scores);
        for (rank, seat) in (1..).zip(self.arrivals()) {
            ranks[seat.index()] = rank;
        }
        ranks
    }

    fn parse(rules: Rules, players: u8, text: &str) -> Result<Self, NotationError> {
        super::notation::parse(rules, players, text)
    }

    fn diagram(&self) -> String {
        super::diagram::draw(self)
    }
}
