//! Backpropagation: what a simulation leaves on its path.

use crate::{node::Edge, value::P0Value};

/// Adds one visit and `value` to every edge of `path`, indices into `edges`.
///
/// All sums are player 0's view, so nothing changes sign on the way, whoever moved where.
pub(crate) fn backpropagate(edges: &mut [Edge], path: &[usize], value: P0Value) {
    for &edge in path {
        let edge = &mut edges[edge];
        edge.visits += 1;
        edge.value_sum += value.0;
    }
}
