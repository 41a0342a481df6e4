//! Positions as text, in the form that the rules text describes.

use super::ladder::{Bridge, Kind, MOST_COLUMNS};
use super::moves::{Next, Place, Point, letter, token_from_text};
use super::rules::{Coins, Rules};
use super::state::{ACTIVE, AmidakujiBridge, Phase, SUPPLY, Token};
use crate::game::{Game, Seat};
use crate::notation::{NotationError, number, parts};
use std::fmt::{self, Display};

/// The letters of the phases.
const PHASES: [(Phase, &str); 8] = [
    (Phase::Lay, "L"),
    (Phase::Name, "G"),
    (Phase::Set, "S"),
    (Phase::Move, "M"),
    (Phase::Push, "P"),
    (Phase::Enter, "E"),
    (Phase::Relocate, "R"),
    (Phase::Over, "X"),
];

impl Phase {
    /// The letter in positions and actions.
    pub fn letter(self) -> &'static str {
        PHASES.iter().find(|(phase, _)| *phase == self).map_or("", |(_, letter)| letter)
    }

    fn has_finishing_seat(self) -> bool {
        matches!(self, Phase::Push | Phase::Enter)
    }
}

/// Texts between commas, or a dash where there are none.
fn list(texts: impl Iterator<Item = String>) -> String {
    let list = texts.collect::<Vec<_>>().join(",");
    if list.is_empty() { "-".to_string() } else { list }
}

fn token_text(token: Token) -> String {
    let moved = if token.has_moved() { "!" } else { "" };
    match token.point() {
        Some(point) => format!("{point}{}{moved}", token.next()),
        None => format!("*{moved}"),
    }
}

impl AmidakujiBridge {
    fn is_marked(&self) -> bool {
        self.ladder.is_marked()
    }

    /// All end points by column, the near one first, with the coins lying there.
    fn coin_points(&self) -> impl Iterator<Item = (Point, u8)> {
        (0..self.rules.columns).flat_map(move |column| {
            [Seat(0), Seat(1)].map(|side| {
                let coins = self.coins[side.index()][usize::from(column)];
                (self.start_point(side, column), coins)
            })
        })
    }
}

impl Display for AmidakujiBridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.phase.letter())?;
        match self.phase {
            Phase::Over => f.write_str(" -")?,
            _ => write!(f, " {}", self.seat)?,
        }
        let [[a, b], [c, d]] = self.hands;
        write!(f, " {} {a}.{b}/{c}.{d}", self.round)?;
        let bridges = self.ladder.bridges(&self.board()).into_iter().map(|bridge| {
            format!("{}{}{}", bridge.seat, bridge.place, if bridge.marked { "+" } else { "" })
        });
        write!(f, " {}", list(bridges))?;
        for tokens in self.tokens {
            let tokens = tokens.into_iter().filter(|&token| token != Token::NONE);
            write!(f, " {}", list(tokens.map(token_text)))?;
        }
        let [near, far] = self.arrived.map(|columns| {
            let letters: String = columns
                .into_iter()
                .zip(0..)
                .flat_map(|(tokens, column)| (0..tokens).map(move |_| letter(column)))
                .collect();
            if letters.is_empty() { "-".to_string() } else { letters }
        });
        write!(f, " {near}/{far} {}", self.turns)?;
        match self.phase.has_finishing_seat() {
            true => write!(f, " {}", self.finishing)?,
            false => f.write_str(" -")?,
        }
        let lying = self.coin_points().filter(|&(_, coins)| coins > 0);
        write!(f, " {}", list(lying.map(|(point, coins)| format!("{point}:{coins}"))))?;
        let named = [Seat(0), Seat(1)]
            .into_iter()
            .filter_map(|seat| Some(self.start_point(seat, self.named[seat.index()]?).to_string()));
        write!(f, " {}", list(named))?;
        write!(f, " {}.{}.{}", self.supply, self.won[0], self.won[1])
    }
}

/// The entries of a list, none for a dash.
fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| text != "-")
}

