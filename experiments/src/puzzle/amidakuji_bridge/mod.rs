//! Puzzles of the Amidakuji bridge game: the position after the first walk over a random ladder.

mod exact;
mod graph;
mod search;

use super::{Answer, PuzzleGame, Solution};
use exact::Exact;
use ludarium_engine::amidakuji_bridge::{Action, AmidakujiBridge, Phase, Rules};
use ludarium_engine::{Game, OptionError, Random, Seat, options};

impl PuzzleGame for AmidakujiBridge {
    const LENGTH: &'static str = "relocations";

    type Memory = Exact;

    fn puzzle_rules(pairs: &[String]) -> Result<Rules, OptionError> {
        const MODE: &str = "mode=puzzle";
        if let Some(mode) = pairs.iter().find(|pair| pair.starts_with("mode=") && *pair != MODE) {
            return Err(OptionError::Conflict(format!("{mode} is no puzzle: here it is {MODE}")));
        }
        let others = pairs.iter().map(String::as_str).filter(|pair| *pair != MODE);
        options::from_pairs(std::iter::once(MODE).chain(others))
    }

    fn check_puzzle_rules(rules: &Rules) -> Result<(), OptionError> {
        match rules.is_puzzle() {
            true => Ok(()),
            false => Err(OptionError::Conflict("a puzzle needs mode=puzzle".to_string())),
        }
    }

    /// Lays and starts by random actions. A first walk that ends the game leaves no puzzle.
    fn draw_puzzle(rules: &Rules, random: &mut Random) -> Option<Self> {
        let mut game = AmidakujiBridge::new(*rules, 1).ok()?;
        let mut buffer = Vec::new();
        while game.round() == 0 {
            let action = game.random_action(random, &mut buffer);
            game.apply(action);
        }
        (game.phase() != Phase::Over).then_some(game)
    }

    fn is_won(&self) -> bool {
        self.phase() == Phase::Over && self.coins_won(Seat(0)) == self.coins_to_win()
    }

    fn length_of(action: Action) -> u32 {
        u32::from(matches!(action, Action::Relocate(..)))
    }

    fn solve(&self, memory: &mut Exact, nodes: u64) -> Answer<Action> {
        let Some((figures, shortest)) = memory.solve(self) else {
            let solution = search::search(self, nodes);
            return Answer { solution, figures: None };
        };
        let solution = match (shortest, figures.least()) {
            (Some(actions), Some(least)) => Solution::Found { actions, length: least, least },
            _ => Solution::None,
        };
        Answer { solution, figures: Some(figures) }
    }
}
