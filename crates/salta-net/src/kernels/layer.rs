//! One matrix with its bias, in the order in which `multiply` reads it.

use pulp::Arch;

use super::arch::{lanes, vectors};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Rows of features that it reads for each of its outputs.
    pub(crate) taps: usize,
    /// Features in each of them.
    pub(crate) inputs: usize,
    /// Features that it writes.
    pub(crate) outputs: usize,
}

impl Shape {
    /// Reads the mean and the maximum over the board, as two taps.
    pub(crate) fn pooled(channels: usize, outputs: usize) -> Shape {
        Shape { taps: 2, inputs: channels, outputs }
    }

    /// Rows of the matrix: the features of all taps.
    pub(crate) fn rows(self) -> usize {
        self.taps * self.inputs
    }
}

/// A matrix and a bias. Outputs are padded with zeros to whole vectors and cut into *panels* of
/// `vectors` vectors, each of which is held in registers while its weights are read once, from
/// first to last.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) shape: Shape,
    /// Floats in a vector.
    lanes: usize,
    /// Vectors in a panel.
    pub(crate) vectors: usize,
    /// `[panels, taps, inputs, vectors * lanes]`.
    weights: Vec<f32>,
    /// `[width]`, or `[50, width]` where squares differ.
    bias: Vec<f32>,
}

impl Layer {
    /// Packs `weights` `[taps * inputs, outputs]` and `bias` `[outputs]`.
    pub(crate) fn new(arch: Arch, shape: Shape, weights: &[f32], bias: &[f32]) -> Layer {
        let lanes = lanes(arch);
        Layer::packed(lanes, vectors(arch, shape.outputs.div_ceil(lanes)), shape, weights, bias)
    }

    /// The same with panels of `vectors` vectors of `lanes` floats.
    pub(crate) fn packed(
        lanes: usize,
        vectors: usize,
        shape: Shape,
        weights: &[f32],
        bias: &[f32],
    ) -> Layer {
        let outputs = shape.outputs;
        let panel = lanes * vectors;
        let width = outputs.next_multiple_of(panel);
        let mut layer =
            Layer { shape, lanes, vectors, weights: Vec::new(), bias: padded(bias, width) };
        for start in (0..width).step_by(panel) {
            for row in weights.chunks_exact(outputs) {
                let cut = &row[start.min(outputs)..outputs.min(start + panel)];
                layer.weights.extend(padded(cut, panel));
            }
        }
        layer
    }

    /// The layer that maps gradients of outputs to gradients of inputs: each tap's matrix
    /// transposed, and no bias.
    pub(crate) fn transposed(arch: Arch, shape: Shape, weights: &[f32]) -> Layer {
        let Shape { taps, inputs, outputs } = shape;
        let tap = |matrix: &[f32]| -> Vec<f32> {
            let column = |output: usize| matrix.iter().skip(output).step_by(outputs).copied();
            (0..outputs).flat_map(column).collect()
        };
        let transposed: Vec<f32> = weights.chunks_exact(inputs * outputs).flat_map(tap).collect();
        let shape = Shape { taps, inputs: outputs, outputs: inputs };
        Layer::new(arch, shape, &transposed, &vec![0.0; inputs])
    }

    /// The same with a bias per square: adds `squares` `[50, outputs]` to the bias.
    pub(crate) fn with_squares(mut self, squares: &[f32]) -> Layer {
        let rows = squares.chunks_exact(self.shape.outputs).map(|row| padded(row, self.width()));
        let sum = |row: Vec<f32>| row.into_iter().zip(&self.bias).map(|(a, b)| a + b);
        self.bias = rows.flat_map(sum).collect();
        self
    }

    /// Number of features that it writes, including padding: the length of a row of outputs.
    pub(crate) fn width(&self) -> usize {
        self.shape.outputs.next_multiple_of(self.lanes * self.vectors)
    }

    /// The bias of a square, `[width]`.
    #[inline(always)]
    pub(crate) fn bias(&self, square: usize) -> &[f32] {
        let width = self.width();
        let start = if self.bias.len() > width { square * width } else { 0 };
        &self.bias[start..start + width]
    }

    /// The weights of a tap in a panel, `[inputs, vectors * lanes]`.
    #[inline(always)]
    pub(crate) fn weights(&self, panel: usize, tap: usize) -> &[f32] {
        let each = self.shape.inputs * self.lanes * self.vectors;
        &self.weights[(panel * self.shape.taps + tap) * each..][..each]
    }
}

fn padded(row: &[f32], width: usize) -> Vec<f32> {
    let mut row = row.to_vec();
    row.resize(width, 0.0);
    row
}
