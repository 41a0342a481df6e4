//! Evaluation: opinions about who stands better, one file a game.

mod amidakuji_bridge;
mod carcassonne;
mod hokusai_sugoroku;
mod o_an_quan;
mod unsun_karuta;

pub use amidakuji_bridge::Weights as AmidakujiBridgeWeights;
pub use carcassonne::Weights as CarcassonneWeights;
pub use hokusai_sugoroku::Weights as HokusaiSugorokuWeights;
pub use o_an_quan::Weights as OAnQuanWeights;
pub use unsun_karuta::Weights as UnsunKarutaWeights;

use crate::agent::Agent;
use crate::level::Ladder;
use crate::payoff::payoffs;
use ludarium_engine::{Game, Options, PerSide, Ranks, Scores, Turn};

/// A game with an opinion about its positions.
pub trait Evaluate: Game {
    /// What the opinion weighs. The defaults are the ones that agents use.
    type Weights: Options + Copy;

    /// How many actions of a position a search follows further than a ply: those that look best at once.
    /// For games with decisions too wide to be searched; all of them unless a game says otherwise.
    const WIDTH: usize = usize::MAX;

    /// How much each side has of what counts, in points of the game. Only differences between sides
    /// mean anything. Defined on every position, also with hidden information removed.
    /// A position with a [resolution](Evaluate::resolved) is evaluated by that.
    fn evaluate(&self, weights: &Self::Weights) -> PerSide<f32>;

    /// The position to look at instead of this one, if any: where a choice of the seat to act belongs
    /// to the one before it, what comes of that seat's best choice. It must not be such a position
    /// itself.
    fn resolved(&self, weights: &Self::Weights) -> Option<Self> {
        let _ = weights;
        None
    }

    /// Says what each legal action is worth to the seat to act, judged from its view alone, in points of
    /// the game; `None` where the position after an action tells. For games in which that position
    /// would have to be guessed, because cards are hidden.
    ///
    /// Precondition: it is a seat's turn.
    fn judge(&self, weights: &Self::Weights) -> Option<impl Fn(Self::Action) -> f32> {
        let _ = weights;
        None::<fn(Self::Action) -> f32>
    }

    /// The game's levels (see [`crate::level`]), if it has some.
    fn ladders() -> &'static [Ladder] {
        &[]
    }

    /// The agent `alphabeta` for a match that begins with this position, if the game has one.
    fn alphabeta(&self, settings: &crate::o_an_quan::Settings) -> Option<Box<dyn Agent<Self>>> {
        let _ = settings;
        None
    }

    /// A margin of points that makes a side rather sure to win: about one standard deviation of the
    /// margin of matches among equals. A scale for [`squashed`]; it decides no rule.
    const MARGIN: f32;

    /// Whether nothing on the board matters for what is to come but the points made: between two deals.
    /// Playouts that are cut off go no further.
    fn is_settled(&self) -> bool {
        false
    }

    /// What it is worth to each side, from 0 to 1, that a game under these rules has ended with these
    /// scores and ranks: by the ranks, unless a game of a single side says otherwise.
    fn payoffs_of(&self, scores: &Scores, ranks: &Ranks) -> PerSide<f64> {
        let _ = scores;
        payoffs(ranks)
    }

    /// What a finished game is worth to each side, from 0 to 1.
    fn payoffs(&self) -> PerSide<f64> {
        self.payoffs_of(&self.scores(), &self.ranks())
    }
}

/// Added to the margin of a finished game for a win, taken off for a loss: above any margin of
/// points, so that winning comes first and the margin decides between wins. Small enough for whole
/// points beside it to be exact.
pub const WIN: f32 = 65_536.0;

/// What `game`, or its [resolution](Evaluate::resolved), is worth to `side`: its evaluation less that
/// of the best other side; for a finished game its points less those of the best other side, and up
/// to [`WIN`] more or less by its payoff.
#[inline]
pub fn worth<G: Evaluate>(game: &G, weights: &G::Weights, side: usize) -> f32 {
    if let Some(resolved) = game.resolved(weights) {
        return worth(&resolved, weights, side);
    }
    if game.turn() == Turn::Over {
        let payoff = game.payoffs()[side] as f32;
        margin(&points(game), side) + WIN * (2.0 * payoff - 1.0)
    } else {
        margin(&game.evaluate(weights), side)
    }
}

/// What `game` is [worth](worth) to `side` after `action`.
#[inline]
pub(crate) fn worth_after<G: Evaluate>(
    game: &G,
    action: G::Action,
    weights: &G::Weights,
    side: usize,
) -> f32 {
    let mut next = game.clone();
    next.apply(action);
    worth(&next, weights, side)
}

/// The scores, as the evaluation has them.
#[inline]
pub(crate) fn points<G: Evaluate>(game: &G) -> PerSide<f32> {
    let scores = game.scores();
    PerSide::from_fn(scores.len(), |side| scores[side] as f32)
}

/// A margin of points as a payoff from 0 to 1: 1/2 for none, rising with the margin, ever slower. One of
/// `scale` points gives some 0.85. (m / sqrt(m^2 + scale^2) is a sigmoid that is exactly rounded
/// everywhere.)
pub fn squashed(margin: f32, scale: f32) -> f32 {
    0.5 + 0.5 * margin / (margin * margin + scale * scale).sqrt()
}

/// The [squashed] margin of each side, as its payoff.
pub(crate) fn payoffs_of_margins<G: Evaluate>(points: &PerSide<f32>) -> PerSide<f64> {
    PerSide::from_fn(points.len(), |side| f64::from(squashed(margin(points, side), G::MARGIN)))
}

/// The part of [`prospect`] at either end that is for finished games.
const FINISHED: f64 = 1.0 / 64.0;

/// What `game`, or its [resolution](Evaluate::resolved), promises to `side`: an expected payoff from 0
/// to 1, for searches that take means over chance. Of a finished game it is the payoff, but for a
/// 64th of it that the margin of points decides between games of the same payoff. Of any other it
/// is what [`squashed`] makes of the margin by [`Evaluate::MARGIN`], always better than a loss and
/// worse than a win. Of two positions of a game for two, [`worth`] and this find the same one better.
pub fn prospect<G: Evaluate>(game: &G, weights: &G::Weights, side: usize) -> f64 {
    if let Some(resolved) = game.resolved(weights) {
        return prospect(&resolved, weights, side);
    }
    let promise = |values: &PerSide<f32>| f64::from(squashed(margin(values, side), G::MARGIN));
    if game.turn() == Turn::Over {
        (1.0 - FINISHED) * game.payoffs()[side] + FINISHED * promise(&points(game))
    } else {
        FINISHED + (1.0 - 2.0 * FINISHED) * promise(&game.evaluate(weights))
    }
}

/// What `side` has more than the best other side; for a single side what it has.
#[inline]
pub(crate) fn margin(values: &PerSide<f32>, side: usize) -> f32 {
    if let [one, other] = values[..] {
        return if side == 0 { one - other } else { other - one };
    }
    let others = values.iter().enumerate().filter(|&(other, _)| other != side);
    let best_other = others.map(|(_, &value)| value).fold(f32::NEG_INFINITY, f32::max);
    if best_other == f32::NEG_INFINITY { values[side] } else { values[side] - best_other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margin_is_against_the_best_other_side() {
        let values = PerSide::from_fn(3, |side| [5.0, 8.0, 7.5][side]);
        assert_eq!(margin(&values, 0), -3.0);
        assert_eq!(margin(&values, 1), 0.5);
        assert_eq!(margin(&PerSide::from_fn(1, |_| 4.0), 0), 4.0);
    }
}
