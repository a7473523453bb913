//! Variants, networks and opponents that requests name.

use salta_analysis::{Game, GameRequest};
use salta_core::Variant;
use salta_core::rules::NAMED;
use salta_players::Player;

use crate::analyst::Analyst;
use crate::network::Network;
use crate::opponents::{self, Published};
use crate::refused::Refused;

/// What every request sees.
pub struct Desk {
    pub(crate) version: String,
    /// The named ones first.
    pub variants: Vec<Variant>,
    /// The first one that has learned a variant analyses it.
    pub networks: Vec<Network>,
    /// Opponents beside those that everybody has.
    pub published: Vec<Published>,
    /// Whether a training run can be watched.
    pub has_run: bool,
}

impl Desk {
    /// The named variants and the classical opponents; `version` is the program's.
    ///
    /// # Panics
    /// If a named variant is not there.
    pub fn new(version: impl Into<String>) -> Desk {
        let named = NAMED.iter().map(|name| Variant::named(name).expect("a named variant"));
        Desk {
            version: version.into(),
            variants: named.collect(),
            networks: Vec::new(),
            published: Vec::new(),
            has_run: false,
        }
    }

    /// A game played through.
    pub(crate) fn play(&self, game: &GameRequest) -> Result<Game, Refused> {
        Ok(game.play(self.variant(game.variant())?)?)
    }

    /// A variant by its name.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn variant(&self, name: &str) -> Result<&Variant, Refused> {
        let names = || self.variants.iter().map(Variant::name).collect::<Vec<_>>().join(", ");
        let known = self.variants.iter().find(|variant| variant.name() == name);
        known.ok_or_else(|| {
            Refused::bad(format!("No variant here is named `{name}`; there are {}.", names()))
        })
    }

    /// Names of those who can analyse, the networks in their order.
    pub(crate) fn analysts(&self) -> impl Iterator<Item = &str> {
        self.networks.iter().map(Network::name).chain([Analyst::CLASSICAL])
    }

    /// Who analyses a variant if nobody is named: the first network that has learned it, or the
    /// classical search.
    pub(crate) fn usual_analyst(&self, variant: &str) -> &str {
        let knowing = self.networks.iter().find(|network| network.knows(variant));
        knowing.map_or(Analyst::CLASSICAL, Network::name)
    }

    /// An analyst by its name; the usual one for the variant if none is named.
    ///
    /// # Errors
    /// If there is none of this name.
    pub(crate) fn analyst(&self, name: Option<&str>, variant: &str) -> Result<Analyst, Refused> {
        let name = name.unwrap_or(self.usual_analyst(variant));
        if name == Analyst::CLASSICAL {
            return Ok(Analyst::Classical);
        }
        let network = self.networks.iter().find(|network| network.name() == name);
        let network = network.ok_or_else(|| {
            let names = self.analysts().collect::<Vec<_>>().join(", ");
            Refused::bad(format!("Nobody named `{name}` analyses here; there are {names}."))
        })?;
        Ok(Analyst::Network(name.into(), Box::new(network.evaluator(None)?)))
    }

    /// A player by its text.
    pub(crate) fn player(&self, text: &str) -> Result<Box<dyn Player>, Refused> {
        opponents::player(text, &self.networks, &self.published)
    }
}
