//! Layers whose outputs are the same bits on every processor: sums of bytes, which are exact, and
//! element-wise arithmetic on floats in a fixed order, with no fused multiply-add.
//!
//! Loops run over [`LANES`] floats at a time, whatever the length of the processor's vectors; the
//! compiler cuts them into those.

use super::dot::{DEPTH, DotProducts, Instructions, LANES, MOST, Task, Weights};
use super::layer::Shape;
use super::multiply::Strides;
use crate::taps::Seen;

/// Floats that are computed at once.
type Floats = [f32; LANES];

/// A matrix, in the order in which it is read. Outputs are padded with zeros to whole [`Floats`].
#[derive(Clone, Debug)]
pub(crate) enum Matrix {
    /// `[taps, inputs, width / LANES]`.
    Floats(Vec<Floats>),
    /// The same, for inputs most of which are zero.
    Sparse(Vec<Floats>),
    /// `[taps, inputs / DEPTH, width / LANES]`, inputs padded too, and what a unit of each sum is
    /// worth, `[width]`.
    Bytes(Vec<Weights>, Vec<f32>),
}

/// A layer that is the same everywhere.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    shape: Shape,
    matrix: Matrix,
    /// `[width / LANES]`, or the same for each of 50 squares.
    bias: Vec<Floats>,
}

/// What a layer is applied to, and what comes on top.
pub(crate) struct Input<'a> {
    pub(crate) positions: usize,
    /// The inputs of layers of floats.
    pub(crate) floats: &'a [f32],
    /// Those of layers of bytes.
    pub(crate) bytes: &'a [u8],
    pub(crate) strides: Strides,
    /// For each row of outputs the taps that it reads.
    pub(crate) seen: &'a [Vec<Seen>],
    /// Added to every output, `[rows, P, width]`.
    pub(crate) residual: Option<&'a [f32]>,
    /// Added to the outputs of every row, `[P, width]`.
    pub(crate) everywhere: Option<&'a [f32]>,
    /// Whether what is negative becomes zero.
    pub(crate) rectified: bool,
}

/// Where outputs `[rows, P, width]` go; a slice that is empty is not written.
pub(crate) struct Output<'a> {
    pub(crate) floats: &'a mut [f32],
    pub(crate) bytes: &'a mut [u8],
    /// Bytes for an output of 1.
    pub(crate) bytes_per_unit: f32,
}

fn padded(row: &[f32], width: usize) -> impl Iterator<Item = Floats> {
    (0..width / LANES).map(|chunk| {
        std::array::from_fn(|lane| row.get(chunk * LANES + lane).copied().unwrap_or(0.0))
    })
}

impl Layer {
    fn new(shape: Shape, bias: &[f32], matrix: Matrix) -> Layer {
        let width = shape.outputs.next_multiple_of(LANES);
        Layer { shape, matrix, bias: padded(bias, width).collect() }
    }

    /// Packs `weights` `[taps * inputs, outputs]` and `bias` `[outputs]` for inputs that are floats.
    pub(crate) fn of_floats(shape: Shape, weights: &[f32], bias: &[f32], sparse: bool) -> Layer {
        let width = shape.outputs.next_multiple_of(LANES);
        let rows = weights.chunks_exact(shape.outputs);
        let packed = rows.flat_map(|row| padded(row, width)).collect();
        let matrix = if sparse { Matrix::Sparse(packed) } else { Matrix::Floats(packed) };
        Layer::new(shape, bias, matrix)
    }

