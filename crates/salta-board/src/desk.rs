//! Variants, networks and opponents that requests name.

use std::slice;
use std::sync::Arc;

use salta_analysis::{Game, GameRequest, say};
use salta_core::rules::NAMED;
use salta_core::{Position, Variant};
use salta_env::Evaluator;
use salta_players::{Perfect, Player};
use salta_solve::Table;

use crate::analyst::{AlphaBeta, Analyst};
use crate::network::Network;
use crate::opponents::{self, Published};
use crate::refused::Refused;

/// Networks of a run's generations, by the names of their checkpoints; the text says why one cannot
/// be loaded.
pub type Generations = Box<dyn Fn(&str) -> Option<Result<Arc<Network>, String>> + Send + Sync>;

/// The variants, networks, tables and opponents that requests can name.
pub struct Desk {
    pub(crate) version: String,
    /// The variants, the named ones first.
    pub variants: Vec<Variant>,
    /// The networks; the first one that has learned a variant analyses it.
    pub networks: Vec<Network>,
    /// The tables of solved variants, each for the rules of one of the variants.
    pub solved: Vec<Arc<Table>>,
    /// Whether it can solve the small boards among its variants.
    pub solves: bool,
    /// Opponents besides those that are always offered.
    pub published: Vec<Published>,
    /// The network of a generation, by the name of its checkpoint (`gen-0007`), if a training run
    /// can be watched.
    pub generation: Option<Generations>,
}

impl Desk {
    /// The named variants and the classical opponents; `version` is the program's.
    ///
    /// # Panics
    /// If a named variant is missing.
    pub fn new(version: impl Into<String>) -> Desk {
        let named = NAMED.iter().map(|name| Variant::named(name).expect("a named variant"));
        Desk {
            version: version.into(),
            variants: named.collect(),
            networks: Vec::new(),
            solved: Vec::new(),
            solves: false,
            published: Vec::new(),
            generation: None,
        }
    }

    pub(crate) fn play(&self, game: &GameRequest) -> Result<Game, Refused> {
        Ok(game.play(self.variant(game.variant())?)?)
    }

    /// A variant by its name.
    ///
    /// # Errors
    /// If no variant has this name.
    pub fn variant(&self, name: &str) -> Result<&Variant, Refused> {
        let names =
            || self.variants.iter().map(|known| known.name().to_owned()).collect::<Vec<_>>();
        let known = self.variants.iter().find(|variant| variant.name() == name);
        known.ok_or_else(|| Refused::Bad(say!("error.no-variant", name, names = names())))
    }

    /// Names of the analysts, the networks first and in their order.
    pub(crate) fn analysts(&self) -> impl Iterator<Item = &str> {
        let exact = (!self.solved.is_empty()).then_some(Analyst::PERFECT);
        self.networks.iter().map(Network::name).chain(AlphaBeta::ALL.map(|of| of.name)).chain(exact)
    }

    pub(crate) fn solved(&self, variant: &str) -> Option<&Arc<Table>> {
        self.solved.iter().find(|table| table.variant().name() == variant)
    }

    /// The table of a variant.
    ///
    /// # Errors
    /// If it is not solved.
    pub fn table(&self, variant: &str) -> Result<&Arc<Table>, Refused> {
        let missing = || Refused::Bad(say!("error.no-table", variant));
        self.solved(variant).ok_or_else(missing)
    }

    /// The name of a variant's default analyst of a position: a table of solved positions that
    /// contains it, the first network that has learned the variant, or alpha-beta, with a network
    /// if one was trained in the variant.
    pub(crate) fn usual_analyst(&self, variant: &str, position: &Position) -> &str {
        if self.solved(variant).is_some_and(|table| table.contains(position)) {
            return Analyst::PERFECT;
        }
        let alpha_beta = || AlphaBeta::trained_in(variant).unwrap_or(AlphaBeta::WITHOUT_NETWORK);
        let knowing = self.networks.iter().find(|network| network.knows(variant));
        knowing.map_or_else(|| alpha_beta().name, Network::name)
    }

    /// An analyst by its name; the default analyst of the game's last position if `name` is `None`.
    ///
    /// # Errors
    /// If no analyst has this name, or it cannot analyse: not loaded, made for another board, or no
    /// table of the variant that contains the position.
    pub(crate) fn analyst(&self, name: Option<&str>, game: &Game) -> Result<Analyst, Refused> {
        let variant = game.variant.name();
        let name = name.unwrap_or_else(|| self.usual_analyst(variant, game.last()));
        if let Some(of) = AlphaBeta::ALL.into_iter().find(|of| of.name == name) {
            return Ok(Analyst::AlphaBeta(of));
        }
        if name == Analyst::PERFECT {
            let table = self.table(variant)?;
            if !table.contains(game.last()) {
                return Err(Refused::Bad(say!("error.not-in-table", variant)));
            }
            return Ok(Analyst::Perfect(Arc::clone(table)));
        }
        let network = self.networks.iter().find(|network| network.name() == name);
        let network = network.ok_or_else(|| {
            let names = self.analysts().map(str::to_owned).collect::<Vec<_>>();
            Refused::Bad(say!("error.no-analyst", name, names))
        })?;
        let evaluator = network.evaluator(None)?;
        evaluator.supports(&game.variant).map_err(Refused::bad)?;
        Ok(Analyst::Network(name.into(), Box::new(evaluator)))
    }

    pub(crate) fn player(&self, text: &str, variant: &str) -> Result<Box<dyn Player>, Refused> {
        if text == Analyst::PERFECT {
            return Ok(Box::new(Perfect::new(text, Arc::clone(self.table(variant)?))));
        }
        let name = text.strip_prefix("checkpoint:").and_then(|rest| rest.split(':').next());
        if let (Some(generation), Some(name)) = (&self.generation, name)
            && !self.networks.iter().any(|network| network.name() == name)
        {
            let network = generation(name).transpose().map_err(Refused::failed)?;
            let networks = network.as_deref().map_or(&[][..], slice::from_ref);
            return opponents::player(text, networks, &self.published);
        }
        opponents::player(text, &self.networks, &self.published)
    }
}
