//! `mcts`: Monte-Carlo tree search, plain UCT, for every game.
//!
//! UCT: L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo planning*, ECML 2006. Each iteration
//! walks down the tree by the upper confidence bound of the side that acts, adds one node, finishes
//! the game by uniformly random play, and adds the payoffs on the way back. Many sides: each
//! maximises its own payoff.
//!
//! **Chance** is stepped through by sampling; a node stands for a row of decisions, each a seat and
//! its action, whatever happened between them (open loop).
//!
//! **Hidden information**: the search sees the view and plays on determinizations of it, in one of two
//! ways ([`Hidden`]).
//!
//! - `isuct`: every iteration plays on a fresh determinization, on one tree of what is legal in each;
//!   the bound of an action counts how often it was available instead of how often its parent was
//!   visited (single-observer information-set MCTS: P. Cowling, E. Powley and D. Whitehouse,
//!   *Information set Monte Carlo tree search*, IEEE TCIAIG 4, 2012).
//! - `pimc`: each of some determinizations is searched by itself as if all cards lay open, with an
//!   equal share of the iterations, and has a vote for the action it finds best (perfect-information
//!   Monte Carlo: M. Ginsberg, *GIB: imperfect information in a computationally challenging game*,
//!   JAIR 14, 2001; the vote as in P. Cowling, C. Ward and E. Powley, *Ensemble determinization in
//!   Monte Carlo tree search for the imperfect information card game Magic: The Gathering*, IEEE TCIAIG
//!   4, 2012).
//!
//! Memory is bounded: a tree that is full grows no more, and iterations go on from its leaves.

mod tree;

use crate::agent::{Agent, AgentError, Report};
use crate::evaluate::Evaluate;
use crate::spec::{Family, SpecError};
use ludarium_engine::{
    MAX_SIDES, OptionError, OptionInfo, Options, PerSide, Random, Seat, Turn, Values, playout,
};
use serde::{Deserialize, Serialize};
use tree::{Choice, ROOT, Tree};

/// How hidden information is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hidden {
    /// One tree over what the seat knows.
    Isuct,
    /// A tree for each of some determinizations, which vote.
    Pimc,
}

/// How long and how widely to search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// Iterations for one decision.
    pub iterations: u32,
    /// Weight of the uncertainty of an action against its mean payoff.
    pub exploration: f64,
    /// How hidden information is searched; `None` for [`Hidden::Isuct`], and where nothing is hidden.
    pub hidden: Option<Hidden>,
    /// Determinizations that vote, each with an equal share of the iterations; only for
    /// [`Hidden::Pimc`], and then always there.
    pub determinizations: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { iterations: 1000, exploration: 0.5, hidden: None, determinizations: None }
    }
}

/// Determinizations where nobody says how many, if there are as many iterations.
const DETERMINIZATIONS: u32 = 20;

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

    fn completed(self) -> Self {
        match self.hidden {
            Some(Hidden::Pimc) => {
                let usual = DETERMINIZATIONS.min(self.iterations);
                Settings { determinizations: self.determinizations.or(Some(usual)), ..self }
            }
            Some(Hidden::Isuct) | None => Settings { hidden: None, ..self },
        }
    }

    fn check_together(&self) -> Result<(), OptionError> {
        let Some(determinizations) = self.determinizations else { return Ok(()) };
        if self.hidden != Some(Hidden::Pimc) {
            return Err(OptionError::Conflict("determinizations needs hidden=pimc".to_string()));
        }
        if determinizations > self.iterations {
            return Err(OptionError::Conflict(format!(
                "determinizations={determinizations} needs as many iterations, not {}",
                self.iterations
            )));
        }
        Ok(())
    }
}

impl Family for Settings {
    const NAME: &'static str = "mcts";
    const QUICK: &'static str = "mcts:iterations=50";
    const EVALUATES: bool = true;
    const MEANING: &'static str = "Monte-Carlo tree search (UCT) with random playouts, on determinizations where something \
         is hidden";

    fn build<G: Evaluate>(
        &self,
        _: &G,
        _: G::Weights,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        if self.hidden == Some(Hidden::Pimc) && !G::HAS_HIDDEN_INFORMATION {
            return Err(SpecError::Unsuitable {
                agent: Self::NAME,
                game: G::ID,
                reason: "hidden=pimc is for games with hidden information",
            });
        }
        Ok(Box::new(Mcts::<G>::new(*self)))
    }
}

/// The searching agent. Public for benchmarks and tests; play it through its spec.
pub struct Mcts<G: Evaluate> {
    settings: Settings,
    tree: Tree<G::Action>,
    /// Nodes of the present iteration below the root, from the top.
    path: Vec<u32>,
    actions: Vec<G::Action>,
    report: Report,
}

