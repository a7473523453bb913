//! Directories that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes `files` (name, contents) as the directory `dir`, replacing one that is there.
///
/// Everything is written and synced beside it, then renamed into place. A directory cannot be
/// renamed over another one, so an old one is moved aside first: a crash between the two renames
/// leaves it whole in a `.NAME.*.tmp` directory beside.
pub(crate) fn write_directory(dir: &Path, files: &[(&str, Vec<u8>)]) -> io::Result<()> {
    let parent = match dir.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent)?;
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    let beside =
        tempfile::Builder::new().prefix(&format!(".{name}.")).suffix(".tmp").tempdir_in(parent)?;
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

/// Puts `new` at `dir`; what was there goes to `old`, or back if that fails.
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

/// Makes renames in `dir` last; only Unix can open a directory.
fn sync_directory(dir: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
}
