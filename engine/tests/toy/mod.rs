//! Two Tricks: a card game small enough to be searched by brute force, for tests only. It has what
//! board games with open information lack, so that whatever is written for all games meets it.
//!
//! # Rules
//!
//! Four players in two teams: seats 0 and 2 against seats 1 and 3. Eight cards, ranks 1 to 4 of
//! roses and of bells, are dealt, two to each player; a player sees the own cards only.
//!
//! Before each of two tricks, two three-sided dice are thrown: their sum is what the trick is worth.
//! Then the leader says `single` or `double` (the worth counts twice) and at once plays a card. The
//! others follow in the order of seats, with a card of the suit led if they have one. The highest
//! card of that suit wins the worth for its team. Seat 0 leads first, then the winner of the first
//! trick.
//!
//! Who does not follow suit shows that no card of the suit is left in that hand: this is all that
//! can be inferred from play, since any card allowed may be played.
//!
//! | option | values | default | what it changes |
//! |---|---|---|---|
//! | `tricks` | 1–2 | 2 | after 1 trick the game counts as capped, and cards stay hidden for ever |
//! | `doubling` | `yes`, `no` | `yes` | `no`: the leader says nothing |
//!
//! # Notation
//!
//! `r1b3/r2b4/r3b1/r4b2` are the hands, `-` an empty one, `?` a card not seen. Each trick begun
//! follows after a space: its worth, `s` or `d` once the leader has said it, then `:` and the cards
//! played so far: `b3/b4/b1/r4b2 5d:r1r2r3`. Actions are `single`, `double` and cards; chance events
//! are a deal `*r1b3/r2b4/r3b1/r4b2` and a throw `*5`.

// Every test crate that includes this file uses another part of it, and none has dependents.
#![allow(dead_code, unreachable_pub)]

use ludarium_engine::notation::{NotationError, number, parts};
use ludarium_engine::options::{
    OptionError, OptionInfo, Options, Values, YesNo, check, check_players,
};
use ludarium_engine::{Event, Game, Random, Scores, Seat, Turn, event};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The rule options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Rules {
    /// Tricks played, 1 or 2.
    pub tricks: u8,
    /// Whether the leader may double the worth.
    pub doubling: YesNo,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { tricks: 2, doubling: YesNo::Yes }
    }
}

impl Options for Rules {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo { name: "tricks", values: Values::Integer(1, 2), meaning: "tricks played" },
        OptionInfo {
            name: "doubling",
            values: YesNo::VALUES,
            meaning: "whether the leader may double what a trick is worth",
        },
    ];
}

const SEATS: usize = 4;
/// The sums of two three-sided dice, with their weights.
const THROWS: [(u8, u32); 5] = [(2, 1), (3, 2), (4, 3), (5, 2), (6, 1)];

/// A card: roses are 0 to 3, bells 4 to 7, the higher the better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    const ALL: [Card; 8] = [Card(0), Card(1), Card(2), Card(3), Card(4), Card(5), Card(6), Card(7)];

    fn suit(self) -> u8 {
        self.0 / 4
    }
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ['r', 'b'][usize::from(self.suit())], self.0 % 4 + 1)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let named = Card::ALL.into_iter().find(|card| card.to_string() == text);
        named.ok_or_else(|| NotationError::form("card", text, "r1 to r4 or b1 to b4"))
    }
}

/// A set of cards, a bit each; prints ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cards(u8);

impl Cards {
    const PACK: Cards = Cards(0xff);
    const SUITS: [Cards; 2] = [Cards(0x0f), Cards(0xf0)];

    fn iter(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |card| self.0 >> card.0 & 1 == 1)
    }

    fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.0)
    }

    fn but(self, others: Cards) -> Cards {
        Cards(self.0 & !others.0)
    }

    /// All sets of two of these cards.
    fn pairs(self) -> impl Iterator<Item = Cards> {
        let above = move |low| self.iter().filter(move |&card| card > low);
        let pair = |low, high| Cards::default().with(low).with(high);
        self.iter().flat_map(move |low| above(low).map(move |high| pair(low, high)))
    }

    fn of_suit(self, suit: u8) -> Cards {
        Cards(self.0 & Cards::SUITS[usize::from(suit)].0)
    }
}

impl Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| card.fmt(f))
    }
}

