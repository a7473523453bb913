//! Writes to standard output and standard error, without panicking when nobody reads them.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use salta_record::AtomicFile;
use salta_run::write_text;
use serde::Serialize;

use crate::error::Error;

/// Maximum number of characters of a message; input quoted in it may be as long as a file.
const MESSAGE_CHARACTERS: usize = 4_000;

/// Writes one line of JSON to standard output.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Error> {
    let line = serde_json::to_string(value).expect("the records are plain maps and numbers");
    text(&format!("{line}\n"))
}

/// Writes the value as JSON if `as_json` is set, else as the text.
pub(crate) fn shown(
    as_json: bool,
    value: &impl Serialize,
    as_text: impl FnOnce() -> String,
) -> Result<(), Error> {
    if as_json { json(value) } else { text(&as_text()) }
}

/// Writes text to standard output.
pub(crate) fn text(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    written(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Whether the pipe that standard output was written to is closed: nobody reads any more.
pub(crate) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

static CLOSED: AtomicBool = AtomicBool::new(false);

/// What writing to standard output gave. A closed pipe is not an error.
pub(crate) fn written(outcome: io::Result<()>) -> Result<(), Error> {
    match outcome {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
            Ok(())
        }
        outcome => outcome.map_err(|error| Error::at("standard output", error)),
    }
}

/// Fails if one of these files cannot be written; for calls before long work.
pub(crate) fn writable<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Error> {
    files.into_iter().try_for_each(|path| Ok(AtomicFile::create(path).map(drop)?))
}

/// Writes the files that were asked for, once the result was written to standard output with the
/// outcome `shown`; tries each of them and reports every error.
pub(crate) fn with_files<'a>(
    shown: Result<(), Error>,
    files: impl IntoIterator<Item = (&'a Path, String)>,
) -> Result<(), Error> {
    let write = |(path, text): (&Path, String)| write_text(path, &text).err();
    let failed = files.into_iter().filter_map(write).map(|error| error.to_string());
    let errors: Vec<_> =
        shown.err().map(|error| error.to_string()).into_iter().chain(failed).collect();
    if errors.is_empty() { Ok(()) } else { Err(Error::Failed(errors.join("; "))) }
}

/// Writes `kind: text` to standard error, on one line.
pub(crate) fn message(kind: &str, text: &str) {
    let _ = writeln!(io::stderr(), "{kind}: {}", printable(text));
}

/// Escapes control characters, which could move the cursor, and truncates long texts.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars().take(MESSAGE_CHARACTERS) {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    if text.chars().nth(MESSAGE_CHARACTERS).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(printable("a\nb\u{1b}[2J é"), "a\\nb\\u{1b}[2J é");
        assert_eq!(printable(&"x".repeat(10_000)).chars().count(), MESSAGE_CHARACTERS + 1);
    }
}
