//! The settings of `mcts` as text: what is printed, and what is refused with which words.

mod common;

use common::start;
use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::hokusai_sugoroku::HokusaiSugoroku;
use ludarium_engine::unsun_karuta::UnsunKaruta;
use ludarium_engine::{Game, options};

fn parsed(text: &str) -> String {
    text.parse::<AgentSpec>().map_or_else(|error| error.to_string(), |spec| spec.to_string())
}

/// What is printed was printed before there were further settings, and stays so.
#[test]
fn plain_search_prints_as_ever() {
    for text in [
        "mcts:iterations=1000,exploration=0.5",
        "mcts:iterations=50,exploration=2",
        "mcts:iterations=1000,exploration=0.5,hidden=pimc,determinizations=20",
        "mcts:iterations=9,exploration=0.25,hidden=pimc,determinizations=9",
    ] {
        assert_eq!(parsed(text), text);
    }
    assert_eq!(parsed("mcts"), "mcts:iterations=1000,exploration=0.5");
    let few = "mcts:iterations=7,exploration=0.5,hidden=pimc,determinizations=7";
    assert_eq!(parsed("mcts:hidden=pimc,iterations=7"), few);
}

/// A word that says what is so without it is dropped; everything else is named, in one order.
#[test]
fn settings_print_where_they_say_something() {
    let plain = "mcts:iterations=1000,exploration=0.5";
    for word in [
        "final=robust",
        "chance=open",
        "opponents=max-n",
        "payoff=rank",
        "playout=random",
        "solver=no",
        "reuse=no",
        "hidden=isuct",
        "reuse=no,solver=no,hidden=isuct,playout=random,payoff=rank,opponents=max-n,chance=open",
    ] {
        assert_eq!(parsed(&format!("mcts:{word}")), plain);
    }
    for word in [
        "final=max",
        "final=secure",
        "chance=outcome",
        "opponents=paranoid",
        "payoff=margin",
        "playout=greedy,epsilon=0.1",
        "playout=greedy,epsilon=0",
        "cutoff=0",
        "cutoff=12",
        "bias=0",
        "bias=0.5",
        "urgency=-0.25",
        "urgency=0",
        "rave=300",
        "solver=yes",
        "reuse=yes",
    ] {
        assert_eq!(parsed(&format!("mcts:{word}")), format!("{plain},{word}"));
    }
    assert_eq!(parsed("mcts:playout=greedy"), format!("{plain},playout=greedy,epsilon=0.1"));
    let all = "mcts:iterations=60,exploration=1,final=max,chance=outcome,opponents=paranoid,\
        payoff=margin,playout=greedy,epsilon=0.25,cutoff=9,bias=2,urgency=0.5,rave=30,solver=yes,\
        reuse=yes,hidden=pimc,determinizations=3,weights.meeple=1.5";
    assert_eq!(parsed(all), all);
    let (name, settings) = all.split_once(':').unwrap();
    let mut backwards: Vec<&str> = settings.split(',').collect();
    backwards.reverse();
    assert_eq!(parsed(&format!("{name}:{}", backwards.join(","))), all);
}

