//! Game records: one match as a line of JSON, replayed and verified.

use crate::arena::{Arena, MatchError};
use crate::puzzle::o_an_quan::{Puzzle, Wrong, check_line};
use crate::registry::{GameId, UnknownGame, WithGame, with_game};
use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::event::{apply_text, is_legal, legal_texts};
use ludarium_engine::{Event, Game, OptionError, Turn, options};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A match: what is needed to play it again, its result, and optionally what lies between.
///
/// Fields that are not known here are ignored when reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// Rule options that differ from the defaults.
    #[serde(default)]
    pub rules: Map<String, Value>,
    /// Number of players.
    pub players: u8,
    /// The events in order: actions, and chance events beginning with `*`.
    pub moves: Vec<String>,
    /// Points of each side at the end.
    pub scores: Vec<i32>,
    /// Ranks of the sides at the end.
    pub ranks: Vec<u8>,
    /// The position after set-up and after each event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
    /// Before each event the sorted texts of what may happen, null where chance has too many
    /// outcomes to list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<Option<Vec<String>>>>,
    /// The agent of each seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<String>>,
    /// The match's number.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The match's group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<u64>,
    /// The master seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The version of the game's rules engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// Why a record is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The line is no record.
    #[error("not a record: {0}")]
    Form(String),
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The rule options or the number of players are wrong.
    #[error("rules: {0}")]
    Rules(#[from] OptionError),
    /// The record is a puzzle, and wrong.
    #[error(transparent)]
    Puzzle(#[from] Wrong),
    /// Something in the record is not what the rules give.
    #[error("{place}: {problem}")]
    Replay {
        /// The event (numbered from 1) or the end.
        place: String,
        /// What is wrong.
        problem: String,
    },
}

impl Record {
    /// Plays a match from `start`, a group of its own with luck of its own, and records it; with
    /// positions or legal events if asked for. Who played, and on which seed, is left open.
    ///
    /// # Errors
    ///
    /// As [`Arena::play`].
    pub fn play<G: Evaluate>(
        arena: &mut Arena<G>,
        start: &G,
        number: u64,
        specs: &[&AgentSpec],
        positions: bool,
        legal: bool,
    ) -> Result<Self, MatchError> {
        let mut record = Record::begin(start, positions, legal);
        let watch = |game: &G, event: &Event<G>| record.push(game, event);
        let outcome = arena.play(number, number, specs, watch)?;
        record.scores = outcome.scores.to_vec();
        record.ranks = outcome.ranks.to_vec();
        Ok(record)
    }

    /// The record of a match of these actions from `start`; `None` unless they are legal and the match ends
    /// with the last.
    pub fn of_actions<G: Game>(start: &G, actions: &[G::Action]) -> Option<Self> {
        let (mut game, mut record) = (start.clone(), Record::begin(start, false, false));
        for &action in actions {
            let event = Event::Action(action);
            if game.turn() == Turn::Over || !is_legal(&game, action) {
                return None;
            }
            record.push(&game, &event);
            game.apply(action);
        }
        record.scores = game.scores().to_vec();
        record.ranks = game.ranks().to_vec();
        (game.turn() == Turn::Over).then_some(record)
    }

    /// An empty record of a match from `start`.
    fn begin<G: Game>(start: &G, positions: bool, legal: bool) -> Self {
        Record {
            game: G::ID.to_string(),
            rules: options::difference(start.rules()),
            players: start.players(),
            moves: Vec::new(),
            scores: Vec::new(),
            ranks: Vec::new(),
            positions: positions.then(|| vec![start.to_string()]),
            legal: legal.then(Vec::new),
            seats: None,
            number: None,
            group: None,
            seed: None,
            version: Some(G::VERSION),
        }
    }

    /// Adds an event that is about to happen in `game`.
    fn push<G: Game>(&mut self, game: &G, event: &Event<G>) {
        self.moves.push(event.to_string());
        if let Some(legal) = &mut self.legal {
            legal.push(legal_texts(game));
        }
        if let Some(positions) = &mut self.positions {
            let mut next = game.clone();
            match event {
                Event::Action(action) => next.apply(*action),
                Event::Chance(chance) => next.apply_chance(chance),
            }
            positions.push(next.to_string());
        }
    }
}

/// Replays the record in a line of JSON, or the puzzle, and compares everything that it says.
///
/// # Errors
///
/// The first [`Mismatch`].
pub fn verify_line(line: &str) -> Result<(), Mismatch> {
    // A record is an object, though a list of its values in order would be read as well.
    let object: Map<String, Value> =
        serde_json::from_str(line).map_err(|error| Mismatch::Form(error.to_string()))?;
    if object.get("kind").is_some_and(|kind| kind == Puzzle::KIND) {
        return Ok(check_line(line)?);
    }
    let record: Record = serde_json::from_value(Value::Object(object))
        .map_err(|error| Mismatch::Form(error.to_string()))?;
    verify(&record)
}

/// Replays a record and compares everything that it says.
///
/// # Errors
///
/// The first [`Mismatch`].
pub fn verify(record: &Record) -> Result<(), Mismatch> {
    with_game(record.game.parse::<GameId>()?, Replay(record))
}

struct Replay<'a>(&'a Record);

