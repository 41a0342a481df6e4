//! Values of positions of Ô Ăn Quan for two, proved from both sides.
//!
//! The value of a position is the margin of the player to move at the end of the game when both play for
//! the margin, the limits on the length of the game included. A search to a depth that counts every line it
//! leaves as lost without bound for the player to move ([`Horizon::Worst`]) proves that this player reaches
//! what it finds; counting them as won without bound ([`Horizon::Best`]) proves that no more can be reached. With
//! every ply the two close in on each other, and where they meet the value is exact.
//!
//! The proofs rest on the search alone, no evaluation and no table of endings, and on 64-bit keys of boards:
//! see `agents/src/o_an_quan/table.rs` for how likely two boards are taken for one another.

use ludarium_agents::o_an_quan::{Horizon, Limits, Search};
use ludarium_engine::o_an_quan::{Action, Duel, OAnQuan};
use ludarium_engine::{Game, Turn};

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Proved {
    /// The margin that the player to move reaches at least; `None` where none is proved.
    pub at_least: Option<i32>,
    /// The margin that it cannot surpass; `None` where none is proved.
    pub at_most: Option<i32>,
    /// Plies searched.
    pub depth: u32,
    /// Boards looked at, over all depths.
    pub nodes: u64,
}

impl Proved {
    /// The value, where it is known.
    pub fn exact(&self) -> Option<i32> {
        self.at_least.filter(|_| self.at_least == self.at_most)
    }

    /// What it comes to for the player to move.
    pub fn outcome(&self) -> Outcome {
        match (self.at_least, self.at_most) {
            (Some(least), _) if least > 0 => Outcome::Win,
            (_, Some(most)) if most < 0 => Outcome::Loss,
            (Some(0), Some(0)) => Outcome::Draw,
            (Some(0), _) => Outcome::NoLoss,
            (_, Some(0)) => Outcome::NoWin,
            _ => Outcome::Open,
        }
    }
}

/// What is proved of who wins, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It wins by force.
    Win,
    /// It wins or draws.
    NoLoss,
    /// Neither can win.
    Draw,
    /// It loses or draws.
    NoWin,
    /// The other wins by force.
    Loss,
    /// Nothing.
    Open,
}

/// Margins beyond this are not told apart.
const MOST_MARGIN: i32 = 1000;

/// Closes in on the value of a position, ply by ply.
pub struct Prover {
    game: OAnQuan,
    /// The margin so far.
    margin: i32,
    worst: Search,
    best: Search,
    proved: Proved,
}

impl Prover {
    /// Buckets of the tables of the two searches: 512 MiB each.
    const BUCKETS: usize = 1 << 23;

    /// A prover that has proved nothing yet; `None` where the game has no [`Duel`] or is over.
    pub fn new(game: &OAnQuan) -> Option<Self> {
        Duel::new(game)?;
        let Turn::Player(seat) = game.turn() else { return None };
        let (scores, side) = (game.scores(), game.side(seat));
        Some(Prover {
            game: *game,
            margin: scores[side] - scores[1 - side],
            worst: Search::new(game, Horizon::Worst, Self::BUCKETS)?,
            best: Search::new(game, Horizon::Best, Self::BUCKETS)?,
            proved: Proved { at_least: None, at_most: None, depth: 0, nodes: 0 },
        })
    }

    /// What is proved so far.
    pub fn proved(&self) -> &Proved {
        &self.proved
    }

    /// Searches one ply deeper, from both sides at once.
    pub fn deepen(&mut self) {
        let depth = self.proved.depth + 1;
        let (game, before) = (&self.game, &self.proved);
        let to_come = |margin: Option<i32>| margin.map(|margin| margin - self.margin);
        let (least, most) = (to_come(before.at_least), to_come(before.at_most));
        let ((least, nodes), (most, more_nodes)) = rayon::join(
            || climb(&mut self.worst, game, depth, least, 1),
            || climb(&mut self.best, game, depth, most.map(|most| -most), -1),
        );
        let from_start = |gain: Option<i32>| gain.map(|gain| gain + self.margin);
        self.proved = Proved {
            at_least: from_start(least),
            at_most: from_start(most.map(|most| -most)),
            depth,
            nodes: before.nodes + nodes + more_nodes,
        };
    }

    /// A line of best play from a position whose value is known: each move keeps what is proved for its
    /// player.
    pub fn best_line(&self) -> Vec<Action> {
        let (mut game, mut line) = (self.game, Vec::new());
        while let Turn::Player(seat) = game.turn() {
            let depth = self.proved.depth.saturating_sub(line.len() as u32).max(1);
            let mut search = Search::new(&game, Horizon::Worst, Search::PLAYERS_TABLE);
            let limits = Limits { depth, nodes: u64::MAX };
            let found = search.as_mut().and_then(|search| search.find(&game, limits, 0));
            let Some(found) = found else { break };
            let action = Duel::action(found.turns[0].turn, seat.0);
            game.apply(action);
            line.push(action);
        }
        line
    }
}

/// The greatest gain that `search` proves with `sign` 1; with -1 the negative of the least that it proves not
/// to be surpassed. Beginning from what is known, in steps that double and then halve.
fn climb(
    search: &mut Search,
    game: &OAnQuan,
    depth: u32,
    known: Option<i32>,
    sign: i32,
) -> (Option<i32>, u64) {
    let mut nodes = 0;
    // Whether the gain is at least `gain`; or at most `-gain`.
    let mut holds = |gain: i32| {
        let reached = match sign {
            1 => search.reaches(game, gain, depth),
            _ => search.reaches(game, 1 - gain, depth).map(|reached| !reached),
        };
        nodes += search.nodes();
        reached == Some(true)
    };
    let mut proved = match known {
        Some(known) => known,
        None if holds(-MOST_MARGIN) => -MOST_MARGIN,
        None => return (None, nodes),
    };
    let mut step = 1;
    while holds(proved + step) {
        proved += step;
        step *= 2;
    }
    while step > 1 {
        step /= 2;
        if holds(proved + step) {
            proved += step;
        }
    }
    (Some(proved), nodes)
}
