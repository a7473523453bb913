//! Layers whose outputs are bit-identical on every processor: sums of bytes, which are exact, and
//! element-wise arithmetic on floats in a fixed order, with no fused multiply-add.
//!
//! Loops run over [`LANES`] floats at a time, regardless of the processor's vector length; the
//! compiler splits them into vectors of that length.

use super::dot::{DEPTH, DotProducts, Instructions, LANES, MOST, Task, Weights};
use super::layer::{self, Shape};
use super::multiply::Input;
use crate::taps::Seen;

type Floats = [f32; LANES];

/// A layer that gives the same bits on every processor.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// Its bias and, for inputs that are floats, its weights, in one panel.
    floats: layer::Layer,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Floats,
    /// Float inputs, most of which are zero.
    Sparse,
    /// Byte inputs: weights `[taps, inputs / DEPTH, width / LANES]`, with inputs padded too, and
    /// the scale of each sum, `[width]`.
    Bytes(Vec<Weights>, Vec<f32>),
}

/// Destination of the outputs `[rows, P, width]`; an empty slice is not written.
pub(crate) struct Output<'a> {
    pub(crate) floats: &'a mut [f32],
    pub(crate) bytes: &'a mut [u8],
    /// Scale from outputs to bytes: the byte for an output of 1.
    pub(crate) bytes_per_unit: f32,
}

/// Scale from values to bytes that maps values from 0 to `range` to bytes from 0 to [`MOST`].
pub(crate) fn bytes_per_unit(range: f32) -> f32 {
    if range > 0.0 { f32::from(MOST) / range } else { 0.0 }
}

/// Rounds a matrix with this many outputs to bytes; returns them and the scale of each output.
pub(crate) fn quantised(weights: &[f32], outputs: usize) -> (Vec<i8>, Vec<f32>) {
    let mut units = vec![0.0_f32; outputs];
    for row in weights.chunks_exact(outputs) {
        units.iter_mut().zip(row).for_each(|(most, weight)| *most = most.max(weight.abs()));
    }
    units.iter_mut().for_each(|most| *most /= 127.0);
    let byte = |(weight, unit): (&f32, &f32)| {
        if *unit == 0.0 { 0 } else { (weight / unit).round_ties_even() as i8 }
    };
    let rows = weights.chunks_exact(outputs);
    (rows.flat_map(|row| row.iter().zip(&units).map(byte)).collect(), units)
}

impl Layer {
    /// `weights` `[taps * inputs, outputs]` and `bias` `[outputs]` for inputs that are floats.
    pub(crate) fn of_floats(shape: Shape, weights: &[f32], bias: &[f32], sparse: bool) -> Layer {
        let vectors = shape.outputs.div_ceil(LANES);
        let floats = layer::Layer::packed(LANES, vectors, shape, weights, bias);
        Layer { floats, kind: if sparse { Kind::Sparse } else { Kind::Floats } }
    }

