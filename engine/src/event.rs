//! Events as text, and the checked edge: the one way in for events that come from outside.

use crate::game::{Game, Turn};
use crate::notation::NotationError;
use std::fmt::{self, Display};

/// The first character of every chance event's text.
pub const CHANCE_MARK: char = '*';

/// One event of a game: an action of a seat or a chance event.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<G: Game> {
    /// An action of the seat to act.
    Action(G::Action),
    /// A chance event.
    Chance(G::Chance),
}

/// Why an event cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// The text is no event of this game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The event is not possible in the position.
    #[error("`{event}` is not legal in `{position}`, where {expected}")]
    Illegal {
        /// The event.
        event: String,
        /// The position.
        position: String,
        /// What may happen there.
        expected: String,
    },
}

impl<G: Game> Display for Event<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Action(action) => action.fmt(f),
            Event::Chance(chance) => chance.fmt(f),
        }
    }
}

impl<G: Game> Event<G> {
    /// The event in `text`.
    ///
    /// # Errors
    ///
    /// [`NotationError`] if it is no action or chance event of the game.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        if text.starts_with(CHANCE_MARK) {
            text.parse().map(Event::Chance)
        } else {
            text.parse().map(Event::Action)
        }
    }

    /// Applies the event if it is possible, and leaves the position alone if not.
    ///
    /// # Errors
    ///
    /// [`EventError::Illegal`], with what would be possible.
    pub fn apply_to(&self, game: &mut G) -> Result<(), EventError> {
        match (self, game.turn()) {
            (Event::Action(action), Turn::Player(_)) if is_legal(game, *action) => {
                game.apply(*action);
            }
            (Event::Chance(chance), Turn::Chance) if game.is_possible(chance) => {
                game.apply_chance(chance);
            }
            _ => {
                return Err(EventError::Illegal {
                    event: self.to_string(),
                    position: game.to_string(),
                    expected: expectation(game),
                });
            }
        }
        Ok(())
    }
}

/// Parses `text` and applies it if it is possible.
///
/// # Errors
///
/// [`EventError`], with what was expected.
pub fn apply_text<G: Game>(game: &mut G, text: &str) -> Result<(), EventError> {
    Event::parse(text)?.apply_to(game)
}

/// Whether `action` is legal. Lists all actions; for the edges, not for searches.
pub fn is_legal<G: Game>(game: &G, action: G::Action) -> bool {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions.contains(&action)
}

/// The texts of all events that may come next, sorted as strings: a seat's legal actions or the
/// possible chance events. Empty when the game is over, `None` where chance events are too many.
pub fn legal_texts<G: Game>(game: &G) -> Option<Vec<String>> {
    let mut texts: Vec<String> = match game.turn() {
        Turn::Player(_) => {
            let mut actions = Vec::new();
            game.legal_actions(&mut actions);
            actions.iter().map(ToString::to_string).collect()
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            if !game.chance_outcomes(&mut outcomes) {
                return None;
            }
            outcomes.iter().map(|(outcome, _)| outcome.to_string()).collect()
        }
        Turn::Over => Vec::new(),
    };
    texts.sort_unstable();
    Some(texts)
}

fn expectation<G: Game>(game: &G) -> String {
    const SHOWN: usize = 40;
    let list = match legal_texts(game) {
        None => return "a chance event comes next".to_string(),
        Some(texts) if texts.len() > SHOWN => {
            format!("{} and {} more", texts[..SHOWN].join(" "), texts.len() - SHOWN)
        }
        Some(texts) => texts.join(" "),
    };
    match game.turn() {
        Turn::Player(seat) => format!("seat {seat} may play {list}"),
        Turn::Chance => format!("a chance event comes next: {list}"),
        Turn::Over => "the game is over".to_string(),
    }
}
