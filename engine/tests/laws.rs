//! The law-checker itself: a sound game passes, and every kind of broken game is caught by the law
//! that it breaks. The sound game is the toy, which has all that the trait offers.

mod toy;

use ludarium_engine::laws::{Checked, Plan, Violation, check, check_determinize};
use ludarium_engine::options::{self, OptionError, OptionInfo, Options};
use ludarium_engine::perft::{Uncountable, divide, perft, perft_merged};
use ludarium_engine::{
    Event, Game, NotationError, PerSide, Random, Ranks, Scores, Seat, Turn, event,
};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::str::FromStr;
use toy::{Action, Chance, TwoTricks};

fn toy(options: &[&str]) -> TwoTricks {
    let rules = options::from_pairs(options.iter().copied()).expect("rule options");
    TwoTricks::new(rules, 4).expect("a game of four")
}

fn after(start: &TwoTricks, events: &str) -> TwoTricks {
    let mut game = *start;
    for text in events.split(' ') {
        event::apply_text(&mut game, text).unwrap_or_else(|error| panic!("{error}"));
    }
    game
}

mod the_toy {
    use super::*;

    #[test]
    fn obeys_the_laws() {
        for (options, games) in [
            (&[][..], 40),
            (&["tricks=1"], 10),
            (&["doubling=no"], 10),
            (&["tricks=1", "doubling=no"], 10),
        ] {
            let plan = Plan { games, draw_tests: games / 2, ..Plan::default() };
            let checked = check(&toy(options), plan, every_card_is_somewhere)
                .unwrap_or_else(|violation| panic!("{options:?}: {violation}"));
            let Checked { positions, finished, draw_tests, views } = checked;
            assert_eq!((finished, draw_tests, views), (games, games / 2, 4 * positions));
            assert!(positions >= 7 * u64::from(games), "{positions} positions");
        }
    }

    /// From the deal on every card is in a hand or in a trick.
    fn every_card_is_somewhere(game: &TwoTricks) -> Result<(), String> {
        let text = game.to_string();
        let cards = text.matches(['r', 'b']).count();
        if cards == 8 || text == "-/-/-/-" { Ok(()) } else { Err(format!("{cards} cards")) }
    }

    #[test]
    fn plays_by_its_rules() {
        let start = toy(&[]);
        let game = after(&start, "*r1b3/r2b4/b1b2/r3r4 *4 double r1 r2");
        assert_eq!(game.to_string(), "b3/b4/b1b2/r3r4 4d:r1r2");
        assert_eq!(event::legal_texts(&game).expect("a list"), ["b1", "b2"], "has no rose");
        let game = after(&game, "b2");
        assert_eq!(event::legal_texts(&game).expect("a list"), ["r3", "r4"]);
        let game = after(&game, "r4 *3");
        assert_eq!((game.turn(), &*game.scores()), (Turn::Player(Seat(3)), &[0, 8][..]));
        let game = after(&game, "single r3 b3 b4 b1");
        assert_eq!(game.to_string(), "-/-/-/- 4d:r1r2b2r4 3s:r3b3b4b1");
        assert_eq!((&*game.scores(), &*game.ranks()), (&[0, 11][..], &[2, 1][..]));
        assert!(game.turn() == Turn::Over && !game.capped());
    }

