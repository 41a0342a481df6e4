//! The Amidakuji bridge game: steps to the far side, threats, and bridges held.
//!
//! A side of the duel has
//!
//! ```text
//! arrived × a + coin × c + held × h - threat × l - s - s' - leader × min(s, s')
//! ```
//!
//! a is the number of its tokens across, c that of its coins where coins win, and h that of its tokens on
//! an end of an enemy bridge. s and s' are the steps that its two next tokens have before them: a token
//! on the board goes its way to the goal, and one that is not there yet begins at the best start point
//! that is open. l adds up, over the tokens that an enemy can knock off before they move, how many more
//! steps they would have from there.
//!
//! The puzzle has nothing to weigh: a side has its coins, and half a coin if the next walk would win one.

use super::Evaluate;
use crate::payoff::payoffs;
use arrayvec::ArrayVec;
use ludarium_engine::amidakuji_bridge::{AmidakujiBridge, Next, Phase, Point};
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Ranks, Scores, Seat, Values};
use serde::{Deserialize, Serialize};

/// The most columns of a board.
const COLUMNS: usize = 8;
/// Steps counted for a way that leads nowhere: longer than any that leads across.
const NOWHERE: f32 = 100.0;

/// What the evaluation weighs, in steps of a token.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Weights {
    /// A token that has arrived.
    pub arrived: f64,
    /// What the token that is nearer to its goal counts more than the other: the race is over when it
    /// is there and one more.
    pub leader: f64,
    /// A token that an enemy can knock off with its next move: the share of the steps it would lose.
    pub threat: f64,
    /// An enemy bridge with an own token on an end, which the enemy cannot relocate.
    pub held: f64,
    /// A coin won, where coins win.
    pub coin: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { arrived: 12.0, leader: 0.0, threat: 0.5, held: 0.25, coin: 6.0 }
    }
}

impl Options for Weights {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "arrived",
            values: Values::Real(-100.0, 100.0),
            meaning: "steps that a token across is worth",
        },
        OptionInfo {
            name: "leader",
            values: Values::Real(-1.0, 10.0),
            meaning: "how much more a step of the token nearer to its goal counts",
        },
        OptionInfo {
            name: "threat",
            values: Values::Real(-10.0, 10.0),
            meaning: "share of the steps that a token which can be knocked off would lose",
        },
        OptionInfo {
            name: "held",
            values: Values::Real(-10.0, 10.0),
            meaning: "steps that an enemy bridge with an own token on an end is worth",
        },
        OptionInfo {
            name: "coin",
            values: Values::Real(-100.0, 100.0),
            meaning: "steps that a coin won is worth, where coins win",
        },
    ];
}

impl Evaluate for AmidakujiBridge {
    type Weights = Weights;

    const MARGIN: f32 = 12.0;

    /// A hundred and more bridges can be laid or relocated at a time, and there are four relocations in a
    /// row; most change nothing that matters. While bridges are laid all of them look the same, since a
    /// way is as long for the one seat as for the other: then an even spread of them is followed.
    const WIDTH: usize = 12;

    fn evaluate(&self, weights: &Weights) -> PerSide<f32> {
        if self.rules().is_puzzle() {
            return PerSide::from_fn(1, |_| puzzle(self));
        }
        let ways = Ways::of(self);
        let values = [0, 1].map(|seat| ways.value(Seat(seat), weights));
        PerSide::from_fn(2, |side| values[side])
    }

    /// In the puzzle a win is worth 1, and a loss half its share of the coins that win.
    fn payoffs_of(&self, scores: &Scores, ranks: &Ranks) -> PerSide<f64> {
        if !self.rules().is_puzzle() {
            return payoffs(ranks);
        }
        let all = i32::from(self.coins_to_win());
        let half = f64::from(scores[0]) / f64::from(2 * all);
        PerSide::from_fn(1, |_| if scores[0] == all { 1.0 } else { half })
    }
}

