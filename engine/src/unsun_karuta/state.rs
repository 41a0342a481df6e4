//! The position and its turns.

use super::beliefs::Beliefs;
use super::cards::{Card, PACK, Rank, Suit};
use super::hand::{Hand, SEATS, Slots, count};
use super::moves::{Action, Deal, SIDE, TURNED};
use super::rules::{Declaration, LoneSun, MeriFirst, NinthLead, Rules, TurnedRobai};
use super::score::{Combination, NINTH, Settled, Terms, Trick};
use super::{diagram, notation};
use crate::game::{Game, PerSide, Scores, Seat, Turn};
use crate::notation::NotationError;
use crate::options::{self, OptionError};
use crate::random::Random;
use std::ops::RangeInclusive;

/// Cards played in the eight tricks that are led.
pub(super) const PLAYS: usize = 64;

/// What comes next in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A deal is due.
    Deal,
    /// Seats declare or pass.
    Declaration,
    /// The taker discards.
    Discard,
    /// Cards are played.
    Play,
    /// The match is over.
    Over,
}

/// The seat that takes the turned card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Taker {
    /// Which seat it is.
    pub seat: Seat,
    /// Whether it declared, or is the dealer after eight passes.
    pub has_declared: bool,
}

/// A position of Hachinin Meri, or a seat's view of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnsunKaruta {
    pub(super) rules: Rules,
    /// Points of the two teams, finished tricks included.
    pub(super) points: [i32; 2],
    /// The number of the deal, from 1.
    pub(super) number: u8,
    pub(super) dealer: u8,
    pub(super) phase: Phase,
    /// The seat to act; 0 where there is none.
    pub(super) actor: u8,
    pub(super) table: Table,
}

/// The cards of one deal and what has been done with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Table {
    pub(super) hands: [Hand; SEATS],
    pub(super) turned: Card,
    /// The side cards, the lower first.
    pub(super) side_cards: [Card; 2],
    pub(super) trump: Suit,
    pub(super) taker: Option<Taker>,
    pub(super) discard: Option<Card>,
    /// The cards played so far, in order, and how many.
    pub(super) cards: [Card; PLAYS],
    pub(super) plays: u8,
    /// Who leads each trick up to the present one.
    pub(super) leaders: [u8; SEATS],
    /// Whether one of the finished tricks was a Meri.
    pub(super) had_meri: bool,
}

impl Table {
    /// Before the deal.
    pub(super) const EMPTY: Table = Table {
        hands: [Hand::EMPTY; SEATS],
        turned: Card::UNSEEN,
        side_cards: [Card::UNSEEN; 2],
        trump: Suit::Pao,
        taker: None,
        discard: None,
        cards: [Card::UNSEEN; PLAYS],
        plays: 0,
        leaders: [0; SEATS],
        had_meri: false,
    };

    /// The Robai of the trump suit.
    pub(super) fn native_robai(&self) -> Card {
        Card::new(self.trump, Rank::Robai)
    }

    /// Whether `seat` is the taker.
    pub(super) fn is_taker(&self, seat: u8) -> bool {
        self.taker.is_some_and(|taker| taker.seat.0 == seat)
    }

    /// The number of finished tricks.
    #[inline]
    pub(super) fn tricks(&self) -> usize {
        usize::from(self.plays) / SEATS
    }

    /// The cards of the present trick so far, in the order of play.
    #[inline]
    pub(super) fn trick(&self) -> &[Card] {
        &self.cards[SEATS * self.tricks()..usize::from(self.plays)]
    }

    /// How many seats play to a trick before `seat`.
    pub(super) fn place(&self, seat: u8, trick: usize) -> usize {
        usize::from((seat + SEATS as u8 - self.leaders[trick]) % SEATS as u8)
    }

    /// The cards that `seat` has played in finished tricks and in the present one.
    pub(super) fn played_by(&self, seat: u8) -> impl Iterator<Item = Card> {
        (0..SEATS).filter_map(move |trick| {
            let play = SEATS * trick + self.place(seat, trick);
            (play < usize::from(self.plays)).then(|| self.cards[play])
        })
    }
}

/// All seats, clockwise from `first`, over and over.
pub(super) fn seats_from(first: u8) -> impl Iterator<Item = u8> {
    (0..SEATS as u8).cycle().skip(usize::from(first))
}

