//! A slow twin of the engine: the rules text to the letter, on cards that are two characters and
//! orders that are the tables of the text, with nothing of the engine at all: it is given the options
//! as text and remembers what the engine has to find out again from a position.

#[path = "crafted.rs"]
mod crafted;

use crate::common::{Seen, assert_seen};
use crate::{legal, play, require, rules, start};
use crafted::{PLANNED, Play, UNIFORM};
use ludarium_engine::options::{self, Options, Values};
use ludarium_engine::unsun_karuta::{Phase, Rules, Settled, UnsunKaruta};
use ludarium_engine::{Game, Random, Seat, Turn};
use std::collections::BTreeMap;

/// All cards by number.
const PACK: &str = "\
    p1 p2 p3 p4 p5 p6 p7 p8 p9 pD pT pB pR pU pS \
    i1 i2 i3 i4 i5 i6 i7 i8 i9 iD iT iB iR iU iS \
    k1 k2 k3 k4 k5 k6 k7 k8 k9 kD kT kB kR kU kS \
    o1 o2 o3 o4 o5 o6 o7 o8 o9 oD oT oB oR oU oS \
    g1 g2 g3 g4 g5 g6 g7 g8 g9 gD gT gB gR gU gS";

const SUITS: &str = "pikog";

/// The trumps, strongest first, a row a trump suit.
const TRUMPS: [&str; 5] = [
    "pS pU pT pD pR pB p9 p8 p7 p6 p5 p4 p3 p2 p1",
    "iS iU iT pD iD iR iB i9 i8 i7 i6 i5 i4 i3 i2 i1",
    "kS kU kT pD kD kR kB k1 k2 k3 k4 k5 k6 k7 k8 k9",
    "oS oU oT pD oD oR oB o1 o2 o3 o4 o5 o6 o7 o8 o9",
    "gS gU gT pD gD gR gB g1 g2 g3 g4 g5 g6 g7 g8 g9",
];

/// The suits that are not trumps, strongest first.
const PLAIN: [&str; 5] = [
    "pS pU pR pB pT p9 p8 p7 p6 p5 p4 p3 p2 p1",
    "iS iU iR iB iT i9 i8 i7 i6 i5 i4 i3 i2 iD i1",
    "kS kU kR kB kT kD k1 k2 k3 k4 k5 k6 k7 k8 k9",
    "oS oU oR oB oT oD o1 o2 o3 o4 o5 o6 o7 o8 o9",
    "gS gU gR gB gT gD g1 g2 g3 g4 g5 g6 g7 g8 g9",
];

/// The options and their values, the default first.
const OPTIONS: [(&str, &str); 16] = [
    ("deals", "8 1 2 3 7 16 64"),
    ("first-dealer", "0 1 2 3 4 5 6 7"),
    ("combos", "on off"),
    ("combo-value", "2 0 1 3 4 5 6 7 8 9"),
    ("combo-high", "5 0 1 2 3 4 6 7 8 9"),
    ("ninth-combo", "high plain none"),
    ("hidden-robai", "pair all off"),
    ("turned-robai", "open hidden"),
    ("pao-robai", "native tenka"),
    ("meri-combos", "off on"),
    ("declare", "choice forced off"),
    ("meri-first", "forbidden allowed"),
    ("monchi", "on off"),
    ("lone-sun", "play dealt off"),
    ("ninth-lead", "dealer winner"),
    ("face-down", "on off"),
];

/// Suit letter and rank character.
type Card = &'static str;

fn pack() -> impl Iterator<Item = Card> {
    PACK.split(' ')
}

fn suit(card: Card) -> char {
    card.chars().next().expect("a suit")
}

