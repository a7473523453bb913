//! The settings of a search.

use crate::{
    error::{ConfigError, check},
    method::{GumbelConfig, PuctConfig},
};
use serde::{Deserialize, Deserializer, Serialize};

/// Which [`Policy`](crate::Policy) a search follows.
///
/// # Examples
///
/// ```
/// use salta_search::{Method, SearchConfig};
///
/// let config: SearchConfig = toml::from_str("method = \"puct\"")?;
/// assert_eq!(config.method, Method::Puct);
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// [`Gumbel`](crate::Gumbel): sequential halving with Gumbel noise at the root, a deterministic
    /// rule below it. The improved policy is the target.
    #[default]
    Gumbel,
    /// [`Puct`](crate::Puct): AlphaZero's rule everywhere. The distribution of the visits is the
    /// target.
    Puct,
}

/// The settings of a search. In a file, each policy has its own table.
///
/// # Examples
///
/// ```
/// let config: salta_search::SearchConfig = toml::from_str(
///     r#"
///     simulations = 100
///     reuse_nodes = 50
///     [gumbel]
///     max_considered_actions = 8
///     "#,
/// )?;
/// assert_eq!(config.gumbel.max_considered_actions, 8);
/// assert_eq!(config.gumbel.c_visit, 50.0); // what is not there keeps its default
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SearchConfig {
    /// The policy that the search follows.
    pub method: Method,
    /// Simulations per search, not counting the evaluation of the root. A simulation that ends in a
    /// finished game needs no evaluation but still counts. Default 64, in a training config 16.
    pub simulations: u32,
    /// At most this many positions of the previous search are kept for the next one, those nearest
    /// to the new root first. Default 0: each search starts with an empty tree. Kept visits are
    /// added to the simulations: they are part of each Q, but sequential halving still distributes
    /// its whole budget, and its first actions are still sampled from the policy alone. A tree
    /// never holds more positions than this (or 1) plus `simulations`, not counting those passed by
    /// `skip_forced`.
    pub reuse_nodes: u32,
    /// At most this many consecutive positions with one legal action that a simulation passes
    /// without an evaluation; their value is that of the position that follows. Default 0: each
    /// costs a simulation.
    pub skip_forced: u32,
    /// Whether a position reached in several ways is evaluated once per tree. The result is the
    /// same either way, as long as evaluations depend on the position alone. Default `false`,
    /// because with few simulations positions rarely recur.
    pub share_evaluations: bool,
    /// The settings of `method = "gumbel"`.
    pub gumbel: GumbelConfig,
    /// The settings of `method = "puct"`.
    pub puct: PuctConfig,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            method: Method::Gumbel,
            simulations: 64,
            reuse_nodes: 0,
            skip_forced: 0,
            share_evaluations: false,
            gumbel: GumbelConfig::default(),
            puct: PuctConfig::default(),
        }
    }
}

impl SearchConfig {
    /// Checks the ranges.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        check("simulations", self.simulations, 0..=10_000_000, "from 0 to 10000000")?;
        check("reuse_nodes", self.reuse_nodes, 0..=10_000_000, "from 0 to 10000000")?;
        check("skip_forced", self.skip_forced, 0..=100_000, "from 0 to 100000")?;
        self.gumbel.validate()?;
        self.puct.validate()
    }

    /// Reads settings; `default` has those that are missing.
    ///
    /// # Errors
    /// If they are no settings of a search.
    pub fn deserialize_over<'de, D: Deserializer<'de>>(
        deserializer: D,
        default: SearchConfig,
    ) -> Result<SearchConfig, D::Error> {
        Written::deserialize(deserializer)?.resolve(default).map_err(serde::de::Error::custom)
    }

    /// Returns these settings without noise at the root, as in matches.
    ///
    /// ```
    /// use salta_search::SearchConfig;
    ///
    /// let quiet = SearchConfig::default().without_noise();
    /// assert_eq!((quiet.gumbel.gumbel_scale, quiet.puct.dirichlet_fraction), (0.0, 0.0));
    /// ```
    #[must_use]
    pub fn without_noise(self) -> Self {
        let gumbel = GumbelConfig { gumbel_scale: 0.0, ..self.gumbel };
        let puct = PuctConfig { dirichlet_fraction: 0.0, ..self.puct };
        Self { gumbel, puct, ..self }
    }
}

impl<'de> Deserialize<'de> for SearchConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SearchConfig::deserialize_over(deserializer, SearchConfig::default())
    }
}

