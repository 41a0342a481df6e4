//! What happens on the way through a match: who leads, and what there is to decide.

use ludarium_engine::{Event, Game, MAX_SIDES, Scores};

/// The course of a match, from its positions. The lead function is the score: whoever has the most
/// points alone leads; equal scores name nobody.
#[derive(Clone, Debug)]
pub struct Course<G: Game> {
    /// The sole leader at the last position that had one.
    leader: Option<usize>,
    lead_changes: u32,
    /// Positions in which each side had fewer points than the best.
    behind: [u32; MAX_SIDES],
    plies: u32,
    legal_actions: u64,
    buffer: Vec<G::Action>,
}

impl<G: Game> Default for Course<G> {
    fn default() -> Self {
        Course {
            leader: None,
            lead_changes: 0,
            behind: [0; MAX_SIDES],
            plies: 0,
            legal_actions: 0,
            buffer: Vec::new(),
        }
    }
}

impl<G: Game> Course<G> {
    /// Forgets the match before.
    pub fn begin(&mut self) {
        *self = Course { buffer: std::mem::take(&mut self.buffer), ..Course::default() };
    }

    /// Takes note of an event that is about to happen in `game`.
    #[inline]
    pub fn watch(&mut self, game: &G, event: &Event<G>) {
        if let Event::Action(_) = event {
            self.plies += 1;
            self.legal_actions += game.count_actions(&mut self.buffer) as u64;
        }
        let scores = game.scores();
        let best = self.look_at(&scores);
        for (behind, &score) in self.behind.iter_mut().zip(scores.iter()) {
            *behind += u32::from(score < best);
        }
    }

    /// Takes note of who leads; returns the best score.
    #[inline]
    fn look_at(&mut self, scores: &Scores) -> i32 {
        let (mut best, mut leader, mut shared) = (i32::MIN, 0, false);
        for (side, &score) in scores.iter().enumerate() {
            if score > best {
                (best, leader, shared) = (score, side, false);
            } else if score == best {
                shared = true;
            }
        }
        if !shared && self.leader != Some(leader) {
            self.lead_changes += u32::from(self.leader.is_some());
            self.leader = Some(leader);
        }
        best
    }

    /// The course of a match that came to these scores.
    pub fn finish(&mut self, scores: &Scores) -> CourseSummary {
        self.look_at(scores);
        CourseSummary {
            lead_changes: self.lead_changes,
            behind: self.behind,
            plies: self.plies,
            legal_actions: self.legal_actions,
        }
    }
}

/// The figures of a [`Course`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CourseSummary {
    /// How often the sole leader after an event was another than the sole leader before it, ties
    /// between them aside.
    pub lead_changes: u32,
    /// Positions before an event in which each side had fewer points than the best.
    pub behind: [u32; MAX_SIDES],
    /// Actions, forced ones included.
    pub plies: u32,
    /// Actions that were legal, over all plies.
    pub legal_actions: u64,
}
