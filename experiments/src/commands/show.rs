//! `ludarium show`: a position.

use super::Answer;
use crate::cli::ShowArgs;
use crate::registry::{WithGame, with_game};
use anyhow::{Context, bail, ensure};
use ludarium_agents::Evaluate;
use ludarium_engine::event::{EventError, apply_text, legal_texts};
use ludarium_engine::{Random, Seat, Turn};
use serde_json::{Value, json};
use std::io::Write;

pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    with_game(args.game.game, Show { args, out })
}

struct Show<'a> {
    args: &'a ShowArgs,
    out: &'a mut dyn Write,
}

impl WithGame for Show<'_> {
    type Output = anyhow::Result<Answer>;

    fn run<G: Evaluate>(self) -> anyhow::Result<Answer> {
        let Show { args, out } = self;
        let one_view = G::HAS_HIDDEN_INFORMATION && args.seat.is_some();
        let mut game: G = args.game.position(args.position.as_deref())?;
        for text in &args.actions {
            // Nothing at all is refused like any other text that is no event.
            let nothing = text.trim().is_empty().then_some("");
            for event in text.split_whitespace().chain(nothing) {
                match apply_text(&mut game, event) {
                    // The message would show the cards of all seats.
                    Err(EventError::Illegal { event, .. }) if one_view => {
                        bail!(
                            "--action: `{event}` is not possible there; without --seat it is said why"
                        )
                    }
                    result => result.context("--action")?,
                }
            }
        }
        if let Some(seat) = args.seat {
            let players = game.players();
            ensure!(seat < players, "--seat {seat}: the seats are 0 to {}", players - 1);
            game.hide_from(Seat(seat));
        }
        // What a seat may do is nobody else's business when it follows from hidden cards.
        let sees_legal = match (game.turn(), args.seat) {
            (Turn::Player(mover), Some(seat)) if G::HAS_HIDDEN_INFORMATION => mover == Seat(seat),
            _ => true,
        };
        let legal = if sees_legal { legal_texts(&game) } else { None };
        if args.json {
            let turn = match game.turn() {
                Turn::Player(seat) => Value::from(seat.0),
                Turn::Chance => Value::from("chance"),
                Turn::Over => Value::from("over"),
            };
            let mut json = json!({
                "position": game.to_string(),
                "turn": turn,
                "legal": legal,
                "scores": game.scores()[..],
                "ranks": game.ranks()[..],
            });
            if game.turn() == Turn::Over {
                json["payoffs"] = game.payoffs()[..].into();
            }
            writeln!(out, "{json}")?;
            return Ok(Answer::Yes);
        }
        write!(out, "{}", game.diagram())?;
        writeln!(out, "\nPosition: {game}")?;
        match game.turn() {
            Turn::Over => {
                let (scores, ranks) = (game.scores(), game.ranks());
                writeln!(
                    out,
                    "Scores: {scores:?}, ranks: {ranks:?}, payoffs: {:?}",
                    game.payoffs()
                )?;
            }
            Turn::Chance => match legal {
                Some(legal) => writeln!(out, "Chance comes next: {}", legal.join(" "))?,
                None => {
                    let event = game.sample_chance(&mut Random::new(1));
                    writeln!(out, "Chance comes next, such as {event}")?;
                }
            },
            Turn::Player(seat) => match legal {
                Some(legal) => writeln!(out, "Legal for seat {seat}: {}", legal.join(" "))?,
                None => writeln!(
                    out,
                    "Seat {seat} is to act; what it may do follows from its own cards"
                )?,
            },
        }
        Ok(Answer::Yes)
    }
}
