//! The CSV files of a tournament, and reading them back to go on with one.
//!
//! Headers are kebab-case, rows in match order, digits fixed, an unknown value is an empty field.

use crate::arena::{Outcome, Pairing, Schedule};
use crate::stats::{Estimate, Results, Standing, Standings};
use anyhow::{Context, bail, ensure};
use ludarium_engine::{PerSide, Ranks, Scores};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// One row a match.
pub const MATCHES: &str = "matches.csv";
/// One row a seat of a match.
pub const SEATS: &str = "seats.csv";
/// One row an entrant.
pub const STANDINGS: &str = "standings.csv";
/// One row a pair of entrants.
pub const PAIRS: &str = "pairs.csv";
/// One row a side.
pub const SIDES: &str = "sides.csv";
/// One row a group, where openings are judged.
pub const OPENINGS: &str = "openings.csv";

const MATCH_COLUMNS: [&str; 8] =
    ["match", "group", "lineup", "rotation", "events", "decisions", "capped", "fingerprint"];
const SEAT_COLUMNS: [&str; 7] = ["match", "seat", "side", "entrant", "score", "rank", "payoff"];

/// The header lines of `matches.csv` and `seats.csv`.
pub fn headers() -> [String; 2] {
    [MATCH_COLUMNS.join(",") + "\n", SEAT_COLUMNS.join(",") + "\n"]
}

/// Rows of `matches.csv` and `seats.csv` for a block of matches. Numbers need no quoting, so they
/// are written as they are; a million matches take a fraction of a second.
#[derive(Debug, Default)]
pub struct Rows {
    /// Rows of `matches.csv`.
    pub matches: Vec<u8>,
    /// Rows of `seats.csv`.
    pub seats: Vec<u8>,
}

impl Rows {
    /// Adds match `number`. `sides` holds the side of each seat.
    pub fn push(&mut self, sides: &[usize], number: u64, pairing: &Pairing, outcome: &Outcome) {
        let fields = [
            number,
            pairing.group,
            pairing.lineup as u64,
            pairing.rotation as u64,
            u64::from(outcome.events),
            u64::from(outcome.decisions),
            u64::from(outcome.capped),
        ];
        fields.into_iter().for_each(|field| put(&mut self.matches, field));
        put_hex(&mut self.matches, outcome.fingerprint);
        self.matches.push(b'\n');
        for (seat, &side) in sides.iter().enumerate() {
            put(&mut self.seats, number);
            put(&mut self.seats, seat as u64);
            put(&mut self.seats, side as u64);
            put(&mut self.seats, pairing.entrants[side] as u64 + 1);
            put(&mut self.seats, outcome.scores[side]);
            put(&mut self.seats, outcome.ranks[side]);
            put_millionths(&mut self.seats, outcome.payoffs[side]);
            self.seats.push(b'\n');
        }
    }
}

fn put(row: &mut Vec<u8>, field: impl itoa::Integer) {
    row.extend_from_slice(itoa::Buffer::new().format(field).as_bytes());
    row.push(b',');
}

fn put_hex(row: &mut Vec<u8>, field: u64) {
    for nibble in (0..16).rev() {
        row.push(b"0123456789abcdef"[(field >> (4 * nibble) & 15) as usize]);
    }
}

/// A payoff, from 0 to 1, with six digits.
fn put_millionths(row: &mut Vec<u8>, payoff: f64) {
    let millionths = (payoff * 1e6).round() as u32;
    row.extend_from_slice(if millionths == 1_000_000 { b"1." } else { b"0." });
    let mut scale = 100_000;
    while scale > 0 {
        row.push(b'0' + (millionths / scale % 10) as u8);
        scale /= 10;
    }
}

/// How far `matches.csv` and `seats.csv` go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Matches that are complete in both files.
    pub matches: u64,
    /// Bytes of `matches.csv` that they take, with the header.
    pub match_bytes: u64,
    /// Bytes of `seats.csv` that they take, with the header.
    pub seat_bytes: u64,
}

