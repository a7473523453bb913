//! The learner: performs updates, bit-identical for any number of threads.

use std::sync::Arc;

use rayon::prelude::*;
use thiserror::Error;

use crate::adam::Adam;
use crate::architecture;
use crate::batch::{BatchError, TrainBatch};
use crate::compute::{Compute, ComputeError};
use crate::config::{ConfigError, GradientBy, LearnerConfig, NetConfig, Optimizer, ensure};
use crate::gradient::{Gradient, Objective, Part};
use crate::graph::Graph;
use crate::heads;
use crate::kernels::arch::arch;
use crate::network::Network;
use crate::parameters;
#[cfg(feature = "burn")]
use crate::tensors::autodiff;
use crate::terms::{COUNT, LOSSES, Losses, Update};
use crate::update;
use crate::{POLICY, SQUARES};

/// A step that failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StepError {
    /// The batch is not valid.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// Training has diverged.
    #[error("step {step}: the {what} is not a finite number")]
    NotFinite {
        /// The step, counted from 1.
        step: u64,
        /// A loss, as in `policy loss`, the `gradient norm`, or a tensor of the weights.
        what: String,
    },
}

/// A network in training: weights, their moving average, the optimiser's moments and a step count.
#[derive(Debug, Clone)]
pub struct Learner {
    pub(crate) net: NetConfig,
    pub(crate) config: LearnerConfig,
    pub(crate) graph: Arc<Graph>,
    pub(crate) state: State,
    compute: Compute,
}

/// Everything an update changes, as flat vectors in the order of [`Network::slots`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct State {
    pub(crate) weights: Vec<f32>,
    pub(crate) average: Vec<f32>,
    pub(crate) adam: Adam,
    pub(crate) steps: u64,
}

impl Learner {
    /// A learner of a new network with the initial weights of this seed.
    ///
    /// # Errors
    /// Names the invalid setting.
    pub fn new(net: &NetConfig, config: &LearnerConfig, seed: u64) -> Result<Self, ConfigError> {
        Self::from_network(Network::new(net, seed)?, config)
    }

    /// A learner that continues from an existing network, with a new optimiser state.
    ///
    /// # Errors
    /// Names the invalid setting.
    pub fn from_network(network: Network, config: &LearnerConfig) -> Result<Self, ConfigError> {
        let weights = network.values().to_vec();
        let adam = Adam::new(weights.len());
        let state = State { average: weights.clone(), weights, adam, steps: 0 };
        Self::from_state(network.config().clone(), config, state)
    }

    pub(crate) fn from_state(
        net: NetConfig,
        config: &LearnerConfig,
        state: State,
    ) -> Result<Self, ConfigError> {
        config.check(&net)?;
        Ok(Self {
            graph: Arc::new(architecture::graph(&net)),
            net,
            config: config.clone(),
            state,
            compute: Compute::Cpu,
        })
    }

    /// The same learner with other settings for all further steps, such as a lower learning rate.
    ///
    /// # Errors
    /// Names the invalid setting.
    pub fn with_config(mut self, config: &LearnerConfig) -> Result<Self, ConfigError> {
        config.check(&self.net)?;
        let (asked, own) = (config.optimizer, self.config.optimizer);
        let name = |of: Optimizer| format!("{of:?}").to_lowercase();
        let why = format!("the moments of its weights are those of `{}`", name(own));
        ensure(asked == own, "optimizer", name(asked), &why)?;
        self.config = config.clone();
        Ok(self)
    }

    /// The same learner with its gradients computed on another device: on a GPU, with automatic
    /// differentiation.
    ///
    /// # Errors
    /// If the device does not work.
    pub fn on(self, compute: Compute) -> Result<Self, ComputeError> {
        compute.check(&self.net)?;
        Ok(self.computed(compute))
    }

    /// [`Learner::on`], unchecked.
    pub(crate) fn computed(mut self, compute: Compute) -> Self {
        self.compute = compute;
        self
    }

    /// Approximate bytes of memory needed for updates with batches of this many samples: the
    /// weights, their average and moments, the gradient of each micro-batch and their sum, and the
    /// batch.
    pub fn memory(net: &NetConfig, config: &LearnerConfig, batch: usize) -> u64 {
        let (weights, word) = (architecture::graph(net).weights(), size_of::<f32>());
        let vectors = 4 + batch.div_ceil(config.micro_batch.max(1)) + 1;
        let sample = SQUARES * net.features * word + POLICY * (word + 1);
        (weights * word * vectors + batch * sample) as u64
    }

    /// The number of updates so far.
    pub fn steps(&self) -> u64 {
        self.state.steps
    }

    /// The network's settings.
    pub fn net_config(&self) -> &NetConfig {
        &self.net
    }

    /// A copy of the network as the last update left it.
    pub fn network(&self) -> Network {
        Network::of(&self.net, self.state.weights.clone())
    }

    /// The network with the moving average of the weights: the one to play with.
    pub fn ema_network(&self) -> Network {
        Network::of(&self.net, self.state.average.clone())
    }

