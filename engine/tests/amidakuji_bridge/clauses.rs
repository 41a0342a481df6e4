//! A reader that decides nothing but whether a text is a position: it goes through what the rules text
//! says that a reader must refuse, clause by clause, and names the clauses that are broken.

use Phase::{Giving, Laying, Moving, Over, Placing, Pushing, Relocating, Setting};

/// A clause of "A reader must refuse", in few words.
pub(crate) type Clause = &'static str;

macro_rules! clauses {
    ($($name:ident = $clause:literal;)*) => {
        $(const $name: Clause = $clause;)*
        /// All clauses, in the order of the rules text.
        pub(crate) const CLAUSES: &[Clause] = &[$($name),*];
    };
}

clauses! {
    // The form.
    FIELDS = "13 fields";
    FORM = "the form of each field";
    ORDER = "canonical order";
    NUMBERS = "numbers without leading zeros";
    EXISTING = "points and places that exist";
    RUNS_FROM_ENDS = "r on end points";
    ON_ENDS = "coins, gaps and traps on end points only";
    SOME_COIN = "at least one coin where one is listed";
    ONE_CHOICE = "at most one gap or trap a side";
    // Both modes.
    ON_BRIDGES = "tokens on nodes stand on bridge ends";
    NODES = "a node bears at most one bridge end";
    CROSSING = "no two bridges cross";
    STOCK = "bridges on the board and in hand";
    LAYING = "some hand is not empty exactly in phase L";
    LAYER = "in phase L the seat to act has bridges in hand";
    ACTOR = "the seat to act is - exactly in phase X";
    TURNS_OUTSIDE = "field 9 is 0 outside phase R";
    MARKS_OUTSIDE = "+ only in phase R and with same-bridge=no";
    // Duel.
    FINISHER = "field 10 names a seat exactly in phases P and E";
    ROUND = "the round";
    GIVING = "phase G only with gaps or traps";
    CHOSEN = "when gaps or traps are chosen";
    NO_TOKENS = "phases L and G: no tokens";
    SET_TOKENS = "phase S: at most 3 tokens, on own end points";
    SETTER = "phase S: the seat to act";
    NONE_ARRIVED = "up to phase S nobody has arrived";
    TWO_ACTIVE = "phases M, P, E, R: each seat has 2 active tokens";
    BELOW_GOAL = "phases M, P, E, R: fewer than goal arrived";
    ENDED = "phase X: a win or the cap";
    ENEMY_END = "no token on an enemy's end point";
    TWO_ENEMIES = "no two enemies on one point";
    OWN_END = "no two own tokens on one end point";
    BLOCKED = "no token on an end point where an enemy has arrived";
    OWN_TRAP = "no token on the own trap";
    ENEMY_GAP = "nobody has arrived at the enemy's gap or trap";
    WAITING = "waiting tokens only in phases P, E and X";
    MOVED = "! not in phases S and R";
    UNMOVED = "phase M: the seat to act has a token without !";
    OPENER = "phase M: the opener acts when no token has !";
    HAS_MOVED = "phases P and E: the seat in field 10 has a token with !";
    PUSHER = "phase P: the seat in field 10 acts";
    PAIR = "phase P: its tokens stand on the two ends of a bridge it may push";
    WAITS = "phase E: the seat to act has a waiting token";
    FIRST_WAITS = "phase E: the seat in field 10 acts if it has a waiting token";
    TURNS = "phase R: fewer than 2 * relocations turns made";
    LAST_ROUND = "phase R: the round is below max-rounds";
    RELOCATOR = "phase R: the seat to act";
    MARKS = "phase R: no more bridges with + than turns made";
    TWELVE = "coins=start: supply, coins lying and coins won add up to 12";
    COINS_TAKEN = "coins=start: no coin where an enemy of that side has arrived";
    WINNERS = "coins=start: only a seat with an arrived token has won coins";
    COINS_PUT = "coins=gap: one coin on every end point but gaps and where an enemy has arrived";
    COINS_WON = "coins=gap: as many won as there are columns where the seat has arrived";
    NO_SUPPLY = "coins=gap: the supply is 0";
    NO_COINS = "otherwise fields 11 and 13 are empty";
    // Puzzle.
    PUZZLE_PHASES = "puzzle: phases L, S, R, X";
    PUZZLE_SEAT = "puzzle: seat 0 or -";
    DUEL_FIELDS = "puzzle: fields 7, 8, 10, 12 are empty";
    DUEL_COINS = "puzzle: supply and won1 are 0";
    SINGLE = "puzzle: every listed coin is single";
    PUZZLE_FLAGS = "puzzle: no !, no waiting token";
    BEFORE_PHASES = "puzzle: before the first walk phase L or S";
    BEFORE_TOKENS = "puzzle: before the first walk no token";
    BEFORE_COINS = "puzzle: before the first walk nothing won, all coins lie";
    AFTER_PHASES = "puzzle: after the first walk phase R or X, or S with puzzle-walk=free";
    AFTER_COINS = "puzzle: after the first walk coins won and lying add up to 2C-1";
    AFTER_WON = "puzzle: after the first walk at least one coin is won";
    WALKS = "puzzle: phases R and S: as many coins won as walks";
    NOT_ALL = "puzzle: phases R and S: fewer than 2C-1 coins won";
    PUZZLE_OVER = "puzzle: phase X: won or lost";
    ONE_TOKEN = "puzzle: phases R and X: one token";
    VISITED = "puzzle: the token is on an end point without a coin";
    NOT_SET = "puzzle: phase S: no token";
    PUZZLE_TURNS = "puzzle: phase R: fewer than relocations turns made";
    PUZZLE_MARKS = "puzzle: phase R: no more bridges with + than turns made";
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Laying,
    Giving,
    Setting,
    Moving,
    Pushing,
    Placing,
    Relocating,
    Over,
}