/// The next seat, clockwise.
#[inline]
pub(super) fn left_of(seat: u8) -> u8 {
    (seat + 1) % SEATS as u8
}

impl UnsunKaruta {
    /// The number of the present or last deal, from 1.
    pub fn deal_number(&self) -> u8 {
        self.number
    }

    /// The seat that deals, or dealt last.
    pub fn dealer(&self) -> Seat {
        Seat(self.dealer)
    }

    /// What comes next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The card that was turned up; `None` between deals.
    pub fn turned(&self) -> Option<Card> {
        self.is_dealt().then_some(self.table.turned)
    }

    /// The trump suit; `None` between deals.
    pub fn trump(&self) -> Option<Suit> {
        self.is_dealt().then_some(self.table.trump)
    }

    /// The taker, once it is known.
    pub fn taker(&self) -> Option<Taker> {
        self.table.taker
    }

    /// The cards that `seat` holds, by number; none in the view of another seat.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = Card> {
        let hand = &self.table.hands[seat.index()];
        hand.cards(hand.held).filter(|&card| card != Card::UNSEEN)
    }

    /// How many cards `seat` holds.
    pub fn cards_held(&self, seat: Seat) -> u32 {
        count(self.table.hands[seat.index()].held)
    }

    /// The current trick so far, in the order of play; `None` for a trump that lies face down in this
    /// view.
    pub fn trick(&self) -> impl Iterator<Item = (Seat, Option<Card>)> {
        let leader = self.table.leaders[self.table.tricks() % SEATS];
        seats_from(leader)
            .map(Seat)
            .zip(self.table.trick().iter().map(|&card| (card != Card::UNSEEN).then_some(card)))
    }

    /// The number of finished tricks of this deal, 0 to 7.
    pub fn finished_tricks(&self) -> usize {
        self.table.tricks()
    }

    /// Whether one of them was a Meri.
    pub fn had_meri(&self) -> bool {
        self.table.had_meri
    }

    /// The cards that are in no hand any more: played in this deal, discarded or left over, as far as
    /// this view shows them.
    pub fn spent_cards(&self) -> impl Iterator<Item = Card> {
        let table = &self.table;
        let played = &table.cards[..usize::from(table.plays)];
        let others = table.discard.into_iter().chain(table.side_cards);
        played.iter().copied().chain(others).filter(|&card| card != Card::UNSEEN)
    }

    pub(super) fn is_dealt(&self) -> bool {
        !matches!(self.phase, Phase::Deal | Phase::Over)
    }

    /// The tricks that are settled when `action` is carried out: none, one, or at the end of a deal
    /// the eighth and the ninth.
    ///
    /// Precondition: it is legal, and the position is no view.
    pub fn settled_by(&self, action: Action) -> impl Iterator<Item = Settled> + use<> {
        let mut settled = [None; 2];
        if let Action::Play(card) = action {
            let mut table = self.table;
            table.play(self.actor, card);
            if table.plays.is_multiple_of(SEATS as u8) {
                let last = table.last_trick(&self.rules);
                settled[0] = Some(last);
                if usize::from(table.plays) == PLAYS {
                    settled[1] = Some(table.ninth_trick(&self.rules, self.dealer, last.winner));
                }
            }
        }
        settled.into_iter().flatten()
    }

    /// The seats that have passed in this deal.
    pub(super) fn passed(&self) -> impl Iterator<Item = u8> + use<> {
        let first = left_of(self.dealer);
        let count = match self.table.taker {
            Some(Taker { has_declared: false, .. }) => SEATS as u8,
            Some(taker) => (taker.seat.0 + SEATS as u8 - first) % SEATS as u8,
            None => (self.actor + SEATS as u8 - first) % SEATS as u8,
        };
        seats_from(first).take(usize::from(count))
    }

    /// The combination that `winner` would make as the winning card of a trick that a plain card led,
    /// `other` being the strongest card of the other team, and the points that it would move; the
    /// ninth trick apart. As far as a view shows it: before the opening lead nobody knows whether the
    /// trump suit's Robai is a side card.
    pub fn combination(&self, winner: Card, other: Card) -> Option<(Combination, u8)> {
        self.table.terms(&self.rules).combination(winner, other, false)
    }

    /// Whether the seat to act holds the trump suit's Robai and may say so.
    #[inline]
    fn may_declare(&self) -> bool {
        self.rules.declare != Declaration::Off
            && self.table.hands[usize::from(self.actor)].holds(self.table.native_robai())
    }

    #[inline]
    fn may_pass(&self) -> bool {
        self.rules.declare != Declaration::Forced || !self.may_declare()
    }

    /// The slots of the cards that the taker may discard.
    fn discardable(&self) -> Slots {
        let hand = &self.table.hands[usize::from(self.actor)];
        match hand.held & !hand.trumps(self.table.trump) {
            0 => hand.held,
            plain => plain,
        }
    }

    /// The slots of the cards that the seat to act may play.
    #[inline]
    fn playable(&self) -> Slots {
        let table = &self.table;
        let hand = &table.hands[usize::from(self.actor)];
        let trumps = hand.trumps(table.trump);
        let (allowed, is_excepted) = match table.trick().first() {
            None if table.plays == 0 && self.rules.meri_first == MeriFirst::Forbidden => {
                (!trumps, false)
            }
            None => return hand.held,
            Some(led) if led.is_trump(table.trump) => (trumps, self.has_lone_sun(self.actor)),
            Some(led) if table.had_meri && self.rules.monchi.is_on() => {
                let follows = hand.of_suit(led.suit());
                if follows & hand.held == 0 {
                    return hand.held;
                }
                (follows | trumps, false)
            }
            Some(_) => return hand.held,
        };
        let legal = hand.held & allowed;
        if legal == 0 || is_excepted { hand.held } else { legal }
    }

    /// Whether the Sun is the only trump that `seat` holds, and it need not play it to a Meri.
    #[inline]
    fn has_lone_sun(&self, seat: u8) -> bool {
        let table = &self.table;
        let hand = &table.hands[usize::from(seat)];
        let held = hand.trumps(table.trump) & hand.held;
        if count(held) != 1 || hand.pick(held, 0) != Card::new(table.trump, Rank::Sun) {
            return false;
        }
        // The only one held now; was it the only one then?
        let not_counted = match self.rules.lone_sun {
            LoneSun::Off => return false,
            LoneSun::Play => table.discard,
            LoneSun::Dealt if table.is_taker(seat) => Some(table.turned),
            LoneSun::Dealt => None,
        };
        let counted = hand.trumps(table.trump) & !not_counted.map_or(0, |card| hand.slot(card));
        counted == held
    }

    fn declare_or_pass(&mut self, declares: bool) {
        if !declares && self.actor != self.dealer {
            self.actor = left_of(self.actor);
            return;
        }
        self.table.take(self.actor, declares);
        self.phase = Phase::Discard;
    }

    fn discard(&mut self, card: Card) {
        let hand = &mut self.table.hands[usize::from(self.actor)];
        hand.held &= !hand.slot(card);
        self.table.discard = Some(card);
        self.phase = Phase::Play;
    }

    #[inline]
    fn play(&mut self, card: Card) {
        let table = &mut self.table;
        table.play(self.actor, card);
        if !table.plays.is_multiple_of(SEATS as u8) {
            self.actor = left_of(self.actor);
            return;
        }
        let settled = table.last_trick(&self.rules);
        self.add(&settled);
        let table = &mut self.table;
        if usize::from(table.plays) == PLAYS {
            let ninth = table.ninth_trick(&self.rules, self.dealer, settled.winner);
            self.add(&ninth);
            self.end_deal();
            return;
        }
        table.go_on_after(&settled);
        self.actor = settled.winner.0;
    }

    #[inline]
    fn add(&mut self, settled: &Settled) {
        let transfer = i32::from(settled.transfer);
        let winner = settled.winner.index() % 2;
        self.points[winner] += 1 + transfer;
        self.points[1 - winner] -= transfer;
    }

    fn end_deal(&mut self) {
        self.table = Table::EMPTY;
        self.actor = 0;
        if self.number == self.rules.deals {
            self.phase = Phase::Over;
        } else {
            self.number += 1;
            self.dealer = left_of(self.dealer);
            self.phase = Phase::Deal;
        }
    }
}

