//! The [`Game`] trait: what every rules engine offers, and all that anything else may use.
//!
//! A position is a plain value. It holds its rule options (a few bytes), so that every method has
//! them at hand; it is copied, not undone. What is *not* here, on purpose: undo, hash keys, move
//! ordering, evaluation, symmetries, history, time. Those are opinions or means of those who play,
//! and live with them.
//!
//! A game is a sequence of **events**. Each is either an action of the seat to act or a chance
//! event; [`Game::turn`] says which comes next. Chance is a turn, not a player. A forced move is a
//! decision with one legal action: it stays in the record. The same seat may act several times in
//! a row.

use crate::event::CHANCE_MARK;
use crate::notation::NotationError;
use crate::options::{OptionError, Options};
use crate::random::Random;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::{Deref, DerefMut, RangeInclusive};
use std::str::FromStr;

/// The most seats that any game has.
pub const MAX_SEATS: usize = 8;
/// The most sides (players or teams that score apart) that any game has.
pub const MAX_SIDES: usize = 6;

/// A player's place, numbered from 0 in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's number as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// Who or what makes the next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This seat chooses an action.
    Player(Seat),
    /// A chance event happens.
    Chance,
    /// The game is over; scores and ranks are final.
    Over,
}

/// One value a side, in a fixed array.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PerSide<T> {
    values: [T; MAX_SIDES],
    sides: u8,
}

impl<T: Copy + Default> PerSide<T> {
    /// The values that `value` gives for the sides 0 to `sides` - 1.
    ///
    /// # Panics
    ///
    /// If `sides` is above [`MAX_SIDES`].
    pub fn from_fn(sides: usize, value: impl FnMut(usize) -> T) -> Self {
        let mut values = [T::default(); MAX_SIDES];
        for (slot, value) in values[..sides].iter_mut().zip((0..sides).map(value)) {
            *slot = value;
        }
        PerSide { values, sides: sides as u8 }
    }
}

impl<T> Deref for PerSide<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values[..usize::from(self.sides)]
    }
}

impl<T> DerefMut for PerSide<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..usize::from(self.sides)]
    }
}

impl<T: Debug> Debug for PerSide<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// One integer a side, in the game's own points.
pub type Scores = PerSide<i32>;

/// One rank a side, from 1 for the best; equal sides share a rank and the next ranks are left out
/// (standard competition ranking: 1, 1, 3).
pub type Ranks = PerSide<u8>;

impl Ranks {
    /// The ranks by score, higher being better, without a tie-break.
    pub fn by_score(scores: &Scores) -> Ranks {
        let better = |score| scores.iter().filter(|&&other| other > score).count();
        PerSide::from_fn(scores.len(), |side| 1 + better(scores[side]) as u8)
    }
}

/// The chance event of a game without chance, the action of a game without decisions: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Never {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let expected = match text.starts_with(CHANCE_MARK) {
            true => "an action: this game has no chance events",
            false => "a chance event: nobody decides anything in this game",
        };
        Err(NotationError::form("event", text, expected))
    }
}

