//! Exports networks and games to the formats of other programs.
//!
//! - [`export_network`]: ONNX or safetensors
//! - [`export_games`]: training samples as NumPy arrays, or games and decisions as CSV

mod arrays;
mod network;
mod npz;
pub(crate) mod shards;
mod tables;

use std::path::Path;

use salta_net::Inference;

use crate::error::RunError;
use crate::players::load_network_of;

pub use network::{NetworkFormat, export_network};
pub use shards::Exported;

/// A format for games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesFormat {
    /// Samples as NumPy arrays, `samples-00000.npz` and so on.
    Npz,
    /// `games.csv` and `decisions.csv`.
    Csv,
}

/// Writes the games of `source` (a run, a directory of shards or a shard) into the directory `out`.
/// If a checkpoint is given, adds its network's evaluations to the samples.
///
/// # Errors
/// If there are no games, a shard cannot be read or replayed, or a file cannot be written.
pub fn export_games(
    source: &Path,
    format: GamesFormat,
    network: Option<&Path>,
    out: &Path,
    display: &crate::Display,
) -> Result<Exported, RunError> {
    let shards = shards::find(source)?;
    let network = network.map(load_network_of).transpose()?;
    let network = network.map(|saved| Inference::new(&saved.network));
    crate::files::create_dir(out)?;
    salta_record::remove_leftovers(out)?;
    match format {
        GamesFormat::Npz => arrays::write(&shards, network.as_ref(), out, display),
        GamesFormat::Csv => tables::write(&shards, out, display),
    }
}
