//! What can be set of the search.

use super::Mcts;
use crate::agent::Agent;
use crate::evaluate::Evaluate;
use crate::payoff::PayoffOf;
use crate::spec::{Family, SpecError};
use ludarium_engine::options::YesNo;
use ludarium_engine::{OptionError, OptionInfo, Options, Values};
use serde::{Deserialize, Serialize};

/// Which action is played in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinalMove {
    /// The one chosen most often, among equals that with the higher mean payoff, then the first.
    Robust,
    /// The one with the highest mean payoff, among equals that chosen more often, then the first.
    Max,
    /// The one with the highest `mean - 1 / sqrt(visits)`: two standard errors of a payoff that is either 0
    /// or 1, at most (after the secure child of G. Chaslot et al., *Progressive strategies for Monte-Carlo
    /// tree search*, 2008).
    Secure,
}

/// What has nodes in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// Decisions alone (open loop).
    Open,
    /// Chance events too, as far as the game can list them.
    Outcome,
}

/// What the other sides are taken to want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponents {
    /// Each its own payoff.
    MaxN,
    /// That the searching side gets as little as possible (N. Sturtevant and R. Korf, *On pruning
    /// techniques for multi-player games*, AAAI 2000). The same for two sides.
    Paranoid,
}

/// Who plays on from a new node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Playout {
    /// Every seat plays at random.
    Random,
    /// Every seat plays as `greedy` does, but at random with the probability `epsilon`.
    Greedy,
}

/// How hidden information is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hidden {
    /// One tree over what the seat knows.
    Isuct,
    /// A tree for each of some determinizations, which vote.
    Pimc,
}

/// How long and how to search. What is `None` is as in plain UCT.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// Iterations for one decision.
    pub iterations: u32,
    /// Weight of the uncertainty of an action against its mean payoff.
    pub exploration: f64,
    /// Which action is played in the end; `None` for [`FinalMove::Robust`].
    #[serde(rename = "final")]
    pub final_move: Option<FinalMove>,
    /// Whether chance events have nodes; `None` for [`Chance::Open`].
    pub chance: Option<Chance>,
    /// What the other sides are taken to want; `None` for [`Opponents::MaxN`].
    pub opponents: Option<Opponents>,
    /// What the end of a game is worth; `None` for [`PayoffOf::Rank`].
    pub payoff: Option<PayoffOf>,
    /// Who plays on from a new node; `None` for [`Playout::Random`].
    pub playout: Option<Playout>,
    /// Probability of a random action in a greedy playout; only for [`Playout::Greedy`], and then always
    /// there.
    pub epsilon: Option<f64>,
    /// Events (actions and chance) after which a playout is cut off. What the position is worth then is
    /// the squashed margin of its evaluation (of a single side: the squashed evaluation), whatever
    /// [`Settings::payoff`] says. Such a search goes no further than where the game
    /// [is settled](Evaluate::is_settled): in the tree wherever chance would have the turn, and anywhere in
    /// playouts.
    pub cutoff: Option<u32>,
    /// Progressive bias: `bias * h / (n + 1)` is added to the bound of an action chosen n times, where h is
    /// what the evaluation promises, squashed (Chaslot et al. 2008): what it [judges](Evaluate::judge) the
    /// action to be worth, or else the position after it, when the action is first met.
    pub bias: Option<f64>,
    /// First-play urgency: instead of being tried first, at random, an action never chosen has the bound
    /// `h + urgency`, and its bias (S. Gelly and Y. Wang, *Exploration exploitation in Go: UCT for
    /// Monte-Carlo Go*, 2006). The bound of such an action does not grow: where the others stay above it, it
    /// is never tried, however many the iterations.
    pub urgency: Option<f64>,
    /// RAVE: the mean of an action chosen n times is mixed with that of all iterations in which its seat
    /// played it there or later (all moves as first), whose weight is `sqrt(rave / (3 n + rave))` (S. Gelly
    /// and D. Silver, *Monte-Carlo tree search and rapid action value estimation in computer Go*,
    /// Artificial Intelligence 175, 2011). Iterations count that came by the action's parent, where its
    /// seat chose, since the action has a node. With [`Settings::urgency`], an action never chosen has that
    /// mean in place of h, once there is one; h itself keeps its bias.
    pub rave: Option<u32>,
    /// Whether ends of the game are proven and passed up the tree (MCTS-Solver: M. Winands, Y. Björnsson
    /// and J.-T. Saito, *Monte-Carlo tree search solver*, CG 2008). For one or two sides. A proven action
    /// counts with its exact value and no uncertainty, and is chosen again while that is the greatest
    /// bound; the search ends when the root is proven: when one action is worth 1, or all are proven. Of the
    /// actions, only those of a proven root's value can be played then, and before that none that is worth
    /// 0, if there are others. Few margins are 0 or 1, so with [`PayoffOf::Margin`] a proof takes long
    /// unless much is explored.
    pub solver: Option<YesNo>,
    /// Whether what the search knows of a position is kept for the next decision: the part of the tree below
    /// the own action where the position is found, the first in the order of the actions, without a choice
    /// of the own seat on the way. The iterations come on top of what is kept; values are reported of them
    /// alone.
    pub reuse: Option<YesNo>,
    /// How hidden information is searched; `None` for [`Hidden::Isuct`], and where nothing is hidden.
    pub hidden: Option<Hidden>,
    /// Determinizations that vote, each with an equal share of the iterations; only for
    /// [`Hidden::Pimc`], and then always there.
    pub determinizations: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            iterations: 1000,
            exploration: 0.5,
            final_move: None,
            chance: None,
            opponents: None,
            payoff: None,
            playout: None,
            epsilon: None,
            cutoff: None,
            bias: None,
            urgency: None,
            rave: None,
            solver: None,
            reuse: None,
            hidden: None,
            determinizations: None,
        }
    }
}

