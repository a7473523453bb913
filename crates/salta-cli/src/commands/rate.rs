//! `salta rate`: one pool of ratings over results from any number of files.

use std::path::PathBuf;

use salta_arena::{RatedGroup, RatedPlayer, RatedPool, rate_results};
use salta_report::{Column, Table};
use salta_run::shipped_files;
use salta_stats::{Interval, RatingSettings};

use crate::args::unsigned;
use crate::error::Error;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files with results, or directories with such files: matches and tournaments as JSON or
    /// NDJSON, matches.csv, the directory of an ablation
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,
    /// Player whose rating is 0, by default the first, of files with games before others, of the
    /// largest set that results connect
    #[arg(long, value_name = "PLAYER")]
    anchor: Option<String>,
    /// Replicates of the bootstrap behind the intervals
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    replicates: u32,
    /// Seed of the bootstrap
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = unsigned::<u64>)]
    seed: u64,
    /// Write the ratings as CSV too
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print everything as one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let settings = RatingSettings { anchor: None, replicates: args.replicates, seed: args.seed };
    let is_built_in = |name: &str| shipped_files(name).is_some();
    let rated = rate_results(&args.results, args.anchor.as_deref(), &settings, is_built_in)
        .map_err(|error| Error::Failed(error.to_string()))?;
    let shown = output::shown(args.json, &rated, || describe(&rated));
    let csv = args.csv.as_deref().map(|path| (path, players(&rated).csv()));
    output::with_files(shown, csv)
}

fn describe(rated: &RatedPool) -> String {
    let RatedPool { variant, anchor, matches, pairs, draws, truncated, .. } = rated;
    let mut text = format!("{}\n", players(rated).terminal());
    if !rated.groups.is_empty() {
        text += &format!("{}\n", groups(rated).terminal());
    }
    let variant = variant.as_ref().map_or(String::new(), |variant| format!(" of {variant}"));
    let matches = if *matches == 1 { "1 match".into() } else { format!("{matches} matches") };
    let pairs = salta_report::counted((*pairs).into(), "pair");
    let truncated = match *truncated {
        0.0 => String::new(),
        share => format!(", {:.1} % truncated", 100.0 * share),
    };
    text += &format!(
        "{pairs} of {matches}{variant}, {:.1} % of the games drawn{truncated}; Elo above \
         {anchor} in this pool\n",
        100.0 * draws
    );
    text += &rated.notes.iter().map(|note| format!("{note}\n")).collect::<String>();
    text
}

fn players(rated: &RatedPool) -> Table {
    let columns = vec![
        Column::text("player", |of: &RatedPlayer| of.player.clone()).headed("player"),
        Column::interval("elo", |of: &RatedPlayer| of.elo.map(Interval::ends))
            .shown("Elo [95 %]", |of| of.elo.map(|elo| elo.elo_text())),
        Column::number("score", |of: &RatedPlayer| of.score)
            .shown("score %", |of| of.score.map(|score| format!("{:.1}", 100.0 * score))),
        Column::count("pairs", |of: &RatedPlayer| of.pairs).headed("pairs"),
    ];
    Table::new(&rated.players, columns)
}

fn groups(rated: &RatedPool) -> Table {
    let columns = vec![
        Column::words("runs of one config", |of: &RatedGroup| of.group.clone()),
        Column::figure("runs", |of: &RatedGroup| of.runs.to_string()),
        Column::figure("mean Elo [95 % over runs]", |of: &RatedGroup| {
            of.elo.map(|elo| elo.elo_text())
        }),
    ];
    Table::new(&rated.groups, columns)
}
