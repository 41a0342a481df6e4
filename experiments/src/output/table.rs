//! The tables of a tournament, for the terminal.

use super::manifest::Design;
use crate::arena::{Format, Plies};
use crate::stats::{Duel, Estimate, Interval, Standings};
use comfy_table::{Cell, CellAlignment, Table, presets};
use ludarium_engine::options;
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// What was played, and what is printed of it.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// What was to be played.
    pub design: &'a Design,
    /// The share of openings that were refused, where a judge chose them.
    pub refused: Option<f64>,
    /// What came of it.
    pub standings: &'a Standings,
}

/// Standings, cross-table and side advantage, with what one must know to read them.
pub fn tournament(played: &Played<'_>) -> String {
    let Played { design, standings, .. } = *played;
    let mut text = heading(played);
    let _ = writeln!(text, "\n{}", standings_table(standings, design));
    if !standings.duels.is_empty() {
        let _ = writeln!(text, "\nPayoff of the row's agent against the column's, in %:");
        let _ = writeln!(text, "{}", cross_table(standings, design));
    }
    if standings.sides.len() > 1 {
        let _ = writeln!(text, "\nBy side, whoever played it:");
        let _ = writeln!(text, "{}", sides_table(standings));
    }
    let _ = writeln!(text, "\n{}", legend(standings));
    text
}

/// What was played.
pub(super) fn heading(played: &Played<'_>) -> String {
    let Played { game, design, standings, .. } = *played;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{game}, {}, {}, seed {}{}: {} matches in {} groups",
        options::players_text(design.players, design.players),
        rules_text(&design.rules),
        design.seed,
        match design.schedule {
            Format::RoundRobin => "",
            Format::Gauntlet => ", gauntlet of entrant 1",
            Format::Ladder => ", ladder",
        },
        thousands(standings.matches),
        thousands(standings.groups),
    );
    let _ = writeln!(text, "{}", course(played));
    text
}

/// Rules that differ from the defaults, for a heading.
pub(crate) fn rules_text(rules: &Map<String, Value>) -> String {
    match options::to_text(rules) {
        none if none.is_empty() => "default rules".to_string(),
        rules => rules,
    }
}

fn course(played: &Played<'_>) -> String {
    let Played { design, refused, standings, .. } = *played;
    let mut text = format!("{:.1} events a match", standings.events.value);
    if standings.capped > 0 {
        let share = 100.0 * standings.capped as f64 / standings.matches as f64;
        let _ = write!(text, "; {} stopped by a limit ({share:.1} %)", thousands(standings.capped));
    }
    let distinct = standings.distinct as u64;
    let or_more = if standings.distinct_is_full { "at least " } else { "" };
    let _ = write!(text, "; {or_more}{} different matches", thousands(distinct));
    if design.opening_plies != Plies::NONE {
        let _ = write!(text, " after {} random opening plies", design.opening_plies);
    }
    text.push('.');
    if let Some((balanced, refused)) = design.balanced.as_ref().zip(refused) {
        let _ = write!(
            text,
            "\nAfter an opening {} sees a margin of at most {} points: {:.1} % of those drawn were refused.",
            balanced.judge,
            balanced.most,
            100.0 * refused
        );
    }
    // Where luck differs from group to group, so do the matches.
    if !standings.distinct_is_full && distinct < standings.groups {
        text.push_str(
            "\nGroups repeat one another: more of them would not tell more. Intervals count the \
             repetitions and are too narrow; raise --opening-plies.",
        );
    }
    text
}

fn legend(standings: &Standings) -> String {
    let sides = standings.sides.len();
    let ranks = "a win is a first rank alone, a draw a shared one";
    let payoff = match sides {
        1 => "Payoff: 1 is a win, and less a loss that came so near".to_string(),
        2 => format!("Payoff: win 1, draw 1/2, loss 0; {ranks}"),
        _ => format!("Payoff: ({sides} - rank) / {}, ties shared; {ranks}", sides - 1),
    };
    let elo = if standings.elo.iter().any(Option::is_some) {
        "\nElo: the difference to the field of its opponents, logistic, from the mean payoff."
    } else {
        ""
    };
    format!(
        "{payoff}.\n\
         ± and [ ]: 95 % intervals (Student's t; of payoffs Wilson's where all groups agree), their \
         unit the group of matches on the same luck.{elo}"
    )
}

/// An empty table in the style of all tables.
pub(crate) fn new_table<T: Into<Cell>>(header: Vec<T>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header);
    table
}

/// Aligns all columns to the right, but for the first `left`.
pub(crate) fn aligned(mut table: Table, left: usize) -> Table {
    for (place, column) in table.column_iter_mut().enumerate() {
        let alignment = if place < left { CellAlignment::Left } else { CellAlignment::Right };
        column.set_cell_alignment(alignment);
    }
    table
}

