//! Unsun Karuta: points made, and for each card the odds of the trick against what the card would win
//! later.
//!
//! Greedy plays the card of the greatest expected gain. The gain has three parts, all estimated from
//! what the seat sees.
//!
//! 1. **The trick.** Who will win it? Among the open cards and the own one the best is known. What lies
//!    face down is any unseen trump; who is still to play holds each unseen card with the same
//!    probability, and may play one that beats the best so far. So a strong trump is wasted on a trick
//!    that a partner wins already, and one that is beaten gains nothing.
//! 2. **The combinations.** A trump may win over the one below it in its combination, which moves
//!    points, or be beaten by the one above it, which loses them, if an opponent plays that. So the
//!    Robai is kept for a trick without a Sota.
//! 3. **The price.** A card that is played wins nothing later. A trump is worth more the fewer unseen
//!    trumps beat it, and more while it can still make a combination; a plain card little, more the
//!    fewer of its suit beat it. So the cheapest winner is played, and the lowest card on a trick that
//!    is lost or won already.
//!
//! In points: a card is worth `gain - price` when it is played, and `-price` when it is discarded.
//!
//! ```text
//! price of a trump       small-trump + trump × (1 - u / (n + 1))^2 + combination × c
//! price of a plain card  plain × (1 - u / 15)
//! gain                   win + sum over unseen trumps of played × (alone × m - m')
//! ```
//!
//! u is the number of unseen cards that beat the card (for a plain one those of its suit), n that of unseen
//! trumps, and c what the trump moves in its combinations with unseen cards. `win` is the probability that
//! the own team takes the trick, in which a seat that can beat the best card does so with probability
//! `opponent` or `partner`; `alone` is the probability that nobody beats the card. The sum is there for a card
//! that is the best so far: `played` is the probability that an opponent plays the unseen trump, m what the
//! card then moves by winning over it, m' what it moves by winning over the card.
//!
//! The Robai is always declared: the lead and the turned card are worth more than what concealing it
//! may win. What is left out: the ninth trick's own points, and who is known to be out of a suit.

use super::Evaluate;
use arrayvec::ArrayVec;
use ludarium_engine::unsun_karuta::{Action, Card, Rank, Suit, UnsunKaruta};
use ludarium_engine::{Game, MAX_SEATS, OptionInfo, Options, PerSide, Seat, Turn, Values};
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
    /// What a trump is worth in hand that can still make a combination, for each point of that.
    pub combination: f64,
    /// How probably an opponent who can beat the best card does so, from 0 to 1. Small, since to fear
    /// every card that an opponent may hold is to leave tricks to them: by trial, 0.5 costs some two
    /// points a match.
    pub opponent: f64,
    /// How probably a partner does. Large: what a partner can win need not be won dearly.
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
            combination: 0.35,
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
            name: "combination",
            values: Values::Real(-10.0, 10.0),
            meaning: "points for a trump in hand that can still make a combination, for each of its \
                      points",
        },
        OptionInfo {
            name: "opponent",
            values: Values::Real(0.0, 1.0),
            meaning: "how probably an opponent who can beat the best card does so",
        },
        OptionInfo {
            name: "partner",
            values: Values::Real(0.0, 1.0),
            meaning: "how probably a partner does",
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

    const MARGIN: f32 = 25.0;

    fn evaluate(&self, _: &Weights) -> PerSide<f32> {
        let scores = self.scores();
        PerSide::from_fn(scores.len(), |team| scores[team] as f32)
    }

    /// Between two deals only the points matter.
    fn is_settled(&self) -> bool {
        self.turn() == Turn::Chance
    }

    fn judge(&self, weights: &Weights) -> Option<impl Fn(Action) -> f32> {
        let (Turn::Player(seat), Some(trump)) = (self.turn(), self.trump()) else { return None };
        let sight = Sight::of(self, seat, trump);
        Some(move |action| {
            let worth = match action {
                Action::Declare => weights.declare,
                Action::Pass => 0.0,
                Action::Discard(card) => -sight.price(weights, card),
                Action::Play(card) => sight.gain(weights, card) - sight.price(weights, card),
            };
            worth as f32
        })
    }
}

/// What the seat to act sees, counted.
struct Sight<'a> {
    game: &'a UnsunKaruta,
    seat: Seat,
    trump: Suit,
    /// The cards that may be in other hands or face down.
    unseen: Unseen,
    /// The led card; none where the seat is to lead.
    led: Option<Card>,
    /// The strength of the best open card, and whether a partner played it.
    best: (u8, bool),
    opponents: Others,
    partners: Others,
}

/// Cards that a seat does not see, by strength, so that those above another are counted at once.
#[derive(Default)]
struct Unseen {
    count: u32,
    /// The trumps, by number.
    trumps: ArrayVec<Card, TRUMPS>,
    /// The strengths of the trumps, a bit each.
    trump_strengths: u64,
    /// The strengths of the other cards of each suit.
    plain_strengths: [u64; Suit::ALL.len()],
}

/// The most trumps of a deal: a suit and the Pao Robai.
const TRUMPS: usize = 16;

impl Unseen {
    fn add(&mut self, card: Card, trump: Suit) {
        self.count += 1;
        let strength = 1 << card.strength(trump);
        if card.is_trump(trump) {
            self.trumps.push(card);
            self.trump_strengths |= strength;
        } else {
            self.plain_strengths[card.suit() as usize] |= strength;
        }
    }

