//! The numbered values that operations read and write. For each position, a value has rows of
//! channels, where the rows are the squares, the two rows of the pooled board, or one row for the
//! whole board.
//!
//! On plain arrays, a value of `P` positions is stored as `[rows, P, width]`: channels are padded
//! with zeros to whole vectors.

use pulp::Arch;

use crate::kernels::arch::{lanes, tile_sizes, tiles};
use crate::kernels::dot::{self, Instructions};
use crate::kernels::multiply::Strides;

/// The number of a value: 0 is the network's input, followed by one value per operation.
pub(crate) type Id = usize;

/// The network's input: `[P, 50, F]`, without padding.
pub(crate) const FEATURES: Id = 0;

/// The shape of a value for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) channels: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) arch: Arch,
    lanes: usize,
    /// Numbers of positions computed at once, largest first.
    tiles: &'static [usize],
    pub(crate) shapes: Vec<Shape>,
    pub(crate) buffers: Vec<usize>,
}

impl Layout {
    /// Values of these shapes, each in the buffer with this number.
    pub(crate) fn new(arch: Arch, shapes: &[Shape], buffers: Vec<usize>) -> Self {
        let (lanes, tiles) = (lanes(arch), tile_sizes(arch));
        Layout { arch, lanes, tiles, shapes: shapes.to_vec(), buffers }
    }

    /// The same on every processor, with channels padded to whole vectors of [`dot::LANES`] floats.
    pub(crate) fn exact(with: Instructions, shapes: &[Shape], buffers: Vec<usize>) -> Self {
        let layout = Layout::new(Arch::Scalar, shapes, buffers);
        Layout { lanes: dot::LANES, tiles: with.tile_sizes(), ..layout }
    }

    /// The tiles of this many positions: the first position and the size of each.
    pub(crate) fn tiles(&self, positions: usize) -> impl Iterator<Item = (usize, usize)> {
        tiles(self.tiles, positions)
    }

    /// The channels of a value with their padding.
    pub(crate) fn width(&self, id: Id) -> usize {
        self.shapes[id].channels.next_multiple_of(self.lanes)
    }

    /// The length of a value of this many positions.
    pub(crate) fn length(&self, id: Id, positions: usize) -> usize {
        self.shapes[id].rows * positions * self.width(id)
    }

    /// Empty buffers for all values.
    pub(crate) fn empty_buffers(&self) -> Vec<Buffer> {
        vec![Buffer::default(); 1 + self.buffers.iter().max().copied().unwrap_or(0)]
    }
}

/// A buffer for a value of a few positions, as floats and as bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffer {
    pub(crate) floats: Vec<f32>,
    pub(crate) bytes: Vec<u8>,
}

/// A few positions that are computed at once.
#[derive(Clone, Copy)]
pub(crate) struct Tile<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) positions: usize,
    /// The network's input, `[P, 50, F]`.
    pub(crate) features: &'a [f32],
}

impl<'a> Tile<'a> {
    pub(crate) fn values(self, buffers: &'a [Buffer]) -> Values<'a> {
        let Tile { layout, positions, features } = self;
        Values { layout, positions, features, buffers }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Values<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) positions: usize,
    /// The network's input, `[P, 50, F]`.
    pub(crate) features: &'a [f32],
    pub(crate) buffers: &'a [Buffer],
}

impl<'a> Values<'a> {
    /// A value, `[rows, P, width]`, or the network's input in its own layout.
    pub(crate) fn of(&self, id: Id) -> &'a [f32] {
        if id == FEATURES {
            return self.features;
        }
        &self.buffers[self.layout.buffers[id]].floats[..self.layout.length(id, self.positions)]
    }

    pub(crate) fn bytes(&self, id: Id) -> &'a [u8] {
        &self.buffers[self.layout.buffers[id]].bytes[..self.layout.length(id, self.positions)]
    }

    /// The strides between the rows and between the positions of a value.
    pub(crate) fn strides(&self, id: Id) -> Strides {
        let Shape { rows, channels } = self.layout.shapes[id];
        if id == FEATURES {
            return Strides { tap: channels, position: rows * channels };
        }
        let width = self.layout.width(id);
        Strides { tap: self.positions * width, position: width }
    }
}

/// Gradients of values computed so far; each is summed over the operations that read the value.
pub(crate) struct Gradients(Vec<Option<Vec<f32>>>);

impl Gradients {
    pub(crate) fn none(values: usize) -> Self {
        Gradients(vec![None; values])
    }

    pub(crate) fn take(&mut self, id: Id) -> Option<Vec<f32>> {
        self.0[id].take()
    }

    /// Adds to the gradient of a value; the first to do so sets it.
    pub(crate) fn add(&mut self, id: Id, more: Vec<f32>) {
        match &mut self.0[id] {
            None => self.0[id] = Some(more),
            Some(sum) => sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more),
        }
    }

    /// The gradient of a value, set to zeros if it has none yet.
    pub(crate) fn or_zeros(&mut self, id: Id, length: usize) -> &mut Vec<f32> {
        self.0[id].get_or_insert_with(|| vec![0.0; length])
    }
}

/// Some channels of a value, as outputs of a head: ordered by channel, then by square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channels {
    pub(crate) id: Id,
    pub(crate) first: usize,
    pub(crate) count: usize,
}

impl Channels {
    /// Their places for one position, in a value of this many positions.
    pub(crate) fn places(
        self,
        layout: &Layout,
        positions: usize,
        position: usize,
    ) -> impl Iterator<Item = usize> {
        let (rows, width) = (layout.shapes[self.id].rows, layout.width(self.id));
        (self.first..self.first + self.count).flat_map(move |channel| {
            (0..rows).map(move |row| (row * positions + position) * width + channel)
        })
    }

    /// Their values for one position.
    pub(crate) fn read(self, values: &Values<'_>, position: usize) -> impl Iterator<Item = f32> {
        let value = values.of(self.id);
        self.places(values.layout, values.positions, position).map(|at| value[at])
    }
}
