//! Which agent of an entrant sits where.

use ludarium_agents::{AgentSpec, Entrant};
use ludarium_engine::{Game, Seat};

/// The seats of a game: the side of each, and its place among the seats of that side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    sides: Vec<usize>,
    places: Vec<usize>,
}

impl Seating {
    /// The seats of `game`.
    pub fn new<G: Game>(game: &G) -> Self {
        let sides: Vec<usize> = (0..game.players()).map(|seat| game.side(Seat(seat))).collect();
        let earlier =
            |seat: usize| sides[..seat].iter().filter(|&&side| side == sides[seat]).count();
        let places = (0..sides.len()).map(earlier).collect();
        Seating { sides, places }
    }

    /// The side of each seat.
    pub fn sides(&self) -> &[usize] {
        &self.sides
    }

    /// Who sits on each seat, given the entrant of each side.
    ///
    /// # Panics
    ///
    /// If an entrant does not fill a side ([`Entrant::check`]).
    pub fn agents<'a>(
        &self,
        entrant: impl Fn(usize) -> &'a Entrant,
    ) -> impl Iterator<Item = &'a AgentSpec> {
        self.sides.iter().zip(&self.places).map(move |(&side, &place)| entrant(side).agent(place))
    }
}
