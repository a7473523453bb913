//! Attention over the squares: each square reads all others, weighted by their features and by
//! their displacement on the board (a bias per head and displacement). Implemented only in burn; it
//! has no array kernel.

#[cfg(feature = "burn")]
use burn::tensor::Tensor;

use super::Operation;
use crate::SQUARES;
use crate::onnx::writer::Writer;
use crate::parameters::Parameter;
use crate::values::{Id, Shape};

/// Number of displacements from one dark square to another on a 10 by 10 board.
pub(crate) const RELATIONS: usize = 181;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Attention {
    pub(crate) query: Id,
    pub(crate) key: Id,
    pub(crate) value: Id,
    /// Number of heads, among which the channels are divided.
    pub(crate) heads: usize,
    /// `[RELATIONS, heads]`.
    pub(crate) bias: Parameter,
}

/// The displacement from each square to each other `[50 * 50]`.
fn relations() -> Vec<i64> {
    let place = |square: usize| (square / 5, 2 * (square % 5) + square / 5 % 2);
    let pairs = (0..SQUARES).flat_map(|from| (0..SQUARES).map(move |to| (place(from), place(to))));
    // Only every other displacement leads from dark squares to dark squares.
    pairs.map(|(from, to)| ((to.0 + 9 - from.0) * 19 + to.1 + 9 - from.1) as i64 / 2).collect()
}

impl Operation for Attention {
    fn inputs(&self) -> Vec<Id> {
        vec![self.query, self.key, self.value]
    }

    fn shape(&self, shapes: &[Shape]) -> Shape {
        shapes[self.value]
    }

    fn multiply_adds(&self, shapes: &[Shape]) -> usize {
        2 * SQUARES * SQUARES * shapes[self.value].channels
    }

    fn onnx(&self, writer: &mut Writer<'_>, values: &[String]) -> String {
        let channels = writer.channels(self.value);
        let each = channels / self.heads;
        let mut split = |id: Id, order: [i64; 4]| {
            let x = writer.reshape(&values[id], &[SQUARES, self.heads, each]);
            writer.transpose(&x, &order)
        };
        let query = split(self.query, [0, 2, 1, 3]); // [B, heads, 50, each]
        let key = split(self.key, [0, 2, 3, 1]); // [B, heads, each, 50]
        let value = split(self.value, [0, 2, 1, 3]);
        let product = writer.apply("MatMul", &[&query, &key], Vec::new()); // [B, heads, 50, 50]
        let name = format!("one_over_root_of_{each}");
        let scale = writer.floats(&name, &[1], &[(each as f32).powf(-0.5)]);
        let product = writer.apply("Mul", &[&product, &scale], Vec::new());
        let (bias, places) = (writer.parameter(self.bias), writer.ints("relations", &relations()));
        let bias = writer.apply("Gather", &[&bias, &places], Writer::axis(0)); // [2500, heads]
        let bias = writer.transpose(&bias, &[1, 0]);
        let bias = writer.reshape(&bias, &[self.heads, SQUARES, SQUARES]); // [1, heads, 50, 50]
        let sum = writer.apply("Add", &[&product, &bias], Vec::new());
        let shares = writer.apply("Softmax", &[&sum], Writer::axis(3));
        let read = writer.apply("MatMul", &[&shares, &value], Vec::new()); // [B, heads, 50, each]
        let read = writer.transpose(&read, &[0, 2, 1, 3]);
        writer.reshape(&read, &[SQUARES, channels])
    }

    #[cfg(feature = "burn")]
    fn tensor(&self, parameters: &[Tensor<2>], values: &[Tensor<3>]) -> Tensor<3> {
        use burn::tensor::activation::softmax;
        use burn::tensor::{Int, TensorData};

        let [batch, _, channels] = values[self.value].dims();
        let each = channels / self.heads;
        let split = |id: Id| {
            let x = values[id].clone().reshape([batch, SQUARES, self.heads, each]);
            x.swap_dims(1, 2) // [B, heads, 50, each]
        };
        // [B, heads, 50, 50]
        let product = split(self.query).matmul(split(self.key).swap_dims(2, 3));
        let places = TensorData::new(relations(), [SQUARES * SQUARES]);
        let bias = parameters[self.bias.index].clone();
        let places = Tensor::<1, Int>::from_data(places, &bias.device());
        let bias = bias.select(0, places).swap_dims(0, 1); // [heads, 2500]
        let bias = bias.reshape([1, self.heads, SQUARES, SQUARES]);
        let shares = softmax(product * (each as f32).powf(-0.5) + bias, 3);
        let read = shares.matmul(split(self.value)).swap_dims(1, 2); // [B, 50, heads, each]
        read.reshape([batch, SQUARES, channels])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_displacement_has_a_number_of_its_own() {
        let mut relations = relations();
        assert_eq!(relations[0], relations[51]); // to itself
        relations.sort_unstable();
        relations.dedup();
        assert!(relations.first() >= Some(&0) && relations.last() < Some(&(RELATIONS as i64)));
        assert_eq!(relations.len(), RELATIONS - 2); // two of the four corners are light
    }
}
