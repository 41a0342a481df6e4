//! Oware by the crate `board-game`.

use board_game::board::{Board, Player};
use board_game::games::oware::OwareBoard;
use ludarium_bench::houses::HOUSES;
use rand_for_board_game::SeedableRng;
use rand_for_board_game::rngs::SmallRng;
use std::hint::black_box;
use std::ops::AddAssign;

/// What random games come to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    games: u32,
    plies: u64,
    first_wins: u32,
    second_wins: u32,
}

impl Totals {
    pub(crate) fn add(&mut self, plies: u32, first: i32, second: i32) {
        self.games += 1;
        self.plies += u64::from(plies);
        self.first_wins += u32::from(first > second);
        self.second_wins += u32::from(second > first);
    }

    /// Length and results are equal within what chance does.
    pub(crate) fn must_be_like(&self, other: &Totals) {
        let per_game = |of: fn(&Totals) -> f64| [self, other].map(|t| of(t) / f64::from(t.games));
        // The standard deviation of the length is below 50, that of a result below a half.
        let root = f64::from(self.games.min(other.games)).sqrt();
        let near = |[a, b]: [f64; 2], deviation: f64| (a - b).abs() * root < 7.0 * deviation;
        let alike = near(per_game(|totals| totals.plies as f64), 50.0)
            && near(per_game(|totals| f64::from(totals.first_wins)), 0.5)
            && near(per_game(|totals| f64::from(totals.second_wins)), 0.5);
        assert!(alike && self.plies > 0, "{self:?}, {other:?}");
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.games += other.games;
        self.plies += other.plies;
        self.first_wins += other.first_wins;
        self.second_wins += other.second_wins;
    }
}

/// The crate's fastest generator.
pub(crate) fn generator() -> SmallRng {
    SmallRng::seed_from_u64(1)
}

/// Plays so many random games.
pub(crate) fn play(games: u32, random: &mut SmallRng) -> Totals {
    let mut totals = Totals::default();
    for _ in 0..games {
        let mut board = black_box(OwareBoard::<HOUSES>::default());
        let mut plies = 0;
        while board.play_random_available_move(random).is_ok() {
            plies += 1;
        }
        let [first, second] = Player::BOTH.map(|player| i32::from(board.score(player)));
        totals.add(plies, first, second);
    }
    totals
}
