//! The tree: an arena of nodes with 32-bit indices. The children of a node are a list, ascending by
//! step, so that what is legal and what is known are compared in one walk.

use super::{ROOM, Settings};
use ludarium_engine::{PerSide, Seat};
use std::collections::TryReserveError;
use std::sync::LazyLock;

/// The index of the root, which stands for no step.
pub(super) const ROOT: u32 = 0;
/// The index of no node.
const NONE: u32 = u32::MAX;
/// A tree of this many nodes grows no more: of about 1.6 GB, and 2 GB with extras. Twice as much is set
/// aside where children are packed, and that once more where a tree is kept.
const MOST_NODES: usize = 1 << 25;
/// Room for each iteration.
const NODES_EACH: usize = 4;
/// The same where all children of a node are added at once.
const NODES_AT_ONCE: usize = 128;

/// What leads to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step<A> {
    /// Nothing: it is the root.
    Root,
    /// Who chose what. After a chance event that has no node of its own it may be another seat's turn
    /// in every iteration, and what is good for one seat says nothing about the other, so the seat is
    /// part of the decision.
    Decision(Seat, A),
    /// The chance event of this number in the game's list.
    Outcome(u32),
}

/// Statistics of one step after a row of steps.
#[derive(Clone, Copy)]
struct Node<A> {
    step: Step<A>,
    /// The side of the seat that decided; of none where chance did.
    side: u8,
    /// The value is known: `mean` is exact.
    proven: bool,
    /// Legal actions of the position that the node leads to, once they were listed; for good where
    /// nothing varies.
    legal: u16,
    children: u16,
    first_child: u32,
    /// The next child of the same parent.
    next: u32,
    visits: u32,
    /// How often the decision could be made since it was first made.
    available: u32,
    /// Mean payoff of `side`; not a number before the first visit.
    mean: f32,
    /// 1 / sqrt(visits), or 0 for a proven node: nothing about it is uncertain.
    uncertainty: f32,
    /// Sum of the payoffs of `side`.
    total: f64,
}

/// What only some settings need to know of a node.
#[derive(Clone, Copy, Default)]
struct Extra {
    /// What the evaluation promises, from 0 to 1.
    prior: f32,
    /// Mean payoff of iterations in which the action was played here or later (all moves as first).
    amaf_mean: f32,
    amaf_visits: u32,
}

impl<A> Node<A> {
    fn new(step: Step<A>, side: usize) -> Self {
        Node {
            step,
            side: side as u8,
            proven: false,
            legal: 0,
            children: 0,
            first_child: NONE,
            next: NONE,
            visits: 0,
            available: 0,
            mean: f32::NAN,
            uncertainty: 0.0,
            total: 0.0,
        }
    }
}

/// Functions of small counts, which are asked all the time.
struct Tables {
    root_log: [f32; SMALL],
    inverse_root: [f32; SMALL],
}

/// Counts below this are small: 16 KiB a table.
const SMALL: usize = 1 << 12;

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
    root_log: std::array::from_fn(|count| root_log(count as u32)),
    inverse_root: std::array::from_fn(|count| inverse_root(count as u32)),
});

/// The square root of the natural logarithm; 0 for 0.
fn root_log(count: u32) -> f32 {
    libm::logf(count.max(1) as f32).sqrt()
}

fn inverse_root(count: u32) -> f32 {
    1.0 / (count as f32).sqrt()
}

/// A chance to decide.
pub(super) struct Choice<'a, A> {
    pub(super) seat: Seat,
    /// The side of the seat.
    pub(super) side: usize,
    /// The actions that are legal now, ascending.
    pub(super) legal: &'a [A],
}

/// The arena. Its memory is kept from one search to the next.
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    /// As many as nodes where the settings need them, else none.
    extras: Vec<Extra>,
    has_extras: bool,
    /// All children of a node are added at once.
    adds_at_once: bool,
    /// A part of the tree is kept for the next search.
    is_kept: bool,
    /// The children of a node are packed when they are all there: where nothing varies.
    packs: bool,
    /// Nodes that were moved, and are no longer part of the tree.
    holes: usize,
    /// The tree grows to so many nodes.
    limit: usize,
    tables: &'static Tables,
    exploration: f32,
    bias: f32,
    urgency: f32,
    rave: f32,
    /// Children that can be chosen, where that varies.
    candidates: Vec<u32>,
    /// Where a tree that is kept is packed.
    packed: Vec<Node<A>>,
    packed_extras: Vec<Extra>,
}

