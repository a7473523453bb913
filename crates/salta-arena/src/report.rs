//! Results as text: rows for tables, files of comma-separated values, a page for the browser.
//! Whoever prints rows draws the table.

mod chart;
mod cross;
mod csv_files;
mod matches;
mod notes;
mod page;
mod standings;

pub use cross::cross_table;
pub use csv_files::{cross_csv, matches_csv, standings_csv};
pub use matches::{HEADINGS, rows};
pub use notes::{fault_lines, match_notes, tournament_notes};
pub use page::page;
pub use standings::{STANDING_HEADINGS, standing_rows};

/// Stands where there is no number.
const DASH: &str = "–";
