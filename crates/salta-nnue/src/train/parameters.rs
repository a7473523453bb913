//! All weights as one list of floats, the offset of each, and the integers they become.

use rand::{Rng, RngExt};

use crate::inputs::{CONTEXT_ROWS, PHASES, PIECE_ROWS};
use crate::network::{
    BOTH, FIRST_SHIFT, HIDDEN, Layers, Network, ONE, OUTPUTS, SECOND, SUM_ONE, THIRD, WEIGHT_SHIFT,
};

/// A sum of 1 in the first layer, as an integer.
const FIRST_ONE: f32 = (ONE << FIRST_SHIFT) as f32;
/// The largest weight that a byte can hold.
const BYTE: f32 = ONE as f32 / (1 << WEIGHT_SHIFT) as f32;
/// Bounds of the weights in rows of pieces and of the context, which keep every sum within 16 bits:
/// 30 pieces and at most 10 rows of context.
const PIECE_BOUND: f32 = 1.5;
const CONTEXT_BOUND: f32 = 0.25;

/// Where the rows of the context begin; those of pieces come first.
pub(super) const CONTEXT: usize = PIECE_ROWS * HIDDEN;
/// Where the layers of the first phase begin.
const LAYERS: usize = CONTEXT + CONTEXT_ROWS * BOTH;
/// Offsets within the layers of a phase. Weights are ordered by input, then by unit.
pub(super) const SECOND_BIAS: usize = BOTH * SECOND;
pub(super) const THIRD_WEIGHTS: usize = SECOND_BIAS + SECOND;
pub(super) const THIRD_BIAS: usize = THIRD_WEIGHTS + SECOND * THIRD;
pub(super) const OUTPUT_WEIGHTS: usize = THIRD_BIAS + THIRD;
pub(super) const OUTPUT_BIAS: usize = OUTPUT_WEIGHTS + THIRD * OUTPUTS;
pub(super) const LAYERS_LENGTH: usize = OUTPUT_BIAS + OUTPUTS;
/// Total number of weights.
pub(super) const LENGTH: usize = LAYERS + PHASES * LAYERS_LENGTH;

/// The range of the layers of a phase.
pub(super) const fn layers(phase: usize) -> std::ops::Range<usize> {
    let start = LAYERS + phase * LAYERS_LENGTH;
    start..start + LAYERS_LENGTH
}

/// The initial weights, which are the same for all phases.
pub(super) fn initial<R: Rng + ?Sized>(rng: &mut R) -> Vec<f32> {
    let mut values = vec![0.0; LENGTH];
    let mut fill = |values: &mut [f32], most: f32| {
        values.iter_mut().for_each(|value| *value = rng.random_range(-most..most));
    };
    fill(&mut values[..CONTEXT], 0.12);
    // The row that is active in every position: units start within their bounds.
    values[LAYERS - BOTH..LAYERS].fill(0.25);
    let first = layers(0);
    fill(&mut values[first.clone()][..SECOND_BIAS], 0.12);
    fill(&mut values[first.clone()][THIRD_WEIGHTS..THIRD_BIAS], 0.4);
    fill(&mut values[first.clone()][OUTPUT_WEIGHTS..OUTPUT_BIAS], 0.15);
    values[first.clone()][SECOND_BIAS..THIRD_WEIGHTS].fill(0.1);
    values[first.clone()][THIRD_BIAS..OUTPUT_WEIGHTS].fill(0.1);
    (1..PHASES).for_each(|phase| values.copy_within(first.clone(), layers(phase).start));
    values
}

/// Clamps every weight to the range of its integer.
pub(super) fn clip(values: &mut [f32]) {
    let within = |values: &mut [f32], most: f32| {
        values.iter_mut().for_each(|value| *value = value.clamp(-most, most));
    };
    within(&mut values[..CONTEXT], PIECE_BOUND);
    within(&mut values[CONTEXT..LAYERS - BOTH], CONTEXT_BOUND);
    within(&mut values[LAYERS - BOTH..LAYERS], PIECE_BOUND);
    for phase in 0..PHASES {
        let values = &mut values[layers(phase)];
        within(&mut values[..SECOND_BIAS], BYTE);
        within(&mut values[THIRD_WEIGHTS..THIRD_BIAS], BYTE);
        within(&mut values[OUTPUT_WEIGHTS..OUTPUT_BIAS], BYTE);
    }
}

/// The quantised network.
pub(super) fn quantised(values: &[f32]) -> Network {
    let word = |value: &f32| (value * FIRST_ONE).round() as i16;
    let row = |row: &[f32]| row.iter().map(word).collect::<Vec<_>>();
    let pieces = values[..CONTEXT].chunks(HIDDEN);
    let context = values[CONTEXT..LAYERS].chunks(BOTH);
    Network {
        pieces: pieces.map(|r| row(r).try_into().expect("a row")).collect(),
        context: context.map(|r| row(r).try_into().expect("a row")).collect(),
        layers: (0..PHASES).map(|phase| quantised_layers(&values[layers(phase)])).collect(),
        trained_in: Vec::new(),
    }
}

fn quantised_layers(values: &[f32]) -> Layers {
    Layers {
        second: weights(&values[..SECOND_BIAS]),
        second_bias: biases(&values[SECOND_BIAS..THIRD_WEIGHTS]),
        third: weights(&values[THIRD_WEIGHTS..THIRD_BIAS]),
        third_bias: biases(&values[THIRD_BIAS..OUTPUT_WEIGHTS]),
        output: weights(&values[OUTPUT_WEIGHTS..OUTPUT_BIAS]),
        output_bias: biases(&values[OUTPUT_BIAS..]),
    }
}

/// Quantised weights by unit, from those by input.
fn weights<const I: usize, const O: usize>(values: &[f32]) -> [[i16; I]; O] {
    let byte = |value: f32| (value * (1 << WEIGHT_SHIFT) as f32).round() as i16;
    std::array::from_fn(|o| std::array::from_fn(|i| byte(values[i * O + o])))
}

fn biases<const O: usize>(values: &[f32]) -> [i32; O] {
    std::array::from_fn(|o| (values[o] * SUM_ONE as f32).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn clipped_weights_fit_their_integers() {
        let mut values = initial(&mut ChaCha8Rng::seed_from_u64(1));
        values.iter_mut().for_each(|value| *value *= 1000.0);
        clip(&mut values);
        let network = quantised(&values);
        let bytes = network.to_bytes().expect("no sum leaves 16 bits");
        assert_eq!(Network::from_bytes(&bytes), Ok(network));
    }
}
