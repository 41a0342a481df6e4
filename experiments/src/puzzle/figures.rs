//! The exact figures of a position.

/// What is known of a position that is solved completely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Sequences of actions that win; [`u128::MAX`] stands for that many or more.
    pub lines: u128,
    /// The chance that uniformly random legal actions win.
    pub chance: f64,
    /// The length of a shortest sequence that wins, [`Figures::NO_LENGTH`] where none does.
    least: u16,
}

impl Figures {
    const NO_LENGTH: u16 = u16::MAX;
    /// Of a finished game that is won.
    pub const WON: Figures = Figures { lines: 1, chance: 1.0, least: 0 };
    /// Of a position from which nothing wins.
    pub const LOST: Figures = Figures { lines: 0, chance: 0.0, least: Self::NO_LENGTH };

    /// The length of a shortest sequence that wins, if any does.
    pub fn least(&self) -> Option<u32> {
        (self.least != Self::NO_LENGTH).then_some(u32::from(self.least))
    }

    /// Adds a way on: to `next` with probability `chance`, by `lines` different sequences of actions,
    /// of which the shortest has the length `length`.
    #[inline]
    pub(crate) fn add(&mut self, chance: f64, lines: u64, length: u16, next: &Figures) {
        self.chance += chance * next.chance;
        self.lines = self.lines.saturating_add(u128::from(lines).saturating_mul(next.lines));
        self.least = self.least.min(next.least.saturating_add(length));
    }

    /// The number of winning lines in words.
    pub fn lines_text(&self) -> String {
        match self.lines {
            u128::MAX => format!("{} or more", u128::MAX),
            lines => lines.to_string(),
        }
    }
}
