//! The position and its phases.

use super::ladder::{
    ALL_SLOPES, Board, Kind, Ladder, MOST_BRIDGES, MOST_COLUMNS, NO_NODES, Nodes, Places, bit,
    count, each_of_kind, each_place, only,
};
use super::moves::{Action, Next, Place, Point};
use super::rules::{Coins, MayMust, Push, Rules};
use super::{notation, score};
use crate::game::{Game, Never, Ranks, Scores, Seat, Turn};
use crate::notation::NotationError;
use crate::options::{OptionError, YesNo, check, check_players};
use crate::random::Random;
use arrayvec::ArrayVec;

/// The coins of the box, for `coins=start`.
pub(super) const SUPPLY: u8 = 12;
/// Tokens of a seat that take part at a time.
pub(super) const ACTIVE: usize = 2;

/// What is decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Laying bridges, `L`.
    Lay,
    /// Naming gaps or traps, `G`.
    Name,
    /// Setting the first tokens, or choosing where a walk of the puzzle begins, `S`.
    Set,
    /// Moving, `M`.
    Move,
    /// Pushing a bridge off or keeping it, `P`.
    Push,
    /// Setting waiting tokens, `E`.
    Enter,
    /// Relocating bridges, `R`.
    Relocate,
    /// Nothing: the game is over, `X`.
    Over,
}

/// A token that takes part: where it is, what it does next, and whether it has moved in this round.
///
/// One number, so that tokens sort as a position lists them: by column, row, next step and moved; the
/// waiting ones behind, and last what is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Token(u16);

impl Token {
    const MOVED: u16 = 1;
    const CROSS: u16 = 2;
    const ROW: u32 = 2;
    const COLUMN: u32 = 7;
    const WAITING: u16 = 1 << 12;
    /// No token: not set yet, or across with none to follow.
    pub(super) const NONE: Token = Token(u16::MAX);

    #[inline]
    pub(super) fn at(point: Point, next: Next, moved: bool) -> Token {
        Token(
            u16::from(point.column) << Token::COLUMN
                | u16::from(point.row) << Token::ROW
                | (next as u16) << 1
                | u16::from(moved),
        )
    }

    #[inline]
    pub(super) fn waiting(moved: bool) -> Token {
        Token(Token::WAITING | u16::from(moved))
    }

    /// Where it stands, unless it waits or is none.
    #[inline]
    pub(super) fn point(self) -> Option<Point> {
        (self.0 < Token::WAITING).then_some(Point {
            column: (self.0 >> Token::COLUMN) as u8,
            row: (self.0 >> Token::ROW & 31) as u8,
        })
    }

    #[inline]
    pub(super) fn next(self) -> Next {
        if self.0 & Token::CROSS != 0 { Next::Cross } else { Next::Run }
    }

    #[inline]
    pub(super) fn has_moved(self) -> bool {
        self.0 & Token::MOVED != 0
    }

    #[inline]
    pub(super) fn is_waiting(self) -> bool {
        self.0 & !Token::MOVED == Token::WAITING
    }

    /// The same token with another flag for this round; none stays none.
    #[inline]
    fn with_moved(self, moved: bool) -> Token {
        match self {
            Token::NONE => self,
            Token(bits) => Token(bits & !Token::MOVED | u16::from(moved)),
        }
    }

    #[inline]
    fn is_to_move(self) -> bool {
        !self.has_moved()
    }
}

/// The most actions where no bridge is laid or relocated: all end points, in the puzzle.
const MOST_OF_OTHERS: usize = 2 * MOST_COLUMNS;
/// Blind draws before the legal actions are listed instead.
const MOST_TRIES: u32 = 32;

