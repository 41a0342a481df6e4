//! A deal of Unsun Karuta as the rules text tells it, slow and plain: read from the text of a
//! position, with what is legal, what a seat sees, whether all that was done was legal with the
//! cards that each seat would have held, all positions that fit what a seat knows, and how many
//! there are. Nothing here asks the engine.

use ludarium_engine::Random;
use std::collections::{BTreeMap, HashMap};

/// A card by its number, 0 to 74.
pub(super) type Card = u8;

pub(super) const PACK: Card = 75;
pub(super) const SEATS: usize = 8;
const TENKA: Card = 9;
const ROBAI: u8 = 9;
const SUN: u8 = 14;
const SUITS: &str = "pikog";
const RANKS: &str = "123456789DTBRUS";

pub(super) fn card(text: &str) -> Card {
    let place = |of: &str, nth: usize| {
        of.bytes().position(|byte| byte == text.as_bytes()[nth]).expect("a card") as u8
    };
    15 * place(SUITS, 0) + place(RANKS, 1)
}

fn card_text(card: Card) -> String {
    let (suit, rank) = (usize::from(card / 15), usize::from(card % 15));
    format!("{}{}", &SUITS[suit..=suit], &RANKS[rank..=rank])
}

/// A set of cards, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cards(pub(super) u128);

impl Cards {
    pub(super) fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let card = (left != 0).then(|| left.trailing_zeros() as Card)?;
            left &= left - 1;
            Some(card)
        })
    }

    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) fn has(self, card: Card) -> bool {
        self.0 >> card & 1 == 1
    }

    pub(super) fn add(&mut self, card: Card) {
        self.0 |= 1 << card;
    }

    fn take(&mut self, card: Card) {
        self.0 &= !(1 << card);
    }

    /// Those of the suit number `suit`.
    fn of(self, suit: u8) -> Cards {
        Cards(self.0 & 0x7fff << (15 * suit))
    }

    fn without(self, others: Cards) -> Cards {
        Cards(self.0 & !others.0)
    }

    fn or_if_none(self, others: Cards) -> Cards {
        if self == Cards::default() { others } else { self }
    }

    fn text(self) -> String {
        self.iter().map(card_text).collect()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        let mut set = Cards::default();
        cards.into_iter().for_each(|card| set.add(card));
        set
    }
}

/// The cards in a text such as `p1k5`, in the order of the text.
pub(super) fn cards(text: &str) -> Vec<Card> {
    text.as_bytes().chunks(2).map(|two| card(std::str::from_utf8(two).expect("ASCII"))).collect()
}

/// The rule options that decide what is legal and what is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) declare: &'static str,
    pub(super) lone_sun: &'static str,
    pub(super) meri_first: &'static str,
    pub(super) monchi: &'static str,
    pub(super) face_down: &'static str,
}

impl Options {
    /// From pairs such as `monchi=off` between spaces; what bears on nothing here is passed over.
    pub(super) fn new(pairs: &str) -> Self {
        let value = |name: &str, values: &[&'static str]| {
            let mut pairs = pairs.split_whitespace().filter_map(|pair| pair.split_once('='));
            let given = pairs.find(|pair| pair.0 == name).map_or(values[0], |pair| pair.1);
            *values.iter().find(|&&value| value == given).expect("a value")
        };
        Options {
            declare: value("declare", &["choice", "forced", "off"]),
            lone_sun: value("lone-sun", &["play", "dealt", "off"]),
            meri_first: value("meri-first", &["forbidden", "allowed"]),
            monchi: value("monchi", &["on", "off"]),
            face_down: value("face-down", &["on", "off"]),
        }
    }
}

/// A trick: who led to it, and the cards in order of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trick {
    leader: usize,
    pub(super) cards: Vec<Card>,
}

impl Trick {
    fn read(text: &str) -> Self {
        let (leader, played) = text.split_once(':').expect("a trick");
        Trick { leader: leader.parse().expect("a seat"), cards: cards(played) }
    }

    fn nth(&self, seat: usize) -> usize {
        (seat + SEATS - self.leader) % SEATS
    }

    fn of(&self, seat: usize) -> Option<Card> {
        self.cards.get(self.nth(seat)).copied()
    }
}

