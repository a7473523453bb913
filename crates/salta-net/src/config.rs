//! The network's and the learner's settings: plain, strict data, checked before anything is built.

pub mod auxiliary;
pub mod block;
mod error;

use salta_env::{Encoding, FEATURES, Precision};
use serde::{Deserialize, Serialize};

use crate::terms::{LOSSES, LossWeights};
use auxiliary::AuxiliaryHeads;
use block::{Block, Residual};
pub use error::ConfigError;
use error::NO_BURN;
pub(crate) use error::ensure;

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Returns an error for the first `(key, value, least, most)` whose value is out of bounds.
fn ensure_ranges(ranges: &[(&'static str, f64, f64, f64)]) -> Result<(), ConfigError> {
    let text = |x: f64| if x > 0.0 && x < 1e-3 { format!("{x:e}") } else { x.to_string() };
    for &(key, value, least, most) in ranges {
        let why = format!("it must be from {} to {}", text(least), text(most));
        ensure((least..=most).contains(&value), key, value, &why)?;
    }
    Ok(())
}

/// The number that the shortest decimal notation of `value` stands for: 0.1 for `0.1f32`.
fn as_written(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::NAN)
}

/// Size and shape of a network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetConfig {
    /// Input features per square, as the encoder writes them (docs/encoding.md). Raised to
    /// what the variants need.
    pub features: usize,
    /// Channels per square in the trunk.
    pub channels: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Layers per block.
    pub layers_per_block: usize,
    /// Squares that a layer reads for each square: 5 (itself and 4 diagonal neighbours) or 9 (also
    /// the 4 squares two diagonal steps away).
    pub taps: usize,
    /// Every n-th block also pools over the whole board; 0: no block does.
    pub global_pooling: usize,
    /// Bins of the margin's distribution, an odd number so that one is centred on a draw.
    pub margin_bins: usize,
    /// Margin in points that the outermost bins represent, positive and negative.
    pub margin_max: f32,
    /// Width of the hidden layer below the value heads.
    pub value_hidden: usize,
    // This field and the next are omitted at their defaults, so that the checksums of earlier
    // checkpoints stay valid.
    /// Auxiliary heads, used only in training: `true` for `reply`, `home` and `short_term_value`,
    /// `false` for none, or a list of names, which can also have `soft_policy`.
    #[serde(skip_serializing_if = "is_default")]
    pub auxiliary: AuxiliaryHeads,
    /// Arithmetic of the network in self-play and in players: `f32`, or `int8`, which gives the
    /// same bits on every processor and, with AVX-512 VNNI, evaluates 1.7 (quickstart) to 3.3 times
    /// as many positions. Learning always uses `f32`.
    #[serde(skip_serializing_if = "is_default")]
    pub precision: Precision,
    /// The trunk's blocks one by one, as `[[network.block]]`. If any are given, `blocks`,
    /// `layers_per_block`, `taps` and `global_pooling` are ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub block: Vec<Block>,
}

impl Default for NetConfig {
    fn default() -> Self {
        Self {
            features: FEATURES,
            channels: 32,
            blocks: 4,
            layers_per_block: 2,
            taps: 9,
            global_pooling: 2,
            margin_bins: 41,
            margin_max: 100.0,
            value_hidden: 64,
            auxiliary: AuxiliaryHeads::default(),
            precision: Precision::F32,
            block: Vec::new(),
        }
    }
}

impl NetConfig {
    /// The encoding that the network reads; `None` if it is not for Salta.
    pub fn encoding(&self) -> Option<Encoding> {
        Encoding::of_features(self.features)
    }

