//! The naive twin of `mcts`: the same search by recursion on nested maps, every quantity worked out
//! anew from its definition whenever it is needed. It draws the same random numbers in the same order
//! and reckons with the same precision, so that everything it finds is equal to the bit.

use super::{after, legal};
use ludarium_agents::evaluate::{squashed, worth};
use ludarium_agents::mcts::{
    Chance, FinalMove, Hidden, Mcts, Opponents, PayoffOf, Playout, Settings,
};
use ludarium_agents::{Agent, Evaluate, Family};
use ludarium_engine::options::{self, YesNo};
use ludarium_engine::{PerSide, Random, Seat, Turn};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What leads from one node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step<A> {
    Decision(Seat, A),
    Outcome(usize),
}

#[derive(Clone)]
struct Node<A> {
    children: BTreeMap<Step<A>, Node<A>>,
    /// The side that decided for this node.
    side: usize,
    visits: u32,
    /// How often the step could be taken since the node is there.
    available: u32,
    /// Sum of the payoffs of `side`.
    total: f64,
    /// What the evaluation said of the step.
    promise: f32,
    /// Of the iterations in which the action was played here or later: how many, and the mean payoff.
    amaf: (u32, f32),
    /// What the node is worth to `side`, once that is proven; at the root, to the side to act.
    exact: Option<f32>,
}

impl<A: Copy + Ord> Node<A> {
    fn new(side: usize, promise: f32) -> Self {
        Node {
            children: BTreeMap::new(),
            side,
            visits: 0,
            available: 0,
            total: 0.0,
            promise,
            amaf: (0, 0.0),
            exact: None,
        }
    }

    fn mean(&self) -> f32 {
        self.exact.unwrap_or((self.total / f64::from(self.visits)) as f32)
    }

    /// The number of nodes, this one included.
    fn size(&self) -> usize {
        1 + self.children.values().map(Node::size).sum::<usize>()
    }

    /// The actions that lead on from here, with their nodes.
    fn actions(&self) -> impl Iterator<Item = (A, &Node<A>)> {
        self.children.iter().map(|(step, child)| match step {
            Step::Decision(_, action) => (*action, child),
            Step::Outcome(_) => panic!("chance has the turn"),
        })
    }
}

/// What a search came to.
#[derive(Debug, PartialEq)]
pub(crate) struct Found<A> {
    pub(crate) action: A,
    pub(crate) values: Vec<f32>,
    pub(crate) iterations: u64,
    pub(crate) depth: u32,
}

/// The twin of one searcher, over a match where it keeps what it knows.
pub(crate) struct Twin<G: Evaluate> {
    settings: Settings,
    weights: G::Weights,
    root: Node<G::Action>,
    /// The last decision.
    last: Option<(G, G::Action)>,
    /// Below: of the present search.
    iterations: u32,
    totals: Vec<f64>,
    depth: u32,
    /// The side that searches.
    side: usize,
    size: usize,
    room: usize,
    was_full: bool,
    /// Below: of the present iteration.
    steps: u32,
    moves: Vec<(Seat, G::Action)>,
}

impl<G: Evaluate> Twin<G> {
    pub(crate) fn new(settings: Settings) -> Self {
        Twin {
            settings,
            weights: G::Weights::default(),
            root: Node::new(0, 0.0),
            last: None,
            iterations: 0,
            totals: Vec::new(),
            depth: 0,
            side: 0,
            size: 1,
            room: 0,
            was_full: false,
            steps: 0,
            moves: Vec::new(),
        }
    }

    /// Whether the last tree had not a single place left when another was wanted.
    pub(crate) fn is_full(&self) -> bool {
        self.was_full
    }

    pub(crate) fn search(&mut self, view: &G, random: &mut Random) -> Found<G::Action> {
        self.search_on(view, random, |random| determinized(view, random))
    }

