//! AdamW on flat vectors (Loshchilov & Hutter 2019, algorithm 2, decay times the learning rate);
//! with `optimizer = "muon"`, `muon` updates the matrices of the blocks instead.

use crate::config::{LearnerConfig, Optimizer};
use crate::muon;
use crate::parameters::Slot;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Adam {
    /// Running mean of the gradient; for the matrices that Muon updates, its momentum.
    pub(crate) first_moment: Vec<f32>,
    /// Running mean of the squared gradient.
    pub(crate) second_moment: Vec<f32>,
}

impl Adam {
    pub(crate) fn new(weights: usize) -> Self {
        Self { first_moment: vec![0.0; weights], second_moment: vec![0.0; weights] }
    }

    /// Updates `weights` with `gradient`; `step` counts from 1.
    pub(crate) fn update(
        &mut self,
        weights: &mut [f32],
        gradient: &[f32],
        slots: &[Slot],
        config: &LearnerConfig,
        learning_rate: f32,
        step: u64,
    ) {
        let exponent = step.min(i32::MAX as u64) as i32;
        let correction = |beta: f32| (1.0 - f64::from(beta).powi(exponent)) as f32;
        let (first_scale, second_scale) = (correction(config.beta1), correction(config.beta2));
        for slot in slots {
            let decay = if slot.is_matrix() { learning_rate * config.weight_decay } else { 0.0 };
            let in_a_block = slot.is_matrix() && slot.name.starts_with("blocks.");
            if config.optimizer == Optimizer::Muon && in_a_block {
                let (range, rows) = (slot.range(), slot.shape[0]);
                let momentum = &mut self.first_moment[range.clone()];
                let step = muon::step(momentum, &gradient[range.clone()], rows);
                for (weight, step) in weights[range].iter_mut().zip(step) {
                    *weight -= decay * *weight + learning_rate * step;
                }
                continue;
            }
            for at in slot.range() {
                let gradient = gradient[at];
                self.first_moment[at] += (1.0 - config.beta1) * (gradient - self.first_moment[at]);
                self.second_moment[at] +=
                    (1.0 - config.beta2) * (gradient * gradient - self.second_moment[at]);
                let spread = (self.second_moment[at] / second_scale).sqrt() + config.epsilon;
                let change = learning_rate * (self.first_moment[at] / first_scale) / spread;
                weights[at] -= decay * weights[at] + change;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(name: &str, start: usize) -> Slot {
        Slot { name: name.to_owned(), shape: vec![1, 1], start }
    }

    #[test]
    fn the_first_step_is_the_learning_rate_whatever_the_gradient() {
        let config = LearnerConfig { weight_decay: 0.0, ..LearnerConfig::default() };
        let mut weights = [1.0, 1.0];
        let slots = [slot("a.weight", 0), slot("a.bias", 1)];
        Adam::new(2).update(&mut weights, &[1e-3, -50.0], &slots, &config, 0.01, 1);
        assert!((weights[0] - 0.99).abs() < 1e-5);
        assert!((weights[1] - 1.01).abs() < 1e-5);
    }

    #[test]
    fn muon_moves_the_matrices_of_blocks_alone() {
        let config = LearnerConfig { optimizer: Optimizer::Muon, ..LearnerConfig::default() };
        let names = ["blocks.0.layers.0.weight", "blocks.0.layers.0.bias", "stem.weight"];
        let slots = [0, 1, 2].map(|at| slot(names[at], at));
        let (mut adam, mut weights) = (Adam::new(3), [0.0; 3]);
        adam.update(&mut weights, &[1e-3, 1e-3, 1e-3], &slots, &config, 0.01, 1);
        assert!((weights[0] + 0.002).abs() < 0.001, "{weights:?}"); // a step with an RMS of 0.2
        assert_eq!((weights[1], adam.second_moment[0]), (weights[2], 0.0));
        assert!((weights[1] + 0.01).abs() < 1e-4, "{weights:?}");
    }

    #[test]
    fn only_matrices_decay() {
        let config = LearnerConfig { weight_decay: 0.5, ..LearnerConfig::default() };
        let mut weights = [1.0, 1.0];
        let slots = [slot("a.weight", 0), slot("a.bias", 1)];
        Adam::new(2).update(&mut weights, &[0.0, 0.0], &slots, &config, 0.1, 1);
        assert_eq!(weights, [0.95, 1.0]);
    }
}
