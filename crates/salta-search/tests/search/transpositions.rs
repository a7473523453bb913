//! Evaluations shared between several paths to a position.

use crate::toy::{Evaluation, config, feed, guess_at, rng};
use salta_search::{Game, Method, P0Value, Player, Report, Search, SearchConfig};

/// The players raise their own counters in turn: the same moves in any order lead to one state.
struct Counters {
    depth: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct At {
    counters: [[u32; 4]; 2],
    ply: u32,
}

impl Game for Counters {
    type State = At;

    fn player(&self, at: &At) -> Player {
        if at.ply & 1 == 0 { Player::P0 } else { Player::P1 }
    }

    fn legal_actions(&self, _: &At, out: &mut Vec<u16>) {
        out.extend(0..4);
    }

    fn apply(&self, at: &mut At, action: u16) {
        at.counters[at.ply as usize & 1][usize::from(action)] += 1;
        at.ply += 1;
    }

    fn terminal(&self, at: &At) -> Option<P0Value> {
        (at.ply == self.depth).then(|| evaluate(at).1)
    }
}

fn evaluate(at: &At) -> Evaluation {
    let digits = at.counters.iter().flatten().chain([&at.ply]);
    guess_at(digits.fold(0, |hash, digit| hash * 31 + u64::from(*digit)))
}

fn search(share_evaluations: bool, method: Method, simulations: u32) -> (Report, u32) {
    let game = Counters { depth: 9 };
    let config = SearchConfig { share_evaluations, method, ..config(simulations, 1.0) };
    let mut search = Search::new(&game, At::default(), config, &mut rng(1)).unwrap();
    let evaluations = feed(&game, &mut search, evaluate);
    (search.report().unwrap(), evaluations)
}

#[test]
fn the_search_is_the_same_and_the_evaluator_is_asked_less() {
    for method in [Method::Gumbel, Method::Puct] {
        for simulations in [0, 1, 10, 100, 1000] {
            let (tree, all) = search(false, method, simulations);
            let (shared, fewer) = search(true, method, simulations);
            assert_eq!(tree, shared, "{method:?}, {simulations} simulations");
            assert!(fewer <= all && (simulations < 1000 || fewer * 10 < all * 9));
        }
    }
}

#[test]
fn no_position_is_evaluated_twice() {
    let game = Counters { depth: 7 };
    let config = SearchConfig { share_evaluations: true, ..config(800, 1.0) };
    let mut search = Search::new(&game, At::default(), config, &mut rng(1)).unwrap();
    let mut asked = std::collections::HashSet::new();
    feed(&game, &mut search, |leaf| {
        assert!(asked.insert(leaf.clone()), "asked twice");
        evaluate(leaf)
    });
    assert!(asked.len() > 100);
}

#[test]
fn what_is_kept_from_the_last_move_is_shared_too() {
    let game = Counters { depth: 9 };
    let results = [false, true].map(|share_evaluations| {
        let reuse = SearchConfig { share_evaluations, reuse_nodes: 200, ..config(300, 1.0) };
        let mut at = At::default();
        let mut rng = rng(1);
        let mut search = Search::new(&game, at.clone(), reuse, &mut rng).unwrap();
        let mut evaluations = feed(&game, &mut search, evaluate);
        for _ in 0..4 {
            game.apply(&mut at, search.report().unwrap().chosen);
            search.advance(&game, at.clone(), reuse, &mut rng).unwrap();
            evaluations += feed(&game, &mut search, evaluate);
        }
        (search.report().unwrap(), evaluations)
    });
    let [(tree, all), (shared, fewer)] = results;
    assert_eq!(tree, shared);
    assert!(fewer < all, "{fewer} of {all}");
}