/// A position from the deal to the eighth trick, with all cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) options: Options,
    number: String,
    pub(super) dealer: usize,
    pub(super) phase: char,
    pub(super) seat: usize,
    pub(super) points: String,
    pub(super) turned: Card,
    /// Who takes the turned card, and whether by declaration.
    pub(super) taker: Option<(usize, bool)>,
    pub(super) discard: Option<Card>,
    sides: Cards,
    pub(super) hands: [Cards; SEATS],
    /// The finished tricks and the current one, if somebody has led to it.
    pub(super) tricks: Vec<Trick>,
}

/// What a seat has said so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Nothing,
    Pass,
    Declare,
}

/// Cards that a seat does not see: a hand with the one more card that belongs to it (face down in
/// the current trick, or the hidden discard), or the side cards, which are nobody's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) seat: Option<usize>,
    pub(super) size: usize,
    pub(super) single: Option<Single>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Single {
    FaceDown,
    Discard,
}

/// The cards of a place.
type Filling = (Cards, Option<Card>);

impl Table {
    /// The position in a text of all cards; nothing if no cards are dealt.
    pub(super) fn read(options: Options, text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        assert_eq!(fields.len(), 12, "{text}");
        if matches!(fields[2], "C" | "E") {
            return None;
        }
        let taker = (fields[6] != "-").then(|| {
            let (seat, how) = fields[6].split_at(1);
            (seat.parse().expect("a seat"), how == "d")
        });
        let mut hands = fields[9].split('/').map(|hand| cards(hand).into_iter().collect());
        let tricks = fields[10].split(',').chain([fields[11]]).filter(|&trick| trick != "-");
        let table = Table {
            options,
            number: fields[0].to_string(),
            dealer: fields[1].parse().expect("a seat"),
            phase: fields[2].chars().next().expect("a phase"),
            seat: fields[3].parse().expect("a seat"),
            points: fields[4].to_string(),
            turned: card(fields[5]),
            taker,
            discard: (fields[7] != "-").then(|| card(fields[7])),
            sides: cards(fields[8]).into_iter().collect(),
            hands: std::array::from_fn(|_| hands.next().expect("eight hands")),
            tricks: tricks.map(Trick::read).collect(),
        };
        let held: usize = table.hands.iter().map(|hand| hand.len()).sum();
        let played: usize = table.tricks.iter().map(|trick| trick.cards.len()).sum();
        let turned = usize::from(taker.is_none());
        let discard = usize::from(table.discard.is_some());
        assert_eq!(held + played + turned + discard + table.sides.len(), 75, "{text}");
        assert_eq!(table.all_cards().len(), 75, "{text}");
        Some(table)
    }

    fn all_cards(&self) -> Cards {
        let held = self.hands.iter().fold(self.sides.0, |all, hand| all | hand.0);
        let played = self.tricks.iter().flat_map(|trick| trick.cards.iter().copied());
        let all: Cards = played.chain(self.discard).chain([self.turned]).collect();
        Cards(all.0 | held)
    }

    /// The position after a deal: who gets what, by card number.
    pub(super) fn dealt(options: Options, dealer: usize, deal: &str) -> Self {
        let of = |place: char| {
            let places = deal.trim_start_matches('*').chars().zip(0..PACK);
            places.filter(|&(to, _)| to == place).map(|(_, card)| card).collect::<Cards>()
        };
        let number = "1".to_string();
        let hands = std::array::from_fn(|seat| of((b'0' + seat as u8) as char));
        let turned = of('t').iter().next().expect("a turned card");
        Table {
            options,
            number,
            dealer,
            phase: 'D',
            seat: (dealer + 1) % SEATS,
            points: "0:0".to_string(),
            turned,
            taker: None,
            discard: None,
            sides: of('r'),
            hands,
            tricks: Vec::new(),
        }
    }

