//! The crate as its users see it: one program, so that burn is linked once.

mod checkpoint;
mod common;
mod inference;
mod learning;
