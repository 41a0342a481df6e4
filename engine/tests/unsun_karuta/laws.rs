//! The laws of all games, for every value of every option and options together, with the conservation
//! of cards and the bounds of the rules text as the game's own; the lengths of matches and what a deal
//! brings.

use crate::common::obeys;
use crate::twin::crafted_game;
use crate::{legal, require, rules, start};
use ludarium_engine::options::{self, OptionInfo, Options, Values};
use ludarium_engine::unsun_karuta::{Rules, UnsunKaruta};
use ludarium_engine::{Game, Random, Seat, Turn};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Options together, where one could spoil what another promises.
const COMBINATIONS: &[&str] = &[
    "declare=off lone-sun=dealt",
    "declare=forced turned-robai=hidden face-down=off",
    "meri-first=allowed lone-sun=dealt",
    "meri-first=allowed monchi=off lone-sun=off declare=forced",
    "ninth-lead=winner meri-combos=on hidden-robai=all combo-value=9 combo-high=0",
    "combo-value=9 combo-high=9 hidden-robai=all meri-combos=on pao-robai=tenka",
    "face-down=off declare=off meri-first=allowed",
];

/// All values of an option; of the numbers of deals those that are played quickly, and the greatest.
fn values(info: &OptionInfo) -> Vec<String> {
    match info.values {
        Values::Words(words) => words.iter().map(ToString::to_string).collect(),
        Values::Integer(1, 64) if info.name == "deals" => {
            [1, 2, 3, 9, 64].map(|value| value.to_string()).to_vec()
        }
        Values::Integer(least, most) => (least..=most).map(|value| value.to_string()).collect(),
        Values::Real(..) => unreachable!("this game has no real options"),
    }
}

/// Each option at each of its values, in matches of one deal.
fn single_options() -> Vec<String> {
    let mut all = Vec::new();
    for info in Rules::TABLE {
        let deals = if info.name == "deals" { "" } else { "deals=1 " };
        all.extend(values(info).iter().map(|value| format!("{deals}{}={value}", info.name)));
    }
    assert_eq!(all.len(), 5 + 8 + 2 + 10 + 10 + 3 + 3 + 2 + 2 + 2 + 3 + 2 + 2 + 3 + 2 + 2);
    all
}

/// Any rule options, with so many deals.
fn any_rules(deals: impl Strategy<Value = u8>) -> impl Strategy<Value = Rules> {
    (deals, any::<u64>()).prop_map(|(deals, seed)| {
        let random = &mut Random::new(seed);
        let mut pairs = vec![format!("deals={deals}")];
        for info in Rules::TABLE.iter().filter(|info| info.name != "deals") {
            let values = values(info);
            let value = &values[random.below(values.len() as u32) as usize];
            if random.below(3) == 0 {
                pairs.push(format!("{}={value}", info.name));
            }
        }
        options::from_pairs(pairs.iter().map(String::as_str)).expect("options")
    })
}

const SUITS: &str = "pikog";
const RANKS: &str = "123456789DTBRUS";

/// The number of a card.
fn number(card: &str) -> Result<usize, String> {
    let place = |characters: &str, of: usize| characters.find(card.get(of..=of)?);
    match (place(SUITS, 0), place(RANKS, 1)) {
        (Some(suit), Some(rank)) if card.len() == 2 => Ok(15 * suit + rank),
        _ => Err(format!("{card} is no card")),
    }
}

/// The numbers of cards that are written without a separator; none for a dash.
fn numbers(cards: &str) -> Result<Vec<usize>, String> {
    let cards = if cards == "-" { "" } else { cards };
    (0..cards.len())
        .step_by(2)
        .map(|from| number(&cards[from..cards.len().min(from + 2)]))
        .collect()
}

/// A trick: who led, and the cards.
type Trick = (usize, Vec<usize>);

/// A position's text, taken apart.
struct Fields<'a> {
    deal: i32,
    dealer: usize,
    phase: &'a str,
    seat: Option<usize>,
    points: [i32; 2],
    turned: Vec<usize>,
    taker: Option<(usize, char)>,
    discard: Vec<usize>,
    side: Vec<usize>,
    hands: Vec<Vec<usize>>,
    finished: Vec<Trick>,
    current: Option<Trick>,
}

