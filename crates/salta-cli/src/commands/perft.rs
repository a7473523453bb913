//! `salta perft`: counts of move sequences.

mod check;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use salta_core::perft::{divide, perft};
use salta_core::{Move, Position, Variant};

use crate::args::Place;
use crate::error::Error;
use crate::output;

/// Depth to which a count is started where games may be that long.
const MAX_DEPTH: u32 = 100_000;
/// Stack for one ply of the count, several times what it takes.
const STACK_PER_PLY: usize = 4 << 10;

/// Arguments of `salta perft`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Plies in a sequence
    #[arg(long, value_name = "N", required_unless_present = "check")]
    depth: Option<u32>,
    /// Split the count by the first move
    #[arg(long)]
    divide: bool,
    /// Count what these tables say, as those of data/perft, and stop at the first difference
    #[arg(long, value_name = "FILE", num_args = 1..)]
    #[arg(conflicts_with_all = ["depth", "divide", "variant", "position"])]
    check: Vec<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Record {
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

/// Runs `salta perft`.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let Some(depth) = args.depth else { return check::run(&args.check, args.json) };
    let (variant, position) = args.place.load()?;
    let started = Instant::now();
    let record = count(&variant, &position, depth, args.divide)?;
    if args.json {
        return output::json(&record);
    }
    output::text(&describe(&record, started.elapsed()))
}

fn count(
    variant: &Variant,
    position: &Position,
    depth: u32,
    divide: bool,
) -> Result<Record, Error> {
    if variant.is_over(position) || depth > plies_left(variant, position) {
        return Ok(none(variant, position, depth, divide));
    }
    if depth > MAX_DEPTH {
        return Err(Error::TooDeep { depth, variant: variant.name().into(), max: MAX_DEPTH });
    }
    on_deep_stack(depth, || searched(variant, position, depth, divide))
}

/// The most plies a game from here can still take.
fn plies_left(variant: &Variant, position: &Position) -> u32 {
    match variant.rules().move_limit {
        0 => u32::MAX,
        limit => limit.saturating_mul(2).saturating_sub(position.plies()),
    }
}

/// No game is that long, which needs no search.
fn none(variant: &Variant, position: &Position, depth: u32, divide: bool) -> Record {
    let moves = if depth == 0 { Vec::new() } else { variant.moves(position) };
    let named = |mv| variant.local_move(mv).salta_numbers();
    let divide = divide.then(|| moves.into_iter().map(|mv| (named(mv), 0)).collect());
    Record { depth, nodes: (depth == 0).into(), divide }
}

/// The count recurses once a ply, which the main thread's stack may not hold.
fn on_deep_stack<T: Send>(depth: u32, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let stack = (1 << 20) + depth as usize * STACK_PER_PLY;
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
        let worker = worker.map_err(|error| Error::Thread { depth, error })?;
        Ok(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn searched(variant: &Variant, position: &Position, depth: u32, split: bool) -> Record {
    if !split {
        return Record { depth, nodes: perft(variant, position, depth), divide: None };
    }
    let split = divide(variant, position, depth);
    let nodes = if depth == 0 { 1 } else { split.iter().map(|(_, nodes)| nodes).sum() };
    let named = |mv| variant.local_move(mv).salta_numbers();
    let split = split.into_iter().map(|(mv, nodes)| (named(mv), nodes)).collect();
    Record { depth, nodes, divide: Some(split) }
}

fn describe(record: &Record, elapsed: Duration) -> String {
    let mut text = String::new();
    for (mv, nodes) in record.divide.iter().flatten() {
        let algebraic = mv.parse::<Move>().map(|mv| mv.to_string()).unwrap_or_default();
        let _ = writeln!(text, "  {mv:<8}{algebraic:<8}{nodes:>16}");
    }
    let Record { depth, nodes, .. } = record;
    let seconds = elapsed.as_secs_f64();
    let _ = writeln!(text, "depth {depth}: {nodes} move sequences in {seconds:.3} s");
    text
}
