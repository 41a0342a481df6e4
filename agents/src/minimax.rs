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

use crate::agent::{Agent, AgentError, Report};
use crate::evaluate::{Evaluate, worth};
use crate::softmax::{TEMPERATURE, softmax};
use crate::spec::{Family, SpecError};
use ludarium_engine::{Game, OptionInfo, Options, PerSide, Random, Turn, Values};
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use std::hash::Hasher;

/// How far to search. Without either limit the depth is [`Settings::DEFAULT_DEPTH`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// Greatest depth in plies (decisions of any seat).
    pub depth: Option<u32>,
    /// Greatest number of positions looked at for one decision, the first ply being free.
    pub nodes: Option<u64>,
    /// The temperature of a [`softmax`] over the values of actions, in points; `None` for the best action.
    pub temperature: Option<f64>,
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
        TEMPERATURE,
    ];

    fn completed(self) -> Self {
        let given = self.depth.is_some() || self.nodes.is_some();
        if given { self } else { Settings { depth: Some(Self::DEFAULT_DEPTH), ..self } }
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
    /// Where it is given every action of the root is searched in full.
    temperature: Option<f64>,
    weights: G::Weights,
    /// The value of each action of the root, in their order, by the last completed search; of one
    /// that is not followed minus infinity.
    values: Vec<f32>,
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
}

/// The values between which a search is exact, and the best value found, with the place of its action.
struct Window {
    alpha: f32,
    beta: f32,
    maximising: bool,
    best: Option<(f32, u16)>,
}

impl Window {
    fn add(&mut self, value: f32, index: u16) {
        let is_better = |(best, _)| if self.maximising { value > best } else { value < best };
        if self.best.is_none_or(is_better) {
            self.best = Some((value, index));
        }
        if self.maximising {
            self.alpha = self.alpha.max(value);
        } else {
            self.beta = self.beta.min(value);
        }
    }

