//! The knobs of a search.

use crate::qtransform::QScale;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The knobs of a search. "The paper" is Danihelka et al. 2022, "Policy improvement by planning
/// with Gumbel" (ICLR 2022).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchConfig {
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
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            simulations: 64,
            max_considered_actions: 16,
            c_visit: 50.0,
            c_scale: 0.1,
            gumbel_scale: 1.0,
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
            None => Ok(()),
        }
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
}
