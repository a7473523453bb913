//! The guarantees of [`BatchEnv`](salta_env::BatchEnv), over every named variant and some custom
//! ones.
//!
//! The list follows Pgx's `api_test` (pgx/_src/api_test.py: first reward zero, masks,
//! types, the count of steps, players, actions after the end, observations by player) and the
//! vector environments of Gymnasium (gymnasium.farama.org/api/vector, "Autoreset Mode": same-step
//! resets with the final observation kept; seeds; truncation apart from termination).
//!
//! - `common`: environments of every variant
//! - `arrays`: shapes, types and contents of the output arrays
//! - `shadow`: every game compared with one played by the rules alone
//! - `kernel`: the inner loops on every instruction set
//! - `endings`: termination, truncation, rewards, the reset in the same step
//! - `actions`: illegal actions, turns of several actions, openings
//! - `seeds`: the same seed, the same games
//! - `snapshots`: restored batches, resets of some games
//! - `colours`: the board rotated

mod actions;
mod arrays;
mod colours;
mod common;
mod endings;
mod kernel;
mod seeds;
mod shadow;
mod snapshots;
