//! All weights of a network as one flat vector, in a fixed order: the stem, the squares' embedding,
//! block after block, the heads; for each layer its matrix, then its bias.
//!
//! Adam, the moving average, clipping and files are therefore plain loops over numbers, identical
//! in every run and for any number of threads.

use std::ops::Range;

/// One tensor's place in the flat vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Its name, which is its place in the network, such as `blocks.0.layers.1.weight`.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Where it begins in the flat vector.
    pub start: usize,
}

impl Slot {
    /// The values' places in the flat vector.
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.shape.iter().product::<usize>()
    }

    /// Whether it is a matrix that multiplies features; biases and the embedding are not.
    pub fn is_matrix(&self) -> bool {
        self.name.ends_with("weight")
    }
}

/// A tensor of the weights, as operations hold it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    /// Its number among the tensors.
    pub(crate) index: usize,
    pub(crate) start: usize,
    pub(crate) length: usize,
}

impl Parameter {
    pub(crate) fn range(self) -> Range<usize> {
        self.start..self.start + self.length
    }
}

/// The first tensor with a non-finite value.
pub(crate) fn not_finite<'a>(slots: &'a [Slot], values: &[f32]) -> Option<&'a Slot> {
    slots.iter().find(|slot| !values[slot.range()].iter().all(|value| value.is_finite()))
}