/// The row of a suit in a table.
fn row(table: [&'static str; 5], suit: char) -> &'static str {
    table[SUITS.find(suit).expect("a suit")]
}

fn team(seat: usize) -> usize {
    seat % 2
}

fn left_of(seat: usize) -> usize {
    (seat + 1) % 8
}

#[derive(Clone)]
struct Trick {
    leader: usize,
    /// In the order of play.
    cards: Vec<Card>,
}

impl Trick {
    fn led(&self) -> Card {
        self.cards[0]
    }

    fn plays(&self) -> impl Iterator<Item = (usize, Card)> {
        self.cards.iter().enumerate().map(|(place, &card)| ((self.leader + place) % 8, card))
    }

    fn write(&self, card: impl Fn(usize, Card) -> Card) -> String {
        let cards = self.plays().map(|(seat, played)| card(seat, played));
        format!("{}:{}", self.leader, cards.collect::<String>())
    }
}

/// What a trick came to.
#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    trick: usize,
    winner: usize,
    meri: bool,
    combination: Option<&'static str>,
    transfer: i32,
}

#[derive(Clone)]
struct Twin {
    options: BTreeMap<String, String>,
    deal: i32,
    dealer: usize,
    /// As positions write it.
    phase: char,
    seat: usize,
    points: [i32; 2],
    turned: Card,
    side: Vec<Card>,
    taker: Option<(usize, bool)>,
    discard: Option<Card>,
    /// What each seat was dealt, and what it held at the opening lead.
    dealt: Vec<Vec<Card>>,
    held: Vec<Vec<Card>>,
    hands: Vec<Vec<Card>>,
    finished: Vec<Trick>,
    current: Option<Trick>,
}

impl Twin {
    fn start(options: &str) -> Twin {
        let mut all: BTreeMap<String, String> = OPTIONS
            .iter()
            .map(|(name, values)| (name.to_string(), values.split(' ').next().unwrap().to_string()))
            .collect();
        for pair in options.split_whitespace().filter(|&word| word != "default") {
            let (name, value) = pair.split_once('=').expect("a pair");
            all.insert(name.to_string(), value.to_string()).expect("an option");
        }
        let dealer = all["first-dealer"].parse().expect("a seat");
        Twin {
            options: all,
            deal: 1,
            dealer,
            phase: 'C',
            seat: 0,
            points: [0, 0],
            turned: "",
            side: Vec::new(),
            taker: None,
            discard: None,
            dealt: Vec::new(),
            held: Vec::new(),
            hands: Vec::new(),
            finished: Vec::new(),
            current: None,
        }
    }

    fn is(&self, option: &str, value: &str) -> bool {
        self.options[option] == value
    }

    fn number(&self, option: &str) -> i32 {
        self.options[option].parse().expect("a number")
    }

    fn turn(&self) -> Turn {
        match self.phase {
            'C' => Turn::Chance,
            'E' => Turn::Over,
            _ => Turn::Player(Seat(self.seat as u8)),
        }
    }

    fn trump_suit(&self) -> char {
        suit(self.turned)
    }

    fn is_trump(&self, card: Card) -> bool {
        row(TRUMPS, self.trump_suit()).contains(card)
    }

    fn trumps(&self, cards: &[Card]) -> Vec<Card> {
        cards.iter().copied().filter(|card| self.is_trump(card)).collect()
    }

    /// The card of this rank that is printed in the trump suit.
    fn of_trump_suit(&self, rank: char) -> String {
        format!("{}{rank}", self.trump_suit())
    }

    fn native_robai(&self) -> String {
        self.of_trump_suit('D')
    }

    fn is_undeclared(&self) -> bool {
        let robai = self.native_robai();
        let declared = self.taker.is_some_and(|(_, declared)| declared);
        let dealt = self.dealt.iter().flatten().any(|&card| card == robai);
        let turned = self.turned == robai;
        !self.is("declare", "off")
            && ((dealt && !declared) || (turned && self.is("turned-robai", "hidden")))
    }

    /// The play that wins; the led suit counts only without a trump.
    fn winner(&self, trick: &Trick, led: char) -> usize {
        let strongest = |order: &str| {
            let plays = trick.plays().filter_map(|(seat, card)| Some((order.find(card)?, seat)));
            plays.min().map(|(_, seat)| seat)
        };
        strongest(row(TRUMPS, self.trump_suit()))
            .or_else(|| strongest(row(PLAIN, led)))
            .expect("a card of the led suit")
    }

    /// The pair of a trick that this seat won, if it is one of the six.
    fn pair(&self, trick: &Trick, winner: usize) -> Option<&'static str> {
        let order = row(TRUMPS, self.trump_suit());
        let strongest_of = |seats: &dyn Fn(usize) -> bool| {
            let plays = trick.plays().filter(|&(seat, _)| seats(seat));
            plays.filter_map(|(_, card)| Some((order.find(card)?, card))).min()
        };
        let (_, winning) = strongest_of(&|seat| seat == winner)?;
        let (_, beaten) = strongest_of(&|seat| team(seat) != team(winner))?;
        let is = |card: Card, rank| card == self.of_trump_suit(rank);
        let is_robai = |card| is(card, 'D') && !(card == "pD" && self.is("pao-robai", "tenka"));
        let is_long = "pi".contains(self.trump_suit());
        if is(winning, 'S') && is(beaten, 'U') {
            Some("Sun-Un")
        } else if is(winning, 'U') && is(beaten, 'T') {
            Some("Un-Sota")
        } else if is(winning, 'T') && is_robai(beaten) {
            Some("Sota-Robai")
        } else if is_robai(winning) && is(beaten, 'R') {
            Some("Robai-Rei")
        } else if is_long && is(winning, '2') && is(beaten, '1') {
            Some("2-1")
        } else if !is_long && is(winning, '8') && is(beaten, '9') {
            Some("8-9")
        } else {
            None
        }
    }

    fn transfer(&self, number: usize, pair: &str) -> i32 {
        let is_raised_by_the_robai = self.is_undeclared()
            && match self.options["hidden-robai"].as_str() {
                "pair" => pair.contains("Robai"),
                "all" => true,
                "off" => false,
                other => panic!("hidden-robai={other}"),
            };
        let is_raised_by_the_ninth = number == 9 && self.is("ninth-combo", "high");
        if is_raised_by_the_robai || is_raised_by_the_ninth {
            self.number("combo-high")
        } else {
            self.number("combo-value")
        }
    }

    /// Counts a trick of eight cards in which this card is led, or stands for one that is.
    fn settle(&mut self, number: usize, trick: &Trick, led: Card, meri: bool) -> Outcome {
        let winner = self.winner(trick, suit(led));
        let may_have_one = self.is("combos", "on")
            && (!meri || self.is("meri-combos", "on"))
            && (number != 9 || !self.is("ninth-combo", "none"));
        let combination = if may_have_one { self.pair(trick, winner) } else { None };
        let transfer = combination.map_or(0, |pair| self.transfer(number, pair));
        self.points[team(winner)] += 1 + transfer;
        self.points[1 - team(winner)] -= transfer;
        Outcome { trick: number, winner, meri, combination, transfer }
    }

    fn has_lone_sun(&self, seat: usize) -> bool {
        let judged = match self.options["lone-sun"].as_str() {
            "play" => &self.held[seat],
            "dealt" => &self.dealt[seat],
            "off" => return false,
            other => panic!("lone-sun={other}"),
        };
        let sun = self.of_trump_suit('S');
        self.trumps(judged) == [sun.as_str()] && self.trumps(&self.hands[seat]) == [sun.as_str()]
    }

    fn is_monchi(&self) -> bool {
        self.is("monchi", "on") && self.finished.iter().any(|trick| self.is_trump(trick.led()))
    }

    /// The cards that a seat may play next.
    fn cards(&self, seat: usize) -> Vec<Card> {
        let hand = self.hands[seat].clone();
        let trumps = self.trumps(&hand);
        let Some(trick) = &self.current else {
            let is_opening = self.finished.is_empty();
            if !is_opening || self.is("meri-first", "allowed") || trumps.len() == hand.len() {
                return hand;
            }
            return hand.into_iter().filter(|card| !trumps.contains(card)).collect();
        };
        let led = trick.led();
        if self.is_trump(led) {
            if trumps.is_empty() || self.has_lone_sun(seat) { hand } else { trumps }
        } else if self.is_monchi() {
            let follows = |card: &Card| suit(card) == suit(led) && !trumps.contains(card);
            if !hand.iter().any(follows) {
                return hand;
            }
            hand.into_iter().filter(|card| follows(card) || trumps.contains(card)).collect()
        } else {
            hand
        }
    }

    /// The legal actions in ASCII order.
    fn legal(&self) -> Vec<String> {
        let hand = |seat: usize| self.hands[seat].iter().copied();
        let mut texts: Vec<String> = match self.phase {
            'D' => {
                let holds = hand(self.seat).any(|card| card == self.native_robai());
                let words: &[&str] = match self.options["declare"].as_str() {
                    "choice" if holds => &["declare", "pass"],
                    "forced" if holds => &["declare"],
                    _ => &["pass"],
                };
                words.iter().map(ToString::to_string).collect()
            }
            'X' => {
                let all = self.trumps(&self.hands[self.seat]).len() == 10;
                let cards = hand(self.seat).filter(|card| all || !self.is_trump(card));
                cards.map(|card| format!("x{card}")).collect()
            }
            'P' => self.cards(self.seat).into_iter().map(str::to_string).collect(),
            _ => Vec::new(),
        };
        texts.sort();
        texts
    }

    /// Carries out an event and says what tricks it settled.
    fn play(&mut self, event: &str) -> Vec<Outcome> {
        match self.phase {
            'C' => self.deal_out(event),
            'D' if event == "declare" => self.take(self.seat, true),
            'D' if event == "pass" && self.seat == self.dealer => self.take(self.dealer, false),
            'D' if event == "pass" => self.seat = left_of(self.seat),
            'X' => {
                let card = self.remove(event.strip_prefix('x').expect("a discard"));
                self.discard = Some(card);
                self.held = self.hands.clone();
                self.phase = 'P';
            }
            'P' => {
                let card = self.remove(event);
                let seat = self.seat;
                self.seat = left_of(seat);
                let trick = self.current.get_or_insert(Trick { leader: seat, cards: Vec::new() });
                trick.cards.push(card);
                if trick.cards.len() == 8 {
                    return self.finish_trick();
                }
            }
            phase => panic!("{event} in phase {phase}"),
        }
        Vec::new()
    }

    fn deal_out(&mut self, event: &str) {
        let places = event.strip_prefix('*').expect("a deal");
        let at = |place: char| {
            let cards = pack().zip(places.chars()).filter(move |&(_, at)| at == place);
            cards.map(|(card, _)| card).collect::<Vec<Card>>()
        };
        self.turned = at('t')[0];
        self.side = at('r');
        self.dealt = ('0'..='7').map(at).collect();
        self.hands = self.dealt.clone();
        self.phase = 'D';
        self.seat = left_of(self.dealer);
    }

    fn take(&mut self, seat: usize, declared: bool) {
        self.taker = Some((seat, declared));
        self.hands[seat].push(self.turned);
        self.hands[seat].sort_by_key(|card| PACK.find(card));
        self.phase = 'X';
        self.seat = seat;
    }

    fn remove(&mut self, card: &str) -> Card {
        let hand = &mut self.hands[self.seat];
        let place = hand.iter().position(|held| *held == card).expect("a card in hand");
        hand.remove(place)
    }

    fn finish_trick(&mut self) -> Vec<Outcome> {
        let trick = self.current.take().expect("a trick");
        let number = 1 + self.finished.len();
        let (led, is_meri) = (trick.led(), self.is_trump(trick.led()));
        let outcome = self.settle(number, &trick, led, is_meri);
        self.finished.push(trick);
        self.seat = outcome.winner;
        if number < 8 {
            return vec![outcome];
        }
        let last: Vec<Card> = self.hands.iter().map(|hand| hand[0]).collect();
        let by_winner = self.is("ninth-lead", "winner");
        let led = last[if by_winner { outcome.winner } else { self.dealer }];
        let is_meri = by_winner && self.is_trump(led);
        let ninth = self.settle(9, &Trick { leader: 0, cards: last }, led, is_meri);
        let start = Twin::start("default");
        let (points, dealer) = (self.points, self.dealer);
        *self = Twin { options: self.options.clone(), deal: self.deal, dealer, points, ..start };
        if self.deal == self.number("deals") {
            self.phase = 'E';
        } else {
            self.deal += 1;
            self.dealer = left_of(dealer);
        }
        vec![outcome, ninth]
    }

    fn scores(&self) -> Vec<i32> {
        self.points.to_vec()
    }

    fn ranks(&self) -> Vec<u8> {
        match self.points[0] - self.points[1] {
            0 => vec![1, 1],
            1.. => vec![1, 2],
            _ => vec![2, 1],
        }
    }

    /// The position as a seat sees it, or the whole of it.
    fn write(&self, observer: Option<usize>) -> String {
        let hides = |seat: usize| observer.is_some_and(|observer| observer != seat);
        let [points, others] = self.points;
        let (number, dealer, phase) = (self.deal, self.dealer, self.phase);
        if "CE".contains(phase) {
            return format!("{number} {dealer} {phase} - {points}:{others} - - - - - - -");
        }
        let is_opened = self.current.is_some() || !self.finished.is_empty();
        let taker = match self.taker {
            Some((seat, declared)) => format!("{seat}{}", if declared { 'd' } else { 'p' }),
            None => "-".to_string(),
        };
        let discard = match (self.discard, self.taker) {
            (Some(_), Some((taker, _))) if !is_opened && hides(taker) => "??",
            (Some(card), _) => card,
            (None, _) => "-",
        };
        let side =
            if observer.is_some() && !is_opened { "????".to_string() } else { self.side.concat() };
        let hands: Vec<String> = (0..8)
            .map(|seat| match &self.hands[seat] {
                hand if hides(seat) => format!("?{}", hand.len()),
                hand => hand.concat(),
            })
            .collect();
        let finished: Vec<String> =
            self.finished.iter().map(|trick| trick.write(|_, card| card)).collect();
        let finished = if finished.is_empty() { "-".to_string() } else { finished.join(",") };
        let current =
            self.current.as_ref().map(|trick| {
                let is_open = self.is("face-down", "off") || self.is_trump(trick.led());
                trick.write(|seat, card| {
                    if hides(seat) && !is_open && self.is_trump(card) { "##" } else { card }
                })
            });
        format!(
            "{number} {dealer} {phase} {} {points}:{others} {} {taker} {discard} {side} {} \
             {finished} {}",
            self.seat,
            self.turned,
            hands.join("/"),
            current.unwrap_or("-".to_string()),
        )
    }
}

