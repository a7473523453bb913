//! `--set a.b=c` on top of a config file.

use std::path::Path;

use salta_core::strict_toml;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::error::RunError;
use crate::extends;
use crate::renamed;

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
        insert(&mut table, key.trim(), value_of(value.trim())).map_err(wrong)?;
        renamed::update(Path::new("--set"), &mut table);
    }
    // Converted back to text, so that each config type is compiled for one deserializer only.
    let text = table.to_string();
    strict_toml::from_str(&text).map_err(|error| {
        let Some(key) = error.field else { return RunError::at(path, error.message) };
        match sets.iter().rfind(|set| names(set, &key)) {
            Some(set) => RunError::at(format!("--set {set}"), error.message),
            None => {
                let what = format_args!("field `{key}`: {}", error.message);
                RunError::at(extends::file_with(path, &key), what)
            }
        }
    })
}

/// Whether an override sets this key, a key within it, or a table around it.
fn names(set: &str, key: &str) -> bool {
    let set_key = renamed::present_name(set.split('=').next().unwrap_or_default().trim());
    let normal = key.replace('[', ".").replace(']', "");
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

fn insert(table: &mut Table, key: &str, value: Value) -> Result<(), String> {
    match key.split_once('.') {
        None if key.is_empty() => Err("the key is empty".into()),
        None => {
            table.insert(key.into(), value);
            Ok(())
        }
        Some((first, rest)) => {
            let inner = table.entry(first).or_insert_with(|| Value::Table(Table::new()));
            match inner {
                Value::Table(inner) => insert(inner, rest, value),
                Value::Array(items) => insert_item(items, first, rest, value),
                _ => Err(format!("`{first}` holds a value, not a table")),
            }
        }
    }
}

fn insert_item(items: &mut [Value], name: &str, key: &str, value: Value) -> Result<(), String> {
    let (index, rest) = key.split_once('.').unwrap_or((key, ""));
    let count = items.len();
    let item = index.parse().ok().and_then(|i: usize| items.get_mut(i));
    match item {
        None => Err(format!("`{name}` has {count} items, numbered from 0; `{index}` is none")),
        Some(item) if rest.is_empty() => {
            *item = value;
            Ok(())
        }
        Some(Value::Table(inner)) => insert(inner, rest, value),
        Some(_) => Err(format!("item {index} of `{name}` is a value, not a table")),
    }
}
