//! The board rotated by 180° is the same game for the other first mover. Engine against itself.

mod random_rules;
mod twin;

use rand::Rng;
use rand::seq::IndexedRandom;
use random_rules::{
    Pair, draw_late, draw_position, draw_record, draw_tight, generator, other_first_mover,
};
use salta_core::{Action, Move, Position, Side, Variant};

fn rotated(mv: Move) -> Move {
    Move { from: mv.from.rotated(), to: mv.to.rotated() }
}

/// Checks that the rotated board with the other first mover has the same actions and ending, and
/// rotated moves.
fn assert_rotated(variant: &Variant, other: &Variant, position: &Position) {
    let there = variant.rotated(position);
    let describe = || format!("{position:?} under\n{}", variant.rules().to_toml());
    assert_eq!(other.rotated(&there), *position);
    let (mask, mask_there) = (variant.legal(position), other.legal(&there));
    assert!(
        mask.actions(position.to_move()).eq(mask_there.actions(there.to_move())),
        "{}",
        describe()
    );
    for side in Side::BOTH {
        assert_eq!(position.distance(side), there.distance(side.other()), "{}", describe());
    }
    assert_eq!(variant.ending(position), other.ending(&there), "{}", describe());
    if position.hopper().is_none() {
        assert_eq!(other.parse_position(&other.position_line(&there)), Ok(there));
        let mut moves: Vec<Move> = variant.moves(position).into_iter().map(rotated).collect();
        moves.sort();
        assert_eq!(moves, other.moves(&there), "{}", describe());
    }
}

fn play_rotated(random: &mut impl Rng, variant: &Variant, mut position: Position, actions: u32) {
    let other = other_first_mover(variant);
    for _ in 0..actions {
        assert_rotated(variant, &other, &position);
        let legal: Vec<Action> = variant.legal(&position).actions(position.to_move()).collect();
        let Some(action) = legal.choose(random) else { return };
        let mut there = variant.rotated(&position);
        variant.apply(&mut position, *action);
        other.apply(&mut there, *action);
        assert_eq!(variant.rotated(&position), there, "action {action} by both");
    }
}

#[test]
fn the_board_rotated_is_the_same_game() {
    let mut random = generator(11);
    for number in 0..96 {
        let record = draw_record(&mut random, number);
        play_rotated(&mut random, &record.engine, record.engine.start(), 300);
        for _ in 0..30 {
            let drawn = [
                draw_position(&mut random, &record.twin),
                draw_tight(&mut random, &record.twin),
                draw_late(&mut random, &record.twin),
            ];
            for twin in drawn {
                let pair = Pair::at(&record, twin);
                play_rotated(&mut random, &pair.variant, pair.position, 20);
            }
        }
    }
}
