//! Strict TOML parsing: errors name the line and the field, or the key that is out of range.

use std::fmt::Display;

use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why a text does not parse.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{message}", line.map(|l| format!("line {l}: ")).unwrap_or_default(),
    field.as_ref().map(|f| format!("field `{f}`: ")).unwrap_or_default())]
pub struct StrictTomlError {
    /// Line of the text, from 1.
    pub line: Option<usize>,
    /// The field, if one is at fault.
    pub field: Option<String>,
    /// What is wrong.
    pub message: String,
}

/// Parses a value from TOML. The type decides whether unknown fields are rejected
/// (`deny_unknown_fields`).
///
/// # Errors
/// If the text is not TOML, or does not match the type.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, StrictTomlError> {
    let error = |field: Option<String>, error: &toml::de::Error| StrictTomlError {
        line: error.span().map(|span| text[..span.start].matches('\n').count() + 1),
        field,
        message: plain(&error.message().trim_end().replace('\n', ", ")),
    };
    let document = toml::Deserializer::parse(text).map_err(|e| error(None, &e))?;
    serde_path_to_error::deserialize(document).map_err(|e| {
        // `Spanned` is a struct to serde.
        let path = e.path().to_string().replace(".$__serde_spanned_private_value", "");
        error((path != ".").then_some(path), e.inner())
    })
}

/// The message of a parser without the words of Rust and serde.
pub fn plain(message: &str) -> String {
    let message = message
        // Enums are always written as strings, so the message must not suggest a table.
        .replace("wanted string or table", "expected a string")
        // Here, a variant is a set of rules.
        .replace("unknown variant", "unknown value");
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message };
    let expected = match expected.split(' ').next() {
        Some("u8") => "a whole number from 0 to 255",
        Some("u32") => "a whole number from 0 to 4294967295",
        Some("u64" | "usize") => "a whole number from 0",
        Some("f32" | "f64") => "a number",
        Some("struct") => "a table",
        _ => expected,
    };
    format!("{found}, expected {expected}")
}

/// Checks that the value of a key is in its range.
///
/// # Errors
/// Names the key, the range and the value.
pub fn within<N: PartialOrd + Display>(
    key: &str,
    value: N,
    least: N,
    most: N,
) -> Result<(), String> {
    match (&least..=&most).contains(&&value) {
        true => Ok(()),
        false => Err(format!("`{key}` must be from {least} to {most}, got {value}")),
    }
}