/// Refuses a list that is not strictly, or not weakly, ascending.
fn in_order<T: PartialOrd>(
    place: &str,
    text: &str,
    list: &[T],
    repeats: bool,
) -> Result<(), NotationError> {
    let ordered = list.windows(2).all(|pair| pair[0] < pair[1] || repeats && pair[0] == pair[1]);
    match ordered {
        true => Ok(()),
        false => {
            let expected = if repeats { "in order" } else { "in order, each once" };
            Err(NotationError::form(place, text, format!("a list {expected}")))
        }
    }
}

/// Reads a position, and refuses what the rules text lists.
pub(super) fn parse(
    rules: Rules,
    players: u8,
    text: &str,
) -> Result<AmidakujiBridge, NotationError> {
    let [
        phase,
        seat,
        round,
        hands,
        bridges,
        near,
        far,
        arrived,
        turns,
        finishing,
        coins,
        named,
        won,
    ] = parts(
        "position",
        text,
        ' ',
        "13 fields separated by one space each: phase, seat, round, hands, bridges, tokens of \
             seat 0 and of seat 1, arrived tokens, relocation turns, seat being finished, coins, \
             gaps or traps, supply and coins won",
    )?;
    let mut game = AmidakujiBridge::new(rules, players)
        .map_err(|error| NotationError::impossible(error.to_string()))?;
    let phases = PHASES.iter().find(|(_, letter)| *letter == phase);
    game.phase = phases
        .ok_or_else(|| NotationError::form("phase", phase, "one of L, G, S, M, P, E, R, X"))?
        .0;
    game.seat = match (game.phase, seat) {
        (Phase::Over, "-") => 0,
        (Phase::Over, _) => return Err(NotationError::form("seat", seat, "- when it is over")),
        _ => number("seat", seat, 0..=players - 1)?,
    };
    let most_rounds =
        if rules.is_puzzle() { 2 * u16::from(rules.columns) } else { rules.last_round() };
    game.round = number("round", round, 0..=most_rounds)?;
    game.hands = read_hands(&game, hands)?;
    read_bridges(&mut game, bridges)?;
    game.tokens = [read_tokens(&game, Seat(0), near)?, read_tokens(&game, Seat(1), far)?];
    game.arrived = read_arrived(&game, arrived)?;
    game.turns = number("relocation turns", turns, 0..=u8::MAX)?;
    game.finishing = match (game.phase.has_finishing_seat(), finishing) {
        (true, _) => number("seat being finished", finishing, 0..=1)?,
        (false, "-") => 0,
        (false, _) => {
            let expected = "- outside the phases P and E";
            return Err(NotationError::form("seat being finished", finishing, expected));
        }
    };
    read_coins(&mut game, coins)?;
    read_named(&mut game, named)?;
    let [supply, first, second] =
        parts("coins won", won, '.', "supply and coins won: three numbers separated by `.`")?;
    game.supply = number("supply", supply, 0..=SUPPLY)?;
    for (won, text) in game.won.iter_mut().zip([first, second]) {
        *won = number("coins won", text, 0..=15)?;
    }
    check(&game).map_err(NotationError::Impossible)?;
    Ok(game)
}

fn read_hands(game: &AmidakujiBridge, text: &str) -> Result<[[u8; 2]; 2], NotationError> {
    let hands: [&str; 2] = parts("hands", text, '/', "two hands separated by `/`")?;
    let mut read = [[0; 2]; 2];
    for ((read, text), most) in read.iter_mut().zip(hands).zip(bridges_each(&game.rules)) {
        let kinds: [&str; 2] =
            parts("hands", text, '.', "normal and long bridges separated by `.`")?;
        for ((read, text), most) in read.iter_mut().zip(kinds).zip(most) {
            *read = number("bridges in hand", text, 0..=most)?;
        }
    }
    Ok(read)
}

/// Normal and long bridges that each seat has in the game.
fn bridges_each(rules: &Rules) -> [[u8; 2]; 2] {
    let one_colour = [rules.normal_bridges(), rules.long];
    match rules.is_puzzle() {
        true => [one_colour.map(|number| 2 * number), [0, 0]],
        false => [one_colour; 2],
    }
}

