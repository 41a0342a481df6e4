//! The laws of all games, for every value of every option on both sides of the board, with
//! conservation and the bounds of section 8 of the rules text as the game's own; the lengths of
//! games; and what holds of the ways through any ladder.

use crate::common::{obeys, played};
use crate::twin::{Kind, OPTIONS, Point, Twin, any_options, point_text};
use crate::{legal, play, position, require, rules, start};
use ludarium_engine::amidakuji_bridge::{AmidakujiBridge, Rules};
use ludarium_engine::options::{self, OptionInfo, Options, Values};
use ludarium_engine::{Game, Random, Seat, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// Options together, where one could spoil what another promises.
const COMBINATIONS: &[&str] = &[
    "goal=1 push=any push-choice=must steps=1",
    "goal=1 coins=start coin-goal=most max-rounds=3",
    "coins=gap push=any push-choice=must columns=4 rows=5",
    "coins=trap knock-wait=yes push=any columns=4 rows=5",
    "coins=start coin-goal=most max-rounds=2 relocations=0",
    "coins=gap coin-goal=most max-rounds=3 start-order=first round-start=alternate",
    "crossing=yes steps=9 columns=4 rows=4",
    "crossing=yes long=2 long-span=3 columns=8 rows=16 bridges=9",
    "relocate=must same-bridge=yes bridges=1 long=0 relocations=4",
    "columns=4 rows=2 bridges=9 long=2 long-span=3",
    "bridges=0 long=0 relocate=must coins=trap",
    "mode=puzzle columns=2 rows=2 bridges=1 long=0",
    "mode=puzzle columns=2 rows=2 bridges=0 long=0 relocations=0 puzzle-walk=free",
    "mode=puzzle columns=8 rows=16 bridges=9 long=2 crossing=yes long-span=3 relocations=4",
    "mode=puzzle columns=3 rows=4 relocate=may same-bridge=yes puzzle-walk=free",
];

/// All words of an option, or the ends of its numbers and some between.
fn values(info: &OptionInfo) -> Vec<String> {
    match info.values {
        Values::Words(words) => words.iter().map(ToString::to_string).collect(),
        Values::Integer(least, most) if most - least < 10 => {
            (least..=most).map(|value| value.to_string()).collect()
        }
        Values::Integer(least, most) => {
            let middle = (least + most) / 2;
            let some = [least, least + 1, least + 4, middle, most - 1, most];
            some.map(|value| value.to_string()).to_vec()
        }
        Values::Real(..) => unreachable!("this game has no real options"),
    }
}

/// Each option of a mode at each of its values, on both sides of the board.
fn single_options(mode: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (info, (name, modes, _)) in Rules::TABLE.iter().zip(OPTIONS).skip(1) {
        if !modes.contains(mode) {
            continue;
        }
        for value in values(info) {
            match name {
                "columns" if mode == "duel" && ["2", "3"].contains(&value.as_str()) => {}
                "columns" => all.push(format!("mode={mode} columns={value}")),
                _ => {
                    let on_board =
                        |columns| format!("mode={mode} columns={columns} {name}={value}");
                    all.extend([5, 6].map(on_board));
                }
            }
        }
    }
    all
}

/// A game's rules and position as the twin reads them.
fn read(game: &AmidakujiBridge) -> Twin {
    let options = options::to_map(game.rules());
    let pairs =
        options.iter().map(|(name, value)| format!("{name}={}", options::value_text(value)));
    Twin::read(&pairs.collect::<Vec<_>>().join(" "), &game.to_string())
}

/// Bridges, tokens and coins are neither lost nor found.
fn conserves(twin: &Twin) -> Result<(), String> {
    let in_box = ["bridges", "long"].map(|name| twin.number(name));
    for seat in 0..2 {
        for (kind, in_box) in [Kind::Normal, Kind::Long].into_iter().zip(in_box) {
            let of_seat = match (twin.is_puzzle(), seat) {
                (true, 0) => 2 * in_box,
                (true, _) => 0,
                (false, _) => in_box,
            };
            let bridges = twin.bridges.iter();
            let on_board = bridges.filter(|b| b.owner == seat && twin.kind(b.place) == Some(kind));
            let number = on_board.count() + twin.hands[seat][kind as usize];
            require(number <= of_seat, || format!("{number} bridges, not {of_seat}"))?;
            let may_lack = twin.phase != 'L' || twin.hands[seat] == [0, 0];
            require(number == of_seat || may_lack, || "a bridge lacks in the laying".into())?;
        }
        if !twin.is_puzzle() {
            let (active, across) = (twin.tokens[seat].len(), twin.arrived[seat].len());
            let goal = twin.number("goal");
            let holds = match twin.phase {
                'L' | 'G' => active == 0 && across == 0,
                'S' => active <= 2 && across == 0,
                'X' => active == 2 && across < goal || active + across == goal + 1,
                _ => active == 2 && across < goal,
            };
            require(holds, || format!("{active} tokens, {across} across"))?;
        }
    }
    let lying: usize = twin.coins.values().sum();
    let won: usize = twin.won.iter().sum();
    let coins = match (twin.is_puzzle(), twin.phase) {
        (true, _) => 2 * twin.columns() - usize::from(twin.round > 0),
        _ if twin.is("coins", "start") => 12,
        (_, 'L' | 'G') => 0,
        _ if twin.is("coins", "gap") => 2 * twin.columns() - 2,
        _ => 0,
    };
    require(lying + won + twin.supply == coins, || format!("{lying} + {won} coins, not {coins}"))
}

/// What may stand where.
fn stands(twin: &Twin) -> Result<(), String> {
    let is_end_point = |point: Point| point.1 == 0 || point.1 == twin.far_row();
    let mut ends = BTreeSet::new();
    for bridge in &twin.bridges {
        let (left, right) = bridge.place;
        require(left.0 + 1 == right.0 && right.0 < twin.columns(), || "no gap".into())?;
        require(twin.kind(bridge.place).is_some(), || "a bridge of no kind".into())?;
        for end in [left, right] {
            require(!is_end_point(end) && end.1 < twin.far_row(), || "no node".into())?;
            require(ends.insert(end), || format!("two bridges at {}", point_text(end)))?;
        }
        for (one, other) in twin.bridges.iter().map(|other| other.place) {
            let sides = [one.1 as i32 - left.1 as i32, other.1 as i32 - right.1 as i32];
            let crosses = one.0 == left.0 && sides[0] * sides[1] < 0;
            require(!crosses || twin.is("crossing", "yes"), || "bridges cross".into())?;
        }
    }
    let at = |seat: usize| twin.tokens[seat].iter().filter_map(|token| token.at);
    for seat in 0..2 {
        for token in &twin.tokens[seat] {
            let Some(point) = token.at else { continue };
            let name = point_text(point);
            require(is_end_point(point) != ends.contains(&point), || format!("{name} bears"))?;
            require(!(is_end_point(point) && token.crosses), || format!("{name} crosses"))?;
            let equal = at(seat).filter(|&other| other == point).count();
            require(!is_end_point(point) || equal == 1, || format!("{equal} tokens on {name}"))?;
            require(at(1 - seat).all(|other| other != point), || format!("enemies on {name}"))?;
            let is_own = point.1 == twin.start_point(seat, 0).1;
            require(twin.is_puzzle() || is_own || !is_end_point(point), || "not home".into())?;
        }
    }
    Ok(())
}

/// The bounds of section 8, for any board.
fn is_bounded(game: &AmidakujiBridge, twin: &Twin) -> Result<(), String> {
    let (columns, rows) = (twin.columns(), twin.number("rows"));
    let normal = (columns - 1) * (3 * rows - 2);
    let long = (columns - 1) * 2 * rows.saturating_sub(twin.number("long-span"));
    let (relocations, actions) = (twin.number("relocations"), legal(game));
    let seats = if twin.is_puzzle() { 1 } else { 2 };
    let [all_normal, all_long] = ["bridges", "long"].map(|name| twin.number(name) * 2 / seats);
    let bounds = match twin.phase {
        'L' => 1..=normal + long,
        'G' => columns..=columns,
        'S' if twin.is_puzzle() => 2..=2 * columns,
        // An own token and, with a trap, that; in phase E an enemy who has arrived as well.
        'S' => columns - 2..=columns,
        'E' => columns - 3..=columns,
        'M' => 1..=2,
        'P' if twin.is("push-choice", "must") => 1..=1,
        'P' => 2..=2,
        'R' => 1..=all_normal * normal + all_long * long + 1,
        'X' => 0..=0,
        phase => return Err(format!("{phase} is no phase")),
    };
    require(bounds.contains(&actions.len()), || format!("{} actions", actions.len()))?;
    let own = actions.iter().all(|action| action.starts_with(twin.phase));
    require(own, || format!("{actions:?} in another phase"))?;
    require(twin.bridges.len() <= 2 * (twin.number("bridges") + twin.number("long")), || {
        format!("{} bridges", twin.bridges.len())
    })?;
    require(twin.turns < (seats * relocations).max(1), || format!("{} turns", twin.turns))?;
    let (least, most) = match (twin.is_puzzle(), twin.phase) {
        (true, 'L') => (0, 0),
        (true, _) => (0, 2 * columns - 1),
        (_, 'L' | 'G' | 'S') => (0, 0),
        _ => (1, twin.number("max-rounds")),
    };
    require((least..=most).contains(&twin.round), || format!("round {}", twin.round))?;
    let turn = twin.seat.map_or(Turn::Over, |seat| Turn::Player(Seat(seat as u8)));
    require(game.turn() == turn && (twin.seat.is_none() == (twin.phase == 'X')), || {
        format!("{turn:?} in {}", twin.phase)
    })?;
    require((twin.finishing.is_some()) == matches!(twin.phase, 'P' | 'E'), || "finishing".into())
}

/// What section 3.10 says of a game that is over or broken off now.
fn is_scored(game: &AmidakujiBridge, twin: &Twin) -> Result<(), String> {
    let (scores, ranks) = (game.scores().to_vec(), game.ranks().to_vec());
    let text = || format!("scores {scores:?} ranks {ranks:?}");
    if twin.is_puzzle() {
        let is_over = twin.won[0] == 2 * twin.columns() - 1 || twin.won[0] < twin.round;
        require(is_over == (twin.phase == 'X') && !game.capped(), || "over or not".into())?;
        return require(scores == [twin.won[0] as i32] && ranks == [1], text);
    }
    let (across, goal) = ([0, 1].map(|seat| twin.arrived[seat].len()), twin.number("goal"));
    let has_coins = twin.is("coins", "start") || twin.is("coins", "gap");
    let points = if has_coins && twin.is("coin-goal", "most") { twin.won } else { across };
    require(scores == points.map(|points| points as i32), text)?;
    let better = |one: usize, other: usize| match points[one].cmp(&points[other]) {
        std::cmp::Ordering::Equal if has_coins => {
            twin.won[one] > twin.won[other] || across[one] > across[other]
        }
        order => order.is_gt(),
    };
    let rank = |seat: usize| if better(1 - seat, seat) { 2 } else { 1 };
    require(ranks == [rank(0), rank(1)], text)?;
    require(across[0] < goal || across[1] < goal, || "both across".into())?;
    let is_across = across.iter().any(|&across| across >= goal);
    require(game.capped() == (twin.phase == 'X' && !is_across), || "a cap or not".into())?;
    require(!game.capped() || twin.round == twin.number("max-rounds"), || {
        "a cap too early".into()
    })?;
    require(twin.phase == 'X' || !is_across, || "not over".into())
}

fn invariant(game: &AmidakujiBridge) -> Result<(), String> {
    let twin = read(game);
    conserves(&twin)?;
    stands(&twin)?;
    is_bounded(game, &twin)?;
    is_scored(game, &twin)
}

#[test]
fn the_default_rules_obey_the_laws() {
    for options in ["columns=5", "columns=6", "mode=puzzle", "mode=puzzle columns=6"] {
        let checked = obeys(&start(rules(options)), (8, 8), invariant);
        assert!(checked.positions > 8 * 17, "{options}: {checked:?}");
    }
}

#[test]
fn every_value_of_every_option_obeys_the_laws() {
    let mut lists = ["duel", "puzzle"].map(single_options);
    assert!(lists[0].len() > 100 && lists[1].len() > 60);
    for options in lists.iter_mut().flatten() {
        let checked = obeys(&start(rules(options)), (1, 1), invariant);
        assert!(checked.positions >= 3, "{options}: {checked:?}");
    }
}

#[test]
fn options_together_obey_the_laws() {
    for options in COMBINATIONS {
        // The many actions of the largest board would take longer than all others.
        let games = if options.contains("rows=16") { 1 } else { 6 };
        let checked = obeys(&start(rules(options)), (games, games), invariant);
        assert!(checked.positions >= u64::from(games) * 2, "{options}: {checked:?}");
    }
    for number in 0..200 {
        let options = any_options(&mut Random::with_stream(21, number, 0));
        obeys(&start(rules(&options)), (1, 1), invariant);
    }
}

/// How often each action was played in a game, a round and a turn.
#[derive(Default)]
struct Lengths {
    game: BTreeMap<String, usize>,
    round: BTreeMap<String, usize>,
    turn: BTreeMap<String, usize>,
}

/// The most actions that a game can have.
fn longest(twin: &Twin) -> usize {
    let laid = 2 * (twin.number("bridges") + twin.number("long"));
    let relocations = twin.number("relocations");
    if twin.is_puzzle() {
        let parts = 2 * twin.columns() - 2;
        let settings = if twin.is("puzzle-walk", "free") { parts } else { 0 };
        return laid + 1 + parts * relocations + settings;
    }
    2 * laid + 6 + twin.number("max-rounds") * (24 + 2 * relocations) - 2 * relocations
}

/// Plays a random game and follows what each action does to what there is.
fn follow(options: &str, random: &mut Random) -> Result<usize, String> {
    let mut game = start(rules(options));
    let mut before = read(&game);
    let mut lengths = Lengths::default();
    let limit = |counts: &BTreeMap<String, usize>, action: &str, most: usize| {
        let found = counts.get(action).copied().unwrap_or(0);
        require(found <= most, || format!("{found} times {action}"))
    };
    let laid = 2 * (before.number("bridges") + before.number("long"));
    let relocations = before.number("relocations");
    while game.turn() != Turn::Over {
        let seat = before.seat.expect("a seat");
        let action = game.random_action(random, &mut Vec::new()).to_string();
        play(&mut game, &action);
        let after = read(&game);
        let key = match action.as_str() {
            "P:push" | "P:keep" => action.clone(),
            _ if before.phase == 'E' => format!("E of {seat}"),
            _ => before.phase.to_string(),
        };
        if before.phase == 'M' {
            lengths.turn.clear();
        }
        for counts in [&mut lengths.game, &mut lengths.round, &mut lengths.turn] {
            *counts.entry(key.clone()).or_default() += 1;
        }
        let of = |twin: &Twin| twin.bridges.len() + twin.hands.concat().iter().sum::<usize>();
        let gone = match action.as_str() {
            "P:push" => 1,
            "L:pass" => before.hands[seat].iter().sum(),
            _ => 0,
        };
        require(of(&before) == of(&after) + gone, || format!("{} bridges", of(&after)))?;
        let keep = (0..2).all(|s| before.arrived[s].len() <= after.arrived[s].len());
        require(keep, || "a token comes back".into())?;
        require(before.supply >= after.supply, || "coins come back".into())?;
        require((0..2).all(|s| before.won[s] <= after.won[s]), || "coins are lost".into())?;
        require(before.round <= after.round, || "a round comes back".into())?;
        if !before.is_puzzle() {
            limit(&lengths.turn, "P:keep", 1)?;
            limit(&lengths.turn, "E of 0", 2)?;
            limit(&lengths.turn, "E of 1", 2)?;
            limit(&lengths.round, "M", 4)?;
            limit(&lengths.round, "R", 2 * relocations)?;
        }
        if before.round < after.round {
            lengths.round.clear();
        }
        before = after;
    }
    limit(&lengths.game, "L", laid)?;
    limit(&lengths.game, "P:push", laid)?;
    let actions: usize = lengths.game.values().sum();
    if !before.is_puzzle() {
        require(lengths.game.get("S") == Some(&4), || "not four tokens".into())?;
        limit(&lengths.game, "G", 2)?;
    }
    let most = longest(&before);
    require(actions <= most, || format!("{actions} actions, not {most}"))?;
    Ok(actions)
}

#[test]
fn games_conserve_and_have_their_length() {
    let all = ["duel", "puzzle"].map(single_options).concat();
    let mut actions = 0;
    for (stream, options) in
        (0..).zip(all.iter().map(String::as_str).chain(COMBINATIONS.iter().copied()))
    {
        for number in 0..4 {
            let random = &mut Random::with_stream(22 + stream, number, 0);
            let found = follow(options, random);
            actions += found.unwrap_or_else(|error| panic!("{error} under {options}"));
        }
    }
    assert!(actions > 30_000, "{actions} actions");
}

/// The bounds that the text prints.
#[test]
fn the_longest_games_are_as_long_as_the_text_says() {
    let longest = |options| longest(&Twin::start(options));
    assert_eq!(["columns=5", "columns=6"].map(longest), [1434, 1438]);
    assert_eq!(["mode=puzzle", "mode=puzzle puzzle-walk=free"].map(longest), [33, 41]);
}

/// Where the walk from an end point comes out, the way that the token goes in the puzzle.
fn walked(options: &str, bridges: &str, from: Point, coins: &str) -> Point {
    let text = format!("S 0 0 0.0/0.0 {bridges} - - -/- 0 - {coins} - 0.0.0");
    let mut game = position(rules(options), &text);
    play(&mut game, &format!("S:{}", point_text(from)));
    let at = read(&game).tokens[0][0].at;
    at.expect("a token")
}

/// On any ladder the ways match the end points of the two sides one to one, and lead back.
#[test]
fn ways_match_start_points_with_goals() {
    let mut ladders = 0;
    for number in 0..1500 {
        let random = &mut Random::with_stream(23, number, 0);
        let columns = 2 + random.below(7);
        let crossing = random.pick(&["no", "yes"]);
        let options = format!(
            "mode=puzzle columns={columns} rows={} bridges={} long={} long-span={} crossing={crossing}",
            2 + random.below(15),
            random.below(10),
            random.below(3),
            2 + random.below(2),
        );
        let laid = start(rules(&options));
        let all = read(&laid).hands[0].iter().sum::<usize>() as u32;
        let mut twin = read(&played(laid, random.below(all + 1), random));
        twin.bridges.iter_mut().for_each(|bridge| bridge.relocated = false);
        let text = twin.write();
        let bridges = text.split(' ').nth(4).expect("bridges");
        let coins: Vec<String> =
            twin.end_points().into_iter().map(|p| format!("{}:1", point_text(p))).collect();
        let way = |from: Point| walked(&options, bridges, from, &coins.join(","));

        let ways: Vec<(Point, Point)> =
            twin.end_points().into_iter().map(|from| (from, way(from))).collect();
        let goals: BTreeSet<Point> = ways.iter().map(|way| way.1).collect();
        assert_eq!(goals.len(), 2 * columns as usize, "{bridges} under {options}");
        for &(from, to) in &ways {
            let back = ways.iter().find(|way| way.0 == to).expect("an end point").1;
            assert_eq!(back, from, "the way back on {bridges} under {options}");
            assert_ne!(from.1, to.1, "{bridges} under {options}");
            assert_eq!(twin.far_end(from), to, "{bridges} under {options}");
        }
        // A bridge changes the order of two ways; where none cross, each is walked twice.
        let order: Vec<usize> = ways.iter().filter(|way| way.0.1 == 0).map(|way| way.1.0).collect();
        let behind = |(place, goal)| order[place..].iter().filter(|&other| other < goal).count();
        let inversions: usize = order.iter().enumerate().map(behind).sum();
        let number = twin.bridges.len();
        if crossing == "no" {
            assert!(inversions <= number && (number - inversions).is_multiple_of(2), "{bridges}");
        }
        ladders += usize::from(number > 0);
    }
    assert!(ladders > 1000, "{ladders} ladders");
}

#[test]
fn impossible_rules_and_numbers_of_players_are_refused() {
    let refused = |pairs: &str, name: &str| {
        let read: Result<Rules, _> = options::from_pairs(pairs.split(' '));
        let error = read.expect_err(pairs).to_string();
        assert!(error.contains(name), "{pairs}: {error}");
    };
    refused("columns=3", "columns");
    refused("mode=duel columns=2", "columns");
    for mode in ["duel", "puzzle"] {
        for (name, modes, values) in OPTIONS {
            for value in values.split(' ').filter(|_| !modes.contains(mode)) {
                refused(&format!("mode={mode} {name}={value}"), name);
            }
        }
    }
    for (options, players, wrong) in [("default", 2, 1), ("mode=puzzle", 1, 2)] {
        assert!(AmidakujiBridge::new(rules(options), wrong).is_err());
        assert!(AmidakujiBridge::new(rules(options), 3).is_err());
        assert_eq!(start(rules(options)).players(), players);
    }
}
