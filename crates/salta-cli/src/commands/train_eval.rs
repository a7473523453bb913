//! `salta train-eval`: networks for `alphabeta@3`.

use std::path::PathBuf;

use salta_run::{EvalConfig, train_eval};

use crate::error::Error;
use crate::interrupt::{program, quoted, watched};
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Training config, such as configs/eval/buettgenbach-1899.toml
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Directory of the run, by default runs/NAME; a stopped run resumes there
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Override a config key, as in --set games.nodes=1000
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
}

/// Trains and says how to play with the last network.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let config = EvalConfig::load(&args.config, &args.sets)?;
    let out = args.out.clone().unwrap_or_else(|| config.default_out());
    let network = watched(|display| train_eval(&config, &out, display))?;
    let player = quoted(&format!("alphabeta@3:nodes=10000:net={}", network.display()));
    output::text(&format!(
        "The network: {}\nTry it:      {} match {player} alphabeta@2:nodes=20000 --pairs 50 --variant {}\n",
        network.display(),
        program(),
        quoted(&config.variant),
    ))
}
