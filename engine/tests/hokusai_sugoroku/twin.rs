//! A slow twin of the engine: section 3 of the rules text to the letter, on a list of tokens, with
//! nothing of the engine but the rule options and the text of positions.

use crate::{any_start, legal, play, position, rules, start};
use ludarium_engine::hokusai_sugoroku::{GoalRule, HokusaiSugoroku, Rules};
use ludarium_engine::{Game, Random, Seat, Turn};
use proptest::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Square(u32),
    /// With the number of arrivals before.
    Home(usize),
}

#[derive(Clone)]
struct Token {
    place: Place,
    owes_skip: bool,
}

#[derive(Clone)]
struct Twin {
    rules: Rules,
    tokens: Vec<Token>,
    /// Nobody when the game is over.
    to_act: Option<usize>,
}

impl Twin {
    fn start(rules: Rules, players: u8) -> Twin {
        let token = Token { place: Place::Square(1), owes_skip: false };
        Twin {
            rules,
            tokens: vec![token; usize::from(players)],
            to_act: Some(usize::from(rules.first_player) - 1),
        }
    }

    fn at_home(&self) -> usize {
        self.tokens.iter().filter(|token| matches!(token.place, Place::Home(_))).count()
    }

    fn write(&self) -> String {
        let mut squares = Vec::new();
        let mut skips = String::new();
        let mut home = vec!["-".to_string(); self.at_home().max(1)];
        for (player, token) in (1..).zip(&self.tokens) {
            match token.place {
                Place::Square(square) => squares.push(square.to_string()),
                Place::Home(before) => {
                    squares.push("H".to_string());
                    home[before] = format!("{player}");
                }
            }
            skips.push(if token.owes_skip { 's' } else { '-' });
        }
        let turn = self.to_act.map_or(0, |seat| seat + 1);
        format!("{}|{skips}|{turn}|{}", squares.join(","), home.concat())
    }

    fn legal(&self) -> Vec<String> {
        match self.to_act {
            None => Vec::new(),
            Some(seat) if self.tokens[seat].owes_skip => vec!["*skip".to_string()],
            Some(_) => (1..=6).map(|die| format!("*{die}")).collect(),
        }
    }

    fn is_stay(square: u32) -> bool {
        // Hodogaya, Yukinoshita, Enoshima, Oyama, Tsuruma, Mizonokuchi
        [8, 20, 31, 38, 44, 49].contains(&square)
    }

    /// Where a surplus leads, by the table of the rules text; nowhere but home if `None`.
    fn sent_back(&self, surplus: u32) -> Option<u32> {
        match (self.rules.goal_rule, surplus) {
            (GoalRule::Passing, _) => None,
            (_, 1) => Some(52),
            (_, 2) => Some(51),
            (_, 3) => Some(50),
            (_, 4) => Some(49),
            (GoalRule::Printed, 5) => Some(u32::from(self.rules.nagatsuta)),
            (GoalRule::Bounce, 5) => Some(48),
            _ => panic!("a surplus of {surplus}"),
        }
    }

    fn play(&mut self, event: &str) {
        let seat = self.to_act.expect("a seat to act");
        let arrivals = self.at_home();
        if event == "*skip" {
            self.tokens[seat].owes_skip = false;
        } else {
            let die: u32 = event[1..].parse().expect("a die");
            let Place::Square(square) = self.tokens[seat].place else { panic!("{seat} is home") };
            let square = match square + die {
                reached @ ..=52 => Some(reached),
                53 => None,
                past => self.sent_back(past - 53),
            };
            self.tokens[seat] = match square {
                Some(square) => Token {
                    place: Place::Square(square),
                    owes_skip: Self::is_stay(square) && self.rules.stays.is_yes(),
                },
                None => Token { place: Place::Home(arrivals), owes_skip: false },
            };
        }
        let left = self.tokens.len() - self.at_home();
        let over = if self.rules.rank_all.is_yes() { left == 1 } else { self.at_home() > 0 };
        let round = (seat + 1..self.tokens.len()).chain(0..=seat);
        let mut on_the_route =
            round.filter(|&seat| matches!(self.tokens[seat].place, Place::Square(_)));
        self.to_act = if over { None } else { on_the_route.next() };
    }

    fn scores(&self) -> Vec<i32> {
        let square = |token: &Token| match token.place {
            Place::Square(square) => square as i32,
            Place::Home(_) => 53,
        };
        self.tokens.iter().map(square).collect()
    }

    /// A token comes after every token that is placed better; nothing else counts.
    fn ranks(&self) -> Vec<u8> {
        let is_better = |one: Place, other: Place| match (one, other) {
            (Place::Home(one), Place::Home(other)) => one < other,
            (Place::Home(_), Place::Square(_)) => true,
            (Place::Square(_), Place::Home(_)) => false,
            (Place::Square(one), Place::Square(other)) => one > other,
        };
        let rank = |token: &Token| {
            let better = self.tokens.iter().filter(|other| is_better(other.place, token.place));
            1 + better.count() as u8
        };
        self.tokens.iter().map(rank).collect()
    }
}

/// Everything that can be seen of the two.
fn assert_equal(game: &HokusaiSugoroku, twin: &Twin, how: &str) {
    let seat = match game.turn() {
        Turn::Over => None,
        Turn::Chance => game.chance_seat(),
        Turn::Player(seat) => panic!("seat {seat} has a turn in {game}"),
    };
    let found =
        (game.to_string(), seat, legal(game), game.scores().to_vec(), game.ranks().to_vec());
    let to_act = twin.to_act.map(|seat| Seat(seat as u8));
    let expected = (twin.write(), to_act, twin.legal(), twin.scores(), twin.ranks());
    assert_eq!(found, expected, "{how} under {:?}", game.rules());
}

