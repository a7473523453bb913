//! Comparison with mctx (PyPI, 0.0.71), DeepMind's own implementation, whose searches of random
//! trees are in `tests/golden/` (written by `mctx_golden.py` there).
//!
//! Visit counts are equal, and values and policies agree to 1e-5. Two things are implemented
//! differently with the same result: mctx continues below a finished game with a discount of 0,
//! where this search backs the result up again; and it masks illegal actions below the root by
//! their logits, whereas here they have no edges. Its default of rescaling Q to the range between a
//! node's smallest and largest is switched off: Q has a fixed scale here.

use crate::mctx_game::{HashTree, evaluate, root};
use crate::toy::{feed, rng};
use salta_search::{FirstPlay, GumbelConfig, Method, PuctConfig, Report, Search, SearchConfig};
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden<T> {
    #[serde(default)]
    left_out: usize,
    searches: Vec<T>,
}

/// The fields common to all searches of mctx. Vectors run over the root's legal actions.
#[derive(Deserialize)]
struct Found {
    seed: u32,
    kind: u32,
    depth: u32,
    simulations: u32,
    noise: Vec<f32>,
    visits: Vec<u32>,
    policy: Vec<f32>,
    /// Mean value for the root's player; 0 without visits.
    q: Vec<f32>,
}

/// A search by `mctx.gumbel_muzero_policy`.
#[derive(Deserialize)]
struct GumbelSearch {
    #[serde(flatten)]
    found: Found,
    considered: u32,
    c_visit: f32,
    c_scale: f32,
    action: u16,
    /// Mean over the root's own value and all simulations.
    value: f32,
}

/// A search by `mctx.muzero_policy`. It breaks ties at random, with a term of at most 1e-7; these
/// trees have no ties.
#[derive(Deserialize)]
struct PuctSearch {
    #[serde(flatten)]
    found: Found,
    c_init: f32,
    c_base: f32,
    fraction: f32,
}

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-5
}

impl Found {
    /// Runs the same search with this crate and compares the two.
    fn search(&self, config: SearchConfig) -> Report {
        let tree = HashTree { kind: self.kind, depth: self.depth };
        let config = SearchConfig { simulations: self.simulations, ..config };
        let mut search = Search::new(&tree, root(self.seed), config, &mut rng(0)).unwrap();
        search.set_root_noise(&self.noise);
        feed(&tree, &mut search, evaluate);
        let (report, seed) = (search.report().unwrap(), self.seed);
        assert_eq!(report.visits, self.visits, "tree {seed}");
        let chosen = report.actions.iter().position(|action| *action == report.chosen).unwrap();
        assert_eq!(self.visits.iter().max(), Some(&self.visits[chosen]), "tree {seed}");
        for i in 0..self.visits.len() {
            let (policy, q) = (report.policy[i], report.q[i].0);
            assert!(close(policy, self.policy[i]), "tree {seed}: policy {policy}");
            assert!(self.visits[i] == 0 || close(q, self.q[i]), "tree {seed}: q {q}");
        }
        report
    }
}

fn mean_value(report: &Report) -> f32 {
    let visited = report.visits.iter().zip(&report.q);
    let sum: f32 = visited.map(|(n, q)| *n as f32 * q.0).sum();
    let visits: u32 = report.visits.iter().sum();
    (report.network_value_for_mover().0 + sum) / (1 + visits) as f32
}

#[test]
fn gumbel_searches_as_mctx_does() {
    let golden: Golden<GumbelSearch> =
        serde_json::from_str(include_str!("../golden/gumbel.json")).unwrap();
    for one in &golden.searches {
        let gumbel = GumbelConfig {
            max_considered_actions: one.considered,
            c_visit: one.c_visit,
            c_scale: one.c_scale,
            ..GumbelConfig::default()
        };
        let report = one.found.search(SearchConfig { gumbel, ..SearchConfig::default() });
        let mean = mean_value(&report);
        let what = format!("tree {}: value {mean}, mctx {}", one.found.seed, one.value);
        assert!(close(mean, one.value) && report.chosen == one.action, "{what}");
    }
    assert!(golden.searches.len() >= 200 && golden.left_out * 50 < golden.searches.len());
    let simulations = || golden.searches.iter().map(|one| one.found.simulations);
    assert_eq!((simulations().min(), simulations().max()), (Some(1), Some(200)));
}

#[test]
fn puct_searches_as_mctx_does() {
    let golden: Golden<PuctSearch> =
        serde_json::from_str(include_str!("../golden/puct.json")).unwrap();
    assert!(golden.searches.len() > 100);
    for one in &golden.searches {
        let puct = PuctConfig {
            c_init: one.c_init,
            c_base: one.c_base,
            first_play: FirstPlay::Loss,
            dirichlet_fraction: one.fraction,
            ..PuctConfig::default()
        };
        one.found.search(SearchConfig { method: Method::Puct, puct, ..SearchConfig::default() });
    }
}
