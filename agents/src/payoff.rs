//! What a result is worth.

use crate::evaluate::{Evaluate, payoffs_of_margins, points};
use ludarium_engine::{PerSide, Ranks};
use serde::{Deserialize, Serialize};

/// The payoff of each side, from 0 to 1: (k - rank) / (k - 1) for k sides, sides that share ranks
/// sharing the mean of the ranks they occupy. For two sides: win 1, draw 1/2, loss 0. The payoffs
/// of a match always have the mean 1/2; a single side has payoff 1, unless its game says otherwise
/// ([`crate::Evaluate::payoffs_of`]).
pub fn payoffs(ranks: &Ranks) -> PerSide<f64> {
    let sides = ranks.len();
    if let [one, other] = ranks[..] {
        // The same, for what is asked most.
        let payoff = if one == other { 0.5 } else { f64::from(u8::from(one < other)) };
        return PerSide::from_fn(2, |side| if side == 0 { payoff } else { 1.0 - payoff });
    }
    PerSide::from_fn(sides, |side| {
        if sides == 1 {
            return 1.0;
        }
        let sharing = ranks.iter().filter(|&&rank| rank == ranks[side]).count();
        let mean_rank = f64::from(ranks[side]) + (sharing - 1) as f64 / 2.0;
        (sides as f64 - mean_rank) / (sides - 1) as f64
    })
}

/// What the end of a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PayoffOf {
    /// By the ranks: [`payoffs`].
    Rank,
    /// By the margin in points over the best other side: [`crate::evaluate::squashed`] on the scale
    /// [`Evaluate::MARGIN`]. A single side has no margin: as by ranks.
    Margin,
}

impl PayoffOf {
    /// What the end of `game` is worth to each side: by the ranks where nothing is `named`, and for a single
    /// side, which has no margin.
    pub(crate) fn of_end<G: Evaluate>(named: Option<Self>, game: &G) -> PerSide<f64> {
        match named {
            Some(PayoffOf::Margin) if game.sides() > 1 => payoffs_of_margins::<G>(&points(game)),
            _ => game.payoffs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_engine::Scores;

    fn of_scores(scores: &[i32]) -> Vec<f64> {
        let scores = Scores::from_fn(scores.len(), |side| scores[side]);
        payoffs(&Ranks::by_score(&scores)).to_vec()
    }

    #[test]
    fn shared_ranks_share_the_payoff() {
        assert_eq!(of_scores(&[40, 22]), [1.0, 0.0]);
        assert_eq!(of_scores(&[31, 31]), [0.5, 0.5]);
        assert_eq!(of_scores(&[5, 9, 5]), [0.25, 1.0, 0.25]);
        assert_eq!(of_scores(&[9, 9, 9, 1]), [2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 0.0]);
        assert_eq!(of_scores(&[7]), [1.0]);
    }
}
