//! The versions of rules and encoding that files were made with.

use std::fmt::Display;
use std::path::Path;

use salta_core::rules::RULES_VERSION;
use salta_env::Encoding;

use crate::error::RunError;

/// Whether this build supports these versions of the rules and the encoding.
pub(crate) fn check_made_with(path: &Path, rules: u64, encoding: u64) -> Result<(), RunError> {
    if rules != u64::from(RULES_VERSION) {
        return Err(other_version(path, "rules", rules, RULES_VERSION));
    }
    if Encoding::of_version(encoding).is_none() {
        let known = Encoding::ALL.map(|encoding| encoding.version().to_string());
        return Err(other_version(path, "encoding", encoding, known.join(" and ")));
    }
    Ok(())
}

/// The error that a run or checkpoint was made with another version of the rules or the encoding.
pub(crate) fn other_version(path: &Path, what: &str, found: u64, known: impl Display) -> RunError {
    RunError::at(path, format_args!("made with {what} version {found}; this build has {known}"))
}
