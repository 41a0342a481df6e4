//! The squares, the stays, and where a throw leads.

use super::rules::{GoalRule, Rules};
use crate::options::YesNo;

/// Home: Nihonbashi reached again, after the last square.
pub const HOME: u8 = 53;
/// The squares where a token that comes to rest stays for a night.
pub const STAYS: [u8; 6] = [8, 20, 31, 38, 44, 49];

/// The stops by the number of their square less 1. Empty where the print was not read, or where the
/// numbers of the squares between two stops are not known.
pub const NAMES: [&str; 52] = [
    "Nihonbashi",
    "Shinagawa",
    "Omori",
    "Kawasaki",
    "Tsurumi",
    "Kanagawa",
    "",
    "Hodogaya",
    "Totsuka",
    "Totsuka",
    "Kurata, Naganuma, Iijima",
    "Daido",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "Yukinoshita",
    "Biwa-koji",
    "Inasegawa",
    "Daibutsu",
    "Hase-dera",
    "Hoshinoi",
    "Gokuraku-ji",
    "Harisuribashi",
    "Inamuragasaki",
    "Shichirigahama",
    "Koshigoe",
    "Enoshima",
    "Katase",
    "Fujisawa",
    "Yotsuya",
    "Ichinomiya",
    "Isehara",
    "Roben falls",
    "Oyama",
    "",
    "",
    "",
    "",
    "",
    "Tsuruma",
    "Nagatsuta",
    "Yamoto",
    "Eda",
    "Maginu",
    "Mizonokuchi",
    "Futago",
    "Sangenjaya",
    "Shibuya",
];

/// Whether `square` is one of [`STAYS`].
pub const fn is_stay(square: u8) -> bool {
    let mut index = 0;
    while index < STAYS.len() {
        if STAYS[index] == square {
            return true;
        }
        index += 1;
    }
    false
}

/// The square, or [`HOME`], to which `pips` (1 to 6) lead from `square` (1 to 52).
pub const fn landing(rules: &Rules, square: u8, pips: u8) -> u8 {
    let reached = square + pips;
    if reached <= HOME {
        return reached;
    }
    let surplus = reached - HOME;
    match rules.goal_rule {
        GoalRule::Passing => HOME,
        GoalRule::Printed if surplus == 5 => rules.nagatsuta,
        // For one to four pips too many the print names the squares that bouncing leads to.
        GoalRule::Printed | GoalRule::Bounce => HOME - surplus,
    }
}

/// The bit of a token that owes a skip, beside its square.
pub(super) const SKIP: u8 = 0x80;

/// What becomes of every token at each event of its own turn, by its square and [`SKIP`] bit and by
/// the pips, 0 for a skip. With a row for every byte, no look into it needs a check.
pub(super) type Turns = [[u8; 8]; 256];

/// The goal rules with their squares for Nagatsuta, as far as they differ.
const GOALS: [(GoalRule, u8); 6] = [
    (GoalRule::Printed, 45),
    (GoalRule::Printed, 46),
    (GoalRule::Printed, 47),
    (GoalRule::Printed, 48),
    (GoalRule::Bounce, 45),
    (GoalRule::Passing, 45),
];

/// The turns under each of [`GOALS`], without and with stays; the last ones stay empty, for a power of
/// two.
pub(super) static TURNS: [Turns; 16] = all_turns();

const fn all_turns() -> [Turns; 16] {
    let mut all = [[[0; 8]; 256]; 16];
    let mut goal = 0;
    while goal < GOALS.len() {
        let (goal_rule, nagatsuta) = GOALS[goal];
        let rules =
            Rules { goal_rule, rank_all: YesNo::No, nagatsuta, stays: YesNo::No, first_player: 1 };
        let mut square = 1;
        while square < HOME {
            all[2 * goal + 1][(square | SKIP) as usize][0] = square;
            let mut pips = 1;
            while pips <= 6 {
                let to = landing(&rules, square, pips);
                let skip = if is_stay(to) { SKIP } else { 0 };
                all[2 * goal][square as usize][pips as usize] = to;
                all[2 * goal + 1][square as usize][pips as usize] = to | skip;
                pips += 1;
            }
            square += 1;
        }
        goal += 1;
    }
    all
}

/// The place in [`TURNS`] of the table for `rules`.
pub(super) fn table(rules: &Rules) -> u8 {
    let goal = match rules.goal_rule {
        GoalRule::Printed => rules.nagatsuta - 45,
        GoalRule::Bounce => 4,
        GoalRule::Passing => 5,
    };
    2 * goal + u8::from(rules.stays.is_yes())
}
