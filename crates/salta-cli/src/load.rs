//! Reads what the user names: variants, game files and perft tables.

use std::path::{Path, PathBuf};

use salta_core::Variant;
use salta_core::notation::{GameFile, PerftCase};
use salta_run::load_rules_beside;

use crate::error::Error;

/// Largest perft table that is read.
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
    let text = salta_run::read_text(path)?;
    let parse =
        |(line, text)| GameFile::parse_at(text, line).map_err(|error| Error::at(path, error));
    split_games(&text).into_iter().map(parse).collect()
}

/// Splits a file of several games, as matches write them, before each `Event` header but the first.
/// Returns each game with the number of its first line, from 1.
fn split_games(text: &str) -> Vec<(usize, &str)> {
    let (mut events, mut at) = (Vec::new(), 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if line.starts_with("[Event \"") {
            events.push((number, at));
        }
        at += line.len();
    }
    let starts = [(1, 0)].into_iter().chain(events.into_iter().skip(1));
    let ends = starts.clone().skip(1).map(|(_, start)| start).chain([text.len()]);
    starts.zip(ends).map(|((number, start), end)| (number, &text[start..end])).collect()
}

/// Parses a perft table; does not look up its variants and positions.
pub(crate) fn perft_table(path: &Path) -> Result<Vec<PerftCase>, Error> {
    let text = salta_record::read_text(path, MAX_BYTES)?;
    PerftCase::parse_table(&text).map_err(|error| Error::at(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_keep_their_lines() {
        let text = "; one\n[Event \"a\"]\n\n1. c3-d4 *\n[Event \"b\"]\n1. e3-f4 *\n";
        let games = split_games(text);
        let (first, second) = text.split_at(text.find("[Event \"b").unwrap());
        assert_eq!(games, [(1, first), (5, second)]);
        assert_eq!(GameFile::parse_at(second, 5).unwrap().plies[0].line, 6);
        assert_eq!(split_games(""), [(1, "")]);
    }
}
