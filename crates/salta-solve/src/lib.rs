//! Solves small variants of Salta: the exact value of every placement of all pieces, for either
//! side to move, as a table in a file (rules 6.1 to 6.4).
//!
//! In dependency order:
//! - `error`: the error type
//! - `space`: numbers for placements, without gaps; blocks of those that occupy the same squares
//! - `orders`: how a turn changes which piece stands on which of its side's squares
//! - `needs`: what each side still needs, for every placement of its own pieces
//! - `dirty`: blocks to be solved again
//! - `induction`: the values of all placements, one ply at a time
//! - `summary`, `progress`, `memory`, `size`: the results, the progress, and the memory and time
//!   needed
//! - `iteration`: to the fixed point, or back from the limit
//! - `kept`: solving in memory, for pages of WebAssembly, which have no files, threads or clocks
//! - `container`: the file format; `work`: the state from which a killed process resumes,
//!   and its lock
//! - [`solve`]: solving with files
//! - [`Table`]: values, best moves and lines from a file or from memory
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

#[cfg(not(target_family = "wasm"))]
mod container;
mod dirty;
#[cfg(not(target_family = "wasm"))]
mod draws;
mod error;
mod induction;
mod iteration;
mod kept;
#[cfg(not(target_family = "wasm"))]
mod memory;
mod needs;
mod orders;
mod progress;
mod size;
#[cfg(not(target_family = "wasm"))]
mod solve;
mod space;
mod summary;
mod table;
#[cfg(not(target_family = "wasm"))]
mod work;

pub use error::SolveError;
pub use iteration::{Clock, Watch};
pub use progress::Progress;
#[cfg(not(target_family = "wasm"))]
pub use size::check;
pub use size::estimate;
#[cfg(not(target_family = "wasm"))]
pub use solve::{solve, solve_until};
pub use summary::Summary;
pub use table::{Exact, Table, solve_in_memory};
#[cfg(not(target_family = "wasm"))]
pub use work::Lock;
