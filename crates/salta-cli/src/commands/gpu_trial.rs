//! `salta gpu-trial`: whether a GPU computes what the CPU does, in a process that may crash.

use crate::error::Error;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The network's settings as JSON
    #[arg(value_name = "JSON")]
    network: String,
}

#[cfg(feature = "vulkan")]
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    salta_net::run_trial(&args.network).map_err(|error| Error::at("standard output", error))
}

/// Fails, since this program has no GPU support to try.
#[cfg(not(feature = "vulkan"))]
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    Err(Error::at(&args.network, salta_net::ComputeError::NotBuilt))
}
