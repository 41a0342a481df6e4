//! What a ladder came to: ratings, gaps and how well the model fits, as tables and CSV.

use super::csv::estimate_fields;
use super::table::{Played, aligned, elo_text, heading, new_table};
use crate::stats::{Estimate, PairFit, Ranking, Ratings, Sides};
use comfy_table::Table;
use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

/// One row an entrant: its rating.
pub const RATINGS: &str = "ratings.csv";
/// One row a pair of neighbours: how far apart they are.
pub const GAPS: &str = "gaps.csv";
/// One row a pair that met: what the ratings expect, and what came.
pub const FIT: &str = "fit.csv";
/// One row a side: what it is worth.
pub const SIDE_TERMS: &str = "side-terms.csv";

/// How far apart neighbours shall be, in Elo points. Written `80..160`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    low: f64,
    high: f64,
}

impl Default for Gap {
    fn default() -> Self {
        Gap { low: 80.0, high: 160.0 }
    }
}

impl Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}

impl FromStr for Gap {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        text.split_once("..")
            .and_then(|(low, high)| Some((number(low)?, number(high)?)))
            .filter(|(low, high)| 0.0 <= *low && low <= high)
            .map(|(low, high)| Gap { low, high })
            .ok_or("it takes two numbers of Elo points such as 80..160")
    }
}

/// What is said of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as it shall be, and surely more than half the least that it shall be.
    Ok,
    /// It is less than it shall be.
    TooSmall,
    /// It is more than it shall be.
    TooLarge,
    /// It seems as it shall be, but may be less than half the least that it shall be: more groups tell.
    Unsure,
}

impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Ok => "ok",
            Verdict::TooSmall => "too small",
            Verdict::TooLarge => "too large",
            Verdict::Unsure => "unsure",
        })
    }
}

impl Gap {
    /// What is to be said of a gap.
    pub fn verdict(&self, gap: Estimate) -> Verdict {
        if gap.value < self.low {
            Verdict::TooSmall
        } else if gap.value > self.high {
            Verdict::TooLarge
        } else if gap.interval.is_some_and(|interval| interval.low > self.low / 2.0) {
            Verdict::Ok
        } else {
            Verdict::Unsure
        }
    }
}

/// The columns of a difference of ratings: with one term for the side in all openings, and with one in each.
const RATING_COLUMNS: [&str; 8] = [
    "elo",
    "elo-low",
    "elo-high",
    "elo-se",
    "elo-within",
    "elo-within-low",
    "elo-within-high",
    "elo-within-se",
];

/// Ratings of agents that are in the order of their strength.
#[derive(Clone, Debug)]
pub struct Ladder {
    ratings: Ratings,
    /// Those within openings, for two sides, if they can do without virtual wins.
    within: Option<Ratings>,
    entrants: usize,
}

impl Ladder {
    /// The ladder of `entrants` agents by these matches. `None` where there are none, or of a single side.
    pub fn of(entrants: usize, matches: &[Ranking]) -> Option<Self> {
        let ratings = Ratings::fit(entrants, Sides::Differ, matches)?;
        let within = Ratings::fit_within_groups(entrants, matches);
        let within = within.filter(|within| !within.has_virtual_wins);
        Some(Ladder { ratings, within, entrants })
    }

    /// The ratings that are judged: within openings where they can be. An opening favours a side, each by as
    /// much as it does; with one term for all of them the ratings would depend on which were drawn.
    fn judged(&self) -> &Ratings {
        self.within.as_ref().unwrap_or(&self.ratings)
    }

    /// The gaps between neighbours, from the first on.
    fn gaps(&self) -> impl Iterator<Item = Estimate> {
        (1..self.entrants).map(|entrant| self.judged().difference(entrant, entrant - 1))
    }

    /// How many gaps there are of which this is said.
    fn count(&self, verdict: Verdict, wanted: Gap) -> usize {
        self.gaps().filter(|gap| wanted.verdict(*gap) == verdict).count()
    }

    /// Whether every gap is as it shall be.
    pub fn is_ok(&self, wanted: Gap) -> bool {
        self.gaps().all(|gap| wanted.verdict(gap) == Verdict::Ok)
    }

