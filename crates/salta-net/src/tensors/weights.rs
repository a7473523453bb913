//! From the flat vector of weights into burn's module and from its gradients back: burn visits a
//! module's parameters in the order of [`parameters::slots`](crate::parameters::slots).

use burn::module::{Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{Gradients, Tensor};

use super::values;

/// `network` with these weights.
pub(super) fn fill<M: Module>(network: M, values: &[f32]) -> M {
    network.map(&mut Fill { values })
}

/// A copy of `network` whose weights record gradients, sharing nothing with other copies.
pub(super) fn trainable<M: Module>(network: &M) -> M {
    network.clone().map(&mut Track)
}

/// The gradients of a [`trainable`] network, in order; zeros where none flowed.
pub(super) fn gradients<M: Module>(network: &M, gradients: Gradients) -> Vec<f32> {
    let mut visitor = Grads { gradients, values: Vec::with_capacity(network.num_params()) };
    network.visit(&mut visitor);
    visitor.values
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
            values::tensor(values.to_vec(), shape)
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
            Some(gradient) => self.values.extend(values::of(gradient)),
            None => self.values.extend(std::iter::repeat_n(0.0, count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::BurnNetwork;
    use super::*;
    use crate::parameters::{self, Slot};
    use crate::samples;

    #[derive(Default)]
    struct Visited {
        path: Vec<String>,
        slots: Vec<Slot>,
        values: Vec<f32>,
    }

    impl ModuleVisitor for Visited {
        fn enter_module(&mut self, name: &str, _container: &str) {
            self.path.push(name.to_owned());
        }

        fn exit_module(&mut self, _name: &str, _container: &str) {
            self.path.pop();
        }

        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            let (shape, start) = (param.val().dims().to_vec(), self.values.len());
            self.slots.push(Slot { name: self.path.join("."), shape, start });
            self.values.extend(values::of(param.val()));
        }
    }

    #[test]
    fn burn_visits_the_weights_in_the_order_of_the_slots() {
        for config in samples::configs() {
            let network = samples::network(&config);
            let mut visited = Visited::default();
            BurnNetwork::new(&network).visit(&mut visited);
            assert_eq!(visited.slots, parameters::slots(&config));
            assert_eq!(visited.values, network.values());
        }
    }
}
