//! A tournament as tables, whose columns terminals, pages and files share, and as a page.

mod cross;
mod matches;
mod notes;
mod page;
mod standings;

pub use cross::{cross_table, superiority_table};
pub use matches::matches_table;
pub use notes::{fault_lines, match_notes, tournament_notes};
pub use page::page;
pub use standings::standings_table;
