//! What a seat sees and what it can conclude: views show nothing that is hidden, and determinizations
//! are uniform draws from all positions that fit what a seat knows. The slow table of `table.rs` says
//! what fits. Endings are held against the list of all such positions; where they are too many, the
//! numbers of cards in each place and the place of each card are held against exact probabilities.

#[path = "beliefs/table.rs"]
mod table;

use ludarium_engine::laws::check_determinize;
use ludarium_engine::unsun_karuta::UnsunKaruta;
use ludarium_engine::{Game, Random, Seat, Turn, event, options};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use table::{
    Card, Cards, Counted, Kind, Listed, Options, PACK, Place, SEATS, Single, Table, cards,
};

/// Chance lets a right engine fail less than once in 10^8 comparisons, also where a cell is hit ten
/// times only.
const SIGMAS: f64 = 7.0;

fn start(pairs: &str, more: &[&str]) -> UnsunKaruta {
    let pairs = pairs.split_whitespace().chain(more.iter().copied());
    let rules = options::from_pairs(pairs).unwrap_or_else(|error| panic!("{error}"));
    UnsunKaruta::new(rules, 8).expect("eight seats")
}

fn parse(game: &UnsunKaruta, table: &Table) -> UnsunKaruta {
    let text = table.text(None);
    let read = UnsunKaruta::parse(*game.rules(), 8, &text);
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn view(game: &UnsunKaruta, observer: usize) -> UnsunKaruta {
    let mut view = *game;
    view.hide_from(Seat(observer as u8));
    view
}

fn drawn(game: &UnsunKaruta, observer: usize, random: &mut Random) -> UnsunKaruta {
    let mut drawn = *game;
    drawn.determinize(Seat(observer as u8), random);
    drawn
}

/// A deal in which some places get these cards, and chance the others.
fn deal(random: &mut Random, fixed: &[(char, &str)]) -> String {
    let mut places: Vec<char> = "trr".chars().chain("01234567".repeat(9).chars()).collect();
    let mut pack: Vec<Option<char>> = vec![None; PACK.into()];
    for &(place, text) in fixed {
        for card in cards(text) {
            pack[usize::from(card)] = Some(place);
            let of_place = places.iter().position(|&other| other == place).expect("room");
            places.swap_remove(of_place);
        }
    }
    random.shuffle(&mut places);
    let filled = pack.into_iter().map(|place| place.or_else(|| places.pop()).expect("a place"));
    std::iter::once('*').chain(filled).collect()
}

/// How a deal is played: at random, but for these weights.
#[derive(Clone, Copy)]
struct Style {
    /// The weight of a trump that is led.
    meri: u32,
    /// The weights of declaring and of passing.
    says: (u32, u32),
    /// Cards played only if nothing else is legal.
    keeps: Cards,
    /// Cards played as soon as they are legal.
    hurries: Cards,
}

impl Default for Style {
    fn default() -> Self {
        Style { meri: 2, says: (1, 1), keeps: Cards::default(), hurries: Cards::default() }
    }
}

impl Style {
    fn weight(&self, table: &Table, action: &str) -> u32 {
        match action {
            "declare" => self.says.0,
            "pass" => self.says.1,
            _ if table.phase == 'X' => 1_000_000,
            _ => {
                let card = table::card(action);
                let leads = table.current().is_none() && table.is_trump(card);
                let weight = if leads { 1000 * self.meri } else { 1000 };
                match (self.keeps.has(card), self.hurries.has(card)) {
                    (true, _) => 1,
                    (_, true) => 100 * weight,
                    _ => weight,
                }
            }
        }
    }
}

/// All positions of a deal that the slow table plays, the engine following.
fn played(
    pairs: &'static str,
    (dealer, deal): (usize, &str),
    style: fn(&Table) -> Style,
    random: &mut Random,
) -> Vec<(UnsunKaruta, Table)> {
    let options = Options::new(pairs);
    let mut table = Table::dealt(options, dealer, deal);
    let mut game = start(pairs, &["deals=1", &format!("first-dealer={dealer}")]);
    let mut action = deal.to_string();
    let mut positions = Vec::new();
    loop {
        event::apply_text(&mut game, &action).unwrap_or_else(|error| panic!("{error}"));
        let read = Table::read(options, &game.to_string()).expect("a deal that is not over");
        table.points.clone_from(&read.points);
        assert_eq!(table, read);
        let legal = table.legal();
        assert_eq!(event::legal_texts(&game).as_ref(), Some(&legal), "{game}");
        assert!(table.all_acted_legally(), "{game}");
        positions.push((game, table.clone()));
        let style = style(&table);
        let weights = legal.iter().map(|action| style.weight(&table, action));
        action.clone_from(&legal[random.weighted(weights)]);
        if !table.apply(&action) {
            return positions;
        }
    }
}

/// Deals of one kind, and which of their endings are held against all positions that fit.
struct Endings {
    pairs: &'static str,
    fixed: &'static [(char, &'static str)],
    /// Which deals are played.
    deals: fn(&Table) -> bool,
    style: fn(&Table) -> Style,
    /// Which views are listed.
    views: fn(&Table, usize) -> bool,
    /// Which lists are compared.
    wanted: fn(&Table, &Listed) -> bool,
    /// The fewest and the most positions of a list.
    sizes: (f64, f64),
    lists: usize,
}

