//! Checks whether a program follows the text protocol (`docs/protocol.md`).
//!
//! - [`Check`]: a check and its outcome
//! - `positions`: the positions that the checks use
//! - `checks`: the checks one by one

mod checks;
mod positions;

pub use checks::check_program;

/// A completed check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was checked, in a few words.
    pub name: String,
    /// The outcome.
    pub verdict: Verdict,
    /// What the program did, in a sentence.
    pub said: String,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The program follows the protocol.
    Passed,
    /// The program violates the protocol.
    Failed,
    /// The feature is optional, and the program does not support it.
    Skipped,
}

impl Verdict {
    /// `ok`, `FAILED` or `skipped`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Passed => "ok",
            Verdict::Failed => "FAILED",
            Verdict::Skipped => "skipped",
        }
    }
}
