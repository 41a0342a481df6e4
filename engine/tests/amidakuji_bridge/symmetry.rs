//! The board seen in the mirror, where left and right change places, is a board: the left token
//! slides first, but the other way round nothing would come out differently. A board turned upside
//! down is one as well, if the seats change places and with them who begins.

use crate::twin::{Bridge, Point, Twin, any_options, point_text, read_place, read_point};
use crate::{legal, play, position, rules, start};
use ludarium_engine::amidakuji_bridge::AmidakujiBridge;
use ludarium_engine::{Game, Random, Turn};

/// How the image of a board comes about.
#[derive(Clone, Copy)]
struct Image {
    columns: usize,
    far_row: usize,
    is_mirrored: bool,
    is_turned: bool,
}

impl Image {
    fn of(twin: &Twin, is_mirrored: bool, is_turned: bool) -> Image {
        Image { columns: twin.columns(), far_row: twin.far_row(), is_mirrored, is_turned }
    }

    fn column(self, column: usize) -> usize {
        if self.is_mirrored { self.columns - 1 - column } else { column }
    }

    fn point(self, (column, row): Point) -> Point {
        (self.column(column), if self.is_turned { self.far_row - row } else { row })
    }

    fn place(self, (left, right): (Point, Point)) -> (Point, Point) {
        let (one, other) = (self.point(left), self.point(right));
        if one.0 < other.0 { (one, other) } else { (other, one) }
    }

    fn action(self, action: &str) -> String {
        let (prefix, what) = action.split_once(':').expect("an action");
        let place = |text: &str| {
            let (left, right) = self.place(read_place(text));
            format!("{}-{}", point_text(left), point_text(right))
        };
        let what = match (prefix, what) {
            (_, "pass" | "keep" | "push") => what.to_string(),
            ("L", _) => place(what),
            ("R", _) => {
                let (from, to) = what.split_once('>').expect("two places");
                format!("{}>{}", place(from), place(to))
            }
            ("M", _) => {
                let (point, flag) = what.split_at(what.len() - 1);
                format!("{}{flag}", point_text(self.point(read_point(point))))
            }
            _ => point_text(self.point(read_point(what))),
        };
        format!("{prefix}:{what}")
    }

    /// The actions in the image, sorted.
    fn actions(self, actions: Vec<String>) -> Vec<String> {
        let mut images: Vec<String> = actions.iter().map(|action| self.action(action)).collect();
        images.sort_unstable();
        images
    }

    /// The position's image. If the seats change places, a round later, which the other one opens.
    fn position(self, options: &str, text: &str) -> String {
        let mut twin = Twin::read(options, text);
        let bridge = |bridge: &Bridge| Bridge { place: self.place(bridge.place), ..*bridge };
        twin.bridges = twin.bridges.iter().map(bridge).collect();
        for token in twin.tokens.iter_mut().flatten() {
            token.at = token.at.map(|at| self.point(at));
        }
        twin.arrived = twin
            .arrived
            .map(|columns| columns.into_iter().map(|column| self.column(column)).collect());
        twin.coins = twin.coins.into_iter().map(|(at, coins)| (self.point(at), coins)).collect();
        twin.chosen = twin.chosen.map(|chosen| chosen.map(|column| self.column(column)));
        if self.is_turned && !twin.is_puzzle() {
            twin.seat = twin.seat.map(|seat| 1 - seat);
            twin.finishing = twin.finishing.map(|seat| 1 - seat);
            twin.round += usize::from(twin.round > 0);
            twin.bridges.iter_mut().for_each(|bridge| bridge.owner = 1 - bridge.owner);
            twin.hands.swap(0, 1);
            twin.tokens.swap(0, 1);
            twin.arrived.swap(0, 1);
            twin.chosen.swap(0, 1);
            twin.won.swap(0, 1);
        }
        twin.write()
    }
}

