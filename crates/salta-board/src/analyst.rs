//! Analysts: who evaluates positions, and with how much effort.

use std::sync::Arc;

use salta_analysis::{Classical, Engine, EveryTurn, Exact, Network};
use salta_core::Variant;
use salta_net::NetEvaluator;
use salta_opponents::alphabeta2::Limit;
use salta_solve::Table;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Simulations of a network's search; each takes about 600 bytes.
    pub(crate) simulations: u32,
    pub(crate) limit: Limit,
}

impl Effort {
    /// For an analysis that runs while somebody watches, within what a server can afford: 20 MB;
    /// seconds with a small network, minutes with alpha-beta.
    pub(crate) const WATCHED: Effort =
        Effort { simulations: 30_000, limit: Limit { depth: 20, nodes: 100_000_000 } };
    pub(crate) const HINT: Effort = Effort { simulations: 400, limit: Limit::nodes(200_000) };
    /// For each position of a reviewed game, and each that follows the analyst's own choice.
    pub(crate) const EACH: Effort = Effort { simulations: 96, limit: Limit::nodes(30_000) };
}

#[derive(Clone)]
pub(crate) enum Analyst {
    Perfect(Arc<Table>),
    Network(String, Box<NetEvaluator>),
    AlphaBeta(AlphaBeta),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AlphaBeta {
    pub(crate) name: &'static str,
    /// The name of its built-in network; `None` if it evaluates by a count of moves.
    network: Option<&'static str>,
}

impl AlphaBeta {
    /// For the variants in which no network was trained.
    pub(crate) const WITHOUT_NETWORK: AlphaBeta = AlphaBeta { name: "alphabeta@2", network: None };
    pub(crate) const ALL: [AlphaBeta; 5] = [
        AlphaBeta::WITHOUT_NETWORK,
        AlphaBeta { name: "alphabeta@3", network: Some("buettgenbach-1899") },
        AlphaBeta { name: "alphabeta@3:net=meyers-1908", network: Some("meyers-1908") },
        AlphaBeta { name: "alphabeta@3:net=checkerboard", network: Some("checkerboard") },
        AlphaBeta { name: "alphabeta@3:net=all-variants", network: Some("all-variants") },
    ];

    pub(crate) fn network(self) -> Option<Arc<salta_nnue::Network>> {
        self.network.and_then(salta_nnue::Network::shipped_as)
    }

    /// The first whose network was trained in the variant.
    pub(crate) fn trained_in(variant: &str) -> Option<AlphaBeta> {
        let knows = |of: &AlphaBeta| {
            of.network().is_some_and(|of| of.trained_in().iter().any(|name| name == variant))
        };
        AlphaBeta::ALL.into_iter().find(knows)
    }
}

impl Analyst {
    /// The name of a table of solved positions in requests, also as an opponent.
    pub(crate) const PERFECT: &str = "perfect";

    pub(crate) fn name(&self) -> &str {
        match self {
            Analyst::Network(name, _) => name,
            Analyst::AlphaBeta(of) => of.name,
            Analyst::Perfect(_) => Analyst::PERFECT,
        }
    }

    /// A search for the best turn of positions of `variant`.
    pub(crate) fn engine(&self, variant: &Variant, effort: Effort) -> Box<dyn Engine> {
        match self {
            Analyst::Network(_, evaluator) => {
                Box::new(Network::new(NetEvaluator::clone(evaluator), variant, effort.simulations))
            }
            Analyst::AlphaBeta(of) => {
                Box::new(Classical::with_network(variant, of.network(), effort.limit))
            }
            Analyst::Perfect(table) => Box::new(Exact::new(variant, Arc::clone(table))),
        }
    }

    /// A search that evaluates every turn, for as long as somebody watches.
    pub(crate) fn watched(&self, variant: &Variant) -> Box<dyn Engine> {
        match self {
            Analyst::Network(..) | Analyst::Perfect(_) => self.engine(variant, Effort::WATCHED),
            Analyst::AlphaBeta(of) => {
                Box::new(EveryTurn::new(variant, of.network(), Effort::WATCHED.limit))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use salta_players::PlayerSpec;

    use super::*;

    #[test]
    fn alpha_beta_is_the_player_of_its_name() {
        for of in AlphaBeta::ALL {
            let (player, net) = of.name.split_at("alphabeta@3".len());
            let spec: PlayerSpec = format!("{player}:nodes=9{net}").parse().unwrap();
            assert!(spec.opponent().is_some());
            assert_eq!(of.network.is_some(), of.network().is_some());
            if let PlayerSpec::AlphaBeta3 { net, .. } = spec {
                let network = net.as_deref().map_or(salta_nnue::Network::shipped(), |net| {
                    salta_nnue::Network::shipped_as(net).unwrap()
                });
                assert!(Arc::ptr_eq(&of.network().unwrap(), &network));
            }
        }
        assert_eq!(AlphaBeta::trained_in("buettgenbach-1899").unwrap().name, "alphabeta@3");
        // Each network's own variant before the network of all.
        let own = AlphaBeta::trained_in("checkerboard").unwrap();
        assert_eq!(own.name, "alphabeta@3:net=checkerboard");
        assert_eq!(AlphaBeta::trained_in("nestor").unwrap().name, "alphabeta@3:net=all-variants");
        assert_eq!(AlphaBeta::trained_in("no such variant"), None);
    }
}
