//! A step of Adam (Kingma and Ba 2015, Algorithm 1).

use rayon::prelude::*;
use salta_core::isa::{Isa, PickSquare, Task};

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Number of values that one thread takes at a time.
const PART: usize = 1 << 14;

/// The moments of every weight.
pub(super) struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(length: usize) -> Adam {
        Adam { first: vec![0.0; length], second: vec![0.0; length], steps: 0 }
    }

    /// Sums the gradients of the parts of a batch in order, multiplies the sum by `scale`, and
    /// takes a step.
    pub(super) fn step(
        &mut self,
        values: &mut [f32],
        parts: &[Vec<f32>],
        scale: f32,
        learning_rate: f32,
    ) {
        self.steps += 1;
        let corrected = |moment: f32| 1.0 / (1.0 - moment.powi(self.steps));
        let rates = [learning_rate * corrected(FIRST_MOMENT), corrected(SECOND_MOMENT)];
        let moments = self.first.par_chunks_mut(PART).zip(self.second.par_chunks_mut(PART));
        let work = values.par_chunks_mut(PART).zip(moments).enumerate();
        work.for_each(|(at, (values, (first, second)))| {
            let from = at * PART;
            let parts = parts.iter().map(|part| &part[from..from + values.len()]).collect();
            Isa::best().run(Step { values, first, second, parts, scale, rates });
        });
    }
}

struct Step<'a> {
    values: &'a mut [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
    parts: Vec<&'a [f32]>,
    scale: f32,
    /// The learning rate with the bias correction of the first moment, and the bias correction of
    /// the second.
    rates: [f32; 2],
}

impl Task for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _pick: impl PickSquare) {
        let Step { values, first, second, parts, scale, rates: [rate, correction] } = self;
        let mut gradient = parts[0].to_vec();
        for part in &parts[1..] {
            gradient.iter_mut().zip(*part).for_each(|(sum, value)| *sum += value);
        }
        let moments = first.iter_mut().zip(second);
        for ((value, (m, v)), gradient) in values.iter_mut().zip(moments).zip(gradient) {
            let gradient = gradient * scale;
            *m = FIRST_MOMENT * *m + (1.0 - FIRST_MOMENT) * gradient;
            *v = SECOND_MOMENT * *v + (1.0 - SECOND_MOMENT) * gradient * gradient;
            *value -= rate * *m / ((*v * correction).sqrt() + EPSILON);
        }
    }
}
