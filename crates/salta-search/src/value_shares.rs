//! The search value as a sum over the positions of the tree.

use crate::node::UNEXPANDED;
use crate::tree::{ROOT, Tree};
use std::hash::Hash;

/// Calls `each` with positions and their shares of the expected completed Q under `target`, shape
/// `[legal]`.
pub(crate) fn value_shares<S: Clone + Eq + Hash>(
    tree: &Tree<S>,
    target: &[f32],
    mut each: impl FnMut(&S, f32),
) {
    let (edges, visited) = (tree.edges_of(ROOT), tree.visited(ROOT));
    let unvisited = edges.iter().zip(target).filter(|(edge, _)| edge.visits == 0);
    let mixed = unvisited.map(|(_, share)| share).sum::<f32>() / (1.0 + visited.visits as f32);
    each(&tree.states[ROOT as usize], mixed);
    // The rest of the mixed value is the mean Q of the visited actions, weighted by their priors.
    let of_prior = mixed * visited.visits as f32 / visited.prior.max(f32::MIN_POSITIVE);
    for (edge, share) in edges.iter().zip(target).filter(|(edge, _)| edge.visits > 0) {
        let share = share + of_prior * edge.prior.max(f32::MIN_POSITIVE);
        let per_visit = share / edge.visits as f32;
        let mut open = vec![(ROOT, edge)];
        while let Some((parent, edge)) = open.pop() {
            // Where the tree was pruned, the child is gone, and the parent gets its share.
            let (node, edges) = match edge.child {
                UNEXPANDED => (parent, &[][..]),
                child => (child, tree.edges_of(child)),
            };
            let visited = edges.iter().filter(|edge| edge.visits > 0);
            let below: u32 = visited.clone().map(|edge| edge.visits).sum();
            if edge.visits > below {
                each(&tree.states[node as usize], per_visit * (edge.visits - below) as f32);
            }
            open.extend(visited.map(|edge| (node, edge)));
        }
    }
}
