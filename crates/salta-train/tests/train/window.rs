//! The replay window and its batches.

use salta_env::FEATURES;
use salta_net::POLICY;
use salta_record::Ending;
use salta_train::{TrainConfig, Window};

use crate::common::{draw, games, variant, window, window_of};

#[test]
fn the_oldest_samples_leave_first() {
    let variant = variant("buettgenbach-1899", 6);
    // Ten samples per game: twelve plies without the opening of two.
    let games = games(&variant, 5);
    let mut held = window(25, &variant, &games[..2]);
    assert_eq!(held.len(), 20);
    held.push_games(&variant, &games[2..4]).unwrap();
    assert_eq!(held.len(), 25);
    // As if the first game and half of the second had never been played.
    let mut rest = games[1..4].to_vec();
    rest[0].decisions.iter_mut().take(7).for_each(|ply| ply.flags.0 |= 2);
    let later = window(25, &variant, &rest);
    assert_eq!(later.len(), 25);
    assert_eq!(draw(&held, 64), draw(&later, 64));
    held.push_games(&variant, &games[4..]).unwrap();
    assert_eq!(held.len(), 25);
    assert_ne!(draw(&held, 64), draw(&later, 64));
}

#[test]
fn a_growing_window_is_refilled_as_it_was() {
    let variant = variant("buettgenbach-1899", 6);
    let games = games(&variant, 8);
    let config = TrainConfig { window: 20, window_growth: 0.5, ..TrainConfig::default() };
    let mut window = Window::new(&config, 0);
    let lengths = games.iter().map(|game| {
        window.push_games(&variant, std::slice::from_ref(game)).unwrap();
        window.len()
    });
    assert_eq!(lengths.collect::<Vec<_>>(), [10, 20, 24, 29, 33, 37, 40, 44]);
    assert_eq!(window.played(), 80);
    let mut refilled = Window::new(&config, 30);
    refilled.push_games(&variant, &games[3..]).unwrap();
    assert_eq!((refilled.len(), refilled.bytes()), (44, window.bytes()));
    assert_eq!(draw(&refilled, 64), draw(&window, 64));
}

#[test]
fn every_sample_is_drawn() {
    let variant = variant("buettgenbach-1899", 6);
    let mut plies = draw(&window(25, &variant, &games(&variant, 1)), 300).plies;
    plies.sort_by(f32::total_cmp);
    plies.dedup();
    // From the oldest, after the opening of two plies, to the newest, before the last ply.
    assert_eq!(plies, (1..=10).map(|plies| plies as f32).collect::<Vec<_>>());
}

#[test]
fn memory_is_bounded() {
    let variant = variant("buettgenbach-1899", 6);
    let games = games(&variant, 4);
    let all = window(100, &variant, &games);
    let within = |window, window_bytes| {
        window_of(&TrainConfig { window, window_bytes, ..Default::default() }, &variant, &games)
    };
    let bytes = all.bytes() / 2;
    let half = within(100, bytes);
    assert!(half.bytes() <= bytes && bytes - half.bytes() < 1000, "{}", half.bytes());
    assert!((18..=22).contains(&half.len()), "half of 40: {}", half.len());
    assert_eq!(within(all.len() as u64, all.bytes()).len(), all.len());
}

#[test]
fn a_record_that_does_not_play_through_leaves_the_window_as_it_was() {
    let variant = variant("buettgenbach-1899", 6);
    let mut games = games(&variant, 2);
    let mut window = window(100, &variant, &games);
    let before = draw(&window, 32);
    games[1].decisions[2].action = 200;
    assert!(window.push_games(&variant, &games).is_err());
    assert_eq!((window.len(), draw(&window, 32)), (20, before));
}

#[test]
fn batches_are_valid_and_hold_targets() {
    for base in salta_core::rules::NAMED {
        let variant = variant(base, 20);
        let mut games = games(&variant, 4);
        games[3].outcome.ending = Ending::Truncated;
        let batch = draw(&window(1000, &variant, &games), 100);
        batch.validate(FEATURES).unwrap();
        assert_eq!(batch.samples, 100);
        for row in 0..batch.samples {
            assert!(batch.has_policy(row));
            let legal = &batch.legal[row * POLICY..(row + 1) * POLICY];
            let policy = &batch.policy[row * POLICY..(row + 1) * POLICY];
            // The records above put some weight on every legal action, and none on any other.
            assert!(legal.iter().zip(policy).all(|(legal, share)| *legal == (*share > 0.0)));
            let result = &batch.wdl[row * 3..row * 3 + 3];
            let expected = match (batch.value_weight[row], batch.margin[row]) {
                (0.0, _) => [0.0, 0.0, 0.0],
                (_, margin) if margin > 0.0 => [1.0, 0.0, 0.0],
                (_, 0.0) => [0.0, 1.0, 0.0],
                _ => [0.0, 0.0, 1.0],
            };
            assert_eq!(result, expected);
            assert!(batch.plies[row] >= 1.0);
        }
        let decided = batch.value_weight.iter().filter(|weight| **weight == 1.0).count();
        assert!(0 < decided && decided < 100, "a quarter of the games was truncated: {decided}");
    }
}