    /// Whether no value between the two is left.
    fn is_closed(&self) -> bool {
        self.alpha >= self.beta
    }
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
            temperature: settings.temperature,
            weights,
            values: Vec::new(),
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
        let Turn::Player(seat) = game.turn() else { unreachable!("only a seat to act searches") };
        let side = game.side(seat);
        let mut task = Task { side, nodes: 0, limit: self.nodes, reached_horizon: false };
        self.shallowest = if legal.len() > NARROW { 2 } else { 3 };
        let mut root: Vec<Child<G>> = legal
            .iter()
            .enumerate()
            .map(|(index, &action)| self.child(game, action, index, side))
            .collect();
        task.nodes += root.len() as u64;
        root.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        keep_first(&mut root, 0, G::WIDTH, |child| child.worth);
        self.values = vec![f32::NEG_INFINITY; legal.len()];
        for child in &root {
            self.values[usize::from(child.index)] = child.worth;
        }
        let (mut best, mut value) = (root[0].index, root[0].worth);
        let mut completed = 1;
        // A search to a depth goes there in steps of two, since positions with the same seat to move look
        // more alike; a budget of nodes is spent in steps of one.
        let (first, step) = if self.nodes == u64::MAX { (2 + self.depth % 2, 2) } else { (2, 1) };
        for depth in (first..=self.depth).step_by(step) {
            task.reached_horizon = false;
            let before = self.values.clone();
            let (found, finished) = self.search_root(&mut root, depth, &mut task);
            if !finished && self.temperature.is_some() {
                // Values of different depths do not compare.
                self.values = before;
                break;
            }
            if let Some(found) = found {
                (best, value) = found;
            }
            if !finished {
                break;
            }
            completed = depth;
            if !task.reached_horizon {
                // Every line was followed to the end of the game: deeper is the same.
                break;
            }
        }
        self.report = Report {
            nodes: task.nodes,
            depth: completed,
            values: Some(PerSide::from_fn(game.sides(), |of| if of == side { value } else { 0.0 })),
        };
        (legal[usize::from(best)], value)
    }

    /// Searches every action of the root to `depth`; returns the best one found, if any was
    /// searched, and whether all were. The best comes first in the next search.
    fn search_root(
        &mut self,
        root: &mut [Child<G>],
        depth: u32,
        task: &mut Task,
    ) -> (Option<(u16, f32)>, bool) {
        let (alpha, beta) = (f32::NEG_INFINITY, f32::INFINITY);
        let mut window = Window { alpha, beta, maximising: true, best: None };
        let (mut best, mut finished) = (0, true);
        for (place, child) in root.iter().enumerate() {
            let followed = window.best;
            if self.temperature.is_some() {
                let mut alone = Window { alpha, beta, maximising: true, best: None };
                if self.follow(child, depth, &mut alone, task).is_err() {
                    finished = false;
                    break;
                }
                if let Some((value, index)) = alone.best {
                    self.values[usize::from(index)] = value;
                    window.add(value, index);
                }
            } else if self.follow(child, depth, &mut window, task).is_err() {
                finished = false;
                break;
            }
            if window.best != followed {
                best = place;
            }
        }
        root[..=best].rotate_right(1);
        (window.best.map(|(value, index)| (index, value)), finished)
    }

    fn child(&self, game: &G, action: G::Action, index: usize, side: usize) -> Child<G> {
        let mut next = game.clone();
        next.apply(action);
        let worth = worth(&next, &self.weights, side);
        Child { game: next, index: index as u16, worth }
    }

    /// The value of `game` after `depth` more plies, at least one: exact where it lies between
    /// `alpha` and `beta`, a bound beyond. `worth` is its value without search.
    fn value(
        &mut self,
        game: &G,
        worth: f32,
        depth: u32,
        mut alpha: f32,
        mut beta: f32,
        task: &mut Task,
    ) -> Result<f32, OutOfNodes> {
        let Turn::Player(seat) = game.turn() else { return Ok(worth) };
        let maximising = game.side(seat) == task.side;
        if depth == 1 {
            return self.frontier_value(game, maximising, alpha, beta, task);
        }
        let key = (depth >= self.shallowest).then(|| key(game));
        let mut first = None;
        if let Some(entry) = key.and_then(|key| self.table.get(key)) {
            if u32::from(entry.depth) == depth {
                // The entry does not tell how far the search that made it has seen.
                task.reached_horizon = true;
                match entry.bound {
                    Bound::Exact => return Ok(entry.value),
                    Bound::AtLeast => alpha = alpha.max(entry.value),
                    Bound::AtMost => beta = beta.min(entry.value),
                }
                if alpha >= beta {
                    return Ok(entry.value);
                }
            }
            first = Some(entry.best);
        }
        let mut window = Window { alpha, beta, maximising, best: None };
        // What was best before often is enough: the others need not even be looked at.
        if let Some(index) = first {
            let child = self.only_child(game, index, task)?;
            self.follow(&child, depth, &mut window, task)?;
        }
        if !window.is_closed() {
            let children = self.push_children(game, maximising, task)?;
            let result = self.follow_all(children.clone(), first, depth, &mut window, task);
            self.children.truncate(children.start);
            result?;
        }
        let (value, best) = window.best.expect("a seat to act has a legal action");
        if let Some(key) = key {
            let bound = if value >= beta {
                Bound::AtLeast
            } else if value <= alpha {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            self.table.put(Entry { key, value, depth: depth as u8, bound, best });
        }
        Ok(value)
    }

    /// Follows the children at `places` of the stack, the best looking first, apart from the one of the
    /// action that was followed before, until the window is closed.
    fn follow_all(
        &mut self,
        places: std::ops::Range<usize>,
        before: Option<u16>,
        depth: u32,
        window: &mut Window,
        task: &mut Task,
    ) -> Result<(), OutOfNodes> {
        for place in places.clone() {
            self.bring_best_forward(place..places.end, window.maximising);
            let child = &self.children[place];
            if Some(child.index) == before {
                continue;
            }
            let child = child.clone();
            self.follow(&child, depth, window, task)?;
            if window.is_closed() {
                break;
            }
        }
        Ok(())
    }

    /// Searches a child of a position at `depth`. All but the first are held against the best so far
    /// with a null window, and searched in full only if they pass it (principal variation search:
    /// T. Marsland and M. Campbell, *Parallel search of strongly ordered game trees*, 1982).
    fn follow(
        &mut self,
        child: &Child<G>,
        depth: u32,
        window: &mut Window,
        task: &mut Task,
    ) -> Result<(), OutOfNodes> {
        let Window { alpha, beta, .. } = *window;
        let (low, high) = match window.best {
            None => (alpha, beta),
            Some(_) if window.maximising => (alpha, alpha.next_up()),
            Some(_) => (beta.next_down(), beta),
        };
        let mut value = self.value(&child.game, child.worth, depth - 1, low, high, task)?;
        if (low, high) != (alpha, beta) && alpha < value && value < beta {
            value = self.value(&child.game, child.worth, depth - 1, alpha, beta, task)?;
        }
        window.add(value, child.index);
        Ok(())
    }

    /// [`Minimax::value`] at depth 1: the children are only looked at.
    fn frontier_value(
        &mut self,
        game: &G,
        maximising: bool,
        alpha: f32,
        beta: f32,
        task: &mut Task,
    ) -> Result<f32, OutOfNodes> {
        let first = self.actions.len();
        game.legal_actions(&mut self.actions);
        let mut best = if maximising { f32::NEG_INFINITY } else { f32::INFINITY };
        // What refuted a position nearby often refutes this one too.
        let killer = self.killers[usize::from(maximising)];
        if let Some(place) = self.actions[first..].iter().position(|&action| Some(action) == killer)
        {
            self.actions.swap(first, first + place);
        }
        for place in first..self.actions.len() {
            if let Err(error) = task.spend(1) {
                self.actions.truncate(first);
                return Err(error);
            }
            let mut next = game.clone();
            next.apply(self.actions[place]);
            task.reached_horizon |= next.turn() != Turn::Over;
            let value = worth(&next, &self.weights, task.side);
            best = if maximising { best.max(value) } else { best.min(value) };
            if if maximising { best >= beta } else { best <= alpha } {
                self.killers[usize::from(maximising)] = Some(self.actions[place]);
                break;
            }
        }
        self.actions.truncate(first);
        Ok(best)
    }

    /// Puts the children of `game` that are followed on top of the stack of children; returns their
    /// places.
    fn push_children(
        &mut self,
        game: &G,
        maximising: bool,
        task: &mut Task,
    ) -> Result<std::ops::Range<usize>, OutOfNodes> {
        let first_action = self.actions.len();
        let first = self.children.len();
        game.legal_actions(&mut self.actions);
        if let Err(error) = task.spend(self.actions.len() - first_action) {
            self.actions.truncate(first_action);
            return Err(error);
        }
        for place in first_action..self.actions.len() {
            let action = self.actions[place];
            // Made where it stays, since it is large.
            let index = (place - first_action) as u16;
            self.children.push(Child { game: game.clone(), index, worth: 0.0 });
            if let Some(child) = self.children.last_mut() {
                child.game.apply(action);
                child.worth = worth(&child.game, &self.weights, task.side);
            }
        }
        self.actions.truncate(first_action);
        if self.children.len() - first > G::WIDTH {
            self.children[first..].sort_by(|a, b| {
                let descending = b.worth.total_cmp(&a.worth);
                if maximising { descending } else { descending.reverse() }
            });
            keep_first(&mut self.children, first, G::WIDTH, |child| child.worth);
        }
        Ok(first..self.children.len())
    }

    /// The child of the action at a place of the legal ones.
    fn only_child(
        &mut self,
        game: &G,
        index: u16,
        task: &mut Task,
    ) -> Result<Child<G>, OutOfNodes> {
        task.spend(1)?;
        let first = self.actions.len();
        game.legal_actions(&mut self.actions);
        let action = self.actions[first + usize::from(index)];
        self.actions.truncate(first);
        Ok(self.child(game, action, usize::from(index), task.side))
    }

    /// Swaps to the front of `places` the child with the best worth for the side that chooses.
    fn bring_best_forward(&mut self, places: std::ops::Range<usize>, maximising: bool) {
        let children = &mut self.children[places];
        let mut best = 0;
        for (place, child) in children.iter().enumerate() {
            let (worth, best_worth) = (child.worth, children[best].worth);
            if if maximising { worth > best_worth } else { worth < best_worth } {
                best = place;
            }
        }
        children.swap(0, best);
    }
}

