//! The number formats of network inference.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The number format in which a network is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// 32-bit floats, as in the learner; bit-identical for one build and instruction set.
    #[default]
    F32,
    /// 8-bit integers, whose sums are exact: bit-identical on every processor, and faster.
    Int8,
}

impl Precision {
    /// All precisions.
    pub const ALL: [Precision; 2] = [Precision::F32, Precision::Int8];

    /// Its name in configs and players: `f32` or `int8`.
    pub const fn name(self) -> &'static str {
        match self {
            Precision::F32 => "f32",
            Precision::Int8 => "int8",
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Precision {
    type Err = UnknownPrecision;

    fn from_str(name: &str) -> Result<Precision, UnknownPrecision> {
        Precision::ALL.into_iter().find(|known| known.name() == name).ok_or(UnknownPrecision)
    }
}

/// No precision has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it must be f32 or int8")]
pub struct UnknownPrecision;
