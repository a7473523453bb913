//! An evaluator that measures its own time.

use std::mem;
use std::time::{Duration, Instant};

use salta_core::{Position, Variant};
use salta_env::{Evaluations, Evaluator};

/// Measures the time that another evaluator takes.
pub(crate) struct Timed<'a, E> {
    evaluator: &'a mut E,
    spent: Duration,
}

impl<'a, E> Timed<'a, E> {
    pub(crate) fn new(evaluator: &'a mut E) -> Self {
        Timed { evaluator, spent: Duration::ZERO }
    }

    /// The time spent since this was last asked.
    pub(crate) fn take(&mut self) -> Duration {
        mem::take(&mut self.spent)
    }
}

impl<E: Evaluator> Evaluator for Timed<'_, E> {
    fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations {
        let started = Instant::now();
        let answers = self.evaluator.evaluate(variant, positions);
        self.spent += started.elapsed();
        answers
    }

    fn take_encoding_time(&mut self) -> Duration {
        self.evaluator.take_encoding_time()
    }
}