impl FromStr for Cards {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cards = read_cards(text)?;
        let set = cards.iter().fold(Cards::default(), |set, &card| set.with(card));
        let canonical = set.to_string() == text;
        canonical.then_some(set).ok_or_else(|| NotationError::form("cards", text, "ascending"))
    }
}

fn read_cards(text: &str) -> Result<Vec<Card>, NotationError> {
    let cards = text.as_bytes().chunks(2);
    cards.map(|card| String::from_utf8_lossy(card).parse()).collect()
}

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The leader lets the worth be.
    Single,
    /// The leader doubles the worth.
    Double,
    /// A card is played.
    Play(Card),
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Single => f.write_str("single"),
            Action::Double => f.write_str("double"),
            Action::Play(card) => card.fmt(f),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "single" => Ok(Action::Single),
            "double" => Ok(Action::Double),
            _ => text.parse().map(Action::Play),
        }
    }
}

/// What chance does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The hands are dealt.
    Deal([Cards; SEATS]),
    /// The dice show this sum.
    Throw(u8),
}

impl Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Deal([a, b, c, d]) => write!(f, "*{a}/{b}/{c}/{d}"),
            Chance::Throw(sum) => write!(f, "*{sum}"),
        }
    }
}

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let form = || NotationError::form("chance event", text, "a deal or a throw such as *5");
        let event = text.strip_prefix(event::CHANCE_MARK).ok_or_else(form)?;
        if !event.contains('/') {
            return Ok(Chance::Throw(number("throw", event, 2..=6)?));
        }
        let mut hands = [Cards::default(); SEATS];
        for (hand, text) in hands.iter_mut().zip(parts::<SEATS>("deal", event, '/', "four hands")?)
        {
            *hand = text.parse()?;
        }
        Ok(Chance::Deal(hands))
    }
}

/// The cards of a seat: those that are seen, and the number of those that are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Hand {
    seen: Cards,
    unseen: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Trick {
    /// 0 before the throw.
    worth: u8,
    doubled: Option<bool>,
    cards: [Card; SEATS],
    played: u8,
}

impl Trick {
    fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.played)]
    }

    fn is_finished(&self) -> bool {
        usize::from(self.played) == SEATS
    }
}

/// A position of Two Tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwoTricks {
    rules: Rules,
    hands: [Hand; SEATS],
    tricks: [Trick; 2],
}

impl TwoTricks {
    /// Deals the cards that nobody sees to the places that are unseen, whatever play has shown.
    pub fn deal_unseen(&mut self, random: &mut Random) {
        let known = self.hands.iter().flat_map(|hand| hand.seen.iter());
        let played = self.tricks.iter().flat_map(|trick| trick.cards().iter().copied());
        let known = known.chain(played).fold(Cards::default(), Cards::with);
        let mut unseen: Vec<Card> = Cards::PACK.but(known).iter().collect();
        random.shuffle(&mut unseen);
        let mut dealt = unseen.into_iter();
        for hand in &mut self.hands {
            hand.seen = dealt.by_ref().take(hand.unseen.into()).fold(hand.seen, Cards::with);
            hand.unseen = 0;
        }
    }

    /// The trick that is played or comes next.
    fn current(&self) -> usize {
        self.tricks.iter().filter(|trick| trick.is_finished()).count()
    }

    fn is_dealt(&self) -> bool {
        self.tricks[0].worth > 0 || self.hands.iter().any(|&hand| hand != Hand::default())
    }

    /// The seat that plays card `nth` of a trick; those before must be finished.
    fn seat(&self, trick: usize, nth: usize) -> usize {
        let leader = if trick == 0 { 0 } else { self.winner(trick - 1) };
        (leader + nth) % SEATS
    }

    fn winner(&self, trick: usize) -> usize {
        let cards = self.tricks[trick].cards;
        let follows = |&nth: &usize| cards[nth].suit() == cards[0].suit();
        let best = (0..SEATS).filter(follows).max_by_key(|&nth| cards[nth]);
        self.seat(trick, best.expect("the card led follows itself"))
    }

    /// All cards played so far: the trick, the seat, the card.
    fn plays(&self) -> impl Iterator<Item = (usize, usize, Card)> {
        (0..self.tricks.len()).flat_map(move |trick| {
            let cards = self.tricks[trick].cards().iter().enumerate();
            cards.map(move |(nth, &card)| (trick, self.seat(trick, nth), card))
        })
    }

