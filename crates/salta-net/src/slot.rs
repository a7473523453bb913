//! A tensor's place among a network's weights.

/// The name of what each square adds to the stem, whatever stands on it, `[50, C]`.
pub(crate) const EMBEDDING: &str = "squares";

/// One tensor's place in the flat vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Where it is in the network, such as `blocks.0.layers.1.weight`.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its first value.
    pub start: usize,
}

impl Slot {
    /// The values' places in the flat vector.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.shape.iter().product::<usize>()
    }

    /// Whether it is a matrix that multiplies features; biases and the embedding are not.
    pub fn is_matrix(&self) -> bool {
        self.name.ends_with("weight")
    }
}

/// The first tensor that has a value which is not finite.
pub(crate) fn not_finite<'a>(slots: &'a [Slot], values: &[f32]) -> Option<&'a Slot> {
    slots.iter().find(|slot| !values[slot.range()].iter().all(|value| value.is_finite()))
}
