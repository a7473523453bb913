//! The gradient of the losses on plain arrays. Learning spends most of its time here, so it does
//! not use tensors. The result equals burn's automatic differentiation up to rounding, which the
//! tests check.
//!
//! A few positions (a *tile*) go forward through all operations, which keep every value, then
//! backward through the same list; their values stay in the cache.

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use pulp::Arch;

use crate::SQUARES;
use crate::batch::TrainBatch;
use crate::config::NetConfig;
use crate::graph::Graph;
use crate::heads::HEADS;
use crate::kernels::arch::tiles;
use crate::ops::{Backward, Kernel};
use crate::targets::Target;
use crate::terms::{COUNT, LossWeights};
use crate::values::{Gradients, Id, Layout, Values};

/// A network's operations with their weights, ready for both directions.
#[derive(Debug)]
pub(crate) struct Gradient {
    config: NetConfig,
    graph: Arc<Graph>,
    layout: Layout,
    kernels: Vec<Step>,
}

/// An operation, what it writes, and where the sums of its weights are.
#[derive(Debug)]
struct Step {
    id: Id,
    kernel: Box<dyn Kernel>,
    sums: Range<usize>,
}

/// The samples whose gradient is computed.
#[derive(Clone, Copy)]
pub(crate) struct Objective<'a> {
    pub(crate) batch: &'a TrainBatch,
    /// What the losses are divided by: [`divisors`](crate::heads::divisors) of the whole batch.
    pub(crate) divisors: [f32; COUNT],
    pub(crate) weights: &'a LossWeights,
}

impl Gradient {
    /// The gradient at these weights of a network with these settings, for this processor; `None`
    /// if an operation has no kernel.
    pub(crate) fn new(
        arch: Arch,
        config: &NetConfig,
        graph: Arc<Graph>,
        weights: &[f32],
    ) -> Option<Self> {
        let mut kernels = Vec::new();
        let mut start = 0;
        for (index, operation) in graph.operations().enumerate() {
            let kernel = operation.kernel(arch, weights, true)?;
            let sums = start..start + kernel.sums();
            start = sums.end;
            kernels.push(Step { id: index + 1, kernel, sums });
        }
        // Every value is kept in a buffer of its own.
        let layout = Layout::new(arch, graph.shapes(), (0..=kernels.len()).collect());
        Some(Gradient { config: config.clone(), graph, layout, kernels })
    }

    /// The losses of these samples of a batch, and the gradient of their weighted sum.
    pub(crate) fn of(
        &self,
        objective: Objective<'_>,
        samples: Range<usize>,
    ) -> ([f32; COUNT], Vec<f32>) {
        let each = SQUARES * self.config.features;
        let mut losses = [0.0; COUNT];
        let mut sums = vec![0.0; self.kernels.last().map_or(0, |step| step.sums.end)];
        let mut buffers = Vec::new();
        for (first, positions) in tiles(self.layout.arch, samples.len()) {
            if buffers.is_empty() {
                buffers = self.layout.allocate(positions);
            }
            let first = samples.start + first;
            let features = &objective.batch.features[first * each..(first + positions) * each];
            self.forward(&mut buffers, positions, features);
            let values = Values { layout: &self.layout, positions, features, buffers: &buffers };
            let gradients = self.of_heads(objective, first, values, &mut losses);
            self.backward(values, gradients, &mut sums);
        }
        let mut gradient = vec![0.0; self.graph.weights()];
        for Step { kernel, sums: range, .. } in &self.kernels {
            kernel.write(&sums[range.clone()], &mut gradient);
        }
        (losses, gradient)
    }

    /// Computes all values.
    fn forward(&self, buffers: &mut [Vec<f32>], positions: usize, features: &[f32]) {
        for Step { id, kernel, .. } in &self.kernels {
            let mut output = mem::take(&mut buffers[*id]);
            let values = Values { layout: &self.layout, positions, features, buffers };
            kernel.forward(&values, &mut output[..self.layout.length(*id, positions)]);
            buffers[*id] = output;
        }
    }

    /// Adds the losses of the samples from `first` on; the gradients of the values that heads read.
    fn of_heads(
        &self,
        objective: Objective<'_>,
        first: usize,
        values: Values<'_>,
        losses: &mut [f32; COUNT],
    ) -> Gradients {
        let Objective { batch, divisors, weights } = objective;
        let mut gradients = Gradients::none(self.graph.shapes().len());
        let factors = weights.factors();
        for (at, parts) in self.graph.heads.iter().enumerate() {
            let mut target = Target::none(HEADS[at].width(&self.config));
            let mut outputs = Vec::with_capacity(target.values.len());
            for position in 0..values.positions {
                outputs.clear();
                parts.iter().for_each(|part| outputs.extend(part.read(&values, position)));
                target.clear();
                (HEADS[at].target)(batch, first + position, &self.config, &mut target);
                let weight = target.weight / divisors[at];
                HEADS[at].loss.add(&mut outputs, &target, weight, factors[at], &mut losses[at]);
                let mut outputs = outputs.drain(..);
                for part in parts {
                    let places = part.places(&self.layout, values.positions, position);
                    let gradient = gradients.or_zeros(part.id, values.of(part.id).len());
                    places.zip(&mut outputs).for_each(|(at, value)| gradient[at] = value);
                }
            }
        }
        gradients
    }

    /// Adds the gradients of all weights.
    fn backward(&self, values: Values<'_>, mut gradients: Gradients, sums: &mut [f32]) {
        for Step { id, kernel, sums: range } in self.kernels.iter().rev() {
            if let Some(gradient) = gradients.take(*id) {
                let pass = Backward { values, output: values.of(*id), gradient };
                kernel.backward(pass, &mut gradients, &mut sums[range.clone()]);
            }
        }
    }
}

#[cfg(all(test, feature = "burn"))]
mod tests;
