//! What can go wrong, each as one sentence and an exit code.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use salta_core::Move;
use salta_core::notation::{GameError, PerftTableError, PositionError};
use salta_core::rules::{NAMED, RulesError};
use salta_record::RecordError;
use salta_run::RunError;

/// Why a command failed.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// A file that cannot be read as text.
    #[error(transparent)]
    File(#[from] RecordError),
    /// An invalid variant file.
    #[error("{}: {error}", path.display())]
    Rules { path: PathBuf, error: RulesError },
    /// An unknown variant name; `place` is where it was given.
    #[error("{place}: no variant is named `{name}` (named variants: {list}; \
        a file has a path separator or ends in .toml)", list = NAMED.join(", "))]
    UnknownVariant { place: String, name: String },
    /// An invalid position; `place` is where it was given.
    #[error("{place}: {error}")]
    Position { place: String, error: PositionError },
    /// An invalid game file.
    #[error("{}: {error}", path.display())]
    Game { path: PathBuf, error: GameError },
    /// An invalid perft table.
    #[error("{}: {error}", path.display())]
    PerftTable { path: PathBuf, error: PerftTableError },
    /// A count that differs from the table's.
    #[error(
        "{}: line {line}: depth {depth}: {counted} move sequences, where the table has {expected}",
        path.display()
    )]
    Miscount { path: PathBuf, line: usize, depth: u32, counted: u64, expected: u64 },
    /// A game without a variant.
    #[error("{}: no `Variant` header names the rules; \
        give them with --variant", path.display())]
    NoVariant { path: PathBuf },
    /// A ply against the rules.
    #[error("{}: {illegal}", path.display())]
    Illegal { path: PathBuf, illegal: IllegalPly },
    /// A depth at which no count ends.
    #[error(
        "--depth {depth}: {variant} has games that long, \
        too many to count; at most {max}"
    )]
    TooDeep { depth: u32, variant: String, max: u32 },
    /// The system gave no thread.
    #[error("--depth {depth}: no stack of that depth: {error}")]
    Thread { depth: u32, error: io::Error },
    /// A run, match or checkpoint.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A training run failed; the text is how to resume.
    #[error("{error}; fix this, then resume with: {resume}")]
    Training { error: Box<RunError>, resume: String },
    /// A relabelling that random games have refuted.
    #[error(transparent)]
    FalseClaim(#[from] salta_study::FalseClaim),
    /// A study.
    #[error(transparent)]
    Study(#[from] salta_study::StudyError),
    /// A server that does not start.
    #[error(transparent)]
    Serve(#[from] salta_web::ServeError),
    /// A network whose evaluations are not finite.
    #[error("`{judge}`: {error}")]
    Judge { judge: String, error: salta_analysis::EvaluationError },
    /// Conflicting or missing arguments.
    #[error("{0}")]
    Usage(String),
    /// A program that violates the protocol.
    #[error("`{program}` violates the protocol: {failed} failed")]
    Protocol { program: String, failed: String },
    /// Stopped by the user; the text is how to resume.
    #[error("stopped; resume with: {0}")]
    Stopped(String),
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(io::Error),
}

impl Error {
    /// 1 for an illegal ply, a count that differs from a table's, or a violation of the protocol; 130
    /// after Ctrl-C; 2 for bad input.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Error::Illegal { .. } | Error::Miscount { .. } | Error::Protocol { .. } => 1,
            Error::Stopped(_) => 130,
            _ => 2,
        }
    }
}

/// The first ply of a game that is against the rules.
#[derive(Debug)]
pub(crate) struct IllegalPly {
    /// Its number among the file's moves, from 1.
    pub(crate) ply: usize,
    /// Its line in the file, from 1.
    pub(crate) line: usize,
    /// What the file says, by the names of the board.
    pub(crate) mv: Move,
    /// What the rules allow, by the same names; nothing if the game was over.
    pub(crate) legal: Vec<Move>,
}

impl std::fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let both = |mv: Move| format!("{mv} ({})", mv.salta_numbers());
        write!(f, "line {}: ply {}: {} is illegal: ", self.line, self.ply, both(self.mv))?;
        if self.legal.is_empty() {
            return write!(f, "the game was over");
        }
        let legal: Vec<String> = self.legal.iter().copied().map(both).collect();
        write!(f, "legal there: {}", legal.join(", "))
    }
}
