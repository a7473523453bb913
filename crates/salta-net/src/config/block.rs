//! Blocks of the trunk, for networks that list them.

use serde::{Deserialize, Serialize};

use super::error::{ConfigError, NO_BURN, ensure};

/// A block: reads and writes the channels of all squares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A residual block: layers that read the squares around each square.
    Residual(Residual),
    /// A residual block whose layers over taps lie between two that narrow and widen it.
    Bottleneck(Bottleneck),
    /// Layers without a residual connection.
    Plain(Plain),
    /// Attention: every square reads every other.
    Attention(Attention),
}

/// Layers over taps with a residual connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Residual {
    /// Number of layers.
    pub layers: usize,
    /// Squares that a layer reads for each square: 9, 5, or 1 (only itself).
    pub taps: usize,
    /// Whether the last layer also sees the whole board through global pooling.
    pub pool: bool,
    /// Whether the input of the first layer is normalised to a mean square of 1 over the channels.
    pub normalise: bool,
    /// Channels between the layers; 0: as many as in the trunk.
    pub channels: usize,
}

impl Default for Residual {
    fn default() -> Self {
        Self { layers: 2, taps: 9, pool: false, normalise: false, channels: 0 }
    }
}

/// A residual block of `layers + 2` layers (He et al. 2015, arXiv:1512.03385, figure 5): the first
/// and the last read each square alone, those between work on fewer channels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bottleneck {
    /// Channels of the layers between.
    pub channels: usize,
    /// Number of layers between.
    pub layers: usize,
    /// Squares that a layer between reads for each square: 9, 5, or 1 (only itself).
    pub taps: usize,
    /// Whether the last layer also sees the whole board through global pooling.
    pub pool: bool,
    /// Whether the input of the first layer is normalised to a mean square of 1 over the channels.
    pub normalise: bool,
}

impl Default for Bottleneck {
    fn default() -> Self {
        Self { channels: 16, layers: 2, taps: 9, pool: false, normalise: false }
    }
}

/// Layers over taps, each followed by a ReLU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Plain {
    /// Number of layers.
    pub layers: usize,
    /// Squares that a layer reads for each square: 9, 5, or 1 (only itself).
    pub taps: usize,
}

impl Default for Plain {
    fn default() -> Self {
        Self { layers: 1, taps: 9 }
    }
}

/// Attention over the 50 squares with a bias for each displacement on the board (Shaw et al. 2018,
/// arXiv:1803.02155), on normalised channels. It has no array kernels, so it requires a build with
/// burn, which then also runs inference, and `learner.gradient = "autodiff"`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Attention {
    /// Number of heads, among which the channels are divided.
    pub heads: usize,
}

impl Default for Attention {
    fn default() -> Self {
        Self { heads: 4 }
    }
}

impl Block {
    pub(super) fn validate(&self, index: usize, channels: usize) -> Result<(), ConfigError> {
        let check =
            |good, what, why| ensure(good, "block", format!("{what} (of block {index})"), why);
        let check_layers = |layers: usize, taps: usize| {
            let good = (1..=16).contains(&layers);
            check(good, format!("{layers} layers"), "it must be 1 to 16")?;
            check([1, 5, 9].contains(&taps), format!("{taps} taps"), "it must be 1, 5 or 9")
        };
        match self {
            Block::Residual(Residual { layers, taps, channels, .. }) => {
                check_layers(*layers, *taps)?;
                check(
                    *channels <= 4096 && (*channels == 0 || *layers > 1),
                    format!("{channels} channels"),
                    "it must be at most 4096, and needs two layers to lie between",
                )
            }
            Block::Bottleneck(Bottleneck { layers, taps, channels, .. }) => {
                check_layers(*layers, *taps)?;
                let good = (1..=4096).contains(channels);
                check(good, format!("{channels} channels"), "it must be 1 to 4096")
            }
            Block::Plain(Plain { layers, taps }) => check_layers(*layers, *taps),
            Block::Attention(Attention { heads }) => {
                let divides = *heads > 0 && channels.is_multiple_of(*heads);
                check(divides, format!("{heads} heads"), "they must divide the channels")?;
                check(cfg!(feature = "burn"), "attention".to_owned(), NO_BURN)
            }
        }
    }
}