/// Everything that can be seen of the game, as text, a line a fact.
fn facts_of_game(game: &UnsunKaruta) -> Vec<String> {
    let phase = match game.phase() {
        Phase::Deal => 'C',
        Phase::Declaration => 'D',
        Phase::Discard => 'X',
        Phase::Play => 'P',
        Phase::Over => 'E',
    };
    let taker = game.taker().map(|taker| (taker.seat.index(), taker.has_declared));
    let legal = if game.turn() == Turn::Chance { Vec::new() } else { legal(game) };
    let count = game.count_actions(&mut Vec::new());
    let mut facts = vec![
        game.to_string(),
        format!("{:?} {legal:?} {count}", game.turn()),
        format!("{:?} {:?}", game.scores().to_vec(), game.ranks().to_vec()),
        format!("deal {} dealer {} phase {phase}", game.deal_number(), game.dealer()),
        format!("turned {} taker {taker:?}", game.turned().map_or("-".into(), |c| c.to_string())),
    ];
    facts.extend((0..8).map(|observer| {
        let mut view = *game;
        view.hide_from(Seat(observer));
        view.to_string()
    }));
    facts
}

/// The same of the twin.
fn facts_of_twin(twin: &Twin) -> Vec<String> {
    let turned = if twin.turned.is_empty() { "-" } else { twin.turned };
    let mut facts = vec![
        twin.write(None),
        format!("{:?} {:?} {}", twin.turn(), twin.legal(), twin.legal().len()),
        format!("{:?} {:?}", twin.scores(), twin.ranks()),
        format!("deal {} dealer {} phase {}", twin.deal, twin.dealer, twin.phase),
        format!("turned {turned} taker {:?}", twin.taker),
    ];
    facts.extend((0..8).map(|observer| twin.write(Some(observer))));
    facts
}

