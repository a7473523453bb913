//! The gradient compared with burn's automatic differentiation.

use std::slice::from_ref;
use std::sync::Arc;

use super::{Gradient, Objective};
use crate::compute::Compute;
use crate::heads::divisors;
use crate::samples::{arches, batch, configs, network};
use crate::tensors::autodiff;
use crate::terms::LossWeights;

fn assert_close(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let most = expected.iter().fold(0f32, |most, value| most.max(value.abs()));
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= 1e-4 * most, "{what} {at}: {found}, not {expected}");
    }
}

#[test]
fn the_same_numbers_as_automatic_differentiation() {
    let weights = LossWeights { plies: 0.7, margin: 0.9, ..LossWeights::default() };
    for config in configs() {
        let (network, batch) = (network(&config), batch(&config, 15)); // tiles of every size
        batch.validate(config.features).unwrap();
        let divisors = divisors(&batch, &config);
        let objective = Objective { batch: &batch, divisors, weights: &weights };
        let parts = autodiff::gradients(&network, objective, from_ref(&(0..15)), Compute::Cpu);
        let (losses, expected) = &parts[0];
        let graph = Arc::new(network.graph());
        for arch in arches() {
            let gradient = Gradient::new(arch, &config, Arc::clone(&graph), network.values());
            let Some(gradient) = gradient else { continue };
            let (found_losses, found) = gradient.of(objective, 0..15);
            let what = format!("{arch:?}, {config:?}");
            assert_close(&found_losses, losses, &format!("losses, {what}"));
            for slot in &graph.slots {
                let (found, expected) = (&found[slot.range()], &expected[slot.range()]);
                assert_close(found, expected, &format!("{}, {what}", slot.name));
            }
        }
    }
}
