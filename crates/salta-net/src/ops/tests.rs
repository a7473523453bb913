//! Each operation alone, after a first layer: plain arrays on every instruction set, bit-exact
//! kernels, burn and ONNX Runtime compute the same values, and the backward pass gives the same
//! gradient as burn's automatic differentiation.

use std::sync::Arc;

use burn::tensor::{Device, Tensor, TensorData};
use pulp::Arch;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::attention::{Attention, RELATIONS};
use super::dense::{Dense, Matrix};
use super::normalise::Normalise;
use super::pool::Pool;
use super::{Backward, Kernel};
use crate::SQUARES;
use crate::graph::Graph;
use crate::kernels::dot::Instructions;
use crate::kernels::layer;
use crate::onnx::last_value;
use crate::samples::arches;
use crate::step::Step;
use crate::taps::Taps;
use crate::tensors::BurnNetwork;
use crate::values::{Buffers, FEATURES, Gradients, Id, Layout, Shape, Tile, Values};

/// Channels of the features, of the value that the operation reads, and of what it may write.
const INPUTS: usize = 5;
const CHANNELS: usize = 12;
const OTHERS: usize = 21;
/// The value that the operation reads.
const INPUT: Id = FEATURES + 1;
/// A tile size that every processor has.
const POSITIONS: usize = 4;

/// A first layer and the operation with this name.
struct Case {
    name: &'static str,
    graph: Graph,
}

impl Case {
    fn new(name: &'static str) -> Self {
        let graph = Graph::new(Shape { rows: SQUARES, channels: INPUTS });
        let mut case = Case { name, graph };
        let stem = case.dense("stem", Taps::around(1), INPUTS, CHANNELS, FEATURES);
        assert_eq!(case.graph.push(stem), INPUT);
        case
    }

    fn dense(&mut self, name: &str, taps: Taps, inputs: usize, outputs: usize, input: Id) -> Dense {
        let shape = layer::Shape { taps: taps.count, inputs, outputs };
        let matrix = Matrix {
            weight: self.graph.parameter(format!("{name}.w"), vec![shape.rows(), outputs], 0.0),
            bias: self.graph.parameter(format!("{name}.b"), vec![outputs], 0.0),
            shape,
        };
        Dense::of(matrix, &Arc::new(taps), input)
    }
}

fn cases() -> Vec<Case> {
    let all = ["taps", "one tap", "added", "squares", "pool", "pooled", "normalise", "attention"];
    let case = |name| {
        let (mut case, input) = (Case::new(name), INPUT);
        match name {
            "taps" => {
                let dense = case.dense(name, Taps::around(9), CHANNELS, OTHERS, input);
                case.graph.push(dense)
            }
            "one tap" => {
                let dense = case.dense(name, Taps::around(1), CHANNELS, OTHERS, input);
                case.graph.push(Dense { relu: true, ..dense })
            }
            "added" => {
                let pooled = case.graph.push(Pool { input });
                let everywhere = case.dense("pooled", Taps::pooled(), CHANNELS, CHANNELS, pooled);
                let everywhere = Some(case.graph.push(everywhere));
                let dense = case.dense(name, Taps::around(5), CHANNELS, CHANNELS, input);
                case.graph.push(Dense { everywhere, residual: Some(input), relu: true, ..dense })
            }
            "squares" => {
                let dense = case.dense(name, Taps::around(1), CHANNELS, OTHERS, input);
                let squares = case.graph.parameter("s".into(), vec![SQUARES, OTHERS], 0.0);
                case.graph.push(Dense { squares: Some(squares), ..dense })
            }
            "pool" => case.graph.push(Pool { input }),
            "pooled" => {
                let pooled = case.graph.push(Pool { input });
                let dense = case.dense(name, Taps::pooled(), CHANNELS, OTHERS, pooled);
                case.graph.push(dense)
            }
            "normalise" => {
                let scale = case.graph.parameter("scale".into(), vec![CHANNELS], 0.0);
                case.graph.push(Normalise { input, scale })
            }
            _ => {
                let bias = case.graph.parameter("bias".into(), vec![RELATIONS, 3], 0.0);
                let [query, key, value] = ["q", "k", "v"].map(|part| {
                    let dense = case.dense(part, Taps::around(1), CHANNELS, CHANNELS, input);
                    case.graph.push(dense)
                });
                case.graph.push(Attention { query, key, value, heads: 3, bias })
            }
        };
        case
    };
    all.map(case).into()
}

fn random(seed: u64, count: usize, most: f32) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| rng.random_range(-most..most)).collect()
}

fn features() -> Vec<f32> {
    random(2, POSITIONS * SQUARES * INPUTS, 1.0)
}

/// A gradient for the last value, `[P, rows, channels]`.
fn seed(graph: &Graph) -> Vec<f32> {
    let Shape { rows, channels } = graph.shapes[graph.shapes.len() - 1];
    random(3, POSITIONS * rows * channels, 1.0)
}

/// The places of `[P, rows, channels]` in a value as stored in memory.
fn places(layout: &Layout, id: Id) -> Vec<usize> {
    let (Shape { rows, channels }, width) = (layout.shapes[id], layout.width(id));
    let row =
        |position, row| (0..channels).map(move |at| (row * POSITIONS + position) * width + at);
    (0..POSITIONS).flat_map(|position| (0..rows).flat_map(move |at| row(position, at))).collect()
}