    /// Whether no seat that did not follow suit holds a card of it or plays one later.
    fn hands_fit_play(&self) -> bool {
        self.plays().all(|(trick, seat, card)| {
            let led = self.tricks[trick].cards[0].suit();
            let later = self.plays().filter(|play| play.0 > trick && play.1 == seat);
            let kept = later.fold(self.hands[seat].seen, |cards, play| cards.with(play.2));
            card.suit() == led || kept.of_suit(led).len() == 0
        })
    }

    /// Plays the game again that `self` shows, from a deal of all cards in the hands and played.
    fn replayed(&self) -> Result<TwoTricks, event::EventError> {
        let mut game = TwoTricks { hands: Default::default(), tricks: Default::default(), ..*self };
        if !self.is_dealt() {
            return Ok(game);
        }
        let hands = self.plays().fold(self.hands.map(|hand| hand.seen), |mut hands, play| {
            hands[play.1] = hands[play.1].with(play.2);
            hands
        });
        let mut events = vec![Event::Chance(Chance::Deal(hands))];
        for trick in self.tricks.iter().filter(|trick| trick.worth > 0) {
            events.push(Event::Chance(Chance::Throw(trick.worth)));
            let said = trick.doubled.map(|yes| if yes { Action::Double } else { Action::Single });
            let cards = trick.cards().iter().map(|&card| Action::Play(card));
            events.extend(said.into_iter().chain(cards).map(Event::Action));
        }
        events.iter().try_for_each(|event: &Event<Self>| event.apply_to(&mut game))?;
        Ok(game)
    }
}

impl Display for TwoTricks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, hand) in self.hands.iter().enumerate() {
            let separator = if seat == 0 { "" } else { "/" };
            let unseen = "?".repeat(hand.unseen.into());
            let empty = if *hand == Hand::default() { "-" } else { "" };
            write!(f, "{separator}{}{unseen}{empty}", hand.seen)?;
        }
        for trick in self.tricks.iter().filter(|trick| trick.worth > 0) {
            let said = trick.doubled.map_or("", |yes| if yes { "d" } else { "s" });
            write!(f, " {}{said}", trick.worth)?;
            if trick.played > 0 {
                f.write_str(":")?;
            }
            trick.cards().iter().try_for_each(|card| card.fmt(f))?;
        }
        Ok(())
    }
}

fn read_trick(text: &str) -> Result<Trick, NotationError> {
    let form = || NotationError::form("trick", text, "a trick such as 4d:r1r2");
    let (head, cards) = text.split_once(':').unwrap_or((text, ""));
    let (worth, doubled) = match head.strip_suffix(['s', 'd']) {
        Some(worth) => (worth, Some(head.ends_with('d'))),
        None => (head, None),
    };
    let mut trick = Trick { worth: number("worth", worth, 2..=6)?, doubled, ..Trick::default() };
    for card in read_cards(cards)? {
        *trick.cards.get_mut(usize::from(trick.played)).ok_or_else(form)? = card;
        trick.played += 1;
    }
    Ok(trick)
}

impl Game for TwoTricks {
    const ID: &'static str = "two-tricks";
    const NAME: &'static str = "Two Tricks";
    const VERSION: u32 = 1;
    const PLAYERS: RangeInclusive<u8> = 4..=4;
    const HAS_CHANCE: bool = true;
    const HAS_HIDDEN_INFORMATION: bool = true;

    type Rules = Rules;
    type Action = Action;
    type Chance = Chance;

