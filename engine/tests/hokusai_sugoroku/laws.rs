//! The laws of all games, for every number of players and every value of every option, with the
//! bounds of the rules text as the game's own; the shortest and the longest games.

use crate::common::obeys;
use crate::{any_start, legal, play, require, rules, start};
use ludarium_engine::hokusai_sugoroku::{HokusaiSugoroku, OwnTurn, Rules};
use ludarium_engine::options::{Options, Values};
use ludarium_engine::perft::level;
use ludarium_engine::{Game, Random, Seat, Turn};
use proptest::prelude::*;

/// Options together, where one could spoil what another promises.
const COMBINATIONS: &[&str] = &[
    "goal-rule=passing rank-all=yes",
    "goal-rule=passing stays=no",
    "goal-rule=bounce rank-all=yes first-player=2",
    "goal-rule=bounce nagatsuta=46 stays=no",
    "rank-all=yes nagatsuta=48 stays=no",
    "rank-all=yes nagatsuta=46 first-player=2",
    "goal-rule=passing rank-all=yes nagatsuta=47 stays=no first-player=2",
];

/// The squares where a token stays for a night, as the rules text lists them.
const STAYS: [u8; 6] = [8, 20, 31, 38, 44, 49];

/// Each option at each of its values, as far as so many players allow it.
fn single_options(players: u8) -> Vec<String> {
    let mut options = Vec::new();
    for info in Rules::TABLE {
        let values: Vec<String> = match info.values {
            Values::Words(words) => words.iter().map(ToString::to_string).collect(),
            Values::Integer(least, _) if info.name == "first-player" => {
                (least..=i64::from(players)).map(|value| value.to_string()).collect()
            }
            Values::Integer(least, most) => (least..=most).map(|value| value.to_string()).collect(),
            Values::Real(..) => unreachable!("this game has no real options"),
        };
        options.extend(values.iter().map(|value| format!("{}={value}", info.name)));
    }
    assert_eq!(options.len(), 3 + 2 + 4 + 2 + usize::from(players));
    options
}

/// The bounds of section 8 of the rules text, and what its sections 3 and 6 say of any position.
fn invariant(game: &HokusaiSugoroku) -> Result<(), String> {
    let players = game.players();
    let seats = || (0..players).map(Seat);
    let arrivals: Vec<Seat> = game.arrivals().collect();
    for seat in seats() {
        let (square, skip) = (game.square(seat), game.owes_skip(seat));
        require((1..=53).contains(&square), || format!("seat {seat} on square {square}"))?;
        require(game.scores()[seat.index()] == i32::from(square), || "not the score".into())?;
        require(!skip || game.rules().stays.is_yes(), || "a skip without stays".into())?;
        require(!skip || STAYS.contains(&square), || format!("a skip on square {square}"))?;
        let arrived = arrivals.iter().filter(|&&home| home == seat).count();
        require(arrived == usize::from(square == 53), || {
            format!("{seat} arrived {arrived} times")
        })?;
    }

    let last = usize::from(if game.rules().rank_all.is_yes() { players - 1 } else { 1 });
    require(arrivals.len() <= last, || format!("{} arrivals", arrivals.len()))?;
    require((game.turn() == Turn::Over) == (arrivals.len() == last), || "not the end".into())?;

    for (rank, home) in (1..).zip(&arrivals) {
        require(game.ranks()[home.index()] == rank, || format!("arrival {rank}"))?;
    }
    let mut ranks = game.ranks().to_vec();
    ranks.sort_unstable();
    let of_arrivals = ranks.iter().take_while(|&&rank| usize::from(rank) <= arrivals.len());
    require(of_arrivals.count() == arrivals.len(), || format!("shared ranks {ranks:?}"))?;
    let over = game.turn() == Turn::Over;
    let all_ranked = ranks.iter().copied().eq(1..=players);
    require(!over || !game.rules().rank_all.is_yes() || all_ranked, || format!("{ranks:?}"))?;

    require(!game.capped(), || "there is no cap".into())?;
    let events = legal(game);
    match game.turn() {
        Turn::Player(seat) => Err(format!("seat {seat} has a turn")),
        Turn::Over => require(events.is_empty(), || format!("{events:?} after the end")),
        Turn::Chance => {
            let seat = game.chance_seat().ok_or("nobody's chance")?;
            require(seats().any(|other| other == seat), || format!("seat {seat} acts"))?;
            require(game.square(seat) != 53, || format!("seat {seat} acts, who is home"))?;
            let expected = match game.owes_skip(seat) {
                true => vec!["*skip"],
                false => vec!["*1", "*2", "*3", "*4", "*5", "*6"],
            };
            require(events == expected, || format!("{events:?}"))
        }
    }
}

