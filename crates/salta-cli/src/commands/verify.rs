//! `salta verify`: a training run compared with its manifests.

use std::path::PathBuf;

use salta_run::{RunDir, RunError, Verified, lock_to_read, verify};

use crate::error::Error;
use crate::interrupt::watched;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Directory of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Also replay some groups of games and repeat the learning steps of the last generation, and
    /// compare the bits (on the machine that made them, or one like it)
    #[arg(long)]
    deep: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    // What is no run, or in use, is not refuted.
    RunDir::look(&args.run)?;
    let _lock = lock_to_read(&args.run)?;
    let verified = watched(|display| verify(&args.run, args.deep, display));
    let verified = verified.map_err(|error| match error {
        RunError::Stopped => Error::Ended,
        error => Error::Refuted(error.to_string()),
    })?;
    output::text(&report(args, &verified))
}

fn report(args: &Args, found: &Verified) -> String {
    let mut text = format!(
        "{}: {} generations; config, rules, metrics, {} networks, {} learners and {} shards are as \
         recorded\n",
        args.run.display(),
        found.generations,
        found.networks,
        found.learners,
        found.shards,
    );
    if found.without_learner {
        text += "It has no learner, so it cannot be trained further.\n";
    }
    if found.removed > 0 {
        text += &format!("The games of {} generations were removed to save room.\n", found.removed);
    }
    if args.deep {
        text += &format!(
            "Played {} groups of games and repeated {} learning steps; all are bit-identical.\n",
            found.groups_played, found.steps,
        );
    }
    text
}