    /// The text of the position, or of what a seat sees of it.
    pub(super) fn text(&self, observer: Option<usize>) -> String {
        let sees = |seat: usize| observer.is_none_or(|observer| observer == seat);
        let opened = observer.is_none() || !self.tricks.is_empty();
        let taker = self.taker.map_or("-".into(), |(seat, declared)| {
            format!("{seat}{}", if declared { "d" } else { "p" })
        });
        let discard = self.discard.map_or("-".into(), |card| {
            let seen = opened || sees(self.taker.expect("who discards takes").0);
            if seen { card_text(card) } else { "??".into() }
        });
        let sides = if opened { self.sides.text() } else { "????".into() };
        let hand = |(seat, hand): (usize, &Cards)| {
            if sees(seat) { hand.text() } else { format!("?{}", hand.len()) }
        };
        let hands: Vec<String> = self.hands.iter().enumerate().map(hand).collect();
        let finished: Vec<&Trick> = self.finished().collect();
        let finished: Vec<String> = finished.iter().map(|trick| self.trick(trick, None)).collect();
        let finished = if finished.is_empty() { "-".into() } else { finished.join(",") };
        let current = self.current().map_or("-".into(), |trick| self.trick(trick, observer));
        let Table { number, dealer, phase, seat, points, turned, .. } = self;
        let (turned, hands) = (card_text(*turned), hands.join("/"));
        format!(
            "{number} {dealer} {phase} {seat} {points} {turned} {taker} {discard} {sides} {hands} \
             {finished} {current}"
        )
    }

    fn trick(&self, trick: &Trick, observer: Option<usize>) -> String {
        let shown = |(nth, &card): (usize, &Card)| {
            let seat = (trick.leader + nth) % SEATS;
            let seen = observer.is_none_or(|observer| observer == seat)
                || !self.lies_face_down(trick, card);
            if seen { card_text(card) } else { "##".into() }
        };
        let played: String = trick.cards.iter().enumerate().map(shown).collect();
        format!("{}:{played}", trick.leader)
    }

    fn lies_face_down(&self, current: &Trick, card: Card) -> bool {
        self.options.face_down == "on" && !self.is_trump(current.cards[0]) && self.is_trump(card)
    }

    pub(super) fn finished(&self) -> impl Iterator<Item = &Trick> {
        self.tricks.iter().filter(|trick| trick.cards.len() == SEATS)
    }

    pub(super) fn current(&self) -> Option<&Trick> {
        self.tricks.iter().find(|trick| trick.cards.len() < SEATS)
    }

    pub(super) fn is_trump(&self, card: Card) -> bool {
        card / 15 == self.turned / 15 || card == TENKA
    }

    pub(super) fn trumps(&self, cards: Cards) -> Cards {
        Cards(cards.of(self.turned / 15).0 | cards.0 & 1 << TENKA)
    }

    fn plain(&self, cards: Cards) -> Cards {
        cards.without(self.trumps(cards))
    }

    pub(super) fn native(&self) -> Card {
        self.turned / 15 * 15 + ROBAI
    }

    pub(super) fn sun(&self) -> Card {
        self.turned / 15 * 15 + SUN
    }

    pub(super) fn takes(&self, seat: usize) -> bool {
        self.taker.is_some_and(|taker| taker.0 == seat)
    }

    /// The cards of a seat at the opening lead: those in hand and those played since.
    pub(super) fn at_the_lead(&self, seat: usize) -> Cards {
        let played = self.tricks.iter().filter_map(|trick| trick.of(seat));
        self.hands[seat].iter().chain(played).collect()
    }

    /// The cards with which a seat comes to the discard.
    fn before_the_discard(&self, seat: usize) -> Cards {
        let mut held = self.at_the_lead(seat);
        if self.takes(seat) {
            self.discard.into_iter().for_each(|card| held.add(card));
        }
        held
    }

    fn dealt_to(&self, seat: usize) -> Cards {
        let mut held = self.before_the_discard(seat);
        if self.takes(seat) {
            held.take(self.turned);
        }
        held
    }

    fn said(&self, seat: usize) -> Said {
        let order = |seat: usize| (seat + SEATS - self.dealer - 1) % SEATS;
        match self.taker {
            None if order(seat) < order(self.seat) => Said::Pass,
            None => Said::Nothing,
            Some((_, false)) => Said::Pass,
            Some((taker, true)) if seat == taker => Said::Declare,
            Some((taker, true)) if order(seat) < order(taker) => Said::Pass,
            Some((_, true)) => Said::Nothing,
        }
    }

    /// What a seat may say that was dealt these cards.
    fn sayable(&self, dealt: Cards) -> &[Said] {
        match self.options.declare {
            "forced" if dealt.has(self.native()) => &[Said::Declare],
            "choice" if dealt.has(self.native()) => &[Said::Declare, Said::Pass],
            _ => &[Said::Pass],
        }
    }

    fn may_keep_the_sun(&self, seat: usize) -> bool {
        let judged = match self.options.lone_sun {
            "play" => self.at_the_lead(seat),
            "dealt" => self.dealt_to(seat),
            _ => return false,
        };
        self.trumps(judged) == [self.sun()].into_iter().collect()
    }

