//! Positions as text: twelve fields between blanks.

use super::cards::{Card, PACK};
use super::hand::{MOST, SEATS, count};
use super::moves::{DEALT, NOBODY, SIDE, TURNED};
use super::rules::{Declaration, Rules};
use super::state::{Phase, Taker, UnsunKaruta, seats_from};
use crate::game::{Game, Seat};
use crate::notation::{NotationError, number, parts};
use arrayvec::ArrayVec;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

/// The letters of the phases, in their order.
const PHASES: [(Phase, &str); 5] = [
    (Phase::Deal, "C"),
    (Phase::Declaration, "D"),
    (Phase::Discard, "X"),
    (Phase::Play, "P"),
    (Phase::Over, "E"),
];

impl Display for UnsunKaruta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = PHASES[self.phase as usize].1;
        let [one, other] = self.points;
        write!(f, "{} {} {letter} ", self.number, self.dealer)?;
        if !self.is_dealt() {
            return write!(f, "- {one}:{other} - - - - - - -");
        }
        let table = &self.table;
        write!(f, "{} {one}:{other} {} ", self.actor, table.turned)?;
        match table.taker {
            None => f.write_str("- ")?,
            Some(Taker { seat, has_declared }) => {
                write!(f, "{seat}{} ", if has_declared { 'd' } else { 'p' })?;
            }
        }
        match table.discard {
            None => f.write_str("- ")?,
            Some(card) => write!(f, "{card} ")?,
        }
        write_cards(f, table.side_cards)?;
        for (seat, hand) in table.hands.iter().enumerate() {
            f.write_str(if seat == 0 { " " } else { "/" })?;
            if hand.is_unseen() {
                write!(f, "?{}", count(hand.held))?;
            } else {
                write_cards(f, hand.cards(hand.held))?;
            }
        }
        let tricks = table.tricks();
        f.write_str(if tricks == 0 { " -" } else { " " })?;
        for trick in 0..tricks {
            let separator = if trick == 0 { "" } else { "," };
            write!(f, "{separator}{}:", table.leaders[trick])?;
            write_cards(f, table.cards[SEATS * trick..][..SEATS].iter().copied())?;
        }
        if table.trick().is_empty() {
            return f.write_str(" -");
        }
        write!(f, " {}:", table.leaders[tricks])?;
        table.trick().iter().try_for_each(|&card| match card {
            Card::UNSEEN => f.write_str("##"),
            card => write!(f, "{card}"),
        })
    }
}

fn write_cards(f: &mut fmt::Formatter<'_>, cards: impl IntoIterator<Item = Card>) -> fmt::Result {
    cards.into_iter().try_for_each(|card| write!(f, "{card}"))
}

/// Reads a position, and refuses what the rules text lists.
pub(super) fn parse(rules: Rules, players: u8, text: &str) -> Result<UnsunKaruta, NotationError> {
    let mut game = UnsunKaruta::new(rules, players)
        .map_err(|error| NotationError::impossible(error.to_string()))?;
    let [deal, dealer, phase, actor, points, turned, taker, discard, sides, hands, tricks, trick] =
        parts("position", text, ' ', "twelve fields between single blanks")?;
    // Those that are there only during a deal.
    let rest = [actor, turned, taker, discard, sides, hands, tricks, trick];
    game.number = number("deal", deal, 1..=rules.deals)?;
    game.dealer = number("dealer", dealer, 0..=7)?;
    let due = (rules.first_dealer + game.number - 1) % SEATS as u8;
    if game.dealer != due {
        let first = rules.first_dealer;
        let reason =
            format!("seat {due} deals deal {deal} with first-dealer={first}, not {dealer}");
        return Err(NotationError::impossible(reason));
    }
    let named = PHASES.into_iter().find(|(_, letter)| *letter == phase);
    game.phase = named.ok_or_else(|| NotationError::form("phase", phase, "C, D, X, P or E"))?.0;
    if game.is_dealt() {
        Reader { game, owners: [NOBODY; PACK], gone: [false; PACK] }.read(points, rest)
    } else {
        const FIELDS: [&str; 8] = [
            "seat to act",
            "turned card",
            "taker",
            "discard",
            "side cards",
            "hands",
            "finished tricks",
            "current trick",
        ];
        for (name, field) in FIELDS.into_iter().zip(rest) {
            absent(name, field, phase)?;
        }
        let finished = match game.phase {
            Phase::Deal => game.number - 1,
            _ if game.number < rules.deals => {
                let reason = format!("the match is not over after deal {deal} of {}", rules.deals);
                return Err(NotationError::impossible(reason));
            }
            _ => game.number,
        };
        game.points = read_points(points, 9 * i32::from(finished))?;
        Ok(game)
    }
}

fn absent(name: &str, field: &str, phase: &str) -> Result<(), NotationError> {
    if field == "-" {
        return Ok(());
    }
    Err(NotationError::form(name, field, format!("`-`, as it must be in phase {phase}")))
}

