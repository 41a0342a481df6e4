//! The squares, the stays, and where a throw leads.

use super::rules::{GoalRule, Rules};

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

/// Marks a landing that costs a skip.
pub(super) const SKIP: u8 = 0x80;

/// Where each throw leads from each square under one set of rules, with [`SKIP`] where it costs
/// one. A power of two of squares, so that a masked square needs no bounds check.
pub(super) type Landings = [[u8; 8]; 64];

/// The goal rules with their squares for Nagatsuta, as far as they differ.
const GOALS: [(GoalRule, u8); 6] = [
    (GoalRule::Printed, 45),
    (GoalRule::Printed, 46),
    (GoalRule::Printed, 47),
    (GoalRule::Printed, 48),
    (GoalRule::Bounce, 45),
    (GoalRule::Passing, 45),
];

/// The landings of each of [`GOALS`], without and with stays; the last ones stay empty. A power of two
/// of tables, for the same reason as above.
pub(super) static LANDINGS: [Landings; 16] = all_landings();

const fn all_landings() -> [Landings; 16] {
    use crate::options::YesNo;
    let mut all = [[[0; 8]; 64]; 16];
    let mut goal = 0;
    while goal < GOALS.len() {
        let (goal_rule, nagatsuta) = GOALS[goal];
        let rules =
            Rules { goal_rule, rank_all: YesNo::No, nagatsuta, stays: YesNo::No, first_player: 1 };
        let mut square = 1;
        while square < HOME {
            let mut pips = 1;
            while pips <= 6 {
                let to = landing(&rules, square, pips);
                all[2 * goal][square as usize][pips as usize] = to;
                let skip = if is_stay(to) { SKIP } else { 0 };
                all[2 * goal + 1][square as usize][pips as usize] = to | skip;
                pips += 1;
            }
            square += 1;
        }
        goal += 1;
    }
    all
}

/// The place in [`LANDINGS`] of the table for `rules`.
pub(super) fn table(rules: &Rules) -> u8 {
    let goal = match rules.goal_rule {
        GoalRule::Printed => rules.nagatsuta - 45,
        GoalRule::Bounce => 4,
        GoalRule::Passing => 5,
    };
    2 * goal + u8::from(rules.stays.is_yes())
}
