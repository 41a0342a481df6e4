//! The tree: an arena of nodes with 32-bit indices, the children of a node side by side.

use ludarium_engine::{PerSide, Random};

/// The index of the root, which stands for no action.
pub(super) const ROOT: u32 = 0;

/// Statistics of one action after a row of decisions.
#[derive(Clone, Copy)]
struct Node<A> {
    /// The action that leads here; meaningless for the root.
    action: Option<A>,
    /// The side that chose it.
    side: u8,
    children: u32,
    first_child: u32,
    visits: u32,
    /// How often the action was legal when its parent was passed.
    available: u32,
    /// Sum of the payoffs of `side`.
    total: f64,
}

impl<A> Node<A> {
    fn new(action: Option<A>) -> Self {
        Node { action, side: 0, children: 0, first_child: 0, visits: 0, available: 0, total: 0.0 }
    }

    fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }
}

/// The node of a chosen action.
pub(super) struct Chosen {
    pub(super) node: u32,
    /// It had never been chosen before.
    pub(super) is_new: bool,
}

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
        self.nodes.push(Node::new(None));
    }

    fn children(&self, node: u32) -> std::ops::Range<usize> {
        let first = self.nodes[node as usize].first_child as usize;
        first..first + self.nodes[node as usize].children as usize
    }

    pub(super) fn action(&self, node: u32) -> A {
        self.nodes[node as usize].action.expect("only the root has no action")
    }

    pub(super) fn set_side(&mut self, node: u32, side: usize) {
        self.nodes[node as usize].side = side as u8;
    }

    /// Chooses among the `legal` actions (ascending) below `parent`: at random among those never
    /// chosen, else by upper confidence bound. `varies` says that what is legal here may differ
    /// from one iteration to the next.
    pub(super) fn choose(
        &mut self,
        parent: u32,
        legal: &[A],
        varies: bool,
        exploration: f64,
        random: &mut Random,
    ) -> Chosen {
        if self.nodes[parent as usize].children == 0 || varies {
            self.add_children(parent, legal);
        }
        let children = self.children(parent);
        let is_legal = |node: &Node<A>| {
            !varies || node.action.is_some_and(|action| legal.binary_search(&action).is_ok())
        };
        let mut untried = 0;
        for node in self.nodes[children.clone()].iter_mut().filter(|node| is_legal(node)) {
            node.available += 1;
            untried += u32::from(node.visits == 0);
        }
        if untried > 0 {
            let chosen = random.below(untried) as usize;
            let place = self.nodes[children.clone()]
                .iter()
                .enumerate()
                .filter(|(_, node)| node.visits == 0 && is_legal(node))
                .nth(chosen)
                .map_or(0, |(place, _)| place);
            return Chosen { node: (children.start + place) as u32, is_new: true };
        }
        let (mut best, mut best_bound) = (children.start, f64::NEG_INFINITY);
        // Where nothing varies all children were available equally often.
        let mut log = 0.0;
        let mut log_of = 0;
        for place in children {
            let node = &self.nodes[place];
            if !is_legal(node) {
                continue;
            }
            if node.available != log_of {
                log_of = node.available;
                log = libm::log(f64::from(log_of));
            }
            let bound = node.mean() + exploration * (log / f64::from(node.visits)).sqrt();
            if bound > best_bound {
                (best, best_bound) = (place, bound);
            }
        }
        Chosen { node: best as u32, is_new: false }
    }

    /// Makes sure that `parent` has a child for every legal action, ascending.
    fn add_children(&mut self, parent: u32, legal: &[A]) {
        let old = self.children(parent);
        let is_known = |nodes: &[Node<A>], action: A| {
            nodes.binary_search_by(|node| node.action.cmp(&Some(action))).is_ok()
        };
        if legal.iter().all(|&action| is_known(&self.nodes[old.clone()], action)) {
            return;
        }
        // Children stand side by side, so all move to the end; what they point to stays.
        let first = self.nodes.len();
        let (mut known, mut new) = (old, legal.iter().copied().peekable());
        loop {
            let next_known = known.clone().next().map(|place| self.nodes[place]);
            match (next_known, new.peek()) {
                (Some(node), Some(&action)) if node.action > Some(action) => {
                    self.nodes.push(Node::new(Some(action)));
                    new.next();
                }
                (Some(node), Some(&action)) => {
                    self.nodes.push(node);
                    known.next();
                    if node.action == Some(action) {
                        new.next();
                    }
                }
                (Some(node), None) => {
                    self.nodes.push(node);
                    known.next();
                }
                (None, Some(&action)) => {
                    self.nodes.push(Node::new(Some(action)));
                    new.next();
                }
                (None, None) => break,
            }
        }
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
        best.action.expect("only the root has no action")
    }
}
