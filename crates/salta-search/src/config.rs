//! The knobs of a search.

use crate::{puct::PuctConfig, qtransform::QScale};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which action a simulation takes, and what a search reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Sequential halving with Gumbel noise at the root, the deterministic rule below it; the
    /// improved policy is the target.
    #[default]
    Gumbel,
    /// AlphaZero's rule everywhere; the visits are the target.
    Puct,
}

/// The knobs of a search. "The paper" is Danihelka et al. 2022, "Policy improvement by planning
/// with Gumbel" (ICLR 2022).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchConfig {
    /// `gumbel` (the default) or `puct`.
    pub method: Method,
    /// Simulations a search, not counting the evaluation of the root; one that ends in a finished
    /// game costs no evaluation but counts. Default 64, the project's unit of strength claims.
    pub simulations: u32,
    /// Root actions that sequential halving starts from (`m` of the paper's Algorithm 2), at
    /// least 1. Default 16, as in the paper's Go and chess runs and in mctx.
    pub max_considered_actions: u32,
    /// `c_visit` of the paper's Eq. 8. Default 50, the paper's value (mctx: `maxvisit_init`).
    pub c_visit: f32,
    /// `c_scale` of the paper's Eq. 8, on Q in `[-1, 1]` with no rescaling per node. Default 0.1
    /// (mctx: `value_scale`, there on a Q stretched to `[0, 1]`); larger trusts Q over the prior.
    /// Sigma grows with visits, so with thousands of simulations a smaller scale is needed, or
    /// what looks bad at first is never looked at again.
    pub c_scale: f32,
    /// Factor on the root's Gumbel noise: 1 explores (self-play), 0 searches deterministically
    /// (matches; mctx `gumbel_scale`). Default 1.
    pub gumbel_scale: f32,
    /// Positions of the last search that are kept for the next one, at most, those nearest to the
    /// new root first. Default 0: each search starts from nothing. Kept visits come on top of the
    /// simulations: they are part of each Q, but sequential halving gives out its whole budget
    /// anew, and its first actions are still a sample from the policy alone. A tree never holds
    /// more than this (or 1) and `simulations` positions, those of `skip_forced` aside.
    pub reuse_nodes: u32,
    /// Positions with one legal action that a simulation passes on its way without an evaluation,
    /// at most so many in a row: they are worth what follows. Default 0: each costs a simulation.
    pub skip_forced: u32,
    /// Whether a position reached in several ways is evaluated once. The result is the same either
    /// way, and so is the evaluator's answer as long as it depends on the position alone. Default
    /// `false`: with few simulations positions hardly recur.
    pub share_evaluations: bool,
    /// The knobs of `method = "puct"`.
    pub puct: PuctConfig,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            method: Method::Gumbel,
            simulations: 64,
            max_considered_actions: 16,
            c_visit: 50.0,
            c_scale: 0.1,
            gumbel_scale: 1.0,
            reuse_nodes: 0,
            skip_forced: 0,
            share_evaluations: false,
            puct: PuctConfig::default(),
        }
    }
}

/// A knob outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ConfigError {
    /// Sequential halving needs a first action.
    #[error("`max_considered_actions` must be at least 1")]
    NoConsideredAction,
    /// Scales are finite and not negative.
    #[error("`{field}` must be finite and not negative, got {value}")]
    BadScale {
        /// The field's name.
        field: &'static str,
        /// What it held.
        value: f32,
    },
    /// Another number outside its range.
    #[error("`{field}` must be {range}, got {value}")]
    OutOfRange {
        /// The field's name.
        field: &'static str,
        /// What it may hold.
        range: &'static str,
        /// What it held.
        value: f32,
    },
}

impl SearchConfig {
    /// Checks the ranges.
    ///
    /// # Errors
    /// The first knob outside its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.max_considered_actions == 0 {
            return Err(ConfigError::NoConsideredAction);
        }
        let scales = [
            ("c_visit", self.c_visit),
            ("c_scale", self.c_scale),
            ("gumbel_scale", self.gumbel_scale),
        ];
        match scales.into_iter().find(|(_, value)| !(value.is_finite() && *value >= 0.0)) {
            Some((field, value)) => Err(ConfigError::BadScale { field, value }),
            None => self.puct.validate(),
        }
    }

    /// The same search without noise at the root, of either method, as matches want it.
    #[must_use]
    pub fn without_noise(self) -> Self {
        let puct = PuctConfig { dirichlet_fraction: 0.0, ..self.puct };
        Self { gumbel_scale: 0.0, puct, ..self }
    }

    /// The scale on Q, for [`qtransform`](crate::qtransform).
    #[must_use]
    pub fn q_scale(&self) -> QScale {
        QScale { c_visit: self.c_visit, c_scale: self.c_scale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puct::FirstPlay;

    #[test]
    fn defaults_are_valid_and_fill_missing_keys() {
        assert_eq!(SearchConfig::default().validate(), Ok(()));
        let config: SearchConfig = toml::from_str("simulations = 8").unwrap();
        assert_eq!(config, SearchConfig { simulations: 8, ..SearchConfig::default() });
    }

    #[test]
    fn unknown_keys_are_refused() {
        assert!(toml::from_str::<SearchConfig>("simulation = 8").is_err());
    }

    #[test]
    fn ranges_are_checked() {
        let config = SearchConfig { max_considered_actions: 0, ..SearchConfig::default() };
        assert_eq!(config.validate(), Err(ConfigError::NoConsideredAction));
        for bad in [-1.0, f32::NAN, f32::INFINITY] {
            let config = SearchConfig { c_scale: bad, ..SearchConfig::default() };
            let error = config.validate().unwrap_err();
            assert!(error.to_string().contains("c_scale"), "{error}");
        }
    }

    #[test]
    fn ranges_of_puct_are_checked() {
        for (text, field) in [
            ("puct = { c_init = -1.0 }", "puct.c_init"),
            ("puct = { c_base = 0.0 }", "puct.c_base"),
            ("puct = { first_play_reduction = inf }", "puct.first_play_reduction"),
            ("puct = { dirichlet_alpha = 0.0 }", "puct.dirichlet_alpha"),
            ("puct = { dirichlet_fraction = 1.5 }", "puct.dirichlet_fraction"),
        ] {
            let config: SearchConfig = toml::from_str(text).unwrap();
            let error = config.validate().unwrap_err().to_string();
            assert!(error.contains(field), "{error}");
        }
    }

    #[test]
    fn every_knob_survives_a_file() {
        let text = r#"
            method = "puct"
            reuse_nodes = 100
            skip_forced = 8
            share_evaluations = true
            puct = { c_init = 2.0, first_play = "loss", dirichlet_fraction = 0.1 }
        "#;
        let config: SearchConfig = toml::from_str(text).unwrap();
        assert_eq!((config.method, config.puct.first_play), (Method::Puct, FirstPlay::Loss));
        let written = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<SearchConfig>(&written).unwrap(), config);
        assert_eq!(config.without_noise().puct.dirichlet_fraction, 0.0);
    }
}