impl WithGame for Replay<'_> {
    type Output = Result<(), Mismatch>;

    fn run<G: Evaluate>(self) -> Result<(), Mismatch> {
        replay::<G>(self.0)
    }
}

fn replay<G: Game>(record: &Record) -> Result<(), Mismatch> {
    let rules = options::from_map(&record.rules)?;
    let mut game = G::new(rules, record.players)?;
    if record.version.is_some_and(|version| version != G::VERSION) {
        return Err(Mismatch::Replay {
            place: "version".to_string(),
            problem: format!("this is version {} of the rules of {}", G::VERSION, G::ID),
        });
    }
    check_length("seats", record.seats.as_ref().map(Vec::len), record.players.into())?;
    check_length("positions", record.positions.as_ref().map(Vec::len), record.moves.len() + 1)?;
    check_length("legal", record.legal.as_ref().map(Vec::len), record.moves.len())?;
    check_position(record, 0, "start", &game)?;
    for (index, text) in record.moves.iter().enumerate() {
        let place = format!("event {} `{text}`", index + 1);
        if let Some(legal) = &record.legal {
            let expected = legal_texts(&game);
            if legal[index] != expected {
                return Err(Mismatch::Replay {
                    place,
                    problem: format!(
                        "legal is {}, but the record says {}",
                        list(expected.as_ref()),
                        list(legal[index].as_ref())
                    ),
                });
            }
        }
        apply_text(&mut game, text).map_err(|error| Mismatch::Replay {
            place: place.clone(),
            problem: error.to_string(),
        })?;
        check_position(record, index + 1, &place, &game)?;
    }
    let place = format!("after {} events", record.moves.len());
    let differs = |what: &str, is: &dyn std::fmt::Debug, said: &dyn std::fmt::Debug| {
        let problem = format!("the {what} are {is:?}, but the record says {said:?}");
        Err(Mismatch::Replay { place: place.clone(), problem })
    };
    if game.turn() != Turn::Over {
        let problem = format!("the game is not over in `{game}`");
        return Err(Mismatch::Replay { place, problem });
    }
    if game.scores()[..] != record.scores[..] {
        return differs("scores", &game.scores(), &record.scores);
    }
    if game.ranks()[..] != record.ranks[..] {
        return differs("ranks", &game.ranks(), &record.ranks);
    }
    Ok(())
}

fn list(texts: Option<&Vec<String>>) -> String {
    texts.map_or("null".to_string(), |texts| format!("[{}]", texts.join(" ")))
}

fn check_length(field: &str, found: Option<usize>, expected: usize) -> Result<(), Mismatch> {
    match found {
        Some(found) if found != expected => Err(Mismatch::Replay {
            place: field.to_string(),
            problem: format!("{found} entries instead of {expected}"),
        }),
        _ => Ok(()),
    }
}

fn check_position<G: Game>(
    record: &Record,
    index: usize,
    place: &str,
    game: &G,
) -> Result<(), Mismatch> {
    let Some(positions) = &record.positions else { return Ok(()) };
    let position = game.to_string();
    if positions[index] == position {
        return Ok(());
    }
    let problem =
        format!("the position is `{position}`, but the record says `{}`", positions[index]);
    Err(Mismatch::Replay { place: place.to_string(), problem })
}
