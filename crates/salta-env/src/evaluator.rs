//! The interface between a search and a network or any other evaluator.

use std::time::Duration;

use ndarray::{Array1, Array2};
use salta_core::{ACTIONS, Position, Variant};

use crate::encoder::UnsupportedBoard;

/// Evaluations of a batch of B positions, each seen by the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluations {
    /// Unnormalised log-probabilities of the actions, illegal ones included: [B, 201].
    pub policy_logits: Array2<f32>,
    /// Probabilities of win, draw and loss for the mover: [B, 3].
    pub wdl: Array2<f32>,
    /// Expected margin for the mover, in points: `[B]`.
    pub margin: Array1<f32>,
    /// Expected plies to the end of the game: `[B]`.
    pub plies: Array1<f32>,
}

impl Evaluations {
    /// Zeros for `batch` positions, to be filled.
    pub fn zeros(batch: usize) -> Evaluations {
        Evaluations {
            policy_logits: Array2::zeros((batch, ACTIONS)),
            wdl: Array2::zeros((batch, 3)),
            margin: Array1::zeros(batch),
            plies: Array1::zeros(batch),
        }
    }

    /// Whether all values are finite; not so if a network's weights have diverged.
    pub fn are_finite(&self) -> bool {
        let rows = self.policy_logits.iter().chain(&self.wdl);
        rows.chain(&self.margin).chain(&self.plies).all(|value| value.is_finite())
    }
}

/// Evaluates positions for searches. It encodes positions itself, so a network, a heuristic and a
/// callback are all evaluators.
pub trait Evaluator {
    /// Checks that it can evaluate positions of this variant; to be called before the first batch.
    ///
    /// # Errors
    /// If its network does not support the variant's board. By default, every board is supported.
    fn supports(&self, variant: &Variant) -> Result<(), UnsupportedBoard> {
        let _ = variant;
        Ok(())
    }

    /// Evaluates a batch of positions that are not over; they may be in the middle of a turn.
    ///
    /// A position's evaluation must not depend on the rest of the batch, so that games stay
    /// reproducible.
    fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations;

    /// Time spent on encoding positions since the last call, if measured.
    fn take_encoding_time(&mut self) -> Duration {
        Duration::ZERO
    }
}

/// A uniform evaluator: equal logits, a draw in every position.
///
/// ```
/// use salta_core::Variant;
/// use salta_env::{Evaluator, Uniform};
///
/// let variant = Variant::named("walker").unwrap();
/// let evaluations = Uniform.evaluate(&variant, &[variant.start()]);
/// assert_eq!(evaluations.policy_logits.shape(), [1, 201]);
/// assert_eq!(evaluations.wdl.row(0).to_vec(), [0.0, 1.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Evaluator for Uniform {
    fn evaluate(&mut self, _: &Variant, positions: &[Position]) -> Evaluations {
        let mut evaluations = Evaluations::zeros(positions.len());
        evaluations.wdl.column_mut(1).fill(1.0);
        evaluations
    }
}
