//! Against mctx (PyPI, 0.0.71), DeepMind's own implementation, whose searches of random trees lie
//! in `tests/golden/` (written by `mctx_golden.py` there).
//!
//! Visit counts are equal, and values and policies agree to 1e-5. Two things are written down
//! otherwise and come to the same: mctx goes on below a finished game with a discount of 0, where
//! this search backs the result up again; and it masks illegal actions below the root by their
//! logits, where here they have no edges. Its default of stretching Q between the least and the
//! greatest of a node is switched off: Q has a fixed scale here.

use crate::mctx_game::{HashTree, evaluate, root};
use crate::toy::{feed, rng};
use salta_search::{GumbelConfig, Report, Search, SearchConfig};
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden<T> {
    left_out: usize,
    searches: Vec<T>,
}

/// A search by `mctx.gumbel_muzero_policy`. Vectors run over the root's legal actions.
#[derive(Deserialize)]
struct GumbelSearch {
    seed: u32,
    kind: u32,
    depth: u32,
    simulations: u32,
    considered: u32,
    c_visit: f32,
    c_scale: f32,
    noise: Vec<f32>,
    action: u16,
    visits: Vec<u32>,
    policy: Vec<f32>,
    /// Mean value for the root's player; 0 without visits.
    q: Vec<f32>,
    /// Mean over the root's own value and all simulations.
    value: f32,
}

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-5
}

fn mean_value(report: &Report) -> f32 {
    let visited = report.visits.iter().zip(&report.q);
    let sum: f32 = visited.map(|(n, q)| *n as f32 * q.0).sum();
    let visits: u32 = report.visits.iter().sum();
    (report.network_value_for_mover().0 + sum) / (1 + visits) as f32
}

fn assert_values(report: &Report, visits: &[u32], q: &[f32], value: f32, what: &str) {
    assert_eq!(report.visits, visits, "{what}");
    for (i, (ours, theirs)) in report.q.iter().zip(q).enumerate() {
        assert!(visits[i] == 0 || close(ours.0, *theirs), "{what}: q {ours:?}, mctx {theirs}");
    }
    let mean = mean_value(report);
    assert!(close(mean, value), "{what}: value {mean}, mctx {value}");
}

fn assert_policy(report: &Report, policy: &[f32], what: &str) {
    for (ours, theirs) in report.policy.iter().zip(policy) {
        assert!(close(*ours, *theirs), "{what}: policy {ours}, mctx {theirs}");
    }
}

fn search(tree: &HashTree, seed: u32, config: SearchConfig, noise: &[f32]) -> Report {
    let mut search = Search::new(tree, root(seed), config, &mut rng(0)).unwrap();
    search.set_root_noise(noise);
    feed(tree, &mut search, evaluate);
    search.report().unwrap()
}

#[test]
fn gumbel_searches_as_mctx_does() {
    let golden: Golden<GumbelSearch> =
        serde_json::from_str(include_str!("../golden/gumbel.json")).unwrap();
    let mut simulations = std::collections::BTreeSet::new();
    for one in &golden.searches {
        let tree = HashTree { kind: one.kind, depth: one.depth };
        let gumbel = GumbelConfig {
            max_considered_actions: one.considered,
            c_visit: one.c_visit,
            c_scale: one.c_scale,
            ..GumbelConfig::default()
        };
        let config =
            SearchConfig { simulations: one.simulations, gumbel, ..SearchConfig::default() };
        let report = search(&tree, one.seed, config, &one.noise);
        let what = format!("tree {}", one.seed);
        assert_values(&report, &one.visits, &one.q, one.value, &what);
        assert_policy(&report, &one.policy, &what);
        assert_eq!(report.chosen, one.action, "{what}");
        simulations.insert(one.simulations);
    }
    assert!(golden.searches.len() >= 200 && golden.left_out * 50 < golden.searches.len());
    assert_eq!((simulations.first(), simulations.last()), (Some(&1), Some(&200)));
}
