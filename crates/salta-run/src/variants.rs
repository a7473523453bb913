//! Variants by name or file.

use std::path::{Path, is_separator};

use salta_core::rules::{NAMED, Rules, named, parse};
use salta_record::read_text;

use crate::error::{At, RunError, refuse_if};

/// Maximum size of a variant file, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// Loads the rules with this name or from this file: a text with a path separator or the extension
/// `.toml` is a file.
///
/// # Errors
/// If there is no such variant, or the file is not a variant file.
pub fn load_rules(name_or_file: &str) -> Result<Rules, RunError> {
    load_rules_beside(Path::new(""), name_or_file, "variant")
}

/// Like [`load_rules`], but relative to `folder`; errors name `place` as where the name was given.
///
/// # Errors
/// As [`load_rules`].
pub fn load_rules_beside(
    folder: &Path,
    name_or_file: &str,
    place: &str,
) -> Result<Rules, RunError> {
    if !name_or_file.contains(is_separator) && !name_or_file.ends_with(".toml") {
        return named_rules(name_or_file, place);
    }
    let path = folder.join(name_or_file);
    let text = read_text(&path, MOST_BYTES).map_err(|error| {
        let beside = if path.is_relative() { " (relative to the current directory)" } else { "" };
        RunError::at(place, format!("{error}{beside}"))
    })?;
    parse(&text).at(path)
}

/// The rules with this name; errors name `place` as where the name was given.
///
/// # Errors
/// If no variant has this name.
fn named_rules(name: &str, place: &str) -> Result<Rules, RunError> {
    named(name).ok_or_else(|| {
        RunError::Other(format!(
            "{place}: no variant is named `{name}` (named variants: {}; a file has a path \
             separator or ends in .toml)",
            NAMED.join(", ")
        ))
    })
}

/// The rules of all variants of a run, the main one first.
///
/// # Errors
/// If a variant is unknown, two have the same name, or one has other rules than the built-in
/// variant of its name.
pub(crate) fn load_all_rules(main: &str, more: &[String]) -> Result<Vec<Rules>, RunError> {
    let mut all = vec![load_rules_to_learn(main)?];
    for variant in more {
        let rules = load_rules_to_learn(variant)?;
        let twice = all.iter().any(|earlier| earlier.name == rules.name);
        let what = format!("the run has two variants named `{}`", rules.name);
        refuse_if(twice, format!("variant `{variant}`"), what)?;
        all.push(rules);
    }
    Ok(all)
}

/// Like [`load_rules`], but refuses a file that has, or inherits, the name of a built-in variant
/// and has other rules: networks record only the names of their variants.
pub(crate) fn load_rules_to_learn(name_or_file: &str) -> Result<Rules, RunError> {
    let rules = load_rules(name_or_file)?;
    let other = named(&rules.name).is_some_and(|built_in| built_in != rules);
    let what = format!("its rules are not those of the built-in `{}`", rules.name);
    let what = what + "; give it a `name` of its own";
    refuse_if(other, format!("variant `{name_or_file}`"), what)?;
    Ok(rules)
}