/// A position of the Amidakuji bridge game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AmidakujiBridge {
    pub(super) ladder: Ladder,
    /// Tokens that take part, sorted. The puzzle's one token is the first of seat 0.
    pub(super) tokens: [[Token; ACTIVE]; 2],
    /// Tokens of each seat that have arrived, by column.
    pub(super) arrived: [[u8; MOST_COLUMNS]; 2],
    /// Coins lying on the end points of each side, by column.
    pub(super) coins: [[u8; MOST_COLUMNS]; 2],
    /// The columns of the gaps or traps.
    pub(super) named: [Option<u8>; 2],
    pub(super) supply: u8,
    pub(super) won: [u8; 2],
    /// Bridges in hand, normal and long.
    pub(super) hands: [[u8; 2]; 2],
    /// The round, or in the puzzle the walks made.
    pub(super) round: u16,
    pub(super) phase: Phase,
    /// The seat to act; 0 when the game is over.
    pub(super) seat: u8,
    /// In the phases Push and Enter the seat whose turn is being finished, otherwise 0.
    pub(super) finishing: u8,
    /// Relocation turns made in this part.
    pub(super) turns: u8,
    pub(super) rules: Rules,
}

/// What a token comes to when it reaches an end point.
enum Reached {
    Arrived,
    SentBack,
}

impl AmidakujiBridge {
    #[inline]
    pub(super) fn board(&self) -> Board {
        Board::of(&self.rules)
    }

    /// What is decided next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The round, from 1; 0 before the first. In the puzzle the walks made.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// Normal and long bridges in the hand of `seat`.
    pub fn hand(&self, seat: Seat) -> (u8, u8) {
        let [normal, long] = self.hands[seat.index()];
        (normal, long)
    }

    /// The bridges on the board and their seats, by column, left row and right row.
    pub fn bridges(&self) -> impl Iterator<Item = (Place, Seat)> {
        self.ladder
            .bridges(&self.board())
            .into_iter()
            .map(|bridge| (bridge.place, Seat(bridge.seat)))
    }

    /// Where the bridges lie that cannot be relocated again in this part.
    pub fn relocated(&self) -> impl Iterator<Item = Place> {
        let bridges = self.ladder.bridges(&self.board());
        bridges.into_iter().filter(|bridge| bridge.marked).map(|bridge| bridge.place)
    }

    /// Relocation turns made in this part.
    pub fn relocation_turns(&self) -> u8 {
        self.turns
    }

    /// The same position over other bridges, all of seat 0 and none relocated in this part.
    ///
    /// Precondition: they may lie there together.
    pub fn with_bridges(&self, places: &[Place]) -> Self {
        let board = self.board();
        let mut ladder = Ladder::EMPTY;
        for &place in places {
            ladder.lay(&board, place, 0);
        }
        AmidakujiBridge { ladder, ..self.clone() }
    }

    /// The tokens of `seat` that stand on the board, at most two: where, what is next, and whether
    /// they have moved in this round.
    pub fn tokens(&self, seat: Seat) -> impl Iterator<Item = (Point, Next, bool)> {
        let standing = |token: Token| Some((token.point()?, token.next(), token.has_moved()));
        self.tokens[seat.index()].into_iter().filter_map(standing)
    }

    /// The tokens of `seat` that have been knocked off, sent back or are new, and wait to be set.
    pub fn waiting(&self, seat: Seat) -> usize {
        self.tokens[seat.index()].iter().filter(|token| token.is_waiting()).count()
    }

    /// The tokens of `seat` that have arrived.
    pub fn arrived(&self, seat: Seat) -> u8 {
        self.arrived[seat.index()].iter().sum()
    }

    /// Coins that `seat` has won.
    pub fn coins_won(&self, seat: Seat) -> u8 {
        self.won[seat.index()]
    }

    /// Coins that lie on an end point.
    ///
    /// # Panics
    ///
    /// If the column is none of the widest board.
    pub fn coins_at(&self, point: Point) -> u8 {
        self.coins[usize::from(point.row != 0)][usize::from(point.column)]
    }

    /// The column of the gap or trap that `seat` has named.
    pub fn named(&self, seat: Seat) -> Option<u8> {
        self.named[seat.index()]
    }

    /// The start point of `seat` in a column.
    #[inline]
    pub fn start_point(&self, seat: Seat, column: u8) -> Point {
        Point { column, row: if seat.0 == 0 { 0 } else { self.rules.rows + 1 } }
    }

