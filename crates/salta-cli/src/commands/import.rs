//! `salta import`: weights from other programs as a checkpoint.

use std::path::PathBuf;

use salta_run::{ImportAs, RunConfig, import_network};

use super::export::named_after;
use crate::error::Error;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Weights of a network of Salta's own architecture, with the tensors of `salta export`
    #[arg(value_name = "FILE.safetensors")]
    file: PathBuf,
    /// Take architecture and search from this checkpoint instead of the file's metadata
    #[arg(long, value_name = "RUN|CHECKPOINT", conflicts_with = "config")]
    like: Option<PathBuf>,
    /// Take architecture and search from this training config
    #[arg(long, value_name = "CONFIG")]
    config: Option<PathBuf>,
    /// Override a key of the config, as in --set network.channels=48
    #[arg(long = "set", value_name = "KEY=VALUE", requires = "config")]
    sets: Vec<String>,
    /// Directory of the checkpoint; by default named after the file
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let out = named_after(&args.file, args.out.as_deref(), "")?;
    let config = args.config.as_ref().map(|path| RunConfig::load(path, &args.sets)).transpose()?;
    let from = match (&args.like, &config) {
        (Some(path), _) => ImportAs::Like(path),
        (None, Some(config)) => ImportAs::Config(config),
        (None, None) => ImportAs::Itself,
    };
    import_network(&args.file, from, &out)?;
    output::text(&format!("{}\n", out.display()))
}