/// Reads back the matches of `schedule`, `sides` holding the side of each seat and `payoffs` telling
/// what scores and ranks are worth, and hands each to `take`, up to the first one that is missing or cut off in either file, as an interruption leaves
/// it. Every row must be to the byte what is written for it here.
///
/// # Errors
///
/// If a file cannot be read, has another header, a row that is not as it would be written for this
/// schedule, or more rows than the schedule has matches.
pub fn read_played(
    folder: &Path,
    sides: &[usize],
    schedule: &Schedule,
    payoffs: impl Fn(&Scores, &Ranks) -> PerSide<f64>,
    mut take: impl FnMut(u64, &Pairing, &Outcome),
) -> anyhow::Result<Played> {
    let [match_header, seat_header] = headers();
    let mut matches = Lines::open(&folder.join(MATCHES), &match_header)?;
    let mut seats = Lines::open(&folder.join(SEATS), &seat_header)?;
    let mut played = Played { matches: 0, match_bytes: matches.bytes, seat_bytes: seats.bytes };
    let (mut rows, mut seat_lines) = (Rows::default(), String::new());
    while matches.advance()? {
        let number = played.matches;
        ensure!(number < schedule.matches(), "{}: more matches than planned", matches.place());
        let pairing = schedule.pairing(number);
        let mut outcome = Outcome {
            scores: Scores::from_fn(pairing.entrants.len(), |_| 0),
            ranks: Ranks::from_fn(pairing.entrants.len(), |_| 0),
            payoffs: PerSide::from_fn(pairing.entrants.len(), |_| 0.0),
            events: matches.field(4)?,
            decisions: matches.field(5)?,
            capped: matches.field::<u8>(6)? != 0,
            fingerprint: matches.hex_field(7)?,
        };
        seat_lines.clear();
        for &side in sides {
            if !seats.advance()? {
                return Ok(played);
            }
            outcome.scores[side] = seats.field(4)?;
            outcome.ranks[side] = seats.field(5)?;
            seat_lines.push_str(&seats.line);
        }
        outcome.payoffs = payoffs(&outcome.scores, &outcome.ranks);
        rows.matches.clear();
        rows.seats.clear();
        rows.push(sides, number, &pairing, &outcome);
        let planned = "this is not how the row of match";
        ensure!(
            rows.matches == matches.line.as_bytes(),
            "{}: {planned} {number} is written",
            matches.place()
        );
        ensure!(
            rows.seats == seat_lines.as_bytes(),
            "{}: {planned} {number} is written",
            seats.place()
        );
        take(number, &pairing, &outcome);
        played =
            Played { matches: number + 1, match_bytes: matches.bytes, seat_bytes: seats.bytes };
    }
    Ok(played)
}

/// The complete lines of a file of plain numbers.
struct Lines {
    reader: BufReader<File>,
    path: PathBuf,
    line: String,
    /// Lines read.
    number: u64,
    /// Bytes read, in complete lines.
    bytes: u64,
}

impl Lines {
    /// Opens a file and reads its header.
    fn open(path: &Path, header: &str) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let mut lines = Lines {
            reader: BufReader::new(file),
            path: path.to_path_buf(),
            line: String::new(),
            number: 0,
            bytes: 0,
        };
        if !lines.advance()? || lines.line != header {
            bail!("{}: the header is not `{}`", path.display(), header.trim_end());
        }
        Ok(lines)
    }

    /// Reads the next line; false at the end or where a line is cut off.
    fn advance(&mut self) -> anyhow::Result<bool> {
        self.line.clear();
        self.reader.read_line(&mut self.line).with_context(|| self.place())?;
        let complete = self.line.ends_with('\n');
        if complete {
            self.number += 1;
            self.bytes += self.line.len() as u64;
        }
        Ok(complete)
    }

    fn field<T: FromStr>(&self, column: usize) -> anyhow::Result<T> {
        let field = self.text(column).and_then(|text| text.parse().ok());
        field.with_context(|| format!("{}: column {} is no number", self.place(), column + 1))
    }

    fn hex_field(&self, column: usize) -> anyhow::Result<u64> {
        let field = self.text(column).and_then(|text| u64::from_str_radix(text, 16).ok());
        field.with_context(|| format!("{}: column {} is no hash", self.place(), column + 1))
    }

    fn text(&self, column: usize) -> Option<&str> {
        self.line.trim_end().split(',').nth(column)
    }

    fn place(&self) -> String {
        format!("{}, line {}", self.path.display(), self.number)
    }
}

/// The contents of `standings.csv`, `pairs.csv` and `sides.csv`, by name.
///
/// # Errors
///
/// As the CSV writer, which has none when it writes to memory.
pub fn tables(
    standings: &Standings,
    agents: &[String],
) -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
    Ok(vec![
        (STANDINGS, standings_table(standings, agents)?),
        (PAIRS, pairs_table(standings, agents)?),
        (SIDES, sides_table(standings)?),
    ])
}

/// What standings and pairs have in common.
const RESULT_COLUMNS: [&str; 8] =
    ["matches", "groups", "wins", "draws", "losses", "payoff", "payoff-low", "payoff-high"];