/// The rule options on which it depends what is refused.
struct Terms {
    puzzle: bool,
    columns: u64,
    rows: u64,
    bridges: u64,
    long: u64,
    long_span: u64,
    crossing: bool,
    first_setter: usize,
    alternate: bool,
    goal: usize,
    push: String,
    relocations: u64,
    same_bridge: bool,
    max_rounds: u64,
    coins: String,
    free: bool,
}

impl Terms {
    fn read(options: &str) -> Terms {
        let pairs = options.split(' ').filter_map(|pair| pair.split_once('='));
        let value = |name: &str| pairs.clone().find(|pair| pair.0 == name).map(|pair| pair.1);
        let is = |name: &str, word: &str| value(name) == Some(word);
        let number = |name: &str, default: u64| {
            value(name).map_or(default, |text| text.parse().expect("a number"))
        };
        let columns = number("columns", 5);
        Terms {
            puzzle: is("mode", "puzzle"),
            columns,
            rows: number("rows", 11),
            bridges: number("bridges", if columns >= 6 { 8 } else { 7 }),
            long: number("long", 1),
            long_span: number("long-span", 2),
            crossing: is("crossing", "yes"),
            first_setter: usize::from(!is("start-order", "first")),
            alternate: is("round-start", "alternate"),
            goal: number("goal", 2) as usize,
            push: value("push").unwrap_or("opponent").to_string(),
            relocations: number("relocations", 2),
            same_bridge: is("same-bridge", "yes"),
            max_rounds: number("max-rounds", 50),
            coins: value("coins").unwrap_or("none").to_string(),
            free: is("puzzle-walk", "free"),
        }
    }

    fn opener(&self, round: u64) -> usize {
        usize::from(!(self.alternate && round.is_multiple_of(2)))
    }

    /// The row of a seat's own end points.
    fn own_end(&self, seat: usize) -> u64 {
        [0, self.rows + 1][seat]
    }

    fn is_end(&self, point: Point) -> bool {
        point.row == 0 || point.row == self.rows + 1
    }

