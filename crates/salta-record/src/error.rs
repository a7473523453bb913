//! What can go wrong with a file of records, one sentence each.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be written or read. Every variant names the file or directory it is about.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// There is nothing at this path.
    #[error("{}: no such file or directory", path.display())]
    NotFound {
        /// The path that does not exist; in writing, the directory.
        path: PathBuf,
    },
    /// The operating system refuses access.
    #[error("{}: permission denied", path.display())]
    PermissionDenied {
        /// The path that may not be opened.
        path: PathBuf,
    },
    /// A directory where a file was expected.
    #[error("{}: is a directory, not a file", path.display())]
    IsADirectory {
        /// The directory.
        path: PathBuf,
    },
    /// Any other I/O error: a full disk, a device error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The path in use when it happened.
        path: PathBuf,
        /// The I/O error.
        source: io::Error,
    },
    /// The file does not begin as a shard does.
    #[error("{}: not a shard of Salta games", path.display())]
    NotAShard {
        /// The file.
        path: PathBuf,
    },
    /// The file is a shard in a format that this build does not read.
    #[error(
        "{}: has shard format version {found}, and this build reads version {supported}",
        path.display()
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version it states.
        found: u16,
        /// The version that this build reads.
        supported: u16,
    },
    /// The file ends before the length it states, as after an interrupted copy.
    #[error("{}: truncated: expected at least {expected} bytes, found {found}", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// The length of the whole file, or of its fixed part if even that is incomplete.
        expected: u64,
        /// The length it has.
        found: u64,
    },
    /// The file has its full length but not the bytes that were written.
    #[error("{}: checksum mismatch: the file was altered or damaged", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
    },
    /// The checksums match but the content is malformed: not written by this crate.
    #[error("{}: malformed shard: {what}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// A game handed to the writer would not be read back.
    #[error("{}: game {game} cannot be written: {what}", path.display())]
    InvalidGame {
        /// The file that was to be written.
        path: PathBuf,
        /// The number of the game in its run.
        game: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// More data handed to the writer than a shard may hold.
    #[error("{}: too large for one shard: {what} has {bytes} bytes, at most {limit} are allowed", path.display())]
    TooLarge {
        /// The file that was to be written.
        path: PathBuf,
        /// The part that is too large.
        what: &'static str,
        /// Its length.
        bytes: u64,
        /// The most it may have.
        limit: u64,
    },
}

impl RecordError {
    /// The error for a failed system call on `path`.
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::NotFound => Self::NotFound { path },
            io::ErrorKind::PermissionDenied => Self::PermissionDenied { path },
            io::ErrorKind::IsADirectory => Self::IsADirectory { path },
            _ => Self::Io { path, source },
        }
    }

    /// The path the error is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::NotFound { path }
            | Self::PermissionDenied { path }
            | Self::IsADirectory { path }
            | Self::Io { path, .. }
            | Self::NotAShard { path }
            | Self::OtherVersion { path, .. }
            | Self::Truncated { path, .. }
            | Self::Checksum { path }
            | Self::Malformed { path, .. }
            | Self::InvalidGame { path, .. }
            | Self::TooLarge { path, .. } => path,
        }
    }
}

/// What is wrong with some bytes, before it is known which file they came from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    NotAShard,
    OtherVersion { found: u16, supported: u16 },
    Truncated { expected: u64, found: u64 },
    Checksum,
    Malformed(&'static str),
}

impl Fault {
    pub(crate) fn at(self, path: &Path) -> RecordError {
        let path = path.to_path_buf();
        match self {
            Self::NotAShard => RecordError::NotAShard { path },
            Self::OtherVersion { found, supported } => {
                RecordError::OtherVersion { path, found, supported }
            }
            Self::Truncated { expected, found } => RecordError::Truncated { path, expected, found },
            Self::Checksum => RecordError::Checksum { path },
            Self::Malformed(what) => RecordError::Malformed { path, what },
        }
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