    #[test]
    fn refuses_impossible_positions() {
        for (text, reason) in [
            ("r1b3/r2b4/b1b2", "four hands"),
            ("r1b3/r2b4/b1b2/r3", "is not legal"),
            ("r1b3/r2b4/b1b2/r3r3", "ascending"),
            ("r1b3/r2b4/b1b2/r1r4", "is not legal"),
            ("r1b3/??/??/??", "r1 to r4"),
            ("r1b3/r2b4/b1b2/r3r4 7", "from 2 to 6"),
            ("r1b3/r2b4/b1b2/r3r4 4x", "worth"),
            ("b3/r2b4/b1b2/r3r4 4:r1", "is not legal"),
            ("b3/r2/b1b2/r3r4 4s:r1b4", "`b4` is not legal"),
            ("b3/b4/b1/r3 4s:r1r2b2r4b4", "trick"),
            ("r1b3/r2b4/b1b2/r3r4 4 4", "is not legal"),
            ("b3/r2b4/b1b2/r4 4s:r1 2s:r3", "before the last has ended"),
        ] {
            let error = TwoTricks::parse(toy::Rules::default(), 4, text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    /// 8! / 2!^4 deals, 5 throws, 2 calls, 2 cards to lead.
    #[test]
    fn chance_counts_in_perft() {
        let start = toy(&[]);
        let counts = [1, 2, 3, 4].map(|depth| perft(&start, depth));
        assert_eq!(counts, [2520, 12_600, 25_200, 50_400].map(Some));
        let merged = [1, 2, 3, 4].map(|depth| perft_merged(&start, depth));
        assert_eq!(merged, [2520, 12_600, 25_200, 50_400].map(Ok));
        let parts = divide(&start, 3).expect("outcomes can be listed");
        assert!(parts.len() == 2520 && parts.iter().all(|part| part.1 == 10));
    }

    /// The events of a random game, the deal first.
    fn random_play(start: &TwoTricks, random: &mut Random) -> Vec<Event<TwoTricks>> {
        let mut game = *start;
        let mut events = Vec::new();
        while game.turn() != Turn::Over {
            let event = match game.turn() {
                Turn::Chance => Event::Chance(game.sample_chance(random)),
                _ => Event::Action(game.random_action(random, &mut Vec::new())),
            };
            event.apply_to(&mut game).expect("possible");
            events.push(event);
        }
        events
    }

    /// The deals under which `events` could have happened, each with the position they lead to.
    fn possible_positions(start: &TwoTricks, events: &[Event<TwoTricks>]) -> Vec<TwoTricks> {
        let mut deals = Vec::new();
        assert!(start.chance_outcomes(&mut deals));
        let play = |deal: &Chance| {
            let mut game = *start;
            game.apply_chance(deal);
            events.iter().all(|event| event.apply_to(&mut game).is_ok()).then_some(game)
        };
        deals.iter().filter_map(|(deal, _)| play(deal)).collect()
    }

    /// Against brute force: of all 2520 deals those that play does not contradict and that give
    /// the observer the same view.
    #[test]
    fn determinizes_uniformly() {
        let mut random = Random::new(5);
        let (mut tested, mut inferred) = (0, 0);
        for options in [&[][..], &["tricks=1"], &[], &[], &["doubling=no"]] {
            let start = toy(options);
            let events = random_play(&start, &mut random);
            for length in 1..=events.len() {
                let possible = possible_positions(&start, &events[1..length]);
                let mut game = start;
                events[..length].iter().for_each(|event| event.apply_to(&mut game).expect("again"));
                for seat in (0..4).map(Seat) {
                    let seen = view(&game, seat);
                    let consistent: Vec<TwoTricks> = possible
                        .iter()
                        .copied()
                        .filter(|other| view(other, seat) == seen)
                        .collect();
                    check_determinize(&game, seat, &consistent, 1)
                        .unwrap_or_else(|violation| panic!("{violation}"));
                    tested += 1;
                    inferred += u32::from(consistent.len() < arrangements(&seen));
                }
            }
        }
        assert!(tested > 150 && inferred > 20, "{tested} views, {inferred} with inferences");
    }

    fn view(game: &TwoTricks, observer: Seat) -> TwoTricks {
        let mut view = *game;
        view.hide_from(observer);
        view
    }

    /// In how many ways the unseen cards fit in the unseen places if play shows nothing.
    fn arrangements(view: &TwoTricks) -> usize {
        let factorial = |n: usize| (1..=n).product::<usize>();
        let text = view.to_string();
        let hands = text.split(' ').next().expect("hands").split('/');
        let unseen: Vec<usize> = hands.map(|hand| hand.matches('?').count()).collect();
        factorial(unseen.iter().sum()) / unseen.into_iter().map(factorial).product::<usize>()
    }
}

/// One thing wrong with an otherwise sound game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Defect {
    #[default]
    None,
    ActionsUnsorted,
    ActionsTwice,
    ActionsAtTheEnd,
    ActionWithoutEffect,
    ActionText,
    CountTooHigh,
    CountClears,
    DrawClears,
    DrawsAnything,
    DrawsTheFirst,
    ChanceText,
    ThrowLoaded,
    ThrowIsADeal,
    OutcomesTwice,
    OutcomesOfWeightZero,
    OutcomesOfEqualWeight,
    OutcomesHalfListed,
    PositionText,
    PositionTextLosesWord,
    HashOfHistory,
    ScoresOfHistory,
    EffectOfHistory,
    ScoresOfSeats,
    SideOfSeat,
    RanksFromTwo,
    PlayersFive,
    CappedAlways,
    ViewHidesMoreTwice,
    ViewShowsAll,
    ViewHidesOwnHand,
    ViewIsOver,
    DeterminizeDealsOwnHand,
    DeterminizeForgetsPlay,
    DeterminizePeeks,
    DeterminizePrefers,
}

/// Each defect with the law that must catch it.
const CAUGHT: &[(Defect, &str)] = &[
    (Defect::ActionsUnsorted, "actions are listed ascending and once"),
    (Defect::ActionsTwice, "actions are listed ascending and once"),
    (Defect::ActionsAtTheEnd, "a seat has an action exactly when it is its turn"),
    (Defect::ActionWithoutEffect, "an action changes the position"),
    (Defect::ActionText, "an action's text reads back"),
    (Defect::CountTooHigh, "the count of actions is that of the list"),
    (Defect::CountClears, "counting leaves the buffer alone"),
    (Defect::DrawClears, "drawing leaves the buffer alone"),
    (Defect::DrawsAnything, "a random action is legal"),
    (Defect::DrawsTheFirst, "random actions are uniform"),
    (Defect::ChanceText, "a chance event's text reads back"),
    (Defect::ThrowLoaded, "chance follows its weights"),
    (Defect::ThrowIsADeal, "a drawn chance event is accepted"),
    (Defect::OutcomesTwice, "outcomes are listed once"),
    (Defect::OutcomesOfWeightZero, "listed outcomes are possible"),
    (Defect::OutcomesOfEqualWeight, "chance follows its weights"),
    (Defect::OutcomesHalfListed, "outcomes are listed or not at all"),
    (Defect::PositionText, "a position's text reads back"),
    (Defect::PositionTextLosesWord, "a position's text reads back equal"),
    (Defect::HashOfHistory, "equal positions have equal hashes"),
    (Defect::ScoresOfHistory, "equal positions look equal"),
    (Defect::EffectOfHistory, "equal positions go on equal"),
    (Defect::ScoresOfSeats, "one score and one rank a side"),
    (Defect::SideOfSeat, "every seat is on a side"),
    (Defect::RanksFromTwo, "ranks are competition ranks"),
    (Defect::PlayersFive, "the number of players is allowed"),
    (Defect::CappedAlways, "only a finished game is capped"),
    (Defect::ViewHidesMoreTwice, "hiding twice is hiding once"),
    (Defect::ViewShowsAll, "a determinization has the same view"),
    (Defect::ViewHidesOwnHand, "a view has the same legal actions"),
    (Defect::ViewIsOver, "a view has the same turn"),
    (Defect::DeterminizeDealsOwnHand, "a determinization has the same view"),
    (Defect::DeterminizeForgetsPlay, "a determinization is a possible position"),
    (Defect::DeterminizePeeks, "determinizing needs only the view"),
];

/// The defect, as the only rule option: so every method and the reader know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct BrokenRules {
    defect: Defect,
}

impl Options for BrokenRules {
    const TABLE: &'static [OptionInfo] = &[];
}

/// An action or a chance event whose text may be no text of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Told<T> {
    event: T,
    mumbled: bool,
}

