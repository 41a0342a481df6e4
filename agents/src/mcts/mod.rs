//! `mcts`: Monte-Carlo tree search, plain UCT, for every game.
//!
//! UCT: L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo planning*, ECML 2006. Each iteration
//! walks down the tree by the upper confidence bound of the side that acts, adds one node, finishes
//! the game by uniformly random play, and adds the payoffs on the way back. Many sides: each
//! maximises its own payoff.
//!
//! **Chance** is stepped through by sampling; a node stands for a row of decisions, each a seat and
//! its action, whatever happened between them (open loop). **Hidden information**: every iteration
//! plays on a fresh determinization of the view, on one tree of what is legal in each; the bound of
//! an action counts how often it was available instead of how often its parent was visited
//! (single-observer information-set MCTS: P. Cowling, E. Powley and D. Whitehouse, *Information set
//! Monte Carlo tree search*, IEEE TCIAIG 4, 2012).
//!
//! Memory is bounded: a tree that is full grows no more, and iterations go on from its leaves.

mod tree;

use crate::agent::{Agent, AgentError, Report};
use crate::evaluate::Evaluate;
use crate::spec::{Family, SpecError};
use ludarium_engine::{
    MAX_SIDES, OptionInfo, Options, PerSide, Random, Seat, Turn, Values, playout,
};
use serde::{Deserialize, Serialize};
use tree::{Choice, ROOT, Tree};

/// How long and how widely to search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// Iterations for one decision.
    pub iterations: u32,
    /// Weight of the uncertainty of an action against its mean payoff.
    pub exploration: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { iterations: 1000, exploration: 0.5 }
    }
}

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
    ];
}

impl Family for Settings {
    const NAME: &'static str = "mcts";
    const QUICK: &'static str = "mcts:iterations=50";
    const MEANING: &'static str = "Monte-Carlo tree search (UCT) with random playouts, on determinizations where something \
         is hidden";

    fn build<G: Evaluate>(&self) -> Result<Box<dyn Agent<G>>, SpecError> {
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
    /// among equals the one with the higher payoff, then the first.
    ///
    /// Precondition: it is a seat's turn.
    pub fn search(&mut self, view: &G, random: &mut Random) -> G::Action {
        let Turn::Player(observer) = view.turn() else {
            unreachable!("only a seat to act searches")
        };
        self.tree.clear();
        let mut totals = [0.0; MAX_SIDES];
        let mut deepest = 0;
        for _ in 0..self.settings.iterations {
            let payoffs = self.iterate(view, observer, random);
            self.tree.record(&self.path, &payoffs);
            deepest = deepest.max(self.path.len());
            for (total, payoff) in totals.iter_mut().zip(payoffs.iter()) {
                *total += payoff;
            }
        }
        let iterations = f64::from(self.settings.iterations);
        self.report = Report {
            nodes: u64::from(self.settings.iterations),
            depth: deepest as u32,
            values: Some(PerSide::from_fn(view.sides(), |side| (totals[side] / iterations) as f32)),
        };
        self.tree.most_visited()
    }

    /// One iteration: leaves its way in `path` and returns the payoffs at its end.
    fn iterate(&mut self, view: &G, observer: Seat, random: &mut Random) -> PerSide<f64> {
        let mut game = view.clone();
        if G::HAS_HIDDEN_INFORMATION {
            game.determinize(observer, random);
        }
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
