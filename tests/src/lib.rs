//! The whole program, run as a user runs it, and the shape of its workspace.

/// The binary under test.
pub mod binary;
/// Which crate may depend on which.
pub mod layers;
