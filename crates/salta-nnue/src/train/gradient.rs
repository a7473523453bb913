//! The loss of a part of a batch and its gradient.

use salta_core::isa::{PickSquare, Task};

use super::parameters::{
    CONTEXT, LAYERS_LENGTH, LENGTH, OUTPUT_BIAS, OUTPUT_WEIGHTS, SECOND_BIAS, THIRD_BIAS,
    THIRD_WEIGHTS, layers,
};
use super::sample::Sample;
use crate::inputs::PHASES;
use crate::network::{BOTH, HIDDEN, MARGIN_SCALE, OUTCOME_SCALE, OUTPUTS, SECOND, THIRD};

/// Error of the margin, in points, beyond which the loss grows only linearly (Huber 1964).
const HUBER: f32 = 6.0;

/// Sums over a part of a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// The gradient of each weight.
    pub(super) gradient: Vec<f32>,
    /// Absolute errors of the margin, in points.
    pub(super) absolute_error: f64,
    /// Squared errors of the expected outcome.
    pub(super) squared_error: f64,
}

/// Computes the loss of these samples and its gradient.
pub(super) struct Pass<'a> {
    pub(super) values: &'a [f32],
    pub(super) samples: &'a [Sample],
}

/// Outputs of the layers for one sample.
struct Units {
    first: [f32; BOTH],
    second: [f32; SECOND],
    third: [f32; THIRD],
    output: [f32; OUTPUTS],
}

impl Task for Pass<'_> {
    type Output = Part;

    #[inline(always)]
    fn run(self, _pick: impl PickSquare) -> Part {
        let mut part = Part { gradient: vec![0.0; LENGTH], ..Part::default() };
        let of_phase = |phase| second_transposed(&self.values[layers(phase)]);
        let transposed: Vec<Vec<f32>> = (0..PHASES).map(of_phase).collect();
        for sample in self.samples {
            let units = forward(self.values, sample);
            let deltas = loss(&units.output, sample, &mut part);
            let second = &transposed[usize::from(sample.phase)];
            backward(self.values, second, sample, &units, deltas, &mut part.gradient);
        }
        part
    }
}

/// The weights of the second layer ordered by unit, then by input.
fn second_transposed(layers: &[f32]) -> Vec<f32> {
    let by_unit = |unit| (0..BOTH).map(move |i| layers[i * SECOND + unit]);
    (0..SECOND).flat_map(by_unit).collect()
}

#[inline(always)]
fn forward(values: &[f32], sample: &Sample) -> Units {
    let mut first = [0.0; BOTH];
    for row in sample.context_rows() {
        add(&mut first, &values[CONTEXT + row * BOTH..][..BOTH]);
    }
    let (own, enemy) = first.split_at_mut(HIDDEN);
    for [seen_by_own, seen_by_enemy] in sample.piece_rows() {
        add(own, &values[seen_by_own * HIDDEN..][..HIDDEN]);
        add(enemy, &values[seen_by_enemy * HIDDEN..][..HIDDEN]);
    }
    let first = first.map(|sum: f32| sum.clamp(0.0, 1.0));
    let layers = &values[layers(sample.phase.into())];
    let second = dense(&first, &layers[..THIRD_WEIGHTS]).map(|s: f32| s.clamp(0.0, 1.0));
    let third = dense(&second, &layers[THIRD_WEIGHTS..OUTPUT_WEIGHTS]);
    let third = third.map(|sum: f32| sum.clamp(0.0, 1.0));
    let output = dense(&third, &layers[OUTPUT_WEIGHTS..]);
    Units { first, second, third, output }
}

/// Applies a layer; `weights` are ordered by input, then by unit, and followed by the biases.
#[inline(always)]
fn dense<const I: usize, const O: usize>(input: &[f32; I], weights: &[f32]) -> [f32; O] {
    let mut sums = [0.0; O];
    sums.copy_from_slice(&weights[I * O..]);
    for (value, weights) in input.iter().zip(weights.chunks_exact(O)) {
        if *value != 0.0 {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
        }
    }
    sums
}

