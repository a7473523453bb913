//! Checkpoints embedded in the program: those in `data/checkpoints`, by the names of their folders.

use std::path::Path;

/// The files that players load, names and contents: `checkpoint.json`, then the weights.
type Files = [(&'static str, &'static [u8]); 2];

const SHIPPED: &[(&str, Files)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The names of the embedded checkpoints.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The files that players load from the embedded checkpoint that a path names, `checkpoint.json`
/// first. The path must be a plain name; for a folder of the same name, write `./name`.
pub fn shipped_files(path: impl AsRef<Path>) -> Option<Files> {
    let named = |(name, _): &&(&str, Files)| path.as_ref().as_os_str() == *name;
    SHIPPED.iter().find(named).map(|(_, files)| *files)
}
