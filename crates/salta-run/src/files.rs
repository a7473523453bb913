//! Reads and writes small files, with errors that name them.

use std::fs;
use std::io;
use std::path::Path;

use salta_record::{check_length, write_atomically};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{At, RunError};

/// Maximum size of a file of a run, except shards and networks.
const MOST_BYTES: u64 = 256 << 20;

/// Maximum size of a file that may be a network: more than the largest one needs.
const MOST_NETWORK_BYTES: u64 = 1 << 30;

/// Reads a whole text file.
///
/// # Errors
/// If it cannot be read, is not a regular file, is too large, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, RunError> {
    Ok(salta_record::read_text(path, MOST_BYTES)?)
}

pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, RunError> {
    serde_json::from_str(&read_text(path)?).at(path)
}

/// Reads a whole file, which may be a network.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, RunError> {
    Ok(salta_record::read_file(path, MOST_NETWORK_BYTES)?)
}

/// Writes a text file under a temporary name, syncs it and renames it.
///
/// # Errors
/// If it cannot be written, or is too large to be read again.
pub fn write_text(path: &Path, text: &str) -> Result<(), RunError> {
    check_length(path, text.len() as u64, MOST_BYTES)?;
    Ok(write_atomically(path, text.as_bytes())?)
}

pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), RunError> {
    write_text(path, &serde_json::to_string_pretty(value).expect("strings and numbers"))
}

/// Creates a directory and its parents.
///
/// # Errors
/// If it cannot be created.
pub fn create_dir(path: &Path) -> Result<(), RunError> {
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => RunError::at(path, "not a directory"),
        _ => RunError::at(path, error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_read_again_is_not_written() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("counts-1.json");
        let text = String::from_utf8(vec![0; MOST_BYTES as usize + 1]).unwrap();
        let error = write_text(&path, &text).unwrap_err().to_string();
        assert!(error.ends_with("counts-1.json: larger than 256 MiB, the limit for such a file"));
        assert!(!path.exists());
    }
}