    fn all_ends(&self) -> impl Iterator<Item = Point> {
        let end = |row| (0..self.columns).map(move |column| Point { column, row });
        end(0).chain(end(self.rows + 1))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    column: u64,
    row: u64,
}

struct Bridge {
    owner: usize,
    ends: [Point; 2],
    marked: bool,
}

impl Bridge {
    fn is_long(&self) -> bool {
        self.ends[0].row.abs_diff(self.ends[1].row) > 1
    }

    fn crosses(&self, other: &Bridge) -> bool {
        let order = |end: usize| self.ends[end].row.cmp(&other.ends[end].row);
        let (left, right) = (order(0), order(1));
        self.ends[0].column == other.ends[0].column && left.is_ne() && left == right.reverse()
    }
}

/// Without a point it waits.
struct Token {
    point: Option<Point>,
    moved: bool,
}

struct Fields {
    phase: Phase,
    actor: Option<usize>,
    round: u64,
    /// Normal and long bridges of each seat.
    hands: [[u64; 2]; 2],
    bridges: Vec<Bridge>,
    tokens: [Vec<Token>; 2],
    arrived: [Vec<u64>; 2],
    turns: u64,
    finisher: Option<usize>,
    coins: Vec<(Point, u64)>,
    /// The columns of the gaps or traps.
    chosen: [Option<u64>; 2],
    supply: u64,
    won: [u64; 2],
}

fn number(text: &str) -> Result<u64, Clause> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FORM);
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(NUMBERS);
    }
    Ok(text.parse().unwrap_or(u64::MAX))
}

fn seat(text: &str) -> Result<Option<usize>, Clause> {
    match text {
        "-" => Ok(None),
        "0" => Ok(Some(0)),
        "1" => Ok(Some(1)),
        _ => Err(FORM),
    }
}

fn column(terms: &Terms, letter: char) -> Result<u64, Clause> {
    if !letter.is_ascii_lowercase() {
        return Err(FORM);
    }
    let column = u64::from(letter) - u64::from('a');
    if column < terms.columns { Ok(column) } else { Err(EXISTING) }
}

fn point(terms: &Terms, text: &str) -> Result<Point, Clause> {
    let mut characters = text.chars();
    let column = column(terms, characters.next().ok_or(FORM)?)?;
    let row = number(characters.as_str())?;
    if row <= terms.rows + 1 { Ok(Point { column, row }) } else { Err(EXISTING) }
}

/// The items of a list, which is empty as `-`.
fn items<T>(text: &str, item: impl Fn(&str) -> Result<T, Clause>) -> Result<Vec<T>, Clause> {
    if text == "-" { Ok(Vec::new()) } else { text.split(',').map(item).collect() }
}

fn bridge(terms: &Terms, text: &str) -> Result<Bridge, Clause> {
    let (text, marked) = text.strip_suffix('+').map_or((text, false), |text| (text, true));
    let owner = text.get(..1).ok_or(FORM).and_then(seat)?.ok_or(FORM)?;
    let (left, right) = text[1..].split_once('-').ok_or(FORM)?;
    let ends = [point(terms, left)?, point(terms, right)?];
    let rise = ends[0].row.abs_diff(ends[1].row);
    let exists = ends.iter().all(|&end| !terms.is_end(end))
        && ends[0].column + 1 == ends[1].column
        && (rise <= 1 || rise == terms.long_span);
    if exists { Ok(Bridge { owner, ends, marked }) } else { Err(EXISTING) }
}

/// Whether it waits, the point, whether it crosses next, whether it has moved.
type Order = (bool, Option<Point>, bool, bool);

