//! `random`: every legal action equally likely.

use crate::agent::{Agent, AgentError};
use crate::evaluate::Evaluate;
use crate::spec::{Family, SpecError};
use ludarium_engine::{Game, OptionInfo, Options, Random};
use serde::{Deserialize, Serialize};

/// Nothing to set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {}

impl Options for Settings {
    const TABLE: &'static [OptionInfo] = &[];
}

impl Family for Settings {
    const NAME: &'static str = "random";
    const QUICK: &'static str = "random";
    const EVALUATES: bool = false;
    const MEANING: &'static str = "every legal action equally likely";

    fn build<G: Evaluate>(&self, _: &G, _: G::Weights) -> Result<Box<dyn Agent<G>>, SpecError> {
        Ok(Box::new(RandomAgent))
    }
}

struct RandomAgent;

impl<G: Game> Agent<G> for RandomAgent {
    fn choose(
        &mut self,
        _: &G,
        legal: &[G::Action],
        random: &mut Random,
    ) -> Result<G::Action, AgentError> {
        Ok(random.pick(legal))
    }
}