/// The rules of one game, on its position value.
///
/// # Laws
///
/// [`crate::laws`] checks them on random play, for every game, number of players and rule
/// option; a new game's tests run it. The methods below state preconditions; nothing inside an
/// engine reports errors. Input from outside is checked at the edge, by [`Game::parse`] and
/// [`crate::event`].
pub trait Game: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// The id used everywhere: command line, records, results.
    const ID: &'static str;
    /// The game's name for people.
    const NAME: &'static str;
    /// Raised when any game could come out differently for the same seed; never for speed.
    const VERSION: u32;
    /// The numbers of players that the game is for, under any rules.
    const PLAYERS: RangeInclusive<u8>;
    /// Whether chance events occur.
    const HAS_CHANCE: bool;
    /// Whether anybody ever decides anything. If not, no seat ever has a turn.
    const HAS_DECISIONS: bool = true;
    /// Whether a seat does not see the whole position. If not, views are the position itself.
    const HAS_HIDDEN_INFORMATION: bool = false;

    /// The rule options.
    type Rules: Options + Copy + Eq;
    /// A choice of a seat; prints and parses without a position. At most 8 bytes. [`Never`] where
    /// nobody decides anything.
    type Action: Copy
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err = NotationError>
        + Send
        + Sync
        + 'static;
    /// A chance event; its text begins with `*`. [`Never`] where there is none.
    type Chance: Clone
        + PartialEq
        + Debug
        + Display
        + FromStr<Err = NotationError>
        + Send
        + Sync
        + 'static;

    /// The numbers of players under these rules, where they narrow [`Game::PLAYERS`]. The least is
    /// what is played when nobody says how many.
    fn players_for(rules: &Self::Rules) -> RangeInclusive<u8> {
        let _ = rules;
        Self::PLAYERS
    }

    /// The start position.
    ///
    /// # Errors
    ///
    /// Options outside their ranges, options that do not go together, or a number of players that
    /// the game or the options do not allow.
    fn new(rules: Self::Rules, players: u8) -> Result<Self, OptionError>;

    /// The rule options of this game.
    fn rules(&self) -> &Self::Rules;

    /// The number of players, who sit on the seats 0 to `players` - 1.
    fn players(&self) -> u8;

    /// Who or what makes the next event.
    fn turn(&self) -> Turn;

    /// Appends the legal actions of the seat to act, ascending, at least one; nothing when it is
    /// no seat's turn. The caller owns and reuses the buffer. On a view only the observer's own
    /// actions mean anything.
    fn legal_actions(&self, actions: &mut Vec<Self::Action>);

    /// How many actions [`Game::legal_actions`] appends. `buffer` is for those who must list them,
    /// and is left as it was.
    #[inline]
    fn count_actions(&self, buffer: &mut Vec<Self::Action>) -> usize {
        let before = buffer.len();
        self.legal_actions(buffer);
        let count = buffer.len() - before;
        buffer.truncate(before);
        count
    }

    /// A uniformly random legal action. `buffer` is for those who must list them, and is left as
    /// it was.
    ///
    /// Precondition: it is a seat's turn.
    #[inline]
    fn random_action(&self, random: &mut Random, buffer: &mut Vec<Self::Action>) -> Self::Action {
        let before = buffer.len();
        self.legal_actions(buffer);
        let action = random.pick(&buffer[before..]);
        buffer.truncate(before);
        action
    }

    /// Carries out `action` and all that follows from it without a choice.
    ///
    /// Precondition: it is legal (debug-asserted).
    fn apply(&mut self, action: Self::Action);

    /// The seat whose luck the next chance event is, where it is one seat's: a die that this seat
    /// throws. Each seat's draws then come from a stream of its own, so that a rule that gives one
    /// seat more or fewer throws shifts nobody else's. `None` for luck that all share: a deal, a bag.
    ///
    /// Precondition: it is chance's turn.
    fn chance_seat(&self) -> Option<Seat> {
        None
    }

    /// Draws the next chance event with its true probability.
    ///
    /// Precondition: it is chance's turn.
    fn sample_chance(&self, random: &mut Random) -> Self::Chance {
        let _ = random;
        unreachable!("{} has no chance events", Self::ID)
    }

    /// Appends all possible next chance events with integer weights proportional to their
    /// probabilities, and returns true; or appends nothing and returns false where they are too
    /// many to list.
    ///
    /// Precondition: it is chance's turn.
    fn chance_outcomes(&self, outcomes: &mut Vec<(Self::Chance, u32)>) -> bool {
        let _ = outcomes;
        unreachable!("{} has no chance events", Self::ID)
    }

    /// Whether `event` can be the next chance event. Asked only of events from outside; must be
    /// written where [`Game::chance_outcomes`] does not list them.
    ///
    /// Precondition: it is chance's turn.
    fn is_possible(&self, event: &Self::Chance) -> bool {
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes) && outcomes.iter().any(|(outcome, _)| outcome == event)
    }

    /// Carries out a chance event and all that follows from it without a choice.
    ///
    /// Precondition: it is possible (debug-asserted).
    fn apply_chance(&mut self, event: &Self::Chance) {
        let _ = event;
        unreachable!("{} has no chance events", Self::ID)
    }

    /// The number of sides that score apart: the players, or the teams. At most [`MAX_SIDES`].
    #[inline]
    fn sides(&self) -> usize {
        usize::from(self.players())
    }

    /// The side that `seat` plays for.
    #[inline]
    fn side(&self, seat: Seat) -> usize {
        seat.index()
    }

    /// The points of each side: the final score when the game is over, else the points made so far.
    fn scores(&self) -> Scores;

    /// The ranks of the sides: final when the game is over, else as the game would rank them if it
    /// were broken off now.
    fn ranks(&self) -> Ranks {
        Ranks::by_score(&self.scores())
    }

    /// Whether the game was stopped by a limit on its length rather than by its own end. Such a
    /// game is scored like any other, but counted apart.
    fn capped(&self) -> bool {
        false
    }

    /// Forgets what `observer` cannot see: the position becomes that seat's view. A view can be
    /// printed; when it is the observer's turn it can list the legal actions.
    fn hide_from(&mut self, observer: Seat) {
        let _ = observer;
    }

    /// Fills in what `observer` cannot see: a uniform draw from all positions that are consistent
    /// with the observer's view. The draw depends on the view and on `random`, on nothing else.
    ///
    /// Precondition: the position is the view of `observer`, or a full position that has this view.
    fn determinize(&mut self, observer: Seat, random: &mut Random) {
        let _ = (observer, random);
    }

    /// Draws as [`Game::determinize`] does, again and again: the same positions from the same random
    /// numbers. To be overridden where all draws from one view share some work.
    ///
    /// Precondition: as there.
    fn determinizer(&self, observer: Seat) -> impl FnMut(&mut Random) -> Self {
        let view = self.clone();
        move |random| {
            let mut position = view.clone();
            position.determinize(observer, random);
            position
        }
    }

    /// The position in `text`; the inverse of [`Display`] on full positions (views print, but need
    /// not be read). What is kept incrementally is computed from scratch, and the result is equal to
    /// the position that printed the text: equality is of what a position is, not of how it came
    /// about.
    ///
    /// # Errors
    ///
    /// A [`NotationError`] that says which part is wrong, or which rule the position breaks.
    fn parse(rules: Self::Rules, players: u8, text: &str) -> Result<Self, NotationError>;

    /// The position drawn for people, in several lines.
    fn diagram(&self) -> String {
        self.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(scores: &[i32]) -> Vec<u8> {
        Ranks::by_score(&PerSide::from_fn(scores.len(), |side| scores[side])).to_vec()
    }

    #[test]
    fn equal_scores_share_a_rank_and_leave_the_next_out() {
        assert_eq!(ranks(&[40, 22]), [1, 2]);
        assert_eq!(ranks(&[10, 20, 20]), [3, 1, 1]);
        assert_eq!(ranks(&[5, 9, 5, 7, 5]), [3, 1, 3, 2, 3]);
        assert_eq!(ranks(&[-3]), [1]);
    }
}