impl<G: Evaluate> Agent<G> for Minimax<G> {
    fn choose(
        &mut self,
        view: &G,
        legal: &[G::Action],
        random: &mut Random,
    ) -> Result<G::Action, AgentError> {
        let (best, _) = self.search(view, legal);
        Ok(self.temperature.map_or(best, |temperature| {
            let values: Vec<f64> = self.values.iter().map(|&value| f64::from(value)).collect();
            legal[softmax(&values, temperature, random)]
        }))
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

/// The hash differs on 32-bit and big-endian platforms. Searches to a depth cannot notice it; with a
/// budget of nodes another hash means other collisions of places, and other nodes.
fn key<G: Game>(game: &G) -> u64 {
    let mut hasher = FxHasher::default();
    game.hash(&mut hasher);
    hasher.finish()
}

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: f32,
    /// Plies searched below the position; 0 marks an empty entry.
    depth: u8,
    bound: Bound,
    /// The place of the best action among the legal ones.
    best: u16,
}

const _: () = assert!(size_of::<Entry>() == 16, "four entries fill a cache line");

/// The transposition table: one entry a place, the last one written stays. It grows with what is put
/// in, so that a short search need not clear much memory.
///
/// Entries stay valid for the whole match, since an agent sits on one side. Different positions
/// with equal 64-bit keys are taken for one another: a search that looks a million positions up in
/// the largest table expects 10^-7 such errors, since a place fixes 21 bits of the key.
struct Table {
    entries: Vec<Entry>,
    /// Places that are not empty.
    used: usize,
}

impl Table {
    /// From 64 KiB to 32 MiB.
    const SMALLEST: usize = 1 << 12;
    const LARGEST: usize = 1 << 21;
    const EMPTY: Entry = Entry { key: 0, value: 0.0, depth: 0, bound: Bound::Exact, best: 0 };

    fn new() -> Self {
        Table { entries: vec![Self::EMPTY; Self::SMALLEST], used: 0 }
    }

    fn place(&self, key: u64) -> usize {
        // The hasher ends with its best bits lowest; the number of entries is a power of two.
        key as usize & (self.entries.len() - 1)
    }

    fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.place(key)];
        (entry.key == key && entry.depth > 0).then_some(entry)
    }

    fn put(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        self.used += usize::from(self.entries[place].depth == 0);
        self.entries[place] = entry;
        if self.used > self.entries.len() / 4 && self.entries.len() < Self::LARGEST {
            self.grow();
        }
    }

    /// Moves all entries to a table four times as large, or the largest.
    fn grow(&mut self) {
        let larger = (4 * self.entries.len()).min(Self::LARGEST);
        let entries = std::mem::replace(&mut self.entries, vec![Self::EMPTY; larger]);
        for entry in entries.into_iter().filter(|entry| entry.depth > 0) {
            let place = self.place(entry.key);
            self.entries[place] = entry;
        }
    }
}
