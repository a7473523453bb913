//! JSON records that end in their own checksum.
//!
//! The last field of a sealed record is `"checksum"`, the BLAKE3 hash of all bytes before it, so
//! that no byte of the file changes unnoticed. A file without a checksum, which may be of another
//! kind, is distinguished from one whose checksum is wrong.

use serde::Serialize;

/// The text before the checksum, and the text after it.
const BEFORE: &str = ",\"checksum\":\"";
const AFTER: &str = "\"}";
/// Length of a checksum, in characters.
const HEX: usize = 64;

/// The result of checking a record's checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// The bytes are those that were written.
    Whole,
    /// There is no checksum.
    Missing,
    /// The record was altered or damaged.
    Broken,
}

/// Serialises a record as JSON, with its checksum as the last field.
///
/// # Panics
/// If the record does not serialise to a JSON object.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use salta_record::sealed::{Seal, open, seal};
///
/// let text = seal(&BTreeMap::from([("games", 2)]));
/// assert_eq!(open(&text), ("{\"games\":2}".into(), Seal::Whole));
/// assert_eq!(open(&text.replace('2', "3")).1, Seal::Broken);
/// assert_eq!(open("{\"games\":3}").1, Seal::Missing);
/// ```
pub fn seal(record: &impl Serialize) -> String {
    let text = serde_json::to_string(record).expect("keys are strings");
    let fields = text.strip_suffix('}').expect("a record is a struct");
    format!("{fields}{BEFORE}{}{AFTER}", checksum(fields))
}

/// Returns the record without its checksum, and whether the checksum matches.
pub fn open(text: &str) -> (String, Seal) {
    let length = BEFORE.len() + HEX + AFTER.len();
    let split = text.len().checked_sub(length).and_then(|at| text.split_at_checked(at));
    let found = split
        .and_then(|(fields, end)| Some((fields, end.strip_prefix(BEFORE)?.strip_suffix(AFTER)?)));
    match found {
        None => (text.into(), Seal::Missing),
        Some((fields, found)) => {
            let whole = checksum(fields) == found;
            (format!("{fields}}}"), if whole { Seal::Whole } else { Seal::Broken })
        }
    }
}

fn checksum(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}
