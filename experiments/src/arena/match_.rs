//! One match between agents.

use super::opening::Opening;
use super::seed::{aim_at_luck, aim_at_luck_of_seat, aim_at_opening, aim_at_seat};
use ludarium_agents::{Agent, AgentSpec, Evaluate, SpecError};
use ludarium_engine::random::SplitMix64;
use ludarium_engine::{Event, Game, PerSide, Random, Ranks, Scores, Seat, Turn};

/// What came of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Final points of each side.
    pub scores: Scores,
    /// Final rank of each side.
    pub ranks: Ranks,
    /// What that is worth to each side, from 0 to 1 (see [`Evaluate::payoffs_of`]).
    pub payoffs: PerSide<f64>,
    /// Events of the match, chance and forced moves included.
    pub events: u32,
    /// Decisions that agents were asked for: more than one legal action, after the opening.
    pub decisions: u32,
    /// Whether a limit on its length stopped the match.
    pub capped: bool,
    /// A hash of what was chosen: equal for matches that went the same way.
    pub fingerprint: u64,
}

/// Why a match could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// An agent cannot play this game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// An agent gave no action.
    #[error("match {number}: agent `{agent}` on seat {seat} failed in `{position}`: {reason}")]
    Failed {
        /// The match.
        number: u64,
        /// The agent.
        agent: String,
        /// Its seat.
        seat: Seat,
        /// The position it was asked in.
        position: String,
        /// What it said.
        reason: String,
    },
    /// An agent gave an action that is not legal.
    #[error(
        "match {number}: agent `{agent}` on seat {seat} chose `{action}`, which is not legal in `{position}`"
    )]
    Illegal {
        /// The match.
        number: u64,
        /// The agent.
        agent: String,
        /// Its seat.
        seat: Seat,
        /// The position it was asked in.
        position: String,
        /// What it chose.
        action: String,
    },
}

/// Plays matches of one experiment, one after the other, on one thread. Re-aims its generators
/// and reuses its buffers: what a match comes to depends on its number and group alone.
pub struct Arena<G: Evaluate> {
    start: G,
    opening: Opening,
    openings: Random,
    luck: Random,
    /// Luck that belongs to one seat.
    throws: Vec<Random>,
    seats: Vec<Random>,
    agents: Vec<Box<dyn Agent<G>>>,
    legal: Vec<G::Action>,
}

impl<G: Evaluate> Arena<G> {
    /// An arena for matches from `start` under `seed`, which begin as `opening` says.
    pub fn new(start: &G, seed: u64, opening: impl Into<Opening>) -> Self {
        let random = Random::new(seed);
        Arena {
            start: start.clone(),
            opening: opening.into(),
            openings: random.clone(),
            luck: random.clone(),
            throws: vec![random.clone(); usize::from(start.players())],
            seats: vec![random; usize::from(start.players())],
            agents: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Plays match `number` of `group` between `specs`, one a seat. `watch` sees every event with
    /// the position before it.
    ///
    /// # Errors
    ///
    /// [`MatchError`] where an agent cannot play, fails, or plays what is not legal.
    ///
    /// # Panics
    ///
    /// If openings are drawn, but not for this group.
    pub fn play(
        &mut self,
        number: u64,
        group: u64,
        specs: &[&AgentSpec],
        mut watch: impl FnMut(&G, &Event<G>),
    ) -> Result<Outcome, MatchError> {
        aim_at_opening(&mut self.openings, group);
        let (opening_plies, drawn) = match &self.opening {
            Opening::Random(plies) => (plies.draw(&mut self.openings), None),
            Opening::Drawn(openings) => {
                let choices = openings[group as usize].choices.clone();
                (choices.len() as u32, Some(choices))
            }
        };
        for (seat, random) in (0..).map(Seat).zip(&mut self.seats) {
            aim_at_seat(random, number, seat);
        }
        if G::HAS_CHANCE {
            aim_at_luck(&mut self.luck, group);
            for (seat, random) in (0..).map(Seat).zip(&mut self.throws) {
                aim_at_luck_of_seat(random, group, seat);
            }
        }
        self.agents.clear();
        for spec in specs {
            self.agents.push(spec.build(&self.start)?);
        }
        let mut game = self.start.clone();
        // Where there is chance, matches of different groups differ although the choices agree.
        let mut fingerprint = Fingerprint::new(if G::HAS_CHANCE { group } else { 0 });
        let (mut events, mut decisions, mut plies) = (0, 0, 0);
        loop {
            let event = match game.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let luck = match game.chance_seat() {
                        None => &mut self.luck,
                        Some(seat) => &mut self.throws[seat.index()],
                    };
                    Event::Chance(game.sample_chance(luck))
                }
                Turn::Player(seat) => {
                    self.legal.clear();
                    game.legal_actions(&mut self.legal);
                    let place = plies;
                    plies += 1;
                    let index = if self.legal.len() == 1 {
                        0
                    } else if place < opening_plies {
                        match &drawn {
                            Some(choices) => choices[place as usize],
                            None => self.openings.below(self.legal.len() as u32) as usize,
                        }
                    } else {
                        decisions += 1;
                        self.ask(&game, seat).map_err(|refusal| {
                            let agent = specs[seat.index()].to_string();
                            refusal.in_match(number, agent, seat, &game)
                        })?
                    };
                    fingerprint.add(index);
                    Event::Action(self.legal[index])
                }
            };
            watch(&game, &event);
            match &event {
                Event::Action(action) => game.apply(*action),
                Event::Chance(chance) => game.apply_chance(chance),
            }
            events += 1;
        }
        Ok(Outcome {
            scores: game.scores(),
            ranks: game.ranks(),
            payoffs: game.payoffs(),
            events,
            decisions,
            capped: game.capped(),
            fingerprint: fingerprint.finish(),
        })
    }

    /// The place among the legal actions of the one that the agent on `seat` chooses.
    fn ask(&mut self, game: &G, seat: Seat) -> Result<usize, Refusal> {
        let (agent, random) = (&mut self.agents[seat.index()], &mut self.seats[seat.index()]);
        let chosen = if G::HAS_HIDDEN_INFORMATION {
            let mut view = game.clone();
            view.hide_from(seat);
            agent.choose(&view, &self.legal, random)
        } else {
            agent.choose(game, &self.legal, random)
        };
        let action = chosen.map_err(|error| Refusal::Failed(error.to_string()))?;
        self.legal
            .iter()
            .position(|&legal| legal == action)
            .ok_or_else(|| Refusal::Illegal(action.to_string()))
    }
}

/// What an agent did instead of choosing a legal action.
enum Refusal {
    Failed(String),
    Illegal(String),
}

impl Refusal {
    fn in_match<G: Game>(self, number: u64, agent: String, seat: Seat, game: &G) -> MatchError {
        let position = game.to_string();
        match self {
            Refusal::Failed(reason) => MatchError::Failed { number, agent, seat, position, reason },
            Refusal::Illegal(action) => {
                MatchError::Illegal { number, agent, seat, position, action }
            }
        }
    }
}

/// A running hash of small numbers: FNV-1a's step on whole numbers, begun and finished by SplitMix64.
struct Fingerprint(u64);

impl Fingerprint {
    fn new(start: u64) -> Self {
        Fingerprint(SplitMix64::new(start).next_u64())
    }

    fn add(&mut self, number: usize) {
        self.0 = (self.0 ^ number as u64).wrapping_mul(0x0000_0100_0000_01B3);
    }

    fn finish(&self) -> u64 {
        SplitMix64::new(self.0).next_u64()
    }
}