/// A config as written in a file. Older versions have the settings of `gumbel` at the top level
/// instead of in a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    method: Option<Method>,
    simulations: Option<u32>,
    reuse_nodes: Option<u32>,
    skip_forced: Option<u32>,
    share_evaluations: Option<bool>,
    gumbel: Option<GumbelConfig>,
    puct: Option<PuctConfig>,
    max_considered_actions: Option<u32>,
    c_visit: Option<f32>,
    c_scale: Option<f32>,
    gumbel_scale: Option<f32>,
}

impl Written {
    fn resolve(self, default: SearchConfig) -> Result<SearchConfig, &'static str> {
        let GumbelConfig { max_considered_actions, c_visit, c_scale, gumbel_scale } =
            default.gumbel;
        let flat = GumbelConfig {
            max_considered_actions: self.max_considered_actions.unwrap_or(max_considered_actions),
            c_visit: self.c_visit.unwrap_or(c_visit),
            c_scale: self.c_scale.unwrap_or(c_scale),
            gumbel_scale: self.gumbel_scale.unwrap_or(gumbel_scale),
        };
        let is_flat = self.max_considered_actions.is_some()
            || [self.c_visit, self.c_scale, self.gumbel_scale].iter().any(Option::is_some);
        if is_flat && self.gumbel.is_some() {
            return Err("the settings of `gumbel` are both in its table and beside it");
        }
        Ok(SearchConfig {
            method: self.method.unwrap_or(default.method),
            simulations: self.simulations.unwrap_or(default.simulations),
            reuse_nodes: self.reuse_nodes.unwrap_or(default.reuse_nodes),
            skip_forced: self.skip_forced.unwrap_or(default.skip_forced),
            share_evaluations: self.share_evaluations.unwrap_or(default.share_evaluations),
            gumbel: self.gumbel.unwrap_or(flat),
            puct: self.puct.unwrap_or(default.puct),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::FirstPlay;

    #[test]
    fn defaults_are_valid_and_fill_missing_keys_but_unknown_keys_are_refused() {
        assert_eq!(SearchConfig::default().validate(), Ok(()));
        let config: SearchConfig = toml::from_str("simulations = 8").unwrap();
        assert_eq!(config, SearchConfig { simulations: 8, ..SearchConfig::default() });
        assert!(toml::from_str::<SearchConfig>("simulation = 8").is_err());
    }

    #[test]
    fn ranges_are_checked() {
        let validated = |text: &str| toml::from_str::<SearchConfig>(text).unwrap().validate();
        assert_eq!(validated("reuse_nodes = 10000000\nskip_forced = 100000"), Ok(()));
        for (text, part) in [
            ("reuse_nodes = 10000001", "`reuse_nodes` must be from 0 to 10000000, got 10000001"),
            ("skip_forced = 100001", "`skip_forced` must be from 0 to 100000, got 100001"),
            ("gumbel = { max_considered_actions = 0 }", "gumbel.max_considered_actions"),
            ("gumbel = { c_scale = -1.0 }", "gumbel.c_scale"),
            ("gumbel = { c_scale = nan }", "gumbel.c_scale"),
            ("gumbel = { c_scale = inf }", "gumbel.c_scale"),
            ("puct = { c_init = -1.0 }", "puct.c_init"),
            ("puct = { c_base = 0.0 }", "puct.c_base"),
            ("puct = { first_play_reduction = inf }", "puct.first_play_reduction"),
            ("puct = { dirichlet_alpha = 0.0 }", "puct.dirichlet_alpha"),
            ("puct = { dirichlet_fraction = 1.5 }", "puct.dirichlet_fraction"),
        ] {
            let error = validated(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn every_setting_survives_a_file() {
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

    #[test]
    fn files_from_before_the_gumbel_table_mean_what_they_meant() {
        let flat = "max_considered_actions = 8\nc_visit = 20.0\nc_scale = 3.0\ngumbel_scale = 0.5";
        let gumbel = GumbelConfig {
            max_considered_actions: 8,
            c_visit: 20.0,
            c_scale: 3.0,
            gumbel_scale: 0.5,
        };
        let config: SearchConfig = toml::from_str(flat).unwrap();
        assert_eq!(config, SearchConfig { gumbel, ..SearchConfig::default() });
        assert_eq!(toml::from_str::<SearchConfig>(&format!("[gumbel]\n{flat}")).unwrap(), config);
        // As in a published checkpoint.json.
        let json = r#"{"c_scale": 3.0, "max_considered_actions": 8, "method": "gumbel"}"#;
        let config: SearchConfig = serde_json::from_str(json).unwrap();
        assert_eq!((config.gumbel.c_scale, config.gumbel.c_visit), (3.0, 50.0));
        let both = toml::from_str::<SearchConfig>("c_scale = 1.0\n[gumbel]\nc_visit = 1.0");
        assert!(both.unwrap_err().to_string().contains("both in its table and beside it"));
    }
}
