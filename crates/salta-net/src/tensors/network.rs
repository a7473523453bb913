//! The trunk: residual blocks of layers that gather a square's neighbourhood and multiply it by a
//! matrix.

use burn::module::{Module, Param};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Int, Tensor, TensorData};

use super::heads::{Heads, RawOutputs};
use super::linear::{Linear, pool, zeros};
use super::weights;
use crate::config::NetConfig;
use crate::network::Network;
use crate::{SQUARES, taps};

/// What every layer needs for gathering, made once per batch.
struct Gather {
    rows: Tensor<1, Int>, // [B*50*taps]
    zero: Tensor<2>,      // [1, C], read for squares off the board
    taps: usize,
}

impl Gather {
    fn new(batch: usize, config: &NetConfig, device: &Device) -> Self {
        let rows = taps::gather_rows(batch, config.taps);
        let count = rows.len();
        Self {
            rows: Tensor::from_data(TensorData::new(rows, [count]), device),
            zero: Tensor::zeros([1, config.channels], device),
            taps: config.taps,
        }
    }

    /// Each square's taps side by side.
    fn apply(&self, x: Tensor<2>) -> Tensor<2> {
        let [squares, channels] = x.dims(); // [B*50, C]
        let padded = Tensor::cat(vec![self.zero.clone(), x], 0); // [1 + B*50, C]
        let seen = padded.select(0, self.rows.clone()); // [B*50*taps, C]
        seen.reshape([squares, self.taps * channels]) // [B*50, taps*C]
    }
}

/// Adds one row per position, `[B, C]`, to each of its 50 squares, `[B*50, C]`.
fn add_to_squares(x: Tensor<2>, row: Tensor<2>) -> Tensor<2> {
    let [squares, channels] = x.dims();
    let [batch, _] = row.dims();
    let boards = x.reshape([batch, SQUARES, channels]); // [B, 50, C]
    let sum = boards + row.reshape([batch, 1, channels]); // [B, 50, C]
    sum.reshape([squares, channels]) // [B*50, C]
}

/// A residual block.
#[derive(Module, Debug)]
struct Block {
    layers: Vec<Linear>,  // each [taps*C, C]
    pool: Option<Linear>, // [2C, C]
}

impl Block {
    fn zeros(config: &NetConfig, index: usize) -> Self {
        let channels = config.channels;
        let layer = |_| Linear::zeros(config.taps * channels, channels);
        let layers = (0..config.layers_per_block).map(layer).collect();
        let pool = config.pools(index).then(|| Linear::zeros(2 * channels, channels));
        Self { layers, pool }
    }

    /// `[B*50, C]` to `[B*50, C]`.
    fn forward(&self, x: Tensor<2>, gather: &Gather) -> Tensor<2> {
        let (last, first) = self.layers.split_last().expect("a checked config has layers");
        let hidden =
            first.iter().fold(x.clone(), |hidden, layer| relu(layer.forward(gather.apply(hidden))));
        let pooled = self.pool.as_ref().map(|linear| linear.forward(pool(hidden.clone()))); // [B, C]
        let branch = last.forward(gather.apply(hidden)); // [B*50, C]
        let branch = match pooled {
            Some(row) => add_to_squares(branch, row),
            None => branch,
        };
        relu(branch + x)
    }
}

/// The policy/value [`Network`] as a module of burn.
#[derive(Module, Debug)]
pub struct BurnNetwork {
    stem: Linear,              // [F, C]
    squares: Param<Tensor<2>>, // [50, C], what a square is whatever stands on it
    blocks: Vec<Block>,
    heads: Heads,
    #[module(skip)]
    config: NetConfig,
}

impl BurnNetwork {
    /// The network with its weights, on the CPU.
    pub fn new(network: &Network) -> Self {
        let config = network.config();
        let (features, channels) = (config.features, config.channels);
        let empty = Self {
            stem: Linear::zeros(features, channels),
            squares: zeros([SQUARES, channels]),
            blocks: (0..config.blocks).map(|index| Block::zeros(config, index)).collect(),
            heads: Heads::zeros(config),
            config: config.clone(),
        };
        weights::fill(empty, network.values())
    }

    /// What it was built from.
    pub fn config(&self) -> &NetConfig {
        &self.config
    }

    /// All heads' raw outputs for `features` `[B, 50, F]`.
    pub fn forward(&self, features: Tensor<3>) -> RawOutputs {
        let [batch, squares, inputs] = features.dims();
        let gather = Gather::new(batch, &self.config, &features.device());
        let x = self.stem.forward(features.reshape([batch * squares, inputs])); // [B*50, C]
        let x = relu(self.add_embedding(x, batch)); // [B*50, C]
        let x = self.blocks.iter().fold(x, |x, block| block.forward(x, &gather)); // [B*50, C]
        self.heads.forward(x)
    }

    /// Adds each square's own row: `[B*50, C]` to `[B*50, C]`.
    fn add_embedding(&self, x: Tensor<2>, batch: usize) -> Tensor<2> {
        let channels = self.config.channels;
        let boards = x.reshape([batch, SQUARES, channels]); // [B, 50, C]
        let sum = boards + self.squares.val().unsqueeze::<3>(); // [B, 50, C]
        sum.reshape([batch * SQUARES, channels]) // [B*50, C]
    }
}
