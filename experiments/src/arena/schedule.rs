//! Who plays whom, on which side, on whose luck.

use ludarium_engine::PerSide;
use std::fmt;

/// Which entrants meet how often: the match number decides everything.
///
/// A **group** is one stream of luck. In it every **lineup** (one entrant a side) plays once in
/// every rotation over the sides. Matches are numbered by group, lineup, rotation.
///
/// With three sides or more it matters who sits behind whom. So the order round the table changes
/// from group to group, through all (k - 1)! of them: nobody is always behind the same neighbour, and
/// the order in which entrants are named means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    lineups: Vec<Vec<usize>>,
    /// Orders round the table: places in a lineup, beginning with the first.
    orders: Vec<Vec<usize>>,
    groups: u64,
}

/// One match of a schedule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// The group, which decides the luck.
    pub group: u64,
    /// The lineup.
    pub lineup: usize,
    /// The rotation over the sides.
    pub rotation: usize,
    /// The entrant of each side.
    pub entrants: PerSide<usize>,
}

impl fmt::Debug for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{} {:?}", self.group, self.lineup, self.rotation, self.entrants)
    }
}

impl Schedule {
    /// The most lineups of a schedule: they are kept in memory.
    pub const MOST_LINEUPS: u128 = 1_000_000;

    /// A round-robin of `entrants` over `sides`: every choice of as many entrants as there are
    /// sides meets in every group, rotated over the sides.
    ///
    /// With fewer entrants than sides they are dealt round the table, once from each entrant on,
    /// so that everyone plays equally often; a single entrant plays itself.
    ///
    /// Returns `None` for more than [`Schedule::MOST_LINEUPS`] lineups, or 2^56 matches or more.
    ///
    /// # Panics
    ///
    /// If there are no entrants or no sides.
    pub fn round_robin(entrants: usize, sides: usize, groups: u64) -> Option<Self> {
        assert!(entrants > 0 && sides > 0, "a schedule needs entrants and sides");
        if count_choices(entrants, sides) > Self::MOST_LINEUPS {
            return None;
        }
        let lineups = if entrants >= sides {
            choices(entrants, sides)
        } else {
            // Where the entrants fill the table evenly, the other deals are rotations of the first.
            let deals = if sides.is_multiple_of(entrants) { 1 } else { entrants };
            let deal = |first| (0..sides).map(|side| (first + side) % entrants).collect();
            (0..deals).map(deal).collect()
        };
        let schedule = Schedule { lineups, orders: orders(sides), groups };
        let matches = groups.checked_mul(schedule.group_size())?;
        (matches < 1 << 56).then_some(schedule)
    }

    /// The number of groups.
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// Matches of one group.
    pub fn group_size(&self) -> u64 {
        self.lineups.iter().map(|lineup| lineup.len() as u64).sum()
    }

    /// All matches, fewer than 2^56.
    pub fn matches(&self) -> u64 {
        self.groups * self.group_size()
    }

    /// The match of this number, from 0.
    pub fn pairing(&self, number: u64) -> Pairing {
        let sides = self.lineups[0].len();
        let in_group = (number % self.group_size()) as usize;
        let (lineup, rotation) = (in_group / sides, in_group % sides);
        let group = number / self.group_size();
        let (members, order) =
            (&self.lineups[lineup], &self.orders[(group % self.orders.len() as u64) as usize]);
        let entrant = |side: usize| members[order[(side + rotation) % sides]];
        Pairing { group, lineup, rotation, entrants: PerSide::from_fn(sides, entrant) }
    }
}

/// The number of ways to choose `count` of `of`, 1 where there are not as many. At most some thousand
/// times [`Schedule::MOST_LINEUPS`] when it is above that.
fn count_choices(of: usize, count: usize) -> u128 {
    let mut choices = 1;
    for taken in 0..count.min(of) {
        choices = choices * (of - taken) as u128 / (taken + 1) as u128;
        if choices > Schedule::MOST_LINEUPS * 1000 {
            break;
        }
    }
    choices
}

