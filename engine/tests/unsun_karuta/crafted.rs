//! Deals and ways to play that make rare things common: uniform play of random deals hardly ever comes
//! to nine trumps in a hand, a lone Sun of the taker, or a pair in the ninth trick.

use super::{Card, PLAIN, SUITS, TRUMPS, Twin, pack, row, suit};
use ludarium_engine::Random;
use std::collections::BTreeMap;

/// How a deal comes about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Random,
    /// The pack hardly shuffled: suits come together.
    Clumped,
    /// So many trumps of nine for the one who takes.
    Taker(usize),
    /// Everybody else's trumps lie with few seats; one seat has the Sun alone.
    LoneSun,
    /// The Sun is turned up for a dealer without a trump.
    TurnedSun,
    /// All trumps with two seats of different teams.
    TwoSeats,
    /// Two trumps with every seat.
    Spread,
    /// Each upper card of a pair with one team, the lower with the other.
    Pairs,
    /// The Tenka and no other card of Pao with one seat, all other trumps with few.
    LonelyTenka,
    /// The Tenka among much Pao.
    Tenka,
    RobaiTurned,
    RobaiAside,
    RobaiOfDealer,
}

const SHAPES: [Shape; 18] = [
    Shape::Random,
    Shape::Clumped,
    Shape::Taker(7),
    Shape::Taker(8),
    Shape::Taker(9),
    Shape::LoneSun,
    Shape::LoneSun,
    Shape::TurnedSun,
    Shape::TwoSeats,
    Shape::Spread,
    Shape::Pairs,
    Shape::Pairs,
    Shape::Pairs,
    Shape::LonelyTenka,
    Shape::Tenka,
    Shape::RobaiTurned,
    Shape::RobaiAside,
    Shape::RobaiOfDealer,
];

/// Places of cards that are given out one by one.
struct Dealing {
    place: BTreeMap<Card, char>,
}

impl Dealing {
    fn has_room(&self, place: char) -> bool {
        let most = match place {
            't' => 1,
            'r' => 2,
            _ => 9,
        };
        self.place.values().filter(|&&other| other == place).count() < most
    }

    /// Puts a card there if it is not given yet and there is room.
    fn give(&mut self, card: Card, place: char) {
        if self.has_room(place) {
            self.place.entry(card).or_insert(place);
        }
    }

    /// Gives each of the cards to one of the places.
    fn share(&mut self, cards: &[Card], places: &[char], random: &mut Random) {
        for card in cards {
            let open: Vec<char> =
                places.iter().copied().filter(|&place| self.has_room(place)).collect();
            if !open.is_empty() {
                self.give(card, random.pick(&open));
            }
        }
    }
}

/// The ranks of trumps that are in pairs, each upper one before its lower one.
fn ranks_in_pairs(trump_suit: char) -> &'static str {
    if "pi".contains(trump_suit) { "SUTDR21" } else { "SUTDR89" }
}

