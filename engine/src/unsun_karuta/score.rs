//! Who wins a trick, and what that moves.

use super::cards::{Card, Rank, Suit};
use super::hand::SEATS;
use super::rules::{HiddenRobai, NinthCombo, PaoRobai, Rules};
use crate::game::Seat;
use std::fmt::{self, Display};

/// A winning trump and the strongest trump of the other team in the trick that together move points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Combination {
    /// Sun over Un.
    SunUn,
    /// Un over Sota.
    UnSota,
    /// Sota over the trump suit's own Robai.
    SotaRobai,
    /// The trump suit's own Robai over Rei.
    RobaiRei,
    /// 2 over 1 of a long trump suit.
    TwoOne,
    /// 8 over 9 of a round trump suit.
    EightNine,
}

impl Combination {
    /// The combination of two cards, if they are one. Only in a long suit does the 2 win over the 1, and
    /// only in a round one the 8 over the 9.
    fn of(trump: Suit, winner: Card, loser: Card, pao_robai: PaoRobai) -> Option<Combination> {
        let is_own = |card: Card| {
            card.suit() == trump && !(card == Card::TENKA && pao_robai == PaoRobai::Tenka)
        };
        if !is_own(winner) || !is_own(loser) {
            return None;
        }
        match (winner.rank(), loser.rank()) {
            (Rank::Sun, Rank::Un) => Some(Combination::SunUn),
            (Rank::Un, Rank::Sota) => Some(Combination::UnSota),
            (Rank::Sota, Rank::Robai) => Some(Combination::SotaRobai),
            (Rank::Robai, Rank::Rei) => Some(Combination::RobaiRei),
            (Rank::Two, Rank::One) => Some(Combination::TwoOne),
            (Rank::Eight, Rank::Nine) => Some(Combination::EightNine),
            _ => None,
        }
    }

    fn has_robai(self) -> bool {
        matches!(self, Combination::SotaRobai | Combination::RobaiRei)
    }
}

impl Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Combination::SunUn => "Sun-Un",
            Combination::UnSota => "Un-Sota",
            Combination::SotaRobai => "Sota-Robai",
            Combination::RobaiRei => "Robai-Rei",
            Combination::TwoOne => "2-1",
            Combination::EightNine => "8-9",
        })
    }
}

/// What a settled trick comes to: one point for the winner's team and, with a combination, the
/// transfer from the other team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The number of the trick in its deal, 1 to 9.
    pub trick: u8,
    /// The seat that wins it.
    pub winner: Seat,
    /// Whether a trump was led.
    pub is_meri: bool,
    /// The combination, if any.
    pub combination: Option<Combination>,
    /// The points it moves, 0 to 9.
    pub transfer: u8,
}

/// The last trick of a deal, played without a leader.
pub(super) const NINTH: u8 = 9;

/// Eight cards that lie open, and what is needed to settle them.
pub(super) struct Trick {
    /// The number of the trick, 1 to 9.
    pub(super) number: u8,
    /// The cards in the order of play.
    pub(super) cards: [Card; SEATS],
    /// The seat of the first of them.
    pub(super) first: u8,
    /// The suit that wins where there is no trump.
    pub(super) led: Suit,
    pub(super) is_meri: bool,
}

/// What tricks of a deal are settled by.
pub(super) struct Terms<'a> {
    pub(super) rules: &'a Rules,
    pub(super) trump: Suit,
    /// Whether the Robai is undeclared.
    pub(super) is_undeclared: bool,
}

impl Terms<'_> {
    /// Who wins `trick`, and what that moves.
    #[inline]
    pub(super) fn settle(&self, trick: &Trick) -> Settled {
        // The strongest card of each team, with its place below its strength.
        let mut best = [0_u16; 2];
        for (place, &card) in trick.cards.iter().enumerate() {
            let counts = card.kind() == trick.led as usize || card.is_trump(self.trump);
            let strength = if counts { card.strength(self.trump) } else { 0 };
            let best = &mut best[place & 1];
            *best = (*best).max(u16::from(strength) << 3 | place as u16);
        }
        let winner = usize::from(best[1] > best[0]);
        let [place, other] = [best[winner], best[1 - winner]].map(|best| usize::from(best & 7));
        let is_ninth = trick.number == NINTH;
        let counts = (!trick.is_meri || self.rules.meri_combos.is_on())
            && (!is_ninth || self.rules.ninth_combo != NinthCombo::None);
        let combination = match counts {
            true => self.combination(trick.cards[place], trick.cards[other], is_ninth),
            false => None,
        };
        Settled {
            trick: trick.number,
            winner: Seat((trick.first + place as u8) % SEATS as u8),
            is_meri: trick.is_meri,
            combination: combination.map(|(combination, _)| combination),
            transfer: combination.map_or(0, |(_, transfer)| transfer),
        }
    }

    /// The combination of a winning card with the strongest of the other team, if they are one, and
    /// what it moves.
    #[inline]
    pub(super) fn combination(
        &self,
        winner: Card,
        other: Card,
        is_ninth: bool,
    ) -> Option<(Combination, u8)> {
        let rules = self.rules;
        if !rules.combos.is_on() {
            return None;
        }
        let combination = Combination::of(self.trump, winner, other, rules.pao_robai)?;
        let by_robai = self.is_undeclared
            && match rules.hidden_robai {
                HiddenRobai::Pair => combination.has_robai(),
                HiddenRobai::All => true,
                HiddenRobai::Off => false,
            };
        let by_ninth = is_ninth && rules.ninth_combo == NinthCombo::High;
        let transfer = if by_robai || by_ninth { rules.combo_high } else { rules.combo_value };
        Some((combination, transfer))
    }
}
