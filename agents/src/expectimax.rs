//! `expectimax`: search through chance, for one or two sides and open information.
//!
//! The value of a chance event to come is the mean over its outcomes. Iterative deepening; depth counts
//! decisions. Chance costs none, unless it comes again without a decision in between: if one draw could
//! follow another for free, a search would go through all orders of what is left to be drawn wherever no
//! tile fits any more. Without chance it is an alpha-beta search, and finds what `minimax`
//! finds.
//!
//! # Values
//!
//! Means need values whose differences mean something, and pruning at chance needs bounds: what the
//! outcomes not yet searched can bring at most. Both come from searching expected payoffs from 0 to 1
//! ([`prospect`]): the evaluation's margin of points, squashed, and the payoff of finished games. Twenty
//! points more count less for a side that is fifty ahead, as they should, and no outcome, however
//! unlikely, counts more than a whole match. In 400 matches of Carcassonne at depth 3 this got 52.2 ± 2.4 %
//! of the payoff against means of the points themselves, bounded by 100 either way, and 51.2 ± 2.0 %
//! against twice the scale.
//!
//! # Pruning
//!
//! Star1 and Star2: B. Ballard, *The \*-minimax search procedure for trees containing chance nodes*,
//! Artificial Intelligence 21 (1983). Star1 searches the outcomes one by one and stops as soon as the
//! bounds of the mean, with those of the outcomes that are left, lie outside of the window; the same sums
//! give each outcome its window. Star2 first looks at one reply after each outcome, which bounds the
//! outcome from the replier's side, and often the mean well enough. Star2.5 looks at several replies:
//! T. Hauk, M. Buro and J. Schaeffer, *Rediscovering \*-minimax search*, Computers and Games 2004. For
//! Carcassonne: C. Heyden, *Implementing a computer player for Carcassonne*, Maastricht University 2009.
//!
//! What Star2 looks at first matters most. Each ply remembers for each outcome of the last chance event, by
//! its place in the list, the last two actions that were best there (killer moves: S. Akl and M. Newborn, *The principal
//! continuation and the killer heuristic*, ACM 1977): the best reply to a tile drawn is often the same
//! whatever was played before. Behind them come the actions that lead to the best positions; a ply before
//! the horizon, where that would be the search itself, they come as they are listed.
//!
//! In 24 positions from the middle of games of Carcassonne a search of a tile, its meeple and the other
//! side's tile (depth 3) looked at 30 500 positions a decision without pruning, at 25 000 with Star1 and at
//! 3 410 with Star2; Star2.5 took 4 300 with two replies and 6 200 with four. In three positions a turn
//! more (depth 5) took 689 000 with Star2 and 932 000 with two replies. Since the first reply is a
//! killer, others seldom add anything: Star2 is what a search does unless it is told otherwise.
//!
//! All this changes the number of nodes, never the value (but for rounding: the last bits may say that
//! an action is better which is as good). There is no transposition table: where draws come in between,
//! positions hardly ever meet again.
//!
//! Where a position has more than [`Evaluate::WIDTH`] actions the best ones are followed, as `minimax`
//! does. Where the outcomes of chance are too many to list, the search goes no further: such a position
//! counts as it stands.

use crate::agent::{Agent, AgentError, Report};
use crate::evaluate::{Evaluate, prospect};
use crate::minimax::{OutOfNodes, Task, keep_first};
use crate::spec::{Family, SpecError};
use ludarium_engine::{Game, OptionError, OptionInfo, Options, PerSide, Random, Turn, Values};
use serde::{Deserialize, Serialize};

/// What is cut off at chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pruning {
    /// Nothing, and nothing at decisions either: plain expectimax.
    #[serde(rename = "none")]
    None,
    /// What the outcomes already searched decide.
    #[serde(rename = "star1")]
    Star1,
    /// Also what one reply to each outcome decides.
    #[default]
    #[serde(rename = "star2")]
    Star2,
    /// Also what several replies to each outcome decide.
    #[serde(rename = "star2.5")]
    Star25,
}

