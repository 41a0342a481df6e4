//! The search for a solution of puzzles that are too large to be solved completely.

use super::graph::other_end;
use crate::puzzle::{PuzzleGame, Solution};
use ludarium_engine::amidakuji_bridge::{Action, AmidakujiBridge, Phase, Point};
use ludarium_engine::{Game, Seat};
use rustc_hash::FxHashMap;

/// More relocations than there are.
const NEVER: u32 = u32::MAX;
/// Any number of relocations.
const ANY: u32 = NEVER - 1;

/// Looks for a solution with few relocations, looking at `nodes` positions at most: first for any, then
/// for shorter ones, from what cannot be undercut upwards.
pub(super) fn search(position: &AmidakujiBridge, nodes: u64) -> Solution<Action> {
    let mut search = Search {
        is_never_stuck: is_never_stuck(position),
        dead: FxHashMap::default(),
        line: Vec::new(),
        nodes_left: nodes / 2,
    };
    let mut best = match search.within(position, ANY) {
        Ok(Some(line)) => Some(line),
        Ok(None) => return Solution::None,
        Err(OutOfNodes) => None,
    };
    // With passes or a free start one relocation for each coin is often enough.
    let coins = coins_left(position);
    if best.as_ref().is_some_and(|(_, length)| *length > coins) {
        search.nodes_left += nodes / 4;
        if let Ok(Some(shorter)) = search.within(position, coins) {
            best = Some(shorter);
        }
    }
    search.nodes_left += nodes / 4;
    let mut least = search.need(position);
    loop {
        match &best {
            Some((actions, length)) if *length <= least => {
                return Solution::Found { actions: actions.clone(), length: *length, least };
            }
            _ => {}
        }
        match search.within(position, least) {
            Ok(Some(line)) => best = Some(line),
            Ok(None) => least += 1,
            Err(OutOfNodes) => break,
        }
    }
    match best {
        Some((actions, length)) => Solution::Found { actions, length, least },
        None => Solution::Unknown,
    }
}

fn coins_left(position: &AmidakujiBridge) -> u32 {
    u32::from(position.coins_to_win() - position.coins_won(Seat(0)))
}

/// Whether there are two coins that can only be won by a walk from one another.
///
/// Over two columns every ladder of as many bridges leads to the same side, as each bridge changes it.
/// So a coin can only be won from the one end point from which this ladder leads to it.
fn is_hopeless(position: &AmidakujiBridge) -> bool {
    let has_coin = |point: Point| position.coins_at(point) > 0;
    position.rules().columns == 2
        && [0, 1].into_iter().any(|column| {
            let point = position.start_point(Seat(0), column);
            has_coin(point) && has_coin(other_end(position, point))
        })
}

/// The nodes are used up.
struct OutOfNodes;

struct Search {
    is_never_stuck: bool,
    /// Positions from which so many relocations, or fewer, do not win.
    dead: FxHashMap<AmidakujiBridge, u32>,
    line: Vec<Action>,
    nodes_left: u64,
}

impl Search {
    /// A way to win with at most so many relocations, and how many it takes.
    fn within(
        &mut self,
        position: &AmidakujiBridge,
        most: u32,
    ) -> Result<Option<(Vec<Action>, u32)>, OutOfNodes> {
        self.line.clear();
        let wins = self.wins(position, most, false)?;
        let length = self.line.iter().map(|&action| AmidakujiBridge::length_of(action)).sum();
        Ok(wins.then(|| (self.line.clone(), length)))
    }

