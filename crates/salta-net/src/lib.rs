//! The policy/value network: model, learner, checkpoints, inference; by plain loops, or by burn.
//!
//! The only crate that names burn, and only in [`tensors`]: a build without the `burn` feature plays
//! and learns by plain loops alone. All but [`evaluator`] works on plain numbers: features in, logits
//! and values out; what a feature means is the encoder's business.
//!
//! - `terms`: the terms of the loss, declared once
//! - [`config`]: the network's and the learner's settings, checked
//! - [`taps`]: which squares a layer reads around each square
//! - [`network`]: settings and weights; [`parameters`]: the weights' fixed order; `parts`: the matrices
//!   by name; `init`: seeded initial weights
//! - [`batch`]: what the learner learns from; [`auxiliary`]: what only the trunk learns from;
//!   [`loss`]: how far off the network is
//! - [`clip`], [`adam`], [`ema`], [`schedule`]: the parts of an update
//! - [`learner`]: one update after another
//! - [`checkpoint`]: learners and networks as files
//! - [`tensor_file`]: weights as safetensors
//! - `kernels`: the arithmetic on plain arrays; `forward`: the forward pass with them, for players;
//!   `gradient`: the learner's
//! - [`tensors`]: the network as a module of burn, for GPUs and for trials
//! - [`compute`]: on the CPU or a GPU
//! - [`infer`]: a network on one thread; [`evaluator`]: the same for searches
//! - [`onnx`]: a network for other languages
//!
//! ```
//! use salta_net::{Inference, Learner, LearnerConfig, NetConfig, SQUARES, TrainBatch};
//!
//! let net = NetConfig { features: 3, channels: 8, blocks: 1, ..NetConfig::default() };
//! let mut learner = Learner::new(&net, &LearnerConfig::default(), 7)?;
//!
//! let mut batch = TrainBatch::zeros(2, net.features);
//! batch.legal.fill(true);
//! batch.policy[0] = 1.0; // the first sample played action 0; the second has no policy target
//! let losses = learner.step(&batch)?;
//! assert!(losses.policy > 0.0);
//!
//! let inference = Inference::new(&learner.ema_network());
//! let outputs = inference.infer(&[0.0; 2 * SQUARES * 3], 2);
//! assert_eq!(outputs.policy_logits.dim(), (2, 201));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod adam;
mod atomic;
pub mod auxiliary;
pub mod batch;
mod check_compute;
pub mod checkpoint;
pub mod clip;
pub mod compute;
pub mod config;
pub mod ema;
pub mod evaluator;
mod forward;
mod gradient;
pub mod infer;
mod init;
mod kernels;
pub mod learner;
pub mod loss;
pub mod network;
pub mod onnx;
pub mod parameters;
mod parts;
#[cfg(test)]
mod pinned;
#[cfg(test)]
mod samples;
pub mod schedule;
mod slot;
pub mod taps;
pub mod tensor_file;
#[cfg_attr(not(feature = "burn"), path = "without_burn.rs")]
pub mod tensors;
mod terms;

pub use auxiliary::AuxiliaryTargets;
pub use batch::{BatchError, TrainBatch};

pub use checkpoint::{
    Checkpoint, CheckpointError, checkpoint_checksum, load_network, load_network_from, save_network,
};
pub use compute::{Compute, ComputeError};
pub use config::{ConfigError, GradientBy, LearnerConfig, NetConfig, Schedule};
pub use evaluator::NetEvaluator;
pub use infer::{Inference, Outputs};
pub use learner::{Learner, StepError};
pub use network::Network;
pub use terms::{LOSSES, LossTerm, LossWeights, Losses};

pub use salta_core::SQUARES;

/// Directions of a step: forward-left, forward-right, back-left, back-right.
pub const DIRECTIONS: usize = 4;

/// The action that ends a turn; the others are direction * 50 + square.
pub const END_TURN: usize = DIRECTIONS * SQUARES;

/// Results: win, draw, loss for the player to move.
pub const RESULTS: usize = 3;

/// The plies head works in units of this many plies.
pub const PLIES_SCALE: f32 = 100.0;

/// Number of actions, and so of policy logits.
pub const POLICY: usize = salta_core::ACTIONS;
