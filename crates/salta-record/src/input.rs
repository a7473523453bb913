//! Reads whole input files: regular files only, and always up to a size limit.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::error::{Fault, RecordError};

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// If the file does not exist, cannot be read, is not a regular file, or is larger than `most`.
///
/// # Examples
/// ```
/// use salta_record::{Fault, read_file};
///
/// # let dir = tempfile::tempdir()?;
/// let path = dir.path().join("five");
/// std::fs::write(&path, "bytes")?;
/// assert_eq!(read_file(&path, 5)?, b"bytes");
/// assert!(matches!(read_file(&path, 4).unwrap_err().fault, Fault::OverLimit { most: 4 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_file(path: impl AsRef<Path>, most: u64) -> Result<Vec<u8>, RecordError> {
    let path = path.as_ref();
    let io = |error| RecordError::io(path, error);
    let (file, bytes) = open_regular(path)?;
    check_length(path, bytes, most)?;
    let mut read = Vec::with_capacity(bytes as usize);
    // Another process may be appending to the file, and files in /proc report no length.
    file.take(most.saturating_add(1)).read_to_end(&mut read).map_err(io)?;
    check_length(path, read.len() as u64, most)?;
    Ok(read)
}

/// Refuses a length above `most` bytes; before a file is written, with the limit of its reader.
///
/// # Errors
/// If `bytes` is more than `most`.
pub fn check_length(path: &Path, bytes: u64, most: u64) -> Result<(), RecordError> {
    if bytes > most { Err(Fault::OverLimit { most }.at(path)) } else { Ok(()) }
}

/// Reads a regular file of at most `most` bytes as text.
///
/// # Errors
/// As [`read_file`], or if the text is not UTF-8; the error then names the first such line.
pub fn read_text(path: impl AsRef<Path>, most: u64) -> Result<String, RecordError> {
    let path = path.as_ref();
    String::from_utf8(read_file(path, most)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Fault::NotText { line }.at(path)
    })
}

/// Parses a line of a file with one JSON value per line; `number` counts from 1.
///
/// # Errors
/// A sentence with line and column, if it is no such value.
pub fn json_line<T: DeserializeOwned>(line: &str, number: usize) -> Result<T, String> {
    let said =
        |error: serde_json::Error| error.to_string().replace(" at line 1 column", " at column");
    serde_json::from_str(line).map_err(|error| format!("line {number}: {}", said(error)))
}

/// Opens a regular file and returns it with its length in bytes.
///
/// # Errors
/// If the file does not exist, cannot be opened, or is not a regular file.
pub fn open_regular(path: &Path) -> Result<(File, u64), RecordError> {
    let io = |error| RecordError::io(path, error);
    // Checked before opening, because opening a pipe would wait for a writer.
    regular(path, &fs::metadata(path).map_err(io)?)?;
    let file = File::open(path).map_err(io)?;
    let bytes = file.metadata().map_err(io)?.len();
    Ok((file, bytes))
}

/// Refuses a directory, a device, a pipe or a socket.
pub(crate) fn regular(path: &Path, found: &fs::Metadata) -> Result<(), RecordError> {
    match found {
        found if found.is_dir() => Err(Fault::directory().at(path)),
        found if !found.is_file() => Err(Fault::Other("not a regular file".into()).at(path)),
        _ => Ok(()),
    }
}
