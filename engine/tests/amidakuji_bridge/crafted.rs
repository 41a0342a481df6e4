//! Positions and ways to play that make rare things common: uniform play from the start hardly ever
//! comes to two slides that arrive, or to a token that a slide brings to a trap.

use super::{Bridge, OPTIONS, Point, Token, Twin};
use ludarium_engine::Random;

/// How actions are chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    Uniform,
    /// Of a few actions mostly the one with the most rare consequences.
    Eager,
}

impl Choice {
    pub(crate) fn choose(self, twin: &Twin, random: &mut Random) -> String {
        let legal = twin.legal();
        let any = |random: &mut Random| legal[random.below(legal.len() as u32) as usize].clone();
        if matches!(self, Choice::Uniform) || random.below(5) == 0 {
            return any(random);
        }
        let tried = (0..6).map(|_| {
            let action = any(random);
            let mut twin = twin.clone();
            twin.play(&action);
            (interest(&twin), action)
        });
        tried.max_by_key(|&(interest, _)| interest).expect("an action").1
    }
}

/// What there is to see after an action.
fn interest(twin: &Twin) -> usize {
    let weight = |what: &String| match what.as_str() {
        "lost" | "a pass by choice" | "a bridge is kept" | "nothing to relocate" => 0,
        // The longer a game goes on, the more happens in it.
        "1 across" | "2 across" => 0,
        _ => 1,
    };
    let pushing = 2 * usize::from(twin.phase == 'P');
    twin.log.iter().map(weight).sum::<usize>() + pushing
}

/// Any options: the sizes mostly small, of the rest most the default.
pub(crate) fn any_options(random: &mut Random) -> String {
    let mode = random.pick(&["duel", "duel", "duel", "puzzle"]);
    let small = random.below(3) > 0;
    let mut pairs = vec![format!("mode={mode}")];
    for (name, modes, values) in &OPTIONS[1..] {
        let values: Vec<&str> = values.split(' ').collect();
        let value = match *name {
            "columns" if small && mode == "duel" => random.pick(&["4", "4", "5"]),
            "columns" if small => random.pick(&["2", "3", "4"]),
            "rows" if small => random.pick(&["2", "3", "4", "5", "6"]),
            "bridges" if small => random.pick(&["1", "2", "3", "4"]),
            _ if random.below(3) == 0 => random.pick(&values),
            _ => continue,
        };
        let exists = modes.contains(mode) && !(mode == "duel" && "23".contains(value));
        if exists || (modes.contains(mode) && *name != "columns") {
            pairs.push(format!("{name}={value}"));
        }
    }
    pairs.join(" ")
}

/// A position after the laying that no game may reach: few or many bridges, tokens that stand on
/// them anywhere, mostly near to a bridge that can be pushed.
pub(crate) fn crafted(options: &str, random: &mut Random) -> Twin {
    let mut twin = Twin::start(options);
    let seats = if twin.is_puzzle() { 1 } else { 2 };
    for seat in 0..seats {
        let hand = std::mem::take(&mut twin.hands[seat]);
        for (kind, bridges) in hand.into_iter().enumerate() {
            for _ in 0..random.below(bridges as u32 + 1) {
                let mut one = [0, 0];
                one[kind] = 1;
                let places = twin.places_to_lay(one);
                if !places.is_empty() {
                    let place = random.pick(&places);
                    twin.bridges.push(Bridge { owner: seat, place, relocated: false });
                }
            }
        }
    }
    if twin.is_puzzle() {
        craft_puzzle(&mut twin, random);
    } else {
        craft_duel(&mut twin, random);
    }
    twin
}

/// Phase R after some walks.
fn craft_puzzle(twin: &mut Twin, random: &mut Random) {
    if twin.number("relocations") == 0 {
        twin.phase = 'S';
        return;
    }
    let points = twin.end_points();
    let walks = 1 + random.below(points.len() as u32 - 2) as usize;
    while twin.coins.len() + walks >= points.len() {
        twin.coins.remove(&random.pick(&points));
    }
    let visited: Vec<Point> =
        points.into_iter().filter(|point| !twin.coins.contains_key(point)).collect();
    (twin.round, twin.won[0], twin.phase) = (walks, walks, 'R');
    let at = Some(random.pick(&visited));
    twin.tokens[0] = vec![Token { at, crosses: false, moved: false }];
}

