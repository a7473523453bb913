//! Deletes recorded games that are no longer needed, to free disk space.

use std::fs;
use std::path::Path;

use crate::error::{At, RunError};
use crate::generation_dirs::{gen_name, generations_in};
use crate::run_dir::RunDir;

impl RunDir {
    /// Removes the games of generations after `next`: networks that are learned again played them.
    pub(crate) fn remove_later_games(&self, next: u32) -> Result<(), RunError> {
        let root = self.games_root();
        for later in generations_in(&root)?.into_iter().filter(|generation| *generation > next) {
            self.remove_games(later)?;
        }
        Ok(())
    }

    /// Removes the games of a generation, under another name first: a kill must not leave a part.
    fn remove_games(&self, generation: u32) -> Result<(), RunError> {
        let path = self.games(generation);
        let removed = self.games_root().join(format!(".{}.tmp", gen_name(generation)));
        fs::rename(&path, &removed).at(&path)?;
        fs::remove_dir_all(&removed).at(&removed)
    }

    /// Removes the games of the oldest generations until the rest take at most `games_bytes`, but
    /// never those of generation `needed` or later.
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
            self.remove_games(generation)?;
            bytes -= size;
        }
        Ok(())
    }
}

/// Bytes of the files in a directory.
fn size(dir: &Path) -> Result<u64, RunError> {
    let mut bytes = 0;
    for entry in fs::read_dir(dir).at(dir)? {
        bytes += entry.and_then(|entry| entry.metadata()).at(dir)?.len();
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RunConfig;

    #[test]
    fn the_oldest_games_make_room_until_the_rest_fits() {
        let folder = tempfile::tempdir().unwrap();
        let config = RunConfig::tiny(&["games_bytes=250"]);
        let run = RunDir::create(config, folder.path().join("run"), None).unwrap();
        for generation in 1..=4 {
            fs::create_dir_all(run.games(generation)).unwrap();
            for name in ["a", "b"] {
                fs::write(run.games(generation).join(name), [0; 50]).unwrap();
            }
        }
        let left = |needed| {
            run.remove_old_games(needed).unwrap();
            let mut left = generations_in(&run.games_root()).unwrap();
            left.sort_unstable();
            left
        };
        assert_eq!(left(1), [1, 2, 3, 4]);
        // Two generations take 200 bytes, which is below the limit.
        assert_eq!(left(9), [3, 4]);
    }
}
