//! Shapes, types and contents of the output arrays.

use ndarray::{Array2, Array3};
use salta_core::{ACTIONS, Position};
use salta_env::{BatchEnv, Encoding, FEATURES};

use crate::common::{capped, env, legal, play, variants};

/// The masks as external programs read them, written over an array of wrong values.
pub(crate) fn written_masks(env: &BatchEnv) -> Array2<bool> {
    let mut masks = Array2::from_elem((env.len(), ACTIONS), true);
    env.write_masks(masks.view_mut());
    masks
}

pub(crate) fn observations(env: &BatchEnv) -> Array3<f32> {
    let mut observations = Array3::from_elem((env.len(), 50, FEATURES), f32::NAN);
    env.observe(observations.view_mut());
    observations
}

fn encoded(env: &BatchEnv, position: &Position) -> Vec<f32> {
    let mut out = vec![f32::NAN; 50 * FEATURES];
    Encoding::V1.encode(env.variant(), position, &mut out);
    out
}

#[test]
fn before_the_first_step_nothing_has_been_played() {
    for variant in variants() {
        let env = env(&variant, 3, capped(400), 1);
        assert_eq!((env.len(), env.is_empty(), env.variant()), (3, false, &*variant));
        for game in 0..3 {
            assert_eq!(env.position(game), variant.start(), "{}", variant.name());
            assert_eq!(env.players().nth(game).unwrap(), variant.rules().first_mover.index());
            assert!(!legal(&env, game).is_empty());
        }
        assert_eq!(env.final_margins(10), [], "{}", variant.name());
    }
}

#[test]
fn written_masks_are_the_legal_actions() {
    for variant in variants() {
        let mut env = env(&variant, 4, capped(60), 3);
        play(&mut env, 150, |env, _| {
            for (game, row) in written_masks(env).outer_iter().enumerate() {
                let on = (0..ACTIONS as u16).filter(|action| row[*action as usize]);
                assert!(on.eq(legal(env, game)), "{}", variant.name());
            }
        });
    }
}

#[test]
fn observations_are_those_of_the_positions() {
    for variant in variants() {
        let mut env = env(&variant, 3, capped(25), 4);
        play(&mut env, 60, |env, step| {
            for (game, seen) in observations(env).outer_iter().enumerate() {
                let expected = encoded(env, &env.position(game));
                assert_eq!(seen.as_slice().unwrap(), expected, "{}", variant.name());
            }
            let mut last = Array3::from_elem((step.finals.len(), 50, FEATURES), f32::NAN);
            env.observe_finals(last.view_mut());
            for (end, seen) in step.finals.iter().zip(last.outer_iter()) {
                assert_eq!(seen.as_slice().unwrap(), encoded(env, &end.position));
            }
        });
    }
}

#[test]
#[should_panic(expected = "one mask per game")]
fn masks_of_another_shape_are_rejected() {
    let env = env(&variants()[0], 2, capped(10), 6);
    env.write_masks(Array2::from_elem((3, ACTIONS), false).view_mut());
}

#[test]
#[should_panic(expected = "one observation per position, in an encoding")]
fn observations_of_another_width_are_rejected() {
    let env = env(&variants()[0], 2, capped(10), 7);
    env.observe(Array3::zeros((2, 50, Encoding::V2.features() + 1)).view_mut());
}

#[test]
#[should_panic(expected = "one observation per position")]
fn observations_of_another_count_are_rejected() {
    let env = env(&variants()[0], 2, capped(10), 7);
    env.observe(Array3::zeros((3, 50, Encoding::V1.features())).view_mut());
}
