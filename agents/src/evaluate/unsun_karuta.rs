//! Unsun Karuta: points made, and for each card the odds of the trick against what the card would win
//! later.
//!
//! Greedy plays the card of the greatest expected gain. The gain has three parts, all estimated from
//! what the seat sees.
//!
//! 1. **The trick.** Who will win it? Among the open cards and the own one the best is known. What lies
//!    face down is any unseen trump; who is still to play holds each unseen card with the same
//!    probability, and plays a card that beats the best so far more willingly if the other team is
//!    winning. So a strong trump is worth little on a trick that a partner wins already, and a weak one
//!    little when opponents are still to play.
//! 2. **The pairs.** A trump may meet the one below it in its pair, which wins points, or the one above
//!    it, which loses them, among the unseen trumps of the other team. So the Robai is kept for a trick
//!    without a Sota, above all when it is undeclared.
//! 3. **The price.** A card that is played wins nothing later. A trump is worth more the fewer unseen
//!    trumps beat it; a plain card little, more the fewer of its suit beat it. So the cheapest winner is
//!    played, and the lowest card on a trick that is lost or won already.

use super::Evaluate;
use ludarium_engine::unsun_karuta::{Action, Card, Declaration, Rank, Suit, UnsunKaruta};
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Seat, Turn, Values};
use serde::{Deserialize, Serialize};

/// What the judgement weighs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Weights {
    /// What the strongest trump is worth in hand, in points.
    pub trump: f64,
    /// What any trump is worth in hand beyond its strength, in points.
    pub small_trump: f64,
    /// What the strongest plain card is worth in hand, in points.
    pub plain: f64,
    /// What a trump is worth in hand that can still win a pair, for each point of the pair.
    pub pair: f64,
    /// How willingly an opponent who can beat the best card does so, from 0 to 1.
    pub opponent: f64,
    /// How willingly a partner does.
    pub partner: f64,
    /// What declaring is worth, in points; below 0 for concealing the Robai.
    pub declare: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            trump: 0.4,
            small_trump: 0.2,
            plain: 0.25,
            pair: 0.35,
            opponent: 0.1,
            partner: 0.95,
            declare: 1.0,
        }
    }
}

impl Options for Weights {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "trump",
            values: Values::Real(-10.0, 10.0),
            meaning: "points for the strongest trump in hand",
        },
        OptionInfo {
            name: "small-trump",
            values: Values::Real(-10.0, 10.0),
            meaning: "points for any trump in hand beyond its strength",
        },
        OptionInfo {
            name: "plain",
            values: Values::Real(-10.0, 10.0),
            meaning: "points for the strongest plain card in hand",
        },
        OptionInfo {
            name: "pair",
            values: Values::Real(-10.0, 10.0),
            meaning: "points for a trump in hand that can still win a pair, for each point of it",
        },
        OptionInfo {
            name: "opponent",
            values: Values::Real(0.0, 1.0),
            meaning: "how willingly an opponent who can beat the best card does so",
        },
        OptionInfo {
            name: "partner",
            values: Values::Real(0.0, 1.0),
            meaning: "how willingly a partner does",
        },
        OptionInfo {
            name: "declare",
            values: Values::Real(-10.0, 10.0),
            meaning: "points for declaring the Robai, below 0 for concealing it",
        },
    ];
}

impl Evaluate for UnsunKaruta {
    type Weights = Weights;

    fn evaluate(&self, _: &Weights) -> PerSide<f32> {
        let scores = self.scores();
        PerSide::from_fn(scores.len(), |team| scores[team] as f32)
    }

    fn judge(&self, weights: &Weights, action: Action) -> Option<f32> {
        let (Turn::Player(seat), Some(trump)) = (self.turn(), self.trump()) else { return None };
        let table = Sight::of(self, seat, trump);
        let worth = match action {
            Action::Declare => weights.declare,
            Action::Pass => 0.0,
            Action::Discard(card) => -table.price(weights, card),
            Action::Play(card) => table.gain(weights, card) - table.price(weights, card),
        };
        Some(worth as f32)
    }
}

