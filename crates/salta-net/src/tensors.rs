//! Networks in [burn](https://burn.dev): the reference for the passes on plain arrays, optional
//! automatic differentiation for the learner, GPU support, and operations without a kernel.
//!
//! - `network`: a network's operations on tensors; `values`: conversion between tensors and vectors
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
