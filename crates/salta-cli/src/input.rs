//! Standard input, line by line.

use std::io::{self, BufRead, Read};
use std::iter::from_fn;

/// Maximum length of a line in bytes; the rest of a longer one is the next.
const MOST_BYTES: u64 = 1 << 16;

/// The lines of standard input with their ends, other bytes than UTF-8 replaced.
pub(crate) fn lines() -> impl Iterator<Item = io::Result<String>> {
    from_fn(|| {
        let mut line = Vec::new();
        let read = io::stdin().lock().take(MOST_BYTES).read_until(b'\n', &mut line);
        let line = read.map(|_| String::from_utf8_lossy(&line).into_owned());
        Some(line).filter(|line| !line.as_ref().is_ok_and(String::is_empty))
    })
}
