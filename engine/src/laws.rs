//! The laws that every game obeys, checked on random play.
//!
//! [`check`] is for tests: it plays random games and holds every position against what the
//! [`Game`] trait promises. A broken law comes back as a [`Violation`] that names the law and the
//! position.

use crate::event::Event;
use crate::game::{Game, Seat, Turn};
use crate::random::Random;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::hash::{DefaultHasher, Hasher};

/// What to check, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Random games played.
    pub games: u32,
    /// Random events after which a game is left although it is not over.
    pub max_events: u32,
    /// Positions, one a game in so many games, in which random draws are compared with the listed
    /// probabilities; this is the slow part.
    pub draw_tests: u32,
    /// Seed of all randomness here.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { games: 30, max_events: 5000, draw_tests: 5, seed: 1 }
    }
}

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law} in `{position}`: {detail}")]
pub struct Violation {
    /// The law, as a short statement.
    pub law: &'static str,
    /// The position where it is broken.
    pub position: String,
    /// What was found.
    pub detail: String,
}

/// How much was checked, so that a test can make sure that it was enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions.
    pub positions: u64,
    /// Games played to their end.
    pub finished: u32,
    /// Positions whose random draws were compared with the listed probabilities, at most one a game.
    pub draw_tests: u32,
    /// Views of seats, where the game has hidden information.
    pub views: u64,
}

/// Checks the laws on random games from `start`. `invariant` is the game's own: conservation and
/// bounds of its rules text; it says what is wrong with a position, if anything.
///
/// # Errors
///
/// The first [`Violation`].
pub fn check<G: Game>(
    start: &G,
    plan: Plan,
    invariant: impl Fn(&G) -> Result<(), String>,
) -> Result<Checked, Violation> {
    let mut laws =
        Laws { random: Random::new(plan.seed), seen: BTreeSet::new(), checked: Checked::default() };
    for number in 0..plan.games {
        let mut game = start.clone();
        // One position of the game for draws, each equally likely.
        let mut chosen = start.clone();
        for event in 0..plan.max_events {
            laws.position(&game)?;
            invariant(&game)
                .or_else(|detail| broken("the game's invariant holds", &game, detail))?;
            if game.turn() == Turn::Over {
                laws.checked.finished += 1;
                break;
            }
            if laws.random.below(event + 1) == 0 {
                chosen = game.clone();
            }
            game = laws.step(&game)?;
        }
        if laws.checked.draw_tests * plan.games < plan.draw_tests * (number + 1) {
            laws.draws(&chosen)?;
        }
    }
    Ok(laws.checked)
}

/// Checks that [`Game::determinize`] draws uniformly from all positions that look to `observer` as
/// `game` does. `consistent` is the list of them, found by brute force; so this is for small
/// positions, near the end of a game.
///
/// # Errors
///
/// The [`Violation`].
pub fn check_determinize<G: Game>(
    game: &G,
    observer: Seat,
    consistent: &[G],
    seed: u64,
) -> Result<(), Violation> {
    let view = hidden(game, observer);
    for position in consistent {
        hold(
            "a consistent position has the view",
            &view,
            hidden(position, observer) == view,
            || position.to_string(),
        )?;
    }
    let equally: Vec<(G, u32)> = consistent.iter().map(|position| (position.clone(), 1)).collect();
    let mut draw = view.determinizer(observer);
    compare("determinizations are uniform", &view, &equally, &mut Random::new(seed), |_, random| {
        draw(random)
    })
}

fn broken<G: Game, T>(
    law: &'static str,
    game: &G,
    detail: impl Into<String>,
) -> Result<T, Violation> {
    Err(Violation { law, position: game.to_string(), detail: detail.into() })
}

fn hold<G: Game>(
    law: &'static str,
    game: &G,
    holds: bool,
    detail: impl FnOnce() -> String,
) -> Result<(), Violation> {
    if holds { Ok(()) } else { broken(law, game, detail()) }
}

fn legal<G: Game>(game: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

fn hash_of<G: Game>(game: &G) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.hash(&mut hasher);
    hasher.finish()
}