    /// The columns where `seat` may set a token now.
    #[inline]
    pub fn open_columns(&self, seat: Seat) -> impl Iterator<Item = u8> + use<> {
        let (own, other) = (seat.index(), 1 - seat.index());
        let mut open = (1_u32 << self.rules.columns) - 1;
        for token in self.tokens[own] {
            if let Some(point) = token.point().filter(|&point| !self.is_node(point)) {
                open &= !(1 << point.column);
            }
        }
        for (column, &arrived) in self.arrived[other].iter().enumerate() {
            open &= !(u32::from(arrived > 0) << column);
        }
        if self.rules.coin_variant() == Coins::Trap
            && let Some(column) = self.named[own]
        {
            open &= !(1 << column);
        }
        std::iter::from_fn(move || {
            let column = (open != 0).then(|| open.trailing_zeros() as u8);
            open &= open.wrapping_sub(1);
            column
        })
    }

    /// The bridge that ends at a point, and its seat.
    pub fn bridge_at(&self, point: Point) -> Option<(Place, Seat)> {
        if !self.is_node(point) || !self.ladder.bears(point) {
            return None;
        }
        let board = self.board();
        let other = self.ladder.across(&board, point);
        let (left, right) =
            if point.column < other.column { (point, other) } else { (other, point) };
        self.ladder.between(&board, left, right).map(|(place, seat)| (place, Seat(seat)))
    }

    /// The way of a token of `seat` over the ladder as it is: where it stands after each step, up to
    /// the goal point. The way ends early where crossing bridges lead in a circle. In the puzzle, `seat`
    /// is the one whose side the walk starts from: [`Seat`] 1 for walks from the far side.
    #[inline]
    pub fn way(&self, seat: Seat, from: Point, next: Next) -> impl Iterator<Item = Point> {
        let board = self.board();
        let upwards = seat.0 == 0;
        let goal_row = if upwards { self.rules.rows + 1 } else { 0 };
        // Each bridge end is run to and crossed from at most once in a circle.
        let most = 2 * usize::from(self.rules.columns) * usize::from(self.rules.rows) + 2;
        let mut now = (from, next);
        let mut steps = 0;
        std::iter::from_fn(move || {
            if now.0.row == goal_row || steps > most {
                return None;
            }
            steps += 1;
            now = self.step(&board, upwards, now);
            Some(now.0)
        })
    }

    /// Whether a point is a node rather than an end point.
    #[inline]
    fn is_node(&self, point: Point) -> bool {
        (1..=self.rules.rows).contains(&point.row)
    }

    /// One step of a token.
    #[inline]
    fn step(&self, board: &Board, upwards: bool, (at, next): (Point, Next)) -> (Point, Next) {
        match next {
            Next::Run => self.run(upwards, at),
            Next::Cross => (self.ladder.across(board, at), Next::Run),
        }
    }

    /// Where a token that runs from here comes to, and what is next there.
    #[inline]
    fn run(&self, upwards: bool, at: Point) -> (Point, Next) {
        match self.ladder.next_end(at.column, at.row, upwards) {
            Some(row) => (Point { row, ..at }, Next::Cross),
            None => {
                let row = if upwards { self.rules.rows + 1 } else { 0 };
                (Point { row, ..at }, Next::Run)
            }
        }
    }

    fn lay(&mut self, place: Place) {
        let board = self.board();
        self.ladder.lay(&board, place, self.seat);
        let kind = board.kind(place).unwrap_or(Kind::Normal);
        self.hands[usize::from(self.seat)][kind as usize] -= 1;
        self.next_to_lay();
    }

    /// Hands on the turn of laying, or ends that phase.
    fn next_to_lay(&mut self) {
        let has_bridges = |seat: u8| self.hands[usize::from(seat)] != [0, 0];
        if has_bridges(1 - self.seat) {
            self.seat = 1 - self.seat;
        } else if !has_bridges(self.seat) {
            self.end_laying();
        }
    }

    fn end_laying(&mut self) {
        let naming = matches!(self.rules.coin_variant(), Coins::Gap | Coins::Trap);
        self.phase = if naming { Phase::Name } else { Phase::Set };
        self.seat = if self.rules.is_puzzle() { 0 } else { self.rules.first_setter() };
    }

