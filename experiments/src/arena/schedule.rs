//! Who plays whom, on which side, on whose luck.

use ludarium_engine::PerSide;
use ludarium_engine::options::{hint, nearest};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Who is to meet whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first entrant meets each of the others, who meet one another only where a match has more
    /// than two sides.
    Gauntlet,
    /// The entrants are in the order of their strength, and each meets the next ones: see
    /// [`Format::STRIDES`].
    Ladder,
}

impl Format {
    /// All of them, in the order of listing.
    pub const ALL: [Format; 3] = [Format::RoundRobin, Format::Gauntlet, Format::Ladder];

    /// How far apart those are who meet in a ladder: neighbours, next neighbours, and longer steps that tie the
    /// ends together. With more than two sides as many meet, each so far from the next.
    pub const STRIDES: [usize; 4] = [1, 2, 4, 8];

    /// The name used in text.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Ladder => "ladder",
        }
    }
}

impl Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No schedule has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown schedule `{given}`{}; the schedules are {}",
    hint(nearest),
    Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat {
    given: String,
    nearest: Option<String>,
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        Format::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| UnknownFormat {
            given: text.to_string(),
            nearest: nearest(text, Format::ALL.map(Format::name)),
        })
    }
}

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
    /// sides meets in every group, rotated over the sides. A gauntlet: every choice that holds the first
    /// entrant. A ladder: every row of as many entrants, each one of [`Format::STRIDES`] above the one
    /// before.
    ///
    /// With fewer entrants than sides they are dealt round the table, once from each entrant on,
    /// so that everyone plays equally often; a single entrant plays itself.
    ///
    /// Returns `None` for more than [`Schedule::MOST_LINEUPS`] lineups, or 2^56 matches or more.
    ///
    /// # Panics
    ///
    /// If there are no entrants or no sides, or a single side in a gauntlet, where nobody meets.
    pub fn new(format: Format, entrants: usize, sides: usize, groups: u64) -> Option<Self> {
        assert!(entrants > 0 && sides > 0, "a schedule needs entrants and sides");
        let fixed = match format {
            Format::RoundRobin => 0,
            Format::Gauntlet => 1,
            Format::Ladder => 0,
        };
        assert!(sides > fixed, "a gauntlet needs two sides");
        let is_ladder = format == Format::Ladder && entrants >= sides;
        if !is_ladder && count_choices(entrants - fixed, sides - fixed) > Self::MOST_LINEUPS {
            return None;
        }
        let lineups = if is_ladder {
            rungs(entrants, sides)
        } else if entrants >= sides {
            let others = choices(entrants - fixed, sides - fixed).into_iter();
            let lineup = |others: Vec<usize>| {
                (0..fixed).chain(others.into_iter().map(|other| other + fixed)).collect()
            };
            others.map(lineup).collect()
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

    /// Whether the entrants of each pair ever meet.
    pub fn meetings(&self, entrants: usize) -> Vec<Vec<bool>> {
        let mut meetings = vec![vec![false; entrants]; entrants];
        for lineup in &self.lineups {
            for (place, &one) in lineup.iter().enumerate() {
                for &other in &lineup[..place] {
                    meetings[one][other] = true;
                    meetings[other][one] = true;
                }
            }
        }
        meetings
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

/// All rows of `sides` of the numbers below `entrants` with one of the strides between them.
fn rungs(entrants: usize, sides: usize) -> Vec<Vec<usize>> {
    let rows = Format::STRIDES.into_iter().flat_map(|stride| {
        let length = stride * (sides - 1);
        (0..entrants.saturating_sub(length))
            .map(move |first| (0..sides).map(|place| first + stride * place).collect())
    });
    rows.collect()
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
        Schedule::new(Format::RoundRobin, entrants, sides, groups).unwrap()
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

    fn gauntlet(entrants: usize, sides: usize, groups: u64) -> Schedule {
        Schedule::new(Format::Gauntlet, entrants, sides, groups).unwrap()
    }

    #[test]
    fn in_a_gauntlet_the_first_entrant_meets_each_of_the_others() {
        let group = [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0]];
        let two_groups = gauntlet(4, 2, 2);
        assert_eq!(entrants(&two_groups), [group, group].concat());
        assert_eq!(two_groups.pairing(11).group, 1);
        let first_group = &entrants(&gauntlet(4, 3, 2))[..9];
        let lineups = [[0, 1, 2], [0, 1, 3], [0, 2, 3]];
        let rotated = |[a, b, c]: [usize; 3]| [[a, b, c], [b, c, a], [c, a, b]];
        assert_eq!(first_group, lineups.map(rotated).concat());
        // As many entrants as sides, or fewer: all meet anyway.
        for (count, sides) in [(1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (2, 6), (5, 6)] {
            assert_eq!(gauntlet(count, sides, 3), schedule(count, sides, 3), "{count} {sides}");
        }
    }

    /// Every lineup holds the first entrant once and plays in all rotations on the luck of its group.
    /// The first entrant sits equally often on every side, and so does each of the others; all of these
    /// meet it equally often, and sit right before and behind it equally often.
    #[test]
    fn gauntlets_are_balanced() {
        for sides in 2..=5 {
            for count in sides..=6 {
                let all = gauntlet(count, sides, orders(sides).len() as u64);
                let mut on_side = vec![vec![0; sides]; count];
                let mut with_first = vec![[0; 3]; count];
                for number in 0..all.matches() {
                    let pairing = all.pairing(number);
                    let table = pairing.entrants;
                    let firsts: Vec<usize> = (0..sides).filter(|&side| table[side] == 0).collect();
                    let [first] = firsts[..] else { panic!("{pairing:?}") };
                    // The rotations of a lineup follow one another in the same group.
                    let before = all.pairing(number - pairing.rotation as u64);
                    assert_eq!((before.group, before.lineup), (pairing.group, pairing.lineup));
                    assert_eq!(before.entrants[(first + pairing.rotation) % sides], 0);
                    for (side, &one) in table.iter().enumerate() {
                        on_side[one][side] += 1;
                        with_first[one][0] += 1;
                    }
                    with_first[table[(first + 1) % sides]][1] += 1;
                    with_first[table[(first + sides - 1) % sides]][2] += 1;
                }
                let place = format!("{sides} sides, {count} entrants");
                for counts in &on_side {
                    assert!(counts.iter().all(|&n| n == counts[0] && n > 0), "{place}");
                }
                let others = &with_first[1..];
                assert!(others.iter().all(|counts| *counts == others[0]), "{place}: {others:?}");
                assert_eq!(on_side[0].iter().sum::<u64>(), all.matches(), "{place}");
                let met = all.meetings(count);
                for (one, row) in met.iter().enumerate() {
                    for (other, &met) in row.iter().enumerate() {
                        let expected = one != other && (sides > 2 || one == 0 || other == 0);
                        assert_eq!(met, expected, "{place}: {one} {other}");
                    }
                }
            }
        }
    }

    #[test]
    fn in_a_ladder_near_ones_meet() {
        let ladder =
            |entrants, sides| Schedule::new(Format::Ladder, entrants, sides, 1).unwrap().lineups;
        assert_eq!(
            ladder(6, 2),
            [
                [0, 1],
                [1, 2],
                [2, 3],
                [3, 4],
                [4, 5],
                [0, 2],
                [1, 3],
                [2, 4],
                [3, 5],
                [0, 4],
                [1, 5]
            ]
        );
        assert_eq!(
            ladder(6, 3),
            [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5], [0, 2, 4], [1, 3, 5]]
        );
        assert_eq!(ladder(12, 2).len(), 11 + 10 + 8 + 4);
        assert_eq!(ladder(3, 3), [[0, 1, 2]]);
        // As many entrants as sides, or fewer: all meet anyway.
        for (count, sides) in [(1, 2), (2, 2), (2, 3), (3, 4)] {
            let all = Schedule::new(Format::Ladder, count, sides, 3);
            assert_eq!(all, Some(schedule(count, sides, 3)), "{count} {sides}");
        }
    }

    #[test]
    fn names_are_those_of_the_formats() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert_eq!(serde_json::to_value(format).unwrap(), format.name());
        }
        assert_eq!(
            "gauntlets".parse::<Format>().unwrap_err().to_string(),
            "unknown schedule `gauntlets`, did you mean `gauntlet`?; \
             the schedules are round-robin, gauntlet, ladder"
        );
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert_eq!(Schedule::new(Format::RoundRobin, 2, 2, u64::MAX), None);
        assert_eq!(Schedule::new(Format::RoundRobin, 2, 2, 1 << 55), None);
        assert_eq!(Schedule::new(Format::RoundRobin, 300, 4, 1), None);
        assert_eq!(Schedule::new(Format::RoundRobin, usize::MAX, 6, 1), None);
        assert_eq!(schedule(100, 3, 1).group_size(), 3 * 161_700);
        assert_eq!(Schedule::new(Format::Gauntlet, 2_000, 3, 1), None);
        assert_eq!(gauntlet(1_000, 3, 1).group_size(), 3 * 498_501);
        assert_eq!(gauntlet(100_000, 2, 1).group_size(), 199_998);
    }
}
