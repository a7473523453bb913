//! `salta study`: rule variants compared, from a config.

use std::collections::BTreeMap;

use salta_report::{Column, Table};
use salta_study::report::shown;
use salta_study::{Class, Cost, Findings, Member, Plan, Studied, Worth, costs, measure, run_study};

use crate::args::{ConfigArgs, threads};
use crate::duration::duration;
use crate::error::Error;
use crate::interrupt::{stop_flag, watched};
use crate::output;

/// Measures shown on the terminal; the report has all of them.
const KEYS: [&str; 6] =
    ["first_score", "first_margin", "plies", "freedom", "compulsory", "repeated"];

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
    /// Number of threads; 0: one per core. Results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    threads: usize,
    /// Estimate the cost of each cell from a trial of two pairs, then exit
    #[arg(long)]
    plan: bool,
    /// Print all findings, or the costs, as one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let plan = Plan::load(&args.config.config, &args.config.sets)?;
    let out = args.config.out("study");
    if !args.json {
        tell_same_games(&plan.classes);
    }
    if args.plan {
        if !args.json {
            output::message("salta", "playing two pairs of games in every cell …");
        }
        let costs = costs(&plan, &stop_flag()).map_err(Error::without_resume)?;
        return output::shown(args.json, &costs, || cost_table(&costs));
    }
    let findings = watched(|display| run_study(&plan, args.threads, &out, display))?;
    output::shown(args.json, &findings, || {
        let (page, out) = (out.join("report.html"), out.display());
        format!("{}\nfull results: {out}, as a page: {}\n", tables(&findings), page.display())
    })
}

/// Names the variants that are not played because another one is the same game.
fn tell_same_games(classes: &[Class]) {
    for Class { name, members } in classes {
        for Member { name: other, relabelling, .. } in &members[1..] {
            let how = &relabelling.text;
            let same = format!("{other} is the same game as {name} ({how}): played once");
            output::message("salta", &same);
        }
    }
    if let [Class { members, .. }] = classes
        && members.len() > 1
    {
        output::message("warning", "all variants are the same game: there is nothing to compare");
    }
}

fn cost_table(costs: &[Cost]) -> String {
    let columns = vec![
        Column::words("variant", |cost: &Cost| cost.variant.clone()),
        Column::words("player", |cost: &Cost| cost.player.clone()),
        Column::figure("games", |cost: &Cost| cost.games.to_string()),
        Column::figure("time", |cost: &Cost| duration(3600.0 * cost.core_hours)),
    ];
    let table = Table::new(costs, columns).terminal();
    let whole: f64 = costs.iter().map(|cost| cost.core_hours).sum();
    format!("{table}\n{} on one core of this machine, roughly\n", duration(3600.0 * whole))
}

/// A table for each player, and the ladder.
fn tables(findings: &Findings) -> String {
    let mut text = String::new();
    for (player, heading) in findings.players.iter().zip(&findings.headings) {
        text += &format!("{heading}\n{}\n\n", measures(findings, player).terminal());
    }
    if let Some(ladder) = findings.ladder.as_ref().filter(|_| !findings.skill.is_empty()) {
        let columns = vec![
            Column::words("variant", |worth: &Worth| worth.variant.clone()),
            Column::figure("Elo per doubling of effort", |worth: &Worth| worth.doubling.elo_text()),
        ];
        let skill = Table::new(&findings.skill, columns).terminal();
        text += &format!("{ladder}\n{skill}\n\n");
    }
    let shown = findings.differences.iter().filter(|difference| difference.shown);
    let mut significant = BTreeMap::<_, Vec<&str>>::new();
    for difference in shown.clone() {
        let of = (&difference.variant, &difference.player);
        significant.entry(of).or_default().push(difference.compared().1);
    }
    let (shown, of, baseline) = (shown.count(), findings.differences.len(), &findings.baseline);
    text += &format!(
        "95 % intervals over pairs; ?: undecided (half the interval above 2 points or 5 %)\n\
         {shown} of {of} comparisons with {baseline} are significant after Holm's correction\n"
    );
    for ((variant, player), labels) in significant {
        text += &format!("{variant}, {player}: {}\n", labels.join(", "));
    }
    text
}

fn measures(findings: &Findings, player: &str) -> Table {
    let found = |of: &Studied, key: &str| {
        let row = findings.row(&of.class.name, player, key)?;
        Some((row.kind, row.estimate?))
    };
    let mut columns = vec![
        Column::words("variant", |of: &Studied| of.class.name.clone()),
        Column::figure("games", |of: &Studied| found(of, KEYS[0]).map_or(0, |(_, e)| e.games)),
    ];
    columns.extend(KEYS.map(|key| {
        Column::figure(measure(key).label, move |of: &Studied| {
            found(of, key).map(|(kind, estimate)| shown(kind, &estimate))
        })
    }));
    Table::new(&findings.variants, columns)
}
