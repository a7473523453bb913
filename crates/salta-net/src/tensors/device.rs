//! Where burn computes.

use burn::tensor::Device;

use crate::compute::Compute;

/// The device, without differentiation.
///
/// # Panics
/// If [`open_gpu`] fails.
pub(super) fn device(compute: Compute) -> Device {
    match compute {
        Compute::Cpu => Device::flex(),
        Compute::Vulkan => gpu().unwrap_or_else(|error| panic!("{error}")),
    }
}

/// Starts the GPU of this process.
///
/// # Errors
/// If there is none; says why.
#[cfg(feature = "vulkan")]
pub(crate) fn open_gpu() -> Result<(), String> {
    gpu().map(drop)
}

#[cfg(feature = "vulkan")]
fn gpu() -> Result<Device, String> {
    use std::sync::OnceLock;

    use burn::tensor::wgpu::{WgpuBackend, WgpuInitError};

    static GPU: OnceLock<Result<Device, String>> = OnceLock::new();
    let open = || Device::wgpu_options().graphics_api(WgpuBackend::Vulkan).init();
    let reason = |error| match error {
        WgpuInitError::AdapterUnavailable { .. } => "Vulkan finds none".into(),
        error => error.to_string(),
    };
    GPU.get_or_init(|| open().map_err(reason)).clone()
}

#[cfg(not(feature = "vulkan"))]
fn gpu() -> Result<Device, String> {
    unreachable!("Compute::check refuses it")
}
