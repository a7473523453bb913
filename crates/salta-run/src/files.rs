//! Small files read and written with errors that name them.

use std::fs;
use std::path::Path;

use salta_record::write_atomically;

use crate::error::RunError;

/// Largest config, variant or metrics file that is read.
const MOST_BYTES: u64 = 256 << 20;

/// The whole of a text file.
///
/// # Errors
/// If it cannot be read, is too large, or not text.
pub fn read_text(path: &Path) -> Result<String, RunError> {
    let error = |source| RunError::Io { path: path.into(), source };
    let size = fs::metadata(path).map_err(error)?.len();
    if size > MOST_BYTES {
        return Err(RunError::TooLarge { path: path.into(), most: MOST_BYTES });
    }
    let bytes = fs::read(path).map_err(error)?;
    String::from_utf8(bytes).map_err(|_| RunError::NotText { path: path.into() })
}

/// Writes a text file aside, syncs it and renames it.
///
/// # Errors
/// If it cannot be written.
pub fn write_text(path: &Path, text: &str) -> Result<(), RunError> {
    Ok(write_atomically(path, text.as_bytes())?)
}

/// Makes a directory and those above it.
///
/// # Errors
/// If it cannot be made.
pub fn create_dir(path: &Path) -> Result<(), RunError> {
    fs::create_dir_all(path).map_err(|source| RunError::Io { path: path.into(), source })
}
