//! `mcts`: Monte-Carlo tree search, one for every game.
//!
//! Without further settings it is plain UCT (L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo
//! planning*, ECML 2006). Each iteration walks down the tree, tries what has not been tried, at random,
//! else takes the action with the greatest bound for the side that acts,
//! `mean + exploration * sqrt(ln(N) / n)` for an action that was chosen n of N times, adds one node,
//! finishes the game by uniformly random play, and adds the payoffs on the way back. Many sides: each
//! maximises its own payoff (max^n: C. Luckhardt and K. Irani, AAAI 1986; in the tree N. Sturtevant, *An
//! analysis of UCT in multi-player games*, CG 2008). Everything else is a setting that is off unless it is
//! named; see [`Settings`].
//!
//! N is how often iterations have come to the node that the action is chosen from, the one that made it
//! included. Where what is legal differs from one iteration to the next (in games with chance or hidden
//! information), N counts instead how often the action could be chosen since it was tried first, this
//! time included.
//!
//! **Chance** is stepped through by sampling. A node stands for a row of decisions, each a seat and
//! its action, whatever happened between them (open loop); with `chance=outcome` chance events have
//! nodes too.
//!
//! **Hidden information**: the search sees the view and plays on determinizations of it, in one of two
//! ways ([`Hidden`]).
//!
//! - `isuct`: every iteration plays on a fresh determinization, on one tree of what is legal in each
//!   (single-observer information-set MCTS: P. Cowling, E. Powley and D. Whitehouse, *Information set
//!   Monte Carlo tree search*, IEEE TCIAIG 4, 2012).
//! - `pimc`: each of some determinizations is searched by itself as if all cards lay open, with an
//!   equal share of the iterations, and has a vote for the action it finds best (perfect-information
//!   Monte Carlo: M. Ginsberg, *GIB: imperfect information in a computationally challenging game*,
//!   JAIR 14, 2001; the vote as in P. Cowling, C. Ward and E. Powley, *Ensemble determinization in
//!   Monte Carlo tree search for the imperfect information card game Magic: The Gathering*, IEEE TCIAIG
//!   4, 2012).
//!
//! **Memory** is set aside at the first decision of a match, and none after it (but a game may need some
//! to draw what is hidden). A tree has room for four nodes an iteration and four more, the root and what
//! `reuse` keeps included (128 in place of four with `urgency`); at most 2^25, which are 1.6 GB, and up to 8 GB
//! are set aside for them where children are packed and a tree is kept. A tree that is full grows no
//! more: iterations choose among the actions that are there, and go on from its leaves. With `urgency`, a
//! node whose actions do not all find room is given them one by one, at random, as without it.
//!
//! **Numbers**. Payoffs are summed in double precision. Everything a choice is made by is reckoned in single
//! precision, in the order in which it is written, from the mean rounded to it: a bound is
//! `mean + exploration * sqrt(ln(N)) * (1 / sqrt(n)) + bias * h / (n + 1)`, where with `rave` the mean is
//! `mean + weight * (amaf - mean)`, and `amaf` moves by `(payoff - amaf) / count` with each payoff. In the
//! end single means are compared in double precision.
//!
//! **Random numbers** are drawn in this order: for each iteration (with `pimc` for each determinization)
//! the hidden cards; on the way down each chance event, and one number where something is untried, even if
//! that is a single action; then the playout's. In a greedy playout each decision first draws whether it is
//! random: if it is not, a forced action takes no number, and another takes one to choose among the best,
//! even if that is a single one.

mod settings;
mod tree;

pub use crate::payoff::PayoffOf;
pub use settings::{Chance, FinalMove, Hidden, Opponents, Playout, Settings};

use crate::agent::{Agent, AgentError, Report};
use crate::evaluate::{Evaluate, payoffs_of_margins, squashed, worth_after};
use crate::greedy::{keep_best, keep_best_position};
use ludarium_engine::{MAX_SIDES, PerSide, Random, Seat, Turn, playout};
use tree::{Choice, ROOT, Step, Tree};

