//! The arithmetic under the network on plain arrays, for whatever vectors the processor has: a layer
//! multiplies what a square's taps hold, straight from where it lies, with nothing gathered and no
//! work for taps off the board (a quarter of all).
//!
//! - `arch`: which vectors
//! - `layer`: one matrix, in the order in which it is read
//! - `multiply`: a layer applied to a few positions
//! - `outer`: the slope of a layer's weights
//! - `pool`: mean and maximum over the board
//!
//! Features of `P` positions lie as `[rows, P, width]`, where rows are squares, or the two of the
//! pooled board, or the one of a head.

pub(crate) mod arch;
pub(crate) mod layer;
pub(crate) mod multiply;
pub(crate) mod outer;
pub(crate) mod pool;
pub(crate) mod registers;

use crate::{SQUARES, taps};

/// A number of a tap or a row, and the row that is read through the tap or for the row.
pub(crate) type Seen = (usize, usize);

/// For each square its taps that are on the board.
pub(crate) fn around(taps: usize) -> Vec<Vec<Seen>> {
    let on_board = |(tap, seen): (usize, Option<usize>)| seen.map(|seen| (tap, seen));
    let seen = |square| taps::taps_of(square, taps).enumerate().filter_map(on_board).collect();
    (0..SQUARES).map(seen).collect()
}

/// For each square the squares that see it, and through which tap: [`around`] turned round.
pub(crate) fn seen_from(taps: usize) -> Vec<Vec<Seen>> {
    let mut from = vec![Vec::new(); SQUARES];
    for (square, seen) in around(taps).into_iter().enumerate() {
        seen.into_iter().for_each(|(tap, source)| from[source].push((tap, square)));
    }
    from
}

/// For each tap the rows that have it, and what they read through it.
pub(crate) fn by_tap(seen: &[Vec<Seen>]) -> Vec<Vec<Seen>> {
    let taps = 1 + seen.iter().flatten().map(|(tap, _)| *tap).max().unwrap_or(0);
    let mut rows = vec![Vec::new(); taps];
    for (row, seen) in seen.iter().enumerate() {
        seen.iter().for_each(|&(tap, source)| rows[tap].push((row, source)));
    }
    rows
}

/// For each square itself alone.
pub(crate) fn itself() -> Vec<Vec<Seen>> {
    (0..SQUARES).map(|square| vec![(0, square)]).collect()
}

/// One row that reads both rows of the pooled board.
pub(crate) fn pooled() -> Vec<Vec<Seen>> {
    vec![vec![(0, 0), (1, 1)]]
}

/// The two rows of the pooled board, each read by the one row: [`pooled`] turned round.
pub(crate) fn pooled_from() -> Vec<Vec<Seen>> {
    vec![vec![(0, 0)], vec![(1, 0)]]
}