const ANY: Endings = Endings {
    pairs: "",
    fixed: &[],
    deals: |_| true,
    style: |_| Style::default(),
    views: |_, _| true,
    wanted: |_, _| true,
    sizes: (60.0, 1000.0),
    lists: 5,
};

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    lists: usize,
    positions: usize,
    longest: usize,
    /// Lists for a seat that does not act next.
    waiting: usize,
    /// Lists with a card face down.
    face_down: usize,
    /// Lists with two hands of which each may have a card that the other cannot have.
    crossed: usize,
    /// Lists in which a hand may have no trump but the Sun, and has it in some positions only.
    lone_suns: usize,
}

impl Tally {
    fn add(&mut self, table: &Table, observer: usize, listed: &Listed) {
        let positions = &listed.positions;
        self.lists += 1;
        self.positions += positions.len();
        self.longest = self.longest.max(positions.len());
        self.waiting += usize::from(observer != table.seat);
        self.face_down += usize::from(has_face_down(&table.hidden(observer)));
        let crosses = |one: Cards, two: Cards| one.0 & !two.0 != 0 && two.0 & !one.0 != 0;
        let hands = || listed.places.iter().filter(|(place, _)| place.size > 0);
        let crossed = hands().any(|one| hands().any(|two| crosses(one.1, two.1)));
        self.crossed += usize::from(crossed);
        self.lone_suns += usize::from(has_lone_sun(table, listed));
    }
}

fn has_face_down(places: &[Place]) -> bool {
    places.iter().any(|place| place.single == Some(Single::FaceDown))
}

/// Whether a seat is void in trumps or has the lone Sun, and both occur.
fn has_lone_sun(table: &Table, listed: &Listed) -> bool {
    let unseen = listed.pool.has(table.sun()) && table.trumps(listed.pool).len() > 1;
    let may = |&(place, may): &(Place, Cards)| {
        let only = unseen && table.trumps(may) == Cards::from_iter([table.sun()]);
        place.seat.filter(|_| only)
    };
    let holds = |seat: usize| {
        listed.positions.iter().filter(|table| table.hands[seat].has(table.sun())).count()
    };
    let some_only = |seat: usize| (1..listed.positions.len()).contains(&holds(seat));
    listed.places.iter().filter_map(may).any(some_only)
}

