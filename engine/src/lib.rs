//! Rules engines for game-AI research: exact, fast, and nothing but rules.
//!
//! Each game is a module with a position type that implements [`Game`]. There is no clock, file,
//! thread or global state here, no floating-point number in a rule, and no opinion about who
//! stands better; what plays, measures or stores games lives in other crates.
//!
//! One random game:
//!
//! ```
//! use ludarium_engine::o_an_quan::{OAnQuan, Rules};
//! use ludarium_engine::{Game, Random, playout};
//!
//! let start = OAnQuan::new(Rules::default(), 2)?;
//! let mut game = start.clone();
//! let events = playout(&mut game, &mut Random::new(1), &mut Vec::new());
//!
//! println!("{events} turns, scores {:?}", game.scores());
//! assert!(events <= 400);
//! # Ok::<(), ludarium_engine::OptionError>(())
//! ```

pub mod amidakuji_bridge;
pub mod carcassonne;
pub mod event;
pub mod game;
pub mod hokusai_sugoroku;
pub mod laws;
pub mod notation;
pub mod o_an_quan;
pub mod options;
pub mod perft;
pub mod playout;
pub mod random;
pub mod unsun_karuta;

pub use event::Event;
pub use game::{Game, MAX_SEATS, MAX_SIDES, Never, PerSide, Ranks, Scores, Seat, Turn};
pub use notation::NotationError;
pub use options::{OnOff, OptionError, OptionInfo, Options, Values, YesNo};
pub use playout::playout;
pub use random::Random;
