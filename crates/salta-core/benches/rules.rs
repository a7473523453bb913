//! Perft nodes and actions of single games per second, on one core.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use salta_core::Variant;
use salta_core::perft::{Counting, perft, perft_by};

fn main() {
    divan::main();
}

const VARIANTS: [&str; 3] = ["buettgenbach-1899", "checkerboard", "walker"];

fn named(name: &str) -> Variant {
    Variant::named(name).expect("a named variant")
}

/// Perft from the start, with the turns of the last ply played too.
#[divan::bench(args = VARIANTS)]
fn perft_nodes(bencher: Bencher, name: &str) {
    let variant = named(name);
    let nodes = perft(&variant, &variant.start(), 5);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| perft_by(&variant, black_box(&variant.start()), 5, Counting::Played));
}

/// Perft from the start, with the turns of the last ply counted but not played.
#[divan::bench(args = VARIANTS)]
fn perft_bulk(bencher: Bencher, name: &str) {
    let variant = named(name);
    let nodes = perft(&variant, &variant.start(), 6);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| perft_by(&variant, black_box(&variant.start()), 6, Counting::Bulk));
}

/// One game at a time: mask, uniformly random legal action, move, end test; when a game is over, a
/// new one begins.
#[divan::bench(args = VARIANTS)]
fn one_game(bencher: Bencher, name: &str) {
    const ACTIONS: u64 = 100_000;
    let variant = named(name);
    let mut random = SmallRng::seed_from_u64(1);
    bencher.counter(ItemsCount::new(ACTIONS)).bench_local(|| {
        let mut actions = 0;
        while actions < ACTIONS {
            let mut position = variant.start();
            actions += variant.playout(&mut position, 240, || random.next_u32());
            black_box(position);
        }
    });
}