/// Compares lists of one kind until there are as many as asked for, at most four of a deal.
fn compare(endings: &Endings, seed: u64, tally: &mut Tally) {
    let mut random = Random::new(seed);
    let mut lists = 0;
    for number in 0.. {
        assert!(number < 20_000, "{} has {lists} lists only", endings.pairs);
        let dealer = number % SEATS;
        let deal = deal(&mut random, endings.fixed);
        if !(endings.deals)(&Table::dealt(Options::new(endings.pairs), dealer, &deal)) {
            continue;
        }
        let positions = played(endings.pairs, (dealer, &deal), endings.style, &mut random);
        let late = positions.len() - 18..positions.len();
        let mut views: Vec<(usize, usize)> =
            late.flat_map(|nth| (0..SEATS).map(move |observer| (nth, observer))).collect();
        random.shuffle(&mut views);
        let mut of_deal = 0;
        for (nth, observer) in views {
            let (game, table) = &positions[nth];
            // Every other list is for a seat that does not act next.
            let waits = observer != table.seat;
            if !(waits || lists % 2 == 0) || !(endings.views)(table, observer) {
                continue;
            }
            let (least, most) = endings.sizes;
            let arrangements = table.arrangements(observer);
            if arrangements < least {
                continue;
            }
            let Some(counted) = table.counted(observer, 100_000) else { continue };
            if !(least..=most).contains(&counted.total) || counted.total > 0.99 * arrangements {
                continue;
            }
            let Some(listed) = table.consistent(observer, most as usize) else { continue };
            assert_eq!(listed.positions.len() as f64, counted.total.round(), "{game}");
            assert!(listed.positions.contains(table), "{game}");
            if !(endings.wanted)(table, &listed) {
                continue;
            }
            let parsed: Vec<_> = listed.positions.iter().map(|table| parse(game, table)).collect();
            check_determinize(game, Seat(observer as u8), &parsed, seed + nth as u64)
                .unwrap_or_else(|violation| {
                    let text: String = violation.to_string().chars().take(2000).collect();
                    panic!("{} for {observer} in {game}: {text}", endings.pairs)
                });
            tally.add(table, observer, &listed);
            lists += 1;
            of_deal += 1;
            if lists == endings.lists {
                return;
            }
            if of_deal == 4 {
                break;
            }
        }
    }
}

fn only(card: Card) -> Cards {
    Cards::from_iter([card])
}

/// The Sun is kept and trumps are led.
fn keeps_the_sun(table: &Table) -> Style {
    Style { keeps: only(table.sun()), meri: 5, ..Style::default() }
}

/// Whether a seat was dealt no trump but the Sun.
fn deals_a_lone_sun(table: &Table) -> bool {
    table.hands.iter().any(|&hand| table.trumps(hand) == only(table.sun()))
}

/// The taker of a deal without a declaration, if `observer` is another seat.
fn dealer_who_took(table: &Table, observer: usize) -> Option<usize> {
    table.taker.filter(|&(seat, declared)| seat != observer && !declared).map(|taker| taker.0)
}

fn declarer(table: &Table, observer: usize) -> Option<usize> {
    table.taker.filter(|&(seat, declared)| seat != observer && declared).map(|taker| taker.0)
}

#[test]
fn endings_are_uniform_under_every_option() {
    let mut tally = Tally::default();
    for (seed, pairs) in [
        "",
        "lone-sun=dealt",
        "lone-sun=off",
        "monchi=off",
        "declare=forced",
        "declare=off",
        "face-down=off",
        "meri-first=allowed",
        "monchi=off lone-sun=off face-down=off",
        "declare=off meri-first=allowed lone-sun=dealt",
    ]
    .into_iter()
    .enumerate()
    {
        compare(&Endings { pairs, ..ANY }, seed as u64, &mut tally);
    }
    // Many positions.
    compare(&Endings { sizes: (8000.0, 20_000.0), lists: 2, ..ANY }, 10, &mut tally);
    let views = |table: &Table, observer: usize| has_face_down(&table.hidden(observer));
    compare(&Endings { views, lists: 12, ..ANY }, 11, &mut tally);
    let Tally { lists, positions, longest, waiting, face_down, crossed, .. } = tally;
    assert!(lists == 64 && positions > 50_000 && longest > 8000, "{tally:?}");
    assert!(waiting > 40 && face_down > 20 && crossed > 50, "{tally:?}");
}