#[inline(always)]
fn add(sums: &mut [f32], row: &[f32]) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
}

/// Adds the errors of a sample; returns the derivative of the loss with respect to each output.
#[inline(always)]
fn loss(output: &[f32; OUTPUTS], sample: &Sample, part: &mut Part) -> [f32; OUTPUTS] {
    let margin = f32::from(sample.distance_margin) + output[0] * MARGIN_SCALE as f32;
    let off = margin - sample.margin;
    let s = output[1] * OUTCOME_SCALE as f32;
    let below = 1.0 + s.abs();
    let wrong = s / below - sample.outcome;
    part.absolute_error += f64::from(off.abs());
    part.squared_error += f64::from(wrong * wrong);
    [off.clamp(-HUBER, HUBER) / HUBER, wrong * OUTCOME_SCALE as f32 / (below * below)]
}

#[inline(always)]
fn backward(
    values: &[f32],
    second_transposed: &[f32],
    sample: &Sample,
    units: &Units,
    deltas: [f32; OUTPUTS],
    gradient: &mut [f32],
) {
    let at = layers(sample.phase.into());
    let (weights, sums) = (&values[at.clone()], &mut gradient[at]);
    debug_assert_eq!(sums.len(), LAYERS_LENGTH);
    outer(&units.third, &deltas, &mut sums[OUTPUT_WEIGHTS..]);
    let back = |unit: usize, weights: &[f32], deltas: &[f32]| -> f32 {
        let row = &weights[unit * deltas.len()..][..deltas.len()];
        row.iter().zip(deltas).map(|(weight, delta)| weight * delta).sum()
    };
    let third: [f32; THIRD] = std::array::from_fn(|unit| {
        open(units.third[unit]) * back(unit, &weights[OUTPUT_WEIGHTS..OUTPUT_BIAS], &deltas)
    });
    outer(&units.second, &third, &mut sums[THIRD_WEIGHTS..OUTPUT_WEIGHTS]);
    let second: [f32; SECOND] = std::array::from_fn(|unit| {
        open(units.second[unit]) * back(unit, &weights[THIRD_WEIGHTS..THIRD_BIAS], &third)
    });
    outer(&units.first, &second, &mut sums[..THIRD_WEIGHTS]);
    debug_assert_eq!(SECOND_BIAS + SECOND, THIRD_WEIGHTS);
    let mut first = [0.0; BOTH];
    for (delta, weights) in second.into_iter().zip(second_transposed.chunks_exact(BOTH)) {
        if delta != 0.0 {
            first.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += delta * weight);
        }
    }
    first.iter_mut().zip(&units.first).for_each(|(delta, unit)| *delta *= open(*unit));
    let (own, enemy) = first.split_at(HIDDEN);
    for [seen_by_own, seen_by_enemy] in sample.piece_rows() {
        add(&mut gradient[seen_by_own * HIDDEN..][..HIDDEN], own);
        add(&mut gradient[seen_by_enemy * HIDDEN..][..HIDDEN], enemy);
    }
    for row in sample.context_rows() {
        add(&mut gradient[CONTEXT + row * BOTH..][..BOTH], &first);
    }
}

/// The derivative of a clipped unit with respect to its sum.
#[inline(always)]
fn open(unit: f32) -> f32 {
    if unit > 0.0 && unit < 1.0 { 1.0 } else { 0.0 }
}

/// Adds the gradient of a layer's weights and of the biases that follow them.
#[inline(always)]
fn outer(input: &[f32], deltas: &[f32], sums: &mut [f32]) {
    let (weights, biases) = sums.split_at_mut(input.len() * deltas.len());
    for (value, sums) in input.iter().zip(weights.chunks_exact_mut(deltas.len())) {
        if *value != 0.0 {
            sums.iter_mut().zip(deltas).for_each(|(sum, delta)| *sum += value * delta);
        }
    }
    add(biases, deltas);
}
