//! What PUCT reports, and its noise.

use crate::toy::{RandomTree, guess, know_nothing, run};
use salta_search::{Method, PuctConfig, SearchConfig};

fn puct(simulations: u32, dirichlet_fraction: f32) -> SearchConfig {
    let puct = PuctConfig { dirichlet_fraction, ..PuctConfig::default() };
    SearchConfig { method: Method::Puct, simulations, puct, ..SearchConfig::default() }
}

#[test]
fn without_a_visit_the_prior_is_the_policy() {
    let tree = RandomTree { seed: 3, depth: 5 };
    let report = run(&tree, tree.root(), puct(0, 0.0), 0, guess);
    assert_eq!(report.policy, report.prior);
    let best = (0..report.prior.len()).max_by(|a, b| report.prior[*a].total_cmp(&report.prior[*b]));
    assert_eq!(report.chosen, report.actions[best.unwrap()]);
}

#[test]
fn noise_changes_what_is_visited_but_not_the_reported_prior() {
    let tree = RandomTree { seed: 2, depth: 9 };
    let with = |fraction, seed| run(&tree, tree.root(), puct(60, fraction), seed, know_nothing);
    assert_eq!(with(0.0, 1), with(0.0, 2));
    assert_eq!(with(0.5, 1), with(0.5, 1));
    assert!((2..20).any(|seed| with(0.5, seed).visits != with(0.5, 1).visits));
    assert_eq!(with(0.5, 1).prior, with(0.0, 1).prior);
}