#[test]
fn endings_with_a_lone_sun_are_uniform() {
    let kept = Endings {
        deals: deals_a_lone_sun,
        style: keeps_the_sun,
        views: |table, observer| {
            let kept_back = |seat| seat != observer && table.kept_trumps_back(seat);
            table.pool(observer).has(table.sun()) && (0..SEATS).any(kept_back)
        },
        wanted: has_lone_sun,
        ..ANY
    };
    let mut tally = Tally::default();
    compare(&kept, 20, &mut tally);
    compare(&Endings { pairs: "lone-sun=dealt", ..kept }, 21, &mut tally);
    compare(&Endings { pairs: "monchi=off", ..kept }, 22, &mut tally);
    let lone_suns = tally.lone_suns;
    assert_eq!(lone_suns, tally.lists);
    // Without the exception the same hands show that they are void.
    compare(&Endings { pairs: "lone-sun=off", wanted: ANY.wanted, ..kept }, 23, &mut tally);
    assert_eq!(tally.lone_suns, lone_suns);

    // Judged on the cards dealt, the dealer may keep it back when the turned card is played.
    let dealt = Endings {
        pairs: "lone-sun=dealt",
        deals: |table| table.trumps(table.hands[table.dealer]) == only(table.sun()),
        style: |table| Style {
            says: (1, 1000),
            hurries: only(table.turned),
            ..keeps_the_sun(table)
        },
        views: |table, observer| {
            dealer_who_took(table, observer).is_some_and(|taker| {
                table.hands[taker].has(table.sun()) && table.kept_trumps_back(taker)
            })
        },
        ..kept
    };
    compare(&dealt, 24, &mut tally);
    // To others so may a dealer who has played the turned card and has no Sun.
    let without = Endings {
        deals: |table| table.trumps(table.hands[table.dealer]).len() == 0,
        views: |table, observer| {
            dealer_who_took(table, observer).is_some_and(|taker| {
                table.pool(observer).has(table.sun()) && table.kept_trumps_back(taker)
            })
        },
        ..dealt
    };
    compare(&without, 28, &mut tally);
    compare(&Endings { pairs: "", wanted: ANY.wanted, ..without }, 29, &mut tally);
    // A Sun turned up is the lone Sun of a dealer who has no other trump, not if judged on the cards
    // dealt.
    let turned = Endings {
        fixed: &[('t', "kS")],
        deals: |table| table.trumps(table.hands[table.dealer]).len() == 0,
        style: |table| Style { says: (1, 1000), ..keeps_the_sun(table) },
        views: |table, observer| {
            dealer_who_took(table, observer).is_some_and(|taker| {
                table.hands[taker].has(table.sun()) && table.kept_trumps_back(taker)
            })
        },
        ..ANY
    };
    compare(&turned, 25, &mut tally);
    let late = Endings {
        style: |_| Style { says: (1, 1000), meri: 5, ..Style::default() },
        views: |table, observer| {
            dealer_who_took(table, observer).is_some_and(|taker| table.kept_trumps_back(taker))
        },
        ..turned
    };
    compare(&Endings { pairs: "lone-sun=dealt", ..late }, 26, &mut tally);
    // Who has kept it back and plays a trump face down, plays it.
    let down = Endings {
        style: |table| {
            let late = table.finished().count() > 5 && table.current().is_some();
            let sun = only(table.sun());
            let (keeps, hurries) =
                if late { (Cards::default(), sun) } else { (sun, Cards::default()) };
            Style { keeps, hurries, meri: 4, ..Style::default() }
        },
        views: |table, observer| {
            let unseen = table.trumps(table.pool(observer)).len();
            let down = |place: &Place| place.single == Some(Single::FaceDown);
            let places = table.hidden(observer);
            unseen > 1
                && places.iter().filter(|place| down(place)).any(|&place| {
                    table.filling(place).1 == Some(table.sun())
                        && place.seat.is_some_and(|seat| table.kept_trumps_back(seat))
                })
        },
        wanted: |_, _| true,
        sizes: (20.0, 1500.0),
        ..kept
    };
    compare(&down, 27, &mut tally);
    let Tally { lists, positions, waiting, face_down, crossed, .. } = tally;
    assert!(lists == 50 && positions > 28_000, "{tally:?}");
    assert!(waiting > 30 && face_down > 6 && crossed > 30, "{tally:?}");
}

