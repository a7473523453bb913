//! The trunk: residual blocks of layers that gather a square's neighbourhood and multiply it by a
//! matrix.
//!
//! No normalisation: the last layer of each block starts at zero and the others are scaled down, so
//! a new network is its stem and trains stably at any depth (Fixup, Zhang et al. 2019, §3).

use burn::module::{Module, Param};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Int, Tensor, TensorData};

use crate::config::{ConfigError, NetConfig};
use crate::heads::{Heads, RawOutputs};
use crate::init::Init;
use crate::{SQUARES, taps};

/// A matrix and a bias.
#[derive(Module, Debug)]
pub struct Linear {
    weight: Param<Tensor<2>>, // [inputs, outputs]
    bias: Param<Tensor<1>>,   // [outputs]
}

impl Linear {
    /// He-initialised weights times `gain`, no bias yet.
    pub fn new(init: &mut Init, inputs: usize, outputs: usize, gain: f32) -> Self {
        let weight = match gain {
            0.0 => init.zeros([inputs, outputs]),
            gain => init.he(inputs, outputs, gain),
        };
        Self { weight, bias: init.zeros([outputs]) }
    }

    /// `x` `[N, inputs]` to `[N, outputs]`.
    pub fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        x.matmul(self.weight.val()) + self.bias.val().unsqueeze()
    }
}

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

/// Mean and maximum over the squares of each position: `[B*50, C]` to `[B, 2C]`.
pub(crate) fn pool(x: Tensor<2>) -> Tensor<2> {
    let [squares, channels] = x.dims();
    let batch = squares / SQUARES;
    let boards = x.reshape([batch, SQUARES, channels]); // [B, 50, C]
    let mean = boards.clone().mean_dim(1).reshape([batch, channels]); // [B, C]
    let max = boards.max_dim(1).reshape([batch, channels]); // [B, C]
    Tensor::cat(vec![mean, max], 1) // [B, 2C]
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
    fn new(init: &mut Init, config: &NetConfig, index: usize) -> Self {
        let channels = config.channels;
        let last = config.layers_per_block - 1;
        let depth = (config.blocks.max(1) as f32).powf(-0.5 / last.max(1) as f32);
        let gain = |layer| if layer == last { 0.0 } else { depth };
        let layer = |at| Linear::new(init, config.taps * channels, channels, gain(at));
        let layers = (0..config.layers_per_block).map(layer).collect();
        let pool = config.pools(index).then(|| Linear::new(init, 2 * channels, channels, 0.0));
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

/// The policy/value network.
///
/// It sees every position from the mover's side: square 0 is the mover's near left corner.
#[derive(Module, Debug)]
pub struct Network {
    stem: Linear,              // [F, C]
    squares: Param<Tensor<2>>, // [50, C], what a square is whatever stands on it
    blocks: Vec<Block>,
    heads: Heads,
    #[module(skip)]
    config: NetConfig,
}

impl Network {
    /// A network with the initial weights of this seed.
    ///
    /// # Errors
    /// Names the field of `config` that makes no sense.
    pub fn new(config: &NetConfig, seed: u64) -> Result<Self, ConfigError> {
        config.validate()?;
        let mut init = Init::new(seed);
        Ok(Self {
            stem: Linear::new(&mut init, config.features, config.channels, 1.0),
            squares: init.uniform([SQUARES, config.channels], 0.1),
            blocks: (0..config.blocks).map(|index| Block::new(&mut init, config, index)).collect(),
            heads: Heads::new(&mut init, config),
            config: config.clone(),
        })
    }

    /// What it was built from.
    pub fn config(&self) -> &NetConfig {
        &self.config
    }

    /// The number of weights.
    pub fn weights(&self) -> usize {
        self.num_params()
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