    /// Performs one update with one batch.
    ///
    /// The batch is split into micro-batches of the configured size; their gradients are computed
    /// on the current rayon pool and added in order.
    ///
    /// # Errors
    /// If the batch is not valid, or a loss or the gradient's norm is not finite; the learner is
    /// then unchanged. Also if the weights are no longer finite; the learner is then unusable.
    pub fn step(&mut self, batch: &TrainBatch) -> Result<Losses, StepError> {
        let (heads, mut gradient) = self.gradient(batch)?;
        let norm = update::clip(&mut gradient, self.config.clip_norm);
        self.check_finite(&heads, norm)?;
        let learning_rate = update::learning_rate(&self.config, self.state.steps);
        let State { weights, average, adam, steps } = &mut self.state;
        let slots = &self.graph.slots;
        adam.update(weights, &gradient, slots, &self.config, learning_rate, *steps + 1);
        update::move_average(average, weights, self.config.ema_decay, *steps);
        *steps += 1;
        if let Some(slot) = parameters::not_finite(slots, weights) {
            let what = format!("tensor `{}`", slot.name);
            return Err(StepError::NotFinite { step: *steps, what });
        }
        Ok(Losses::new(heads, &self.config.loss, Update { gradient_norm: norm, learning_rate }))
    }

    /// The losses of each head and the gradient of their weighted sum.
    pub(crate) fn gradient(&self, batch: &TrainBatch) -> Result<Part, StepError> {
        batch.validate(self.net.features)?;
        let divisors = heads::divisors(batch, &self.net);
        let objective = Objective { batch, divisors, weights: &self.config.loss };
        let (samples, size) = (batch.samples, self.config.micro_batch);
        let starts = (0..samples).step_by(size);
        let parts: Vec<_> = starts.map(|start| start..samples.min(start + size)).collect();
        let gradients: Vec<Part> = match (self.compute, self.config.gradient) {
            (Compute::Cpu, GradientBy::Arrays) => {
                let graph = Arc::clone(&self.graph);
                let gradient = Gradient::new(arch(), &self.net, graph, &self.state.weights)
                    .expect("the settings were checked");
                parts.par_iter().map(|part| gradient.of(objective, part.clone())).collect()
            }
            #[cfg(feature = "burn")]
            _ => autodiff::gradients(&self.network(), objective, &parts, self.compute),
            #[cfg(not(feature = "burn"))]
            _ => unreachable!("devices and settings that need burn are refused"),
        };
        let mut parts = gradients.into_iter();
        let (mut heads, mut gradient) = parts.next().expect("a checked batch has samples");
        for (part_heads, part_gradient) in parts {
            heads.iter_mut().zip(part_heads).for_each(|(sum, part)| *sum += part);
            gradient.iter_mut().zip(part_gradient).for_each(|(sum, part)| *sum += part);
        }
        Ok((heads, gradient))
    }

    fn check_finite(&self, heads: &[f32; COUNT], norm: f32) -> Result<(), StepError> {
        let losses = LOSSES.iter().zip(heads);
        let losses = losses.map(|(term, &loss)| (format!("{} loss", term.name), loss));
        let mut all = losses.chain([("gradient norm".to_owned(), norm)]);
        match all.find(|(_, value)| !value.is_finite()) {
            Some((what, _)) => Err(StepError::NotFinite { step: self.state.steps + 1, what }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn memory_is_that_of_weights_micro_batches_and_samples() {
        let (net, config) = (samples::small(), LearnerConfig::default());
        let of = |batch| Learner::memory(&net, &config, batch);
        // Weights, average, two moments and the sum of the gradients.
        let vector = 4 * architecture::graph(&net).weights() as u64;
        assert_eq!(of(0), 5 * vector);
        let sample = of(1) - 6 * vector;
        let micro = config.micro_batch;
        assert_eq!(of(micro + 1), 7 * vector + (micro as u64 + 1) * sample);
    }

    /// A step clips the gradient once and updates the average once, in this order.
    #[test]
    fn a_step_is_what_its_parts_make() {
        let config = LearnerConfig { clip_norm: 0.01, ..LearnerConfig::default() };
        let (net, batch) = (samples::small(), samples::batch(&samples::small(), 8));
        let mut learner = Learner::new(&net, &config, 1).unwrap();
        for step in 1..4 {
            let State { mut weights, average, mut adam, .. } = learner.state.clone();
            let (_, mut gradient) = learner.gradient(&batch).unwrap();
            let norm = update::norm(&gradient);
            assert!(norm > 0.1);
            gradient.iter_mut().for_each(|value| *value *= 0.01 / norm);
            let rate = update::learning_rate(&config, step - 1);
            adam.update(&mut weights, &gradient, &learner.graph.slots, &config, rate, step);
            let losses = learner.step(&batch).unwrap();
            assert_eq!((losses.gradient_norm, losses.learning_rate), (norm, rate));
            assert_eq!((&learner.state.weights, &learner.state.adam), (&weights, &adam));
            let kept = config.ema_decay.min(step as f32 / (9 + step) as f32);
            for ((found, old), weight) in learner.state.average.iter().zip(&average).zip(&weights) {
                let expected = kept * old + (1.0 - kept) * weight;
                assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
            }
        }
    }
}
