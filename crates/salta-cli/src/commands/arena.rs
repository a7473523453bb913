//! `salta arena`: a tournament from a config.

use salta_run::{load_tournament, play_tournament};

use crate::args::{ConfigArgs, threads};
use crate::error::Error;
use crate::interrupt::watched;
use crate::{output, table};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
    /// Number of threads; 0: one per core. Results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    threads: usize,
    /// Print standings and results as one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let config = load_tournament(&args.config.config, &args.config.sets)?;
    let out = args.config.out("arena");
    let summary = watched(|display| play_tournament(&config, args.threads, &out, display))?;
    output::shown(args.json, &summary, || {
        let page = out.join("report.html");
        let (tables, out, page) = (table::tournament(&summary), out.display(), page.display());
        format!("{tables}\nresults and games: {out}, as a page: {page}\n")
    })
}