    /// The same for inputs that are bytes, of which each stands for `unit`: weights are rounded, each
    /// output's with a unit of its own, so that the largest is 127.
    pub(crate) fn of_bytes(shape: Shape, weights: &[f32], bias: &[f32], unit: f32) -> Layer {
        let Shape { taps, inputs, outputs } = shape;
        let largest = |output: usize| {
            let column = weights.iter().skip(output).step_by(outputs);
            column.fold(0.0_f32, |most, weight| most.max(weight.abs()))
        };
        let units: Vec<f32> = (0..outputs).map(|output| largest(output) / 127.0).collect();
        let weight = |tap: usize, input: usize, output: usize| {
            if input >= inputs || output >= outputs || units[output] == 0.0 {
                return 0;
            }
            let weight = weights[(tap * inputs + input) * outputs + output];
            (weight / units[output]).round_ties_even() as i8
        };
        let mut packed = Vec::new();
        for tap in 0..taps {
            for group in (0..inputs).step_by(DEPTH) {
                for first in (0..outputs).step_by(LANES) {
                    packed.push(std::array::from_fn(|at| {
                        weight(tap, group + at % DEPTH, first + at / DEPTH)
                    }));
                }
            }
        }
        let mut units: Vec<f32> = units.into_iter().map(|each| each * unit).collect();
        units.resize(outputs.next_multiple_of(LANES), 0.0);
        Layer::new(shape, bias, Matrix::Bytes(packed, units))
    }

    /// The same with a bias of its own for each square: `squares` `[50, outputs]` comes on top.
    pub(crate) fn with_squares(mut self, squares: &[f32]) -> Layer {
        let width = self.width();
        let bias = self.bias.clone();
        let rows = squares.chunks_exact(self.shape.outputs);
        let sum = |row| padded(row, width).zip(&bias).map(|(a, b)| add(a, b));
        self.bias = rows.flat_map(sum).collect();
        self
    }

    /// The features that it writes, with the padding.
    fn width(&self) -> usize {
        self.shape.outputs.next_multiple_of(LANES)
    }

    fn vectors(&self) -> usize {
        self.width() / LANES
    }

    #[inline(always)]
    fn bias(&self, row: usize) -> &[Floats] {
        let vectors = self.vectors();
        &self.bias[row * vectors % self.bias.len()..][..vectors]
    }

    /// Writes its outputs for so many positions as [`tiles`] has.
    pub(crate) fn apply(&self, with: Instructions, input: &Input<'_>, output: &mut Output<'_>) {
        match &self.matrix {
            Matrix::Sparse(weights) => {
                with.run(SparseTask { layer: self, weights, input, output });
            }
            Matrix::Floats(_) => self.apply_tile(with, input, output),
            Matrix::Bytes(..) => self.apply_tile(with, input, output),
        }
    }

    fn apply_tile(&self, with: Instructions, input: &Input<'_>, output: &mut Output<'_>) {
        match input.positions {
            8 => self.apply_panels::<8>(with, input, output),
            4 => self.apply_panels::<4>(with, input, output),
            2 => self.apply_panels::<2>(with, input, output),
            _ => self.apply_panels::<1>(with, input, output),
        }
    }

    fn apply_panels<const P: usize>(
        &self,
        with: Instructions,
        input: &Input<'_>,
        output: &mut Output<'_>,
    ) {
        let Matrix::Bytes(weights, units) = &self.matrix else {
            return with.run(FloatsTask::<P> { layer: self, input, output });
        };
        let most = if with.are_wide() { 3 } else { 1 };
        match (1..=most).rev().find(|count| self.vectors().is_multiple_of(*count)) {
            Some(3) => with.run(BytesTask::<P, 3> { layer: self, weights, units, input, output }),
            Some(2) => with.run(BytesTask::<P, 2> { layer: self, weights, units, input, output }),
            _ => with.run(BytesTask::<P, 1> { layer: self, weights, units, input, output }),
        }
    }
}

/// The tiles of so many positions: the first of each, and how many.
pub(crate) fn tiles(with: Instructions, positions: usize) -> impl Iterator<Item = (usize, usize)> {
    let sizes: &[usize] = if with.are_wide() { &[8, 4, 2, 1] } else { &[4, 2, 1] };
    let mut first = 0;
    std::iter::from_fn(move || {
        let count = sizes.iter().copied().find(|size| *size <= positions - first)?;
        first += count;
        Some((first - count, count))
    })
}

#[inline(always)]
fn add(mut a: Floats, b: &Floats) -> Floats {
    for (a, b) in a.iter_mut().zip(b) {
        *a += b;
    }
    a
}