impl Shape {
    /// The chance event.
    fn deal(self, dealer: usize, random: &mut Random) -> String {
        let mut dealing = Dealing { place: BTreeMap::new() };
        let suits: Vec<char> = SUITS.chars().collect();
        let trump_suit = random.pick(&suits);
        let order: Vec<Card> = row(TRUMPS, trump_suit).split(' ').collect();
        let native = || order.iter().copied().filter(|&card| suit(card) == trump_suit);
        let robai = native().find(|card| card.ends_with('D')).expect("a Robai");
        let mut trumps = order.clone();
        random.shuffle(&mut trumps);
        let mut seats: Vec<char> = ('0'..='7').collect();
        random.shuffle(&mut seats);
        let dealer = char::from_digit(dealer as u32, 10).expect("a digit");
        // So that the suit is trumps.
        let turn_up = |dealing: &mut Dealing, trumps: &[Card]| {
            let turned = trumps.iter().find(|&&card| suit(card) == trump_suit && card != robai);
            dealing.give(turned.expect("a card of the suit"), 't');
        };
        match self {
            Shape::Random | Shape::Clumped => {}
            Shape::Taker(count) => {
                let taker = if random.below(2) == 0 { dealer } else { seats[0] };
                turn_up(&mut dealing, &trumps);
                dealing.give(robai, taker);
                for _ in 1..count {
                    let given = |card: &&Card| !dealing.place.contains_key(*card);
                    let card = *trumps.iter().find(given).expect("a trump");
                    dealing.give(card, taker);
                }
                let others: Vec<char> = seats.iter().copied().filter(|&s| s != taker).collect();
                dealing.share(&trumps, &others, random);
            }
            Shape::LoneSun => {
                if random.below(2) == 0 {
                    // The taker's judgement turns on the card that is taken.
                    let place = seats.iter().position(|&seat| seat == dealer).expect("a seat");
                    seats.swap(0, place);
                }
                dealing.give(order[0], seats[0]);
                turn_up(&mut dealing, &trumps);
                let others = 2 + random.below(4) as usize;
                dealing.share(&trumps, &seats[1..=others], random);
            }
            Shape::TurnedSun => {
                dealing.give(order[0], 't');
                let others: Vec<char> = seats.into_iter().filter(|&seat| seat != dealer).collect();
                dealing.share(&trumps, &others[..4], random);
            }
            Shape::TwoSeats => {
                turn_up(&mut dealing, &trumps);
                let of_team = |team: &str| seats.iter().copied().find(|&seat| team.contains(seat));
                let places = ["0246", "1357"].map(|team| of_team(team).expect("a seat"));
                dealing.share(&trumps, &places, random);
            }
            Shape::Spread => {
                turn_up(&mut dealing, &trumps);
                for (number, card) in trumps.iter().enumerate() {
                    dealing.give(card, seats[number % 8]);
                }
            }
            Shape::Pairs => {
                let middling = |card: &&Card| !ranks_in_pairs(trump_suit).contains(&card[1..]);
                let turned: Vec<Card> = native().filter(|card| middling(&card)).collect();
                turn_up(&mut dealing, &turned);
                let teams = [['0', '2', '4', '6'], ['1', '3', '5', '7']];
                let first = random.below(2) as usize;
                for (number, rank) in ranks_in_pairs(trump_suit).chars().enumerate() {
                    let card = native().find(|card| card.ends_with(rank)).expect("a card");
                    dealing.share(&[card], &teams[(first + number) % 2], random);
                }
            }
            Shape::LonelyTenka => {
                turn_up(&mut dealing, &trumps);
                dealing.give("pD", seats[0]);
                dealing.share(&trumps, &seats[1..4], random);
                let pao: Vec<Card> = PLAIN[0].split(' ').collect();
                dealing.share(&pao, &seats[2..8], random);
            }
            Shape::Tenka => {
                turn_up(&mut dealing, &trumps);
                let mut pao: Vec<Card> = PLAIN[0].split(' ').collect();
                random.shuffle(&mut pao);
                dealing.give("pD", seats[0]);
                for card in &pao[..6] {
                    dealing.give(card, seats[0]);
                }
            }
            Shape::RobaiTurned => dealing.give(robai, 't'),
            Shape::RobaiAside => {
                turn_up(&mut dealing, &trumps);
                dealing.give(robai, 'r');
            }
            Shape::RobaiOfDealer => {
                turn_up(&mut dealing, &trumps);
                dealing.give(robai, dealer);
            }
        }
        // The rest fill what is open.
        let mut rest: Vec<Card> = pack().collect();
        let mut places: Vec<char> = "01234567".repeat(9).chars().chain("trr".chars()).collect();
        if self == Shape::Clumped {
            for _ in 0..random.below(40) {
                rest.swap(random.below(75) as usize, random.below(75) as usize);
            }
            rest.rotate_left(random.below(75) as usize);
            places = ('0'..='7').flat_map(|seat| [seat; 9]).chain("trr".chars()).collect();
        } else {
            random.shuffle(&mut rest);
        }
        for card in rest {
            if let Some(&place) = places.iter().find(|&&place| dealing.has_room(place)) {
                dealing.give(card, place);
            }
        }
        format!("*{}", pack().map(|card| dealing.place[card]).collect::<String>())
    }
}

#[derive(Clone, Copy, Debug)]
enum Leads {
    Any,
    Trumps,
    Plain,
    /// No trump that is in a pair.
    Saving,
}

#[derive(Clone, Copy, Debug)]
enum Follows {
    Any,
    /// What makes a pair of the cards so far, else often what may become one.
    Pairs,
    /// Trumps, for as long as there are some.
    Trumps,
    /// Plain cards, so that trumps are left for the ninth trick.
    Plain,
    /// No trump that is in a pair, so that these are left for the ninth trick.
    Saving,
}

/// A deal with the cards that each seat is to play, so that pairs meet.
#[derive(Clone)]
pub(super) struct Plan {
    deal: String,
    declares: bool,
    discard: Card,
    /// By seat, in the order of tricks.
    cards: Vec<Vec<Card>>,
}

