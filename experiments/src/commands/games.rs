//! `ludarium games`: what there is.

use super::{Answer, usual_start};
use crate::cli::GamesArgs;
use crate::registry::{GameId, WithGame, with_game};
use ludarium_agents::spec::FamilyInfo;
use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::Game;
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
        writeln!(out, "\n`ludarium games GAME` tells the rule options and agents of one.")?;
    }
    Ok(Answer::Yes)
}

struct GameInfo {
    id: &'static str,
    name: &'static str,
    version: u32,
    least: u8,
    most: u8,
    options: &'static [OptionInfo],
    defaults: Map<String, Value>,
    agents: Vec<FamilyInfo>,
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
            options: <G as Game>::Rules::TABLE,
            defaults: options::to_map(&G::Rules::default()),
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
        for option in self.options {
            let default = self.defaults.get(option.name).map_or("unset".to_string(), value_text);
            writeln!(out, "  {}: {} [{default}]", option.name, option.values)?;
            writeln!(out, "      {}", option.meaning)?;
        }
        writeln!(out, "\nAgents (--agents NAME:SETTING=VALUE,...):")?;
        for agent in &self.agents {
            writeln!(out, "  {}: {} [{}]", agent.name, agent.meaning, default_spec(agent))?;
            for setting in agent.settings {
                writeln!(out, "      {}: {}; {}", setting.name, setting.values, setting.meaning)?;
            }
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
                })
            })
            .collect();
        let options: Vec<Value> = self
            .options
            .iter()
            .map(|option| option_json(option, self.defaults.get(option.name)))
            .collect();
        json!({
            "id": self.id,
            "name": self.name,
            "version": self.version,
            "players": {"least": self.least, "most": self.most},
            "options": options,
            "agents": agents,
        })
    }
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
