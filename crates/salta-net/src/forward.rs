//! The forward pass on plain arrays. Players spend most of their time here, so it does not use
//! tensors. Its outputs equal burn's up to rounding, which the tests check.
//!
//! A few positions (a *tile*) go through all operations together, so that their values stay in the
//! cache. The sums for a position are taken in the same order whatever else is in the batch, so its
//! outputs are bit-identical.

use std::mem;

use pulp::Arch;

use crate::SQUARES;
use crate::config::NetConfig;
use crate::graph::Graph;
use crate::heads::PLAYED;
use crate::kernels::arch::{arch, tiles};
use crate::network::Network;
use crate::ops::Kernel;
use crate::values::{Channels, Id, Layout, Values};

/// A network's operations with their weights.
#[derive(Debug)]
pub(crate) struct Forward {
    config: NetConfig,
    layout: Layout,
    /// The operations that players need, and the values that they write.
    steps: Vec<(Id, Box<dyn Kernel>)>,
    heads: Heads,
}

/// Where the outputs of the heads for players are.
#[derive(Debug)]
pub(crate) struct Heads(Vec<Vec<Channels>>);

impl Heads {
    pub(crate) fn played(graph: &Graph) -> Heads {
        Heads(graph.heads[..PLAYED].to_vec())
    }

    /// The values and channels that each of them reads.
    pub(crate) fn parts(&self) -> &[Vec<Channels>] {
        &self.0
    }

    /// Room for a batch.
    pub(crate) fn reserved(&self, layout: &Layout, batch: usize) -> Raw {
        let mut raw = Raw::default();
        for (outputs, parts) in raw.iter_mut().zip(&self.0) {
            let each = parts.iter().map(|part| part.count * layout.shape(part.id).rows);
            outputs.reserve(batch * each.sum::<usize>());
        }
        raw
    }

    /// Appends the outputs of a tile.
    pub(crate) fn read(&self, values: &Values<'_>, raw: &mut Raw) {
        for position in 0..values.positions {
            for (outputs, parts) in raw.iter_mut().zip(&self.0) {
                parts.iter().for_each(|part| outputs.extend(part.read(values, position)));
            }
        }
    }
}

/// Raw outputs `[B, N]` of the heads for players for a batch of B positions, before any
/// normalisation: policy, result, margin, plies.
pub(crate) type Raw = [Vec<f32>; PLAYED];

impl Forward {
    /// The weights of `network`, for this processor; `None` if it has an operation without a kernel.
    pub(crate) fn new(network: &Network) -> Option<Forward> {
        Forward::on(arch(), network)
    }

    pub(crate) fn on(arch: Arch, network: &Network) -> Option<Forward> {
        let graph = network.graph();
        let heads = Heads::played(&graph);
        let plan = graph.plan(heads.parts());
        let operations: Vec<_> = graph.operations().collect();
        let kernel = |id: Id| operations[id - 1].kernel(arch, network.values(), false);
        let steps =
            plan.steps.into_iter().map(|id| Some((id, kernel(id)?))).collect::<Option<_>>()?;
        let layout = Layout::new(arch, graph.shapes(), plan.buffers);
        Some(Forward { config: network.config().clone(), layout, steps, heads })
    }

    /// The network's settings.
    pub(crate) fn config(&self) -> &NetConfig {
        &self.config
    }

    /// The heads' outputs for `features` `[batch, 50, F]`.
    pub(crate) fn run(&self, features: &[f32], batch: usize) -> Raw {
        let each = SQUARES * self.config.features;
        let mut raw = self.heads.reserved(&self.layout, batch);
        let mut buffers = Vec::new();
        for (first, positions) in tiles(self.layout.arch, batch) {
            if buffers.is_empty() {
                buffers = self.layout.allocate(positions);
            }
            let features = &features[first * each..(first + positions) * each];
            for (id, kernel) in &self.steps {
                let mut output = mem::take(&mut buffers[self.layout.buffer(*id)]);
                let values =
                    Values { layout: &self.layout, positions, features, buffers: &buffers };
                kernel.forward(&values, &mut output[..self.layout.length(*id, positions)]);
                buffers[self.layout.buffer(*id)] = output;
            }
            let values = Values { layout: &self.layout, positions, features, buffers: &buffers };
            self.heads.read(&values, &mut raw);
        }
        raw
    }
}

#[cfg(all(test, feature = "burn"))]
mod tests;
