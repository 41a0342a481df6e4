//! Weights of the evaluations: how they are written, read and refused, and that they matter.

mod common;

use common::{agent, legal, positions, start};
use ludarium_agents::spec::parse_list;
use ludarium_agents::{AgentSpec, Entrant, Evaluate};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::carcassonne::Carcassonne;
use ludarium_engine::o_an_quan::OAnQuan;
use ludarium_engine::{Game, Random, options};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

fn parsed(text: &str) -> String {
    text.parse::<AgentSpec>().map_or_else(|error| error.to_string(), |spec| spec.to_string())
}

fn carcassonne() -> Carcassonne {
    Carcassonne::new(options::from_pairs([]).unwrap(), 2).unwrap()
}

/// What becomes of an agent for the match: nothing, or what is wrong.
fn built<G: Evaluate>(text: &str, start: &G) -> String {
    let spec: AgentSpec = text.parse().unwrap();
    spec.build(start).err().map_or(String::new(), |error| error.to_string())
}

#[test]
fn one_text_stands_for_all_that_mean_the_same() {
    for (text, canonical) in [
        ("greedy:weights.side-dan=0.5", "greedy:weights.side-dan=0.5"),
        ("greedy:weights.side-dan=2", "greedy:weights.side-dan=2"),
        ("greedy:weights.side-dan=2.50", "greedy:weights.side-dan=2.5"),
        ("greedy:weights.side-dan=1e-3", "greedy:weights.side-dan=0.001"),
        ("greedy:weights.side-dan=-0", "greedy:weights.side-dan=0"),
        ("minimax:weights.b=1,weights.a=-2", "minimax:depth=6,weights.a=-2,weights.b=1"),
        ("minimax:weights.a=-2,weights.b=1", "minimax:depth=6,weights.a=-2,weights.b=1"),
        ("minimax:weights.a=1,depth=3", "minimax:depth=3,weights.a=1"),
        // Naming the default is naming it: it may change.
        ("greedy:weights.side-dan=0.75", "greedy:weights.side-dan=0.75"),
    ] {
        assert_eq!(parsed(text), canonical);
        assert_eq!(parsed(canonical), canonical);
        assert_eq!(text.parse::<AgentSpec>(), canonical.parse());
    }
    // The shortest text of any number reads back as that number.
    let mut random = Random::new(1);
    for _ in 0..10_000 {
        let number = f64::from_bits(random.next_u64());
        if number.is_finite() {
            let spec: AgentSpec = format!("greedy:weights.a={number}").parse().unwrap();
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }
}

#[test]
fn lists_keep_weights_with_their_agent() {
    let list = |text: &str| -> Vec<String> {
        let entrants = parse_list::<Entrant>(text).unwrap();
        entrants.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        list("greedy:weights.a=1,weights.b=2,random,minimax,weights.a=3,depth=2,greedy"),
        ["greedy:weights.a=1,weights.b=2", "random", "minimax:depth=2,weights.a=3", "greedy"]
    );
    assert_eq!(
        list("greedy,weights.a=1+random+greedy:weights.b=-2,weights.a=0.5+greedy,random"),
        ["greedy:weights.a=1+random+greedy:weights.a=0.5,weights.b=-2+greedy", "random"]
    );
}

#[test]
fn wrong_weights_are_refused_when_they_are_read() {
    for (text, error) in [
        ("greedy:weights.a", "`weights.a` is not of the form weights.NAME=NUMBER"),
        ("greedy:weights.a=", "the weight `a` cannot be ``: it takes a finite number"),
        ("greedy:weights.a=x", "the weight `a` cannot be `x`: it takes a finite number"),
        ("greedy:weights.a=inf", "the weight `a` cannot be `inf`: it takes a finite number"),
        ("greedy:weights.a=NaN", "the weight `a` cannot be `NaN`: it takes a finite number"),
        ("greedy:weights.a=1e999", "the weight `a` cannot be `1e999`: it takes a finite number"),
        ("greedy:weights.a=1,weights.a=1", "the weight `a` is given twice"),
        ("greedy:depth=1", "unknown option `depth`; the options are weights.NAME, weights"),
        (
            "minimax:dept=1",
            "unknown option `dept`, did you mean `depth`?; \
             the options are depth, nodes, opponents, temperature, weights.NAME, weights",
        ),
        ("greedy:weights", "`weights` is no option=value pair"),
    ] {
        let (agent, _) = text.split_once(':').unwrap();
        assert_eq!(parsed(text), format!("agent `{agent}`: {error}"), "{text}");
    }
    for agent in ["random", "flat"] {
        assert_eq!(
            parsed(&format!("{agent}:weights.a=1")),
            format!("agent `{agent}`: it does not look at positions: it has no weights")
        );
    }
}

#[test]
fn weights_that_the_game_has_not_are_refused_for_the_match() {
    let o_an_quan = start(2, "");
    for agent in ["greedy", "minimax:depth=2", "mcts:cutoff=4"] {
        for (weights, error) in [
            ("weights.side-dan=10", ""),
            (
                "weights.side-dan=10.5",
                "option `side-dan` cannot be `10.5`: it takes a number from -10 to 10",
            ),
            (
                "weights.side-dam=1",
                "unknown option `side-dam`, did you mean `side-dan`?; the options are side-dan",
            ),
            ("weights.=1", "unknown option ``; the options are side-dan"),
        ] {
            let colon = if agent.contains(':') { ',' } else { ':' };
            let found = built(&format!("{agent}{colon}{weights}"), &o_an_quan);
            let name = agent.split(':').next().unwrap();
            let expected = match error {
                "" => String::new(),
                error => format!("agent `{name}`: weights of o-an-quan: {error}"),
            };
            assert_eq!(found, expected);
        }
    }
    let error = built("greedy:weights.side-dan=1", &carcassonne());
    assert_eq!(
        error,
        "agent `greedy`: weights of carcassonne: unknown option `side-dan`; \
         the options are meeple, meeple-early"
    );
    // An entrant is checked with all of its agents.
    let entrant: Entrant = "greedy:weights.meeple=99".parse().unwrap();
    assert!(entrant.check(&carcassonne()).unwrap_err().to_string().contains("from -10 to 10"));
}

/// A file of weights in a folder that lives as long as the test.
fn file(folder: &TempDir, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join("weights.toml");
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_file_stands_for_the_weights_in_it() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "# by trial\nmeeple-early = 3\nmeeple = -0.5\n");
    let path = path.display();
    let canonical = "greedy:weights.meeple=-0.5,weights.meeple-early=3";
    assert_eq!(parsed(&format!("greedy:weights={path}")), canonical);
    assert_eq!(built(canonical, &carcassonne()), "");
    let list = format!("random,greedy,weights={path}+minimax:depth=2,weights={path},random");
    let entrants = parse_list::<Entrant>(&list).unwrap();
    assert_eq!(entrants.len(), 3);
    assert_eq!(
        entrants[1].to_string(),
        format!("{canonical}+minimax:depth=2,weights.meeple=-0.5,weights.meeple-early=3")
    );
    // Beside a file others can be named, but none twice.
    file(&folder, "meeple = 2\n");
    assert_eq!(
        parsed(&format!("greedy:weights.meeple-early=1,weights={path}")),
        "greedy:weights.meeple=2,weights.meeple-early=1"
    );
    assert_eq!(
        parsed(&format!("greedy:weights={path},weights.meeple=2")),
        "agent `greedy`: the weight `meeple` is given twice"
    );
    assert_eq!(
        parsed(&format!("random:weights={path}")),
        "agent `random`: it does not look at positions: it has no weights"
    );
    file(&folder, "");
    assert_eq!(parsed(&format!("greedy:weights={path}")), "greedy");
}