fn read_bridges(game: &mut AmidakujiBridge, text: &str) -> Result<(), NotationError> {
    let board = game.board();
    let mut places: Vec<Place> = Vec::new();
    let mut left = bridges_each(&game.rules);
    for (seat, hand) in game.hands.iter().enumerate() {
        for (left, in_hand) in left[seat].iter_mut().zip(hand) {
            *left -= in_hand;
        }
    }
    for entry in entries(text) {
        let form = || {
            let expected = "a seat's digit and a place, such as 0b3-c4, and + if relocated";
            NotationError::form("bridges", entry, expected)
        };
        let (seat, place) = entry.split_at_checked(1).ok_or_else(form)?;
        let seat: u8 = number("seat of a bridge", seat, 0..=1).map_err(|_| form())?;
        let (place, marked) = place.strip_suffix('+').map_or((place, false), |place| (place, true));
        let place: Place = place.parse()?;
        if !board.has(place) {
            let expected = "a place on this board, with a slope that a bridge can have";
            return Err(NotationError::form("bridges", place.to_string(), expected));
        }
        if let Some(reason) = game.ladder.refuses(&board, place) {
            return Err(NotationError::Impossible(reason));
        }
        let kind = board.kind(place).unwrap_or(Kind::Normal);
        let left = &mut left[usize::from(seat)][kind as usize];
        *left = left.checked_sub(1).ok_or_else(|| {
            let kind = if kind == Kind::Long { "long" } else { "normal" };
            NotationError::impossible(format!("seat {seat} has too many {kind} bridges"))
        })?;
        game.ladder.lay(&board, place, seat);
        if marked {
            game.ladder.mark(place);
        }
        places.push(place);
    }
    in_order("bridges", text, &places, false)
}

fn read_tokens(
    game: &AmidakujiBridge,
    seat: Seat,
    text: &str,
) -> Result<[Token; ACTIVE], NotationError> {
    let place = format!("tokens of seat {seat}");
    let mut tokens = Vec::new();
    for entry in entries(text) {
        let (token, moved) = entry.strip_suffix('!').map_or((entry, false), |token| (token, true));
        tokens.push(match token {
            "*" => Token::waiting(moved),
            _ => {
                let (point, next) = token_from_text(token).ok_or_else(|| {
                    let expected = "a point and r or x, such as b4x, or * for a waiting token; and ! \
                                    if it has moved";
                    NotationError::form(&place, entry, expected)
                })?;
                check_point(game, point, next).map_err(NotationError::Impossible)?;
                Token::at(point, next, moved)
            }
        });
    }
    in_order(&place, text, &tokens, true)?;
    if tokens.len() > ACTIVE {
        return Err(NotationError::form(place, text, "a list of at most two tokens"));
    }
    tokens.resize(ACTIVE, Token::NONE);
    Ok([tokens[0], tokens[1]])
}

fn check_point(game: &AmidakujiBridge, point: Point, next: Next) -> Result<(), String> {
    let row = point.row;
    if point.column >= game.rules.columns || row > game.rules.rows + 1 {
        Err(format!("{point} is not on the board"))
    } else if row == 0 || row > game.rules.rows {
        require(next == Next::Run, || format!("a token on the end point {point} can only run"))
    } else {
        require(game.ladder.bears(point), || {
            format!("a token stands on {point}, where no bridge ends")
        })
    }
}

fn read_arrived(
    game: &AmidakujiBridge,
    text: &str,
) -> Result<[[u8; MOST_COLUMNS]; 2], NotationError> {
    let sides: [&str; 2] = parts("arrived tokens", text, '/', "two lists separated by `/`")?;
    let mut arrived = [[0; MOST_COLUMNS]; 2];
    for (arrived, side) in arrived.iter_mut().zip(sides) {
        let letters: Vec<u8> = side.bytes().filter(|_| side != "-").collect();
        for &byte in &letters {
            let column = usize::from(byte.wrapping_sub(b'a'));
            if column >= usize::from(game.rules.columns) || letters.len() > 3 {
                let expected = "at most three letters of columns, or -";
                return Err(NotationError::form("arrived tokens", side, expected));
            }
            arrived[column] += 1;
        }
        if side.is_empty() {
            return Err(NotationError::form("arrived tokens", side, "letters of columns, or -"));
        }
        in_order("arrived tokens", side, &letters, true)?;
    }
    Ok(arrived)
}