#[test]
fn endings_with_known_cards_are_uniform() {
    let mut tally = Tally::default();
    let robai = Endings {
        style: |table| Style { says: (1000, 1), keeps: only(table.native()), ..Style::default() },
        views: |table, observer| {
            declarer(table, observer).is_some_and(|taker| table.hands[taker].has(table.native()))
        },
        ..ANY
    };
    compare(&robai, 30, &mut tally);
    let turned = Endings {
        style: |table| Style { says: (1, 1000), keeps: only(table.turned), ..Style::default() },
        views: |table, observer| {
            dealer_who_took(table, observer)
                .is_some_and(|taker| table.hands[taker].has(table.turned))
        },
        ..ANY
    };
    compare(&turned, 31, &mut tally);
    // The taker has played a trump face down: it may be the card that it is known to have.
    let down = |table: &Table, observer: usize| {
        let places = table.hidden(observer);
        let taker = table.taker.map(|taker| taker.0);
        let known = [table.turned, table.native()];
        places.iter().any(|&place| {
            let (hand, single) = table.filling(place);
            place.seat == taker
                && single.is_some_and(|single| {
                    known.iter().any(|&card| card == single || hand.has(card))
                })
        })
    };
    let both = Endings {
        style: |table| Style {
            says: (1000, 1),
            keeps: [table.native(), table.turned].into_iter().collect(),
            ..Style::default()
        },
        views: down,
        ..ANY
    };
    compare(&both, 32, &mut tally);
    compare(&Endings { views: down, ..turned }, 33, &mut tally);
    compare(&Endings { views: down, ..robai }, 34, &mut tally);
    let Tally { lists, positions, waiting, face_down, crossed, .. } = tally;
    assert!(lists == 25 && positions > 13_000, "{tally:?}");
    assert!(waiting > 15 && face_down > 14 && crossed > 20, "{tally:?}");
}

#[test]
fn endings_after_nine_trumps_are_uniform() {
    let mut tally = Tally::default();
    // That the taker has trumps only must be known and matter.
    let has_trumps_only = |table: &Table, observer: usize| {
        let known = table.taker.is_some_and(|(taker, _)| {
            taker != observer
                && table.hands[taker].len() > 0
                && table.trumps(table.at_the_lead(taker)) == table.at_the_lead(taker)
        });
        let total = |table: &Table| table.counted(observer, 100_000).map(|counted| counted.total);
        let without = || total(&table.without_proof_of_trumps()?);
        known && total(table).zip(without()).is_some_and(|(with, without)| 1.1 * with < without)
    };
    let shown = Endings {
        fixed: &[('0', "pDk1k2k3k4k5k6k7kD"), ('t', "k9"), ('3', "kBkRkTkUkS")],
        deals: |table| table.dealer == 0,
        style: |table| Style { keeps: table.trumps(table.hands[3]), ..Style::default() },
        views: has_trumps_only,
        sizes: (60.0, 5000.0),
        ..ANY
    };
    compare(&shown, 40, &mut tally);
    compare(&Endings { pairs: "meri-first=allowed", ..shown }, 41, &mut tally);
    let led = Endings {
        fixed: &[('0', "o5k1k2k3k4k5k6k7kD"), ('t', "k9"), ('3', "kBkRkTkUkS")],
        ..shown
    };
    compare(&led, 42, &mut tally);
    // Where a trump may be led to the first trick, that it was led proves nothing.
    let free = Endings {
        pairs: "meri-first=allowed",
        deals: |table| {
            table.dealer == 0 && table.hands.iter().any(|&hand| table.trumps(hand).len() > 4)
        },
        style: |_| Style { meri: 9, ..Style::default() },
        views: |table, observer| {
            table.taker.is_some_and(|taker| taker.0 != observer)
                && table.tricks.first().is_some_and(|trick| table.is_trump(trick.cards[0]))
        },
        ..ANY
    };
    compare(&free, 43, &mut tally);
    let Tally { lists, positions, waiting, crossed, .. } = tally;
    assert!(lists == 20 && positions > 35_000, "{tally:?}");
    assert!(waiting > 15 && crossed > 18, "{tally:?}");
}