/// Phase M in any round.
fn craft_duel(twin: &mut Twin, random: &mut Random) {
    let columns = twin.columns() as u32;
    let any_column = |random: &mut Random| random.below(columns) as usize;
    if twin.is("coins", "gap") || twin.is("coins", "trap") {
        twin.chosen = [Some(any_column(random)), Some(any_column(random))];
    }
    for seat in 0..2 {
        for _ in 1..twin.number("goal") {
            let column = any_column(random);
            if random.below(2) == 0 && twin.chosen[1 - seat] != Some(column) {
                twin.arrived[seat].push(column);
            }
        }
    }
    loop {
        twin.tokens = [Vec::new(), Vec::new()];
        for seat in [0, 1] {
            set_near(twin, seat, random);
        }
        if is_possible(twin) {
            break;
        }
    }
    let round = 1 + random.below(twin.number("max-rounds").min(9) as u32) as usize;
    let opener = twin.opener(round);
    let has_moved = twin.tokens.iter().flatten().any(|token| token.moved);
    let has_move = |seat: &usize| twin.tokens[*seat].iter().any(|token| !token.moved);
    let movers: Vec<usize> = [0, 1]
        .into_iter()
        .filter(|seat| has_move(seat) && (has_moved || *seat == opener))
        .collect();
    (twin.round, twin.phase) = (round, 'M');
    twin.seat = Some(random.pick(&movers));
    craft_coins(twin, random);
}

/// Two tokens of a seat, half of the time on the ways to the two ends of one bridge.
fn set_near(twin: &mut Twin, seat: usize, random: &mut Random) {
    let aim = random.below(2) == 0 && !twin.bridges.is_empty();
    let target = aim.then(|| random.pick(&twin.bridges).place);
    for number in 0..2 {
        let moved = random.below(3) == 0;
        let column = random.below(twin.columns() as u32) as usize;
        let mut at = twin.start_point(seat, column);
        let mut crosses = false;
        if random.below(4) > 0 && !twin.bridges.is_empty() {
            let place = random.pick(&twin.bridges).place;
            at = if random.below(2) == 0 { place.0 } else { place.1 };
            crosses = random.below(2) == 0;
        }
        if let Some((left, right)) = target {
            // Of two tokens one stands there, or both come from where they are sent back.
            let end = if number == 0 { left } else { right };
            match random.below(3) {
                0 => (at, crosses) = (end, random.below(2) == 0),
                1 => (at, crosses) = (twin.start_point(seat, end.0), false),
                _ => {}
            }
        }
        twin.tokens[seat].push(Token { at: Some(at), crosses, moved });
    }
}

/// What section 6 demands of tokens in phase M.
fn is_possible(twin: &Twin) -> bool {
    let is_end = |point: Point| point.1 == 0 || point.1 == twin.far_row();
    let at = |seat: usize| twin.tokens[seat].iter().filter_map(|token| token.at);
    let apart = at(0).all(|point| at(1).all(|other| point != other));
    let may_stand = [0, 1].into_iter().all(|seat| {
        let twice = at(seat).next() == at(seat).nth(1);
        at(seat).all(|point| {
            let is_blocked = twin.arrived[1 - seat].contains(&point.0)
                || (twin.is("coins", "trap") && twin.chosen[seat] == Some(point.0));
            !is_end(point) || !(is_blocked || twice)
        })
    });
    apart && may_stand && twin.tokens.iter().flatten().any(|token| !token.moved)
}

/// Coins where the variant may have them.
fn craft_coins(twin: &mut Twin, random: &mut Random) {
    let points: Vec<Point> = (0..2)
        .flat_map(|seat| (0..twin.columns()).map(move |column| (seat, column)))
        .filter(|&(seat, column)| !twin.arrived[1 - seat].contains(&column))
        .map(|(seat, column)| twin.start_point(seat, column))
        .collect();
    if twin.is("coins", "start") {
        for _ in 0..random.below(13) {
            twin.supply -= 1;
            let seat = random.below(2) as usize;
            if random.below(3) == 0 && !twin.arrived[seat].is_empty() {
                twin.won[seat] += 1;
            } else {
                *twin.coins.entry(random.pick(&points)).or_default() += 1;
            }
        }
    } else if twin.is("coins", "gap") {
        twin.coins = points.into_iter().map(|point| (point, 1)).collect();
        for seat in 0..2 {
            let gap = twin.start_point(seat, twin.chosen[seat].expect("a gap"));
            twin.coins.remove(&gap);
            let mut columns = twin.arrived[seat].clone();
            columns.dedup();
            twin.won[seat] = columns.len();
        }
    }
}
