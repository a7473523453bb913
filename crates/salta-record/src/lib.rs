//! Versioned, checksummed files for games and their training targets.
//!
//! A *shard* is one file: a header that says which rules, run and generation its games come from,
//! and the games themselves, compressed. A shard appears under its name whole or not at all.
//! Reading one returns what was written, or an error that says in a sentence what is wrong with the
//! file.
//!
//! In dependency order:
//! - [`error`]: what can go wrong, one sentence each
//! - [`difference`]: the first difference of two JSON values
//! - [`input`]: regular files read whole, up to a limit
//! - [`atomic`]: files and directories that appear whole or not at all
//! - [`memory`]: the memory of this machine, and the peak of this process
//! - [`policy`]: probabilities as small integers, and back
//! - [`game`]: a game, its decisions, its outcome
//! - [`header`]: the header of a shard, and the fixed bytes in front of it
//! - [`sealed`]: JSON records that end in a checksum of themselves
//! - [`shard`]: writing and reading whole shards
//!
//! ```
//! use salta_record::{
//!     Ending, GameRecord, Margin, Outcome, Decision, DecisionFlags, ShardHeader, quantise, read_shard,
//!     write_shard,
//! };
//!
//! # let dir = tempfile::tempdir()?;
//! let header = ShardHeader {
//!     rules_version: 1,
//!     encoding_version: 1,
//!     variant: "buettgenbach-1899".into(),
//!     rules: "base = \"buettgenbach-1899\"".into(),
//!     run_seed: 7,
//!     generation: 3,
//!     records: 1,
//! };
//! let decision = Decision {
//!     action: 14,
//!     policy: quantise(&[(14, 0.75), (61, 0.25)])?,
//!     root_value: 0.5,
//!     net_value: 0.25,
//!     flags: DecisionFlags::NONE,
//!     simulations: 64,
//!     root: None,
//! };
//! let game = GameRecord {
//!     game: 0,
//!     generation: 3,
//!     position: "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 0".into(),
//!     seed: 42,
//!     decisions: vec![decision],
//!     outcome: Outcome {
//!         margin: Margin::Exact(0),
//!         distance_margin: 1,
//!         ending: Ending::Truncated,
//!         plies: 1,
//!     },
//! };
//! let path = dir.path().join("000003.shard");
//! write_shard(&path, &header, std::slice::from_ref(&game))?;
//! assert_eq!(read_shard(&path)?, (header, vec![game]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// In the browser no shards are read, so most of this code is unused.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

#[cfg(not(target_family = "wasm"))]
pub mod atomic;
pub mod difference;
pub mod error;
pub mod game;
pub mod header;
pub mod input;
pub mod memory;
pub mod policy;
pub mod sealed;
#[cfg(not(target_family = "wasm"))]
pub mod shard;

#[cfg(not(target_family = "wasm"))]
pub use atomic::{
    AtomicFile, remove_leftovers, remove_leftovers_beside, rename_synced, sync_directory,
    write_atomically, write_directory,
};
pub use error::{Fault, RecordError};
pub use game::{Decision, DecisionFlags, GameRecord, Outcome, RootTargets, WdlMargin};
pub use header::{FORMAT_VERSION, ShardHeader};
pub use input::{check_length, json_line, open_regular, read_file, read_text};
pub use policy::{PROBABILITY_ONE, PolicyError, dequantise, quantise};
pub use salta_core::Ending;
pub use salta_core::Margin;
#[cfg(not(target_family = "wasm"))]
pub use shard::{list_shards, read_header, read_shard, write_shard};

/// In the browser there are no files to write: always an error.
///
/// # Errors
/// Always.
#[cfg(target_family = "wasm")]
pub fn write_directory(_: &std::path::Path, _: &[(&str, Vec<u8>)]) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