impl Fields<'_> {
    fn of(text: &str) -> Result<Fields<'_>, String> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [deal, dealer, phase, seat, points, turned, taker, discard, side, hands, tricks, trick] =
            fields[..]
        else {
            return Err(format!("{} fields", fields.len()));
        };
        let digit = |text: &str| text.parse::<usize>().map_err(|_| format!("{text} is no number"));
        let points: Vec<i32> =
            points.split(':').map(|points| points.parse().expect("points")).collect();
        let read_trick = |text: &str| {
            let (leader, cards) = text.split_once(':').ok_or("a trick without a leader")?;
            Ok::<Trick, String>((digit(leader)?, numbers(cards)?))
        };
        Ok(Fields {
            deal: deal.parse().map_err(|_| "no number of the deal")?,
            dealer: digit(dealer)?,
            phase,
            seat: if seat == "-" { None } else { Some(digit(seat)?) },
            points: [points[0], points[1]],
            turned: numbers(turned)?,
            taker: match taker {
                "-" => None,
                _ => Some((digit(&taker[..1])?, taker.chars().nth(1).ok_or("no way to take")?)),
            },
            discard: numbers(discard)?,
            side: numbers(side)?,
            hands: match hands {
                "-" => Vec::new(),
                _ => hands.split('/').map(numbers).collect::<Result<_, _>>()?,
            },
            finished: match tricks {
                "-" => Vec::new(),
                _ => tricks.split(',').map(read_trick).collect::<Result<_, _>>()?,
            },
            current: if trick == "-" { None } else { Some(read_trick(trick)?) },
        })
    }

    /// The cards that lie or lay in tricks, with who played them.
    fn played(&self) -> impl Iterator<Item = (usize, usize)> {
        self.finished.iter().chain(&self.current).flat_map(|(leader, cards)| {
            cards.iter().enumerate().map(move |(place, &card)| ((leader + place) % 8, card))
        })
    }

    fn is_trump(&self, card: usize) -> bool {
        const TENKA: usize = 9;
        card == TENKA || card / 15 == self.turned[0] / 15
    }
}

/// Each of the 75 cards is once where a card may be, the turned card with whoever took it.
fn conserves(fields: &Fields<'_>) -> Result<(), String> {
    let in_deal = !"CE".contains(fields.phase);
    let mut cards: Vec<usize> = fields.hands.concat();
    cards.extend(fields.played().map(|(_, card)| card));
    cards.extend(fields.discard.iter().chain(&fields.side));
    if fields.phase == "D" {
        cards.extend(&fields.turned);
    }
    cards.sort_unstable();
    let all: Vec<usize> = if in_deal { (0..75).collect() } else { Vec::new() };
    require(cards == all, || format!("the cards {cards:?}"))?;
    require(fields.turned.len() == usize::from(in_deal), || format!("{:?}", fields.turned))?;
    require(fields.side.len() == 2 * usize::from(in_deal), || format!("{:?}", fields.side))?;
    require(fields.discard.len() == usize::from(fields.phase == "P"), || {
        format!("{:?}", fields.discard)
    })?;
    let sorted = fields.hands.iter().chain([&fields.side]).all(|hand| hand.is_sorted());
    require(sorted, || "cards in disorder".into())?;
    if let Some((taker, _)) = fields.taker {
        let turned = fields.turned[0];
        let has_it = fields.hands[taker].contains(&turned)
            || fields.discard.contains(&turned)
            || fields.played().any(|play| play == (taker, turned));
        require(has_it, || format!("the turned card is not with {taker}"))?;
    }
    Ok(())
}