impl<T: Display> Display for Told<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.event, if self.mumbled { "mm" } else { "" })
    }
}

impl<T: FromStr<Err = NotationError>> FromStr for Told<T> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Ok(Told { event: text.parse()?, mumbled: false })
    }
}

/// The toy with one defect.
#[derive(Clone, Debug)]
struct Broken {
    game: TwoTricks,
    rules: BrokenRules,
    /// The events so far, unknown to text and equality: a source of defects.
    history: u32,
}

impl Broken {
    fn has(&self, defect: Defect) -> bool {
        self.rules.defect == defect
    }

    fn is_view(&self) -> bool {
        self.game.to_string().contains('?')
    }
}

impl PartialEq for Broken {
    fn eq(&self, other: &Self) -> bool {
        (self.game, self.rules) == (other.game, other.rules)
    }
}

impl Eq for Broken {}

impl Hash for Broken {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        if self.has(Defect::HashOfHistory) {
            self.history.hash(state);
        }
    }
}

impl Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.game.to_string();
        match self.rules.defect {
            Defect::PositionText => write!(f, "{text}mm"),
            Defect::PositionTextLosesWord => f.write_str(&text.replace('d', "s")),
            _ => f.write_str(&text),
        }
    }
}

impl Game for Broken {
    const ID: &'static str = "broken";
    const NAME: &'static str = "Broken";
    const VERSION: u32 = 1;
    const PLAYERS: RangeInclusive<u8> = TwoTricks::PLAYERS;
    const HAS_CHANCE: bool = true;
    const HAS_HIDDEN_INFORMATION: bool = true;

    type Rules = BrokenRules;
    type Action = Told<Action>;
    type Chance = Told<Chance>;

    fn new(rules: BrokenRules, players: u8) -> Result<Self, OptionError> {
        let game = TwoTricks::new(toy::Rules::default(), players)?;
        Ok(Broken { game, rules, history: 0 })
    }