/// What the seat to act sees, counted.
struct Sight<'a> {
    game: &'a UnsunKaruta,
    seat: Seat,
    trump: Suit,
    /// The cards that may be in other hands or face down, by number.
    unseen: [bool; 75],
    /// How many they are.
    count: f64,
    /// How many of them are trumps.
    trumps: f64,
    /// The led card; none where the seat is to lead.
    led: Option<Card>,
    /// The strength of the best open card, and whether a partner played it.
    best: (u8, bool),
    opponents: Others,
    partners: Others,
}

/// The other seats of a team in the current trick.
#[derive(Clone, Copy, Default)]
struct Others {
    /// Those who have played a trump face down.
    face_down: i32,
    /// Those who are still to play.
    to_play: i32,
}

impl<'a> Sight<'a> {
    fn of(game: &'a UnsunKaruta, seat: Seat, trump: Suit) -> Self {
        let mut unseen = [true; 75];
        for card in game.hand(seat).chain(game.spent_cards()) {
            unseen[usize::from(card.number())] = false;
        }
        let mut sight = Sight {
            game,
            seat,
            trump,
            unseen,
            count: 0.0,
            trumps: 0.0,
            led: game.trick().next().and_then(|(_, card)| card),
            best: (0, false),
            opponents: Others::default(),
            partners: Others::default(),
        };
        sight.count = sight.share_of(1.0, |_| true);
        sight.trumps = sight.share_of(1.0, |card| card.is_trump(trump));
        let mut to_play = [true; 8];
        to_play[seat.index()] = false;
        for (player, card) in game.trick() {
            to_play[player.index()] = false;
            let is_partner = sight.is_partner(player);
            match card {
                None => sight.team(is_partner).face_down += 1,
                Some(card) => {
                    let strength = sight.strength(card);
                    if strength > sight.best.0 {
                        sight.best = (strength, is_partner);
                    }
                }
            }
        }
        for player in (0..8).map(Seat).filter(|player| to_play[player.index()]) {
            let is_partner = sight.is_partner(player);
            sight.team(is_partner).to_play += 1;
        }
        sight
    }

    fn is_partner(&self, player: Seat) -> bool {
        self.game.side(player) == self.game.side(self.seat)
    }

    fn team(&mut self, is_partner: bool) -> &mut Others {
        if is_partner { &mut self.partners } else { &mut self.opponents }
    }

    /// How strong a card is in the current trick: 0 if it can win nothing.
    fn strength(&self, card: Card) -> u8 {
        let counts =
            card.is_trump(self.trump) || self.led.is_none_or(|led| led.suit() == card.suit());
        if counts { card.strength(self.trump) } else { 0 }
    }

    /// The unseen cards of some kind, as a share of `whole`.
    fn share_of(&self, whole: f64, kind: impl Fn(Card) -> bool) -> f64 {
        let cards = Card::all().filter(|&card| self.unseen[usize::from(card.number())]);
        let count = cards.filter(|&card| kind(card)).count();
        if count == 0 { 0.0 } else { count as f64 / whole }
    }

    /// The probability that one of `others` plays a card of some kind: a trump face down, or one in
    /// the hand of a seat that is still to play and plays it as willingly as is said.
    fn chance(&self, others: Others, willingness: f64, kind: impl Fn(Card) -> bool) -> f64 {
        let face_down =
            1.0 - self.share_of(self.trumps, |card| card.is_trump(self.trump) && kind(card));
        let absent = 1.0 - self.share_of(self.count, &kind);
        // Everyone who is still to play holds as many cards as the seat itself.
        let held = self.game.cards_held(self.seat) as i32;
        let to_play = 1.0 - willingness * (1.0 - power(absent, held));
        1.0 - power(face_down, others.face_down) * power(to_play, others.to_play)
    }