    /// As `search`, but with `position` giving what is played on.
    pub(crate) fn search_on(
        &mut self,
        view: &G,
        random: &mut Random,
        position: impl Fn(&mut Random) -> G,
    ) -> Found<G::Action> {
        self.side = view.side(mover(view));
        (self.iterations, self.depth, self.was_full) = (0, 0, false);
        self.totals = vec![0.0; view.sides()];
        let action = match self.settings.hidden {
            Some(Hidden::Pimc) => self.vote(view, random, position),
            _ => {
                self.root = self.kept(view).unwrap_or(Node::new(0, 0.0));
                self.grow(view, self.settings.iterations, random, position);
                self.best()
            }
        };
        self.last = (self.settings.reuse == Some(YesNo::Yes)).then(|| (view.clone(), action));
        let value = |(side, total): (usize, &f64)| match self.root.exact {
            Some(value) if side == self.side => value,
            Some(value) => 1.0 - value,
            None => (total / f64::from(self.iterations)) as f32,
        };
        Found {
            action,
            values: self.totals.iter().enumerate().map(value).collect(),
            iterations: self.iterations.into(),
            depth: self.depth,
        }
    }

    fn vote(
        &mut self,
        view: &G,
        random: &mut Random,
        position: impl Fn(&mut Random) -> G,
    ) -> G::Action {
        let count = self.settings.determinizations.expect("pimc has determinizations");
        let mut polls: BTreeMap<G::Action, (u32, u32)> = BTreeMap::new();
        for number in 0..count {
            let open = position(random);
            let share = self.settings.iterations / count;
            let more = u32::from(number < self.settings.iterations % count);
            self.root = Node::new(0, 0.0);
            self.grow(view, share + more, random, |_| open.clone());
            polls.entry(self.best()).or_default().0 += 1;
            for (action, child) in self.root.actions() {
                polls.entry(action).or_default().1 += child.visits;
            }
        }
        // Stable: among equals the first stays first.
        let mut actions: Vec<_> = polls.into_iter().collect();
        actions.sort_by_key(|&(_, poll)| std::cmp::Reverse(poll));
        actions[0].0
    }

    /// The node of `view` in the last tree, if it is there.
    fn kept(&self, view: &G) -> Option<Node<G::Action>> {
        let (game, action) = self.last.as_ref()?;
        let step = Step::Decision(mover(game), *action);
        below(self.root.children.get(&step)?, &after(game, *action), mover(game), view)
    }

    /// Whether the next search, if it is of `view`, goes on with what the last one found.
    pub(crate) fn knows(&self, view: &G) -> bool {
        self.kept(view).is_some()
    }

    fn grow(
        &mut self,
        view: &G,
        iterations: u32,
        random: &mut Random,
        position: impl Fn(&mut Random) -> G,
    ) {
        let each = if self.settings.urgency.is_some() { 128 } else { 4 };
        let mut root = std::mem::replace(&mut self.root, Node::new(0, 0.0));
        self.size = root.size();
        self.room = self.size.max((1 + iterations as usize) * each);
        for _ in 0..iterations {
            let game = position(random);
            self.steps = 0;
            self.moves.clear();
            let payoffs = self.iterate(&mut root, game, random);
            root.visits += 1;
            self.iterations += 1;
            self.depth = self.depth.max(self.steps);
            self.totals.iter_mut().zip(&*payoffs).for_each(|(total, payoff)| *total += payoff);
            if self.settings.solver == Some(YesNo::Yes) {
                root.exact = best_exact(&root, view);
                if root.exact.is_some() {
                    break;
                }
            }
        }
        self.root = root;
    }