impl Plan {
    fn new(dealer: usize, random: &mut Random) -> Plan {
        let suits: Vec<char> = SUITS.chars().collect();
        let trump_suit = random.pick(&suits);
        let trumps = row(TRUMPS, trump_suit);
        let native = |rank: char| {
            let is_native = |card: &Card| suit(card) == trump_suit && card.ends_with(rank);
            pack().find(is_native).expect("a card")
        };
        let robai = native('D');
        let is_turned = random.below(4) == 0;
        let declares = !is_turned && random.below(2) == 0;

        // Pairs without a common card, each in a trick of its own.
        let low = if "pi".contains(trump_suit) { "21" } else { "89" };
        let high: &[&str] = random.pick(&[
            &["SU", "TD"] as &[&str],
            &["UT", "DR"],
            &["SU", "DR"],
            &["TD", "SR"],
            &["SU", "TR"],
        ]);
        let mut numbers: Vec<usize> = (0..9).collect();
        random.shuffle(&mut numbers);
        if random.below(2) == 0 {
            // The last of these has a pair: the ninth trick.
            numbers.retain(|&number| number != 8);
            numbers.push(8);
        }
        let mut place: BTreeMap<Card, (usize, usize)> = BTreeMap::new();
        let mut paired = Vec::new();
        for pair in high.iter().copied().chain([low]) {
            let number = numbers.pop().expect("a trick");
            let mut seats = [random.below(8) as usize; 2];
            let mut from = 0;
            if let Some(of_robai) = pair.find('D').filter(|_| is_turned) {
                seats[of_robai] = dealer;
                from = of_robai;
            }
            seats[1 - from] = (seats[from] + 1 + 2 * random.below(4) as usize) % 8;
            for (rank, seat) in pair.chars().zip(seats) {
                place.insert(native(rank), (number, seat));
            }
            paired.push(number);
        }
        let is_free = |place: &BTreeMap<Card, (usize, usize)>, slot| {
            place.values().all(|&other| other != slot)
        };
        // With the side cards it is nobody's.
        let is_aside =
            !place.contains_key(robai) && !is_turned && !declares && random.below(2) == 0;
        if !place.contains_key(robai) && !is_aside {
            let seat = if is_turned { dealer } else { random.below(8) as usize };
            place.insert(robai, (numbers[0], seat));
        }
        let taker = if declares { place[robai].1 } else { dealer };

        // The turned card is one that the taker plays.
        let turned = if is_turned {
            robai
        } else {
            let is_middling = |card: &Card| {
                suit(card) == trump_suit && !ranks_in_pairs(trump_suit).contains(&card[1..])
            };
            let middling: Vec<Card> = pack().filter(is_middling).collect();
            let turned = random.pick(&middling);
            let open: Vec<usize> =
                (0..9).filter(|&number| is_free(&place, (number, taker))).collect();
            place.insert(turned, (random.pick(&open), taker));
            turned
        };

        // Other trumps mostly where no pair is.
        let mut slots: Vec<(usize, usize)> =
            (0..9).flat_map(|number| (0..8).map(move |seat| (number, seat))).collect();
        slots.retain(|&slot| is_free(&place, slot));
        random.shuffle(&mut slots);
        let mut rest: Vec<Card> = pack().filter(|card| !place.contains_key(card)).collect();
        rest.retain(|&card| !is_aside || card != robai);
        random.shuffle(&mut rest);
        let plain = rest.iter().position(|card| !trumps.contains(card)).expect("a plain card");
        let discard = rest.swap_remove(plain);
        let aside = if is_aside { Some(robai) } else { rest.pop() };
        let side = [aside, rest.pop()].map(|card| card.expect("a card"));
        if random.below(4) > 0 {
            rest.sort_by_key(|card| !trumps.contains(card));
            slots.sort_by_key(|(number, _)| paired.contains(number));
        }
        place.extend(rest.into_iter().zip(slots));

        let played = |seat: usize, number: usize| {
            let (&card, _) =
                place.iter().find(|(_, slot)| **slot == (number, seat)).expect("a card");
            card
        };
        let at = |card: Card| match card {
            card if card == turned => 't',
            card if side.contains(&card) => 'r',
            card => {
                let seat = if card == discard { taker } else { place[card].1 };
                char::from_digit(seat as u32, 10).expect("a digit")
            }
        };
        Plan {
            deal: format!("*{}", pack().map(at).collect::<String>()),
            declares,
            discard,
            cards: (0..8).map(|seat| (0..9).map(|number| played(seat, number)).collect()).collect(),
        }
    }