    fn new(rules: Rules, players: u8) -> Result<Self, OptionError> {
        check(&rules)?;
        check_players::<Self>(&rules, players)?;
        Ok(TwoTricks { rules, hands: Default::default(), tricks: Default::default() })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> u8 {
        SEATS as u8
    }

    fn turn(&self) -> Turn {
        let current = self.current();
        if !self.is_dealt() {
            Turn::Chance
        } else if current == usize::from(self.rules.tricks) {
            Turn::Over
        } else if self.tricks[current].worth == 0 {
            Turn::Chance
        } else {
            Turn::Player(Seat(self.seat(current, self.tricks[current].played.into()) as u8))
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        let Turn::Player(seat) = self.turn() else { return };
        let trick = &self.tricks[self.current()];
        if self.rules.doubling.is_yes() && trick.doubled.is_none() {
            return actions.extend([Action::Single, Action::Double]);
        }
        let hand = self.hands[seat.index()].seen;
        let following = trick.cards().first().map_or(hand, |led| hand.of_suit(led.suit()));
        let playable = if following.len() > 0 { following } else { hand };
        actions.extend(playable.iter().map(Action::Play));
    }

    fn apply(&mut self, action: Action) {
        debug_assert!(event::is_legal(self, action), "{action} in {self}");
        let Turn::Player(seat) = self.turn() else { return };
        let current = self.current();
        let trick = &mut self.tricks[current];
        match action {
            Action::Single => trick.doubled = Some(false),
            Action::Double => trick.doubled = Some(true),
            Action::Play(card) => {
                trick.cards[usize::from(trick.played)] = card;
                trick.played += 1;
                let hand = &mut self.hands[seat.index()].seen;
                *hand = hand.but(Cards::default().with(card));
            }
        }
    }

    fn sample_chance(&self, random: &mut Random) -> Chance {
        if self.is_dealt() {
            return Chance::Throw((2 + random.below(3) + random.below(3)) as u8);
        }
        let mut cards = Card::ALL;
        random.shuffle(&mut cards);
        Chance::Deal(std::array::from_fn(|seat| {
            Cards::default().with(cards[2 * seat]).with(cards[2 * seat + 1])
        }))
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Chance, u32)>) -> bool {
        if self.is_dealt() {
            outcomes.extend(THROWS.map(|(sum, weight)| (Chance::Throw(sum), weight)));
            return true;
        }
        for a in Cards::PACK.pairs() {
            let after_a = Cards::PACK.but(a);
            for b in after_a.pairs() {
                let after_b = after_a.but(b);
                outcomes
                    .extend(after_b.pairs().map(|c| (Chance::Deal([a, b, c, after_b.but(c)]), 1)));
            }
        }
        true
    }

    fn apply_chance(&mut self, event: &Chance) {
        match *event {
            Chance::Deal(hands) => self.hands = hands.map(|seen| Hand { seen, unseen: 0 }),
            Chance::Throw(sum) => self.tricks[self.current()].worth = sum,
        }
    }

    fn sides(&self) -> usize {
        2
    }

    fn side(&self, seat: Seat) -> usize {
        seat.index() % 2
    }

    fn scores(&self) -> Scores {
        Scores::from_fn(2, |side| {
            let won = (0..self.current()).filter(|&trick| self.winner(trick) % 2 == side);
            let points =
                |trick: &Trick| i32::from(trick.worth) << u8::from(trick.doubled == Some(true));
            won.map(|trick| points(&self.tricks[trick])).sum()
        })
    }

    fn capped(&self) -> bool {
        self.turn() == Turn::Over && self.rules.tricks == 1
    }

    fn hide_from(&mut self, observer: Seat) {
        for (seat, hand) in self.hands.iter_mut().enumerate() {
            if seat != observer.index() {
                let unseen = hand.unseen + hand.seen.len() as u8;
                *hand = Hand { seen: Cards::default(), unseen };
            }
        }
    }

    /// Deals again until no hand contradicts what play has shown; so all fitting deals are equally
    /// likely.
    fn determinize(&mut self, observer: Seat, random: &mut Random) {
        self.hide_from(observer);
        let view = *self;
        loop {
            self.deal_unseen(random);
            if self.hands_fit_play() {
                return;
            }
            *self = view;
        }
    }

    fn parse(rules: Rules, players: u8, text: &str) -> Result<Self, NotationError> {
        let mut game = TwoTricks::new(rules, players)
            .map_err(|error| NotationError::impossible(error.to_string()))?;
        let mut fields = text.split(' ');
        let hands = parts::<SEATS>("hands", fields.next().unwrap_or(""), '/', "four hands")?;
        for (hand, text) in game.hands.iter_mut().zip(hands) {
            hand.seen = if text == "-" { Cards::default() } else { text.parse()? };
        }
        let mut tricks = game.tricks.iter_mut();
        for text in fields {
            let too_many = || NotationError::form("tricks", text, "one of two tricks");
            *tricks.next().ok_or_else(too_many)? = read_trick(text)?;
        }
        if game.tricks[1].played > 0 && !game.tricks[0].is_finished() {
            return Err(NotationError::impossible("a trick begins before the last has ended"));
        }
        let replayed =
            game.replayed().map_err(|error| NotationError::impossible(error.to_string()))?;
        if replayed != game || game.to_string() != text {
            return Err(NotationError::impossible(format!("play leads to `{replayed}` instead")));
        }
        Ok(game)
    }
}
