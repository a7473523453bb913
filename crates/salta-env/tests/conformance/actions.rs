//! Illegal actions, turns of several actions, openings.

use std::sync::Arc;

use salta_env::{EnvConfig, StepError};

use crate::common::{capped, custom, env, legal, opened, positions, variants};

/// Only actions in the mask are legal: any other is rejected, without moving any game or drawing
/// from any generator.
#[test]
fn an_illegal_action_changes_nothing() {
    for variant in variants() {
        let mut env = env(&variant, 3, capped(60), 15);
        for _ in 0..25 {
            let (good, mut twin) = (env.sample_actions(), env.clone());
            let before = positions(&env);
            let game = before[0].plies() as usize % 3;
            let legal = legal(&env, game);
            for number in (0..=201).chain([u16::MAX]).filter(|number| !legal.contains(number)) {
                let mut actions = good.clone();
                actions[game] = number;
                let refused = StepError::Illegal { game, action: number };
                assert_eq!(env.step(&actions), Err(refused), "{}", variant.name());
            }
            assert_eq!(positions(&env), before, "{}", variant.name());
            assert_eq!(env.step(&good).unwrap(), twin.step(&good).unwrap());
            assert_eq!(env.sample_actions(), twin.sample_actions(), "{}", variant.name());
        }
    }
}

/// Each legal action is accepted.
#[test]
fn every_legal_action_is_accepted() {
    for variant in variants() {
        let mut env = env(&variant, 1, capped(60), 16);
        for _ in 0..60 {
            for action in legal(&env, 0) {
                assert!(env.clone().step(&[action]).is_ok(), "{}: {action}", variant.name());
            }
            let actions = env.sample_actions();
            env.step(&actions).unwrap();
        }
    }
}

#[test]
fn the_number_of_actions_is_the_number_of_games() {
    let mut env = env(&variants()[0], 3, capped(60), 17);
    let actions = env.sample_actions();
    for found in [0, 2] {
        let refused = Err(StepError::Count { games: 3, found });
        assert_eq!(env.step(&actions[..found]), refused);
    }
    let four = [&actions[..], &[0]].concat();
    assert_eq!(env.step(&four), Err(StepError::Count { games: 3, found: 4 }));
    assert!(env.step(&actions).is_ok());
}

/// The players alternate from turn to turn, and within a chain the mover stays the same; only there
/// can the turn be ended.
#[test]
fn the_mover_stays_within_a_chain() {
    let mut hops = 0;
    for variant in variants() {
        let mut env = env(&variant, 2, capped(60), 18);
        for _ in 0..200 {
            let (before, mover) = (env.position(0), env.players().next().unwrap());
            let actions = env.sample_actions();
            if !env.step(&actions).unwrap().finals.is_empty() {
                continue;
            }
            let now = env.position(0);
            let stays = now.hopper().is_some();
            assert_eq!(env.players().next().unwrap() == mover, stays, "{}", variant.name());
            assert_eq!(now.plies() - before.plies(), u32::from(!stays), "{}", variant.name());
            assert!(stays || !env.mask(0).end_turn);
            hops += u32::from(stays);
        }
    }
    assert!(hops > 100, "{hops}");
}

/// An opening as long as the game stops before the end, so that a legal action is left.
#[test]
fn openings_do_not_end_games() {
    for variant in variants() {
        let env = env(&variant, 40, opened(12, 12), 20);
        for game in 0..env.len() {
            let start = env.position(game);
            assert!(!variant.is_over(&start) && start.plies() < 12, "{}", variant.name());
            assert!(!legal(&env, game).is_empty(), "{}", variant.name());
        }
    }
}

#[test]
#[should_panic(expected = "`full` has no legal move at the start")]
fn a_board_that_the_pieces_fill_is_refused() {
    let full = "base = \"buettgenbach-1899\"\nname = \"full\"\nboard = \"4x4\"\nranks = 2";
    env(&Arc::new(custom(full)), 1, opened(100, 4), 1);
}

#[test]
#[should_panic(expected = "needs max_plies")]
fn a_game_without_any_limit_is_rejected() {
    let variant = variants().into_iter().find(|variant| variant.name() == "walker").unwrap();
    env(&variant, 1, EnvConfig::default(), 21);
}