/// Plays an event on both and compares them.
fn step(game: &mut HokusaiSugoroku, twin: &mut Twin, event: &str) {
    let before = *game;
    play(game, event);
    twin.play(event);
    assert_equal(game, twin, &format!("after {event} in {before}"));
}

/// Plays a random game on both, compares them after every event, and on the way after all other
/// events that might have happened; returns the number of events.
fn compare(mut game: HokusaiSugoroku, mut twin: Twin, random: &mut Random) -> u32 {
    assert_equal(&game, &twin, "at the start");
    let mut events = 0;
    while twin.to_act.is_some() {
        let possible = twin.legal();
        for event in &possible {
            step(&mut game.clone(), &mut twin.clone(), event);
        }
        let event = &possible[random.below(possible.len() as u32) as usize];
        step(&mut game, &mut twin, event);
        events += 1;
    }
    events
}

/// A position that no game may reach: any squares, most of them near home, any skips on stays, and
/// any arrivals where the game goes on after them.
fn crafted(rules: Rules, players: u8, random: &mut Random) -> Twin {
    let mut twin = Twin::start(rules, players);
    for token in &mut twin.tokens {
        let from = random.pick(&[1, 44]);
        let square = from + random.below(53 - from);
        let owes_skip = Twin::is_stay(square) && rules.stays.is_yes() && random.below(2) == 0;
        *token = Token { place: Place::Square(square), owes_skip };
    }
    let mut seats: Vec<usize> = (0..usize::from(players)).collect();
    let arrivals =
        if rules.rank_all.is_yes() { random.below(u32::from(players) - 1) as usize } else { 0 };
    for before in 0..arrivals {
        let seat = seats.swap_remove(random.below(seats.len() as u32) as usize);
        twin.tokens[seat] = Token { place: Place::Home(before), owes_skip: false };
    }
    twin.to_act = Some(random.pick(&seats));
    twin
}

fn compare_crafted(rules: Rules, players: u8, random: &mut Random) -> u32 {
    let twin = crafted(rules, players, random);
    let game = position(rules, &twin.write());
    assert_eq!(game.players(), players);
    compare(game, twin, random)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn twins_agree_from_the_start(start in any_start(), seed: u64) {
        let twin = Twin::start(*start.rules(), start.players());
        prop_assert!(compare(start, twin, &mut Random::new(seed)) > 0);
    }

    #[test]
    fn twins_agree_on_crafted_positions(start in any_start(), seed: u64) {
        let random = &mut Random::new(seed);
        prop_assert!(compare_crafted(*start.rules(), start.players(), random) > 0);
    }
}

/// The default rules get games of their own, which random options hardly ever are.
#[test]
fn twins_agree_under_default_rules() {
    let mut events = 0;
    for players in 2..=6 {
        for number in 0..200 {
            let random = &mut Random::with_stream(7, number, players);
            let twin = Twin::start(Rules::default(), players);
            events += compare(start(Rules::default(), players), twin, random);
            events += compare_crafted(Rules::default(), players, random);
        }
    }
    assert!(events > 60_000, "{events} events");
}

/// Every throw from every square under every goal rule, with and without stays.
#[test]
fn twins_agree_on_every_throw() {
    let mut throws = 0;
    for goal in [
        "goal-rule=printed nagatsuta=45",
        "goal-rule=printed nagatsuta=46",
        "goal-rule=printed nagatsuta=47",
        "goal-rule=printed nagatsuta=48",
        "goal-rule=bounce nagatsuta=45",
        "goal-rule=bounce nagatsuta=46",
        "goal-rule=passing nagatsuta=45",
        "goal-rule=passing nagatsuta=48",
    ] {
        for stays in ["yes", "no"] {
            let rules = rules(&format!("{goal} stays={stays}"));
            for square in 1..=52 {
                let mut twin = Twin::start(rules, 2);
                twin.tokens[0].place = Place::Square(square);
                let game = position(rules, &twin.write());
                for event in twin.legal() {
                    step(&mut game.clone(), &mut twin.clone(), &event);
                    throws += 1;
                }
            }
        }
    }
    assert_eq!(throws, 8 * 2 * 52 * 6);
}

/// A comparison that sees too little would pass as well.
#[test]
fn other_rules_tell_the_twins_apart() {
    for (options, other, text, event) in [
        ("default", "nagatsuta=46", "52,40|--|1|-", "*6"),
        ("default", "goal-rule=bounce", "52,40|--|1|-", "*6"),
        ("goal-rule=bounce", "goal-rule=passing", "52,40|--|1|-", "*2"),
        ("default", "stays=no", "7,40|--|1|-", "*1"),
        ("default", "rank-all=yes", "52,40,8|---|1|-", "*1"),
    ] {
        let agree = |twin_rules: &str| {
            let mut game = position(rules(options), text);
            let squares = text.split(['|', ',']);
            let mut twin = Twin::start(rules(twin_rules), game.players());
            for (token, square) in twin.tokens.iter_mut().zip(squares) {
                token.place = Place::Square(square.parse().expect("a square"));
            }
            std::panic::catch_unwind(move || step(&mut game, &mut twin, event)).is_ok()
        };
        assert!(agree(options), "{event} in {text} under {options}");
        assert!(!agree(other), "{event} in {text} under {options} and {other}");
    }
}
