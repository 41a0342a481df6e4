//! Alpha-beta search: the searching side maximises its value, everyone else minimises it.

use super::table::{Entry, key};
use super::{Child, Minimax, Opponents, OutOfNodes, Task, keep_first};
use crate::bound::Bound;
use crate::evaluate::{Evaluate, worth};
use ludarium_engine::Turn;
use std::ops::Range;

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

impl<G: Evaluate> Minimax<G> {
    /// The value of `node` after `depth` more plies: exact where it lies between `alpha` and `beta`, a bound
    /// beyond.
    fn value(
        &mut self,
        node: &Child<G>,
        depth: u32,
        mut alpha: f32,
        mut beta: f32,
        task: &mut Task,
    ) -> Result<f32, OutOfNodes> {
        let Turn::Player(seat) = node.game.turn() else { return Ok(node.worth) };
        let side = node.game.side(seat);
        let maximising = side == task.side;
        if depth == 0 {
            task.reached_horizon = true;
            return Ok(node.worth);
        }
        if depth == 1 && may_choose(node.replier, side) {
            return self.frontier_value(&node.game, maximising, alpha, beta, task);
        }
        let key = (depth >= self.shallowest).then(|| key(&node.game, node.replier));
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
        if self.opponents == Opponents::BestReply && !maximising {
            self.follow_replies(node, side, first, depth, &mut window, task)?;
        } else {
            self.follow_actions(&node.game, first, depth, &mut window, task)?;
        }
        let (value, best) = window.best.expect("a seat to act has a legal action");
        if let Some(key) = key {
            let bound = Bound::of(value, alpha, beta);
            self.table.put(Entry { key, value, depth: depth as u8, bound, best });
        }
        Ok(value)
    }

    /// Follows the actions of `game`, first the one that was best before, until the window is closed.
    fn follow_actions(
        &mut self,
        game: &G,
        first: Option<u16>,
        depth: u32,
        window: &mut Window,
        task: &mut Task,
    ) -> Result<(), OutOfNodes> {
        // What was best before often is enough: the others need not even be looked at.
        if let Some(index) = first {
            let child = self.only_child(game, index, task)?;
            self.follow(&child, depth, window, task)?;
        }
        if !window.is_closed() {
            let children = self.push_children(game, window.maximising, task)?;
            self.follow_all(children, first, depth, window, task)?;
        }
        Ok(())
    }

    /// Best-reply search: [`Minimax::follow_actions`] where `side`, one of the others, acts.
    fn follow_replies(
        &mut self,
        node: &Child<G>,
        side: usize,
        first: Option<u16>,
        depth: u32,
        window: &mut Window,
        task: &mut Task,
    ) -> Result<(), OutOfNodes> {
        let children = self.push_children(&node.game, window.maximising, task)?;
        let replies = self.pass_reply_on(children, side, node.replier, task);
        let is_first = |child: &&Child<G>| Some(child.index) == first;
        if let Some(child) = self.children[replies.clone()].iter().find(is_first) {
            let child = child.clone();
            self.follow(&child, depth, window, task)?;
        }
        if window.is_closed() {
            self.children.truncate(replies.start);
            return Ok(());
        }
        self.follow_all(replies, first, depth, window, task)
    }

    /// Takes the children at `places` from the stack and follows them, the best looking first, apart from
    /// the one of the action that was followed before, until the window is closed.
    fn follow_all(
        &mut self,
        places: Range<usize>,
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
        self.children.truncate(places.start);
        Ok(())
    }

    /// Searches a child of a position at `depth`. All but the first are held against the best so far
    /// with a null window, and searched in full only if they pass it.
    fn follow(
        &mut self,
        child: &Child<G>,
        depth: u32,
        window: &mut Window,
        task: &mut Task,
    ) -> Result<(), OutOfNodes> {
        let Window { alpha, beta, .. } = *window;
        let narrow = match window.best {
            None => (alpha, beta),
            Some(_) if window.maximising => (alpha, alpha.next_up()),
            Some(_) => (beta.next_down(), beta),
        };
        let value = self.scout(child, depth, narrow, (alpha, beta), task)?;
        window.add(value, child.index);
        Ok(())
    }

    /// Searches a child of a position at `depth` in a narrow window first, and in the wide one only if its
    /// value lies in that and the narrow one did not tell it (principal variation search: T. Marsland and
    /// M. Campbell, *Parallel search of strongly ordered game trees*, 1982).
    pub(super) fn scout(
        &mut self,
        child: &Child<G>,
        depth: u32,
        narrow: (f32, f32),
        wide: (f32, f32),
        task: &mut Task,
    ) -> Result<f32, OutOfNodes> {
        let value = self.value(child, depth - 1, narrow.0, narrow.1, task)?;
        if narrow == wide || value <= wide.0 || wide.1 <= value {
            return Ok(value);
        }
        self.value(child, depth - 1, wide.0, wide.1, task)
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
            task.spend(1)?;
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
    ) -> Result<Range<usize>, OutOfNodes> {
        let first_action = self.actions.len();
        let first = self.children.len();
        game.legal_actions(&mut self.actions);
        task.spend(self.actions.len() - first_action)?;
        for place in first_action..self.actions.len() {
            let action = self.actions[place];
            // Made where it stays, since it is large.
            let index = (place - first_action) as u16;
            let game = game.clone();
            self.children.push(Child { game, index, worth: 0.0, replier: None });
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

    /// Best-reply search: says who has replied after each of the children at `places` of the stack, the last
    /// ones there, between which `side` chooses; returns the places of those it can choose. Its usual
    /// action, which leads to what is worth most to itself at once, is no reply. If another side has
    /// replied already it is all there is.
    fn pass_reply_on(
        &mut self,
        places: Range<usize>,
        side: usize,
        replier: Option<u8>,
        task: &Task,
    ) -> Range<usize> {
        let children = &mut self.children[places.clone()];
        let (mut usual, mut usual_worth) = (0, f32::NEG_INFINITY);
        for (place, child) in children.iter().enumerate() {
            let own_worth = worth(&child.game, &self.weights, side);
            if own_worth > usual_worth {
                (usual, usual_worth) = (place, own_worth);
            }
        }
        for (place, child) in children.iter_mut().enumerate() {
            child.replier = match child.game.turn() {
                Turn::Player(seat) if child.game.side(seat) == task.side => None,
                _ if place == usual => replier,
                _ => Some(side as u8),
            };
        }
        if may_choose(replier, side) {
            return places;
        }
        children.swap(0, usual);
        self.children.truncate(places.start + 1);
        places.start..places.start + 1
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
    fn bring_best_forward(&mut self, places: Range<usize>, maximising: bool) {
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

/// Whether `side` is free to choose after `replier` has replied.
fn may_choose(replier: Option<u8>, side: usize) -> bool {
    replier.is_none_or(|replier| usize::from(replier) == side)
}
