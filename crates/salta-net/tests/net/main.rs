//! The crate as its users see it, tested in a single program, so that burn is linked only once.

mod checkpoint;
mod common;
mod inference;
mod learning;
