//! Helpers for tests that run the whole program as a user does. They panic if anything that a test
//! depends on fails.

/// The binary under test.
pub mod binary;
/// The board's tests in a headless Chromium.
pub mod chromium;
/// The positions drawn in the documentation.
pub mod drawn;
/// Private file systems for tests.
pub mod namespace;
/// Temporary directories in which to run `salta`, and its output and files.
pub mod place;
/// A running `salta serve`.
pub mod serving;
/// The text files of the repository.
pub mod texts;
/// A finished training run for `salta serve --run` to show.
pub mod watched;

/// A training config that takes seconds: three generations of four games of six moves.
pub const TINY: &str = include_str!("../tiny.toml");

/// A variant of short games, counted by distance.
pub const SHORT: &str = include_str!("../short.toml");

/// A variant on a smaller board.
pub const SIX: &str = "base = \"buettgenbach-1899\"\nname = \"six\"\nboard = \"6x6\"\nranks = 1\n\
    move_limit = 12\n";

/// A variant on a board that is solved instantly.
pub const FOUR: &str =
    "base = \"buettgenbach-1899-free\"\nname = \"four\"\nboard = \"4x4\"\nranks = 1\n";
