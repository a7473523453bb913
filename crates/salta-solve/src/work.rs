//! State on disk from which a killed process resumes: the directory `FILE.work` beside the table
//! `FILE`, removed when the table is written.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use salta_core::Variant;
use salta_record::{RecordError, remove_leftovers};

use crate::container::Container;
use crate::error::SolveError;

/// Attempts to lock a file that its last holder is just removing.
const TRIES: u32 = 100;

/// The directory of the work on one table, for one process at a time.
pub(crate) struct Work {
    dir: PathBuf,
    _lock: Lock,
}

impl Work {
    /// Creates the directory if it does not exist, and locks it.
    pub(crate) fn beside(table: &Path) -> Result<Work, SolveError> {
        let dir = with_ending(table, ".work");
        if dir.exists() && !dir.is_dir() {
            let what = "not a folder; the unfinished work is kept there: move it away";
            return Err(SolveError::at(&dir, what));
        }
        let lock = Lock::beside(&dir)?;
        if !dir.is_dir() {
            fs::create_dir(&dir).map_err(|error| RecordError::io(&dir, error))?;
        }
        remove_leftovers(&dir)?;
        Ok(Work { dir, _lock: lock })
    }

    /// Removes the work on a table that is written already, unless a process still uses it.
    /// Failures are ignored, since they only waste disk space.
    pub(crate) fn remove_beside(table: &Path) {
        let dir = with_ending(table, ".work");
        if (dir.exists() || with_ending(&dir, ".lock").exists())
            && let Ok(work) = Work::beside(table)
        {
            let _ = work.remove();
        }
    }

    /// Passes on a result of reading the work; adds to an error what to do about it.
    pub(crate) fn read<T>(&self, found: Result<T, SolveError>) -> Result<T, SolveError> {
        found.map_err(|error| {
            let dir = self.dir.display();
            SolveError::Other(format!("{error}; delete {dir} to start over, or give another name"))
        })
    }

    /// The file with this number.
    pub(crate) fn file(&self, number: u32) -> PathBuf {
        self.dir.join(format!("{number:05}"))
    }

    /// Opens that file, if it is there.
    pub(crate) fn find(
        &self,
        number: u32,
        variant: &Variant,
    ) -> Result<Option<Container>, SolveError> {
        self.file(number).exists().then(|| self.open(number, variant)).transpose()
    }

    /// Opens that file, which has to belong to this variant.
    pub(crate) fn open(&self, number: u32, variant: &Variant) -> Result<Container, SolveError> {
        let file = Container::open(&self.file(number))?;
        file.check_rules(variant)?;
        Ok(file)
    }

    pub(crate) fn remove(self) -> Result<(), SolveError> {
        match fs::remove_dir_all(&self.dir) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(RecordError::io(&self.dir, error).into())
            }
            _ => Ok(()),
        }
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A file `NAME.lock` beside the one called `NAME`, locked until it is dropped, which removes it.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Locks the file or directory `named`.
    ///
    /// # Errors
    /// If another process has locked it, or the lock cannot be written.
    pub fn beside(named: &Path) -> Result<Lock, SolveError> {
        if let Some(folder) = named.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::metadata(folder).map_err(|error| RecordError::io(folder, error))?;
        }
        let path = with_ending(named, ".lock");
        let io = |error| RecordError::io(&path, error);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        for _ in 0..TRIES {
            let file = options.open(&path).map_err(io)?;
            // Some file systems have no locks.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                let what = "another process is using it; wait for it or give another name";
                return Err(SolveError::at(named, what));
            }
            if file.metadata().map_err(io)?.len() == 0 {
                return Ok(Lock { file, path });
            }
        }
        Err(SolveError::at(&path, "not empty, so it is no lock; move it away"))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if fs::remove_file(&self.path).is_ok() {
            // A process that has opened the file meanwhile sees by its length that it was removed.
            let _ = self.file.set_len(1);
        }
        let _ = self.file.unlock();
    }
}
