//! `minimax`: alpha-beta search for games without chance and hidden information.
//!
//! Iterative deepening; a transposition table; moves ordered by the table's move and then by the
//! evaluation of the position they lead to. Values are those of one side, the searcher's, which
//! maximises while everyone else minimises: minimax for two sides, and for more the *paranoid*
//! assumption (N. Sturtevant and R. Korf, *On pruning techniques for multi-player games*, AAAI
//! 2000). A side may act several times in a row. Alpha-beta: D. Knuth and R. Moore, *An analysis of
//! alpha-beta pruning*, Artificial Intelligence 6 (1975).
//!
//! The value of a search is exactly that of plain minimax to the same depth: an entry of the table
//! is used only for the depth it was made for. Where a position has more than [`Evaluate::WIDTH`]
//! actions, plain minimax over the ones that lead to the best positions is meant: the others are looked
//! at, but not followed (a beam, as in forward pruning by ranking: C. Shannon, *Programming a computer
//! for playing chess*, Philosophical Magazine 41, 1950, type B).

mod alpha_beta;
mod max_n;
mod table;

use crate::agent::{Agent, AgentError, Report};
use crate::evaluate::{Evaluate, worth};
use crate::softmax::{SLACK, TEMPERATURE, softmax};
use crate::spec::{Family, SpecError};
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Random, Turn, Values};
use serde::{Deserialize, Serialize};
use table::Table;

/// How far to search. Without either limit the depth is [`Settings::DEFAULT_DEPTH`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// Greatest depth in plies (decisions of any seat).
    pub depth: Option<u32>,
    /// Greatest number of positions looked at for one decision, the first ply being free.
    pub nodes: Option<u64>,
    /// What the other sides are taken to do; `None` for [`Opponents::DEFAULT`].
    pub opponents: Option<Opponents>,
    /// The temperature of a [`softmax`] over the values of actions, in points; `None` for the best action.
    pub temperature: Option<f64>,
}

/// What the other sides are taken to do, where there are more than one. For two sides all are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponents {
    /// Each makes the value of the searching side as small as it can.
    Paranoid,
    /// Each makes its own value as great as it can.
    MaxN,
    /// Between two turns of the searching side one of them makes its value as small as it can; the others
    /// play what looks best for themselves at once.
    BestReply,
}

impl Opponents {
    /// What is searched where nothing is said.
    pub const DEFAULT: Self = Opponents::Paranoid;
}

impl Settings {
    /// The depth of a plain `minimax`, in plies.
    pub const DEFAULT_DEPTH: u32 = 6;
    /// No search is deeper, whatever its limit of nodes.
    const MAX_DEPTH: u32 = 99;
}

/// With no more actions than this, a position two plies before the end of the search is searched about as
/// fast as it is looked up.
const NARROW: usize = 8;

impl Options for Settings {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "depth",
            values: Values::Integer(1, Self::MAX_DEPTH as i64),
            meaning: "greatest depth in plies (6 where nodes is not given either)",
        },
        OptionInfo {
            name: "nodes",
            values: Values::Integer(1, 1_000_000_000_000),
            meaning: "greatest number of positions looked at for one decision",
        },
        OptionInfo {
            name: "opponents",
            values: Values::Words(&["paranoid", "max-n", "best-reply"]),
            meaning: "with more than two sides: whether all others want the least for the searching one (as \
                      without this option), each wants the most for itself, or one in each round chooses \
                      against the searching one and the others play what looks best at once",
        },
        TEMPERATURE,
    ];

    fn completed(mut self) -> Self {
        if self.nodes.is_none() {
            self.depth = self.depth.or(Some(Self::DEFAULT_DEPTH));
        }
        self.opponents = self.opponents.filter(|&opponents| opponents != Opponents::DEFAULT);
        self
    }
}

impl Family for Settings {
    const NAME: &'static str = "minimax";
    const QUICK: &'static str = "minimax:nodes=2000";
    const EVALUATES: bool = true;
    const MEANING: &'static str = "alpha-beta search to a depth or a number of nodes; paranoid where there are more than two \
         sides";

    fn build<G: Evaluate>(
        &self,
        _: &G,
        weights: G::Weights,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        if G::HAS_DECISIONS && (G::HAS_CHANCE || G::HAS_HIDDEN_INFORMATION) {
            return Err(SpecError::Unsuitable {
                agent: Self::NAME,
                game: G::ID,
                reason: "it searches only games without chance and hidden information",
            });
        }
        Ok(Box::new(Minimax::<G>::with_weights(*self, weights)))
    }
}

