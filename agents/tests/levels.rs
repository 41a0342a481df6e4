//! The levels that come with the games.

mod common;

use common::{agent, duel, legal, play, start};
use ludarium_agents::level::Settings;
use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::{Game, Random};

/// Every number of players and every rule has all levels, and each is an agent that plays.
#[test]
fn every_table_has_all_levels() {
    for ladder in OAnQuan::ladders() {
        assert_eq!(ladder.agents.len() as u32, Settings::MOST);
    }
    for (players, rules) in
        [(2, ""), (3, ""), (4, ""), (2, "direction=lift"), (3, "direction=lift")]
    {
        let start = start(players, rules);
        let agents: Vec<AgentSpec> = (1..=Settings::MOST)
            .map(|level| Settings { level }.agent(&start).expect("a level"))
            .collect();
        for (weaker, stronger) in agents.iter().zip(&agents[1..]) {
            assert_ne!(weaker, stronger);
        }
        let name = if players == 2 && rules.is_empty() { "alphabeta" } else { "minimax" };
        assert!(agents.iter().all(|agent| agent.name() == name), "{agents:?}");
    }
    assert!(Carcassonne::ladders().is_empty());
}

/// A level is the agent that it stands for, to every choice.
#[test]
fn a_level_plays_as_its_agent() {
    let start = start(2, "");
    for level in [1, 4, 7] {
        let spec = Settings { level }.agent(&start).expect("a level").to_string();
        let seats = |spec: &str| play(&start, &[spec, spec], 5).0;
        assert_eq!(seats(&format!("level:{level}")), seats(&spec));
    }
}

/// The beginner sees what can be captured at once: nothing is left that is worth much more.
#[test]
fn the_beginner_takes_what_it_sees() {
    let start = start(2, "");
    let mut level = agent::<OAnQuan>("level:1", &start);
    let mut greedy_like = 0;
    let mut random = Random::new(9);
    for game in common::positions(&start, 60) {
        let actions = legal(&game);
        let chosen = level.choose(&game, &actions, &mut random).expect("an action");
        let gain = |action| {
            let mover = game.scores();
            let seat = usize::from(actions[0].cell / 6);
            common::after(&game, action).scores()[seat] - mover[seat]
        };
        let best = actions.iter().map(|&action| gain(action)).max().expect("actions");
        assert!(best - gain(chosen) <= 40, "{chosen} in {game}");
        greedy_like += usize::from(gain(chosen) == best);
    }
    assert!(greedy_like > 15, "{greedy_like} of 60");
}

/// A guard against a drift of the levels, with few matches and generous limits: the ladder itself is measured
/// by `ludarium ladder`, and stands in the results.
#[test]
fn higher_levels_win() {
    let against_random = duel("level:1", "random", 60);
    assert!((0.65..0.95).contains(&against_random), "level 1 against random: {against_random}");
    for level in 1..=8 {
        let payoff = duel(&format!("level:{}", level + 2), &format!("level:{level}"), 60);
        assert!((0.52..0.92).contains(&payoff), "level {} against {level}: {payoff}", level + 2);
    }
}
