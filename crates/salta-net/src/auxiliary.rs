//! What heads learn that players do not ask: what they teach the trunk is all their use (KataGo, Wu
//! 2019, §3.4 and §4). Which men end at home, what the opponent answers, and how the search sees the
//! game a little later.

use std::ops::Range;

use crate::{END_TURN, SQUARES};

/// What there is to be learned beside the game's result; a batch of B samples.
#[derive(Debug, Clone, PartialEq)]
pub struct AuxiliaryTargets {
    /// The opponent's answer as the player to move sees it, 0 to 199, where there was one `[B]`.
    pub reply: Vec<Option<u8>>,
    /// Whether the man on each square ends at home, where one stands and the end is known `[B, 50]`.
    pub home: Vec<Option<bool>>,
    /// The search's value a little later, −1 to 1, where it is known `[B]`.
    pub soon: Vec<Option<f32>>,
}

impl AuxiliaryTargets {
    /// No targets.
    pub fn none(samples: usize) -> Self {
        Self {
            reply: vec![None; samples],
            home: vec![None; samples * SQUARES],
            soon: vec![None; samples],
        }
    }

    pub(crate) fn part(&self, samples: Range<usize>) -> Self {
        let squares = samples.start * SQUARES..samples.end * SQUARES;
        Self {
            reply: self.reply[samples.clone()].to_vec(),
            home: self.home[squares].to_vec(),
            soon: self.soon[samples].to_vec(),
        }
    }

    /// How many answers, men and values there are, each at least 1.
    pub(crate) fn counts(&self) -> [f32; 3] {
        let [replies, men] =
            [self.reply.iter().flatten().count(), self.home.iter().flatten().count()];
        let values = self.soon.iter().flatten().count();
        [replies, men, values].map(|count| count.max(1) as f32)
    }

    /// Whether every target is in its range.
    pub(crate) fn is_sound(&self) -> bool {
        self.reply.iter().flatten().all(|action| usize::from(*action) < END_TURN)
            && self.soon.iter().flatten().all(|value| (-1.0..=1.0).contains(value))
    }
}
