//! The arithmetic under the network on plain arrays, for whatever vectors the processor has: a layer
//! multiplies what a square's taps hold, straight from where it lies, with nothing gathered and no
//! work for taps off the board (a quarter of all).
//!
//! - `arch`: which vectors
//! - `dot`: products of bytes
//! - `exact`: layers that are the same bits on every processor
//! - `layer`: one matrix, in the order in which it is read
//! - `multiply`: a layer applied to a few positions
//! - `outer`: the gradient of a layer's weights
//! - `pool`: mean and maximum over the board
//!
//! Features of `P` positions lie as `[rows, P, width]`, where rows are squares, or the two of the
//! pooled board, or the one of a head.

pub(crate) mod arch;
pub(crate) mod dot;
pub(crate) mod exact;
pub(crate) mod layer;
pub(crate) mod multiply;
pub(crate) mod outer;
pub(crate) mod pool;
