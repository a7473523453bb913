//! Steps, masks and observations per second on one core, by instruction set and batch size.

use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ndarray::{Array2, Array3};
use salta_core::{ACTIONS, Variant};
use salta_env::{BatchEnv, EnvConfig, FEATURES, Isa, PLANES};

const STEPS: usize = 64;

fn main() {
    divan::main();
}

fn env(variant: &Variant, games: usize, isa: Isa) -> BatchEnv {
    let config = EnvConfig { max_plies: Some(240), ..EnvConfig::default() };
    let mut env = BatchEnv::new(Arc::new(variant.clone()), games, config, 7).with_isa(isa);
    env.play_random(100);
    env
}

fn named(name: &str) -> Variant {
    Variant::named(name).expect("a named variant")
}

/// A user's own variant, parsed as from a file.
fn own() -> Variant {
    let text = "base = \"buettgenbach-1899\"\nname = \"own\"\nmove_limit = 119";
    Variant::new(salta_core::rules::parse(text).expect("rules"))
}

/// Portable, AVX2, AVX-512; those that the processor lacks are skipped.
const ISAS: [usize; 3] = [0, 1, 2];

fn isa(number: usize) -> Option<Isa> {
    [Some(Isa::PORTABLE), Isa::avx2(), Isa::avx512()][number]
}

const GAMES: [usize; 3] = [1_000, 4_000, 64_000];

fn random_steps(bencher: Bencher, variant: &Variant, games: usize, isa: Option<Isa>) {
    let Some(isa) = isa else { return };
    let mut env = env(variant, games, isa);
    bencher
        .counter(ItemsCount::new(games * STEPS))
        .bench_local(|| black_box(env.play_random(STEPS)));
}

/// Mask, uniform legal choice, move, end test, reset.
mod random_steps {
    use super::*;

    #[divan::bench(args = GAMES, consts = ISAS)]
    fn buettgenbach_1899<const ISA: usize>(bencher: Bencher, games: usize) {
        random_steps(bencher, &named("buettgenbach-1899"), games, isa(ISA));
    }

    #[divan::bench(args = GAMES, consts = ISAS)]
    fn checkerboard<const ISA: usize>(bencher: Bencher, games: usize) {
        random_steps(bencher, &named("checkerboard"), games, isa(ISA));
    }

    #[divan::bench(args = GAMES, consts = ISAS)]
    fn walker<const ISA: usize>(bencher: Bencher, games: usize) {
        random_steps(bencher, &named("walker"), games, isa(ISA));
    }

    #[divan::bench(args = GAMES)]
    fn own_variant(bencher: Bencher, games: usize) {
        random_steps(bencher, &own(), games, Some(Isa::best()));
    }
}

/// Two batches on two threads; the rate is that of both together.
#[divan::bench(args = GAMES)]
fn random_steps_two_threads(bencher: Bencher, games: usize) {
    let mut envs = [0, 1].map(|_| env(&named("buettgenbach-1899"), games, Isa::best()));
    bencher.counter(ItemsCount::new(2 * games * 8 * STEPS)).bench_local(|| {
        std::thread::scope(|scope| {
            for env in &mut envs {
                scope.spawn(|| black_box(env.play_random(8 * STEPS)));
            }
        });
    });
}

/// Given actions checked and played, with masks and rewards: 16 steps, always from the same state.
#[divan::bench(args = GAMES, consts = ISAS)]
fn given_actions<const ISA: usize>(bencher: Bencher, games: usize) {
    let Some(isa) = isa(ISA) else { return };
    let start = env(&named("buettgenbach-1899"), games, isa);
    let mut played = start.clone();
    let actions: Vec<Vec<u16>> = (0..16)
        .map(|_| {
            let actions = played.sample_actions();
            played.step(&actions).expect("drawn actions are legal");
            actions
        })
        .collect();
    bencher
        .with_inputs(|| start.clone())
        .counter(ItemsCount::new(games * actions.len()))
        .bench_local_refs(|env| {
            for actions in &actions {
                black_box(env.step(actions).expect("legal"));
            }
        });
}

/// Legal actions of every game, recomputed.
#[divan::bench(args = GAMES, consts = ISAS)]
fn masks<const ISA: usize>(bencher: Bencher, games: usize) {
    let Some(isa) = isa(ISA) else { return };
    let mut env = env(&named("buettgenbach-1899"), games, isa);
    bencher.counter(ItemsCount::new(games)).bench_local(|| env.refresh_masks());
}

/// Masks as `[N, 201]` booleans.
#[divan::bench(args = [1_000, 4_000])]
fn mask_arrays(bencher: Bencher, games: usize) {
    let env = env(&named("buettgenbach-1899"), games, Isa::best());
    let mut out = Array2::from_elem((games, ACTIONS), false);
    bencher.counter(ItemsCount::new(games)).bench_local(|| env.write_masks(out.view_mut()));
}

/// As many bytes as `observations`, filled with one number: the limit set by memory bandwidth.
#[divan::bench(args = [64, 1_000, 16_000])]
fn observations_filled(bencher: Bencher, games: usize) {
    let mut out = Array3::<f32>::zeros((games, 50, FEATURES));
    bencher.counter(ItemsCount::new(games)).bench_local(|| out.fill(black_box(0.5)));
}

/// Observations as the network reads them.
#[divan::bench(args = [64, 1_000, 16_000])]
fn observations(bencher: Bencher, games: usize) {
    let env = env(&named("buettgenbach-1899"), games, Isa::best());
    let mut out = Array3::zeros((games, 50, FEATURES));
    bencher.counter(ItemsCount::new(games)).bench_local(|| env.observe(out.view_mut()));
}

/// Observations as bit planes, twelve words per game.
#[divan::bench(args = GAMES, consts = ISAS)]
fn observation_planes<const ISA: usize>(bencher: Bencher, games: usize) {
    let Some(isa) = isa(ISA) else { return };
    let env = env(&named("walker"), games, isa);
    let mut out = Array2::zeros((PLANES, games));
    bencher.counter(ItemsCount::new(games)).bench_local(|| env.observe_planes(out.view_mut()));
}