fn obeys_the_laws(players: u8) {
    let checked = obeys(&start(rules("default"), players), (60, 30), invariant);
    // The shortest game, and more than that.
    assert!(checked.positions > 60 * (8 * u64::from(players) + 2), "{checked:?}");

    let options = single_options(players);
    for options in options.iter().map(String::as_str).chain(COMBINATIONS.iter().copied()) {
        let checked = obeys(&start(rules(options), players), (10, 4), invariant);
        let shortest = 8 * u64::from(players) + 2;
        assert!(checked.positions >= 10 * shortest, "{options}: {checked:?}");
    }
}

#[test]
fn two_players_obey_the_laws() {
    obeys_the_laws(2);
}

#[test]
fn three_players_obey_the_laws() {
    obeys_the_laws(3);
}

#[test]
fn four_players_obey_the_laws() {
    obeys_the_laws(4);
}

#[test]
fn five_players_obey_the_laws() {
    obeys_the_laws(5);
}

#[test]
fn six_players_obey_the_laws() {
    obeys_the_laws(6);
}

/// Plays to the end and returns whose own turn each event was; the next event is what `throw` says,
/// asked with the seat and its own turns before, or the skip that the seat owes.
fn own_turns(
    mut game: HokusaiSugoroku,
    mut throw: impl FnMut(Seat, usize) -> u8,
) -> (HokusaiSugoroku, Vec<Seat>) {
    let mut turns: Vec<Seat> = Vec::new();
    while game.turn() != Turn::Over {
        let seat = game.chance_seat().expect("a seat");
        if game.owes_skip(seat) {
            play(&mut game, "*skip");
        } else {
            let before = turns.iter().filter(|&&other| other == seat).count();
            play(&mut game, &format!("*{}", throw(seat, before)));
        }
        turns.push(seat);
    }
    (game, turns)
}

fn of(turns: &[Seat], seat: u8) -> usize {
    turns.iter().filter(|&&other| other == Seat(seat)).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() })]

    /// One home ends the game, so nobody is passed over: event k belongs to the k-th seat round the
    /// table from the first. Where all are ranked, those at home are passed over and no one else.
    #[test]
    fn seats_act_in_turn(start in any_start(), seed: u64) {
        let (first, players) = (start.rules().first_player, start.players());
        let mut random = Random::new(seed);
        let (end, turns) = own_turns(start, |_, _| 1 + random.below(6) as u8);
        if !start.rules().rank_all.is_yes() {
            for (k, seat) in (1..).zip(&turns) {
                let expected = (usize::from(first) - 1 + k - 1) % usize::from(players);
                prop_assert_eq!(seat.index(), expected, "event {}", k);
            }
        }
        // Each seat has its own turns until it is home; the others may lack one of the last round.
        let home: Vec<usize> = end.arrivals().map(|seat| of(&turns, seat.0)).collect();
        prop_assert!(home.iter().all(|&turns| turns >= 9) && home.is_sorted(), "{:?}", home);
        let last = *home.last().expect("an arrival");
        for seat in (0..players).filter(|&seat| end.square(Seat(seat)) != 53) {
            let place = |seat: u8| (seat + players - (first - 1)) % players;
            let winner = end.arrivals().last().expect("an arrival").0;
            let expected = if place(seat) < place(winner) { last } else { last - 1 };
            prop_assert_eq!(of(&turns, seat), expected, "seat {}", seat);
        }
    }

    /// Without being sent back a token has at most 52 throws and 6 skips.
    #[test]
    fn passing_home_bounds_the_game(start in any_start(), low: bool, seed: u64) {
        let rules = Rules { goal_rule: rules("goal-rule=passing").goal_rule, ..*start.rules() };
        let start = crate::start(rules, start.players());
        let mut random = Random::new(seed);
        // Low throws make long games, where a bound can be felt.
        let sides = if low { 2 } else { 6 };
        let (_, turns) = own_turns(start, |_, _| 1 + random.below(sides) as u8);
        let most = if rules.stays.is_yes() { 58 } else { 52 };
        for seat in 0..start.players() {
            prop_assert!(of(&turns, seat) <= most, "{} own turns", of(&turns, seat));
        }
    }
}