/// The searching agent. Public for benchmarks and tests; play it through its spec.
pub struct Minimax<G: Evaluate> {
    depth: u32,
    nodes: u64,
    opponents: Opponents,
    temperature: Option<f64>,
    weights: G::Weights,
    table: Table,
    actions: Vec<G::Action>,
    children: Vec<Child<G>>,
    /// The least depth that positions are kept for in the table.
    shallowest: u32,
    /// The last action that cut a search off one ply before its end, by the others and by the own side.
    killers: [Option<G::Action>; 2],
    report: Report,
}

/// A position one ply on.
#[derive(Clone)]
struct Child<G: Game> {
    game: G,
    /// The place of its action among the legal ones.
    index: u16,
    /// The position's worth to the searching side, without search.
    worth: f32,
    /// In a best-reply search the other side that has chosen a reply since the searching side acted.
    replier: Option<u8>,
}

/// What a search says of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionValue<A> {
    /// The action.
    pub action: A,
    /// What it is worth to the side to act, in units of the evaluation; or if that is not exact, what it
    /// is not worth more than.
    pub value: f32,
    /// Whether the value is exact, to the depth that was searched.
    pub is_exact: bool,
}

/// What a search has found; actions are places among the legal ones.
struct Found {
    best: u16,
    value: f32,
    /// Values of the last depth that was completed.
    values: Vec<ActionValue<u16>>,
}

/// The search ran out of nodes; its values mean nothing.
pub(crate) struct OutOfNodes;

/// One search: whose values, what is spent of the budget, and how far it has seen.
pub(crate) struct Task {
    pub(crate) side: usize,
    pub(crate) nodes: u64,
    pub(crate) limit: u64,
    /// A line of play may have been left before the end of the game.
    pub(crate) reached_horizon: bool,
}

impl Task {
    /// Counts positions about to be looked at, if the budget holds them.
    pub(crate) fn spend(&mut self, nodes: usize) -> Result<(), OutOfNodes> {
        let spent = self.nodes + nodes as u64;
        if spent > self.limit {
            return Err(OutOfNodes);
        }
        self.nodes = spent;
        Ok(())
    }
}

impl<G: Evaluate> Minimax<G> {
    /// A new searcher with an empty table and the default evaluation.
    pub fn new(settings: Settings) -> Self {
        Self::with_weights(settings, G::Weights::default())
    }

    /// A new searcher with an empty table whose evaluation weighs as `weights` say.
    pub fn with_weights(settings: Settings, weights: G::Weights) -> Self {
        let settings = settings.completed();
        let depth = settings.depth.unwrap_or(Settings::MAX_DEPTH);
        let nodes = settings.nodes.unwrap_or(u64::MAX);
        Minimax {
            depth,
            nodes,
            opponents: settings.opponents.unwrap_or(Opponents::DEFAULT),
            temperature: settings.temperature,
            weights,
            table: Table::new(),
            actions: Vec::new(),
            children: Vec::new(),
            shallowest: 2,
            killers: [None; 2],
            report: Report::default(),
        }
    }

    /// The best of the legal actions of `game` and its value for the side to act.
    ///
    /// Precondition: it is a seat's turn, and `legal` are its actions. All searches of one searcher
    /// are for the same side of the same match: the table outlives the search.
    pub fn search(&mut self, game: &G, legal: &[G::Action]) -> (G::Action, f32) {
        let found = self.deepen(game, legal, 0.0);
        (legal[usize::from(found.best)], found.value)
    }

    /// What each legal action of `game` is worth to the side to act, in the order of `legal`, after the last
    /// depth that was completed. Values are exact for actions that are worse than the best by less than
    /// `slack`, in units of the evaluation, 0 or more, and at most bounds for the others; for max^n all are
    /// exact. Of more than [`Evaluate::WIDTH`] actions those are left out that are not followed.
    ///
    /// Precondition: as for [`Minimax::search`].
    pub fn values(
        &mut self,
        game: &G,
        legal: &[G::Action],
        slack: f32,
    ) -> Vec<ActionValue<G::Action>> {
        let mut values = self.deepen(game, legal, slack).values;
        values.sort_by_key(|of| of.action);
        let named = |of: ActionValue<u16>| ActionValue {
            action: legal[usize::from(of.action)],
            value: of.value,
            is_exact: of.is_exact,
        };
        values.into_iter().map(named).collect()
    }

