//! Players that can evaluate the positions of a game.

use salta_analysis::{Classical, Engine, Network, usual_search};
use salta_core::Variant;
use salta_opponents::alphabeta2::Limit;
use salta_players::{PlayerSpec, Reach, SearchOptions};
use salta_run::RunError;
use salta_run::players::Recipe;

/// A player that can evaluate positions in points; loaded once, for any number of engines.
pub struct Judge {
    name: String,
    kind: Kind,
}

enum Kind {
    Classical(Limit),
    Network(Recipe, SearchOptions),
}

impl Judge {
    /// Loads what the player needs.
    ///
    /// # Errors
    /// If it counts no points, or its network cannot be read.
    pub fn load(spec: &PlayerSpec) -> Result<Judge, RunError> {
        let kind = match spec {
            PlayerSpec::AlphaBeta2(Reach::Nodes(nodes)) => Kind::Classical(Limit::nodes(*nodes)),
            PlayerSpec::AlphaBeta2(Reach::Depth(depth)) => Kind::Classical(Limit::depth(*depth)),
            PlayerSpec::Network { search, .. } => {
                Kind::Network(Recipe::load(spec)?, search.clone())
            }
            other => {
                let what = "does not count points; alphabeta@2, checkpoint:PATH and onnx:FILE do";
                return Err(RunError::Other(format!("`{other}` {what}")));
            }
        };
        Ok(Judge { name: spec.to_string(), kind })
    }

    /// The player with its budget per position.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An engine for positions of `variant`.
    pub fn engine(&self, variant: &Variant) -> Box<dyn Engine> {
        match &self.kind {
            Kind::Classical(limit) => Box::new(Classical::new(variant, *limit)),
            Kind::Network(recipe, options) => {
                let search = options.applied_to(usual_search());
                let (evaluator, _) = recipe.network().expect("it is a network");
                Box::new(Network::with_search(evaluator.clone(), variant, search))
            }
        }
    }
}
