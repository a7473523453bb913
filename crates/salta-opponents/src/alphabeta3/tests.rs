use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::SmallRng};
use salta_core::rules::{Jumping, NAMED};
use salta_core::{Move, NodeBudget, Position, Variant};
use salta_nnue::{Evaluator, Network};

use super::{Searcher, Settings, Technique};
use crate::alphabeta2::ends::Ends;
use crate::alphabeta2::node::Node;
use crate::alphabeta2::weights::SquareValues;
use crate::alphabeta2::{Found, Limit, Weights};
use crate::pvs::MAX_FORCED;

const SETTINGS: Settings = Settings { table_bits: 12, ..Settings::ALPHABETA_3 };

/// Minimax over all turns, without window, table or order, every position evaluated afresh.
struct Plain {
    variant: Variant,
    evaluator: Evaluator,
    ends: Ends,
    values: SquareValues,
}

impl Plain {
    /// `ply` turns from the root; `forced` jumps are followed beyond the depth.
    fn value(&mut self, position: &Position, depth: u32, ply: usize, forced: usize) -> i32 {
        let moves = self.variant.moves(position);
        if moves.is_empty() {
            let node = Node::new(&self.variant, &self.values, position);
            return self.ends.value(&self.variant, &node, ply);
        }
        let must_jump = self.variant.rules().jumping == Jumping::Compulsory
            && moves.iter().all(|mv| mv.is_jump());
        if depth == 0 && (forced == 0 || !must_jump) {
            self.evaluator.reset(position);
            return self.evaluator.evaluate(0, position).margin;
        }
        let forced = if depth == 0 { forced - 1 } else { forced };
        let below = depth.saturating_sub(1);
        let after = |mv: Move| after(&self.variant, position, mv);
        let children: Vec<Position> = moves.into_iter().map(after).collect();
        children.iter().map(|child| -self.value(child, below, ply + 1, forced)).max().unwrap()
    }
}

fn after(variant: &Variant, position: &Position, mv: Move) -> Position {
    let mut next = *position;
    variant.play(&mut next, mv).unwrap();
    next
}

fn search(searcher: &mut Searcher, position: &Position, limit: Limit) -> Found {
    searcher.search(position, limit, &mut SmallRng::seed_from_u64(1), &mut || false)
}

fn searcher(variant: &Variant, settings: Settings) -> Searcher {
    Searcher::new(variant.clone(), Network::shipped(), settings)
}

/// Positions of a random game, `apart` plies from each other.
fn positions(variant: &Variant, apart: u32) -> Vec<Position> {
    let mut rng = SmallRng::seed_from_u64(5);
    let (mut found, mut position) = (Vec::new(), variant.start());
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

#[test]
fn without_selection_the_value_of_plain_minimax() {
    let selective =
        [Technique::Reductions, Technique::LatePruning, Technique::Futility, Technique::Extensions];
    let settings = selective.into_iter().fold(SETTINGS, Settings::without);
    for name in NAMED {
        let variant = Variant::named(name).unwrap();
        let (depth, apart) = if name.starts_with("walker") { (1, 60) } else { (3, 34) };
        let mut plain = Plain {
            evaluator: Evaluator::new(Network::shipped(), &variant, 1),
            ends: Ends::new(6, NodeBudget(500), 2),
            values: SquareValues::new(&variant, &Weights::DISTANCE),
            variant: variant.clone(),
        };
        let mut searcher = searcher(&variant, settings);
        for position in positions(&variant, apart) {
            let expected = plain.value(&position, depth, 0, MAX_FORCED);
            let found = search(&mut searcher, &position, Limit::depth(depth));
            assert_eq!(found.value, expected, "{name} {}", variant.position_line(&position));
        }
    }
}

#[test]
fn what_it_finds_depends_on_its_arguments_alone() {
    let variant = Variant::named("checkerboard").unwrap();
    let mut used = searcher(&variant, SETTINGS);
    for position in positions(&variant, 40) {
        let limit = Limit { depth: 7, nodes: 20_000 };
        let found = search(&mut used, &position, limit);
        assert_eq!(search(&mut searcher(&variant, SETTINGS), &position, limit), found);
        assert_eq!(search(&mut used, &position, limit), found);
        assert!(used.evaluations() <= found.nodes);
    }
}

#[test]
fn the_limits_are_kept_and_the_line_is_legal() {
    for name in NAMED {
        let variant = Variant::named(name).unwrap();
        let mut searcher = searcher(&variant, SETTINGS);
        for position in positions(&variant, 80) {
            for nodes in [1, 10, 1000] {
                let found = search(&mut searcher, &position, Limit::nodes(nodes));
                assert!(found.nodes <= nodes && variant.moves(&position).contains(&found.best));
            }
            let found = search(&mut searcher, &position, Limit::depth(4));
            assert_eq!((found.depth, found.principal_variation[0]), (4, found.best), "{name}");
            let mut position = position;
            let line = found.principal_variation;
            line.iter().for_each(|mv| variant.play(&mut position, *mv).unwrap());
        }
    }
}

#[test]
fn a_told_search_stops_and_answers() {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let mut searcher = searcher(&variant, SETTINGS);
    let (mut rng, mut asked) = (SmallRng::seed_from_u64(1), 0);
    let mut stop = || {
        asked += 1;
        asked == 3
    };
    let found = searcher.search(&variant.start(), Limit::depth(100), &mut rng, &mut stop);
    assert_eq!(asked, 3, "not asked again once it said yes");
    assert!(found.nodes <= 3 * 1024 && found.depth >= 2);
}

#[test]
fn techniques_are_switched_one_by_one() {
    for technique in Technique::ALL {
        let without = SETTINGS.without(technique);
        let used = Technique::ALL.into_iter().filter(|other| without.uses(*other));
        assert!(used.eq(Technique::ALL.into_iter().filter(|other| *other != technique)));
        assert_eq!(technique.name().parse(), Ok(technique));
    }
    assert!("luck".parse::<Technique>().unwrap_err().contains("`luck` is no technique"));
    assert_eq!([1, 1 << 30].map(|nodes| SETTINGS.for_nodes(nodes).table_bits), [2, 12]);
}