/// How far to search, and how. Without either limit the depth is [`Settings::DEFAULT_DEPTH`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// Greatest depth in plies (decisions of any seat).
    pub depth: Option<u32>,
    /// Greatest number of positions looked at for one decision, the first ply being free.
    pub nodes: Option<u64>,
    /// What is cut off.
    pub pruning: Pruning,
    /// Replies looked at first after each outcome; only for [`Pruning::Star25`], and then always there.
    pub probes: Option<u32>,
}

impl Settings {
    /// The depth of a plain `expectimax`, in plies.
    pub const DEFAULT_DEPTH: u32 = 3;
    /// Probes where nobody says how many.
    const PROBES: u32 = 2;
    /// No search is deeper, whatever its limit of nodes.
    const MAX_DEPTH: u32 = 99;
}

impl Options for Settings {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "depth",
            values: Values::Integer(1, Self::MAX_DEPTH as i64),
            meaning: "greatest depth in plies, which are decisions (3 where nodes is not given either)",
        },
        OptionInfo {
            name: "nodes",
            values: Values::Integer(1, 1_000_000_000_000),
            meaning: "greatest number of positions looked at for one decision",
        },
        OptionInfo {
            name: "pruning",
            values: Values::Words(&["none", "star1", "star2", "star2.5"]),
            meaning: "what is cut off: nothing, what the outcomes already searched decide, what one \
                      reply to each outcome decides, or several replies; the value is the same",
        },
        OptionInfo {
            name: "probes",
            values: Values::Integer(1, 1000),
            meaning: "with pruning=star2.5: replies looked at first after each outcome (2 unless said)",
        },
    ];

    fn completed(self) -> Self {
        let given = self.depth.is_some() || self.nodes.is_some();
        let depth = if given { self.depth } else { Some(Self::DEFAULT_DEPTH) };
        let usual = (self.pruning == Pruning::Star25).then_some(Self::PROBES);
        Settings { depth, probes: self.probes.or(usual), ..self }
    }

    fn check_together(&self) -> Result<(), OptionError> {
        if self.probes.is_some() && self.pruning != Pruning::Star25 {
            return Err(OptionError::Conflict("probes needs pruning=star2.5".to_string()));
        }
        Ok(())
    }
}

impl Family for Settings {
    const NAME: &'static str = "expectimax";
    const QUICK: &'static str = "expectimax:nodes=2000";
    const EVALUATES: bool = true;
    const MEANING: &'static str = "search through chance with Star pruning, to a depth or a number of nodes, for one or two \
         sides";

    fn build<G: Evaluate>(
        &self,
        start: &G,
        weights: G::Weights,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        let unsuitable =
            |reason| Err(SpecError::Unsuitable { agent: Self::NAME, game: G::ID, reason });
        if G::HAS_DECISIONS && G::HAS_HIDDEN_INFORMATION {
            return unsuitable("it searches only games without hidden information");
        }
        if G::HAS_DECISIONS && start.sides() > 2 {
            return unsuitable("it searches only games of one or two sides");
        }
        Ok(Box::new(Expectimax::<G>::with_weights(*self, weights)))
    }
}

/// The searching agent. Public for benchmarks and tests; play it through its spec.
///
/// Positions, moves, actions and branches of the line that is searched lie on stacks, which keep their
/// memory: a decision after the first allocates nothing unless it needs more.
pub struct Expectimax<G: Evaluate> {
    depth: u32,
    nodes: u64,
    /// Whether anything is cut off.
    prunes: bool,
    /// Replies looked at first after each outcome.
    probes: usize,
    weights: G::Weights,
    positions: Vec<G>,
    moves: Vec<Move>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u32)>,
    branches: Vec<Branch>,
    /// For each depth and each place in the list of outcomes the last two best actions.
    killers: Vec<[Option<G::Action>; 2]>,
    report: Report,
}

