//! What the user names: variants, game files and perft tables.

use std::convert::Infallible;
use std::ffi::OsString;
use std::path::{Path, PathBuf, is_separator};

use clap::builder::{OsStringValueParser, TypedValueParser};

use salta_core::Variant;
use salta_core::notation::{GameFile, PerftCase};
use salta_core::rules::{NAMED, parse};
use salta_record::read_text;

use crate::error::Error;

/// Largest variant, game file or perft table that is read.
const MAX_BYTES: u64 = 4 << 20;

/// A variant as the user writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VariantRef {
    /// One of the built-in variants.
    Name(String),
    /// A variant file.
    File(PathBuf),
}

/// Reads `NAME|FILE` from the command line.
pub(crate) fn variant_ref() -> impl TypedValueParser<Value = VariantRef> {
    OsStringValueParser::new().try_map(|text| Ok::<_, Infallible>(VariantRef::new(text)))
}

impl VariantRef {
    /// A file has a path separator or ends in `.toml`; anything else is a name.
    pub(crate) fn new(text: OsString) -> VariantRef {
        let shown = text.to_string_lossy();
        if shown.contains(is_separator) || shown.ends_with(".toml") {
            VariantRef::File(text.into())
        } else {
            VariantRef::Name(shown.into_owned())
        }
    }

    /// The variant.
    pub(crate) fn load(&self) -> Result<Variant, Error> {
        self.load_beside(Path::new(""), "--variant")
    }

    /// The variant, a file being looked for in this folder; `place` says where it is named.
    pub(crate) fn load_beside(&self, folder: &Path, place: &str) -> Result<Variant, Error> {
        match self {
            VariantRef::Name(name) => named_variant(place, name),
            VariantRef::File(path) => variant_file(&folder.join(path)),
        }
    }
}

/// A built-in variant; `place` says where the name stands.
pub(crate) fn named_variant(place: &str, name: &str) -> Result<Variant, Error> {
    let unknown = || {
        let list = NAMED.join(", ");
        Error::Failed(format!(
            "{place}: no variant is named `{name}` (named variants: {list}; a file has a path \
             separator or ends in .toml)"
        ))
    };
    Variant::named(name).ok_or_else(unknown)
}

fn variant_file(path: &Path) -> Result<Variant, Error> {
    let text = text_file(path)?;
    let rules = parse(&text).map_err(|error| Error::at(path, error))?;
    Ok(Variant::new(rules))
}

/// The games of a file, not yet played through; at least one.
pub(crate) fn game_files(path: &Path) -> Result<Vec<GameFile>, Error> {
    let text = text_file(path)?;
    let parse = |text: &String| GameFile::parse(text).map_err(|error| Error::at(path, error));
    split_games(&text).iter().map(parse).collect()
}

/// A file of several games, as matches write them, cut before each `Event` header but the first;
/// the lines before are left as empty ones, so that errors name the right line.
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

/// A perft table, its variants and positions not yet looked up.
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

    #[test]
    fn separators_and_endings_make_a_file() {
        for text in ["./walker", "a/b", "walker.toml", "/"] {
            assert!(matches!(VariantRef::new(text.into()), VariantRef::File(_)), "{text}");
        }
        for text in ["walker", "", ".", "walker.TOML"] {
            assert_eq!(VariantRef::new(text.into()), VariantRef::Name(text.into()));
        }
    }
}
