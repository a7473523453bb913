//! `salta verify`: a training run compared with its manifests.

use std::path::PathBuf;

use salta_report::counted;
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
    let learners = match found.without_learner {
        true => String::new(),
        false => format!(", {}", counted(found.learners.into(), "learner")),
    };
    let mut text = format!(
        "{}: {}; config, rules, metrics, {}{learners} and {} are as recorded\n",
        args.run.display(),
        counted(found.generations.into(), "generation"),
        counted(found.networks.into(), "network"),
        counted(found.shards, "shard"),
    );
    if found.without_learner {
        text += "Its learners were removed, so it cannot be trained further.\n";
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
