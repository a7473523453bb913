//! Seeded initial weights: every value comes from one generator, in the order the network is built.

use burn::module::{Param, ParamId};
use burn::tensor::Tensor;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::tensors;

/// Draws initial weights; never touches burn's global generator.
pub struct Init {
    rng: ChaCha8Rng,
}

impl Init {
    /// A generator of its own for this seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Uniform values with mean 0 and this standard deviation.
    pub fn uniform<const D: usize>(&mut self, shape: [usize; D], std: f32) -> Param<Tensor<D>> {
        let bound = 3f32.sqrt() * std;
        let draw = || (2.0 * self.rng.random::<f32>() - 1.0) * bound;
        let values = std::iter::repeat_with(draw).take(shape.iter().product()).collect();
        parameter(tensors::tensor(values, shape))
    }

    /// A matrix `[inputs, outputs]` that keeps the variance through a ReLU (He et al. 2015, eq. 10),
    /// times `gain`.
    pub fn he(&mut self, inputs: usize, outputs: usize, gain: f32) -> Param<Tensor<2>> {
        self.uniform([inputs, outputs], gain * (2.0 / inputs as f32).sqrt())
    }

    /// Zeros.
    pub fn zeros<const D: usize>(&mut self, shape: [usize; D]) -> Param<Tensor<D>> {
        parameter(Tensor::zeros(shape, &tensors::cpu()))
    }
}

fn parameter<const D: usize>(value: Tensor<D>) -> Param<Tensor<D>> {
    Param::initialized(ParamId::new(), value)
}