/// Room for actions of one decision and for decisions of one iteration, set aside from the start: few games
/// have more, and those only allocate now and then.
const ROOM: usize = 1024;

/// The searching agent. Public for benchmarks and tests; play it through its spec.
pub struct Mcts<G: Evaluate> {
    settings: Settings,
    weights: G::Weights,
    tree: Tree<G::Action>,
    /// Nodes of the present iteration below the root, from the top.
    path: Vec<u32>,
    actions: Vec<G::Action>,
    /// The best actions of a greedy playout's decision.
    best: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u32)>,
    /// All decisions of the present iteration, and the same ascending, each with the place of its last
    /// time; only for [`Settings::rave`].
    moves: Vec<(Seat, G::Action)>,
    played: Vec<(Seat, G::Action, u32)>,
    /// Votes and visits of each action; only for [`Hidden::Pimc`].
    polls: Vec<(G::Action, u32, u32)>,
    /// The last decision: where, and what was chosen; only for [`Settings::reuse`].
    last: Option<(G, G::Action)>,
    report: Report,
}

/// Sums over all iterations for one decision.
#[derive(Default)]
struct Totals {
    iterations: u32,
    /// Of the payoffs of each side.
    payoffs: [f64; MAX_SIDES],
    /// Length of the longest way through a tree.
    deepest: usize,
}

/// How an iteration left the tree.
enum Leaf {
    /// In a position that is to be played on.
    Open,
    /// At the end of the game.
    Over,
    /// In a node whose value for the side that chose it is proven.
    Proven(f32),
}

impl<G: Evaluate> Mcts<G> {
    /// Whether what is legal after a row of decisions may differ from one iteration to the next.
    const VARIES: bool = G::HAS_CHANCE || G::HAS_HIDDEN_INFORMATION;

    /// A new searcher with an empty tree and the default evaluation.
    pub fn new(settings: Settings) -> Self {
        Self::with_weights(settings, G::Weights::default())
    }

    /// A new searcher with an empty tree whose evaluation weighs as `weights` say.
    pub fn with_weights(settings: Settings, weights: G::Weights) -> Self {
        let room_if = |needed: bool| if needed { ROOM } else { 0 };
        let rave = room_if(settings.rave.is_some());
        Mcts {
            tree: Tree::new(&settings, Self::VARIES),
            path: Vec::with_capacity(ROOM),
            actions: Vec::with_capacity(ROOM),
            best: Vec::with_capacity(room_if(settings.playout.is_some())),
            outcomes: Vec::with_capacity(room_if(settings.chance.is_some())),
            moves: Vec::with_capacity(rave),
            played: Vec::with_capacity(rave),
            polls: Vec::with_capacity(room_if(settings.determinizations.is_some())),
            settings,
            weights,
            last: None,
            report: Report::default(),
        }
    }

    /// Runs the iterations from the view of the seat to act, and returns the action that
    /// [`Settings::final_move`] says. With [`Hidden::Pimc`] that which is so for most determinizations,
    /// among equals that with more visits in all of them, then the first.
    ///
    /// Precondition: it is a seat's turn.
    ///
    /// # Panics
    ///
    /// If there is no memory for the tree. [`Agent::choose`] says so instead.
    pub fn search(&mut self, view: &G, random: &mut Random) -> G::Action {
        self.try_search(view, random).expect("there is memory for the tree")
    }

    fn try_search(&mut self, view: &G, random: &mut Random) -> Result<G::Action, AgentError> {
        let Turn::Player(observer) = view.turn() else {
            unreachable!("only a seat to act searches")
        };
        let side = view.side(observer);
        let mut totals = Totals::default();
        let mut draw = view.determinizer(observer);
        let action = match self.settings.determinizations {
            Some(count) => self.vote(draw, side, count, &mut totals, random)?,
            None => {
                if !self.keep_known(view) {
                    self.tree.clear();
                }
                self.grow(&mut draw, side, self.settings.iterations, &mut totals, random)?;
                self.final_action()
            }
        };
        if self.settings.reuse.is_some() {
            self.last = Some((view.clone(), action));
        }
        let value = |of: usize| match self.tree.proven(ROOT) {
            Some(value) if of == side => value,
            Some(value) => 1.0 - value,
            None => (totals.payoffs[of] / f64::from(totals.iterations)) as f32,
        };
        self.report = Report {
            nodes: u64::from(totals.iterations),
            depth: totals.deepest as u32,
            values: Some(PerSide::from_fn(view.sides(), value)),
        };
        Ok(action)
    }

