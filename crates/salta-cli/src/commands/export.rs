//! `salta export`: networks and games in formats of other programs.

use std::path::{Path, PathBuf};

use salta_env::Precision;
use salta_run::{GamesFormat, NetworkFormat, export_games, export_network};

use crate::error::Error;
use crate::interrupt::watched;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// For a network: a checkpoint, or a run for its last checkpoint. For games: a run, a directory
    /// of shards, or one shard
    #[arg(value_name = "RUN|CHECKPOINT|GAMES")]
    source: PathBuf,
    /// Output format: onnx or safetensors for a network, npz for samples, csv for games and
    /// decisions
    #[arg(long, value_enum)]
    format: Format,
    /// Precision of an ONNX model, f32 or int8; by default that of the checkpoint
    #[arg(long, value_name = "PRECISION")]
    precision: Option<Precision>,
    /// Add this network's evaluations to the samples
    #[arg(long, value_name = "RUN|CHECKPOINT")]
    evaluate: Option<PathBuf>,
    /// File for a network, directory for games; by default named after the source
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Onnx,
    Safetensors,
    Npz,
    Csv,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    if args.evaluate.is_some() && !matches!(args.format, Format::Npz) {
        return Err(Error::Failed("--evaluate requires --format npz".into()));
    }
    if args.precision.is_some() && !matches!(args.format, Format::Onnx) {
        return Err(Error::Failed("--precision requires --format onnx".into()));
    }
    match args.format {
        Format::Onnx => network(args, NetworkFormat::Onnx, ".onnx"),
        Format::Safetensors => network(args, NetworkFormat::Safetensors, ".safetensors"),
        Format::Npz => games(args, GamesFormat::Npz, "-npz"),
        Format::Csv => games(args, GamesFormat::Csv, "-csv"),
    }
}

fn network(args: &Args, format: NetworkFormat, ending: &str) -> Result<(), Error> {
    let out = named_after(&args.source, args.out.as_deref(), ending)?;
    if args.out.is_none() && out.exists() {
        return Err(Error::at(&out, "exists already; to replace it, name it with --out"));
    }
    export_network(&args.source, format, args.precision, &out)?;
    output::text(&format!("{}\n", out.display()))
}

fn games(args: &Args, format: GamesFormat, ending: &str) -> Result<(), Error> {
    let out = named_after(&args.source, args.out.as_deref(), ending)?;
    let network = args.evaluate.as_deref();
    let exported = watched(|display| export_games(&args.source, format, network, &out, display))
        .map_err(Error::without_resume)?;
    let files: Vec<String> = exported.files.iter().map(|f| format!("{}\n", f.display())).collect();
    output::text(&format!(
        "{}, {}\n{}",
        salta_report::counted(exported.games, "game"),
        salta_report::counted(exported.rows, "row"),
        files.concat()
    ))
}

/// Returns the output path: `out`, or the name of the source with `ending`, in the working
/// directory.
pub(super) fn named_after(
    source: &Path,
    out: Option<&Path>,
    ending: &str,
) -> Result<PathBuf, Error> {
    if let Some(out) = out {
        return Ok(out.into());
    }
    // A directory's name has no extension: `lr0.001` is not `lr0`.
    let name = if source.is_dir() { source.file_name() } else { source.file_stem() };
    let name = name.and_then(|name| name.to_str());
    let name = name.ok_or_else(|| Error::at(source, "has no name to write to; give --out"))?;
    Ok(PathBuf::from(format!("{name}{ending}")))
}