/// The side and column of an end point.
fn end_point(
    game: &AmidakujiBridge,
    place: &str,
    text: &str,
) -> Result<(usize, u8), NotationError> {
    let point: Point = text.parse()?;
    let is_end = point.row == 0 || point.row == game.rules.rows + 1;
    if point.column >= game.rules.columns || !is_end {
        return Err(NotationError::form(place, text, "an end point of this board"));
    }
    Ok((usize::from(point.row != 0), point.column))
}

fn read_coins(game: &mut AmidakujiBridge, text: &str) -> Result<(), NotationError> {
    game.coins = Default::default();
    let mut points = Vec::new();
    for entry in entries(text) {
        let [point, coins] = parts("coins", entry, ':', "a point and a number such as a0:1")?;
        let (side, column) = end_point(game, "coins", point)?;
        game.coins[side][usize::from(column)] = number("coins", coins, 1..=SUPPLY)?;
        points.push((column, side));
    }
    in_order("coins", text, &points, false)
}

fn read_named(game: &mut AmidakujiBridge, text: &str) -> Result<(), NotationError> {
    let mut sides = Vec::new();
    for entry in entries(text) {
        let (side, column) = end_point(game, "gaps or traps", entry)?;
        game.named[side] = Some(column);
        sides.push(side);
    }
    in_order("gaps or traps", text, &sides, false)
}

/// A requirement, with what to say if it does not hold.
fn require(holds: bool, reason: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason()) }
}

/// The same, where there is nothing to fill in.
fn demand(holds: bool, reason: &str) -> Result<(), String> {
    require(holds, || reason.to_string())
}

/// What the rules demand of a position beyond its form and the number of bridges.
fn check(game: &AmidakujiBridge) -> Result<(), String> {
    let phase = game.phase;
    let has_bridges = |seat: usize| game.hands[seat] != [0, 0];
    let laying = phase == Phase::Lay;
    demand(laying == (has_bridges(0) || has_bridges(1)), "bridges are in hand in phase L only")?;
    demand(!laying || has_bridges(usize::from(game.seat)), "the seat to act has nothing to lay")?;
    demand(
        phase == Phase::Relocate || game.turns == 0 && !game.is_marked(),
        "relocations outside phase R",
    )?;
    demand(
        !(game.is_marked() && game.rules.same_bridge.is_yes()),
        "no bridge is marked as relocated with same-bridge=yes",
    )?;
    if game.rules.is_puzzle() { check_puzzle(game) } else { check_duel(game) }
}

fn marks(game: &AmidakujiBridge, seat: u8) -> u8 {
    let own = |bridge: &Bridge| bridge.marked && bridge.seat == seat;
    game.ladder.bridges(&game.board()).iter().filter(|&bridge| own(bridge)).count() as u8
}

fn check_duel(game: &AmidakujiBridge) -> Result<(), String> {
    let before = matches!(game.phase, Phase::Lay | Phase::Name | Phase::Set);
    demand(before == (game.round == 0), "the round is 0 up to phase S, and not after it")?;
    check_named(game)?;
    if before {
        check_before(game)?;
    } else {
        check_counts(game)?;
    }
    check_places(game)?;
    match game.phase {
        Phase::Lay | Phase::Name | Phase::Set => {}
        Phase::Move => check_move(game)?,
        Phase::Push | Phase::Enter => check_turn(game)?,
        Phase::Relocate => check_relocate(game)?,
        Phase::Over => {}
    }
    let waits = |token: &Token| token.is_waiting();
    demand(
        matches!(game.phase, Phase::Push | Phase::Enter | Phase::Over)
            || !game.tokens.as_flattened().iter().any(waits),
        "tokens wait in the phases P, E and X only",
    )?;
    check_coins(game)
}