    /// Checks every field by itself.
    pub(crate) fn validate_fields(&self) -> Result<(), ConfigError> {
        ensure_ranges(&[
            ("features", self.features as f64, 1.0, 4096.0),
            ("channels", self.channels as f64, 1.0, 4096.0),
            ("blocks", self.blocks as f64, 0.0, 256.0),
            ("layers_per_block", self.layers_per_block as f64, 1.0, 16.0),
            ("global_pooling", self.global_pooling as f64, 0.0, 256.0),
            ("value_hidden", self.value_hidden as f64, 1.0, 65_536.0),
            ("margin_max", as_written(self.margin_max), 1e-3, 1e6),
        ])?;
        ensure([5, 9].contains(&self.taps), "taps", self.taps, "it must be 5 or 9")?;
        let odd = self.margin_bins % 2 == 1 && (3..=4095).contains(&self.margin_bins);
        ensure(odd, "margin_bins", self.margin_bins, "it must be odd, from 3 to 4095")?;
        ensure(self.block.len() <= 256, "block", self.block.len(), "at most 256")?;
        self.auxiliary.validate()?;
        let mut listed = self.block.iter().enumerate();
        listed.try_for_each(|(index, block)| block.validate(index, self.channels))
    }

    /// The trunk's blocks: those listed, or those that the other settings describe.
    pub(crate) fn trunk(&self) -> Vec<Block> {
        if !self.block.is_empty() {
            return self.block.clone();
        }
        let pools = |at: usize| self.global_pooling > 0 && at.is_multiple_of(self.global_pooling);
        let block = |at| Residual {
            layers: self.layers_per_block,
            taps: self.taps,
            pool: pools(at),
            ..Residual::default()
        };
        (1..=self.blocks).map(|at| Block::Residual(block(at))).collect()
    }

    /// The points at the centre of each margin bin, ascending.
    pub fn margin_centres(&self) -> Vec<f32> {
        let half = (self.margin_bins / 2) as f32;
        (0..self.margin_bins).map(|bin| (bin as f32 - half) / half * self.margin_max).collect()
    }
}

/// How the learning rate moves after the warm-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Schedule {
    /// Constant after the warm-up.
    Constant,
    /// Half a cosine wave down to `final_learning_rate` at `total_steps`, constant afterwards.
    Cosine,
}

/// How the optimiser turns gradients into updates of the weights.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Optimizer {
    /// AdamW for all weights.
    #[default]
    Adamw,
    /// Muon for the matrices of the blocks, AdamW for the rest.
    Muon,
}

/// How the gradient is computed; both ways give the same numbers up to rounding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GradientBy {
    /// With the operations' kernels on plain arrays.
    #[default]
    Arrays,
    /// With burn's automatic differentiation: several times slower, but the only way for operations
    /// without a kernel.
    Autodiff,
}

impl GradientBy {
    /// Checks that it can compute the gradient of this network.
    ///
    /// # Errors
    /// If it needs kernels that the network's operations lack.
    pub(crate) fn fits(self, net: &NetConfig) -> Result<(), ConfigError> {
        let kernels = self != GradientBy::Arrays || net.has_kernels();
        let why = "a block of the network has no array kernels; it takes \"autodiff\"";
        ensure(kernels, "gradient", "arrays", why)
    }
}

/// How the learner updates a network: AdamW or Muon, clipped by the global norm, with a moving
/// average.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearnerConfig {
    /// The learning rate after the warm-up.
    pub learning_rate: f32,
    /// Steps over which the learning rate rises linearly from 0.
    pub warmup_steps: u64,
    /// The learning rate after the warm-up: constant, or a cosine down to `final_learning_rate`.
    pub schedule: Schedule,
    /// The learning rate at the end of the cosine.
    pub final_learning_rate: f32,
    /// Steps to the end of the cosine, including the warm-up and any steps that a forked run's
    /// learner has already taken.
    pub total_steps: u64,
    /// Decoupled weight decay of the matrices; biases and the embedding of the squares have none.
    pub weight_decay: f32,
    /// Adam's decay of the first moment.
    pub beta1: f32,
    /// Adam's decay of the second moment.
    pub beta2: f32,
    /// Adam's constant against division by zero.
    pub epsilon: f32,
    /// Gradients with a larger global norm are scaled down to it.
    pub clip_norm: f32,
    /// Decay of the weights' moving average.
    pub ema_decay: f32,
    /// Weight of each term of the loss.
    pub loss: LossWeights,
    /// Samples per gradient computation. The last bits of results depend on it.
    pub micro_batch: usize,
    // This field and the next are omitted at their defaults, so that the checksums of earlier
    // checkpoints stay valid.
    /// How the gradient is computed: `arrays` with hand-written kernels, or `autodiff` with burn's
    /// automatic differentiation, several times slower but needed for operations without array
    /// kernels.
    #[serde(skip_serializing_if = "is_default")]
    pub gradient: GradientBy,
    /// How weights follow their gradient: `adamw`, or `muon`, which takes orthogonal steps for the
    /// matrices of the blocks.
    #[serde(skip_serializing_if = "is_default")]
    pub optimizer: Optimizer,
}