/// A token, and its place in the order.
fn token(terms: &Terms, text: &str) -> Result<(Token, Order), Clause> {
    let (standing, moved) = text.strip_suffix('!').map_or((text, false), |text| (text, true));
    if standing == "*" {
        return Ok((Token { point: None, moved }, (true, None, false, moved)));
    }
    let crosses = match standing.chars().last() {
        Some('r') => false,
        Some('x') => true,
        _ => return Err(FORM),
    };
    let point = point(terms, &standing[..standing.len() - 1])?;
    if crosses && terms.is_end(point) {
        return Err(RUNS_FROM_ENDS);
    }
    Ok((Token { point: Some(point), moved }, (false, Some(point), crosses, moved)))
}

fn tokens(terms: &Terms, text: &str) -> Result<Vec<Token>, Clause> {
    let (tokens, keys): (Vec<_>, Vec<_>) =
        items(text, |item| token(terms, item))?.into_iter().unzip();
    if keys.is_sorted() { Ok(tokens) } else { Err(ORDER) }
}

fn letters(terms: &Terms, text: &str) -> Result<Vec<u64>, Clause> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let columns: Vec<u64> = text.chars().map(|c| column(terms, c)).collect::<Result<_, _>>()?;
    match columns[..] {
        [] => Err(FORM),
        _ if columns.is_sorted() => Ok(columns),
        _ => Err(ORDER),
    }
}

fn coin(terms: &Terms, text: &str) -> Result<(Point, u64), Clause> {
    let (place, count) = text.split_once(':').ok_or(FORM)?;
    let (place, count) = (point(terms, place)?, number(count)?);
    match (terms.is_end(place), count) {
        (false, _) => Err(ON_ENDS),
        (true, 0) => Err(SOME_COIN),
        _ => Ok((place, count)),
    }
}

fn chosen(terms: &Terms, text: &str) -> Result<[Option<u64>; 2], Clause> {
    let points = items(text, |item| point(terms, item))?;
    if !points.iter().all(|&place| terms.is_end(place)) {
        return Err(ON_ENDS);
    }
    let of = |seat: usize| {
        let own = points.iter().filter(move |place| place.row == terms.own_end(seat));
        own.map(|place| place.column).collect::<Vec<_>>()
    };
    let (first, second) = (of(0), of(1));
    if first.len() > 1 || second.len() > 1 {
        return Err(ONE_CHOICE);
    }
    let in_order = points.is_sorted_by_key(|place| place.row);
    if in_order { Ok([first.first().copied(), second.first().copied()]) } else { Err(ORDER) }
}

fn fields(terms: &Terms, text: &str) -> Result<Fields, Clause> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[
        phase,
        actor,
        round,
        hands,
        bridges,
        tokens0,
        tokens1,
        arrived,
        turns,
        finisher,
        coins,
        gaps,
        won,
    ] = &fields[..]
    else {
        return Err(FIELDS);
    };
    let hand = |text: &str| -> Result<[u64; 2], Clause> {
        let (normal, long) = text.split_once('.').ok_or(FORM)?;
        Ok([number(normal)?, number(long)?])
    };
    let hands = hands.split_once('/').ok_or(FORM)?;
    let arrived = arrived.split_once('/').ok_or(FORM)?;
    let bridges = items(bridges, |item| bridge(terms, item))?;
    if !bridges.is_sorted_by_key(|bridge| (bridge.ends[0], bridge.ends[1].row)) {
        return Err(ORDER);
    }
    let coins = items(coins, |item| coin(terms, item))?;
    if !coins.is_sorted_by(|one, other| one.0 < other.0) {
        return Err(ORDER);
    }
    let won: Vec<u64> = won.split('.').map(number).collect::<Result<_, _>>()?;
    let [supply, won0, won1] = won[..] else { return Err(FORM) };
    Ok(Fields {
        phase: match phase {
            "L" => Laying,
            "G" => Giving,
            "S" => Setting,
            "M" => Moving,
            "P" => Pushing,
            "E" => Placing,
            "R" => Relocating,
            "X" => Over,
            _ => return Err(FORM),
        },
        actor: seat(actor)?,
        round: number(round)?,
        hands: [hand(hands.0)?, hand(hands.1)?],
        bridges,
        tokens: [tokens(terms, tokens0)?, tokens(terms, tokens1)?],
        arrived: [letters(terms, arrived.0)?, letters(terms, arrived.1)?],
        turns: number(turns)?,
        finisher: seat(finisher)?,
        coins,
        chosen: chosen(terms, gaps)?,
        supply,
        won: [won0, won1],
    })
}

