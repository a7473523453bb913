//! Networks and games in formats of other programs.
//!
//! - [`export_network`]: ONNX or safetensors
//! - [`export_games`]: what a network learns from as NumPy arrays, or games and decisions as CSV

mod arrays;
mod exported;
mod network;
mod npz;
mod shards;
mod tables;

use std::path::Path;

use salta_net::Inference;

use crate::error::RunError;
use crate::players::load_network_of;

pub use arrays::SAMPLES_PER_FILE;
pub use exported::Exported;
pub(crate) use network::metadata_of_lines;
pub use network::{NetworkFormat, export_network};

/// A format for games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesFormat {
    /// Samples as NumPy arrays, `samples-00000.npz` and so on.
    Npz,
    /// `games.csv` and `decisions.csv`.
    Csv,
}

/// Writes the games of `source` (a run, a directory of shards or a shard) into the directory `out`;
/// to samples, what the network of a checkpoint says of them, if one is given.
///
/// # Errors
/// If there are no games, a shard cannot be read or does not play through, or a file cannot be
/// written.
pub fn export_games(
    source: &Path,
    format: GamesFormat,
    network: Option<&Path>,
    out: &Path,
    display: &crate::Display,
) -> Result<Exported, RunError> {
    let shards = shards::find(source)?;
    let network = network.map(load_network_of).transpose()?;
    let network = network.map(|(network, _)| Inference::new(&network));
    crate::files::create_dir(out)?;
    salta_record::remove_leftovers(out)?;
    match format {
        GamesFormat::Npz => arrays::write(&shards, network.as_ref(), out, display),
        GamesFormat::Csv => tables::write(&shards, out, display),
    }
}
