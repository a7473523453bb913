//! Learners and networks saved as directories of files.
//!
//! A checkpoint is a directory with `checkpoint.json` (format version, settings, the caller's
//! metadata, and the size and BLAKE3 hash of every other file) and one safetensors file for each
//! flat vector: `ema.safetensors` for players, and, unless it is a network's checkpoint,
//! `weights.safetensors` and Adam's two moments, from which training resumes bit by bit.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use salta_record::{Fault, read_file, write_directory};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use thiserror::Error;

use crate::adam::Adam;
use crate::config::{ConfigError, LearnerConfig, NetConfig};
use crate::learner::{Learner, State};
use crate::network::Network;
use crate::parameters::{Slot, not_finite};
use crate::ranges::Ranges;
use crate::{architecture, tensor_file};

/// The version of the file format that this program writes. It also reads version 1, whose checksum
/// covers the values of `checkpoint.json`, not its text.
pub const FORMAT: u64 = 2;

/// Maximum size of a file of tensors: more than the largest network needs.
const MOST_BYTES: u64 = 1 << 30;
/// Maximum size of `checkpoint.json`, which takes many times its size in memory.
const MOST_MANIFEST_BYTES: u64 = 1 << 20;

/// The file of a checkpoint that describes it and has the checksums of the others.
pub const CHECKPOINT_MANIFEST: &str = "checkpoint.json";
const EMA: &str = "ema.safetensors";
const WEIGHTS: &str = "weights.safetensors";
const FIRST_MOMENT: &str = "adam_mean.safetensors";
const SECOND_MOMENT: &str = "adam_square.safetensors";

/// Why a checkpoint could not be written or read, in a sentence.
#[derive(Debug, Error)]
#[error("{what}")]
pub struct CheckpointError {
    what: String,
    /// Whether a file is missing or damaged, so that no program could read the checkpoint.
    pub is_damage: bool,
}

impl CheckpointError {
    fn new(what: String) -> Self {
        Self { what, is_damage: false }
    }

    /// The error about a file or directory; `what` continues the sentence after its name.
    fn at(path: &Path, what: impl Display) -> Self {
        Self::new(format!("`{}`{what}", path.display()))
    }

    /// As [`CheckpointError::at`], about a missing or damaged file.
    fn damage(path: &Path, what: impl Display) -> Self {
        Self { is_damage: true, ..Self::at(path, what) }
    }

    fn missing(file: &Path) -> Self {
        Self::damage(file, " does not exist")
    }

    fn altered(file: &Path) -> Self {
        Self::damage(file, " does not match its checksum: it has been altered")
    }
}

/// The contents of `checkpoint.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: u64,
    metadata: Value,
    network: NetConfig,
    learner: Option<LearnerPart>,
    /// Quantisation ranges, if players compute the network in int8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranges: Option<Ranges>,
    files: BTreeMap<String, FileNote>,
    /// BLAKE3 hash of the file's text with this value left empty; in format 1, of the values of the
    /// fields above, without `ranges`.
    checksum: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LearnerPart {
    config: LearnerConfig,
    steps: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileNote {
    bytes: u64,
    blake3: String,
}

impl Manifest {
    /// The text of the file, including its checksum.
    fn seal(&mut self) -> Vec<u8> {
        self.checksum = String::new();
        self.checksum = hash(&self.to_text());
        self.to_text()
    }

    fn to_text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).expect("settings become JSON");
        text.push(b'\n');
        text
    }

    /// Whether the checksum matches; `text` is the content of the file that this was read from.
    fn is_unaltered(&self, text: &str) -> bool {
        let digest = match self.format {
            // It covers no ranges, which that format does not have.
            1 if self.ranges.is_none() => digest_of_values(text),
            1 => None,
            _ => Some(hash(text.replacen(&self.checksum, "", 1).as_bytes())),
        };
        digest.as_ref() == Some(&self.checksum)
    }
}

