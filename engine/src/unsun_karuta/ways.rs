//! In how many ways groups of places can be filled with cards of several classes, and draws of how
//! many cards of each class go where.
//!
//! The numbers come from the obvious recursion over groups, kept by the cards that are left. The later
//! groups do not tell all classes apart, so for them some classes are one, which leaves few numbers to
//! be found. They are floating-point numbers with relative errors near 10^-15, from additions and
//! multiplications alone, so that they are the same everywhere.

use super::cards::PACK;
use crate::random::Random;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// A set of classes, class n being bit n.
pub(super) type Classes = u8;
/// The most classes.
pub(super) const CLASSES: usize = 7;
/// How many cards there are of each class.
pub(super) type Counts = [u8; CLASSES];

/// Places to be filled with cards of the same classes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Group {
    /// The classes that may go there.
    pub(super) open_to: Classes,
    /// How many cards it takes.
    pub(super) size: u8,
    /// How many arrangements there are of cards that fill it, beyond who gets which.
    pub(super) arrangements: Arrangements,
}

/// What counts in how many ways the cards of a group can be arranged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Arrangements {
    /// It does not depend on the cards.
    Same,
    /// One of the trumps is chosen, among them so many that are there already.
    OneTrump(u8),
    /// One of the plain cards is chosen or, where there is none, one of the trumps, among them so many
    /// that are there already.
    OnePlain(u8),
}

impl Arrangements {
    fn count(self, trumps: u8, plain: u8) -> u8 {
        match self {
            Arrangements::Same => 1,
            Arrangements::OnePlain(_) if plain > 0 => plain,
            Arrangements::OneTrump(known) | Arrangements::OnePlain(known) => trumps + known,
        }
    }
}

/// The most groups: a hand and a card face down of each seat but one.
pub(super) const GROUPS: usize = 14;

/// The first class that `groups` treat as they treat this one, for each class. Whether a class is
/// trumps matters only where a group counts them.
pub(super) fn merged(groups: &[Group], trumps: Classes) -> [usize; CLASSES] {
    let counts_trumps = groups.iter().any(|group| group.arrangements != Arrangements::Same);
    let seen = if counts_trumps { trumps } else { 0 };
    let sets = || groups.iter().map(|group| group.open_to).chain([seen]);
    let alike = |one: usize, other: usize| sets().all(|set| set >> one & 1 == set >> other & 1);
    std::array::from_fn(|class| (0..class).find(|&first| alike(first, class)).unwrap_or(class))
}

/// The groups, and the numbers of ways to fill them.
pub(super) struct Ways {
    groups: ArrayVec<Group, GROUPS>,
    trumps: Classes,
    total: f64,
    /// What the groups from each on have in common.
    tails: ArrayVec<Tail, GROUPS>,
    /// The numbers of ways for each tail but the first and the last; NaN until asked for.
    kept: Vec<f64>,
}

/// The groups from one of them on.
#[derive(Clone, Copy)]
struct Tail {
    /// What they merge the classes into.
    merged: [usize; CLASSES],
    /// What a card of each merged class counts in a place of `kept`. The most frequent class counts
    /// nothing: how many are left of it follows from the others.
    strides: [usize; CLASSES],
    /// The first place in `kept`.
    start: usize,
}

impl Tail {
    fn merge(&self, left: &Counts) -> Counts {
        let mut merged = [0; CLASSES];
        for (class, &count) in left.iter().enumerate() {
            merged[self.merged[class]] += count;
        }
        merged
    }
}

impl Ways {
    /// For so many cards of each class, of which `trumps` are trumps. What the groups leave goes to
    /// places that are open to everything.
    pub(super) fn new(groups: ArrayVec<Group, GROUPS>, counts: Counts, trumps: Classes) -> Self {
        let mut tails = ArrayVec::new();
        let mut places = 0;
        for number in 0..groups.len() {
            let merged = merged(&groups[number..], trumps);
            let mut tail = Tail { merged, strides: [0; CLASSES], start: places };
            let counts = tail.merge(&counts);
            let most = (0..CLASSES).max_by_key(|&class| counts[class]);
            let mut each = 1;
            for class in (0..CLASSES).filter(|&class| Some(class) != most) {
                tail.strides[class] = each;
                each *= usize::from(counts[class]) + 1;
            }
            tails.push(tail);
            if number > 0 && number + 1 < groups.len() {
                places += each;
            }
        }
        let mut ways = Ways { groups, trumps, total: 0.0, tails, kept: vec![f64::NAN; places] };
        ways.total = ways.ways_from(0, counts);
        ways
    }

