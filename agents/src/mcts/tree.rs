//! The tree: an arena of nodes with 32-bit indices, the children of a node side by side.

use ludarium_engine::{PerSide, Random, Seat};

/// The index of the root, which stands for no action.
pub(super) const ROOT: u32 = 0;

/// Who chose what. After a chance event it may be another seat's turn in every iteration, and what
/// is good for one seat says nothing about the other, so the seat is part of the decision.
type Decision<A> = (Seat, A);

/// Statistics of one decision after a row of decisions.
#[derive(Clone, Copy)]
struct Node<A> {
    /// The decision that leads here; none for the root.
    decision: Option<Decision<A>>,
    /// The side of the seat that decided.
    side: u8,
    children: u32,
    first_child: u32,
    visits: u32,
    /// How often the decision could be made when its parent was passed.
    available: u32,
    /// Sum of the payoffs of `side`.
    total: f64,
}

impl<A> Node<A> {
    fn new(decision: Option<Decision<A>>, side: usize) -> Self {
        let side = side as u8;
        Node { decision, side, children: 0, first_child: 0, visits: 0, available: 0, total: 0.0 }
    }

    fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }
}

/// A chance to decide.
pub(super) struct Choice<'a, A> {
    pub(super) seat: Seat,
    /// The side of the seat.
    pub(super) side: usize,
    /// The actions that are legal now, ascending.
    pub(super) legal: &'a [A],
    /// Whether seat and legal actions may differ from one iteration to the next.
    pub(super) varies: bool,
}

/// The node of a chosen action.
pub(super) struct Chosen {
    pub(super) node: u32,
    /// It had never been chosen before.
    pub(super) is_new: bool,
}

/// A tree of this many nodes (about 1.5 GB) grows no more.
const MOST_NODES: usize = 1 << 25;

/// The arena. Its memory is kept from one search to the next.
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
}

impl<A: Copy + Ord> Tree<A> {
    pub(super) fn new() -> Self {
        Tree { nodes: Vec::new() }
    }

    /// Forgets everything but the root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(None, 0));
    }

    fn children(&self, node: u32) -> std::ops::Range<usize> {
        let first = self.nodes[node as usize].first_child as usize;
        first..first + self.nodes[node as usize].children as usize
    }

    /// The action of a node below the root.
    pub(super) fn action(&self, node: u32) -> A {
        self.nodes[node as usize].decision.expect("only the root has no decision").1
    }

    /// Chooses among the legal actions below `parent`: at random among those never chosen, else by
    /// upper confidence bound. None where the tree is full and has no child to choose.
    pub(super) fn choose(
        &mut self,
        parent: u32,
        choice: &Choice<'_, A>,
        exploration: f64,
        random: &mut Random,
    ) -> Option<Chosen> {
        if self.nodes[parent as usize].children == 0 || choice.varies {
            self.add_children(parent, choice);
        }
        let children = self.children(parent);
        let is_possible = |node: &Node<A>| {
            !choice.varies
                || node.decision.is_some_and(|(seat, action)| {
                    seat == choice.seat && choice.legal.binary_search(&action).is_ok()
                })
        };
        let mut untried = 0;
        for node in self.nodes[children.clone()].iter_mut().filter(|node| is_possible(node)) {
            node.available += 1;
            untried += u32::from(node.visits == 0);
        }
        if untried > 0 {
            let chosen = random.below(untried) as usize;
            let node = children
                .filter(|&place| {
                    let node = &self.nodes[place];
                    node.visits == 0 && is_possible(node)
                })
                .nth(chosen)
                .expect("as many as were counted");
            return Some(Chosen { node: node as u32, is_new: true });
        }
        let (mut best, mut best_bound) = (None, f64::NEG_INFINITY);
        // Where nothing varies all children were available equally often: one logarithm will do.
        let mut log = 0.0;
        let mut log_of = 0;
        for place in children {
            let node = &self.nodes[place];
            if !is_possible(node) {
                continue;
            }
            if node.available != log_of {
                log_of = node.available;
                log = libm::log(f64::from(log_of));
            }
            let bound = node.mean() + exploration * (log / f64::from(node.visits)).sqrt();
            if bound > best_bound {
                (best, best_bound) = (Some(place), bound);
            }
        }
        best.map(|node| Chosen { node: node as u32, is_new: false })
    }

    /// Makes sure that `parent` has a child for every decision of the choice, ascending, unless the
    /// tree is full.
    fn add_children(&mut self, parent: u32, choice: &Choice<'_, A>) {
        let known = self.children(parent);
        let first = self.nodes.len();
        if first + known.len() + choice.legal.len() > MOST_NODES {
            return;
        }
        for &action in choice.legal {
            let decision = Some((choice.seat, action));
            let place = self.nodes[known.clone()].binary_search_by_key(&decision, |n| n.decision);
            if place.is_err() {
                self.nodes.push(Node::new(decision, choice.side));
            }
        }
        if self.nodes.len() == first {
            return;
        }
        // Children stand side by side, so the known ones join the new ones; what they point to
        // stays where it is.
        self.nodes.extend_from_within(known);
        self.nodes[first..].sort_unstable_by_key(|node| node.decision);
        let children = (self.nodes.len() - first) as u32;
        let parent = &mut self.nodes[parent as usize];
        parent.first_child = first as u32;
        parent.children = children;
    }

    /// Adds the payoffs of one iteration to the nodes of its path.
    pub(super) fn record(&mut self, path: &[u32], payoffs: &PerSide<f64>) {
        for &node in path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.total += payoffs[usize::from(node.side)];
        }
    }

    /// The actions of the root, ascending by seat and action, and how often each was chosen.
    pub(super) fn visits(&self) -> impl Iterator<Item = (A, u32)> {
        let actions = self.nodes[self.children(ROOT)].iter();
        actions.filter_map(|node| node.decision.map(|(_, action)| (action, node.visits)))
    }

    /// The action of the root that was chosen most often; among equals that with the higher mean
    /// payoff, then the first.
    pub(super) fn most_visited(&self) -> A {
        let mut best = &self.nodes[self.children(ROOT)][0];
        for node in &self.nodes[self.children(ROOT)][1..] {
            let better = node.visits > best.visits
                || node.visits == best.visits && node.visits > 0 && node.mean() > best.mean();
            if better {
                best = node;
            }
        }
        best.decision.expect("only the root has no decision").1
    }
}
