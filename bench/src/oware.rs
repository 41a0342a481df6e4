//! Oware, in the rules of the crate `board-game`.
//!
//! A house is sown counter-clockwise; it is itself left out. If the last seed brings one of the other
//! side's houses to two or three seeds these are captured, and so are those of the houses before it as
//! long as each has two or three; but not if nothing would be left to the other side while the mover
//! has seeds. A player whose opponent has no seeds must sow some to them. The game ends
//!
//! - when a side has captured more than 24 seeds, or both 24;
//! - when the mover is left without seeds and the other side cannot sow any to them: that side takes
//!   its own;
//! - when two houses with one seed each are left, five or six places apart as the one who has moved
//!   counts them, from the own first house: each side takes one.
//!
//! Nothing else ends a game: positions may come again.

use crate::houses::{HOUSES, House, Houses, Plain, SEEDS, Written, each, sum};
use ludarium_agents::Evaluate;
use ludarium_engine::{
    Game, Never, NotationError, OptionError, PerSide, Random, Scores, Seat, Turn, options,
};
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

/// A position. The sides are kept as the player to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Oware {
    own: u64,
    other: u64,
    /// Seeds captured by the mover and by the other side.
    captured: [u8; 2],
    /// 0 when the game is over.
    mover: u8,
    over: bool,
}

/// What sowing so many seeds from a house adds, and where it ends.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Sowing {
    own: u64,
    other: u64,
    /// Bit 7 of each house of the other side up to the last one, if the last seed falls there.
    reached: u64,
}

/// Rows as long as a power of two, so that no index has to be checked.
static SOWINGS: [[Sowing; 64]; HOUSES] = sowings();

const fn sowings() -> [[Sowing; 64]; HOUSES] {
    let mut table = [[Sowing { own: 0, other: 0, reached: 0 }; 64]; HOUSES];
    let mut house = 0;
    while house < HOUSES {
        let mut seeds = 1;
        while seeds <= SEEDS as usize {
            let mut sowing = table[house][seeds - 1];
            // The house itself is left out, once every round.
            let place = (house + seeds + (seeds - 1) / (2 * HOUSES - 1)) % (2 * HOUSES);
            if place < HOUSES {
                sowing.own += 1 << (8 * place);
                sowing.reached = 0;
            } else {
                let last = 8 * (place - HOUSES);
                sowing.other += 1 << last;
                sowing.reached = each(128) & ((256 << last) - 1);
            }
            table[house][seeds] = sowing;
            seeds += 1;
        }
        house += 1;
    }
    table
}

/// In each house one less than the seeds that reach the other side from there.
const SHORT: u64 = 0x0000_0001_0203_0405;

impl Oware {
    /// The start position.
    pub const START: Oware =
        Oware { own: each(4), other: each(4), captured: [0; 2], mover: 0, over: false };

    /// The houses that can be sown; when the game is over they mean nothing.
    #[inline]
    pub const fn choices(&self) -> Houses {
        Houses::above(self.own, if self.other == 0 { SHORT } else { 0 })
    }

    /// Sows one of the [`Oware::choices`].
    #[inline]
    pub fn sow(&mut self, House(house): House) {
        let from = 8 * u32::from(house);
        let seeds = self.own >> from & 63;
        let Sowing { own, other, reached } = SOWINGS[usize::from(house)][seeds as usize];
        let (own, mut other) = (self.own - (seeds << from) + own, self.other + other);

        // Two and three are the numbers that only the lowest bit can tell from three.
        let others = (other | each(1)) ^ each(3);
        let keeps = (others + each(127)) & reached;
        let taken = reached & !(u64::MAX.checked_shr(keeps.leading_zeros()).unwrap_or(0));
        let mut taken = (taken >> 7) * 0xFF;
        if other & !taken == 0 && own != 0 {
            taken = 0;
        }
        let gain = sum(other & taken);
        other &= !taken;

        // The other side moves next.
        self.own = other;
        self.other = own;
        self.captured = [self.captured[1], self.captured[0] + gain];
        self.mover ^= 1;
        let [next, moved] = self.captured;
        if own == 0 || next + moved == SEEDS - 2 || moved > SEEDS / 2 || next + moved == SEEDS {
            self.end();
        }
    }

