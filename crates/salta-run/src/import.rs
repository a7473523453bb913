//! Weights from other programs as checkpoints of Salta's own architecture.

use std::path::Path;

use salta_core::Variant;
use salta_core::rules::parse;
use salta_env::Precision;
use salta_net::{NetConfig, SavedNetwork, save_network, tensor_file};
use salta_players::SearchOptions;
use serde_json::Value;
use tracing::warn;

use crate::config::RunConfig;
use crate::error::{At, RunError, refuse_if};
use crate::files::read_bytes;
use crate::metadata::{metadata, metadata_of_lines};
use crate::players::{
    check_metadata, checkpoint_in, load_network_of, search_settings, variants_of,
};

/// The source of the architecture and the search settings of imported weights.
#[derive(Clone, Copy, Debug)]
pub enum ImportAs<'a> {
    /// Those in the metadata of the file itself, as `salta export` writes them.
    Itself,
    /// Those of a checkpoint, or of a run's last checkpoint.
    Like(&'a Path),
    /// Those of a training config.
    Config(&'a RunConfig),
}

/// Writes the weights of a safetensors file as the checkpoint `out`.
///
/// # Errors
/// If the architecture or the search is not known, the file's tensors are not exactly those of the
/// network, one of their values is not finite, or the checkpoint exists already or cannot be
/// written.
pub fn import_network(file: &Path, from: ImportAs<'_>, out: &Path) -> Result<(), RunError> {
    let bytes = read_bytes(file)?;
    let (config, metadata) = described(file, &bytes, from)?;
    let network = tensor_file::decode_network(&config, &bytes).at(file)?;
    refuse_if(out.exists(), out, "exists already; choose another directory")?;
    let variants = match config.precision {
        Precision::F32 => Vec::new(),
        Precision::Int8 => {
            warn!(
                "{}: calibrated anew for int8, so its evaluations may differ a little from those of \
                 the network that was exported",
                file.display()
            );
            variants(file, &bytes, from, &metadata)?
        }
    };
    let network = network.in_precision(config.precision, &variants).at(file)?;
    Ok(save_network(&network, out, &metadata)?)
}

fn described(
    file: &Path,
    bytes: &[u8],
    from: ImportAs<'_>,
) -> Result<(NetConfig, Value), RunError> {
    match from {
        ImportAs::Like(path) => {
            let SavedNetwork { network, metadata, .. } = load_network_of(path)?;
            // The precision in its config may be that of the network it was trained from.
            let precision = network.precision();
            Ok((NetConfig { precision, ..network.config().clone() }, metadata))
        }
        ImportAs::Config(config) => {
            Ok((config.network.clone(), metadata(config, &config.all_rules()?, 0)))
        }
        ImportAs::Itself => {
            let lines = tensor_file::metadata(bytes).at(file)?;
            let network = lines.iter().find(|(key, _)| key == "network").ok_or_else(|| {
                let what = "its metadata has no `network`, so say whose architecture it is: \
                            --like CHECKPOINT or --config CONFIG";
                RunError::at(file, what)
            })?;
            let network: NetConfig = serde_json::from_str(&network.1)
                .map_err(|error| RunError::at(file, format_args!("its `network`: {error}")))?;
            let metadata = metadata_of_lines(&lines);
            check_metadata(file, &network, &metadata)?;
            search_settings(file, &metadata, &SearchOptions::default())?;
            Ok((network, metadata))
        }
    }
}

/// The variants to calibrate the network on.
fn variants(
    file: &Path,
    bytes: &[u8],
    from: ImportAs<'_>,
    metadata: &Value,
) -> Result<Vec<Variant>, RunError> {
    match from {
        ImportAs::Like(path) => variants_of(&checkpoint_in(path)?, metadata),
        ImportAs::Config(config) => Ok(config.all_rules()?.into_iter().map(Variant::new).collect()),
        ImportAs::Itself => {
            let mut variants = variants_of(file, metadata)?;
            let lines = tensor_file::metadata(bytes).at(file)?;
            // The rules of the first variant, which may be a user's own.
            if let Some((_, rules)) = lines.iter().find(|(key, _)| key == "rules")
                && metadata["variant"].as_str().and_then(Variant::named).is_none()
            {
                let rules = parse(rules)
                    .map_err(|error| RunError::at(file, format_args!("its `rules`: {error}")))?;
                variants.insert(0, Variant::new(rules));
            }
            Ok(variants)
        }
    }
}