    /// The cards of `hand` that may be the next one in trick number `number`, in which `led` was led.
    fn playable(&self, hand: Cards, keeps: bool, number: usize, led: Option<Card>) -> Cards {
        let meri_before = || self.tricks[..number].iter().any(|t| self.is_trump(t.cards[0]));
        let Some(led) = led else {
            let plain_only = number == 0 && self.options.meri_first == "forbidden";
            return if plain_only { self.plain(hand).or_if_none(hand) } else { hand };
        };
        let trumps = self.trumps(hand);
        if self.is_trump(led) {
            let lone = keeps && trumps == [self.sun()].into_iter().collect();
            return if lone { hand } else { trumps.or_if_none(hand) };
        }
        let following = self.plain(hand).of(led / 15);
        let binds = self.options.monchi == "on" && meri_before() && following.len() > 0;
        if binds { Cards(following.0 | trumps.0) } else { hand }
    }

    /// The texts of the legal actions, sorted.
    pub(super) fn legal(&self) -> Vec<String> {
        let hand = self.hands[self.seat];
        let texts = |cards: Cards, before: &'static str| {
            cards.iter().map(move |card| format!("{before}{}", card_text(card))).collect()
        };
        let mut texts: Vec<String> = match self.phase {
            'D' => {
                let word = |said: &Said| if *said == Said::Pass { "pass" } else { "declare" };
                self.sayable(hand).iter().map(|said| word(said).to_string()).collect()
            }
            'X' => texts(self.plain(hand).or_if_none(hand), "x"),
            _ => {
                let keeps = self.may_keep_the_sun(self.seat);
                let number = self.finished().count();
                let led = self.current().map(|trick| trick.cards[0]);
                texts(self.playable(hand, keeps, number, led), "")
            }
        };
        texts.sort();
        texts
    }

    /// Goes on by a legal action; false if the deal is over.
    pub(super) fn apply(&mut self, action: &str) -> bool {
        let declared = action == "declare";
        match self.phase {
            'D' if declared || self.seat == self.dealer => {
                self.taker = Some((self.seat, declared));
                self.hands[self.seat].add(self.turned);
                self.phase = 'X';
            }
            'D' => self.seat = (self.seat + 1) % SEATS,
            'X' => {
                let card = card(&action[1..]);
                self.hands[self.seat].take(card);
                self.discard = Some(card);
                self.phase = 'P';
            }
            _ => {
                let card = card(action);
                self.hands[self.seat].take(card);
                match self.tricks.last_mut().filter(|trick| trick.cards.len() < SEATS) {
                    Some(trick) => trick.cards.push(card),
                    None => self.tricks.push(Trick { leader: self.seat, cards: vec![card] }),
                }
                self.seat = match self.current() {
                    Some(_) => (self.seat + 1) % SEATS,
                    None => self.winner(self.tricks.last().expect("a trick")),
                };
            }
        }
        self.tricks.len() < SEATS || self.current().is_some()
    }

    fn winner(&self, trick: &Trick) -> usize {
        let best = (0..SEATS).max_by_key(|&nth| self.strength(trick.cards[nth], trick.cards[0]));
        (trick.leader + best.expect("eight cards")) % SEATS
    }

    /// The greater wins; cards that cannot win have none.
    fn strength(&self, card: Card, led: Card) -> usize {
        let place = |order: &str| order.find(RANKS.as_bytes()[usize::from(card % 15)] as char);
        let long = card / 15 < 2;
        if self.is_trump(card) {
            let order = if long { "123456789BRD.TUS" } else { "987654321BRD.TUS" };
            let foreign = card == TENKA && self.turned / 15 > 0;
            return 100 + if foreign { 12 } else { place(order).expect("a rank") };
        }
        let order = if long { "1D23456789TBRUS" } else { "987654321DTBRUS" };
        if card / 15 == led / 15 { 1 + place(order).expect("a rank") } else { 0 }
    }

    /// Whether the seat has played a plain card to a Meri.
    pub(super) fn kept_trumps_back(&self, seat: usize) -> bool {
        let plain_to_a_meri = |trick: &Trick| {
            self.is_trump(trick.cards[0]) && trick.of(seat).is_some_and(|card| !self.is_trump(card))
        };
        self.tricks.iter().any(plain_to_a_meri)
    }

    /// The same play where nothing proves that the taker had trumps only: a plain discard, and any card
    /// may be led to the first trick; if that can be.
    pub(super) fn without_proof_of_trumps(&self) -> Option<Table> {
        let mut table = self.clone();
        table.options.meri_first = "allowed";
        let discard = table.discard.filter(|&card| self.is_trump(card));
        if let Some(discard) = discard {
            let plain = self.plain(self.sides).iter().next()?;
            table.sides.take(plain);
            table.sides.add(discard);
            table.discard = Some(plain);
        }
        table.all_acted_legally().then_some(table)
    }

    /// Whether all that the seat has done was legal with the cards that it held then.
    pub(super) fn acted_legally(&self, seat: usize) -> bool {
        let takes = self.takes(seat);
        let ten = self.before_the_discard(seat);
        if takes && !ten.has(self.turned) {
            return false;
        }
        let said = self.said(seat);
        if said != Said::Nothing && !self.sayable(self.dealt_to(seat)).contains(&said) {
            return false;
        }
        if let Some(discard) = self.discard.filter(|_| takes)
            && !self.plain(ten).or_if_none(ten).has(discard)
        {
            return false;
        }
        let keeps = self.may_keep_the_sun(seat);
        let mut hand = self.at_the_lead(seat);
        for (number, trick) in self.tricks.iter().enumerate() {
            let Some(card) = trick.of(seat) else { continue };
            let led = (trick.leader != seat).then_some(trick.cards[0]);
            if !self.playable(hand, keeps, number, led).has(card) {
                return false;
            }
            hand.take(card);
        }
        true
    }

    pub(super) fn all_acted_legally(&self) -> bool {
        (0..SEATS).all(|seat| self.acted_legally(seat))
    }

    /// What `observer` does not see.
    pub(super) fn hidden(&self, observer: usize) -> Vec<Place> {
        let opened = !self.tricks.is_empty();
        let single = |seat: usize| {
            let lies = self.current().and_then(|trick| Some((trick, trick.of(seat)?)));
            if lies.is_some_and(|(trick, card)| self.lies_face_down(trick, card)) {
                Some(Single::FaceDown)
            } else if self.takes(seat) && self.discard.is_some() && !opened {
                Some(Single::Discard)
            } else {
                None
            }
        };
        let hands = (0..SEATS).filter(|&seat| seat != observer).map(|seat| Place {
            seat: Some(seat),
            size: self.hands[seat].len(),
            single: single(seat),
        });
        let sides = (!opened).then_some(Place { seat: None, size: 2, single: None });
        hands.chain(sides).collect()
    }

    pub(super) fn filling(&self, place: Place) -> Filling {
        let Some(seat) = place.seat else { return (self.sides, None) };
        let single = place.single.map(|single| match single {
            Single::Discard => self.discard.expect("a discard"),
            Single::FaceDown => self.current().and_then(|trick| trick.of(seat)).expect("a card"),
        });
        (self.hands[seat], single)
    }

    fn fill(&mut self, place: Place, (hand, single): Filling) {
        let Some(seat) = place.seat else {
            self.sides = hand;
            return;
        };
        self.hands[seat] = hand;
        match place.single {
            None => {}
            Some(Single::Discard) => self.discard = single,
            Some(Single::FaceDown) => {
                let trick = self.tricks.last_mut().expect("a trick");
                let nth = trick.nth(seat);
                trick.cards[nth] = single.expect("a card");
            }
        }
    }

    /// All cards that `observer` does not see.
    pub(super) fn pool(&self, observer: usize) -> Cards {
        let fillings = self.hidden(observer).into_iter().map(|place| self.filling(place));
        fillings.flat_map(|(hand, single)| hand.iter().chain(single).collect::<Vec<_>>()).collect()
    }

    /// In how many ways the hidden cards fit in the hidden places if nothing is inferred from what was
    /// done, but that cards that lie face down are trumps.
    pub(super) fn arrangements(&self, observer: usize) -> f64 {
        let (pool, places) = (self.pool(observer), self.hidden(observer));
        let singles = places.iter().filter_map(|place| place.single);
        let (mut ways, mut left, mut trumps) = (1.0, pool.len(), self.trumps(pool).len());
        for single in singles {
            ways *= if single == Single::FaceDown { trumps as f64 } else { left as f64 };
            left -= 1;
            trumps -= usize::from(single == Single::FaceDown);
        }
        for place in places {
            ways *= binomial(left, place.size);
            left -= place.size;
        }
        ways
    }

    /// Whether a card that lies face down is a trump, and the taker has what it has shown to have.
    fn lies_right(&self, place: Place) -> bool {
        let down = place.single == Some(Single::FaceDown);
        let trump = !down || self.filling(place).1.is_some_and(|card| self.is_trump(card));
        let has = |card: Card| {
            place
                .seat
                .is_none_or(|seat| !self.takes(seat) || self.before_the_discard(seat).has(card))
        };
        let declared = self.taker.is_some_and(|taker| taker.1);
        trump && has(self.turned) && (!declared || has(self.native()))
    }

    /// Whether the place could hold what it holds: what its seat did was legal, and a card that lies
    /// face down is a trump.
    fn fits(&self, place: Place) -> bool {
        self.lies_right(place) && place.seat.is_none_or(|seat| self.acted_legally(seat))
    }

    /// Some hidden cards change places, so that nothing contradicts what `observer` knows.
    pub(super) fn swapped(&self, observer: usize, random: &mut Random) -> Table {
        self.swapped_if(observer, random, Table::fits)
    }

    /// Some hidden cards change places as if nobody had to follow.
    pub(super) fn swapped_anyhow(&self, observer: usize, random: &mut Random) -> Table {
        self.swapped_if(observer, random, Table::lies_right)
    }

    fn swapped_if(
        &self,
        observer: usize,
        random: &mut Random,
        fits: fn(&Table, Place) -> bool,
    ) -> Table {
        let mut table = self.clone();
        let places = self.hidden(observer);
        for _ in 0..60 {
            let mut other = table.clone();
            let (one, two) = (random.pick(&places), random.pick(&places));
            if one.seat == two.seat {
                continue;
            }
            let (first, second) = (table.filling(one), table.filling(two));
            let all = |filling: Filling| filling.0.iter().chain(filling.1).collect::<Vec<_>>();
            if all(first).is_empty() || all(second).is_empty() {
                continue;
            }
            let (mine, yours) = (random.pick(&all(first)), random.pick(&all(second)));
            other.fill(one, exchange(first, mine, yours));
            other.fill(two, exchange(second, yours, mine));
            if fits(&other, one) && fits(&other, two) {
                table = other;
            }
        }
        table
    }
}

