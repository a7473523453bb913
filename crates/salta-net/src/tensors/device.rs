//! Where burn computes.

use burn::tensor::Device;

use super::values;
use crate::compute::{Compute, ComputeError};

impl Compute {
    /// Tries it out.
    ///
    /// # Errors
    /// If the program was built without, or there is no device that works.
    pub fn check(self) -> Result<(), ComputeError> {
        match self {
            Compute::Cpu => Ok(()),
            Compute::Vulkan => vulkan::check(),
        }
    }
}

/// # Panics
/// If [`Compute::check`] fails.
pub(super) fn device(compute: Compute) -> Device {
    match compute {
        Compute::Cpu => values::cpu(),
        Compute::Vulkan => vulkan::device(),
    }
}

#[cfg(feature = "vulkan")]
mod vulkan {
    use std::panic;

    use burn::tensor::{Device, DeviceKind, Tensor};

    use crate::compute::ComputeError;

    pub(super) fn device() -> Device {
        Device::vulkan(DeviceKind::DefaultDevice)
    }

    /// burn panics where there is none; its words are the reason.
    pub(super) fn check() -> Result<(), ComputeError> {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let tried =
            panic::catch_unwind(|| Tensor::<1>::ones([8], &device()).sum().into_scalar::<f32>());
        panic::set_hook(hook);
        match tried {
            Ok(8.0) => Ok(()),
            Ok(other) => Err(ComputeError::NoDevice(format!("eight ones add up to {other}"))),
            Err(payload) => Err(ComputeError::NoDevice(words(&*payload))),
        }
    }

    fn words(payload: &(dyn std::any::Any + Send)) -> String {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
        text.replace('\n', " ")
    }
}

#[cfg(not(feature = "vulkan"))]
mod vulkan {
    use burn::tensor::Device;

    use crate::compute::ComputeError;

    pub(super) fn device() -> Device {
        unreachable!("Compute::check refuses it")
    }

    pub(super) fn check() -> Result<(), ComputeError> {
        Err(ComputeError::NotBuilt)
    }
}
