//! A lock, so that only one process at a time writes to a directory.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use crate::error::RunError;

/// Locks a directory until the returned file is dropped.
///
/// # Errors
/// If another process holds it.
pub fn lock(root: &Path) -> Result<File, RunError> {
    let path = root.join("lock");
    let io = |error| RunError::at(&path, error);
    // Opening a pipe would wait for a reader.
    if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        return Err(RunError::at(&path, "not a regular file"));
    }
    let file = File::create(&path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunError::at(root, "in use by another process")),
        Err(TryLockError::Error(source)) => Err(io(source)),
    }
}