impl Fields {
    fn all_tokens(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().flatten()
    }

    fn points(&self, seat: usize) -> impl Iterator<Item = Point> + Clone {
        self.tokens[seat].iter().filter_map(|token| token.point)
    }

    fn waits(&self, seat: usize) -> bool {
        self.tokens[seat].iter().any(|token| token.point.is_none())
    }

    fn marks(&self, seat: usize) -> u64 {
        self.bridges.iter().filter(|bridge| bridge.owner == seat && bridge.marked).count() as u64
    }

    fn lying(&self) -> u128 {
        self.coins.iter().map(|coin| u128::from(coin.1)).sum()
    }

    fn is_in(&self, phases: &[Phase]) -> bool {
        phases.contains(&self.phase)
    }
}

/// The clauses that `text` breaks under these rule options; of the form the first one only.
pub(crate) fn broken(options: &str, text: &str) -> Vec<Clause> {
    let terms = Terms::read(options);
    let fields = match fields(&terms, text) {
        Ok(fields) => fields,
        Err(clause) => return vec![clause],
    };
    let mut broken = broken_in_both_modes(&terms, &fields);
    broken.extend(match terms.puzzle {
        true => broken_in_the_puzzle(&terms, &fields),
        false => [
            broken_by_phase(&terms, &fields),
            broken_by_tokens(&terms, &fields),
            broken_by_turn(&terms, &fields),
            broken_by_coins(&terms, &fields),
        ]
        .concat(),
    });
    broken
}

/// Of these clauses and whether they hold, those that do not.
fn failing(clauses: impl IntoIterator<Item = (Clause, bool)>) -> Vec<Clause> {
    clauses.into_iter().filter(|(_, holds)| !holds).map(|(clause, _)| clause).collect()
}

fn broken_in_both_modes(terms: &Terms, fields: &Fields) -> Vec<Clause> {
    let ends: Vec<Point> = fields.bridges.iter().flat_map(|bridge| bridge.ends).collect();
    let on_bridge = |point: Point| terms.is_end(point) || ends.contains(&point);
    let pairs = || {
        let all = fields.bridges.iter().enumerate();
        all.flat_map(|(number, one)| fields.bridges[..number].iter().map(move |two| (one, two)))
    };
    let stock = |seat: usize, kind: usize| {
        let own = fields.bridges.iter().filter(|bridge| bridge.owner == seat);
        let on_board = own.filter(|bridge| usize::from(bridge.is_long()) == kind).count() as u64;
        let all = [terms.bridges, terms.long][kind];
        let all = if terms.puzzle { [2 * all, 0][seat] } else { all };
        fields.hands[seat][kind].saturating_add(on_board) <= all
    };
    let has_bridges = |seat: usize| fields.hands[seat] != [0, 0];
    let laying = fields.phase == Laying;
    let marked = fields.bridges.iter().any(|bridge| bridge.marked);
    failing([
        (ON_BRIDGES, (0..2).all(|seat| fields.points(seat).all(on_bridge))),
        (NODES, ends.iter().all(|end| ends.iter().filter(|other| *other == end).count() == 1)),
        (CROSSING, terms.crossing || !pairs().any(|(one, other)| one.crosses(other))),
        (STOCK, (0..2).all(|seat| (0..2).all(|kind| stock(seat, kind)))),
        (LAYING, (has_bridges(0) || has_bridges(1)) == laying),
        (
            LAYER,
            !laying || !(has_bridges(0) || has_bridges(1)) || fields.actor.is_none_or(has_bridges),
        ),
        (ACTOR, fields.actor.is_none() == (fields.phase == Over)),
        (TURNS_OUTSIDE, fields.phase == Relocating || fields.turns == 0),
        (MARKS_OUTSIDE, !marked || fields.phase == Relocating && !terms.same_bridge),
    ])
}