/// The options of the game that is seen turned: the other seat sets first, and one more round is
/// the last.
fn turned_options(options: &str) -> String {
    let twin = Twin::start(options);
    let setter = if twin.is("start-order", "first") { "second" } else { "first" };
    let rest = options.split_whitespace().filter(|pair| {
        let name = pair.split('=').next();
        !["start-order", "max-rounds", "round-start"].contains(&name.expect("a name"))
    });
    let rounds = twin.number("max-rounds") + 1;
    let mut pairs: Vec<String> = rest.map(ToString::to_string).collect();
    pairs.push(format!("start-order={setter} max-rounds={rounds} round-start=alternate"));
    pairs.join(" ")
}

/// Plays a random game and holds every event against its image; the number of events.
fn compare(options: &str, image: Image, random: &mut Random) -> u32 {
    let is_exchanged = image.is_turned && !options.contains("mode=puzzle");
    let image_options = if is_exchanged { turned_options(options) } else { options.to_string() };
    let seen = |game: &AmidakujiBridge| {
        position(rules(&image_options), &image.position(&image_options, &game.to_string()))
    };
    let mut game = start(rules(options));
    let mut events = 0;
    while game.turn() != Turn::Over {
        let (before, mut other) = (game.clone(), seen(&game));
        assert_eq!(legal(&other), image.actions(legal(&game)), "in {game} under {options}");
        let action = game.random_action(random, &mut Vec::new());
        game.apply(action);
        play(&mut other, &image.action(&action.to_string()));
        events += 1;
        // The first round is opened by seat 1, whoever has set first.
        let is_set = before.to_string().starts_with('S') && game.to_string().starts_with('M');
        if is_exchanged && is_set {
            continue;
        }
        assert_eq!(other, seen(&game), "after {action} in {before} under {options}");
        let (mut scores, mut ranks) = (game.scores().to_vec(), game.ranks().to_vec());
        if is_exchanged {
            scores.reverse();
            ranks.reverse();
        }
        assert_eq!((other.scores().to_vec(), other.ranks().to_vec()), (scores, ranks));
        assert_eq!(other.capped(), game.capped());
    }
    events
}

#[test]
fn the_mirror_shows_a_game() {
    let mut events = 0;
    for number in 0..600 {
        let random = &mut Random::with_stream(11, number, 0);
        let options = any_options(random);
        let twin = Twin::start(&options);
        events += compare(&options, Image::of(&twin, true, false), random);
    }
    assert!(events > 10_000, "{events} events");
}

/// With an opener who changes, all after the setting is the same from either side.
#[test]
fn a_turned_board_shows_a_game_of_the_other_seat() {
    let mut events = 0;
    for number in 0..600 {
        let random = &mut Random::with_stream(12, number, 0);
        let mut options = any_options(random);
        if options.contains("max-rounds=10000") {
            continue;
        }
        if !options.contains("mode=puzzle") && !options.contains("round-start") {
            options.push_str(" round-start=alternate");
        }
        if options.contains("round-start=same") {
            continue;
        }
        let twin = Twin::start(&options);
        events += compare(&options, Image::of(&twin, number % 2 == 0, true), random);
    }
    assert!(events > 10_000, "{events} events");
}

/// Where seat 1 opens every round, exchanging the seats is no symmetry.
#[test]
fn a_turned_board_breaks_with_a_fixed_opener() {
    let text = "M 1 1 0.0/0.0 0a4-b4 a0r,b0r a12r,b12r -/- 0 - - - 0.0.0";
    let twin = Twin::read("default", text);
    let turned = Image::of(&twin, false, true).position("default", text);
    assert_eq!(turned, "M 0 2 0.0/0.0 1a8-b8 a0r,b0r a12r,b12r -/- 0 - - - 0.0.0");
    assert!(AmidakujiBridge::parse(rules("default"), 2, &turned).is_err());
    position(rules("round-start=alternate"), &turned);
}
