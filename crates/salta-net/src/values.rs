//! The numbered values that operations read and write. For each position, a value has rows of
//! channels, where the rows are the squares, the two rows of the pooled board, or one row for the
//! whole board.
//!
//! On plain arrays, a value of `P` positions is stored as `[rows, P, width]`: channels are padded
//! with zeros to whole vectors.

use pulp::Arch;

use crate::kernels::arch::lanes;
use crate::kernels::dot;
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

/// How values lie in memory.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) arch: Arch,
    lanes: usize,
    shapes: Vec<Shape>,
    /// The buffer of each value.
    buffers: Vec<usize>,
}

impl Layout {
    /// Values of these shapes, each in the buffer with this number.
    pub(crate) fn new(arch: Arch, shapes: &[Shape], buffers: Vec<usize>) -> Self {
        Layout { arch, lanes: lanes(arch), shapes: shapes.to_vec(), buffers }
    }

    /// The same with rows of whole vectors of [`dot::LANES`], on every processor.
    pub(crate) fn exact(shapes: &[Shape], buffers: Vec<usize>) -> Self {
        Layout { lanes: dot::LANES, ..Layout::new(Arch::Scalar, shapes, buffers) }
    }

    /// How many values there are.
    pub(crate) fn values(&self) -> usize {
        self.shapes.len()
    }

    /// The shape of a value.
    pub(crate) fn shape(&self, id: Id) -> Shape {
        self.shapes[id]
    }

    /// Its channels with their padding.
    pub(crate) fn width(&self, id: Id) -> usize {
        self.shapes[id].channels.next_multiple_of(self.lanes)
    }

    /// The length of a value of so many positions.
    pub(crate) fn length(&self, id: Id, positions: usize) -> usize {
        self.shapes[id].rows * positions * self.width(id)
    }

    /// The buffer of a value.
    pub(crate) fn buffer(&self, id: Id) -> usize {
        self.buffers[id]
    }

    /// Empty buffers for values of up to so many positions.
    pub(crate) fn allocate(&self, positions: usize) -> Vec<Vec<f32>> {
        let mut lengths = vec![0; 1 + self.buffers.iter().max().copied().unwrap_or(0)];
        for id in FEATURES + 1..self.shapes.len() {
            let length = &mut lengths[self.buffers[id]];
            *length = self.length(id, positions).max(*length);
        }
        lengths.into_iter().map(|length| vec![0.0; length]).collect()
    }
}

/// The values of a few positions.
#[derive(Clone, Copy)]
pub(crate) struct Values<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) positions: usize,
    /// What the network reads, `[P, 50, F]`.
    pub(crate) features: &'a [f32],
    pub(crate) buffers: &'a [Vec<f32>],
}

impl<'a> Values<'a> {
    /// A value, `[rows, P, width]` except for what the network reads.
    pub(crate) fn of(&self, id: Id) -> &'a [f32] {
        if id == FEATURES {
            return self.features;
        }
        &self.buffers[self.layout.buffer(id)][..self.layout.length(id, self.positions)]
    }

    /// Where rows and positions of a value begin.
    pub(crate) fn strides(&self, id: Id) -> Strides {
        let Shape { rows, channels } = self.layout.shape(id);
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
    /// None of so many values.
    pub(crate) fn none(values: usize) -> Self {
        Gradients(vec![None; values])
    }

    /// Takes the gradient of a value out.
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

    /// The gradient of a value, zeros if it has none yet.
    pub(crate) fn or_zeros(&mut self, id: Id, length: usize) -> &mut Vec<f32> {
        self.0[id].get_or_insert_with(|| vec![0.0; length])
    }
}

/// Some channels of a value: outputs of a head, channel by channel and in each square by square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channels {
    pub(crate) id: Id,
    pub(crate) first: usize,
    pub(crate) count: usize,
}

impl Channels {
    /// Their places in a value of so many positions, for one of them.
    pub(crate) fn places(
        self,
        layout: &Layout,
        positions: usize,
        position: usize,
    ) -> impl Iterator<Item = usize> {
        let (rows, width) = (layout.shape(self.id).rows, layout.width(self.id));
        (self.first..self.first + self.count).flat_map(move |channel| {
            (0..rows).map(move |row| (row * positions + position) * width + channel)
        })
    }

    /// What stands there.
    pub(crate) fn read(self, values: &Values<'_>, position: usize) -> impl Iterator<Item = f32> {
        let value = values.of(self.id);
        self.places(values.layout, values.positions, position).map(|at| value[at])
    }
}
