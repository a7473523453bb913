//! Pins the bits of the forward pass and of the gradient for each instruction set: a change that is
//! meant to preserve every bit must preserve these hashes.
//! `cargo test -p salta-net pinned -- --nocapture` prints the hashes that it finds.

use pulp::Arch;

use crate::config::NetConfig;
use crate::forward::Forward;
use crate::gradient::{Gradient, Objective};
use crate::heads::divisors;
use crate::samples::{arches, batch, configs, features, network};
use crate::terms::LossWeights;

/// Batch size that needs tiles of every size.
const BATCH: usize = 15;

/// Number of losses hashed: those of the heads that existed when the hashes were made.
const TERMS: usize = 7;

/// By instruction set, for each of the first eight [`configs`]: the BLAKE3 hash of the outputs, and
/// that of losses and gradient, the first 16 hexadecimal digits of each.
const PINNED: &[(&str, [[&str; 2]; 8])] = &[
    (
        "Scalar",
        [
            ["8ff0188fe92bb502", "02c651389ca14749"],
            ["3726e1f0d1b47f8c", "d51909e0f1ea78b8"],
            ["88e5fa75ab744d06", "9a4a1121f2f3c197"],
            ["6f1c95a6ddb14329", "56736efa24290a06"],
            ["0ac144fa9238e329", "fb318f57c2ed9471"],
            ["8ff0188fe92bb502", "f5b0d94c24c17c83"],
            ["f9cc802fd065fbc6", "3aa0ff844edd92a9"],
            ["2729c23a0fa46d20", "6a95088b69f83854"],
        ],
    ),
    (
        "V4",
        [
            ["94042ebff91a8ea7", "c9423c13f55007e9"],
            ["b8027ae5378bbd20", "d7c6d1f011878f33"],
            ["12aa4aaf83fa0809", "d79e207f8d59106d"],
            ["76296708c10457ba", "0f6714d37a13011d"],
            ["80a7da7051e78f1b", "57b06b910162f092"],
            ["94042ebff91a8ea7", "feee56f46a636187"],
            ["953150df36633331", "ceb8f67f3db7db43"],
            ["b6df5874dd62efd3", "ff614edb331cd10b"],
        ],
    ),
    (
        "V3",
        [
            ["94042ebff91a8ea7", "9786a854da480776"],
            ["b8027ae5378bbd20", "cf8389b1d92e2826"],
            ["12aa4aaf83fa0809", "96a2d8b7d910f9ad"],
            ["76296708c10457ba", "ae84bceb05a05768"],
            ["80a7da7051e78f1b", "6d92ab49bbb25192"],
            ["94042ebff91a8ea7", "3ce5e6b7939c19bf"],
            ["953150df36633331", "a5b27ecf11be1151"],
            ["b6df5874dd62efd3", "3d4de807313a3d17"],
        ],
    ),
];

#[test]
fn outputs_and_gradients_keep_their_bits() {
    let mut missing = Vec::new();
    for arch in arches() {
        let found: Vec<[String; 2]> =
            configs()[..8].iter().map(|c| [outputs(arch, c), gradient(arch, c)]).collect();
        println!("(\"{}\", {found:?}),", name(arch));
        match PINNED.iter().find(|(pinned, _)| *pinned == name(arch)) {
            Some((_, expected)) => assert_eq!(found, expected, "{arch:?}"),
            None => missing.push(name(arch)),
        }
    }
    assert!(missing.is_empty(), "nothing is pinned for {missing:?}");
}

fn name(arch: Arch) -> String {
    let text = format!("{arch:?}");
    text.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

fn outputs(arch: Arch, config: &NetConfig) -> String {
    let forward = Forward::new(arch, &network(config)).expect("kernels");
    let raw = forward.run(&features(config, BATCH), BATCH);
    let row = |at| {
        let rows = raw.iter().map(move |head| (head, head.len() / BATCH));
        rows.flat_map(move |(head, each)| head[at * each..(at + 1) * each].to_vec())
    };
    hash((0..BATCH).flat_map(row))
}

fn gradient(arch: Arch, config: &NetConfig) -> String {
    let (network, batch) = (network(config), batch(config, BATCH));
    let weights = &LossWeights { plies: 0.7, margin: 0.9, ..LossWeights::default() };
    let gradient = Gradient::new(arch, config, network.graph().into(), network.values());
    let objective = Objective { batch: &batch, divisors: divisors(&batch, config), weights };
    let (losses, found) = gradient.expect("kernels").of(objective, 0..BATCH);
    // Later heads have a loss of 0 here.
    hash(losses.into_iter().take(TERMS).chain(found))
}

fn hash(values: impl Iterator<Item = f32>) -> String {
    let mut hasher = blake3::Hasher::new();
    values.for_each(|value| {
        hasher.update(&value.to_le_bytes());
    });
    hasher.finalize().to_hex()[..16].to_owned()
}
