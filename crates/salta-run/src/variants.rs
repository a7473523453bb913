//! Variants by name or file.

use std::path::Path;

use salta_core::rules::{NAMED, Rules, named, parse};

use crate::error::RunError;
use crate::files::read_text;

/// The rules with this name, or in this file: a text with a path separator or the ending `.toml`
/// is a file.
///
/// # Errors
/// If there is no such variant, or the file is none.
pub fn load_rules(name_or_path: &str) -> Result<Rules, RunError> {
    let error = |what: String| RunError::at(format!("variant `{name_or_path}`"), what);
    if !name_or_path.contains(['/', '\\']) && !name_or_path.ends_with(".toml") {
        return named(name_or_path)
            .ok_or_else(|| error(format!("no such name (named variants: {})", NAMED.join(", "))));
    }
    parse(&read_text(Path::new(name_or_path))?).map_err(|e| error(e.to_string()))
}

/// The rules of all variants of a run, the main one first.
///
/// # Errors
/// If one is none, or two have the same name.
pub(crate) fn load_all_rules(main: &str, more: &[String]) -> Result<Vec<Rules>, RunError> {
    let mut all = vec![load_rules(main)?];
    for variant in more {
        let rules = load_rules(variant)?;
        if all.iter().any(|earlier| earlier.name == rules.name) {
            let what = format!("the run has two variants named `{}`", rules.name);
            return Err(RunError::at(format!("variant `{variant}`"), what));
        }
        all.push(rules);
    }
    Ok(all)
}
