//! Reads what the user names: variants, game files and perft tables.

use std::path::{Path, PathBuf};

use salta_core::Variant;
use salta_core::notation::{GameFile, PerftCase};
use salta_record::read_text;
use salta_run::load_rules_beside;

use crate::error::Error;

/// Largest game file or perft table that is read.
const MAX_BYTES: u64 = 4 << 20;

/// The variant that `--variant` gives, as a name or as a file.
pub(crate) fn variant(name_or_file: &str) -> Result<Variant, Error> {
    Ok(Variant::new(load_rules_beside(Path::new(""), name_or_file, "--variant")?))
}

/// The table of solved positions beside a variant's file, ending in `.table`, if there is one.
pub(crate) fn table_beside(name_or_file: &str) -> Option<PathBuf> {
    let path = Path::new(name_or_file);
    let table = path.with_extension("table");
    (path.extension().is_some_and(|ending| ending == "toml") && table.is_file()).then_some(table)
}

/// Parses the games of a file, at least one; does not check their moves.
pub(crate) fn game_files(path: &Path) -> Result<Vec<GameFile>, Error> {
    let text = text_file(path)?;
    let parse = |text: &String| GameFile::parse(text).map_err(|error| Error::at(path, error));
    split_games(&text).iter().map(parse).collect()
}

/// Splits a file of several games, as matches write them, before each `Event` header but the first.
/// Empty lines replace the earlier games, so that errors name the right line.
fn split_games(text: &str) -> Vec<String> {
    let mut games = vec![String::new()];
    let mut begun = false;
    for (before, line) in text.split_inclusive('\n').enumerate() {
        if line.starts_with("[Event \"") {
            if begun {
                games.push("\n".repeat(before));
            }
            begun = true;
        }
        games.last_mut().expect("there is a first").push_str(line);
    }
    games
}

/// Parses a perft table; does not look up its variants and positions.
pub(crate) fn perft_table(path: &Path) -> Result<Vec<PerftCase>, Error> {
    let text = text_file(path)?;
    PerftCase::parse_table(&text).map_err(|error| Error::at(path, error))
}

fn text_file(path: &Path) -> Result<String, Error> {
    Ok(read_text(path, MAX_BYTES)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_keep_their_lines() {
        let text = "; one\n[Event \"a\"]\n\n1. c3-d4 *\n[Event \"b\"]\n1. e3-f4 *\n";
        let games = split_games(text);
        assert_eq!(games.len(), 2);
        assert_eq!(games[1], "\n\n\n\n[Event \"b\"]\n1. e3-f4 *\n");
        assert_eq!(GameFile::parse(&games[1]).unwrap().plies[0].line, 6);
        assert_eq!(split_games(""), [""]);
    }
}
