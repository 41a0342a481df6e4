//! A slow twin of the engine: section 3 of the rules text to the letter, one stone at a time on a
//! list of cells, with nothing of the engine but the rule options and the text of positions.

use crate::{any_rules, legal, position, start};
use ludarium_engine::o_an_quan::{
    Action, DirectionChoice, End, OAnQuan, QuanCellDan, QuanlessCells, Rules,
};
use ludarium_engine::{Game, Random, Turn};
use proptest::prelude::*;

#[derive(Clone, Default)]
struct Cell {
    dan: u32,
    quan: bool,
}

struct Twin {
    rules: Rules,
    /// Six for each player, clockwise, the quan cell first.
    cells: Vec<Cell>,
    /// Dân and quans of each player.
    stores: Vec<(i32, u32)>,
    /// Nobody when the game is over.
    mover: Option<usize>,
    quiet: u16,
    turns: u16,
    relay: Option<usize>,
}

impl Twin {
    fn read(rules: Rules, text: &str) -> Twin {
        let fields: Vec<&str> = text.split(' ').collect();
        let cell = |text: &str| Cell {
            dan: text.trim_end_matches('Q').parse().expect("a number"),
            quan: text.ends_with('Q'),
        };
        let store = |text: &str| {
            let (dan, quans) = text.split_once(':').expect("a store");
            (dan.parse().expect("a number"), quans.parse().expect("a number"))
        };
        Twin {
            rules,
            cells: fields[0].split(['/', ',']).map(cell).collect(),
            stores: fields[2].split('/').map(store).collect(),
            mover: "ABCD".find(fields[1]),
            quiet: fields[3].parse().expect("a number"),
            turns: fields[4].parse().expect("a number"),
            relay: (fields[5] != "-").then(|| Self::number(fields[5])),
        }
    }

    fn write(&self) -> String {
        let cell = |cell: &Cell| format!("{}{}", cell.dan, if cell.quan { "Q" } else { "" });
        let group = |cells: &[Cell]| cells.iter().map(cell).collect::<Vec<_>>().join(",");
        let board = self.cells.chunks(6).map(group).collect::<Vec<_>>().join("/");
        let mover = self.mover.map_or("-", |player| &"ABCD"[player..=player]);
        let stores: Vec<_> =
            self.stores.iter().map(|(dan, quans)| format!("{dan}:{quans}")).collect();
        let relay = self.relay.map_or("-".to_string(), Self::name);
        format!("{board} {mover} {} {} {} {relay}", stores.join("/"), self.quiet, self.turns)
    }

    fn name(cell: usize) -> String {
        format!("{}{}", &"ABCD"[cell / 6..=cell / 6], &"Q12345"[cell % 6..=cell % 6])
    }

    fn number(name: &str) -> usize {
        (0..24).find(|&cell| Self::name(cell) == name).expect("a cell")
    }

    fn legal(&self) -> Vec<String> {
        let Some(mover) = self.mover else { return Vec::new() };
        let own = (1..=5).map(|k| 6 * mover + k).filter(|&cell| self.cells[cell].dan > 0);
        let cells = self.relay.map_or_else(|| own.collect(), |cell| vec![cell]);
        let both = |cell| ["+", "-"].map(|sign| Self::name(cell) + sign);
        cells.into_iter().flat_map(both).collect()
    }

    fn after(&self, cell: usize, clockwise: bool) -> usize {
        let ring = self.cells.len();
        (cell + if clockwise { 1 } else { ring - 1 }) % ring
    }

    fn is_quan_cell(cell: usize) -> bool {
        cell.is_multiple_of(6)
    }

    fn is_empty(&self, cell: usize) -> bool {
        self.cells[cell].dan == 0 && !self.cells[cell].quan
    }

    fn is_capturable(&self, cell: usize) -> bool {
        let Cell { dan, quan } = self.cells[cell];
        match (Self::is_quan_cell(cell), quan) {
            (false, _) => dan >= 1,
            (true, true) => dan >= u32::from(self.rules.quan_non),
            (true, false) => dan >= 1 && self.rules.quanless_cells == QuanlessCells::Open,
        }
    }

    fn play(&mut self, action: &str) {
        let (name, sign) = action.split_at(2);
        let clockwise = sign == "+";
        let mut lifted = Self::number(name);
        self.relay = None;
        let mut n = loop {
            let mut hand = std::mem::take(&mut self.cells[lifted].dan);
            let mut last = lifted;
            while hand > 0 {
                last = self.after(last, clockwise);
                self.cells[last].dan += 1;
                hand -= 1;
            }
            let n = self.after(last, clockwise);
            if Self::is_quan_cell(n) || self.is_empty(n) {
                break n;
            }
            if self.rules.direction == DirectionChoice::Lift {
                self.relay = Some(n);
                return;
            }
            lifted = n;
        };
        let mover = self.mover.expect("a player to move");
        let mut captured = false;
        loop {
            let gap =
                self.is_empty(n) && (!Self::is_quan_cell(n) || self.rules.empty_quan_gap.is_yes());
            let t = self.after(n, clockwise);
            if !gap || !self.is_capturable(t) {
                break;
            }
            let Cell { dan, quan } = std::mem::take(&mut self.cells[t]);
            self.stores[mover].0 += dan as i32;
            self.stores[mover].1 += u32::from(quan);
            captured = true;
            n = self.after(t, clockwise);
        }
        self.end_turn(mover, captured);
    }

