//! `salta points`: what each side still needs.

use crate::args::{Budget, Place};
use crate::error::Error;
use crate::standing::{BothPoints, remaining};
use crate::{output, picture};

/// Arguments of `salta points`.
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

/// Runs `salta points`.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let (variant, position) = args.place.load()?;
    let points = BothPoints::from(remaining(&variant, &position, args.budget.nodes));
    if args.json {
        return output::json(&points);
    }
    let line = variant.position_line(&position);
    output::text(&format!("{}\n{line}\n{}", picture::board(&position), points.describe()))
}
