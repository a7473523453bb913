//! The identity of a run: its config, rules, versions and seed, compared with its manifests.

use std::path::Path;

use salta_core::Rules;
use salta_net::checkpoint_checksum;
use salta_record::difference::difference;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tracing::warn;

use crate::config::{CHANGEABLE_KEYS, CONFIG, RunConfig};
use crate::error::{At, RunError};
use crate::files::{read_json, write_text};
use crate::generation_manifest::{GenerationManifest, Identity};
use crate::run_dir::{RUN_JSON, RunDir};
use crate::variant_files::variant_file;

/// The file of the changes made with `--set`, written before `config.toml`, so that a kill between
/// the two can be distinguished from an edited config.
const CHANGES: &str = "changes.json";

/// The changes of one command with `--set`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    /// The generation after which the change was made.
    after: u32,
    /// The overrides as given on the command line.
    set: Vec<String>,
    /// The whole config from then on.
    config: Value,
}

/// All changes of a run, in order.
fn read_changes(root: &Path) -> Result<Vec<Change>, RunError> {
    let path = root.join(CHANGES);
    if path.exists() { read_json(&path) } else { Ok(Vec::new()) }
}

impl RunDir {
    /// The changes made with `--set`, in order: the generation after which, and the overrides.
    ///
    /// # Errors
    /// If their file cannot be read.
    pub fn changes(&self) -> Result<Vec<(u32, Vec<String>)>, RunError> {
        let changes = read_changes(self.root())?;
        Ok(changes.into_iter().map(|change| (change.after, change.set)).collect())
    }

    /// The files that define the run, as they are on disk.
    pub(crate) fn identity(&self) -> Result<Identity, RunError> {
        let mut identity = Identity::from([
            (CONFIG.into(), json(self.config())),
            (RUN_JSON.into(), json(self.versions())),
        ]);
        for (number, rules) in self.all_rules().iter().enumerate() {
            identity.insert(variant_file(number), as_json(rules));
        }
        let changes = read_changes(self.root())?;
        if !changes.is_empty() {
            identity.insert(CHANGES.into(), json(&changes));
        }
        Ok(identity)
    }

    /// Compares the run with its last manifest and the changes since; completes a change that a
    /// kill interrupted. A run that has not begun has no manifests and is not compared.
    ///
    /// # Errors
    /// Names the file and key that were edited.
    pub(crate) fn check_identity(&mut self) -> Result<(), RunError> {
        let Some(generation) = self.last_manifest()? else { return Ok(()) };
        let (manifest, _) = GenerationManifest::read(&self.manifest(generation), generation)?;
        let recorded = &manifest.identity;
        let compare = |file: &str, found: &Value, recorded: &Value| {
            check_recorded(&self.root().join(file), generation, found, recorded)
        };
        let changes = read_changes(self.root())?;
        let earlier = recorded.get(CHANGES).and_then(Value::as_array).map_or(0, Vec::len);
        if earlier > 0 {
            let earlier = &changes[..earlier.min(changes.len())];
            compare(CHANGES, &json(earlier), &recorded[CHANGES])?;
        }
        let found = self.identity()?;
        let others =
            recorded.iter().filter(|(file, _)| ![CHANGES, CONFIG].contains(&file.as_str()));
        for (file, recorded) in others {
            compare(file, found.get(file).unwrap_or(&Value::Null), recorded)?;
        }
        let later = changes[earlier..].iter().map(|change| &change.config);
        let mut configs: Vec<&Value> = std::iter::once(&recorded[CONFIG]).chain(later).collect();
        let last = normal(configs.pop().expect("the manifest has a config"));
        let begun = |before: &&&Value| difference(&found[CONFIG], &normal(before)).is_none();
        if difference(&found[CONFIG], &last).is_some() && configs.last().filter(begun).is_some() {
            warn!("{}: finishing the change by --set that was cut short", self.root().display());
            let config = serde_json::from_value(last).at(self.root().join(CHANGES))?;
            return self.replace_config(config);
        }
        compare(CONFIG, &found[CONFIG], &last)
    }

