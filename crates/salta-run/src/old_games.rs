//! Deletes recorded games that are no longer needed, to free disk space.

use std::fs;
use std::path::Path;

use crate::error::RunError;
use crate::generation_dirs::{gen_name, generations_in};
use crate::run_dir::RunDir;

impl RunDir {
    /// Removes the oldest games until what is left takes at most `games_bytes`, but none from
    /// generation `needed` on.
    ///
    /// # Errors
    /// If the directory cannot be read or a generation's games cannot be removed.
    pub(crate) fn remove_old_games(&self, needed: u32) -> Result<(), RunError> {
        let most = self.config().games_bytes;
        if most == 0 {
            return Ok(());
        }
        let root = self.games_root();
        let mut sizes = Vec::new();
        for generation in generations_in(&root)? {
            sizes.push((generation, size(&root.join(gen_name(generation)))?));
        }
        sizes.sort_unstable();
        let mut bytes: u64 = sizes.iter().map(|(_, bytes)| bytes).sum();
        for (generation, size) in sizes {
            if bytes <= most || generation >= needed {
                break;
            }
            let path = self.games(generation);
            fs::remove_dir_all(&path).map_err(|error| RunError::at(&path, error))?;
            bytes -= size;
        }
        Ok(())
    }
}

/// Bytes of the files in a directory.
fn size(dir: &Path) -> Result<u64, RunError> {
    let io = |error| RunError::at(dir, error);
    let mut bytes = 0;
    for entry in fs::read_dir(dir).map_err(io)? {
        bytes += entry.and_then(|entry| entry.metadata()).map_err(io)?.len();
    }
    Ok(bytes)
}