fn moved(tokens: &[Token]) -> bool {
    tokens.iter().any(|&token| token != Token::NONE && token.has_moved())
}

fn check_named(game: &AmidakujiBridge) -> Result<(), String> {
    let naming = matches!(game.rules.coin_variant(), Coins::Gap | Coins::Trap);
    let first = usize::from(game.rules.first_setter());
    let named = game.named.map(|column| column.is_some());
    let expected = match game.phase {
        _ if !naming => {
            demand(game.phase != Phase::Name, "phase G needs coins=gap or coins=trap")?;
            [false, false]
        }
        Phase::Lay => [false, false],
        Phase::Name => {
            let mut expected = [false, false];
            expected[first] = usize::from(game.seat) != first;
            expected
        }
        _ => [true, true],
    };
    require(named == expected, || {
        let seats = [0, 1].into_iter().filter(|&seat| expected[seat]).map(|seat| seat.to_string());
        format!("a gap or trap must be chosen now by seats: {}", list(seats))
    })
}

fn standing(tokens: &[Token; ACTIVE]) -> usize {
    tokens.iter().filter(|&&token| token != Token::NONE).count()
}

fn check_before(game: &AmidakujiBridge) -> Result<(), String> {
    demand(
        game.arrived == <[[u8; MOST_COLUMNS]; 2]>::default(),
        "nobody has arrived before round 1",
    )?;
    let [near, far] = game.tokens.each_ref().map(standing);
    if game.phase != Phase::Set {
        return demand(near + far == 0, "no token is set in the phases L and G");
    }
    let first = game.rules.first_setter();
    let (first_tokens, other_tokens) = if first == 0 { (near, far) } else { (far, near) };
    let to_act = if first_tokens == other_tokens { first } else { 1 - first };
    demand(
        near + far < 2 * ACTIVE
            && (first_tokens == other_tokens || first_tokens == other_tokens + 1)
            && game.seat == to_act,
        "tokens are set one by one in turn, at most three before the last",
    )?;
    demand(!moved(game.tokens.as_flattened()), "no token has moved before round 1")?;
    let at_start = |seat: u8| {
        let tokens = game.tokens[usize::from(seat)].iter();
        tokens
            .filter_map(|token| token.point())
            .all(|point| point == game.start_point(Seat(seat), point.column))
    };
    demand(at_start(0) && at_start(1), "tokens are set on own end points")
}

/// Tokens that take part and tokens that have arrived, from round 1 on.
fn check_counts(game: &AmidakujiBridge) -> Result<(), String> {
    let goal = game.rules.tokens_to_goal();
    let counts =
        [0, 1].map(|seat| (game.arrived(Seat(seat)), standing(&game.tokens[seat as usize])));
    if game.phase != Phase::Over {
        let complete = |(arrived, active): (u8, usize)| arrived < goal && active == ACTIVE;
        return demand(
            counts.into_iter().all(complete),
            "until it is over each seat has two tokens and fewer arrived ones than the goal",
        );
    }
    let won = |(arrived, active): (u8, usize)| {
        (goal..=goal + 1).contains(&arrived) && active == usize::from(goal + 1 - arrived)
    };
    let lost = |(arrived, active): (u8, usize)| arrived < goal && active == ACTIVE;
    let [near, far] = counts;
    if won(near) && lost(far) || lost(near) && won(far) {
        return Ok(());
    }
    let quiet = |token: &Token| token.point().is_some() && !token.has_moved();
    demand(
        lost(near)
            && lost(far)
            && game.round == game.rules.last_round()
            && game.tokens.as_flattened().iter().all(quiet),
        "it is over when one seat has brought enough tokens across, or by the cap, with two tokens of \
         each seat standing unmoved",
    )
}