impl<A: Copy + Ord> Tree<A> {
    /// `varies` says whether what is legal may differ from one iteration to the next.
    pub(super) fn new(settings: &Settings, varies: bool) -> Self {
        Tree {
            nodes: Vec::new(),
            extras: Vec::new(),
            has_extras: settings.bias.is_some()
                || settings.urgency.is_some()
                || settings.rave.is_some(),
            adds_at_once: settings.urgency.is_some(),
            is_kept: settings.reuse.is_some(),
            packs: !varies,
            holes: 0,
            limit: 1,
            tables: &TABLES,
            exploration: settings.exploration as f32,
            bias: settings.bias.unwrap_or(0.0) as f32,
            urgency: settings.urgency.unwrap_or(0.0) as f32,
            rave: settings.rave.unwrap_or(0) as f32,
            candidates: Vec::with_capacity(ROOM),
            packed: Vec::new(),
            packed_extras: Vec::new(),
        }
    }

    /// Forgets everything but the root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.extras.clear();
        self.holes = 0;
        self.push(Node::new(Step::Root, 0), 0.0);
    }

    /// Makes room for so many iterations, so that none of them allocates. An iteration adds one decision
    /// and the chance events before it, or all children of a node. What was kept takes up part of the
    /// room: so the memory is as large at every decision of a match.
    pub(super) fn reserve(&mut self, iterations: u32) -> Result<(), TryReserveError> {
        let each = if self.adds_at_once { NODES_AT_ONCE } else { NODES_EACH };
        let wanted = (iterations as usize + 1).saturating_mul(each);
        self.limit = wanted.min(MOST_NODES).max(self.nodes.len());
        // Packing moves each node once at most.
        let room = if self.packs { 2 * self.limit } else { self.limit };
        self.nodes.try_reserve_exact(room - self.nodes.len())?;
        if self.has_extras {
            self.extras.try_reserve_exact(room - self.extras.len())?;
        }
        if self.is_kept {
            self.packed.clear();
            self.packed.try_reserve_exact(room)?;
            if self.has_extras {
                self.packed_extras.clear();
                self.packed_extras.try_reserve_exact(room)?;
            }
        }
        Ok(())
    }

    /// Whether there is room for so many more nodes.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.nodes.len() - self.holes + more <= self.limit
    }

    fn push(&mut self, node: Node<A>, prior: f32) -> u32 {
        self.nodes.push(node);
        if self.has_extras {
            self.extras.push(Extra { prior, ..Extra::default() });
        }
        (self.nodes.len() - 1) as u32
    }

    fn node(&self, node: u32) -> &Node<A> {
        &self.nodes[node as usize]
    }

    fn node_mut(&mut self, node: u32) -> &mut Node<A> {
        &mut self.nodes[node as usize]
    }

    /// The children of a node, ascending by step.
    fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let known = |node: u32| (node != NONE).then_some(node);
        std::iter::successors(known(self.node(node).first_child), move |&child| {
            known(self.node(child).next)
        })
    }

    /// The action of a node that a decision leads to.
    pub(super) fn action(&self, node: u32) -> A {
        match self.node(node).step {
            Step::Decision(_, action) => action,
            Step::Root | Step::Outcome(_) => unreachable!("nobody decided for this node"),
        }
    }

    /// Whether the node has a child for each legal action. For a game in which nothing varies.
    pub(super) fn is_expanded(&self, node: u32) -> bool {
        let node = self.node(node);
        node.children > 0 && node.children == node.legal
    }

    /// Where a child that `step` leads to belongs among the children of a node: behind the first of the two
    /// and in the place of the second, from where a look for an earlier step ended.
    fn seek(&self, (mut before, mut child): (u32, u32), step: Step<A>) -> (u32, u32) {
        while child != NONE && self.node(child).step < step {
            (before, child) = (child, self.node(child).next);
        }
        (before, child)
    }

    /// Where to begin to [`seek`](Self::seek).
    fn beginning(&self, parent: u32) -> (u32, u32) {
        (NONE, self.node(parent).first_child)
    }

    fn is_at(&self, child: u32, step: Step<A>) -> bool {
        child != NONE && self.node(child).step == step
    }

    /// Adds a child of `parent` in a place that was sought.
    fn insert(
        &mut self,
        parent: u32,
        (before, child): (u32, u32),
        mut node: Node<A>,
        prior: f32,
    ) -> u32 {
        node.next = child;
        let added = self.push(node, prior);
        if before == NONE {
            self.node_mut(parent).first_child = added;
        } else {
            self.node_mut(before).next = added;
        }
        self.node_mut(parent).children += 1;
        added
    }

    /// How many of the legal actions have no child of `parent` yet; the children of the others are the
    /// candidates now. Counts them as available.
    pub(super) fn count_untried(&mut self, parent: u32, choice: &Choice<'_, A>) -> u32 {
        self.candidates.clear();
        let (mut place, mut untried) = (self.beginning(parent), 0);
        for &action in choice.legal {
            let step = Step::Decision(choice.seat, action);
            place = self.seek(place, step);
            let (_, child) = place;
            if self.is_at(child, step) {
                self.node_mut(child).available += 1;
                self.candidates.push(child);
            } else {
                untried += 1;
            }
        }
        self.node_mut(parent).legal = choice.legal.len() as u16;
        untried
    }

    /// The legal action that is the `number`-th without a child of `parent`.
    pub(super) fn untried(&self, parent: u32, choice: &Choice<'_, A>, number: u32) -> A {
        let (mut place, mut left) = (self.beginning(parent), number);
        for &action in choice.legal {
            let step = Step::Decision(choice.seat, action);
            place = self.seek(place, step);
            if !self.is_at(place.1, step) {
                if left == 0 {
                    return action;
                }
                left -= 1;
            }
        }
        unreachable!("a number below the count of actions without a child")
    }

    /// The child of `parent` that `step` leads to, added if it is not there; none where the tree is
    /// full.
    pub(super) fn child(
        &mut self,
        parent: u32,
        step: Step<A>,
        side: usize,
        prior: f32,
    ) -> Option<u32> {
        let place = self.seek(self.beginning(parent), step);
        if self.is_at(place.1, step) {
            return Some(place.1);
        }
        if !self.has_room(1) {
            return None;
        }
        let mut node = Node::new(step, side);
        node.available = 1;
        let added = self.insert(parent, place, node, prior);
        let pack = self.packs && self.is_expanded(parent);
        Some(if pack { self.pack_children(parent, added) } else { added })
    }

    /// Moves all children of `parent` side by side, where they are looked at faster; where `child`, one of
    /// them, comes to lie. None will be added later.
    fn pack_children(&mut self, parent: u32, child: u32) -> u32 {
        let first = self.nodes.len() as u32;
        let (mut from, mut moved) = (self.node(parent).first_child, child);
        while from != NONE {
            let place = self.nodes.len() as u32;
            if from == child {
                moved = place;
            }
            if self.has_extras {
                self.extras.push(self.extras[from as usize]);
            }
            let mut node = *self.node(from);
            from = node.next;
            if from != NONE {
                node.next = place + 1;
            }
            self.nodes.push(node);
        }
        self.holes += self.nodes.len() - first as usize;
        self.node_mut(parent).first_child = first;
        moved
    }

    /// Gives `parent` a child for each legal action that has none, with what `prior` promises for it,
    /// if there is room for all.
    pub(super) fn add_children(
        &mut self,
        parent: u32,
        choice: &Choice<'_, A>,
        mut prior: impl FnMut(A) -> f32,
    ) {
        if !self.has_room(choice.legal.len()) {
            return;
        }
        let some_were_there = self.node(parent).children > 0;
        let mut place = self.beginning(parent);
        for &action in choice.legal {
            let step = Step::Decision(choice.seat, action);
            place = self.seek(place, step);
            if !self.is_at(place.1, step) {
                let node = Node::new(step, choice.side);
                place.0 = self.insert(parent, place, node, prior(action));
            }
        }
        if self.packs && some_were_there {
            self.pack_children(parent, NONE);
        }
    }

    /// The child of `parent` with the greatest bound, the first of equals: of all children, or of the
    /// candidates where what is legal varies. None where there is no child.
    pub(super) fn select(&self, parent: u32, varies: bool) -> Option<u32> {
        let (mut best, mut best_bound) = (None, f32::NEG_INFINITY);
        let mut consider = |child: u32, width: f32| {
            let bound = self.bound(child, width);
            if bound > best_bound {
                (best, best_bound) = (Some(child), bound);
            }
        };
        if varies {
            // Most were available equally often: few logarithms will do.
            let (mut width, mut width_of) = (0.0, 0);
            for &child in &self.candidates {
                let available = self.node(child).available;
                if available != width_of {
                    (width, width_of) = (self.width(available), available);
                }
                consider(child, width);
            }
        } else if self.is_expanded(parent) {
            let (first, children) = (self.node(parent).first_child, self.node(parent).children);
            let width = self.width(self.node(parent).visits);
            (first..first + u32::from(children)).for_each(|child| consider(child, width));
        } else {
            let width = self.width(self.node(parent).visits);
            self.children(parent).for_each(|child| consider(child, width));
        }
        best
    }

    /// What the uncertainty of an action is multiplied with that could be chosen so often.
    fn width(&self, chances: u32) -> f32 {
        let known = self.tables.root_log.get(chances as usize);
        self.exploration * known.copied().unwrap_or_else(|| root_log(chances))
    }

    fn bound(&self, child: u32, width: f32) -> f32 {
        let node = self.node(child);
        if !self.has_extras {
            return node.mean + width * node.uncertainty;
        }
        let extra = &self.extras[child as usize];
        let bias = self.bias * extra.prior / (node.visits as f32 + 1.0);
        if node.visits == 0 && !node.proven {
            let promise = if extra.amaf_visits > 0 { extra.amaf_mean } else { extra.prior };
            return promise + self.urgency + bias;
        }
        let mean = if extra.amaf_visits > 0 && !node.proven {
            let weight = (self.rave / (3.0 * node.visits as f32 + self.rave)).sqrt();
            node.mean + weight * (extra.amaf_mean - node.mean)
        } else {
            node.mean
        };
        mean + width * node.uncertainty + bias
    }

    /// Whether nobody has come here yet.
    pub(super) fn is_new(&self, node: u32) -> bool {
        self.node(node).visits == 0
    }

    /// Adds the payoffs of one iteration to the root and the nodes of its path.
    pub(super) fn record(&mut self, path: &[u32], payoffs: &PerSide<f64>) {
        self.node_mut(ROOT).visits += 1;
        let tables = self.tables;
        for &node in path {
            let node = self.node_mut(node);
            node.visits += 1;
            node.total += payoffs[usize::from(node.side)];
            if !node.proven {
                let visits = f64::from(node.visits);
                node.mean = (node.total / visits) as f32;
                let known = tables.inverse_root.get(node.visits as usize);
                node.uncertainty = known.copied().unwrap_or_else(|| inverse_root(node.visits));
            }
        }
    }

    /// Adds the payoffs of one iteration to all children along its path whose action was played there
    /// or later by the same seat. `moves` are the decisions from the root on, `played` the same ascending,
    /// each with the place of its last time.
    pub(super) fn record_amaf(
        &mut self,
        path: &[u32],
        played: &[(Seat, A, u32)],
        payoffs: &PerSide<f64>,
    ) {
        let mut place = 0;
        let mut parent = ROOT;
        for &node in path {
            let Step::Decision(seat, _) = self.node(node).step else {
                parent = node;
                continue;
            };
            let mut child = self.node(parent).first_child;
            while child != NONE {
                if let Step::Decision(by, action) = self.node(child).step
                    && by == seat
                    && let Ok(found) = played
                        .binary_search_by_key(&(seat, action), |&(seat, action, _)| (seat, action))
                    && played[found].2 >= place
                {
                    let payoff = payoffs[usize::from(self.node(child).side)] as f32;
                    let extra = &mut self.extras[child as usize];
                    extra.amaf_visits += 1;
                    extra.amaf_mean += (payoff - extra.amaf_mean) / extra.amaf_visits as f32;
                }
                child = self.node(child).next;
            }
            place += 1;
            parent = node;
        }
    }

    /// The exact value for the side that chose it, where it is known.
    pub(super) fn proven(&self, node: u32) -> Option<f32> {
        let node = self.node(node);
        node.proven.then_some(node.mean)
    }

    /// The side that chose a node.
    pub(super) fn side(&self, node: u32) -> usize {
        usize::from(self.node(node).side)
    }

    /// The end of `path` has this exact value for the side that chose it; what follows from that for the
    /// nodes above is proven too. For games of one or two sides whose payoffs add up to 1.
    pub(super) fn prove(&mut self, path: &[u32], value: f32) {
        let (mut value, mut place) = (value, path.len());
        while place > 0 {
            let node = self.node_mut(path[place - 1]);
            (node.proven, node.mean, node.uncertainty) = (true, value, 0.0);
            let side = node.side;
            place -= 1;
            let parent = if place == 0 { ROOT } else { path[place - 1] };
            let Some(best) = self.proven_best(parent) else { return };
            // The root is worth its value to the side that chooses there.
            let same_side = parent == ROOT || self.node(parent).side == side;
            value = if same_side { best } else { 1.0 - best };
            if parent == ROOT {
                let root = self.node_mut(ROOT);
                (root.proven, root.mean) = (true, value);
            }
        }
    }

    /// What the side that chooses at `parent` gets, if that is proven: it has a child that is worth 1, or
    /// all children are there and proven.
    fn proven_best(&self, parent: u32) -> Option<f32> {
        let (mut best, mut all) = (f32::NEG_INFINITY, self.is_expanded(parent));
        for child in self.children(parent) {
            match self.proven(child) {
                Some(value) => best = best.max(value),
                None => all = false,
            }
        }
        (best == 1.0 || all).then_some(best)
    }

    /// The actions of the root, ascending by seat and action, and how often each was chosen.
    pub(super) fn visits(&self) -> impl Iterator<Item = (A, u32)> {
        self.children(ROOT).map(|child| (self.action(child), self.node(child).visits))
    }

    /// The children of the root that were chosen, or are proven.
    fn known(&self) -> impl Iterator<Item = u32> {
        self.children(ROOT).filter(|&child| {
            let node = self.node(child);
            node.visits > 0 || node.proven
        })
    }

    /// The action of the root for which `key` is greatest, the first of equals. Where the root is proven,
    /// only actions of its value are asked; else none that is proven to be worth nothing, if others are
    /// there.
    pub(super) fn best_action(&self, key: impl Fn(f64, f64) -> (f64, f64)) -> A {
        let is_excluded = |child: &u32| match self.proven(ROOT) {
            Some(value) => self.proven(*child) != Some(value),
            None => self.proven(*child) == Some(0.0),
        };
        let all_excluded = self.known().all(|child| is_excluded(&child));
        let mut best: Option<((f64, f64), u32)> = None;
        for child in self.known().filter(|child| all_excluded || !is_excluded(child)) {
            let node = self.node(child);
            let key = key(f64::from(node.visits), f64::from(node.mean));
            if best.is_none_or(|(best_key, _)| key > best_key) {
                best = Some((key, child));
            }
        }
        self.action(best.expect("an iteration chose an action").1)
    }

    /// The child of the root for an action of a seat, if it is there.
    pub(super) fn find(&self, seat: Seat, action: A) -> Option<u32> {
        let step = Step::Decision(seat, action);
        self.children(ROOT).find(|&child| self.node(child).step == step)
    }

    /// The children of a node with their actions.
    pub(super) fn actions(&self, node: u32) -> impl Iterator<Item = (u32, A)> {
        self.children(node).map(|child| (child, self.action(child)))
    }

    /// Keeps what is below `node`, which becomes the root.
    pub(super) fn keep_only(&mut self, node: u32) {
        self.packed.clear();
        self.packed_extras.clear();
        let mut root = *self.node(node);
        (root.step, root.next) = (Step::Root, NONE);
        // A proven root is worth its value to the side that chooses there, which is not known here.
        root.proven = false;
        self.packed.push(root);
        if self.has_extras {
            self.packed_extras.push(Extra::default());
        }
        let mut place = 0;
        while place < self.packed.len() {
            let mut child = self.packed[place].first_child;
            let mut before = NONE;
            while child != NONE {
                let added = self.packed.len() as u32;
                self.packed.push(*self.node(child));
                if self.has_extras {
                    self.packed_extras.push(self.extras[child as usize]);
                }
                if before == NONE {
                    self.packed[place].first_child = added;
                } else {
                    self.packed[before as usize].next = added;
                }
                before = added;
                child = self.node(child).next;
            }
            place += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.packed);
        std::mem::swap(&mut self.extras, &mut self.packed_extras);
        self.holes = 0;
        if let Some(best) = self.proven_best(ROOT) {
            let root = self.node_mut(ROOT);
            (root.proven, root.mean) = (true, best);
        }
    }
}