/// Coins won, and half a coin if the next walk would win one over the ladder as it is.
fn puzzle(game: &AmidakujiBridge) -> f32 {
    let won = f32::from(game.coins_won(Seat(0)));
    let wins = game.tokens(Seat(0)).any(|(at, next, _)| {
        let walker = Seat(u8::from(at.row != 0));
        let goal = game.way(walker, at, next).last();
        goal.is_some_and(|goal| game.coins_at(goal) > 0)
    });
    if wins { won + 0.5 } else { won }
}

/// A token on the board with the way before it.
struct Walker {
    at: Point,
    moved: bool,
    /// Steps to its goal point.
    steps: f32,
    /// Where it comes with its next move.
    reach: ArrayVec<Point, 9>,
}

/// All ways that matter in a position.
struct Ways<'a> {
    game: &'a AmidakujiBridge,
    walkers: [ArrayVec<Walker, 2>; 2],
    /// Steps from each start point; the way of the one seat is that of the other backwards.
    from_start: [[f32; COLUMNS]; 2],
}

impl<'a> Ways<'a> {
    fn of(game: &'a AmidakujiBridge) -> Self {
        let most = usize::from(game.rules().steps.unwrap_or(3));
        let walkers = [Seat(0), Seat(1)].map(|seat| {
            let walker = |(at, next, moved)| {
                let mut reach = ArrayVec::new();
                let mut steps = 0.0;
                let mut last = at;
                for point in game.way(seat, at, next) {
                    if reach.len() < most {
                        reach.push(point);
                    }
                    steps += 1.0;
                    last = point;
                }
                if last.row != game.start_point(Seat(1 - seat.0), 0).row {
                    steps = NOWHERE;
                }
                Walker { at, moved, steps, reach }
            };
            game.tokens(seat).map(walker).collect()
        });
        let mut from_start = [[NOWHERE; COLUMNS]; 2];
        for column in 0..game.rules().columns {
            let start = game.start_point(Seat(0), column);
            let mut last = start;
            let mut steps = 0.0;
            for point in game.way(Seat(0), start, Next::Run) {
                last = point;
                steps += 1.0;
            }
            from_start[0][usize::from(column)] = steps;
            from_start[1][usize::from(last.column)] = steps;
        }
        Ways { game, walkers, from_start }
    }

    /// The steps of a token that is set anew at the best point.
    fn fresh(&self, seat: Seat) -> f32 {
        let steps = &self.from_start[seat.index()];
        let open = self.game.open_columns(seat).map(|column| steps[usize::from(column)]);
        open.fold(NOWHERE, f32::min)
    }

    fn value(&self, seat: Seat, weights: &Weights) -> f32 {
        let (own, enemies) = (&self.walkers[seat.index()], &self.walkers[1 - seat.index()]);
        let fresh = self.fresh(seat);
        let mut value = weights.arrived as f32 * f32::from(self.game.arrived(seat));
        if self.game.rules().coins_win() {
            value += weights.coin as f32 * f32::from(self.game.coins_won(seat));
        }
        let mut steps = [fresh; 2];
        for (steps, walker) in steps.iter_mut().zip(own) {
            *steps = walker.steps;
            let threatened = enemies
                .iter()
                .any(|enemy| self.moves_before(enemy, walker) && enemy.reach.contains(&walker.at));
            if threatened {
                value -= weights.threat as f32 * (fresh - walker.steps).max(0.0);
            }
            if self.game.bridge_at(walker.at).is_some_and(|(_, owner)| owner != seat) {
                value += weights.held as f32;
            }
        }
        let nearer = steps[0].min(steps[1]);
        value - steps[0] - steps[1] - weights.leader as f32 * nearer
    }

    /// Whether an enemy may move before a token does.
    fn moves_before(&self, enemy: &Walker, walker: &Walker) -> bool {
        let between_rounds = self.game.phase() == Phase::Relocate;
        between_rounds || !enemy.moved || walker.moved
    }
}
