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
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
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
    /// No opening was found that a judge finds balanced.
    #[error(
        "match {number}: none of {draws} openings is balanced: the judge sees a margin of more than {most} \
         after each"
    )]
    Unbalanced {
        /// The match.
        number: u64,
        /// The greatest margin wanted.
        most: f64,
        /// Openings drawn.
        draws: u32,
    },
    /// The judge of openings gave no value.
    #[error("the judge of openings, `{0}`, gives positions no value")]
    NoValue(String),
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

/// Openings that are drawn for a group before giving up on a balanced one.
const MOST_DRAWS: u32 = 10_000;

/// Plays matches of one experiment, one after the other, on one thread. Re-aims its generators
/// and reuses its buffers: what a match comes to depends on its number and group alone.
pub struct Arena<G: Evaluate> {
    start: G,
    opening: Opening,
    openings: Random,
    /// The opening of the group that was played last, where openings are chosen.
    chosen: Option<(u64, Vec<usize>)>,
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
            chosen: None,
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
    pub fn play(
        &mut self,
        number: u64,
        group: u64,
        specs: &[&AgentSpec],
        mut watch: impl FnMut(&G, &Event<G>),
    ) -> Result<Outcome, MatchError> {
        let opening_plies = self.prepare_opening(number, group)?;
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
                        match &self.chosen {
                            Some((_, choices)) => choices[place as usize],
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

    /// Aims the generator of openings at `group`, or chooses its opening; returns its length in plies.
    fn prepare_opening(&mut self, number: u64, group: u64) -> Result<u32, MatchError> {
        let Some(balance) = &self.opening.balance else {
            aim_at_opening(&mut self.openings, group);
            return Ok(self.opening.plies.draw(&mut self.openings));
        };
        if self.chosen.as_ref().is_none_or(|(of, _)| *of != group) {
            aim_at_opening(&mut self.openings, group);
            let drawn = (0..MOST_DRAWS).find_map(|_| {
                let plies = self.opening.plies.draw(&mut self.openings);
                let opening = draw_opening(&self.start, plies, &mut self.openings)?;
                let margin = match balance.judge_margin(&opening.0, &mut self.openings) {
                    Ok(margin) => margin,
                    Err(error) => return Some(Err(error)),
                };
                (margin.abs() <= balance.most).then_some(Ok(opening.1))
            });
            let unbalanced =
                MatchError::Unbalanced { number, most: balance.most, draws: MOST_DRAWS };
            self.chosen = Some((group, drawn.unwrap_or(Err(unbalanced))?));
        }
        Ok(self.chosen.as_ref().map_or(0, |(_, choices)| choices.len() as u32))
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

/// A random opening: the position after it, and the places of its actions among the legal ones. `None` where
/// the game is over before.
fn draw_opening<G: Game>(start: &G, plies: u32, random: &mut Random) -> Option<(G, Vec<usize>)> {
    let (mut game, mut legal, mut choices) = (start.clone(), Vec::new(), Vec::new());
    for _ in 0..plies {
        legal.clear();
        game.legal_actions(&mut legal);
        let chosen = random.below(legal.len() as u32) as usize;
        game.apply(legal[chosen]);
        choices.push(chosen);
        if game.turn() == Turn::Over {
            return None;
        }
    }
    Some((game, choices))
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