impl Table {
    /// The table after `deal`.
    fn of(deal: &Deal) -> Table {
        let mut table = Table::EMPTY;
        let mut sides = 0;
        for (card, &owner) in Card::all().zip(&deal.owners) {
            match owner {
                TURNED => table.turned = card,
                SIDE => {
                    table.side_cards[sides] = card;
                    sides += 1;
                }
                seat => table.hands[usize::from(seat)].push(card, true),
            }
        }
        table.trump = table.turned.suit();
        table
    }

    /// Makes the hands: who was dealt or took each card, and whether it was played or discarded.
    pub(super) fn deal_out(&mut self, owners: &[u8; PACK], gone: &[bool; PACK]) {
        self.hands = [Hand::EMPTY; SEATS];
        for card in Card::all() {
            if let Some(hand) = self.hands.get_mut(usize::from(owners[card.index()])) {
                hand.push(card, !gone[card.index()]);
            }
        }
    }

    /// The turned card goes to `seat`, which leads.
    fn take(&mut self, seat: u8, has_declared: bool) {
        self.taker = Some(Taker { seat: Seat(seat), has_declared });
        self.hands[usize::from(seat)].insert(self.turned);
        self.leaders[0] = seat;
    }

    #[inline]
    fn play(&mut self, seat: u8, card: Card) {
        let hand = &mut self.hands[usize::from(seat)];
        hand.held &= !hand.slot(card);
        self.lay(card);
    }

