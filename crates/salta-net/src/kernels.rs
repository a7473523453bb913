//! The network's arithmetic on plain arrays, with the widest vectors that the processor has. A
//! layer multiplies the features at a square's taps directly in place, without gathering them, and
//! skips taps off the board (a quarter of all).
//!
//! - `arch`: the choice of vectors
//! - `dot`: products of bytes
//! - `exact`: layers that give the same bits on every processor
//! - `layer`: one matrix, in the order in which it is read
//! - `multiply`: a layer applied to a few positions
//! - `outer`: the gradient of a layer's weights
//!
//! Features of `P` positions are stored as `[rows, P, width]`, where the rows are the squares, the
//! two rows of the pooled board, or the single row of a head.

pub(crate) mod arch;
pub(crate) mod dot;
pub(crate) mod exact;
pub(crate) mod layer;
pub(crate) mod multiply;
pub(crate) mod outer;