/// Points after so many tricks. Each of them gives its winner one point, and moves nine at most.
fn read_points(text: &str, tricks: i32) -> Result<[i32; 2], NotationError> {
    let [one, other] = parts("points", text, ':', "the points of the two teams, such as 3:-1")?;
    let read = |text| number("points", text, -9 * tricks..=10 * tricks);
    let points = [read(one)?, read(other)?];
    if points[0] + points[1] != tricks {
        let reason = format!("after {tricks} tricks the points add up to {tricks}, not to {text}");
        return Err(NotationError::impossible(reason));
    }
    Ok(points)
}

/// The cards in `text`, one after the other.
fn read_cards(place: &str, text: &str) -> Result<ArrayVec<Card, MOST>, NotationError> {
    if text.contains(['?', '#']) {
        let expected = "readable: it belongs to a seat's view, and only full positions can be read";
        return Err(NotationError::form(place, text, expected));
    }
    let malformed =
        || NotationError::form(place, text, "cards of two characters each, ten at most");
    let mut cards = ArrayVec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (card, after) = rest.split_at_checked(2).ok_or_else(malformed)?;
        let card = card.parse().map_err(|error| match error {
            NotationError::Form { given, expected, .. } => {
                NotationError::form(place, given, expected)
            }
            other => other,
        })?;
        cards.try_push(card).map_err(|_| malformed())?;
        rest = after;
    }
    Ok(cards)
}

/// As [`read_cards`], of cards that are sorted by number.
fn read_sorted(place: &str, text: &str) -> Result<ArrayVec<Card, MOST>, NotationError> {
    let cards = read_cards(place, text)?;
    if cards.is_sorted() {
        return Ok(cards);
    }
    Err(NotationError::form(place, text, "sorted (p i k o g, then 1 to 9 D T B R U S)"))
}

/// A position of a deal in the making.
struct Reader {
    game: UnsunKaruta,
    owners: [u8; PACK],
    gone: [bool; PACK],
}

impl Reader {
    /// Reads the points and the fields that are there only during a deal.
    fn read(mut self, points: &str, fields: [&str; 8]) -> Result<UnsunKaruta, NotationError> {
        let [actor, turned, taker, discard, sides, hands, tricks, trick] = fields;
        let phase = self.game.phase;
        let letter = PHASES[phase as usize].1;
        let actor = number("seat to act", actor, 0..=7)?;
        self.game.table.turned = read_card("turned card", turned)?;
        self.game.table.trump = self.game.table.turned.suit();
        self.game.actor = actor;
        if phase == Phase::Declaration {
            absent("taker", taker, letter)?;
            self.give(self.game.table.turned, TURNED, false)?;
        } else {
            self.read_taker(taker)?;
        }
        if phase == Phase::Play {
            let discard = read_card("discard", discard)?;
            self.game.table.discard = Some(discard);
            self.give(discard, self.game.table.leaders[0], true)?;
        } else {
            absent("discard", discard, letter)?;
        }
        let cards = read_sorted("side cards", sides)?;
        let Ok(pair) = <[Card; 2]>::try_from(&cards[..]) else {
            return Err(NotationError::form("side cards", sides, "two cards"));
        };
        self.game.table.side_cards = pair;
        for card in pair {
            self.give(card, SIDE, false)?;
        }
        self.read_hands(hands)?;
        if phase == Phase::Play {
            self.read_tricks(tricks, trick)?;
        } else {
            absent("finished tricks", tricks, letter)?;
            absent("current trick", trick, letter)?;
        }
        self.check_sizes()?;
        self.check_robai()?;
        self.check_actor(actor)?;
        let finished = 9 * usize::from(self.game.number - 1) + self.game.table.tricks();
        self.game.points = read_points(points, finished as i32)?;
        self.game.table.deal_out(&self.owners, &self.gone);
        Ok(self.game)
    }

    /// Says where a card is or was.
    fn give(&mut self, card: Card, owner: u8, is_gone: bool) -> Result<(), NotationError> {
        if self.owners[card.index()] != NOBODY {
            return Err(NotationError::impossible(format!("{card} is there twice")));
        }
        self.owners[card.index()] = owner;
        self.gone[card.index()] = is_gone;
        Ok(())
    }

    fn read_taker(&mut self, text: &str) -> Result<(), NotationError> {
        let taker = match *text.as_bytes() {
            [seat @ b'0'..=b'7', how @ (b'd' | b'p')] => {
                Taker { seat: Seat(seat - b'0'), has_declared: how == b'd' }
            }
            _ => {
                let expected = "a seat and d for declared or p for passed, such as 3d";
                return Err(NotationError::form("taker", text, expected));
            }
        };
        let game = &mut self.game;
        if !taker.has_declared && taker.seat.0 != game.dealer {
            let reason = format!("where all pass, the dealer {} takes, not {text}", game.dealer);
            return Err(NotationError::impossible(reason));
        }
        if taker.has_declared && game.rules.declare == Declaration::Off {
            let reason = format!("taker {text}: nobody declares with declare=off");
            return Err(NotationError::impossible(reason));
        }
        game.table.taker = Some(taker);
        game.table.leaders[0] = taker.seat.0;
        Ok(())
    }

