//! Standard output and standard error, neither of which may panic when nobody reads it.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

use crate::error::Error;

/// Signs of a message shown; input quoted in one may be as long as a file.
const MESSAGE_SIGNS: usize = 4_000;

/// Writes one line of JSON to standard output.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Error> {
    let line = serde_json::to_string(value).expect("the records are plain maps and numbers");
    text(&format!("{line}\n"))
}

/// Writes text to standard output. A reader that has gone away wants no more, which is no error.
pub(crate) fn text(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error::at("standard output", error))
        }
        _ => Ok(()),
    }
}

/// Writes `kind: text` to standard error, on one line.
pub(crate) fn message(kind: &str, text: &str) {
    let _ = writeln!(io::stderr(), "{kind}: {}", printable(text));
}

/// The text without control characters, which could move the cursor, and without end.
fn printable(text: &str) -> String {
    let mut shown = String::new();
    for sign in text.chars().take(MESSAGE_SIGNS) {
        if sign.is_control() {
            shown.extend(sign.escape_default());
        } else {
            shown.push(sign);
        }
    }
    if text.chars().nth(MESSAGE_SIGNS).is_some() {
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
        assert_eq!(printable(&"x".repeat(10_000)).chars().count(), MESSAGE_SIGNS + 1);
    }
}