    /// Everything, for people.
    pub fn text(&self, played: &Played<'_>, wanted: Gap) -> String {
        let mut text = heading(played);
        let _ = writeln!(text, "\n{}", self.table(played, wanted));
        let sides = played.standings.sides.len();
        let last = sides - 1;
        let term = |side| {
            let worth = elo_text(self.ratings.side_difference(side, last));
            format!("side {side} {worth}")
        };
        let terms: Vec<String> = (0..last).map(term).collect();
        let _ = writeln!(text, "\nWorth in Elo against side {last}: {}.", terms.join(", "));
        if let Some((misfit, (worst, z))) = self.ratings.misfit().zip(self.worst_fit()) {
            let _ = writeln!(
                text,
                "Misfit: the squares of z of {} pairs add up to {:.1}, with {} degrees of freedom; the greatest \
                 |z| is {z:.1},\nof {} against {} ({:.1} % where {:.1} % were expected).",
                self.ratings.pairs.len(),
                misfit.squares,
                misfit.freedom,
                worst.entrant + 1,
                worst.opponent + 1,
                100.0 * worst.observed,
                100.0 * worst.expected
            );
        }
        if self.ratings.has_virtual_wins {
            text.push_str(
                "Somebody, or a side, won all there was against some: half a virtual win each way was added \
                 for each pair,\nand there are no intervals.\n",
            );
        }
        let model = match (&self.within, sides) {
            (Some(_), _) => "Bradley-Terry with a term for the side in each opening",
            (None, 2) => "Bradley-Terry with a term for the side",
            (None, _) => "Plackett-Luce with a term for each side",
        };
        let one_term = match self.within {
            Some(_) => {
                "\nOne term: the gap with a single term for the side in all openings, as worth and misfit are \
                 told by."
            }
            None => "",
        };
        let _ = writeln!(
            text,
            "Elo: {model}, level 1 being 0, fitted to all pairs at once. SE: standard error against level \
             1.\nErrors and 95 % intervals are over groups (openings), Student's t. A gap is ok if it is \
             {wanted} and its interval lies above {}.{one_term}",
            wanted.low / 2.0
        );
        text
    }

    fn table(&self, played: &Played<'_>, wanted: Gap) -> Table {
        let mut header = vec!["level", "agent", "payoff %", "Elo", "SE", "gap", "verdict"];
        header.extend(self.within.as_ref().map(|_| "one term"));
        let mut table = new_table(header);
        for (entrant, agent) in played.design.agents.iter().enumerate() {
            let mut row = vec![
                (entrant + 1).to_string(),
                agent.clone(),
                format!("{:.1}", 100.0 * played.standings.entrants[entrant].payoff.value),
                format!("{:.0}", self.judged().difference(entrant, 0).value),
            ];
            if entrant > 0 {
                let error = self.judged().standard_error(entrant, 0);
                row.push(error.map_or("-".to_string(), |error| format!("{error:.0}")));
                let gap = self.judged().difference(entrant, entrant - 1);
                row.push(elo_text(gap));
                row.push(wanted.verdict(gap).to_string());
                let one_term = || elo_text(self.ratings.difference(entrant, entrant - 1));
                row.extend(self.within.as_ref().map(|_| one_term()));
            }
            table.add_row(row);
        }
        aligned(table, 2)
    }

    /// How many gaps there are of each verdict, in one line for programs.
    pub fn summary(&self, wanted: Gap) -> String {
        let count = |verdict| self.count(verdict, wanted);
        format!(
            "gaps={} ok={} too-small={} too-large={} unsure={}",
            self.entrants - 1,
            count(Verdict::Ok),
            count(Verdict::TooSmall),
            count(Verdict::TooLarge),
            count(Verdict::Unsure)
        )
    }