    fn read_hands(&mut self, text: &str) -> Result<(), NotationError> {
        let hands: [&str; SEATS] = parts("hands", text, '/', "eight hands separated by `/`")?;
        for (seat, hand) in (0..).zip(hands) {
            for card in read_sorted(&format!("hand of seat {seat}"), hand)? {
                self.give(card, seat, false)?;
            }
        }
        Ok(())
    }

    /// Reads the finished tricks and the current one.
    fn read_tricks(&mut self, tricks: &str, trick: &str) -> Result<(), NotationError> {
        if tricks != "-" {
            for (number, text) in (1..).zip(tricks.split(',')) {
                let place = format!("trick {number}");
                if number == SEATS {
                    let expected = "absent: the eighth trick is finished with the deal";
                    return Err(NotationError::form(place, text, expected));
                }
                self.read_trick(&place, text, SEATS..=SEATS)?;
                let table = &mut self.game.table;
                let settled = table.last_trick(&self.game.rules);
                table.go_on_after(&settled);
            }
        }
        if trick == "-" { Ok(()) } else { self.read_trick("current trick", trick, 1..=SEATS - 1) }
    }

    fn read_trick(
        &mut self,
        place: &str,
        text: &str,
        count: RangeInclusive<usize>,
    ) -> Result<(), NotationError> {
        let [leader, cards] =
            parts(place, text, ':', "a seat, `:` and the cards in order of play")?;
        let leader: u8 = number(&format!("leader of {place}"), leader, 0..=7)?;
        let table = &self.game.table;
        let due = table.leaders[table.tricks()];
        if leader != due {
            let reason = format!("{place} is led by seat {due}, not {leader}");
            return Err(NotationError::impossible(reason));
        }
        let read = read_cards(place, cards)?;
        if !count.contains(&read.len()) {
            let (least, most) = (count.start(), count.end());
            let expected = if least == most {
                format!("{most} cards")
            } else {
                format!("{least} to {most} cards")
            };
            return Err(NotationError::form(place, cards, expected));
        }
        for (seat, card) in seats_from(leader).zip(read) {
            self.give(card, seat, true)?;
            self.game.table.lay(card);
        }
        Ok(())
    }

    /// Every seat was dealt nine cards, and the taker took the turned one. With that all 75 are there.
    fn check_sizes(&self) -> Result<(), NotationError> {
        let table = &self.game.table;
        let taker = table.taker.map(|taker| taker.seat.0);
        for seat in 0..SEATS as u8 {
            let due = if taker == Some(seat) { DEALT + 1 } else { DEALT };
            let count = self.owners.iter().filter(|&&owner| owner == seat).count();
            let gone = (0..PACK).filter(|&card| self.gone[card] && self.owners[card] == seat);
            let gone = gone.count();
            if count != due {
                let (held, due) = (count - gone, due as i32 - gone as i32);
                let reason = format!("seat {seat} holds {held} cards instead of {due}");
                return Err(NotationError::impossible(reason));
            }
        }
        match taker {
            Some(taker) if self.owners[table.turned.index()] != taker => {
                let reason = format!("seat {taker} took {}, but never had it", table.turned);
                Err(NotationError::impossible(reason))
            }
            _ => Ok(()),
        }
    }

    /// Who declared had the trump suit's Robai; who had to declare did.
    fn check_robai(&self) -> Result<(), NotationError> {
        let game = &self.game;
        let robai = game.table.native_robai();
        let owner = self.owners[robai.index()];
        let taker = game.table.taker.filter(|taker| taker.has_declared);
        if let Some(Taker { seat, .. }) = taker
            && (owner != seat.0 || game.table.turned == robai)
        {
            let reason = format!("seat {seat} declared, but was not dealt {robai}");
            return Err(NotationError::impossible(reason));
        }
        let was_dealt = game.table.turned != robai;
        if game.rules.declare == Declaration::Forced
            && was_dealt
            && game.passed().any(|seat| seat == owner)
        {
            let reason = format!("seat {owner} passed with {robai} although declare=forced");
            return Err(NotationError::impossible(reason));
        }
        Ok(())
    }

    fn check_actor(&self, actor: u8) -> Result<(), NotationError> {
        let table = &self.game.table;
        let due = match self.game.phase {
            Phase::Declaration => actor,
            _ => (table.leaders[table.tricks()] + table.trick().len() as u8) % SEATS as u8,
        };
        if actor != due {
            let reason = format!("it is seat {due}'s turn, not seat {actor}'s");
            return Err(NotationError::impossible(reason));
        }
        Ok(())
    }
}

fn read_card(place: &str, text: &str) -> Result<Card, NotationError> {
    match read_cards(place, text)?[..] {
        [card] => Ok(card),
        _ => Err(NotationError::form(place, text, "one card")),
    }
}