    /// Whether at most `left` relocations win; if so, how is added to the line. Where it `passed` in
    /// this part it only passes on: relocating before passing comes to the same.
    fn wins(
        &mut self,
        position: &AmidakujiBridge,
        left: u32,
        passed: bool,
    ) -> Result<bool, OutOfNodes> {
        if position.phase() == Phase::Over {
            return Ok(position.is_won());
        }
        let is_dead = || self.dead.get(position).is_some_and(|&dead| dead >= left);
        if self.need(position) > left || !passed && is_dead() {
            return Ok(false);
        }
        let mut actions = Vec::new();
        let only_passes =
            left == 0 && position.phase() == Phase::Relocate && position.rules().may_pass();
        match only_passes {
            true => actions.push(Action::PassRelocating),
            false => position.legal_actions(&mut actions),
        }
        for action in actions {
            let passes = action == Action::PassRelocating;
            if passed && !passes {
                continue;
            }
            let length = AmidakujiBridge::length_of(action);
            let Some(rest) = (if left == ANY { Some(ANY) } else { left.checked_sub(length) })
            else {
                continue;
            };
            self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
            let mut next = position.clone();
            next.apply(action);
            let part_goes_on = next.relocation_turns() > 0;
            self.line.push(action);
            if self.wins(&next, rest, passes && part_goes_on)? {
                return Ok(true);
            }
            self.line.pop();
        }
        // What is found out again at once is not kept.
        if !passed && !only_passes {
            self.dead.insert(position.clone(), left);
        }
        Ok(false)
    }

    /// Relocations that are still needed at least.
    ///
    /// Where the token bounces, the way back over an unchanged ladder leads to where it came from, so
    /// that every later part needs one. With a free start a part may need none.
    fn need(&self, position: &AmidakujiBridge) -> u32 {
        let rules = position.rules();
        let coins = coins_left(position);
        let always_relocates = self.is_never_stuck && !rules.may_pass();
        let a_part = match (always_relocates, rules.walks_freely()) {
            (true, _) => u32::from(rules.relocations),
            (false, false) => 1,
            (false, true) => 0,
        };
        match position.phase() {
            Phase::Over => 0,
            Phase::Relocate if is_hopeless(position) => NEVER,
            Phase::Relocate => {
                let turns = u32::from(rules.relocations - position.relocation_turns());
                let token = position.tokens(Seat(0)).next();
                let goes_wrong = !rules.walks_freely()
                    && token
                        .is_some_and(|(at, ..)| position.coins_at(other_end(position, at)) == 0);
                let here = if always_relocates { turns } else { u32::from(goes_wrong) };
                here + (coins - 1) * a_part
            }
            // The next walk has no part before it.
            _ => (coins - 1) * a_part,
        }
    }
}

