//! The manifest of a generation: the run's config and the checksums of its files when the
//! generation was completed.
//!
//! It is written before the learner, which completes the generation, so that every learner has a
//! manifest. It contains the checksum of its predecessor, so the last manifest authenticates all.

use std::collections::BTreeMap;
use std::path::Path;

use salta_net::instruction_set;
use salta_record::list_shards;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::CONFIG;
use crate::error::{At, RunError, refuse_if};
use crate::files::{create_dir, read_bytes, read_text, write_text};

/// The files that define the run, by name, as JSON.
pub(crate) type Identity = BTreeMap<String, Value>;

/// The state of a run at the end of a generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct GenerationManifest {
    pub(crate) generation: u32,
    /// The checksum of the previous manifest; `None` in the first.
    pub(crate) previous: Option<String>,
    pub(crate) identity: Identity,
    /// The instruction set that the generation was computed with; not recorded by earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) isa: Option<String>,
    /// The checksum of its network's checkpoint.
    pub(crate) network: String,
    /// The checksum of its learner, if it has a saved one.
    pub(crate) learner: Option<String>,
    /// BLAKE3 of its shards by name.
    pub(crate) shards: BTreeMap<String, String>,
    /// Its line of `metrics.ndjson`, without the values that depend on the clock.
    pub(crate) metrics: Option<Value>,
}

/// A manifest as stored in its file.
#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(flatten)]
    manifest: GenerationManifest,
    /// BLAKE3 of the file's text with this value left empty.
    checksum: String,
}

impl GenerationManifest {
    /// Writes the manifest with its checksum and returns the checksum.
    pub(crate) fn write(&self, path: &Path) -> Result<String, RunError> {
        let text = |checksum: &str| {
            let sealed = Sealed { manifest: self.clone(), checksum: checksum.into() };
            serde_json::to_string_pretty(&sealed).expect("names and values become JSON") + "\n"
        };
        let checksum = hash(text("").as_bytes());
        create_dir(path.parent().unwrap_or(Path::new("")))?;
        write_text(path, &text(&checksum))?;
        Ok(checksum)
    }

    /// Reads the manifest of `generation` and its checksum.
    ///
    /// # Errors
    /// If it cannot be read, was altered, or is of another generation.
    pub(crate) fn read(path: &Path, generation: u32) -> Result<(Self, String), RunError> {
        let text = read_text(path)?;
        let Sealed { manifest, checksum } = serde_json::from_str(&text).at(path)?;
        let altered = checksum != hash(text.replacen(&checksum, "", 1).as_bytes());
        refuse_if(altered, path, "does not match its checksum: it has been altered")?;
        let has_none = !manifest.identity.contains_key(CONFIG);
        refuse_if(has_none, path, format_args!("its `identity` has no `{CONFIG}`"))?;
        let what = format!("it is the manifest of generation {}", manifest.generation);
        refuse_if(manifest.generation != generation, path, what)?;
        Ok((manifest, checksum))
    }

    /// Checks the shards in `dir` against the manifest.
    pub(crate) fn check_shards(&self, dir: &Path) -> Result<(), RunError> {
        self.shards.iter().try_for_each(|(name, recorded)| {
            let path = dir.join(name);
            self.check(&path, &hash_of_file(&path)?, recorded)
        })
    }

    /// Whether it has a shard of this name.
    pub(crate) fn has_shard(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| self.shards.contains_key(name))
    }

    /// Checks that `found`, the checksum of the file or directory `path`, is the `recorded` one.
    pub(crate) fn check(&self, path: &Path, found: &str, recorded: &str) -> Result<(), RunError> {
        let what = format!("not what generation {} recorded", self.generation);
        refuse_if(found != recorded, path, what + "; it was exchanged or altered: put it back")
    }

    /// A note, if the generation was computed on a GPU, or with an instruction set other than this
    /// process's: then other bits prove nothing.
    pub(crate) fn other_isa(&self) -> Option<String> {
        if self.identity.get(CONFIG).is_some_and(|config| config["compute"] == "vulkan") {
            return Some(
                "it was computed on a GPU, which need not give the same bits twice".into(),
            );
        }
        let (made, here) = (self.isa.as_deref()?, instruction_set());
        let note = format!(
            "it was made with the instruction set {made}, this process uses {here}: to compare, set \
             SALTA_ISA={made} on a processor that has it"
        );
        (made != here).then_some(note)
    }
}

/// BLAKE3 of each shard of a directory by name.
pub(crate) fn hashes_of_all(dir: &Path) -> Result<BTreeMap<String, String>, RunError> {
    let shards = list_shards(dir)?;
    hashes(dir, shards.iter().filter_map(|path| path.file_name()?.to_str()))
}

/// BLAKE3 of each of these files by name.
pub(crate) fn hashes<'a>(
    dir: &Path,
    names: impl Iterator<Item = &'a str>,
) -> Result<BTreeMap<String, String>, RunError> {
    names.map(|name| Ok((name.to_owned(), hash_of_file(&dir.join(name))?))).collect()
}

/// BLAKE3 of a file.
pub(crate) fn hash_of_file(path: &Path) -> Result<String, RunError> {
    Ok(hash(&read_bytes(path)?))
}

pub(crate) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