    fn name(&mut self, column: u8) {
        self.named[usize::from(self.seat)] = Some(column);
        if let [Some(first), Some(second)] = self.named {
            if self.rules.coin_variant() == Coins::Gap {
                for (coins, gap) in self.coins.iter_mut().zip([first, second]) {
                    coins[..usize::from(self.rules.columns)].fill(1);
                    coins[usize::from(gap)] = 0;
                }
            }
            self.phase = Phase::Set;
            self.seat = self.rules.first_setter();
        } else {
            self.seat = 1 - self.seat;
        }
    }

    /// Puts a token of `seat` on a start point, in the place of one that waits or is none.
    fn place_token(&mut self, seat: u8, slot: usize, column: u8, moved: bool) {
        let point = self.start_point(Seat(seat), column);
        let tokens = &mut self.tokens[usize::from(seat)];
        tokens[slot] = Token::at(point, Next::Run, moved);
        tokens.sort_unstable();
        if self.rules.coin_variant() == Coins::Start && self.supply > 0 {
            self.supply -= 1;
            self.coins[usize::from(seat)][usize::from(column)] += 1;
        }
    }

    fn set(&mut self, point: Point) {
        if self.rules.is_puzzle() {
            if self.round == 0 {
                self.coins[usize::from(point.row != 0)][usize::from(point.column)] = 0;
            }
            self.tokens[0][0] = Token::at(point, Next::Run, false);
            return self.walk();
        }
        let none = |token: &Token| *token == Token::NONE;
        let slot = self.tokens[usize::from(self.seat)].iter().position(none).unwrap_or_default();
        self.place_token(self.seat, slot, point.column, false);
        self.seat = 1 - self.seat;
        if !self.tokens.as_flattened().iter().any(none) {
            self.begin_round();
        }
    }

    fn begin_round(&mut self) {
        self.round += 1;
        self.phase = Phase::Move;
        self.seat = self.rules.opener(self.round);
    }

    fn move_token(&mut self, point: Point, next: Next) {
        let (seat, board) = (self.seat, self.board());
        let upwards = seat == 0;
        let own = usize::from(seat);
        let unmoved = Token::at(point, next, false);
        let slot = usize::from(self.tokens[own][0] != unmoved);
        debug_assert_eq!(self.tokens[own][slot], unmoved, "no such token");
        let mut now = (point, next);
        let mut reached = None;
        for _ in 0..self.rules.steps.unwrap_or(3) {
            now = self.step(&board, upwards, now);
            self.knock(seat, now.0);
            if !self.is_node(now.0) {
                reached = Some(self.reach(seat, now.0.column));
                break;
            }
        }
        self.tokens[own][slot] = match reached {
            None => Token::at(now.0, now.1, true),
            Some(reached) => self.after(seat, reached, true),
        };
        self.tokens[own].sort_unstable();
        self.after_move();
    }

    /// Knocks off the enemies of `seat` that stand on a point.
    #[inline]
    fn knock(&mut self, seat: u8, point: Point) {
        let enemies = &mut self.tokens[1 - usize::from(seat)];
        let mut knocked = false;
        for enemy in enemies.iter_mut() {
            if enemy.point() == Some(point) {
                let waits = self.rules.knock_wait.is_some_and(YesNo::is_yes);
                *enemy = Token::waiting(enemy.has_moved() || waits);
                knocked = true;
            }
        }
        if knocked {
            enemies.sort_unstable();
        }
    }

    /// What comes of a token of `seat` that has reached the goal point of a column; an arrival takes
    /// the coins there.
    fn reach(&mut self, seat: u8, column: u8) -> Reached {
        let (own, other) = (usize::from(seat), 1 - usize::from(seat));
        let coins = &mut self.coins[other][usize::from(column)];
        let sends_back = matches!(self.rules.coin_variant(), Coins::Gap | Coins::Trap)
            && self.named[other] == Some(column);
        if sends_back {
            return Reached::SentBack;
        }
        self.won[own] += *coins;
        *coins = 0;
        self.arrived[own][usize::from(column)] += 1;
        Reached::Arrived
    }

