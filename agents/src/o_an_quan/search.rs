//! Alpha-beta for the board of two players.

use super::evaluation::{POINT, evaluate};
use super::table::{Entry, Table};
use crate::bound::Bound;
use ludarium_engine::Game;
use ludarium_engine::o_an_quan::{Duel, DuelMove, DuelRules, OAnQuan, Played};

/// What a line of play counts for that is left before the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// What the evaluation says.
    Evaluated,
    /// As bad as can be for the player who begins the search: values are proved to be reached at least.
    Worst,
    /// As good as can be: values are proved not to be surpassed.
    Best,
}

/// A turn and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The turn.
    pub turn: DuelMove,
    /// By how much the player to move gains on the other in the rest of the game, in [`POINT`]s.
    pub value: i32,
    /// Whether the value is exact, or the true one is no greater.
    pub is_exact: bool,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Found {
    /// All turns, the best first. The others are [exact](Valued::is_exact) as far as was asked for.
    pub turns: Vec<Valued>,
    /// Depth in plies of the last completed search.
    pub depth: u32,
    /// Boards looked at.
    pub nodes: u64,
    /// Whether every line was followed to the end of the game, so that deeper is the same.
    pub is_final: bool,
}

/// How far to search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Greatest depth in plies, at least 1.
    pub depth: u32,
    /// Greatest number of boards looked at, the first ply being free.
    pub nodes: u64,
}

/// A search for one match.
///
/// Principal variation search with iterative deepening, aspiration, a transposition table whose key is the
/// same for a board and its mirror image, and turns ordered by the table's turn, then by what they
/// capture and leave behind, with killers and history to tell similar ones apart. There are no
/// reductions: the value is that of plain minimax to the depth, but for lines that the table knows to
/// the end of the game.
///
/// The value of a board is what the player to move gains on the other in the rest of the game. It depends on
/// the stores in nothing, so boards met with different stores share an entry of the table; and whoever
/// plays for it wins whenever the search sees a win, since a margin above 0 is one. It depends on
/// the limits on quiet turns and turns only where they can be reached: there, and only there, the
/// counters are part of the key.
pub struct Search {
    rules: DuelRules,
    quiet_limit: u32,
    turn_limit: u32,
    horizon: Horizon,
    table: Table,
    /// The last turn that cut a search off, by ply.
    killers: [DuelMove; Search::MOST_PLIES + 1],
    /// How often and how deep a turn cut a search off, by who began the search or the other.
    history: [[u32; 10]; 2],
    nodes: u64,
    most_nodes: u64,
    /// A line of play was left before the end of the game.
    reached_horizon: bool,
}

/// The search ran out of nodes; its values mean nothing.
#[derive(Debug)]
struct OutOfNodes;

/// More than any value: a proof has no bound here.
const UNBOUNDED: i32 = 1 << 28;
/// More than any bound.
const INFINITE: i32 = 1 << 29;

const NO_TURN: DuelMove = 0xFF;

/// The turn of the mirror image.
fn mirrored(turn: DuelMove) -> DuelMove {
    9 - turn
}

#[derive(Clone, Copy)]
struct Child {
    turn: DuelMove,
    played: Played,
    /// How promising it is for the player who moves.
    promise: i32,
}

/// How long the game has lasted.
#[derive(Clone, Copy)]
struct Clock {
    quiet: u32,
    turns: u32,
}

impl Search {
    /// No search is deeper, in plies.
    pub const MOST_PLIES: usize = 120;
    /// Buckets of the table of a player: 64 MiB.
    pub const PLAYERS_TABLE: usize = 1 << 20;

    /// Half the width of the first window around the value of the search before.
    const ASPIRATION: i32 = 3 * POINT;
    /// Boards are kept in the table from this depth on: others are searched about as fast as looked up.
    const SHALLOWEST: u32 = 3;
    /// What a killer is worth in the order of turns.
    const KILLER: i32 = POINT;

    /// A search of the game that `game` is a position of, with a table of up to `buckets` (a power of two)
    /// of 64 bytes; `None` for games that have no [`Duel`].
    pub fn new(game: &OAnQuan, horizon: Horizon, buckets: usize) -> Option<Self> {
        Some(Search {
            rules: DuelRules::new(game.rules()).filter(|_| game.players() == 2)?,
            quiet_limit: u32::from(game.rules().quiet_limit),
            turn_limit: u32::from(game.rules().turn_limit),
            horizon,
            table: Table::new(buckets),
            killers: [NO_TURN; Self::MOST_PLIES + 1],
            history: [[0; 10]; 2],
            nodes: 0,
            most_nodes: u64::MAX,
            reached_horizon: false,
        })
    }