/// An action that may be followed.
#[derive(Clone, Copy)]
struct Move {
    /// What its position promises the searching side, without search.
    prospect: f64,
    /// The place of its action among the legal ones.
    index: u32,
    /// Where its position is on the stack.
    position: u32,
}

/// An outcome of chance, and what is known of its value.
#[derive(Clone, Copy)]
struct Branch {
    weight: f64,
    low: f64,
    high: f64,
    /// Its place in the list of outcomes.
    outcome: u32,
    /// Where its position is on the stack.
    position: u32,
    /// Which bound a look at some of the replies gives.
    replier: Replier,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Replier {
    /// The searching side: a lower one.
    Own,
    /// The other side: an upper one.
    Other,
    /// Nobody decides next: none. The value is known where this is the end, or as far as is seen.
    Nobody,
}

/// How the seat to act is looked at.
#[derive(Clone, Copy)]
struct Reply {
    /// It is the searching side's.
    maximising: bool,
    /// Where its killers are.
    killers: usize,
    /// The most actions that are looked at.
    most: usize,
}

/// What values are to be told apart: exact between the two, bounds beyond.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

/// The best action so far.
struct Best {
    maximising: bool,
    index: usize,
    value: f64,
    /// What is left of the window.
    window: Window,
}

impl Best {
    fn new(maximising: bool, window: Window) -> Self {
        let value = if maximising { f64::NEG_INFINITY } else { f64::INFINITY };
        Best { maximising, index: 0, value, window }
    }

    #[inline]
    fn add(&mut self, index: usize, value: f64) {
        let Window { alpha, beta } = &mut self.window;
        if if self.maximising { value > self.value } else { value < self.value } {
            (self.index, self.value) = (index, value);
            if self.maximising {
                *alpha = alpha.max(value);
            } else {
                *beta = beta.min(value);
            }
        }
    }

    /// Whether no other action matters.
    #[inline]
    fn is_cut(&self) -> bool {
        self.window.alpha >= self.window.beta
    }
}

/// What is known of a mean: bounds of the sum of its weighted values.
struct Sums {
    total: f64,
    low: f64,
    high: f64,
}

impl Sums {
    fn of(branches: &[Branch]) -> Self {
        let sum = |value: fn(&Branch) -> f64| branches.iter().map(value).sum();
        Sums {
            total: sum(|branch| branch.weight),
            low: sum(|branch| branch.weight * branch.low),
            high: sum(|branch| branch.weight * branch.high),
        }
    }

    /// The mean, if the values are known.
    fn mean(&self) -> f64 {
        self.low / self.total
    }

    /// More is known of a branch.
    fn change(&mut self, before: &Branch, now: &Branch) {
        self.low += now.weight * (now.low - before.low);
        self.high += now.weight * (now.high - before.high);
    }

    /// A bound of the mean, if it lies beyond the window.
    fn beyond(&self, window: Window) -> Option<f64> {
        if self.high <= window.alpha * self.total {
            Some((self.high / self.total).min(window.alpha))
        } else if self.low >= window.beta * self.total {
            Some((self.low / self.total).max(window.beta))
        } else {
            None
        }
    }

    /// Where the value of `branch` must lie for the mean to lie in `window`, as far as that is not known.
    fn window(&self, branch: &Branch, window: Window) -> Window {
        let others_high = self.high - branch.weight * branch.high;
        let others_low = self.low - branch.weight * branch.low;
        let alpha = (window.alpha * self.total - others_high) / branch.weight;
        let beta = (window.beta * self.total - others_low) / branch.weight;
        Window { alpha: alpha.max(branch.low), beta: beta.min(branch.high) }
    }
}

/// The bounds of all values.
const LEAST: f64 = 0.0;
const MOST: f64 = 1.0;

/// Every value is exact in it.
const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

/// All replies.
const ALL: usize = usize::MAX;

/// Outcomes whose best replies are remembered apart; more share.
const OUTCOMES: usize = 32;

impl<G: Evaluate> Expectimax<G> {
    /// A new searcher with the default evaluation.
    pub fn new(settings: Settings) -> Self {
        Self::with_weights(settings, G::Weights::default())
    }

