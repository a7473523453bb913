//! A lock, so that only one process at a time writes to a directory.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::error::{At, RunError, refuse_if};

/// Attempts, a millisecond apart, while other processes only check whether the lock is held.
const TRIES: u32 = 1000;

/// The file that is locked.
pub(crate) const LOCK: &str = "lock";

/// What is said of a directory whose lock another process holds.
const IN_USE: &str = "in use by another process";

/// A lock that is held until it is dropped.
#[derive(Debug)]
pub struct Lock(File);

impl Drop for Lock {
    // Closing the file is not enough: a child process that is just being started has it open too.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Locks a directory.
///
/// # Errors
/// If another process holds it.
pub fn lock(root: &Path) -> Result<Lock, RunError> {
    let path = root.join(LOCK);
    // Opening a pipe would wait for a reader.
    let other = fs::metadata(&path).is_ok_and(|found| !found.is_file());
    refuse_if(other, &path, "not a regular file")?;
    // It may be another program's, whose contents stay.
    let open = File::options().write(true).create(true).truncate(false).open(&path);
    let file = open.at(&path)?;
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(Lock(file)),
            Err(TryLockError::Error(error)) => return Err(RunError::at(&path, error)),
            Err(TryLockError::WouldBlock) if is_held(&file) => break,
            Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(1)),
        }
    }
    Err(RunError::at(root, IN_USE))
}

/// Keeps other processes from locking a directory while this one reads it, without writing there;
/// `None` if no process ever locked it.
///
/// # Errors
/// If another process holds the lock.
pub fn lock_to_read(root: &Path) -> Result<Option<Lock>, RunError> {
    let Some(file) = lock_file(root) else { return Ok(None) };
    match file.try_lock_shared() {
        Ok(()) => Ok(Some(Lock(file))),
        Err(_) => Err(RunError::at(root, IN_USE)),
    }
}

/// The file that is locked, if there is one.
fn lock_file(root: &Path) -> Option<File> {
    let path = root.join(LOCK);
    fs::metadata(&path).ok().filter(|found| found.is_file())?;
    File::open(path).ok()
}

/// Whether a process works in a directory.
pub fn is_in_use(root: &Path) -> bool {
    lock_file(root).is_some_and(|file| is_held(&file))
}

/// Whether another process holds the lock; one that only checks it, like this function, does not.
fn is_held(file: &File) -> bool {
    match file.try_lock_shared() {
        Ok(()) => file.unlock().is_err(),
        Err(error) => matches!(error, TryLockError::WouldBlock),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn a_dropped_lock_is_free_though_a_process_being_started_has_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let held = lock(folder.path()).unwrap();
        let inherited = held.0.try_clone().unwrap();
        assert!(lock(folder.path()).is_err());
        drop(held);
        lock(folder.path()).unwrap();
        drop(inherited);
    }

    #[test]
    fn what_is_no_file_is_no_lock_and_a_file_keeps_its_contents() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK), "not ours").unwrap();
        drop(lock(folder.path()).unwrap());
        assert_eq!(fs::read(folder.path().join(LOCK)).unwrap(), b"not ours");
        fs::remove_file(folder.path().join(LOCK)).unwrap();
        fs::create_dir(folder.path().join(LOCK)).unwrap();
        assert!(lock(folder.path()).unwrap_err().to_string().contains("not a regular file"));
        assert!(lock_to_read(folder.path()).unwrap().is_none() && !is_in_use(folder.path()));
    }

    #[test]
    fn who_only_looks_does_not_keep_others_out() {
        let folder = tempfile::tempdir().unwrap();
        let (root, ended) = (folder.path(), AtomicBool::new(false));
        drop(lock(root).unwrap());
        thread::scope(|scope| {
            scope.spawn(|| {
                let file = File::open(root.join("lock")).unwrap();
                while !ended.load(Ordering::Relaxed) {
                    is_held(&file);
                }
            });
            let refused = (0..500).filter(|_| lock(root).is_err()).count();
            ended.store(true, Ordering::Relaxed);
            assert_eq!(refused, 0);
        });
    }
}
