//! The tables of a grid of cells: files, and the terminal.

use super::csv::estimate_fields;
use super::table::{aligned, new_table, plus_minus, thousands};
use crate::arena::Plies;
use crate::grid::{CellName, GridDesign, Tallies};
use crate::stats::Estimate;
use crate::stats::balance::{CellTally, Difference, Figure, Method, Metric, adjust};
use crate::stats::coverage::{Coverage, ENOUGH_RUNS, Verdict};
use comfy_table::Table;
use ludarium_engine::options;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// One row a figure of a cell.
pub const BALANCE: &str = "balance.csv";
/// One row a figure of a cell that is not under the base rules.
pub const DIFFERENCES: &str = "differences.csv";
/// The exact sums behind the tables: enough to go on.
pub const SUMS: &str = "sums.json";
/// One row an exact figure of a cell.
pub const COVERAGE: &str = "coverage.csv";

/// Digits after the point in files.
const DIGITS: usize = 6;

/// Columns that say which cell a row is about: `cell`, `agent`, `players`, and every option that
/// varies.
fn cell_columns(design: &GridDesign) -> Vec<String> {
    let fixed = ["cell", "agent", "players"].map(str::to_string);
    fixed.into_iter().chain(design.vary.keys().cloned()).collect()
}

fn cell_fields(index: usize, name: &CellName) -> Vec<String> {
    let fixed = [index.to_string(), name.agent.clone(), name.players.to_string()];
    fixed.into_iter().chain(name.values.iter().cloned()).collect()
}

fn side_text(side: Option<usize>) -> String {
    side.map_or(String::new(), |side| side.to_string())
}

/// A probability: small ones with their power of ten.
fn p_text(p: Option<f64>) -> String {
    match p {
        None => String::new(),
        Some(p) if p < 1e-4 => format!("{p:.2e}"),
        Some(p) => format!("{p:.6}"),
    }
}

/// The figures of every cell, with their p-values adjusted over all cells.
fn figures(tallies: &Tallies) -> Vec<(usize, Figure, Option<f64>)> {
    let cells = tallies.cells.iter().enumerate();
    let figures: Vec<(usize, Figure)> = cells
        .flat_map(|(cell, tally)| tally.figures().into_iter().map(move |f| (cell, f)))
        .collect();
    let claims: Vec<_> = figures.iter().map(|(_, figure)| (figure.metric, figure.p)).collect();
    let adjusted = adjust(&claims);
    figures.into_iter().zip(adjusted).map(|((cell, figure), p)| (cell, figure, p)).collect()
}

/// The differences of every cell from its base, with their p-values adjusted over all cells.
fn differences(tallies: &Tallies, names: &[CellName]) -> Vec<(usize, Difference, Option<f64>)> {
    let varied = names.iter().enumerate().filter(|(index, name)| name.base != *index);
    let of_a_cell =
        |((cell, name), pair): ((usize, &CellName), &crate::stats::balance::PairTally)| {
            let all = pair.differences(&tallies.cells[name.base], &tallies.cells[cell]);
            all.into_iter().map(move |difference| (cell, difference))
        };
    let rows: Vec<(usize, Difference)> = varied.zip(&tallies.pairs).flat_map(of_a_cell).collect();
    let claims: Vec<_> = rows.iter().map(|(_, row)| (row.metric, row.p)).collect();
    let adjusted = adjust(&claims);
    rows.into_iter().zip(adjusted).map(|((cell, row), p)| (cell, row, p)).collect()
}

