//! Lists the games of a training run: `cargo run -p salta-record --example read_shards -- FOLDER`.

use std::path::PathBuf;

use salta_record::{list_shards, read_shard};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder of shards?")?);
    for path in list_shards(&folder)? {
        let (header, games) = read_shard(&path)?;
        println!("{}: {}, generation {}", path.display(), header.variant, header.generation);
        for game in games {
            let actions: Vec<u8> = game.decisions.iter().map(|decision| decision.action).collect();
            let outcome = &game.outcome;
            println!("  game {}: {:?}, {:?}", game.game, outcome.ending, outcome.margin);
            println!("  {} actions from {}: {:?}", actions.len(), game.position, actions);
        }
    }
    Ok(())
}
