//! The search on a custom game: take one to three matches, whoever takes the last one wins (the
//! game is in `src/doc/matches.rs`). `cargo run -p salta-search --example custom_game`.

use rand::{SeedableRng, rngs::SmallRng};
use salta_search::{Game, P0Value, Player, Search, SearchConfig};

#[path = "../src/doc/matches.rs"]
mod matches;
use matches::Matches;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = SearchConfig { simulations: 500, ..SearchConfig::default() }.without_noise();
    let (mut rng, mut state) = (SmallRng::seed_from_u64(1), (11, Player::P0));
    while Matches.terminal(&state).is_none() {
        let mut search = Search::new(&Matches, state, config, &mut rng)?;
        while search.gather(&Matches).is_some() {
            search.absorb(&[0.0; 4], P0Value(0.0))?; // a network would answer here
        }
        let take = search.report()?.chosen;
        println!("{:2} matches: {:?} takes {take}", state.0, state.1);
        Matches.apply(&mut state, take);
    }
    Ok(())
}