#[test]
fn files_that_hold_no_weights_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("weights.toml");
    let refused = || {
        let text = parsed(&format!("greedy:weights={}", path.display()));
        text.replace(path.to_str().unwrap(), "FILE").replace("agent `greedy`: ", "")
    };
    let missing = refused();
    assert!(missing.starts_with("the weights in FILE cannot be read: "), "{missing}");
    for (text, error) in [
        ("a = 1\nb 2\n", "FILE is not TOML in line 2: "),
        ("a = 1\na = 2\n", "FILE is not TOML in line 2: "),
        ("[greedy]\na = 1\n", "has to be a finite number, but is of the type table"),
        ("a = [1, 2]\n", "has to be a finite number, but is of the type array"),
        (
            "a = \"1\"\n",
            "FILE: the weight `a` has to be a finite number, but is of the type string",
        ),
        ("a = true\n", "but is of the type boolean"),
        ("a = inf\n", "FILE: the weight `a` has to be a finite number, but is inf"),
        ("a = nan\n", "but is NaN"),
    ] {
        fs::write(&path, text).unwrap();
        assert!(refused().contains(error), "{}", refused());
        assert!(!refused().contains('\n'), "{}", refused());
    }
    fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(refused().starts_with("the weights in FILE cannot be read: "), "{}", refused());
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(refused().starts_with("the weights in FILE cannot be read: "), "{}", refused());
    // What is well written may still be of another game.
    fs::remove_dir(&path).unwrap();
    fs::write(&path, "side_dan = 1\n").unwrap();
    let error = built(&format!("greedy:weights={}", path.display()), &start(2, ""));
    assert!(error.contains("did you mean `side-dan`?"), "{error}");
}

/// In how many of some positions these agents choose the same way, with the same random numbers.
fn agreements<G: Evaluate>(one: &str, other: &str, positions: impl Iterator<Item = G>) -> [u32; 2] {
    let mut counts = [0, 0];
    for game in positions.filter(|game| legal(game).len() > 1) {
        let choice =
            |spec| agent(spec, &game).choose(&game, &legal(&game), &mut Random::new(1)).unwrap();
        counts[usize::from(choice(one) == choice(other))] += 1;
    }
    counts
}

#[test]
fn weights_change_choices() {
    let o_an_quan = start(2, "");
    let o_an_quan = || positions(&o_an_quan, 60);
    let ladder = AmidakujiBridge::new(options::from_pairs([]).unwrap(), 2).unwrap();
    let ladders = || positions(&ladder, 60);
    for agent in ["greedy", "minimax:depth=2"] {
        let colon = if agent.contains(':') { ',' } else { ':' };
        let with = |weights: &str| format!("{agent}{colon}{weights}");
        let [apart, _] = agreements(agent, &with("weights.side-dan=-5"), o_an_quan());
        assert!(apart >= 15, "{agent}: {apart}");
        let [apart, same] = agreements(agent, &with("weights.side-dan=0.75"), o_an_quan());
        assert!(apart == 0 && same > 40, "{agent}: {apart}");
        // Another search with another evaluation, not only another ordering.
        let [apart, _] = agreements::<OAnQuan>(&with("weights.side-dan=0"), agent, o_an_quan());
        assert!(apart >= 5, "{agent}: {apart}");
        let [apart, _] = agreements(agent, &with("weights.threat=10"), ladders());
        assert!(apart >= 3, "{agent}: {apart}");
    }
}
