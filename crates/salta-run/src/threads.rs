//! The thread pool for work.

use crate::error::{At, RunError};

/// Largest number of threads that a config or a command accepts.
pub const MAX_THREADS: usize = 4096;

/// A rayon pool of this many threads, 0 for one per core.
///
/// # Errors
/// If the system cannot create threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .at("the threads could not be started")
}