/// The first fact in which the two differ; and the text must read back as the game.
fn agree(game: &UnsunKaruta, twin: &Twin, how: &str) -> Result<(), String> {
    let (found, expected) = (facts_of_game(game), facts_of_twin(twin));
    for (found, expected) in found.into_iter().zip(expected) {
        require(found == expected, || {
            format!("{how} found\n{found}\nexpected\n{expected}\nunder {:?}", game.rules())
        })?;
    }
    let read = UnsunKaruta::parse(*game.rules(), 8, &twin.write(None));
    require(read.as_ref() == Ok(game), || {
        format!("{how} read\n{read:?}\nexpected\n{game:?}\nunder {:?}", game.rules())
    })
}

/// What the engine says of the tricks that an action settles.
fn settled_by(game: &UnsunKaruta, action: &str) -> Vec<Outcome> {
    let settled = game.settled_by(action.parse().expect("an action"));
    let outcome = |settled: Settled| Outcome {
        trick: settled.trick.into(),
        winner: settled.winner.index(),
        meri: settled.is_meri,
        combination: settled.combination.map(|combination| {
            let text = combination.to_string();
            *PAIRS.iter().find(|&&pair| pair == text).expect("one of the six pairs")
        }),
        transfer: settled.transfer.into(),
    };
    settled.map(outcome).collect()
}

