//! `ludarium games`: what there is.

use super::{Answer, usual_start};
use crate::cli::GamesArgs;
use crate::registry::{GameId, WithGame, with_game};
use ludarium_agents::spec::FamilyInfo;
use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::options::{self, OptionInfo, Options, Values, players_text, value_text};
use serde_json::{Map, Value, json};
use std::io::Write;

pub(super) fn run(args: &GamesArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let games: Vec<GameId> = args.game.map_or(GameId::ALL.to_vec(), |game| vec![game]);
    let infos: Vec<GameInfo> = games.into_iter().map(|game| with_game(game, Describe)).collect();
    if args.json {
        let list: Vec<Value> = infos.iter().map(GameInfo::json).collect();
        let value = if args.game.is_some() { list[0].clone() } else { Value::Array(list) };
        writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
    } else if args.game.is_some() {
        infos[0].print(out)?;
    } else {
        for info in &infos {
            writeln!(out, "{:<18} {}, {}", info.id, info.name, info.players())?;
        }
        writeln!(
            out,
            "\n`ludarium games GAME` tells the rule options, agents and weights of one."
        )?;
    }
    Ok(Answer::Yes)
}

struct GameInfo {
    id: &'static str,
    name: &'static str,
    version: u32,
    least: u8,
    most: u8,
    options: Listed,
    weights: Listed,
    agents: Vec<FamilyInfo>,
}

/// Options, with the defaults of those that have one.
struct Listed {
    options: &'static [OptionInfo],
    defaults: Map<String, Value>,
}

impl Listed {
    fn of<O: Options>() -> Self {
        Listed { options: O::TABLE, defaults: options::to_map(&O::default()) }
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        for option in self.options {
            let default = self.defaults.get(option.name).map_or("unset".to_string(), value_text);
            print_wrapped(out, 2, &format!("{}: {} [{default}]", option.name, option.values))?;
            print_wrapped(out, 6, option.meaning)?;
        }
        Ok(())
    }

    fn json(&self) -> Vec<Value> {
        let option = |option: &OptionInfo| option_json(option, self.defaults.get(option.name));
        self.options.iter().map(option).collect()
    }
}

struct Describe;

impl WithGame for Describe {
    type Output = GameInfo;

    fn run<G: Evaluate>(self) -> GameInfo {
        let start: Option<G> = usual_start().ok();
        let suits = |family: &FamilyInfo| {
            let spec = family.name.parse::<AgentSpec>();
            start.as_ref().zip(spec.ok()).is_some_and(|(start, spec)| spec.build(start).is_ok())
        };
        GameInfo {
            id: G::ID,
            name: G::NAME,
            version: G::VERSION,
            least: *G::PLAYERS.start(),
            most: *G::PLAYERS.end(),
            options: Listed::of::<G::Rules>(),
            weights: Listed::of::<G::Weights>(),
            agents: AgentSpec::families().filter(suits).collect(),
        }
    }
}

impl GameInfo {
    fn players(&self) -> String {
        players_text(self.least, self.most)
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{} ({}), {}\n", self.name, self.id, self.players())?;
        writeln!(out, "Rule options (--rule OPTION=VALUE; the default is in brackets):")?;
        self.options.print(out)?;
        writeln!(
            out,
            "\nAgents (--agents NAME:SETTING=VALUE,...; what a name alone stands for is in brackets):"
        )?;
        for agent in &self.agents {
            let heading = match default_spec(agent) {
                spec if spec == agent.name => spec,
                spec => format!("{} [{spec}]", agent.name),
            };
            print_wrapped(out, 2, &heading)?;
            print_wrapped(out, 6, agent.meaning)?;
            for setting in agent.settings {
                print_wrapped(out, 6, &format!("{}: {}", setting.name, setting.values))?;
                print_wrapped(out, 10, setting.meaning)?;
            }
        }
        if !self.weights.options.is_empty() {
            let evaluate = self.agents.iter().filter(|agent| agent.evaluates);
            let names: Vec<&str> = evaluate.map(|agent| agent.name).collect();
            writeln!(
                out,
                "\nWeights of {} (weights.NAME=VALUE; the default is in brackets):",
                names.join(", ")
            )?;
            self.weights.print(out)?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let agents: Vec<Value> = self
            .agents
            .iter()
            .map(|agent| {
                let settings: Vec<Value> =
                    agent.settings.iter().map(|setting| option_json(setting, None)).collect();
                json!({
                    "name": agent.name,
                    "meaning": agent.meaning,
                    "default": default_spec(agent),
                    "settings": settings,
                    "evaluates": agent.evaluates,
                })
            })
            .collect();
        json!({
            "id": self.id,
            "name": self.name,
            "version": self.version,
            "players": {"least": self.least, "most": self.most},
            "options": self.options.json(),
            "agents": agents,
            "weights": self.weights.json(),
        })
    }
}

/// The longest line that is printed, in characters.
const WIDTH: usize = 100;

/// Prints `text` behind `indent` blanks, in as many lines as it needs.
fn print_wrapped(out: &mut dyn Write, indent: usize, text: &str) -> anyhow::Result<()> {
    let mut words = text.split(' ');
    let mut line = words.next().unwrap_or_default().to_string();
    for word in words {
        if indent + line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{:indent$}{line}", "")?;
            line.clear();
        } else {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "{:indent$}{line}", "")?;
    Ok(())
}

/// The agent with its default settings, written out.
fn default_spec(agent: &FamilyInfo) -> String {
    agent.name.parse::<AgentSpec>().map_or(agent.name.to_string(), |spec| spec.to_string())
}

fn option_json(option: &OptionInfo, default: Option<&Value>) -> Value {
    let values = match option.values {
        Values::Integer(least, most) => json!({"least": least, "most": most}),
        Values::Real(least, most) => json!({"least": least, "most": most, "real": true}),
        Values::Words(words) => json!(words),
    };
    let mut json = json!({"name": option.name, "values": values, "meaning": option.meaning});
    if let Some(default) = default {
        json["default"] = default.clone();
    }
    json
}
