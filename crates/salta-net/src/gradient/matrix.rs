//! A layer in both directions, and the sums that become the slopes of its weights.

use pulp::Arch;

use crate::SQUARES;
use crate::kernels::layer::Layer;
use crate::parts::{Named, Parts, Weights};
use crate::slot::Slot;

/// A layer in both directions.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    name: String,
    pub(super) forward: Layer,
    pub(super) back: Layer,
    /// Where its sums begin: those of the weights `[taps, inputs, width]`, then those of the bias
    /// `[width]`, or `[50, width]` where squares differ.
    start: usize,
    squares: usize,
}

/// All matrices, and the number of their sums.
pub(super) fn matrices(
    arch: Arch,
    parts: &Parts<Named>,
    layers: &Parts<Layer>,
    weights: Weights<'_>,
) -> (Parts<Matrix>, usize) {
    let mut start = 0;
    let mut matrix = |(named, forward): &(Named, Layer)| {
        let [values, _] = weights.matrix(&named.name);
        let back = Layer::turned(arch, named.shape, values);
        let squares = if forward.has_squares() { SQUARES } else { 1 };
        let matrix =
            Matrix { name: named.name.clone(), forward: forward.clone(), back, start, squares };
        start += matrix.weights() + squares * matrix.forward.width();
        matrix
    };
    let matrices = parts.zip(layers).map(&mut matrix);
    (matrices, start)
}

impl Matrix {
    fn weights(&self) -> usize {
        self.forward.taps() * self.forward.inputs() * self.forward.width()
    }

    /// The sums of its weights `[taps, inputs, width]` and of its bias `[1 or 50, width]`.
    pub(super) fn sums<'a>(&self, sums: &'a mut [f32]) -> (&'a mut [f32], &'a mut [f32]) {
        let own = self.weights() + self.squares * self.forward.width();
        sums[self.start..self.start + own].split_at_mut(self.weights())
    }

    /// Writes the slopes of its tensors to their places in `gradient`.
    fn write(&self, sums: &[f32], slots: Weights<'_>, gradient: &mut [f32]) {
        let (width, outputs) = (self.forward.width(), self.forward.outputs());
        let (weights, bias) = sums[self.start..].split_at(self.weights());
        let bias = &bias[..self.squares * width];
        let rows = |rows: &[f32], to: &mut [f32]| {
            for (row, to) in rows.chunks_exact(width).zip(to.chunks_exact_mut(outputs)) {
                to.copy_from_slice(&row[..outputs]);
            }
        };
        let place = |name: &str| slots.slot(name).range();
        rows(weights, &mut gradient[place(&format!("{}.weight", self.name))]);
        for row in bias.chunks_exact(width) {
            let sum = &mut gradient[place(&format!("{}.bias", self.name))];
            sum.iter_mut().zip(row).for_each(|(sum, slope)| *sum += slope);
        }
        if self.squares > 1 {
            rows(bias, &mut gradient[place("squares")]);
        }
    }
}

/// The sums of all matrices in the order of `slots`.
pub(super) fn gradient(matrices: &Parts<Matrix>, sums: &[f32], slots: &[Slot]) -> Vec<f32> {
    let mut gradient = vec![0.0; slots.last().map_or(0, |slot| slot.range().end)];
    let slots = Weights { slots, values: &[] };
    matrices.map(|matrix| matrix.write(sums, slots, &mut gradient));
    gradient
}
