//! `flat`: random playouts after every legal action, and no tree.
//!
//! What an action is worth is the mean of how uniformly random play comes out after it: the expected
//! outcome of B. Abramson, *Expected-outcome: a general model of static evaluation*, IEEE TPAMI 12,
//! 1990. With more playouts the mean gets exact, but not the play any better than that: everybody is
//! taken to play at random after the action. Against `mcts` it shows what a tree is good for.
//!
//! Playouts go in rounds, in which every action is played once. Where something is hidden, all
//! actions of a round are played on one determinization of the view, a new one for each round: what
//! differs between their means then owes less to who was dealt the better cards.

use crate::agent::{Agent, AgentError, Report};
use crate::evaluate::Evaluate;
use crate::payoff::PayoffOf;
use crate::spec::{Family, SpecError};
use ludarium_engine::{
    Game, MAX_SIDES, OptionInfo, Options, PerSide, Random, Turn, Values, playout,
};
use serde::{Deserialize, Serialize};

/// How many playouts, and what they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// Playouts for one decision, all actions together.
    pub playouts: u32,
    /// What a playout is worth; `None` for [`PayoffOf::Rank`].
    pub payoff: Option<PayoffOf>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { playouts: 1000, payoff: None }
    }
}

impl Options for Settings {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "playouts",
            values: Values::Integer(1, 1_000_000_000),
            meaning: "playouts for one decision, shared by its actions; at least one for each",
        },
        OptionInfo {
            name: "payoff",
            values: Values::Words(&["rank", "margin"]),
            meaning: "what a playout is worth: what its ranks are (as without this option), or more \
                      the greater the margin of points is",
        },
    ];

    fn completed(self) -> Self {
        Settings { payoff: self.payoff.filter(|&payoff| payoff != PayoffOf::Rank), ..self }
    }
}

impl Family for Settings {
    const NAME: &'static str = "flat";
    const QUICK: &'static str = "flat:playouts=50";
    const EVALUATES: bool = false;
    const MEANING: &'static str = "the action after which random playouts come out best on average, on determinizations where \
         something is hidden";

    fn build<G: Evaluate>(&self, _: &G, _: G::Weights) -> Result<Box<dyn Agent<G>>, SpecError> {
        Ok(Box::new(Flat::<G>::new(*self)))
    }
}

/// Playouts after one action.
#[derive(Clone, Copy)]
struct Tried<A> {
    action: A,
    playouts: u32,
    /// The sum of the payoffs of each side.
    payoffs: [f64; MAX_SIDES],
}

impl<A> Tried<A> {
    fn mean(&self, side: usize) -> f64 {
        self.payoffs[side] / f64::from(self.playouts)
    }
}

struct Flat<G: Game> {
    settings: Settings,
    /// The actions of the decision, kept for their memory.
    tried: Vec<Tried<G::Action>>,
    /// The places of the best among them, likewise.
    best: Vec<usize>,
    buffer: Vec<G::Action>,
    report: Report,
}

impl<G: Evaluate> Flat<G> {
    fn new(settings: Settings) -> Self {
        Flat {
            settings,
            tried: Vec::new(),
            best: Vec::new(),
            buffer: Vec::new(),
            report: Report::default(),
        }
    }

    /// Plays `game` to its end; what that is worth to each side.
    fn outcome(&mut self, mut game: G, random: &mut Random) -> PerSide<f64> {
        playout(&mut game, random, &mut self.buffer);
        PayoffOf::of_end(self.settings.payoff, &game)
    }
}

impl<G: Evaluate> Agent<G> for Flat<G> {
    fn choose(
        &mut self,
        view: &G,
        legal: &[G::Action],
        random: &mut Random,
    ) -> Result<G::Action, AgentError> {
        let Turn::Player(seat) = view.turn() else {
            return Err(AgentError("asked to choose when it is no seat's turn".to_string()));
        };
        let untried = |&action| Tried { action, playouts: 0, payoffs: [0.0; MAX_SIDES] };
        self.tried.clear();
        self.tried.extend(legal.iter().map(untried));
        // Where nothing is hidden, hiding and filling in leave the position as it is.
        let mut view = view.clone();
        view.hide_from(seat);
        let mut draw = view.determinizer(seat);
        let most = legal.len();
        let mut left = (self.settings.playouts as usize).max(most);
        let playouts = left;
        while left > 0 {
            let position = draw(random);
            for place in 0..most.min(left) {
                let mut next = position.clone();
                next.apply(self.tried[place].action);
                let payoffs = self.outcome(next, random);
                let tried = &mut self.tried[place];
                tried.playouts += 1;
                for (total, payoff) in tried.payoffs.iter_mut().zip(payoffs.iter()) {
                    *total += payoff;
                }
            }
            left = left.saturating_sub(most);
        }
        let side = view.side(seat);
        let means = self.tried.iter().map(|tried| tried.mean(side));
        let greatest = means.clone().fold(f64::NEG_INFINITY, f64::max);
        self.best.clear();
        self.best.extend((0..).zip(means).filter(|&(_, mean)| mean == greatest).map(|(n, _)| n));
        let chosen = self.tried[random.pick(&self.best)];
        self.report = Report {
            nodes: playouts as u64,
            depth: 1,
            values: Some(PerSide::from_fn(view.sides(), |side| chosen.mean(side) as f32)),
        };
        Ok(chosen.action)
    }

    fn report(&self) -> Report {
        self.report.clone()
    }
}