    /// What an iteration from `game` on comes to, which is at `node`; the node's own visit is counted by
    /// who called.
    fn iterate(
        &mut self,
        node: &mut Node<G::Action>,
        mut game: G,
        random: &mut Random,
    ) -> PerSide<f64> {
        match game.turn() {
            Turn::Over => self.payoffs_of_end(&game),
            Turn::Player(seat) => self.decide(node, game, seat, random),
            Turn::Chance if self.is_cut(&game) => self.play_on(game, random),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                if self.settings.chance != Some(Chance::Outcome)
                    || !game.chance_outcomes(&mut outcomes)
                {
                    let event = game.sample_chance(random);
                    game.apply_chance(&event);
                    return self.iterate(node, game, random);
                }
                let number = random.weighted(outcomes.iter().map(|outcome| outcome.1));
                game.apply_chance(&outcomes[number].0);
                let step = Step::Outcome(number);
                let is_new = !node.children.contains_key(&step);
                if is_new && self.size == self.room {
                    self.was_full = true;
                    return self.play_on(game, random);
                }
                self.size += usize::from(is_new);
                self.steps += 1;
                let child = node.children.entry(step).or_insert(Node::new(0, 0.0));
                child.visits += 1;
                self.iterate(child, game, random)
            }
        }
    }

    fn decide(
        &mut self,
        node: &mut Node<G::Action>,
        game: G,
        seat: Seat,
        random: &mut Random,
    ) -> PerSide<f64> {
        let side = game.side(seat);
        let legal = legal(&game);
        let fits = self.size + legal.len() <= self.room;
        if self.settings.urgency.is_some() && fits {
            for &action in &legal {
                node.children.entry(Step::Decision(seat, action)).or_insert_with(|| {
                    self.size += 1;
                    Node::new(side, promise(&game, &self.weights, action, side))
                });
            }
        }
        let (mut untried, mut best) = (Vec::new(), None);
        for &action in &legal {
            let Some(child) = node.children.get_mut(&Step::Decision(seat, action)) else {
                untried.push(action);
                continue;
            };
            child.available += 1;
            let varies = G::HAS_CHANCE || G::HAS_HIDDEN_INFORMATION;
            let chances = if varies { child.available } else { node.visits };
            let bound = bound(&self.settings, child, chances);
            if best.is_none_or(|(_, best_bound)| bound > best_bound) {
                best = Some((action, bound));
            }
        }
        self.was_full |= !untried.is_empty() && self.size == self.room;
        let action = if !untried.is_empty() && self.size < self.room {
            let action = untried[random.below(untried.len() as u32) as usize];
            let promise = match self.settings.bias {
                Some(_) => promise(&game, &self.weights, action, side),
                None => 0.0,
            };
            self.size += 1;
            let child = Node { available: 1, ..Node::new(side, promise) };
            node.children.insert(Step::Decision(seat, action), child);
            action
        } else if let Some((action, _)) = best {
            action
        } else {
            return self.play_on(game, random);
        };

        self.steps += 1;
        let place = self.moves.len();
        self.moves.push((seat, action));
        let next = after(&game, action);
        let child = node.children.get_mut(&Step::Decision(seat, action)).expect("it is there");
        let solves = self.settings.solver == Some(YesNo::Yes);
        let payoffs = if let Some(value) = child.exact {
            let value = f64::from(value);
            PerSide::from_fn(game.sides(), |of| if of == side { value } else { 1.0 - value })
        } else if next.turn() == Turn::Over {
            let payoffs = self.payoffs_of_end(&next);
            if solves {
                child.exact = Some(payoffs[side] as f32);
            }
            payoffs
        } else if child.visits == 0 {
            self.play_on(next, random)
        } else {
            let payoffs = self.iterate(child, next.clone(), random);
            if solves && let Some(value) = best_exact(child, &next) {
                let same_side = next.side(mover(&next)) == side;
                child.exact = Some(if same_side { value } else { 1.0 - value });
            }
            payoffs
        };

        let counted = match self.settings.opponents {
            Some(Opponents::Paranoid) if side != self.side => 1.0 - payoffs[self.side],
            _ => payoffs[side],
        };
        child.visits += 1;
        child.total += counted;
        if self.settings.rave.is_some() {
            for (&step, child) in &mut node.children {
                let Step::Decision(by, action) = step else { continue };
                if by == seat && self.moves[place..].contains(&(seat, action)) {
                    child.amaf.0 += 1;
                    child.amaf.1 += (counted as f32 - child.amaf.1) / child.amaf.0 as f32;
                }
            }
        }
        payoffs
    }

    fn is_cut(&self, game: &G) -> bool {
        self.settings.cutoff.is_some() && game.is_settled()
    }

    fn play_on(&mut self, mut game: G, random: &mut Random) -> PerSide<f64> {
        for events in 0.. {
            if game.turn() == Turn::Over {
                return self.payoffs_of_end(&game);
            }
            if self.settings.cutoff == Some(events) || self.is_cut(&game) {
                return squashed_margins::<G>(&game.evaluate(&self.weights));
            }
            if let Turn::Player(seat) = game.turn() {
                let action = self.playout_action(&game, seat, random);
                self.moves.push((seat, action));
                game.apply(action);
            } else {
                let event = game.sample_chance(random);
                game.apply_chance(&event);
            }
        }
        unreachable!("a game has an end")
    }

    fn playout_action(&self, game: &G, seat: Seat, random: &mut Random) -> G::Action {
        if self.settings.playout == Some(Playout::Greedy) {
            let chances = 2_f64.powi(24);
            let drawn = f64::from(random.below(1 << 24));
            if drawn >= self.settings.epsilon.expect("greedy has an epsilon") * chances {
                return greedy(game, &self.weights, seat, random);
            }
        }
        game.random_action(random, &mut Vec::new())
    }

    fn payoffs_of_end(&self, game: &G) -> PerSide<f64> {
        match self.settings.payoff {
            Some(PayoffOf::Margin) if game.sides() > 1 => {
                let scores = game.scores();
                let points = PerSide::from_fn(game.sides(), |side| scores[side] as f32);
                squashed_margins::<G>(&points)
            }
            _ => game.payoffs(),
        }
    }

    /// The action that is played.
    fn best(&self) -> G::Action {
        let known = || self.root.actions().filter(|(_, child)| child.visits > 0);
        let is_left = |child: &Node<G::Action>| match self.root.exact {
            Some(value) => child.exact == Some(value),
            None => child.exact != Some(0.0),
        };
        let mut actions: Vec<_> = known().filter(|(_, child)| is_left(child)).collect();
        if actions.is_empty() {
            actions = known().collect();
        }
        let key = |child: &Node<G::Action>| {
            let (visits, mean) = (f64::from(child.visits), f64::from(child.mean()));
            match self.settings.final_move {
                None | Some(FinalMove::Robust) => [visits, mean],
                Some(FinalMove::Max) => [mean, visits],
                Some(FinalMove::Secure) => [mean - 1.0 / visits.sqrt(), visits],
            }
        };
        let order = |a: &[f64; 2], b: &[f64; 2]| a.partial_cmp(b).unwrap_or(Ordering::Equal);
        actions.sort_by(|(_, a), (_, b)| order(&key(b), &key(a)));
        actions[0].0
    }
}

