//! Keys of TOML tables as paths from the top, such as `part.list.0.x`.

use toml::{Table, Value};

/// Sets a key such as `part.list.0.x`.
pub(crate) fn insert(table: &mut Table, key: &str, value: Value) -> Result<(), String> {
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
        None => Err(format!(
            "`{name}` is a list (items: {count}, numbered from 0); `{index}` is none of them"
        )),
        Some(item) if rest.is_empty() => {
            *item = value;
            Ok(())
        }
        Some(Value::Table(inner)) => insert(inner, rest, value),
        Some(_) => Err(format!("item {index} of `{name}` is a value, not a table")),
    }
}

/// Removes a key, and returns its value.
pub(crate) fn remove(table: &mut Table, key: &str) -> Option<Value> {
    match key.split_once('.') {
        None => table.remove(key),
        Some((first, rest)) => remove(table.get_mut(first)?.as_table_mut()?, rest),
    }
}
