//! Every game against one played by the rules alone.

use salta_core::rules::Points;
use salta_core::{Action, Position, distance_margin};
use salta_env::{BatchEnv, EnvConfig, FinalState, Step};

use crate::common::{env, mask, opened, player, position, variants};

/// More than one block of the kernel, and not a multiple of it.
const GAMES: usize = 131;
const MAX_PLIES: u32 = 60;

/// The result of an action by the rules alone: the next position, and whether and how the game
/// ends.
struct Expected {
    position: Position,
    terminated: bool,
    truncated: bool,
    reward: f32,
}

fn expected(env: &BatchEnv, mut position: Position, action: u16) -> Expected {
    let variant = env.variant();
    variant.play_action(&mut position, Action::new(action).unwrap()).unwrap();
    let terminated = variant.is_over(&position);
    let cut = position.hopper().is_none() && position.plies() >= MAX_PLIES;
    let margin = distance_margin(&position);
    let points = if variant.rules().points == Points::Win { margin.signum() } else { margin };
    let reward = if terminated { 0.25 * points as f32 } else { 0.0 };
    Expected { position, terminated, truncated: cut && !terminated, reward }
}

fn compare(env: &BatchEnv, step: &Step, game: usize, expected: &Expected) {
    let name = env.variant().name();
    let found = (step.terminated[game], step.truncated[game], step.rewards[game]);
    assert_eq!(found, (expected.terminated, expected.truncated, expected.reward), "{name}");
    let ended: Vec<&FinalState> = step.finals.iter().filter(|end| end.game == game).collect();
    if expected.terminated || expected.truncated {
        let truncated = expected.truncated;
        assert_eq!(ended, [&FinalState { game, position: expected.position, truncated }], "{name}");
        assert_eq!((position(env, game).plies(), position(env, game).hopper()), (3, None));
    } else {
        assert!(ended.is_empty(), "{name}");
        assert_eq!(position(env, game), expected.position, "{name}");
    }
    let now = position(env, game);
    assert_eq!(mask(env, game), env.variant().legal(&now), "{name}");
    assert!(!mask(env, game).is_empty(), "{name}");
    assert_eq!(player(env, game), now.to_move().index(), "{name}");
}

#[test]
fn every_game_is_played_by_the_rules() {
    let config = EnvConfig { reward_scale: 0.25, ..opened(MAX_PLIES, 3) };
    for variant in variants() {
        let mut env = env(&variant, GAMES, config, 8);
        let mut ends = 0;
        for _ in 0..130 {
            let actions = env.sample_actions();
            let all: Vec<Expected> = (0..GAMES)
                .map(|game| expected(&env, position(&env, game), actions[game]))
                .collect();
            let step = env.step(&actions).unwrap().clone();
            for (game, expected) in all.iter().enumerate() {
                compare(&env, &step, game, expected);
            }
            assert!(step.finals.is_sorted_by_key(|end| end.game));
            ends += step.finals.len();
        }
        assert!(ends >= GAMES, "{}: {ends} games ended", variant.name());
    }
}
