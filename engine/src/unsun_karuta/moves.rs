//! Actions and the deal.

use super::cards::{Card, PACK};
use super::hand::SEATS;
use crate::event::CHANCE_MARK;
use crate::notation::NotationError;
use crate::random::Random;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A choice of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Declares the trump suit's Robai, and so takes the turned card: `declare`.
    Declare,
    /// Does not: `pass`.
    Pass,
    /// Lays this card aside, face down: `x` and the card.
    Discard(Card),
    /// Leads this card or follows with it.
    Play(Card),
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Declare => f.write_str("declare"),
            Action::Pass => f.write_str("pass"),
            Action::Discard(card) => write!(f, "x{card}"),
            Action::Play(card) => Display::fmt(card, f),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "declare" => return Ok(Action::Declare),
            "pass" => return Ok(Action::Pass),
            _ => {}
        }
        let read = match text.strip_prefix('x') {
            Some(card) => card.parse().map(Action::Discard),
            None => text.parse().map(Action::Play),
        };
        read.map_err(|_| {
            NotationError::form(
                "action",
                text,
                "declare, pass, x and a card, or a card: a suit (p i k o g) and a rank (1 to 9, D T \
                 B R U S)",
            )
        })
    }
}

/// Where the cards of a deal go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    pub(super) owners: [u8; PACK],
}

/// In [`Deal::owners`], below which are the seats: the card that is turned up.
pub(super) const TURNED: u8 = SEATS as u8;
/// In [`Deal::owners`]: a side card.
pub(super) const SIDE: u8 = TURNED + 1;
/// Among owners of cards: nobody that is known.
pub(super) const NOBODY: u8 = u8::MAX;
/// Cards dealt to each seat.
pub(super) const DEALT: usize = 9;

impl Deal {
    /// A uniformly random deal.
    pub(super) fn sample(random: &mut Random) -> Deal {
        let mut owners = IN_ORDER;
        random.shuffle(&mut owners);
        Deal { owners }
    }

    /// Whether every seat gets nine cards, one is turned up and two are left.
    fn is_complete(&self) -> bool {
        let mut sorted = self.owners;
        sorted.sort_unstable();
        sorted == IN_ORDER
    }
}

/// The owners of a deal, nine times each seat first.
const IN_ORDER: [u8; PACK] = {
    let mut owners = [SIDE; PACK];
    owners[SEATS * DEALT] = TURNED;
    let mut card = 0;
    while card < SEATS * DEALT {
        owners[card] = (card / DEALT) as u8;
        card += 1;
    }
    owners
};

/// The owners as written, in the order of their numbers.
const LETTERS: &[u8; 10] = b"01234567tr";

impl Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.owners.map(|owner| LETTERS[usize::from(owner)]);
        let text = std::str::from_utf8(&letters).expect("digits and letters");
        write!(f, "{CHANCE_MARK}{text}")
    }
}

impl FromStr for Deal {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let malformed = || {
            NotationError::form(
                "deal",
                text,
                "`*` and the place of each of the 75 cards by number: each of the digits 0 to 7 nine \
                 times, `t` once, `r` twice",
            )
        };
        let letters = text.strip_prefix(CHANCE_MARK).ok_or_else(malformed)?.as_bytes();
        let mut deal = Deal { owners: [0; PACK] };
        if letters.len() != PACK {
            return Err(malformed());
        }
        for (owner, letter) in deal.owners.iter_mut().zip(letters) {
            let place = LETTERS.iter().position(|each| each == letter);
            *owner = place.ok_or_else(malformed)? as u8;
        }
        if deal.is_complete() { Ok(deal) } else { Err(malformed()) }
    }
}
