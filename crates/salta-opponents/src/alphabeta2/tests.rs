//! Comparison of the whole search with plain minimax.

use salta_core::rules::{NAMED, parse};
use salta_core::{Move, Position, Variant};

use super::evaluate::evaluate;
use super::node::Node;
use super::weights::Weights;
use super::{Limit, Searcher};
use crate::pvs::tests::{Plain, after, positions, search};

fn check(variant: &Variant, position: &Position, depth: u32) {
    let weights = &Weights::ALPHABETA_2;
    let worth = |node: &Node| evaluate(variant, weights, node);
    let mut plain = Plain::new(variant, weights, worth);
    let expected = plain.value(position, depth, 0);
    // The size of the table must not change the value.
    for table_bits in [4, 12] {
        let mut searcher = Searcher::with(variant.clone(), *weights, table_bits);
        let found = search(&mut searcher, position, Limit::depth(depth), 1);
        let line = variant.position_line(position);
        assert_eq!(found.value, expected, "{} {line} {table_bits}", variant.name());
        let reached = -plain.value(&after(variant, position, found.best), depth - 1, 1);
        assert_eq!(reached, expected, "{line}: the turn has the value");
        assert_eq!(found.depth, depth);
    }
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
            // Three pieces per side, two or three steps from home, and the move limit is near.
            let line = "5/2B2/A4/2c2/1bC2/5/1a3/5/5/5 w 18";
            let start = variant.parse_position(line).unwrap();
            for position in positions(&variant, start, 1, 5) {
                check(&variant, &position, 4);
            }
        }
    }
}

#[test]
fn equally_good_turns_are_chosen_between() {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let mut searcher = Searcher::with(variant.clone(), Weights::DISTANCE, 12);
    let chosen: std::collections::HashSet<Move> = (0..30)
        .map(|seed| search(&mut searcher, &variant.start(), Limit::depth(1), seed).best)
        .collect();
    assert!(chosen.len() > 3, "{chosen:?}");
}
