//! A grid of cells (agents, numbers of players, rules), all played on the same luck.

use crate::arena::{Arena, Course, MatchError, Plies};
use crate::output::manifest::Experiment;
use crate::stats::balance::{CellTally, MeanList, Observation, PairTally, observe};
use anyhow::{Context, bail, ensure};
use ludarium_agents::{AgentSpec, Evaluate, SpecError};
use ludarium_engine::notation::number;
use ludarium_engine::options::{self, hint, nearest, players_text, value_text};
use ludarium_engine::{Game, Options, Random, Seat, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a grid is made of: with the program and the game's version it decides every byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GridDesign {
    /// The game's id.
    pub game: String,
    /// The version of its rules engine.
    pub game_version: u32,
    /// Numbers of players.
    pub players: Vec<u8>,
    /// Rule options that are the same in all cells and differ from the defaults.
    pub rules: Map<String, Value>,
    /// Rule options that vary, with their values.
    pub vary: Map<String, Value>,
    /// The agents, as canonical specs; each plays all seats by itself.
    pub agents: Vec<String>,
    /// Groups: matches of each cell, each on luck of its own.
    pub groups: u64,
    /// Random plies before the agents play.
    pub opening_plies: Plies,
    /// The master seed.
    pub seed: u64,
    /// How many runs, with the seeds from `seed` on, are held against exact values; none for a single
    /// run that is reported itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibrate: Option<u64>,
}

impl Experiment for GridDesign {
    const COMMAND: &'static str = "balance";
    const WHAT: &'static str = "a measurement of balance";

    fn game(&self) -> (&str, u32) {
        (&self.game, self.game_version)
    }
}

/// The option of the command line that names what varies.
const VARY: &str = "--vary";
/// What the number of players is called there.
const PLAYERS: &str = "players";
/// The most cells of a grid: their tallies are kept in memory, and every thread plays them all.
const MOST_CELLS: usize = 10_000;

/// What varies: the numbers of players, and rule options with their values.
type Varied = (Vec<u8>, Map<String, Value>);

/// Reads what varies, in texts such as `goal-rule=printed,bounce` and `players=2,3`, beside the fixed
/// `rules` and number of `players`.
///
/// # Errors
///
/// If an option or value is not the game's, is given twice, or is fixed and varied at once.
pub fn read_varied<G: Game>(
    texts: &[String],
    rules: &[String],
    players: Option<u8>,
) -> anyhow::Result<Varied> {
    let (mut player_counts, mut vary) = (Vec::new(), Map::new());
    for text in texts {
        let (name, values) = text.split_once('=').with_context(|| {
            format!("{VARY}: `{text}` is not of the form option=value,value or players=2,3")
        })?;
        let values: Vec<&str> = values.split(',').map(str::trim).collect();
        if let Some(place) = (1..values.len()).find(|&n| values[..n].contains(&values[n])) {
            bail!("{VARY} {name}: the value `{}` is given twice", values[place]);
        }
        if name == PLAYERS {
            ensure!(players.is_none(), "--players and {VARY} players go against each other");
            ensure!(player_counts.is_empty(), "{VARY} {name} is given twice");
            player_counts = values
                .iter()
                .map(|value| match number(PLAYERS, value, G::PLAYERS) {
                    Ok(count) => Ok(count),
                    Err(_) => {
                        let (least, most) = G::PLAYERS.into_inner();
                        let players = players_text(least, most);
                        bail!("{VARY} players: {} is for {players}, not `{value}`", G::ID)
                    }
                })
                .collect::<anyhow::Result<_>>()?;
            continue;
        }
        let known = || G::Rules::TABLE.iter().map(|option| option.name).chain([PLAYERS]);
        ensure!(
            known().any(|option| option == name),
            "{VARY}: {} has no option `{name}`{}; what can be varied is {}",
            G::ID,
            hint(&nearest(name, known())),
            known().collect::<Vec<_>>().join(", ")
        );
        let is_fixed = rules.iter().any(|pair| pair.split('=').next() == Some(name));
        ensure!(!is_fixed, "--rule {name} and {VARY} {name} go against each other");
        let values: Vec<Value> = values
            .into_iter()
            .map(|value| read_value::<G>(name, value))
            .collect::<Result<_, _>>()?;
        ensure!(
            vary.insert(name.to_string(), Value::Array(values)).is_none(),
            "{VARY} {name} is given twice"
        );
    }
    Ok((player_counts, vary))
}

/// The JSON value of one option. It may need others beside it, which is for the cells to check.
fn read_value<G: Game>(name: &str, text: &str) -> anyhow::Result<Value> {
    let info = G::Rules::TABLE.iter().find(|info| info.name == name);
    info.and_then(|info| info.values.read(text)).with_context(|| {
        let expected = info.map_or(String::new(), |info| info.values.to_string());
        format!("{VARY} {name}: it cannot be `{text}`, it takes {expected}")
    })
}

