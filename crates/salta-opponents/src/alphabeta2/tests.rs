//! The whole search against plain minimax, and its contract.

use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::SmallRng};
use salta_core::rules::{Jumping, NAMED, parse};
use salta_core::{Move, NodeBudget, Position, Variant};

use super::ends::Ends;
use super::evaluate::evaluate;
use super::node::Node;
use super::weights::SquareValues;
use super::{Found, Limit, Searcher, Settings, Weights};
use crate::pvs::MAX_FORCED;

/// Settings under which every unfinished count of steps is cheap, so that tests are quick.
const SETTINGS: Settings =
    Settings { table_bits: Some(12), exact_nodes: NodeBudget(50), ..Settings::ALPHABETA_2 };

/// Minimax over all turns, without window, table or order.
struct Plain {
    variant: Variant,
    values: SquareValues,
    ends: Ends,
}

impl Plain {
    fn new(variant: &Variant) -> Plain {
        Plain {
            values: SquareValues::new(variant, &SETTINGS.weights),
            ends: Ends::new(6, SETTINGS.exact_nodes, SETTINGS.exact_plies),
            variant: variant.clone(),
        }
    }

    /// `ply` turns from the root; `forced` jumps are followed beyond the depth.
    fn value(&mut self, position: &Position, depth: u32, ply: usize, forced: usize) -> i32 {
        let moves = self.variant.moves(position);
        let node = Node::new(&self.variant, &self.values, position);
        if moves.is_empty() {
            return self.ends.value(&self.variant, &node, ply);
        }
        let must_jump = self.variant.rules().jumping == Jumping::Compulsory
            && moves.iter().all(|mv| mv.is_jump());
        if depth == 0 && (forced == 0 || !must_jump) {
            return evaluate(&self.variant, &SETTINGS.weights, &node);
        }
        let forced = if depth == 0 { forced - 1 } else { forced };
        let below = depth.saturating_sub(1);
        let next = |mv| after(&self.variant, position, mv);
        let children: Vec<Position> = moves.into_iter().map(next).collect();
        children.iter().map(|child| -self.value(child, below, ply + 1, forced)).max().unwrap()
    }
}

fn after(variant: &Variant, position: &Position, mv: Move) -> Position {
    let mut next = *position;
    variant.play(&mut next, mv).unwrap();
    next
}

fn search(searcher: &mut Searcher, position: &Position, limit: Limit, seed: u64) -> Found {
    searcher.search(position, limit, &mut SmallRng::seed_from_u64(seed), &mut || false)
}

/// Every way to switch off what must not change the value.
fn searchers(variant: &Variant) -> Vec<Searcher> {
    let mut made = Vec::new();
    for table_bits in [None, Some(4), Some(12)] {
        for empty_windows in [false, true] {
            for ordering in [false, true] {
                let settings = Settings { table_bits, empty_windows, ordering, ..SETTINGS };
                made.push(Searcher::new(variant.clone(), settings));
            }
        }
    }
    made
}

fn check(variant: &Variant, position: &Position, depth: u32) {
    let mut plain = Plain::new(variant);
    let expected = plain.value(position, depth, 0, MAX_FORCED);
    for mut searcher in searchers(variant) {
        let found = search(&mut searcher, position, Limit::depth(depth), 1);
        let line = variant.position_line(position);
        assert_eq!(found.value, expected, "{} {line} {:?}", variant.name(), searcher.settings);
        let reached = -plain.value(&after(variant, position, found.best), depth - 1, 1, MAX_FORCED);
        assert_eq!(reached, expected, "{line}: the turn has the value");
        assert_eq!(found.depth, depth);
    }
}

/// Positions of a random game, `apart` plies from each other.
fn positions(variant: &Variant, start: Position, apart: u32, seed: u64) -> Vec<Position> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let (mut found, mut position) = (Vec::new(), start);
    for ply in 0..150 {
        let moves = variant.moves(&position);
        let Some(mv) = moves.choose(&mut rng) else { break };
        if ply % apart == 0 {
            found.push(position);
        }
        position = after(variant, &position, *mv);
    }
    found
}

