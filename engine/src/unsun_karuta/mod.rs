//! Hachinin Meri

mod beliefs;
mod cards;
mod diagram;
mod hand;
mod moves;
mod notation;
mod rules;
mod score;
mod state;
mod view;
mod ways;

pub use cards::{Card, Rank, Suit};
pub use moves::{Action, Deal};
pub use rules::{
    Declaration, HiddenRobai, LoneSun, MeriFirst, NinthCombo, NinthLead, PaoRobai, Rules,
    TurnedRobai,
};
pub use score::{Combination, Settled};
pub use state::{Phase, Taker, UnsunKaruta};