    /// What stands in a token's stead once it has reached a goal point: itself, waiting, with its flag;
    /// the third token, whose round is the next; none after the last arrival.
    fn after(&self, seat: u8, reached: Reached, moved: bool) -> Token {
        match reached {
            Reached::SentBack => Token::waiting(moved),
            Reached::Arrived if self.has_won(seat) => Token::NONE,
            Reached::Arrived => Token::waiting(true),
        }
    }

    /// Whether `seat` has brought enough tokens across.
    #[inline]
    pub(super) fn has_won(&self, seat: u8) -> bool {
        self.arrived(Seat(seat)) >= self.rules.tokens_to_goal()
    }

    /// After a move or a slide of the seat to act: the end, a bridge to push off, or the rest of the
    /// turn.
    fn after_move(&mut self) {
        if self.has_won(self.seat) {
            self.end();
        } else if self.pushable(self.seat).is_some() {
            self.phase = Phase::Push;
            self.finishing = self.seat;
        } else {
            self.finish_turn(self.seat);
        }
    }

    /// The bridge on whose two ends the tokens of `seat` stand, if it may be pushed off.
    #[inline]
    pub(super) fn pushable(&self, seat: u8) -> Option<Place> {
        let push = self.rules.push.unwrap_or(Push::Opponent);
        let [left, right] = self.tokens[usize::from(seat)].map(Token::point);
        let (left, right) = (left?, right?);
        if push == Push::Off || !self.is_node(left) || !self.is_node(right) {
            return None;
        }
        let (place, owner) = self.ladder.between(&self.board(), left, right)?;
        (push == Push::Any || owner != seat).then_some(place)
    }

    fn push(&mut self) {
        let (seat, own) = (self.seat, usize::from(self.seat));
        if let Some(place) = self.pushable(seat) {
            self.ladder.lift(&self.board(), place);
        }
        // The left token is the first, as they are sorted by column.
        for slot in 0..ACTIVE {
            let token = self.tokens[own][slot];
            let Some(point) = token.point() else { continue };
            let (point, next) = self.run(seat == 0, point);
            self.knock(seat, point);
            self.tokens[own][slot] = if self.is_node(point) {
                Token::at(point, next, token.has_moved())
            } else {
                let reached = self.reach(seat, point.column);
                self.after(seat, reached, token.has_moved())
            };
        }
        self.tokens[own].sort_unstable();
        self.after_move();
    }

    /// Goes on after a move and its pushes: waiting tokens are set, first those of the seat that
    /// moved; then the next token moves.
    fn finish_turn(&mut self, mover: u8) {
        let waits =
            |seat: u8| self.tokens[usize::from(seat)].iter().any(|token| token.is_waiting());
        if let Some(seat) = [mover, 1 - mover].into_iter().find(|&seat| waits(seat)) {
            self.phase = Phase::Enter;
            self.finishing = mover;
            self.seat = seat;
            return;
        }
        self.finishing = 0;
        let moves =
            |seat: u8| self.tokens[usize::from(seat)].iter().any(|token| token.is_to_move());
        match [1 - mover, mover].into_iter().find(|&seat| moves(seat)) {
            Some(seat) => {
                self.phase = Phase::Move;
                self.seat = seat;
            }
            None => self.end_moving(),
        }
    }

    fn enter(&mut self, point: Point) {
        let tokens = &self.tokens[usize::from(self.seat)];
        // Sorted: the one that has not moved in this round comes first.
        let slot = tokens.iter().position(|token| token.is_waiting()).unwrap_or_default();
        self.place_token(self.seat, slot, point.column, tokens[slot].has_moved());
        self.finish_turn(self.finishing);
    }

    fn end_moving(&mut self) {
        for token in self.tokens.as_flattened_mut() {
            *token = token.with_moved(false);
        }
        if self.round == self.rules.last_round() {
            self.end();
        } else if self.rules.relocations == 0 {
            self.begin_round();
        } else {
            self.phase = Phase::Relocate;
            self.seat = self.rules.opener(self.round);
        }
    }

    fn end(&mut self) {
        self.phase = Phase::Over;
        self.seat = 0;
        self.finishing = 0;
        self.turns = 0;
    }

