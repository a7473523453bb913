//! Weights and value targets that come from the root targets of a game's searches.

use salta_core::Variant;
use salta_env::{Encoding, FEATURES, generator};
use salta_record::{GameRecord, RootTargets, WdlMargin};
use salta_train::{TrainConfig, Window};

use crate::common::{draw, game, variant, window_of};

/// A game of twelve decisions, the first two without a search. The others have the policy surprise
/// `surprise` and, for White, margins of 1, 2, 3, … points with win probabilities of 0.1, 0.2, 0.3,
/// …, the rest being draws.
fn searched(variant: &Variant, number: u64, surprise: impl Fn(usize) -> f32) -> GameRecord {
    let mut game = game(variant, number);
    for at in 2..12 {
        let (policy_surprise, found) = (surprise(at), at as f32 - 1.0);
        let white = WdlMargin { wdl: [found / 10.0, 1.0 - found / 10.0, 0.0], margin: found };
        let value = if at % 2 == 0 { white } else { white.reversed() };
        game.decisions[at].root = Some(RootTargets { policy_surprise, value });
    }
    game
}

#[test]
fn surprising_positions_are_drawn_more_often() {
    let variant = variant("buettgenbach-1899", 6);
    let surprise = |at| match at {
        4 => 3.0,
        5 => 1.0,
        _ => 0.0,
    };
    let games: Vec<_> = (0..3).map(|number| searched(&variant, number, surprise)).collect();
    let config = TrainConfig { policy_surprise: 0.5, window: 10, ..TrainConfig::default() };
    let drawn = window_of(&config, &variant, &games);
    let (mut counts, batches) = ([0; 12], 10);
    for stream in 0..batches {
        let batch = drawn.batch(1000, Encoding::V1, &mut generator(1, "test-batch", stream));
        batch.plies.iter().for_each(|plies| counts[12 - *plies as usize] += 1);
    }
    // Half of the total weight of 10 is shared evenly, 0.5 each; the rest 3 : 1, 3.75 and 1.25.
    for (at, weight) in [(4, 4.25), (5, 1.75), (2, 0.5), (11, 0.5)] {
        let share = f64::from(counts[at]) / (1000 * batches) as f64;
        assert!((share - weight / 10.0).abs() < 0.02, "{at}: {share}");
    }
    // A window left with only the last game draws like one that never held another.
    let alone = window_of(&config, &variant, &games[2..]);
    assert_eq!(draw(&drawn, 64), draw(&alone, 64));
    let calm = searched(&variant, 2, |_| 0.0);
    let mut counts = [0; 12];
    let batch = draw(&window_of(&config, &variant, &[calm]), 4000);
    batch.plies.iter().for_each(|plies| counts[12 - *plies as usize] += 1);
    assert!(counts[2..].iter().all(|count| (300..500).contains(count)), "{counts:?}");
}

#[test]
fn value_targets_are_lambda_returns() {
    let variant = variant("buettgenbach-1899", 6);
    let mut game = searched(&variant, 1, |_| 0.0);
    // A forced move: not searched, but a sample.
    (game.decisions[7].root, game.decisions[7].policy) = (None, Vec::new());
    let lambda = 0.75_f64;
    let config = TrainConfig { td_lambda: lambda, ..TrainConfig::default() };
    let result = WdlMargin::of_margin(game.outcome.distance_margin);
    let batch = draw(&window_of(&config, &variant, &[game]), 200);
    batch.validate(FEATURES).unwrap();
    for row in 0..batch.samples {
        let at = 12 - batch.plies[row] as usize;
        // The weighted sum of the values of all searches from here on, and of the result.
        let searches: Vec<usize> = (at..12).filter(|at| *at != 7).collect();
        let mut expected = f64::from(result.margin) * lambda.powi(searches.len() as i32);
        let mut win = f64::from(result.wdl[0]) * lambda.powi(searches.len() as i32);
        for (nth, search) in searches.iter().enumerate() {
            let share = (1.0 - lambda) * lambda.powi(nth as i32);
            expected += share * (*search as f64 - 1.0);
            win += share * (*search as f64 - 1.0) / 10.0;
        }
        let (sign, column) = if at.is_multiple_of(2) { (1.0, 0) } else { (-1.0, 2) };
        assert!((f64::from(batch.margin[row]) - sign * expected).abs() < 1e-4, "{at}");
        assert!((f64::from(batch.wdl[row * 3 + column]) - win).abs() < 1e-5, "{at}");
    }
}

#[test]
fn games_without_what_is_needed_are_refused() {
    let variant = variant("buettgenbach-1899", 6);
    for (config, key) in [
        (TrainConfig { policy_surprise: 0.5, ..TrainConfig::default() }, "policy_surprise"),
        (TrainConfig { td_lambda: 0.9, ..TrainConfig::default() }, "td_lambda"),
    ] {
        assert!(config.needs_root_targets());
        let mut window = Window::new(&config, 0);
        let error = window.push_games(&variant, &[game(&variant, 3)]).unwrap_err();
        let start = format!("game 3 was recorded without what `train.{key}` needs; ");
        assert!(error.to_string().starts_with(&start), "{error}");
    }
    assert!(!TrainConfig::default().needs_root_targets());
}
