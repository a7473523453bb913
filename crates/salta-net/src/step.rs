//! One step of a pass over a network's operations: an operation's kernel computes its value.

use std::mem;

use crate::kernels::exact::Output;
use crate::ops::Kernel;
use crate::values::{Buffer, Id, Tile};

/// A kernel, and how the value that it writes is stored.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) id: Id,
    pub(crate) kernel: Box<dyn Kernel>,
    /// Whether anything reads the value as floats.
    pub(crate) floats: bool,
    /// Scale from values to bytes (the byte for a value of 1), if anything reads it as bytes.
    pub(crate) bytes_per_unit: Option<f32>,
}

impl Step {
    pub(crate) fn of_floats(id: Id, kernel: Box<dyn Kernel>) -> Self {
        Step { id, kernel, floats: true, bytes_per_unit: None }
    }

    pub(crate) fn run(&self, tile: Tile<'_>, buffers: &mut [Buffer]) {
        let (buffer, length) =
            (tile.layout.buffers[self.id], tile.layout.length(self.id, tile.positions));
        let floats = if self.floats { length } else { 0 };
        let bytes = self.bytes_per_unit.map_or(0, |_| length);
        let mut to = mem::take(&mut buffers[buffer]);
        to.floats.resize(floats.max(to.floats.len()), 0.0);
        to.bytes.resize(bytes.max(to.bytes.len()), 0);
        let mut output = Output {
            floats: &mut to.floats[..floats],
            bytes: &mut to.bytes[..bytes],
            bytes_per_unit: self.bytes_per_unit.unwrap_or(0.0),
        };
        self.kernel.forward(&tile.values(buffers), &mut output);
        buffers[buffer] = to;
    }
}