fn exchange((hand, single): Filling, from: Card, to: Card) -> Filling {
    let changed = |card: Card| if card == from { to } else { card };
    (hand.iter().map(changed).collect(), single.map(changed))
}

/// All positions that fit what a seat knows, with what the search found on the way.
pub(super) struct Listed {
    pub(super) positions: Vec<Table>,
    /// The cards that are not seen.
    pub(super) pool: Cards,
    /// The places with the cards that may be in the hand.
    pub(super) places: Vec<(Place, Cards)>,
}

impl Table {
    /// All positions that fit what `observer` knows, if there are at most `most`.
    pub(super) fn consistent(&self, observer: usize, most: usize) -> Option<Listed> {
        const STEPS: u32 = 3_000_000;
        let pool: Vec<Card> = self.pool(observer).iter().collect();
        let mut scratch = self.clone();
        let mut places: Vec<(Place, Vec<Filling>)> = Vec::new();
        for place in self.hidden(observer) {
            let mut fillings = Vec::new();
            for hand in subsets(&pool, place.size) {
                let singles: Vec<Option<Card>> = match place.single {
                    None => vec![None],
                    Some(_) => {
                        pool.iter().copied().filter(|&card| !hand.has(card)).map(Some).collect()
                    }
                };
                for single in singles {
                    scratch.fill(place, (hand, single));
                    if scratch.fits(place) {
                        fillings.push((hand, single));
                    }
                }
            }
            scratch.fill(place, self.filling(place));
            places.push((place, fillings));
        }
        places.sort_by_key(|(_, fillings)| fillings.len());
        let mut search = Search { places: &places, most, steps: STEPS, positions: Vec::new() };
        search.go(&mut scratch, 0, Cards::default()).then_some(())?;
        let positions = search.positions;
        let supports: Vec<(Place, Cards)> = places
            .iter()
            .map(|(place, fillings)| {
                let union = fillings.iter().fold(0, |union, filling| union | filling.0.0);
                (*place, Cards(union))
            })
            .collect();
        let pool = pool.into_iter().collect();
        Some(Listed { positions, pool, places: supports })
    }
}

