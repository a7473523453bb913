//! Players that can evaluate the positions of a game.

use std::path::Path;
use std::sync::Arc;

use salta_analysis::{Classical, Engine, Exact, Network, usual_search};
use salta_core::Variant;
use salta_env::Evaluator;
use salta_opponents::alphabeta2::Limit;
use salta_players::{PlayerSpec, SearchOptions};
use salta_run::RunError;
use salta_run::players::{PlayerFactory, load_nnue};
use salta_solve::Table;

/// A player that can evaluate positions in points; loaded once, for any number of engines.
pub struct Judge {
    name: String,
    kind: Kind,
}

enum Kind {
    /// `alphabeta@2`, or with a network `alphabeta@3`.
    Classical(Limit, Option<Arc<salta_nnue::Network>>),
    Network(PlayerFactory, SearchOptions),
    Perfect(Arc<Table>),
}

impl Judge {
    /// Loads what the player needs.
    ///
    /// # Errors
    /// If it does not count points, or its network cannot be read.
    pub fn load(spec: &PlayerSpec) -> Result<Judge, RunError> {
        let refused = |what: &str| Err(RunError::Other(format!("`{spec}` {what}")));
        let kind = match spec {
            PlayerSpec::AlphaBeta2(reach) => Kind::Classical(reach.limit(), None),
            PlayerSpec::AlphaBeta3 { reach, threads: 1, without, net } if without.is_empty() => {
                let network = match net {
                    Some(net) => Arc::new(load_nnue(Path::new(net))?.0),
                    None => salta_nnue::Network::shipped(),
                };
                Kind::Classical(reach.limit(), Some(network))
            }
            PlayerSpec::Network { search, .. } => {
                let reuses = search.applied_to(usual_search()).reuse_nodes > 0;
                if search.twofold_draws() || reuses {
                    let what = "evaluates positions only without `twofold_draws` and `reuse_nodes`";
                    return refused(what);
                }
                Kind::Network(PlayerFactory::load(spec)?, search.clone())
            }
            PlayerSpec::Perfect { table } => {
                Kind::Perfect(Arc::new(Table::open(Path::new(table))?))
            }
            PlayerSpec::AlphaBeta3 { .. } => {
                return refused("evaluates positions only without `threads` and `without`");
            }
            _ => {
                let what = "does not count points; alphabeta@2, alphabeta@3, checkpoint:PATH, \
                            onnx:FILE and perfect:TABLE do";
                return refused(what);
            }
        };
        Ok(Judge { name: spec.to_string(), kind })
    }

    /// The player with its budget per position.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Checks that its network, if it has one, reads the variant's board.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self, variant: &Variant) -> Result<(), RunError> {
        let Kind::Network(factory, _) = &self.kind else { return Ok(()) };
        let (evaluator, _) = factory.network().expect("it is a network");
        evaluator.supports(variant).map_err(|error| RunError::Other(error.to_string()))
    }

    /// An engine for positions of `variant`.
    pub fn engine(&self, variant: &Variant) -> Box<dyn Engine> {
        match &self.kind {
            Kind::Perfect(table) => Box::new(Exact::new(variant, Arc::clone(table))),
            Kind::Classical(limit, network) => {
                Box::new(Classical::with_network(variant, network.clone(), *limit))
            }
            Kind::Network(factory, options) => {
                let search = options.applied_to(usual_search()).without_noise();
                let (evaluator, _) = factory.network().expect("it is a network");
                Box::new(Network::with_search(evaluator.clone(), variant, search))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_that_cannot_judge_are_refused() {
        for (player, part) in [
            ("greedy", "`greedy@1` does not count points; alphabeta@2, "),
            ("alphabeta@3:threads=2", "only without `threads` and `without`"),
            ("checkpoint:quickstart:sims=8,twofold_draws=true", "only without `twofold_draws`"),
            ("checkpoint:quickstart:sims=8,reuse_nodes=9", "`twofold_draws` and `reuse_nodes`"),
            ("alphabeta@3:nodes=5:without=killers", "only without `threads` and `without`"),
        ] {
            let error = Judge::load(&player.parse().unwrap()).err().unwrap().to_string();
            assert!(error.contains(part), "{error}");
        }
        assert!(Judge::load(&"alphabeta@3:nodes=5".parse().unwrap()).is_ok());
        let small = "base = \"walker\"\nname = \"small\"\nboard = \"6x6\"\nranks = 1\n";
        let small = Variant::new(salta_core::rules::parse(small).unwrap());
        let judge = Judge::load(&"checkpoint:quickstart:sims=8".parse().unwrap()).unwrap();
        let error = judge.check(&small).unwrap_err().to_string();
        assert!(error.contains("plays the 10x10 board only, not 6x6"), "{error}");
    }
}
