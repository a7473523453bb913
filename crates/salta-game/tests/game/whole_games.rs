//! Searches over whole games of Salta.

use std::sync::Arc;

use salta_core::{ACTIONS, Action, Position, Variant, distance_margin};
use salta_game::{SaltaGame, Utility};
use salta_search::{P0Value, Search, SearchConfig};

use crate::{config, rng};

const SIMULATIONS: u32 = 24;

/// Evaluates leaves by distance, so that games come to an end.
fn feed(game: &SaltaGame, search: &mut Search<SaltaGame>) {
    while let Some(leaf) = search.gather(game) {
        let value = P0Value((distance_margin(leaf) as f32 / 40.0).clamp(-1.0, 1.0));
        search.absorb(&[0.0; ACTIONS], value).unwrap();
    }
}

/// Plays a whole game; returns its positions and the largest number of nodes of a search tree.
fn play(game: &SaltaGame, config: SearchConfig) -> (Vec<Position>, usize) {
    let (mut rng, mut state) = (rng(1), game.variant().start());
    let mut search = Search::new(game, state, config, &mut rng).unwrap();
    let (mut positions, mut nodes) = (vec![state], 0);
    while !game.variant().is_over(&state) {
        search.advance(game, state, config, &mut rng).unwrap();
        feed(game, &mut search);
        nodes = nodes.max(search.nodes());
        let action = Action::new(search.report().unwrap().chosen).unwrap();
        game.variant().apply(&mut state, action);
        positions.push(state);
    }
    (positions, nodes)
}

fn salta(name: &str) -> SaltaGame {
    let text = format!("base = \"{name}\"\nmove_limit = 60");
    let variant = Variant::new(salta_core::rules::parse(&text).unwrap());
    SaltaGame::new(Arc::new(variant), Utility::default(), 100)
}

#[test]
fn memory_stays_bounded_and_games_repeat() {
    for name in ["buettgenbach-1899", "walker"] {
        let game = salta(name).with_exact_ends(true);
        for reuse_nodes in [0, 10, 500] {
            let config = SearchConfig { reuse_nodes, ..config(SIMULATIONS, 1.0) };
            let (positions, nodes) = play(&game, config);
            assert!(nodes <= (reuse_nodes.max(1) + SIMULATIONS) as usize, "{name}: {nodes} nodes");
            assert_eq!(play(&game, config).0, positions, "{name}, {reuse_nodes} nodes kept");
        }
    }
}

#[test]
fn sharing_evaluations_plays_the_same_game() {
    for name in ["buettgenbach-1899", "walker"] {
        let game = salta(name);
        let with = |share_evaluations, reuse_nodes| {
            let config =
                SearchConfig { reuse_nodes, share_evaluations, ..config(SIMULATIONS, 1.0) };
            play(&game, config).0
        };
        assert_eq!(with(true, 0), with(false, 0), "{name}");
        assert_eq!(with(true, 100), with(false, 100), "{name}");
    }
}