    /// The turns of `game` and their values: the best turn with its value, and every other one exactly if
    /// it is less than `slack` worse, in [`POINT`]s. `None` for positions that have no [`Duel`].
    ///
    /// With a `slack` of 0 a search that the nodes did not suffice for counts as far as it went; with more
    /// all is of the last one completed.
    pub fn find(&mut self, game: &OAnQuan, limits: Limits, slack: i32) -> Option<Found> {
        let board = Duel::new(game)?;
        let clock = self.begin(game, limits.nodes);
        let child = |turn| Child { turn, played: board.play(&self.rules, turn), promise: 0 };
        let mut root: Vec<(Child, Valued)> = board
            .moves()
            .map(|turn| (child(turn), Valued { turn, value: 0, is_exact: false }))
            .collect();
        let mut found = Found { turns: Vec::new(), depth: 0, nodes: 0, is_final: false };
        for depth in 1..=limits.depth.min(Self::MOST_PLIES as u32) {
            // The first ply is free.
            self.most_nodes = if depth == 1 { u64::MAX } else { limits.nodes };
            let around =
                found.turns.first().filter(|_| slack == 0 && depth > 3).map(|best| best.value);
            let finished = self.deepen(&mut root, clock, depth, slack, around);
            if finished || slack == 0 {
                found.turns = root.iter().map(|(_, valued)| *valued).collect();
            }
            if !finished {
                break;
            }
            (found.depth, found.is_final) = (depth, !self.reached_horizon);
            if found.is_final {
                break;
            }
        }
        found.nodes = self.nodes;
        Some(found)
    }

    /// Whether the player to move gains at least `points` on the other in the rest of the game, as far as
    /// `depth` plies show. `None` for positions that have no [`Duel`].
    pub fn reaches(&mut self, game: &OAnQuan, points: i32, depth: u32) -> Option<bool> {
        let board = Duel::new(game)?;
        let clock = self.begin(game, u64::MAX);
        let beta = points * POINT;
        let value = self.value(&board, clock, depth, beta - 1, beta, 0);
        value.ok().map(|value| value >= beta)
    }

