//! Comparison with exhaustive minimax on games small enough for it.

use crate::toy::{
    Evaluation, Place, RandomTree, action_values, config, guess, know_nothing, minimax, run,
};
use salta_search::{GumbelConfig, SearchConfig};

/// Counts, of 400 random trees, those where a wrong choice is possible and those solved correctly.
fn tally(depth: u32, gumbel_scale: f32, evaluate: impl Fn(&Place) -> Evaluation) -> (u32, u32) {
    // A growing sigma starves actions that look bad at first; with this many visits it must be
    // small for the search to converge to minimax.
    let gumbel = GumbelConfig { c_scale: 0.02, gumbel_scale, ..GumbelConfig::default() };
    let config = SearchConfig { gumbel, ..config(3_000, gumbel_scale) };
    let (mut trees, mut right) = (0, 0);
    for tree in (0..400).map(|seed| RandomTree { seed, depth }) {
        let values = action_values(&tree, &tree.root());
        let best = minimax(&tree, &tree.root());
        if values.iter().any(|(_, value)| *value != best) {
            let report = run(&tree, tree.root(), config, tree.seed, &evaluate);
            trees += 1;
            right += u32::from(values.contains(&(report.chosen, best)));
        }
    }
    (trees, right)
}

#[test]
fn random_trees_in_which_the_mover_does_not_alternate() {
    let (trees, right) = tally(3, 0.0, know_nothing);
    assert!(trees > 250 && right == trees, "{right} of {trees}");
}

#[test]
fn random_trees_despite_misleading_evaluations_and_noise() {
    let (trees, right) = tally(5, 1.0, guess);
    assert!(trees > 250 && right * 10 >= trees * 9, "{right} of {trees}");
}
