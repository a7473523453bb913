//! One process at a time writes to a directory.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::RunError;

/// Holds a directory as long as the file lives.
///
/// # Errors
/// If another process holds it.
pub fn lock(root: &Path) -> Result<File, RunError> {
    let path = root.join("lock");
    let io = |error| RunError::at(&path, error);
    let file = File::create(&path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunError::at(root, "in use by another process")),
        Err(TryLockError::Error(source)) => Err(io(source)),
    }
}
