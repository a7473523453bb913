//! What the metadata of a checkpoint say of its training.

use salta_game::Utility;
use salta_search::SearchConfig;
use serde::Deserialize;

use crate::search_options::SearchOptions;
use crate::search_player::SearchSettings;

/// What the metadata of a checkpoint say of its training, and so of how to play with it.
#[derive(Clone, Debug, Deserialize)]
pub struct Trained {
    variant: Option<String>,
    #[serde(default)]
    more_variants: Vec<String>,
    utility: Utility,
    search: SearchConfig,
    /// Checkpoints from before there was such a setting have none.
    #[serde(default)]
    exact_ends: bool,
}

impl Trained {
    /// Names of the variants that the network was trained in.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variant.iter().chain(&self.more_variants).map(String::as_str)
    }

    /// Refuses settings that are out of range.
    ///
    /// # Errors
    /// Names the key, and its range.
    pub fn validate(&self) -> Result<(), String> {
        if !self.utility.is_valid() {
            return Err(format!("`utility`: {}", Utility::RANGES));
        }
        self.search.validate().map_err(|error| format!("`search`: {error}"))
    }

    /// The search it plays with: as in training, without noise, but for these options.
    pub fn settings(&self, options: &SearchOptions) -> SearchSettings {
        let search = options.applied_to(self.search.without_noise());
        let (utility, exact_ends) = (self.utility, self.exact_ends);
        SearchSettings { search, utility, exact_ends, ..SearchSettings::default() }
    }
}
