//! `--set a.b=c` on top of a config file.

use std::path::Path;

use salta_core::strict_toml::{self, StrictTomlError};
use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use crate::error::{RunError, refuse_if};
use crate::files::read_text;
use crate::{extends, key_paths, renamed};

/// Maximum number of parts of a key; no config has keys of so many.
const MOST_PARTS: usize = 32;

/// Applies the overrides to a table and reads the config from it.
pub(crate) fn apply<T: DeserializeOwned>(
    path: &Path,
    mut table: Table,
    sets: &[String],
) -> Result<T, RunError> {
    for set in sets {
        let wrong = |what: String| RunError::at(format!("--set {set}"), what);
        let (key, value) = set
            .split_once('=')
            .ok_or_else(|| wrong("an override is key=value, as in train.batch=128".into()))?;
        let (key, parts) = (key.trim(), key.split('.').count());
        let what = format!("a key has at most {MOST_PARTS} parts, and this one {parts}");
        refuse_if(parts > MOST_PARTS, "--set", what)?;
        // The override counts even if it uses the earlier name of a key.
        key_paths::remove(&mut table, renamed::present_name(key));
        key_paths::insert(&mut table, key, value_of(value.trim())).map_err(wrong)?;
        renamed::update(Path::new("--set"), &mut table).map_err(wrong)?;
    }
    // Converted back to text, so that each config type is compiled for one deserializer only.
    let text = table.to_string();
    strict_toml::from_str(&text).map_err(|error| {
        let Some(key) = error.field else { return RunError::at(path, error.message) };
        match sets.iter().rfind(|set| names(set, &key)) {
            Some(set) => RunError::at(format!("--set {set}"), error.message),
            None => {
                let file = extends::file_with(path, &key);
                // The file alone tells the line, unless it has another mistake before this one.
                let alone = read_text(&file).ok();
                let alone = alone.and_then(|text| {
                    strict_toml::from_str::<T>(&extends::without_key(&text)).err()
                });
                let line =
                    alone.filter(|it| it.field.as_ref() == Some(&key)).and_then(|it| it.line);
                let (field, message) = (Some(key), error.message);
                RunError::at(file, StrictTomlError { line, field, message })
            }
        }
    })
}

/// The error that a value is not allowed, such as "\[train\] `batch` must be …", "`match`: `pairs`
/// must be …" or "`stage\[0\].games` must be …": it then also names the override that sets the key,
/// or else the file and its line.
pub fn not_allowed(path: &Path, sets: &[String], what: &str) -> RunError {
    let table = what.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let (mut key, mut rest) =
        table.map_or((String::new(), what), |(name, rest)| (name.into(), rest));
    if table.is_some() {
        rest = rest.find('`').map_or("", |at| &rest[at..]);
    }
    while let Some((part, more)) = rest.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
        key = format!("{key}.{part}");
        rest = more.strip_prefix(": ").unwrap_or_default();
    }
    of_key(path, sets, key.trim_matches('.'), what)
}

/// The error in the value of a key; names the override that sets it, or else the file and its line.
pub(crate) fn of_key(path: &Path, sets: &[String], key: &str, what: &str) -> RunError {
    match sets.iter().rfind(|set| names(set, key)) {
        Some(set) => RunError::at(format!("--set {set}"), what),
        None => {
            let file = extends::file_with(path, key);
            let line = line_of(&file, key);
            let message = what.into();
            RunError::at(file, StrictTomlError { line, field: None, message })
        }
    }
}

/// The line of a key in a file, from 1, if it is there under this name.
fn line_of(file: &Path, key: &str) -> Option<usize> {
    let text = read_text(file).ok()?;
    let document = DeTable::parse(&text).ok()?;
    let key = with_dots(key);
    let mut parts = key.split('.');
    let (name, value) = document.get_ref().get_key_value(parts.next()?)?;
    let (mut value, mut start) = (value, name.span().start);
    for part in parts {
        (value, start) = match value.get_ref() {
            DeValue::Table(table) => {
                let (name, value) = table.get_key_value(part)?;
                (value, name.span().start)
            }
            DeValue::Array(list) => {
                let item = list.get(part.parse::<usize>().ok()?)?;
                (item, item.span().start)
            }
            _ => return None,
        };
    }
    Some(text[..start].matches('\n').count() + 1)
}

/// `stage.0.from` for `stage[0].from`.
fn with_dots(key: &str) -> String {
    key.replace('[', ".").replace(']', "")
}

/// Whether an override sets this key, a key within it, or a table around it.
fn names(set: &str, key: &str) -> bool {
    let set_key = renamed::present_name(set.split('=').next().unwrap_or_default().trim());
    let normal = with_dots(key);
    let is_within = |key: &str, table: &str| key.starts_with(&format!("{table}."));
    set_key == normal || is_within(set_key, &normal) || is_within(&normal, set_key)
}

/// Parses a TOML value; anything else becomes a string.
fn value_of(text: &str) -> Value {
    let document = format!("value = {text}");
    let parsed: Result<Table, _> = toml::from_str(&document);
    match parsed {
        Ok(mut table) if table.len() == 1 => table.remove("value").expect("it was just read"),
        _ => Value::String(text.into()),
    }
}
