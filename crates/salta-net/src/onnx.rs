//! A network as an ONNX model, which runs in any language that has a runtime for it.
//!
//! - `messages`: the format's few messages that a network needs
//! - `writer`: a graph under construction, to which the operations append their nodes
//! - `model`: a network as such a graph
//!
//! ```
//! use salta_net::{NetConfig, Network, onnx};
//!
//! let network = Network::new(&NetConfig { blocks: 1, ..NetConfig::default() }, 1)?;
//! let file = onnx::encode(&network, &[("variant".into(), "walker".into())]);
//! assert!(file.len() > 4 * network.weights());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod messages;
mod model;
pub(crate) mod writer;

pub use model::encode;

/// The version of ONNX's operators that models are written for.
pub const OPSET: i64 = 18;