impl Default for LearnerConfig {
    fn default() -> Self {
        Self {
            learning_rate: 1e-3,
            warmup_steps: 100,
            schedule: Schedule::Constant,
            final_learning_rate: 1e-4,
            total_steps: 10_000,
            weight_decay: 1e-4,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            clip_norm: 1.0,
            ema_decay: 0.999,
            loss: LossWeights::default(),
            micro_batch: 64,
            gradient: GradientBy::Arrays,
            optimizer: Optimizer::Adamw,
        }
    }
}

impl LearnerConfig {
    /// Checks every field.
    ///
    /// # Errors
    /// Names the first invalid field.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let float = |key, value: f32, least, most| (key, as_written(value), least, most);
        ensure_ranges(&[
            float("learning_rate", self.learning_rate, 1e-12, 10.0),
            ("warmup_steps", self.warmup_steps as f64, 0.0, 1e12),
            float("final_learning_rate", self.final_learning_rate, 0.0, 10.0),
            ("total_steps", self.total_steps as f64, 0.0, 1e12),
            float("weight_decay", self.weight_decay, 0.0, 10.0),
            float("beta1", self.beta1, 0.0, 0.999_999_9),
            float("beta2", self.beta2, 0.0, 0.999_999_9),
            float("epsilon", self.epsilon, 1e-15, 1.0),
            float("clip_norm", self.clip_norm, 1e-6, 1e6),
            float("ema_decay", self.ema_decay, 0.0, 0.999_999_9),
            ("micro_batch", self.micro_batch as f64, 1.0, 65_536.0),
        ])?;
        ensure_ranges(&self.loss.keyed().map(|(key, weight)| float(key, weight, 0.0, 1e6)))?;
        let room = self.schedule == Schedule::Constant || self.total_steps > self.warmup_steps;
        ensure(room, "total_steps", self.total_steps, "it must exceed `warmup_steps`")
    }

    /// Checks every field, and that this build can compute the gradient of this network.
    ///
    /// # Errors
    /// Names the first invalid field.
    pub fn check(&self, net: &NetConfig) -> Result<(), ConfigError> {
        self.validate()?;
        let built = cfg!(feature = "burn") || self.gradient == GradientBy::Arrays;
        ensure(built, "gradient", "autodiff", NO_BURN)?;
        self.gradient.fits(net)
    }

    /// Checks that a learner with these settings can train this network.
    ///
    /// # Errors
    /// If the gradient needs kernels that the network's operations lack, or a loss has a weight of
    /// its own and the network has no such head.
    pub fn fits(&self, net: &NetConfig) -> Result<(), ConfigError> {
        self.gradient.fits(net)?;
        let weights = self.loss.keyed().into_iter().zip(LossWeights::default().factors());
        LOSSES.iter().zip(weights).try_for_each(|(term, ((key, weight), default))| {
            let good = !term.auxiliary || weight == default || net.auxiliary.contain(term.name);
            ensure(good, key, weight, "`network.auxiliary` does not have this head")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_field_is_named() {
        let even = "`margin_bins` = 40: it must be odd, from 3 to 4095";
        assert_eq!(refused(r#""margin_bins": 40"#), even);
        assert!(refused(r#""taps": 7"#).starts_with("`taps` = 7"));
        let learner = |spoil: fn(&mut LearnerConfig)| {
            let mut config = LearnerConfig::default();
            spoil(&mut config);
            config.validate().unwrap_err().to_string()
        };
        let rate = learner(|config| config.learning_rate = 11.0);
        assert_eq!(rate, "`learning_rate` = 11: it must be from 1e-12 to 10");
        let beta = learner(|config| config.beta1 = 1.0);
        assert_eq!(beta, "`beta1` = 1: it must be from 0 to 0.9999999");
        assert!(learner(|config| config.learning_rate = f32::NAN).starts_with("`learning_rate`"));
        let (schedule, warmup_steps) = (Schedule::Cosine, 10);
        let steps = |total_steps| {
            let learner =
                LearnerConfig { schedule, warmup_steps, total_steps, ..Default::default() };
            learner.validate().map_err(|error| error.key)
        };
        assert_eq!((steps(10), steps(11)), (Err("total_steps"), Ok(())));
    }

    /// Why a network with this setting is refused; empty if it is not.
    fn refused(setting: &str) -> String {
        let net: NetConfig = match serde_json::from_str(&format!("{{{setting}}}")) {
            Ok(net) => net,
            Err(error) => return error.to_string(),
        };
        net.validate().map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn auxiliary_heads_have_names() {
        let refused = |heads: &str| refused(&format!("\"auxiliary\": {heads}"));
        assert_eq!(refused("true") + &refused(r#"["short_term_value", "reply"]"#), "");
        let known = "the auxiliary heads are reply, home, short_term_value, soft_policy";
        for name in ["policy", "hom"] {
            let error = format!("`auxiliary` = \"{name}\": {known}");
            assert!(refused(&format!("[\"reply\", \"{name}\"]")).starts_with(&error));
        }
        assert!(refused(r#"["reply", "reply"]"#).contains("at most once"));
        assert!(refused("3").contains("expected true, false or a list"));
    }

    #[test]
    fn blocks_that_do_not_fit_are_named() {
        let refused = |blocks: &str| refused(&format!("\"block\": [{blocks}]"));
        assert_eq!(refused(r#"{"kind": "residual", "taps": 1, "pool": true}"#), "");
        assert_eq!(refused(r#"{"kind": "residual", "layers": 2, "channels": 8}"#), "");
        let alone = r#"{"kind": "residual", "layers": 1, "channels": 8}"#;
        assert!(refused(alone).contains("8 channels (of block 0)"), "{}", refused(alone));
        assert_eq!(
            refused(r#"{"kind": "residual"}, {"kind": "residual", "taps": 7}"#),
            "`block` = 7 taps (of block 1): it must be 1, 5 or 9"
        );
        assert!(refused(r#"{"kind": "convolution"}"#).contains("unknown variant `convolution`"));
        assert!(refused(r#"{"kind": "residual", "tabs": 9}"#).contains("unknown field `tabs`"));
        let vast = r#"{"kind": "residual", "layers": 16, "channels": 4096}"#;
        assert!(refused(vast).contains("weights; at most"), "{}", refused(vast));
        #[cfg(feature = "burn")]
        {
            assert!(refused(r#"{"kind": "attention", "heads": 5}"#).contains("divide"));
            let net: NetConfig =
                serde_json::from_str(r#"{"block": [{"kind": "attention"}]}"#).unwrap();
            net.validate().unwrap();
            assert_eq!(GradientBy::Arrays.fits(&net).unwrap_err().key, "gradient");
            GradientBy::Autodiff.fits(&net).unwrap();
        }
    }

    #[test]
    fn a_network_without_a_list_of_blocks_is_written_as_ever() {
        let text = serde_json::to_string(&NetConfig::default()).unwrap();
        assert!(text.ends_with(r#""value_hidden":64}"#), "{text}");
    }

    #[test]
    fn unknown_fields_are_refused() {
        assert!(serde_json::from_str::<NetConfig>(r#"{"chanels": 3}"#).is_err());
        assert!(serde_json::from_str::<LearnerConfig>(r#"{"loss": {"value": 1}}"#).is_err());
    }
}