fn broken_by_phase(terms: &Terms, fields: &Fields) -> Vec<Clause> {
    let Terms { first_setter, goal, max_rounds, .. } = *terms;
    let before_rounds = fields.is_in(&[Laying, Giving, Setting]);
    let in_rounds = fields.is_in(&[Moving, Pushing, Placing, Relocating]);
    let chooses = ["gap", "trap"].contains(&terms.coins.as_str());
    let chosen = fields.chosen.map(|chosen| chosen.is_some());
    let chosen_in_time = match (chooses, fields.phase) {
        (false, _) | (true, Laying) => chosen == [false, false],
        (true, Giving) => match fields.actor {
            Some(seat) if seat == first_setter => chosen == [false, false],
            Some(_) => chosen[first_setter] && !chosen[1 - first_setter],
            None => true,
        },
        (true, _) => chosen == [true, true],
    };
    let active = [fields.tokens[0].len(), fields.tokens[1].len()];
    let own_ends = (0..2).all(|seat| {
        let on_own_end = |point: Point| point.row == terms.own_end(seat);
        fields.tokens[seat].iter().all(|token| token.point.is_some_and(on_own_end))
    });
    let set_in_turn = match fields.actor {
        Some(seat) if seat == first_setter => active[0] == active[1],
        Some(_) => active[first_setter] == active[1 - first_setter] + 1,
        None => true,
    };
    let arrived = [fields.arrived[0].len(), fields.arrived[1].len()];
    let is_won_by = |seat: usize| {
        (goal..=goal + 1).contains(&arrived[seat])
            && active[seat] == goal + 1 - arrived[seat]
            && arrived[1 - seat] < goal
            && active[1 - seat] == 2
    };
    let is_capped = arrived.iter().all(|&arrived| arrived < goal)
        && active == [2, 2]
        && fields.round == max_rounds
        && fields.all_tokens().all(|token| token.point.is_some() && !token.moved);
    failing([
        (FINISHER, fields.finisher.is_some() == fields.is_in(&[Pushing, Placing])),
        (
            ROUND,
            if before_rounds {
                fields.round == 0
            } else {
                (1..=max_rounds).contains(&fields.round)
            },
        ),
        (GIVING, chooses || fields.phase != Giving),
        (CHOSEN, chosen_in_time),
        (NO_TOKENS, active == [0, 0] || !fields.is_in(&[Laying, Giving])),
        (SET_TOKENS, fields.phase != Setting || active[0] + active[1] <= 3 && own_ends),
        (SETTER, fields.phase != Setting || set_in_turn),
        (NONE_ARRIVED, !before_rounds || arrived == [0, 0]),
        (TWO_ACTIVE, !in_rounds || active == [2, 2]),
        (BELOW_GOAL, !in_rounds || arrived.iter().all(|&arrived| arrived < goal)),
        (ENDED, fields.phase != Over || is_won_by(0) || is_won_by(1) || is_capped),
    ])
}

