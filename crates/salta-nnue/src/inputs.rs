//! What the network reads of a position: one row for each piece, seen once by White and once by
//! Black, and a few rows for the rules and the moves left.

use salta_core::rules::{
    Blockade, Chain, JumpDirection, JumpOver, Jumping, LastMove, Points, Rules,
};
use salta_core::{PIECES, Piece, Position, SQUARES, Side, Square, Variant};

/// Number of rows for pieces: owner, goal and square, as one side sees them.
pub(crate) const PIECE_ROWS: usize = 2 * PIECES * SQUARES;
/// Number of intervals of turns left that have a row; the last one means no limit.
const LEFT: usize = 33;
/// Number of rows for the moves left, half of them for the first mover and half for the second.
pub(crate) const LEFT_ROWS: usize = 2 * LEFT;
const RULE_ROWS: usize = 8;
/// Number of rows besides those of the pieces; the last one is active in every position.
pub(crate) const CONTEXT_ROWS: usize = LEFT_ROWS + RULE_ROWS + 1;
/// Number of phases of the race, each with its own layers.
pub(crate) const PHASES: usize = 8;
/// Steps of distance, of both sides together, in one phase.
const PHASE_STEPS: u32 = 27;

/// The meaning of the rows; every file has a hash of it, so that a network with other inputs is
/// refused.
pub(crate) const MEANING: &str = "own|enemy x goal in order x square, seen by each side; \
    first|second mover x turns left 0-15, by eights to 31, none; jump any, over either, optional, \
    chain, blockade allowed, immediate, points distance, points win; always. \
    phases: sum of distances / 27";

/// The inputs of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Index of each piece's goal among the goal squares of its side, as that side sees them.
    pub(crate) goals: [usize; PIECES],
    first_mover: Side,
    move_limit: u32,
    /// Rows of the rules that are active in every position.
    rules: Vec<usize>,
}

impl Inputs {
    /// The inputs of positions of `variant`.
    pub fn new(variant: &Variant) -> Inputs {
        let mut squares: Vec<Square> =
            variant.pieces().map(|piece| variant.goal(Side::White, piece)).collect();
        squares.sort_unstable();
        let mut goals = [0; PIECES];
        for piece in variant.pieces() {
            let goal = variant.goal(Side::White, piece);
            goals[piece.index()] = squares.binary_search(&goal).expect("one of the goals");
        }
        let Rules { first_mover, move_limit, .. } = *variant.rules();
        Inputs { goals, first_mover, move_limit, rules: rule_rows(variant.rules()) }
    }

    /// The row of a piece as `view` sees it.
    #[inline(always)]
    pub(crate) fn row(&self, view: Side, side: Side, piece: Piece, square: Square) -> usize {
        row(view != side, self.goals[piece.index()], seen(view, square))
    }

    /// The row of the moves left to the side to move.
    #[inline(always)]
    pub(crate) fn left_row(&self, position: &Position) -> usize {
        let second = usize::from(position.to_move() != self.first_mover);
        let left = if self.move_limit == 0 {
            LEFT - 1
        } else {
            let plies = (2 * u64::from(self.move_limit)).saturating_sub(position.plies().into());
            match plies.div_ceil(2) as usize {
                turns @ 0..16 => turns,
                turns => (16 + (turns - 16) / 8).min(LEFT - 2),
            }
        };
        second * LEFT + left
    }

    /// Rows that are active in every position of the variant.
    pub(crate) fn constant_rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.rules.iter().copied().chain([CONTEXT_ROWS - 1])
    }
}

/// The row of an own or enemy piece, by the index of its goal and its square as seen.
#[inline(always)]
pub(crate) const fn row(enemy: bool, goal: usize, seen: usize) -> usize {
    (enemy as usize * PIECES + goal) * SQUARES + seen
}

/// A square as `view` sees it.
#[inline(always)]
pub(crate) const fn seen(view: Side, square: Square) -> usize {
    match view {
        Side::White => square.index(),
        Side::Black => SQUARES - 1 - square.index(),
    }
}

/// The phase of the race, by the total distance that both sides still have to go.
#[inline(always)]
pub(crate) fn phase(position: &Position) -> usize {
    let steps = position.distance(Side::White) + position.distance(Side::Black);
    ((steps / PHASE_STEPS) as usize).min(PHASES - 1)
}

fn rule_rows(rules: &Rules) -> Vec<usize> {
    let there: [bool; RULE_ROWS] = [
        rules.jump_direction == JumpDirection::Any,
        rules.jump_over == JumpOver::Either,
        rules.jumping == Jumping::Optional,
        rules.chain == Chain::MayContinue,
        rules.blockade == Blockade::Allowed,
        rules.last_move == LastMove::Immediate,
        rules.points == Points::Distance,
        rules.points == Points::Win,
    ];
    (0..RULE_ROWS).filter(|at| there[*at]).map(|at| LEFT_ROWS + at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::rules::NAMED;
    use std::collections::HashSet;

    /// The rows of a position as a side sees it.
    fn rows(inputs: &Inputs, view: Side, position: &Position) -> HashSet<usize> {
        let row = |side| {
            position.pieces(side).map(move |(piece, square)| inputs.row(view, side, piece, square))
        };
        Side::BOTH.into_iter().flat_map(row).collect()
    }

    #[test]
    fn rotated_the_sides_see_what_the_other_saw() {
        for name in NAMED {
            let variant = Variant::named(name).unwrap();
            let (inputs, start) = (Inputs::new(&variant), variant.start());
            let rotated = variant.rotated(&start);
            let [white, black] = Side::BOTH.map(|view| rows(&inputs, view, &start));
            assert_eq!((white.len(), black.len()), (30, 30), "{name}");
            assert_eq!(rows(&inputs, Side::White, &rotated), black, "{name}");
            assert!(white.iter().chain(&black).all(|row| *row < PIECE_ROWS));
        }
    }

    #[test]
    fn the_moves_left_and_the_phase_follow_the_game() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let inputs = Inputs::new(&variant);
        let at = |line: &str| variant.parse_position(line).unwrap();
        let end = "5/5/5/5/AB3/5/5/5/1ba2/5";
        let rows = [0, 1, 100, 238, 239].map(|plies| {
            let mover = if plies % 2 == 0 { 'w' } else { 'b' };
            inputs.left_row(&at(&format!("{end} {mover} {plies}")))
        });
        assert_eq!(rows, [29, LEFT + 29, 22, 1, LEFT + 1]);
        assert_eq!(phase(&variant.start()), 7);
        assert_eq!(phase(&at(&format!("{end} w 0"))), 0);
    }
}
