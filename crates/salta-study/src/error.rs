//! What can go wrong in a study, one sentence each.

use std::path::PathBuf;

use salta_core::rules::RulesError;
use salta_run::RunError;
use thiserror::Error;

use crate::classes::FalseClaim;
use crate::config::StudyConfigError;
use crate::openings::TooFewOpenings;

/// Why a study did not go through.
#[derive(Debug, Error)]
pub enum StudyError {
    /// A run, match or file.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A value of the config.
    #[error("{}: {error}", path.display())]
    Config {
        /// The config.
        path: PathBuf,
        /// What is wrong with it.
        error: StudyConfigError,
    },
    /// A variant written out in the config.
    #[error("{}: [[variant]] number {number}: {error}", path.display())]
    Rules {
        /// The config.
        path: PathBuf,
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        error: RulesError,
    },
    /// Two variants that tables could not tell apart.
    #[error("{}: two different variants are named `{name}`; rename one",
        path.display())]
    SameName {
        /// The config.
        path: PathBuf,
        /// Their name.
        name: String,
    },
    /// No variant goes by the name of the baseline.
    #[error("{}: `baseline` is `{name}`, but no variant has that name", path.display())]
    Baseline {
        /// The config.
        path: PathBuf,
        /// As given.
        name: String,
    },
    /// A relabelling that play has refuted.
    #[error(transparent)]
    FalseClaim(#[from] FalseClaim),
    /// Too few openings.
    #[error(transparent)]
    Openings(#[from] TooFewOpenings),
}
