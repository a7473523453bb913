//! What can go wrong with a file of records, one sentence each.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct RecordError {
    /// The file or directory that it is about.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There is nothing at the path; in writing, the directory does not exist.
    #[error("no such file or directory")]
    NotFound,
    /// The operating system refuses access.
    #[error("permission denied")]
    PermissionDenied,
    /// A directory where a file was expected.
    #[error("is a directory, not a file")]
    IsADirectory,
    /// A device, a pipe or a socket where a file was expected.
    #[error("not a regular file")]
    NotRegular,
    /// The file is larger than any of its kind.
    #[error("larger than {}, the limit for such a file", binary_size(*most))]
    OverLimit {
        /// The most bytes that are read.
        most: u64,
    },
    /// The file is not text.
    #[error("line {line}: not UTF-8 text")]
    NotText {
        /// The first line that is not, from 1.
        line: usize,
    },
    /// Any other I/O error: a full disk, a device error.
    #[error("{0}")]
    Io(#[source] io::Error),
    /// The file does not begin as a shard does.
    #[error("not a shard of Salta games")]
    NotAShard,
    /// The file is a shard in a format that this build does not read.
    #[error("has shard format version {found}, and this build reads version {supported}")]
    OtherVersion {
        /// The version it states.
        found: u16,
        /// The version that this build reads.
        supported: u16,
    },
    /// The file ends before the length it states, as after an interrupted copy.
    #[error("truncated: expected at least {expected} bytes, found {found}")]
    Truncated {
        /// The length of the whole file, or of its fixed part if even that is incomplete.
        expected: u64,
        /// The length it has.
        found: u64,
    },
    /// The file has its full length but not the bytes that were written.
    #[error("checksum mismatch: the file was altered or damaged")]
    Checksum,
    /// The checksums match but the content is malformed: not written by this crate.
    #[error("malformed shard: {0}")]
    Malformed(&'static str),
    /// A game handed to the writer would not be read back.
    #[error("game {game} cannot be written: {what}")]
    InvalidGame {
        /// The number of the game in its run.
        game: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// More data handed to the writer than a shard may hold.
    #[error("too large for one shard: {what} has {bytes} bytes, at most {limit} are allowed")]
    TooLarge {
        /// The part that is too large.
        what: &'static str,
        /// Its length.
        bytes: u64,
        /// The most it may have.
        limit: u64,
    },
}

fn binary_size(bytes: u64) -> String {
    match bytes {
        whole if whole > 0 && whole % (1 << 20) == 0 => format!("{} MiB", whole >> 20),
        bytes => format!("{bytes} bytes"),
    }
}

impl Fault {
    pub(crate) fn at(self, path: &Path) -> RecordError {
        RecordError { path: path.to_path_buf(), fault: self }
    }
}

impl RecordError {
    /// The error for a failed system call on `path`.
    pub fn io(path: &Path, source: io::Error) -> Self {
        let fault = match source.kind() {
            io::ErrorKind::NotFound => Fault::NotFound,
            io::ErrorKind::PermissionDenied => Fault::PermissionDenied,
            io::ErrorKind::IsADirectory => Fault::IsADirectory,
            _ => Fault::Io(source),
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
