//! Where networks are computed: on the CPU, or through Vulkan on a GPU (the `vulkan` feature, which
//! nothing needs).

use burn::tensor::Device;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::tensors;

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
    /// There is no such device, or it does not work.
    #[error("no device works through Vulkan here: {0}")]
    NoDevice(String),
}

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

    /// # Panics
    /// If [`Compute::check`] fails.
    pub(crate) fn device(self) -> Device {
        match self {
            Compute::Cpu => tensors::cpu(),
            Compute::Vulkan => vulkan::device(),
        }
    }
}

#[cfg(feature = "vulkan")]
mod vulkan {
    use std::panic;

    use burn::tensor::{Device, DeviceKind, Tensor};

    use super::ComputeError;

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

    use super::ComputeError;

    pub(super) fn device() -> Device {
        unreachable!("Compute::check refuses it")
    }

    pub(super) fn check() -> Result<(), ComputeError> {
        Err(ComputeError::NotBuilt)
    }
}
