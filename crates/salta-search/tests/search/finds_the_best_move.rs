//! Comparison with exhaustive minimax on games small enough for it.

use crate::toy::{
    Evaluation, Explicit, Matches, Place, Place2, RandomTree, action_values, config, guess,
    know_nothing, minimax, run,
};
use salta_search::{Game, GumbelConfig, P0Value, Player, SearchConfig};

#[test]
fn matches_are_left_in_fours() {
    for left in [5, 6, 7, 9, 10, 11] {
        for player in [Player::P0, Player::P1] {
            let report = run(&Matches, (left, player), config(2_000, 0.0), 0, know_nothing);
            assert_eq!(report.chosen, left % 4, "{left} matches, {player:?}");
            let value = report.search_value_for_mover().0;
            assert!(value > 0.2, "{left} matches, {player:?}: {value}");
            assert_eq!(report.search_value_for_mover().0, report.search_value.0 * player.sign());
        }
    }
}

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

/// After action 0 the root's player moves again and can win; action 1 ends the game with a small
/// gain. A search that takes the second move for the opponent's considers action 0 a loss.
fn two_in_a_row(player: Player) -> Explicit {
    let sign = player.sign();
    Explicit(vec![
        Place2::Choice(player, vec![1, 2]),
        Place2::Choice(player, vec![3, 4]),
        Place2::Over(0.3 * sign),
        Place2::Over(-sign),
        Place2::Over(sign),
    ])
}

#[test]
fn a_player_who_moves_twice_in_a_row_keeps_the_sign() {
    for player in [Player::P0, Player::P1] {
        let report = run(&two_in_a_row(player), 0, config(100, 0.0), 0, know_nothing);
        assert_eq!(report.chosen, 0);
        assert_eq!(report.principal_variation, [0, 1]);
        assert!(report.search_value_for_mover().0 > 0.5);
    }
}

#[test]
fn a_player_who_moves_once_meets_the_other_sign() {
    for player in [Player::P0, Player::P1] {
        let mut game = two_in_a_row(player);
        game.0[1] = Place2::Choice(player.other(), vec![3, 4]);
        let report = run(&game, 0, config(100, 0.0), 0, know_nothing);
        assert_eq!(report.chosen, 1);
        assert!((report.q[1].0 - 0.3).abs() < 1e-5);
    }
}

#[test]
fn one_simulation_backs_up_exactly_the_networks_value() {
    let game = two_in_a_row(Player::P1);
    let evaluate = |at: &usize| {
        let value = if *at == 0 { 0.1 } else { 0.4 };
        (vec![1.0, 0.0], P0Value(value))
    };
    let report = run(&game, 0, config(1, 0.0), 0, evaluate);
    assert_eq!(report.visits, [1, 0]);
    assert_eq!(report.network_value, P0Value(0.1));
    assert_eq!(report.network_value_for_mover().0, -0.1);
    assert_eq!(report.q[0].0, -0.4);
    // The mixed value: (v + 1 * q) / 2.
    assert!((report.q[1].0 + 0.25).abs() < 1e-6);
    assert_eq!(game.player(&0), report.mover);
}
