//! The thread pool for work.

use crate::error::RunError;

/// Largest number of threads that a config or a command accepts.
pub const MAX_THREADS: usize = 4096;

/// A rayon pool of this many threads, 0 for one per core.
///
/// # Errors
/// If the system cannot create threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().map_err(|error| RunError::at("the threads could not be started", error))
}