#[test]
fn the_value_of_plain_minimax_in_all_variants() {
    for name in NAMED {
        let variant = Variant::named(name).unwrap();
        // Chains make minimax wide.
        let (depth, apart) = if name.starts_with("walker") { (1, 50) } else { (2, 20) };
        for position in positions(&variant, variant.start(), apart, 3) {
            check(&variant, &position, depth);
        }
    }
}

#[test]
fn the_value_of_plain_minimax_up_to_the_end() {
    for points in ["solo", "distance", "win"] {
        for (base, last_move) in [("buettgenbach-1899", "equalised"), ("checkerboard", "immediate")]
        {
            let rules = format!(
                "base = \"{base}\"\nmove_limit = 12\nlast_move = \"{last_move}\"\npoints = \"{points}\""
            );
            let variant = Variant::new(parse(&rules).unwrap());
            // Three a side, two or three steps from home, and the limit in sight.
            let line = "5/2B2/A4/2c2/1bC2/5/1a3/5/5/5 w 18";
            let start = variant.parse_position(line).unwrap();
            for position in positions(&variant, start, 1, 5) {
                check(&variant, &position, 4);
            }
        }
    }
}

#[test]
fn the_node_budget_is_kept() {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let mut searcher = Searcher::new(variant.clone(), SETTINGS);
    for position in positions(&variant, variant.start(), 50, 7) {
        for nodes in [1, 2, 10, 100, 1000, 5000] {
            let found = search(&mut searcher, &position, Limit::nodes(nodes), 1);
            assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
            assert!(variant.moves(&position).contains(&found.best));
            assert!(nodes < 1000 || found.depth >= 2, "{nodes} nodes reach depth {}", found.depth);
        }
    }
}

#[test]
fn a_told_search_stops_and_answers() {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let mut searcher = Searcher::new(variant.clone(), SETTINGS);
    let (mut rng, mut asked) = (SmallRng::seed_from_u64(1), 0);
    let mut stop = || {
        asked += 1;
        asked == 3
    };
    let found = searcher.search(&variant.start(), Limit::depth(100), &mut rng, &mut stop);
    assert_eq!(asked, 3, "not asked again once it said yes");
    assert!(found.nodes <= 3 * 1024 && found.depth >= 2);
    assert!(variant.moves(&variant.start()).contains(&found.best));
}

#[test]
fn what_it_finds_depends_on_its_arguments_alone() {
    let variant = Variant::named("checkerboard").unwrap();
    let mut used = Searcher::new(variant.clone(), SETTINGS);
    for (seed, position) in (0..).zip(positions(&variant, variant.start(), 15, 9)) {
        let mut fresh = Searcher::new(variant.clone(), SETTINGS);
        let limit = Limit { depth: 4, nodes: 20_000 };
        let found = search(&mut used, &position, limit, seed);
        assert_eq!(search(&mut fresh, &position, limit, seed), found);
        assert_eq!(search(&mut used, &position, limit, seed), found);
    }
}

#[test]
fn equally_good_turns_are_chosen_between() {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let settings = Settings { weights: Weights::DISTANCE, ..SETTINGS };
    let mut searcher = Searcher::new(variant.clone(), settings);
    let chosen: std::collections::HashSet<Move> = (0..30)
        .map(|seed| search(&mut searcher, &variant.start(), Limit::depth(1), seed).best)
        .collect();
    assert!(chosen.len() > 3, "{chosen:?}");
}

#[test]
fn the_principal_variation_is_legal_and_begins_with_the_best_turn() {
    for name in NAMED {
        let variant = Variant::named(name).unwrap();
        let mut searcher = Searcher::new(variant.clone(), SETTINGS);
        let found = search(&mut searcher, &variant.start(), Limit::depth(3), 1);
        assert_eq!(found.principal_variation[0], found.best, "{name}");
        assert_eq!(found.principal_variation.len(), 3, "{name}");
        let mut position = variant.start();
        found.principal_variation.iter().for_each(|mv| variant.play(&mut position, *mv).unwrap());
    }
}
