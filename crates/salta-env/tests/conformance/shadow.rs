//! Compares every game with one played by the rules alone; `kernel` does so.

use salta_core::rules::Points;
use salta_core::{Action, Position, distance_margin};
use salta_env::{BatchEnv, EnvConfig, FinalState, Step};

/// The result of an action by the rules alone: the next position, and whether and how the game
/// ends.
struct Expected {
    position: Position,
    terminated: bool,
    truncated: bool,
    reward: f32,
}

fn expected(env: &BatchEnv, config: EnvConfig, mut position: Position, action: u16) -> Expected {
    let variant = env.variant();
    variant.play_action(&mut position, Action::new(action).unwrap()).unwrap();
    let terminated = variant.is_over(&position);
    let cut = position.hopper().is_none() && config.max_plies <= Some(position.plies());
    let margin = distance_margin(&position);
    let points = if variant.rules().points == Points::Win { margin.signum() } else { margin };
    let reward = if terminated { config.reward_scale * points as f32 } else { 0.0 };
    Expected { position, terminated, truncated: cut && !terminated, reward }
}

/// Gymnasium, "Autoreset Mode", same step: the state after the step is the new game's, the final
/// state is kept, and reward and flags are those of the game that ended.
fn compare(env: &BatchEnv, step: &Step, game: usize, expected: &Expected) -> bool {
    let name = env.variant().name();
    let found = (step.terminated[game], step.truncated[game], step.rewards[game]);
    assert_eq!(found, (expected.terminated, expected.truncated, expected.reward), "{name}");
    let ended: Vec<&FinalState> = step.finals.iter().filter(|end| end.game == game).collect();
    let now = env.position(game);
    let is_over = expected.terminated || expected.truncated;
    if is_over {
        let truncated = expected.truncated;
        assert_eq!(ended, [&FinalState { game, position: expected.position, truncated }], "{name}");
    } else {
        assert!(ended.is_empty(), "{name}");
        assert_eq!(now, expected.position, "{name}");
    }
    assert_eq!(env.mask(game), env.variant().legal(&now), "{name}");
    assert!(!env.mask(game).is_empty(), "{name}");
    assert_eq!(env.players().nth(game), Some(now.to_move().index()), "{name}");
    is_over
}

/// Whether a game may begin with this position: after its opening and between turns.
pub(crate) fn is_opening(start: &Position, config: EnvConfig) -> bool {
    (start.plies(), start.hopper()) == (config.opening_plies, None)
}

/// Steps a batch, which was made with `config`, with random actions and compares every game with
/// the rules; returns how many games ended.
pub(crate) fn play_by_the_rules(env: &mut BatchEnv, config: EnvConfig, steps: usize) -> usize {
    let mut ends = 0;
    for _ in 0..steps {
        let actions = env.sample_actions();
        let play = |(position, action): (Position, &u16)| expected(env, config, position, *action);
        let all: Vec<Expected> = env.positions().zip(&actions).map(play).collect();
        let step = env.step(&actions).unwrap().clone();
        let lengths = [step.rewards.len(), step.terminated.len(), step.truncated.len()];
        assert_eq!(lengths, [env.len(); 3]);
        assert!(step.finals.is_sorted_by_key(|end| end.game));
        for (game, expected) in all.iter().enumerate() {
            if compare(env, &step, game, expected) {
                assert!(is_opening(&env.position(game), config));
                ends += 1;
            }
        }
    }
    ends
}
