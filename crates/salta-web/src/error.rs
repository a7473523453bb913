//! Why a server does not start.

use std::io;
use std::net::SocketAddr;

use salta_run::RunError;
use thiserror::Error;

/// Why a server does not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source} (choose another with --port, or --port 0)")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The system gives no runtime.
    #[error("cannot start the server: {0}")]
    Runtime(io::Error),
    /// A checkpoint, opponent or run that cannot be read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Two things by one name.
    #[error("two {kind} are named `{name}`")]
    Twice {
        /// Variants or checkpoints.
        kind: &'static str,
        /// The name.
        name: String,
    },
}
