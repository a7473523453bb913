//! Reads what the user names: variants and game files.

use std::path::{Path, PathBuf};

use salta_core::Variant;
use salta_core::notation::{GameFile, split_games};
use salta_run::{Shard, load_rules};

use crate::error::Error;

/// The variant that an argument gives, as a name or as a file.
pub(crate) fn variant(name_or_file: &str) -> Result<Variant, Error> {
    Ok(Variant::new(load_rules(name_or_file)?))
}

/// The table of solved positions beside a variant's file, ending in `.table`, if there is one.
pub(crate) fn table_beside(name_or_file: &str) -> Option<PathBuf> {
    let path = Path::new(name_or_file);
    let table = path.with_extension("table");
    (path.extension().is_some_and(|ending| ending == "toml") && table.is_file()).then_some(table)
}

/// Parses the games of a file, at least one; does not check their moves.
pub(crate) fn game_files(path: &Path) -> Result<Vec<GameFile>, Error> {
    let text = salta_run::read_text(path).map_err(|error| match Shard::read(path) {
        Ok(_) => {
            Error::at(path, "a shard; `salta show FILE --text` writes its games as a game file")
        }
        Err(_) => error.into(),
    })?;
    let parse =
        |(line, text)| GameFile::parse_at(text, line).map_err(|error| Error::at(path, error));
    split_games(&text).into_iter().map(parse).collect()
}