/// Plays a game on both and compares them after every event, with the tricks that every action would
/// settle; notes what happened.
fn compare(
    options: &str,
    mut twin: Twin,
    play_as: Play,
    random: &mut Random,
    seen: &mut Seen,
) -> Result<(), String> {
    let (mut game, mut plan) = (start(rules(options)), None);
    agree(&game, &twin, "at the start")?;
    while twin.phase != 'E' {
        let event = play_as.choose(&twin, &mut plan, random);
        let before = twin.write(None);
        if twin.phase != 'C' {
            note(&twin, &event, seen);
            for action in twin.legal() {
                let may_settle = twin.current.as_ref().is_some_and(|trick| trick.cards.len() == 7);
                let expected = if may_settle { twin.clone().play(&action) } else { Vec::new() };
                let found = settled_by(&game, &action);
                require(found == expected, || {
                    format!(
                        "{action} in {before} settles\n{found:?}\nexpected\n{expected:?}\nunder \
                         {options}"
                    )
                })?;
            }
        }
        play(&mut game, &event);
        for outcome in twin.play(&event) {
            note_outcome(&outcome, seen);
        }
        agree(&game, &twin, &format!("after {event} in {before}"))?;
    }
    *seen.entry("match".into()).or_default() += 1;
    if twin.points[0] == twin.points[1] {
        *seen.entry("draw".into()).or_default() += 1;
    }
    Ok(())
}

/// A game of one deal that is not left to chance, after any number of events.
pub(crate) fn crafted_game(options: &str, random: &mut Random) -> UnsunKaruta {
    let (mut game, mut twin, mut plan) = (start(rules(options)), Twin::start(options), None);
    let play_as = Play::any(random);
    for _ in 0..1 + random.below(66) {
        let event = play_as.choose(&twin, &mut plan, random);
        play(&mut game, &event);
        twin.play(&event);
    }
    game
}

const PAIRS: [&str; 6] = ["Sun-Un", "Un-Sota", "Sota-Robai", "Robai-Rei", "2-1", "8-9"];

fn note_outcome(outcome: &Outcome, seen: &mut Seen) {
    let mut note = |what: String| *seen.entry(what).or_default() += 1;
    let kind = match (outcome.trick, outcome.meri) {
        (9, true) => "ninth Meri",
        (9, false) => "ninth",
        (_, true) => "Meri",
        (_, false) => "plain",
    };
    note(kind.to_string());
    if let Some(pair) = outcome.combination {
        note(format!("{kind} {pair}"));
        note(format!("{kind} {}", outcome.transfer));
    }
}

/// Notes what is rare about an action.
fn note(twin: &Twin, event: &str, seen: &mut Seen) {
    let mut note = |what: &str| *seen.entry(what.into()).or_default() += 1;
    let hand = &twin.hands[twin.seat];
    let trumps = twin.trumps(hand);
    let is_trump = twin.trumps(&pack().filter(|&card| event.ends_with(card)).collect::<Vec<_>>());
    let is_trump = !is_trump.is_empty();
    match (twin.phase, &twin.current) {
        ('D', _) if twin.dealt[twin.seat].iter().any(|&card| card == twin.native_robai()) => {
            note(if twin.seat == twin.dealer { "the dealer's Robai" } else { "another's Robai" });
        }
        ('X', _) if is_trump => note("a trump is discarded"),
        ('X', _) if trumps.len() == 9 => note("one plain card of ten"),
        ('P', None) if is_trump && twin.finished.is_empty() => note("a trump opens"),
        ('P', Some(trick)) if twin.is_trump(trick.led()) => {
            let is_sun = trumps.len() == 1 && trumps[0].ends_with('S');
            let may_keep = is_sun && twin.has_lone_sun(twin.seat);
            let held = |hands: &[Vec<Card>]| twin.trumps(&hands[twin.seat]) == trumps;
            if may_keep {
                note(if is_trump { "a lone Sun is played" } else { "a lone Sun is kept" });
            } else if is_sun {
                note("a Sun is played by force");
            }
            if is_sun && held(&twin.dealt) && !held(&twin.held) {
                note("a lone Sun of the deal only");
            }
            if is_sun && !held(&twin.dealt) && held(&twin.held) {
                note("a lone Sun of the opening only");
            }
        }
        ('P', Some(trick)) if twin.is_monchi() => {
            let plain = |card: &&Card| suit(card) == suit(trick.led()) && !twin.is_trump(card);
            let is_void = hand.iter().filter(plain).count() == 0;
            if is_void && suit(trick.led()) == 'p' && hand.contains(&"pD") {
                note("the Tenka is no card of Pao");
            }
        }
        _ => {}
    }
}

