//! Hachinin Meri, the game of eight on the Unsun Karuta pack: two teams of four, hidden cards.
//!
//! # The rules in short
//!
//! Of 75 cards in five suits every seat is dealt nine. One of the three left is turned up: its suit is
//! trumps, together with the Pao Robai, the Tenka. Who holds the Robai of the trump suit may declare it
//! and takes the turned card, else the dealer does; the taker discards a card and leads. Nine tricks are
//! played, each one point. A trump led (Meri) must be followed with trumps; after the first Meri a plain
//! card led must be followed with its suit or a trump (Monchi); before it nobody need follow. On a plain
//! lead trumps are played face down. The last cards are shown at once. A trick that a trump wins over
//! certain trumps of the other team moves more points. A match is eight deals.
//!
//! Every rule can be varied, see [`Rules`]. The seats 0, 2, 4, 6 are team 0, the others team 1; seats
//! are clockwise. Events are deals (`*` and a digit a card), `pass`, `declare`, `xk5`, `k5`.
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
//! A card is its suit (`p i k o g`) and its rank (`1` to `9`, then `D T B R U S`). A position is twelve
//! fields between blanks, such as
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
//! In a view the hands of others are only counted. What a seat knows follows from the view alone; a
//! view is as large as a position and goes wherever one goes.
//!
//! # Choices where the rules text leaves one
//!
//! - Scores before the end are the points made so far.
//! - A position is refused if the dealer is not the one due in that deal, if the points do not add up to
//!   the number of finished tricks, if a seat that took the turned card never had it, if a declarer never
//!   had the Robai, or if with `declare=forced` a seat with the Robai passed. Whether each card could be
//!   played is not checked, as the rules text allows.
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
