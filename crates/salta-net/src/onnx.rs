//! ONNX models: exports networks for any language with an ONNX runtime, and runs models from other
//! programs as networks.
//!
//! - `messages`: the few messages of the format that a network needs
//! - `writer`: builds a graph, to which the operations append their nodes
//! - `model`: a network as such a graph
//! - `interface`: the inputs and outputs of a model; `whole`: whether its file has all weights
//! - `library`: ONNX Runtime, loaded at run time; `runtime`: computes models with it; `usable`:
//!   whether searches can use what a model computes
//!
//! ```
//! use salta_net::{NetConfig, Network, onnx};
//!
//! let network = Network::new(&NetConfig { blocks: 1, ..NetConfig::default() }, 1)?;
//! let file = onnx::encode(&network, &[("variant".into(), "walker".into())]);
//! assert!(file.len() > 4 * network.weights());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(not(target_family = "wasm"))]
mod error;
#[cfg(not(target_family = "wasm"))]
mod interface;
#[cfg(not(target_family = "wasm"))]
mod library;
pub(crate) mod messages;
mod model;
#[cfg(not(target_family = "wasm"))]
mod runtime;
#[cfg(not(target_family = "wasm"))]
mod usable;
#[cfg(not(target_family = "wasm"))]
mod whole;
pub(crate) mod writer;

#[cfg(not(target_family = "wasm"))]
pub use error::OnnxError;
#[cfg(not(target_family = "wasm"))]
pub use library::set_interpreter;
pub use model::{ModelOutput, encode, outputs};
#[cfg(not(target_family = "wasm"))]
pub use runtime::Model;

#[cfg(test)]
mod tests;
