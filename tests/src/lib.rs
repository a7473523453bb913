//! The whole program, run as a user runs it, and the shape of its workspace. Whatever a test cannot go
//! on without ends it with a panic.

/// The binary under test.
pub mod binary;
/// The board's tests in a headless Chromium.
pub mod chromium;
/// The positions that the documents draw.
pub mod drawn;
/// Which file of a crate uses which.
pub mod imports;
/// Which crate may depend on which.
pub mod layers;
/// File systems of a test's own.
pub mod namespace;
/// A directory to call `salta` in, and what a call says and leaves.
pub mod place;
/// `salta serve`.
pub mod serving;
/// The text files of the repository.
pub mod texts;
/// A training run to look at.
pub mod watched;

/// A training config that takes seconds: three generations of four games of six moves.
pub const TINY: &str = include_str!("../tiny.toml");

/// A variant of short games, counted by distance.
pub const SHORT: &str = include_str!("../short.toml");

/// A variant on a smaller board.
pub const SIX: &str = "base = \"buettgenbach-1899\"\nname = \"six\"\nboard = \"6x6\"\nranks = 1\n\
    move_limit = 12\n";