/// The contents of `balance.csv` and `differences.csv`, by name.
///
/// # Errors
///
/// As the CSV writer, which has none when it writes to memory.
pub fn files(
    tallies: &Tallies,
    design: &GridDesign,
    names: &[CellName],
) -> anyhow::Result<[(&'static str, Vec<u8>); 2]> {
    let mut balance = csv::Writer::from_writer(Vec::new());
    let mut header = cell_columns(design);
    let columns = ["metric", "side", "matches", "value", "low", "high", "method", "p", "p-holm"];
    header.extend(columns.map(str::to_string));
    balance.write_record(&header)?;
    for (cell, figure, adjusted) in figures(tallies) {
        let mut fields = cell_fields(cell, &names[cell]);
        fields.extend([
            figure.metric.to_string(),
            side_text(figure.side),
            figure.matches.to_string(),
        ]);
        fields.extend(estimate_fields(Some(figure.estimate), DIGITS));
        fields.extend([figure.method.name().to_string(), p_text(figure.p), p_text(adjusted)]);
        balance.write_record(fields)?;
    }
    let mut compared = csv::Writer::from_writer(Vec::new());
    let mut header = cell_columns(design);
    let columns = [
        "base-cell",
        "metric",
        "side",
        "groups",
        "difference",
        "low",
        "high",
        "method",
        "p",
        "p-holm",
    ];
    header.extend(columns.map(str::to_string));
    compared.write_record(&header)?;
    for (cell, row, adjusted) in differences(tallies, names) {
        let mut fields = cell_fields(cell, &names[cell]);
        fields.extend([
            names[cell].base.to_string(),
            row.metric.to_string(),
            side_text(row.side),
            row.groups.to_string(),
        ]);
        fields.extend(estimate_fields(Some(row.estimate), DIGITS));
        fields.extend([row.method.name().to_string(), p_text(row.p), p_text(adjusted)]);
        compared.write_record(fields)?;
    }
    Ok([(BALANCE, balance.into_inner()?), (DIFFERENCES, compared.into_inner()?)])
}

/// A column of the terminal's tables: its heading, metric, factor and digits.
type Column = (&'static str, Metric, f64, usize);

const OVERVIEW: [Column; 9] = [
    ("first mover %", Metric::FirstMoverAdvantage, 100.0, 2),
    ("balance %", Metric::Balance, 100.0, 2),
    ("if even %", Metric::BalanceIfEven, 100.0, 2),
    ("draws %", Metric::Draw, 100.0, 2),
    ("capped %", Metric::Capped, 100.0, 2),
    ("margin", Metric::ScoreMargin, 1.0, 2),
    ("events", Metric::ExpectedEvents, 1.0, 2),
    ("SD", Metric::SdEvents, 1.0, 2),
    ("lead changes", Metric::LeadChanges, 1.0, 2),
];

/// Figures and differences for people, with what one must know to read them.
pub fn terminal(
    tallies: &Tallies,
    design: &GridDesign,
    names: &[CellName],
    game_name: &str,
) -> String {
    let mut text = String::new();
    let rules = match options::to_text(&design.rules) {
        none if none.is_empty() => String::new(),
        rules => format!("{rules}, "),
    };
    let counted = |number: u64, one: &str, many: &str| {
        format!("{} {}", thousands(number), if number == 1 { one } else { many })
    };
    let stopped = match design.groups {
        all if all > tallies.groups => format!("; stopped, {} were planned", thousands(all)),
        _ => String::new(),
    };
    let _ = writeln!(
        text,
        "{game_name}, {rules}seed {}: {} of {}, on the same luck{stopped}",
        design.seed,
        counted(names.len() as u64, "cell", "cells"),
        counted(tallies.groups, "match", "matches"),
    );
    let figures: HashMap<_, Figure> = figures(tallies)
        .into_iter()
        .map(|(cell, figure, _)| ((cell, figure.metric, figure.side), figure))
        .collect();
    let find = |cell: usize, metric: Metric, side: Option<usize>| {
        figures.get(&(cell, metric, side)).map(|figure| figure.estimate)
    };
    let (columns, skipped) = name_columns(design, names);
    // What is the same everywhere, such as no draws at all, is left to the files.
    let says_something = |&(_, metric, ..): &Column| match metric {
        Metric::Draw | Metric::Capped => {
            figures.values().any(|figure| figure.metric == metric && figure.estimate.value > 0.0)
        }
        _ => true,
    };
    let overview: Vec<Column> = OVERVIEW.into_iter().filter(says_something).collect();
    let mut table = cell_table(&columns, overview.iter().map(|column| column.0.to_string()));
    for (cell, name) in names.iter().enumerate() {
        let mut row = name_fields(name, &skipped);
        for &(_, metric, factor, digits) in &overview {
            row.push(scaled(find(cell, metric, None), factor, digits));
        }
        table.add_row(row);
    }
    let _ = writeln!(text, "\n{}", aligned(table, columns.len()));

    let sides = tallies.cells.iter().map(CellTally::sides).max().unwrap_or(0);
    for (title, metric, factor, digits) in [
        ("Share of the first place by side, in %:", Metric::FirstShare, 100.0, 2),
        ("Expected rank by side:", Metric::ExpectedRank, 1.0, 3),
    ] {
        let headings = (0..sides).map(|side| format!("side {side}"));
        let mut table = cell_table(&columns, headings);
        for (cell, name) in names.iter().enumerate() {
            let mut row = name_fields(name, &skipped);
            row.extend(
                (0..sides).map(|side| scaled(find(cell, metric, Some(side)), factor, digits)),
            );
            table.add_row(row);
        }
        let _ = writeln!(text, "\n{title}\n{}", aligned(table, columns.len()));
    }

    let differences: HashMap<_, _> = differences(tallies, names)
        .into_iter()
        .filter(|(_, row, _)| row.side.is_none())
        .map(|(cell, row, adjusted)| ((cell, row.metric), (row.estimate, adjusted)))
        .collect();
    if !differences.is_empty() {
        let compared: HashSet<Metric> = differences.keys().map(|&(_, metric)| metric).collect();
        let shown: Vec<Column> =
            overview.into_iter().filter(|column| compared.contains(&column.1)).collect();
        let mut table = cell_table(&columns, shown.iter().map(|column| column.0.to_string()));
        for (cell, name) in names.iter().enumerate().filter(|(cell, name)| name.base != *cell) {
            let mut row = name_fields(name, &skipped);
            for &(_, metric, factor, digits) in &shown {
                let found = differences.get(&(cell, metric));
                row.push(found.map_or(String::new(), |&(estimate, adjusted)| {
                    let star = if adjusted.is_some_and(|p| p < 0.05) { " *" } else { "" };
                    // Paired differences are sharp: they have a digit more to show.
                    scaled(Some(estimate), factor, digits + 1) + star
                }));
            }
            table.add_row(row);
        }
        let _ = writeln!(
            text,
            "\nDifference from the base rules, where every option that varies has its default:\n{}",
            aligned(table, columns.len())
        );
    }
    let _ = writeln!(text, "\n{}", legend(design, !differences.is_empty()));
    text
}

/// A figure times `factor`, with so many digits; nothing where there is none.
fn scaled(estimate: Option<Estimate>, factor: f64, digits: usize) -> String {
    let text = |estimate: Estimate| plus_minus(estimate.map(|value| factor * value), digits);
    estimate.map_or(String::new(), text)
}

/// The columns that tell the cells apart, and which of agent and players do not.
fn name_columns(design: &GridDesign, names: &[CellName]) -> (Vec<String>, [bool; 2]) {
    let skipped = [
        names.iter().all(|name| name.agent == names[0].agent),
        names.len() > 1 && names.iter().all(|name| name.players == names[0].players),
    ];
    let fixed = ["agent", "players"].into_iter().zip(skipped).filter(|(_, skipped)| !skipped);
    let columns = fixed.map(|(column, _)| column.to_string());
    (columns.chain(design.vary.keys().cloned()).collect(), skipped)
}

fn name_fields(name: &CellName, skipped: &[bool; 2]) -> Vec<String> {
    let fixed = [name.agent.clone(), name.players.to_string()];
    let fixed = fixed.into_iter().zip(skipped).filter(|(_, skipped)| !**skipped);
    fixed.map(|(field, _)| field).chain(name.values.iter().cloned()).collect()
}

fn cell_table(columns: &[String], more: impl Iterator<Item = String>) -> Table {
    new_table(columns.iter().cloned().chain(more).collect::<Vec<_>>())
}

fn legend(design: &GridDesign, compared: bool) -> String {
    let mut text = format!(
        "Each agent plays all seats by itself{}. Margin and lead are by score; events are actions and \
         chance.\n\
         First mover: share of the first place of the side that acts first, less that of an even \
         game.\n\
         Balance: 100 less the greatest difference between two sides' wins; by chance alone it is \
         below 100,\nas `if even` says.\n\
         ± and [ ]: 95 % intervals; balance.csv names the method of each, and has all other figures.",
        match (&design.agents[..], design.opening_plies) {
            ([alone], Plies::NONE) => format!(" ({alone})"),
            ([alone], plies) => format!(" ({alone}, after {plies} random opening plies)"),
            (_, Plies::NONE) => String::new(),
            (_, plies) => format!(", after {plies} random opening plies"),
        }
    );
    if compared {
        text.push_str(
            "\nDifferences are taken within groups, on the same luck. *: not by chance at the level of \
             5 %, after\nHolm's correction over all cells and sides; nothing is claimed of balance, whose \
             bias differs from cell to cell.",
        );
    }
    text
}

/// The contents of `coverage.csv`.
///
/// # Errors
///
/// As the CSV writer, which has none when it writes to memory.
pub fn coverage_file(
    coverage: &[Coverage],
    design: &GridDesign,
    names: &[CellName],
) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut header = cell_columns(design);
    let columns =
        ["metric", "side", "exact", "runs", "mean", "z", "method", "intervals", "held", "coverage"];
    header.extend(columns.map(str::to_string));
    table.write_record(&header)?;
    let number = |value: Option<f64>, digits: usize| {
        value.map_or(String::new(), |value| format!("{value:.digits$}"))
    };
    for one in coverage {
        let mut fields = cell_fields(one.cell, &names[one.cell]);
        let (runs, mean) = (one.values.count(), one.values.mean());
        fields.extend([
            one.exact.metric.to_string(),
            side_text(one.exact.side),
            number(Some(one.exact.value), 9),
            runs.to_string(),
            number((runs > 0).then_some(mean), 9),
            number(one.z(), 3),
            one.method.name().to_string(),
            one.intervals.to_string(),
            one.held.to_string(),
            number((one.intervals > 0).then(|| one.share()), 4),
        ]);
        table.write_record(fields)?;
    }
    Ok(table.into_inner()?)
}

/// The methods in the order of the table.
const METHODS: [Method; 6] = [
    Method::Wilson,
    Method::StudentT,
    Method::Delta,
    Method::ExtremeSides,
    Method::OrderStatistics,
    Method::ClopperPearson,
];

/// What a calibration came to, for people.
pub fn calibration(coverage: &[Coverage], design: &GridDesign, game_name: &str) -> String {
    let mut text = format!(
        "{game_name}, seeds from {}: {} runs of {} matches a cell against exact values\n",
        design.seed,
        thousands(design.calibrate.unwrap_or(1)),
        thousands(design.groups),
    );
    let header = ["method", "figures", "coverage %", "least %", "greatest %"];
    let mut table = new_table(header.to_vec());
    for method in METHODS {
        let of_method = |one: &&Coverage| {
            one.method == method && one.verdict() != Verdict::Sure && one.intervals > 0
        };
        let shares: Vec<f64> =
            coverage.iter().filter(of_method).map(|one| 100.0 * one.share()).collect();
        if shares.is_empty() {
            continue;
        }
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        let least = shares.iter().copied().fold(100.0, f64::min);
        let greatest = shares.iter().copied().fold(0.0, f64::max);
        table.add_row([
            method.name().to_string(),
            shares.len().to_string(),
            format!("{mean:.2}"),
            format!("{least:.1}"),
            format!("{greatest:.1}"),
        ]);
    }
    let _ = writeln!(text, "\n{}", aligned(table, 1));
    let z: Vec<f64> = coverage.iter().filter_map(Coverage::z).collect();
    let largest = z.iter().map(|z| z.abs()).fold(0.0, f64::max);
    let square = (z.iter().map(|z| z * z).sum::<f64>() / z.len() as f64).sqrt();
    let _ = writeln!(
        text,
        "\n{} means against their exact values: largest |z| {largest:.2}, root mean square {square:.2}",
        z.len()
    );
    let bad: Vec<&Coverage> = coverage.iter().filter(|one| one.verdict() == Verdict::Bad).collect();
    if design.calibrate.is_some_and(|runs| runs < ENOUGH_RUNS) {
        let _ = writeln!(text, "Fewer than {ENOUGH_RUNS} runs do not tell the coverage.");
    }
    let bounds = "|z| up to 4.5, coverage from 92 to 98 %; quantiles of whole numbers may be held more \
                  often";
    let _ = match bad.len() {
        0 => writeln!(text, "All as it should be ({bounds})."),
        count => writeln!(text, "{count} not as they should be ({bounds}):"),
    };
    for one in bad {
        let side = one.exact.side.map_or(String::new(), |side| format!(" of side {side}"));
        let _ = writeln!(
            text,
            "  cell {}, {}{side}: exact {:.6}, mean {:.6}, z {:.2}, coverage {:.1} %",
            one.cell,
            one.exact.metric,
            one.exact.value,
            one.values.mean(),
            one.z().unwrap_or(f64::NAN),
            100.0 * one.share()
        );
    }
    text
}
