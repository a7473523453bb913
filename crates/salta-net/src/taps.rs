//! Taps: the squares that a layer reads around each square, along the diagonals of the board.

use salta_core::{Direction, Square};

use crate::SQUARES;

/// The squares read for `square`: itself, one step in each direction, then (with 9 taps) two steps;
/// `None` off the board.
///
/// ```
/// use salta_net::taps::taps_of;
///
/// // The corner has squares forward to the right only, one step away and two.
/// let taps = [Some(0), None, Some(5), None, None, None, Some(11), None, None];
/// assert!(taps_of(0, 9).eq(taps));
/// ```
pub fn taps_of(square: usize, taps: usize) -> impl Iterator<Item = Option<usize>> {
    let square = Square::new(square as u8);
    let around = (1..).flat_map(move |far| {
        Direction::ALL.map(|direction| (0..far).try_fold(square, |at, _| at.step(direction)))
    });
    std::iter::once(Some(square)).chain(around).take(taps).map(|tap| tap.map(Square::index))
}

/// A pair of indices: of a tap or a row, and of the row at its other end; the fields of [`Taps`]
/// say which.
pub(crate) type Seen = (usize, usize);

/// Which rows of one value each row of another reads, indexed in three ways.
#[derive(Debug)]
pub(crate) struct Taps {
    /// Number of taps per row, including those off the board.
    pub(crate) count: usize,
    /// For each row, its taps that are on the board, and the rows read through them.
    pub(crate) seen: Vec<Vec<Seen>>,
    /// For each row that is read, the taps through which it is read, and the rows that read it.
    pub(crate) from: Vec<Vec<Seen>>,
    /// For each tap, the rows that have it, and the rows that they read through it.
    pub(crate) by_tap: Vec<Vec<Seen>>,
}

impl Taps {
    fn new(count: usize, sources: usize, seen: Vec<Vec<Seen>>) -> Self {
        let (mut from, mut by_tap) = (vec![Vec::new(); sources], vec![Vec::new(); count]);
        for (row, seen) in seen.iter().enumerate() {
            for &(tap, source) in seen {
                from[source].push((tap, row));
                by_tap[tap].push((row, source));
            }
        }
        Taps { count, seen, from, by_tap }
    }

    /// Each row reads itself.
    pub(crate) fn itself(rows: usize) -> Self {
        Taps::new(1, rows, (0..rows).map(|row| vec![(0, row)]).collect())
    }

    /// Each square reads this many squares, including itself: [`taps_of`].
    pub(crate) fn around(taps: usize) -> Self {
        let on_board = |(tap, seen): (usize, Option<usize>)| seen.map(|seen| (tap, seen));
        let seen = |square| taps_of(square, taps).enumerate().filter_map(on_board).collect();
        Taps::new(taps, SQUARES, (0..SQUARES).map(seen).collect())
    }

    /// One row reads both rows of the pooled board.
    pub(crate) fn pooled() -> Self {
        Taps::new(2, 2, vec![vec![(0, 0), (1, 1)]])
    }

    /// The row that each tap of each row reads, counted from 1, or 0 for a tap off the board;
    /// `None` if all rows are read exactly once and in order.
    pub(crate) fn gathered(&self) -> Option<Vec<i64>> {
        let mut rows = vec![0; self.seen.len() * self.count];
        for (row, seen) in self.seen.iter().enumerate() {
            seen.iter().for_each(|&(tap, from)| rows[row * self.count + tap] = 1 + from as i64);
        }
        let in_order = rows.iter().copied().eq(1..=self.from.len() as i64);
        (!in_order).then_some(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_off_the_board_are_row_0() {
        let rows = Taps::around(9).gathered().unwrap();
        assert_eq!(rows.len(), 50 * 9);
        assert_eq!(rows[..9], [1, 0, 6, 0, 0, 0, 12, 0, 0]);
        assert_eq!(Taps::itself(50).gathered(), None);
        assert_eq!(Taps::pooled().gathered(), None);
    }
}
