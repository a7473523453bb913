//! The gradient of the losses on plain arrays. Learning spends most of its time here, so it does
//! not use tensors. The result equals burn's automatic differentiation up to rounding, which the
//! tests check.
//!
//! A few positions (a *tile*) go forward through all operations, which keep every value, then
//! backward through the same list; their values stay in the cache.

use std::ops::Range;
use std::sync::Arc;

use pulp::Arch;

use crate::SQUARES;
use crate::batch::TrainBatch;
use crate::config::NetConfig;
use crate::graph::Graph;
use crate::heads::{self, HEADS};
use crate::ops::{Backward, Operation};
use crate::step::Step;
use crate::targets::Target;
use crate::terms::{COUNT, LossWeights};
use crate::values::{FEATURES, Gradients, Id, Layout, Tile, Values};

/// A network's operations with their weights, ready for both directions.
#[derive(Debug)]
pub(crate) struct Gradient {
    config: NetConfig,
    graph: Arc<Graph>,
    layout: Layout,
    /// The operations, each with the range of the sums of its weights' gradients.
    steps: Vec<(Step, Range<usize>)>,
}

/// The losses of each head and the gradient of their weighted sum, over some samples of a batch.
pub(crate) type Part = ([f32; COUNT], Vec<f32>);

/// A batch whose losses are computed, and how they add up.
#[derive(Clone, Copy)]
pub(crate) struct Objective<'a> {
    pub(crate) batch: &'a TrainBatch,
    /// The divisors of the losses: [`divisors`](crate::heads::divisors) of the whole batch.
    pub(crate) divisors: [f32; COUNT],
    pub(crate) weights: &'a LossWeights,
}

impl Gradient {
    /// Prepares the gradient at these weights of a network with these settings, for this processor;
    /// `None` if an operation has no kernel.
    pub(crate) fn new(
        arch: Arch,
        config: &NetConfig,
        graph: Arc<Graph>,
        weights: &[f32],
    ) -> Option<Self> {
        let mut start = 0;
        let step = |(id, operation): (Id, &dyn Operation)| {
            let step = Step::of_floats(id, operation.kernel(arch, weights, true));
            let sums = start..start + step.kernel.sums();
            start = sums.end;
            (step, sums)
        };
        // Every value keeps its own buffer, because the backward pass reads all of them.
        let layout = Layout::new(arch, &graph.shapes, (0..graph.shapes.len()).collect());
        graph.has_kernels().then(|| {
            let steps = (FEATURES + 1..).zip(graph.operations()).map(step).collect();
            Gradient { config: config.clone(), layout, steps, graph: Arc::clone(&graph) }
        })
    }

    pub(crate) fn of(&self, objective: Objective<'_>, samples: Range<usize>) -> Part {
        let each = SQUARES * self.config.features;
        let mut losses = [0.0; COUNT];
        let mut sums = vec![0.0; self.steps.last().map_or(0, |(_, sums)| sums.end)];
        let mut buffers = self.layout.empty_buffers();
        for (first, positions) in self.layout.tiles(samples.len()) {
            let first = samples.start + first;
            let features = &objective.batch.features[first * each..(first + positions) * each];
            let tile = Tile { layout: &self.layout, positions, features };
            self.steps.iter().for_each(|(step, _)| step.run(tile, &mut buffers));
            let values = tile.values(&buffers);
            let gradients = self.of_heads(objective, first, values, &mut losses);
            self.backward(values, gradients, &mut sums);
        }
        let mut gradient = vec![0.0; self.graph.weights()];
        for (step, range) in &self.steps {
            step.kernel.write(&sums[range.clone()], &mut gradient);
        }
        (losses, gradient)
    }

    /// Adds the losses of the samples from `first` on; returns the gradients of the values that
    /// heads read.
    fn of_heads(
        &self,
        objective: Objective<'_>,
        first: usize,
        values: Values<'_>,
        losses: &mut [f32; COUNT],
    ) -> Gradients {
        let Objective { batch, divisors, weights } = objective;
        let mut gradients = Gradients::none(self.graph.shapes.len());
        let factors = weights.factors();
        for at in heads::present(&self.config) {
            let parts = &self.graph.heads[at];
            let mut target = Target::none(HEADS[at].width(&self.config));
            let mut outputs = Vec::with_capacity(target.values.len());
            for position in 0..values.positions {
                outputs.clear();
                parts.iter().for_each(|part| outputs.extend(part.read(&values, position)));
                target.clear();
                (HEADS[at].target)(batch, first + position, &self.config, &mut target);
                let weight = target.weight / divisors[at];
                if weight == 0.0 {
                    outputs.fill(0.0);
                } else {
                    let factor = factors[at];
                    HEADS[at].loss.add(&mut outputs, &target, weight, factor, &mut losses[at]);
                }
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

    /// The backward pass: adds the gradients of all weights to `sums`.
    fn backward(&self, values: Values<'_>, mut gradients: Gradients, sums: &mut [f32]) {
        for (Step { id, kernel, .. }, range) in self.steps.iter().rev() {
            if let Some(gradient) = gradients.take(*id) {
                let pass = Backward { values, output: values.of(*id), gradient };
                kernel.backward(pass, &mut gradients, &mut sums[range.clone()]);
            }
        }
    }
}

#[cfg(all(test, feature = "burn"))]
mod tests;