/// Whether it is sure that a bridge can be relocated in every turn from here on, by counting.
///
/// Say that the ladder is *stuck*: no bridge can be relocated but perhaps long ones. Call long bridges
/// and those relocated in this part *special*; with L long bridges of span s, and m marks at most,
/// there are L + m. There shall be other bridges too. Take two nodes u and v beside one another in one
/// row, where u is free and v is not or is. Then one of these holds:
///
/// 1. v is free too. The flat place between them is not free, or any bridge that is not special could
///    be put there. So a bridge crosses it. Only long ones can, and each crosses s - 1 flat places.
/// 2. v bears an end of a special bridge that leads to the column of u.
/// 3. v bears an end of another bridge that leads to the column of u. It is diagonal, since u is free,
///    and its end there is one row from u. But then it can be relocated: laid flat between u and v. An
///    end that is moved by one row to a free node passes no other end, so nothing is crossed that was
///    not crossed before. So this does not hold.
/// 4. v bears an end of a bridge that leads away from the column of u. It cannot if v is in the first
///    or the last column.
///
/// So each free node of the second column needs 1 or 2 with a special bridge of the first gap: a long
/// bridge serves for s of them at most, a relocated one for 1. In the last column but one it is the
/// same with the last gap. Let E = s L + m. With R rows, a stuck ladder has at least this many bridges:
///
/// - 2 or 3 columns: R - E, one for every node of the second column that is not free.
/// - 4 columns: the second and the third have 2 R - E ends, at most two a bridge: R - E / 2.
/// - 5 columns or more: the second and the last but one have 2 R - E ends, of different bridges: 2 R - E.
/// - 6 columns: more. Say that x of the free nodes of the second column and the fifth are served as
///   above, and a node beside one of them in the third or fourth column by 1 or 2 in y cases, where
///   x + y is at most E. In the other cases 4 holds: it bears a bridge of the middle gap. A bridge of
///   that gap has an end in neither of the two columns, and serves at most two cases, so there are
///   2 R - x + (x - y) / 2 bridges at least: 2 R - E / 2.
///
/// If there are fewer, no ladder is stuck. By default there are 16 (18 with 6 columns), and the bound is
/// 17 (19.5).
pub(super) fn is_never_stuck(position: &AmidakujiBridge) -> bool {
    let rules = position.rules();
    let is_long = |rise: u8| rise > 1;
    let (mut bridges, mut long) = (0, 0);
    for (place, _) in position.bridges() {
        bridges += 1;
        long += i32::from(is_long(place.left.abs_diff(place.right)));
    }
    let marks = match rules.same_bridge.is_yes() {
        true => 0,
        false => i32::from(rules.relocations.saturating_sub(1)),
    };
    let (rows, special) = (i32::from(rules.rows), i32::from(rules.long_span) * long + marks);
    let twice_the_bound = match rules.columns {
        2 | 3 => 2 * (rows - special),
        4 => 2 * rows - special,
        6 => 4 * rows - special,
        _ => 4 * rows - 2 * special,
    };
    position.phase() != Phase::Lay && bridges - long > marks && 2 * bridges < twice_the_bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::amidakuji_bridge::exact::Exact;
    use ludarium_engine::amidakuji_bridge::{Place, Rules};
    use ludarium_engine::{Random, options};

    fn rules(text: &str) -> Rules {
        options::from_pairs(std::iter::once("mode=puzzle").chain(text.split(' '))).unwrap()
    }

    /// A position before relocating, on a board of these rules.
    fn template(rules: Rules) -> AmidakujiBridge {
        let goal = rules.rows + 1;
        let others = (1..rules.columns).flat_map(|column| {
            let letter = char::from(b'a' + column);
            [format!("{letter}0:1"), format!("{letter}{goal}:1")]
        });
        let coins: Vec<String> = others.collect();
        let text = format!("R 0 1 0.0/0.0 - a{goal}r - -/- 0 - {} - 0.1.0", coins.join(","));
        AmidakujiBridge::parse(rules, 1, &text).unwrap()
    }

    /// Calls `visit` with every ladder of so many normal and long bridges.
    fn each_ladder(
        rules: &Rules,
        [normal, long]: [usize; 2],
        ladder: &mut Vec<Place>,
        visit: &mut impl FnMut(&[Place]),
    ) {
        if [normal, long] == [0, 0] {
            return visit(ladder);
        }
        for column in 0..rules.columns - 1 {
            for left in 1..=rules.rows {
                for right in 1..=rules.rows {
                    let place = Place { column, left, right };
                    let rise = left.abs_diff(right);
                    let hand = match rise {
                        0 | 1 if normal > 0 => [normal - 1, long],
                        _ if rise == rules.long_span && long > 0 => [normal, long - 1],
                        _ => continue,
                    };
                    let fits = |other: &Place| {
                        let [a, b] = [place.left_end(), place.right_end()];
                        let [c, d] = [other.left_end(), other.right_end()];
                        let apart = ![c, d].contains(&a) && ![c, d].contains(&b);
                        let crosses =
                            column == other.column && (left < other.left) != (right < other.right);
                        *other < place && apart && !crosses
                    };
                    if ladder.iter().all(fits) {
                        ladder.push(place);
                        each_ladder(rules, hand, ladder, visit);
                        ladder.pop();
                    }
                }
            }
        }
    }

    /// Over all ladders of boards where counting says so, more bridges can be relocated than may have
    /// been relocated already.
    #[test]
    fn counting_is_right_about_ladders_that_are_never_stuck() {
        for (text, bridges, is_sharp) in [
            ("columns=2 rows=5 relocations=1", [4, 0], true),
            ("columns=2 rows=8 relocations=2", [3, 1], false),
            ("columns=3 rows=5 relocations=1", [4, 0], false),
            ("columns=3 rows=7 relocations=1", [3, 1], false),
            ("columns=4 rows=5 relocations=1", [4, 0], false),
            ("columns=4 rows=7 relocations=2 long-span=3", [3, 1], false),
            ("columns=4 rows=5 relocations=3 crossing=yes", [3, 0], false),
            ("columns=5 rows=3 relocations=1", [5, 0], false),
            ("columns=5 rows=4 relocations=2", [3, 1], false),
            ("columns=6 rows=3 relocations=1", [5, 0], false),
            ("columns=6 rows=3 relocations=2", [3, 1], false),
            ("columns=7 rows=3 relocations=2", [4, 0], false),
        ] {
            let rules = rules(text);
            let template = template(rules);
            let marks = usize::from(rules.relocations) - 1;
            let movable = |ladder: &[Place]| {
                let mut actions = Vec::new();
                template.with_bridges(ladder).legal_actions(&mut actions);
                let mut from: Vec<Place> = actions
                    .iter()
                    .filter_map(|action| match action {
                        Action::Relocate(from, _) => Some(*from),
                        _ => None,
                    })
                    .collect();
                from.dedup();
                from.len()
            };
            let mut ladders = 0;
            each_ladder(&rules, bridges, &mut Vec::new(), &mut |ladder| {
                ladders += 1;
                assert!(is_never_stuck(&template.with_bridges(ladder)), "{text}: {ladder:?}");
                assert!(movable(ladder) > marks, "{text}: {ladder:?}");
            });
            assert!(ladders > 20, "{text}: {ladders} ladders");
            if is_sharp {
                // One bridge more can be stuck.
                let full: Vec<Place> = (1..=rules.rows)
                    .map(|row| Place { column: 0, left: row, right: row })
                    .collect();
                assert_eq!(movable(&full), 0, "{text}");
                assert!(!is_never_stuck(&template.with_bridges(&full)));
            }
        }
    }

    #[test]
    fn default_ladders_are_never_stuck() {
        for (text, sure) in [
            ("columns=5", true),
            ("columns=6", true),
            ("columns=5 bridges=8", false),
            ("columns=4", false),
        ] {
            let rules = rules(text);
            let mut random = Random::new(5);
            let position = AmidakujiBridge::draw_puzzle(&rules, &mut random).unwrap();
            assert_eq!(is_never_stuck(&position), sure, "{text}");
        }
    }

    /// The search against complete solutions.
    #[test]
    fn the_search_agrees_with_complete_solutions() {
        let mut random = Random::new(11);
        let (mut exact, mut solvable, mut impossible) = (Exact::default(), 0, 0);
        for text in [
            "columns=3 rows=3 bridges=1 long=0 relocations=1",
            "columns=3 rows=3 bridges=1 long=0 relocate=may",
            "columns=3 rows=3 bridges=1 relocations=1 long=1",
            "columns=3 rows=3 bridges=1 long=0 relocations=2 puzzle-walk=free",
            "columns=3 rows=3 bridges=1 long=0 relocations=1 relocate=may puzzle-walk=free",
            "columns=4 rows=2 bridges=1 long=0 relocations=2",
            "columns=3 rows=3 bridges=1 long=0 relocations=3 crossing=yes",
            "columns=2 rows=3 bridges=1 long=0 relocations=2 same-bridge=yes",
            "columns=2 rows=4 bridges=1 relocate=may puzzle-walk=free",
        ] {
            let rules = rules(text);
            for _ in 0..12 {
                let Some(position) = AmidakujiBridge::draw_puzzle(&rules, &mut random) else {
                    continue;
                };
                let (figures, _) = exact.solve(&position).unwrap();
                match search(&position, 3_000_000) {
                    Solution::Found { actions, length, least } => {
                        let mut game = position.clone();
                        actions.iter().for_each(|&action| game.apply(action));
                        assert!(game.is_won(), "{text}: {position}");
                        assert_eq!(figures.least(), Some(length), "{text}: {position}");
                        assert_eq!(least, length, "{text}: {position}");
                        solvable += 1;
                    }
                    Solution::None => {
                        assert_eq!(figures.least(), None, "{text}: {position}");
                        impossible += 1;
                    }
                    Solution::Unknown => panic!("{text}: {position}"),
                }
                // With few nodes it says less, but nothing wrong.
                if let Solution::Found { length, least, .. } = search(&position, 200) {
                    let fewest = figures.least().unwrap();
                    assert!(least <= fewest && fewest <= length, "{text}: {position}");
                }
            }
        }
        assert!(solvable > 30 && impossible > 5, "{solvable} solvable, {impossible} not");
    }
}
