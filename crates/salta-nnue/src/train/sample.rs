//! A position with its targets.

use salta_core::{PIECES, Position, SQUARES};

use crate::inputs::{CONTEXT_ROWS, Inputs, phase, row, seen};

/// Marks a goal whose piece does not exist.
const NONE: u8 = u8::MAX;

/// A position as the network reads it, and its targets, all from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Squares of the mover's pieces and of the enemy's, by their goals.
    squares: [[u8; PIECES]; 2],
    left_row: u8,
    /// A bit for each row of the context that is active in every position of the variant.
    rules: u16,
    pub(crate) phase: u8,
    /// The margin by distance.
    pub(crate) distance_margin: i16,
    /// The target margin, in points.
    pub margin: f32,
    /// The target outcome, −1 to 1.
    pub outcome: f32,
}

impl Sample {
    /// A position of the variant of `inputs`, with its targets for the side to move.
    pub fn new(inputs: &Inputs, position: &Position, margin: f32, outcome: f32) -> Sample {
        let (mover, mut squares) = (position.to_move(), [[NONE; PIECES]; 2]);
        let sides = [mover, mover.other()];
        for (squares, side) in squares.iter_mut().zip(sides) {
            for (piece, square) in position.pieces(side) {
                squares[inputs.goals[piece.index()]] = seen(mover, square) as u8;
            }
        }
        let [own, enemy] = sides.map(|side| position.distance(side) as i16);
        Sample {
            squares,
            left_row: inputs.left_row(position) as u8,
            rules: inputs.constant_rows().fold(0, |set, row| set | 1 << (CONTEXT_ROWS - 1 - row)),
            phase: phase(position) as u8,
            distance_margin: enemy - own,
            margin,
            outcome,
        }
    }

    /// Rows of pieces, as the mover sees them and as the enemy does.
    pub(crate) fn piece_rows(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.squares.iter().enumerate().flat_map(|(enemy, squares)| {
            let there = squares.iter().enumerate().filter(|(_, square)| **square != NONE);
            there.map(move |(goal, square)| {
                let seen = usize::from(*square);
                [row(enemy == 1, goal, seen), row(enemy == 0, goal, SQUARES - 1 - seen)]
            })
        })
    }

    pub(crate) fn context_rows(&self) -> impl Iterator<Item = usize> + '_ {
        let rules = (0..16).filter(|bit| self.rules >> bit & 1 == 1);
        rules.map(|bit| CONTEXT_ROWS - 1 - bit).chain([usize::from(self.left_row)])
    }
}
