//! Compares games that are decided before they end with exhaustive search.

use std::collections::HashMap;
use std::sync::Arc;

use rand::RngExt;
use rand::seq::SliceRandom;
use salta_core::rules::{self, JumpOver, LastMove, NAMED, Points};
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

/// The margin under best play, by exhaustive search.
fn minimax(variant: &Variant, position: &Position, known: &mut HashMap<Position, i32>) -> i32 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let white = position.to_move() == Side::White;
    let moves = variant.moves(position).into_iter();
    let values = moves.map(|mv| minimax(variant, &variant.after(position, mv), known));
    let best = if white { values.max() } else { values.min() };
    let value = best.unwrap_or_else(|| variant.margin(position, LOTS).exact().expect("few pieces"));
    known.insert(*position, value);
    value
}

/// The margin if both sides run home and never meet, as if each were on its own board.
fn plain_race(variant: &Variant, position: &Position) -> i32 {
    let rules = variant.rules();
    let (mut plies, mut to_move) = (position.plies(), position.to_move());
    let mut left = Side::BOTH.map(|side| {
        let remaining = variant.remaining(position, side, LOTS);
        let steps = if rules.points == Points::Distance { None } else { remaining.solo.proven() };
        steps.unwrap_or(remaining.distance) as i32
    });
    let second = rules.second_mover();
    let over = |left: [i32; 2], to_move: Side, plies: u32| {
        let answered = rules.last_move == LastMove::Immediate || to_move != second;
        left[second.index()] == 0
            || left[second.other().index()] == 0 && answered
            || plies == 2 * rules.move_limit
    };
    while !over(left, to_move, plies) {
        left[to_move.index()] -= 1;
        (to_move, plies) = (to_move.other(), plies + 1);
    }
    let margin = left[1] - left[0];
    if rules.points == Points::Win { margin.signum() } else { margin }
}

/// A position with up to three pieces per side, near their goals, and `left` plies to play before
/// the limit.
fn random_position(variant: &Variant, left: u32, rng: &mut impl RngExt) -> Position {
    let plies = 2 * variant.rules().move_limit - left;
    let mut words = Bitboards { plies, ..Bitboards::default() };
    for side in Side::BOTH {
        let mut pieces: Vec<_> = Piece::all().collect();
        pieces.shuffle(rng);
        for piece in pieces.into_iter().take(rng.random_range(1..=3)) {
            let goal = variant.goal(side, piece);
            let near = Square::all().filter(|square| square.distance(goal) <= 3);
            let near: Vec<_> = near.collect();
            put(&mut words, side, piece, near[rng.random_range(0..near.len())]);
        }
    }
    variant.position_from(&words)
}

/// Puts a piece on a square if that is empty.
fn put(words: &mut Bitboards, side: Side, piece: Piece, square: Square) {
    if !(words.occupied[0] | words.occupied[1]).contains(square) {
        words.put(side, piece, square);
    }
}

#[derive(Default)]
struct Tally {
    decided: u32,
    before_the_limit: u32,
    open: u32,
    otherwise: u32,
}

/// Compares every decided margin with exhaustive search, and counts the undecided positions in
/// which the plain race, which ignores whether the sides can meet, does not give the value.
fn compare(rules: Rules, seed: u64, positions: u32, tally: &mut Tally) {
    let (game, mut rng) = (game(rules), rng(seed));
    let variant = game.variant().clone();
    for _ in 0..positions {
        let position = random_position(&variant, 4 + seed as u32 % 3, &mut rng);
        if variant.is_over(&position) {
            continue;
        }
        let value = minimax(&variant, &position, &mut HashMap::new());
        match decided(&game, &position) {
            Some(margin) => {
                let line = variant.position_line(&position);
                assert_eq!(margin, value, "{}: {line}", variant.name());
                tally.decided += 1;
                let needs = |side| position.distance(side) <= 2;
                tally.before_the_limit += u32::from(Side::BOTH.into_iter().any(needs));
            }
            None => {
                tally.open += 1;
                tally.otherwise += u32::from(value != plain_race(&variant, &position));
            }
        }
    }
}

#[test]
fn what_is_decided_is_the_value_of_best_play() {
    let mut all = Tally::default();
    for (seed, name) in NAMED.iter().enumerate() {
        let named = rules::named(name).unwrap();
        if named.jump_over == JumpOver::Either {
            continue;
        }
        for last_move in [LastMove::Equalised, LastMove::Immediate] {
            for points in [Points::Solo, Points::Distance, Points::Win] {
                let rules = Rules { move_limit: 60, last_move, points, ..named.clone() };
                compare(rules, seed as u64, 8, &mut all);
            }
        }
    }
    assert!(all.decided > 50 && all.before_the_limit > 10, "{} decided", all.decided);
    assert!(all.open > 50 && all.otherwise > 10, "{} open", all.open);
}

/// White needs one step (a7-b8), Black two. They are far apart, so the race gives the value.
#[test]
fn a_race_at_a_distance_is_decided() {
    let named = rules::named("buettgenbach-1899").unwrap();
    let game = game(Rules { move_limit: 60, ..named });
    let variant = game.variant();
    let goal = variant.goal(Side::White, Piece::all().next().unwrap());
    assert_eq!(goal.to_string(), "b8");
    // A stands one step short of b8, a two steps short of its goal i3.
    let position = variant.parse_position("5/5/5/A4/5/4a/5/5/5/5 w 0").unwrap();
    assert_eq!(decided(&game, &position), Some(1));
    // The same with a second black piece that can walk up to A's way.
    let position = variant.parse_position("5/5/2b2/A4/5/4a/5/5/5/5 w 0").unwrap();
    assert_eq!(decided(&game, &position), None);
}

#[test]
fn nothing_is_claimed_where_own_pieces_are_jumped_over() {
    let (walker, mut tally) = (rules::named("walker").unwrap(), Tally::default());
    compare(Rules { move_limit: 60, ..walker }, 3, 5, &mut tally);
    assert_eq!(tally.decided, 0);
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
        for _ in 0..rng.random_range(1..=3) {
            let i = rng.random_range(0..at.len());
            let free = |square: &Square| square.distance(at[i]) == 1 && !at.contains(square);
            let free: Vec<Square> = Square::all().filter(free).collect();
            if !free.is_empty() {
                at[i] = free[rng.random_range(0..free.len())];
            }
        }
        Piece::all().zip(at).for_each(|(piece, square)| put(&mut words, side, piece, square));
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
