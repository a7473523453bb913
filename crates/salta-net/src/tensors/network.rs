//! A network in burn: its list of operations on tensors.

use std::sync::Arc;

use burn::tensor::{Device, Tensor};

use super::values;
use crate::graph::Graph;

#[derive(Debug, Clone)]
pub(crate) struct BurnNetwork {
    graph: Arc<Graph>,
    /// One-dimensional tensors are stored as `[1, N]`.
    parameters: Vec<Tensor<2>>,
}

impl BurnNetwork {
    pub(crate) fn new(graph: Arc<Graph>, weights: &[f32], device: &Device) -> Self {
        let tensor = |slot: &crate::parameters::Slot| {
            let columns = slot.shape.last().copied().unwrap_or(1);
            let shape = [slot.range().len() / columns, columns];
            values::on(device, weights[slot.range()].to_vec(), shape)
        };
        let parameters = graph.slots.iter().map(tensor).collect();
        Self { graph, parameters }
    }

    /// The same with tensors that record gradients.
    pub(crate) fn trainable(&self) -> Self {
        let track = |tensor: &Tensor<2>| tensor.clone().autodiff().require_grad();
        Self {
            graph: Arc::clone(&self.graph),
            parameters: self.parameters.iter().map(track).collect(),
        }
    }

    pub(crate) fn parameters(&self) -> &[Tensor<2>] {
        &self.parameters
    }

    /// The raw outputs `[B, N]` of each head that the network has, for `features` `[B, 50, F]`.
    pub(crate) fn forward(&self, features: Tensor<3>) -> Vec<Tensor<2>> {
        let [batch, _, _] = features.dims();
        let mut values = vec![features]; // [B, rows, channels]
        for operation in self.graph.operations() {
            let value = operation.tensor(&self.parameters, &values);
            values.push(value);
        }
        let part = |part: &crate::values::Channels| {
            let value = values[part.id].clone().narrow(2, part.first, part.count);
            let [_, rows, channels] = value.dims();
            value.swap_dims(1, 2).reshape([batch, channels * rows])
        };
        let heads = self.graph.heads.iter().filter(|parts| !parts.is_empty());
        heads.map(|parts| Tensor::cat(parts.iter().map(part).collect(), 1)).collect()
    }
}
