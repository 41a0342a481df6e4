//! Hachinin Meri, the game of eight on the Unsun Karuta pack: two teams of four, hidden cards.
//!
//! # The rules in short
//!
//! Seats are numbered clockwise; the seats 0, 2, 4, 6 are team 0, the others team 1. The pack has five
//! suits of 15 cards: the pips 1 to 9 and the courts Robai, Sota, Kaba, Rei, Un and Sun. Pao and Isu
//! are long suits, Koppu, Oru and Guru round ones.
//!
//! **The deal.** Every seat is dealt nine cards. One of the three left is turned up: its suit is trumps,
//! together with the Pao Robai, the Tenka. From the dealer's left each seat passes or, if it holds the
//! Robai of the trump suit, may declare it. Who declares takes the turned card, the dealer if all pass;
//! the taker discards a plain card and leads a plain card, if it has one.
//!
//! **Strength**, the strongest first. Any trump is stronger than any plain card.
//!
//! | | courts | pips of a long suit | of a round suit |
//! |---|---|---|---|
//! | trumps | Sun Un Sota Tenka Robai Rei Kaba | 9 8 7 6 5 4 3 2 1 | 1 2 3 4 5 6 7 8 9 |
//! | plain | Sun Un Rei Kaba Sota, in a round suit then Robai | 9 to 2, Robai, 1 | 1 to 9 |
//!
//! **Play.** The strongest trump wins a trick, else the strongest card of the suit led; the winner leads
//! to the next. A trump led (*Meri*) must be followed with a trump, unless the Sun is the only one that
//! the seat has had since the opening lead (*lone Sun*). After the first Meri a plain card led must be
//! followed with its suit or with any trump (*Monchi*); before it nobody need follow. Who cannot follow
//! plays anything. On a plain lead trumps are played face down until the trick is complete. The last
//! cards are shown all at once: that ninth trick has no leader, the dealer's card is the suit led, and
//! it is no Meri.
//!
//! **Points.** A trick is one point. Where a trump wins a trick that is no Meri, and the strongest trump
//! of the other team makes a *combination* with it, two points more go over from the other team: Sun
//! over Un, Un over Sota, Sota over Robai, Robai over Rei, in a long suit 2 over 1, in a round one 8 over
//! 9. Five go over in the ninth trick, and in the two combinations with the Robai if that was dealt to a
//! seat and not declared. So the points of both teams in a deal add up to nine. A match is eight deals,
//! the dealer changing to the left.
//!
//! Most of this can be varied, see [`Rules`].
//!
//! # Where things are
//!
//! [`Rules`] in `rules.rs`; suits, ranks and strength in `cards.rs`; a seat's cards in `hand.rs`;
//! actions and deals in `moves.rs`; the position, its turns and what is legal in `state.rs`; who wins a
//! trick and what that moves in `score.rs`; what a seat sees in `view.rs`; what it can conclude, and
//! draws of what it cannot see, in `beliefs.rs` and `ways.rs`; text in `notation.rs`; the picture for
//! people in `diagram.rs`.
//!
//! # Text
//!
//! A card is the letter of its suit (`p i k o g` for Pao, Isu, Koppu, Oru, Guru) and that of its rank
//! (`1` to `9`, then `D T B R U S` for Robai, Sota, Kaba, Rei, Un, Sun). Actions are `pass`, `declare`,
//! `xk5` for the discard and `k5` for a card played. A deal is `*` and a character for each card, in
//! the order of suits and ranks: the seat that it goes to, `t` for the one turned up, `r` for the two
//! left. A position is twelve fields between blanks, such as
//!
//! `1 0 P 1 0:0 k3 0p k2 i1k4 pDk1kDkT…/…/… - 0:k3`
//!
//! - the number of the deal and the dealer;
//! - the phase: `C` a deal is due, `D` declaration, `X` discard, `P` play, `E` the end;
//! - the seat to act, and the points of both teams;
//! - the turned card, the taker with `d` (declared) or `p` (all passed), the discard, the side cards;
//! - the eight hands; the finished tricks, each `leader:cards`; the current trick.
//!
//! In a view `?9` stands for a hand of nine cards, `??` for a card that lies hidden and `##` for a trump
//! that was played face down.
//!
//! # State
//!
//! A hand is a list of all cards that the seat has had in this deal, sorted, with bits for those that it
//! still holds and for those of each suit. So what may be played is an operation on bits, a random card
//! is one look into a table, and a played card leaves no gap. Everything that was played stays in one
//! list: the text, the winner of a trick, and what can be concluded are read off it. The position takes
//! 320 bytes.
//!
//! A view is a position too, in which the hands of others are only counted. All that a seat can conclude
//! follows from it.
//!
//! # Choices where the rules text leaves one
//!
//! - Scores before the end are the points made so far.
//! - A position is refused if the dealer is not the one due in that deal, if the points do not add up
//!   to the number of finished tricks, if a seat that took the turned card never had it, if a declarer
//!   never had the Robai, or if with `declare=forced` a seat with the Robai passed. Whether each card
//!   could be played is not checked, as the rules text allows.
//! - Where the cards of such a position break a rule, what follows from the rules may leave no deal
//!   possible at all. Then a determinization goes by what is seen only.

mod beliefs;
mod cards;
mod diagram;
mod hand;
mod moves;
mod notation;
mod rules;
mod score;
mod state;
mod view;
mod ways;

pub use cards::{Card, Rank, Suit};
pub use moves::{Action, Deal};
pub use rules::{
    Declaration, HiddenRobai, LoneSun, MeriFirst, NinthCombo, NinthLead, PaoRobai, Rules,
    TurnedRobai,
};
pub use score::{Combination, Settled};
pub use state::{Phase, Taker, UnsunKaruta};
