//! `salta scaling`: regret or scores over training compute, network size and simulations.

use salta_run::{load_toml, not_allowed};
use salta_study::{
    ScalingConfig, missing_runs, scaling_fits, scaling_points, scaling_table, write_scaling,
};

use crate::args::{ConfigArgs, Jobs};
use crate::error::Error;
use crate::interrupt::watched;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    jobs: Jobs,
    /// Report the runs that are finished, without training
    #[arg(long)]
    report: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let path = &args.config.config;
    let config: ScalingConfig = load_toml(path, &args.config.sets)?;
    config.validate().map_err(|what| not_allowed(path, &args.config.sets, &what))?;
    let (out, parallel) = (args.config.out("scaling"), args.jobs.parallel());
    let points = watched(|display| scaling_points(&config, parallel, args.report, &out, display))?;
    let fits = scaling_fits(&points);
    write_scaling(&config, &points, &fits, &out)?;
    let (table, out) = (scaling_table(&fits).terminal(), out.display());
    let missing = missing_runs(&config, &points).map_or_else(String::new, |text| text + "\n");
    output::text(&format!("{table}\n{missing}points, fits and charts: {out}\n"))
}