    /// Lays a card on the table, whose hand it came from being settled elsewhere.
    #[inline]
    pub(super) fn lay(&mut self, card: Card) {
        self.cards[usize::from(self.plays)] = card;
        self.plays += 1;
    }

    /// The winner of a trick that is not the last to be led leads to the next.
    #[inline]
    pub(super) fn go_on_after(&mut self, settled: &Settled) {
        self.had_meri |= settled.is_meri;
        self.leaders[self.tricks()] = settled.winner.0;
    }

    /// Settles the trick that has just become complete.
    #[inline]
    pub(super) fn last_trick(&self, rules: &Rules) -> Settled {
        let number = self.tricks();
        let mut cards = [Card::UNSEEN; SEATS];
        cards.copy_from_slice(&self.cards[SEATS * (number - 1)..SEATS * number]);
        self.terms(rules).settle(&Trick {
            number: number as u8,
            cards,
            first: self.leaders[number - 1],
            led: cards[0].suit(),
            is_meri: cards[0].is_trump(self.trump),
        })
    }

    /// Settles the ninth trick, of which everyone holds one card; `winner` won the eighth.
    fn ninth_trick(&self, rules: &Rules, dealer: u8, winner: Seat) -> Settled {
        let cards = self.hands.map(|hand| hand.pick(hand.held, 0));
        let (leader, may_be_meri) = match rules.ninth_lead {
            NinthLead::Dealer => (usize::from(dealer), false),
            NinthLead::Winner => (winner.index(), true),
        };
        let led = cards[leader];
        self.terms(rules).settle(&Trick {
            number: NINTH,
            cards,
            first: 0,
            led: led.suit(),
            is_meri: may_be_meri && led.is_trump(self.trump),
        })
    }

    #[inline]
    fn terms<'a>(&self, rules: &'a Rules) -> Terms<'a> {
        Terms { rules, trump: self.trump, is_undeclared: self.is_robai_undeclared(rules) }
    }

    /// Whether the trump suit's Robai was dealt to a seat that did not declare it.
    #[inline]
    fn is_robai_undeclared(&self, rules: &Rules) -> bool {
        let robai = self.native_robai();
        let is_declared = self.taker.is_some_and(|taker| taker.has_declared);
        rules.declare != Declaration::Off
            && !is_declared
            && !self.side_cards.contains(&robai)
            && (self.turned != robai || rules.turned_robai == TurnedRobai::Hidden)
    }
}

impl Game for UnsunKaruta {
    const ID: &'static str = "unsun-karuta";
    const NAME: &'static str = "Unsun Karuta, Hachinin Meri";
    const VERSION: u32 = 1;
    const PLAYERS: RangeInclusive<u8> = 8..=8;
    const HAS_CHANCE: bool = true;
    const HAS_HIDDEN_INFORMATION: bool = true;