    fn relocate(&mut self, from: Place, to: Place) {
        let board = self.board();
        self.ladder.lift(&board, from);
        self.ladder.lay(&board, to, self.seat);
        if !self.rules.same_bridge.is_yes() {
            self.ladder.mark(to);
        }
        self.next_to_relocate();
    }

    fn next_to_relocate(&mut self) {
        self.turns += 1;
        let seats = if self.rules.is_puzzle() { 1 } else { 2 };
        if self.turns < seats * self.rules.relocations {
            if seats == 2 {
                self.seat = 1 - self.seat;
            }
            return;
        }
        self.turns = 0;
        self.ladder.clear_marks();
        if self.rules.is_puzzle() { self.walk_again() } else { self.begin_round() }
    }

    /// The puzzle's next walk, or the choice of where it begins.
    fn walk_again(&mut self) {
        if self.rules.walks_freely() {
            self.tokens[0][0] = Token::NONE;
            self.phase = Phase::Set;
        } else {
            self.walk();
        }
    }

    /// The puzzle's token goes its whole way to the other side, and wins the coin there or loses.
    fn walk(&mut self) {
        let Some(from) = self.tokens[0][0].point() else { return };
        let board = self.board();
        let upwards = from.row == 0;
        let mut now = (from, Next::Run);
        loop {
            now = self.step(&board, upwards, now);
            if !self.is_node(now.0) {
                break;
            }
        }
        self.tokens[0][0] = Token::at(now.0, Next::Run, false);
        self.round += 1;
        let coin = &mut self.coins[usize::from(upwards)][usize::from(now.0.column)];
        let won = *coin;
        *coin = 0;
        self.won[0] += won;
        if won == 0 || self.won[0] == self.coins_to_win() {
            self.end();
        } else if self.rules.relocations == 0 {
            self.walk_again();
        } else {
            self.phase = Phase::Relocate;
        }
    }

    /// The coins that win the puzzle: all but the one of the first point.
    #[inline]
    pub fn coins_to_win(&self) -> u8 {
        2 * self.rules.columns - 1
    }

    /// The nodes on which tokens stand.
    #[inline]
    fn occupied(&self) -> Nodes {
        let mut occupied = NO_NODES;
        for token in self.tokens.as_flattened() {
            if let Some(point) = token.point().filter(|&point| self.is_node(point)) {
                occupied[usize::from(point.column)] |= bit(point.row);
            }
        }
        occupied
    }

    /// Visits the bridges that the seat to act may relocate, each with the slopes of its kind and the
    /// places that are free without it.
    #[inline]
    fn each_relocation(&self, board: &Board, mut visit: impl FnMut(Place, &[usize], &Places)) {
        let movable = self.ladder.movable(board, self.seat, &self.occupied());
        let free = self.ladder.free(board);
        each_place(&movable, board, |from| {
            let places = self.ladder.free_without(board, &free, from);
            let kind = board.kind(from).unwrap_or(Kind::Normal);
            visit(from, kind.slopes(), &places);
        });
    }

    /// A uniformly random laying action: a place drawn from all until it is a free one, which is as
    /// likely to be any free place as any other. `None` after too many draws in vain.
    #[inline]
    fn random_laying(&self, random: &mut Random) -> Option<Action> {
        let board = self.board();
        let slopes = self.slopes_in_hand();
        let [columns, rows] = board.left_nodes();
        let bounds = [columns, rows, slopes.len() as u32];
        (0..MOST_TRIES).find_map(|_| {
            let [column, row, slope] = random.each_below(bounds);
            let place = board.place(column, row, slopes[slope as usize])?;
            self.ladder.is_free(&board, place, None).then_some(Action::Lay(place))
        })
    }

