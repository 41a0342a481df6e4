//! `ludarium solve hokusai-sugoroku`: exact figures.

use super::Answer;
use crate::cli::SolveArgs;
use crate::exact::hokusai_sugoroku::{SeatFigures, Solution, Token, solve, token};
use crate::output::table::{aligned, new_table, rules_text};
use crate::stats::balance::{Metric, QUANTILES};
use ludarium_engine::hokusai_sugoroku::tables::STAYS;
use ludarium_engine::hokusai_sugoroku::{HokusaiSugoroku, Rules};
use ludarium_engine::{Game, options};
use serde_json::{Value, json};
use std::io::Write;

/// The quantiles of a token's turns that are shown.
const TOKEN_QUANTILES: [(&str, f64); 3] = [("median", 0.5), ("q99", 0.99), ("q999", 0.999)];
/// The turns at which the tail is shown.
const TAIL: [usize; 8] = [10, 15, 20, 25, 30, 50, 100, 200];

pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let start: HokusaiSugoroku = args.game.start()?;
    let (rules, players) = (*start.rules(), start.players());
    let solved = Solved { rules, players, token: token(&rules), game: solve(&rules, players)? };
    match (args.json, args.csv) {
        (true, _) => writeln!(out, "{}", serde_json::to_string_pretty(&solved.json())?)?,
        (_, true) => solved.write_csv(out)?,
        _ => solved.print(out)?,
    }
    Ok(Answer::Yes)
}

struct Solved {
    rules: Rules,
    players: u8,
    token: Token,
    game: Solution,
}

impl Solved {
    /// Single figures of the token, by name.
    fn token_figures(&self) -> Vec<(String, f64)> {
        let token = &self.token;
        let mut figures = vec![
            ("token-turns".to_string(), token.turns),
            ("token-turns-sd".to_string(), token.turns_sd),
            ("token-throws".to_string(), token.throws),
            ("token-skips".to_string(), token.skips),
            ("token-turns-least".to_string(), token.least() as f64),
        ];
        figures
            .extend(TOKEN_QUANTILES.map(|(name, share)| {
                (format!("token-turns-{name}"), token.quantile(share) as f64)
            }));
        figures.push(("token-tail-ratio".to_string(), token.tail_ratio));
        let stops = STAYS.iter().zip(token.stops);
        figures.extend(stops.map(|(stay, stops)| (format!("token-stops-{stay}"), stops)));
        figures
    }

    /// Single figures of the game, by name.
    fn game_figures(&self) -> Vec<(String, f64)> {
        let game = &self.game;
        let mut figures = vec![
            ("expected-events".to_string(), game.expected_events),
            ("sd-events".to_string(), game.sd_events),
            ("expected-rounds".to_string(), game.expected_rounds),
            ("score-margin".to_string(), game.score_margin),
            ("score-range".to_string(), game.score_range),
        ];
        figures.extend(QUANTILES.into_iter().filter_map(|percent| {
            let events = game.events_quantile(f64::from(percent) / 100.0)?;
            Some((Metric::EventsQuantile(percent).to_string(), events as f64))
        }));
        if let Some(course) = game.course {
            figures.push(("lead-changes".to_string(), course.lead_changes));
            figures.push(("winner-behind".to_string(), course.winner_behind));
        }
        figures
    }

    /// The figures of each seat, by name.
    fn seat_figures(&self) -> Vec<Vec<(String, f64)>> {
        let of_seat = |seat: &SeatFigures| {
            let ranks = (1..).zip(&seat.ranks).map(|(rank, &p)| (format!("rank-{rank}"), p));
            let others = [
                ("last", seat.last),
                ("shares", seat.shares),
                ("expected-rank", seat.expected_rank),
                ("expected-score", seat.expected_score),
            ];
            ranks.chain(others.map(|(name, value)| (name.to_string(), value))).collect()
        };
        self.game.seats.iter().map(of_seat).collect()
    }

