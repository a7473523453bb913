//! A game of random moves: `cargo run -p salta-core --example random_playout [VARIANT]`.

use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::SmallRng};
use salta_core::Variant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("buettgenbach-1899".into());
    let variant = Variant::named(&name).ok_or("no variant of this name")?;
    let mut random = SmallRng::seed_from_u64(1899);
    let mut position = variant.start();
    // Some variants have no move limit, so the playout has its own.
    while position.plies() < 2_000 {
        let moves = variant.moves(&position);
        let Some(&mv) = moves.choose(&mut random) else { break };
        variant.play(&mut position, mv)?;
    }
    let ending = variant.ending(&position).map_or("truncated", |ending| ending.name());
    println!("{}", variant.position_line(&position));
    println!("{ending} after {} plies: {:?}", position.plies(), variant.margin(&position, 100_000));
    Ok(())
}
