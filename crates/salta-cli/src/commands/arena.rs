//! `salta arena`: a tournament from a config.

use std::path::PathBuf;

use salta_run::{Display, load_tournament, play_tournament};

use crate::error::Error;
use crate::interrupt::stop_flag;
use crate::{output, table};

/// Arguments of `salta arena`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Tournament config, such as configs/arena/fixed.toml
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Directory for results and games, by default runs/arena-CONFIG. Finished games found there are
    /// not played again
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Override a config key, as in --set match.pairs=50
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
    /// Number of threads; 0: one per core. Results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Print standings and results as one line of JSON
    #[arg(long)]
    json: bool,
}

/// Plays the tournament and prints its table.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let config = load_tournament(&args.config, &args.sets)?;
    let out = args.out.clone().unwrap_or_else(|| default_out(args));
    let display = Display::stderr().stopped_by(stop_flag());
    let played = play_tournament(&config, args.threads, &out, &display);
    display.finish();
    let summary = played?;
    if args.json {
        return output::json(&summary);
    }
    let page = out.join("report.html");
    let (tables, out, page) = (table::tournament(&summary), out.display(), page.display());
    output::text(&format!("{tables}\nresults and games: {out}, as a page: {page}\n"))
}

fn default_out(args: &Args) -> PathBuf {
    let stem = args.config.file_stem().unwrap_or_default().to_string_lossy();
    PathBuf::from("runs").join(format!("arena-{stem}"))
}
