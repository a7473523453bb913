//! Salta as the search sees it.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use salta_search::{GumbelConfig, SearchConfig};

mod absorb;
mod exact_ends;

fn config(simulations: u32, gumbel_scale: f32) -> SearchConfig {
    let gumbel = GumbelConfig { gumbel_scale, ..GumbelConfig::default() };
    SearchConfig { simulations, gumbel, ..SearchConfig::default() }
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}
