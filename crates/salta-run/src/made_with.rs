//! The versions with which files were made.

use std::path::Path;

use salta_core::rules::RULES_VERSION;
use salta_env::Encoding;

use crate::error::RunError;

/// Whether this build plays by rules, and reads observations, of these versions.
pub(crate) fn check_made_with(path: &Path, rules: u64, encoding: u64) -> Result<(), RunError> {
    let other = |what, found, expected| {
        Err(RunError::OtherVersion { path: path.into(), what, found, expected })
    };
    if rules != u64::from(RULES_VERSION) {
        return other("rules", rules, RULES_VERSION);
    }
    if Encoding::of_version(encoding).is_none() {
        return other("encoding", encoding, Encoding::NEWEST.version());
    }
    Ok(())
}