    /// The same for byte inputs in units of `unit`: weights are rounded to bytes with a scale per
    /// output, so that the largest weight of each output is 127.
    pub(crate) fn of_bytes(shape: Shape, weights: &[f32], bias: &[f32], unit: f32) -> Layer {
        let Shape { taps, inputs, outputs } = shape;
        let (weights, units) = quantised(weights, outputs);
        let weight = |tap: usize, input: usize, output: usize| {
            let there = input < inputs && output < outputs;
            if there { weights[(tap * inputs + input) * outputs + output] } else { 0 }
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
        Layer { kind: Kind::Bytes(packed, units), ..Layer::of_floats(shape, &[], bias, false) }
    }

    /// The same with a bias per square: adds `squares` `[50, outputs]` to the bias.
    pub(crate) fn with_squares(self, squares: &[f32]) -> Layer {
        Layer { floats: self.floats.with_squares(squares), ..self }
    }

    #[inline(always)]
    fn bias(&self, row: usize) -> &[Floats] {
        self.floats.bias(row).as_chunks().0
    }

    /// The weights of a tap, `[inputs, width / LANES]`.
    #[inline(always)]
    fn weights(&self, tap: usize) -> &[Floats] {
        self.floats.weights(0, tap).as_chunks().0
    }

    /// Writes its outputs for a [tile](super::arch::tiles) of positions.
    pub(crate) fn apply(&self, with: Instructions, input: &Input<'_>, output: &mut Output<'_>) {
        match (&self.kind, input.positions) {
            (Kind::Sparse, _) => with.run(SparseTask { layer: self, input, output }),
            (_, 8) => self.apply_panels::<8>(with, input, output),
            (_, 4) => self.apply_panels::<4>(with, input, output),
            (_, 2) => self.apply_panels::<2>(with, input, output),
            _ => self.apply_panels::<1>(with, input, output),
        }
    }

    fn apply_panels<const P: usize>(
        &self,
        with: Instructions,
        input: &Input<'_>,
        output: &mut Output<'_>,
    ) {
        let Kind::Bytes(weights, units) = &self.kind else {
            return with.run(FloatsTask::<P> { layer: self, input, output });
        };
        let most = if with.are_wide() { 3 } else { 1 };
        match (1..=most).rev().find(|count| self.floats.vectors.is_multiple_of(*count)) {
            Some(3) => with.run(BytesTask::<P, 3> { layer: self, weights, units, input, output }),
            Some(2) => with.run(BytesTask::<P, 2> { layer: self, weights, units, input, output }),
            _ => with.run(BytesTask::<P, 1> { layer: self, weights, units, input, output }),
        }
    }
}

#[inline(always)]
fn add(mut a: Floats, b: &Floats) -> Floats {
    for (a, b) in a.iter_mut().zip(b) {
        *a += b;
    }
    a
}

impl Output<'_> {
    /// Adds the residual and the per-board row to the sums of a row, `[P, width]`, applies the
    /// ReLU, and writes them.
    #[inline(always)]
    fn finish(&mut self, input: &Input<'_>, row: usize, sums: &mut [f32]) {
        let start = row * sums.len();
        if let Some(residual) = input.residual {
            let more = &residual[start..start + sums.len()];
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        if let Some(everywhere) = input.everywhere {
            let more = &everywhere[..sums.len()];
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        if input.rectified {
            // NaN stays NaN, so that it is noticed where floats are read; as a byte it is 0.
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

/// The nearest integer from 0 to [`MOST`]; ties go to the even one.
#[inline(always)]
fn nearest(x: f32) -> u8 {
    /// From this float to twice as much, all floats are integers.
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
        let (vectors, groups) = (layer.floats.vectors, layer.floats.shape.inputs.div_ceil(DEPTH));
        let mut whole = vec![[0; LANES]; P * vectors];
        let mut floats = vec![0.0; P * layer.floats.width()];
        let (units, bias) = (units.repeat(P), layer.bias(0).as_flattened().repeat(P));
        for (row, seen) in input.seen.iter().enumerate() {
            for first in (0..vectors).step_by(V) {
                let panel = Panel { weights, groups, vectors, first };
                let sums: [[_; V]; P] = panel.sums(dot, input, seen);
                for position in 0..P {
                    for vector in 0..V {
                        whole[position * vectors + first + vector] =
                            dot.read(sums[position][vector]);
                    }
                }
            }
            let sums = whole.as_flattened().iter().zip(&units).zip(&bias);
            for (float, ((sum, unit), bias)) in floats.iter_mut().zip(sums) {
                *float = *sum as f32 * unit + bias;
            }
            output.finish(input, row, &mut floats);
        }
    }
}

/// `V` vectors of the weights of a layer, from the vector `first` on.
#[derive(Clone, Copy)]
struct Panel<'a> {
    /// `[taps, groups, vectors]`.
    weights: &'a [Weights],
    groups: usize,
    vectors: usize,
    first: usize,
}

impl Panel<'_> {
    /// The sums of a row for `P` positions and `V` vectors.
    #[inline(always)]
    fn sums<D: DotProducts, const P: usize, const V: usize>(
        self,
        dot: D,
        input: &Input<'_>,
        seen: &[Seen],
    ) -> [[D::Sums; V]; P] {
        let Panel { weights, groups, vectors, first } = self;
        let mut sums = [[dot.zeros(); V]; P];
        for &(tap, source) in seen {
            let mut inputs: [&[[u8; DEPTH]]; P] = [&[]; P];
            for (position, inputs) in inputs.iter_mut().enumerate() {
                let start = source * input.strides.tap + position * input.strides.position;
                *inputs = &input.bytes[start..start + groups * DEPTH].as_chunks().0[..groups];
            }
            let weights = &weights[tap * groups * vectors..][..groups * vectors];
            for (group, weights) in weights.chunks_exact(vectors).enumerate() {
                let weights: &[Weights; V] = weights[first..].first_chunk().expect("whole panels");
                for position in 0..P {
                    for vector in 0..V {
                        sums[position][vector] = dot.add(
                            sums[position][vector],
                            inputs[position][group],
                            &weights[vector],
                        );
                    }
                }
            }
        }
        sums
    }
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
        let (vectors, inputs) = (layer.floats.vectors, layer.floats.shape.inputs);
        let mut whole = vec![[0.0; LANES]; P * vectors];
        for (row, seen) in input.seen.iter().enumerate() {
            for vector in 0..vectors {
                let mut sums = [layer.bias(row)[vector]; P];
                for &(tap, source) in seen {
                    let mut values: [&[f32]; P] = [&[]; P];
                    for (position, values) in values.iter_mut().enumerate() {
                        let start = source * input.strides.tap + position * input.strides.position;
                        *values = &input.features[start..start + inputs];
                    }
                    for (at, weights) in layer.weights(tap).chunks_exact(vectors).enumerate() {
                        let weights = &weights[vector];
                        for position in 0..P {
                            sums[position] =
                                add_scaled(sums[position], values[position][at], weights);
                        }
                    }
                }
                for position in 0..P {
                    whole[position * vectors + vector] = sums[position];
                }
            }
            output.finish(input, row, whole.as_flattened_mut());
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
    input: &'a Input<'a>,
    output: &'a mut Output<'o>,
}

impl Task for SparseTask<'_, '_> {
    /// Multiplies inputs that are the same in all rows only once, and zeros never.
    #[inline(always)]
    fn run(self, _: impl DotProducts) {
        let SparseTask { layer, input, output } = self;
        let weights = layer.weights(0);
        let (vectors, rows) = (layer.floats.vectors, input.seen.len());
        let positions: Vec<Position<'_>> = (0..input.positions)
            .map(|position| Position::new(layer, weights, input, position))
            .collect();
        let mut here = vec![0; layer.floats.shape.inputs + 1];
        let mut whole = vec![[0.0; LANES]; positions.len() * vectors];
        for at in 0..rows {
            for (position, sums) in positions.iter().zip(whole.chunks_exact_mut(vectors)) {
                let row = position.row(at);
                let mut count = 0;
                for &input in &position.of_each {
                    here[count] = input;
                    count += usize::from(row[input] != 0.0);
                }
                for ((sum, all), bias) in sums.iter_mut().zip(&position.of_all).zip(layer.bias(at))
                {
                    *sum = add(*bias, all);
                }
                for &input in &here[..count] {
                    add_row(sums, row[input], &weights[input * vectors..][..vectors]);
                }
            }
            output.finish(input, at, whole.as_flattened_mut());
        }
    }
}

/// The inputs of one position.
struct Position<'a> {
    values: &'a [f32],
    /// Distance from one row to the next.
    stride: usize,
    inputs: usize,
    /// The sums over inputs that are the same in all rows, `[width / LANES]`.
    of_all: Vec<Floats>,
    /// The indices of the other inputs.
    of_each: Vec<usize>,
}

impl<'a> Position<'a> {
    #[inline(always)]
    fn new(layer: &Layer, weights: &[Floats], input: &Input<'a>, position: usize) -> Self {
        let (inputs, vectors) = (layer.floats.shape.inputs, layer.floats.vectors);
        let (values, stride) =
            (&input.features[position * input.strides.position..], input.strides.tap);
        let of_all = vec![[0.0; LANES]; vectors];
        let mut new = Position { values, stride, inputs, of_all, of_each: Vec::new() };
        let mut differs = vec![0; inputs];
        for row in 1..input.seen.len() {
            let pairs = new.row(row).iter().zip(new.row(0));
            for (differs, (a, b)) in differs.iter_mut().zip(pairs) {
                *differs |= a.to_bits() ^ b.to_bits();
            }
        }
        for (at, differs) in differs.into_iter().enumerate() {
            if differs != 0 {
                new.of_each.push(at);
            } else if new.row(0)[at] != 0.0 {
                let value = new.row(0)[at];
                add_row(&mut new.of_all, value, &weights[at * vectors..][..vectors]);
            }
        }
        new
    }

    #[inline(always)]
    fn row(&self, row: usize) -> &'a [f32] {
        &self.values[row * self.stride..][..self.inputs]
    }
}

#[inline(always)]
fn add_row(sums: &mut [Floats], value: f32, weights: &[Floats]) {
    for (sum, weights) in sums.iter_mut().zip(weights) {
        *sum = add_scaled(*sum, value, weights);
    }
}
