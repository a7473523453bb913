//! The forward pass on plain arrays: what players spend their time in, so it does not go through
//! tensors. The same numbers as burn's up to rounding, which the tests hold it to.
//!
//! A few positions (a *tile*) go through all operations together; their values stay in the cache. A
//! position's sums are taken in one order whatever else is in the batch, so its outputs are the same
//! to the last bit.

use std::mem;

use pulp::Arch;

use crate::SQUARES;
use crate::config::NetConfig;
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
    /// The operations that players need, and what they write.
    steps: Vec<(Id, Box<dyn Kernel>)>,
    heads: Vec<Vec<Channels>>,
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
        let heads = graph.heads[..PLAYED].to_vec();
        let plan = graph.plan(&heads);
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
        let mut raw = Raw::default();
        for (outputs, parts) in raw.iter_mut().zip(&self.heads) {
            let each = parts.iter().map(|part| part.count * self.layout.shape(part.id).rows);
            outputs.reserve(batch * each.sum::<usize>());
        }
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
            for position in 0..positions {
                for (outputs, parts) in raw.iter_mut().zip(&self.heads) {
                    parts.iter().for_each(|part| outputs.extend(part.read(&values, position)));
                }
            }
        }
        raw
    }
}

#[cfg(all(test, feature = "burn"))]
mod tests;
