//! `salta points`: what each side still needs.

use salta_report::board_text;

use crate::args::{Budget, Place};
use crate::error::Error;
use crate::output;
use crate::standing::{BothPoints, needs_in_words, remaining};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    budget: Budget,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let (variant, position) = args.place.load()?;
    let remaining = remaining(&variant, &position, args.budget.exact_nodes);
    output::shown(args.json, &BothPoints::from(remaining), || {
        let line = variant.position_line(&position);
        let picture = board_text(variant.board(), &position);
        format!("{picture}\n{line}\n{}", needs_in_words(remaining))
    })
}