    /// How many trumps are stronger.
    fn trumps_above(&self, strength: u8) -> f64 {
        f64::from((self.trump_strengths >> strength >> 1).count_ones())
    }

    /// How many other cards of `suit` are stronger.
    fn plain_above(&self, suit: Suit, strength: u8) -> f64 {
        f64::from((self.plain_strengths[suit as usize] >> strength >> 1).count_ones())
    }
}

/// The other seats of a team in the current trick.
#[derive(Clone, Copy, Default)]
struct Others {
    /// Those who have played a trump face down.
    face_down: u32,
    /// Those who are still to play.
    to_play: u32,
}

impl<'a> Sight<'a> {
    fn of(game: &'a UnsunKaruta, seat: Seat, trump: Suit) -> Self {
        let mut seen = [false; Card::COUNT];
        for card in game.hand(seat).chain(game.spent_cards()) {
            seen[usize::from(card.number())] = true;
        }
        let mut unseen = Unseen::default();
        for card in Card::all().filter(|card| !seen[usize::from(card.number())]) {
            unseen.add(card, trump);
        }
        let mut sight = Sight {
            game,
            seat,
            trump,
            unseen,
            led: game.trick().next().and_then(|(_, card)| card),
            best: (0, false),
            opponents: Others::default(),
            partners: Others::default(),
        };
        let mut to_play = [true; MAX_SEATS];
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
        for player in (0..game.players()).map(Seat).filter(|player| to_play[player.index()]) {
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

    fn is_trump(&self, card: Card) -> bool {
        card.is_trump(self.trump)
    }

    /// The probability that one of `others` plays a card of some kind, of which so many unseen trumps and
    /// other cards are: a trump face down, or one in the hand of a seat that is still to play and plays it
    /// with the probability `plays`.
    fn chance(&self, others: Others, plays: f64, trumps: f64, plain: f64) -> f64 {
        let share = |part: f64, whole: f64| if part == 0.0 { 0.0 } else { part / whole };
        let face_down = share(trumps, self.unseen.trumps.len() as f64);
        let held = share(trumps + plain, f64::from(self.unseen.count));
        // Everyone who is still to play holds as many cards as the seat itself.
        let cards = self.game.cards_held(self.seat);
        let to_play = plays * (1.0 - power(1.0 - held, cards));
        1.0 - power(1.0 - face_down, others.face_down) * power(1.0 - to_play, others.to_play)
    }

    /// What playing `card` brings in the current trick, in points on average.
    fn gain(&self, weights: &Weights, card: Card) -> f64 {
        let own = self.strength(card);
        let (best, is_ours) = self.best;
        let takes = own > best;
        let best = own.max(best);
        let led = self.led.unwrap_or(card);
        let trumps = self.unseen.trumps_above(best);
        let plain = self.unseen.plain_above(led.suit(), best);
        let opponents = self.chance(self.opponents, weights.opponent, trumps, plain);
        let partners = self.chance(self.partners, weights.partner, trumps, plain);
        // Where both beat it, either may be the better.
        let wins = if takes || is_ours {
            1.0 - opponents + opponents * partners / 2.0
        } else {
            partners * (1.0 - opponents / 2.0)
        };
        let is_meri = self.is_trump(led);
        if !takes || is_meri && !self.game.rules().meri_combos.is_on() {
            return wins;
        }
        // The unseen trumps that make a combination with this one, if an opponent plays them.
        let played = self.chance(self.opponents, weights.opponent, 1.0, 0.0);
        let undisturbed = (1.0 - opponents) * (1.0 - partners);
        let moved = |&other: &Card| {
            let won = self.transfer(card, other) * undisturbed;
            let lost = self.transfer(other, card);
            if won == lost { 0.0 } else { (won - lost) * played }
        };
        wins + self.unseen.trumps.iter().map(moved).sum::<f64>()
    }

    /// What `card` is worth in hand, in points.
    fn price(&self, weights: &Weights, card: Card) -> f64 {
        let strength = card.strength(self.trump);
        let trumps = self.unseen.trumps_above(strength);
        if !self.is_trump(card) {
            // The Pao Robai is a card of its suit too, if it is a trump.
            let is_above = card.suit() == Suit::Pao && self.unseen.trumps.contains(&Card::TENKA);
            let beaten = self.unseen.plain_above(card.suit(), strength) + f64::from(is_above);
            return weights.plain * (1.0 - beaten / Rank::ALL.len() as f64);
        }
        let weaker = 1.0 - trumps / (self.unseen.trumps.len() as f64 + 1.0);
        let transfers = self.unseen.trumps.iter().map(|&other| self.transfer(card, other));
        let transfer: f64 = transfers.sum();
        weights.small_trump + weights.trump * weaker * weaker + weights.combination * transfer
    }

    /// What a trick moves, as far as the seat can tell, in which `winner` wins over `other`.
    fn transfer(&self, winner: Card, other: Card) -> f64 {
        self.game.combination(winner, other).map_or(0.0, |(_, transfer)| f64::from(transfer))
    }
}

/// `base` to a whole number, by multiplications alone.
fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}
