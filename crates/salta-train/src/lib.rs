//! The replay window and the training loop: records in, learning steps out.
