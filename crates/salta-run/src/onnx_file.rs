//! ONNX files as networks for players and self-play.

use std::path::Path;

use salta_game::Utility;
use salta_net::NetEvaluator;
use salta_net::onnx::Model;
use salta_search::SearchConfig;
use serde_json::{Value, json};

use crate::config::RunConfig;
use crate::error::{At, RunError, refuse_if};
use crate::files::read_bytes;
use crate::made_with::check_made_with;
use crate::metadata::metadata_of_lines;

/// A model that has been read and checked.
pub(crate) struct OnnxFile {
    pub(crate) model: Model,
    /// Its metadata, with defaults for `search` and `utility` if they are missing.
    pub(crate) metadata: Value,
    /// BLAKE3 of the file.
    pub(crate) hash: String,
}

impl OnnxFile {
    /// Reads a model.
    pub(crate) fn read(path: &Path) -> Result<OnnxFile, RunError> {
        let bytes = read_bytes(path)?;
        let hash = blake3::hash(&bytes).to_hex().to_string();
        let model = Model::read(bytes).at(path)?;
        let mut metadata = metadata_of_lines(model.metadata());
        let encoding = model.encoding().version();
        let version = |key: &str, this| metadata.get(key).map_or(Some(this), Value::as_u64);
        let reads = version("encoding_version", encoding.into()).unwrap_or(0);
        let rules = salta_core::rules::RULES_VERSION.into();
        check_made_with(path, version("rules_version", rules).unwrap_or(0), reads)?;
        let what = format!("its `features` are encoding {encoding}, its metadata says {reads}");
        refuse_if(reads != u64::from(encoding), path, what)?;
        let given = metadata["utility"]["win_weight"].as_f64();
        if let Some(given) = given.filter(|given| *given < 1.0 && !model.has_margin()) {
            let what =
                format!("it has no output `margin`, but its metadata has win_weight {given}");
            return Err(RunError::at(path, what));
        }
        let usual = [("search", json!(SearchConfig::default())), ("utility", json!({}))];
        for (key, usual) in usual {
            if metadata[key].is_null() {
                metadata[key] = usual;
            }
        }
        if let Some(utility) = metadata["utility"].as_object_mut() {
            // Without a margin output, only the result counts.
            let usual = if model.has_margin() { Utility::default().win_weight } else { 1.0 };
            utility.entry("win_weight").or_insert(usual.into());
        }
        Ok(OnnxFile { model, metadata, hash })
    }

    /// An evaluator for the games of a config.
    ///
    /// # Errors
    /// If it reads an encoding other than the one that the games are recorded in, or lacks the
    /// margin that the config values.
    pub(crate) fn evaluator(&self, config: &RunConfig) -> Result<NetEvaluator, RunError> {
        let (reads, records) = (self.model.encoding(), config.encoding());
        if reads != records {
            let (found, needed) = (reads.features(), records.features());
            let what = format!(
                "it reads {found} features of a square, and the run records {needed} \
                 (`network.features`); export a model for {needed}, or set `network.features = \
                 {found}` if the board allows it (docs/encoding.md)"
            );
            return Err(RunError::Other(what));
        }
        let win_weight = config.selfplay.utility.win_weight;
        if win_weight < 1.0 && !self.model.has_margin() {
            let what = format!(
                "it has no output `margin`: `selfplay.utility.win_weight` must be 1, not {win_weight}"
            );
            return Err(RunError::Other(what));
        }
        Ok(NetEvaluator::onnx(&self.model))
    }
}
