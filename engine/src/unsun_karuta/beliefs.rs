//! What a seat can conclude from its view, and uniform draws from all that is left possible.
//!
//! A position is **consistent** with a view if it looks so to the observer and every action seen was
//! legal with the cards that the position gives to each seat. What actions prove is always of one
//! form: a seat has no card of some class any more ([`what_actions_prove`]). So the unknown cards fall
//! into classes, the places where they may be into groups that are open to certain classes, and the
//! consistent positions are all ways to fill the groups.
//!
//! A draw fills group after group. How many cards of each class a group gets is drawn in proportion to
//! the ways in which that can be done and everything later be filled (`ways.rs`); which cards of a
//! class, and who in a group gets which, is a shuffle. Hands that are open to everything are left to
//! the end: there is nothing to count. So there is hardly anything to do while little is known, and
//! when much is known few cards are left: microseconds. In between, with everyone out of another suit
//! and half of the cards to come, it can be milliseconds.

use super::cards::{Card, PACK, Rank, Suit};
use super::hand::{MOST, SEATS, count};
use super::moves::{NOBODY, SIDE, TURNED};
use super::rules::{Declaration, LoneSun, MeriFirst};
use super::state::{Table, Taker, UnsunKaruta, seats_from};
use super::ways::{Arrangements, CLASSES, Classes, Counts, GROUPS, Group, Ways, merged};
use crate::game::Seat;
use crate::random::Random;
use arrayvec::ArrayVec;

/// As many cards as can be unknown: all but nine in the own hand and the turned card.
const UNKNOWN: usize = PACK - 10;

/// The class of the trump Sun, of which a hand can be known to have no other trump.
const SUN: usize = 5;
/// The class of the trump suit's Robai, which those who may not conceal it do not have.
const ROBAI: usize = 6;
/// All classes; those below [`SUN`] are the suits, the Tenka being with the trumps.
const ALL: Classes = (1 << CLASSES) - 1;

fn class(card: Card, trump: Suit) -> usize {
    match card.rank() {
        Rank::Sun if card.suit() == trump => SUN,
        Rank::Robai if card.suit() == trump => ROBAI,
        _ if card == Card::TENKA => trump as usize,
        _ => card.suit() as usize,
    }
}

fn trump_classes(trump: Suit) -> Classes {
    1 << trump as usize | 1 << SUN | 1 << ROBAI
}

/// What the places of a group are.
#[derive(Clone, Copy, PartialEq)]
enum Places {
    /// The hands of these seats.
    Hands(u8),
    /// A card face down in the present trick of each of these seats.
    FaceDown(u8),
    /// The taker's hand and its card face down: the cards that it is known to have may be either.
    HandAndFaceDown,
    /// The taker's hand and its discard, which nobody else has seen.
    HandAndDiscard,
}

type Groups = ArrayVec<(Group, Places), GROUPS>;

/// Adds places to the group of such places that are open to the same classes.
fn add(groups: &mut Groups, open_to: Classes, size: u8, new: Places) {
    for (group, places) in groups.iter_mut().filter(|(group, _)| group.open_to == open_to) {
        match (places, new) {
            (Places::Hands(seats), Places::Hands(seat))
            | (Places::FaceDown(seats), Places::FaceDown(seat)) => {
                *seats |= seat;
                group.size += size;
                return;
            }
            _ => {}
        }
    }
    groups.push((Group { open_to, size, arrangements: Arrangements::Same }, new));
}

/// All positions that are consistent with one view.
pub(super) struct Beliefs {
    view: UnsunKaruta,
    /// Who was dealt, took or left each card; [`NOBODY`] where that is unknown.
    owners: [u8; PACK],
    /// The cards that were played or discarded.
    gone: [bool; PACK],
    /// What the taker is known to have, or to have played face down or discarded just now.
    known: ArrayVec<Card, 2>,
    /// The unknown cards that each hand holds.
    needs: [u8; SEATS],
    /// The groups of `ways`.
    places: ArrayVec<Places, GROUPS>,
    /// The seats whose hands are open to everything.
    free: u8,
    /// The unknown cards, class after class, and how many there are of each.
    cards: ArrayVec<Card, UNKNOWN>,
    counts: Counts,
    ways: Ways,
}

