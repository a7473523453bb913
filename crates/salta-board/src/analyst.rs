//! Who analyses, and how long.

use std::sync::Arc;

use salta_analysis::{Classical, Engine, EveryTurn, Exact, Network};
use salta_core::Variant;
use salta_net::NetEvaluator;
use salta_opponents::alphabeta2::Limit;
use salta_solve::Table;

/// How long to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Simulations of a network's search; each takes about 600 bytes.
    pub(crate) simulations: u32,
    /// What alpha-beta may spend.
    pub(crate) limit: Limit,
}

impl Effort {
    /// As long as somebody watches, within what a server can give: 20 MB; seconds with a small
    /// network, minutes with alpha-beta.
    pub(crate) const WATCHED: Effort =
        Effort { simulations: 30_000, limit: Limit { depth: 20, nodes: 100_000_000 } };
    /// A hint.
    pub(crate) const HINT: Effort = Effort { simulations: 400, limit: Limit::nodes(200_000) };
    /// Each position of a whole game, and each that the game might have come to.
    pub(crate) const EACH: Effort = Effort { simulations: 96, limit: Limit::nodes(30_000) };
}

/// Who looks at positions.
#[derive(Clone)]
pub(crate) enum Analyst {
    /// A table of solved positions.
    Perfect(Arc<Table>),
    /// A network under its name.
    Network(String, Box<NetEvaluator>),
    /// Alpha-beta: `alphabeta@3` with a network, `alphabeta@2` without.
    AlphaBeta(Option<Arc<salta_nnue::Network>>),
}

impl Analyst {
    /// What requests call alpha-beta without a network.
    pub(crate) const ALPHABETA_2: &str = "alphabeta@2";
    /// What they call alpha-beta with the network that is part of the program.
    pub(crate) const ALPHABETA_3: &str = "alphabeta@3";
    /// What requests call a table of solved positions, as an opponent too.
    pub(crate) const PERFECT: &str = "perfect";

    /// As requests name it.
    pub(crate) fn name(&self) -> &str {
        match self {
            Analyst::Network(name, _) => name,
            Analyst::AlphaBeta(None) => Analyst::ALPHABETA_2,
            Analyst::AlphaBeta(Some(_)) => Analyst::ALPHABETA_3,
            Analyst::Perfect(_) => Analyst::PERFECT,
        }
    }

    /// A search for the best turn of positions of `variant`.
    pub(crate) fn engine(&self, variant: &Variant, effort: Effort) -> Box<dyn Engine> {
        match self {
            Analyst::Network(_, evaluator) => {
                Box::new(Network::new(NetEvaluator::clone(evaluator), variant, effort.simulations))
            }
            Analyst::AlphaBeta(network) => {
                Box::new(Classical::with_network(variant, network.clone(), effort.limit))
            }
            Analyst::Perfect(table) => Box::new(Exact::new(variant, Arc::clone(table))),
        }
    }

    /// A search that tells of every turn, as long as somebody watches.
    pub(crate) fn watched(&self, variant: &Variant) -> Box<dyn Engine> {
        match self {
            Analyst::Network(..) | Analyst::Perfect(_) => self.engine(variant, Effort::WATCHED),
            Analyst::AlphaBeta(network) => {
                Box::new(EveryTurn::new(variant, network.clone(), Effort::WATCHED.limit))
            }
        }
    }
}