/// What was drawn for a seat.
#[derive(Default)]
struct Draws {
    /// How often each place had which cards, and each card was in which place.
    kinds: Vec<BTreeMap<Kind, u32>>,
    places: BTreeMap<Card, Vec<u32>>,
}

/// Compares how many cards of each group every place holds, and where each card is, with what the
/// numbers of all positions say; a draw that does not fit fails.
fn compare_shares(
    game: &UnsunKaruta,
    table: &Table,
    observer: usize,
    counted: &Counted,
    draws: u32,
) {
    let mut seen = Draws { kinds: vec![BTreeMap::new(); counted.places.len()], ..Draws::default() };
    let mut random = Random::new(draws.into());
    let mut draw = game.determinizer(Seat(observer as u8));
    for _ in 0..draws {
        let text = draw(&mut random).to_string();
        let drawn = Table::read(table.options, &text).expect("dealt");
        for (nth, (place, kinds)) in counted.places.iter().enumerate() {
            let (hand, single) = drawn.filling(*place);
            let kind = counted.kind((hand, single));
            assert!(kinds.contains_key(&kind), "{text} for {observer} in {game}");
            *seen.kinds[nth].entry(kind).or_default() += 1;
            for card in hand.iter().chain(single) {
                let places =
                    seen.places.entry(card).or_insert_with(|| vec![0; counted.places.len()]);
                places[nth] += 1;
            }
        }
    }
    for ((place, kinds), seen) in counted.places.iter().zip(&seen.kinds) {
        let cells = kinds.iter().map(|(kind, &share)| (share, *seen.get(kind).unwrap_or(&0)));
        fits(cells.collect(), draws, || format!("{place:?} for {observer} in {game}"));
    }
    for (&card, seen) in &seen.places {
        let shares = counted.share(counted.group(card));
        let cells = shares.into_iter().zip(seen.iter().copied()).collect();
        fits(cells, draws, || format!("card {card} for {observer} in {game}"));
    }
}

/// Chi-squared, cells that are seldom hit being taken together.
fn fits(mut cells: Vec<(f64, u32)>, draws: u32, what: impl Fn() -> String) {
    cells.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut merged: Vec<(f64, u32)> = Vec::new();
    let mut rest = (0.0, 0);
    for (share, seen) in cells {
        rest = (rest.0 + share * f64::from(draws), rest.1 + seen);
        if rest.0 >= 10.0 {
            merged.push(std::mem::take(&mut rest));
        }
    }
    let last = merged.last_mut().expect("draws enough");
    *last = (last.0 + rest.0, last.1 + rest.1);
    let total: f64 = merged.iter().map(|cell| cell.0).sum();
    assert!((total - f64::from(draws)).abs() < 1e-6 * total, "{}: shares {total}", what());
    let chi_squared: f64 =
        merged.iter().map(|&(mean, seen)| (f64::from(seen) - mean).powi(2) / mean).sum();
    let freedom = merged.len() as f64 - 1.0;
    if freedom > 0.0 {
        // Wilson and Hilferty's approximation of the quantile.
        let spread = 2.0 / (9.0 * freedom);
        let limit = freedom * (1.0 - spread + SIGMAS * spread.sqrt()).powi(3);
        assert!(chi_squared < limit, "{}: {chi_squared:.1} > {limit:.1} {merged:.1?}", what());
    }
}

/// The stages of a deal.
fn stage(table: &Table) -> usize {
    match table.phase {
        'D' => 0,
        'X' => 1,
        _ if table.tricks.is_empty() => 2,
        _ => 3 + table.finished().count(),
    }
}

const STAGES: usize = 11;