    /// The pair that the ratings tell worst, and its |z|.
    fn worst_fit(&self) -> Option<(PairFit, f64)> {
        let sizes = self.ratings.pairs.iter().filter_map(|pair| Some((*pair, pair.z?.abs())));
        sizes.max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// The contents of the files of a ladder, by name.
    ///
    /// # Errors
    ///
    /// As the CSV writer, which has none when it writes to memory.
    pub fn tables(
        &self,
        sides: usize,
        agents: &[String],
    ) -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
        Ok(vec![
            (RATINGS, self.ratings_table(agents)?),
            (GAPS, self.gaps_table(agents)?),
            (FIT, self.fit_table()?),
            (SIDE_TERMS, self.side_terms_table(sides)?),
        ])
    }

    fn ratings_table(&self, agents: &[String]) -> anyhow::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record([&["entrant", "agent"][..], &RATING_COLUMNS].concat())?;
        for (entrant, agent) in agents.iter().enumerate() {
            let mut fields = vec![(entrant + 1).to_string(), agent.clone()];
            fields.extend(self.rating_fields(entrant, 0));
            table.write_record(fields)?;
        }
        Ok(table.into_inner()?)
    }

    fn gaps_table(&self, agents: &[String]) -> anyhow::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        let pair = ["entrant", "agent", "below", "below-agent"];
        table.write_record([&pair[..], &RATING_COLUMNS].concat())?;
        for below in 0..self.entrants - 1 {
            let mut fields = vec![
                (below + 2).to_string(),
                agents[below + 1].clone(),
                (below + 1).to_string(),
                agents[below].clone(),
            ];
            fields.extend(self.rating_fields(below + 1, below));
            table.write_record(fields)?;
        }
        Ok(table.into_inner()?)
    }

    /// By how much an entrant is rated above another, as [`RATING_COLUMNS`] have it.
    fn rating_fields(&self, entrant: usize, other: usize) -> Vec<String> {
        let fields = |ratings: Option<&Ratings>| {
            let difference = ratings.map(|ratings| ratings.difference(entrant, other));
            let mut fields = estimate_fields(difference, 2).to_vec();
            fields.push(fixed(ratings.and_then(|ratings| ratings.standard_error(entrant, other))));
            fields
        };
        [fields(Some(&self.ratings)), fields(self.within.as_ref())].concat()
    }

    fn fit_table(&self) -> anyhow::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(["entrant", "opponent", "meetings", "ahead", "expected-ahead", "z"])?;
        for pair in &self.ratings.pairs {
            table.write_record([
                (pair.entrant + 1).to_string(),
                (pair.opponent + 1).to_string(),
                pair.meetings.to_string(),
                format!("{:.6}", pair.observed),
                format!("{:.6}", pair.expected),
                fixed(pair.z),
            ])?;
        }
        Ok(table.into_inner()?)
    }

    fn side_terms_table(&self, sides: usize) -> anyhow::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(["side", "elo", "elo-low", "elo-high"])?;
        for side in 0..sides {
            let mut fields = vec![side.to_string()];
            let term = self.ratings.side_difference(side, sides - 1);
            fields.extend(estimate_fields(Some(term), 2));
            table.write_record(fields)?;
        }
        Ok(table.into_inner()?)
    }
}

/// A number with two digits; empty where there is none.
fn fixed(number: Option<f64>) -> String {
    let [text, ..] = estimate_fields(number.map(|value| Estimate { value, interval: None }), 2);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    #[test]
    fn gaps_read_back_and_judge() {
        let gap: Gap = "80..160".parse().unwrap();
        assert_eq!(gap, Gap::default());
        assert_eq!(gap.to_string(), "80..160");
        for wrong in ["", "80", "160..80", "-1..5", "a..b", "80..", "nan..3"] {
            assert!(wrong.parse::<Gap>().is_err(), "{wrong}");
        }
        let judged = |value: f64, half: f64| {
            gap.verdict(Estimate { value, interval: Some(Interval::around(value, half)) })
        };
        assert_eq!(judged(100.0, 59.0), Verdict::Ok);
        assert_eq!(judged(100.0, 61.0), Verdict::Unsure);
        assert_eq!(judged(79.0, 1.0), Verdict::TooSmall);
        assert_eq!(judged(161.0, 1.0), Verdict::TooLarge);
        assert_eq!(gap.verdict(Estimate { value: 100.0, interval: None }), Verdict::Unsure);
    }
}
