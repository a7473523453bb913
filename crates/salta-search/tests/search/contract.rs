//! What callers rely on: budgets, masks, determinism, errors.

use crate::toy::{
    Matches, RandomTree, action_values, config, feed, guess, guess_at, know_nothing, rng, run,
    scheduled,
};
use proptest::prelude::*;
use rand::Rng;
use salta_search::{
    AbsorbError, ConfigError, Game, GumbelConfig, Method, MoverValue, NodeView, P0Value, Player,
    Policy, ReportError, Search, SearchConfig,
};

proptest! {
    #[test]
    fn reports_hold_together(
        seed in 0_u64..10_000,
        simulations in 0_u32..200,
        max_considered_actions in 1_u32..8,
        c_scale in 0.0_f32..2.0,
        gumbel_scale in 0.0_f32..1.0,
    ) {
        let tree = RandomTree { seed, depth: 6 };
        let gumbel = GumbelConfig {
            max_considered_actions, c_scale, gumbel_scale, ..GumbelConfig::default()
        };
        let config = SearchConfig { simulations, gumbel, ..SearchConfig::default() };
        let mut search = Search::new(&tree, tree.root(), config, &mut rng(seed)).unwrap();
        let evaluations = feed(&tree, &mut search, guess);
        prop_assert!((1..=simulations + 1).contains(&evaluations));
        prop_assert_eq!(search.simulations(), simulations);

        let report = search.report().unwrap();
        prop_assert_eq!(report.visits.iter().sum::<u32>(), simulations);
        prop_assert!(report.actions.is_sorted_by(|a, b| a < b));
        prop_assert!(report.q.iter().all(|q| q.0.abs() <= 1.001));
        let chosen = report.actions.iter().position(|a| *a == report.chosen).unwrap();
        prop_assert_eq!(Some(&report.visits[chosen]), report.visits.iter().max());
        prop_assert_eq!(report.principal_variation[0], report.chosen);

        prop_assert!((report.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        prop_assert!(report.policy.iter().all(|p| (0.0..=1.0).contains(p)));
        prop_assert!((report.prior.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let mut shares = 0.0;
        search.value_shares(&report, |_, share| shares += share);
        prop_assert!((shares - 1.0).abs() < 1e-4, "{}", shares);
    }

    #[test]
    fn root_visits_are_those_of_the_schedule(seed in 0_u64..1_000, simulations in 0_u32..150) {
        let tree = RandomTree { seed, depth: 6 };
        let report = run(&tree, tree.root(), config(simulations, 1.0), seed, guess);
        let mut visits = report.visits;
        visits.sort_unstable();
        prop_assert_eq!(&visits, &scheduled(visits.len(), simulations));
    }
}

#[test]
fn only_the_noise_depends_on_the_generator() {
    let mut trees = (0..).map(|seed| RandomTree { seed, depth: 8 });
    let tree = trees.find(|tree| action_values(tree, &tree.root()).len() == 5).unwrap();
    let with = |scale, seed| run(&tree, tree.root(), config(64, scale), seed, guess);
    assert_eq!(with(1.0, 1), with(1.0, 1));
    assert!((0..20).any(|seed| with(1.0, seed).visits != with(1.0, 1).visits));
    assert_eq!(with(0.0, 1), with(0.0, 2));
}

#[test]
fn a_reset_search_is_a_new_one() {
    let (first, second) = (RandomTree { seed: 5, depth: 8 }, RandomTree { seed: 6, depth: 8 });
    let mut reused = Search::new(&first, first.root(), config(100, 1.0), &mut rng(1)).unwrap();
    feed(&first, &mut reused, guess);
    reused.reset(&second, second.root(), config(40, 1.0), &mut rng(2)).unwrap();
    assert_eq!(reused.report(), Err(ReportError::NotEvaluated));
    feed(&second, &mut reused, guess);
    let fresh = run(&second, second.root(), config(40, 1.0), 2, guess);
    assert_eq!(reused.report().unwrap(), fresh);
    assert_eq!(reused.root(), &second.root());
}

#[test]
fn with_no_visits_the_noisy_prior_decides() {
    let evaluate = |_: &_| (vec![9.0, 0.0, 2.0, 1.0], P0Value(0.5));
    let report = run(&Matches, (7, Player::P1), config(0, 0.0), 0, evaluate);
    assert_eq!(report.chosen, 2);
    assert_eq!(report.principal_variation, [2]);
    assert!(report.policy.iter().zip(&report.prior).all(|(p, q)| (p - q).abs() < 1e-6));
    assert!((report.search_value.0 - 0.5).abs() < 1e-6);
}

#[test]
fn variations_begin_with_their_action() {
    let evaluate = |_: &_| (vec![9.0, 0.0, 2.0, 1.0], P0Value(0.5));
    let mut search = Search::new(&Matches, (7, Player::P1), config(60, 0.0), &mut rng(0)).unwrap();
    feed(&Matches, &mut search, evaluate);
    let report = search.report().unwrap();
    assert_eq!(search.variation(report.chosen), report.principal_variation);
    for action in 1..4 {
        assert_eq!(search.variation(action)[0], action);
    }
    assert!(search.variation(9).is_empty());
}

#[test]
fn one_legal_action_takes_all_visits() {
    let report = run(&Matches, (1, Player::P0), config(10, 1.0), 0, know_nothing);
    assert_eq!((report.chosen, report.visits, report.policy), (1, vec![10], vec![1.0]));
    assert_eq!(report.search_value, P0Value(1.0));
}

#[test]
fn a_finished_game_has_nothing_to_search() {
    let mut search = Search::new(&Matches, (0, Player::P0), config(10, 1.0), &mut rng(0)).unwrap();
    assert_eq!(search.gather(&Matches), None);
    assert_eq!(search.absorb(&[0.0; 4], P0Value(0.0)), Err(AbsorbError::NotWaiting));
    assert_eq!(search.report(), Err(ReportError::TerminalRoot));
}

#[test]
fn the_same_leaf_is_handed_out_until_it_is_absorbed() {
    let mut search = Search::new(&Matches, (9, Player::P0), config(3, 0.0), &mut rng(0)).unwrap();
    assert_eq!(search.report(), Err(ReportError::NotEvaluated));
    for left in [9, 8, 7, 6] {
        for _ in 0..2 {
            assert_eq!(search.gather(&Matches).unwrap().0, left);
        }
        search.absorb(&[0.0; 4], P0Value(0.0)).unwrap();
    }
    assert_eq!(search.gather(&Matches), None);
    assert_eq!(search.absorb(&[0.0; 4], P0Value(0.0)), Err(AbsorbError::NotWaiting));
}

#[test]
fn a_bad_evaluation_is_refused_and_can_be_repeated() {
    let mut search = Search::new(&Matches, (9, Player::P0), config(1, 0.0), &mut rng(0)).unwrap();
    search.gather(&Matches);
    let zero = P0Value(0.0);
    assert_eq!(search.absorb(&[0.0; 3], zero), Err(AbsorbError::ShortPolicy { action: 3 }));
    let infinite = [0.0, 0.0, f32::INFINITY, 0.0];
    let refusal = AbsorbError::BadLogit { action: 2, logit: f32::INFINITY };
    assert_eq!(search.absorb(&infinite, zero), Err(refusal));
    for value in [f32::INFINITY, 2.0, -1.1] {
        assert_eq!(search.absorb(&[0.0; 4], P0Value(value)), Err(AbsorbError::BadValue { value }));
    }
    // Logits of illegal actions are not read.
    search.absorb(&[f32::NAN, 0.0, 0.0, 0.0], zero).unwrap();
    assert!(search.report().is_ok());
}

#[test]
fn extreme_logits_keep_everything_finite() {
    let tree = RandomTree { seed: 12, depth: 7 };
    let extreme = |place: &crate::toy::Place| {
        let (logits, value) = guess(place);
        (logits.into_iter().map(|l| l * 1e38).collect(), value)
    };
    let report = run(&tree, tree.root(), config(200, 1.0), 0, extreme);
    assert!((report.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    assert!(report.search_value.0.is_finite());
}

#[test]
fn a_bad_config_is_refused() {
    let mut bad = config(1, 0.0);
    bad.gumbel.max_considered_actions = 0;
    let refused = Search::new(&Matches, (9, Player::P0), bad, &mut rng(0));
    assert_eq!(refused.err(), Some(ConfigError::NoConsideredAction));
}

/// Six actions of one player, three below each, then endlessly one.
struct SixThenThree;

impl Game for SixThenThree {
    type State = usize;

    fn player(&self, _: &usize) -> Player {
        Player::P0
    }

    fn legal_actions(&self, at: &usize, out: &mut Vec<u16>) {
        out.extend(
            0..match *at {
                0 => 6,
                1..7 => 3,
                _ => 1,
            },
        );
    }

    fn apply(&self, at: &mut usize, action: u16) {
        *at = match *at {
            0 => 1 + usize::from(action),
            parent @ 1..7 => 4 + 3 * parent + usize::from(action),
            last => last,
        };
    }

    fn terminal(&self, _: &usize) -> Option<P0Value> {
        None
    }
}

#[test]
fn leaves_that_wait_together_leave_nothing_behind() {
    let first_of = |at: usize| if at < 7 { at - 1 } else { (at - 7) / 3 };
    for (method, most) in
        [Method::Gumbel, Method::Puct].into_iter().flat_map(|m| (1..6).map(move |n| (m, n)))
    {
        let config = SearchConfig { method, ..config(40, 0.0) };
        let mut search = Search::new(&SixThenThree, 0, config, &mut rng(3)).unwrap();
        let mut sums = [(0, 0.0_f32); 6];
        loop {
            search.gather_batch(&SixThenThree, most);
            let leaves: Vec<usize> = search.waiting().copied().collect();
            assert!(leaves.len() <= most);
            if leaves.is_empty() {
                break;
            }
            for at in leaves {
                let (logits, value) = guess_at(at as u64);
                search.absorb(&logits, value).unwrap();
                if at > 0 {
                    let (visits, sum) = &mut sums[first_of(at)];
                    (*visits, *sum) = (*visits + 1, *sum + value.0);
                }
            }
        }
        // Each action has the visits and the mean value of the leaves below it.
        let report = search.report().unwrap();
        for (action, (visits, sum)) in sums.into_iter().enumerate() {
            assert_eq!(report.visits[action], visits, "{method:?} {most}");
            if visits > 0 {
                assert!((report.q[action].0 - sum / visits as f32).abs() < 1e-5, "{report:?}");
            }
        }
    }
}

/// Follows the network's priors.
struct ByPrior;

impl Policy for ByPrior {
    fn prepare<R: Rng + ?Sized>(&mut self, _: u32, _: NodeView<'_>, _: &mut R) {}

    fn select_root(&mut self, root: NodeView<'_>, _: u32) -> usize {
        self.chosen(root)
    }

    fn select_interior(&mut self, node: NodeView<'_>) -> usize {
        self.chosen(node.candidates())
    }

    fn target(&self, root: NodeView<'_>, _: &[MoverValue]) -> Vec<f32> {
        (0..root.len()).map(|i| root.prior(i)).collect()
    }

    fn chosen(&self, root: NodeView<'_>) -> usize {
        let prior = |i: &usize| root.prior(*i);
        (0..root.len()).max_by(|a, b| prior(a).total_cmp(&prior(b))).unwrap()
    }
}

#[test]
fn policies_see_the_priors() {
    for seed in 0..20 {
        let tree = RandomTree { seed, depth: 4 };
        let config = SearchConfig { simulations: 10, ..SearchConfig::default() };
        let mut search =
            Search::with_policy(&tree, tree.root(), ByPrior, config, &mut rng(seed)).unwrap();
        feed(&tree, &mut search, guess);
        let report = search.report().unwrap();
        assert_eq!(report.policy, report.prior);
        let chosen = report.actions.iter().position(|a| *a == report.chosen).unwrap();
        assert!(report.prior.iter().all(|prior| *prior <= report.prior[chosen]));
        assert_eq!(report.visits[chosen], 10);
    }
}