impl Beliefs {
    /// What `observer` can conclude from `view`, which is its view.
    pub(super) fn of(view: &UnsunKaruta, observer: Seat) -> Beliefs {
        let beliefs = Beliefs::given(view, observer, what_actions_prove(view));
        if beliefs.ways.total() > 0.0 {
            return beliefs;
        }
        // The position was read from text, and somebody in it has played what was not legal.
        Beliefs::given(view, observer, [ALL; SEATS])
    }

    /// The same, given the classes that each seat may have.
    fn given(view: &UnsunKaruta, observer: Seat, open_to: [Classes; SEATS]) -> Beliefs {
        let mut beliefs = Beliefs {
            view: *view,
            owners: [NOBODY; PACK],
            gone: [false; PACK],
            known: ArrayVec::new(),
            needs: [0; SEATS],
            places: ArrayVec::new(),
            free: 0,
            cards: ArrayVec::new(),
            counts: [0; CLASSES],
            ways: Ways::new(ArrayVec::new(), [0; CLASSES], 0),
        };
        if view.is_dealt() {
            beliefs.look(observer);
            let groups = beliefs.find_groups(observer, open_to);
            beliefs.sort_cards(groups);
        }
        beliefs
    }

    /// Finds what the observer knows of single cards.
    fn look(&mut self, observer: Seat) {
        let table = &self.view.table;
        let mut see = |card: Card, owner: u8, is_gone: bool| {
            if card != Card::UNSEEN {
                self.owners[card.index()] = owner;
                self.gone[card.index()] = is_gone;
            }
        };
        for (card, is_held) in table.hands[observer.index()].all() {
            see(card, observer.0, !is_held);
        }
        for side in table.side_cards {
            see(side, SIDE, false);
        }
        for seat in (0..SEATS as u8).filter(|&seat| seat != observer.0) {
            for card in table.played_by(seat) {
                see(card, seat, true);
            }
        }
        let Some(Taker { seat, has_declared }) = table.taker else {
            return see(table.turned, TURNED, true);
        };
        if seat != observer {
            see(table.discard.unwrap_or(Card::UNSEEN), seat.0, true);
            let robai = has_declared.then_some(table.native_robai());
            for card in [table.turned].into_iter().chain(robai) {
                if self.owners[card.index()] == NOBODY {
                    self.owners[card.index()] = seat.0;
                    self.known.push(card);
                }
            }
        }
    }

    fn unknown(&self) -> impl Iterator<Item = Card> {
        Card::all().filter(|card| self.owners[card.index()] == NOBODY)
    }

    /// The groups, of those classes that there are unknown cards of.
    fn find_groups(&mut self, observer: Seat, open_to: [Classes; SEATS]) -> Groups {
        let table = self.view.table;
        let present = self.unknown().fold(0, |all, card| all | 1 << class(card, table.trump));
        let mut groups = Groups::new();
        for seat in (0..SEATS as u8).filter(|&seat| seat != observer.0) {
            let open_to = open_to[usize::from(seat)] & present;
            let held = count(table.hands[usize::from(seat)].held) as u8;
            let is_taker = table.is_taker(seat);
            let known = if is_taker { self.known.len() as u8 } else { 0 };
            let is_face_down = table.played_by(seat).any(|card| card == Card::UNSEEN);
            let with_one_more =
                |arrangements| Group { open_to, size: held + 1 - known, arrangements };
            if is_taker && table.discard == Some(Card::UNSEEN) {
                let group = with_one_more(Arrangements::OnePlain(known));
                groups.push((group, Places::HandAndDiscard));
                continue;
            }
            if is_face_down && known > 0 {
                let group = with_one_more(Arrangements::OneTrump(known));
                groups.push((group, Places::HandAndFaceDown));
                continue;
            }
            if is_face_down {
                let open_to = open_to & trump_classes(table.trump);
                add(&mut groups, open_to, 1, Places::FaceDown(1 << seat));
            }
            self.needs[usize::from(seat)] = held - known;
            if open_to == present {
                self.free |= 1 << seat;
            } else {
                add(&mut groups, open_to, held - known, Places::Hands(1 << seat));
            }
        }
        // The fewest choices first, and last the group whose choices need not be gone through.
        groups.sort_by_key(|(group, _)| (group.arrangements == Arrangements::Same, group.size));
        self.places = groups.iter().map(|&(_, places)| places).collect();
        groups
    }

