//! Networks as ONNX or safetensors files.

use std::path::Path;

use salta_core::rules::named;
use salta_env::Precision;
use salta_net::{NetConfig, SavedNetwork, onnx, tensor_file};
use salta_record::write_atomically;
use serde_json::Value;

use crate::config::CONFIG;
use crate::error::RunError;
use crate::generation_dirs::gen_number;
use crate::players::{checkpoint_in, in_precision, load_checkpoint};
use crate::run_dir::RunDir;

/// A format for networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkFormat {
    /// Graph and weights, for any ONNX runtime.
    Onnx,
    /// Weights alone, for a program that implements the network itself.
    Safetensors,
}

/// How an action's number is computed, for readers of an exported network.
const ACTION_LAYOUT: &str = "action = direction * 50 + square, directions forward-left, \
    forward-right, back-left, back-right; square = (row - 1) * 5 + place - 1, both as the player to \
    move sees them; 200 ends a chain of jumps";

/// Writes the network of `source`, a checkpoint or a run, to the file `out`: as ONNX in `precision`
/// or, by default, its own precision; as safetensors always in f32.
///
/// # Errors
/// If there is no such network, it does not exist in this precision, or the file cannot be written.
pub fn export_network(
    source: &Path,
    format: NetworkFormat,
    precision: Option<Precision>,
    out: &Path,
) -> Result<(), RunError> {
    let path = checkpoint_in(source)?;
    let SavedNetwork { network, metadata, .. } = load_checkpoint(&path)?;
    let precision = precision.unwrap_or(network.precision());
    let network = in_precision(&path, &network, precision, &metadata)?;
    let config = NetConfig { precision, ..network.config().clone() };
    let metadata = metadata_of(&path, &config, &metadata)?;
    let bytes = match format {
        NetworkFormat::Safetensors => tensor_file::encode_network(&network, &metadata),
        NetworkFormat::Onnx => onnx::encode(&network, &metadata),
    };
    Ok(write_atomically(out, &bytes)?)
}

/// The metadata of an export: the checkpoint's own, rules, network config and action layout.
fn metadata_of(
    path: &Path,
    config: &NetConfig,
    checkpoint: &Value,
) -> Result<Vec<(String, String)>, RunError> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let kept = checkpoint.as_object().into_iter().flatten();
    let mut metadata: Vec<_> = kept.map(|(key, value)| (key.clone(), text(value))).collect();
    let mut add = |key: &str, value: String| metadata.push((key.to_owned(), value));
    if let Some(rules) = rules_of(path, checkpoint)? {
        add("rules", rules);
    }
    add("network", serde_json::to_string(config).expect("settings become JSON"));
    add("action_layout", ACTION_LAYOUT.to_owned());
    Ok(metadata)
}

/// The rules as TOML: those of the run, or those of the variant that the checkpoint names.
///
/// # Errors
/// If the run's rules or its checkpoint differ from the generation's manifest.
fn rules_of(path: &Path, checkpoint: &Value) -> Result<Option<String>, RunError> {
    let root = path.join("../..");
    let generation = path.file_name().and_then(|name| gen_number(name.to_str()?));
    if let Some(generation) = generation
        && root.join(CONFIG).is_file()
    {
        let run = RunDir::look(&root)?;
        run.check_checkpoint(generation)?;
        return Ok(Some(run.rules().to_toml()));
    }
    Ok(checkpoint["variant"].as_str().and_then(named).map(|rules| rules.to_toml()))
}