    fn rules(&self) -> &BrokenRules {
        &self.rules
    }

    fn players(&self) -> u8 {
        if self.has(Defect::PlayersFive) { 5 } else { 4 }
    }

    fn turn(&self) -> Turn {
        if self.has(Defect::ViewIsOver) && self.is_view() { Turn::Over } else { self.game.turn() }
    }

    fn legal_actions(&self, actions: &mut Vec<Told<Action>>) {
        let first = actions.len();
        let mut listed = Vec::new();
        self.game.legal_actions(&mut listed);
        let mumbled = self.has(Defect::ActionText);
        actions.extend(listed.into_iter().map(|event| Told { event, mumbled }));
        match self.rules.defect {
            Defect::ActionsUnsorted => actions[first..].reverse(),
            Defect::ActionsTwice => actions.extend(actions.get(first).copied()),
            Defect::ActionsAtTheEnd if self.turn() == Turn::Over => {
                actions.push(Told { event: Action::Single, mumbled });
            }
            _ => {}
        }
    }

    fn count_actions(&self, buffer: &mut Vec<Told<Action>>) -> usize {
        let first = buffer.len();
        self.legal_actions(buffer);
        let count = buffer.len() - first;
        buffer.truncate(if self.has(Defect::CountClears) { 0 } else { first });
        count + usize::from(self.has(Defect::CountTooHigh))
    }

    fn random_action(&self, random: &mut Random, buffer: &mut Vec<Told<Action>>) -> Told<Action> {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        match self.rules.defect {
            Defect::DrawClears => buffer.clear(),
            Defect::DrawsAnything => return Told { event: Action::Double, mumbled: false },
            Defect::DrawsTheFirst => return actions[0],
            _ => {}
        }
        random.pick(&actions)
    }

    fn apply(&mut self, Told { event, .. }: Told<Action>) {
        self.history += 1;
        match event {
            _ if self.has(Defect::ActionWithoutEffect) => {}
            // The first call is its second event, and a position read from text has no history.
            Action::Double if self.has(Defect::EffectOfHistory) && self.history > 1 => {
                self.game.apply(Action::Single);
            }
            _ => self.game.apply(event),
        }
    }

    fn sample_chance(&self, random: &mut Random) -> Told<Chance> {
        let event = match (self.game.sample_chance(random), self.rules.defect) {
            (Chance::Throw(_), Defect::ThrowIsADeal) => toy(&[]).sample_chance(random),
            (Chance::Throw(sum), Defect::ThrowLoaded) => {
                Chance::Throw(if sum < 4 { 6 } else { sum })
            }
            (event, _) => event,
        };
        Told { event, mumbled: self.has(Defect::ChanceText) }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Told<Chance>, u32)>) -> bool {
        let mut listed = Vec::new();
        self.game.chance_outcomes(&mut listed);
        let mumbled = self.has(Defect::ChanceText);
        outcomes
            .extend(listed.into_iter().map(|(event, weight)| (Told { event, mumbled }, weight)));
        match self.rules.defect {
            Defect::OutcomesTwice => outcomes.extend(outcomes.first().cloned()),
            Defect::OutcomesOfWeightZero => outcomes[0].1 = 0,
            Defect::OutcomesOfEqualWeight => outcomes.iter_mut().for_each(|outcome| outcome.1 = 1),
            _ => {}
        }
        !self.has(Defect::OutcomesHalfListed)
    }

    fn apply_chance(&mut self, event: &Told<Chance>) {
        self.history += 1;
        self.game.apply_chance(&event.event);
    }

    fn sides(&self) -> usize {
        self.game.sides()
    }

    fn side(&self, seat: Seat) -> usize {
        if self.has(Defect::SideOfSeat) { seat.index() } else { self.game.side(seat) }
    }

    fn scores(&self) -> Scores {
        let scores = self.game.scores();
        match self.rules.defect {
            Defect::ScoresOfSeats => PerSide::from_fn(4, |seat| scores[seat % 2]),
            Defect::ScoresOfHistory => {
                PerSide::from_fn(2, |side| scores[side] + self.history as i32)
            }
            _ => scores,
        }
    }

    fn ranks(&self) -> Ranks {
        let ranks = self.game.ranks();
        let from_two = u8::from(self.has(Defect::RanksFromTwo));
        PerSide::from_fn(2, |side| ranks[side] + from_two)
    }

    fn capped(&self) -> bool {
        self.has(Defect::CappedAlways) || self.game.capped()
    }

    fn hide_from(&mut self, observer: Seat) {
        let partner = Seat((observer.0 + 2) % 4);
        match self.rules.defect {
            Defect::ViewShowsAll => return,
            Defect::ViewHidesMoreTwice if self.is_view() => self.game.hide_from(partner),
            Defect::ViewHidesOwnHand => self.game.hide_from(partner),
            _ => {}
        }
        self.game.hide_from(observer);
    }

    fn determinize(&mut self, observer: Seat, random: &mut Random) {
        if self.has(Defect::DeterminizePeeks) && !self.is_view() {
            return;
        }
        self.hide_from(observer);
        match self.rules.defect {
            Defect::DeterminizeDealsOwnHand => {
                let partner = Seat((observer.0 + 2) % 4);
                self.game.determinize(partner, random);
            }
            Defect::DeterminizeForgetsPlay => self.game.deal_unseen(random),
            Defect::DeterminizePrefers => {
                let mut other = self.game;
                other.determinize(observer, random);
                self.game.determinize(observer, random);
                self.game = std::cmp::min_by_key(self.game, other, ToString::to_string);
            }
            _ => self.game.determinize(observer, random),
        }
    }

    fn parse(rules: BrokenRules, _: u8, text: &str) -> Result<Self, NotationError> {
        let game = TwoTricks::parse(toy::Rules::default(), 4, text)?;
        Ok(Broken { game, rules, history: 0 })
    }
}