    /// Boards looked at in the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn begin(&mut self, game: &OAnQuan, nodes: u64) -> Clock {
        (self.nodes, self.most_nodes, self.reached_horizon) = (0, nodes, false);
        self.killers.fill(NO_TURN);
        self.history = [[0; 10]; 2];
        Clock { quiet: u32::from(game.quiet_turns()), turns: u32::from(game.turns()) }
    }

    /// Searches all turns of the root to `depth`, the best before first, and sorts them; returns whether
    /// the nodes sufficed. If not, the order and values of turns say what was found so far.
    fn deepen(
        &mut self,
        root: &mut [(Child, Valued)],
        clock: Clock,
        depth: u32,
        slack: i32,
        around: Option<i32>,
    ) -> bool {
        let mut width = Self::ASPIRATION;
        let (mut alpha, mut beta) = match around {
            None => (-INFINITE, INFINITE),
            Some(value) => (value - width, value + width),
        };
        loop {
            self.reached_horizon = false;
            let Ok(value) = self.search_root(root, clock, depth, slack, (alpha, beta)) else {
                return false;
            };
            width = width.saturating_mul(4).min(INFINITE);
            if value <= alpha {
                alpha = (value - width).max(-INFINITE);
            } else if value >= beta {
                beta = (value + width).min(INFINITE);
            } else {
                return true;
            }
        }
    }

    /// One pass over the turns of the root within a window; returns the best value. A turn that is better
    /// than those before, or as good as was asked for, gets its value at once; and if it is the best yet,
    /// the first place.
    fn search_root(
        &mut self,
        root: &mut [(Child, Valued)],
        clock: Clock,
        depth: u32,
        slack: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, OutOfNodes> {
        let mut best = -INFINITE;
        for place in 0..root.len() {
            self.spend(1)?;
            let played = root[place].0.played;
            // What is worse than this need not be known.
            let floor = alpha.max(best - slack);
            let mut value = if place == 0 {
                self.value_after(&played, clock, depth, floor, beta, 0)?
            } else {
                self.value_after(&played, clock, depth, floor, floor + 1, 0)?
            };
            if place > 0 && floor < value && value < beta {
                value = self.value_after(&played, clock, depth, floor, beta, 0)?;
            }
            let valued = &mut root[place].1;
            (valued.value, valued.is_exact) = (value, floor < value && value < beta);
            if value > best {
                best = value;
                if value > alpha {
                    root[..=place].rotate_right(1);
                }
            }
            if value >= beta {
                break;
            }
        }
        if slack > 0 {
            root.sort_by_key(|(_, valued)| -valued.value);
        }
        Ok(best)
    }

    fn spend(&mut self, nodes: u64) -> Result<(), OutOfNodes> {
        self.nodes += nodes;
        if self.nodes > self.most_nodes { Err(OutOfNodes) } else { Ok(()) }
    }

    /// The value for the player who made it of a turn that led to `played`; `depth` counts the turn.
    #[inline]
    fn value_after(
        &mut self,
        played: &Played,
        clock: Clock,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, OutOfNodes> {
        let gain = played.gain * POINT;
        if played.over {
            return Ok(gain);
        }
        let quiet = if played.captured { 0 } else { clock.quiet + 1 };
        let clock = Clock { quiet, turns: clock.turns + 1 };
        if clock.quiet >= self.quiet_limit || clock.turns >= self.turn_limit {
            return Ok(gain - played.next.settlement(&self.rules) * POINT);
        }
        let (low, high) = (gain - beta, gain - alpha);
        Ok(gain - self.value(&played.next, clock, depth - 1, low, high, ply + 1)?)
    }

    /// The value of a board after `depth` more plies: exact where it lies between `alpha` and `beta`, a
    /// bound beyond.
    fn value(
        &mut self,
        board: &Duel,
        clock: Clock,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
    ) -> Result<i32, OutOfNodes> {
        if depth == 0 || board.is_stuck() {
            return Ok(self.value_at_horizon(board, ply));
        }
        if depth < Self::SHALLOWEST {
            return self.shallow_value(board, clock, depth, alpha, beta, ply);
        }
        let (key, is_mirrored) = self.key(board, clock, depth, ply);
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            first = Some(if is_mirrored { mirrored(entry.best) } else { entry.best });
            if self.answers(&entry, clock, depth) {
                match entry.bound {
                    Bound::Exact => (alpha, beta) = (entry.value, entry.value),
                    Bound::AtLeast => alpha = alpha.max(entry.value),
                    Bound::AtMost => beta = beta.min(entry.value),
                }
                if alpha >= beta {
                    self.reached_horizon |= !entry.is_final;
                    return Ok(entry.value);
                }
            }
        }
        // Whether a line was left is asked of this board alone.
        let reached_before = std::mem::replace(&mut self.reached_horizon, false);
        let (value, best) = self.best_of_turns(board, clock, depth, alpha, beta, ply, first)?;
        let bound = Bound::of(value, alpha, beta);
        self.table.put(Entry {
            key,
            value,
            depth: depth as u8,
            bound,
            is_final: !self.reached_horizon,
            best: if is_mirrored { mirrored(best) } else { best },
        });
        self.reached_horizon |= reached_before;
        Ok(value)
    }

    /// Whether an entry tells the value of a board to `depth` under the clock. One that follows the game to
    /// its end does if no limit can strike before.
    fn answers(&self, entry: &Entry, clock: Clock, depth: u32) -> bool {
        let known = u32::from(entry.depth);
        known == depth
            || entry.is_final
                && clock.quiet + known < self.quiet_limit
                && clock.turns + known < self.turn_limit
    }

    /// [`Self::value`] and the turn it comes from, by trying the turns; the table's turn `first`.
    #[expect(clippy::too_many_arguments, reason = "the window and the place in the tree")]
    fn best_of_turns(
        &mut self,
        board: &Duel,
        clock: Clock,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        first: Option<DuelMove>,
    ) -> Result<(i32, DuelMove), OutOfNodes> {
        let (mut best, mut best_turn) = (-INFINITE, NO_TURN);
        // What was best before often is enough: the others need not even be looked at.
        if let Some(turn) = first {
            self.spend(1)?;
            best =
                self.value_after(&board.play(&self.rules, turn), clock, depth, alpha, beta, ply)?;
            best_turn = turn;
            alpha = alpha.max(best);
            if alpha >= beta {
                return Ok((best, best_turn));
            }
        }
        let (mut children, count) = self.children(board, first, ply)?;
        let children = &mut children[..count];
        for place in 0..count {
            bring_best_forward(&mut children[place..]);
            let Child { turn, played, .. } = children[place];
            let mut value;
            if best_turn == NO_TURN {
                value = self.value_after(&played, clock, depth, alpha, beta, ply)?;
            } else {
                value = self.value_after(&played, clock, depth, alpha, alpha + 1, ply)?;
                if alpha < value && value < beta {
                    value = self.value_after(&played, clock, depth, alpha, beta, ply)?;
                }
            }
            if value > best {
                (best, best_turn) = (value, turn);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.killers[ply] = turn;
                self.history[ply % 2][usize::from(turn)] += depth * depth;
                break;
            }
        }
        Ok((best, best_turn))
    }

    /// The children of a board but for the turn `except`, and their number.
    #[inline]
    fn children(
        &mut self,
        board: &Duel,
        except: Option<DuelMove>,
        ply: usize,
    ) -> Result<([Child; 10], usize), OutOfNodes> {
        let nothing = Played { next: *board, gain: 0, captured: false, over: false };
        let mut children = [Child { turn: NO_TURN, played: nothing, promise: 0 }; 10];
        let mut count = 0;
        let turns = board.moves().filter(|&turn| Some(turn) != except);
        for (child, turn) in children.iter_mut().zip(turns) {
            let played = board.play(&self.rules, turn);
            let left = if played.over { 0 } else { evaluate(&played.next) };
            let killer = if self.killers[ply] == turn { Self::KILLER } else { 0 };
            let history = (self.history[ply % 2][usize::from(turn)] >> 8).min(POINT as u32) as i32;
            let promise = played.gain * POINT - left + killer + history;
            *child = Child { turn, played, promise };
            count += 1;
        }
        self.spend(count as u64)?;
        Ok((children, count))
    }

    /// [`Self::value`] close to the horizon: turns are tried as they come, a killer first.
    #[inline]
    fn shallow_value(
        &mut self,
        board: &Duel,
        clock: Clock,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, OutOfNodes> {
        let mut turns = [NO_TURN; 10];
        let mut count = 0;
        for turn in board.moves() {
            turns[count] = turn;
            if turn == self.killers[ply] {
                turns.swap(0, count);
            }
            count += 1;
        }
        let mut best = -INFINITE;
        for &turn in &turns[..count] {
            self.spend(1)?;
            let played = board.play(&self.rules, turn);
            best = best.max(self.value_after(&played, clock, depth, alpha, beta, ply)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                self.killers[ply] = turn;
                break;
            }
        }
        Ok(best)
    }

    fn value_at_horizon(&mut self, board: &Duel, ply: usize) -> i32 {
        self.reached_horizon = true;
        let worst = if ply.is_multiple_of(2) { -UNBOUNDED } else { UNBOUNDED };
        match self.horizon {
            Horizon::Evaluated => evaluate(board),
            Horizon::Worst => worst,
            Horizon::Best => -worst,
        }
    }

    /// The key of a board, and whether it is the mirror image that is hashed.
    #[inline]
    fn key(&self, board: &Duel, clock: Clock, depth: u32, ply: usize) -> (u64, bool) {
        let (mut halves, mut is_mirrored) = (board.halves(), false);
        if self.rules.are_symmetric() {
            let image = board.mirrored().halves();
            if image < halves {
                (halves, is_mirrored) = (image, true);
            }
        }
        // Odd constants without a pattern: the golden ratio, and multipliers of well-known generators.
        let mixed = |one: u64, other: u64| {
            let product =
                u128::from(one ^ 0x9E37_79B9_7F4A_7C15) * u128::from(other ^ 0xD1B5_4A32_D192_ED03);
            (product >> 64) as u64 ^ product as u64
        };
        let mut key = mixed(halves[0], halves[1]);
        let can_stop =
            clock.quiet + depth >= self.quiet_limit || clock.turns + depth >= self.turn_limit;
        if can_stop {
            key = mixed(key, u64::from(clock.quiet) << 32 | u64::from(clock.turns));
        }
        // What an open line counts for depends on whose turn it is.
        if self.horizon != Horizon::Evaluated && !ply.is_multiple_of(2) {
            key = !key;
        }
        (key, is_mirrored)
    }
}

/// Swaps the most promising child to the front.
#[inline]
fn bring_best_forward(children: &mut [Child]) {
    let mut best = 0;
    for (place, child) in children.iter().enumerate() {
        if child.promise > children[best].promise {
            best = place;
        }
    }
    children.swap(0, best);
}