/// All orders of `count` places round a table, beginning with place 0.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![0]];
    for _ in 1..count {
        let longer = |order: Vec<usize>| {
            let free: Vec<usize> = (0..count).filter(|place| !order.contains(place)).collect();
            free.into_iter().map(move |place| [&order[..], &[place]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// All ascending choices of `count` of the numbers below `of`, in order.
fn choices(of: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut choice: Vec<usize> = (0..count).collect();
    loop {
        all.push(choice.clone());
        let Some(place) = (0..count).rev().find(|&place| choice[place] < of - count + place) else {
            return all;
        };
        choice[place] += 1;
        for next in place + 1..count {
            choice[next] = choice[next - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(entrants: usize, sides: usize, groups: u64) -> Schedule {
        Schedule::round_robin(entrants, sides, groups).unwrap()
    }

    fn entrants(schedule: &Schedule) -> Vec<Vec<usize>> {
        (0..schedule.matches()).map(|n| schedule.pairing(n).entrants.to_vec()).collect()
    }

    #[test]
    fn pairs_meet_on_both_sides_of_the_same_group() {
        let five_groups = schedule(3, 2, 5);
        let group = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        assert_eq!(entrants(&five_groups)[..6], group);
        assert_eq!(entrants(&five_groups)[24..], group);
        assert_eq!(five_groups.matches(), 30);
        assert_eq!(five_groups.pairing(29).group, 4);
    }

    #[test]
    fn the_order_round_the_table_changes_from_group_to_group() {
        let group = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
        let other = [[0, 2, 1], [2, 1, 0], [1, 0, 2]];
        assert_eq!(entrants(&schedule(3, 3, 3)), [group, other, group].concat());
        assert_eq!(orders(1), [[0]]);
        assert_eq!(orders(6).len(), 120);
    }

    #[test]
    fn few_entrants_fill_the_table_in_turn() {
        assert_eq!(entrants(&schedule(1, 2, 1)), [[0, 0], [0, 0]]);
        let three_seats = entrants(&schedule(2, 3, 1));
        assert_eq!(three_seats[..2], [[0, 1, 0], [1, 0, 0]]);
        assert_eq!(three_seats.len(), 6);
        assert_eq!(entrants(&schedule(2, 4, 1)).len(), 4);
    }

    /// Over all orders, every entrant sits equally often on every side, meets every other equally
    /// often, and equally often sits right behind every other.
    #[test]
    fn designs_are_balanced() {
        for sides in 1..=5 {
            for count in 1..=6 {
                let mut on_side = vec![vec![0; sides]; count];
                let mut meetings = vec![vec![0; count]; count];
                let mut behind = vec![vec![0; count]; count];
                let groups = orders(sides).len() as u64;
                for table in entrants(&schedule(count, sides, groups)) {
                    for (side, &one) in table.iter().enumerate() {
                        on_side[one][side] += 1;
                        table.iter().for_each(|&other| meetings[one][other] += 1);
                        behind[one][table[(side + 1) % sides]] += 1;
                    }
                }
                assert!(on_side.iter().flatten().all(|&n| n == on_side[0][0]), "{sides} {count}");
                // Dealt round a table that they do not fill evenly, some meet more often.
                if sides > 1 && (count >= sides || sides % count == 0) {
                    for counted in [&meetings, &behind] {
                        let apart = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
                        let met: Vec<i32> =
                            apart.filter(|(a, b)| a != b).map(|(a, b)| counted[a][b]).collect();
                        assert!(
                            met.iter().all(|&n| n == met[0] && n > 0),
                            "{sides} {count}: {met:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert_eq!(Schedule::round_robin(2, 2, u64::MAX), None);
        assert_eq!(Schedule::round_robin(2, 2, 1 << 55), None);
        assert_eq!(Schedule::round_robin(300, 4, 1), None);
        assert_eq!(Schedule::round_robin(usize::MAX, 6, 1), None);
        assert_eq!(schedule(100, 3, 1).group_size(), 3 * 161_700);
    }
}
