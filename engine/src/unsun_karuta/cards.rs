//! The 75 cards, their kinds and their strength.

use crate::notation::NotationError;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The cards of the pack.
pub(super) const PACK: usize = Card::COUNT;
/// The cards of a suit.
const SUIT: u8 = 15;

/// A suit, in the order of the card numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Clubs, a long suit: `p`.
    Pao,
    /// Swords, a long suit: `i`.
    Isu,
    /// Cups, a round suit: `k`.
    Koppu,
    /// Coins, a round suit: `o`.
    Oru,
    /// Whorls or drums, a round suit: `g`.
    Guru,
}

impl Suit {
    /// All suits.
    pub const ALL: [Suit; 5] = [Suit::Pao, Suit::Isu, Suit::Koppu, Suit::Oru, Suit::Guru];

    /// The letter that stands for the suit.
    pub fn letter(self) -> char {
        char::from(b"pikog"[self as usize])
    }

    /// Whether the higher pip is the stronger, as in Pao and Isu; in round suits it is the weaker.
    pub const fn is_long(self) -> bool {
        matches!(self, Suit::Pao | Suit::Isu)
    }
}

/// A rank, in the order of the card numbers, which is not that of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// The pip 1.
    One,
    /// The pip 2.
    Two,
    /// The pip 3.
    Three,
    /// The pip 4.
    Four,
    /// The pip 5.
    Five,
    /// The pip 6.
    Six,
    /// The pip 7.
    Seven,
    /// The pip 8.
    Eight,
    /// The pip 9.
    Nine,
    /// The dragon: `D`.
    Robai,
    /// The woman: `T`.
    Sota,
    /// The horseman: `B`.
    Kaba,
    /// The king: `R`.
    Rei,
    /// The god of fortune: `U`.
    Un,
    /// The highest court: `S`.
    Sun,
}

use Rank::{Eight, Five, Four, Kaba, Nine, One, Rei, Robai, Seven, Six, Sota, Sun, Three, Two, Un};

impl Rank {
    /// All ranks.
    pub const ALL: [Rank; 15] =
        [One, Two, Three, Four, Five, Six, Seven, Eight, Nine, Robai, Sota, Kaba, Rei, Un, Sun];

    /// The character that stands for the rank.
    pub fn letter(self) -> char {
        char::from(b"123456789DTBRUS"[self as usize])
    }
}

/// A card, by its number: 15 times the suit and the rank. Ordered by number; prints as suit and rank,
/// such as `pD` for the Pao Robai.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(super) u8);

impl Card {
    /// How many cards there are.
    pub const COUNT: usize = 75;

    /// The Pao Robai, a trump in every deal.
    pub const TENKA: Card = Card::new(Suit::Pao, Robai);

    /// In a view, a card that the observer cannot see.
    pub(super) const UNSEEN: Card = Card(PACK as u8);

    /// The card of this suit and rank.
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        Card(SUIT * suit as u8 + rank as u8)
    }

    /// All cards, by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> {
        (0..PACK as u8).map(Card)
    }

    /// The number, 0 to 74.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The number as an index.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The printed suit.
    ///
    /// # Panics
    ///
    /// In a view, if the observer cannot see the card.
    #[inline]
    pub fn suit(self) -> Suit {
        Suit::ALL[usize::from(self.0 / SUIT)]
    }

    /// The rank.
    #[inline]
    pub fn rank(self) -> Rank {
        Rank::ALL[usize::from(self.0 % SUIT)]
    }

    /// Whether the card is a trump where `trump` is the trump suit.
    #[inline]
    pub fn is_trump(self, trump: Suit) -> bool {
        self.strength(trump) >= WEAKEST_TRUMP
    }

    /// How strong the card is where `trump` is the trump suit: any trump is above any plain card;
    /// plain cards compare within their suit only. Above 0.
    #[inline]
    pub fn strength(self, trump: Suit) -> u8 {
        STRENGTH[trump as usize][self.index()]
    }

    /// The kind of the card: its suit, apart from the [`TENKA`], a kind of its own. Cards of the led
    /// kind follow it.
    #[inline]
    pub(super) fn kind(self) -> usize {
        KIND[self.index()] as usize
    }
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Card::UNSEEN {
            return f.write_str("??");
        }
        write!(f, "{}{}", self.suit().letter(), self.rank().letter())
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut letters = text.chars();
        let read = match (letters.next(), letters.next(), letters.next()) {
            (Some(suit), Some(rank), None) => Suit::ALL
                .into_iter()
                .find(|each| each.letter() == suit)
                .zip(Rank::ALL.into_iter().find(|each| each.letter() == rank)),
            _ => None,
        };
        read.map(|(suit, rank)| Card::new(suit, rank)).ok_or_else(|| {
            NotationError::form(
                "card",
                text,
                "a suit (p i k o g) and a rank (1 to 9, D T B R U S), such as k5",
            )
        })
    }
}

/// The kinds of cards: the five suits, and the Tenka.
pub(super) const KINDS: usize = 6;
/// The Tenka as a kind.
pub(super) const TENKA_KIND: usize = 5;

/// The kind of each card, by number; any kind for an unseen one.
const KIND: [u8; PACK + 1] = {
    let mut kinds = [0; PACK + 1];
    let mut card = 0;
    while card < PACK {
        kinds[card] = card as u8 / SUIT;
        card += 1;
    }
    kinds[Card::TENKA.0 as usize] = TENKA_KIND as u8;
    kinds
};

const WEAKEST_TRUMP: u8 = 32;

/// The strength of each card, by trump suit and number; 0 for an unseen one.
const STRENGTH: [[u8; PACK + 1]; 5] = {
    let mut strength = [[0; PACK + 1]; 5];
    let mut trump = 0;
    while trump < 5 {
        let mut suit = 0;
        while suit < 5 {
            let order = order(Suit::ALL[suit], suit == trump);
            let base = if suit == trump { WEAKEST_TRUMP } else { 1 };
            let mut place = 0;
            while place < 15 {
                let card = Card::new(Suit::ALL[suit], order[place]);
                // Two steps a card, so that the Tenka finds room between Sota and Robai.
                strength[trump][card.0 as usize] = base + 2 * (14 - place as u8);
                place += 1;
            }
            suit += 1;
        }
        if trump != Suit::Pao as usize {
            let robai = Card::new(Suit::ALL[trump], Robai);
            strength[trump][Card::TENKA.0 as usize] = strength[trump][robai.0 as usize] + 1;
        }
        trump += 1;
    }
    strength
};

/// The ranks of a suit, strongest first. (The Robai's place in a plain Pao suit means nothing: it is
/// the Tenka.)
const fn order(suit: Suit, is_trump: bool) -> [Rank; 15] {
    match (is_trump, suit.is_long()) {
        (true, true) => {
            [Sun, Un, Sota, Robai, Rei, Kaba, Nine, Eight, Seven, Six, Five, Four, Three, Two, One]
        }
        (true, false) => {
            [Sun, Un, Sota, Robai, Rei, Kaba, One, Two, Three, Four, Five, Six, Seven, Eight, Nine]
        }
        (false, true) => {
            [Sun, Un, Rei, Kaba, Sota, Nine, Eight, Seven, Six, Five, Four, Three, Two, Robai, One]
        }
        (false, false) => {
            [Sun, Un, Rei, Kaba, Sota, Robai, One, Two, Three, Four, Five, Six, Seven, Eight, Nine]
        }
    }
}
