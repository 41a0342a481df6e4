//! The exact solver against the exact figures of the rules text.

use ludarium_engine::hokusai_sugoroku::Rules;
use ludarium_engine::options;
use ludarium_experiments::exact::hokusai_sugoroku::{Solution, solve, token};
use std::collections::HashMap;

const EXACT: &str = include_str!("data/hokusai-sugoroku-exact.csv");

fn rules(text: &str) -> Rules {
    options::from_pairs(text.split_whitespace()).unwrap()
}

fn figure(solution: &Solution, quantity: &str, seat: usize) -> f64 {
    let of_seat = || &solution.seats[seat - 1];
    match quantity {
        "last" => of_seat().last,
        "shares" => of_seat().shares,
        "expected-rank" => of_seat().expected_rank,
        "expected-score" => of_seat().expected_score,
        "expected-events" => solution.expected_events,
        "expected-rounds" => solution.expected_rounds,
        "sd-events" => solution.sd_events,
        _ => {
            let rank: usize = quantity.strip_prefix("rank-").unwrap().parse().unwrap();
            of_seat().ranks[rank - 1]
        }
    }
}

#[test]
fn every_figure_of_the_file_to_a_thousand_millionth() {
    let mut solved: HashMap<String, Solution> = HashMap::new();
    let (mut figures, mut largest) = (0, 0.0_f64);
    for row in EXACT.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let [players, goal, nagatsuta, stays, all, quantity, seat, value] = fields[..] else {
            panic!("{row}")
        };
        let solution = solved.entry(fields[..5].join(",")).or_insert_with(|| {
            let text = format!(
                "goal-rule={goal} nagatsuta={nagatsuta} stays={stays} rank-all={all} first-player=1"
            );
            solve(&rules(&text), players.parse().unwrap()).unwrap()
        });
        let expected: f64 = value.parse().unwrap();
        let is = figure(solution, quantity, seat.parse().unwrap());
        assert!((is - expected).abs() < 1e-9, "{row}: {is}");
        largest = largest.max((is - expected).abs());
        figures += 1;
    }
    assert_eq!((figures, solved.len()), (2205, 60));
    println!("largest deviation {largest:e}");
}

/// Table A of the rules text: rules; turns, throws, skips, SD; least, median, 99 %, 99.9 %; tail.
const TOKENS: [(&str, [f64; 4], [usize; 4], f64); 9] = [
    (
        "",
        [22.244398683419, 19.952160771816, 2.292237911603, 7.104349347737],
        [9, 20, 47, 63],
        0.862426629852,
    ),
    (
        "goal-rule=bounce",
        [21.871629348043, 19.619047748714, 2.252581599329, 6.646483925897],
        [9, 20, 45, 59],
        0.852240115018,
    ),
    (
        "goal-rule=passing",
        [17.014486357690, 15.333333341647, 1.681153016042, 2.404876893601],
        [9, 17, 23, 25],
        0.0,
    ),
    (
        "nagatsuta=46",
        [22.197829466275, 19.910545726709, 2.287283739566, 7.042754308186],
        [9, 20, 47, 62],
        0.861117076676,
    ),
    (
        "nagatsuta=47",
        [21.871629348043, 19.619047748714, 2.252581599329, 6.646483925897],
        [9, 20, 45, 59],
        0.852240115018,
    ),
    (
        "nagatsuta=48",
        [21.871629348043, 19.619047748714, 2.252581599329, 6.646483925897],
        [9, 20, 45, 59],
        0.852240115018,
    ),
    (
        "stays=no",
        [19.952160771816, 19.952160771816, 0.0, 6.192257878701],
        [9, 18, 42, 55],
        0.845341809952,
    ),
    (
        "stays=no goal-rule=bounce",
        [19.619047748714, 19.619047748714, 0.0, 5.765642084836],
        [9, 18, 40, 52],
        0.833333333333,
    ),
    (
        "stays=no goal-rule=passing",
        [15.333333341647, 15.333333341647, 0.0, 1.910704981229],
        [9, 15, 20, 22],
        0.0,
    ),
];

fn close(is: f64, expected: f64, digits: i32) -> bool {
    (is - expected).abs() <= 0.51 * 10_f64.powi(-digits)
}