    /// Searches `count` determinizations one after the other; the action with most votes.
    fn vote(
        &mut self,
        mut draw: impl FnMut(&mut Random) -> G,
        side: usize,
        count: u32,
        totals: &mut Totals,
        random: &mut Random,
    ) -> Result<G::Action, AgentError> {
        let mut polls = std::mem::take(&mut self.polls);
        polls.clear();
        let (share, over) = (self.settings.iterations / count, self.settings.iterations % count);
        for number in 0..count {
            let position = draw(random);
            let iterations = share + u32::from(number < over);
            self.tree.clear();
            self.grow(&mut |_| position.clone(), side, iterations, totals, random)?;
            let best = self.final_action();
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
        let action = first_best.expect("an iteration chose an action").0;
        self.polls = polls;
        Ok(action)
    }

    fn final_action(&self) -> G::Action {
        self.tree.best_action(|visits, mean| match self.settings.final_move {
            None | Some(FinalMove::Robust) => (visits, mean),
            Some(FinalMove::Max) => (mean, visits),
            Some(FinalMove::Secure) => (mean - 1.0 / visits.max(1.0).sqrt(), visits),
        })
    }

    /// Grows the tree by so many iterations, each from a position that `start` gives, or until all is
    /// proven.
    fn grow(
        &mut self,
        start: &mut impl FnMut(&mut Random) -> G,
        side: usize,
        iterations: u32,
        totals: &mut Totals,
        random: &mut Random,
    ) -> Result<(), AgentError> {
        self.tree.reserve(iterations).map_err(|error| {
            AgentError(format!("no memory for a tree of {iterations} iterations: {error}"))
        })?;
        for _ in 0..iterations {
            let mut payoffs = self.iterate(start(random), random);
            totals.iterations += 1;
            totals.deepest = totals.deepest.max(self.path.len());
            for (total, payoff) in totals.payoffs.iter_mut().zip(payoffs.iter()) {
                *total += payoff;
            }
            if self.settings.opponents.is_some() {
                let against = 1.0 - payoffs[side];
                payoffs = PerSide::from_fn(payoffs.len(), |of| {
                    if of == side { payoffs[side] } else { against }
                });
            }
            self.tree.record(&self.path, &payoffs);
            if self.settings.rave.is_some() {
                self.sort_moves();
                self.tree.record_amaf(&self.path, &self.played, &payoffs);
            }
            if self.tree.proven(ROOT).is_some() {
                break;
            }
        }
        Ok(())
    }

    /// One iteration: leaves its way in `path` and returns the payoffs at its end.
    fn iterate(&mut self, mut game: G, random: &mut Random) -> PerSide<f64> {
        self.path.clear();
        self.moves.clear();
        match self.descend(&mut game, random) {
            Leaf::Proven(value) => {
                let node = self.path.last().copied().unwrap_or(ROOT);
                let side = self.tree.side(node);
                let (value, sides) = (f64::from(value), game.sides());
                PerSide::from_fn(sides, |of| if of == side { value } else { 1.0 - value })
            }
            Leaf::Open => self.play_on(&mut game, random),
            Leaf::Over => {
                let payoffs = self.payoffs_of_end(&game);
                if let (Some(_), Some(&node)) = (self.settings.solver, self.path.last()) {
                    self.tree.prove(&self.path, payoffs[self.tree.side(node)] as f32);
                }
                payoffs
            }
        }
    }

    /// Walks down the tree until a node is new, or the tree or the game has no more.
    fn descend(&mut self, game: &mut G, random: &mut Random) -> Leaf {
        let mut node = ROOT;
        let mut is_new = false;
        loop {
            match game.turn() {
                Turn::Over => return Leaf::Over,
                _ if is_new => return Leaf::Open,
                Turn::Chance if self.is_cut(game) => return Leaf::Open,
                Turn::Chance => match self.step_by_chance(game, node, random) {
                    Some(next) => node = next,
                    None => return Leaf::Open,
                },
                Turn::Player(seat) => {
                    let Some(next) = self.step_by_decision(game, node, seat, random) else {
                        return Leaf::Open;
                    };
                    node = next;
                    if let Some(value) = self.tree.proven(node) {
                        return Leaf::Proven(value);
                    }
                    is_new = self.tree.is_new(node);
                }
            }
        }
    }

    /// Whether a cut-off search goes no further than this position.
    fn is_cut(&self, game: &G) -> bool {
        self.settings.cutoff.is_some() && game.is_settled()
    }

    /// Draws a chance event; the node that it leads to, none where the tree is full.
    fn step_by_chance(&mut self, game: &mut G, node: u32, random: &mut Random) -> Option<u32> {
        self.outcomes.clear();
        if self.settings.chance.is_none() || !game.chance_outcomes(&mut self.outcomes) {
            let event = game.sample_chance(random);
            game.apply_chance(&event);
            return Some(node);
        }
        let place = random.weighted(self.outcomes.iter().map(|&(_, weight)| weight));
        game.apply_chance(&self.outcomes[place].0);
        let next = self.tree.child(node, Step::Outcome(place as u32), 0, 0.0)?;
        self.path.push(next);
        Some(next)
    }

    /// Chooses an action of `seat` and carries it out; the node that it leads to, none where the tree is
    /// full.
    fn step_by_decision(
        &mut self,
        game: &mut G,
        node: u32,
        seat: Seat,
        random: &mut Random,
    ) -> Option<u32> {
        let mut chosen = None;
        if Self::VARIES || !self.tree.is_expanded(node) {
            self.actions.clear();
            game.legal_actions(&mut self.actions);
            let choice = Choice { seat, side: game.side(seat), legal: &self.actions };
            if self.settings.urgency.is_some() {
                let (scale, weights) = (G::MARGIN, &self.weights);
                match game.judge(weights) {
                    Some(judge) => self
                        .tree
                        .add_children(node, &choice, |action| squashed(judge(action), scale)),
                    None => self.tree.add_children(node, &choice, |action| {
                        squashed(worth_after(game, action, weights, choice.side), scale)
                    }),
                }
            }
            let untried = self.tree.count_untried(node, &choice);
            if untried > 0 && self.tree.has_room(1) {
                let action = self.tree.untried(node, &choice, random.below(untried));
                chosen = Some((action, choice.side));
            }
        }
        let next = match chosen {
            Some((action, side)) => {
                let prior = self.settings.bias.map_or(0.0, |_| self.promise(game, action, side));
                game.apply(action);
                self.tree.child(node, Step::Decision(seat, action), side, prior)?
            }
            None => {
                let next = self.tree.select(node, Self::VARIES)?;
                game.apply(self.tree.action(next));
                next
            }
        };
        self.path.push(next);
        if self.settings.rave.is_some() {
            self.moves.push((seat, self.tree.action(next)));
        }
        Some(next)
    }

    /// What the evaluation promises of an action to the side that acts, from 0 to 1.
    fn promise(&self, game: &G, action: G::Action, side: usize) -> f32 {
        let worth = match game.judge(&self.weights) {
            Some(judge) => judge(action),
            None => worth_after(game, action, &self.weights, side),
        };
        squashed(worth, G::MARGIN)
    }

    /// Plays `game` on to its end or to where it is cut off, and says what that is worth.
    fn play_on(&mut self, game: &mut G, random: &mut Random) -> PerSide<f64> {
        let settings = &self.settings;
        if settings.cutoff.is_none() && settings.playout.is_none() && settings.rave.is_none() {
            playout(game, random, &mut self.actions);
            return self.payoffs_of_end(game);
        }
        let mut left = settings.cutoff.unwrap_or(u32::MAX);
        loop {
            match game.turn() {
                Turn::Over => return self.payoffs_of_end(game),
                _ if left == 0 || self.is_cut(game) => return self.payoffs_so_far(game),
                Turn::Chance => {
                    let event = game.sample_chance(random);
                    game.apply_chance(&event);
                }
                Turn::Player(seat) => {
                    let action = self.playout_action(game, seat, random);
                    if self.settings.rave.is_some() {
                        self.moves.push((seat, action));
                    }
                    game.apply(action);
                }
            }
            left -= 1;
        }
    }

    fn playout_action(&mut self, game: &G, seat: Seat, random: &mut Random) -> G::Action {
        self.actions.clear();
        let is_greedy = match self.settings.epsilon {
            None => false,
            Some(epsilon) => f64::from(random.below(CHANCES)) >= epsilon * f64::from(CHANCES),
        };
        if !is_greedy {
            return game.random_action(random, &mut self.actions);
        }
        game.legal_actions(&mut self.actions);
        if let [forced] = self.actions[..] {
            return forced;
        }
        match game.judge(&self.weights) {
            Some(judge) => keep_best(&mut self.best, &self.actions, judge),
            None => {
                let side = game.side(seat);
                keep_best_position(&mut self.best, &self.actions, game, &self.weights, side);
            }
        }
        random.pick(&self.best)
    }

    /// What the end of a game is worth to each side.
    fn payoffs_of_end(&self, game: &G) -> PerSide<f64> {
        PayoffOf::of_end(self.settings.payoff, game)
    }

    /// What a game that is cut off is worth to each side.
    fn payoffs_so_far(&self, game: &G) -> PerSide<f64> {
        payoffs_of_margins::<G>(&game.evaluate(&self.weights))
    }

    /// All decisions of the iteration, ascending, each with the place of its last time.
    fn sort_moves(&mut self) {
        self.played.clear();
        let moves = self.moves.iter().zip(0..);
        self.played.extend(moves.map(|(&(seat, action), place)| (seat, action, place)));
        self.played.sort_unstable_by(|one, other| {
            (one.0, one.1).cmp(&(other.0, other.1)).then(other.2.cmp(&one.2))
        });
        self.played.dedup_by_key(|&mut (seat, action, _)| (seat, action));
    }

    /// Keeps what the last search knows of `view`, if that is a position that can have come of it.
    fn keep_known(&mut self, view: &G) -> bool {
        let Some((mut game, action)) = self.last.take() else { return false };
        let Turn::Player(seat) = game.turn() else { return false };
        let Some(node) = self.tree.find(seat, action) else { return false };
        game.apply(action);
        let mut buffer = std::mem::take(&mut self.actions);
        let known = self.find_below(&game, node, seat, view, &mut buffer);
        self.actions = buffer;
        let Some(known) = known else { return false };
        self.tree.keep_only(known);
        true
    }

    /// The node below `node`, which is that of `game`, where the position is `view`, with no choice of
    /// `seat` on the way.
    fn find_below(
        &self,
        game: &G,
        node: u32,
        seat: Seat,
        view: &G,
        buffer: &mut Vec<G::Action>,
    ) -> Option<u32> {
        if game == view {
            return Some(node);
        }
        let Turn::Player(mover) = game.turn() else { return None };
        let mut actions = self.tree.actions(node);
        if mover == seat && game.count_actions(buffer) > 1 {
            return None;
        }
        actions.find_map(|(child, action)| {
            let mut next = game.clone();
            next.apply(action);
            self.find_below(&next, child, seat, view, buffer)
        })
    }
}

/// A probability is a number of chances among so many.
const CHANCES: u32 = 1 << 24;

impl<G: Evaluate> Agent<G> for Mcts<G> {
    fn choose(
        &mut self,
        view: &G,
        _: &[G::Action],
        random: &mut Random,
    ) -> Result<G::Action, AgentError> {
        self.try_search(view, random)
    }

    fn report(&self) -> Report {
        self.report.clone()
    }
}
