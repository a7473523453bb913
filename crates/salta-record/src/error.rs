//! Errors of record files, with one-sentence messages.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct RecordError {
    /// The file or directory concerned.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a file. Faults that no caller has to distinguish are [`Fault::Other`].
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Nothing exists at the path; when writing, the directory does not exist.
    #[error("no such file or directory")]
    NotFound,
    /// The file is larger than the limit for such files.
    #[error("larger than {}, the limit for such a file", binary_size(*most))]
    OverLimit {
        /// The limit in bytes.
        most: u64,
    },
    /// The file is not text.
    #[error("line {line}: not UTF-8 text")]
    NotText {
        /// The first line that is not UTF-8, counted from 1.
        line: usize,
    },
    /// Anything else, as a sentence: not a shard, a damaged shard, too much data, a full disk.
    #[error("{0}")]
    Other(String),
}

fn binary_size(bytes: u64) -> String {
    match bytes {
        whole if whole > 0 && whole % (1 << 20) == 0 => format!("{} MiB", whole >> 20),
        bytes => format!("{bytes} bytes"),
    }
}

impl Fault {
    pub(crate) fn directory() -> Fault {
        Fault::Other("is a directory, not a file".into())
    }

    /// The file ends before the length it states, as after an interrupted copy.
    pub(crate) fn truncated(expected: u64, found: u64) -> Fault {
        Fault::Other(format!("truncated: expected at least {expected} bytes, found {found}"))
    }

    /// The file has its full length but not the bytes that were written.
    pub(crate) fn checksum() -> Fault {
        Fault::Other("checksum mismatch: the file was altered or damaged".into())
    }

    /// The checksums match but the content was not written by this crate.
    pub(crate) fn malformed(what: &str) -> Fault {
        Fault::Other(format!("malformed shard: {what}"))
    }

    pub(crate) fn at(self, path: &Path) -> RecordError {
        RecordError { path: path.to_path_buf(), fault: self }
    }
}

impl RecordError {
    /// The error for a failed system call on `path`.
    pub fn io(path: &Path, source: io::Error) -> Self {
        let fault = match source.kind() {
            io::ErrorKind::NotFound => Fault::NotFound,
            io::ErrorKind::IsADirectory => Fault::directory(),
            kind @ io::ErrorKind::PermissionDenied => Fault::Other(kind.to_string()),
            _ => Fault::Other(source.to_string()),
        };
        fault.at(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_of_the_system_keep_their_kind_and_path() {
        let sentence =
            |kind| RecordError::io(Path::new("a.shard"), io::Error::from(kind)).to_string();
        assert_eq!(sentence(io::ErrorKind::NotFound), "a.shard: no such file or directory");
        assert_eq!(sentence(io::ErrorKind::PermissionDenied), "a.shard: permission denied");
        assert_eq!(sentence(io::ErrorKind::IsADirectory), "a.shard: is a directory, not a file");
        assert_eq!(sentence(io::ErrorKind::StorageFull), "a.shard: no storage space");
    }
}
