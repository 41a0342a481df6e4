//! A seat's cards of a deal: ten slots, and sets of slots as bits.

use super::cards::{Card, KINDS, Suit, TENKA_KIND};

/// The seats.
pub(super) const SEATS: usize = 8;
/// The most cards that a seat ever has: nine and the turned card.
pub(super) const MOST: usize = 10;

/// Slots of a hand, slot n being bit n.
pub(super) type Slots = u16;

/// All cards that a seat has had in this deal, by number, and which of them it still holds. In a view
/// the hands of others are so many unseen cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hand {
    cards: [Card; MOST],
    /// How many slots are in use.
    count: u8,
    /// The slots whose cards are still held.
    pub(super) held: Slots,
    /// The slots of each kind of cards.
    kinds: [Slots; KINDS],
}

impl Hand {
    pub(super) const EMPTY: Hand =
        Hand { cards: [Card::UNSEEN; MOST], count: 0, held: 0, kinds: [0; KINDS] };

    /// So many cards that the observer of a view cannot see.
    pub(super) fn unseen(count: u32) -> Hand {
        Hand { count: count as u8, held: (1 << count) - 1, ..Hand::EMPTY }
    }

    /// Whether the observer of the view cannot see these cards.
    pub(super) fn is_unseen(&self) -> bool {
        self.cards[0] == Card::UNSEEN
    }

    /// Adds a card, whose number must be above those of all others, and which is held or has been.
    #[inline]
    pub(super) fn push(&mut self, card: Card, is_held: bool) {
        let slot = self.count;
        self.cards[usize::from(slot)] = card;
        self.count += 1;
        self.held |= Slots::from(is_held) << slot;
        self.kinds[card.kind()] |= 1 << slot;
    }

    /// Adds a card to those that are all held still, whatever its number.
    pub(super) fn insert(&mut self, card: Card) {
        let old = std::mem::replace(self, Hand::EMPTY);
        let cards = &old.cards[..usize::from(old.count)];
        let place = cards.partition_point(|&each| each < card);
        let (below, above) = cards.split_at(place);
        for &each in below.iter().chain(&[card]).chain(above) {
            self.push(each, true);
        }
    }

    /// All cards that the seat has had, by number, and whether it holds them still.
    pub(super) fn all(&self) -> impl Iterator<Item = (Card, bool)> {
        let cards = &self.cards[..usize::from(self.count)];
        cards.iter().enumerate().map(|(slot, &card)| (card, self.held >> slot & 1 != 0))
    }

    /// The slot of a card that the seat has or had; no slot if it never did.
    #[inline]
    pub(super) fn slot(&self, card: Card) -> Slots {
        let mut found = 0;
        for (slot, &each) in self.cards.iter().enumerate() {
            found |= Slots::from(each == card) << slot;
        }
        found
    }

    /// Whether the seat holds `card`.
    #[inline]
    pub(super) fn holds(&self, card: Card) -> bool {
        self.slot(card) & self.held != 0
    }

    /// The slots of the cards that follow a lead of `suit`.
    #[inline]
    pub(super) fn of_suit(&self, suit: Suit) -> Slots {
        self.kinds[suit as usize]
    }

    /// The slots of the trumps.
    #[inline]
    pub(super) fn trumps(&self, trump: Suit) -> Slots {
        self.kinds[trump as usize] | self.kinds[TENKA_KIND]
    }

    /// The card in the `place`-th of these slots, from 0.
    #[inline]
    pub(super) fn pick(&self, slots: Slots, place: u32) -> Card {
        self.cards[(PLACES[usize::from(slots)] >> (4 * place) & 15) as usize]
    }

    /// The cards in these slots, by number.
    #[inline]
    pub(super) fn cards(&self, slots: Slots) -> impl Iterator<Item = Card> {
        (0..count(slots)).map(move |place| self.pick(slots, place))
    }
}

/// How many slots these are.
#[inline]
pub(super) fn count(slots: Slots) -> u32 {
    (PLACES[usize::from(slots)] >> COUNT) as u32
}

/// The slots of a set, four bits each, the lowest slot first; from bit [`COUNT`] on how many they are.
/// One look saves counting bits, for which not every processor has an instruction.
static PLACES: [u64; 1 << MOST] = {
    let mut places = [0; 1 << MOST];
    let mut slots = 0;
    while slots < 1 << MOST {
        let (mut count, mut slot) = (0, 0);
        while slot < MOST {
            if slots >> slot & 1 != 0 {
                places[slots] |= (slot as u64) << (4 * count);
                count += 1;
            }
            slot += 1;
        }
        places[slots] |= count << COUNT;
        slots += 1;
    }
    places
};

const COUNT: u32 = 4 * MOST as u32;
