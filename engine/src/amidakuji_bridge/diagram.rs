//! The ladder drawn for people.

use super::ladder::Bridge;
use super::moves::{Next, Point, letter};
use super::rules::Coins;
use super::state::{AmidakujiBridge, Phase};
use crate::game::{Game, Seat};
use std::fmt::Write;

/// Characters from one column of the board to the next.
const GAP: usize = 10;
/// Characters left of the first column.
const MARGIN: usize = 4;
/// Characters of a bridge beside each of its nodes, where it is not level.
const STUB: usize = 2;

/// Draws the board as seat 0 sees it, its own side below: bridges of seat 0 with single lines, those of
/// seat 1 with double lines; a token by its seat and an arrow for its next step, with `!` once it has
/// moved in this round; beside the end points the coins and what has arrived there.
pub(super) fn draw(game: &AmidakujiBridge) -> String {
    let mut picture = format!("{}\n\n", heading(game));
    let rows = usize::from(game.rules.rows);
    let mut lines: Vec<Vec<char>> =
        (0..=2 * rows).map(|line| columns(game, line % 2 == 1)).collect();
    for bridge in game.ladder.bridges(&game.board()) {
        draw_bridge(&mut lines, &bridge);
    }
    for seat in seats(game) {
        draw_tokens(game, seat, &mut lines);
    }
    let _ = writeln!(picture, "{}", end_points(game, Seat(1)));
    for (number, line) in lines.iter().enumerate().rev() {
        let line: String = line.iter().collect();
        let row =
            if number % 2 == 1 { format!("{:>2}", number.div_ceil(2)) } else { String::new() };
        let _ = writeln!(picture, "{row:2}{}", line[2..].trim_end());
    }
    let _ = writeln!(picture, "{}", end_points(game, Seat(0)));
    let letters: String =
        (0..game.rules.columns).map(|column| format!("{:<GAP$}", letter(column))).collect();
    let _ = writeln!(picture, "{:MARGIN$}{}", "", letters.trim_end());
    picture
}

fn seats(game: &AmidakujiBridge) -> impl Iterator<Item = Seat> + use<> {
    (0..game.players()).map(Seat)
}

/// What happens now, and what each seat has.
fn heading(game: &AmidakujiBridge) -> String {
    let puzzle = game.rules.is_puzzle();
    let count = if puzzle { "walk" } else { "round" };
    let (round, seat) = (game.round, game.seat);
    let who = if puzzle { "to".to_string() } else { format!("seat {seat} to") };
    let mut text = match game.phase {
        Phase::Lay => format!("Laying: {who} lay a bridge."),
        Phase::Name if game.rules.coin_variant() == Coins::Trap => format!("Traps: {who} set one."),
        Phase::Name => format!("Gaps: {who} choose one."),
        Phase::Set if puzzle && round == 0 => "To choose where the first walk begins.".to_string(),
        Phase::Set if puzzle => format!("After {count} {round}: to choose where the next begins."),
        Phase::Set => format!("Before round 1: {who} set a token."),
        Phase::Move => format!("Round {round}: {who} move."),
        Phase::Push => format!("Round {round}: {who} push a bridge off or keep it."),
        Phase::Enter => format!("Round {round}: {who} set a waiting token."),
        Phase::Relocate => {
            let pass = if game.rules.may_pass() { " or pass" } else { "" };
            format!("After {count} {round}: {who} relocate a bridge{pass}.")
        }
        Phase::Over => format!("Over after {count} {round}."),
    };
    for seat in seats(game) {
        let name = if puzzle { String::new() } else { format!(" Seat {seat}:") };
        let mut has = Vec::new();
        if let (normal, long) = game.hand(seat)
            && normal + long > 0
        {
            has.push(format!("{normal} normal and {long} long bridges in hand"));
        }
        if !puzzle && game.round > 0 {
            has.push(format!("{} across", game.arrived(seat)));
        }
        if game.waiting(seat) > 0 {
            has.push(format!("{} waiting", game.waiting(seat)));
        }
        if puzzle {
            has.push(format!("{} of {} coins won", game.coins_won(seat), game.coins_to_win()));
        } else if game.rules.has_coins_to_win() {
            let coins = game.coins_won(seat);
            has.push(format!("{coins} coin{} won", if coins == 1 { "" } else { "s" }));
        }
        if !has.is_empty() {
            let _ = write!(text, "{name} {}.", has.join(", "));
        }
    }
    text
}

