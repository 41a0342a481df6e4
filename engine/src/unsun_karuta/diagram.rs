//! The table drawn for people.

use super::cards::{Card, Suit};
use super::hand::{Hand, SEATS, count};
use super::state::{Phase, Taker, UnsunKaruta};
use std::fmt::Write;

/// The names of the suits.
const SUITS: [&str; 5] = ["Pao", "Isu", "Koppu", "Oru", "Guru"];

/// Draws the position, or what its view shows: the deal, and a line a seat with what it played to each
/// trick and its hand: trumps first, then the suits, the strongest card of each first.
pub(super) fn draw(game: &UnsunKaruta) -> String {
    let mut lines = String::new();
    let [one, other] = game.points;
    let (number, deals, dealer) = (game.number, game.rules.deals, game.dealer);
    let state = match game.phase {
        Phase::Deal => "to be dealt by",
        Phase::Over => "the last, dealt by",
        _ => "dealt by",
    };
    let _ = writeln!(
        lines,
        "Deal {number} of {deals}, {state} seat {dealer}. Points: team 0 {one}, team 1 {other}."
    );
    if game.is_dealt() {
        draw_deal(game, &mut lines);
    }
    lines
}

fn draw_deal(game: &UnsunKaruta, lines: &mut String) {
    let table = &game.table;
    let turned = table.turned;
    let _ = write!(lines, "Trumps: {}, by {turned} turned up", SUITS[table.trump as usize]);
    let _ = match table.taker {
        None => writeln!(lines, "."),
        Some(Taker { seat, has_declared }) => {
            let how = if has_declared { "who declared" } else { "the dealer: all passed" };
            writeln!(lines, ", taken by seat {seat}, {how}.")
        }
    };
    let discard = table.discard.map_or(String::new(), |card| format!("Discard: {card}. "));
    let [one, other] = table.side_cards;
    let _ = writeln!(lines, "{discard}Side cards: {one} {other}.");
    if table.had_meri && game.rules.monchi.is_on() {
        lines.push_str("Monchi: a plain lead is followed, by its suit or by a trump.\n");
    }
    let _ = write!(lines, "\nseat team  ");
    let shown = table.tricks() + usize::from(!table.trick().is_empty());
    for trick in 0..shown {
        let is_meri = table.cards[SEATS * trick].is_trump(table.trump);
        let number = format!("{}{}", trick + 1, if is_meri { "M" } else { "" });
        let _ = write!(lines, "{number:<5}");
    }
    let _ = writeln!(lines, "hand");
    for seat in 0..SEATS {
        let mark = if seat == usize::from(game.actor) { '>' } else { ' ' };
        let _ = write!(lines, "{mark} {seat}   {}   ", seat % 2);
        for trick in 0..shown {
            let _ = write!(lines, "{:<5}", cell(game, trick, seat));
        }
        let _ = writeln!(lines, "{}", hand(&table.hands[seat], table.trump));
    }
    if shown > 0 {
        let _ = writeln!(lines, "\n* leads, ! wins, M a Meri");
    }
}

/// What a seat has played to a trick.
fn cell(game: &UnsunKaruta, trick: usize, seat: usize) -> String {
    let table = &game.table;
    let place = table.place(seat as u8, trick);
    let play = SEATS * trick + place;
    if play >= usize::from(table.plays) {
        return String::new();
    }
    let card = match table.cards[play] {
        Card::UNSEEN => "##".to_string(),
        card => card.to_string(),
    };
    let leads = if place == 0 { "*" } else { "" };
    let is_won = trick < table.tricks();
    let wins = if is_won && usize::from(table.leaders[trick + 1]) == seat { "!" } else { "" };
    format!("{card}{leads}{wins}")
}

/// The cards of a hand, or their number.
fn hand(hand: &Hand, trump: Suit) -> String {
    if hand.is_unseen() {
        let count = count(hand.held);
        return format!("{count} card{}", if count == 1 { "" } else { "s" });
    }
    let group = |card: Card| match card.is_trump(trump) {
        true => 0,
        false => 1 + card.suit() as usize,
    };
    let mut cards: Vec<Card> = hand.cards(hand.held).collect();
    cards.sort_by_key(|&card| (group(card), u8::MAX - card.strength(trump)));
    let groups = cards.chunk_by(|&one, &other| group(one) == group(other));
    let texts = groups.map(|cards| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" "));
    texts.collect::<Vec<_>>().join("   ")
}