    /// A new searcher whose evaluation weighs as `weights` say.
    pub fn with_weights(settings: Settings, weights: G::Weights) -> Self {
        let settings = settings.completed();
        let probes = match settings.pruning {
            Pruning::None | Pruning::Star1 => 0,
            Pruning::Star2 => 1,
            Pruning::Star25 => settings.probes.unwrap_or(Settings::PROBES) as usize,
        };
        Expectimax {
            depth: settings.depth.unwrap_or(Settings::MAX_DEPTH),
            nodes: settings.nodes.unwrap_or(u64::MAX),
            prunes: settings.pruning != Pruning::None,
            probes,
            weights,
            positions: Vec::new(),
            moves: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
            branches: Vec::new(),
            killers: Vec::new(),
            report: Report::default(),
        }
    }

    /// The best of the legal actions of `game` and its value for the side to act, an expected payoff
    /// from 0 to 1. It depends on nothing that was searched before.
    ///
    /// Precondition: it is a seat's turn, and `legal` are its actions.
    pub fn search(&mut self, game: &G, legal: &[G::Action]) -> (G::Action, f64) {
        let Turn::Player(seat) = game.turn() else { unreachable!("only a seat to act searches") };
        let side = game.side(seat);
        let mut task = Task { side, nodes: 0, limit: self.nodes, reached_horizon: false };
        self.clear();
        self.positions.push(game.clone());
        self.actions.extend_from_slice(legal);
        self.push_moves(0, 0, true, side);
        task.nodes += legal.len() as u64;
        let root = self.moves.len();
        let (mut best, mut value) = (self.moves[0].index, self.moves[0].prospect);
        let mut completed = 1;
        for depth in 2..=self.depth {
            task.reached_horizon = false;
            let (found, finished) = self.search_root(root, depth, &mut task);
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
        let of = |other| if other == side { value } else { MOST - value };
        self.report = Report {
            nodes: task.nodes,
            depth: completed,
            values: Some(PerSide::from_fn(game.sides(), |other| of(other) as f32)),
        };
        (legal[best as usize], value)
    }

    fn clear(&mut self) {
        self.positions.clear();
        self.moves.clear();
        self.actions.clear();
        self.outcomes.clear();
        self.branches.clear();
        self.killers.fill([None; 2]);
    }

    /// Searches the moves before `root`, those of the root, to `depth`; returns the best one found, if
    /// any was searched, and whether all were. The best comes first in the next search.
    fn search_root(
        &mut self,
        root: usize,
        depth: u32,
        task: &mut Task,
    ) -> (Option<(u32, f64)>, bool) {
        let mut best: Option<(usize, f64)> = None;
        let mut finished = true;
        for place in 0..root {
            let Move { prospect, position, .. } = self.moves[place];
            let alpha = best.map_or(f64::NEG_INFINITY, |(_, value)| value);
            let window = if self.prunes { Window { alpha, ..OPEN } } else { OPEN };
            let known = Some(prospect);
            match self.value(position as usize, known, depth - 1, window, (0, ALL), task) {
                Ok(value) if value > alpha => best = Some((place, value)),
                Ok(_) => {}
                Err(OutOfNodes) => {
                    finished = false;
                    break;
                }
            }
        }
        let found = best.map(|(place, value)| (self.moves[place].index, value));
        if let Some((place, _)) = best {
            self.moves[..=place].rotate_right(1);
        }
        (found, finished)
    }

    /// The value of the position at `at` after `depth` more plies, at least one: exact inside of the
    /// window, a bound beyond. `known` is its value without search, where that is known. The last
    /// outcome of chance was the one at `outcome` in its list (0 where there was none), and only `most`
    /// replies are looked at.
    fn value(
        &mut self,
        at: usize,
        known: Option<f64>,
        depth: u32,
        window: Window,
        (outcome, most): (usize, usize),
        task: &mut Task,
    ) -> Result<f64, OutOfNodes> {
        let game = &self.positions[at];
        let seat = match game.turn() {
            Turn::Player(seat) => seat,
            Turn::Chance => return self.mean(at, known, depth, window, task),
            Turn::Over => return Ok(self.as_it_stands(at, known, task)),
        };
        let maximising = game.side(seat) == task.side;
        let killers = depth as usize * OUTCOMES + outcome % OUTCOMES;
        if killers >= self.killers.len() {
            self.killers.resize(killers + 1, [None; 2]);
        }
        let first = self.actions.len();
        game.legal_actions(&mut self.actions);
        let reply = Reply { maximising, killers, most };
        let (best, value) = if depth == 1 {
            self.best_at_horizon(at, first, window, reply, task)?
        } else {
            self.best(at, first, depth, window, reply, task)?
        };
        if if maximising { value > window.alpha } else { value < window.beta } {
            let [last, before] = &mut self.killers[killers];
            if *last != Some(best) {
                *before = last.replace(best);
            }
        }
        self.actions.truncate(first);
        Ok(value)
    }

    fn as_it_stands(&self, at: usize, known: Option<f64>, task: &Task) -> f64 {
        known.unwrap_or_else(|| prospect(&self.positions[at], &self.weights, task.side))
    }

    /// The best action and the value at `at`, whose actions lie on their stack from `first` on; depth is
    /// above 1.
    fn best(
        &mut self,
        at: usize,
        first: usize,
        depth: u32,
        window: Window,
        reply: Reply,
        task: &mut Task,
    ) -> Result<(G::Action, f64), OutOfNodes> {
        let (top, first_move) = (self.positions.len(), self.moves.len());
        let outcome = reply.killers % OUTCOMES;
        let mut search = Best::new(reply.maximising, window);
        // A killer is searched before anything else is looked at: often nothing else has to be. Among more
        // actions than are followed it may be one that is not.
        let all_followed = self.actions.len() - first <= G::WIDTH;
        let killers = if all_followed { self.bring_killers_forward(first, reply) } else { 0 };
        for index in 0..killers.min(reply.most) {
            task.spend(1)?;
            push_copy(&mut self.positions, at).apply(self.actions[first + index]);
            let window = self.narrowed(search.window);
            search.add(index, self.value(top, None, depth - 1, window, (outcome, ALL), task)?);
            self.positions.truncate(top);
            if self.prunes && search.is_cut() {
                return Ok((self.actions[first + search.index], search.value));
            }
        }
        if killers < reply.most {
            task.spend(self.actions.len() - first - killers)?;
            self.push_moves(at, first + killers, reply.maximising, task.side);
        }
        let end =
            self.moves.len().min(first_move.saturating_add(reply.most.saturating_sub(killers)));
        for place in first_move..end {
            let Move { prospect, position, index } = self.moves[place];
            let (known, window) = (Some(prospect), self.narrowed(search.window));
            let value =
                self.value(position as usize, known, depth - 1, window, (outcome, ALL), task)?;
            search.add(killers + index as usize, value);
            if self.prunes && search.is_cut() {
                break;
            }
        }
        self.positions.truncate(top);
        self.moves.truncate(first_move);
        Ok((self.actions[first + search.index], search.value))
    }

    /// Moves the killers among the actions from `first` on, which ascend, to their front; returns how many
    /// there are. The others stay in order.
    fn bring_killers_forward(&mut self, first: usize, reply: Reply) -> usize {
        let actions = &mut self.actions[first..];
        let mut found = 0;
        for killer in self.killers[reply.killers].into_iter().flatten() {
            if let Ok(place) = actions[found..].binary_search(&killer) {
                actions[found..=found + place].rotate_right(1);
                found += 1;
            }
        }
        found
    }

    /// [`Expectimax::best`] at depth 1: the positions after the actions are only looked at.
    fn best_at_horizon(
        &mut self,
        at: usize,
        first: usize,
        window: Window,
        reply: Reply,
        task: &mut Task,
    ) -> Result<(G::Action, f64), OutOfNodes> {
        self.bring_killers_forward(first, reply);
        let actions = &self.actions[first..];
        let top = self.positions.len();
        let mut search = Best::new(reply.maximising, window);
        for (index, &action) in actions.iter().enumerate().take(reply.most) {
            task.spend(1)?;
            let next = push_copy(&mut self.positions, at);
            next.apply(action);
            task.reached_horizon |= next.turn() != Turn::Over;
            search.add(index, prospect(next, &self.weights, task.side));
            self.positions.truncate(top);
            if self.prunes && search.is_cut() {
                break;
            }
        }
        Ok((actions[search.index], search.value))
    }

    /// Pushes the positions after the actions from `first` on, and the moves that are followed, the best
    /// ones for the side that chooses first.
    fn push_moves(&mut self, at: usize, first: usize, maximising: bool, side: usize) {
        let first_move = self.moves.len();
        for index in first..self.actions.len() {
            let position = self.positions.len() as u32;
            let next = push_copy(&mut self.positions, at);
            next.apply(self.actions[index]);
            let prospect = prospect(next, &self.weights, side);
            self.moves.push(Move { prospect, index: (index - first) as u32, position });
        }
        self.moves[first_move..].sort_unstable_by(|a, b| {
            let descending = b.prospect.total_cmp(&a.prospect);
            let order = if maximising { descending } else { descending.reverse() };
            order.then(a.index.cmp(&b.index))
        });
        keep_first(&mut self.moves, first_move, G::WIDTH, |step| step.prospect);
    }

    /// The window of what follows.
    fn narrowed(&self, window: Window) -> Window {
        if self.prunes { window } else { OPEN }
    }

    /// [`Expectimax::value`] where chance is next: the mean over its outcomes.
    fn mean(
        &mut self,
        at: usize,
        known: Option<f64>,
        depth: u32,
        window: Window,
        task: &mut Task,
    ) -> Result<f64, OutOfNodes> {
        let (first_position, first) = (self.positions.len(), self.branches.len());
        if !self.push_branches(at, depth, task)? {
            task.reached_horizon = true;
            return Ok(self.as_it_stands(at, known, task));
        }
        let places = first..self.branches.len();
        let value = if self.prunes {
            self.mean_with_stars(places, depth, window, task)?
        } else {
            for place in places.clone() {
                let Branch { low, high, .. } = self.branches[place];
                if low == high {
                    continue;
                }
                let value = self.outcome_value(place, depth, OPEN, ALL, task)?;
                (self.branches[place].low, self.branches[place].high) = (value, value);
            }
            Sums::of(&self.branches[places]).mean()
        };
        self.branches.truncate(first);
        self.positions.truncate(first_position);
        Ok(value)
    }

    /// Pushes the outcomes of chance at `at` and their positions, the likeliest first; false where they
    /// are too many to list.
    fn push_branches(
        &mut self,
        at: usize,
        depth: u32,
        task: &mut Task,
    ) -> Result<bool, OutOfNodes> {
        let (first_outcome, first) = (self.outcomes.len(), self.branches.len());
        if !self.positions[at].chance_outcomes(&mut self.outcomes) {
            return Ok(false);
        }
        task.spend(self.outcomes.len() - first_outcome)?;
        for outcome in first_outcome..self.outcomes.len() {
            let position = self.positions.len() as u32;
            let next = push_copy(&mut self.positions, at);
            let (event, weight) = &self.outcomes[outcome];
            next.apply_chance(event);
            let (mut low, mut high, mut replier) = (LEAST, MOST, Replier::Nobody);
            match next.turn() {
                Turn::Player(seat) if next.side(seat) == task.side => replier = Replier::Own,
                Turn::Player(_) => replier = Replier::Other,
                Turn::Chance if depth > 1 => {}
                Turn::Chance | Turn::Over => {
                    task.reached_horizon |= next.turn() == Turn::Chance;
                    let value = prospect(next, &self.weights, task.side);
                    (low, high) = (value, value);
                }
            }
            self.branches.push(Branch {
                weight: f64::from(*weight),
                low,
                high,
                outcome: (outcome - first_outcome) as u32,
                position,
                replier,
            });
        }
        self.outcomes.truncate(first_outcome);
        self.branches[first..]
            .sort_unstable_by(|a, b| b.weight.total_cmp(&a.weight).then(a.outcome.cmp(&b.outcome)));
        Ok(true)
    }

    /// The value of the outcome at `place`, or with fewer than all replies a bound of it.
    fn outcome_value(
        &mut self,
        place: usize,
        depth: u32,
        window: Window,
        replies: usize,
        task: &mut Task,
    ) -> Result<f64, OutOfNodes> {
        let Branch { position, outcome, replier, .. } = self.branches[place];
        // Where nobody decides next, and the game is not over, chance comes again.
        let depth = if replier == Replier::Nobody { depth - 1 } else { depth };
        self.value(position as usize, None, depth, window, (outcome as usize, replies), task)
    }

    /// The mean of the branches at `places`, as far as the window asks for it.
    fn mean_with_stars(
        &mut self,
        places: std::ops::Range<usize>,
        depth: u32,
        window: Window,
        task: &mut Task,
    ) -> Result<f64, OutOfNodes> {
        let mut sums = Sums::of(&self.branches[places.clone()]);
        for place in places.clone() {
            let branch = self.branches[place];
            // A bound that cannot decide anything is not worth a look.
            let useful = match branch.replier {
                Replier::Own => window.beta < MOST,
                Replier::Other => window.alpha > LEAST,
                Replier::Nobody => false,
            };
            if self.probes == 0 || !useful {
                continue;
            }
            let inner = sums.window(&branch, window);
            let value = self.outcome_value(place, depth, inner, self.probes, task)?;
            match branch.replier {
                Replier::Own if value > inner.alpha => self.branches[place].low = value,
                Replier::Other if value < inner.beta => self.branches[place].high = value,
                _ => continue,
            }
            sums.change(&branch, &self.branches[place]);
            if let Some(bound) = sums.beyond(window) {
                return Ok(bound);
            }
        }
        for place in places.clone() {
            let branch = self.branches[place];
            if branch.low == branch.high {
                continue;
            }
            let inner = sums.window(&branch, window);
            let value = self.outcome_value(place, depth, inner, ALL, task)?;
            // Outside of the inner window the mean is outside of the window, unless what was known of
            // the outcome before bounds the inner one: then the value is that bound.
            if value <= inner.alpha && inner.alpha > branch.low {
                let less = sums.high + branch.weight * (value - branch.high);
                return Ok((less / sums.total).min(window.alpha));
            }
            if value >= inner.beta && inner.beta < branch.high {
                let more = sums.low + branch.weight * (value - branch.low);
                return Ok((more / sums.total).max(window.beta));
            }
            let value = value.clamp(branch.low, branch.high);
            (self.branches[place].low, self.branches[place].high) = (value, value);
            sums.change(&branch, &self.branches[place]);
            if let Some(bound) = sums.beyond(window) {
                return Ok(bound);
            }
        }
        Ok(Sums::of(&self.branches[places]).mean())
    }
}

/// Puts a copy of the position at `at` on the stack; positions are large, so they are copied once and
/// changed where they lie.
fn push_copy<G: Game>(positions: &mut Vec<G>, at: usize) -> &mut G {
    positions.extend_from_within(at..=at);
    positions.last_mut().expect("it was just pushed")
}

impl<G: Evaluate> Agent<G> for Expectimax<G> {
    fn choose(
        &mut self,
        view: &G,
        legal: &[G::Action],
        _: &mut Random,
    ) -> Result<G::Action, AgentError> {
        Ok(self.search(view, legal).0)
    }

    fn report(&self) -> Report {
        self.report.clone()
    }
}