#[test]
fn shares_are_exact_at_every_stage() {
    let mut random = Random::new(50);
    let mut tested = [0; STAGES];
    let mut inferred = [0; STAGES];
    let options = [
        "",
        "declare=forced",
        "lone-sun=dealt",
        "lone-sun=off",
        "monchi=off",
        "declare=off meri-first=allowed",
        "declare=forced face-down=off",
    ];
    // Some deals in which nobody can declare: under `declare=forced` that tells where the Robai is.
    // In others seat 0 has nine trumps or ten.
    let fixed: [&[(char, &str)]; 5] = [
        &[],
        &[('0', "pDk1k2k3k4k5k6k7kD"), ('t', "k9")],
        &[],
        &[('0', "o5k1k2k3k4k5k6k7kD"), ('t', "k9")],
        &[('t', "k3"), ('r', "kD")],
    ];
    let deals = options.into_iter().cycle().zip(fixed.into_iter().cycle()).take(35);
    for (number, (pairs, fixed)) in deals.enumerate() {
        let dealer = if fixed.is_empty() { number % SEATS } else { 0 };
        let styles: [fn(&Table) -> Style; 3] = [
            |_| Style::default(),
            keeps_the_sun,
            |table| Style {
                says: (1000, 1),
                keeps: [table.native(), table.turned].into_iter().collect(),
                ..Style::default()
            },
        ];
        let deal = deal(&mut random, fixed);
        let positions = played(pairs, (dealer, &deal), random.pick(&styles), &mut random);
        for stage in 0..STAGES {
            let of_stage: Vec<&(UnsunKaruta, Table)> =
                positions.iter().filter(|(_, table)| self::stage(table) == stage).collect();
            let (game, table) = random.pick(&of_stage);
            let observer = random.below(8) as usize;
            let Some(counted) = table.counted(observer, 1_000_000) else { continue };
            compare_shares(game, table, observer, &counted, 2000);
            tested[stage] += 1;
            inferred[stage] += u32::from(counted.total < 0.99 * table.arrangements(observer));
        }
    }
    assert_eq!(tested, [35; STAGES]);
    assert!(inferred[0] > 4 && inferred[1..].iter().all(|&inferred| inferred > 24), "{inferred:?}");
}

fn assert_draw_fits(game: &UnsunKaruta, table: &Table, observer: usize, random: &mut Random) {
    let drawn = drawn(game, observer, random);
    let read = Table::read(table.options, &drawn.to_string()).expect("dealt");
    let seen = (read.text(Some(observer)), table.text(Some(observer)));
    assert_eq!(seen.0, seen.1, "{drawn} for {observer} in {game}");
    assert!(read.all_acted_legally(), "{drawn} for {observer} in {game}");
}

/// A taker with nine or ten trumps, a Robai that nobody can declare, a Sun turned up.
#[test]
fn every_draw_fits_in_rare_deals() {
    let mut random = Random::new(65);
    let mut tested = 0;
    let rare: [&[(char, &str)]; 5] = [
        &[('0', "pDk1k2k3k4k5k6k7kD"), ('t', "k9")],
        &[('0', "o5k1k2k3k4k5k6k7kD"), ('t', "k9")],
        &[('0', "p1p2p3p4pDpTpBpRpU"), ('t', "pS")],
        &[('r', "gD"), ('t', "g5")],
        &[('0', "p1o2g3g4oDpTpBpRpU"), ('t', "iS")],
    ];
    for pairs in ["", "meri-first=allowed declare=forced", "lone-sun=dealt", "lone-sun=off"] {
        for fixed in rare {
            let deal = deal(&mut random, fixed);
            for (game, table) in played(pairs, (0, &deal), keeps_the_sun, &mut random) {
                for observer in 0..SEATS {
                    assert_draw_fits(&game, &table, observer, &mut random);
                    tested += 1;
                }
            }
        }
    }
    assert!(tested > 10_000, "{tested} draws");
}

