//! `salta ablate`: changes of a training config compared over seeds.

use salta_report::{Column, Table};
use salta_study::{
    Ablation, ArmCost, ablate, ablate_item, ablation_costs, ablation_findings, ablation_notes,
    effects_table, open_items, write_ablation,
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
    /// Report what is finished, without training or playing
    #[arg(long)]
    report: bool,
    /// Print all findings, or the costs, as one line of JSON
    #[arg(long)]
    json: bool,
    /// Print which runs and matches are not there yet, as JSON, then exit
    #[arg(long, conflicts_with_all = ["plan", "report"], hide = true)]
    open: bool,
    /// Do only the run or match of this name; other processes may do others
    #[arg(long, value_name = "NAME", conflicts_with_all = ["plan", "report", "open"], hide = true)]
    item: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let ablation = Ablation::load(&args.config.config, &args.config.sets)?;
    if args.planning.plan {
        output::message("salta", &format!("measuring {} arms …", ablation.arms.len()));
        let threads = args.jobs.parallel().threads;
        let costs = ablation_costs(&ablation, args.planning.seconds, threads, &stop_flag())?;
        return output::shown(args.json, &costs, || cost_table(&costs, threads));
    }
    let out = args.config.out("ablate");
    if args.open {
        return output::json(&open_items(&ablation, &out)?);
    }
    if let Some(item) = &args.item {
        let threads = args.jobs.parallel().threads;
        return Ok(watched(|display| ablate_item(&ablation, item, threads, &out, display))?);
    }
    let mut failed = None;
    if !args.report {
        failed = watched(|display| ablate(&ablation, args.jobs.parallel(), &out, display))?;
    }
    let findings = ablation_findings(&ablation, &out)?;
    write_ablation(&findings, &out)?;
    output::shown(args.json, &findings, || {
        let (table, out) = (effects_table(&findings).terminal(), out.display());
        let notes = ablation_notes(&findings).join("\n");
        format!(
            "{table}\n\n{notes}\nfull results: {out}, rows for experiments/METHODS.md: {out}/methods.md\n"
        )
    })?;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

fn cost_table(costs: &[ArmCost], threads: usize) -> String {
    let columns = vec![
        Column::words("arm", |cost: &ArmCost| cost.arm.clone()),
        Column::figure("runs", |cost: &ArmCost| cost.runs.to_string()),
        Column::figure("generations", |cost: &ArmCost| cost.generations.to_string()),
        Column::figure("games", |cost: &ArmCost| cost.games.to_string()),
        Column::figure("compute", |cost: &ArmCost| format!("{:.2}", cost.compute)),
        Column::figure("time of runs", |cost: &ArmCost| duration(3600.0 * cost.run_hours)),
        Column::figure("games of matches", |cost: &ArmCost| cost.match_games.to_string()),
        Column::figure("time of matches", |cost: &ArmCost| duration(3600.0 * cost.match_hours)),
    ];
    let table = Table::new(costs, columns).terminal();
    let hours = costs.iter().map(|cost| cost.run_hours + cost.match_hours);
    format!("{table}\n{}", whole_cost(hours, threads, "the panel's own thinking"))
}
