//! A network's weights in the order in which the loops of both directions read them.

use pulp::Arch;

use super::matrix::{self, Matrix};
use crate::config::NetConfig;
use crate::forward;
use crate::kernels::{self, Seen};
use crate::parts::{Parts, Weights};

/// The network's weights, ready for both directions.
#[derive(Debug)]
pub(crate) struct Gradient {
    pub(super) arch: Arch,
    pub(super) config: NetConfig,
    pub(super) around: Taps,
    pub(super) itself: Taps,
    pub(super) pooled: Taps,
    /// One row that reads one row.
    pub(super) alone: Taps,
    pub(super) matrices: Parts<Matrix>,
    /// Number of sums, those of the padding included.
    pub(super) sums: usize,
}

/// Which rows a layer reads for each of its outputs, seen from three sides.
#[derive(Debug)]
pub(super) struct Taps {
    /// For each row of outputs.
    pub(super) seen: Vec<Vec<Seen>>,
    /// For each row that is read.
    pub(super) from: Vec<Vec<Seen>>,
    /// For each tap.
    pub(super) by_tap: Vec<Vec<Seen>>,
}

impl Taps {
    fn new(seen: Vec<Vec<Seen>>, from: Vec<Vec<Seen>>) -> Self {
        Taps { by_tap: kernels::by_tap(&seen), seen, from }
    }
}

impl Gradient {
    /// At these weights of a network of these settings, for this processor.
    pub(crate) fn new(arch: Arch, config: &NetConfig, weights: Weights<'_>) -> Self {
        let parts = Parts::of(config);
        let layers = forward::layers(arch, &parts, weights);
        let (matrices, sums) = matrix::matrices(arch, &parts, &layers, weights);
        Gradient {
            arch,
            config: config.clone(),
            around: Taps::new(kernels::around(config.taps), kernels::seen_from(config.taps)),
            itself: Taps::new(kernels::itself(), kernels::itself()),
            pooled: Taps::new(kernels::pooled(), kernels::pooled_from()),
            alone: Taps::new(vec![vec![(0, 0)]], vec![vec![(0, 0)]]),
            matrices,
            sums,
        }
    }
}