struct Search<'a> {
    places: &'a [(Place, Vec<Filling>)],
    most: usize,
    steps: u32,
    positions: Vec<Table>,
}

impl Search<'_> {
    /// False if it was broken off.
    fn go(&mut self, table: &mut Table, nth: usize, used: Cards) -> bool {
        let Some((place, fillings)) = self.places.get(nth) else {
            assert!(table.all_acted_legally(), "{}", table.text(None));
            self.positions.push(table.clone());
            return self.positions.len() <= self.most;
        };
        for &(hand, single) in fillings {
            let all: Cards = hand.iter().chain(single).collect();
            if all.0 & used.0 != 0 {
                continue;
            }
            self.steps -= 1;
            table.fill(*place, (hand, single));
            if self.steps == 0 || !self.go(table, nth + 1, Cards(used.0 | all.0)) {
                return false;
            }
        }
        true
    }
}

fn subsets(pool: &[Card], size: usize) -> Vec<Cards> {
    if size == 0 {
        return vec![Cards::default()];
    }
    let mut all = Vec::new();
    for (nth, &card) in pool.iter().enumerate() {
        for mut rest in subsets(&pool[nth + 1..], size - 1) {
            rest.add(card);
            all.push(rest);
        }
    }
    all
}

fn binomial(n: usize, k: usize) -> f64 {
    PASCAL[n][k]
}