fn broken_by_tokens(terms: &Terms, fields: &Fields) -> Vec<Clause> {
    let seats = |holds: &dyn Fn(usize, Point) -> bool| {
        (0..2).all(|seat| fields.points(seat).all(|point| holds(seat, point)))
    };
    let on_own_end = |seat: usize, point: Point| point.row == terms.own_end(seat);
    let own_on = |seat, point| fields.points(seat).filter(|&other| other == point).count();
    let own_trap = |seat: usize, point: Point| {
        terms.coins == "trap"
            && on_own_end(seat, point)
            && fields.chosen[seat] == Some(point.column)
    };
    let stayed_out = |seat: usize| match fields.chosen[1 - seat] {
        Some(chosen) => !fields.arrived[seat].contains(&chosen),
        None => true,
    };
    failing([
        (ENEMY_END, seats(&|seat, point| point.row != terms.own_end(1 - seat))),
        (TWO_ENEMIES, fields.points(0).all(|point| own_on(1, point) == 0)),
        (OWN_END, seats(&|seat, point| !on_own_end(seat, point) || own_on(seat, point) == 1)),
        (
            BLOCKED,
            seats(&|seat, point| {
                !on_own_end(seat, point) || !fields.arrived[1 - seat].contains(&point.column)
            }),
        ),
        (OWN_TRAP, seats(&|seat, point| !own_trap(seat, point))),
        (ENEMY_GAP, stayed_out(0) && stayed_out(1)),
        (WAITING, fields.is_in(&[Pushing, Placing, Over]) || !fields.waits(0) && !fields.waits(1)),
        (
            MOVED,
            !fields.is_in(&[Setting, Relocating]) || !fields.all_tokens().any(|token| token.moved),
        ),
    ])
}

fn broken_by_turn(terms: &Terms, fields: &Fields) -> Vec<Clause> {
    // Who acts, or whose turn is finished, where another clause wants somebody.
    let is_actor = |holds: &dyn Fn(usize) -> bool| fields.actor.is_none_or(holds);
    let is_finisher = |holds: &dyn Fn(usize) -> bool| fields.finisher.is_none_or(holds);
    let has_moved = |seat: usize| fields.tokens[seat].iter().any(|token| token.moved);
    let has_to_move = |seat: usize| fields.tokens[seat].iter().any(|token| !token.moved);
    let opener = terms.opener(fields.round);
    let may_push = |seat: usize, bridge: &Bridge| match terms.push.as_str() {
        "opponent" => bridge.owner != seat,
        "any" => true,
        _ => false,
    };
    let has_pair = |seat: usize| {
        let mut points: Vec<Point> = fields.points(seat).collect();
        points.sort();
        fields.bridges.iter().any(|bridge| may_push(seat, bridge) && points == bridge.ends)
    };
    let (moving, pushing, placing, relocating) = (
        fields.phase == Moving,
        fields.phase == Pushing,
        fields.phase == Placing,
        fields.phase == Relocating,
    );
    let relocator = if fields.turns.is_multiple_of(2) { opener } else { 1 - opener };
    // The opener made the first of the turns, the third and so on.
    let own_turns =
        |seat: usize| fields.turns.div_ceil(2) - u64::from(seat != opener) * (fields.turns % 2);
    failing([
        (UNMOVED, !moving || is_actor(&has_to_move)),
        (OPENER, !moving || has_moved(0) || has_moved(1) || is_actor(&|seat| seat == opener)),
        (HAS_MOVED, !(pushing || placing) || is_finisher(&has_moved)),
        (PUSHER, !pushing || is_actor(&|seat| is_finisher(&|finisher| seat == finisher))),
        (PAIR, !pushing || is_finisher(&has_pair)),
        (WAITS, !placing || is_actor(&|seat| fields.waits(seat))),
        (
            FIRST_WAITS,
            !placing
                || is_finisher(&|finisher| {
                    !fields.waits(finisher) || is_actor(&|seat| seat == finisher)
                }),
        ),
        (TURNS, !relocating || fields.turns < 2 * terms.relocations),
        (LAST_ROUND, !relocating || fields.round < terms.max_rounds),
        (RELOCATOR, !relocating || is_actor(&|seat| seat == relocator)),
        (MARKS, !relocating || (0..2).all(|seat| fields.marks(seat) <= own_turns(seat))),
    ])
}