    /// Compares the rules and a generation's checkpoint with its manifest. A generation that is not
    /// complete has no manifest and is not compared.
    ///
    /// # Errors
    /// Names the file and key that were edited, or the checkpoint that was replaced.
    pub fn check_checkpoint(&self, generation: u32) -> Result<(), RunError> {
        let Some(manifest) = self.read_manifest(generation)? else { return Ok(()) };
        for (file, rules) in (0..).map(variant_file).zip(self.all_rules()) {
            let recorded = manifest.identity.get(&file).unwrap_or(&Value::Null);
            check_recorded(&self.root().join(&file), generation, &as_json(rules), recorded)?;
        }
        let checkpoint = self.checkpoint(generation);
        let found = checkpoint_checksum(&checkpoint)?;
        manifest.check(&checkpoint, &found, &manifest.network)
    }

    /// Checks that a completed generation that has to be repeated learns with the same settings.
    pub(crate) fn check_repeated(&self, generation: u32) -> Result<(), RunError> {
        let Some(manifest) = self.read_manifest(generation)? else { return Ok(()) };
        let learner = |config: &Value| serde_json::json!({ "learner": config["learner"] });
        let (found, recorded) = (json(self.config()), normal(&manifest.identity[CONFIG]));
        let Some(difference) = difference(&learner(&found), &learner(&recorded)) else {
            return Ok(());
        };
        let what = format!(
            "damaged, so generation {generation} has to be repeated, but {difference} as then; put \
             the directory back, or set the key back with --set until the generation is repeated"
        );
        Err(RunError::at(self.learner(generation), what))
    }

    pub(crate) fn read_manifest(
        &self,
        generation: u32,
    ) -> Result<Option<GenerationManifest>, RunError> {
        let path = self.manifest(generation);
        let read = || Ok(GenerationManifest::read(&path, generation)?.0);
        path.is_file().then(read).transpose()
    }

    /// Writes the config with the changes of `--set`, which are recorded first.
    pub(crate) fn write_changes(&self, after: u32) -> Result<(), RunError> {
        if self.sets.is_empty() || RunConfig::load_of_run(self.root(), &[])? == *self.config() {
            return Ok(());
        }
        let mut changes = read_changes(self.root())?;
        changes.push(Change { after, set: self.sets.clone(), config: json(self.config()) });
        let text = serde_json::to_string_pretty(&changes).expect("settings become JSON");
        write_text(&self.root().join(CHANGES), &(text + "\n"))?;
        write_text(&self.root().join(CONFIG), &self.config().to_toml())
    }
}

/// Rules in the form used in manifests.
fn as_json(rules: &Rules) -> Value {
    json(&rules.to_toml().parse::<toml::Table>().expect("rules are written as TOML"))
}

/// A value as read back from a file, with numbers in their shortest form.
fn json<T: Serialize + ?Sized>(value: &T) -> Value {
    let text = serde_json::to_string(value).expect("settings become JSON");
    serde_json::from_str(&text).expect("it was just written")
}

/// A config as this version writes it, including defaults that an earlier version did not have.
fn normal(config: &Value) -> Value {
    let read = serde_json::from_value::<RunConfig>(config.clone());
    read.map_or_else(|_| config.clone(), |config| json(&config))
}

/// Checks a file of a run against what the manifest of a generation recorded of it.
pub(crate) fn check_recorded(
    path: &Path,
    generation: u32,
    found: &Value,
    recorded: &Value,
) -> Result<(), RunError> {
    let Some(difference) = difference(found, recorded) else { return Ok(()) };
    let key = difference.key.split('.').next().unwrap_or_default();
    let changeable = CHANGEABLE_KEYS.contains(&key) || difference.key == "evaluate.table";
    let advice = if changeable { " (changes go through --resume with --set)" } else { "" };
    let what = format!("{difference} as recorded in generation {generation}; put it back{advice}");
    Err(RunError::at(path, what))
}
