//! What the server knows.

use std::sync::Arc;

use salta_analysis::{Game, GameRequest};
use salta_core::Variant;
use salta_core::rules::NAMED;
use salta_players::{Player, PlayerSpec};
use salta_run::RunError;

use crate::analyst::Analyst;
use crate::api::ApiError;
use crate::networks::{self, Network};
use crate::opponents;
use crate::options::Options;
use crate::queue::Queue;

/// What every request sees.
pub(crate) struct App {
    pub(crate) options: Options,
    pub(crate) variants: Vec<Variant>,
    pub(crate) networks: Vec<Network>,
    pub(crate) threads: usize,
    /// Replies and hints: short, and nobody's analysis keeps players from them.
    pub(crate) replies: Arc<Queue>,
    /// Analyses and reviews, which last as long as somebody watches.
    pub(crate) analyses: Arc<Queue>,
}

impl App {
    /// Loads all that the options name.
    ///
    /// # Errors
    /// If something cannot be read, or two things share a name.
    pub(crate) fn new(options: Options) -> Result<App, RunError> {
        let named = NAMED.iter().map(|name| Variant::named(name).expect("a named variant"));
        let mut variants: Vec<Variant> = named.collect();
        for variant in &options.variants {
            if variants.iter().any(|known| known.name() == variant.name()) {
                return Err(RunError::Other(format!(
                    "two variants are named `{}`",
                    variant.name()
                )));
            }
            variants.push(variant.clone());
        }
        let networks = networks::load(&options.checkpoints)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if options.threads == 0 { cores } else { options.threads };
        if let Some(run) = &options.run {
            salta_run::watch(run)?;
        }
        let (replies, analyses) = (Queue::new("replies", threads), Queue::new("analyses", threads));
        Ok(App { options, variants, networks, threads, replies, analyses })
    }

    /// A game played through.
    ///
    /// # Errors
    /// If there is no such variant, or the moves cannot be played.
    pub(crate) fn play(&self, game: &GameRequest) -> Result<Game, ApiError> {
        Ok(game.play(self.variant(game.variant())?)?)
    }

    /// A variant by its name.
    pub(crate) fn variant(&self, name: &str) -> Result<&Variant, ApiError> {
        let names = || self.variants.iter().map(Variant::name).collect::<Vec<_>>().join(", ");
        let known = self.variants.iter().find(|variant| variant.name() == name);
        known.ok_or_else(|| {
            ApiError::bad(format!("No variant here is named `{name}`; there are {}.", names()))
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
    pub(crate) fn analyst(&self, name: Option<&str>, variant: &str) -> Result<Analyst, ApiError> {
        let name = name.unwrap_or(self.usual_analyst(variant));
        if name == Analyst::CLASSICAL {
            return Ok(Analyst::Classical);
        }
        let network = self.networks.iter().find(|network| network.name() == name);
        let network = network.ok_or_else(|| {
            let names = self.analysts().collect::<Vec<_>>().join(", ");
            ApiError::bad(format!("Nobody named `{name}` analyses here; there are {names}."))
        })?;
        Ok(Analyst::Network(name.into(), network.evaluator()))
    }

    /// A player by its text.
    pub(crate) fn player(&self, text: &str) -> Result<Box<dyn Player>, ApiError> {
        opponents::player(text, &self.networks, &self.options.opponents)
    }

    /// Opponents that the owner named.
    pub(crate) fn published(&self) -> &[PlayerSpec] {
        &self.options.opponents
    }
}
