//! Whether networks can be computed where they should be.

use crate::compute::{Compute, ComputeError};
use crate::tensors::device;

impl Compute {
    /// Tries it out.
    ///
    /// # Errors
    /// If the program was built without, or there is no device that works.
    pub fn check(self) -> Result<(), ComputeError> {
        match self {
            Compute::Cpu => Ok(()),
            Compute::Vulkan => device::check_vulkan(),
        }
    }
}