    /// What seldom follows a sowing.
    #[cold]
    fn end(&mut self) {
        if self.other == 0 && Houses::above(self.own, SHORT).count() == 0 {
            self.captured[0] += sum(self.own);
            self.own = 0;
        }
        if self.is_stalemate() {
            self.captured = self.captured.map(|seeds| seeds + 1);
            (self.own, self.other) = (0, 0);
        }
        let half = SEEDS / 2;
        self.over = self.captured.iter().any(|&seeds| seeds > half) || self.captured == [half; 2];
        if self.over && self.mover == 1 {
            *self = Oware {
                own: self.other,
                other: self.own,
                captured: [self.captured[1], self.captured[0]],
                mover: 0,
                over: true,
            };
        }
    }

    /// Whether two lone seeds are left that the rules give up.
    fn is_stalemate(&self) -> bool {
        // The side that has moved counts from its own first house; a house of two has one bit.
        let places = u128::from(self.other) | u128::from(self.own) << (8 * HOUSES);
        let seeds = sum(self.own) + sum(self.other);
        let are_lone = seeds == 2 && places.count_ones() == 2;
        are_lone && [5, 6].contains(&(places.ilog2() / 8 - places.trailing_zeros() / 8))
    }

    /// By seat what is by mover.
    #[inline]
    fn by_seat<T: Copy>(&self, [own, other]: [T; 2]) -> [T; 2] {
        if self.mover == 0 { [own, other] } else { [other, own] }
    }
}

impl Display for Oware {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mover = (!self.over).then_some(self.mover);
        let rows = self.by_seat([self.own, self.other]);
        Written { rows, stores: self.by_seat(self.captured), mover }.fmt(f)
    }
}

impl Game for Oware {
    const ID: &'static str = "oware";
    const NAME: &'static str = "Oware";
    const VERSION: u32 = 1;
    const PLAYERS: RangeInclusive<u8> = 2..=2;
    const HAS_CHANCE: bool = false;

    type Rules = Plain;
    type Action = House;
    type Chance = Never;

    fn new(rules: Plain, players: u8) -> Result<Self, OptionError> {
        options::check_players::<Self>(&rules, players)?;
        Ok(Oware::START)
    }

    fn rules(&self) -> &Plain {
        &Plain {}
    }

    #[inline]
    fn players(&self) -> u8 {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.over { Turn::Over } else { Turn::Player(Seat(self.mover)) }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<House>) {
        if !self.over {
            actions.extend(self.choices());
        }
    }

    #[inline]
    fn count_actions(&self, _: &mut Vec<House>) -> usize {
        if self.over { 0 } else { self.choices().count() as usize }
    }

    #[inline]
    fn random_action(&self, random: &mut Random, _: &mut Vec<House>) -> House {
        self.choices().random(random)
    }

    #[inline]
    fn apply(&mut self, house: House) {
        debug_assert!(self.choices().any(|choice| choice == house), "{house} in {self}");
        self.sow(house);
    }

    #[inline]
    fn scores(&self) -> Scores {
        let captured = self.by_seat(self.captured);
        Scores::from_fn(2, |side| i32::from(captured[side]))
    }

    fn parse(rules: Plain, players: u8, text: &str) -> Result<Self, NotationError> {
        options::check_players::<Self>(&rules, players)
            .map_err(|error| NotationError::impossible(error.to_string()))?;
        let Written { rows, stores: captured, mover } = Written::read(text)?;
        let half = SEEDS / 2;
        let over = captured.iter().any(|&seeds| seeds > half) || captured == [half; 2];
        if over != mover.is_none() {
            return Err(NotationError::impossible("the game is over when it is won or drawn"));
        }
        let game =
            Oware { own: rows[0], other: rows[1], captured, mover: mover.unwrap_or(0), over };
        let [own, other] = game.by_seat(rows);
        Ok(Oware { own, other, captured: game.by_seat(captured), ..game })
    }
}

impl Evaluate for Oware {
    type Weights = Plain;

    const MARGIN: f32 = 10.0;

