//! Restored batches, and resets of only some games.

use salta_env::BatchEnv;

use crate::common::{capped, env, opened, play, positions, variants};

fn step_both(one: &mut BatchEnv, two: &mut BatchEnv) {
    let actions = one.sample_actions();
    assert_eq!(two.sample_actions(), actions);
    assert_eq!(one.step(&actions), two.step(&actions));
}

#[test]
fn a_restored_batch_plays_the_same_games() {
    for variant in variants() {
        let mut one = env(&variant, 140, opened(40, 3), 5);
        play(&mut one, 45, |_, _| {});
        let mut two = env(&variant, 140, opened(40, 3), 6);
        two.restore(&one.snapshot()).unwrap();
        assert_eq!(two.snapshot(), one.snapshot());
        for _ in 0..60 {
            step_both(&mut one, &mut two);
            assert!(two.masks().eq(one.masks()), "{}", variant.name());
        }
        assert_eq!(positions(&two), positions(&one));
    }
}

#[test]
fn a_partial_reset_leaves_the_other_games() {
    for variant in variants() {
        let mut env = env(&variant, 140, capped(60), 5);
        let fresh = env.snapshot();
        env.play_random(17);
        let before = env.snapshot();
        let mask: Vec<bool> = (0..140).map(|game| game % 3 == 1).collect();
        env.reset_where(&mask, Some(5));
        for (game, reset) in mask.into_iter().enumerate() {
            let expected = if reset { &fresh } else { &before };
            assert_eq!(env.snapshot().games[game], expected.games[game]);
        }
        env.reset_where(&[true; 140], None);
        assert!(env.positions().all(|position| position == variant.start()));
        assert_ne!(env.snapshot().games[0], fresh.games[0], "its own generator continues");
    }
}
