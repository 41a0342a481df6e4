//! The puzzle of a day: from its date alone, the same everywhere.

use super::{Date, Depth, Puzzle, gain, solve};
use ludarium_engine::o_an_quan::{Action, OAnQuan, Rules};
use ludarium_engine::{Game, Turn};

/// The generator that the puzzles' format names, SplitMix64 (Steele, Lea and Flood 2014). Nothing else is
/// drawn from it: see [`ludarium_engine::Random`].
struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `end`, by its remainder as the format wants it.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The actions from the start on.
    pub actions: Vec<Action>,
    /// The position after them.
    pub position: OAnQuan,
}

/// The start of a game of which there are puzzles: two players, default rules.
pub(super) fn start() -> OAnQuan {
    OAnQuan::new(Rules::default(), 2).expect("the default rules are for two players too")
}

/// Random beginnings of games that are not over, without end, in the order in which the date draws them.
pub fn lines(date: Date) -> impl Iterator<Item = Line> {
    let mut numbers = SplitMix64 { state: date.number() };
    std::iter::repeat_with(move || draw_line(&mut numbers)).flatten()
}

/// The first puzzle of this depth among the lines of a date. One in a dozen is.
pub fn generate(date: Date, depth: Depth) -> Puzzle {
    let puzzle = |line: Line| {
        let solved = solve(&line.position, depth).ok()?;
        Some(Puzzle::new(&line, depth, &solved, Some(date)))
    };
    lines(date).find_map(puzzle).expect("there is no last line")
}

/// Plays some turns, most of them greedy; `None` if the game ends.
fn draw_line(numbers: &mut SplitMix64) -> Option<Line> {
    let (mut position, mut actions) = (start(), Vec::new());
    let length = 6 + numbers.below(15);
    let mut candidates = Vec::new();
    while actions.len() < length {
        if position.turn() == Turn::Over {
            return None;
        }
        let is_random = numbers.below(4) == 0 || actions.len() < 4;
        candidates.clear();
        position.legal_actions(&mut candidates);
        let choice = numbers.next();
        if !is_random {
            let most = candidates.iter().map(|&action| gain(&position, action)).max();
            candidates.retain(|&action| Some(gain(&position, action)) == most);
        }
        let action = candidates[(choice % candidates.len() as u64) as usize];
        position.apply(action);
        actions.push(action);
    }
    (position.turn() != Turn::Over).then_some(Line { actions, position })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_date() {
        let date: Date = "2026-01-01".parse().unwrap();
        let mut numbers = SplitMix64 { state: date.number() };
        assert_eq!(numbers.next(), 17_486_582_413_981_831_226);
        assert_eq!(numbers.next(), 3_190_848_937_081_373_894);
        assert_eq!(numbers.next(), 13_905_571_665_034_498_228);
    }
}
