//! A network as data: its tensors in the order in which they are stored, and its operations in the
//! order in which they run. Every pass iterates over this list: `forward`, `gradient`, `tensors`,
//! `onnx`.

use std::collections::BTreeSet;

use crate::ops::Operation;
use crate::parameters::{Parameter, Slot};
use crate::values::{Channels, FEATURES, Id, Shape};

/// A network without its weights.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) slots: Vec<Slot>,
    /// The standard deviations of their initial values.
    pub(crate) deviations: Vec<f32>,
    /// Shapes of all values; the first value is the network's input.
    pub(crate) shapes: Vec<Shape>,
    /// The operations; each writes the next value.
    operations: Vec<Box<dyn Operation>>,
    /// Where the outputs of each head are, in the order of [`HEADS`](crate::heads::HEADS); empty
    /// for heads that the network lacks.
    pub(crate) heads: Vec<Vec<Channels>>,
}

impl Graph {
    pub(crate) fn new(features: Shape) -> Self {
        Graph { shapes: vec![features], ..Graph::default() }
    }

    /// Appends a tensor whose initial values have this standard deviation.
    pub(crate) fn parameter(
        &mut self,
        name: String,
        shape: Vec<usize>,
        deviation: f32,
    ) -> Parameter {
        let slot = Slot { name, shape, start: self.weights() };
        let range = slot.range();
        self.slots.push(slot);
        self.deviations.push(deviation);
        Parameter { index: self.slots.len() - 1, start: range.start, length: range.len() }
    }

    /// Appends an operation and returns the value that it writes.
    pub(crate) fn push(&mut self, operation: impl Operation + 'static) -> Id {
        self.shapes.push(operation.shape(&self.shapes));
        self.operations.push(Box::new(operation));
        self.operations.len()
    }

    pub(crate) fn weights(&self) -> usize {
        self.slots.last().map_or(0, |slot| slot.range().end)
    }

    pub(crate) fn operations(&self) -> impl Iterator<Item = &dyn Operation> {
        self.operations.iter().map(|operation| &**operation)
    }

    pub(crate) fn operation(&self, id: Id) -> &dyn Operation {
        &*self.operations[id - 1]
    }

    /// Whether it can run without burn.
    pub(crate) fn has_kernels(&self) -> bool {
        self.operations().all(Operation::has_kernel)
    }

    /// Whether it can be computed in int8.
    pub(crate) fn has_exact(&self) -> bool {
        self.operations().all(Operation::has_exact)
    }

    /// Whether a value is never negative.
    pub(crate) fn is_rectified(&self, id: Id) -> bool {
        id != FEATURES && self.operation(id).is_rectified()
    }

    /// Multiply-adds for one position.
    pub(crate) fn multiply_adds(&self) -> usize {
        self.operations().map(|operation| operation.multiply_adds(&self.shapes)).sum()
    }

    /// How to compute the values that these heads read: the values to compute, in order, and the
    /// buffer of each value; values that are never needed at the same time share one.
    pub(crate) fn plan(&self, heads: &[Vec<Channels>]) -> (Vec<Id>, Vec<usize>) {
        let inputs = |id: Id| BTreeSet::from_iter(self.operation(id).inputs());
        // The last operation that reads each value, if any.
        let mut last = vec![None; self.shapes.len()];
        heads.iter().flatten().for_each(|part| last[part.id] = Some(Id::MAX));
        for id in (FEATURES + 1..last.len()).rev() {
            if last[id].is_some() {
                inputs(id).into_iter().for_each(|input| last[input] = last[input].max(Some(id)));
            }
        }
        let steps: Vec<Id> = (FEATURES + 1..last.len()).filter(|id| last[*id].is_some()).collect();
        let (mut buffers, mut count, mut free) = (vec![0; last.len()], 0, Vec::new());
        for &id in &steps {
            let rows = self.shapes[id].rows;
            buffers[id] = match free.iter().rposition(|(_, of)| *of == rows) {
                Some(at) => free.remove(at).0,
                None => {
                    count += 1;
                    count - 1
                }
            };
            let done = inputs(id).into_iter().filter(|&input| last[input] == Some(id));
            free.extend(done.filter(|&i| i != FEATURES).map(|i| (buffers[i], self.shapes[i].rows)));
        }
        (steps, buffers)
    }
}
