//! The policy/value network: model, learner, checkpoints, inference; on plain arrays or with burn.
//!
//! This is the only crate that uses the deep-learning framework burn, and only in `tensors`, `ops`
//! and `losses`; a build without the `burn` feature plays and learns on plain arrays. Everything
//! except [`evaluator`] works on plain numbers: features in, logits and values out. The encoder
//! defines what the features mean.
//!
//! - `head_table`: the heads, one row each; `terms`: the terms of the loss, from that table
//! - [`config`]: the network's and the learner's settings, checked
//! - [`taps`]: which squares a layer reads around each square
//! - [`network`]: settings and weights; [`parameters`]: the weights' fixed order; `init`: seeded
//!   initial weights
//! - [`batch`]: training batches, with the targets of the auxiliary heads
//! - `kernels`: the arithmetic on plain arrays; `values`: inputs and outputs of operations
//! - `ops`: the operations, one per file, each with all its implementations; `graph`: a network as
//!   a list of them
//! - `heads`: the heads from the table; `targets`: their targets; `losses`: their loss formulas
//! - `architecture`: builds the operations and the names of the weights from the settings
//! - `step`: computes one operation; `forward`: inference for players, in f32 or in int8;
//!   `gradient`: both passes for the learner; [`calibration`]: ranges for int8
//! - `adam`, `update`: the parts of an update
//! - [`learner`]: performs updates
//! - [`checkpoint`]: learners and networks as files
//! - [`tensor_file`]: weights as safetensors
//! - `tensors`: the operations in burn, for GPUs, for automatic differentiation, and for operations
//!   without a kernel
//! - [`compute`]: the choice of CPU or GPU; `trial`: checks that a GPU computes the same as the CPU
//! - [`infer`]: inference on one thread; [`evaluator`]: the same for searches
//! - [`onnx`]: networks for other languages, and from other programs
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

mod adam;
mod architecture;
pub mod batch;
pub mod calibration;
pub mod checkpoint;
pub mod compute;
pub mod config;
pub mod evaluator;
mod forward;
mod gradient;
mod graph;
mod head_table;
mod heads;
pub mod infer;
mod init;
mod kernels;
pub mod learner;
mod losses;
mod muon;
pub mod network;
pub mod onnx;
mod ops;
pub mod parameters;
#[cfg(test)]
mod pinned;
mod ranges;
#[cfg(any(test, feature = "vulkan"))]
mod samples;
mod step;
pub mod taps;
mod targets;
pub mod tensor_file;
#[cfg(feature = "burn")]
mod tensors;
mod terms;
#[cfg(feature = "vulkan")]
mod trial;
mod update;
mod values;

pub use batch::{AuxiliaryTargets, BatchError, TrainBatch};
pub use kernels::arch::instruction_set;

pub use checkpoint::{
    CHECKPOINT_MANIFEST, Checkpoint, CheckpointError, SavedNetwork, checkpoint_checksum,
    load_network, load_network_from, save_network,
};
pub use compute::{Compute, ComputeError};
pub use config::{ConfigError, GradientBy, LearnerConfig, NetConfig, Optimizer, Schedule};
pub use evaluator::NetEvaluator;
pub use infer::Inference;
pub use learner::{Learner, StepError};
pub use network::Network;
pub use terms::{LOSSES, LossTerm, LossWeights, Losses, UPDATE_NUMBERS, UpdateNumber};
#[cfg(feature = "vulkan")]
pub use trial::run_trial;

pub use salta_core::SQUARES;

/// Number of directions of a step: forward-left, forward-right, back-left, back-right.
pub const DIRECTIONS: usize = 4;

/// The action that ends a turn; the others are direction * 50 + square.
pub const END_TURN: usize = DIRECTIONS * SQUARES;

/// Number of results: win, draw, loss for the player to move.
pub const RESULTS: usize = 3;

/// The plies head works in units of this many plies.
pub const PLIES_SCALE: f32 = 100.0;

/// Number of actions, and so of policy logits.
pub const POLICY: usize = salta_core::ACTIONS;