/// A line of the board without bridges.
fn columns(game: &AmidakujiBridge, at_nodes: bool) -> Vec<char> {
    let width = MARGIN + GAP * usize::from(game.rules.columns);
    let mut line = vec![' '; width];
    for column in 0..usize::from(game.rules.columns) {
        line[MARGIN + GAP * column] = if at_nodes { '┼' } else { '│' };
    }
    line
}

/// The place of a node among lines and characters; rows count from 1, lines from the bottom.
fn place(point: Point) -> (usize, usize) {
    (2 * usize::from(point.row) - 1, MARGIN + GAP * usize::from(point.column))
}

fn draw_bridge(lines: &mut [Vec<char>], bridge: &Bridge) {
    let [left, right, level] =
        if bridge.seat == 0 { ['├', '┤', '─'] } else { ['╞', '╡', '═'] };
    let (left_line, from) = place(bridge.place.left_end());
    let (right_line, to) = place(bridge.place.right_end());
    lines[left_line][from] = left;
    lines[right_line][to] = right;
    if left_line == right_line {
        lines[left_line][from + 1..to].fill(level);
        return;
    }
    lines[left_line][from + 1..=from + STUB].fill(level);
    lines[right_line][to - STUB..to].fill(level);
    let slanted = if right_line > left_line { '╱' } else { '╲' };
    let rise = right_line.abs_diff(left_line);
    let low = left_line.min(right_line);
    for step in 1..rise {
        let line = low + step;
        let along = from + (GAP * line.abs_diff(left_line) + rise / 2) / rise;
        let cell = &mut lines[line][along];
        *cell = if *cell == ' ' || *cell == slanted { slanted } else { '╳' };
    }
}

/// A token: its seat and which way its next step leads.
fn token_text(
    game: &AmidakujiBridge,
    seat: Seat,
    (at, next, moved): (Point, Next, bool),
) -> String {
    let upwards = if game.rules.is_puzzle() { at.row == 0 } else { seat.0 == 0 };
    let arrow = match next {
        Next::Run if upwards => '↑',
        Next::Run => '↓',
        Next::Cross if game.ladder.across(&game.board(), at).column > at.column => '→',
        Next::Cross => '←',
    };
    format!("{seat}{arrow}{}", if moved { "!" } else { "" })
}

fn draw_tokens(game: &AmidakujiBridge, seat: Seat, lines: &mut [Vec<char>]) {
    let mut before = None;
    for token in game.tokens(seat) {
        let (at, ..) = token;
        if at.row == 0 || at.row > game.rules.rows {
            continue;
        }
        let (line, mut from) = place(at);
        // The second token on a node stands beside the first.
        if before == Some(at) {
            from += 3;
        }
        before = Some(at);
        for (cell, character) in
            lines[line][from..].iter_mut().zip(token_text(game, seat, token).chars())
        {
            *cell = character;
        }
    }
}

/// The end points of a side: tokens there, then arrived tokens, coins, gaps and traps.
fn end_points(game: &AmidakujiBridge, side: Seat) -> String {
    let row = game.start_point(side, 0).row;
    let points = (0..game.rules.columns).map(|column| {
        let point = Point { column, row };
        let mut texts = Vec::new();
        for seat in seats(game) {
            let here = game.tokens(seat).filter(|&(at, ..)| at == point);
            texts.extend(here.map(|token| token_text(game, seat, token)));
        }
        let arrived = game.arrived[1 - side.index()][usize::from(column)];
        texts.extend((0..arrived).map(|_| format!("{}✓", 1 - side.0)));
        if game.coins_at(point) > 0 {
            texts.push(format!("{}¢", game.coins_at(point)));
        }
        if game.named(side) == Some(column) {
            let trap = game.rules.coin_variant() == Coins::Trap;
            texts.push(if trap { "trap" } else { "gap" }.to_string());
        }
        if texts.is_empty() {
            texts.push("○".to_string());
        }
        format!("{:<GAP$}", texts.join(" "))
    });
    format!("{row:>2}  {}", points.collect::<String>().trim_end())
}
