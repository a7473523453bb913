//! The config stored in a directory of results: the same command resumes there, another config is
//! refused.

use std::path::Path;

use salta_core::Rules;
use salta_record::difference::{Difference, difference};
use salta_record::remove_leftovers;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::config::{CONFIG, load_toml};
use crate::error::RunError;
use crate::files::{create_dir, write_text};
use crate::lock::{Lock, lock};

/// Creates and locks the directory `out`, stores `config` there and removes partially written files
/// of killed processes. If it already holds a config, only the keys in `free` may differ; a key of
/// a table is written `table.key`.
///
/// # Errors
/// If another process works there, another value differs, naming the first one, or a file cannot be
/// read or written.
pub fn keep_config<T>(config: &T, out: &Path, free: &[&str]) -> Result<Lock, RunError>
where
    T: Serialize + DeserializeOwned,
{
    create_dir(out)?;
    let lock = lock(out)?;
    keep_shared_config(config, out, free)?;
    Ok(lock)
}

/// Like [`keep_config`], for an existing directory that several processes may fill at once.
pub(crate) fn keep_shared_config<T>(config: &T, out: &Path, free: &[&str]) -> Result<(), RunError>
where
    T: Serialize + DeserializeOwned,
{
    remove_leftovers(out)?;
    check_shared_config(config, out, free)?;
    write_text(&out.join(CONFIG), &toml::to_string(config).expect("a table of values"))
}

/// Refuses a config that [`keep_config`] would refuse, without taking the lock.
///
/// # Errors
/// If a value differs that is not in `free`, or the stored config cannot be read.
pub fn check_shared_config<T>(config: &T, out: &Path, free: &[&str]) -> Result<(), RunError>
where
    T: Serialize + DeserializeOwned,
{
    let kept: Option<T> = kept_config(out)?;
    kept.map_or(Ok(()), |kept| check_same_config(out, config, &kept, free))
}

/// Reads the config that [`keep_config`] stored in a directory, if there is one.
///
/// # Errors
/// If it cannot be read, or is of another type.
pub fn kept_config<T: DeserializeOwned>(out: &Path) -> Result<Option<T>, RunError> {
    let path = out.join(CONFIG);
    if !path.exists() {
        return Ok(None);
    }
    load_toml(&path, &[]).map(Some).map_err(|error| {
        let what = "holds the results of another command, or a damaged config";
        RunError::at(out, format!("{what}; choose another directory ({error})"))
    })
}

/// Checks that the directory `root`, created with the config `kept`, may be used with `asked`: only
/// keys in `free` differ.
pub(crate) fn check_same_config<T: Serialize>(
    root: &Path,
    asked: &T,
    kept: &T,
    free: &[&str],
) -> Result<(), RunError> {
    let fixed = |config: &T| {
        let mut value = serde_json::to_value(config).expect("a config is tables and values");
        free.iter().for_each(|key| remove(&mut value, key));
        value
    };
    check_same(root, "config", &fixed(asked), &fixed(kept))
}

fn remove(value: &mut Value, key: &str) {
    let Value::Object(keys) = value else { return };
    match key.split_once('.') {
        None => keys.retain(|name, _| name != key),
        Some((table, key)) => keys.get_mut(table).into_iter().for_each(|table| remove(table, key)),
    }
}

/// Checks that a directory of results with the variant file `path`, which holds the rules `kept`,
/// may be used with `asked`.
pub(crate) fn check_same_rules(path: &Path, asked: &Rules, kept: &Rules) -> Result<(), RunError> {
    let value = |rules: &Rules| serde_json::to_value(rules).expect("a table of values");
    check_same(path, "variant", &value(asked), &value(kept))
}

fn check_same(path: &Path, what: &str, asked: &Value, kept: &Value) -> Result<(), RunError> {
    let other = |difference: Difference| {
        let advice = format!("choose another directory, or restore the {what}");
        RunError::at(path, format!("made with another {what}: {difference} as there; {advice}"))
    };
    difference(asked, kept).map(other).map_or(Ok(()), Err)
}
