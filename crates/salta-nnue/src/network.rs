//! The weights as integers, and their sizes.

use salta_core::{PIECES, SQUARES};

use crate::error::NetError;
use crate::inputs::{CONTEXT_ROWS, PHASES, PIECE_ROWS};

/// Units of the first layer for each side's view.
pub const HIDDEN: usize = 128;
/// Inputs of the second layer: the mover's view, then the enemy's.
pub(crate) const BOTH: usize = 2 * HIDDEN;
/// Units of the second and of the third layer.
pub(crate) const SECOND: usize = 16;
pub(crate) const THIRD: usize = 32;
/// Outputs: the margin, and who wins.
pub(crate) const OUTPUTS: usize = 2;

/// Bits by which a unit of the first layer is finer than its output.
pub(crate) const FIRST_SHIFT: u32 = 2;
/// The largest output of a unit: 1 as an integer.
pub(crate) const ONE: i32 = 127;
/// 1 as a weight of the later layers, as a power of two.
pub(crate) const WEIGHT_SHIFT: u32 = 6;
/// 1 as a sum of the later layers.
pub(crate) const SUM_ONE: i32 = ONE << WEIGHT_SHIFT;
/// Points of margin, beyond the margin by distance, that an output of 1 stands for.
pub(crate) const MARGIN_SCALE: i32 = 16;
/// What an output of 1 stands for in s / (1 + |s|), the expected outcome.
pub(crate) const OUTCOME_SCALE: i32 = 4;

/// A network: integers only, about 0.5 MB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// [`PIECE_ROWS`] rows.
    pub(crate) pieces: Vec<[i16; HIDDEN]>,
    /// [`CONTEXT_ROWS`] rows.
    pub(crate) context: Vec<[i16; BOTH]>,
    /// [`PHASES`] of them.
    pub(crate) layers: Vec<Layers>,
    /// Names of the variants it was trained in.
    pub(crate) trained_in: Vec<String>,
}

/// The layers of one phase. Weights are bytes, kept as the words that they are multiplied as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layers {
    pub(crate) second: [[i16; BOTH]; SECOND],
    pub(crate) second_bias: [i32; SECOND],
    pub(crate) third: [[i16; SECOND]; THIRD],
    pub(crate) third_bias: [i32; THIRD],
    pub(crate) output: [[i16; THIRD]; OUTPUTS],
    pub(crate) output_bias: [i32; OUTPUTS],
}

impl Layers {
    const ZERO: Layers = Layers {
        second: [[0; BOTH]; SECOND],
        second_bias: [0; SECOND],
        third: [[0; SECOND]; THIRD],
        third_bias: [0; THIRD],
        output: [[0; THIRD]; OUTPUTS],
        output_bias: [0; OUTPUTS],
    };
}

impl Network {
    /// A network of zeros: it says the margin by distance.
    pub fn zero() -> Network {
        Network {
            pieces: vec![[0; HIDDEN]; PIECE_ROWS],
            context: vec![[0; BOTH]; CONTEXT_ROWS],
            layers: vec![Layers::ZERO; PHASES],
            trained_in: Vec::new(),
        }
    }

    /// Names of the variants it was trained in.
    pub fn trained_in(&self) -> &[String] {
        &self.trained_in
    }

    /// The same network, trained in these variants.
    pub fn named(self, trained_in: Vec<String>) -> Network {
        Network { trained_in, ..self }
    }

    /// That no sum of the first layer leaves 16 bits, whatever pieces stand where: of each piece one
    /// row counts, of the context less than all.
    pub(crate) fn check(&self) -> Result<(), NetError> {
        for unit in 0..BOTH {
            let piece = |rows: &[[i16; HIDDEN]]| {
                rows.iter().map(|row| i32::from(row[unit % HIDDEN]).abs()).max().unwrap_or(0)
            };
            let pieces: i32 = self.pieces.chunks(SQUARES).map(piece).sum();
            debug_assert_eq!(self.pieces.len(), 2 * PIECES * SQUARES);
            let context: i32 = self.context.iter().map(|row| i32::from(row[unit]).abs()).sum();
            if pieces + context > i32::from(i16::MAX) {
                return Err(NetError::Saturating { unit });
            }
        }
        Ok(())
    }
}