/// Determinizations where nobody says how many, if there are as many iterations.
const DETERMINIZATIONS: u32 = 20;
/// Probability of a random action in a greedy playout where nobody says how great.
const EPSILON: f64 = 0.1;

impl Options for Settings {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "iterations",
            values: Values::Integer(1, 1_000_000_000),
            meaning: "iterations for one decision",
        },
        OptionInfo {
            name: "exploration",
            values: Values::Real(0.0, 100.0),
            meaning: "weight of an action's uncertainty against its mean payoff, which is from 0 \
                      to 1",
        },
        OptionInfo {
            name: "final",
            values: Values::Words(&["robust", "max", "secure"]),
            meaning: "the action played in the end: the one chosen most often (as without this \
                      option), that of the highest mean, or of the highest lower bound of the mean",
        },
        OptionInfo {
            name: "chance",
            values: Values::Words(&["open", "outcome"]),
            meaning: "whether the tree has nodes for decisions alone (as without this option), or \
                      for chance events too",
        },
        OptionInfo {
            name: "opponents",
            values: Values::Words(&["max-n", "paranoid"]),
            meaning: "whether other sides want the most for themselves (as without this option), or \
                      the least for the searching one",
        },
        OptionInfo {
            name: "payoff",
            values: Values::Words(&["rank", "margin"]),
            meaning: "whether the end of a game counts by ranks (as without this option), or by the \
                      margin in points",
        },
        OptionInfo {
            name: "playout",
            values: Values::Words(&["random", "greedy"]),
            meaning: "whether playouts are random (as without this option), or greedy by the game's \
                      evaluation",
        },
        OptionInfo {
            name: "epsilon",
            values: Values::Real(0.0, 1.0),
            meaning: "with playout=greedy: probability of a random action (0.1 unless said)",
        },
        OptionInfo {
            name: "cutoff",
            values: Values::Integer(0, 1_000_000),
            meaning: "events after which a playout is cut off and evaluated; it always ends where only points \
                      matter any more, between two deals",
        },
        OptionInfo {
            name: "bias",
            values: Values::Real(0.0, 1000.0),
            meaning: "progressive bias: weight of what the evaluation promises of an action, fading \
                      as it is chosen",
        },
        OptionInfo {
            name: "urgency",
            values: Values::Real(-10.0, 10.0),
            meaning: "first-play urgency: an action never chosen counts what the evaluation \
                      promises and this, instead of being tried first; it is never tried while \
                      others have more",
        },
        OptionInfo {
            name: "rave",
            values: Values::Integer(1, 1_000_000_000),
            meaning: "iterations for which the mean of an action played here or later counts about as \
                      much as its own",
        },
        OptionInfo {
            name: "solver",
            values: YesNo::VALUES,
            meaning: "whether ends of the game are proven and passed up the tree",
        },
        OptionInfo {
            name: "reuse",
            values: YesNo::VALUES,
            meaning: "whether what is known of a position is kept for the next decision",
        },
        OptionInfo {
            name: "hidden",
            values: Values::Words(&["isuct", "pimc"]),
            meaning: "where something is hidden: one tree over what the seat knows (as without this \
                      option), or a vote of trees that each know one determinization",
        },
        OptionInfo {
            name: "determinizations",
            values: Values::Integer(1, 1_000_000),
            meaning: "with hidden=pimc: how many vote, sharing the iterations evenly (20 unless said)",
        },
    ];

    fn completed(mut self) -> Self {
        fn unless<T: PartialEq>(option: &mut Option<T>, usual: &T) {
            if option.as_ref() == Some(usual) {
                *option = None;
            }
        }
        if self.playout == Some(Playout::Greedy) {
            self.epsilon = self.epsilon.or(Some(EPSILON));
        }
        if self.hidden == Some(Hidden::Pimc) {
            let usual = DETERMINIZATIONS.min(self.iterations);
            self.determinizations = self.determinizations.or(Some(usual));
        }
        unless(&mut self.final_move, &FinalMove::Robust);
        unless(&mut self.chance, &Chance::Open);
        unless(&mut self.opponents, &Opponents::MaxN);
        unless(&mut self.payoff, &PayoffOf::Rank);
        unless(&mut self.playout, &Playout::Random);
        unless(&mut self.solver, &YesNo::No);
        unless(&mut self.reuse, &YesNo::No);
        unless(&mut self.hidden, &Hidden::Isuct);
        self
    }

    fn check_together(&self) -> Result<(), OptionError> {
        let conflict = |text: String| Err(OptionError::Conflict(text));
        if self.epsilon.is_some() && self.playout != Some(Playout::Greedy) {
            return conflict("epsilon needs playout=greedy".to_string());
        }
        let Some(determinizations) = self.determinizations else { return Ok(()) };
        if self.hidden != Some(Hidden::Pimc) {
            return conflict("determinizations needs hidden=pimc".to_string());
        }
        if determinizations > self.iterations {
            return conflict(format!(
                "determinizations={determinizations} needs as many iterations, not {}",
                self.iterations
            ));
        }
        Ok(())
    }
}

