//! Tests of every principal variation search, and the plain minimax to compare them with.

use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::SmallRng};
use salta_core::rules::NAMED;
use salta_nnue::Network;

use super::*;
use crate::{alphabeta2, alphabeta3};

/// Minimax over all turns, without window, table or order.
pub(crate) struct Plain<E> {
    variant: Variant,
    values: SquareValues,
    ends: Ends,
    /// The value of an unfinished node for its mover.
    evaluate: E,
}

impl<E: FnMut(&Node) -> i32> Plain<E> {
    pub(crate) fn new(variant: &Variant, weights: &Weights, evaluate: E) -> Plain<E> {
        let values = SquareValues::new(variant, weights);
        Plain { variant: variant.clone(), values, ends: Ends::new(), evaluate }
    }

    /// The value of a position `ply` turns from the root for its mover.
    pub(crate) fn value(&mut self, position: &Position, depth: u32, ply: usize) -> i32 {
        self.forced_value(position, depth, ply, MAX_FORCED)
    }

    /// The same; at most `forced` jumps are followed beyond the depth.
    fn forced_value(&mut self, position: &Position, depth: u32, ply: usize, forced: usize) -> i32 {
        let moves = self.variant.moves(position);
        let node = Node::new(&self.variant, &self.values, position);
        if moves.is_empty() {
            return self.ends.value(&self.variant, &node, ply);
        }
        let must_jump = self.variant.rules().jumping == Jumping::Compulsory
            && moves.iter().all(|mv| mv.is_jump());
        if depth == 0 && (forced == 0 || !must_jump) {
            return (self.evaluate)(&node);
        }
        let forced = if depth == 0 { forced - 1 } else { forced };
        let below = depth.saturating_sub(1);
        let next = |mv| after(&self.variant, position, mv);
        let children: Vec<Position> = moves.into_iter().map(next).collect();
        let value = |child| -self.forced_value(child, below, ply + 1, forced);
        children.iter().map(value).max().unwrap()
    }
}

pub(crate) fn after(variant: &Variant, position: &Position, mv: Move) -> Position {
    let mut next = *position;
    variant.play(&mut next, mv).unwrap();
    next
}

pub(crate) fn search(
    searcher: &mut impl PrincipalVariationSearch,
    position: &Position,
    limit: Limit,
    seed: u64,
) -> Found {
    searcher.find(position, limit, &mut SmallRng::seed_from_u64(seed), &mut || false)
}

/// Positions of a random game, `apart` plies from one another.
pub(crate) fn positions(
    variant: &Variant,
    start: Position,
    apart: u32,
    seed: u64,
) -> Vec<Position> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let (mut found, mut position) = (Vec::new(), start);
    for ply in 0..239 {
        let moves = variant.moves(&position);
        let Some(mv) = moves.choose(&mut rng) else { break };
        if ply % apart == 0 {
            found.push(position);
        }
        position = after(variant, &position, *mv);
    }
    found
}

fn two(variant: &Variant) -> alphabeta2::Searcher {
    alphabeta2::Searcher::new(variant.clone())
}

/// `alphabeta@3` with a small table.
fn three(variant: &Variant) -> alphabeta3::Searcher {
    let settings = alphabeta3::tests::SETTINGS;
    alphabeta3::Searcher::new(variant.clone(), Network::shipped(), settings)
}

fn what_it_finds_depends_on_its_arguments_alone<S: PrincipalVariationSearch>(
    new: impl Fn(&Variant) -> S,
    apart: u32,
    depth: u32,
) {
    let variant = Variant::named("checkerboard").unwrap();
    let mut used = new(&variant);
    for (seed, position) in (0..).zip(positions(&variant, variant.start(), apart, 9)) {
        let limit = Limit { depth, nodes: 20_000 };
        let found = search(&mut used, &position, limit, seed);
        assert_eq!(search(&mut new(&variant), &position, limit, seed), found);
        assert_eq!(search(&mut used, &position, limit, seed), found);
    }
}

#[test]
fn what_they_find_depends_on_their_arguments_alone() {
    what_it_finds_depends_on_its_arguments_alone(two, 15, 4);
    what_it_finds_depends_on_its_arguments_alone(three, 40, 7);
}

fn the_limits_are_kept_and_the_line_is_legal<S: PrincipalVariationSearch>(
    new: impl Fn(&Variant) -> S,
    depth: u32,
) {
    for name in NAMED {
        let variant = Variant::named(name).unwrap();
        let mut searcher = new(&variant);
        for position in positions(&variant, variant.start(), 80, 5) {
            for nodes in [1, 2, 10, 100, 1000] {
                let found = search(&mut searcher, &position, Limit::nodes(nodes), 1);
                assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
                assert!(variant.moves(&position).contains(&found.best));
            }
            let found = search(&mut searcher, &position, Limit::depth(depth), 1);
            assert_eq!((found.depth, found.principal_variation[0]), (depth, found.best), "{name}");
            let mut position = position;
            let line = found.principal_variation;
            line.iter().for_each(|mv| variant.play(&mut position, *mv).unwrap());
        }
        let found = search(&mut searcher, &variant.start(), Limit::depth(3), 1);
        assert_eq!(found.principal_variation.len(), 3, "{name}");
    }
}

#[test]
fn limits_are_kept_and_lines_are_legal() {
    the_limits_are_kept_and_the_line_is_legal(two, 3);
    the_limits_are_kept_and_the_line_is_legal(three, 4);
}

fn a_told_search_stops_and_answers<S: PrincipalVariationSearch>(new: impl Fn(&Variant) -> S) {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let (mut rng, mut asked) = (SmallRng::seed_from_u64(1), 0);
    let mut stop = || {
        asked += 1;
        asked == 3
    };
    let found = new(&variant).find(&variant.start(), Limit::depth(100), &mut rng, &mut stop);
    assert_eq!(asked, 3, "not asked again once it said yes");
    assert!(found.nodes <= 3 * 1024 && found.depth >= 2);
    assert!(variant.moves(&variant.start()).contains(&found.best));
}

#[test]
fn told_searches_stop_and_answer() {
    a_told_search_stops_and_answers(two);
    a_told_search_stops_and_answers(three);
}