struct Laws<G: Game> {
    random: Random,
    /// Actions that were legal somewhere: candidates for being illegal elsewhere.
    seen: BTreeSet<G::Action>,
    checked: Checked,
}

impl<G: Game> Laws<G> {
    fn position(&mut self, game: &G) -> Result<(), Violation> {
        self.checked.positions += 1;
        outcome(game)?;
        self.actions(game)?;
        self.copies(game)?;
        if G::HAS_HIDDEN_INFORMATION {
            self.views(game)?;
        }
        Ok(())
    }

    /// Legal actions are ascending, unique, printable, accepted; all others are refused.
    fn actions(&mut self, game: &G) -> Result<(), Violation> {
        let actions = legal(game);
        let mut buffer = actions.clone();
        let count = game.count_actions(&mut buffer);
        hold("the count of actions is that of the list", game, count == actions.len(), || {
            format!("counted {count}, listed {}", actions.len())
        })?;
        hold("counting leaves the buffer alone", game, buffer == actions, || {
            format!("{buffer:?}")
        })?;
        let at_least_one = actions.is_empty() != matches!(game.turn(), Turn::Player(_));
        hold("a seat has an action exactly when it is its turn", game, at_least_one, || {
            format!("{:?}, {} actions", game.turn(), actions.len())
        })?;
        let may_decide = G::HAS_DECISIONS || actions.is_empty();
        hold("a game without decisions has no actions", game, may_decide, String::new)?;
        let ascending = actions.windows(2).all(|pair| pair[0] < pair[1]);
        hold("actions are listed ascending and once", game, ascending, || format!("{actions:?}"))?;
        for &action in &actions {
            round_trip("an action's text reads back", game, &action, &action.to_string())?;
            let mut copy = game.clone();
            let applied = Event::Action(action).apply_to(&mut copy);
            hold("a legal action is accepted", game, applied.is_ok(), || format!("{applied:?}"))?;
            hold("an action changes the position", game, copy != *game, || action.to_string())?;
        }
        for &action in sample(&self.seen, &mut self.random) {
            if actions.binary_search(&action).is_ok() {
                continue;
            }
            let refused = Event::Action(action).apply_to(&mut game.clone()).is_err();
            hold("an illegal action is refused", game, refused, || action.to_string())?;
        }
        if actions.is_empty() {
            return Ok(());
        }
        let drawn = game.random_action(&mut self.random, &mut buffer);
        hold("a random action is legal", game, actions.contains(&drawn), || drawn.to_string())?;
        hold("drawing leaves the buffer alone", game, buffer == actions, || format!("{buffer:?}"))?;
        self.seen.extend(actions);
        Ok(())
    }

    /// A position read back from its text is equal and behaves equally. As reading computes
    /// everything from scratch, this also compares incremental with recomputed state.
    fn copies(&mut self, game: &G) -> Result<(), Violation> {
        let text = game.to_string();
        let read = match G::parse(*game.rules(), game.players(), &text) {
            Ok(read) => read,
            Err(error) => return broken("a position's text reads back", game, error.to_string()),
        };
        hold("a position's text reads back equal", game, read == *game, || {
            format!("{read:?} is not {game:?}")
        })?;
        hold(
            "equal positions have equal hashes",
            game,
            hash_of(&read) == hash_of(game),
            String::new,
        )?;
        let equal = read.turn() == game.turn()
            && legal(&read) == legal(game)
            && *read.scores() == *game.scores()
            && *read.ranks() == *game.ranks()
            && read.capped() == game.capped();
        hold("equal positions look equal", game, equal, || format!("{read:?}"))?;
        if let Turn::Player(_) = game.turn() {
            let action = self.random.pick(&legal(game));
            let (mut one, mut other) = (game.clone(), read);
            one.apply(action);
            other.apply(action);
            hold("equal positions go on equal", game, one == other, || action.to_string())?;
        }
        Ok(())
    }