    /// Makes one class of those that the groups do not tell apart, and sorts the cards by them.
    fn sort_cards(&mut self, groups: Groups) {
        let mut groups: ArrayVec<Group, GROUPS> =
            groups.into_iter().map(|(group, _)| group).collect();
        let trump = self.view.table.trump;
        let trumps = trump_classes(trump);
        let merged = merged(&groups, trumps);
        // Classes that are one go by the first of them; the groups are open to that already.
        for (class, &first) in merged.iter().enumerate() {
            if class != first {
                groups.iter_mut().for_each(|group| group.open_to &= !(1 << class));
            }
        }
        for class in 0..CLASSES {
            let before = self.cards.len();
            if merged[class] == class {
                let cards: ArrayVec<Card, UNKNOWN> = self
                    .unknown()
                    .filter(|&card| merged[self::class(card, trump)] == class)
                    .collect();
                self.cards.extend(cards);
            }
            self.counts[class] = (self.cards.len() - before) as u8;
        }
        self.ways = Ways::new(groups, self.counts, trumps);
    }
}

impl Beliefs {
    /// A uniformly random one of the positions.
    pub(super) fn draw(&mut self, random: &mut Random) -> UnsunKaruta {
        let mut position = self.view;
        if !position.is_dealt() {
            return position;
        }
        let mut draw = Draw { table: &mut position.table, owners: self.owners, gone: self.gone };
        let (mut cards, mut left) = (self.cards.clone(), self.counts);
        // The cards of a class lie from its start on; what is taken is taken from its end.
        let mut starts = [0; CLASSES];
        for class in 1..CLASSES {
            starts[class] = starts[class - 1] + usize::from(self.counts[class - 1]);
        }
        let mut taken = ArrayVec::<Card, UNKNOWN>::new();
        if !self.places.is_empty() {
            for class in 0..CLASSES {
                random.shuffle(&mut cards[starts[class]..][..usize::from(left[class])]);
            }
        }
        for (group, &places) in self.places.iter().enumerate() {
            let numbers = self.ways.draw(group, &mut left, random);
            taken.clear();
            for class in 0..CLASSES {
                let end = starts[class] + usize::from(left[class]);
                taken.extend(cards[end..][..usize::from(numbers[class])].iter().copied());
            }
            random.shuffle(&mut taken);
            match places {
                Places::Hands(seats) => draw.fill_hands(seats, &self.needs, &mut taken),
                Places::FaceDown(seats) => draw.fill_face_down(seats, &mut taken),
                Places::HandAndFaceDown => draw.fill_with_face_down(&self.known, &taken, random),
                Places::HandAndDiscard => draw.fill_with_discard(&self.known, &taken, random),
            }
        }
        taken.clear();
        for class in 0..CLASSES {
            taken.extend(cards[starts[class]..][..usize::from(left[class])].iter().copied());
        }
        random.shuffle(&mut taken);
        draw.fill_hands(self.free, &self.needs, &mut taken);
        draw.finish(&taken);
        position
    }
}

/// A position in the making.
struct Draw<'a> {
    table: &'a mut Table,
    owners: [u8; PACK],
    gone: [bool; PACK],
}