impl Family for Settings {
    const NAME: &'static str = "mcts";
    const QUICK: &'static str = "mcts:iterations=50";
    const EVALUATES: bool = true;
    const MEANING: &'static str = "Monte-Carlo tree search: UCT with random playouts unless a \
         setting says more, on determinizations where something is hidden";

    fn evaluates(&self) -> bool {
        self.cutoff.is_some()
            || self.bias.is_some()
            || self.urgency.is_some()
            || self.playout == Some(Playout::Greedy)
    }

    fn build<G: Evaluate>(
        &self,
        start: &G,
        weights: G::Weights,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        let is_open = !G::HAS_HIDDEN_INFORMATION;
        let is_certain = is_open && !G::HAS_CHANCE;
        let needs = [
            (
                self.hidden.is_some(),
                G::HAS_HIDDEN_INFORMATION,
                "hidden=pimc is for games with hidden information",
            ),
            (
                self.chance.is_some(),
                is_open && G::HAS_CHANCE,
                "chance=outcome is for games with chance and without hidden information",
            ),
            (
                self.solver.is_some(),
                is_certain && start.sides() <= 2,
                "solver=yes is for two sides, without chance and hidden information",
            ),
            (
                self.reuse.is_some(),
                is_certain,
                "reuse=yes is for games without chance and hidden information",
            ),
        ];
        for (is_asked, can, reason) in needs {
            if G::HAS_DECISIONS && is_asked && !can {
                return Err(SpecError::Unsuitable { agent: Self::NAME, game: G::ID, reason });
            }
        }
        Ok(Box::new(Mcts::<G>::with_weights(*self, weights)))
    }
}