impl Output<'_> {
    /// Adds what comes on top of the sums of a row from `position` on, `[positions, width]`, and writes
    /// them.
    #[inline(always)]
    fn finish(
        &mut self,
        input: &Input<'_>,
        width: usize,
        (row, position): (usize, usize),
        sums: &mut [f32],
    ) {
        let start = (row * input.positions + position) * width;
        if let Some(residual) = input.residual {
            let more = &residual[start..start + sums.len()];
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        if let Some(everywhere) = input.everywhere {
            let more = &everywhere[position * width..][..sums.len()];
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        if input.rectified {
            // What is not a number stays so and is noticed.
            sums.iter_mut().for_each(|sum| *sum = if *sum <= 0.0 { 0.0 } else { *sum });
        }
        if !self.floats.is_empty() {
            self.floats[start..start + sums.len()].copy_from_slice(sums);
        }
        if !self.bytes.is_empty() {
            let bytes = &mut self.bytes[start..start + sums.len()];
            for (byte, sum) in bytes.iter_mut().zip(sums) {
                *byte = nearest(*sum * self.bytes_per_unit);
            }
        }
    }
}

/// The nearest whole number from 0 to [`MOST`]; of two the even one.
#[inline(always)]
fn nearest(x: f32) -> u8 {
    /// Floats from here on to twice as much are whole numbers.
    const WHOLE: f32 = (1 << 23) as f32;
    let x = if x > 0.0 { x } else { 0.0 };
    let x = if x < f32::from(MOST) { x } else { f32::from(MOST) };
    (x + WHOLE).to_bits() as u8
}

struct BytesTask<'a, 'o, const P: usize, const V: usize> {
    layer: &'a Layer,
    weights: &'a [Weights],
    units: &'a [f32],
    input: &'a Input<'a>,
    output: &'a mut Output<'o>,
}

impl<const P: usize, const V: usize> Task for BytesTask<'_, '_, P, V> {
    #[inline(always)]
    fn run(self, dot: impl DotProducts) {
        let BytesTask { layer, weights, units, input, output } = self;
        let (vectors, groups) = (layer.vectors(), layer.shape.inputs.div_ceil(DEPTH));
        let mut whole = vec![[0; LANES]; P * vectors];
        let mut floats = vec![0.0; P * layer.width()];
        for (row, seen) in input.seen.iter().enumerate() {
            for first in (0..vectors).step_by(V) {
                let mut sums = [[dot.zeros(); V]; P];
                for &(tap, source) in seen {
                    let from = source * input.strides.tap;
                    let mut inputs: [&[[u8; DEPTH]]; P] = [&[]; P];
                    for (position, inputs) in inputs.iter_mut().enumerate() {
                        let start = from + position * input.strides.position;
                        *inputs = input.bytes[start..start + groups * DEPTH].as_chunks().0;
                    }
                    let weights = &weights[tap * groups * vectors..][..groups * vectors];
                    add_products(dot, &mut sums, inputs, weights, first, vectors);
                }
                for (position, sums) in sums.into_iter().enumerate() {
                    for (vector, sums) in (first..).zip(sums) {
                        whole[position * vectors + vector] = dot.read(sums);
                    }
                }
            }
            let bias = layer.bias(row).as_flattened();
            for (floats, sums) in
                floats.chunks_exact_mut(layer.width()).zip(whole.chunks_exact(vectors))
            {
                let pairs = floats.iter_mut().zip(sums.as_flattened());
                for (((float, sum), unit), bias) in pairs.zip(units).zip(bias) {
                    *float = *sum as f32 * unit + bias;
                }
            }
            output.finish(input, layer.width(), (row, 0), &mut floats);
        }
    }
}

/// Adds one tap's inputs times its weights `[groups, vectors]`, of which `V` from the `first`.
#[inline(always)]
fn add_products<D: DotProducts, const P: usize, const V: usize>(
    dot: D,
    sums: &mut [[D::Sums; V]; P],
    inputs: [&[[u8; DEPTH]]; P],
    weights: &[Weights],
    first: usize,
    vectors: usize,
) {
    let groups = weights.len() / vectors;
    let mut inputs = inputs;
    for inputs in &mut inputs {
        *inputs = &inputs[..groups];
    }
    let mut held = *sums;
    for (group, weights) in weights.chunks_exact(vectors).enumerate() {
        let weights: &[Weights; V] = weights[first..].first_chunk().expect("whole panels");
        for position in 0..P {
            for vector in 0..V {
                held[position][vector] =
                    dot.add(held[position][vector], inputs[position][group], &weights[vector]);
            }
        }
    }
    *sums = held;
}

struct FloatsTask<'a, 'o, const P: usize> {
    layer: &'a Layer,
    input: &'a Input<'a>,
    output: &'a mut Output<'o>,
}

impl<const P: usize> Task for FloatsTask<'_, '_, P> {
    #[inline(always)]
    fn run(self, _: impl DotProducts) {
        let FloatsTask { layer, input, output } = self;
        let Matrix::Floats(weights) = &layer.matrix else { return };
        let (vectors, inputs) = (layer.vectors(), layer.shape.inputs);
        let mut whole = vec![[0.0; LANES]; P * vectors];
        for (row, seen) in input.seen.iter().enumerate() {
            for vector in 0..vectors {
                let mut sums = [layer.bias(row)[vector]; P];
                for &(tap, source) in seen {
                    let from = source * input.strides.tap;
                    for at in 0..inputs {
                        let weights = &weights[(tap * inputs + at) * vectors + vector];
                        for (position, sums) in sums.iter_mut().enumerate() {
                            let value = input.floats[from + position * input.strides.position + at];
                            *sums = add_scaled(*sums, value, weights);
                        }
                    }
                }
                for (position, sums) in sums.into_iter().enumerate() {
                    whole[position * vectors + vector] = sums;
                }
            }
            output.finish(input, layer.width(), (row, 0), whole.as_flattened_mut());
        }
    }
}

#[inline(always)]
fn add_scaled(mut sums: Floats, value: f32, weights: &Floats) -> Floats {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += value * weight;
    }
    sums
}