impl Draw<'_> {
    fn fill_hands(&mut self, seats: u8, needs: &[u8; SEATS], cards: &mut ArrayVec<Card, UNKNOWN>) {
        for seat in (0..SEATS as u8).filter(|seat| seats >> seat & 1 != 0) {
            for card in cards.drain(cards.len() - usize::from(needs[usize::from(seat)])..) {
                self.owners[card.index()] = seat;
            }
        }
    }

    fn fill_face_down(&mut self, seats: u8, cards: &mut ArrayVec<Card, UNKNOWN>) {
        for seat in (0..SEATS as u8).filter(|seat| seats >> seat & 1 != 0) {
            self.turn_up(seat, cards.pop().expect("a card for each"));
        }
    }

    /// `card` is the one that `seat` has just played face down.
    fn turn_up(&mut self, seat: u8, card: Card) {
        let trick = self.table.tricks();
        self.table.cards[SEATS * trick + self.table.place(seat, trick)] = card;
        self.owners[card.index()] = seat;
        self.gone[card.index()] = true;
    }

    fn taker(&self) -> u8 {
        self.table.taker.expect("there is a taker").seat.0
    }

    /// Any of the taker's trumps is the one face down.
    fn fill_with_face_down(&mut self, known: &[Card], cards: &[Card], random: &mut Random) {
        let all = self.give_taker(known, cards);
        let trumps: ArrayVec<Card, MOST> =
            all.iter().copied().filter(|card| card.is_trump(self.table.trump)).collect();
        self.turn_up(self.taker(), random.pick(&trumps));
    }

    /// Any of the taker's plain cards is the discard, or any card if there is none.
    fn fill_with_discard(&mut self, known: &[Card], cards: &[Card], random: &mut Random) {
        let all = self.give_taker(known, cards);
        let plain: ArrayVec<Card, MOST> =
            all.iter().copied().filter(|card| !card.is_trump(self.table.trump)).collect();
        let discard = random.pick(if plain.is_empty() { &all } else { &plain });
        self.gone[discard.index()] = true;
        self.table.discard = Some(discard);
    }

    /// Gives all these cards to the taker.
    fn give_taker(&mut self, known: &[Card], cards: &[Card]) -> ArrayVec<Card, MOST> {
        let taker = self.taker();
        let all: ArrayVec<Card, MOST> = known.iter().chain(cards).copied().collect();
        for card in &all {
            self.owners[card.index()] = taker;
        }
        all
    }

    /// Makes the hands, and side cards of what is left.
    fn finish(self, left: &[Card]) {
        if let &[one, other] = left {
            self.table.side_cards = [one.min(other), one.max(other)];
        }
        self.table.deal_out(&self.owners, &self.gone);
    }
}

/// The classes that each hand may have cards of, as far as it follows from what everyone has seen
/// other seats do: from cards that they could not have played, nor concealed, with others in hand.
fn what_actions_prove(view: &UnsunKaruta) -> [Classes; SEATS] {
    let (table, rules) = (&view.table, &view.rules);
    let trumps = trump_classes(table.trump);
    let mut open_to = [ALL; SEATS];
    let mut had_meri = false;
    for (trick, cards) in table.cards[..usize::from(table.plays)].chunks(SEATS).enumerate() {
        let (led, leader) = (cards[0], table.leaders[trick]);
        let is_meri = led.is_trump(table.trump);
        for (seat, &card) in seats_from(leader).zip(cards).skip(1) {
            // A card face down is a trump.
            if card == Card::UNSEEN || card.is_trump(table.trump) {
                continue;
            }
            let open_to = &mut open_to[usize::from(seat)];
            if is_meri {
                let sun = if may_have_lone_sun(view, seat) { 1 << SUN } else { 0 };
                *open_to &= !trumps | sun;
            } else if had_meri && rules.monchi.is_on() && card.suit() != led.suit() {
                *open_to &= !(1 << led.suit() as usize);
            }
        }
        had_meri |= is_meri;
    }
    if let Some(taker) = table.taker {
        let must_be_trumps = |card: Card| card != Card::UNSEEN && card.is_trump(table.trump);
        let is_led = table.plays > 0
            && rules.meri_first == MeriFirst::Forbidden
            && must_be_trumps(table.cards[0]);
        if is_led || table.plays > 0 && table.discard.is_some_and(must_be_trumps) {
            open_to[taker.seat.index()] &= trumps;
        }
    }
    if rules.declare == Declaration::Forced {
        for seat in view.passed() {
            open_to[usize::from(seat)] &= !(1 << ROBAI);
        }
    }
    open_to
}

/// Whether the trump Sun may be the only trump that `seat` has had, of the nine cards that count, and
/// still be there: asked of a seat that has thrown a plain card at a Meri. All its other trumps had been
/// played by then, or it could not have done so.
fn may_have_lone_sun(view: &UnsunKaruta, seat: u8) -> bool {
    let table = &view.table;
    let is_taker = table.is_taker(seat);
    let not_counted = match view.rules.lone_sun {
        LoneSun::Off => return false,
        LoneSun::Dealt if is_taker => Some(table.turned),
        LoneSun::Dealt | LoneSun::Play => None,
    };
    let sun = Card::new(table.trump, Rank::Sun);
    let excludes =
        |card: Card| card.is_trump(table.trump) && card != sun && Some(card) != not_counted;
    !table.played_by(seat).any(excludes)
}
