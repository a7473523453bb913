//! Networks and batches for comparing the passes on plain arrays with burn, and GPUs with the CPU.

#[cfg(test)]
use pulp::Arch;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::batch::{AuxiliaryTargets, TrainBatch};
use crate::config::NetConfig;
#[cfg(test)]
use crate::config::{
    auxiliary::AuxiliaryHeads,
    block::{Attention, Block, Bottleneck, Plain, Residual},
};
use crate::network::Network;
#[cfg(test)]
use crate::terms::LOSSES;
use crate::{POLICY, SQUARES};

/// A network none of whose weights is zero, as after training.
pub(crate) fn network(config: &NetConfig) -> Network {
    let network = Network::new(config, 1).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let values = network.values().iter();
    let values: Vec<f32> = values.map(|v| v + rng.random_range(-0.05..0.05)).collect();
    network.with_values(values)
}

#[cfg(test)]
/// All instruction sets that this processor has.
pub(crate) fn arches() -> Vec<Arch> {
    #[allow(unused_mut)]
    let mut arches = vec![Arch::Scalar, Arch::new()];
    #[cfg(target_arch = "x86_64")]
    arches.extend(pulp::x86::V3::try_new().map(Arch::V3));
    arches
}

#[cfg(test)]
pub(crate) fn small() -> NetConfig {
    NetConfig { features: 5, channels: 16, blocks: 2, value_hidden: 24, ..NetConfig::default() }
}

#[cfg(test)]
/// Blocks of each kind that int8 supports.
pub(crate) fn exact_blocks() -> Vec<Block> {
    let narrow = Residual { channels: 20, layers: 3, pool: true, ..Residual::default() };
    let bottleneck = Bottleneck { channels: 5, pool: true, ..Bottleneck::default() };
    let plain = Plain { layers: 2, taps: 5 };
    vec![Block::Residual(narrow), Block::Plain(plain), Block::Bottleneck(bottleneck)]
}

#[cfg(test)]
/// Blocks that cover every code path, all with kernels.
pub(crate) fn blocks() -> Vec<Block> {
    let narrow = Residual { channels: 20, layers: 3, pool: true, ..Residual::default() };
    let normalised = Residual { taps: 1, normalise: true, ..Residual::default() };
    let both = Residual { layers: 1, taps: 5, normalise: true, pool: true, channels: 0 };
    let mut blocks = Vec::from([narrow, normalised, both].map(Block::Residual));
    let bottleneck =
        Bottleneck { channels: 5, pool: true, normalise: true, ..Bottleneck::default() };
    blocks.extend([Block::Plain(Plain { layers: 2, taps: 5 }), Block::Bottleneck(bottleneck)]);
    blocks
}

#[cfg(test)]
/// Settings that cover every code path: odd widths, no pooling, few taps, no blocks, one layer per
/// block.
pub(crate) fn configs() -> Vec<NetConfig> {
    let auxiliary = LOSSES.iter().rev().filter(|term| term.auxiliary);
    let last_first = AuxiliaryHeads::Named(auxiliary.map(|term| term.name.to_owned()).collect());
    vec![
        small(),
        NetConfig { channels: 32, ..small() },
        NetConfig { channels: 48, taps: 5, global_pooling: 0, ..small() },
        NetConfig { channels: 7, global_pooling: 1, value_hidden: 3, ..small() },
        NetConfig { blocks: 0, ..small() },
        NetConfig { auxiliary: AuxiliaryHeads::All(true), ..small() },
        NetConfig { layers_per_block: 1, global_pooling: 1, ..small() },
        NetConfig { layers_per_block: 3, ..small() },
        NetConfig {
            block: blocks(),
            channels: 12,
            auxiliary: AuxiliaryHeads::All(true),
            ..small()
        },
        NetConfig { block: vec![Block::Attention(Attention { heads: 4 }); 2], ..small() },
        NetConfig { auxiliary: last_first, ..small() },
        NetConfig { block: exact_blocks(), ..small() },
    ]
}

/// Random features `[batch, 50, F]`.
pub(crate) fn features(config: &NetConfig, batch: usize) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    (0..batch * SQUARES * config.features).map(|_| rng.random_range(-1.0..1.0)).collect()
}

/// Random samples; each kind of target is missing from some of them.
pub(crate) fn batch(config: &NetConfig, samples: usize) -> TrainBatch {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut batch = TrainBatch::zeros(samples, config.features);
    batch.features.iter_mut().for_each(|value| *value = rng.random_range(-1.0..1.0));
    batch.auxiliary = AuxiliaryTargets {
        reply: (0..samples)
            .map(|_| rng.random_bool(0.8).then(|| rng.random_range(0..200)))
            .collect(),
        home: (0..samples * SQUARES)
            .map(|_| rng.random_bool(0.6).then(|| rng.random_bool(0.5)))
            .collect(),
        short_term_value: (0..samples)
            .map(|_| rng.random_bool(0.8).then(|| rng.random_range(-1.0..1.0)))
            .collect(),
    };
    for sample in 0..samples {
        let actions = sample * POLICY..(sample + 1) * POLICY;
        let legal = &mut batch.legal[actions.clone()];
        legal.iter_mut().for_each(|legal| *legal = rng.random_bool(0.1));
        legal[7] = true;
        let shares: Vec<f32> = legal.iter().map(|l| if *l { rng.random() } else { 0.0 }).collect();
        let sum: f32 = shares.iter().sum();
        if sample % 5 != 1 {
            batch.policy[actions].iter_mut().zip(shares).for_each(|(to, share)| *to = share / sum);
        }
        batch.wdl[sample * 3 + sample % 3] = 1.0;
        batch.value_weight[sample] = if sample % 4 == 3 { 0.0 } else { rng.random_range(0.5..1.0) };
        batch.margin[sample] = rng.random_range(-120.0..120.0);
        batch.plies[sample] = rng.random_range(0.0..300.0);
    }
    batch
}
