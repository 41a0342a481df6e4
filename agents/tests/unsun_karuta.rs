//! Agents in Unsun Karuta: what a seat does not see has no part in its choice.

mod common;
#[allow(dead_code, reason = "only its swaps of hidden cards are used here")]
#[path = "../../engine/tests/unsun_karuta/beliefs/table.rs"]
mod table;

use common::uct::Twin;
use common::{agent, decisions_of_a_game, legal};
use ludarium_agents::mcts::Settings;
use ludarium_engine::unsun_karuta::UnsunKaruta;
use ludarium_engine::{Game, Random, Seat, Turn, options};
use table::{Options, Table};

fn seat_to_act(game: &UnsunKaruta) -> Seat {
    let Turn::Player(seat) = game.turn() else { unreachable!("decisions are a seat's") };
    seat
}

/// Some decisions with a choice, each with the view of the seat to act and with a position that looks
/// the same to it, made by the slow table of the rules.
fn choices(every: usize) -> impl Iterator<Item = [UnsunKaruta; 3]> {
    let pairs = ["", "face-down=off", "declare=forced", "lone-sun=dealt", "monchi=off"];
    let decisions = pairs.into_iter().zip(0..).flat_map(|(pairs, seed)| {
        let rules = options::from_pairs(pairs.split_whitespace().chain(["deals=1"])).unwrap();
        let start = UnsunKaruta::new(rules, 8).unwrap();
        decisions_of_a_game(&start, seed).into_iter().map(move |game| (pairs, game))
    });
    let several = decisions.filter(|(_, game)| legal(game).len() > 1);
    several.step_by(every).map(|(pairs, game)| {
        let seat = seat_to_act(&game);
        let mut view = game;
        view.hide_from(seat);
        let table = Table::read(Options::new(pairs), &game.to_string()).unwrap();
        let other = table.swapped(seat.index(), &mut Random::new(7)).text(None);
        [game, view, UnsunKaruta::parse(*game.rules(), 8, &other).unwrap()]
    })
}

#[test]
fn hidden_cards_have_no_part_in_a_choice() {
    let (mut asked, mut swapped) = (0, 0);
    for [game, view, other] in choices(2) {
        asked += 1;
        swapped += u32::from(other != game);
        let choice = |spec: &str, game: &UnsunKaruta| {
            let mut agent = agent::<UnsunKaruta>(spec);
            let action = agent.choose(game, &legal(game), &mut Random::new(3)).unwrap();
            (action, agent.report())
        };
        for spec in ["random", "mcts:iterations=100", "mcts:iterations=100,hidden=pimc"] {
            assert_eq!(choice(spec, &game), choice(spec, &view), "{spec} in {game}");
            assert_eq!(choice(spec, &other), choice(spec, &view), "{spec} in {game} and {other}");
        }
        // Greedy judges by what it is shown, so it must be shown a view.
        let mut same = other;
        same.hide_from(seat_to_act(&other));
        assert_eq!(choice("greedy", &same), choice("greedy", &view), "{game} and {other}");
    }
    assert!(asked > 100 && swapped > asked - 10, "{swapped} of {asked} positions swapped");
}

/// The test above can fail: a search that plays on the full position has other values in most.
#[test]
fn peeking_would_show() {
    let settings = Settings { iterations: 100, ..Settings::default() };
    let differs = |[game, view, other]: &[UnsunKaruta; 3]| {
        let values =
            |full: UnsunKaruta| Twin::search(view, settings, &mut Random::new(3), |_| full).1;
        values(*game) != values(*other)
    };
    let (asked, differing) = (choices(4).count(), choices(4).filter(differs).count());
    assert!(3 * differing > 2 * asked, "{differing} of {asked}");
}