/// The checksum of format 1: of the values as written in the file, without whitespace between them.
fn digest_of_values(text: &str) -> Option<String> {
    let part: BTreeMap<&str, &RawValue> = serde_json::from_str(text).ok()?;
    let parts = ["format", "metadata", "network", "learner", "files"].map(|key| part.get(key));
    let (mut in_string, mut escaped) = (false, false);
    let mut text = serde_json::to_string(&parts).ok()?;
    text.retain(|character| {
        in_string ^= character == '"' && !escaped;
        escaped = in_string && character == '\\' && !escaped;
        in_string || !character.is_ascii_whitespace()
    });
    Some(hash(text.as_bytes()))
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// A checkpoint, ready to be written.
#[derive(Debug)]
pub struct Checkpoint {
    files: Vec<(&'static str, Vec<u8>)>,
    checksum: String,
}

impl Checkpoint {
    /// A checkpoint of a learner, to resume from. The caller provides `metadata`: rules and
    /// encoding version, variant, generation, seed.
    ///
    /// # Errors
    /// Names the tensor with a non-finite value.
    pub fn of_learner(learner: &Learner, metadata: &Value) -> Result<Self, CheckpointError> {
        let State { weights, average, adam, steps } = &learner.state;
        let part = LearnerPart { config: learner.config.clone(), steps: *steps };
        let vectors = [
            (EMA, average.as_slice()),
            (WEIGHTS, weights),
            (FIRST_MOMENT, &adam.first_moment),
            (SECOND_MOMENT, &adam.second_moment),
        ];
        Self::of((&learner.net, None), Some(part), metadata, &learner.graph.slots, &vectors)
    }

    /// A checkpoint of a network, to play with.
    ///
    /// # Errors
    /// As [`Checkpoint::of_learner`].
    pub fn of_network(network: &Network, metadata: &Value) -> Result<Self, CheckpointError> {
        let vectors = [(EMA, network.values())];
        let described = (network.config(), network.ranges().cloned());
        Self::of(described, None, metadata, &network.slots(), &vectors)
    }

    fn of(
        (network, ranges): (&NetConfig, Option<Ranges>),
        learner: Option<LearnerPart>,
        metadata: &Value,
        slots: &[Slot],
        vectors: &[(&'static str, &[f32])],
    ) -> Result<Self, CheckpointError> {
        let mut files = Vec::new();
        for &(name, values) in vectors {
            check_finite(Path::new(name), slots, values)?;
            files.push((name, tensor_file::encode(slots, values)));
        }
        let note = |bytes: &[u8]| FileNote { bytes: bytes.len() as u64, blake3: hash(bytes) };
        let mut manifest = Manifest {
            format: FORMAT,
            metadata: metadata.clone(),
            network: network.clone(),
            learner,
            ranges,
            files: files.iter().map(|(name, bytes)| ((*name).to_owned(), note(bytes))).collect(),
            checksum: String::new(),
        };
        files.push((CHECKPOINT_MANIFEST, manifest.seal()));
        Ok(Self { files, checksum: manifest.checksum })
    }

    /// Its identity: the checksum of its description, which contains those of its other files.
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// Writes the checkpoint to `dir`, replacing one that is already there.
    ///
    /// # Errors
    /// If the directory cannot be written, or something other than a checkpoint exists at its path.
    pub fn write(&self, dir: &Path) -> Result<(), CheckpointError> {
        if dir.exists() && !dir.join(CHECKPOINT_MANIFEST).exists() {
            let what = " exists and is not a checkpoint; it is not overwritten";
            return Err(CheckpointError::at(dir, what));
        }
        write_directory(dir, &self.files).map_err(|error| {
            CheckpointError::new(format!(
                "cannot write the checkpoint `{}`: {error}",
                dir.display()
            ))
        })
    }
}

/// The [checksum](Checkpoint::checksum) of a checkpoint on disk. Reads only its description,
/// `checkpoint.json`.
///
/// # Errors
/// If the description is missing, altered or of another version.
pub fn checkpoint_checksum(dir: &Path) -> Result<String, CheckpointError> {
    Ok(Reader::open(dir, Source::Disk)?.manifest.checksum)
}

fn check_finite(file: &Path, slots: &[Slot], values: &[f32]) -> Result<(), CheckpointError> {
    not_finite(slots, values).map_or(Ok(()), |slot| {
        let what = format!(": the tensor `{}` has a value that is not a finite number", slot.name);
        Err(CheckpointError::at(file, what))
    })
}

impl Learner {
    /// Reads a checkpoint and the caller's metadata; training resumes exactly where it stopped.
    ///
    /// # Errors
    /// Names the file that is missing, truncated, altered or of another version.
    pub fn load(dir: &Path) -> Result<(Self, Value), CheckpointError> {
        let reader = Reader::open(dir, Source::Disk)?;
        let Some(LearnerPart { config, steps }) = &reader.manifest.learner else {
            let what = " holds a network without a learner's state; training cannot resume from it";
            return Err(CheckpointError::at(dir, what));
        };
        let network = reader.settings()?.clone();
        let graph = architecture::graph(&network);
        let vector = |name| reader.vector(name, &graph.slots);
        let state = State {
            average: vector(EMA)?,
            weights: vector(WEIGHTS)?,
            adam: Adam {
                first_moment: vector(FIRST_MOMENT)?,
                second_moment: vector(SECOND_MOMENT)?,
            },
            steps: *steps,
        };
        if state.adam.second_moment.iter().any(|square| *square < 0.0) || state.steps > 1 << 40 {
            let what = " holds a learner's state that no training reaches";
            return Err(CheckpointError::at(dir, what));
        }
        let learner =
            Self::from_state(network, config, state).map_err(|e| reader.bad_setting(&e))?;
        Ok((learner, reader.manifest.metadata))
    }
}

/// Writes a checkpoint to play with, which holds only `network`.
///
/// # Errors
/// As [`Checkpoint::of_network`] and [`Checkpoint::write`].
pub fn save_network(
    network: &Network,
    dir: &Path,
    metadata: &Value,
) -> Result<(), CheckpointError> {
    Checkpoint::of_network(network, metadata)?.write(dir)
}

/// What a player needs of a checkpoint.
#[derive(Clone, Debug)]
pub struct SavedNetwork {
    /// The network to play with (the averaged weights).
    pub network: Network,
    /// The caller's metadata.
    pub metadata: Value,
    /// The checkpoint's [checksum](Checkpoint::checksum).
    pub checksum: String,
}

/// Reads the network of either kind of checkpoint.
///
/// # Errors
/// Names the file that is missing, truncated, altered or of another version.
pub fn load_network(dir: &Path) -> Result<SavedNetwork, CheckpointError> {
    read_network(&Reader::open(dir, Source::Disk)?)
}

/// Like [`load_network`], but from files in memory: pairs of name and contents. In errors, `name`
/// is used as the directory.
///
/// # Errors
/// As [`load_network`].
pub fn load_network_from(
    name: &Path,
    files: &[(&str, &[u8])],
) -> Result<SavedNetwork, CheckpointError> {
    read_network(&Reader::open(name, Source::Memory(files))?)
}

fn read_network(reader: &Reader<'_>) -> Result<SavedNetwork, CheckpointError> {
    let config = reader.settings()?;
    let graph = architecture::graph(config);
    let values = reader.vector(EMA, &graph.slots)?;
    let ranges = reader.manifest.ranges.clone();
    if ranges.as_ref().is_some_and(|ranges| !graph.has_exact() || !ranges.fit(&graph)) {
        let what = ": its `ranges` are not those of the network it describes";
        return Err(CheckpointError::at(&reader.dir.join(CHECKPOINT_MANIFEST), what));
    }
    let network = Network::of(config, values).with_ranges(ranges.as_ref());
    let Manifest { metadata, checksum, .. } = &reader.manifest;
    Ok(SavedNetwork { network, metadata: metadata.clone(), checksum: checksum.clone() })
}

#[derive(Clone, Copy)]
enum Source<'a> {
    /// In its directory.
    Disk,
    /// In memory: pairs of name and contents.
    Memory(&'a [(&'a str, &'a [u8])]),
}

impl<'a> Source<'a> {
    fn read(self, dir: &Path, name: &str) -> Result<Cow<'a, [u8]>, CheckpointError> {
        let file = dir.join(name);
        match self {
            Source::Disk => {
                let most =
                    if name == CHECKPOINT_MANIFEST { MOST_MANIFEST_BYTES } else { MOST_BYTES };
                read_file(&file, most).map(Cow::Owned).map_err(|error| match error.fault {
                    Fault::NotFound => CheckpointError::missing(&file),
                    _ => CheckpointError::new(format!("cannot read {error}")),
                })
            }
            Source::Memory(files) => match files.iter().find(|(known, _)| *known == name) {
                Some((_, bytes)) => Ok(Cow::Borrowed(*bytes)),
                None => Err(CheckpointError::missing(&file)),
            },
        }
    }
}

/// A checkpoint whose description has been read and checked.
struct Reader<'a> {
    dir: PathBuf,
    source: Source<'a>,
    manifest: Manifest,
}

impl<'a> Reader<'a> {
    fn open(dir: &Path, source: Source<'a>) -> Result<Self, CheckpointError> {
        let file = dir.join(CHECKPOINT_MANIFEST);
        let bytes = source.read(dir, CHECKPOINT_MANIFEST)?;
        let broken = |error: serde_json::Error| {
            CheckpointError::damage(&file, format_args!(" is not a valid checkpoint.json: {error}"))
        };
        let value: Value = serde_json::from_slice(&bytes).map_err(broken)?;
        let found = value.get("format").cloned().unwrap_or_default();
        if !found.as_u64().is_some_and(|found| (1..=FORMAT).contains(&found)) {
            let what = format!(
                " has checkpoint format {found}; this program reads formats up to {FORMAT}"
            );
            return Err(CheckpointError::at(&file, what));
        }
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(broken)?;
        if !manifest.is_unaltered(&String::from_utf8_lossy(&bytes)) {
            return Err(CheckpointError::altered(&file));
        }
        Ok(Self { dir: dir.to_owned(), source, manifest })
    }

    /// The network's settings, checked.
    fn settings(&self) -> Result<&NetConfig, CheckpointError> {
        let network = &self.manifest.network;
        network.validate().map_err(|error| self.bad_setting(&error))?;
        Ok(network)
    }

    fn bad_setting(&self, error: &ConfigError) -> CheckpointError {
        let what = format!(" has an invalid setting: {error}");
        CheckpointError::at(&self.dir.join(CHECKPOINT_MANIFEST), what)
    }

    /// The values of one file, checked.
    fn vector(&self, name: &str, slots: &[Slot]) -> Result<Vec<f32>, CheckpointError> {
        let file = self.dir.join(name);
        let Some(note) = self.manifest.files.get(name) else {
            return Err(CheckpointError::missing(&file));
        };
        let bytes = self.source.read(&self.dir, name)?;
        let found = bytes.len() as u64;
        if found != note.bytes {
            let what = format!(" has {found} bytes, expected {}", note.bytes);
            return Err(CheckpointError::damage(&file, what));
        }
        if hash(&bytes) != note.blake3 {
            return Err(CheckpointError::altered(&file));
        }
        let values = tensor_file::decode(slots, &bytes).map_err(|error| {
            let what = " does not hold the tensors of the network in";
            CheckpointError::at(&file, format_args!("{what} {CHECKPOINT_MANIFEST}: {error}"))
        })?;
        check_finite(&file, slots, &values)?;
        Ok(values)
    }
}