static PASCAL: [[f64; 76]; 76] = {
    let mut rows = [[0.0; 76]; 76];
    let mut n = 0;
    while n < 76 {
        rows[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// How many cards of each group a place holds, and the group of its single card.
pub(super) type Kind = (Vec<u8>, Option<usize>);

/// The number of all positions that fit what a seat knows, and how often each place holds how many
/// cards of each group. Cards of a group are alike to all that has happened.
pub(super) struct Counted {
    pub(super) total: f64,
    groups: Vec<Vec<Card>>,
    /// The group of each hidden card.
    group_of: [usize; PACK as usize],
    pub(super) places: Vec<(Place, BTreeMap<Kind, f64>)>,
}

impl Counted {
    pub(super) fn group(&self, card: Card) -> usize {
        self.group_of[usize::from(card)]
    }

    pub(super) fn kind(&self, (hand, single): Filling) -> Kind {
        let mut numbers = vec![0; self.groups.len()];
        hand.iter().for_each(|card| numbers[self.group(card)] += 1);
        (numbers, single.map(|card| self.group(card)))
    }

    /// The probability that a card of the group is in each place.
    pub(super) fn share(&self, group: usize) -> Vec<f64> {
        let size = self.groups[group].len() as f64;
        let expected = |kinds: &BTreeMap<Kind, f64>| {
            let number = |(numbers, single): &Kind| {
                f64::from(numbers[group]) + f64::from(u8::from(*single == Some(group)))
            };
            kinds.iter().map(|(kind, share)| share * number(kind)).sum::<f64>() / size
        };
        self.places.iter().map(|(_, kinds)| expected(kinds)).collect()
    }
}

impl Table {
    /// The hidden cards in groups: the turned card, the native Robai and the Sun each alone, all
    /// other trumps; each plain suit that somebody has not followed under Monchi, all other cards.
    fn groups(&self, observer: usize) -> Vec<Vec<Card>> {
        let mut unfollowed = Vec::new();
        let mut meri = false;
        for trick in &self.tricks {
            let led = trick.cards[0];
            let follows = |&card: &Card| self.is_trump(card) || card / 15 == led / 15;
            if self.options.monchi == "on" && meri && !trick.cards.iter().all(follows) {
                unfollowed.push(led / 15);
            }
            meri |= self.is_trump(led);
        }
        let group = |card: Card| match card {
            card if card == self.turned => 0,
            card if card == self.native() => 1,
            card if card == self.sun() => 2,
            card if self.is_trump(card) => 3,
            card if unfollowed.contains(&(card / 15)) => 5 + card / 15,
            _ => 4,
        };
        let mut groups: BTreeMap<u8, Vec<Card>> = BTreeMap::new();
        for card in self.pool(observer).iter() {
            groups.entry(group(card)).or_default().push(card);
        }
        groups.into_values().collect()
    }

    /// Counts what fits what `observer` knows, unless that takes more than `work` steps.
    pub(super) fn counted(&self, observer: usize, work: usize) -> Option<Counted> {
        let groups = self.groups(observer);
        let hidden = self.hidden(observer);
        let places: Vec<(Place, Vec<Kind>)> =
            hidden.iter().map(|&place| (place, self.kinds(place, &groups))).collect();
        let sizes: Vec<u8> = groups.iter().map(|group| group.len() as u8).collect();
        // Ways to fill the first places, by what is left then.
        let mut steps = 0;
        let mut first: Vec<HashMap<Vec<u8>, f64>> = vec![HashMap::from([(sizes, 1.0)])];
        for (_, kinds) in &places {
            let mut next = HashMap::new();
            steps += first.last()?.len() * kinds.len();
            if steps > work {
                return None;
            }
            for (left, ways) in first.last()? {
                for kind in kinds {
                    if let Some((rest, choices)) = taken(left, kind) {
                        *next.entry(rest).or_default() += ways * choices;
                    }
                }
            }
            first.push(next);
        }
        let all_filled = first.pop()?;
        assert!(
            all_filled.len() == 1 && all_filled.keys().all(|left| left.iter().all(|&n| n == 0))
        );
        let total = all_filled.values().sum();
        // Ways to fill the last places, from what is left before them.
        let mut last: HashMap<Vec<u8>, f64> =
            all_filled.into_keys().map(|nothing| (nothing, 1.0)).collect();
        let mut shares = Vec::new();
        for (place, kinds) in places.into_iter().rev() {
            let mut here: HashMap<Vec<u8>, f64> = HashMap::new();
            let mut of_kind = BTreeMap::new();
            for (left, before) in first.pop()? {
                for kind in &kinds {
                    let Some((rest, choices)) = taken(&left, kind) else { continue };
                    let Some(after) = last.get(&rest) else { continue };
                    *here.entry(left.clone()).or_default() += choices * after;
                    *of_kind.entry(kind.clone()).or_default() += before * choices * after / total;
                }
            }
            last = here;
            shares.push((place, of_kind));
        }
        shares.reverse();
        let mut group_of = [usize::MAX; PACK as usize];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|&card| group_of[usize::from(card)] = number);
        }
        Some(Counted { total, groups, group_of, places: shares })
    }

    /// The kinds of what a place can hold, found by trying cards of each.
    fn kinds(&self, place: Place, groups: &[Vec<Card>]) -> Vec<Kind> {
        let mut numbers = vec![Vec::new()];
        for (nth, group) in groups.iter().enumerate() {
            let last = nth + 1 == groups.len();
            numbers = numbers
                .into_iter()
                .flat_map(|begun: Vec<u8>| {
                    let left = place.size - begun.iter().map(|&n| usize::from(n)).sum::<usize>();
                    let least = if last { left } else { 0 };
                    (least..=left.min(group.len())).map(move |n| {
                        let mut longer = begun.clone();
                        longer.push(n as u8);
                        longer
                    })
                })
                .collect();
        }
        let singles: Vec<Option<usize>> = match place.single {
            None => vec![None],
            Some(_) => (0..groups.len()).map(Some).collect(),
        };
        let mut scratch = self.clone();
        let mut kinds = Vec::new();
        for numbers in numbers {
            let hand: Cards = numbers
                .iter()
                .zip(groups)
                .flat_map(|(&n, group)| group[..usize::from(n)].iter().copied())
                .collect();
            for &single in &singles {
                let card = single.map(|nth| groups[nth].get(usize::from(numbers[nth])));
                if card == Some(None) {
                    continue;
                }
                scratch.fill(place, (hand, card.flatten().copied()));
                if scratch.fits(place) {
                    kinds.push((numbers.clone(), single));
                }
            }
        }
        kinds
    }
}

/// What is left of each group when cards of this kind are taken, and in how many ways that can be.
fn taken(left: &[u8], (numbers, single): &Kind) -> Option<(Vec<u8>, f64)> {
    let mut rest = Vec::with_capacity(left.len());
    let mut ways = 1.0;
    for (&left, &n) in left.iter().zip(numbers) {
        rest.push(left.checked_sub(n)?);
        ways *= binomial(left.into(), n.into());
    }
    if let Some(group) = *single {
        ways *= f64::from(rest[group]);
        rest[group] = rest[group].checked_sub(1)?;
    }
    Some((rest, ways))
}
