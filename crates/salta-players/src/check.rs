//! Does a program follow the text protocol (`docs/protocol.md`)?
//!
//! - [`Check`]: what was looked at, and what came of it
//! - `positions`: the positions that a program is asked about
//! - `checks`: the checks one by one

mod checks;
mod positions;

pub use checks::check_program;

/// A check that has been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was looked at, in a few words.
    pub name: String,
    /// What came of it.
    pub verdict: Verdict,
    /// What was seen, in a sentence.
    pub said: String,
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As the protocol has it.
    Passed,
    /// Not as the protocol has it.
    Failed,
    /// The program need not, and does not.
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