/// All values, stored as floats, and the steps that computed them.
fn run<'a>(
    layout: &'a Layout,
    features: &'a [f32],
    buffers: &'a mut Buffers,
    kernels: impl IntoIterator<Item = Box<dyn Kernel>>,
) -> (Vec<Step>, Values<'a>) {
    let tile = Tile { layout, positions: POSITIONS, features };
    let step = |(id, kernel)| Step::of_floats(id, kernel);
    let steps: Vec<Step> = (FEATURES + 1..).zip(kernels).map(step).collect();
    steps.iter().for_each(|step| step.run(tile, buffers));
    (steps, tile.values(buffers))
}

/// The last value, and the gradient of all weights.
fn by_arrays(arch: Arch, graph: &Graph, weights: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let layout = Layout::new(arch, &graph.shapes, (0..graph.shapes.len()).collect());
    let (features, mut buffers) = (features(), Buffers::new(&layout));
    let kernels = graph.operations().map(|operation| operation.kernel(arch, weights, true));
    let (steps, values) = run(&layout, &features, &mut buffers, kernels);
    let (last, mut gradients) = (steps.len(), Gradients::none(layout.shapes.len()));
    let places = places(&layout, last);
    let above = gradients.or_zeros(last, layout.length(last, POSITIONS));
    places.iter().zip(seed(graph)).for_each(|(&at, value)| above[at] = value);
    let mut weight_grad = vec![0.0; weights.len()];
    for Step { id, kernel, .. } in steps.iter().rev() {
        let gradient = gradients.take(*id).expect("every value is read");
        let mut sums = vec![0.0; kernel.sums()];
        let pass = Backward { values, output: values.of(*id), gradient };
        kernel.backward(pass, &mut gradients, &mut sums);
        kernel.write(&sums, &mut weight_grad);
    }
    (places.iter().map(|&at| values.of(last)[at]).collect(), weight_grad)
}

/// The last value with bit-exact kernels on floats.
fn exactly(with: Instructions, graph: &Graph, weights: &[f32]) -> Vec<f32> {
    let layout = Layout::exact(with, &graph.shapes, (0..graph.shapes.len()).collect());
    let (features, mut buffers) = (features(), Buffers::new(&layout));
    let kernels = graph.operations().map(|operation| operation.exact(with, weights, None));
    let (steps, values) = run(&layout, &features, &mut buffers, kernels);
    let last = values.of(steps.len());
    places(&layout, steps.len()).into_iter().map(|at| last[at]).collect()
}

/// The last value, and the gradient of all weights.
fn by_burn(graph: &Arc<Graph>, weights: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let device = Device::flex();
    let network = BurnNetwork::new(Arc::clone(graph), weights, &device).trainable();
    let features = TensorData::new(features(), [POSITIONS, SQUARES, INPUTS]);
    let value = network.values(Tensor::from_data(features, &device)).pop().expect("values");
    let seed = Tensor::<3>::from_data(TensorData::new(seed(graph), value.dims()), &device);
    let mut gradients = (value.clone() * seed).sum().backward();
    let read = |tensor: Tensor<2>| tensor.try_into_vec_as::<f32>().expect("floats");
    let gradient = |tensor: &Tensor<2>| {
        let gradient = tensor.grad_remove(&mut gradients);
        gradient.map_or_else(|| vec![0.0; tensor.dims().iter().product()], read)
    };
    let gradients = network.parameters().iter().flat_map(gradient).collect();
    (value.try_into_vec_as::<f32>().expect("floats"), gradients)
}

fn assert_close(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let most = expected.iter().fold(1e-3_f32, |most, value| most.max(value.abs()));
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 3e-5 * most, "{what}: {found}, not {expected}");
    }
}

#[test]
fn all_implementations_compute_the_same() {
    for Case { name, graph } in cases() {
        let weights = random(1, graph.weights(), 0.5);
        let graph = Arc::new(graph);
        let (value, gradient) = by_burn(&graph, &weights);
        assert!(value.iter().any(|value| *value > 0.1) && gradient.iter().all(|g| g.is_finite()));
        let kernels = (name != "attention", !["attention", "normalise"].contains(&name));
        assert_eq!((graph.has_kernels(), graph.has_exact()), kernels, "{name}");
        for arch in arches().into_iter().filter(|_| graph.has_kernels()) {
            let (found, found_gradient) = by_arrays(arch, &graph, &weights);
            assert_close(&found, &value, &format!("{name}, forward, {arch:?}"));
            for slot in &graph.slots {
                let what = format!("{name}, gradient of {}, {arch:?}", slot.name);
                assert_close(&found_gradient[slot.range()], &gradient[slot.range()], &what);
            }
        }
        for with in Instructions::available().into_iter().filter(|_| graph.has_exact()) {
            let found = exactly(with, &graph, &weights);
            assert_close(&found, &value, &format!("{name}, exact, {with:?}"));
        }
        let shape = [POSITIONS, SQUARES, INPUTS];
        if let Some(found) = last_value(&graph, &weights, &features(), shape) {
            assert_close(&found, &value, &format!("{name}, ONNX Runtime"));
        }
    }
}
