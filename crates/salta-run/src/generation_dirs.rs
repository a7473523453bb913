//! The directories of generations, such as `checkpoints/gen-0001`.

use std::fs;
use std::path::Path;

use crate::error::{At, RunError};

pub(crate) const CHECKPOINTS: &str = "checkpoints";
pub(crate) const LEARNER: &str = "learner";
pub(crate) const GAMES: &str = "games";

/// The generations that have a directory in `dir`, in any order.
pub(crate) fn generations_in(dir: &Path) -> Result<Vec<u32>, RunError> {
    Ok(names_in(dir)?.iter().filter_map(|name| gen_number(name)).collect())
}

/// The names in a directory; none if there is no such directory.
pub(crate) fn names_in(dir: &Path) -> Result<Vec<String>, RunError> {
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.at(dir)?,
    };
    let entries = entries.collect::<Result<Vec<_>, _>>().at(dir)?;
    Ok(entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok()).collect())
}

/// The directory name of a generation.
pub(crate) fn gen_name(generation: u32) -> String {
    format!("gen-{generation:04}")
}

/// The generation whose directory has this name.
pub(crate) fn gen_number(name: &str) -> Option<u32> {
    let number = name.strip_prefix("gen-")?.parse().ok()?;
    (gen_name(number) == name).then_some(number)
}
