//! What is kept from move to move.

use crate::toy::{Matches, RandomTree, config, feed, guess, know_nothing, rng, scheduled};
use salta_search::{Game, Method, Player, Report, Search, SearchConfig};

fn reusing(simulations: u32, reuse_nodes: u32) -> SearchConfig {
    SearchConfig { reuse_nodes, ..config(simulations, 1.0) }
}

/// Plays a whole game with a search for every move; returns the reports and the peak node count.
fn play(tree: &RandomTree, config: SearchConfig, seed: u64) -> (Vec<Report>, usize) {
    let (mut rng, mut state, mut nodes) = (rng(seed), tree.root(), 0);
    let mut search = Search::new(tree, state.clone(), config, &mut rng).unwrap();
    let mut reports = Vec::new();
    loop {
        feed(tree, &mut search, guess);
        nodes = nodes.max(search.nodes());
        let report = search.report().unwrap();
        tree.apply(&mut state, report.chosen);
        reports.push(report);
        if tree.terminal(&state).is_some() {
            return (reports, nodes);
        }
        search.advance(tree, state.clone(), config, &mut rng).unwrap();
    }
}

fn visits(report: &Report) -> u32 {
    report.visits.iter().sum()
}

#[test]
fn the_visits_of_the_child_are_those_of_the_new_root() {
    for method in [Method::Gumbel, Method::Puct] {
        let config = SearchConfig { method, ..reusing(50, 10_000) };
        for seed in 0..50 {
            let (reports, _) = play(&RandomTree { seed, depth: 8 }, config, seed);
            for pair in reports.windows(2) {
                let [before, after] = pair else { unreachable!() };
                let i = before.actions.iter().position(|a| *a == before.chosen).unwrap();
                // The first visit evaluated the child itself, the others went below it.
                assert_eq!(visits(after), before.visits[i] - 1 + 50);
                assert!(after.actions.is_sorted());
            }
        }
    }
}

#[test]
fn whatever_is_kept_the_budget_is_halved_as_without() {
    let tree = RandomTree { seed: 1, depth: 9 };
    let (mut rng, mut state) = (rng(4), tree.root());
    let config = reusing(64, 10_000);
    let mut search = Search::new(&tree, state.clone(), config, &mut rng).unwrap();
    feed(&tree, &mut search, guess);
    tree.apply(&mut state, search.report().unwrap().chosen);
    search.advance(&tree, state, config, &mut rng).unwrap();
    let kept = search.report().unwrap().visits;
    assert!(kept.iter().sum::<u32>() > 10 && kept.len() > 2);
    feed(&tree, &mut search, guess);
    let report = search.report().unwrap();
    let mut fresh: Vec<u32> = report.visits.iter().zip(&kept).map(|(n, k)| n - k).collect();
    fresh.sort_unstable();
    assert_eq!(fresh, scheduled(kept.len(), 64));
}

#[test]
fn keeping_nothing_is_starting_anew() {
    let tree = RandomTree { seed: 5, depth: 9 };
    let (mut rng_a, mut rng_b) = (rng(1), rng(1));
    let mut advanced = Search::new(&tree, tree.root(), reusing(40, 0), &mut rng_a).unwrap();
    let mut fresh = Search::new(&tree, tree.root(), reusing(40, 0), &mut rng_b).unwrap();
    feed(&tree, &mut advanced, guess);
    feed(&tree, &mut fresh, guess);
    let mut state = tree.root();
    tree.apply(&mut state, fresh.report().unwrap().chosen);
    advanced.advance(&tree, state.clone(), reusing(40, 0), &mut rng_a).unwrap();
    fresh.reset(&tree, state, reusing(40, 0), &mut rng_b).unwrap();
    feed(&tree, &mut advanced, guess);
    feed(&tree, &mut fresh, guess);
    assert_eq!(advanced.report().unwrap(), fresh.report().unwrap());
}

#[test]
fn memory_is_bounded_over_a_whole_game() {
    for (method, reuse) in [(Method::Gumbel, 0), (Method::Gumbel, 1), (Method::Puct, 20)] {
        for seed in 0..30 {
            let config = SearchConfig { method, ..reusing(60, reuse) };
            let (_, nodes) = play(&RandomTree { seed, depth: 12 }, config, seed);
            assert!(nodes <= reuse.max(1) as usize + 60, "{nodes} nodes");
        }
    }
}

/// A tree pruned to its root alone keeps every visit and every Q, and the search continues from
/// there.
#[test]
fn a_pruned_tree_keeps_its_statistics() {
    let tree = RandomTree { seed: 1, depth: 9 };
    let reports = [10_000, 1].map(|reuse| {
        let (mut rng, mut state) = (rng(3), tree.root());
        let mut search = Search::new(&tree, state.clone(), reusing(200, reuse), &mut rng).unwrap();
        feed(&tree, &mut search, guess);
        tree.apply(&mut state, search.report().unwrap().chosen);
        search.advance(&tree, state, reusing(200, reuse), &mut rng).unwrap();
        let kept = search.report().unwrap();
        let evaluations = feed(&tree, &mut search, guess);
        assert_eq!(visits(&search.report().unwrap()), visits(&kept) + 200);
        (kept.visits, kept.q, kept.policy, evaluations)
    });
    let [(visits, q, policy, few), (cut_visits, cut_q, cut_policy, more)] = reports;
    assert_eq!((visits, q, policy), (cut_visits, cut_q, cut_policy));
    assert!(more > few, "{more} evaluations against {few}");
}

#[test]
fn an_unknown_position_is_searched_from_nothing() {
    let config = reusing(20, 100);
    let mut search = Search::new(&Matches, (9, Player::P0), config, &mut rng(0)).unwrap();
    feed(&Matches, &mut search, know_nothing);
    assert!(search.nodes() > 1);
    search.advance(&Matches, (50, Player::P0), config, &mut rng(0)).unwrap();
    assert_eq!(search.nodes(), 1);
    assert!(search.gather(&Matches).is_some(), "the new root waits for its evaluation");
    // In the middle of a search nothing is kept either.
    search.advance(&Matches, (49, Player::P1), config, &mut rng(0)).unwrap();
    assert_eq!(search.nodes(), 1);
}

#[test]
fn a_finished_position_has_nothing_to_search() {
    let config = reusing(20, 100);
    let mut search = Search::new(&Matches, (1, Player::P0), config, &mut rng(0)).unwrap();
    feed(&Matches, &mut search, know_nothing);
    search.advance(&Matches, (0, Player::P1), config, &mut rng(0)).unwrap();
    assert!(search.gather(&Matches).is_none() && search.report().is_err());
}