    /// One random event, checked on the way.
    fn step(&mut self, game: &G) -> Result<G, Violation> {
        let mut next = game.clone();
        if game.turn() != Turn::Chance {
            let action = self.random.pick(&legal(game));
            next.apply(action);
            return Ok(next);
        }
        let event = game.sample_chance(&mut self.random);
        let text = event.to_string();
        round_trip("a chance event's text reads back", game, &event, &text)?;
        hold(
            "a chance event is marked",
            game,
            text.starts_with(crate::event::CHANCE_MARK),
            || text.clone(),
        )?;
        let mut outcomes = Vec::new();
        if game.chance_outcomes(&mut outcomes) {
            let positive = !outcomes.is_empty() && outcomes.iter().all(|&(_, weight)| weight > 0);
            hold("listed outcomes are possible", game, positive, || format!("{outcomes:?}"))?;
            let texts: BTreeSet<_> =
                outcomes.iter().map(|(outcome, _)| outcome.to_string()).collect();
            let unique = texts.len() == outcomes.len();
            hold("outcomes are listed once", game, unique, || format!("{outcomes:?}"))?;
        } else {
            hold("outcomes are listed or not at all", game, outcomes.is_empty(), || {
                format!("{outcomes:?}")
            })?;
        }
        let applied = Event::Chance(event).apply_to(&mut next);
        hold("a drawn chance event is accepted", game, applied.is_ok(), || format!("{applied:?}"))?;
        Ok(next)
    }

    /// Random draws have the probabilities that the lists give them.
    fn draws(&mut self, game: &G) -> Result<(), Violation> {
        let mut buffer = Vec::new();
        let random = &mut self.random;
        match game.turn() {
            Turn::Over => return Ok(()),
            Turn::Player(_) => {
                let actions: Vec<_> = legal(game).into_iter().map(|action| (action, 1)).collect();
                compare("random actions are uniform", game, &actions, random, |game, random| {
                    game.random_action(random, &mut buffer)
                })?;
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                if !game.chance_outcomes(&mut outcomes) {
                    return Ok(());
                }
                compare("chance follows its weights", game, &outcomes, random, G::sample_chance)?;
            }
        }
        self.checked.draw_tests += 1;
        Ok(())
    }

    /// What a seat sees does not depend on what it cannot see, and is enough to play.
    fn views(&mut self, game: &G) -> Result<(), Violation> {
        for seat in (0..game.players()).map(Seat) {
            self.checked.views += 1;
            let view = hidden(game, seat);
            hold("hiding twice is hiding once", game, hidden(&view, seat) == view, || {
                view.to_string()
            })?;
            let mut same_random = self.random.clone();
            let mut filled = view.clone();
            filled.determinize(seat, &mut self.random);
            hold(
                "a determinization has the same view",
                game,
                hidden(&filled, seat) == view,
                || format!("`{filled}` for seat {seat}"),
            )?;
            let mut refilled = game.clone();
            refilled.determinize(seat, &mut same_random);
            hold("determinizing needs only the view", game, refilled == filled, || {
                format!("`{refilled}` from the position, `{filled}` from the view of seat {seat}")
            })?;
            let mut again = self.random.clone();
            let mut draw = view.determinizer(seat);
            let drawn = [draw(&mut self.random), draw(&mut self.random)];
            let alone = drawn.each_ref().map(|_| {
                let mut position = game.clone();
                position.determinize(seat, &mut again);
                position
            });
            hold("a determinizer determinizes", game, drawn == alone, || {
                format!("`{}` and `{}` for seat {seat}", drawn[0], drawn[1])
            })?;
            let read = G::parse(*game.rules(), game.players(), &filled.to_string());
            hold(
                "a determinization is a possible position",
                game,
                read.as_ref() == Ok(&filled),
                || format!("{read:?} for seat {seat}"),
            )?;
            let same_turn = view.turn() == game.turn() && filled.turn() == game.turn();
            hold("a view has the same turn", game, same_turn, || {
                format!("`{view}` for seat {seat}")
            })?;
            if game.turn() == Turn::Player(seat) {
                let same = legal(&view) == legal(game) && legal(&filled) == legal(game);
                hold("a view has the same legal actions", game, same, || {
                    format!("`{view}`, `{filled}` for seat {seat}")
                })?;
            }
        }
        Ok(())
    }
}

