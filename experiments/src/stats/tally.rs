//! Standings of a tournament, from outcomes in match order.

use super::{Distinct, Estimate, Mean, elo};
use crate::arena::{Outcome, Pairing, Schedule};
use ludarium_engine::Ranks;

/// Wins, draws and losses. A win is a first rank alone, a draw a shared one; for a single side a win
/// is the full payoff.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Matches won.
    pub wins: u64,
    /// Matches drawn.
    pub draws: u64,
    /// All others.
    pub losses: u64,
}

impl Results {
    fn push(&mut self, first: bool, shared: bool) {
        match (first, shared) {
            (true, false) => self.wins += 1,
            (true, true) => self.draws += 1,
            (false, _) => self.losses += 1,
        }
    }

    /// How many there are.
    pub fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// Results of complete groups; those of the group under way wait.
#[derive(Clone, Copy, Debug, Default)]
struct GroupedResults {
    complete: Results,
    pending: Results,
}

impl GroupedResults {
    fn push(&mut self, first: bool, shared: bool) {
        self.pending.push(first, shared);
    }

    fn end_group(&mut self) {
        self.complete.wins += self.pending.wins;
        self.complete.draws += self.pending.draws;
        self.complete.losses += self.pending.losses;
        self.pending = Results::default();
    }
}

/// A quantity averaged over matches, with groups as units: the mean over the matches of a group is
/// one unit.
#[derive(Clone, Copy, Debug, Default)]
struct Grouped {
    units: Mean,
    sum: f64,
    count: u32,
}

impl Grouped {
    fn push(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn end_group(&mut self) {
        if self.count > 0 {
            self.units.push(self.sum / f64::from(self.count));
        }
        (self.sum, self.count) = (0.0, 0);
    }
}

/// What is counted of an entrant or of a side.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    results: GroupedResults,
    payoff: Grouped,
    first: Grouped,
    score: Grouped,
}

impl Line {
    fn push(&mut self, outcome: &Outcome, side: usize) {
        let payoff = outcome.payoffs[side];
        let firsts = firsts(&outcome.ranks);
        // Who plays alone is always ranked first.
        let alone = outcome.ranks.len() == 1;
        let first = if alone { payoff == 1.0 } else { outcome.ranks[side] == 1 };
        self.results.push(first, firsts > 1);
        self.payoff.push(payoff);
        self.first.push(if first { 1.0 / firsts as f64 } else { 0.0 });
        self.score.push(f64::from(outcome.scores[side]));
    }

    fn end_group(&mut self) {
        self.results.end_group();
        self.payoff.end_group();
        self.first.end_group();
        self.score.end_group();
    }

    fn finish(&self) -> Standing {
        Standing {
            results: self.results.complete,
            groups: self.payoff.units.count(),
            payoff: self.payoff.units.estimate_of_share(),
            first: self.first.units.estimate_of_share(),
            score: self.score.units.estimate(),
        }
    }
}

fn firsts(ranks: &Ranks) -> usize {
    ranks.iter().filter(|&&rank| rank == 1).count()
}

/// The results of one entrant, or of one side whoever played it.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Wins, draws, losses.
    pub results: Results,
    /// Groups, the units of the intervals.
    pub groups: u64,
    /// Mean payoff (see [`ludarium_agents::payoffs`]).
    pub payoff: Estimate,
    /// Mean share of the first place: 1 alone, 1/t shared by t.
    pub first: Estimate,
    /// Mean score, in points of the game.
    pub score: Estimate,
}

/// One entrant against another, in the matches that both played on different sides.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    /// The entrant whose results these are.
    pub entrant: usize,
    /// The other one.
    pub opponent: usize,
    /// Matches ranked above, equal to and below the opponent.
    pub results: Results,
    /// Groups, the units of the intervals.
    pub groups: u64,
    /// Mean of 1 for ranked above, 1/2 for equal, 0 for below.
    pub payoff: Estimate,
    /// The Elo difference, for games of two sides.
    pub elo: Option<Estimate>,
}

/// Everything that a tournament's tables show.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Matches played.
    pub matches: u64,
    /// Complete groups. Results and estimates leave out the matches of a group that is not
    /// complete.
    pub groups: u64,
    /// One for each entrant.
    pub entrants: Vec<Standing>,
    /// One for each pair that is to meet, the first entrant having the lower number.
    pub duels: Vec<Duel>,
    /// One for each side.
    pub sides: Vec<Standing>,
    /// Elo of each entrant against the field: from its mean payoff. For games of two sides and
    /// more than one entrant.
    pub elo: Vec<Option<Estimate>>,
    /// Matches that were different from all before, at most [`Distinct::LIMIT`].
    pub distinct: usize,
    /// Whether `distinct` stands for that many or more.
    pub distinct_is_full: bool,
    /// Matches that a limit on the length stopped.
    pub capped: u64,
    /// Events of a match.
    pub events: Estimate,
}