fn result_fields(results: Results, groups: u64, payoff: Estimate) -> Vec<String> {
    let counts = [results.total(), groups, results.wins, results.draws, results.losses];
    let mut fields = counts.map(|count| count.to_string()).to_vec();
    fields.extend(estimate_fields(Some(payoff), 6));
    fields
}

/// What a standing has beside its results.
const STANDING_COLUMNS: [&str; 6] =
    ["first-share", "first-share-low", "first-share-high", "score", "score-low", "score-high"];

fn standing_fields(standing: &Standing) -> Vec<String> {
    let mut fields = result_fields(standing.results, standing.groups, standing.payoff);
    fields.extend(estimate_fields(Some(standing.first), 6));
    fields.extend(estimate_fields(Some(standing.score), 4));
    fields
}

/// Value, lower and upper end with so many digits; empty where there is none.
pub(super) fn estimate_fields(estimate: Option<Estimate>, digits: usize) -> [String; 3] {
    let field = |number: Option<f64>| match number {
        Some(number) if !number.is_nan() => {
            let text = format!("{number:.digits$}");
            // What is rounded to -0 is 0.
            let zero = text.strip_prefix('-').filter(|text| text.parse() == Ok(0.0));
            zero.unwrap_or(&text).to_string()
        }
        _ => String::new(),
    };
    let interval = estimate.and_then(|estimate| estimate.interval);
    [
        field(estimate.map(|estimate| estimate.value)),
        field(interval.map(|interval| interval.low)),
        field(interval.map(|interval| interval.high)),
    ]
}

fn standings_table(standings: &Standings, agents: &[String]) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let elo_columns = ["elo-against-field", "elo-against-field-low", "elo-against-field-high"];
    let entrant_columns = ["entrant", "agent"];
    table.write_record(
        [&entrant_columns[..], &RESULT_COLUMNS, &STANDING_COLUMNS, &elo_columns].concat(),
    )?;
    for (entrant, standing) in standings.entrants.iter().enumerate() {
        let mut fields = vec![(entrant + 1).to_string(), agents[entrant].clone()];
        fields.extend(standing_fields(standing));
        fields.extend(estimate_fields(standings.elo[entrant], 2));
        table.write_record(fields)?;
    }
    Ok(table.into_inner()?)
}

fn pairs_table(standings: &Standings, agents: &[String]) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let pair_columns = ["entrant", "agent", "opponent", "opponent-agent"];
    let elo_columns = ["elo", "elo-low", "elo-high"];
    table.write_record([&pair_columns[..], &RESULT_COLUMNS, &elo_columns].concat())?;
    for duel in &standings.duels {
        let mut fields = vec![
            (duel.entrant + 1).to_string(),
            agents[duel.entrant].clone(),
            (duel.opponent + 1).to_string(),
            agents[duel.opponent].clone(),
        ];
        fields.extend(result_fields(duel.results, duel.groups, duel.payoff));
        fields.extend(estimate_fields(duel.elo, 2));
        table.write_record(fields)?;
    }
    Ok(table.into_inner()?)
}

fn sides_table(standings: &Standings) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record([&["side"][..], &RESULT_COLUMNS, &STANDING_COLUMNS].concat())?;
    for (side, standing) in standings.sides.iter().enumerate() {
        let mut fields = vec![side.to_string()];
        fields.extend(standing_fields(standing));
        table.write_record(fields)?;
    }
    Ok(table.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payoffs_have_six_digits() {
        let text = |payoff| {
            let mut row = Vec::new();
            put_millionths(&mut row, payoff);
            String::from_utf8(row).unwrap()
        };
        assert_eq!(text(1.0), "1.000000");
        assert_eq!(text(0.0), "0.000000");
        assert_eq!(text(2.0 / 3.0), "0.666667");
        assert_eq!(text(0.05), "0.050000");
    }

    #[test]
    fn fingerprints_have_sixteen_digits() {
        let mut row = Vec::new();
        put_hex(&mut row, 0x0123_4567_89ab_cdef);
        assert_eq!(row, b"0123456789abcdef");
    }

    #[test]
    fn unknown_values_are_empty() {
        let known = Estimate { value: 0.5, interval: None };
        assert_eq!(estimate_fields(Some(known), 2), ["0.50", "", ""]);
        assert_eq!(estimate_fields(None, 2), ["", "", ""]);
        let small = Estimate { value: -0.001, interval: None };
        assert_eq!(estimate_fields(Some(small), 2)[0], "0.00");
        let unknown = Estimate { value: f64::NAN, interval: None };
        assert_eq!(estimate_fields(Some(unknown), 2), ["", "", ""]);
    }
}