    fn end_turn(&mut self, mover: usize, captured: bool) {
        self.turns += 1;
        self.quiet = if captured { 0 } else { self.quiet + 1 };
        let quan_cells = || self.cells.iter().step_by(6);
        let ended = match self.rules.end {
            End::Quans => quan_cells().all(|cell| !cell.quan),
            End::Cells => quan_cells().all(|cell| !cell.quan && cell.dan == 0),
        };
        let capped = self.quiet == self.rules.quiet_limit || self.turns == self.rules.turn_limit;
        if ended || capped {
            self.mover = None;
            for cell in 0..self.cells.len() {
                if !Self::is_quan_cell(cell) || self.rules.quan_cell_dan == QuanCellDan::Owner {
                    self.stores[cell / 6].0 += std::mem::take(&mut self.cells[cell].dan) as i32;
                }
            }
            return;
        }
        let next = (mover + 1) % self.stores.len();
        self.mover = Some(next);
        let side = &mut self.cells[6 * next + 1..6 * next + 6];
        if side.iter().all(|cell| cell.dan == 0) {
            side.iter_mut().for_each(|cell| cell.dan += 1);
            self.stores[next].0 -= 5;
        }
    }

    fn scores(&self) -> Vec<i32> {
        let points = |&(dan, quans)| dan + quans as i32 * i32::from(self.rules.quan_value);
        self.stores.iter().map(points).collect()
    }
}

/// Plays an action on both and compares them.
fn step(game: &mut OAnQuan, twin: &mut Twin, action: Action) {
    let before = *game;
    game.apply(action);
    twin.play(&action.to_string());
    let found = (game.to_string(), game.scores().to_vec());
    let expected = (twin.write(), twin.scores());
    assert_eq!(found, expected, "after {action} in {before} under {:?}", game.rules());
}

/// Plays a random game on both and compares them after every event; returns the number of events.
fn compare(mut game: OAnQuan, random: &mut Random) -> u32 {
    let mut twin = Twin::read(*game.rules(), &game.to_string());
    let mut events = 0;
    while game.turn() != Turn::Over {
        assert_eq!(legal(&game), twin.legal(), "legal in {game} under {:?}", game.rules());
        let action = game.random_action(random, &mut Vec::new());
        step(&mut game, &mut twin, action);
        events += 1;
    }
    assert!(twin.mover.is_none() && twin.legal().is_empty());
    events
}

/// A position that no game may reach: any dân in any cell, several rounds of the ring in some of
/// them, any quans but at least one left, and debts to make up for it.
pub(crate) fn crafted(rules: Rules, players: u8, random: &mut Random) -> OAnQuan {
    let mover = random.below(u32::from(players)) as usize;
    let mut cells = vec![Cell::default(); 6 * usize::from(players)];
    for cell in &mut cells {
        let most = random.pick(&[1, 2, 8, 30, 200]);
        cell.dan = random.below(most);
    }
    for quan_cell in cells.iter_mut().step_by(6) {
        quan_cell.quan = random.below(2) == 0;
    }
    cells[6 * random.below(u32::from(players)) as usize].quan = true;
    cells[6 * mover + 1 + random.below(5) as usize].dan += 1;
    let mut stores: Vec<(i32, u32)> =
        (0..players).map(|_| (random.below(100) as i32 - 50, 0)).collect();
    let dan: i32 = cells.iter().map(|cell| cell.dan as i32).sum::<i32>()
        + stores.iter().map(|store| store.0).sum::<i32>();
    stores[0].0 += 5 * i32::from(players) * i32::from(rules.start_dan) - dan;
    let captured = cells.iter().step_by(6).filter(|cell| !cell.quan).count();
    stores[random.below(u32::from(players)) as usize].1 = captured as u32;
    let twin = Twin { rules, cells, stores, mover: Some(mover), quiet: 0, turns: 0, relay: None };
    position(rules, &twin.write())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn twins_agree_from_the_start(rules in any_rules(), players in 2..=4_u8, seed: u64) {
        prop_assert!(compare(start(rules, players), &mut Random::new(seed)) > 0);
    }

    #[test]
    fn twins_agree_on_crafted_boards(rules in any_rules(), players in 2..=4_u8, seed: u64) {
        let random = &mut Random::new(seed);
        let start = crafted(rules, players, random);
        prop_assert!(compare(start, random) > 0);
    }
}

/// The default rules get games of their own, which random options hardly ever are.
#[test]
fn twins_agree_under_default_rules() {
    let mut events = 0;
    for players in 2..=4 {
        for number in 0..1000 {
            let random = &mut Random::with_stream(7, number, players);
            events += compare(start(Rules::default(), players), random);
            events += compare(crafted(Rules::default(), players, random), random);
        }
    }
    assert!(events > 150_000, "{events} events");
}

/// A comparison that sees too little would pass as well.
#[test]
#[should_panic(expected = "after ")]
fn other_rules_tell_the_twins_apart() {
    let mut game = start(Rules::default(), 2);
    let mut twin = Twin::read(Rules { quan_non: 0, ..Rules::default() }, &game.to_string());
    step(&mut game, &mut twin, "A1-".parse().expect("an action"));
}
