//! Replaces `tensors` in a build without burn. This code is never reached, because settings that
//! need burn are refused.

use crate::compute::Compute;
use crate::forward::Raw;
use crate::network::Network;

const REFUSED: &str = "Compute::check refuses devices, and settings such operations";

/// Never created in such a build.
#[derive(Debug)]
pub(crate) struct OnDevice;

impl OnDevice {
    pub(crate) fn new(_: &Network, _: Compute) -> Self {
        unreachable!("{REFUSED}")
    }

    pub(crate) fn run(&self, _: &[f32], _: usize) -> Raw {
        unreachable!("{REFUSED}")
    }
}

pub(crate) mod autodiff {
    use std::ops::Range;

    use crate::compute::Compute;
    use crate::gradient::{Objective, Part};
    use crate::network::Network;

    pub(crate) fn gradients(
        _: &Network,
        _: Objective<'_>,
        _: &[Range<usize>],
        _: Compute,
    ) -> Vec<Part> {
        unreachable!("a learner is not made with it")
    }
}
