//! `salta scaling`: regret or scores over training compute, network size and simulations.

use salta_report::{Column, Table};
use salta_run::{load_toml, not_allowed};
use salta_study::{
    ScalingConfig, SizeCost, missing_runs, scaling_costs, scaling_fits, scaling_points,
    scaling_table, write_scaling,
};

use crate::args::{ConfigArgs, Jobs, Planning};
use crate::duration::{duration, whole_cost};
use crate::error::Error;
use crate::interrupt::{stop_flag, watched};
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    planning: Planning,
    /// Report the runs that are finished, without training
    #[arg(long)]
    report: bool,
    /// With --plan: print the costs as one line of JSON
    #[arg(long, requires = "plan")]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let path = &args.config.config;
    let config: ScalingConfig = load_toml(path, &args.config.sets)?;
    config.validate().map_err(|what| not_allowed(path, &args.config.sets, &what))?;
    let (out, parallel) = (args.config.out("scaling"), args.jobs.parallel());
    if args.planning.plan {
        output::message("salta", &format!("measuring {} sizes …", config.sizes.len()));
        let (seconds, threads) = (args.planning.seconds, parallel.threads);
        let costs = scaling_costs(&config, seconds, threads, &stop_flag())?;
        return output::shown(args.json, &costs, || cost_table(&costs, threads));
    }
    let points = watched(|display| scaling_points(&config, parallel, args.report, &out, display))?;
    let fits = scaling_fits(&points);
    write_scaling(&config, &points, &fits, &out)?;
    let (table, out) = (scaling_table(&fits).terminal(), out.display());
    let missing = missing_runs(&config, &points).map_or_else(String::new, |text| text + "\n");
    output::text(&format!("{table}\n{missing}points, fits and charts: {out}\n"))
}

fn cost_table(costs: &[SizeCost], threads: usize) -> String {
    let columns = vec![
        Column::words("size", |cost: &SizeCost| cost.size.clone()),
        Column::figure("weights", |cost: &SizeCost| cost.weights.to_string()),
        Column::figure("runs", |cost: &SizeCost| cost.runs.to_string()),
        Column::figure("games", |cost: &SizeCost| cost.games.to_string()),
        Column::figure("time of runs", |cost: &SizeCost| duration(3600.0 * cost.run_hours)),
        Column::figure("time of measuring", |cost: &SizeCost| {
            duration(3600.0 * cost.measuring_hours)
        }),
    ];
    let table = Table::new(costs, columns).terminal();
    let hours = costs.iter().map(|cost| cost.run_hours + cost.measuring_hours);
    format!(
        "{table}\n{}",
        whole_cost(hours, threads, "solving the board, or the panel's own thinking,")
    )
}
