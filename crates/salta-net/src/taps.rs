//! Which squares a layer reads around each square: the neighbourhood of a board of diagonals.

use salta_core::{Direction, Square};

use crate::{DIRECTIONS, SQUARES};

/// The square `distance` steps from `square` in `direction`, or `None` off the board.
///
/// ```
/// use salta_net::taps::neighbour;
/// assert_eq!(neighbour(0, 0, 1), None); // left of the corner
/// assert_eq!(neighbour(0, 1, 1), Some(5)); // x 0, y 0 to x 1, y 1
/// assert_eq!(neighbour(0, 1, 2), Some(11)); // … to x 2, y 2
/// ```
pub fn neighbour(square: usize, direction: usize, distance: i32) -> Option<usize> {
    let direction = Direction::ALL[direction];
    let mut steps = (0..distance).map(|_| direction);
    let to = steps.try_fold(Square::new(square as u8), Square::step)?;
    Some(to.index())
}

/// The squares read for `square`: itself, one step in each direction, then (with 9 taps) two steps.
pub fn taps_of(square: usize, taps: usize) -> impl Iterator<Item = Option<usize>> {
    let around =
        (1..).flat_map(move |far| (0..DIRECTIONS).map(move |to| neighbour(square, to, far)));
    std::iter::once(Some(square)).chain(around).take(taps)
}

/// Row numbers `[batch * 50 * taps]` into a matrix that holds one row of zeros, for squares off the
/// board, and then the 50 squares of each position.
pub fn gather_rows(batch: usize, taps: usize) -> Vec<i64> {
    let board: Vec<Option<usize>> = (0..SQUARES).flat_map(|square| taps_of(square, taps)).collect();
    let row = |position: usize, tap: Option<usize>| {
        tap.map_or(0, |square| (1 + position * SQUARES + square) as i64)
    };
    let rows_of = |position| board.iter().map(move |&tap| row(position, tap));
    (0..batch).flat_map(rows_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_turn_of_the_board_maps_taps_to_taps() {
        for square in 0..SQUARES {
            for direction in 0..DIRECTIONS {
                for distance in 1..=2 {
                    let there = neighbour(square, direction, distance);
                    let turned = neighbour(49 - square, 3 - direction, distance);
                    assert_eq!(there.map(|to| 49 - to), turned);
                }
            }
        }
    }

    #[test]
    fn every_step_can_be_taken_back() {
        for square in 0..SQUARES {
            for direction in 0..DIRECTIONS {
                for distance in 1..=2 {
                    if let Some(there) = neighbour(square, direction, distance) {
                        assert_eq!(neighbour(there, 3 - direction, distance), Some(square));
                    }
                }
            }
        }
    }

    #[test]
    fn the_board_has_81_diagonal_pairs() {
        let steps = (0..SQUARES).flat_map(|s| (0..4).filter_map(move |d| neighbour(s, d, 1)));
        assert_eq!(steps.count(), 2 * 81);
    }

    #[test]
    fn rows_of_a_position_follow_those_before_it() {
        let rows = gather_rows(2, 9);
        assert_eq!(rows.len(), 2 * 50 * 9);
        assert_eq!(rows[..9], [1, 0, 6, 0, 0, 0, 12, 0, 0]);
        for (first, second) in rows[..450].iter().zip(&rows[450..]) {
            assert_eq!(*second, if *first == 0 { 0 } else { first + 50 });
        }
    }
}