#[test]
fn one_token() {
    for (text, means, quantiles, tail) in TOKENS {
        let token = token(&rules(text));
        let is = [token.turns, token.throws, token.skips, token.turns_sd];
        assert!(is.iter().zip(means).all(|(&is, mean)| close(is, mean, 12)), "{text}: {is:?}");
        let shares = [0.5, 0.99, 0.999].map(|share| token.quantile(share));
        assert_eq!([token.least(), shares[0], shares[1], shares[2]], quantiles, "{text}");
        assert!(close(token.tail_ratio, tail, 12), "{text}: {}", token.tail_ratio);
    }
    let stops = |text| token(&rules(text)).stops;
    let common = [0.253604395290, 0.284712810463, 0.285691829207, 0.285715051280, 0.285714606953];
    for (text, last) in [
        ("", 0.896799218409),
        ("goal-rule=bounce", 0.857142906135),
        ("goal-rule=passing", 0.285714322848),
        ("goal-rule=passing stays=no", 0.285714322848),
    ] {
        let stops = stops(text);
        assert!(stops.iter().zip(common).all(|(&is, stops)| close(is, stops, 12)), "{stops:?}");
        assert!(close(stops[5], last, 12), "{text}: {stops:?}");
    }
}

#[test]
fn the_turns_of_one_token() {
    let goals = ["goal-rule=printed", "goal-rule=bounce", "goal-rule=passing"];
    let tokens = goals.map(|text| token(&rules(text)));
    for (turn, expected) in [
        (9, [0.000003473016, 0.000003473016, 0.000003969161]),
        (12, [0.006122417836, 0.006134469110, 0.014730636348]),
        (18, [0.084221224405, 0.087226289796, 0.142378891443]),
        (30, [0.018246717088, 0.017151426824, 0.000003805221]),
    ] {
        for (token, expected) in tokens.iter().zip(expected) {
            assert!(close(token.home[turn], expected, 12), "{turn}: {}", token.home[turn]);
        }
    }
    for (turn, expected) in [
        (30, [1.143859e-01, 9.892497e-02, 1.110032e-06]),
        (50, [5.926738e-03, 4.041526e-03, 2.690370e-27]),
        (100, [3.621793e-06, 1.363465e-06, 0.0]),
        (200, [1.352507e-12, 1.551820e-13, 0.0]),
    ] {
        for (token, expected) in tokens.iter().zip(expected) {
            let is = token.on_route.get(turn).copied().unwrap_or(0.0);
            assert!((is - expected).abs() <= 1e-6 * expected, "{turn}: {is}, not {expected}");
        }
    }
}

/// At most 52 throws and 6 skips where passing home is enough.
#[test]
fn turns_are_bounded_where_passing_home_is_enough() {
    assert_eq!(token(&rules("goal-rule=passing")).most(), Some(58));
    assert_eq!(token(&rules("goal-rule=passing stays=no")).most(), Some(52));
    assert_eq!(token(&rules("")).most(), None);
}

/// Table E of the rules text.
#[test]
fn the_course_of_a_game_of_two() {
    for (text, lead_changes, behind) in [
        ("goal-rule=printed", 5.6865444579, 13.6108908613),
        ("goal-rule=bounce", 5.6688708873, 13.3401743283),
        ("goal-rule=passing", 4.4108253887, 7.4667012630),
        // With two players one is left when the first is home.
        ("goal-rule=passing rank-all=yes", 4.4108253887, 7.4667012630),
    ] {
        let course = solve(&rules(text), 2).unwrap().course.unwrap();
        assert!(close(course.lead_changes, lead_changes, 10), "{text}: {course:?}");
        assert!(close(course.winner_behind, behind, 10), "{text}: {course:?}");
    }
    assert!(solve(&rules(""), 3).unwrap().course.is_none());
}

#[test]
fn probabilities_add_up_and_the_first_player_turns_the_seats() {
    for players in 2..=6 {
        for text in ["", "rank-all=yes", "goal-rule=passing stays=no", "goal-rule=bounce"] {
            let base = solve(&rules(text), players).unwrap();
            let first: f64 = base.seats.iter().map(|seat| seat.ranks[0]).sum();
            assert!((first - 1.0).abs() < 1e-12);
            for seat in &base.seats {
                assert!((seat.ranks.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{seat:?}");
            }
            if let Some(events) = &base.events {
                assert!((events.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
            let scores: f64 = base.seats.iter().map(|seat| seat.expected_score).sum();
            if players == 2 {
                // The best has 53 and the other is behind by the margin.
                assert!((scores - (106.0 - base.score_margin)).abs() < 1e-10);
                assert!((base.score_margin - base.score_range).abs() < 1e-10);
            } else {
                assert!(base.score_margin < base.score_range);
            }
            let turned = solve(&rules(&format!("{text} first-player={players}")), players).unwrap();
            for (seat, figures) in turned.seats.iter().enumerate() {
                let place = (seat + 1) % usize::from(players);
                assert_eq!(figures.ranks, base.seats[place].ranks);
            }
            assert_eq!(turned.first_seat, usize::from(players) - 1);
        }
    }
    let error = solve(&rules("first-player=4"), 3).unwrap_err().to_string();
    assert_eq!(error, "first-player=4 needs 4 players or more, not 3");
}
