//! Where networks are computed: on the CPU, or through Vulkan on a GPU (the `vulkan` feature, which
//! nothing needs).

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Where a network is computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compute {
    /// By loops over plain arrays, the same bits for any number of threads.
    #[default]
    Cpu,
    /// By burn on the GPU that Vulkan finds first. Sums may be taken in another order from one run to
    /// the next, so games are not the same to the bit.
    Vulkan,
}

/// It cannot be computed there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ComputeError {
    /// The program was built without.
    #[error("this build has no Vulkan; build with `--features vulkan`")]
    NotBuilt,
    /// The network is to be computed in int8.
    #[error(
        "`precision` = int8: that is for the CPU; set `compute = \"cpu\"` or `precision = \"f32\"`"
    )]
    Int8,
    /// There is no such device, or it does not work.
    #[error("no usable Vulkan device: {0}")]
    NoDevice(String),
}
