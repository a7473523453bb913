//! Measures samples per second of a learner: `cargo bench -p salta-net --bench training`;
//! compare.py times PyTorch on the same networks.

use divan::Bencher;
use divan::counter::ItemsCount;
use salta_env::FEATURES;
use salta_net::{Learner, LearnerConfig, NetConfig, POLICY, TrainBatch};

/// The allocator of the `salta` binary; with glibc's, every large tensor causes new page faults.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

const SAMPLES: usize = 256;

fn samples() -> TrainBatch {
    let mut batch = TrainBatch::zeros(SAMPLES, FEATURES);
    let plane = |at: usize| f32::from(u8::from((at * 7919).is_multiple_of(11)));
    batch.features.iter_mut().enumerate().for_each(|(at, value)| *value = plane(at));
    batch.legal.fill(true);
    for sample in 0..SAMPLES {
        batch.policy[sample * POLICY + sample % POLICY] = 1.0;
        batch.wdl[sample * 3 + sample % 3] = 1.0;
        batch.value_weight[sample] = 1.0;
    }
    batch
}

fn run(bencher: Bencher, blocks: usize, channels: usize, micro_batch: usize, threads: usize) {
    let net = NetConfig { blocks, channels, ..NetConfig::default() };
    let config = LearnerConfig { micro_batch, ..LearnerConfig::default() };
    let mut learner = Learner::new(&net, &config, 1).unwrap();
    let batch = samples();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    bencher
        .counter(ItemsCount::new(SAMPLES))
        .bench_local(|| pool.install(|| learner.step(&batch).unwrap()));
}

#[divan::bench(args = [16, 32, 64, 128])]
fn one_thread_blocks_4_channels_32(bencher: Bencher, micro_batch: usize) {
    run(bencher, 4, 32, micro_batch, 1);
}

#[divan::bench(args = [16, 32, 64, 128])]
fn two_threads_blocks_4_channels_32(bencher: Bencher, micro_batch: usize) {
    run(bencher, 4, 32, micro_batch, 2);
}

#[divan::bench(args = [32, 64])]
fn one_thread_blocks_6_channels_64(bencher: Bencher, micro_batch: usize) {
    run(bencher, 6, 64, micro_batch, 1);
}
