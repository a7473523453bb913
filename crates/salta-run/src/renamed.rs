//! Config keys that were renamed: files that use an earlier name can still be read.

use std::path::Path;

use toml::Table;
use tracing::warn;

use crate::error::{At, RunError};
use crate::key_paths;

/// Earlier and present names of keys, as paths from the top of a training or tournament config.
const RENAMED: &[(&str, &str)] = &[
    ("selfplay.leaf_nodes", "selfplay.leaf_exact_nodes"),
    ("selfplay.result_nodes", "selfplay.exact_nodes"),
    ("selfplay.search.max_considered_actions", "selfplay.search.gumbel.max_considered_actions"),
    ("selfplay.search.c_visit", "selfplay.search.gumbel.c_visit"),
    ("selfplay.search.c_scale", "selfplay.search.gumbel.c_scale"),
    ("selfplay.search.gumbel_scale", "selfplay.search.gumbel.gumbel_scale"),
    ("learner.loss.soon", "learner.loss.short_term_value"),
    ("tournament.match.points_budget", "tournament.match.exact_nodes"),
    ("tournament.match.max_points_budget", "tournament.match.max_exact_nodes"),
    ("match.points_budget", "match.exact_nodes"),
    ("match.max_points_budget", "match.max_exact_nodes"),
];

/// Renames keys to their present names, with a warning for each earlier name in `source`.
///
/// This happens before tables are merged, so that an earlier name in one table and the present name
/// in another are the same key.
///
/// # Errors
/// If the table has a key under both names.
pub(crate) fn update(source: &Path, table: &mut Table) -> Result<(), String> {
    for (earlier, present) in RENAMED {
        if let Some(value) = key_paths::remove(table, earlier) {
            if key_paths::remove(table, present).is_some() {
                return Err(format!("`{earlier}` is called `{present}` now; both are given"));
            }
            warn!("{}: `{earlier}` is called `{present}` now", source.display());
            // If it goes into no table, it is dropped; parsing the config reports that.
            let _ = key_paths::insert(table, present, value);
        }
    }
    Ok(())
}

/// Only emits the warnings and the errors, for a file whose parser knows the earlier names.
pub(crate) fn note(path: &Path, text: &str) -> Result<(), RunError> {
    match text.parse::<Table>() {
        Ok(mut table) => update(path, &mut table).at(path),
        Err(_) => Ok(()), // which the parser reports
    }
}

/// The present name of a key.
pub(crate) fn present_name(key: &str) -> &str {
    RENAMED.iter().find(|(earlier, _)| *earlier == key).map_or(key, |(_, present)| present)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_settings_that_were_beside_the_table_of_gumbel_move_there() {
        for key in salta_search::GumbelConfig::FORMERLY_FLAT {
            let earlier = format!("selfplay.search.{key}");
            assert_eq!(present_name(&earlier), format!("selfplay.search.gumbel.{key}"));
        }
    }
}
