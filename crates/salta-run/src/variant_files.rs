//! The files in a run's directory with the rules of its variants.

use std::path::Path;

use salta_core::rules::{Rules, parse};

use crate::error::{At, RunError};
use crate::files::read_text;

/// The file of the main variant.
pub(crate) const VARIANT: &str = "variant.toml";

/// File name for the rules of variant `number`; 0 is the main one.
pub(crate) fn variant_file(number: usize) -> String {
    match number {
        0 => VARIANT.into(),
        _ => format!("variant-{}.toml", number + 1),
    }
}

/// Reads the rules of the first `count` variants of the run at `root`.
pub(crate) fn read_all_rules(root: &Path, count: usize) -> Result<Vec<Rules>, RunError> {
    (0..count).map(|number| read_rules(&root.join(variant_file(number)))).collect()
}

/// Reads the rules in a run's variant file.
pub(crate) fn read_rules(path: &Path) -> Result<Rules, RunError> {
    parse(&read_text(path)?).at(path)
}
