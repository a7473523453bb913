//! Termination, truncation, rewards, and the reset in the same step.

use std::sync::Arc;

use salta_core::{Action, Ending, Margin, Side, Variant, distance_margin};
use salta_env::{BatchEnv, EnvConfig, PlaceError, Step};

use crate::common::{capped, custom, env, legal, opened, play, variants};

/// If a game reaches its limit and the cap in the same ply, the limit takes precedence.
#[test]
fn a_limit_at_the_cap_terminates() {
    for variant in variants().into_iter().filter(|variant| variant.rules().move_limit > 0) {
        let limit = 2 * variant.rules().move_limit;
        let mut env = env(&variant, 2, capped(limit), 11);
        let mut ends = 0;
        play(&mut env, 3 * limit as usize, |_, step| {
            assert!(!step.truncated.contains(&true), "{}", variant.name());
            ends += step.finals.len();
        });
        assert!(ends > 0, "{}", variant.name());
    }
}

/// The action after which the mover's own distance is least.
fn greedy(env: &BatchEnv, game: usize) -> u16 {
    let before = env.position(game);
    let distance_after = |action: &u16| {
        let mut there = before;
        env.variant().apply(&mut there, Action::new(*action).unwrap());
        (there.distance(before.to_move()), there.hopper().is_some())
    };
    legal(env, game).into_iter().min_by_key(distance_after).unwrap()
}

/// The greedy action, or sometimes a random one, so that no game is stuck forever.
fn mostly_greedy(env: &mut BatchEnv) -> u16 {
    let random = env.sample_actions()[0];
    if random.is_multiple_of(6) { random } else { greedy(env, 0) }
}

fn until_the_end(mut env: BatchEnv) -> (BatchEnv, Step) {
    loop {
        let action = mostly_greedy(&mut env);
        let step = env.step(&[action]).unwrap().clone();
        if step.terminated[0] || step.truncated[0] {
            return (env, step);
        }
    }
}

/// Random games hardly ever end with a side at home; greedy ones do, and the winner is rewarded.
#[test]
fn a_side_that_comes_home_ends_the_game() {
    let mut homes = 0;
    for opening in 0..8 {
        let variant = Arc::new(Variant::named("walker").unwrap());
        let config = EnvConfig { reward_scale: 3.0, ..opened(600, opening) };
        let (env, step) = until_the_end(env(&variant, 1, config, 13));
        let end = &step.finals[0];
        if end.truncated {
            continue;
        }
        homes += 1;
        assert_eq!(env.variant().ending(&end.position), Some(Ending::Finished));
        let winner = if end.position.is_home(Side::White) { 3.0 } else { -3.0 };
        assert_eq!(step.rewards, [winner]);
        let [(0, margin)] = env.final_margins(1_000_000)[..] else { panic!("one game ended") };
        assert_eq!(margin, Margin::Exact(winner as i32 / 3));
    }
    assert!(homes >= 3, "{homes} of 8 games came home");
}

/// Exact points are returned for the games that the rules ended, in order, and for no others.
#[test]
fn exact_points_are_computed_outside_the_step() {
    let variant = Arc::new(custom("base = \"nestor\"\nmove_limit = 3"));
    let mut env = env(&variant, 5, capped(6), 14);
    let mut ended = 0;
    play(&mut env, 24, |env, step| {
        let points = env.final_margins(0);
        assert_eq!(points.len(), step.terminated.iter().filter(|ended| **ended).count());
        for ((game, margin), end) in points.iter().zip(&step.finals) {
            assert_eq!(*game, end.game);
            assert_eq!(*margin, variant.margin(&end.position, 0));
            assert_eq!(step.rewards[*game], distance_margin(&end.position) as f32);
            ended += 1;
        }
    });
    assert_eq!(ended, 20, "five games of six plies, four times");
}

/// A game can be placed in any position that is not over: placed one step from home, it ends with
/// that step. A position that is over, or at or beyond the cap, is rejected.
#[test]
fn games_continue_from_placed_positions() {
    let variant = Arc::new(Variant::named("meyers-1908").unwrap());
    let mut env = env(&variant, 2, capped(100), 15);
    let at = |line: &str| variant.parse_position(line).unwrap();
    env.place(1, &at("5/5/5/A4/5/5/5/5/5/a4 w 40")).unwrap();
    let home = greedy(&env, 1);
    let other = env.sample_actions()[0];
    let step = env.step(&[other, home]).unwrap().clone();
    assert_eq!((&step.terminated[..], &step.rewards[..]), (&[false, true][..], &[0.0, 8.0][..]));
    let before = env.position(1);
    let over = "5/5/A4/5/5/5/5/5/5/a4 b 41";
    assert_eq!(env.place(1, &at(over)), Err(PlaceError::Over));
    // The rotated start is one of the rules with the other first mover.
    let start = env.variant().start();
    let (rotated, mover) = (env.variant().rotated(&start), start.to_move().other());
    assert_eq!(env.place(1, &rotated), Err(PlaceError::Mover { mover, plies: 0 }));
    let late = PlaceError::Late { plies: 100, max_plies: 100 };
    assert_eq!(env.place(1, &at("5/5/5/A4/5/5/5/5/5/a4 w 100")), Err(late));
    assert_eq!(env.position(1), before);
}
