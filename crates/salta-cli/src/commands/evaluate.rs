//! `salta evaluate`: the matches of a run's config, played by the network of any generation.

use std::path::PathBuf;

use salta_run::{RunDir, RunMatches, create_dir, is_in_use, lock};
use serde_json::json;

use crate::args::{threads, unsigned};
use crate::error::Error;
use crate::interrupt::watched;
use crate::{output, table};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Directory of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Generation that plays; by default the last one that has a network. A finished run's plays
    /// the final tournament
    #[arg(long, value_name = "N", value_parser = unsigned::<u32>)]
    generation: Option<u32>,
    /// Play only against this opponent, counted from 0 in the order of the config
    #[arg(long = "opponent-index", alias = "opponent", value_name = "N", hide = true, value_parser = unsigned::<usize>)]
    opponent: Option<usize>,
    /// Print the indices of the opponents not yet played, instead of playing
    #[arg(long, conflicts_with = "opponent", hide = true)]
    open: bool,
    /// Directory for results and games; by default within the run
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Number of threads; 0: one per core. Results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    threads: usize,
    /// Print the results as one line of JSON
    #[arg(long)]
    json: bool,
}

/// The last generation that has a network.
fn last(run: &RunDir) -> u32 {
    let generations = run.config().generations;
    (0..=generations).rev().find(|number| run.checkpoint(*number).exists()).unwrap_or(generations)
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    // A call that writes elsewhere, or only asks, is allowed while the run is being trained.
    let within = args.out.is_none() && !args.open;
    let run = if within { RunDir::open(&args.run) } else { RunDir::look(&args.run) };
    let run = run.map_err(|error| match within && is_in_use(&args.run) {
        true => Error::Failed(format!("{error}; --out PATH evaluates it meanwhile")),
        false => error.into(),
    })?;
    let generation = args.generation.unwrap_or_else(|| last(&run));
    let out = args.out.clone().unwrap_or_else(|| run.matches(generation));
    let matches = RunMatches::new(&run, generation)?;
    if args.open {
        return output::json(&json!(matches.open(&out)?));
    }
    create_dir(&out)?;
    let _lock = if within { None } else { Some(lock(&out)?) };
    let play = |display: &_| matches.play(args.opponent, args.threads, &out, display);
    let summaries = watched(play)?;
    output::shown(args.json, &summaries, || {
        format!("{}\nresults and games: {}\n", table::results(&summaries), out.display())
    })
}
