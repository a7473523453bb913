//! State on disk from which a killed process resumes: the directory `FILE.work` beside the table
//! `FILE`, removed when the table is written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use salta_core::Variant;
use salta_record::{RecordError, remove_leftovers};

use crate::container::Container;
use crate::error::SolveError;

/// The directory of the work on one table.
pub(crate) struct Work(PathBuf);

impl Work {
    /// Creates the directory if it does not exist.
    pub(crate) fn beside(table: &Path) -> Result<Work, SolveError> {
        let mut dir = table.as_os_str().to_owned();
        dir.push(".work");
        let dir = PathBuf::from(dir);
        if dir.exists() && !dir.is_dir() {
            let what = "not a folder; the unfinished work is kept there: move it away";
            return Err(SolveError::at(&dir, what));
        }
        if !dir.is_dir() {
            fs::create_dir(&dir).map_err(|error| RecordError::io(&dir, error))?;
        }
        remove_leftovers(&dir)?;
        Ok(Work(dir))
    }

    /// Passes on a result of reading the work; adds to an error what to do about it.
    pub(crate) fn read<T>(&self, found: Result<T, SolveError>) -> Result<T, SolveError> {
        found.map_err(|error| {
            let dir = self.0.display();
            SolveError::Other(format!("{error}; delete {dir} to start over, or give another name"))
        })
    }

    /// The file with this number.
    pub(crate) fn file(&self, number: u32) -> PathBuf {
        self.0.join(format!("{number:05}"))
    }

    /// Opens that file, if it is there and belongs to this variant.
    pub(crate) fn open(
        &self,
        number: u32,
        variant: &Variant,
    ) -> Result<Option<Container>, SolveError> {
        let path = self.file(number);
        if !path.exists() {
            return Ok(None);
        }
        let file = Container::open(&path)?;
        file.check_rules(variant)?;
        Ok(Some(file))
    }

    /// Removes the directory.
    pub(crate) fn remove(self) -> Result<(), SolveError> {
        match fs::remove_dir_all(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(RecordError::io(&self.0, error).into())
            }
            _ => Ok(()),
        }
    }
}
