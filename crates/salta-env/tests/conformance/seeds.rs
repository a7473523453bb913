//! The same seed gives the same games.

use salta_core::Position;
use salta_env::EnvConfig;

use crate::common::{env, opened, play, positions, variants};

/// The positions of every variant after each of many steps.
fn trace(games: usize, config: EnvConfig, seed: u64) -> Vec<Vec<Position>> {
    let mut all = Vec::new();
    for variant in variants() {
        let mut env = env(&variant, games, config, seed);
        play(&mut env, 80, |env, _| all.push(positions(env)));
    }
    all
}

/// A game has its own generator: neither its neighbours nor their number change it.
#[test]
fn games_do_not_depend_on_the_batch() {
    let (few, many) = (trace(2, opened(30, 2), 23), trace(5, opened(30, 2), 23));
    assert!(few.iter().zip(&many).all(|(few, many)| few[..] == many[..2]));
    assert_ne!(few, trace(2, opened(30, 2), 24));
    assert!(many.iter().any(|games| games[0] != games[1]));
    let rest = trace(3, EnvConfig { first_game: 2, ..opened(30, 2) }, 23);
    assert!(rest.iter().zip(&many).all(|(rest, many)| rest[..] == many[2..]));
}

/// Gymnasium: `reset(seed)` makes an environment like a new one.
#[test]
fn a_reset_with_a_seed_is_a_new_environment() {
    for variant in variants() {
        let mut used = env(&variant, 3, opened(30, 2), 24);
        play(&mut used, 33, |_, _| {});
        used.reset(25);
        let mut new = env(&variant, 3, opened(30, 2), 25);
        assert!(used.final_margins(0).is_empty(), "{}", variant.name());
        for _ in 0..60 {
            let actions = used.sample_actions();
            assert_eq!(actions, new.sample_actions(), "{}", variant.name());
            assert_eq!(used.step(&actions), new.step(&actions));
            assert_eq!(used.position(2), new.position(2));
        }
    }
}
