//! Why bytes are no network, one sentence each.

use thiserror::Error;

/// Why a network cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// The file does not begin as networks do.
    #[error("not a network of `salta train-eval`")]
    NotANetwork,
    /// Another version of the format.
    #[error("format version {found}; this build reads version {expected}")]
    Version {
        /// That of the file.
        found: u32,
        /// That of this build.
        expected: u32,
    },
    /// It reads other inputs, or has layers of other sizes.
    #[error("its inputs or the sizes of its layers are not those of this build")]
    OtherInputs,
    /// Too short or too long.
    #[error("{found} bytes, not {expected}")]
    Length {
        /// Bytes of the file.
        found: usize,
        /// Bytes of a network.
        expected: usize,
    },
    /// The checksum does not fit.
    #[error("its checksum is wrong: the file is damaged")]
    Damaged,
    /// Sums of its weights do not fit.
    #[error("its weights are too large: unit {unit} of the first layer could exceed 16 bits")]
    Saturating {
        /// The unit.
        unit: usize,
    },
}
