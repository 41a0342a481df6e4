//! Who plays whom, on which side, on whose luck.

use ludarium_engine::PerSide;
use std::fmt;

/// Which entrants meet how often: the match number decides everything.
///
/// A **group** is one stream of luck. In it every **lineup** (one entrant a side) plays once in
/// every rotation over the sides. Matches are numbered by group, lineup, rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    lineups: Vec<Vec<usize>>,
    groups: u64,
}

/// One match of a schedule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// The group, which decides the luck.
    pub group: u64,
    /// The lineup.
    pub lineup: usize,
    /// The rotation: side 0 is played by this member of the lineup.
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
    /// A round-robin of `entrants` over `sides`: every choice of as many entrants as there are
    /// sides meets in every group, rotated over the sides.
    ///
    /// With fewer entrants than sides they are dealt round the table, once from each entrant on,
    /// so that everyone plays equally often; a single entrant plays itself.
    ///
    /// # Panics
    ///
    /// If there are no entrants or no sides.
    pub fn round_robin(entrants: usize, sides: usize, groups: u64) -> Self {
        assert!(entrants > 0 && sides > 0, "a schedule needs entrants and sides");
        let lineups = if entrants >= sides {
            choices(entrants, sides)
        } else {
            // Where the entrants fill the table evenly, the other deals are rotations of the first.
            let deals = if sides.is_multiple_of(entrants) { 1 } else { entrants };
            let deal = |first| (0..sides).map(|side| (first + side) % entrants).collect();
            (0..deals).map(deal).collect()
        };
        Schedule { lineups, groups }
    }

    /// The number of groups.
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// Matches of one group.
    pub fn group_size(&self) -> u64 {
        self.lineups.iter().map(|lineup| lineup.len() as u64).sum()
    }

    /// All matches, or `None` where they are too many to number (2^56 or more).
    pub fn matches(&self) -> Option<u64> {
        self.groups.checked_mul(self.group_size()).filter(|&matches| matches < 1 << 56)
    }

    /// The match of this number, from 0.
    pub fn pairing(&self, number: u64) -> Pairing {
        let sides = self.lineups[0].len();
        let in_group = (number % self.group_size()) as usize;
        let (lineup, rotation) = (in_group / sides, in_group % sides);
        let members = &self.lineups[lineup];
        Pairing {
            group: number / self.group_size(),
            lineup,
            rotation,
            entrants: PerSide::from_fn(sides, |side| members[(side + rotation) % sides]),
        }
    }
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

    fn entrants(schedule: &Schedule) -> Vec<Vec<usize>> {
        (0..schedule.group_size()).map(|n| schedule.pairing(n).entrants.to_vec()).collect()
    }

    #[test]
    fn pairs_meet_on_both_sides_of_the_same_group() {
        let schedule = Schedule::round_robin(3, 2, 5);
        let group = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        assert_eq!(entrants(&schedule), group);
        assert_eq!(schedule.matches(), Some(30));
        assert_eq!(schedule.pairing(29).group, 4);
        assert_eq!(schedule.pairing(6).entrants.to_vec(), [0, 1]);
    }

    #[test]
    fn few_entrants_fill_the_table_in_turn() {
        assert_eq!(entrants(&Schedule::round_robin(1, 2, 1)), [[0, 0], [0, 0]]);
        let three_seats = entrants(&Schedule::round_robin(2, 3, 1));
        assert_eq!(three_seats[..2], [[0, 1, 0], [1, 0, 0]]);
        assert_eq!(three_seats.len(), 6);
        assert_eq!(entrants(&Schedule::round_robin(2, 4, 1)).len(), 4);
    }

    /// Every entrant sits equally often on every side, and meets every other equally often.
    #[test]
    fn designs_are_balanced() {
        for sides in 1..=6 {
            for count in 1..=7 {
                let mut on_side = vec![vec![0; sides]; count];
                let mut meetings = vec![vec![0; count]; count];
                for table in entrants(&Schedule::round_robin(count, sides, 1)) {
                    for (side, &one) in table.iter().enumerate() {
                        on_side[one][side] += 1;
                        table.iter().for_each(|&other| meetings[one][other] += 1);
                    }
                }
                assert!(on_side.iter().flatten().all(|&n| n == on_side[0][0]), "{sides} {count}");
                // Dealt round a table that they do not fill evenly, neighbours may meet once more.
                if sides > 1 && (count >= sides || sides % count == 0) {
                    let apart = (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
                    let met: Vec<i32> = apart.map(|(a, b)| meetings[a][b]).collect();
                    assert!(met.iter().all(|&n| n == met[0] && n > 0), "{sides} {count}: {met:?}");
                }
            }
        }
    }

    #[test]
    fn too_many_matches_are_told() {
        assert_eq!(Schedule::round_robin(2, 2, u64::MAX).matches(), None);
        assert_eq!(Schedule::round_robin(2, 2, 1 << 55).matches(), None);
    }
}
