//! Positions as the network reads them: 50 squares × [`FEATURES`] numbers, the mover at the bottom.

use salta_core::bitboard;
use salta_core::rules::{Blockade, Chain, JumpDirection, JumpOver, Jumping, LastMove, Points};
use salta_core::{Piece, Position, Side, Square, Variant};

/// Version of the encoding; stored in every checkpoint. It rises when a number changes its meaning.
pub const ENCODING_VERSION: u32 = 1;

/// Numbers per square.
pub const FEATURES: usize = 53;

// Per square. Each block is written for the mover first, then for the opponent.
const OWN: usize = 0;
const ENEMY: usize = 1;
const OWN_KIND: usize = 2; // suit one-hot (3), number one-hot (5)
const ENEMY_KIND: usize = 10;
const OWN_WAY: usize = 18; // rows to the goal, columns to it, distance (each / 9), home
const ENEMY_WAY: usize = 22;
const OWN_GOAL: usize = 26; // a goal square, and how far its piece is (/ 9)
const ENEMY_GOAL: usize = 28;
const HOPPER: usize = 30;
const LANDED: usize = 31;
const LEGAL: usize = 32; // one for each direction as the mover sees it
// The same on every square.
const SHARED: usize = 36;

/// Writes the observation of one position, [50, FEATURES] row by row, over whatever `out` held.
///
/// # Panics
/// If `out` has not 50 × [`FEATURES`] places.
pub fn encode(variant: &Variant, position: &Position, out: &mut [f32]) {
    assert_eq!(out.len(), 50 * FEATURES, "an observation is 50 × {FEATURES} numbers");
    let view = View { mover: position.to_move() };
    let legal = variant.legal(position);
    write_shared(variant, position, legal.actions(view.mover).next(), out);
    write_men(variant, position, view, out);
    view.mark(position.landed(), LANDED, out);
    if let Some(square) = position.hopper() {
        view.row(square, out)[HOPPER] = 1.0;
    }
    for action in legal.actions(view.mover).take_while(|action| action.index() < 200) {
        out[action.index() % 50 * FEATURES + LEGAL + action.index() / 50] = 1.0;
    }
}

#[derive(Clone, Copy)]
struct View {
    mover: Side,
}

impl View {
    fn turn(self, square: Square) -> Square {
        if self.mover == Side::White { square } else { square.turned() }
    }

    fn row(self, square: Square, out: &mut [f32]) -> &mut [f32] {
        let start = self.turn(square).index() * FEATURES;
        &mut out[start..start + FEATURES]
    }

    fn mark(self, set: u64, feature: usize, out: &mut [f32]) {
        for square in bitboard::squares(set) {
            self.row(square, out)[feature] = 1.0;
        }
    }
}

fn write_men(variant: &Variant, position: &Position, view: View, out: &mut [f32]) {
    let sides = [
        (view.mover, OWN, OWN_KIND, OWN_WAY, OWN_GOAL),
        (view.mover.other(), ENEMY, ENEMY_KIND, ENEMY_WAY, ENEMY_GOAL),
    ];
    for (side, presence, kind, way, goal_feature) in sides {
        for (piece, square) in position.pieces(side) {
            let goal = variant.goal(side, piece);
            let distance = variant.distance(side, piece, square) as f32 / 9.0;
            let row = view.row(square, out);
            row[presence] = 1.0;
            write_kind(&mut row[kind..kind + 8], piece);
            let (at, to) = (view.turn(square), view.turn(goal));
            row[way] = (to.row() as f32 - at.row() as f32) / 9.0;
            row[way + 1] = (to.column() as f32 - at.column() as f32) / 9.0;
            row[way + 2] = distance;
            row[way + 3] = (square == goal) as u8 as f32;
            let row = view.row(goal, out);
            row[goal_feature] = 1.0;
            row[goal_feature + 1] = distance;
        }
    }
}

