//! Training configs given as paths or dictionaries, with overrides.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use salta_run::RunConfig;
use serde_json::{Map, Value, json};

use crate::error::refused;
use crate::json::from_python;

/// Overrides of a config, in their order and in the form of the command line: `key=value`. A
/// dictionary overrides the keys that it has, not those beside them.
pub(crate) fn overrides(sets: Option<Bound<'_, PyDict>>) -> PyResult<Vec<String>> {
    let mut found = Vec::new();
    for (key, value) in sets.iter().flatten() {
        add_override(&key.extract::<String>()?, &from_python::<Value>(&value)?, &mut found)?;
    }
    Ok(found)
}

fn add_override(key: &str, value: &Value, found: &mut Vec<String>) -> PyResult<()> {
    match value {
        Value::Object(keys) if !keys.is_empty() => keys
            .iter()
            .try_for_each(|(name, value)| add_override(&format!("{key}.{name}"), value, found)),
        value => {
            found.push(format!("{key}={}", toml(key, value)?));
            Ok(())
        }
    }
}

/// The value of an override in TOML, which has no null.
fn toml(key: &str, value: &Value) -> PyResult<String> {
    match value {
        Value::Null => Err(refused(format!("`{key}`: a config has no None; leave the key out"))),
        Value::Array(items) => {
            let items = items.iter().map(|item| toml(key, item));
            Ok(format!("[{}]", items.collect::<PyResult<Vec<_>>>()?.join(", ")))
        }
        Value::Object(keys) => {
            let pair = |(name, value): (&String, &Value)| -> PyResult<String> {
                Ok(format!("{} = {}", json!(name), toml(&format!("{key}.{name}"), value)?))
            };
            let pairs = keys.iter().map(pair).collect::<PyResult<Vec<_>>>()?;
            Ok(format!("{{ {} }}", pairs.join(", ")))
        }
        // TOML writes these as JSON does.
        plain => Ok(plain.to_string()),
    }
}

/// A config by its path or its keys, with overrides.
pub(crate) fn read_config(config: &Bound<'_, PyAny>, sets: &[String]) -> PyResult<RunConfig> {
    if let Ok(path) = config.extract::<PathBuf>() {
        return RunConfig::load(&path, sets).map_err(refused);
    }
    let mut values = json!({
        "name": "python", "seed": 0, "variant": salta_core::rules::NAMED[0], "generations": 1,
        "games_per_generation": 256,
    });
    let keys = keys(config)?;
    // TOML has no null, and says so without the key.
    keys.iter().try_for_each(|(key, value)| toml(key, value).map(|_| ()))?;
    values.as_object_mut().expect("it is one").extend(keys);
    RunConfig::of_values(&values, sets).map_err(refused)
}

/// The keys of a config that is not a path.
pub(crate) fn keys(config: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    let Value::Object(keys) = from_python(config)? else {
        let found = config.get_type().name()?;
        let what = "a config is a path or a dictionary of its keys";
        return Err(PyTypeError::new_err(format!("{what}, not {found}")));
    };
    Ok(keys)
}
