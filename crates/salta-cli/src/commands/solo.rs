//! `salta solo`: the shortest way home of one side alone on the board, the Salta-Solo puzzle.

use std::fmt::Write;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use salta_analysis::words;
use salta_core::solo::Solution;
use salta_core::{Side, Solo, Variant};

use crate::args::{Budget, Place};
use crate::error::Error;
use crate::output;

/// Number of moves per line of output.
const A_LINE: usize = 10;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Side to bring home
    #[arg(long, value_name = "SIDE", default_value = "white", value_parser = side())]
    side: Side,
    #[command(flatten)]
    budget: Budget,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

fn side() -> impl TypedValueParser<Value = Side> {
    let names = PossibleValuesParser::new(Side::BOTH.map(Side::name));
    names.map(|name| Side::BOTH.into_iter().find(|side| side.name() == name).expect("a name"))
}

#[derive(Serialize)]
struct Record {
    side: &'static str,
    solo: Option<u32>,
    bounds: [u32; 2],
    proven: bool,
    distance: u32,
    nodes: u64,
    moves: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let (variant, position) = args.place.load()?;
    let side = args.side;
    let found = variant.solve(&position, side, args.budget.exact_nodes);
    let distance = position.distance(side);
    let record = record(&variant, side, distance, &found);
    output::shown(args.json, &record, || describe(&variant, side, distance, &found))
}

fn record(variant: &Variant, side: Side, distance: u32, found: &Solution) -> Record {
    let (Solo { lo, hi }, solo) = (found.solo, found.solo.proven());
    Record {
        side: side.name(),
        solo,
        bounds: [lo, hi],
        proven: solo.is_some(),
        distance,
        nodes: found.nodes,
        moves: found.path.iter().map(|mv| variant.to_local(*mv).salta_numbers()).collect(),
    }
}

fn describe(variant: &Variant, side: Side, distance: u32, found: &Solution) -> String {
    let (mut text, nodes, name) = (String::new(), found.nodes, words::name(side));
    let steps: Vec<String> = found.path.iter().map(|mv| variant.move_text(*mv)).collect();
    for (i, line) in steps.chunks(A_LINE).enumerate() {
        let _ = writeln!(text, "{:>4}. {}", i * A_LINE + 1, line.join(" "));
    }
    let Solo { lo, hi } = found.solo;
    let moves = salta_report::counted(hi.into(), "move");
    let _ = if lo == hi {
        writeln!(
            text,
            "{name}: {moves}, proven shortest: no way home has fewer than {hi} \
            (distance {distance}, {nodes} nodes)"
        )
    } else {
        writeln!(
            text,
            "{name}: {moves}, not proven shortest: between {lo} and {hi} \
            (distance {distance}, {nodes} nodes; raise --exact-nodes)"
        )
    };
    text
}
