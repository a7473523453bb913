//! `salta evaluate`: the matches of a run's config, played by the network of any generation.

use std::path::{Path, PathBuf};

use salta_run::{Display, RunDir, RunError, RunMatches, create_dir, lock};
use serde_json::json;

use crate::error::Error;
use crate::interrupt::{program, quoted, stop_flag};
use crate::{output, table};

/// Arguments of `salta evaluate`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Directory of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Generation that plays; the run's last one if left out, whose matches are the final ones
    #[arg(long, value_name = "N")]
    generation: Option<u32>,
    /// Play against this opponent alone, numbered from 0 in the order of the config
    #[arg(long, value_name = "N")]
    opponent: Option<usize>,
    /// Print, instead of playing, the numbers of the opponents that are not played yet
    #[arg(long, conflicts_with = "opponent")]
    open: bool,
    /// Directory for results and games; within the run if left out
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads; 0: one a core. The result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Print the results as one JSON line
    #[arg(long)]
    json: bool,
}

/// Plays the matches and prints their table.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    // Whoever writes elsewhere, or only asks, may do so while the run is trained.
    let within = args.out.is_none() && !args.open;
    let run = if within { RunDir::open(&args.run)? } else { RunDir::look(&args.run)? };
    let generation = args.generation.unwrap_or(run.config().generations);
    let out = args.out.clone().unwrap_or_else(|| run.matches(generation));
    let matches = RunMatches::new(&run, generation)?;
    if args.open {
        return output::json(&json!(matches.open(&out)?));
    }
    create_dir(&out)?;
    let _lock = if within { None } else { Some(lock(&out)?) };
    let (display, stop) = (Display::stderr(), stop_flag());
    let played = matches.play(args.opponent, args.threads, &out, &display, &stop);
    display.finish();
    let summaries = match played {
        Err(RunError::Stopped) => return Err(Error::Stopped(again(args))),
        played => played?,
    };
    if args.json {
        return output::json(&summaries);
    }
    output::text(&format!("{}\nresults and games: {}\n", table::results(&summaries), out.display()))
}

fn again(args: &Args) -> String {
    let path = |path: &Path| quoted(&path.display().to_string());
    let mut command = format!("{} evaluate {}", program(), path(&args.run));
    let numbers = [
        ("generation", args.generation.map(u64::from)),
        ("opponent", args.opponent.map(|number| number as u64)),
        ("threads", (args.threads > 0).then_some(args.threads as u64)),
    ];
    for (name, number) in numbers {
        number.iter().for_each(|number| command += &format!(" --{name} {number}"));
    }
    args.out.iter().for_each(|out| command += &format!(" --out {}", path(out)));
    if args.json {
        command += " --json";
    }
    command
}
