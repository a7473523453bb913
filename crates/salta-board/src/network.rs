//! A network that plays and analyses.

use std::cmp::Reverse;
use std::sync::OnceLock;

use salta_core::Variant;
use salta_env::Precision;
use salta_net::NetEvaluator;
use salta_players::{Player, SearchOptions, SearchPlayer, SearchSettings, Trained};
use serde::Deserialize;
use serde_json::Value;

use crate::levels::{Ladder, ladders};
use crate::refused::Refused;

/// A network under the short name that requests use.
pub struct Network {
    name: String,
    /// Names of the variants that it was trained in.
    variants: Vec<String>,
    settings: SearchSettings,
    /// What int8 is calibrated on, if not the named ones among these variants.
    calibration: Option<Vec<Variant>>,
    loaded: Option<Loaded>,
}

struct Loaded {
    evaluator: NetEvaluator,
    /// A network of Salta's own architecture, and its evaluator in the other precision, made when
    /// first requested.
    own: Option<(salta_net::Network, OnceLock<NetEvaluator>)>,
}

/// Sorts networks into the order in which they are offered: those of the first ladder, the one of
/// the strongest level first, then those of the next; then those of no level, the ones that know
/// the fewest variants first, since they know them better.
pub fn rank(networks: &mut [Network]) {
    let ladders = ladders();
    networks.sort_by_cached_key(|network| {
        let plays = format!("checkpoint:{}:", network.name);
        let level_in = |ladder: &Ladder| {
            ladder.levels.iter().rposition(|level| level.player.starts_with(&plays))
        };
        let on: Vec<_> = ladders.iter().map(|ladder| Reverse(level_in(ladder))).collect();
        (on, network.variants.len())
    });
}

impl Network {
    /// A network that is not loaded yet.
    pub fn new(name: impl Into<String>, variants: &[String], settings: SearchSettings) -> Network {
        let (name, variants) = (name.into(), variants.into());
        Network { name, variants, settings, calibration: None, loaded: None }
    }

    /// A network that is not loaded yet, described by the metadata of its checkpoint.
    ///
    /// # Errors
    /// If the metadata do not say how it was trained.
    pub fn described(name: impl Into<String>, metadata: &Value) -> Result<Network, String> {
        let trained = Trained::deserialize(metadata).map_err(|e| format!("its metadata: {e}"))?;
        let variants: Vec<String> = trained.variants().map(str::to_owned).collect();
        Ok(Network::new(name, &variants, trained.settings(&SearchOptions::default())))
    }

    /// This network, loaded.
    #[must_use]
    pub fn with(self, network: salta_net::Network) -> Network {
        let evaluator = NetEvaluator::new(&network);
        let own = Some((network, OnceLock::new()));
        Network { loaded: Some(Loaded { evaluator, own }), ..self }
    }

    /// This network, calibrated for int8 on these variants.
    #[must_use]
    pub fn calibrated_on(self, variants: Vec<Variant>) -> Network {
        Network { calibration: Some(variants), ..self }
    }

    /// This network, loaded as an evaluator of another architecture.
    #[must_use]
    pub fn with_evaluator(self, evaluator: NetEvaluator) -> Network {
        Network { loaded: Some(Loaded { evaluator, own: None }), ..self }
    }

    /// Its name in requests.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it was trained in the variant of this name.
    pub(crate) fn knows(&self, variant: &str) -> bool {
        self.variants.iter().any(|known| known == variant)
    }

    /// A copy of the evaluator for one thread, in `precision` if one is given.
    pub(crate) fn evaluator(&self, precision: Option<Precision>) -> Result<NetEvaluator, Refused> {
        let not_loaded = || Refused::NotLoaded(self.name.clone());
        let Loaded { evaluator, own } = self.loaded.as_ref().ok_or_else(not_loaded)?;
        let Some(precision) = precision else { return Ok(evaluator.clone()) };
        let only = || Refused::bad(format_args!("`{}` has no precision to choose", self.name));
        let (network, other) = own.as_ref().ok_or_else(only)?;
        if precision == network.precision() {
            return Ok(evaluator.clone());
        }
        if let Some(known) = other.get() {
            return Ok(known.clone());
        }
        let named = || self.variants.iter().filter_map(|name| Variant::named(name)).collect();
        let variants: Vec<_> = self.calibration.clone().unwrap_or_else(named);
        let made = network.in_precision(precision, &variants).map_err(Refused::failed)?;
        Ok(other.get_or_init(|| NetEvaluator::new(&made)).clone())
    }

    /// A player whose search has these settings.
    pub(crate) fn player(&self, search: &SearchOptions) -> Result<Box<dyn Player>, Refused> {
        let evaluator = self.evaluator(search.precision())?;
        let player = SearchPlayer::new(&*self.name, evaluator, self.settings.with(search));
        Ok(Box::new(player.map_err(Refused::bad)?))
    }
}
