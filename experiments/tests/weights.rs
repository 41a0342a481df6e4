//! Every weight of every game is there for something: it changes what `greedy` chooses.

use ludarium_agents::{AgentSpec, Evaluate};
use ludarium_engine::{Options, Random, Turn, Values, options};
use ludarium_experiments::registry::{GameId, WithGame, with_game};

/// Rules other than the default under which some weights count.
fn more_rules(game: &str) -> &'static [&'static str] {
    match game {
        "amidakuji-bridge" => &["coins=start coin-goal=most"],
        _ => &[],
    }
}

/// Views of the decisions of a game that is played at random and greedily by turns.
fn decisions<G: Evaluate>(start: &G, seed: u64) -> Vec<G> {
    let greedy: AgentSpec = "greedy".parse().unwrap();
    let mut agent = greedy.build(start).unwrap();
    let mut random = Random::new(seed);
    let (mut game, mut decisions, mut legal) = (start.clone(), Vec::new(), Vec::new());
    loop {
        match game.turn() {
            Turn::Over => return decisions,
            Turn::Chance => game.apply_chance(&game.sample_chance(&mut random)),
            Turn::Player(seat) => {
                legal.clear();
                game.legal_actions(&mut legal);
                if legal.len() > 1 {
                    let mut view = game.clone();
                    view.hide_from(seat);
                    decisions.push(view.clone());
                    // Half of the actions are greedy ones: what matters comes up more often.
                    if random.below(2) == 0 {
                        game.apply(agent.choose(&view, &legal, &mut random).unwrap());
                        continue;
                    }
                }
                game.apply(random.pick(&legal));
            }
        }
    }
}

struct Matter;

impl WithGame for Matter {
    type Output = usize;

    /// Returns the number of weights.
    fn run<G: Evaluate>(self) -> usize {
        let mut positions = Vec::new();
        for rules in [""].iter().chain(more_rules(G::ID)) {
            let rules: G::Rules = options::from_pairs(rules.split_whitespace()).unwrap();
            let start = G::new(rules, *G::players_for(&rules).end()).unwrap();
            positions.extend((0..6).flat_map(|seed| decisions(&start, seed)));
        }
        for weight in G::Weights::TABLE {
            let Values::Real(least, most) = weight.values else {
                panic!("{}: the weight {} is no real number", G::ID, weight.name)
            };
            let chosen = |spec: &AgentSpec, view: &G| {
                let mut legal = Vec::new();
                view.legal_actions(&mut legal);
                let mut agent = spec.build(view).unwrap();
                agent.choose(view, &legal, &mut Random::new(1)).unwrap()
            };
            let usual: AgentSpec = "greedy".parse().unwrap();
            let changes = |value: f64| {
                let text = format!("greedy:weights.{}={value}", weight.name);
                let spec: AgentSpec = text.parse().unwrap();
                positions.iter().filter(|view| chosen(&spec, view) != chosen(&usual, view)).count()
            };
            let changed = changes(least) + changes(most);
            assert!(changed > 0, "{}: the weight {} changes nothing", G::ID, weight.name);
        }
        G::Weights::TABLE.len()
    }
}

#[test]
fn each_weight_changes_choices_at_an_end_of_its_range() {
    let counts = GameId::ALL.map(|game| with_game(game, Matter));
    assert!(counts.iter().sum::<usize>() > 10, "{counts:?}");
}