/// Compares so many games under these options; the first is uniform, the others of any kind.
fn games_agree(options: &str, games: u64, seed: u64, seen: &mut Seen) {
    for number in 0..games {
        let random = &mut Random::with_stream(seed, number, 0);
        let play = if number == 0 { UNIFORM } else { Play::any(random) };
        compare(options, Twin::start(options), play, random, seen)
            .unwrap_or_else(|difference| panic!("{play:?}: {difference}"));
    }
}

/// Options together that meet in one rule.
const COMBINATIONS: [&str; 13] = [
    "hidden-robai=all",
    "ninth-lead=winner meri-combos=on",
    "ninth-lead=winner meri-combos=on combo-high=1",
    "ninth-lead=winner meri-combos=on ninth-combo=none",
    "ninth-lead=winner ninth-combo=plain hidden-robai=all",
    "turned-robai=hidden hidden-robai=all",
    "turned-robai=hidden declare=off hidden-robai=all",
    "turned-robai=hidden pao-robai=tenka hidden-robai=all",
    "declare=off hidden-robai=all meri-combos=on",
    "declare=forced hidden-robai=off ninth-combo=plain",
    "meri-first=allowed monchi=off lone-sun=dealt",
    "meri-first=allowed lone-sun=off face-down=off",
    "lone-sun=dealt declare=off combo-high=0 combo-value=9",
];

/// Any options together with so many deals; most of them are the default.
fn any_options(deals: u32, random: &mut Random) -> String {
    let mut pairs = vec![format!("deals={deals}")];
    for (name, values) in &OPTIONS[1..] {
        let values: Vec<&str> = values.split(' ').collect();
        let value = if random.below(3) == 0 { random.pick(&values) } else { values[0] };
        pairs.push(format!("{name}={value}"));
    }
    pairs.join(" ")
}

/// The default rules get games of their own, which random options hardly ever are.
#[test]
fn twins_agree_under_default_rules() {
    let mut seen = Seen::new();
    games_agree("default", 30, 1, &mut seen);
    games_agree("deals=1", 480, 2, &mut seen);
    assert_seen(
        &seen,
        &[
            ("another's Robai", 300),
            ("the dealer's Robai", 60),
            ("a trump is discarded", 10),
            ("one plain card of ten", 10),
            ("a trump opens", 25),
            ("a lone Sun is kept", 60),
            ("a lone Sun is played", 10),
            ("a Sun is played by force", 30),
            ("a lone Sun of the opening only", 10),
            ("the Tenka is no card of Pao", 15),
            ("plain Sun-Un", 60),
            ("plain Un-Sota", 30),
            ("plain Sota-Robai", 30),
            ("plain Robai-Rei", 30),
            ("plain 2-1", 30),
            ("plain 8-9", 30),
            ("plain 5", 30),
            ("ninth Sun-Un", 10),
            ("ninth Un-Sota", 2),
            ("ninth Sota-Robai", 2),
            ("ninth Robai-Rei", 2),
            ("ninth 2-1", 2),
            ("ninth 8-9", 2),
        ],
    );
}

#[test]
fn twins_agree_under_every_value_of_every_option() {
    let mut seen = Seen::new();
    for (stream, (name, values)) in (100..).zip(OPTIONS) {
        for value in values.split(' ') {
            let (options, games) = match (name, value) {
                ("deals", _) => (format!("deals={value}"), 1),
                _ => (format!("deals=1 {name}={value}"), 16),
            };
            games_agree(&options, games, stream, &mut seen);
        }
    }
    assert_seen(&seen, &[("a lone Sun of the deal only", 3), ("ninth Meri", 3), ("Meri 2", 1)]);
    // Each value of the two transfers.
    for points in 0..=9 {
        assert_seen(&seen, &[(&format!("plain {points}"), 5)]);
    }
}

#[test]
fn twins_agree_under_options_together() {
    let mut seen = Seen::new();
    for (stream, options) in (200..).zip(COMBINATIONS) {
        games_agree(&format!("deals=2 {options}"), 16, stream, &mut seen);
    }
    for number in 0..200 {
        let random = &mut Random::with_stream(3, number, 1);
        let options = any_options(random.pick(&[1, 1, 2, 3]), random);
        games_agree(&options, 2, 1000 + number, &mut seen);
    }
    assert_seen(&seen, &[("draw", 15), ("a lone Sun of the deal only", 3), ("Meri Sun-Un", 5)]);
}