    fn json(&self) -> Value {
        let map = |figures: Vec<(String, f64)>| -> Value {
            figures.into_iter().map(|(name, value)| (name, json!(value))).collect()
        };
        let seats: Vec<Value> = self.seat_figures().into_iter().map(map).collect();
        json!({
            "game": HokusaiSugoroku::ID,
            "version": HokusaiSugoroku::VERSION,
            "players": self.players,
            "rules": options::difference(&self.rules),
            "token": map(self.token_figures()),
            "token-home": self.token.home,
            "token-on-route": self.token.on_route,
            "seats": seats,
            "length": map(self.game_figures()),
            "events": self.game.events,
        })
    }

    /// A row a figure; what is a distribution has a row for every number of turns or events.
    fn write_csv(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut rows = csv::Writer::from_writer(Vec::new());
        rows.write_record(["quantity", "seat", "number", "value"])?;
        let mut row = |quantity: &str, seat: &str, number: &str, value: f64| {
            rows.write_record([quantity, seat, number, &value.to_string()])
        };
        for (name, value) in self.token_figures() {
            row(&name, "", "", value)?;
        }
        for (seat, figures) in self.seat_figures().into_iter().enumerate() {
            for (name, value) in figures {
                row(&name, &seat.to_string(), "", value)?;
            }
        }
        for (name, value) in self.game_figures() {
            row(&name, "", "", value)?;
        }
        let events = self.game.events.as_deref().unwrap_or_default();
        for (name, distribution) in [
            ("token-home", &self.token.home[..]),
            ("token-on-route", &self.token.on_route),
            ("events", events),
        ] {
            for (number, &value) in distribution.iter().enumerate() {
                row(name, "", &number.to_string(), value)?;
            }
        }
        out.write_all(&rows.into_inner()?)?;
        Ok(())
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let rules = rules_text(&options::difference(&self.rules));
        writeln!(
            out,
            "{}, {} players, {rules}: exact, by absorbing Markov chain\n",
            HokusaiSugoroku::NAME,
            self.players
        )?;
        let token = &self.token;
        let [median, q99, q999] = TOKEN_QUANTILES.map(|(_, share)| token.quantile(share));
        writeln!(
            out,
            "One token: {:.6} own turns from start to home, SD {:.6}: {:.6} throws, {:.6} skips\n\
             least {}, median {median}, 99 % within {q99}, 99.9 % within {q999}",
            token.turns,
            token.turns_sd,
            token.throws,
            token.skips,
            token.least(),
        )?;
        match token.most() {
            Some(most) => writeln!(out, "all within {most}")?,
            None => writeln!(
                out,
                "in the end {:.6} of those on the route remain each turn",
                token.tail_ratio
            )?,
        }
        let mut stays = new_table(vec!["stay", "stops"]);
        for (stay, stops) in STAYS.iter().zip(token.stops) {
            stays.add_row([stay.to_string(), format!("{stops:.6}")]);
        }
        writeln!(out, "\n{}", aligned(stays, 0))?;
        let mut tail = new_table(vec!["own turn t", "home on t", "on the route after t"]);
        for turn in TAIL {
            let at = |list: &[f64]| list.get(turn).copied().unwrap_or(0.0);
            let (home, left) = (at(&token.home), at(&token.on_route));
            tail.add_row([turn.to_string(), tail_text(home), tail_text(left)]);
        }
        writeln!(out, "\n{}", aligned(tail, 0))?;

        let seats = self.seat_figures();
        let names = seats[0].iter().map(|(name, _)| name.replace("expected-", ""));
        let mut table = new_table(["seat".to_string()].into_iter().chain(names).collect());
        for (seat, figures) in seats.iter().enumerate() {
            let values = figures.iter().map(|(_, value)| format!("{value:.6}"));
            table.add_row([seat.to_string()].into_iter().chain(values));
        }
        writeln!(out, "\n{}\n", aligned(table, 0))?;
        for (name, value) in self.game_figures() {
            let name = name.replace('-', " ").replace("expected ", "");
            writeln!(out, "{name:<14} {value:>14.6}")?;
        }
        writeln!(
            out,
            "\nSeats are numbered from 0. last: nobody is ranked below; shares: another has the same \
             rank.\nMargin: the best score less the second best; range: less the worst."
        )?;
        Ok(())
    }
}

/// A probability that may be very small.
fn tail_text(p: f64) -> String {
    if p == 0.0 { "0".to_string() } else { format!("{p:.6e}") }
}