    /// What is planned, as far as the rules allow it.
    fn choose(&mut self, twin: &Twin, random: &mut Random) -> String {
        let actions = twin.legal();
        let number = twin.finished.len();
        let planned = match twin.phase {
            'D' => if self.declares { "declare" } else { "pass" }.to_string(),
            'X' => format!("x{}", self.discard),
            _ => {
                // A trump that is planned to be led changes places with a plain card.
                let cards = &mut self.cards[twin.seat];
                if twin.current.is_none() && twin.is_trump(cards[number]) {
                    let plain = (number..9).find(|&later| !twin.is_trump(cards[later]));
                    cards.swap(number, plain.unwrap_or(number));
                }
                cards[number].to_string()
            }
        };
        if actions.contains(&planned) {
            return planned;
        }
        let chosen = actions[random.below(actions.len() as u32) as usize].clone();
        let cards = &mut self.cards[twin.seat];
        if let Some(later) = cards.iter().position(|card| *card == chosen) {
            cards.swap(number, later);
        }
        chosen
    }
}

/// How a random game is played: uniform play hardly ever comes to some tricks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    /// Whether deals are planned.
    is_planned: bool,
    /// Whether deals are the random ones only.
    is_random: bool,
    /// Of four holders of the Robai who may declare, how many do.
    declares: u32,
    leads: Leads,
    follows: Follows,
}

/// All deals planned.
pub(super) const PLANNED: Play = Play { is_planned: true, ..UNIFORM };

pub(super) const UNIFORM: Play = Play {
    is_planned: false,
    is_random: true,
    declares: 2,
    leads: Leads::Any,
    follows: Follows::Any,
};

impl Play {
    pub(super) fn any(random: &mut Random) -> Play {
        Play {
            is_planned: random.below(3) == 0,
            is_random: random.below(4) == 0,
            declares: random.pick(&[0, 2, 4]),
            leads: random.pick(&[Leads::Any, Leads::Trumps, Leads::Plain, Leads::Saving]),
            follows: random.pick(&[
                Follows::Any,
                Follows::Pairs,
                Follows::Pairs,
                Follows::Trumps,
                Follows::Plain,
                Follows::Saving,
                Follows::Saving,
            ]),
        }
    }

    /// The deal, or one of the legal actions.
    pub(super) fn choose(
        self,
        twin: &Twin,
        plan: &mut Option<Plan>,
        random: &mut Random,
    ) -> String {
        if twin.phase == 'C' && self.is_planned {
            return plan.insert(Plan::new(twin.dealer, random)).deal.clone();
        }
        if twin.phase == 'C' {
            let shape = if self.is_random { Shape::Random } else { random.pick(&SHAPES) };
            return shape.deal(twin.dealer, random);
        }
        if let Some(plan) = plan {
            return plan.choose(twin, random);
        }
        let mut actions = twin.legal();
        match twin.phase {
            'D' if actions.len() == 2 => {
                let declares = random.below(4) < self.declares;
                actions.retain(|action| (action == "declare") == declares);
            }
            'P' if random.below(8) > 0 => {
                let trumps = row(TRUMPS, twin.trump_suit());
                let is_trump = |action: &str| trumps.contains(action);
                let is_saved = |action: &str| {
                    is_trump(action) && ranks_in_pairs(twin.trump_suit()).contains(&action[1..])
                };
                let makes_pair = |action: &str| {
                    let mut trick = twin.current.clone().expect("a trick");
                    trick.cards.extend(pack().find(|&card| card == action));
                    let winner = twin.winner(&trick, suit(trick.led()));
                    twin.pair(&trick, winner).is_some()
                };
                match (&twin.current, self.leads, self.follows) {
                    (None, Leads::Any, _) | (Some(_), _, Follows::Any) => {}
                    (None, Leads::Trumps, _) | (Some(_), _, Follows::Trumps) => {
                        prefer(&mut actions, is_trump);
                    }
                    (None, Leads::Plain, _) | (Some(_), _, Follows::Plain) => {
                        prefer(&mut actions, |action| !is_trump(action));
                    }
                    (None, Leads::Saving, _) | (Some(_), _, Follows::Saving) => {
                        prefer(&mut actions, |action| !is_saved(action));
                    }
                    (Some(_), _, Follows::Pairs) => {
                        if random.below(4) == 0 {
                            prefer(&mut actions, is_saved);
                        }
                        prefer(&mut actions, makes_pair);
                    }
                }
            }
            _ => {}
        }
        actions.swap_remove(random.below(actions.len() as u32) as usize)
    }
}

/// Leaves out the others if there are any of these.
fn prefer(actions: &mut Vec<String>, is_preferred: impl Fn(&str) -> bool) {
    if actions.iter().any(|action| is_preferred(action)) {
        actions.retain(|action| is_preferred(action));
    }
}