/// A ninth trick may be a Meri, and a Meri may have a combination: rare together.
#[test]
fn twins_agree_on_the_ninth_trick_as_a_meri() {
    let mut seen = Seen::new();
    for number in 0..200 {
        let options = match number % 4 {
            0 => "ninth-lead=winner",
            1 => "ninth-lead=winner meri-combos=on",
            2 => "ninth-lead=winner meri-combos=on ninth-combo=plain hidden-robai=all",
            _ => "ninth-lead=winner meri-combos=on ninth-combo=none",
        };
        let options = format!("deals=2 {options}");
        let random = &mut Random::with_stream(6, number, 0);
        compare(&options, Twin::start(&options), PLANNED, random, &mut seen)
            .unwrap_or_else(|difference| panic!("{difference}"));
    }
    assert_seen(&seen, &[("ninth Meri", 50), ("ninth Meri 5", 10), ("ninth Meri 2", 3)]);
}

/// The options of the rules text, and their defaults.
#[test]
fn twins_have_the_options_of_the_engine() {
    let defaults = options::to_map(&Rules::default());
    assert_eq!(Rules::TABLE.len(), OPTIONS.len());
    for (info, (name, values)) in Rules::TABLE.iter().zip(OPTIONS) {
        assert_eq!(info.name, name);
        assert_eq!(options::value_text(&defaults[name]), values.split(' ').next().unwrap());
        let is_one = |value: &str| info.values.read(value).is_some();
        assert!(values.split(' ').all(is_one), "{name} is one of {values}");
        match info.values {
            Values::Words(words) => assert_eq!(words.len(), values.split(' ').count(), "{name}"),
            Values::Integer(least, most) => {
                assert!(!is_one(&(least - 1).to_string()) && !is_one(&(most + 1).to_string()));
                let numbers: Vec<i64> = values.split(' ').map(|n| n.parse().unwrap()).collect();
                assert!(numbers.contains(&least) && numbers.contains(&most), "{name}");
            }
            Values::Real(..) => panic!("{name} is no number"),
        }
    }
}

/// The first trick but for its last card: these two are played by opponents, the second to the first
/// or both to a plain lead; the others play plain cards of other suits.
fn two_cards(options: &str, turned: Card, two: [Card; 2], is_led: bool) -> (Twin, Card) {
    let mut twin = Twin { turned, phase: 'P', seat: 7, ..Twin::start(options) };
    let is_filler = |card: &Card| !twin.is_trump(card) && suit(card) != suit(two[0]);
    let mut fillers: Vec<Card> = pack().filter(is_filler).collect();
    let mut plays = two.to_vec();
    if !is_led {
        plays.insert(0, fillers.swap_remove(0));
    }
    plays.extend(fillers.drain(..8 - plays.len()));
    let last = plays.pop().expect("eight cards");

    // Other trumps go to the first seats, so that the last one has none; what is left over lies aside.
    let mut rest: Vec<Card> = pack().filter(|&card| card != turned && card != last).collect();
    rest.retain(|card| !plays.contains(card));
    rest.sort_by_key(|card| !twin.is_trump(card));
    let mut rest = rest.into_iter();
    let mut hands: Vec<Vec<Card>> =
        (0..7).map(|seat| rest.by_ref().take(if seat == 0 { 7 } else { 8 }).collect()).collect();
    hands.push(rest.by_ref().take(8).chain([last]).collect());
    twin.discard = rest.next();
    twin.side = rest.collect();
    let dealt = hands.iter().zip(plays.iter().map(Some).chain([None]));
    twin.dealt = dealt.map(|(hand, play)| hand.iter().chain(play).copied().collect()).collect();
    hands[0].push(turned);
    hands.iter_mut().for_each(|hand| hand.sort_by_key(|card| PACK.find(card)));
    twin.hands = hands;
    twin.taker = Some((0, false));
    twin.current = Some(Trick { leader: 0, cards: plays });
    (twin, last)
}

/// Which of two cards of one order wins, and whether they are a pair, for every trump suit.
#[test]
fn twins_agree_on_any_two_cards_of_an_order() {
    let mut tricks = 0;
    for option in [
        "combo-value=7",
        "combo-high=8",
        "combos=off",
        "hidden-robai=all",
        "hidden-robai=off",
        "pao-robai=tenka",
        "meri-combos=on",
    ] {
        let options = format!("deals=1 meri-first=allowed {option}");
        for trump_suit in SUITS.chars() {
            let native: Vec<Card> = pack().filter(|&card| suit(card) == trump_suit).collect();
            let plain = SUITS.chars().filter(|&suit| suit != trump_suit);
            let orders = plain.map(|suit| (row(PLAIN, suit), true));
            let trumps = row(TRUMPS, trump_suit);
            for (order, is_led) in orders.chain([(trumps, true), (trumps, false)]) {
                for one in order.split(' ') {
                    for other in order.split(' ').filter(|&other| other != one) {
                        let two = [one, other];
                        let turned = native.iter().find(|card| !two.contains(card));
                        let turned = turned.expect("another trump");
                        let (mut twin, last) = two_cards(&options, turned, two, is_led);
                        let text = twin.write(None);
                        let mut game = UnsunKaruta::parse(rules(&options), 8, &text)
                            .unwrap_or_else(|error| panic!("{text}: {error}"));
                        let found = settled_by(&game, last);
                        play(&mut game, last);
                        assert_eq!(found, twin.play(last), "{last} in {text} under {option}");
                        assert_eq!(game.to_string(), twin.write(None), "{last} in {text}");
                        tricks += 1;
                    }
                }
            }
        }
    }
    let of_trump_pao = 2 * 15 * 14 + 4 * 15 * 14;
    let of_another = 2 * 16 * 15 + 14 * 13 + 3 * 15 * 14;
    assert_eq!(tricks, 7 * (of_trump_pao + 4 * of_another));
}

