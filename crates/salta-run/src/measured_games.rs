//! Sums over the games of a generation, for the metrics.

use salta_record::{Decision, GameRecord, dequantise};

/// The games of a generation.
pub(crate) struct MeasuredGames<'a>(pub(crate) Vec<&'a GameRecord>);

impl MeasuredGames<'_> {
    pub(crate) fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// The mean over games, 0 without any.
    pub(crate) fn mean(&self, of: impl Fn(&GameRecord) -> f64) -> f64 {
        self.0.iter().map(|game| of(game)).sum::<f64>() / self.0.len().max(1) as f64
    }

    /// The share of games for which it is true.
    pub(crate) fn share(&self, is: fn(&GameRecord) -> bool) -> f64 {
        self.mean(|game| f64::from(u8::from(is(game))))
    }

    /// Simulations of all decisions.
    pub(crate) fn simulations(&self) -> u64 {
        let plies = self.0.iter().flat_map(|game| &game.decisions);
        plies.map(|decision| u64::from(decision.simulations)).sum()
    }

    /// Mean entropy of the search's policies in nats.
    pub(crate) fn policy_entropy(&self) -> f64 {
        self.mean_decision(|decision| {
            let shares = dequantise(&decision.policy).map(|(_, share)| f64::from(share));
            shares.filter(|share| *share > 0.0).map(|share| -share * share.ln()).sum()
        })
    }

    /// Mean squared difference of the network's value and the search's.
    pub(crate) fn value_surprise(&self) -> f64 {
        self.mean_decision(|decision| f64::from(decision.root_value - decision.net_value).powi(2))
    }

    /// The mean over decisions with a policy.
    fn mean_decision(&self, of: fn(&Decision) -> f64) -> f64 {
        let plies = self.0.iter().flat_map(|game| &game.decisions);
        let decided: Vec<f64> =
            plies.filter(|decision| !decision.policy.is_empty()).map(of).collect();
        decided.iter().sum::<f64>() / decided.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use salta_record::{Ending, Margin, Outcome};

    use super::*;

    fn game(plies: u32, decisions: Vec<Decision>) -> GameRecord {
        let ending = Ending::Limit;
        let outcome = Outcome { margin: Margin::Exact(1), distance_margin: 1, ending, plies };
        GameRecord { game: 0, generation: 1, position: String::new(), seed: 0, decisions, outcome }
    }

    fn decision(policy: &[(u8, u16)], values: [f32; 2], simulations: u16) -> Decision {
        let [root_value, net_value] = values;
        let policy = policy.to_vec();
        Decision { policy, root_value, net_value, simulations, ..Decision::default() }
    }

    #[test]
    fn figures_by_hand() {
        let first = vec![
            decision(&[(1, 30_000), (2, 30_000), (3, 0)], [0.5, 0.25], 4),
            decision(&[], [1.0, -1.0], 3),
        ];
        let second = vec![decision(&[(1, 60_000)], [-0.5, 0.25], 8)];
        let [first, second] = [game(10, first), game(13, second)];
        let games = MeasuredGames(vec![&first, &second]);
        assert_eq!((games.count(), games.simulations()), (2, 15));
        assert_eq!(games.mean(|game| f64::from(game.outcome.plies)), 11.5);
        assert_eq!(games.share(|game| game.outcome.plies == 10), 0.5);
        // One even choice of two, one certain; the decision without a policy does not count.
        assert!((games.policy_entropy() - 2_f64.ln() / 2.0).abs() < 1e-6);
        assert_eq!(games.value_surprise(), (0.0625 + 0.5625) / 2.0);
        let none = MeasuredGames(Vec::new());
        assert_eq!([none.mean(|_| 1.0), none.share(|_| true), none.policy_entropy()], [0.0; 3]);
    }
}