fn broken_by_coins(terms: &Terms, fields: &Fields) -> Vec<Clause> {
    // Where the coin was won, or an enemy waits no more.
    let is_taken = |point: Point| {
        let enemy = usize::from(point.row == 0);
        fields.arrived[enemy].contains(&point.column)
    };
    match terms.coins.as_str() {
        "start" => {
            let won: u128 = fields.won.iter().map(|&won| u128::from(won)).sum();
            let all = u128::from(fields.supply) + fields.lying() + won;
            let won_by = |seat: usize| fields.won[seat] == 0 || !fields.arrived[seat].is_empty();
            failing([
                (TWELVE, all == 12),
                (COINS_TAKEN, !fields.coins.iter().any(|&(point, _)| is_taken(point))),
                (WINNERS, won_by(0) && won_by(1)),
            ])
        }
        "gap" if !fields.is_in(&[Laying, Giving]) => {
            let is_gap = |point: Point| {
                let owner = usize::from(point.row != 0);
                fields.chosen[owner] == Some(point.column)
            };
            let mut expected: Vec<(Point, u64)> = terms
                .all_ends()
                .filter(|&point| !is_gap(point) && !is_taken(point))
                .map(|point| (point, 1))
                .collect();
            expected.sort();
            let won = [0, 1].map(|seat: usize| {
                let mut columns = fields.arrived[seat].clone();
                columns.dedup();
                columns.len() as u64
            });
            failing([
                (COINS_PUT, fields.coins == expected),
                (COINS_WON, fields.won == won),
                (NO_SUPPLY, fields.supply == 0),
            ])
        }
        _ => failing([(
            NO_COINS,
            fields.coins.is_empty() && (fields.supply, fields.won) == (0, [0, 0]),
        )]),
    }
}

fn broken_in_the_puzzle(terms: &Terms, fields: &Fields) -> Vec<Clause> {
    let to_win = 2 * terms.columns - 1;
    let (walks, won, lying) = (fields.round, fields.won[0], fields.lying());
    let before = walks == 0;
    let (setting, relocating, over) =
        (fields.phase == Setting, fields.phase == Relocating, fields.phase == Over);
    let has_coin = |point: Point| fields.coins.iter().any(|coin| coin.0 == point);
    let tokens = &fields.tokens[0];
    let is_won = won == to_win && walks == to_win;
    let is_lost = won < to_win && walks == won + 1;
    failing([
        (PUZZLE_PHASES, fields.is_in(&[Laying, Setting, Relocating, Over])),
        (PUZZLE_SEAT, fields.actor != Some(1)),
        (
            DUEL_FIELDS,
            fields.tokens[1].is_empty()
                && fields.arrived.iter().all(Vec::is_empty)
                && fields.finisher.is_none()
                && fields.chosen == [None, None],
        ),
        (DUEL_COINS, (fields.supply, fields.won[1]) == (0, 0)),
        (SINGLE, fields.coins.iter().all(|coin| coin.1 == 1)),
        (PUZZLE_FLAGS, fields.all_tokens().all(|token| token.point.is_some() && !token.moved)),
        (BEFORE_PHASES, !before || fields.is_in(&[Laying, Setting])),
        (BEFORE_TOKENS, !before || tokens.is_empty()),
        (BEFORE_COINS, !before || won == 0 && fields.coins.len() as u64 == to_win + 1),
        (AFTER_PHASES, before || relocating || over || setting && terms.free),
        (AFTER_COINS, before || u128::from(won) + lying == u128::from(to_win)),
        (AFTER_WON, before || won >= 1),
        (WALKS, !(relocating || setting) || won == walks),
        (NOT_ALL, !(relocating || setting) || won < to_win),
        (PUZZLE_OVER, !over || is_won || is_lost),
        (ONE_TOKEN, !(relocating || over) || tokens.len() == 1),
        (
            VISITED,
            !(relocating || over)
                || fields.points(0).all(|point| terms.is_end(point) && !has_coin(point)),
        ),
        (NOT_SET, !setting || tokens.is_empty()),
        (PUZZLE_TURNS, !relocating || fields.turns < terms.relocations),
        (PUZZLE_MARKS, !relocating || fields.marks(0) <= fields.turns),
    ])
}