/// Chi-squared of draws against their weights: 20 draws an outcome on average, and 4000 at least so
/// that short lists are told apart as well. The limit, six standard deviations of the statistic above
/// its mean, is passed by chance less than once in 10 000 tests.
fn compare<G: Game, T: Display>(
    law: &'static str,
    game: &G,
    outcomes: &[(T, u32)],
    random: &mut Random,
    mut draw: impl FnMut(&G, &mut Random) -> T,
) -> Result<(), Violation> {
    let total: f64 = outcomes.iter().map(|&(_, weight)| f64::from(weight)).sum();
    let draws = (20 * outcomes.len()).max(4000);
    // By text, because that is what all events and positions can be looked up by.
    let texts = outcomes.iter().map(|(outcome, _)| outcome.to_string());
    let index: HashMap<String, usize> = texts.zip(0..).collect();
    let mut counts = vec![0_u32; outcomes.len()];
    for _ in 0..draws {
        let drawn = draw(game, random).to_string();
        match index.get(&drawn) {
            Some(&index) => counts[index] += 1,
            None => return broken(law, game, format!("{drawn} is not listed")),
        }
    }
    let chi_squared: f64 = outcomes
        .iter()
        .zip(&counts)
        .map(|(&(_, weight), &count)| {
            let expected = draws as f64 * f64::from(weight) / total;
            (f64::from(count) - expected).powi(2) / expected
        })
        .sum();
    let freedom = outcomes.len() as f64 - 1.0;
    let limit = freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0;
    hold(law, game, chi_squared < limit, || {
        let drawn = outcomes.iter().zip(counts).map(|((outcome, weight), count)| {
            format!("{outcome} of weight {weight} {count} times")
        });
        let drawn = drawn.collect::<Vec<_>>().join(", ");
        format!("chi-squared {chi_squared:.1} above {limit:.1}: drawn {drawn}")
    })
}

/// Sides, scores and ranks fit together.
fn outcome<G: Game>(game: &G) -> Result<(), Violation> {
    let (scores, ranks, sides) = (game.scores(), game.ranks(), game.sides());
    hold(
        "one score and one rank a side",
        game,
        scores.len() == sides && ranks.len() == sides,
        || format!("{sides} sides, scores {scores:?}, ranks {ranks:?}"),
    )?;
    hold(
        "every seat is on a side",
        game,
        (0..game.players()).all(|seat| game.side(Seat(seat)) < sides),
        || format!("{sides} sides"),
    )?;
    let better = |rank: u8| ranks.iter().filter(|&&other| other < rank).count();
    let competition = ranks.iter().all(|&rank| usize::from(rank) == 1 + better(rank));
    hold("ranks are competition ranks", game, competition, || format!("{ranks:?}"))?;
    let players_hold = G::PLAYERS.contains(&game.players());
    hold("the number of players is allowed", game, players_hold, || game.players().to_string())?;
    hold(
        "only a finished game is capped",
        game,
        !game.capped() || game.turn() == Turn::Over,
        String::new,
    )
}

/// Some of the actions seen so far: all of them at every position would be too many.
fn sample<'a, A>(seen: &'a BTreeSet<A>, random: &mut Random) -> impl Iterator<Item = &'a A> {
    const MOST: usize = 64;
    let skipped = seen.len().saturating_sub(MOST);
    let from = if skipped == 0 { 0 } else { random.below(skipped as u32 + 1) as usize };
    seen.iter().skip(from).take(MOST)
}

fn hidden<G: Game>(game: &G, observer: Seat) -> G {
    let mut view = game.clone();
    view.hide_from(observer);
    view
}

fn round_trip<G: Game, T: PartialEq + std::str::FromStr>(
    law: &'static str,
    game: &G,
    value: &T,
    text: &str,
) -> Result<(), Violation> {
    let holds = text.parse::<T>().is_ok_and(|read| read == *value);
    hold(law, game, holds, || text.to_string())
}