    /// The number of ways to fill all groups, as far as they differ by more than who in a group gets
    /// which card.
    pub(super) fn total(&self) -> f64 {
        self.total
    }

    /// Draws how many cards of each class go to `group`, and takes them from what is left. To be asked
    /// for the groups one after the other, beginning with all cards left.
    pub(super) fn draw(&mut self, group: usize, left: &mut Counts, random: &mut Random) -> Counts {
        let total = if group == 0 { self.total } else { self.ways_from(group, *left) };
        // 53 bits, as many as the numbers have.
        let mut wanted = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * total;
        let before = *left;
        let _ = self.fill(group, before, &mut |ways, weight, rest| {
            let here = weight * ways.ways_from(group + 1, rest);
            if here > 0.0 {
                *left = rest;
            }
            wanted -= here;
            if wanted < 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        std::array::from_fn(|class| before[class] - left[class])
    }

    /// The number of ways to fill the groups from `group` on with what is left.
    fn ways_from(&mut self, group: usize, left: Counts) -> f64 {
        let Some(&Group { open_to, size, arrangements }) = self.groups.get(group) else {
            return 1.0;
        };
        let is_last = group + 1 == self.groups.len();
        if is_last && arrangements == Arrangements::Same {
            let open = (0..CLASSES).filter(|&class| open_to >> class & 1 != 0);
            return choices(open.map(|class| left[class]).sum(), size);
        }
        let tail = &self.tails[group];
        let left = tail.merge(&left);
        let counted = (0..CLASSES).map(|class| usize::from(left[class]) * tail.strides[class]);
        let place = (group > 0 && !is_last).then(|| tail.start + counted.sum::<usize>());
        if let Some(&known) = place.and_then(|place| self.kept.get(place))
            && !known.is_nan()
        {
            return known;
        }
        let mut sum = 0.0;
        let _ = self.fill(group, left, &mut |ways, weight, rest| {
            sum += weight * ways.ways_from(group + 1, rest);
            ControlFlow::Continue(())
        });
        if let Some(place) = place {
            self.kept[place] = sum;
        }
        sum
    }

    /// Shows `visit` every choice of how many cards of each class go to `group`: in how many ways it
    /// can be made, and what it leaves.
    fn fill(&mut self, group: usize, left: Counts, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let size = self.groups[group].size;
        self.fill_from(
            group,
            0,
            Choice { rest: left, to_come: size, weight: 1.0, trumps: 0 },
            visit,
        )
    }

    /// The choices that go on from `choice`, which is made for the classes below `class`.
    fn fill_from(
        &mut self,
        group: usize,
        class: usize,
        choice: Choice,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let Choice { rest, to_come, weight, trumps } = choice;
        let Group { open_to, size, arrangements } = self.groups[group];
        if class == CLASSES {
            let arrangements = arrangements.count(trumps, size - trumps);
            return visit(self, weight * f64::from(arrangements), rest);
        }
        let open = |class: usize| if open_to >> class & 1 != 0 { rest[class] } else { 0 };
        let later: u8 = (class + 1..CLASSES).map(open).sum();
        for taken in to_come.saturating_sub(later)..=to_come.min(open(class)) {
            let mut choice = choice;
            choice.rest[class] -= taken;
            choice.to_come -= taken;
            choice.weight *= choices(rest[class], taken);
            choice.trumps += if self.trumps >> class & 1 != 0 { taken } else { 0 };
            self.fill_from(group, class + 1, choice, visit)?;
        }
        ControlFlow::Continue(())
    }
}

type Visit<'a> = dyn FnMut(&mut Ways, f64, Counts) -> ControlFlow<()> + 'a;

/// How many cards a group takes of each class, made class by class.
#[derive(Clone, Copy)]
struct Choice {
    /// What it leaves.
    rest: Counts,
    /// The cards still to be chosen.
    to_come: u8,
    /// In how many ways the cards of the chosen numbers can be chosen.
    weight: f64,
    /// The trumps among them.
    trumps: u8,
}

/// The number of ways to choose `count` of `of` cards.
fn choices(of: u8, count: u8) -> f64 {
    CHOICES[usize::from(of)][usize::from(count)]
}

/// Pascal's triangle.
static CHOICES: [[f64; PACK + 1]; PACK + 1] = {
    let mut choices = [[0.0; PACK + 1]; PACK + 1];
    let mut of = 0;
    while of <= PACK {
        choices[of][0] = 1.0;
        let mut count = 1;
        while count <= of {
            choices[of][count] = choices[of - 1][count - 1] + choices[of - 1][count];
            count += 1;
        }
        of += 1;
    }
    choices
};
