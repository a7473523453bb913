//! Targets of the auxiliary heads: which pieces end at home, the opponent's reply, and the
//! short-term value (the search's value a few decisions later). Players do not use these heads;
//! they exist because their targets improve the trunk (KataGo, Wu 2019, §3.4 and §4).

use std::ops::Range;

use crate::{END_TURN, SQUARES};

/// Targets besides the game's result, for a batch of B samples.
#[derive(Debug, Clone, PartialEq)]
pub struct AuxiliaryTargets {
    /// The opponent's reply from the view of the player to move, 0 to 199, if there was one `[B]`.
    pub reply: Vec<Option<u8>>,
    /// For each square with a piece, whether that piece ends the game at home, if the end is known
    /// `[B, 50]`.
    pub home: Vec<Option<bool>>,
    /// The short-term value, −1 to 1, if it is known `[B]`.
    pub short_term_value: Vec<Option<f32>>,
}

impl AuxiliaryTargets {
    /// No targets.
    pub fn none(samples: usize) -> Self {
        Self {
            reply: vec![None; samples],
            home: vec![None; samples * SQUARES],
            short_term_value: vec![None; samples],
        }
    }

    pub(crate) fn part(&self, samples: Range<usize>) -> Self {
        let squares = samples.start * SQUARES..samples.end * SQUARES;
        Self {
            reply: self.reply[samples.clone()].to_vec(),
            home: self.home[squares].to_vec(),
            short_term_value: self.short_term_value[samples].to_vec(),
        }
    }

    /// Whether every target is in its range.
    pub(crate) fn is_sound(&self) -> bool {
        self.reply.iter().flatten().all(|action| usize::from(*action) < END_TURN)
            && self.short_term_value.iter().flatten().all(|value| (-1.0..=1.0).contains(value))
    }
}
