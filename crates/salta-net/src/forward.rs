//! The forward pass on plain arrays. Players spend most of their time here, so it does not use
//! tensors. Its outputs equal burn's up to rounding, which the tests check.
//!
//! A few positions (a *tile*) go through all operations together, so that their values stay in the
//! cache. The sums for a position are always taken in the same order, so its outputs are
//! bit-identical regardless of the rest of the batch.
//!
//! The exact pass gives the same bits on every processor, in int8 or in floats. In int8, the inputs
//! of the per-square matrices and the matrices themselves are bytes, so their sums are exact.
//! Everything added to the sums, and everything computed once per board, is element-wise float
//! arithmetic in a fixed order (`kernels/exact.rs`).

use pulp::Arch;

use crate::heads::PLAYED;
use crate::kernels::dot::{Instructions, MOST};
use crate::kernels::exact;
use crate::network::Network;
use crate::ranges::Ranges;
use crate::step::Step;
use crate::values::{Channels, FEATURES, Id, Layout, Shape, Tile, Values};

/// A network's operations with their weights.
#[derive(Debug)]
pub(crate) struct Forward {
    layout: Layout,
    steps: Vec<Step>,
    /// Where the outputs of the heads that players use are.
    heads: Vec<Vec<Channels>>,
}

/// Raw outputs `[B, N]` for B positions of the heads that players use, before any normalisation:
/// policy, result, margin, plies.
pub(crate) type Raw = [Vec<f32>; PLAYED];

impl Forward {
    /// Prepares the weights of `network` for these vectors; `None` if an operation has no kernel.
    pub(crate) fn new(arch: Arch, network: &Network) -> Option<Forward> {
        let graph = network.graph();
        let heads = graph.heads[..PLAYED].to_vec();
        let (steps, buffers) = graph.plan(&heads);
        let kernel = |id: Id| graph.operation(id).kernel(arch, network.values(), false);
        graph.has_kernels().then(|| Forward {
            layout: Layout::new(arch, &graph.shapes, buffers),
            steps: steps.into_iter().map(|id| Step::of_floats(id, kernel(id))).collect(),
            heads,
        })
    }

    /// The exact pass, in f32 or, with `ranges`, in int8; `None` if it has an operation without an
    /// exact kernel.
    pub(crate) fn exact(
        instructions: Instructions,
        network: &Network,
        ranges: Option<&Ranges>,
    ) -> Option<Forward> {
        let graph = network.graph();
        let heads = graph.heads[..PLAYED].to_vec();
        let (steps, buffers) = graph.plan(&heads);
        let takes = |id: Id| {
            let taken = ranges.and(graph.operation(id).takes_bytes());
            taken.filter(|&input| graph.is_rectified(input))
        };
        let bytes_per_unit = |id: Id| {
            let taken = steps.iter().any(|&reader| takes(reader) == Some(id));
            taken.then_some(exact::bytes_per_unit(ranges?.of(id)))
        };
        let reads_floats = |reader: Id, id: Id| {
            let others = graph.operation(reader).inputs().into_iter();
            let mut others = others.skip(usize::from(takes(reader) == Some(id)));
            others.any(|input| input == id)
        };
        let step = |&id: &Id| {
            let unit =
                takes(id).zip(ranges).map(|(input, ranges)| ranges.of(input) / f32::from(MOST));
            let kernel = graph.operation(id).exact(instructions, network.values(), unit);
            let by_heads = heads.iter().flatten().any(|part| part.id == id);
            let floats = by_heads || steps.iter().any(|&reader| reads_floats(reader, id));
            Step { id, kernel, floats, bytes_per_unit: bytes_per_unit(id) }
        };
        let steps = graph.has_exact().then(|| steps.iter().map(step).collect())?;
        let layout = Layout::exact(instructions, &graph.shapes, buffers);
        Some(Forward { layout, steps, heads })
    }

    /// The heads' outputs for `features` `[batch, 50, F]`.
    pub(crate) fn run(&self, features: &[f32], batch: usize) -> Raw {
        let mut raw = Raw::default();
        for (outputs, parts) in raw.iter_mut().zip(&self.heads) {
            let each = parts.iter().map(|part| part.count * self.layout.shapes[part.id].rows);
            outputs.reserve(batch * each.sum::<usize>());
        }
        let read = |values: &Values<'_>| {
            for position in 0..values.positions {
                for (outputs, parts) in raw.iter_mut().zip(&self.heads) {
                    parts.iter().for_each(|part| outputs.extend(part.read(values, position)));
                }
            }
        };
        self.walk(features, batch, |_, _| {}, read);
        raw
    }

    /// The largest number in each value over these positions `[batch, 50, F]`, for a network in
    /// f32.
    pub(crate) fn ranges(&self, features: &[f32], batch: usize) -> Ranges {
        let mut ranges = vec![0.0_f32; self.layout.shapes.len()];
        let largest = |id: Id, values: Values<'_>| {
            ranges[id] = values.of(id).iter().fold(ranges[id], |most, value| most.max(*value));
        };
        self.walk(features, batch, largest, |_| {});
        Ranges::new(ranges)
    }

    /// Computes the values of all positions tile by tile; calls `computed` after each value and
    /// `done` after each tile.
    fn walk(
        &self,
        features: &[f32],
        batch: usize,
        mut computed: impl FnMut(Id, Values<'_>),
        mut done: impl FnMut(&Values<'_>),
    ) {
        let Shape { rows, channels } = self.layout.shapes[FEATURES];
        let each = rows * channels;
        let mut buffers = self.layout.empty_buffers();
        for (first, positions) in self.layout.tiles(batch) {
            let features = &features[first * each..(first + positions) * each];
            let tile = Tile { layout: &self.layout, positions, features };
            for step in &self.steps {
                step.run(tile, &mut buffers);
                computed(step.id, tile.values(&buffers));
            }
            done(&tile.values(&buffers));
        }
    }
}

#[cfg(test)]
mod tests;
