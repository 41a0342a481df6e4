//! The [`Agent`] trait.

use ludarium_engine::{Game, PerSide, Random};

/// A player of the game `G`, for one seat and one match.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal actions.
    ///
    /// `view` is what the seat to act can see: the position itself where nothing is hidden. `legal`
    /// holds its legal actions, ascending, at least two: forced moves are played without asking.
    /// `random` is this seat's own generator.
    ///
    /// # Errors
    ///
    /// [`AgentError`] where the agent cannot answer. Of the agents of this crate only `mcts` may not, for
    /// want of memory.
    fn choose(
        &mut self,
        view: &G,
        legal: &[G::Action],
        random: &mut Random,
    ) -> Result<G::Action, AgentError>;

    /// What the last choice was based on. All zero for agents that do not search.
    fn report(&self) -> Report {
        Report::default()
    }
}

/// Why an agent gave no action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AgentError(pub String);

/// What an agent says of its last choice: for records, puzzles and analysis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Positions looked at (minimax, expectimax), iterations made (MCTS), or playouts (flat).
    pub nodes: u64,
    /// Depth of the last completed search in plies; of the deepest tree path for MCTS.
    pub depth: u32,
    /// The value of the position for each side as the agent sees it: in units of its evaluation
    /// (minimax, for its own side only), or as expected payoff from 0 to 1 (expectimax, MCTS; flat, after
    /// the action chosen).
    pub values: Option<PerSide<f32>>,
}
