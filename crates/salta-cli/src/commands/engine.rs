//! `salta engine`: a player that speaks the text protocol on standard input and output.

use std::io::{self, BufReader};
use std::sync::Arc;

use salta_players::program::kill_all;
use salta_players::{PlayerSpec, serve::serve};
use salta_run::players::PlayerFactory;

use crate::error::Error;
use crate::interrupt::end_at_once;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A player, as in salta match
    #[arg(value_name = "PLAYER")]
    player: PlayerSpec,
}

/// Answers until it receives `quit` or standard input ends.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    end_at_once();
    let factory = PlayerFactory::load(&args.player)?;
    let make = Arc::new(move || factory.make());
    let input = BufReader::new(io::stdin());
    let served = serve(&args.player, make, input, &mut io::stdout());
    // A search that is still running may have started a program.
    kill_all();
    served.map_err(|error| Error::at("standard output", error))
}
