//! A tournament as a page and as tables, which have the same columns on terminals, pages and in
//! files.

mod cross;
mod matches;
mod notes;
mod page;
mod standings;

pub use cross::cross_table;
pub use matches::matches_table;
pub use notes::{fault_lines, match_notes, tournament_notes};
pub use page::page;
pub use standings::standings_table;

use crate::summary::TournamentSummary;

/// Returns the names and contents of a tournament's result files.
pub fn files(summary: &TournamentSummary) -> [(&'static str, String); 5] {
    let json = serde_json::to_string_pretty(summary).expect("strings and numbers");
    [
        ("summary.json", json),
        ("standings.csv", standings_table(summary).csv()),
        ("cross.csv", cross_table(summary).csv()),
        ("matches.csv", matches_table(&summary.matches).csv()),
        ("report.html", page("Salta tournament", summary)),
    ]
}
