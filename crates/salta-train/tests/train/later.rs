//! Targets other than a game's result.

use salta_core::{Action, Side};
use salta_env::FEATURES;
use salta_net::SQUARES;
use salta_record::Ending;
use salta_train::samples_of;

use crate::common::{draw, game, variant, window};

#[test]
fn an_answer_is_the_opponents_next_action_turned() {
    let variant = variant("walker", 30);
    let game = game(&variant, 5);
    let samples = samples_of(&variant, &game).unwrap();
    let mut answers = 0;
    for pair in samples.windows(2) {
        let [sample, next] = pair else { unreachable!() };
        let Some(reply) = sample.later.reply else {
            // The same side continues or ends its chain.
            assert_eq!(next.position.to_move(), sample.position.to_move());
            continue;
        };
        answers += 1;
        let played = game.decisions[index_of(&game, next)].action;
        let action = Action::new(u16::from(played)).unwrap();
        let (square, direction) = action.origin(next.position.to_move()).unwrap();
        // The mover's own numbering of squares and directions.
        let turned =
            if sample.position.to_move() == Side::Black { square.rotated() } else { square };
        assert_eq!(usize::from(reply) % SQUARES, turned.index());
        let direction = direction.index();
        let seen = if sample.position.to_move() == Side::Black { 3 - direction } else { direction };
        assert_eq!(usize::from(reply) / SQUARES, seen);
    }
    assert!(answers > 20);
    assert_eq!(samples.last().unwrap().later.reply, None);
}

/// Index of a sample's decision; no position recurs with the same plies and hopper.
fn index_of(game: &salta_record::GameRecord, sample: &salta_train::Sample) -> usize {
    let positions = game.positions(&sample.variant).unwrap();
    positions.iter().position(|at| *at == sample.position).expect("the sample is of this game")
}

#[test]
fn values_to_come_are_for_the_mover_and_fade() {
    let variant = variant("buettgenbach-1899", 10);
    let mut game = game(&variant, 1);
    for (number, decision) in game.decisions.iter_mut().enumerate() {
        // 0.5 for White, whichever side moves.
        decision.root_value = if number % 2 == 0 { 0.5 } else { -0.5 };
    }
    game.decisions[10].root_value = 1.0;
    let samples = samples_of(&variant, &game).unwrap();
    let white = |at: usize| samples[at].position.to_move() == Side::White;
    let short_term =
        |at: usize| samples[at].later.short_term_value.map(|v| if white(at) { v } else { -v });
    // Sample 8 is decision 10, after which all values are 0.5; for sample 7, the 1 comes first.
    assert!((short_term(8).unwrap() - 0.5).abs() < 1e-6);
    let share = 1.0 / (0..8).map(|n| 0.8f32.powi(n)).sum::<f32>();
    assert!((short_term(7).unwrap() - (0.5 + 0.5 * share)).abs() < 1e-6);
    assert!(short_term(6).unwrap() < short_term(7).unwrap() && short_term(6).unwrap() > 0.5);
    assert_eq!(samples.last().unwrap().later.short_term_value, None);
}

#[test]
fn men_at_home_are_those_of_the_last_position() {
    let variant = variant("buettgenbach-1899", 60);
    let game = game(&variant, 2);
    let samples = samples_of(&variant, &game).unwrap();
    let last = game.positions(&variant).unwrap().pop().unwrap();
    let home = samples[0].later.home.unwrap();
    for side in Side::BOTH {
        for (piece, square) in last.pieces(side) {
            let at_home = home[side.index()] >> piece.index() & 1 == 1;
            assert_eq!(at_home, variant.goal(side, piece) == square);
        }
    }
    let batch = draw(&window(1000, &variant, std::slice::from_ref(&game)), 50);
    batch.validate(FEATURES).unwrap();
    let known = batch.auxiliary.home.iter().flatten().count();
    assert_eq!(known, 50 * 30, "thirty pieces per sample");
    let mut truncated = game;
    truncated.outcome.ending = Ending::Truncated;
    let samples = samples_of(&variant, &truncated).unwrap();
    assert!(samples.iter().all(|sample| sample.later.home.is_none()));
}

#[test]
fn a_batch_says_of_each_piece_whether_it_comes_home() {
    let variant = variant("buettgenbach-1899", 60);
    // A random game that ends with a piece at home other than piece 0, whose bit is the lowest.
    let ends = (0..500).map(|number| game(&variant, number)).find_map(|game| {
        let home = samples_of(&variant, &game).unwrap()[0].later.home.unwrap();
        home.iter().any(|pieces| *pieces > 1).then_some((game, home))
    });
    let (game, home) = ends.expect("such a game among so many");
    let batch = draw(&window(1000, &variant, &[game]), 50);
    let found = batch.auxiliary.home.iter().flatten().filter(|at_home| **at_home).count();
    assert_eq!(found as u32, 50 * home.iter().map(|pieces| pieces.count_ones()).sum::<u32>());
}
