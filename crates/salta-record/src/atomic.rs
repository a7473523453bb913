//! Files and directories that appear whole or not at all.
//!
//! A process may be killed, and a machine may lose power, at any moment. So a file is never written
//! in place:
//! 1. the bytes go to a new file in the same directory (a rename works only within a file system),
//!    named `.salta-`, six random letters or digits, and `.tmp`;
//! 2. that file is synced, so that its bytes are on the disk before its name is;
//! 3. it is renamed to its final name, which replaces an older file in one step;
//! 4. the directory is synced, so that the name survives a power failure too.
//!
//! Steps 2 and 4 take several milliseconds; [`AtomicFile::finish_unsynced`] is without them.
//!
//! Readers of the final name see the old content or the new, never a part of it. A kill before
//! step 3 leaves a temporary file behind, which [`remove_leftovers`] deletes at the next start.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::RecordError;
use crate::input::regular;

pub(crate) const TEMPORARY_PREFIX: &str = ".salta-";

pub(crate) const TEMPORARY_SUFFIX: &str = ".tmp";

/// Writes `bytes` to `path`, replacing an existing file, so that a kill at any moment leaves either
/// the old file or the new one. A symbolic link at `path` is replaced, not followed.
///
/// # Errors
/// If the directory does not exist or cannot be written, if `path` exists and is not a regular
/// file, or if the disk is full; the temporary file is then removed, and `path` is unchanged, or
/// already replaced if only the directory could not be synced.
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
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes).map_err(|e| RecordError::io(&file.path, e))?;
    file.finish()
}

/// A file that is written in parts and appears under its name only once it is complete. If dropped
/// before that, it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile {
    file: tempfile::NamedTempFile,
    path: PathBuf,
}

impl AtomicFile {
    /// Starts a file that will appear at `path`.
    ///
    /// # Errors
    /// If the directory does not exist or cannot be written, or if `path` exists and is not a
    /// regular file.
    pub fn create(path: impl AsRef<Path>) -> Result<AtomicFile, RecordError> {
        let path = path.as_ref();
        // `metadata` follows links; /dev/stdout is one.
        if let Ok(found) = fs::metadata(path) {
            regular(path, &found)?;
        }
        let dir = directory_of(path);
        let file = temporary_in(dir).map_err(|e| RecordError::io(dir, e))?;
        Ok(AtomicFile { file, path: path.into() })
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// If that fails; an existing file at the path is then unchanged, or already replaced if only
    /// the directory could not be synced.
    pub fn finish(self) -> Result<(), RecordError> {
        let dir = directory_of(&self.path).to_owned();
        self.file.as_file().sync_all().map_err(|e| RecordError::io(&self.path, e))?;
        self.finish_unsynced()?;
        sync_directory(&dir).map_err(|e| RecordError::io(&dir, e))
    }

    /// Like [`AtomicFile::finish`], but a power failure may lose or truncate the file: for files
    /// that have checksums and can be made again.
    ///
    /// # Errors
    /// Those of [`AtomicFile::finish`].
    pub fn finish_unsynced(self) -> Result<(), RecordError> {
        let AtomicFile { file, path } = self;
        file.persist(&path).map(drop).map_err(|e| RecordError::io(&path, e.error))
    }
}

impl Write for AtomicFile {
    // Writes to the inner file directly, so that errors do not name the temporary file.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gives a file that another program wrote its name in the same directory, so that both its bytes
/// and its name survive a power failure.
///
/// # Errors
/// If it cannot be synced or renamed.
pub fn rename_synced(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    sync_directory(directory_of(to))
}

/// Writes `files` (name, contents) as the directory `dir`, replacing an existing one.
///
/// Everything is written and synced in a temporary directory beside `dir`, then renamed into place.
/// A directory cannot be renamed over another one, so an old one is moved aside first: a crash
/// between the two renames leaves it whole in the temporary directory, `.NAME.*.tmp`.
///
/// # Errors
/// If something cannot be written; an old directory is then unchanged, or already replaced if only
/// its parent could not be synced.
pub fn write_directory(dir: &Path, files: &[(&str, Vec<u8>)]) -> io::Result<()> {
    let parent = directory_of(dir);
    fs::create_dir_all(parent)?;
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    let beside = tempfile::Builder::new()
        .prefix(&format!(".{name}."))
        .suffix(TEMPORARY_SUFFIX)
        .tempdir_in(parent)?;
    let new = beside.path().join("new");
    fs::create_dir(&new)?;
    for (name, contents) in files {
        let mut file = File::create(new.join(name))?;
        file.write_all(contents)?;
        file.sync_all()?;
    }
    sync_directory(&new)?;
    swap(&new, dir, &beside.path().join("old"))?;
    sync_directory(parent)
}

/// Renames `new` to `dir`. An existing `dir` is first moved to `old`, and back if that fails.
fn swap(new: &Path, dir: &Path, old: &Path) -> io::Result<()> {
    let replaced = dir.exists();
    if replaced {
        fs::rename(dir, old)?;
    }
    fs::rename(new, dir).inspect_err(|_| {
        if replaced {
            let _ = fs::rename(old, dir);
        }
    })
}

/// Deletes the temporary files that killed writers left in `dir` (not in directories below it) and
/// returns how many there were. Files of running writers are locked and stay.
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
            // Held while the file is deleted. NFS locks only files that are open for writing, which
            // those of another user may not be.
            let open = |write| File::options().read(true).write(write).open(entry.path());
            let lock = open(true).or_else(|_| open(false));
            let is_locked = |file: &File| matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            if lock.as_ref().is_ok_and(is_locked) {
                continue;
            }
            match fs::remove_file(entry.path()) {
                Ok(()) => removed += 1,
                // Its writer has just renamed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(RecordError::io(&entry.path(), error)),
            }
        }
    }
    Ok(removed)
}

/// Deletes the temporary files that killed writers left in the directory of the file `path`.
/// Failures are ignored, since they only waste disk space.
pub fn remove_leftovers_beside(path: &Path) {
    let _ = remove_leftovers(directory_of(path));
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
    // Temporary files are private by default; this one will be an ordinary file, under the umask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(dir)?;
        // Shows `remove_leftovers` that the writer is running; some file systems have no locks.
        let _ = file.as_file().lock();
        // Before it was locked, it may have been taken for a leftover.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Makes the names in a directory last.
///
/// # Errors
/// If the directory cannot be opened or synced.
#[cfg(unix)]
pub fn sync_directory(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

/// Only Unix lets a directory be opened and synced.
#[cfg(not(unix))]
pub fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
