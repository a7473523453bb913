//! Games per second between the fixed opponents, exact points included.

use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use salta_arena::{Entrant, MatchConfig, Matches, openings};
use salta_core::Variant;
use salta_players::PlayerSpec;

const MATCHES: [&str; 3] =
    ["greedy random", "alphabeta:depth=2 greedy", "alphabeta:depth=3 alphabeta:depth=2"];

fn main() {
    divan::main();
}

/// One group of 16 pairs on one thread.
#[divan::bench(args = MATCHES, sample_count = 3, sample_size = 1)]
fn games(bencher: Bencher<'_, '_>, players: &str) {
    let (a, b) = players.split_once(' ').expect("two players");
    let entrant = |name| Entrant {
        name,
        identity: name,
        reproducible: true,
        turn_cost: 1.0,
        make: Box::new(|| Ok(name.parse::<PlayerSpec>()?.opponent().expect("an opponent"))),
    };
    let [a, b] = [a, b].map(entrant);
    let variant = Variant::named("buettgenbach-1899").expect("a built-in variant");
    let config = MatchConfig { pairs: 16, ..MatchConfig::default() };
    let openings = openings(&variant, &config).expect("there are enough openings");
    let (openings, watch, stop) = (&openings[..], &(), &AtomicBool::new(false));
    let matches = Matches { variant: &variant, config: &config, openings, watch, stop };
    bencher
        .counter(ItemsCount::new(32_u32))
        .bench(|| matches.play(&[[&a, &b]], None).expect("fixed opponents play to the end"));
}
