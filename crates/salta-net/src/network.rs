//! The policy/value network: its settings, and all its weights as one flat vector.
//!
//! Its computation is a list of operations (`graph`), which `architecture` builds from the
//! settings.

use salta_env::Precision;

use crate::architecture;
use crate::config::{ConfigError, NetConfig, ensure};
use crate::graph::Graph;
use crate::init;
use crate::parameters::Slot;
use crate::ranges::Ranges;

/// Maximum number of weights: 1.6 GB with the learner's vectors.
const MOST_WEIGHTS: usize = 100_000_000;

impl NetConfig {
    /// Checks every field, and the network that they describe.
    ///
    /// # Errors
    /// Names the first invalid field.
    pub fn validate(&self) -> Result<(), ConfigError> {
        self.validate_fields()?;
        let graph = architecture::graph(self);
        let int8 = self.precision == Precision::F32 || graph.has_exact();
        let why = "normalisation and attention blocks need `f32`";
        ensure(int8, "precision", self.precision, why)?;
        let weights = graph.weights();
        let why = format!("the network would have {weights} weights; at most {MOST_WEIGHTS}");
        let largest = graph.slots.iter().max_by_key(|slot| slot.range().len());
        let in_heads = largest.is_some_and(|slot| slot.name.starts_with("heads."));
        let (key, value) = match (in_heads, self.block.len()) {
            (true, _) => ("value_hidden", self.value_hidden.to_string()),
            (false, 0) => ("channels", self.channels.to_string()),
            (false, listed) => ("block", format!("a list of {listed}")),
        };
        ensure(weights <= MOST_WEIGHTS, key, value, &why)
    }

    /// Whether the network can be computed without burn.
    pub(crate) fn has_kernels(&self) -> bool {
        architecture::graph(self).has_kernels()
    }
}

/// A network. It sees every position from the mover's side: square 0 is the mover's near left
/// corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    config: NetConfig,
    values: Vec<f32>,
    /// Quantisation ranges, if it is computed in int8.
    ranges: Option<Ranges>,
}

impl Network {
    /// A network with the initial weights of this seed.
    ///
    /// # Errors
    /// Names the invalid field of `config`.
    pub fn new(config: &NetConfig, seed: u64) -> Result<Self, ConfigError> {
        config.validate()?;
        let values = init::weights(&architecture::graph(config), seed);
        Ok(Self { config: config.clone(), values, ranges: None })
    }

    /// The same network with other weights, in the order of [`Network::slots`].
    ///
    /// # Panics
    /// Unless there are as many values as weights.
    pub fn with_values(&self, values: Vec<f32>) -> Self {
        assert_eq!(values.len(), self.weights(), "as many values as weights");
        Self::of(&self.config, values)
    }

    /// A network with these settings, already checked, and all of its weights.
    pub(crate) fn of(config: &NetConfig, values: Vec<f32>) -> Self {
        debug_assert_eq!(architecture::graph(config).weights(), values.len());
        Self { config: config.clone(), values, ranges: None }
    }

    /// The arithmetic in which it is computed.
    pub fn precision(&self) -> Precision {
        if self.ranges.is_some() { Precision::Int8 } else { Precision::F32 }
    }

    /// The same network in int8 with these ranges, or in f32.
    pub(crate) fn with_ranges(&self, ranges: Option<&Ranges>) -> Network {
        Network { ranges: ranges.cloned(), ..self.clone() }
    }

    pub(crate) fn ranges(&self) -> Option<&Ranges> {
        self.ranges.as_ref()
    }

    /// The settings that it was built from.
    pub fn config(&self) -> &NetConfig {
        &self.config
    }

    /// The number of weights.
    pub fn weights(&self) -> usize {
        self.values.len()
    }

    /// All weights, in the order of [`Network::slots`].
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Its tensors, in order.
    pub fn slots(&self) -> Vec<Slot> {
        self.graph().slots
    }

    /// Multiply-adds for one position.
    pub fn multiply_adds(&self) -> usize {
        self.graph().multiply_adds()
    }

    pub(crate) fn graph(&self) -> Graph {
        architecture::graph(&self.config)
    }
}
