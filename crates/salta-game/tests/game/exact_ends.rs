//! Games that are decided before they end, as the search sees them. Unit tests of `race` compare
//! the margins with perfect play.

use std::sync::Arc;

use rand::RngExt;
use salta_core::rules::{self, JumpOver};
use salta_core::{Bitboards, Piece, Position, Rules, Side, Square, Variant};
use salta_game::{SaltaGame, Utility};
use salta_search::{Game, P0Value, Search};

use crate::{config, rng};

const LOTS: u64 = 100_000;
/// Points alone: a utility of 1 is 100 points.
const POINTS: Utility = Utility { win_weight: 0.0, margin_scale: 100.0 };

fn game(rules: Rules) -> SaltaGame {
    SaltaGame::new(Arc::new(Variant::new(rules)), POINTS, LOTS).with_exact_ends(true)
}

/// The decided margin from White's side.
fn decided(game: &SaltaGame, position: &Position) -> Option<i32> {
    game.decided(position).map(|value| (value.0 * 100.0).round() as i32)
}

/// White needs one step (a7-b8), Black two. They are far apart, so the race gives the value.
#[test]
fn a_race_at_a_distance_is_decided() {
    let rules = Rules { move_limit: 60, ..rules::named("buettgenbach-1899").unwrap() };
    let over_either = game(Rules { jump_over: JumpOver::Either, ..rules.clone() });
    let game = game(rules);
    let variant = game.variant();
    let goal = variant.goal(Side::White, Piece::all().next().unwrap());
    assert_eq!(goal.to_string(), "b8");
    // A stands one step short of b8, a two steps short of its goal i3.
    let position = variant.parse_position("5/5/5/A4/5/4a/5/5/5/5 w 0").unwrap();
    assert_eq!(decided(&game, &position), Some(1));
    assert_eq!(decided(&over_either, &position), None);
    // The same with a second black piece that can walk up to A's way.
    let position = variant.parse_position("5/5/2b2/A4/5/4a/5/5/5/5 w 0").unwrap();
    assert_eq!(decided(&game, &position), None);
}

#[test]
fn a_decided_root_is_searched_all_the_same_and_its_children_are_exact() {
    let named = rules::named("buettgenbach-1899").unwrap();
    let game = game(Rules { move_limit: 60, ..named });
    let position = game.variant().parse_position("5/5/5/A4/5/4a/5/5/5/5 w 0").unwrap();
    let mut search = Search::new(&game, position, config(30, 0.0), &mut rng(0)).unwrap();
    let mut evaluations = 0;
    while search.gather(&game).is_some() {
        search.absorb(&[0.0; 201], P0Value(-1.0)).unwrap();
        evaluations += 1;
    }
    let report = search.report().unwrap();
    let best = report.actions.iter().position(|action| *action == report.chosen).unwrap();
    assert!((report.q[best].0 - 0.01).abs() < 1e-6, "one point: {:?}", report.q[best]);
    assert!(evaluations < 30, "{evaluations} evaluations");
}

/// A position with all pieces on the board and each side a few steps from home.
fn nearly_home(variant: &Variant, rng: &mut impl RngExt) -> Position {
    let plies = rng.random_range(100..102);
    let mut words = Bitboards { plies, ..Bitboards::default() };
    for side in Side::BOTH {
        let mut at: Vec<Square> = Piece::all().map(|piece| variant.goal(side, piece)).collect();
        for _ in 0..rng.random_range(1..=2) {
            let i = rng.random_range(0..at.len());
            let free = |square: &Square| square.distance(at[i]) == 1 && !at.contains(square);
            let free: Vec<Square> = Square::all().filter(free).collect();
            if !free.is_empty() {
                at[i] = free[rng.random_range(0..free.len())];
            }
        }
        Piece::all().zip(at).for_each(|(piece, square)| words.put(side, piece, square));
    }
    variant.position_from(&words)
}

/// Decided values are consistent: the value of a position is the best of the values after its
/// moves, wherever all of these are known.
#[test]
fn claims_of_complete_sides_hold_together_from_move_to_move() {
    let (mut rng, mut decided_at, mut compared) = (rng(5), 0, 0);
    for name in ["buettgenbach-1899", "nestor"] {
        let game = game(rules::named(name).unwrap());
        for _ in 0..150 {
            let position = nearly_home(game.variant(), &mut rng);
            if game.terminal(&position).is_some() {
                continue;
            }
            let Some(decided) = game.decided(&position) else { continue };
            decided_at += 1;
            let sign = game.player(&position).sign();
            if let Some(best) = best_claim(&game, &position) {
                assert_eq!(best, decided.0 * sign);
                compared += 1;
            }
        }
    }
    assert!(decided_at > 30 && compared > 10, "{decided_at} decided, {compared} compared");
}

/// The mover's best value after one action, if the values after all its actions are known.
fn best_claim(game: &SaltaGame, position: &Position) -> Option<f32> {
    let mut actions = Vec::new();
    game.legal_actions(position, &mut actions);
    let after = actions.iter().map(|action| {
        let mut next = *position;
        game.apply(&mut next, *action);
        let known = game.terminal(&next).or_else(|| game.decided(&next))?;
        Some(known.0 * game.player(position).sign())
    });
    let after: Option<Vec<f32>> = after.collect();
    after.map(|values| values.into_iter().fold(f32::NEG_INFINITY, f32::max))
}
