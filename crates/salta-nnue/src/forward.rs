//! The arithmetic of an evaluation, as plain loops that every instruction set runs with the same
//! results.

use salta_core::isa::{PickSquare, Task};

use crate::network::{
    BOTH, FIRST_SHIFT, HIDDEN, Layers, MARGIN_SCALE, ONE, OUTCOME_SCALE, OUTPUTS, SECOND, SUM_ONE,
    THIRD, WEIGHT_SHIFT,
};

/// Sums of the first layer, with the pieces as White and as Black sees them.
pub(crate) type Sums = [[i16; HIDDEN]; 2];

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Expected margin in hundredths of a point.
    pub margin: i32,
    /// Expected outcome, from −1 (loss) through 0 (draw) to 1 (win), in 1024ths.
    pub outcome: i32,
}

impl Evaluation {
    /// Computes the evaluation from the sums of the last layer and the mover's margin by distance.
    pub(crate) fn of_outputs(outputs: [i32; OUTPUTS], distance_margin: i32) -> Evaluation {
        let [margin, outcome] = outputs;
        let beyond = i64::from(margin) * i64::from(100 * MARGIN_SCALE) / i64::from(SUM_ONE);
        let s = i64::from(outcome) * i64::from(OUTCOME_SCALE);
        let outcome = 1024 * s / (i64::from(SUM_ONE) + s.abs());
        Evaluation { margin: 100 * distance_margin + beyond as i32, outcome: outcome as i32 }
    }

    /// The expected score, from 0 to 1: a win 1, a draw ½.
    pub fn expected_score(self) -> f32 {
        (1.0 + self.outcome as f32 / 1024.0) / 2.0
    }
}

/// The sums after a piece has moved: for each view, those of `parent` plus one row and minus
/// another.
pub(crate) struct Moved<'a> {
    pub(crate) parent: &'a Sums,
    pub(crate) child: &'a mut Sums,
    pub(crate) added: [&'a [i16; HIDDEN]; 2],
    pub(crate) removed: [&'a [i16; HIDDEN]; 2],
}

impl Task for Moved<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _pick: impl PickSquare) {
        for view in 0..2 {
            let (parent, child) = (&self.parent[view], &mut self.child[view]);
            let (added, removed) = (self.added[view], self.removed[view]);
            for unit in 0..HIDDEN {
                child[unit] = parent[unit].wrapping_add(added[unit]).wrapping_sub(removed[unit]);
            }
        }
    }
}

/// The layers after the first one.
pub(crate) struct Forward<'a> {
    /// Sums of the mover's view and of the enemy's.
    pub(crate) sums: [&'a [i16; HIDDEN]; 2],
    /// What the context adds to them.
    pub(crate) context: &'a [i16; BOTH],
    pub(crate) layers: &'a Layers,
}

impl Task for Forward<'_> {
    type Output = [i32; OUTPUTS];

    #[inline(always)]
    fn run(self, _pick: impl PickSquare) -> [i32; OUTPUTS] {
        let layers = self.layers;
        let mut first = [0; BOTH];
        for (view, sums) in self.sums.into_iter().enumerate() {
            let context = &self.context[view * HIDDEN..][..HIDDEN];
            let first = &mut first[view * HIDDEN..][..HIDDEN];
            for unit in 0..HIDDEN {
                let sum = sums[unit].wrapping_add(context[unit]);
                first[unit] = (sum >> FIRST_SHIFT).clamp(0, ONE as i16);
            }
        }
        let second: [i16; SECOND] = clipped(&first, &layers.second, &layers.second_bias);
        let third: [i16; THIRD] = clipped(&second, &layers.third, &layers.third_bias);
        products(&third, &layers.output, &layers.output_bias)
    }
}

#[inline(always)]
fn products<const I: usize, const O: usize>(
    input: &[i16; I],
    weights: &[[i16; I]; O],
    bias: &[i32; O],
) -> [i32; O] {
    let mut sums = *bias;
    for (sum, row) in sums.iter_mut().zip(weights) {
        let mut product = 0;
        for i in 0..I {
            product += i32::from(input[i]) * i32::from(row[i]);
        }
        *sum += product;
    }
    sums
}

#[inline(always)]
fn clipped<const I: usize, const O: usize>(
    input: &[i16; I],
    weights: &[[i16; I]; O],
    bias: &[i32; O],
) -> [i16; O] {
    products(input, weights, bias).map(|sum| (sum >> WEIGHT_SHIFT).clamp(0, ONE) as i16)
}
