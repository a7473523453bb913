//! The forward pass that gives the same bits on every processor, in int8 or in floats.
//!
//! In int8, the inputs of the per-square matrices and the matrices themselves are bytes, so their
//! sums are exact. Everything added to the sums, and everything computed once per board, is
//! element-wise float arithmetic in a fixed order (`kernels/exact.rs`).

use std::mem;

use crate::SQUARES;
use crate::config::NetConfig;
use crate::forward::{Heads, Raw};
use crate::graph::Plan;
use crate::kernels::dot::{Instructions, MOST};
use crate::kernels::exact::{Output, tiles};
use crate::network::Network;
use crate::ops::ExactKernel;
use crate::ranges::Ranges;
use crate::values::{Id, Layout, Values};

/// A network's operations with their weights.
#[derive(Debug)]
pub(crate) struct Exact {
    instructions: Instructions,
    layout: Layout,
    steps: Vec<Step>,
    heads: Heads,
    config: NetConfig,
}

#[derive(Debug)]
struct Step {
    id: Id,
    kernel: Box<dyn ExactKernel>,
    /// The value that it takes as bytes.
    takes: Option<Id>,
    /// Whether anything reads its value as floats.
    floats: bool,
    /// Bytes for a value of 1, if anything reads it as bytes.
    bytes_per_unit: Option<f32>,
}

impl Exact {
    /// A network in f32 or, with `ranges`, in int8; `None` if an operation does not support this
    /// form.
    pub(crate) fn new(
        instructions: Instructions,
        network: &Network,
        ranges: Option<&Ranges>,
    ) -> Option<Self> {
        let graph = network.graph();
        let heads = Heads::played(&graph);
        let Plan { steps, buffers } = graph.plan(heads.parts());
        let operations: Vec<_> = graph.operations().collect();
        let takes = |id: Id| {
            let taken = ranges.and(operations[id - 1].takes_bytes());
            taken.filter(|&input| operations[input - 1].is_rectified())
        };
        let bytes_per_unit = |id: Id| {
            let range = ranges?.of(id);
            let taken = steps.iter().any(|&reader| takes(reader) == Some(id));
            taken.then(|| if range > 0.0 { f32::from(MOST) / range } else { 0.0 })
        };
        let reads_floats = |reader: Id, id: Id| {
            let others = operations[reader - 1].inputs().into_iter();
            let mut others = others.skip(usize::from(takes(reader) == Some(id)));
            others.any(|input| input == id)
        };
        let step = |&id: &Id| {
            let unit =
                takes(id).zip(ranges).map(|(input, ranges)| ranges.of(input) / f32::from(MOST));
            let kernel = operations[id - 1].exact(instructions, network.values(), unit)?;
            let by_heads = heads.parts().iter().flatten().any(|part| part.id == id);
            let floats = by_heads || steps.iter().any(|&reader| reads_floats(reader, id));
            Some(Step { id, kernel, takes: takes(id), floats, bytes_per_unit: bytes_per_unit(id) })
        };
        let steps = steps.iter().map(step).collect::<Option<_>>()?;
        let layout = Layout::exact(graph.shapes(), buffers);
        Some(Exact { instructions, layout, steps, heads, config: network.config().clone() })
    }

    /// The network's settings.
    pub(crate) fn config(&self) -> &NetConfig {
        &self.config
    }

    /// The heads' outputs for `features` `[batch, 50, F]`.
    pub(crate) fn run(&self, features: &[f32], batch: usize) -> Raw {
        let mut raw = self.heads.reserved(&self.layout, batch);
        self.walk(features, batch, |_, _| {}, |values| self.heads.read(values, &mut raw));
        raw
    }

    /// The largest number in each value over these positions `[batch, 50, F]`, for a network in
    /// f32.
    pub(crate) fn ranges(&self, features: &[f32], batch: usize) -> Ranges {
        let mut ranges = vec![0.0_f32; self.layout.values()];
        let largest = |id: Id, values: &[f32]| {
            ranges[id] = values.iter().fold(ranges[id], |most, value| most.max(*value));
        };
        self.walk(features, batch, largest, |_| {});
        Ranges::new(ranges)
    }

    /// Computes the values of all positions, a tile at a time: shows each value, then all of them.
    fn walk(
        &self,
        features: &[f32],
        batch: usize,
        mut computed: impl FnMut(Id, &[f32]),
        mut done: impl FnMut(&Values<'_>),
    ) {
        let each = SQUARES * self.config.features;
        let (mut floats, mut bytes) = (Vec::new(), Vec::new());
        for (first, positions) in tiles(self.instructions, batch) {
            if floats.is_empty() {
                floats = self.layout.allocate(positions);
                bytes = floats.iter().map(|floats: &Vec<f32>| vec![0; floats.len()]).collect();
            }
            let features = &features[first * each..(first + positions) * each];
            for step in &self.steps {
                let (buffer, length) =
                    (self.layout.buffer(step.id), self.layout.length(step.id, positions));
                let mut to = (mem::take(&mut floats[buffer]), mem::take(&mut bytes[buffer]));
                let mut output = Output {
                    floats: &mut to.0[..if step.floats { length } else { 0 }],
                    bytes: &mut to.1[..step.bytes_per_unit.map_or(0, |_| length)],
                    bytes_per_unit: step.bytes_per_unit.unwrap_or(0.0),
                };
                let values = Values { layout: &self.layout, positions, features, buffers: &floats };
                let taken = step.takes.map_or(&[][..], |id| &bytes[self.layout.buffer(id)]);
                step.kernel.apply(&values, taken, &mut output);
                computed(step.id, output.floats);
                (floats[buffer], bytes[buffer]) = to;
            }
            done(&Values { layout: &self.layout, positions, features, buffers: &floats });
        }
    }
}

#[cfg(test)]
mod tests;
