//! What a ladder came to: ratings, gaps and how well the model fits, as tables and CSV.

use super::csv::estimate_fields;
use super::manifest::Design;
use super::table::{aligned, elo_text, heading, new_table};
use crate::stats::{Estimate, Ratings};
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

/// The gaps between neighbours, from the first on.
pub fn gaps(ratings: &Ratings, entrants: usize) -> Vec<Estimate> {
    (1..entrants).map(|entrant| ratings.difference(entrant, entrant - 1)).collect()
}

/// Everything, for people.
pub fn text(
    ratings: &Ratings,
    standings: &crate::stats::Standings,
    design: &Design,
    game_name: &str,
    wanted: Gap,
) -> String {
    let mut text = heading(standings, design, game_name);
    let mut table = new_table(vec!["level", "agent", "payoff %", "Elo", "SE", "gap", "verdict"]);
    for (entrant, agent) in design.agents.iter().enumerate() {
        let elo = ratings.difference(entrant, 0).value;
        let mut row = vec![
            (entrant + 1).to_string(),
            agent.clone(),
            format!("{:.1}", 100.0 * standings.entrants[entrant].payoff.value),
            format!("{elo:.0}"),
        ];
        if entrant > 0 {
            let gap = ratings.difference(entrant, entrant - 1);
            row.push(format!("{:.0}", ratings.standard_error(entrant, 0)));
            row.push(elo_text(gap));
            row.push(wanted.verdict(gap).to_string());
        }
        table.add_row(row);
    }
    let _ = writeln!(text, "\n{}", aligned(table, 2));
    let sides = standings.sides.len();
    let terms = (0..sides - 1).map(|side| {
        let term = ratings.side_difference(side, sides - 1);
        format!("side {side} {}", elo_text(term))
    });
    let _ = writeln!(
        text,
        "\nWorth in Elo against side {}: {}.",
        sides - 1,
        terms.collect::<Vec<_>>().join(", ")
    );
    if let Some(worst) = worst_fit(ratings) {
        let _ = writeln!(
            text,
            "Misfit of {} pairs: root mean square of z {:.2}; greatest |z| {:.1}, of {} against {} ({:.1} % \
             where {:.1} % were expected).",
            ratings.pairs.len(),
            ratings.misfit().unwrap_or_default(),
            worst.z.unwrap_or_default().abs(),
            worst.entrant + 1,
            worst.opponent + 1,
            100.0 * worst.observed,
            100.0 * worst.expected
        );
    }
    if ratings.has_virtual_wins {
        text.push_str(
            "Somebody won or lost all there was: half a virtual win each way was added for each pair.\n",
        );
    }
    let model = if sides == 2 { "Bradley-Terry" } else { "Plackett-Luce" };
    let _ = writeln!(
        text,
        "Elo: {model} with a term for the side, level 1 being 0, fitted to all pairs at once. SE: standard \
         error against level 1.\nErrors and 95 % intervals are over groups (openings), Student's t. A gap is ok \
         if it is {wanted} and its interval lies above {}.",
        wanted.low / 2.0
    );
    text
}

/// How many gaps are as they shall be, in one line for programs.
pub fn summary(ratings: &Ratings, entrants: usize, wanted: Gap) -> String {
    let gaps = gaps(ratings, entrants);
    let ok = gaps.iter().filter(|gap| wanted.verdict(**gap) == Verdict::Ok).count();
    format!("{} gaps, {ok} ok", gaps.len())
}

fn worst_fit(ratings: &Ratings) -> Option<crate::stats::PairFit> {
    let size = |pair: &crate::stats::PairFit| pair.z.map_or(0.0, f64::abs);
    ratings
        .pairs
        .iter()
        .copied()
        .filter(|pair| pair.z.is_some())
        .max_by(|a, b| size(a).total_cmp(&size(b)))
}

/// The contents of the files of a ladder, by name.
///
/// # Errors
///
/// As the CSV writer, which has none when it writes to memory.
pub fn tables(
    ratings: &Ratings,
    sides: usize,
    agents: &[String],
) -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
    let fixed = |number: f64| {
        let known = Estimate { value: number, interval: None };
        let [text, ..] = estimate_fields(Some(known), 2);
        text
    };
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["entrant", "agent", "elo", "elo-low", "elo-high", "elo-se"])?;
    for (entrant, agent) in agents.iter().enumerate() {
        let mut fields = vec![(entrant + 1).to_string(), agent.clone()];
        fields.extend(estimate_fields(Some(ratings.difference(entrant, 0)), 2));
        fields.push(fixed(ratings.standard_error(entrant, 0)));
        table.write_record(fields)?;
    }
    let mut gap_table = csv::Writer::from_writer(Vec::new());
    gap_table.write_record([
        "entrant",
        "agent",
        "below",
        "below-agent",
        "elo",
        "elo-low",
        "elo-high",
        "elo-se",
    ])?;
    for (below, gap) in gaps(ratings, agents.len()).into_iter().enumerate() {
        let (one, other) = (&agents[below + 1], &agents[below]);
        let mut fields =
            vec![(below + 2).to_string(), one.clone(), (below + 1).to_string(), other.clone()];
        fields.extend(estimate_fields(Some(gap), 2));
        fields.push(fixed(ratings.standard_error(below + 1, below)));
        gap_table.write_record(fields)?;
    }
    let mut fit = csv::Writer::from_writer(Vec::new());
    fit.write_record(["entrant", "opponent", "meetings", "payoff", "expected-payoff", "z"])?;
    for pair in &ratings.pairs {
        fit.write_record([
            (pair.entrant + 1).to_string(),
            (pair.opponent + 1).to_string(),
            pair.meetings.to_string(),
            format!("{:.6}", pair.observed),
            format!("{:.6}", pair.expected),
            pair.z.map_or(String::new(), fixed),
        ])?;
    }
    let mut terms = csv::Writer::from_writer(Vec::new());
    terms.write_record(["side", "elo", "elo-low", "elo-high"])?;
    for side in 0..sides {
        let mut fields = vec![side.to_string()];
        fields.extend(estimate_fields(Some(ratings.side_difference(side, sides - 1)), 2));
        terms.write_record(fields)?;
    }
    Ok(vec![
        (RATINGS, table.into_inner()?),
        (GAPS, gap_table.into_inner()?),
        (FIT, fit.into_inner()?),
        (SIDE_TERMS, terms.into_inner()?),
    ])
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
