//! Data that records keep of a search besides its policy and value, for learners that need it.

use std::collections::HashMap;

use salta_core::{Position, Side};
use salta_env::Evaluations;
use salta_game::SaltaGame;
use salta_record::{RootTargets, WdlMargin};
use salta_search::{Report, Search, math};

/// The network's outputs for the positions in a game's search tree.
#[derive(Default)]
pub(crate) struct Outputs(HashMap<Position, WdlMargin>);

impl Outputs {
    /// Stores row `row` of `evaluations` as the output for `position`.
    pub(crate) fn keep(&mut self, position: Position, evaluations: &Evaluations, row: usize) {
        let wdl = [0, 1, 2].map(|result| evaluations.wdl[[row, result]]);
        self.0.insert(position, WdlMargin { wdl, margin: evaluations.margin[row] });
    }

    /// Forgets positions after fewer plies, which the game cannot reach any more.
    pub(crate) fn forget_before(&mut self, plies: u32) {
        self.0.retain(|position, _| position.plies() >= plies);
    }

    /// Returns the targets from `search`, whose report is `report`.
    pub(crate) fn targets(
        &self,
        game: &SaltaGame,
        search: &Search<SaltaGame>,
        report: &Report,
    ) -> RootTargets {
        let mover = search.root().to_move();
        let mut value = WdlMargin { wdl: [0.0; 3], margin: 0.0 };
        search.value_shares(report, |position, share| {
            value.add(share, self.of(game, position, mover));
        });
        RootTargets { policy_surprise: divergence(&report.policy, &report.prior), value }
    }

    /// Returns the result and margin of a position as `side` sees them: the network's outputs, or
    /// those of a known margin. A position that the search passed since it is forced
    /// ([`SearchConfig::skip_forced`](salta_search::SearchConfig::skip_forced)) has those of the
    /// position that follows.
    fn of(&self, game: &SaltaGame, position: &Position, side: Side) -> WdlMargin {
        let mut position = *position;
        let (output, of) = loop {
            if let Some(output) = self.0.get(&position) {
                break (*output, position.to_move());
            }
            if let Some(margin) = game.known_margin(&position) {
                break (WdlMargin::of_margin(margin), Side::White);
            }
            let legal = game.variant().legal(&position);
            assert!(legal.len() == 1, "positions with a choice were evaluated");
            let forced = legal.actions(position.to_move()).next().expect("one action is legal");
            game.variant().apply(&mut position, forced);
        };
        if of == side { output } else { output.reversed() }
    }
}

/// Kullback–Leibler divergence of `policy` from `prior`, in nats.
fn divergence(policy: &[f32], prior: &[f32]) -> f32 {
    let nats =
        |(p, prior): (&f32, &f32)| p * (math::ln(*p) - math::ln(prior.max(f32::MIN_POSITIVE)));
    let terms = policy.iter().zip(prior).filter(|(p, _)| **p > 0.0).map(nats);
    terms.sum::<f32>().max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divergences_by_hand() {
        let close = |found: f32, expected: f32| assert!((found - expected).abs() < 1e-6, "{found}");
        // 3/4 ln(3/4 : 1/2) + 1/4 ln(1/4 : 1/2) = 3/4 ln 3 - ln 2.
        close(divergence(&[0.75, 0.25], &[0.5, 0.5]), 0.75 * 3f32.ln() - 2f32.ln());
        close(divergence(&[1.0, 0.0], &[0.25, 0.75]), 4f32.ln());
        close(divergence(&[0.5, 0.5], &[0.5, 0.5]), 0.0);
        assert!(divergence(&[1.0, 0.0], &[0.0, 1.0]).is_finite());
    }
}