/// Where tokens can stand and can have arrived.
fn check_places(game: &AmidakujiBridge) -> Result<(), String> {
    let points = [0, 1].map(|seat| game.tokens[seat].map(Token::point));
    for seat in [0, 1] {
        let (own, other) = (Seat(seat as u8), Seat(1 - seat as u8));
        let trap = game.rules.coin_variant() == Coins::Trap;
        for point in points[seat].into_iter().flatten() {
            let column = point.column;
            require(point != game.start_point(other, column), || {
                format!("a token of seat {seat} stands on the enemy's end point {point}")
            })?;
            require(!points[1 - seat].contains(&Some(point)), || {
                format!("tokens of both seats stand on {point}")
            })?;
            if point != game.start_point(own, column) {
                continue;
            }
            require(game.arrived[1 - seat][usize::from(column)] == 0, || {
                format!("a token stands on {point}, where an enemy has arrived")
            })?;
            require(!(trap && game.named[seat] == Some(column)), || {
                format!("a token stands on its own trap {point}")
            })?;
            require(points[seat][0] != points[seat][1], || {
                format!("two tokens of seat {seat} stand on the end point {point}")
            })?;
        }
        if let Some(column) = game.named[1 - seat] {
            require(game.arrived[seat][usize::from(column)] == 0, || {
                let point = game.start_point(other, column);
                format!("a token of seat {seat} has arrived at the enemy's gap or trap {point}")
            })?;
        }
    }
    Ok(())
}

fn check_move(game: &AmidakujiBridge) -> Result<(), String> {
    let own = game.tokens[usize::from(game.seat)];
    demand(own.iter().any(|token| !token.has_moved()), "the seat to act has no token to move")?;
    demand(
        moved(game.tokens.as_flattened()) || game.seat == game.rules.opener(game.round),
        "the other seat opens this round",
    )
}

fn check_turn(game: &AmidakujiBridge) -> Result<(), String> {
    let finishing = usize::from(game.finishing);
    demand(
        moved(&game.tokens[finishing]),
        "no token of the seat whose turn is being finished has moved",
    )?;
    if game.phase == Phase::Push {
        return demand(
            game.seat == game.finishing && game.pushable(game.seat).is_some(),
            "in phase P the seat to act finishes its turn on both ends of a bridge it may push",
        );
    }
    let waits = |seat: usize| game.tokens[seat].iter().any(|token| token.is_waiting());
    let expected = if waits(finishing) { finishing } else { 1 - finishing };
    demand(
        usize::from(game.seat) == expected && waits(expected),
        "in phase E waiting tokens are set, first those of the seat whose turn it was",
    )
}

fn check_relocate(game: &AmidakujiBridge) -> Result<(), String> {
    demand(
        game.turns < 2 * game.rules.relocations && game.round < game.rules.last_round(),
        "there are no more relocations",
    )?;
    let opener = game.rules.opener(game.round);
    let to_act = if game.turns.is_multiple_of(2) { opener } else { 1 - opener };
    demand(game.seat == to_act, "the other seat relocates now")?;
    let turns_of = |seat: u8| game.turns / 2 + u8::from(seat == opener && game.turns % 2 == 1);
    demand(
        [0, 1].into_iter().all(|seat| marks(game, seat) <= turns_of(seat)),
        "more bridges are relocated than turns were made",
    )?;
    demand(!moved(game.tokens.as_flattened()), "moved flags are cleared in phase R")
}