/// The command that measures `design` again.
pub fn command(design: &GridDesign) -> String {
    let mut command = format!("ludarium balance {}", design.game);
    match &design.players[..] {
        [alone] => command += &format!(" --players {alone}"),
        players => command += &format!(" {VARY} players={}", joined(players)),
    }
    for (name, value) in &design.rules {
        command += &format!(" --rule {name}={}", value_text(value));
    }
    for (name, values) in &design.vary {
        let values: Vec<String> = list(values).iter().map(value_text).collect();
        command += &format!(" {VARY} {name}={}", values.join(","));
    }
    command += &format!(
        " --agents {} --groups {} --opening-plies {} --seed {}",
        design.agents.join(","),
        design.groups,
        design.opening_plies,
        design.seed
    );
    if let Some(runs) = design.calibrate {
        command += &format!(" --calibrate {runs}");
    }
    command
}

fn joined(numbers: &[u8]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn list(values: &Value) -> &[Value] {
    values.as_array().map_or(&[], Vec::as_slice)
}

/// Where a cell is in its grid, as files and tables name it.
#[derive(Clone, Debug, PartialEq)]
pub struct CellName {
    /// The agent that plays all seats.
    pub agent: String,
    /// The number of players.
    pub players: u8,
    /// The value of each rule option that varies, in the order of the design.
    pub values: Vec<String>,
    /// The cell with the same agent and players under the base rules, in which every option that
    /// varies has its default; itself if it is the one.
    pub base: usize,
}

/// One cell.
#[derive(Clone, Debug)]
struct Cell<G> {
    start: G,
    spec: AgentSpec,
    /// The side that acts first.
    first_side: usize,
    means: MeanList,
}

/// All cells of a design, ready to be played.
#[derive(Clone, Debug)]
pub struct Grid<G> {
    cells: Vec<Cell<G>>,
    /// The names of the cells.
    pub names: Vec<CellName>,
    opening_plies: Plies,
    seed: u64,
}

impl<G: Evaluate> Grid<G> {
    /// The grid of `design`: every agent with every number of players under every choice of the
    /// values that vary, and the base rules where they are not among them.
    ///
    /// # Errors
    ///
    /// If values do not go together in a cell, an agent cannot play the game, or there are too many
    /// cells.
    pub fn new(design: &GridDesign) -> anyhow::Result<Self> {
        ensure!(!design.agents.is_empty(), "--agents: an agent is needed");
        for (place, agent) in design.agents.iter().enumerate() {
            ensure!(!design.agents[..place].contains(agent), "--agents: `{agent}` is given twice");
        }
        let base = defaults_of::<G>(&design.vary);
        let mut choices = choices(&design.vary)?;
        if !choices.contains(&base) {
            choices.insert(0, base.clone());
        }
        let specs: Vec<AgentSpec> =
            design.agents.iter().map(|spec| spec.parse()).collect::<Result<_, SpecError>>()?;
        let cells = specs.len() * design.players.len() * choices.len();
        ensure!(
            cells <= MOST_CELLS,
            "{cells} cells are more than the {MOST_CELLS} that a grid may have: vary less at a time"
        );
        let mut grid = Grid {
            cells: Vec::new(),
            names: Vec::new(),
            opening_plies: design.opening_plies,
            seed: design.seed,
        };
        for spec in &specs {
            for &players in &design.players {
                let first = grid.cells.len();
                for varied in &choices {
                    let place =
                        || format!("the cell players={players} {}", options::to_text(varied));
                    let rules = design.rules.iter().chain(varied);
                    let rules = rules.map(|(name, value)| (name.clone(), value.clone())).collect();
                    let rules = options::from_map(&rules).with_context(place)?;
                    let start = G::new(rules, players).with_context(place)?;
                    spec.build(&start).context("--agents")?;
                    let base = choices.iter().position(|choice| *choice == base).unwrap_or(0);
                    grid.names.push(CellName {
                        agent: spec.to_string(),
                        players,
                        values: design
                            .vary
                            .keys()
                            .map(|name| varied.get(name).map_or(String::new(), value_text))
                            .collect(),
                        base: first + base,
                    });
                    grid.cells.push(Cell {
                        first_side: first_side(&start),
                        means: MeanList::new(start.sides()),
                        spec: spec.clone(),
                        start,
                    });
                }
            }
        }
        Ok(grid)
    }

    /// The rules of each cell that differ from the defaults, and its number of players.
    pub fn games(&self) -> impl Iterator<Item = (Map<String, Value>, u8)> {
        self.cells
            .iter()
            .map(|cell| (options::difference(cell.start.rules()), cell.start.players()))
    }

    /// Empty tallies for all cells and their differences from the base rules.
    pub fn tallies(&self) -> Tallies {
        let sides = |cell: &Cell<G>| cell.start.sides();
        let varied = self.names.iter().enumerate().filter(|(index, name)| name.base != *index);
        Tallies {
            groups: 0,
            cells: self.cells.iter().map(|cell| CellTally::new(sides(cell))).collect(),
            pairs: varied.map(|(index, _)| PairTally::new(sides(&self.cells[index]))).collect(),
        }
    }

    /// What one thread needs to play the grid under the design's seed and `seed_offset`.
    pub fn table(&self, seed_offset: u64) -> Table<'_, G> {
        let seed = self.seed.wrapping_add(seed_offset);
        let arena = |cell: &Cell<G>| Arena::new(&cell.start, seed, self.opening_plies);
        Table {
            grid: self,
            arenas: self.cells.iter().map(arena).collect(),
            course: Course::default(),
            observations: vec![Observation::default(); self.cells.len()],
        }
    }
}