/// The twin that has come to a position of the first deal by legal events only.
fn replay(options: &str, text: &str) -> Result<Twin, String> {
    let mut twin = Twin::start(options);
    let fields: Vec<&str> = text.split(' ').collect();
    let (turned, taker, discard, side) = (fields[5], fields[6], fields[7], fields[8]);
    let cards = |text: &str| pack().filter(|&card| contains(text, card)).collect::<Vec<Card>>();
    // In the order of play.
    let mut plays: Vec<(usize, String)> = Vec::new();
    for trick in fields[10].split(',').chain([fields[11]]).filter(|&trick| trick != "-") {
        let (leader, cards) = trick.split_once(':').expect("a leader");
        let leader: usize = leader.parse().expect("a seat");
        let card = |place: usize| cards[2 * place..2 * place + 2].to_string();
        plays.extend((0..cards.len() / 2).map(|place| ((leader + place) % 8, card(place))));
    }

    let taker = taker.split_at_checked(1).filter(|_| taker != "-");
    let taker = taker.map(|(seat, how)| (seat.parse::<usize>().expect("a seat"), how));
    let owner = |card: Card| {
        let hand = fields[9].split('/').position(|hand| contains(hand, card));
        let play = plays.iter().find(|play| play.1 == card).map(|play| play.0);
        hand.or(play).or(taker.map(|taker| taker.0)).expect("an owner")
    };
    let place = |card: Card| match card {
        card if card == turned => 't',
        card if cards(side).contains(&card) => 'r',
        card => char::from_digit(owner(card) as u32, 10).expect("a digit"),
    };
    let mut events = vec![format!("*{}", pack().map(place).collect::<String>())];
    let until = match taker {
        Some((seat, "d")) => seat,
        Some((dealer, _)) => dealer,
        None => fields[3].parse().expect("a seat"),
    };
    let passes = (until + 8 - left_of(twin.dealer)) % 8;
    events.extend(vec!["pass".to_string(); passes]);
    events.extend(taker.map(|(_, how)| if how == "d" { "declare" } else { "pass" }.to_string()));
    events.extend((discard != "-").then(|| format!("x{discard}")));
    events.extend(plays.into_iter().map(|play| play.1));
    for event in events {
        let is_legal = twin.phase == 'C' || twin.legal().contains(&event);
        require(is_legal, || format!("{event} is not legal in {}", twin.write(None)))?;
        twin.play(&event);
    }
    require(twin.write(None) == text, || format!("replayed as {}", twin.write(None)))?;
    Ok(twin)
}

/// Whether cards that are written without a separator have this one.
fn contains(cards: &str, card: Card) -> bool {
    (0..cards.len()).step_by(2).any(|from| cards.get(from..from + 2) == Some(card))
}

/// What a seat may believe has come about by legal events, and looks to it as the game does.
#[test]
fn beliefs_have_a_legal_past() {
    for number in 0..600 {
        let random = &mut Random::with_stream(10, number, 0);
        let options = any_options(1, random);
        let game = crafted_game(&options, random);
        for seat in 0..8 {
            let mut filled = game;
            filled.determinize(Seat(seat), random);
            let believed = replay(&options, &filled.to_string()).unwrap_or_else(|error| {
                panic!("{error}: {filled} for seat {seat} in {game} under {options}")
            });
            let mut view = game;
            view.hide_from(Seat(seat));
            assert_eq!(believed.write(Some(seat.into())), view.to_string(), "{options}");
        }
    }
}

/// A comparison that sees too little would pass as well.
#[test]
fn other_rules_tell_the_twins_apart() {
    for (name, values) in OPTIONS {
        let (default, others) = values.split_once(' ').expect("a default and others");
        for value in others.split(' ') {
            // What a mistake about this option would look like, from either side.
            for (options, twin_options) in [(default, value), (value, default)] {
                let pair = |value: &str| match name {
                    "deals" => format!("deals={value}"),
                    _ => format!("deals=1 {name}={value}"),
                };
                let twin = Twin::start(&pair(twin_options));
                let differs = |number| {
                    let random = &mut Random::with_stream(4, number, 0);
                    let play = Play::any(random);
                    let (twin, seen) = (twin.clone(), &mut Seen::new());
                    compare(&pair(options), twin, play, random, seen).is_err()
                };
                assert!((0..200).any(differs), "{name}={options} passes for {twin_options}");
            }
        }
    }
}