    /// Searches deeper and deeper, up to the limits.
    fn deepen(&mut self, game: &G, legal: &[G::Action], slack: f32) -> Found {
        let Turn::Player(seat) = game.turn() else { unreachable!("only a seat to act searches") };
        let side = game.side(seat);
        let mut task = Task { side, nodes: 0, limit: self.nodes, reached_horizon: false };
        if game.sides() <= 2 {
            self.opponents = Opponents::Paranoid;
        }
        // A search that ran out of nodes did not clean up.
        self.actions.clear();
        self.children.clear();
        self.shallowest = if legal.len() > NARROW { 2 } else { 3 };
        let mut root: Vec<Child<G>> = legal
            .iter()
            .enumerate()
            .map(|(index, &action)| self.child(game, action, index, side))
            .collect();
        task.nodes += root.len() as u64;
        root.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        keep_first(&mut root, 0, G::WIDTH, |child| child.worth);
        let of_child = |child: &Child<G>| ActionValue {
            action: child.index,
            value: child.worth,
            is_exact: true,
        };
        let values = root.iter().map(of_child).collect();
        let mut found = Found { best: root[0].index, value: root[0].worth, values };
        let mut completed = 1;
        // A search to a depth goes there in steps of two, since positions with the same seat to move look
        // more alike; a budget of nodes is spent in steps of one.
        let (first, step) = if self.nodes == u64::MAX { (2 + self.depth % 2, 2) } else { (2, 1) };
        for depth in (first..=self.depth).step_by(step) {
            task.reached_horizon = false;
            if self.search_root(&mut root, depth, slack, &mut found, &mut task).is_err() {
                break;
            }
            completed = depth;
            if !task.reached_horizon {
                // Every line was followed to the end of the game: deeper is the same.
                break;
            }
        }
        let value = |of| if of == side { found.value } else { 0.0 };
        self.report = Report {
            nodes: task.nodes,
            depth: completed,
            values: Some(PerSide::from_fn(game.sides(), value)),
        };
        found
    }

    /// Searches every action of the root to `depth`. Where the nodes run out before, the best of the actions
    /// that were searched is found, if any was, but no values. The best comes first in the next search.
    fn search_root(
        &mut self,
        root: &mut [Child<G>],
        depth: u32,
        slack: f32,
        found: &mut Found,
        task: &mut Task,
    ) -> Result<(), OutOfNodes> {
        let mut values = Vec::with_capacity(root.len());
        let (mut best, mut best_value) = (0, f32::NEG_INFINITY);
        let mut result = Ok(());
        for (place, child) in root.iter().enumerate() {
            let alpha = best_value - slack;
            let value = match self.root_value(child, depth, alpha, task) {
                Ok(value) => value,
                Err(error) => {
                    result = Err(error);
                    break;
                }
            };
            values.push(ActionValue { action: child.index, value, is_exact: value > alpha });
            if value > best_value {
                (best, best_value) = (place, value);
                (found.best, found.value) = (child.index, value);
            }
        }
        root[..=best].rotate_right(1);
        if result.is_ok() {
            found.values = values;
        }
        result
    }

    /// The value of an action of the root, exact where it is above `alpha`, else a bound from above.
    fn root_value(
        &mut self,
        child: &Child<G>,
        depth: u32,
        alpha: f32,
        task: &mut Task,
    ) -> Result<f32, OutOfNodes> {
        if self.opponents == Opponents::MaxN {
            return Ok(self.max_n(&child.game, depth - 1, task)?[task.side]);
        }
        let high = if alpha == f32::NEG_INFINITY { f32::INFINITY } else { alpha.next_up() };
        self.scout(child, depth, (alpha, high), (alpha, f32::INFINITY), task)
    }

    fn child(&self, game: &G, action: G::Action, index: usize, side: usize) -> Child<G> {
        let mut next = game.clone();
        next.apply(action);
        let worth = worth(&next, &self.weights, side);
        Child { game: next, index: index as u16, worth, replier: None }
    }
}

impl<G: Evaluate> Agent<G> for Minimax<G> {
    fn choose(
        &mut self,
        view: &G,
        legal: &[G::Action],
        random: &mut Random,
    ) -> Result<G::Action, AgentError> {
        let Some(temperature) = self.temperature else { return Ok(self.search(view, legal).0) };
        let found = self.values(view, legal, (SLACK * temperature) as f32);
        let values: Vec<f64> = found.iter().map(|of| f64::from(of.value)).collect();
        Ok(found[softmax(&values, temperature, random)].action)
    }

    fn report(&self) -> Report {
        self.report.clone()
    }
}

/// Keeps of the children from place `first` on, sorted by worth, the `width` best. Of those that are as
/// good as the last of them an even spread is taken, not the ones listed first.
pub(crate) fn keep_first<T, W: PartialEq>(
    children: &mut Vec<T>,
    first: usize,
    width: usize,
    worth: impl Fn(&T) -> W,
) {
    let sorted = &mut children[first..];
    if sorted.len() <= width {
        return;
    }
    let last = worth(&sorted[width - 1]);
    let from = sorted.iter().position(|child| worth(child) == last).unwrap_or_default();
    let tied = sorted[from..].iter().take_while(|child| worth(child) == last).count();
    let wanted = width - from;
    for place in 0..wanted {
        sorted.swap(from + place, from + place * tied / wanted);
    }
    children.truncate(first + width);
}