    /// A uniformly random relocation, or the pass: a bridge and a place drawn from all in the same way.
    #[inline]
    fn random_relocation(&self, random: &mut Random) -> Option<Action> {
        let board = self.board();
        let movable = self.ladder.movable(&board, self.seat, &self.occupied());
        let mut bridges = ArrayVec::<Place, MOST_BRIDGES>::new();
        each_of_kind(&movable, &board, Kind::Normal, |place| bridges.push(place));
        let normal = bridges.len();
        each_of_kind(&movable, &board, Kind::Long, |place| bridges.push(place));
        if bridges.is_empty() {
            return Some(Action::PassRelocating);
        }
        let [columns, rows] = board.left_nodes();
        let bounds = [bridges.len() as u32, columns, rows, Kind::Normal.slopes().len() as u32];
        (0..MOST_TRIES).find_map(|_| {
            let draw = random.each_below(bounds);
            // A bridge that falls off the board from the lowest node: no relocation, so it can stand for
            // the pass.
            if draw == [0; 4] && self.rules.may_pass() {
                return Some(Action::PassRelocating);
            }
            let [bridge, column, row, slope] = draw;
            let from = bridges[bridge as usize];
            let kind = if (bridge as usize) < normal { Kind::Normal } else { Kind::Long };
            let to = board.place(column, row, *kind.slopes().get(slope as usize)?)?;
            let is_free = to != from && self.ladder.is_free(&board, to, Some(from));
            is_free.then_some(Action::Relocate(from, to))
        })
    }

    /// Visits the legal actions, ascending.
    #[inline]
    fn each_action(&self, mut visit: impl FnMut(Action)) {
        let seat = Seat(self.seat);
        let start = |column| self.start_point(seat, column);
        match self.phase {
            Phase::Lay => {
                let board = self.board();
                let (free, slopes) = (self.ladder.free(&board).places, self.slopes_in_hand());
                each_place(&only(free, slopes), &board, |place| visit(Action::Lay(place)));
                if count(&free, slopes) == 0 {
                    visit(Action::PassLaying);
                }
            }
            Phase::Name => {
                (0..self.rules.columns).for_each(|column| visit(Action::Name(start(column))));
            }
            Phase::Set if self.rules.is_puzzle() => {
                for column in 0..self.rules.columns {
                    for (side, coins) in self.coins.iter().enumerate() {
                        if self.round == 0 || coins[usize::from(column)] == 0 {
                            visit(Action::Set(self.start_point(Seat(side as u8), column)));
                        }
                    }
                }
            }
            Phase::Set => {
                self.open_columns(seat).for_each(|column| visit(Action::Set(start(column))));
            }
            Phase::Move => {
                let [first, second] = self.tokens[usize::from(self.seat)];
                let mut add = |token: Token| {
                    if let Some(point) = token.point().filter(|_| token.is_to_move()) {
                        visit(Action::Move(point, token.next()));
                    }
                };
                add(first);
                if second != first {
                    add(second);
                }
            }
            Phase::Push => {
                visit(Action::Push);
                if self.rules.push_choice != Some(MayMust::Must) {
                    visit(Action::Keep);
                }
            }
            Phase::Enter => {
                self.open_columns(seat).for_each(|column| visit(Action::Enter(start(column))));
            }
            Phase::Relocate => {
                let board = self.board();
                let mut none = true;
                self.each_relocation(&board, |from, slopes, free| {
                    each_place(&only(*free, slopes), &board, |to| {
                        none = false;
                        visit(Action::Relocate(from, to));
                    });
                });
                if self.rules.may_pass() || none {
                    visit(Action::PassRelocating);
                }
            }
            Phase::Over => {}
        }
    }

    /// A uniformly random one of the legal actions, by going through them twice.
    #[cold]
    fn random_listed(&self, random: &mut Random) -> Action {
        let (mut all, mut place, mut chosen) = (0, 0, None);
        self.each_action(|_| all += 1);
        let drawn = random.below(all);
        self.each_action(|action| {
            if place == drawn {
                chosen = Some(action);
            }
            place += 1;
        });
        chosen.expect("a seat to act has a legal action")
    }

    /// The numbers of the slopes that the hand of the seat to act can lay.
    #[inline]
    fn slopes_in_hand(&self) -> &'static [usize] {
        match self.hands[usize::from(self.seat)] {
            [0, 0] => &[],
            [0, _] => Kind::Long.slopes(),
            [_, 0] => Kind::Normal.slopes(),
            _ => &ALL_SLOPES,
        }
    }
}

