//! Random rule records, positions and turns, and engine and twin side by side.
//!
//! - `rules`: a rule record for both, random or named
//! - `positions`: scattered, dense, shut-in and nearly finished positions
//! - `pair`: engine and twin in one position, compared and moved together
//! - `lockstep`: whole games under one record, cheap enough for millions of plies
//! - `events`: counts of the cases that came up

// Each test binary that includes this folder uses its own part of it.
#![allow(dead_code, unused_imports, unreachable_pub)]

mod events;
mod lockstep;
mod pair;
mod positions;
mod rules;

pub use events::{Event, Events};
pub use lockstep::{play_record, play_tight};
pub use pair::{Pair, other_first_mover};
pub use positions::{
    draw_late, draw_near_home, draw_position, draw_scattered, draw_tight, random_letters,
};
pub use rules::{Record, draw_record, draw_record_on};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A generator for this test: the same on every machine unless `SALTA_CONFORMANCE_SEED` is set.
pub fn generator(stream: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(number_from("SALTA_CONFORMANCE_SEED", 1899));
    random.set_stream(stream);
    random
}

/// A number from the environment.
pub fn number_from(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text:?} is not a number")),
        Err(_) => default,
    }
}
