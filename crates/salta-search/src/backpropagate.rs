//! Backpropagation of a simulation's value along its path.

use crate::{node::Edge, value::P0Value};

/// Adds one visit and `value` to every edge of `path`, indices into `edges`.
///
/// All sums are in player 0's view, so no value changes its sign on the way.
pub(crate) fn backpropagate(edges: &mut [Edge], path: &[usize], value: P0Value) {
    for &edge in path {
        let edge = &mut edges[edge];
        edge.visits += 1;
        edge.value_sum += value.0;
    }
}