fn check_coins(game: &AmidakujiBridge) -> Result<(), String> {
    let lying: u32 = game.coins.as_flattened().iter().map(|&coins| u32::from(coins)).sum();
    let won = game.won.map(u32::from);
    match game.rules.coin_variant() {
        Coins::Start => {
            let all = u32::from(game.supply) + lying + won[0] + won[1];
            require(all == u32::from(SUPPLY), || format!("{all} coins, not {SUPPLY}"))?;
            demand(coins_taken_by_arrivals(game), "coins lie where an enemy has arrived")?;
            demand(
                [0, 1].into_iter().all(|seat| won[seat] == 0 || game.arrived(Seat(seat as u8)) > 0),
                "coins are won by arriving only",
            )
        }
        Coins::Gap if game.named.iter().all(Option::is_some) => {
            let lies = |side: usize, column: usize| {
                game.named[side] != Some(column as u8) && game.arrived[1 - side][column] == 0
            };
            let columns = usize::from(game.rules.columns);
            demand(
                [0, 1].into_iter().all(|side| {
                    (0..columns)
                        .all(|column| game.coins[side][column] == u8::from(lies(side, column)))
                }),
                "one coin lies on each end point but the gaps and those where an enemy has arrived",
            )?;
            let different =
                |seat: usize| game.arrived[seat].iter().filter(|&&tokens| tokens > 0).count();
            demand(
                game.supply == 0
                    && [0, 1].into_iter().all(|seat| won[seat] == different(seat) as u32),
                "the supply is empty, and each seat has won the coins of the columns where it has arrived",
            )
        }
        _ => demand(lying + won[0] + won[1] + u32::from(game.supply) == 0, "there are no coins"),
    }
}

fn coins_taken_by_arrivals(game: &AmidakujiBridge) -> bool {
    let pairs = game.coins.iter().zip(game.arrived.iter().rev());
    pairs
        .flat_map(|(coins, arrived)| coins.iter().zip(arrived))
        .all(|(&coins, &arrived)| coins == 0 || arrived == 0)
}

fn check_puzzle(game: &AmidakujiBridge) -> Result<(), String> {
    let allowed = matches!(game.phase, Phase::Lay | Phase::Set | Phase::Relocate | Phase::Over);
    demand(allowed, "the puzzle has the phases L, S, R and X only")?;
    let [token, other] = game.tokens[0];
    demand(
        game.tokens[1] == [Token::NONE; ACTIVE]
            && other == Token::NONE
            && (token == Token::NONE || token.point().is_some() && !token.has_moved()),
        "the puzzle has one token, which neither waits nor has moved",
    )?;
    demand(
        game.arrived == <[[u8; MOST_COLUMNS]; 2]>::default()
            && game.named == [None, None]
            && game.supply == 0
            && game.won[1] == 0,
        "the puzzle has no arrived tokens, gaps, traps, supply or second player",
    )?;
    demand(
        game.coins.as_flattened().iter().all(|&coins| coins <= 1),
        "the puzzle has single coins only",
    )?;
    let lying: u8 = game.coins.as_flattened().iter().sum();
    let (won, walks, all) = (game.won[0], game.round, game.coins_to_win());
    if walks == 0 {
        demand(
            matches!(game.phase, Phase::Lay | Phase::Set),
            "before the first walk there are the phases L and S only",
        )?;
        return demand(
            token == Token::NONE && won == 0 && lying == all + 1,
            "before the first walk no token stands and all coins lie",
        );
    }
    demand(
        match game.phase {
            Phase::Relocate | Phase::Over => true,
            Phase::Set => game.rules.walks_freely(),
            _ => false,
        },
        "after the first walk there are the phases R and X only, and S with puzzle-walk=free",
    )?;
    demand(
        won >= 1 && won + lying == all,
        "coins won and lying are all but the first point's, and one is won",
    )?;
    let walks_fit = match game.phase {
        Phase::Over if won == all => walks == u16::from(won),
        Phase::Over => walks == u16::from(won) + 1,
        _ => walks == u16::from(won) && won < all,
    };
    demand(walks_fit, "every walk wins a coin or ends the game")?;
    if game.phase == Phase::Set {
        demand(token == Token::NONE, "no token stands in phase S")?;
    } else {
        let on_visited_end = token.point().is_some_and(|point| {
            let at_end = point.row == 0 || point.row == game.rules.rows + 1;
            at_end && game.coins_at(point) == 0
        });
        demand(on_visited_end, "one token stands, on an end point without a coin")?;
    }
    if game.phase == Phase::Relocate {
        demand(game.turns < game.rules.relocations, "there are no more relocations")?;
        demand(marks(game, 0) <= game.turns, "more bridges are relocated than turns were made")?;
    }
    Ok(())
}
