//! The one list of games, and the way from a game's id to its type.

use ludarium_agents::Evaluate;
use ludarium_engine::Game;
use ludarium_engine::options::{hint, nearest};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Work that is the same for every game.
pub trait WithGame {
    /// What comes of it.
    type Output;

    /// Does the work for the game `G`.
    fn run<G: Evaluate>(self) -> Self::Output;
}

/// No game has this id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game `{given}`{}; the games are {}",
    hint(nearest),
    GameId::ALL.map(GameId::id).join(", "))]
pub struct UnknownGame {
    given: String,
    nearest: Option<String>,
}

macro_rules! games {
    ($($game:ident: $position:ty),* $(,)?) => {
        /// A game, by its id.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum GameId {
            $(
                #[doc = concat!("The game of [`", stringify!($position), "`].")]
                $game,
            )*
        }

        impl GameId {
            /// All games, in the order of listing.
            pub const ALL: [GameId; [$(stringify!($game)),*].len()] = [$(GameId::$game),*];

            /// The id used in text.
            pub fn id(self) -> &'static str {
                match self {
                    $(GameId::$game => <$position as Game>::ID,)*
                }
            }
        }

        /// Does `work` for the game `id`.
        pub fn with_game<W: WithGame>(id: GameId, work: W) -> W::Output {
            match id {
                $(GameId::$game => work.run::<$position>(),)*
            }
        }
    };
}

// The list: a new game is an engine, an evaluation, and a line here.
games! {
    OAnQuan: ludarium_engine::o_an_quan::OAnQuan,
    Carcassonne: ludarium_engine::carcassonne::Carcassonne,
    UnsunKaruta: ludarium_engine::unsun_karuta::UnsunKaruta,
    HokusaiSugoroku: ludarium_engine::hokusai_sugoroku::HokusaiSugoroku,
    AmidakujiBridge: ludarium_engine::amidakuji_bridge::AmidakujiBridge,
}

impl Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        GameId::ALL.into_iter().find(|game| game.id() == text).ok_or_else(|| UnknownGame {
            given: text.to_string(),
            nearest: nearest(text, GameId::ALL.map(GameId::id)),
        })
    }
}
