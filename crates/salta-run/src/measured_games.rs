//! Sums over the games of a generation, for the metrics.

use salta_record::{GameRecord, Ply, dequantise};

/// The games of a generation.
pub(crate) struct MeasuredGames<'a>(pub(crate) Vec<&'a GameRecord>);

impl MeasuredGames<'_> {
    pub(crate) fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// The mean over games, 0 without any.
    pub(crate) fn mean(&self, of: fn(&GameRecord) -> f64) -> f64 {
        self.0.iter().map(|game| of(game)).sum::<f64>() / self.0.len().max(1) as f64
    }

    /// The share of games that are so.
    pub(crate) fn share(&self, is: fn(&GameRecord) -> bool) -> f64 {
        self.0.iter().map(|game| f64::from(u8::from(is(game)))).sum::<f64>()
            / self.0.len().max(1) as f64
    }

    /// Simulations of all decisions.
    pub(crate) fn simulations(&self) -> u64 {
        let plies = self.0.iter().flat_map(|game| &game.plies);
        plies.map(|ply| u64::from(ply.simulations)).sum()
    }

    /// Mean entropy of the search's policies in nats.
    pub(crate) fn policy_entropy(&self) -> f64 {
        self.mean_decision(|ply| {
            let shares = dequantise(&ply.policy).map(|(_, share)| f64::from(share));
            shares.filter(|share| *share > 0.0).map(|share| -share * share.ln()).sum()
        })
    }

    /// Mean squared difference of the network's value and the search's.
    pub(crate) fn value_surprise(&self) -> f64 {
        self.mean_decision(|ply| f64::from(ply.root_value - ply.net_value).powi(2))
    }

    /// The mean over decisions with a policy.
    fn mean_decision(&self, of: fn(&Ply) -> f64) -> f64 {
        let plies = self.0.iter().flat_map(|game| &game.plies);
        let decided: Vec<f64> = plies.filter(|ply| !ply.policy.is_empty()).map(of).collect();
        decided.iter().sum::<f64>() / decided.len().max(1) as f64
    }
}