    /// What playing `card` brings in the current trick, in points on average.
    fn gain(&self, weights: &Weights, card: Card) -> f64 {
        let own = self.strength(card);
        let (best, is_ours) = self.best;
        let takes = own > best;
        let best = own.max(best);
        let led = self.led.unwrap_or(card);
        let beats = |other: Card| {
            let counts = other.is_trump(self.trump) || other.suit() == led.suit();
            counts && other.strength(self.trump) > best
        };
        let opponents = self.chance(self.opponents, weights.opponent, beats);
        let partners = self.chance(self.partners, weights.partner, beats);
        // Where both beat it, either may be the better.
        let wins = if takes || is_ours {
            1.0 - opponents + opponents * partners / 2.0
        } else {
            partners * (1.0 - opponents / 2.0)
        };
        let is_meri = led.is_trump(self.trump);
        if !takes || is_meri || !card.is_trump(self.trump) {
            return wins;
        }
        let met = |other: Option<Card>| {
            other.map_or(0.0, |other| {
                let chance =
                    self.chance(self.opponents, weights.opponent, |unseen| unseen == other);
                chance * self.transfer(card, other)
            })
        };
        wins + (1.0 - opponents) * (1.0 - partners) * met(self.below(card)) - met(self.above(card))
    }

    /// What `card` is worth in hand, in points.
    fn price(&self, weights: &Weights, card: Card) -> f64 {
        let strength = card.strength(self.trump);
        let beats = |other: Card| other.strength(self.trump) > strength;
        if !card.is_trump(self.trump) {
            let beaten = |other: Card| other.suit() == card.suit() && beats(other);
            return weights.plain * (1.0 - self.share_of(15.0, beaten));
        }
        let weaker = 1.0 - self.share_of(self.trumps + 1.0, beats);
        let pair = self.below(card).map_or(0.0, |other| self.transfer(card, other));
        weights.small_trump + weights.trump * weaker * weaker + weights.pair * pair
    }

    /// The trump that `card` makes a pair with when it wins over it, if that is still unseen.
    fn below(&self, card: Card) -> Option<Card> {
        let rank = match card.rank() {
            Rank::Sun => Rank::Un,
            Rank::Un => Rank::Sota,
            Rank::Sota => Rank::Robai,
            Rank::Robai => Rank::Rei,
            Rank::Two if self.trump.is_long() => Rank::One,
            Rank::Eight if !self.trump.is_long() => Rank::Nine,
            _ => return None,
        };
        self.unseen_trump(card, rank)
    }

    /// The trump that makes a pair when it wins over `card`, if that is still unseen.
    fn above(&self, card: Card) -> Option<Card> {
        let rank = match card.rank() {
            Rank::Un => Rank::Sun,
            Rank::Sota => Rank::Un,
            Rank::Robai => Rank::Sota,
            Rank::Rei => Rank::Robai,
            Rank::One if self.trump.is_long() => Rank::Two,
            Rank::Nine if !self.trump.is_long() => Rank::Eight,
            _ => return None,
        };
        self.unseen_trump(card, rank)
    }

    /// The card of this rank in the trump suit, if it is unseen and `card` is of that suit too.
    fn unseen_trump(&self, card: Card, rank: Rank) -> Option<Card> {
        let other = Card::new(self.trump, rank);
        let is_pair = card.suit() == self.trump && self.unseen[usize::from(other.number())];
        is_pair.then_some(other)
    }

    /// What a pair of these two moves, as far as the seat can tell.
    fn transfer(&self, one: Card, other: Card) -> f64 {
        let rules = self.game.rules();
        if !rules.combos.is_on() {
            return 0.0;
        }
        let robai = Card::new(self.trump, Rank::Robai);
        let is_declared = self.game.taker().is_none_or(|taker| taker.has_declared)
            || self.game.turned() == Some(robai)
            || rules.declare == Declaration::Off;
        let raised = !is_declared && [one, other].contains(&robai);
        f64::from(if raised { rules.combo_high } else { rules.combo_value })
    }
}

/// `base` to a whole number, by multiplications alone.
fn power(base: f64, exponent: i32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}