    #[inline]
    fn evaluate(&self, _: &Plain) -> PerSide<f32> {
        let captured = self.by_seat(self.captured);
        PerSide::from_fn(2, |side| f32::from(captured[side]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::houses::at;
    use board_game::board::{Board, BoardMoves, Outcome, Player};
    use board_game::games::oware::OwareBoard;
    use internal_iterator::InternalIterator;
    use ludarium_engine::laws;
    use ludarium_engine::perft::perft;

    type Oracle = OwareBoard<HOUSES>;

    fn legal(board: &Oracle) -> Vec<usize> {
        board.available_moves().map(InternalIterator::collect).unwrap_or_default()
    }

    fn count(board: &Oracle, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |house| count(&board.clone_and_play(house).unwrap(), depth - 1);
        legal(board).into_iter().map(after).sum()
    }

    /// Compares all that can be seen of a position.
    fn compare(game: &Oware, oracle: &Oracle) {
        let (rows, captured) = (game.by_seat([game.own, game.other]), game.by_seat(game.captured));
        for (seat, player) in Player::BOTH.into_iter().enumerate() {
            let row: Vec<u8> = (0..HOUSES).map(|house| at(rows[seat], house)).collect();
            assert_eq!(
                (&row[..], captured[seat]),
                (&oracle.pits()[seat][..], oracle.score(player))
            );
        }
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        let houses: Vec<usize> = actions.iter().map(|house| usize::from(house.0)).collect();
        assert_eq!(houses, legal(oracle), "{game}");
        let outcome = match game.turn() {
            Turn::Over => match *game.ranks() {
                [1, 2] => Some(Outcome::WonBy(Player::A)),
                [2, 1] => Some(Outcome::WonBy(Player::B)),
                _ => Some(Outcome::Draw),
            },
            turn => {
                assert_eq!(turn, Turn::Player(Seat(oracle.next_player().index())));
                None
            }
        };
        assert_eq!(outcome, oracle.outcome(), "{game}");
    }

    #[test]
    fn laws_hold() {
        let plan = laws::Plan { games: 300, ..laws::Plan::default() };
        let checked = laws::check(&Oware::START, plan, |game| {
            let [own, other] = game.captured;
            let all = sum(game.own) + sum(game.other) + own + other;
            if all == SEEDS { Ok(()) } else { Err(format!("{all} seeds")) }
        });
        assert_eq!(checked.unwrap().finished, 300);
    }

    #[test]
    fn sequences_are_as_many_as_the_oracle_counts() {
        let oracle = Oracle::default();
        for depth in 0..8 {
            assert_eq!(perft(&Oware::START, depth), Some(count(&oracle, depth)), "depth {depth}");
        }
    }

    #[test]
    fn random_games_go_as_the_oracle_says() {
        let mut random = Random::new(1);
        let mut buffer = Vec::new();
        let [mut slams, mut fed, mut stalemates, mut rests, mut draws, mut rounds] = [0; 6];
        for _ in 0..20_000 {
            let (mut game, mut oracle) = (Oware::START, Oracle::default());
            compare(&game, &oracle);
            while game.turn() != Turn::Over {
                let (before, house) = (game, game.random_action(&mut random, &mut buffer));
                fed += u32::from(game.other == 0);
                rounds += u32::from(at(game.own, usize::from(house.0)) > 11);
                game.apply(house);
                oracle.play(usize::from(house.0)).unwrap();
                compare(&game, &oracle);
                // All of the other side's houses that are filled have two or three, yet they remain.
                let theirs = (0..HOUSES).map(|house| at(game.own, house));
                slams += u32::from(
                    game.captured == [before.captured[1], before.captured[0]]
                        && before.other != game.own
                        && theirs.clone().all(|seeds| [0, 2, 3].contains(&seeds))
                        && theirs.clone().skip_while(|&seeds| seeds > 0).all(|seeds| seeds == 0),
                );
                if game.turn() == Turn::Over {
                    let gains = [0, 1].map(|seat| game.scores()[seat] - before.scores()[seat]);
                    stalemates +=
                        u32::from(sum(before.own) + sum(before.other) <= 5 && gains == [1, 1]);
                    rests += u32::from(game.own | game.other == 0);
                    draws += u32::from(game.captured == [SEEDS / 2; 2]);
                }
            }
        }
        let seen = [slams, fed, stalemates, rests, draws, rounds];
        assert!(seen.iter().all(|&times| times >= 10), "{seen:?}");
    }
}