impl Game for AmidakujiBridge {
    const ID: &'static str = "amidakuji-bridge";
    const NAME: &'static str = "Amidakuji bridge game";
    const VERSION: u32 = 1;
    const PLAYERS: std::ops::RangeInclusive<u8> = 1..=2;
    const HAS_CHANCE: bool = false;

    type Rules = Rules;
    type Action = Action;
    type Chance = Never;

    fn players_for(rules: &Rules) -> std::ops::RangeInclusive<u8> {
        if rules.is_puzzle() { 1..=1 } else { 2..=2 }
    }

    fn new(rules: Rules, players: u8) -> Result<Self, OptionError> {
        check(&rules)?;
        check_players::<Self>(&rules, players)?;
        let bridges = [rules.normal_bridges(), rules.long];
        let mut game = AmidakujiBridge {
            ladder: Ladder::EMPTY,
            tokens: [[Token::NONE; ACTIVE]; 2],
            arrived: [[0; MOST_COLUMNS]; 2],
            coins: [[0; MOST_COLUMNS]; 2],
            named: [None; 2],
            supply: if rules.coin_variant() == Coins::Start { SUPPLY } else { 0 },
            won: [0; 2],
            hands: [bridges; 2],
            round: 0,
            phase: Phase::Lay,
            seat: 0,
            finishing: 0,
            turns: 0,
            rules,
        };
        if rules.is_puzzle() {
            game.hands = [bridges.map(|number| 2 * number), [0, 0]];
            for side in &mut game.coins {
                side[..usize::from(rules.columns)].fill(1);
            }
        }
        if bridges == [0, 0] {
            game.end_laying();
        }
        Ok(game)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> u8 {
        if self.rules.is_puzzle() { 1 } else { 2 }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Over => Turn::Over,
            _ => Turn::Player(Seat(self.seat)),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        self.each_action(|action| actions.push(action));
    }

    #[inline]
    fn count_actions(&self, _: &mut Vec<Action>) -> usize {
        match self.phase {
            Phase::Lay => {
                let free = self.ladder.free(&self.board());
                count(&free.places, self.slopes_in_hand()).max(1)
            }
            Phase::Relocate => {
                let mut relocations = 0;
                self.each_relocation(&self.board(), |_, slopes, free| {
                    relocations += count(free, slopes);
                });
                if self.rules.may_pass() { relocations + 1 } else { relocations.max(1) }
            }
            _ => {
                let mut actions = 0;
                self.each_action(|_| actions += 1);
                actions
            }
        }
    }

    #[inline]
    fn random_action(&self, random: &mut Random, _: &mut Vec<Action>) -> Action {
        let drawn = match self.phase {
            Phase::Lay => self.random_laying(random),
            Phase::Relocate => self.random_relocation(random),
            _ => {
                let mut few = ArrayVec::<Action, MOST_OF_OTHERS>::new();
                self.each_action(|action| few.push(action));
                return random.pick(&few);
            }
        };
        drawn.unwrap_or_else(|| self.random_listed(random))
    }

    fn apply(&mut self, action: Action) {
        debug_assert!(crate::event::is_legal(self, action), "{action} is not legal in {self}");
        match action {
            Action::Lay(place) => self.lay(place),
            Action::PassLaying => {
                self.hands[usize::from(self.seat)] = [0, 0];
                self.next_to_lay();
            }
            Action::Name(point) => self.name(point.column),
            Action::Set(point) => self.set(point),
            Action::Move(point, next) => self.move_token(point, next),
            Action::Push => self.push(),
            Action::Keep => self.finish_turn(self.seat),
            Action::Enter(point) => self.enter(point),
            Action::Relocate(from, to) => self.relocate(from, to),
            Action::PassRelocating => self.next_to_relocate(),
        }
    }

    fn scores(&self) -> Scores {
        score::scores(self)
    }

    fn ranks(&self) -> Ranks {
        score::ranks(self)
    }

    fn capped(&self) -> bool {
        self.phase == Phase::Over && !self.rules.is_puzzle() && !self.has_won(0) && !self.has_won(1)
    }

    fn parse(rules: Rules, players: u8, text: &str) -> Result<Self, NotationError> {
        notation::parse(rules, players, text)
    }

    fn diagram(&self) -> String {
        super::diagram::draw(self)
    }
}