/// The side that acts first in a game that begins from `start`: whose luck it is or who decides,
/// after the chance that all share. No game lets that chance decide who begins.
fn first_side<G: Game>(start: &G) -> usize {
    let (mut game, mut random) = (start.clone(), Random::new(0));
    loop {
        let seat = match game.turn() {
            Turn::Player(seat) => Some(seat),
            Turn::Chance => game.chance_seat(),
            Turn::Over => Some(Seat(0)),
        };
        if let Some(seat) = seat {
            return game.side(seat);
        }
        game.apply_chance(&game.sample_chance(&mut random));
    }
}

/// The default of each option that varies.
fn defaults_of<G: Game>(vary: &Map<String, Value>) -> Map<String, Value> {
    let defaults = options::to_map(&G::Rules::default());
    let default = |name: &String| Some((name.clone(), defaults.get(name)?.clone()));
    vary.keys().filter_map(default).collect()
}

/// Every choice of a value for each option, the last option varying fastest.
fn choices(vary: &Map<String, Value>) -> anyhow::Result<Vec<Map<String, Value>>> {
    let mut all = vec![Map::new()];
    for (name, values) in vary {
        let longer = |choice: Map<String, Value>| {
            list(values).iter().map(move |value| {
                let mut choice = choice.clone();
                choice.insert(name.clone(), value.clone());
                choice
            })
        };
        all = all.into_iter().flat_map(longer).collect();
        ensure!(
            all.len() <= MOST_CELLS,
            "more than {MOST_CELLS} choices of rules: vary less at a time"
        );
    }
    Ok(all)
}

/// The tallies of all cells of a grid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tallies {
    /// Groups so far: matches of each cell.
    pub groups: u64,
    /// One a cell.
    pub cells: Vec<CellTally>,
    /// One a cell that is not its own base, in the order of the cells.
    pub pairs: Vec<PairTally>,
}

impl Tallies {
    /// Adds everything that went into `other`, which is of the same grid or empty.
    pub fn merge(&mut self, other: &Tallies) {
        self.groups += other.groups;
        for (mine, others) in self.cells.iter_mut().zip(&other.cells) {
            mine.merge(others);
        }
        for (mine, others) in self.pairs.iter_mut().zip(&other.pairs) {
            mine.merge(others);
        }
    }

    /// Whether they can be tallies of `grid`: in number, shape, and as sums over so many groups.
    pub fn fit<G: Evaluate>(&self, grid: &Grid<G>) -> bool {
        let empty = grid.tallies();
        let cells = self.cells.len() == empty.cells.len()
            && self.cells.iter().zip(&empty.cells).all(|(mine, empty)| mine.has_shape_of(empty))
            && self.cells.iter().all(|cell| cell.holds(self.groups));
        let pairs = self.pairs.len() == empty.pairs.len()
            && self.pairs.iter().zip(&empty.pairs).all(|(mine, empty)| mine.has_shape_of(empty))
            && self.pairs.iter().all(|pair| pair.holds(self.groups));
        cells && pairs
    }
}

/// Plays groups of a grid on one thread.
pub struct Table<'a, G: Evaluate> {
    grid: &'a Grid<G>,
    arenas: Vec<Arena<G>>,
    course: Course<G>,
    observations: Vec<Observation>,
}

impl<G: Evaluate> Table<'_, G> {
    /// Plays one match of every cell on the luck of `group` and adds them to `tallies`, which may be
    /// empty.
    ///
    /// # Errors
    ///
    /// As [`Arena::play`].
    pub fn play(&mut self, group: u64, tallies: &mut Tallies) -> Result<(), MatchError> {
        if tallies.cells.is_empty() {
            *tallies = self.grid.tallies();
        }
        let course = &mut self.course;
        for (index, cell) in self.grid.cells.iter().enumerate() {
            let seats = [&cell.spec; ludarium_engine::MAX_SEATS];
            let seats = &seats[..usize::from(cell.start.players())];
            course.begin();
            let watch = |game: &G, event: &_| course.watch(game, event);
            let outcome = self.arenas[index].play(group, group, seats, watch)?;
            let summary = course.finish(&outcome.scores);
            let observation = &mut self.observations[index];
            observe(observation, &outcome, &summary, cell.first_side, &cell.means);
            tallies.cells[index].push(observation);
        }
        let mut pairs = tallies.pairs.iter_mut();
        for (index, name) in self.grid.names.iter().enumerate() {
            if name.base != index
                && let Some(pair) = pairs.next()
            {
                pair.push(&self.observations[name.base], &self.observations[index]);
            }
        }
        tallies.groups += 1;
        Ok(())
    }
}