fn check_broken(defect: Defect) -> Result<Checked, Violation> {
    let start = Broken::new(BrokenRules { defect }, 4).expect("a game of four");
    check(&start, Plan { games: 40, draw_tests: 40, ..Plan::default() }, |_| Ok(()))
}

#[test]
fn the_wrapper_itself_breaks_no_law() {
    let checked = check_broken(Defect::None).unwrap_or_else(|violation| panic!("{violation}"));
    assert_eq!((checked.finished, checked.draw_tests), (40, 40));
}

#[test]
fn every_defect_is_caught_by_its_law() {
    for &(defect, law) in CAUGHT {
        match check_broken(defect) {
            Ok(checked) => panic!("{defect:?} was not noticed in {checked:?}"),
            Err(violation) => assert_eq!(violation.law, law, "{defect:?}: {violation}"),
        }
    }
}

/// What a game says of outcomes that it does not list is no count.
#[test]
fn unlisted_outcomes_are_not_counted() {
    let rules = BrokenRules { defect: Defect::OutcomesHalfListed };
    let start = Broken::new(rules, 4).expect("a game of four");
    assert_eq!(perft(&start, 0), Some(1));
    assert_eq!(perft_merged(&start, 0), Ok(1));
    for depth in [1, 2, 3] {
        assert_eq!(perft(&start, depth), None);
        assert_eq!(perft_merged(&start, depth), Err(Uncountable::Outcomes));
    }
    assert!(divide(&start, 1).is_none());
}

#[test]
fn the_games_own_law_is_checked_and_named() {
    let invariant = |game: &TwoTricks| match game.turn() {
        Turn::Over => Err("it must never end".to_string()),
        _ => Ok(()),
    };
    let violation = check(&toy(&["tricks=1"]), Plan::default(), invariant).unwrap_err();
    assert_eq!(violation.law, "the game's invariant holds");
    let message = violation.to_string();
    assert!(message.starts_with("the game's invariant holds in `"), "{message}");
    assert!(message.ends_with("`: it must never end"), "{message}");
}

/// Random play cannot show that consistent determinizations are unequally likely; a brute-force list
/// does. Seat 0 sees one of the last four cards, so the others can lie in six ways.
#[test]
fn uneven_determinizations_are_caught_by_brute_force() {
    let positions = |defect| {
        let read = |hands: &str| {
            let text = format!("{hands} 4d:r1r2r3r4 3");
            Broken::parse(BrokenRules { defect }, 4, &text).expect("a position")
        };
        ["b3/b1/b2/b4", "b3/b1/b4/b2", "b3/b2/b1/b4", "b3/b2/b4/b1", "b3/b4/b1/b2", "b3/b4/b2/b1"]
            .map(read)
    };
    let law = |positions: &[Broken], observer| {
        check_determinize(&positions[0], Seat(observer), positions, 1).map_err(|broken| broken.law)
    };
    assert!(check_broken(Defect::DeterminizePrefers).is_ok());
    assert_eq!(law(&positions(Defect::None), 0), Ok(()));
    assert_eq!(law(&positions(Defect::DeterminizePrefers), 0), Err("determinizations are uniform"));
    // A list that is too short, and one with positions that another seat tells apart.
    assert_eq!(law(&positions(Defect::None)[..5], 0), Err("determinizations are uniform"));
    assert_eq!(law(&positions(Defect::None), 1), Err("a consistent position has the view"));
}
