//! The weights as integers, and their sizes.

use salta_core::{PIECES, SQUARES};

use crate::error::NetError;
use crate::inputs::{CONTEXT_ROWS, LEFT_ROWS, PHASES, PIECE_ROWS};

/// Units of the first layer for each side's view.
pub const HIDDEN: usize = 128;
/// Inputs of the second layer: the mover's view, then the enemy's.
pub(crate) const BOTH: usize = 2 * HIDDEN;
/// Units of the second and of the third layer.
pub(crate) const SECOND: usize = 16;
pub(crate) const THIRD: usize = 32;
/// Number of outputs: the margin and the outcome.
pub(crate) const OUTPUTS: usize = 2;

/// Bits by which a sum of the first layer is finer than the output of its unit.
pub(crate) const FIRST_SHIFT: u32 = 2;
/// The largest output of a unit: an output of 1, as an integer.
pub(crate) const ONE: i32 = 127;
/// Bits of the fraction of a weight of the later layers: a weight of 1 is 2 to this power.
pub(crate) const WEIGHT_SHIFT: u32 = 6;
/// A sum of 1 in the later layers, as an integer.
pub(crate) const SUM_ONE: i32 = ONE << WEIGHT_SHIFT;
/// Largest bias of the later layers, so that no sum overflows 32 bits.
const MAX_BIAS: u32 = 1 << 24;
/// Points of margin, in addition to the margin by distance, for an output of 1.
pub(crate) const MARGIN_SCALE: i32 = 16;
/// The s for an output of 1, where s / (1 + |s|) is the expected outcome.
pub(crate) const OUTCOME_SCALE: i32 = 4;

/// A network: integers only, about 0.5 MB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// [`PIECE_ROWS`] rows.
    pub(crate) pieces: Vec<[i16; HIDDEN]>,
    /// [`CONTEXT_ROWS`] rows.
    pub(crate) context: Vec<[i16; BOTH]>,
    /// The layers of each of the [`PHASES`].
    pub(crate) layers: Vec<Layers>,
    /// Names of the variants it was trained in.
    pub(crate) trained_in: Vec<String>,
}

/// The layers of one phase. Weights fit in bytes, but are stored as the 16-bit words that products
/// use.
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
    /// A network of zeros: it evaluates to the margin by distance.
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

    /// Checks that no sum of the later layers can overflow, nor one of the first layer its 16 bits
    /// for any placement of the pieces: only one row per piece is active, one for the moves left,
    /// and of the other context rows not more than all.
    pub(crate) fn check(&self) -> Result<(), NetError> {
        for unit in 0..BOTH {
            let piece = |rows: &[[i16; HIDDEN]]| {
                rows.iter().map(|row| i32::from(row[unit % HIDDEN]).abs()).max().unwrap_or(0)
            };
            let pieces: i32 = self.pieces.chunks(SQUARES).map(piece).sum();
            debug_assert_eq!(self.pieces.len(), 2 * PIECES * SQUARES);
            let size = |row: &[i16; BOTH]| i32::from(row[unit]).abs();
            let (left, others) = self.context.split_at(LEFT_ROWS);
            let context =
                left.iter().map(size).max().unwrap_or(0) + others.iter().map(size).sum::<i32>();
            if pieces + context > i32::from(i16::MAX) {
                return Err(NetError(format!(
                    "its weights are too large: unit {unit} of the first layer could exceed 16 bits"
                )));
            }
        }
        let biases = self.layers.iter().flat_map(|layers| {
            let (second, third) = (&layers.second_bias, &layers.third_bias);
            second.iter().chain(third).chain(&layers.output_bias)
        });
        let most = biases.map(|bias| bias.unsigned_abs()).max().unwrap_or(0);
        if most <= MAX_BIAS {
            Ok(())
        } else {
            Err(NetError(format!("a bias of its later layers is {most}, too large")))
        }
    }
}