fn mover<G: Evaluate>(game: &G) -> Seat {
    let Turn::Player(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    seat
}

/// The first node at or below `node`, in the order of the actions, that stands for `view`, with no choice
/// of `seat` on the way; `node` stands for `game`.
fn below<G: Evaluate>(
    node: &Node<G::Action>,
    game: &G,
    seat: Seat,
    view: &G,
) -> Option<Node<G::Action>> {
    if game == view {
        let mut root = node.clone();
        // What it is worth was kept for the side that chose it.
        root.exact = None;
        return Some(root);
    }
    if game.turn() == Turn::Over || mover(game) == seat && legal(game).len() > 1 {
        return None;
    }
    node.actions().find_map(|(action, child)| below(child, &after(game, action), seat, view))
}

/// What `node`, which stands for `game`, is worth to the side that acts there, if that is proven.
fn best_exact<G: Evaluate>(node: &Node<G::Action>, game: &G) -> Option<f32> {
    let seat = mover(game);
    let exact = |action| node.children.get(&Step::Decision(seat, action))?.exact;
    let values: Vec<Option<f32>> = legal(game).into_iter().map(exact).collect();
    if values.contains(&Some(1.0)) {
        return Some(1.0);
    }
    let all: Option<Vec<f32>> = values.into_iter().collect();
    all.map(|values| values.into_iter().fold(f32::NEG_INFINITY, f32::max))
}

fn bound<A: Copy + Ord>(settings: &Settings, child: &Node<A>, chances: u32) -> f32 {
    let visits = child.visits as f32;
    let bias = settings.bias.unwrap_or(0.0) as f32 * child.promise / (visits + 1.0);
    let all_as_first = (child.amaf.0 > 0 && settings.rave.is_some()).then_some(child.amaf.1);
    if child.visits == 0 {
        let urgency = settings.urgency.expect("else it is tried first") as f32;
        return all_as_first.unwrap_or(child.promise) + urgency + bias;
    }
    if let Some(value) = child.exact {
        return value + bias;
    }
    let mut mean = child.mean();
    if let (Some(all_as_first), Some(rave)) = (all_as_first, settings.rave) {
        let weight = (rave as f32 / (3.0 * visits + rave as f32)).sqrt();
        mean += weight * (all_as_first - mean);
    }
    let width = settings.exploration as f32 * libm::logf(chances.max(1) as f32).sqrt();
    mean + width * (1.0 / visits.sqrt()) + bias
}

/// What the game thinks of an action, in points.
fn opinion<G: Evaluate>(game: &G, weights: &G::Weights, action: G::Action, side: usize) -> f32 {
    match game.judge(weights) {
        Some(judge) => judge(action),
        None => worth(&after(game, action), weights, side),
    }
}

fn promise<G: Evaluate>(game: &G, weights: &G::Weights, action: G::Action, side: usize) -> f32 {
    squashed(opinion(game, weights, action, side), G::MARGIN)
}

fn greedy<G: Evaluate>(
    game: &G,
    weights: &G::Weights,
    seat: Seat,
    random: &mut Random,
) -> G::Action {
    let legal = legal(game);
    if legal.len() == 1 {
        return legal[0];
    }
    let value = |&action: &G::Action| opinion(game, weights, action, game.side(seat));
    let best = legal.iter().map(value).fold(f32::NEG_INFINITY, f32::max);
    let best: Vec<G::Action> = legal.into_iter().filter(|action| value(action) == best).collect();
    random.pick(&best)
}

/// The margins over the best other side as payoffs; of a single side what it has.
fn squashed_margins<G: Evaluate>(points: &PerSide<f32>) -> PerSide<f64> {
    PerSide::from_fn(points.len(), |side| {
        let others = (0..points.len()).filter(|&other| other != side).map(|other| points[other]);
        let margin = others.reduce(f32::max).map_or(points[side], |best| points[side] - best);
        f64::from(squashed(margin, G::MARGIN))
    })
}

/// A full position that fits the view.
pub(crate) fn determinized<G: Evaluate>(view: &G, random: &mut Random) -> G {
    let mut position = view.clone();
    if G::HAS_HIDDEN_INFORMATION {
        position.determinize(mover(view), random);
    }
    position
}

/// Settings as they are written, separated by blanks.
pub(crate) fn settings(text: &str) -> Settings {
    options::from_pairs(text.split_whitespace()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every setting, with the values that make a difference.
const EACH: [&[&str]; 14] = [
    &["exploration=0", "exploration=1.4"],
    &["final=max", "final=secure"],
    &["chance=outcome"],
    &["opponents=paranoid"],
    &["payoff=margin"],
    &["playout=greedy", "playout=greedy epsilon=0", "playout=greedy epsilon=1"],
    &["cutoff=0", "cutoff=1", "cutoff=7"],
    &["bias=0.5", "bias=3"],
    &["urgency=0", "urgency=0.3", "urgency=-1"],
    &["rave=1", "rave=50"],
    &["solver=yes"],
    &["reuse=yes"],
    &["hidden=pimc determinizations=4", "hidden=pimc determinizations=7"],
    // Two of them go deep without trying everything.
    &["urgency=-0.2 exploration=0.1 rave=20"],
];

/// Whether the game that begins with `start` can be searched like this.
fn suits<G: Evaluate>(settings: &str, start: &G) -> bool {
    let settings = options::from_pairs::<Settings>(settings.split_whitespace());
    settings.is_ok_and(|settings| settings.build(start, G::Weights::default()).is_ok())
}

/// Each single setting that suits `start`, plain search first; with so many iterations.
pub(crate) fn single_settings<G: Evaluate>(start: &G, iterations: u32) -> Vec<String> {
    let each = EACH.iter().flat_map(|values| values.iter());
    let texts = [""].iter().chain(each).map(|text| format!("iterations={iterations} {text}"));
    texts.filter(|text| suits(text, start)).collect()
}

/// Random combinations of settings that suit `start`.
pub(crate) fn mixed_settings<G: Evaluate>(
    start: &G,
    iterations: u32,
    seed: u64,
) -> impl Iterator<Item = String> {
    let mut random = Random::with_stream(seed, 0, 77);
    let mixed = move || {
        let mut text = format!("iterations={}", 1 + random.below(iterations));
        for values in &EACH[..EACH.len() - 1] {
            if random.below(5) < 2 {
                text += " ";
                text += random.pick(values);
            }
        }
        text
    };
    let start = start.clone();
    std::iter::repeat_with(mixed).filter(move |text| suits(text, &start))
}

/// The same action, the same report, and the same random numbers used up.
pub(crate) fn assert_same_as_twin<G: Evaluate>(view: &G, settings: Settings, seed: u64) {
    assert_same(&mut Mcts::new(settings), &mut Twin::new(settings), view, seed);
}

/// As [`assert_same_as_twin`], for the next decision of a match; returns it.
pub(crate) fn assert_same<G: Evaluate>(
    searcher: &mut Mcts<G>,
    twin: &mut Twin<G>,
    view: &G,
    seed: u64,
) -> Found<G::Action> {
    let (mut random, mut twin_random) = (Random::new(seed), Random::new(seed));
    let action = searcher.search(view, &mut random);
    let report = searcher.report();
    let found = Found {
        action,
        values: report.values.expect("a search has values").to_vec(),
        iterations: report.nodes,
        depth: report.depth,
    };
    let expected = twin.search(view, &mut twin_random);
    assert_eq!(found, expected, "{:?} in {view}", twin.settings);
    assert_eq!(random.next_u64(), twin_random.next_u64(), "{:?} in {view}", twin.settings);
    found
}

/// Searches by every single setting that suits the game, and by `mixes` combinations of them, against the
/// twin: each on two of the `views`, with as many iterations as a combination may have at most.
pub(crate) fn assert_all_same<G: Evaluate>(start: &G, views: &[G], iterations: u32, mixes: usize) {
    let mixed = mixed_settings(start, iterations, mixes as u64).take(mixes);
    let all = single_settings(start, iterations).into_iter().chain(mixed);
    let mut views = (0..).zip(views.iter().cycle());
    for text in all {
        for (seed, view) in views.by_ref().take(2) {
            assert_same_as_twin(view, settings(&text), seed);
        }
    }
}

/// Searches from `view`, where what is legal may bring the searcher between so much and so much on
/// average, and holds the choice and the value against that; both may be wrong by a little.
///
/// In every iteration the position is a uniform draw from those that fit, so the mean of an action comes
/// to lie between its bounds, however the others are thought to play. If the bounds of an action are equal,
/// because nobody chooses after it, that is the mean of independent draws of what it brings.
pub(crate) fn assert_within<G: Evaluate>(
    view: &G,
    expected: &[(G::Action, [f64; 2])],
    text: &str,
    tolerance: f64,
) {
    let mut searcher = Mcts::new(settings(text));
    let action = searcher.search(view, &mut Random::new(7));
    let [sure, most] = [0, 1].map(|n| expected.iter().map(|e| e.1[n]).fold(0.0, f64::max));
    let chosen = expected.iter().find(|(other, _)| *other == action).expect("a legal action").1;
    assert!(chosen[1] >= sure - tolerance, "{text}: {action} in {view}: {expected:?}");
    let value =
        f64::from(searcher.report().values.expect("a search has values")[view.side(mover(view))]);
    let fits = value >= sure - tolerance && value <= most + tolerance;
    assert!(fits, "{text}: {value} in {view}: {expected:?}");
}