/// Accumulates outcomes in match order.
#[derive(Clone, Debug)]
pub struct Tally {
    entrants: Vec<Line>,
    sides: Vec<Line>,
    /// Results and payoff of each entrant (row) against each other (column).
    duels: Vec<Vec<(GroupedResults, Grouped)>>,
    /// Whether they ever meet.
    meetings: Vec<Vec<bool>>,
    distinct: Distinct,
    events: Grouped,
    capped: u64,
    matches: u64,
    group_size: u64,
}

impl Tally {
    /// An empty tally for the matches of `schedule`.
    pub fn new(schedule: &Schedule, entrants: usize, sides: usize) -> Self {
        Tally {
            entrants: vec![Line::default(); entrants],
            sides: vec![Line::default(); sides],
            duels: vec![vec![Default::default(); entrants]; entrants],
            meetings: schedule.meetings(entrants),
            distinct: Distinct::default(),
            events: Grouped::default(),
            capped: 0,
            matches: 0,
            group_size: schedule.group_size(),
        }
    }

    /// Adds the next match.
    pub fn push(&mut self, pairing: &Pairing, outcome: &Outcome) {
        for (side, &entrant) in pairing.entrants.iter().enumerate() {
            self.entrants[entrant].push(outcome, side);
            self.sides[side].push(outcome, side);
            for (other_side, &opponent) in pairing.entrants.iter().enumerate() {
                if entrant < opponent {
                    let (rank, other) = (outcome.ranks[side], outcome.ranks[other_side]);
                    let (results, payoff) = &mut self.duels[entrant][opponent];
                    results.push(rank <= other, rank == other);
                    payoff.push(match rank.cmp(&other) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    });
                }
            }
        }
        self.distinct.push(outcome.fingerprint);
        self.events.push(f64::from(outcome.events));
        self.capped += u64::from(outcome.capped);
        self.matches += 1;
        if self.matches.is_multiple_of(self.group_size) {
            self.end_group();
        }
    }

    fn end_group(&mut self) {
        self.entrants.iter_mut().chain(&mut self.sides).for_each(Line::end_group);
        for (results, payoff) in self.duels.iter_mut().flatten() {
            results.end_group();
            payoff.end_group();
        }
        self.events.end_group();
    }

    /// Matches so far.
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// The tables.
    pub fn standings(&self) -> Standings {
        let mut entrants: Vec<Standing> = self.entrants.iter().map(Line::finish).collect();
        let sides = self.sides.len();
        if let [alone] = &mut entrants[..]
            && sides > 1
        {
            // Who plays all sides has the mean payoff and share by construction.
            alone.payoff.interval = None;
            alone.first.interval = None;
        }
        let two_sides = sides == 2;
        let rated = two_sides && entrants.len() > 1;
        let elo_of = |payoff: Estimate, results: Results| elo::of_payoff(payoff, results.total());
        let mut duels = Vec::new();
        for (entrant, row) in self.duels.iter().enumerate() {
            for (opponent, (results, payoff)) in row.iter().enumerate().skip(entrant + 1) {
                if !self.meetings[entrant][opponent] {
                    continue;
                }
                let groups = payoff.units.count();
                let payoff = payoff.units.estimate_of_share();
                let results = results.complete;
                let elo = two_sides.then(|| elo_of(payoff, results));
                duels.push(Duel { entrant, opponent, results, groups, payoff, elo });
            }
        }
        Standings {
            matches: self.matches,
            groups: self.matches / self.group_size,
            elo: entrants
                .iter()
                .map(|entrant| rated.then(|| elo_of(entrant.payoff, entrant.results)))
                .collect(),
            entrants,
            duels,
            sides: self.sides.iter().map(Line::finish).collect(),
            distinct: self.distinct.count(),
            distinct_is_full: self.distinct.is_full(),
            capped: self.capped,
            events: self.events.units.estimate(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Format;
    use ludarium_agents::payoffs;
    use ludarium_engine::{PerSide, Scores};

    fn outcome(scores: &[i32]) -> Outcome {
        let scores: Scores = PerSide::from_fn(scores.len(), |side| scores[side]);
        let ranks = Ranks::by_score(&scores);
        Outcome {
            scores,
            ranks,
            payoffs: payoffs(&ranks),
            events: 10,
            decisions: 8,
            capped: false,
            fingerprint: scores[0] as u64,
        }
    }

    fn tally(entrants: usize, sides: usize, scores: &[&[i32]]) -> Standings {
        let schedule = Schedule::new(Format::RoundRobin, entrants, sides, 100).unwrap();
        let mut tally = Tally::new(&schedule, entrants, sides);
        for (number, scores) in (0..).zip(scores) {
            tally.push(&schedule.pairing(number), &outcome(scores));
        }
        tally.standings()
    }

    /// Entrant 0 wins 3 of 4 and draws one: group payoffs 1 and 3/4.
    #[test]
    fn groups_are_the_units() {
        let standings = tally(2, 2, &[&[40, 30], &[20, 50], &[35, 35], &[10, 60]]);
        let first = standings.entrants[0];
        assert_eq!(first.results, Results { wins: 3, draws: 1, losses: 0 });
        assert_eq!((first.groups, first.payoff.value), (2, 0.875));
        assert_eq!(first.score.value, (40.0 + 50.0 + 35.0 + 60.0) / 4.0);
        let interval = first.payoff.interval.unwrap();
        // t(1) = 12.7062 times a standard error of 0.125, cut at 1.
        assert!(interval.low == 0.0 && interval.high == 1.0, "{interval:?}");
        let duel = standings.duels[0];
        assert_eq!((duel.results, duel.payoff.value), (first.results, 0.875));
        assert!((duel.elo.unwrap().value - 338.039).abs() < 1e-3);
        assert_eq!(standings.entrants[1].payoff.value, 0.125);
        // Side 0 won the first match, lost two, and drew one.
        assert_eq!(standings.sides[0].results, Results { wins: 1, draws: 1, losses: 2 });
        assert_eq!(standings.distinct, 4);
    }

    #[test]
    fn an_incomplete_group_is_left_out_of_the_estimates() {
        let standings = tally(2, 2, &[&[4, 3], &[3, 4], &[0, 9]]);
        assert_eq!((standings.matches, standings.groups), (3, 1));
        assert_eq!(standings.entrants[0].payoff.value, 1.0);
        assert_eq!(standings.entrants[0].results.total(), 2);
        assert_eq!(standings.duels[0].results.total(), 2);
    }

    #[test]
    fn three_sides_have_payoffs_by_rank_and_duels_by_order() {
        let standings = tally(3, 3, &[&[9, 5, 5], &[5, 5, 9], &[5, 9, 5]]);
        // Entrants rotate: the one with 9 points is always entrant 0.
        assert_eq!(standings.entrants[0].results.wins, 3);
        assert_eq!(standings.entrants[1].payoff.value, 0.25);
        assert_eq!(standings.entrants[0].first.value, 1.0);
        assert_eq!(standings.duels[2].results, Results { wins: 0, draws: 3, losses: 0 });
        assert!(standings.duels[0].elo.is_none() && standings.elo[0].is_none());
    }

    /// The second and the third entrant never meet: there is nothing to say of them together.
    #[test]
    fn a_gauntlet_tells_of_those_who_meet() {
        let schedule = Schedule::new(Format::Gauntlet, 3, 2, 100).unwrap();
        let mut tally = Tally::new(&schedule, 3, 2);
        // Entrant 0 beats 1 twice, loses to 2 once and draws once.
        let scores: [&[i32]; 4] = [&[9, 5], &[2, 8], &[3, 4], &[6, 6]];
        for (number, scores) in (0..).zip(scores) {
            tally.push(&schedule.pairing(number), &outcome(scores));
        }
        let standings = tally.standings();
        let totals: Vec<u64> =
            standings.entrants.iter().map(|entrant| entrant.results.total()).collect();
        assert_eq!(totals, [4, 2, 2]);
        let payoffs = standings.entrants.iter().map(|entrant| entrant.payoff.value);
        assert_eq!(payoffs.collect::<Vec<_>>(), [0.625, 0.0, 0.75]);
        let pairs: Vec<(usize, usize, f64)> = standings
            .duels
            .iter()
            .map(|duel| (duel.entrant, duel.opponent, duel.payoff.value))
            .collect();
        assert_eq!(pairs, [(0, 1, 1.0), (0, 2, 0.25)]);
        assert_eq!(standings.elo.iter().filter(|elo| elo.is_some()).count(), 3);
    }

    #[test]
    fn alone_a_full_payoff_wins() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 1, 100).unwrap();
        let mut tally = Tally::new(&schedule, 2, 1);
        for (number, payoff) in (0..).zip([1.0, 0.25, 0.25, 0.25]) {
            let payoffs = PerSide::from_fn(1, |_| payoff);
            tally.push(&schedule.pairing(number), &Outcome { payoffs, ..outcome(&[7]) });
        }
        let standings = tally.standings();
        assert_eq!(standings.entrants[0].results, Results { wins: 1, draws: 0, losses: 1 });
        assert_eq!(standings.entrants[1].results, Results { wins: 0, draws: 0, losses: 2 });
        let payoff = |entrant: usize| standings.entrants[entrant].payoff.value;
        assert_eq!((payoff(0), payoff(1)), (0.625, 0.25));
        assert!(standings.duels.is_empty() && standings.elo[0].is_none());
    }

    #[test]
    fn self_play_shows_the_sides_only() {
        let standings = tally(1, 2, &[&[9, 5], &[9, 5]]);
        assert_eq!(standings.entrants[0].payoff, Estimate { value: 0.5, interval: None });
        assert_eq!(standings.sides[0].payoff.value, 1.0);
        assert!(standings.duels.is_empty() && standings.elo[0].is_none());
    }
}