struct SparseTask<'a, 'o> {
    layer: &'a Layer,
    weights: &'a [Floats],
    input: &'a Input<'a>,
    output: &'a mut Output<'o>,
}

impl Task for SparseTask<'_, '_> {
    /// Inputs that are the same in all rows are multiplied once, zeros never.
    #[inline(always)]
    fn run(self, _: impl DotProducts) {
        let SparseTask { layer, weights, input, output } = self;
        let (inputs, vectors) = (layer.shape.inputs, layer.vectors());
        for position in 0..input.positions {
            let values = &input.floats[position * input.strides.position..];
            let row = |row: usize| &values[row * input.strides.tap..][..inputs];
            let mut differs = vec![0; inputs];
            for at in 1..input.seen.len() {
                let pairs = row(at).iter().zip(row(0));
                for (differs, (a, b)) in differs.iter_mut().zip(pairs) {
                    *differs |= a.to_bits() ^ b.to_bits();
                }
            }
            let same = |at: &usize| differs[*at] == 0;
            let of_each: Vec<usize> = (0..inputs).filter(|at| !same(at)).collect();
            let mut sums_of_all = vec![[0.0; LANES]; vectors];
            for at in (0..inputs).filter(same).filter(|at| row(0)[*at] != 0.0) {
                add_row(&mut sums_of_all, row(0)[at], &weights[at * vectors..][..vectors]);
            }
            let (mut here, mut sums) = (vec![0; of_each.len() + 1], sums_of_all.clone());
            for at in 0..input.seen.len() {
                let row = row(at);
                let mut count = 0;
                for &input in &of_each {
                    here[count] = input;
                    count += usize::from(row[input] != 0.0);
                }
                for ((sum, all), bias) in sums.iter_mut().zip(&sums_of_all).zip(layer.bias(at)) {
                    *sum = add(*bias, all);
                }
                for &input in &here[..count] {
                    add_row(&mut sums, row[input], &weights[input * vectors..][..vectors]);
                }
                output.finish(input, layer.width(), (at, position), sums.as_flattened_mut());
            }
        }
    }
}

#[inline(always)]
fn add_row(sums: &mut [Floats], value: f32, weights: &[Floats]) {
    for (sum, weights) in sums.iter_mut().zip(weights) {
        *sum = add_scaled(*sum, value, weights);
    }
}
