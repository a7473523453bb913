//! Games per second between the fixed opponents, exact points included.

use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use salta_arena::{MatchConfig, play_match};
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
    let [a, b] = [a, b].map(|name| name.parse::<PlayerSpec>().expect("an opponent"));
    let make = |spec: &PlayerSpec| Ok(spec.opponent().expect("an opponent"));
    let variant = Variant::named("buettgenbach-1899").expect("a built-in variant");
    let config = MatchConfig { pairs: 16, ..MatchConfig::default() };
    let stop = AtomicBool::new(false);
    bencher.counter(ItemsCount::new(32_u32)).bench(|| {
        play_match(&variant, &config, &|| make(&a), &|| make(&b), &(), &stop)
            .expect("fixed opponents play to the end")
    });
}