impl<G: Evaluate> Mcts<G> {
    /// A new searcher with an empty tree.
    pub fn new(settings: Settings) -> Self {
        Mcts {
            settings,
            tree: Tree::new(),
            path: Vec::new(),
            actions: Vec::new(),
            report: Report::default(),
        }
    }

    /// Runs all iterations from the view of the seat to act and returns the most visited action,
    /// among equals the one with the higher payoff, then the first. With [`Hidden::Pimc`] that which is
    /// so for most determinizations, among equals that with more visits in all of them, then the first.
    ///
    /// Precondition: it is a seat's turn.
    pub fn search(&mut self, view: &G, random: &mut Random) -> G::Action {
        let Turn::Player(observer) = view.turn() else {
            unreachable!("only a seat to act searches")
        };
        let mut totals = Totals { payoffs: [0.0; MAX_SIDES], deepest: 0 };
        let action = match self.settings.determinizations {
            Some(count) => self.vote(view, observer, count, &mut totals, random),
            None => {
                let draw = view.determinizer(observer);
                self.grow(draw, self.settings.iterations, &mut totals, random);
                self.tree.most_visited()
            }
        };
        let iterations = f64::from(self.settings.iterations);
        let mean = |side: usize| (totals.payoffs[side] / iterations) as f32;
        self.report = Report {
            nodes: u64::from(self.settings.iterations),
            depth: totals.deepest as u32,
            values: Some(PerSide::from_fn(view.sides(), mean)),
        };
        action
    }

    /// Searches `count` determinizations one after the other; the action with most votes.
    fn vote(
        &mut self,
        view: &G,
        observer: Seat,
        count: u32,
        totals: &mut Totals,
        random: &mut Random,
    ) -> G::Action {
        // Votes and visits of each action.
        let mut polls: Vec<(G::Action, u32, u32)> = Vec::new();
        let mut draw = view.determinizer(observer);
        let (share, over) = (self.settings.iterations / count, self.settings.iterations % count);
        for number in 0..count {
            let position = draw(random);
            let iterations = share + u32::from(number < over);
            self.grow(|_| position.clone(), iterations, totals, random);
            let best = self.tree.most_visited();
            for (action, visits) in self.tree.visits() {
                let vote = u32::from(action == best);
                match polls.binary_search_by_key(&action, |poll| poll.0) {
                    Ok(place) => {
                        polls[place].1 += vote;
                        polls[place].2 += visits;
                    }
                    Err(place) => polls.insert(place, (action, vote, visits)),
                }
            }
        }
        let first_best = polls.iter().rev().max_by_key(|poll| (poll.1, poll.2));
        first_best.expect("a seat to act has an action").0
    }

    /// A new tree, grown by so many iterations, each from a position that `start` gives.
    fn grow(
        &mut self,
        mut start: impl FnMut(&mut Random) -> G,
        iterations: u32,
        totals: &mut Totals,
        random: &mut Random,
    ) {
        self.tree.clear();
        for _ in 0..iterations {
            let payoffs = self.iterate(start(random), random);
            self.tree.record(&self.path, &payoffs);
            totals.deepest = totals.deepest.max(self.path.len());
            for (total, payoff) in totals.payoffs.iter_mut().zip(payoffs.iter()) {
                *total += payoff;
            }
        }
    }

    /// One iteration: leaves its way in `path` and returns the payoffs at its end.
    fn iterate(&mut self, mut game: G, random: &mut Random) -> PerSide<f64> {
        self.path.clear();
        let mut node = ROOT;
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let event = game.sample_chance(random);
                    game.apply_chance(&event);
                }
                Turn::Player(seat) => {
                    self.actions.clear();
                    game.legal_actions(&mut self.actions);
                    let choice = Choice {
                        seat,
                        side: game.side(seat),
                        legal: &self.actions,
                        varies: G::HAS_CHANCE || G::HAS_HIDDEN_INFORMATION,
                    };
                    let exploration = self.settings.exploration;
                    let Some(chosen) = self.tree.choose(node, &choice, exploration, random) else {
                        break;
                    };
                    game.apply(self.tree.action(chosen.node));
                    self.path.push(chosen.node);
                    node = chosen.node;
                    if chosen.is_new {
                        break;
                    }
                }
            }
        }
        playout(&mut game, random, &mut self.actions);
        game.payoffs()
    }
}

/// Sums over all iterations for one decision.
struct Totals {
    /// Of the payoffs of each side.
    payoffs: [f64; MAX_SIDES],
    /// Length of the longest way through a tree.
    deepest: usize,
}

impl<G: Evaluate> Agent<G> for Mcts<G> {
    fn choose(
        &mut self,
        view: &G,
        _: &[G::Action],
        random: &mut Random,
    ) -> Result<G::Action, AgentError> {
        Ok(self.search(view, random))
    }

    fn report(&self) -> Report {
        self.report.clone()
    }
}
