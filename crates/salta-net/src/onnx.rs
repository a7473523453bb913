//! A network as an ONNX model, which runs in any language that has a runtime for it.
//!
//! - `messages`: the format's few messages that a network needs
//! - `graph`: a graph under construction, which takes weights by their names
//! - `model`: this crate's network as such a graph
//!
//! ```
//! use salta_net::{NetConfig, Network, onnx};
//!
//! let network = Network::new(&NetConfig { blocks: 1, ..NetConfig::default() }, 1)?;
//! let file = onnx::encode(&network, &[("variant".into(), "walker".into())])?;
//! assert!(file.len() > 4 * network.weights());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod graph;
mod messages;
mod model;

use thiserror::Error;

pub use model::encode;

/// The version of ONNX's operators that models are written for.
pub const OPSET: i64 = 18;

/// A network that this writer does not know in full.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OnnxError {
    /// The graph asks for a tensor that the network lacks.
    #[error("the network has no tensor `{0}`")]
    Missing(String),
    /// The graph leaves a tensor of the network out.
    #[error("the ONNX writer does not know what the network's tensor `{0}` is for")]
    Unused(String),
}
