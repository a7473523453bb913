//! The metadata of a checkpoint about its training.

use salta_game::Utility;
use salta_search::SearchConfig;
use serde::Deserialize;

use crate::search_options::SearchOptions;
use crate::search_player::SearchSettings;

/// The metadata of a checkpoint about its training, and so about how to play with it.
#[derive(Clone, Debug, Deserialize)]
pub struct Trained {
    variant: Option<String>,
    #[serde(default)]
    more_variants: Vec<String>,
    utility: Utility,
    search: SearchConfig,
    /// Missing in older checkpoints.
    #[serde(default)]
    exact_ends: bool,
}

impl Trained {
    /// Names of the variants that the network was trained in.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variant.iter().chain(&self.more_variants).map(String::as_str)
    }

    /// Checks that all settings are in range.
    ///
    /// # Errors
    /// If one is not; names its key and range.
    pub fn validate(&self) -> Result<(), String> {
        if !self.utility.is_valid() {
            return Err(format!("`utility`: {}", Utility::RANGES));
        }
        self.search.validate().map_err(|error| format!("`search`: {error}"))
    }

    /// Returns the settings to play with: as in training, without noise, changed by these options.
    pub fn settings(&self, options: &SearchOptions) -> SearchSettings {
        let search = self.search.without_noise();
        let (utility, exact_ends) = (self.utility, self.exact_ends);
        SearchSettings { search, utility, exact_ends, ..SearchSettings::default() }.with(options)
    }
}
