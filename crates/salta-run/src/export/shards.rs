//! The shards of a run or directory, one after another, and what their export wrote.

use std::path::{Path, PathBuf};

use salta_record::list_shards;

use crate::display::Display;
use crate::error::RunError;
use crate::generation_dirs::{GAMES, gen_name, generations_in};
use crate::made_with::check_made_with;
use crate::recorded::Shard;

/// The shards of a run (by generation), of a directory, or the shard itself.
pub(crate) fn find(source: &Path) -> Result<Vec<PathBuf>, RunError> {
    if source.is_file() {
        return Ok(vec![source.into()]);
    }
    let games = source.join(GAMES);
    let mut shards = Vec::new();
    let dirs = if games.is_dir() {
        let mut generations = generations_in(&games)?;
        generations.sort_unstable();
        generations.into_iter().map(|generation| games.join(gen_name(generation))).collect()
    } else {
        vec![source.into()]
    };
    for dir in dirs {
        shards.extend(list_shards(dir)?);
    }
    if shards.is_empty() {
        return Err(match source.is_dir() {
            true => RunError::at(source, "holds no shards (`*.shard`) yet, itself or in `games/`"),
            false => RunError::at(source, "no such directory or shard"),
        });
    }
    Ok(shards)
}

/// Counts and files of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Games read.
    pub games: u64,
    /// Samples or decisions written.
    pub rows: u64,
    /// The files written.
    pub files: Vec<PathBuf>,
}

impl Shard {
    /// Its directory and its name, such as `gen-0001/games-00000000`. Together with a game's number
    /// it is unique in a run, even in a fork, which also holds games of another run.
    pub(super) fn name(&self) -> String {
        let dir = self.path.parent().and_then(Path::file_name);
        let parts = dir.into_iter().chain(self.path.file_stem());
        parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    }
}

/// Reads one shard after another and hands each to `visit`.
pub(crate) fn each(
    shards: &[PathBuf],
    display: &Display,
    mut visit: impl FnMut(Shard) -> Result<(), RunError>,
) -> Result<(), RunError> {
    display.start(shards.len() as f64, 0.0);
    display.part("export".into(), shards.len() as u64, shards.len() as f64);
    for path in shards {
        if display.is_stopped() {
            return Err(RunError::Stopped);
        }
        visit(read(path)?)?;
        display.advance(1, path.display().to_string());
    }
    display.part_done();
    Ok(())
}

/// Reads a shard of versions that this build supports.
pub(crate) fn read(path: &Path) -> Result<Shard, RunError> {
    let shard = Shard::read(path)?;
    let (rules, encoding) = (shard.header.rules_version, shard.header.encoding_version);
    check_made_with(path, rules.into(), encoding.into())?;
    Ok(shard)
}
