//! Either of the searches that score positions in points.

use std::sync::Arc;

use rand::Rng;
use salta_core::rules::{Points, Rules};
use salta_core::{Position, Variant};
use salta_nnue::Network;

use crate::alphabeta2::{self, Found, Limit};
use crate::alphabeta3::{self, Settings};

/// The variant, changed to count points if its rules count only wins.
pub fn with_points(variant: &Variant) -> Variant {
    let rules = variant.rules();
    let points = if rules.points == Points::Win { Points::Solo } else { rules.points };
    Variant::new(Rules { points, ..rules.clone() })
}

/// A search whose values are hundredths of a point.
#[derive(Debug)]
pub enum MarginSearcher {
    /// The search of `alphabeta@2`.
    Classical(Box<alphabeta2::Searcher>),
    /// The search of `alphabeta@3`.
    Network(Box<alphabeta3::Searcher>),
}

impl MarginSearcher {
    /// Creates the search of `alphabeta@3` if there is a network, else that of `alphabeta@2`.
    /// `nodes` is the largest node limit that it will be given.
    pub fn new(
        variant: &Variant,
        network: Option<(Arc<Network>, Settings)>,
        nodes: u64,
    ) -> MarginSearcher {
        MarginSearcher::counting(variant.clone(), variant, network, nodes)
    }

    /// Like [`MarginSearcher::new`], but counts points also where the rules count only wins; the
    /// network sees the rules as they are.
    pub fn in_points(
        variant: &Variant,
        network: Option<Arc<Network>>,
        nodes: u64,
    ) -> MarginSearcher {
        let network = network.map(|network| (network, Settings::ALPHABETA_3));
        MarginSearcher::counting(with_points(variant), variant, network, nodes)
    }

    fn counting(
        counted: Variant,
        seen: &Variant,
        network: Option<(Arc<Network>, Settings)>,
        nodes: u64,
    ) -> MarginSearcher {
        match network {
            None => Self::Classical(Box::new(alphabeta2::Searcher::new(counted))),
            Some((network, settings)) => {
                let settings = settings.for_nodes(nodes);
                let searcher = alphabeta3::Searcher::counting(counted, seen, network, settings);
                Self::Network(Box::new(searcher))
            }
        }
    }

    /// The variant that it searches; of [`MarginSearcher::in_points`], the one that counts points.
    pub fn variant(&self) -> &Variant {
        match self {
            Self::Classical(searcher) => searcher.variant(),
            Self::Network(searcher) => searcher.variant(),
        }
    }

    /// The expected score (a win 1, a draw ½) of the mover by the network, without a search; `None`
    /// without a network.
    pub fn expected_score(&mut self, position: &Position) -> Option<f32> {
        match self {
            Self::Classical(_) => None,
            Self::Network(searcher) => Some(searcher.evaluation(position).expected_score()),
        }
    }

    /// Returns the best move within the limit and its value, in hundredths of a point for the
    /// mover.
    ///
    /// # Panics
    /// As [`alphabeta2::Searcher::search`].
    pub fn search<R: Rng + ?Sized>(
        &mut self,
        position: &Position,
        limit: Limit,
        rng: &mut R,
        stop: &mut dyn FnMut() -> bool,
    ) -> Found {
        match self {
            Self::Classical(searcher) => searcher.search(position, limit, rng, stop),
            Self::Network(searcher) => searcher.search(position, limit, rng, stop),
        }
    }
}
