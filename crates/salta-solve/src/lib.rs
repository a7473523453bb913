//! Small Salta solved: the exact value of every placement of all pieces, for either side to move, as
//! a table in a file (rules 6.1 to 6.4).
//!
//! In dependency order:
//! - `error`: what can go wrong, one sentence each
//! - `space`: placements as numbers without gaps; blocks of those that occupy the same squares
//! - `orders`: which piece stands on which of a side's squares
//! - `needs`: what each side needs, for every placement of it alone
//! - `dirty`: blocks to be solved again
//! - `induction`: the values of all placements, a ply at a time
//! - `summary`, `progress`, `memory`, `size`: what is said at the end, meanwhile and before
//! - `container`: the file; `work`: what a killed process goes on from
//! - [`solve`]: all of it
//! - [`Table`]: values, best moves and lines from a file
//!
//! ```
//! use salta_core::{Variant, rules};
//! use salta_solve::{Table, solve};
//!
//! let rules = rules::parse("base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n")?;
//! let variant = Variant::new(rules);
//! # let dir = tempfile::tempdir()?;
//! # let path = dir.path().join("table");
//! let summary = solve(&variant, Some(&path), &mut |_| true)?;
//! assert_eq!(summary.placements, 8 * 7 * 6 * 5);
//! assert_eq!(summary.positive + summary.negative + summary.zero, 2 * summary.placements);
//! let table = Table::open(&path)?;
//! assert_eq!(table.value(&variant.start())?.value, summary.value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod container;
mod dirty;
mod draws;
mod error;
mod induction;
mod memory;
mod needs;
mod orders;
mod progress;
mod size;
mod solve;
mod space;
mod summary;
mod table;
mod work;

pub use container::FORMAT_VERSION;
pub use error::SolveError;
pub use progress::Progress;
pub use size::{check, estimate};
pub use solve::{Watch, solve};
pub use summary::Summary;
pub use table::{Exact, Table};
