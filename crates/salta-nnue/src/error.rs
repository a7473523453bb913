//! Errors of networks, one sentence each.

use thiserror::Error;

/// Why a network cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// The file does not begin with the magic bytes of networks.
    #[error("not a network of `salta train-eval`")]
    NotANetwork,
    /// The file has another version of the format.
    #[error("format version {found}; this build reads version {expected}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The version of this build.
        expected: u32,
    },
    /// The network reads other inputs, or has layers of other sizes.
    #[error("its inputs or the sizes of its layers are not those of this build")]
    OtherInputs,
    /// The file is too short or too long.
    #[error("{found} bytes, not {expected}")]
    Length {
        /// Length of the file in bytes.
        found: usize,
        /// Length of a network in bytes.
        expected: usize,
    },
    /// The names of its variants, separated by commas, do not fit into a file.
    #[error("the names of its variants have {found} bytes together; at most {most} fit")]
    Names {
        /// Their length in bytes.
        found: usize,
        /// The length that fits.
        most: usize,
    },
    /// The checksum does not match.
    #[error("its checksum is wrong: the file is damaged")]
    Damaged,
    /// A bias of its later layers is too large, with this absolute value.
    #[error("a bias of its later layers is {0}, too large")]
    Bias(u32),
    /// Sums of the weights of this unit could overflow 16 bits.
    #[error("its weights are too large: unit {0} of the first layer could exceed 16 bits")]
    Saturating(usize),
}
