//! The forward pass on plain arrays: what players spend their time in, so it does not go through
//! tensors. The same numbers as burn's in `tensors::network` up to rounding, which the tests hold it to.
//!
//! A few positions (a *tile*) go through all layers together; their features stay in the cache. A
//! position's sums are taken in one order whatever else is in the batch, so its outputs are the same
//! to the last bit.

mod prepared;
mod tile;

pub(crate) use prepared::{Forward, Raw, layers};

use crate::kernels::registers;
use crate::{POLICY, SQUARES};

use tile::Tile;

impl Forward {
    /// The heads' outputs for `features` `[batch, 50, F]`.
    pub(crate) fn run(&self, features: &[f32], batch: usize) -> Raw {
        let mut raw = Raw {
            policy: Vec::with_capacity(batch * POLICY),
            values: Vec::with_capacity(batch * self.layers.values.outputs()),
        };
        let each = SQUARES * self.config.features;
        let mut left = &features[..batch * each];
        while !left.is_empty() {
            let positions = left.len() / each;
            let (now, later) = left.split_at(each * registers::tile(self.arch, positions));
            match now.len() / each {
                8 => Tile::<8>::new(self).run(now, &mut raw),
                4 => Tile::<4>::new(self).run(now, &mut raw),
                2 => Tile::<2>::new(self).run(now, &mut raw),
                _ => Tile::<1>::new(self).run(now, &mut raw),
            }
            left = later;
        }
        raw
    }
}

#[cfg(all(test, feature = "burn"))]
mod tests;
