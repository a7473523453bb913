//! Which action a simulation takes below the root.

use crate::{
    qtransform::{QScale, Visited},
    tree::{Edge, Node},
};

/// The edge to take, as an index into `edges`, those of `node`.
///
/// Danihelka et al. 2022, Section 5 (Eq. 14): with the improved policy
/// `pi' = softmax(logits + sigma(completed Q))` (Eq. 11) take
/// `argmax_a pi'(a) - N(a) / (1 + sum_b N(b))`, which needs no random numbers.
///
/// Unvisited actions share one completed Q and no visits, so the one with the largest prior
/// stands for all, and their exponentials are the prior mass they share. `scratch` is memory.
pub(crate) fn interior(
    node: &Node,
    edges: &[Edge],
    scale: QScale,
    scratch: &mut Vec<f32>,
) -> usize {
    let (visited, unvisited) = edges.split_at(node.opened as usize);
    if visited.is_empty() {
        return 0;
    }
    let (sums, scores) = (gather_q(node, visited, scratch), scratch);
    let factor = scale.factor(sums.max_visits);
    for (edge, score) in visited.iter().zip(scores.iter_mut()) {
        *score = edge.logit + factor * *score;
    }
    let unvisited_sigma = factor * sums.mixed_value(node.value.for_mover(node.player)).0;
    let rest = (!unvisited.is_empty()).then_some(unvisited_sigma + node.log_rest);
    let top = scores.iter().copied().chain(rest).fold(f32::NEG_INFINITY, f32::max);

    let mut total = rest.map_or(0.0, |rest| (rest - top).exp());
    for score in scores.iter_mut() {
        *score = (*score - top).exp();
        total += *score;
    }
    let share = 1.0 / (1.0 + sums.visits as f32);
    let first_unvisited =
        unvisited.first().map(|edge| (unvisited_sigma + edge.logit - top).exp() / total);
    let deficits = scores.iter().zip(visited).map(|(s, e)| s / total - e.visits as f32 * share);
    argmax(deficits.chain(first_unvisited))
}

/// Fills `out` with the Q of the visited edges, as the mover sees them, and adds them up.
fn gather_q(node: &Node, visited: &[Edge], out: &mut Vec<f32>) -> Visited {
    let mut sums = Visited::default();
    out.clear();
    for edge in visited {
        let q = edge.q(node.player);
        sums.add(edge.prior, edge.visits, q);
        out.push(q.0);
    }
    sums
}

/// The index of the largest, the first of equals; 0 of nothing.
pub(crate) fn argmax(values: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (i, value) in values.enumerate() {
        if value > best.1 {
            best = (i, value);
        }
    }
    best.0
}
