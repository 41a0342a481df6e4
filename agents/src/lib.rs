//! Agents: who plays the games of [`ludarium_engine`].
//!
//! An [`Agent`] gets a view of the position (hidden information removed) and the legal actions, and
//! chooses one. Which agents there are stands in one list in [`spec`]; each is described by a
//! text such as `mcts:iterations=2000` ([`AgentSpec`]) and built fresh for every match.
//!
//! Opinions about who stands better live in [`evaluate`], one file a game; the engines have none.
//!
//! Floats that decide a choice use only exactly rounded operations and the `libm` crate, so that
//! the same seed gives the same choice on every 64-bit little-endian platform. (Elsewhere only
//! `minimax:nodes=` may choose otherwise: its table hashes positions as they lie in memory.)

pub mod agent;
mod bound;
pub mod evaluate;
pub mod expectimax;
pub mod flat;
pub mod greedy;
pub mod level;
pub mod mcts;
pub mod minimax;
pub mod o_an_quan;
pub mod payoff;
pub mod random;
pub mod softmax;
pub mod spec;

pub use agent::{Agent, AgentError, Report};
pub use evaluate::Evaluate;
pub use payoff::payoffs;
pub use spec::{AgentSpec, Entrant, Family, SpecError};