#[test]
fn every_draw_fits_what_is_known() {
    let mut random = Random::new(60);
    let mut tested = 0;
    let mut pairs = Vec::new();
    for declare in ["choice", "forced", "off"] {
        for lone_sun in ["play", "dealt", "off"] {
            for meri_first in ["forbidden", "allowed"] {
                for monchi in ["on", "off"] {
                    for face_down in ["on", "off"] {
                        pairs.push(format!(
                            "declare={declare} lone-sun={lone_sun} meri-first={meri_first} \
                             monchi={monchi} face-down={face_down}"
                        ));
                    }
                }
            }
        }
    }
    assert_eq!(pairs.len(), 72);
    for pairs in &pairs {
        let options = Options::new(pairs);
        let mut game = start(pairs, &["deals=2"]);
        while game.turn() != Turn::Over {
            let table = Table::read(options, &game.to_string());
            for observer in 0..SEATS {
                let Some(table) = &table else {
                    assert_eq!(drawn(&game, observer, &mut random), game);
                    continue;
                };
                assert_draw_fits(&game, table, observer, &mut random);
                tested += 1;
            }
            match table {
                None => game.apply_chance(&game.sample_chance(&mut random)),
                Some(table) => {
                    let legal = table.legal();
                    let style = keeps_the_sun(&table);
                    let weights = legal.iter().map(|action| style.weight(&table, action));
                    let action = &legal[random.weighted(weights)];
                    event::apply_text(&mut game, action).unwrap_or_else(|error| panic!("{error}"));
                }
            }
        }
    }
    assert!(tested > 80_000, "{tested} draws");
}

fn hash(game: &UnsunKaruta) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn views_show_nothing_that_is_hidden() {
    let mut random = Random::new(70);
    let mut swapped = [0; STAGES];
    let mut views = 0;
    for (number, pairs) in ["", "face-down=off", "declare=forced", "lone-sun=dealt", "monchi=off"]
        .into_iter()
        .cycle()
        .take(20)
        .enumerate()
    {
        let deal = deal(&mut random, &[]);
        let played = played(pairs, (number % SEATS, &deal), |_| Style::default(), &mut random);
        for (game, table) in &played {
            for observer in 0..SEATS {
                let other = table.swapped(observer, &mut random);
                assert_eq!(other.text(Some(observer)), table.text(Some(observer)));
                swapped[stage(table)] += usize::from(other != *table);
                let other = parse(game, &other);
                let (one, two) = (view(game, observer), view(&other, observer));
                views += 1;
                assert_eq!(one, two);
                assert_eq!(hash(&one), hash(&two), "{game} for {observer}");
                assert_eq!(format!("{one:?}"), format!("{two:?}"));
                assert_eq!(format!("{one:#?}"), format!("{two:#?}"));
                assert_eq!(one.diagram(), two.diagram());
                assert_eq!(one.to_string(), table.text(Some(observer)));
                assert_eq!(two.to_string(), one.to_string());
                if observer == table.seat {
                    assert_eq!(event::legal_texts(&one), Some(table.legal()), "{one}");
                }
                let draws = [*game, other, one, two]
                    .map(|game| drawn(&game, observer, &mut Random::new(views)));
                assert!(draws.iter().all(|draw| *draw == draws[0]), "{game} for {observer}");
            }
        }
    }
    assert!(
        views > 11_000 && swapped.iter().all(|&swapped| swapped >= 160),
        "{swapped:?} of {views}"
    );
}

/// A reader does not check that every play was legal: a draw from such a position has its view.
#[test]
fn impossible_positions_have_draws() {
    let mut random = Random::new(80);
    let mut tested = 0;
    for number in 0..30 {
        let deal = deal(&mut random, &[]);
        for (game, table) in played("", (number % SEATS, &deal), keeps_the_sun, &mut random) {
            let observer = random.below(8) as usize;
            let other = table.swapped_anyhow(observer, &mut random);
            let game = parse(&game, &other);
            let drawn = drawn(&game, observer, &mut random);
            assert_eq!(view(&drawn, observer), view(&game, observer));
            let read = Table::read(table.options, &drawn.to_string()).expect("dealt");
            assert_eq!(read.text(Some(observer)), other.text(Some(observer)));
            tested += usize::from(!other.all_acted_legally());
        }
    }
    assert!(tested > 900, "{tested} positions");
}
