//! What the user names: variants and game files.

use std::convert::Infallible;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf, is_separator};

use clap::builder::{OsStringValueParser, TypedValueParser};
use thiserror::Error;

use salta_core::Variant;
use salta_core::notation::GameFile;
use salta_core::rules::parse;

use crate::error::Error;

/// Bytes of a file that is read whole.
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
    fn new(text: OsString) -> VariantRef {
        let shown = text.to_string_lossy();
        if shown.contains(is_separator) || shown.ends_with(".toml") {
            VariantRef::File(text.into())
        } else {
            VariantRef::Name(shown.into_owned())
        }
    }

    /// The variant.
    pub(crate) fn load(&self) -> Result<Variant, Error> {
        match self {
            VariantRef::Name(name) => named_variant("--variant", name),
            VariantRef::File(path) => variant_file(path),
        }
    }
}

/// A built-in variant; `place` says where the name stands.
pub(crate) fn named_variant(place: &str, name: &str) -> Result<Variant, Error> {
    let unknown = || Error::UnknownVariant { place: place.into(), name: name.into() };
    Variant::named(name).ok_or_else(unknown)
}

fn variant_file(path: &Path) -> Result<Variant, Error> {
    let text = text_file(path)?;
    let rules = parse(&text).map_err(|error| Error::Rules { path: path.into(), error })?;
    Ok(Variant::new(rules))
}

/// A game file, not yet played through.
pub(crate) fn game_file(path: &Path) -> Result<GameFile, Error> {
    let text = text_file(path)?;
    GameFile::parse(&text).map_err(|error| Error::Game { path: path.into(), error })
}

/// Why a file cannot be read as text.
#[derive(Debug, Error)]
pub(crate) enum FileError {
    #[error("there is no such file")]
    Missing,
    #[error("this is a directory, not a file")]
    Directory,
    #[error("larger than {} MiB, which no variant or game file is", MAX_BYTES >> 20)]
    TooLarge,
    #[error("line {0}: not UTF-8 text")]
    NotText(usize),
    #[error("cannot be read: {0}")]
    Io(io::Error),
}

fn text_file(path: &Path) -> Result<String, Error> {
    read_text(path).map_err(|error| Error::File { path: path.into(), error })
}

fn read_text(path: &Path) -> Result<String, FileError> {
    let bytes = read_bytes(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => FileError::Missing,
        ErrorKind::IsADirectory => FileError::Directory,
        _ => FileError::Io(error),
    })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(FileError::TooLarge);
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        FileError::NotText(before.iter().filter(|byte| **byte == b'\n').count() + 1)
    })
}

/// Reads one byte past the cap at most, so that an endless device ends too.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

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
