//! Networks by [burn](https://burn.dev): what the passes on plain arrays are held to, what gradients
//! are taken by if the learner is told to, what runs on a GPU, and what runs operations that have no
//! kernel. A build without the `burn` feature has none of it; `without_burn` stands in its place.
//!
//! - `network`: a network's operations on tensors; `values`: between tensors and vectors
//! - `autodiff`: losses and their gradient
//! - `device`: where burn computes; `on_device`: the forward pass there

pub(crate) mod autodiff;
mod device;
mod network;
mod on_device;
mod values;

#[cfg(feature = "vulkan")]
pub(crate) use device::open_gpu;
pub(crate) use on_device::OnDevice;
