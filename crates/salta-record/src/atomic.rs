//! Files that appear whole or not at all.
//!
//! A process may be killed, and a machine may lose power, at any moment. So a file is never written
//! in place:
//! 1. the bytes go to a new file in the same directory (a rename works only within a file system),
//!    named `.salta-` and six letters and `.tmp`;
//! 2. that file is synced, so that its bytes are on the disk before its name is;
//! 3. it is renamed to its final name, which replaces an older file in one step;
//! 4. the directory is synced, so that the name survives a power failure too.
//!
//! Whoever reads the final name sees the old content or the new, never a part. A kill before step 3
//! leaves a temporary file behind, which [`remove_leftovers`] deletes at the next start.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::error::{Fault, RecordError};

/// What the name of every temporary file begins with.
pub const TEMPORARY_PREFIX: &str = ".salta-";

/// What the name of every temporary file ends with.
pub const TEMPORARY_SUFFIX: &str = ".tmp";

/// Writes `bytes` to `path`, replacing what is there, so that a kill at any moment leaves either
/// the old file or the new one. A symbolic link at `path` is replaced, not followed.
///
/// # Errors
/// When the directory does not exist or cannot be written, when `path` is a directory, or when the
/// disk is full; `path` is then as it was, and the temporary file is removed.
///
/// # Examples
/// ```
/// use salta_record::write_atomically;
///
/// # let dir = tempfile::tempdir()?;
/// let path = dir.path().join("state.json");
/// write_atomically(&path, b"{\"generation\": 1}")?;
/// write_atomically(&path, b"{\"generation\": 2}")?;
/// assert_eq!(std::fs::read(&path)?, b"{\"generation\": 2}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_atomically(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), RecordError> {
    let path = path.as_ref();
    if path.is_dir() {
        return Err(Fault::IsADirectory.at(path));
    }
    let dir = directory_of(path);
    let mut file = temporary_in(dir).map_err(|e| RecordError::io(dir, e))?;
    // Into the file itself, so that the error names `path` and not the temporary file.
    file.as_file_mut()
        .write_all(bytes)
        .and_then(|()| file.as_file().sync_all())
        .map_err(|e| RecordError::io(path, e))?;
    file.persist(path).map_err(|e| RecordError::io(path, e.error))?;
    sync_directory(dir).map_err(|e| RecordError::io(dir, e))
}

/// Deletes the temporary files that killed writers left in `dir` (not in directories below it) and
/// returns how many there were. No other process may be writing to `dir` meanwhile.
///
/// # Errors
/// When `dir` cannot be listed or a leftover cannot be deleted.
///
/// # Examples
/// ```
/// use salta_record::remove_leftovers;
///
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// std::fs::write(dir.join(".salta-a1b2c3.tmp"), "half a file")?;
/// assert_eq!(remove_leftovers(dir)?, 1);
/// assert_eq!(remove_leftovers(dir)?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn remove_leftovers(dir: impl AsRef<Path>) -> Result<usize, RecordError> {
    let dir = dir.as_ref();
    let mut removed = 0;
    for entry in fs::read_dir(dir).map_err(|e| RecordError::io(dir, e))? {
        let entry = entry.map_err(|e| RecordError::io(dir, e))?;
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_temporary(&entry.file_name()) {
            fs::remove_file(entry.path()).map_err(|e| RecordError::io(&entry.path(), e))?;
            removed += 1;
        }
    }
    Ok(removed)
}

fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(TEMPORARY_PREFIX.as_bytes()) && name.ends_with(TEMPORARY_SUFFIX.as_bytes())
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    }
}

fn temporary_in(dir: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX);
    // Temporary files are private by default; this one becomes an ordinary file, under the umask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(dir)
}

#[cfg(unix)]
fn sync_directory(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

/// Only Unix lets a directory be opened and synced.
#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
