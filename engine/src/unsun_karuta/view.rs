//! What a seat sees.

use super::cards::Card;
use super::hand::{Hand, SEATS, count};
use super::state::{Table, UnsunKaruta};
use crate::game::Seat;

impl UnsunKaruta {
    /// Forgets what `observer` cannot see. What is not known to a seat must not even show in the slots
    /// of a hand, whose order follows the numbers of the cards dealt.
    pub(super) fn hide(&mut self, observer: Seat) {
        if !self.is_dealt() {
            return;
        }
        let table = &mut self.table;
        for (seat, hand) in table.hands.iter_mut().enumerate() {
            if seat != observer.index() {
                *hand = Hand::unseen(count(hand.held));
            }
        }
        // With the opening lead side cards and discard are shown; the taker knows its discard before.
        if table.plays == 0 {
            table.side_cards = [Card::UNSEEN; 2];
            if table.taker.is_some_and(|taker| taker.seat != observer) {
                table.discard = table.discard.map(|_| Card::UNSEEN);
            }
        }
        if self.rules.face_down.is_on() {
            table.hide_trumps(observer);
        }
    }
}

impl Table {
    /// Turns down the trumps of others in the present trick, where a plain card was led.
    fn hide_trumps(&mut self, observer: Seat) {
        let (tricks, trump) = (self.tricks(), self.trump);
        if self.trick().first().is_none_or(|led| led.is_trump(trump)) {
            return;
        }
        let own = self.place(observer.0, tricks);
        let trick = &mut self.cards[SEATS * tricks..usize::from(self.plays)];
        for (place, card) in trick.iter_mut().enumerate() {
            if place != own && card.is_trump(trump) {
                *card = Card::UNSEEN;
            }
        }
    }
}
