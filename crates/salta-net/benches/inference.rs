//! Measures positions per second on one thread: `cargo bench -p salta-net --bench inference`;
//! compare.py times ONNX Runtime on the same networks.

use divan::Bencher;
use divan::counter::ItemsCount;
use salta_core::Variant;
use salta_env::{FEATURES, Precision};
use salta_net::{Inference, NetConfig, Network, SQUARES};

/// The allocator of the `salta` binary; with glibc's, every large tensor causes new page faults.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

fn positions(count: usize) -> Vec<f32> {
    (0..count * SQUARES * FEATURES)
        .map(|at| f32::from(u8::from((at * 7919).is_multiple_of(11))))
        .collect()
}

/// Blocks, channels and taps.
type Size = (usize, usize, usize);

fn run(bencher: Bencher, precision: Precision, (blocks, channels, taps): Size, batch: usize) {
    let config = NetConfig { channels, blocks, taps, ..NetConfig::default() };
    let variant = Variant::named("buettgenbach-1899").expect("its name");
    let network = Network::new(&config, 1).unwrap().in_precision(precision, [&variant]).unwrap();
    let inference = Inference::new(&network);
    let features = positions(batch);
    bencher.counter(ItemsCount::new(batch)).bench_local(|| inference.infer(&features, batch));
}

/// Complete evaluations, from features to outputs:
/// `cargo bench -p salta-net --bench inference precision`.
#[divan::bench(args = [(5, 48, 5), (5, 48, 9), (6, 64, 5), (6, 64, 9)])]
fn precision_f32(bencher: Bencher, size: Size) {
    run(bencher, Precision::F32, size, 64);
}

#[divan::bench(args = [(5, 48, 5), (5, 48, 9), (6, 64, 5), (6, 64, 9)])]
fn precision_int8(bencher: Bencher, size: Size) {
    run(bencher, Precision::Int8, size, 64);
}

#[divan::bench(args = [8, 16, 32, 64])]
fn blocks_3_channels_24(bencher: Bencher, batch: usize) {
    run(bencher, Precision::F32, (3, 24, 9), batch);
}

#[divan::bench(args = [8, 16, 32, 64])]
fn blocks_4_channels_32(bencher: Bencher, batch: usize) {
    run(bencher, Precision::F32, (4, 32, 9), batch);
}

#[divan::bench(args = [8, 16, 32, 64])]
fn blocks_6_channels_64(bencher: Bencher, batch: usize) {
    run(bencher, Precision::F32, (6, 64, 9), batch);
}

#[divan::bench(args = [16, 64])]
fn five_taps_blocks_4_channels_32(bencher: Bencher, batch: usize) {
    run(bencher, Precision::F32, (4, 32, 5), batch);
}