fn write_kind(out: &mut [f32], piece: Piece) {
    out[piece.suit() as usize] = 1.0;
    out[3 + piece.number() as usize - 1] = 1.0;
}

fn write_shared(
    variant: &Variant,
    position: &Position,
    first_action: Option<salta_core::Action>,
    out: &mut [f32],
) {
    let mut row = [0.0; FEATURES];
    row[SHARED..].copy_from_slice(&shared(variant, position, first_action));
    for square in out.chunks_exact_mut(FEATURES) {
        square.copy_from_slice(&row);
    }
}

fn shared(
    variant: &Variant,
    position: &Position,
    first_action: Option<salta_core::Action>,
) -> [f32; FEATURES - SHARED] {
    let rules = variant.rules();
    let mover = position.to_move();
    let (own, enemy) = (position.distance(mover) as f32, position.distance(mover.other()) as f32);
    let limit = 2 * rules.move_limit as u64;
    let left = limit.saturating_sub(position.plies() as u64) as f32;
    let flag = |on: bool| on as u8 as f32;
    let forced = rules.jumping == Jumping::Compulsory
        && first_action.is_some_and(|action| is_jump(position, action));
    [
        own / 105.0,
        enemy / 105.0,
        (enemy - own) / 30.0,
        if limit > 0 { left / 240.0 } else { 1.0 },
        if limit > 0 { (-left / 16.0).exp() } else { 0.0 },
        flag(limit > 0),
        flag(mover == rules.first_mover),
        flag(position.is_home(rules.first_mover)),
        flag(forced),
        flag(rules.jump_direction == JumpDirection::Any),
        flag(rules.jump_over == JumpOver::Either),
        flag(rules.jumping == Jumping::Compulsory),
        flag(rules.chain == Chain::MayContinue),
        flag(rules.blockade == Blockade::Forbidden),
        flag(rules.last_move == LastMove::Equalised),
        flag(rules.points == Points::Win),
        flag(rules.points == Points::Distance),
    ]
}

fn is_jump(position: &Position, action: salta_core::Action) -> bool {
    action.origin(position.to_move()).is_some_and(|(square, direction)| {
        bitboard::shift(bitboard::bit(square), direction) & position.empty_squares() == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::Rules;
    use salta_core::rules::{NAMED, named};

    fn observation(variant: &Variant, position: &Position) -> Vec<f32> {
        let mut out = vec![f32::NAN; 50 * FEATURES];
        encode(variant, position, &mut out);
        out
    }

    #[test]
    fn the_turned_game_looks_the_same() {
        for name in NAMED {
            let rules = named(name).unwrap();
            let other = Rules { first_mover: rules.second_mover(), ..rules.clone() };
            let (variant, mirror) = (Variant::new(rules), Variant::new(other));
            let mut position = variant.start();
            for ply in 0..200 {
                let legal = variant.legal(&position);
                if legal.is_empty() {
                    break;
                }
                let turned = variant.turned(&position);
                assert_eq!(observation(&variant, &position), observation(&mirror, &turned));
                let choice = ply * 7 % legal.len() as usize;
                let action = legal.actions(position.to_move()).nth(choice).unwrap();
                variant.apply(&mut position, action);
            }
        }
    }

    #[test]
    fn every_number_is_written_and_bounded() {
        let variant = Variant::named("walker").unwrap();
        let seen = observation(&variant, &variant.start());
        assert!(seen.iter().all(|x| x.is_finite() && x.abs() <= 4.0));
        let sum = |feature: usize| seen.iter().skip(feature).step_by(FEATURES).sum::<f32>();
        assert_eq!(
            (sum(OWN), sum(ENEMY), sum(OWN_GOAL), sum(ENEMY_GOAL)),
            (15.0, 15.0, 15.0, 15.0)
        );
        let legal: f32 = (LEGAL..LEGAL + 4).map(sum).sum();
        assert_eq!(legal, variant.legal(&variant.start()).len() as f32);
    }
}
