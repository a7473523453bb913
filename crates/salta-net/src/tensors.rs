//! The network as a module of [burn](https://burn.dev): what the passes on plain arrays are held to,
//! what gradients are taken by if the learner is told to, and what runs on a GPU. A build without the
//! `burn` feature has none of it; `without_burn` stands in its place.
//!
//! - [`network`]: the trunk; [`heads`]: policy, result, margin, plies; [`auxiliary`]: heads that only
//!   teach
//! - `linear`: what they are made of; `weights`: from and to the flat vector; `values`: between tensors and vectors
//! - `loss`: the losses as tensors; `autodiff`: their gradient
//! - `device`: where burn computes; `on_device`: the forward pass there

pub(crate) mod autodiff;
pub mod auxiliary;
pub(crate) mod device;
pub mod heads;
mod linear;
mod loss;
pub mod network;
mod on_device;
pub(crate) mod values;
mod weights;

pub use network::BurnNetwork;
pub(crate) use on_device::OnDevice;
