use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::{SeedableRng, rngs::SmallRng};
use salta_core::Variant;
use salta_core::rules::NAMED;
use salta_nnue::{Evaluator, Network};

use super::{Searcher, Settings, Technique};
use crate::alphabeta2::Limit;
use crate::alphabeta2::node::Node;
use crate::alphabeta2::weights::Weights;
use crate::pvs::tests::{Plain, positions, search};

pub(crate) const SETTINGS: Settings = Settings { table_bits: 12, ..Settings::ALPHABETA_3 };

/// Without the techniques that change the depth of a line.
fn unselective() -> Settings {
    let selective =
        [Technique::Reductions, Technique::LatePruning, Technique::Futility, Technique::Extensions];
    selective.into_iter().fold(SETTINGS, Settings::without)
}

#[test]
fn without_selection_the_value_of_plain_minimax() {
    for name in NAMED {
        let variant = Variant::named(name).unwrap();
        let (depth, apart) = if name.starts_with("walker") { (1, 60) } else { (3, 34) };
        let mut evaluator = Evaluator::new(Network::shipped(), &variant, 1);
        let evaluate = |node: &Node| {
            evaluator.reset(&node.position);
            evaluator.evaluate(0, &node.position).margin
        };
        let mut plain = Plain::new(&variant, &Weights::DISTANCE, evaluate);
        let mut searcher = Searcher::new(variant.clone(), Network::shipped(), unselective());
        for position in positions(&variant, variant.start(), apart, 5) {
            let expected = plain.value(&position, depth, 0);
            let found = search(&mut searcher, &position, Limit::depth(depth), 1);
            assert_eq!(found.value, expected, "{name} {}", variant.position_line(&position));
            assert!(searcher.evaluations() <= found.nodes);
        }
    }
}

#[test]
fn threads_find_the_same_values_without_selection() {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let [mut one, mut three] = [1, 3].map(|threads| {
        let settings = unselective().with_threads(threads);
        Searcher::new(variant.clone(), Network::shipped(), settings)
    });
    for position in positions(&variant, variant.start(), 34, 5) {
        let [one, three] = [&mut one, &mut three].map(|by| {
            let mut rng = SmallRng::seed_from_u64(1);
            by.search(&position, Limit::depth(4), &mut rng, &mut || false)
        });
        assert_eq!(three.value, one.value, "{}", variant.position_line(&position));
        assert!(variant.moves(&position).contains(&three.best) && three.depth == 4);
    }
    let panics = || {
        let mut rng = SmallRng::seed_from_u64(1);
        let stop = &mut || -> bool { panic!("told to") };
        three.search(&variant.start(), Limit::depth(60), &mut rng, stop)
    };
    assert!(catch_unwind(AssertUnwindSafe(panics)).is_err(), "and does not wait for the others");
    let mut three = Searcher::new(variant.clone(), Network::shipped(), three.settings);
    let mut rng = SmallRng::seed_from_u64(1);
    three.search(&variant.start(), Limit::depth(2), &mut rng, &mut || false);
    assert_eq!(three.helpers.len(), 2, "kept for the next search");
    assert!(three.helpers.iter().all(|helper| helper.frame.nodes > 0));
}

#[test]
fn techniques_are_switched_one_by_one() {
    for technique in Technique::ALL {
        let without = SETTINGS.without(technique);
        let used = Technique::ALL.into_iter().filter(|other| without.uses(*other));
        assert!(used.eq(Technique::ALL.into_iter().filter(|other| *other != technique)));
        assert_eq!(technique.to_string().parse(), Ok(technique));
    }
    assert!("luck".parse::<Technique>().unwrap_err().contains("`luck` is no technique"));
    assert_eq!([1, 1 << 30].map(|nodes| SETTINGS.for_nodes(nodes).table_bits), [2, 12]);
}
