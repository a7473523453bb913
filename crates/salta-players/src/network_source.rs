//! A network by name: `checkpoint:PATH` or `onnx:FILE`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::spec_error::SpecError;

/// The path of a network, and its format.
///
/// ```
/// use salta_players::NetworkSource;
///
/// let source: NetworkSource = "onnx:nets/best.onnx".parse()?;
/// assert_eq!(source, NetworkSource::at("nets/best.onnx"));
/// # Ok::<(), salta_players::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NetworkSource {
    /// A checkpoint of Salta's own architecture, or a run, which means its last checkpoint.
    Checkpoint(String),
    /// An ONNX model of any architecture.
    Onnx(String),
}

impl NetworkSource {
    /// The network at a path, in the format of its file extension: an ONNX model ends in `.onnx`.
    pub fn at(path: impl AsRef<Path>) -> NetworkSource {
        let (path, text) = (path.as_ref(), path.as_ref().to_string_lossy().into_owned());
        match path.extension().is_some_and(|ending| ending == "onnx") {
            true => NetworkSource::Onnx(text),
            false => NetworkSource::Checkpoint(text),
        }
    }

    /// The network at `path` in this format, `checkpoint` or `onnx`; `None` for any other.
    pub(crate) fn of(format: &str, path: &str) -> Option<NetworkSource> {
        match format {
            "checkpoint" => Some(NetworkSource::Checkpoint(path.into())),
            "onnx" => Some(NetworkSource::Onnx(path.into())),
            _ => None,
        }
    }

    /// Its path, or the name of a checkpoint that is part of the program.
    pub fn path(&self) -> &Path {
        let (NetworkSource::Checkpoint(path) | NetworkSource::Onnx(path)) = self;
        Path::new(path)
    }
}

impl fmt::Display for NetworkSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkSource::Checkpoint(path) => write!(f, "checkpoint:{path}"),
            NetworkSource::Onnx(path) => write!(f, "onnx:{path}"),
        }
    }
}

impl FromStr for NetworkSource {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<NetworkSource, SpecError> {
        let (format, path) = text.split_once(':').unwrap_or((text, ""));
        let source = NetworkSource::of(format, path).filter(|_| !path.is_empty());
        source.ok_or_else(|| {
            SpecError(format!("a network is checkpoint:PATH or onnx:FILE, not `{text}`"))
        })
    }
}