fn standings_table(standings: &Standings, design: &Design) -> Table {
    let rated = standings.elo.iter().any(Option::is_some);
    let mut header =
        vec!["entrant", "agent", "matches", "wins", "draws", "losses", "payoff %", "score"];
    header.extend(rated.then_some("Elo"));
    let mut table = new_table(header);
    let mut order: Vec<usize> = (0..standings.entrants.len()).collect();
    let payoff = |entrant: usize| standings.entrants[entrant].payoff.value;
    order.sort_by(|&a, &b| payoff(b).total_cmp(&payoff(a)));
    for entrant in order {
        let standing = standings.entrants[entrant];
        let results = standing.results;
        let mut row = vec![(entrant + 1).to_string(), design.agents[entrant].clone()];
        let counts = [results.total(), results.wins, results.draws, results.losses];
        row.extend(counts.map(thousands));
        row.push(plus_minus(standing.payoff.map(|payoff| 100.0 * payoff), 1));
        row.push(plus_minus(standing.score, 2));
        row.extend(standings.elo[entrant].map(elo_text));
        table.add_row(row);
    }
    aligned(table, 2)
}

fn cross_table(standings: &Standings, design: &Design) -> Table {
    let entrants = design.agents.len();
    let numbers: Vec<String> = (1..=entrants).map(|number| number.to_string()).collect();
    let mut header = vec!["entrant", "agent"];
    header.extend(numbers.iter().map(String::as_str));
    let mut table = new_table(header);
    for row_entrant in 0..entrants {
        let mut row = vec![(row_entrant + 1).to_string(), design.agents[row_entrant].clone()];
        row.extend((0..entrants).map(|column| duel_cell(&standings.duels, row_entrant, column)));
        table.add_row(row);
    }
    aligned(table, 2)
}

/// The payoff of one entrant against another: each pair is stored once.
fn duel_cell(duels: &[Duel], row: usize, column: usize) -> String {
    let found = duels.iter().find_map(|duel| match (duel.entrant, duel.opponent) {
        pair if pair == (row, column) => Some(duel.payoff.map(|payoff| 100.0 * payoff)),
        pair if pair == (column, row) => {
            let value = 100.0 * (1.0 - duel.payoff.value);
            let turned = |ends: Interval| Interval {
                low: 100.0 * (1.0 - ends.high),
                high: 100.0 * (1.0 - ends.low),
            };
            Some(Estimate { value, interval: duel.payoff.interval.map(turned) })
        }
        _ => None,
    });
    found.map_or(String::new(), |payoff| plus_minus(payoff, 1))
}

fn sides_table(standings: &Standings) -> Table {
    let header = vec!["side", "wins", "draws", "losses", "payoff %", "first place %", "score"];
    let mut table = new_table(header);
    for (side, standing) in standings.sides.iter().enumerate() {
        let results = standing.results;
        let mut row = vec![side.to_string()];
        row.extend([results.wins, results.draws, results.losses].map(thousands));
        row.push(plus_minus(standing.payoff.map(|payoff| 100.0 * payoff), 1));
        row.push(plus_minus(standing.first.map(|share| 100.0 * share), 1));
        row.push(plus_minus(standing.score, 2));
        table.add_row(row);
    }
    aligned(table, 1)
}

/// A value and half the width of its interval; both ends where they are not equally far from it.
pub(super) fn plus_minus(estimate: Estimate, digits: usize) -> String {
    let value = estimate.value;
    match estimate.interval {
        _ if value.is_nan() => "-".to_string(),
        None => format!("{value:.digits$}"),
        Some(Interval { low, high }) => {
            let half = (high - low) / 2.0;
            if (value - low - half).abs() <= 0.01 * half {
                format!("{value:.digits$} ± {half:.digits$}")
            } else {
                format!("{value:.digits$} [{low:.digits$}, {high:.digits$}]")
            }
        }
    }
}

/// Elo intervals are not symmetric: their ends are shown.
pub(super) fn elo_text(elo: Estimate) -> String {
    // Adding 0 makes a rounded -0 a 0.
    let whole = |elo: f64| format!("{:+.0}", elo.round() + 0.0);
    let ends = elo.interval.map_or(String::new(), |interval| {
        format!(" [{}, {}]", whole(interval.low), whole(interval.high))
    });
    whole(elo.value) + &ends
}

/// An integer with its digits in groups of three.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1 234 567");
    }

    #[test]
    fn estimates_say_when_they_have_no_interval() {
        let interval = Some(Interval { low: 0.25, high: 0.75 });
        assert_eq!(plus_minus(Estimate { value: 0.5, interval }, 2), "0.50 ± 0.25");
        assert_eq!(plus_minus(Estimate { value: 0.75, interval }, 2), "0.75 [0.25, 0.75]");
        assert_eq!(plus_minus(Estimate { value: 0.5, interval: None }, 1), "0.5");
        assert_eq!(plus_minus(Estimate { value: f64::NAN, interval: None }, 1), "-");
        assert_eq!(elo_text(Estimate { value: 70.4, interval: None }), "+70");
        let interval = Some(Interval { low: -0.4, high: f64::INFINITY });
        assert_eq!(elo_text(Estimate { value: -0.2, interval }), "+0 [+0, +inf]");
    }
}