/// Who holds how many cards, who led, and whose turn it is.
fn goes_round(game: &UnsunKaruta, fields: &Fields<'_>) -> Result<(), String> {
    let turn = match (fields.phase, fields.seat) {
        ("C", None) => Turn::Chance,
        ("E", None) => Turn::Over,
        ("D" | "X" | "P", Some(seat)) => Turn::Player(Seat(seat as u8)),
        other => return Err(format!("{other:?}")),
    };
    require(game.turn() == turn, || format!("{:?}", game.turn()))?;
    let first = usize::from(game.rules().first_dealer);
    require(fields.dealer == (first + fields.deal as usize - 1) % 8, || "not the dealer".into())?;
    require((1..=i32::from(game.rules().deals)).contains(&fields.deal), || "no deal".into())?;
    require(fields.phase != "E" || fields.deal == i32::from(game.rules().deals), || {
        "the end too early".into()
    })?;
    let Some(seat) = fields.seat else {
        require(fields.hands.is_empty() && fields.taker.is_none(), || "no deal".into())?;
        return require(game.turn() != Turn::Chance || game.chance_seat().is_none(), || {
            "the deal is everybody's".into()
        });
    };
    for (holder, hand) in fields.hands.iter().enumerate() {
        let took = fields.phase == "X" && holder == seat;
        let played = fields.played().filter(|play| play.0 == holder).count();
        require(hand.len() + played == 9 + usize::from(took), || {
            format!("{} and {played} cards of {holder}", hand.len())
        })?;
    }
    require(fields.finished.len() <= 7, || "too many tricks".into())?;
    require(fields.finished.iter().all(|(_, cards)| cards.len() == 8), || "half a trick".into())?;
    require((fields.phase == "D") == fields.taker.is_none(), || "no taker".into())?;
    if let Some((taker, how)) = fields.taker {
        require(how == 'd' || (how == 'p' && taker == fields.dealer), || "not the taker".into())?;
        let mut leaders = fields.finished.iter().chain(&fields.current).map(|trick| trick.0);
        require(leaders.next().is_none_or(|leader| leader == taker), || "not the leader".into())?;
        let untouched = fields.finished.is_empty() && fields.current.is_none();
        require(!untouched || seat == taker, || "not the taker's turn".into())?;
    }
    match &fields.current {
        Some((leader, cards)) => {
            require((1..8).contains(&cards.len()), || format!("{} cards", cards.len()))?;
            require((leader + cards.len()) % 8 == seat, || format!("{seat} is not next"))
        }
        None => Ok(()),
    }
}

/// The bounds of section 8 of the rules text, and the points of section 3.
fn is_bounded(game: &UnsunKaruta, fields: &Fields<'_>) -> Result<(), String> {
    require(game.scores().to_vec() == fields.points, || "not the scores".into())?;
    let deals_done = fields.deal - i32::from(fields.phase != "E");
    let tricks = 9 * deals_done + fields.finished.len() as i32;
    require(fields.points.iter().sum::<i32>() == tricks, || {
        format!("{:?} points in {tricks} tricks", fields.points)
    })?;
    let deals = deals_done + i32::from(!fields.finished.is_empty());
    let most = most_transferred(game.rules());
    require(
        fields.points.iter().all(|points| (-most * deals..=(9 + most) * deals).contains(points)),
        || format!("{:?} points in {deals} deals", fields.points),
    )?;
    let [points, others] = fields.points;
    let ranks = match points - others {
        0 => [1, 1],
        1.. => [1, 2],
        _ => [2, 1],
    };
    require(game.ranks().to_vec() == ranks, || format!("{:?}", game.ranks()))?;
    require((0..8).all(|seat| game.side(Seat(seat)) == usize::from(seat % 2)), || "side".into())?;
    require(game.sides() == 2 && game.players() == 8, || "not two teams of four".into())?;
    require(!game.capped(), || "there is no cap".into())?;
    require(game.to_string().len() <= 209, || "a long text".into())
}

/// The most that a deal's transfers add up to. At most three combinations fall in a deal; only one of
/// them is in the ninth trick, and only one has the Robai.
fn most_transferred(rules: &Rules) -> i32 {
    let options = options::to_map(rules);
    let is = |name: &str, value: &str| options[name] == value;
    let value = i32::from(rules.combo_value);
    let most = value.max(rules.combo_high.into());
    let raised = match (is("hidden-robai", "all"), is("hidden-robai", "pair")) {
        (true, _) => 3,
        (_, pair) => i32::from(pair) + i32::from(is("ninth-combo", "high")),
    };
    if is("combos", "off") { 0 } else { raised * most + (3 - raised) * value }
}

/// How many actions there are, and of which form.
fn chooses(game: &UnsunKaruta, fields: &Fields<'_>) -> Result<(), String> {
    let Some(seat) = fields.seat else { return Ok(()) };
    let actions = legal(game);
    let hand = &fields.hands[seat];
    require(actions.iter().all(|action| action.len() <= 8), || format!("{actions:?}"))?;
    let cards = || actions.iter().map(|action| number(action.trim_start_matches('x')));
    match fields.phase {
        "D" => {
            let holds = hand.contains(&(fields.turned[0] / 15 * 15 + 9));
            let words: BTreeSet<&str> = actions.iter().map(String::as_str).collect();
            require(words.iter().all(|word| ["declare", "pass"].contains(word)), || {
                format!("{words:?}")
            })?;
            require(holds || actions == ["pass"], || format!("{actions:?} without a Robai"))
        }
        "X" => {
            let trumps = hand.iter().filter(|&&card| fields.is_trump(card)).count();
            let most = if trumps == 10 { 10 } else { 10 - trumps };
            require(actions.len() == most, || format!("{actions:?} with {trumps} trumps"))?;
            for card in cards() {
                let card = card?;
                require(hand.contains(&card), || "a discard of nobody's".into())?;
                require(trumps == 10 || !fields.is_trump(card), || "a trump discarded".into())?;
            }
            require(actions.iter().all(|action| action.starts_with('x')), || "no x".into())
        }
        _ => {
            require(actions.len() <= hand.len(), || format!("{actions:?}"))?;
            for card in cards() {
                let card = card?;
                require(hand.contains(&card), || format!("{card} is not in hand"))?;
            }
            Ok(())
        }
    }
}