    type Rules = Rules;
    type Action = Action;
    type Chance = Deal;

    fn new(rules: Rules, players: u8) -> Result<Self, OptionError> {
        options::check(&rules)?;
        options::check_players::<Self>(&rules, players)?;
        Ok(UnsunKaruta {
            rules,
            points: [0; 2],
            number: 1,
            dealer: rules.first_dealer,
            phase: Phase::Deal,
            actor: 0,
            table: Table::EMPTY,
        })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> u8 {
        SEATS as u8
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal => Turn::Chance,
            Phase::Over => Turn::Over,
            Phase::Declaration | Phase::Discard | Phase::Play => Turn::Player(Seat(self.actor)),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        let hand = &self.table.hands[usize::from(self.actor)];
        match self.phase {
            Phase::Deal | Phase::Over => {}
            Phase::Declaration => {
                actions.extend(self.may_declare().then_some(Action::Declare));
                actions.extend(self.may_pass().then_some(Action::Pass));
            }
            Phase::Discard => actions.extend(hand.cards(self.discardable()).map(Action::Discard)),
            Phase::Play => actions.extend(hand.cards(self.playable()).map(Action::Play)),
        }
    }

    #[inline]
    fn count_actions(&self, _: &mut Vec<Action>) -> usize {
        match self.phase {
            Phase::Deal | Phase::Over => 0,
            Phase::Declaration => usize::from(self.may_declare()) + usize::from(self.may_pass()),
            Phase::Discard => count(self.discardable()) as usize,
            Phase::Play => count(self.playable()) as usize,
        }
    }

    #[inline]
    fn random_action(&self, random: &mut Random, _: &mut Vec<Action>) -> Action {
        let hand = &self.table.hands[usize::from(self.actor)];
        let mut card = |slots| hand.pick(slots, random.below(count(slots)));
        match self.phase {
            Phase::Play => Action::Play(card(self.playable())),
            Phase::Discard => Action::Discard(card(self.discardable())),
            Phase::Declaration if !self.may_declare() => Action::Pass,
            Phase::Declaration if !self.may_pass() => Action::Declare,
            Phase::Declaration => random.pick(&[Action::Declare, Action::Pass]),
            Phase::Deal | Phase::Over => unreachable!("it is no seat's turn"),
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(crate::event::is_legal(self, action), "{action} in {self}");
        match action {
            Action::Play(card) => self.play(card),
            Action::Discard(card) => self.discard(card),
            Action::Declare | Action::Pass => self.declare_or_pass(action == Action::Declare),
        }
    }

    fn sample_chance(&self, random: &mut Random) -> Deal {
        Deal::sample(random)
    }

    /// There are more than 10^64 deals.
    fn chance_outcomes(&self, _: &mut Vec<(Deal, u32)>) -> bool {
        false
    }

    fn is_possible(&self, _: &Deal) -> bool {
        true
    }

    fn apply_chance(&mut self, deal: &Deal) {
        self.table = Table::of(deal);
        self.phase = Phase::Declaration;
        self.actor = left_of(self.dealer);
    }

    #[inline]
    fn sides(&self) -> usize {
        2
    }

    #[inline]
    fn side(&self, seat: Seat) -> usize {
        seat.index() % 2
    }

    fn scores(&self) -> Scores {
        PerSide::from_fn(2, |team| self.points[team])
    }

    fn hide_from(&mut self, observer: Seat) {
        self.hide(observer);
    }

    fn determinize(&mut self, observer: Seat, random: &mut Random) {
        self.hide(observer);
        *self = Beliefs::of(self, observer).draw(random);
    }

    /// What the view proves and the numbers of ways that follow are found once for all draws.
    fn determinizer(&self, observer: Seat) -> impl FnMut(&mut Random) -> Self {
        let mut view = *self;
        view.hide(observer);
        let mut beliefs = Beliefs::of(&view, observer);
        move |random| beliefs.draw(random)
    }

    fn parse(rules: Rules, players: u8, text: &str) -> Result<Self, NotationError> {
        notation::parse(rules, players, text)
    }

    fn diagram(&self) -> String {
        diagram::draw(self)
    }
}
