//! The crate as its users see it: one program, so that it is linked once.

mod common;
mod later;
mod samples;
mod searches;
mod steps;
mod window;