fn invariant(game: &UnsunKaruta) -> Result<(), String> {
    let text = game.to_string();
    let fields = Fields::of(&text)?;
    conserves(&fields)?;
    goes_round(game, &fields)?;
    is_bounded(game, &fields)?;
    chooses(game, &fields)
}

#[test]
fn the_default_rules_obey_the_laws() {
    let checked = obeys(&start(rules("default")), (4, 3), invariant);
    assert!(checked.positions > 4 * 536, "{checked:?}");
    assert_eq!(checked.views, 8 * checked.positions);
}

#[test]
fn every_value_of_every_option_obeys_the_laws() {
    for options in single_options() {
        let games = if options == "deals=64" { 1 } else { 2 };
        let checked = obeys(&start(rules(&options)), (games, 1), invariant);
        assert!(checked.positions > u64::from(games) * 67, "{options}: {checked:?}");
    }
}

#[test]
fn options_together_obey_the_laws() {
    for options in COMBINATIONS {
        let checked = obeys(&start(rules(&format!("deals=2 {options}"))), (3, 1), invariant);
        assert!(checked.positions > 3 * 134, "{options}: {checked:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_options_obey_the_laws(rules in any_rules(Just(1))) {
        obeys(&start(rules), (2, 1), invariant);
    }
}

/// What random deals hardly ever come to is held against the laws from some event on to its end.
#[test]
fn crafted_deals_obey_the_laws() {
    for number in 0..100 {
        let random = &mut Random::with_stream(9, number, 0);
        let options = match number % 5 {
            0 => "deals=1 lone-sun=dealt",
            1 => "deals=1 meri-first=allowed declare=forced",
            2 => "deals=1 lone-sun=off monchi=off",
            _ => "deals=1",
        };
        let game = crafted_game(options, random);
        obeys(&game, (1, 0), invariant);
    }
}

/// Plays a match at random; the events and the points of each deal.
fn deals(mut game: UnsunKaruta, random: &mut Random) -> Vec<(usize, [i32; 2])> {
    let (mut deals, mut buffer) = (Vec::new(), Vec::new());
    while game.turn() != Turn::Over {
        let (before, mut events) = (game.scores(), 1);
        let deal = game.sample_chance(random);
        game.apply_chance(&deal);
        while let Turn::Player(_) = game.turn() {
            game.apply(game.random_action(random, &mut buffer));
            events += 1;
        }
        let after = game.scores();
        deals.push((events, [0, 1].map(|team| after[team] - before[team])));
    }
    deals
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    /// A match has as many deals as its rules say, each of nine tricks between 67 and 74 events.
    #[test]
    fn matches_have_their_length(rules in any_rules(1..=64_u8), seed: u64) {
        let deals = deals(start(rules), &mut Random::new(seed));
        prop_assert_eq!(deals.len(), usize::from(rules.deals));
        let most = most_transferred(&rules);
        for (events, [points, others]) in deals {
            prop_assert!((67..=74).contains(&events), "{} events", events);
            prop_assert_eq!(points + others, 9);
            prop_assert!((-most..=9 + most).contains(&points), "{} points", points);
        }
    }
}

/// All lengths of a deal occur, and nobody loses more or wins more than the text says.
#[test]
fn deals_have_their_bounds() {
    let mut lengths = BTreeSet::new();
    for number in 0..400 {
        let random = &mut Random::with_stream(5, number, 0);
        for (events, points) in deals(start(rules("default")), random) {
            lengths.insert(events);
            assert!(points.iter().all(|points| (-12..=21).contains(points)), "{points:?}");
        }
    }
    assert!(lengths.into_iter().eq(67..=74));
}
