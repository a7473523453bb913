//! All weights of a network as one flat vector, in the fixed order burn visits them.
//!
//! Adam, the moving average, clipping and files are then plain loops over numbers, the same on every
//! run and any number of threads.

use burn::module::{Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{Gradients, Tensor};

use crate::network::Network;
use crate::tensors;

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

/// The tensors of `network`, in order.
pub fn slots(network: &Network) -> Vec<Slot> {
    let mut visitor = Slots::default();
    network.visit(&mut visitor);
    visitor.slots
}

/// All weights of `network`, in the order of [`slots`].
pub fn flatten(network: &Network) -> Vec<f32> {
    let mut visitor = Values::default();
    network.visit(&mut visitor);
    visitor.0
}

/// `network` with these weights, in the order of [`slots`].
///
/// # Panics
/// Unless there are as many values as weights.
pub fn with_values(network: Network, values: &[f32]) -> Network {
    assert_eq!(values.len(), network.num_params(), "as many values as weights");
    network.map(&mut Fill { values })
}

/// A copy of `network` whose weights record gradients, sharing nothing with other copies.
pub(crate) fn trainable(network: &Network) -> Network {
    network.clone().map(&mut Track)
}

/// The gradients of a [`trainable`] network, in the order of [`slots`]; zeros where none flowed.
pub(crate) fn gradients(network: &Network, gradients: Gradients) -> Vec<f32> {
    let mut visitor = Grads { gradients, values: Vec::with_capacity(network.num_params()) };
    network.visit(&mut visitor);
    visitor.values
}

#[derive(Default)]
struct Slots {
    path: Vec<String>,
    slots: Vec<Slot>,
    start: usize,
}

impl ModuleVisitor for Slots {
    fn enter_module(&mut self, name: &str, _container: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let shape = param.val().dims().to_vec();
        let slot = Slot { name: self.path.join("."), shape, start: self.start };
        self.start = slot.range().end;
        self.slots.push(slot);
    }
}

#[derive(Default)]
struct Values(Vec<f32>);

impl ModuleVisitor for Values {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0.extend(tensors::values(param.val()));
    }
}

struct Fill<'a> {
    values: &'a [f32],
}

impl ModuleMapper for Fill<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|old| {
            let shape = old.dims();
            let (values, rest) = self.values.split_at(shape.iter().product());
            self.values = rest;
            tensors::tensor(values.to_vec(), shape)
        })
    }
}

struct Track;

impl ModuleMapper for Track {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|value| value.autodiff().require_grad())
    }
}

struct Grads {
    gradients: Gradients,
    values: Vec<f32>,
}

impl ModuleVisitor for Grads {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let value = param.val();
        let count = value.dims().iter().product();
        match value.grad_remove(&mut self.gradients) {
            Some(gradient) => self.values.extend(tensors::values(gradient)),
            None => self.values.extend(std::iter::repeat_n(0.0, count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NetConfig;

    fn network(seed: u64) -> Network {
        let config = NetConfig { features: 3, channels: 8, blocks: 2, ..NetConfig::default() };
        Network::new(&config, seed).unwrap()
    }

    #[test]
    fn slots_cover_every_weight_once() {
        let network = network(1);
        let slots = slots(&network);
        let mut next = 0;
        for slot in &slots {
            assert_eq!(slot.start, next);
            next = slot.range().end;
        }
        assert_eq!(next, network.weights());
        assert!(slots.iter().any(|slot| slot.name == "blocks.1.layers.0.weight"));
        assert!(slots.iter().any(|slot| slot.name == "squares" && !slot.is_matrix()));
    }

    #[test]
    fn weights_survive_the_flat_form() {
        let values = flatten(&network(1));
        assert_ne!(values, flatten(&network(2)));
        assert_eq!(values, flatten(&with_values(network(2), &values)));
    }

    #[test]
    fn the_seed_alone_decides_the_weights() {
        burn::tensor::Device::flex().seed(99);
        assert_eq!(flatten(&network(5)), flatten(&network(5)));
    }
}
