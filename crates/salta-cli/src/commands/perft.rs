//! `salta perft`: counts of move sequences.

mod check;
mod count;

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use salta_core::Move;

use self::count::{Count, count};
use crate::args::{Place, unsigned};
use crate::error::Error;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Plies in each sequence
    #[arg(long, value_name = "N", required_unless_present = "check", value_parser = unsigned::<u32>)]
    depth: Option<u32>,
    /// Split the count by the first move
    #[arg(long)]
    divide: bool,
    /// Check perft tables, such as those in data/perft, up to the first difference
    #[arg(long, value_name = "FILE", num_args = 1..)]
    #[arg(conflicts_with_all = ["depth", "divide", "variant", "position"])]
    check: Vec<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let Some(depth) = args.depth else { return check::run(&args.check, args.json) };
    let (variant, position) = args.place.load()?;
    let started = Instant::now();
    let record = count(&variant, &position, depth, args.divide)?;
    output::shown(args.json, &record, || describe(&record, started.elapsed()))
}

fn describe(record: &Count, elapsed: Duration) -> String {
    let mut text = String::new();
    for (mv, nodes) in record.divide.iter().flatten() {
        let algebraic = mv.parse::<Move>().map(|mv| mv.to_string()).unwrap_or_default();
        let _ = writeln!(text, "  {mv:<8}{algebraic:<8}{nodes:>16}");
    }
    let Count { depth, nodes, .. } = record;
    let seconds = elapsed.as_secs_f64();
    let _ = writeln!(text, "depth {depth}: {nodes} move sequences in {seconds:.3} s");
    text
}