#[test]
fn values_that_are_refused_say_what_is_allowed() {
    for (setting, reason) in [
        ("iterations=0", "it takes a whole number from 1 to 1000000000"),
        ("exploration=-1", "it takes a number from 0 to 100"),
        ("final=best", "it takes robust or max or secure"),
        ("chance=closed", "it takes open or outcome"),
        ("opponents=maxn", "it takes max-n or paranoid"),
        ("payoff=score", "it takes rank or margin"),
        ("playout=heavy", "it takes random or greedy"),
        ("epsilon=1.5", "it takes a number from 0 to 1"),
        ("cutoff=-1", "it takes a whole number from 0 to 1000000"),
        ("bias=-0.1", "it takes a number from 0 to 1000"),
        ("urgency=inf", "it takes a number from -10 to 10"),
        ("rave=0", "it takes a whole number from 1 to 1000000000"),
        ("solver=true", "it takes yes or no"),
        ("reuse=1", "it takes yes or no"),
        ("hidden=open", "it takes isuct or pimc"),
        ("determinizations=0", "it takes a whole number from 1 to 1000000"),
    ] {
        let (name, value) = setting.split_once('=').unwrap();
        assert_eq!(
            parsed(&format!("mcts:{setting}")),
            format!("agent `mcts`: option `{name}` cannot be `{value}`: {reason}")
        );
    }
    for (settings, reason) in [
        ("epsilon=0.5", "epsilon needs playout=greedy"),
        ("epsilon=0.1,playout=random", "epsilon needs playout=greedy"),
        ("determinizations=5", "determinizations needs hidden=pimc"),
        ("determinizations=5,hidden=isuct", "determinizations needs hidden=pimc"),
        (
            "iterations=9,hidden=pimc,determinizations=10",
            "determinizations=10 needs as many iterations, not 9",
        ),
        ("rave=5,rave=6", "option `rave` is given twice"),
        (
            "explor=1",
            "unknown option `explor`, did you mean `exploration`?; the options are iterations, \
             exploration, final, chance, opponents, payoff, playout, epsilon, cutoff, bias, urgency, \
             rave, solver, reuse, hidden, determinizations, weights.NAME, weights",
        ),
    ] {
        assert_eq!(parsed(&format!("mcts:{settings}")), format!("agent `mcts`: {reason}"));
    }
}

fn game<G: Game>(rules: &[&str]) -> G {
    let rules = options::from_pairs(rules.iter().copied()).unwrap();
    G::new(rules, *G::players_for(&rules).start()).unwrap()
}

/// Why `spec` cannot play a game; empty where it can.
fn refusal<G: Evaluate>(spec: &str, start: &G) -> String {
    let built = spec.parse::<AgentSpec>().unwrap().build(start);
    let error = built.err().map(|error| error.to_string()).unwrap_or_default();
    error.replace(&format!("agent `mcts` cannot play {}: ", G::ID), "")
}

#[test]
fn games_that_lack_what_a_setting_is_for_refuse_it() {
    const OUTCOME: &str = "chance=outcome is for games with chance and without hidden information";
    const SOLVER: &str = "solver=yes is for two sides, without chance and hidden information";
    const REUSE: &str = "reuse=yes is for games without chance and hidden information";
    const PIMC: &str = "hidden=pimc is for games with hidden information";
    let [two, three] = [2, 3].map(|players| start(players, ""));
    let duel: AmidakujiBridge = game(&[]);
    let puzzle: AmidakujiBridge = game(&["mode=puzzle"]);
    let tiles: Carcassonne = game(&[]);
    let cards: UnsunKaruta = game(&[]);
    let race: HokusaiSugoroku = game(&[]);
    for (setting, reason, can) in [
        ("chance=outcome", OUTCOME, [false, false, false, false, true, false]),
        ("solver=yes", SOLVER, [true, false, true, true, false, false]),
        ("reuse=yes", REUSE, [true, true, true, true, false, false]),
        ("hidden=pimc", PIMC, [false, false, false, false, false, true]),
    ] {
        let spec = format!("mcts:{setting}");
        let found = [
            refusal(&spec, &two),
            refusal(&spec, &three),
            refusal(&spec, &duel),
            refusal(&spec, &puzzle),
            refusal(&spec, &tiles),
            refusal(&spec, &cards),
        ];
        assert_eq!(found, can.map(|can| if can { "" } else { reason }), "{setting}");
        // Where nobody decides anything no agent is ever asked.
        assert_eq!(refusal(&spec, &race), "");
    }
    for other in
        "final=max opponents=paranoid payoff=margin playout=greedy cutoff=3 bias=1 urgency=0 rave=9"
            .split(' ')
    {
        let spec = format!("mcts:{other}");
        assert_eq!(refusal(&spec, &three) + &refusal(&spec, &tiles), "");
        assert_eq!(refusal(&spec, &cards) + &refusal(&spec, &puzzle), "");
    }
}