/// Nothing but ones, with a night on every stay.
#[test]
fn the_longest_games_without_being_sent_back() {
    for players in 2..=6 {
        let n = usize::from(players);
        for (options, events) in [
            ("goal-rule=passing", 57 * n + 1),
            ("goal-rule=passing rank-all=yes", 58 * n - 1),
            ("goal-rule=passing stays=no", 51 * n + 1),
        ] {
            let (end, turns) = own_turns(start(rules(options), players), |_, _| 1);
            assert_eq!(turns.len(), events, "{options} with {players} players, {end}");
        }
    }
}

/// Nine throws make 52 steps past all stays.
#[test]
fn the_shortest_games() {
    const THROWS: [u8; 9] = [6, 6, 6, 6, 5, 6, 6, 6, 5];
    assert_eq!(THROWS.iter().sum::<u8>(), 52);
    for players in 2..=6 {
        let n = usize::from(players);
        for (options, events) in [("default", 8 * n + 1), ("rank-all=yes", 9 * n - 1)] {
            let (end, turns) =
                own_turns(start(rules(options), players), |_, before| THROWS[before]);
            assert_eq!(turns.len(), events, "{options} with {players} players, {end}");
            assert_eq!(end.arrivals().next(), Some(Seat(0)));
            assert_eq!(of(&turns, 0), 9);
        }
    }
}

/// Of all games of two players none ends before the 17th event, under whatever rules.
#[test]
fn no_game_is_shorter() {
    for options in ["default", "goal-rule=bounce", "goal-rule=passing", "stays=no"] {
        let ends = |depth| {
            let level = level(&start(rules(options), 2), depth).expect("outcomes are listed");
            level.keys().any(|position| position.turn() == Turn::Over)
        };
        assert_eq!((1..=20).find(|&depth| ends(depth)), Some(17), "{options}");
    }
}

/// A token on 52 may throw twos for ever: nothing caps the game.
#[test]
fn a_game_may_last() {
    let mut game = crate::position(rules("default"), "52,52|--|1|-");
    for _ in 0..10_000 {
        game.apply_chance(&OwnTurn::THROWS[1]);
    }
    assert_eq!(game.to_string(), "52,52|--|1|-");
    assert_eq!(game.turn(), Turn::Chance);
}

/// The seat whose luck it is changes with every event, so each may have a stream of its own; a skip
/// draws nothing.
#[test]
fn a_skip_takes_no_luck() {
    let skip = crate::position(rules("default"), "8,1|s-|1|-");
    let (mut random, untouched) = (Random::new(1), Random::new(1));
    assert_eq!(skip.chance_seat(), Some(Seat(0)));
    assert_eq!(skip.sample_chance(&mut random), OwnTurn::SKIP);
    assert_eq!(random.below(1 << 30), untouched.clone().below(1 << 30));
    let throw = crate::position(rules("default"), "8,1|s-|2|-");
    assert_eq!(throw.chance_seat(), Some(Seat(1)));
    let (mut random, mut untouched) = (Random::new(1), Random::new(1));
    throw.sample_chance(&mut random);
    assert_ne!(random.below(1 << 30), untouched.below(1 << 30));
}
